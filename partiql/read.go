package partiql

import (
	"slices"
	"strconv"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/query"
	"github.com/keywright/keywright/schema"
)

// PartitionPage is how many items a page of a read of several partitions has
// at most (developer guide, ql-operators, IN).
const PartitionPage = 10

// Read is what a SELECT comes to on a table: ranges to read one after the
// other, each within one partition, or one scan; then a filter and a
// projection.
type Read struct {
	Requests []query.Request
	Filter   *expr.Condition // nil where there is none
	// Keyed says that partitions are given by AND alone: then a filter on
	// attributes that an index does not carry is refused.
	Keyed   bool
	Columns Columns
}

// Several says whether the read is of several partitions.
func (r *Read) Several() bool { return len(r.Requests) > 1 }

// Read lowers a SELECT. The error is an *Error or an *expr.Error. Values that
// do not fit the key are found when the requests are resolved.
func (b *Bound) Read(t *schema.Table, consistent bool) (*Read, error) {
	key := t.Key
	if b.Index != "" {
		ix := t.Index(b.Index)
		if ix == nil {
			return nil, refuse(msgNoIndex)
		}
		if consistent && !ix.Local {
			return nil, refuse(msgConsistent)
		}
		key = ix.Key
	}
	p, err := b.partitions(key)
	if err != nil {
		return nil, err
	}
	order, err := b.ordering(key, p)
	if err != nil {
		return nil, err
	}
	parts, rest := b.sortParts(key, p)
	r := &Read{Keyed: p.keyed(), Columns: b.columnPaths()}
	if r.Filter, err = b.build(rest); err != nil {
		return nil, err
	}
	base := query.Request{Index: b.Index, Consistent: consistent, Reverse: order.reverse}
	if p == nil {
		r.Requests = []query.Request{base}
		return r, nil
	}
	order.sort(p.values)
	for _, values := range p.values {
		req := base
		for i, v := range values {
			req.Condition = append(req.Condition, expr.KeyPart{Attribute: key.Partition[i], Op: expr.Eq, Values: []attr.Value{v}})
		}
		req.Condition = append(req.Condition, parts...)
		r.Requests = append(r.Requests, req)
	}
	return r, nil
}

// BatchItem lowers a SELECT in a batch, which has to name one item of the
// table by its whole key. The key is unchecked. The error is an *Error or an
// *expr.Error.
func (b *Bound) BatchItem(t *schema.Table) (key attr.Item, filter *expr.Condition, columns Columns, err error) {
	return b.single(t, msgBatchKey)
}

// TransactItem is BatchItem for a SELECT in a transaction.
func (b *Bound) TransactItem(t *schema.Table) (key attr.Item, filter *expr.Condition, columns Columns, err error) {
	return b.single(t, msgTransactKey)
}

func (b *Bound) single(t *schema.Table, refusal string) (attr.Item, *expr.Condition, Columns, error) {
	key, rest, ok := b.wholeKey(t.Key.Names())
	if !ok || b.Index != "" {
		return nil, nil, nil, refuse("%s", refusal)
	}
	filter, err := b.build(rest)
	return key, filter, b.columnPaths(), err
}

// partitions are the partitions that a SELECT is about.
type partitions struct {
	values  [][]attr.Value // of each, the values of the partition attributes
	used    []*node        // the conditions that these values say all of
	through bool           // an OR left them
}

// keyed says whether partitions are given, and not by an OR.
func (p *partitions) keyed() bool { return p != nil && !p.through }

// partitions finds them, nil where some attribute is free.
func (b *Bound) partitions(key schema.Key) (*partitions, error) {
	p := &partitions{values: [][]attr.Value{nil}}
	for _, name := range key.Partition {
		found := false
		for _, n := range b.conjuncts {
			values, whole, ok := b.candidates(n, name)
			if !ok {
				continue
			}
			if whole {
				p.used = append(p.used, n)
			} else {
				p.through = true
			}
			p.values = product(p.values, values)
			found = true
			break
		}
		if !found {
			return nil, nil
		}
		if len(p.values) > maxPartitions {
			return nil, refuse(msgManyHash, len(p.values))
		}
	}
	return p, nil
}

func product(rows [][]attr.Value, values []attr.Value) [][]attr.Value {
	var out [][]attr.Value
	for _, row := range rows {
		for _, v := range values {
			out = append(out, append(slices.Clone(row), v))
		}
	}
	return out
}

// sortParts takes the conditions on sort attributes that narrow the range:
// equalities from the left, then at most one other. rest is what is left to
// filter by.
func (b *Bound) sortParts(key schema.Key, p *partitions) (parts []expr.KeyPart, rest []*node) {
	rest = slices.Clone(b.conjuncts)
	if p == nil {
		return nil, rest
	}
	rest = slices.DeleteFunc(rest, func(n *node) bool { return slices.Contains(p.used, n) })
	for _, name := range key.Sort {
		at := b.bestPart(rest, name)
		if at < 0 {
			return parts, rest
		}
		part, _ := b.keyPart(rest[at])
		parts = append(parts, part)
		rest = slices.Delete(rest, at, at+1)
		if part.Op != expr.Eq {
			return parts, rest
		}
	}
	return parts, rest
}

// bestPart returns which of the conditions narrows an attribute best: an
// equality, else the first that is a key condition; -1 for none.
func (b *Bound) bestPart(conds []*node, name string) int {
	best := -1
	for i, n := range conds {
		part, ok := b.keyPart(n)
		switch {
		case !ok || part.Attribute != name:
		case part.Op == expr.Eq:
			return i
		case best < 0:
			best = i
		}
	}
	return best
}

// Columns are the paths of a projection; nil is *.
type Columns []attr.Path

func (b *Bound) columnPaths() Columns {
	var out Columns
	for _, n := range b.columns {
		out = append(out, n.path)
	}
	return out
}

// Apply projects an item. A path is named by its last step by name, and by
// its place in the projection, _1 for the first, where it ends in an index
// (the rule of PartiQL for expressions without a name). Of two columns with
// one name the later one is kept; what is missing is left out.
func (c Columns) Apply(it attr.Item) attr.Item {
	if c == nil || it == nil {
		return it
	}
	fields := make([]attr.Field, 0, len(c))
	for i, p := range c {
		if v := it.At(p); !v.IsZero() {
			fields = append(fields, attr.Field{Name: columnName(i, p), Value: v})
		}
	}
	return attr.NewItem(fields...)
}

func columnName(i int, p attr.Path) string {
	if last := p[len(p)-1]; last.Index < 0 {
		return last.Name
	}
	return "_" + strconv.Itoa(i+1)
}
