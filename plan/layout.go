package plan

import (
	"cmp"
	"slices"
	"strings"
)

// layout gives a solution its names: tables, item types, indexes and the
// templates of their keys. It decides nothing that the search left open but
// text: prefixes, the order of item types in a partition, and which index
// entries share an overloaded index.
type layout struct {
	p        *problem
	sol      *solution
	tables   []*tableLayout
	entities []*entityLayout // by entity
}

// tableLayout is a table of the design.
type tableLayout struct {
	name     string
	hasSort  bool
	entities []*entityLayout
	indexes  []*indexLayout
	included int  // attributes that indexes list, before the limit of a table
	packed   bool // entities share indexes because of the limit of a table
	widened  int  // indexes that carry everything because of that limit
}

// entityLayout is an entity's place in its table.
type entityLayout struct {
	e        *entity
	plan     *entityPlan
	table    *tableLayout
	prefix   string // of the sort key of its rows
	partText string // of the partition key of its rows
	partCols []col  // partition columns in the order of the template
	arms     []*armLayout
	ordered  colset // base key columns written in ordered form
}

// armLayout is an arm's place: the index it is an entry of, or the item type.
type armLayout struct {
	owner    *entityLayout
	a        *arm
	index    *indexLayout // nil for items
	item     string       // item type, of copies and sentinels
	partText string       // prefix of the partition template
	partCols []col
	sortText string // prefix of the sort template, "" for none
}

// indexLayout is an index of a table.
type indexLayout struct {
	name     string
	local    bool
	native   bool
	slot     bool // overloaded: a generic name, and a type prefix in its sort key
	mixed    bool // the type prefix stands behind the first sort column
	hasSort  bool
	pk, sk   []string // key attributes
	entries  []*armLayout
	colls    []int // collections it answers
	all      bool
	includes []string
}

// newLayout lays a solution out.
func newLayout(p *problem, sol *solution) *layout {
	l := &layout{p: p, sol: sol, entities: make([]*entityLayout, len(p.entities))}
	for i, pl := range sol.plans {
		l.entities[i] = &entityLayout{e: p.entities[i], plan: pl}
	}
	l.addTables()
	for _, e := range l.entities {
		l.placeRows(e)
	}
	l.sharePartitions()
	for _, t := range l.tables {
		l.placeArms(t)
		l.orderTypes(t)
		l.nameIndexes(t)
		l.projections(t)
	}
	return l
}

// addTables makes the tables, in the order in which their entities stand in
// the model file.
func (l *layout) addTables() {
	settings := &l.p.m.Settings
	done := map[int]*tableLayout{}
	for _, m := range l.p.m.Entities {
		e := l.p.entity(m.Name)
		t := done[e.group]
		if t == nil {
			t = &tableLayout{name: settings.TableName}
			if len(l.p.groups) > 1 {
				t.name += "-" + e.e.Name
			}
			done[e.group] = t
			l.tables = append(l.tables, t)
		}
		x := l.entities[e.index]
		x.table = t
		t.entities = append(t.entities, x)
	}
	for _, t := range l.tables {
		t.hasSort = len(t.entities) > 1
		for _, x := range t.entities {
			t.hasSort = t.hasSort || x.plan.base.key.n > 0 || x.e.pinnedSK != nil
			for _, a := range x.plan.arms {
				t.hasSort = t.hasSort || a.kind == lsi || a.kind == itemCopy
			}
		}
	}
}

// placeRows sets the base key's text.
func (l *layout) placeRows(x *entityLayout) {
	k := &x.plan.base.key
	x.prefix = x.e.sortLead()
	x.partText = x.e.partitionPrefix(k.p)
	x.partCols = k.p.cols()
	for _, u := range x.plan.uses {
		for i := range u.a.variants {
			for _, t := range u.a.variants[i].tail {
				x.ordered.add(t.c)
			}
		}
	}
}

// sharePartitions gives the parts of each collection in the base table one
// partition text: the prefix of the entity that the partition identifies, and
// the columns in the order of the question's parameters. Collections that have
// an entity in common share that of the first.
func (l *layout) sharePartitions() {
	done := map[int]bool{} // collections
	var spread func(i int, text string, order []string)
	spread = func(i int, text string, order []string) {
		done[i] = true
		for _, a := range l.p.colls[i].parts {
			x := l.entities[a.entity]
			if x.e.pinnedPK != nil {
				continue
			}
			x.partText, x.partCols = text, a.inOrder(order)
			for k := range l.p.colls {
				if b := l.p.colls[k].partOf(a.entity); b != nil && !done[k] && l.sol.modes[k] == baseOnly {
					spread(k, text, b.parameters(x.partCols))
				}
			}
		}
	}
	for i := range l.p.colls {
		if c := &l.p.colls[i]; l.sol.modes[i] == baseOnly && !done[i] {
			spread(i, l.collectionPrefix(c), l.p.questions[c.q].q.Params)
		}
	}
}

// partOf is the collection's ask of an entity, nil where there is none.
func (c *collection) partOf(entity int) *ask {
	for _, a := range c.parts {
		if a.entity == entity {
			return a
		}
	}
	return nil
}

// parameters are those that the columns are bound to.
func (a *ask) parameters(cols []col) []string {
	var list []string
	for _, c := range cols {
		list = append(list, a.bind[c].Param)
	}
	return list
}

