package query

import (
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/schema"
)

// Request is what a read asks for: a whole key, a key condition, or neither.
type Request struct {
	Index      string         // the index's name, "" for the table
	Key        attr.Item      // the whole key of one item, or nil
	Condition  []expr.KeyPart // the parts of a key condition, or nil
	Consistent bool
	Reverse    bool
	Start      attr.Item // ExclusiveStartKey, or nil
}

// Resolve returns the access path of a read on a table. An error is a *Error
// or an *attr.ValidationError with DynamoDB's message.
//
// A key, or a condition that fixes the whole key of the table, is a Get. A
// condition that fixes the partition is a Query. No condition is a Scan; a
// condition that does not fix the partition is an error and never a Scan.
func Resolve(t *schema.Table, r Request) (*Path, error) {
	p := &Path{Kind: Scan, Table: t, Reverse: r.Reverse, Start: r.Start}
	if r.Key != nil {
		if err := p.fixKey(r.Key); err != nil {
			return nil, err
		}
		return p, nil
	}
	if r.Index != "" {
		if p.Index = t.Index(r.Index); p.Index == nil {
			return nil, NoIndex(r.Index)
		}
		if r.Consistent && !p.Index.Local {
			return nil, fail("Consistent reads are not supported on global secondary indexes")
		}
	}
	if r.Start != nil {
		if err := p.checkStart(r.Condition != nil); err != nil {
			return nil, err
		}
	}
	if r.Condition != nil {
		if err := p.condition(r.Condition); err != nil {
			return nil, err
		}
	}
	if r.Start != nil {
		if err := p.checkStartInRange(r.Condition); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// NoIndex is the error for a table that has no index of that name.
func NoIndex(name string) error { return fail("The table does not have the specified index: " + name) }

// fixKey makes the path a Get of one key.
func (p *Path) fixKey(key attr.Item) error {
	if err := p.Table.CheckKey(key); err != nil {
		return err
	}
	p.Kind = Get
	p.Partition = values(key, p.Table.Key.Partition)
	p.Equal = values(key, p.Table.Key.Sort)
	return nil
}

func values(it attr.Item, names []string) []attr.Value {
	out := make([]attr.Value, len(names))
	for i, n := range names {
		out[i] = it.Get(n)
	}
	return out
}

// condition places the parts of a key condition on the key.
func (p *Path) condition(parts []expr.KeyPart) error {
	key := p.Key()
	if len(parts) == 0 {
		return fail("Conditions can be of length 1 or 2 only")
	}
	if max := len(key.Partition) + len(key.Sort); len(parts) > max {
		if max > 2 {
			return notSupported()
		}
		if len(parts) > 2 {
			return fail("Conditions can be of length 1 or 2 only")
		}
		return notSupported()
	}
	for _, name := range key.Partition {
		part, err := p.part(parts, name)
		if err != nil {
			return err
		}
		if part == nil {
			return missed(name)
		}
		if part.Op != expr.Eq {
			return notSupported()
		}
		p.Partition = append(p.Partition, part.Values[0])
	}
	p.Kind = Query
	if err := p.sortCondition(parts[:], len(parts)-len(key.Partition)); err != nil {
		return err
	}
	if p.Index == nil && len(p.Equal) == len(key.Sort) {
		p.Kind = Get
	}
	return nil
}

// sortCondition places the remaining parts, n of them, on the sort
// attributes: from the left without gaps, equality on all but the last
// (source: "Multi-attribute keys pattern").
func (p *Path) sortCondition(parts []expr.KeyPart, n int) error {
	for _, name := range p.Key().Sort {
		if n == 0 {
			return nil
		}
		part, err := p.part(parts, name)
		if err != nil {
			return err
		}
		if part == nil {
			return missed(name)
		}
		n--
		if part.Op == expr.Eq {
			p.Equal = append(p.Equal, part.Values[0])
			continue
		}
		if n > 0 {
			return notSupported()
		}
		p.bound(part)
	}
	return nil
}

func (p *Path) bound(part *expr.KeyPart) {
	switch v := part.Values; part.Op {
	case expr.Lt:
		p.High = Bound{v[0], true}
	case expr.Le:
		p.High = Bound{v[0], false}
	case expr.Gt:
		p.Low = Bound{v[0], true}
	case expr.Ge:
		p.Low = Bound{v[0], false}
	case expr.Between:
		p.Low, p.High = Bound{v[0], false}, Bound{v[1], false}
	case expr.BeginsWith:
		p.Prefix = v[0]
	}
}

// part returns the condition on a key attribute, nil where there is none,
// after checking its values.
func (p *Path) part(parts []expr.KeyPart, name string) (*expr.KeyPart, error) {
	for i := range parts {
		if parts[i].Attribute != name {
			continue
		}
		if parts[i].Op == expr.NotIndexable {
			return nil, fail("Attempted conditional constraint is not an indexable operation")
		}
		for _, v := range parts[i].Values {
			if v.Type() != p.Table.AttributeType(name) {
				return nil, badParameter("Condition parameter type does not match schema type")
			}
			if err := schema.CheckKeyValue(name, v, slices.Contains(p.Key().Sort, name)); err != nil {
				return nil, fail(err.Error())
			}
		}
		return &parts[i], nil
	}
	return nil, nil
}

func missed(name string) error { return fail("Query condition missed key schema element: " + name) }

func notSupported() error { return fail("Query key condition not supported") }
