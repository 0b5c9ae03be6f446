package plan

import (
	"slices"

	"github.com/keywright/keywright/design"
)

// emitCollection writes the one Query that reads all parts of a collection.
func (l *layout) emitCollection(q *question, out *design.Question) {
	a := q.asks[0]
	x := l.entities[a.entity]
	out.Request.TableName = x.table.name
	out.Request.ConsistentRead = a.strong
	for _, p := range q.asks {
		out.Items = append(out.Items, l.p.entities[p.entity].e.Name)
	}
	w := &requestWriter{l: l, x: x, a: a, r: &out.Request, v: &a.variants[0], operation: "Query"}
	settings := &l.p.m.Settings
	names := []string{}
	set := []string{}
	if y := x.armOf(a); y != nil {
		out.Request.IndexName = y.index.name
		w.textPartition(keyShape{key: &y.a.key, partText: y.partText, partCols: y.partCols, pk: y.index.pk})
		for _, z := range y.index.entries {
			names = append(names, z.sortText)
		}
		for _, p := range q.asks {
			set = append(set, l.entities[p.entity].armOf(p).sortText)
		}
		if y.index.mixed {
			w.conditionOnMixed(y)
		} else {
			w.typeRange(y.index.sk, names, set)
		}
	} else {
		k := &x.plan.base.key
		w.textPartition(keyShape{key: k, partText: x.partText, partCols: x.partCols, pk: []string{settings.PartitionKey}})
		for _, p := range q.asks {
			set = append(set, l.entities[p.entity].prefix)
		}
		w.typeRange([]string{settings.SortKey}, l.inPartition(x), set)
	}
	if c := &l.p.colls[q.coll]; c.limited != nil {
		out.Request.Limit = design.Limit{N: int(c.limited.sel.Limit) + len(c.parts) - 1}
	}
	if a.ordered && a.backward {
		forward := false
		out.Request.ScanIndexForward = &forward
	}
	w.expression()
}

// conditionOnMixed limits a query to the range over the column that stands
// before the item types.
func (w *requestWriter) conditionOnMixed(y *armLayout) {
	sh := keyShape{key: &y.a.key, sk: y.index.sk, ordered: y.a.ordered, nulls: y.a.nulls, hasSort: true, typed: true}
	w.textRange(sh, 0, "", "")
}

// inPartition are the sort prefixes of all item types that may stand in the
// partitions of x's rows.
func (l *layout) inPartition(x *entityLayout) []string {
	var names []string
	for _, o := range x.table.entities {
		if o.partText == x.partText {
			names = append(names, o.prefix)
		}
		for _, y := range o.arms {
			if y.a.kind == itemCopy && y.partText == x.partText {
				names = append(names, y.sortText)
			}
		}
	}
	return names
}

// typeRange limits a query to the item types of set, which are neighbours
// among names; where there are no others there is nothing to limit.
func (w *requestWriter) typeRange(sk, names, set []string) {
	slices.Sort(set)
	others := slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(set, n) })
	if !others || len(sk) == 0 {
		return
	}
	w.between(sk[0], literal(set[0]), literal(set[len(set)-1]+w.x.e.successor()))
}
