package plan

import (
	"fmt"
	"slices"
	"strings"
)

// firstFree returns name, or name with the first number behind that is free.
func firstFree(name string, taken func(string) bool) string {
	out := name
	for i := 2; taken(out); i++ {
		out = fmt.Sprintf("%s%d", name, i)
	}
	return out
}

// nameIndexes names a table's indexes by their purpose, overloaded ones by
// number, and their made-up key attributes after them.
func (l *layout) nameIndexes(t *tableLayout) {
	settings := &l.p.m.Settings
	slots := 0
	for _, ix := range t.indexes {
		if ix.slot {
			slots++
			ix.name = l.freeIndex(t, fmt.Sprintf("GSI%d", slots))
		} else {
			y := ix.entries[0]
			ix.name = l.freeIndex(t, l.purpose(t, y))
		}
		y := ix.entries[0]
		e := y.owner.e
		switch {
		case ix.native && ix.local:
			ix.pk, ix.sk = []string{settings.PartitionKey}, e.namesOf(y.a.key.sort())
		case ix.native:
			ix.pk, ix.sk = e.namesOf(y.partCols), e.namesOf(y.a.key.sort())
		default:
			ix.pk = []string{l.freeAttribute(t, ix.name+"PK")}
			if ix.local {
				ix.pk = []string{settings.PartitionKey}
			}
			if ix.hasSort {
				ix.sk = []string{l.freeAttribute(t, ix.name+"SK")}
			}
		}
		if ix.slot {
			l.orderEntries(ix)
		}
	}
}

// purpose names an index after its key: by the partition, with the entity
// before it where the table has another index of that name, and with the sort
// columns where that is not enough.
func (l *layout) purpose(t *tableLayout, y *armLayout) string {
	e := y.owner.e
	name := e.indexName(&y.a.key)
	rivals := func(same func(z *armLayout) bool) bool {
		for _, ix := range t.indexes {
			for _, z := range ix.entries {
				if z != y && !ix.slot && z.owner.e.indexName(&z.a.key) == name && same(z) {
					return true
				}
			}
		}
		return false
	}
	if rivals(func(z *armLayout) bool { return z.owner == y.owner }) {
		for _, c := range y.a.key.sort() {
			name += e.cols[c].camel
		}
		if y.a.key.n == 0 {
			name += "Only"
		}
		return name
	}
	if rivals(func(z *armLayout) bool { return z.owner != y.owner }) {
		return lowerFirst(camel(e.e.Name)) + strings.ToUpper(name[:1]) + name[1:]
	}
	return name
}

func (l *layout) freeIndex(t *tableLayout, name string) string {
	return firstFree(name, func(n string) bool {
		return slices.ContainsFunc(t.indexes, func(ix *indexLayout) bool { return ix.name == n })
	})
}

// freeAttribute makes the name of a made-up attribute differ from all columns
// and keys of the table.
func (l *layout) freeAttribute(t *tableLayout, name string) string {
	settings := &l.p.m.Settings
	return firstFree(name, func(n string) bool {
		if n == settings.PartitionKey || n == settings.SortKey {
			return true
		}
		for _, x := range t.entities {
			if _, ok := x.e.byName[n]; ok {
				return true
			}
		}
		return slices.ContainsFunc(t.indexes, func(ix *indexLayout) bool {
			return !ix.native && (slices.Contains(ix.pk, n) || slices.Contains(ix.sk, n))
		})
	})
}

// projections decides what each index carries: the union of what its
// questions need; everything where that is the same.
func (l *layout) projections(t *tableLayout) {
	for _, ix := range t.indexes {
		ix.all = true
		for _, y := range ix.entries {
			for c := range y.a.extra.each {
				if name := y.owner.e.cols[c].name; !slices.Contains(ix.includes, name) && !slices.Contains(ix.pk, name) && !slices.Contains(ix.sk, name) {
					ix.includes = append(ix.includes, name)
				}
			}
			ix.all = ix.all && l.carriesAll(t, ix, y)
		}
		slices.Sort(ix.includes)
		if ix.all {
			ix.includes = nil
		}
	}
	l.limitIncludes(t)
}

// carriesAll says that an entry carries every attribute of the item, so that
// ALL is the same and shorter.
func (l *layout) carriesAll(t *tableLayout, ix *indexLayout, y *armLayout) bool {
	e := y.owner.e
	have := y.a.extra
	if ix.native {
		have = have.or(y.a.key.columns())
	}
	for i := range e.cols {
		if e.stored(col(i)) && !have.has(col(i)) {
			return false
		}
	}
	for _, z := range y.owner.arms {
		if z != y && z.index != nil && z.index != ix && !z.index.native {
			return false
		}
	}
	return true
}

// stored says that the column is an attribute of the row's item: computed ones
// are only in keys.
func (e *entity) stored(c col) bool { return e.cols[c].src.Computed == nil || e.cols[c].copy != nil }
