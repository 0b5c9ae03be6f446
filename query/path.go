package query

import (
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// Kind is the sort of read that a path is.
type Kind uint8

// The kinds of read, cheapest first.
const (
	Get   Kind = iota + 1 // the whole key of the table is given: at most one item
	Query                 // one partition, a range of its sort keys
	Scan                  // everything
)

var kindNames = [...]string{"", "Get", "Query", "Scan"}

// String returns "Get", "Query" or "Scan".
func (k Kind) String() string { return kindNames[k] }

// Bound is one end of a range of sort keys. The zero Bound is no bound.
type Bound struct {
	Value     attr.Value
	Exclusive bool
}

// IsZero says whether there is no bound.
func (b Bound) IsZero() bool { return b.Value.IsZero() }

// Path is an access path: what part of the table or of an index is read, in
// which order. It holds no filter, projection or limit: they do not change
// what is read, or only where reading stops.
type Path struct {
	Kind  Kind
	Table *schema.Table
	Index *schema.Index // nil: the table itself

	// Partition has the value of each partition attribute, in key order. It
	// is empty for a Scan.
	Partition []attr.Value
	// Equal has the values of the leading sort attributes that are fixed by
	// equality, in key order.
	Equal []attr.Value
	// Low and High bound the sort attribute after Equal; Prefix, of type S or
	// B, is what it begins with. At most one of bounds and prefix is there.
	Low, High Bound
	Prefix    attr.Value

	Reverse bool
	Start   attr.Item // the page key after which to read, nil for the first page
}

// Key returns the key of what is read: the index's or the table's.
func (p *Path) Key() schema.Key {
	if p.Index != nil {
		return p.Index.Key
	}
	return p.Table.Key
}

// Contains says whether an item (or index entry) lies on the path. Storage
// finds partitions by a hash, so what it finds has to be compared; page keys
// are compared too.
func (p *Path) Contains(it attr.Item) bool {
	return p.inPartition(it) && p.inRange(it)
}

// ContainsStored is Contains for an item in storage form. The error says where
// the form is corrupt.
func (p *Path) ContainsStored(s attr.Stored) (bool, error) {
	if len(p.Partition) == 0 {
		return true, nil // a Scan
	}
	key := p.Key()
	var few [2]attr.Field // most keys have one or two
	it := few[:0]
	for _, names := range [...][]string{key.Partition, key.Sort} {
		for _, name := range names {
			v, err := s.Get(name)
			if err != nil {
				return false, err
			}
			if !v.IsZero() {
				it = append(it, attr.Field{Name: name, Value: v})
			}
		}
	}
	return p.Contains(attr.NewItem(it...)), nil
}

func (p *Path) inPartition(it attr.Item) bool {
	for i, v := range p.Partition {
		if !attr.Equal(v, it.Get(p.Key().Partition[i])) {
			return false
		}
	}
	return true
}

func (p *Path) inRange(it attr.Item) bool {
	sort := p.Key().Sort
	for i, v := range p.Equal {
		if !attr.Equal(v, it.Get(sort[i])) {
			return false
		}
	}
	if !p.Prefix.IsZero() {
		v := it.Get(sort[len(p.Equal)])
		return v.Type() == p.Prefix.Type() && strings.HasPrefix(v.Str(), p.Prefix.Str())
	}
	if !p.Low.IsZero() {
		c, ok := attr.Compare(it.Get(sort[len(p.Equal)]), p.Low.Value)
		if !ok || c < 0 || c == 0 && p.Low.Exclusive {
			return false
		}
	}
	if !p.High.IsZero() {
		c, ok := attr.Compare(it.Get(sort[len(p.Equal)]), p.High.Value)
		if !ok || c > 0 || c == 0 && p.High.Exclusive {
			return false
		}
	}
	return true
}

// Why says in one sentence why the read is of its kind, for people.
func (p *Path) Why() string {
	where := "the table"
	if p.Index != nil {
		where = "index " + p.Index.Name
	}
	key := p.Key()
	switch p.Kind {
	case Get:
		return "Get: the whole key of the table is given (" + strings.Join(key.Names(), ", ") + ")"
	case Scan:
		return "Scan of " + where + ": no partition is given (" + strings.Join(key.Partition, ", ") + ")"
	}
	out := "Query of " + where + ": one partition by " + strings.Join(key.Partition, ", ")
	if n := len(p.Equal); n > 0 {
		out += "; " + strings.Join(key.Sort[:n], ", ") + " fixed"
	}
	if !p.Prefix.IsZero() || !p.Low.IsZero() || !p.High.IsZero() {
		out += "; a range of " + key.Sort[len(p.Equal)]
	}
	return out
}