// collectionPrefix is the partition prefix that a collection's parts share.
func (l *layout) collectionPrefix(c *collection) string {
	for _, a := range c.parts {
		if e := l.p.entities[a.entity]; a.part == e.identity {
			return e.e.Prefix
		}
	}
	a := c.parts[0]
	return l.p.entities[a.entity].partitionPrefix(a.part)
}

// inOrder lists the partition columns of a collection's part in the order of
// the parameters that they hold.
func (a *ask) inOrder(params []string) []col {
	list := a.part.cols()
	slices.SortFunc(list, func(x, y col) int {
		return cmp.Compare(slices.Index(params, a.bind[x].Param), slices.Index(params, a.bind[y].Param))
	})
	return list
}

// placeArms gives every arm of a table its index or item type.
func (l *layout) placeArms(t *tableLayout) {
	for _, x := range t.entities {
		for _, a := range x.plan.arms {
			y := &armLayout{owner: x, a: a, partText: x.e.partitionPrefix(a.key.p), partCols: a.key.p.cols()}
			x.arms = append(x.arms, y)
			switch a.kind {
			case sentinel:
				y.partText = x.e.sentinelText(a.key.p)
				y.item = x.e.e.Name + "-" + strings.Join(x.e.namesOf(x.e.uniques[a.unique].list), "-")
				if t.hasSort {
					y.sortText = sentinelSort
				}
			case itemCopy:
				name := x.e.indexName(&a.key)
				y.item = l.freeItem(t, x.e.e.Name+strings.ToUpper(name[:1])+name[1:])
				y.sortText = x.e.e.Prefix + "-" + strings.ToUpper(strings.TrimPrefix(y.item, x.e.e.Name))
			default:
				l.placeEntry(t, y)
			}
		}
	}
	l.pack(t)
}

func (e *entity) namesOf(cols []col) []string {
	var list []string
	for _, c := range cols {
		list = append(list, e.cols[c].name)
	}
	return list
}

// freeItem makes an item type's name unique in the design.
func (l *layout) freeItem(t *tableLayout, name string) string {
	taken := func(n string) bool {
		for _, x := range l.entities {
			if x == nil {
				continue
			}
			if x.e.e.Name == n || slices.ContainsFunc(x.arms, func(a *armLayout) bool { return a.item == n }) {
				return true
			}
		}
		return false
	}
	return firstFree(name, taken)
}

// placeEntry gives an index entry an index of its own, or that of its collection.
func (l *layout) placeEntry(t *tableLayout, y *armLayout) {
	var colls []int
	mixed := false
	for i := range y.a.picks {
		if p := &y.a.picks[i]; p.exact {
			colls = append(colls, p.a.coll)
			y.partText = l.collectionPrefix(&l.p.colls[p.a.coll])
			y.partCols = p.a.inOrder(l.p.questions[p.a.question].q.Params)
			mixed = l.p.colls[p.a.coll].mixed
		}
	}
	for _, ix := range t.indexes {
		if slices.ContainsFunc(colls, func(c int) bool { return slices.Contains(ix.colls, c) }) {
			ix.colls = append(ix.colls, colls...)
			ix.add(y)
			return
		}
	}
	ix := &indexLayout{local: y.a.kind == lsi, native: y.a.native, colls: colls, slot: len(colls) > 0, mixed: mixed}
	ix.add(y)
	t.indexes = append(t.indexes, ix)
}

func (ix *indexLayout) add(y *armLayout) {
	y.index = ix
	ix.entries = append(ix.entries, y)
	ix.hasSort = ix.hasSort || y.a.key.n > 0 || len(ix.entries) > 1 || ix.local
	y.sortText = y.owner.e.sortPrefix(y.a)
}

// maxIndexes are the limits of a table ("Service, account, and table quotas in
// Amazon DynamoDB", AWS).
const (
	maxGlobal   = 20
	maxLocal    = 5
	maxIncluded = 100
)

// pack puts text entries of different entities into shared indexes, where the
// settings ask for it, or as far as the table would have too many.
func (l *layout) pack(t *tableLayout) {
	global, _ := t.counts()
	all := l.p.m.Settings.Slots
	var kept []*indexLayout
	for _, ix := range t.indexes {
		if ix.local || ix.native || !all && global <= maxGlobal {
			kept = append(kept, ix)
			continue
		}
		ix.slot = ix.slot || all
		at := slices.IndexFunc(kept, func(o *indexLayout) bool { return o.takes(ix) })
		if at < 0 {
			kept = append(kept, ix)
			continue
		}
		o := kept[at]
		o.slot = true
		o.colls = append(o.colls, ix.colls...)
		for _, y := range ix.entries {
			o.add(y)
		}
		global--
		t.packed = t.packed || !all
	}
	t.indexes = kept
}

// takes says that no entity has entries in both indexes: an item has one entry
// in an index.
func (ix *indexLayout) takes(o *indexLayout) bool {
	if ix.local || ix.native || ix.mixed || o.mixed {
		return false
	}
	for _, y := range o.entries {
		if slices.ContainsFunc(ix.entries, func(z *armLayout) bool { return z.owner == y.owner }) {
			return false
		}
	}
	return true
}
