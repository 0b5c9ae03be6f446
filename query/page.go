package query

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/index"
)

// PageKey returns the LastEvaluatedKey of a page that ends with the item (or
// index entry): the key attributes of the table and of what is read.
func (p *Path) PageKey(it attr.Item) attr.Item {
	return it.Pick(p.pageKeyNames()...)
}

// pageKeyNames returns the attributes of a page key, each once, the table's
// first.
func (p *Path) pageKeyNames() []string {
	names := p.Table.Key.Names()
	if p.Index != nil {
		for _, n := range p.Index.Key.Names() {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}

// checkStart checks the form of an ExclusiveStartKey, before the condition is
// looked at: it has the attributes of a page key, of their types.
func (p *Path) checkStart(ofQuery bool) error {
	const (
		prefix      = "The provided starting key is invalid"
		keyMismatch = "The provided key element does not match the schema"
	)
	if len(p.Start) != len(p.pageKeyNames()) {
		if !ofQuery && p.Index == nil {
			return fail(prefix + ": " + keyMismatch)
		}
		return fail(prefix)
	}
	if p.Index != nil {
		for _, name := range p.Index.Key.Names() {
			switch v := p.Start.Get(name); {
			case v.IsZero():
				return fail(prefix)
			case v.Type() != p.Table.AttributeType(name):
				return fail(keyMismatch)
			}
		}
		if err := index.CheckKeys(p.Table, p.Start); err != nil {
			return fail(prefix + ": " + err.Error())
		}
	}
	if err := p.Table.CheckKey(p.Start.Pick(p.Table.Key.Names()...)); err != nil {
		return fail(prefix + ": " + err.Error())
	}
	return nil
}

// checkStartInRange refuses a page key that the path does not pass.
func (p *Path) checkStartInRange(condition []expr.KeyPart) error {
	ranged := len(condition) > len(p.Partition)
	switch {
	case p.Kind == Scan:
		return nil
	case ranged && !p.inRange(p.Start):
		return fail("The provided starting key does not match the range key predicate")
	case ranged && len(p.Equal) == len(p.Key().Sort) && !p.inPartition(p.Start):
		return fail("The query can return at most one row and cannot be restarted")
	case !p.inPartition(p.Start):
		return fail("The provided starting key is outside query boundaries based on provided conditions")
	}
	return nil
}

// WrongSegment returns the error for a page key of another segment than the
// one that a parallel Scan reads.
func WrongSegment(segment, total int) error {
	return fail(fmt.Sprintf("The provided starting key is invalid: Invalid ExclusiveStartKey. "+
		"Please use ExclusiveStartKey with correct Segment. TotalSegments: %d Segment: %d", total, segment))
}
