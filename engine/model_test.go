package engine_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// model is the naive answer to what the engine does: a list of items, and
// every question answered by looking at all of them. It shares with the engine
// only package attr's equality and order, and the table's definition.
type model struct {
	def   *schema.Table
	items []attr.Item
}

func (m *model) find(key attr.Item) int {
	return slices.IndexFunc(m.items, func(it attr.Item) bool {
		for _, f := range key {
			if !attr.Equal(it.Get(f.Name), f.Value) {
				return false
			}
		}
		return true
	})
}

func (m *model) keyOf(it attr.Item) attr.Item {
	return it.Pick(m.def.Key.Names()...)
}

func (m *model) get(key attr.Item) attr.Item {
	if i := m.find(key); i >= 0 {
		return m.items[i]
	}
	return nil
}

func (m *model) put(it attr.Item) {
	m.remove(m.keyOf(it))
	m.items = append(m.items, it)
}

func (m *model) remove(key attr.Item) {
	if i := m.find(key); i >= 0 {
		m.items = slices.Delete(m.items, i, i+1)
	}
}

func (m *model) clone() *model { return &model{m.def, slices.Clone(m.items)} }

// entries is what an index holds: the projections of the items that have all
// its key attributes, of the types that the index wants: an item older than
// the index may have others. nil is the table.
func (m *model) entries(ix *schema.Index) []attr.Item {
	if ix == nil {
		return slices.Clone(m.items)
	}
	var out []attr.Item
	for _, it := range m.items {
		if slices.ContainsFunc(ix.Key.Names(), func(n string) bool { return !it.Has(n) || it.Get(n).Type() != m.def.AttributeType(n) }) {
			continue
		}
		if ix.Projection.Kind != schema.ProjectAll {
			it = it.Pick(slices.Concat(ix.Key.Names(), m.def.Key.Names(), ix.Projection.Include)...)
		}
		out = append(out, it)
	}
	return out
}

// question is a Query in the model's terms.
type question struct {
	index     *schema.Index // nil: the table
	partition []attr.Value
	equal     []attr.Value // of leading sort attributes
	op        string       // on the next sort attribute: "", "<", "<=", ">", ">=", "between", "begins"
	low, high attr.Value
	reverse   bool
}

func (q *question) key(def *schema.Table) schema.Key {
	if q.index != nil {
		return q.index.Key
	}
	return def.Key
}

// answer returns what a Query has to return, in the order of the sort key;
// entries with equal sort keys are in no particular order.
func (m *model) answer(q *question) []attr.Item {
	key := q.key(m.def)
	var out []attr.Item
	for _, it := range m.entries(q.index) {
		if q.matches(key, it) {
			out = append(out, it)
		}
	}
	slices.SortStableFunc(out, func(a, b attr.Item) int { return compareSort(key, a, b) })
	if q.reverse {
		slices.Reverse(out)
	}
	return out
}

func (q *question) matches(key schema.Key, it attr.Item) bool {
	for i, v := range q.partition {
		if !attr.Equal(it.Get(key.Partition[i]), v) {
			return false
		}
	}
	for i, v := range q.equal {
		if !attr.Equal(it.Get(key.Sort[i]), v) {
			return false
		}
	}
	if q.op == "" {
		return true
	}
	v := it.Get(key.Sort[len(q.equal)])
	low, _ := attr.Compare(v, q.low)
	switch q.op {
	case "<":
		return low < 0
	case "<=":
		return low <= 0
	case ">":
		return low > 0
	case ">=":
		return low >= 0
	case "between":
		high, _ := attr.Compare(v, q.high)
		return low >= 0 && high <= 0
	}
	return strings.HasPrefix(v.Str(), q.low.Str())
}

func compareSort(key schema.Key, a, b attr.Item) int {
	for _, n := range key.Sort {
		if c, _ := attr.Compare(a.Get(n), b.Get(n)); c != 0 {
			return c
		}
	}
	return 0
}

// request writes the question as a key condition with its values.
func (q *question) request(def *schema.Table) (condition string, names map[string]string, values map[string]attr.Value) {
	key := q.key(def)
	names, values = map[string]string{}, map[string]attr.Value{}
	var parts []string
	equal := func(name string, v attr.Value) {
		n, p := fmt.Sprintf("#k%d", len(names)), fmt.Sprintf(":k%d", len(names))
		names[n], values[p] = name, v
		parts = append(parts, n+" = "+p)
	}
	for i, v := range q.partition {
		equal(key.Partition[i], v)
	}
	for i, v := range q.equal {
		equal(key.Sort[i], v)
	}
	if q.op != "" {
		names["#r"], values[":low"] = key.Sort[len(q.equal)], q.low
	}
	switch q.op {
	case "":
	case "between":
		values[":high"] = q.high
		parts = append(parts, "#r BETWEEN :low AND :high")
	case "begins":
		parts = append(parts, "begins_with(#r, :low)")
	default:
		parts = append(parts, "#r "+q.op+" :low")
	}
	return strings.Join(parts, " AND "), names, values
}
