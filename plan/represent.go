package plan

import (
	"slices"

	"github.com/keywright/keywright/model"
)

// represent decides how an index key is written (columns as they are, or text
// templates), sets the sizes, and reports whether there is a way.
func (e *entity) represent(p *problem, a *arm, text bool) bool {
	style := p.m.Settings.Keys
	text = text || a.key.shards > 0
	if !text && style != model.KeysTemplate && !p.m.Settings.Slots && e.nativeFits(a) {
		a.native = true
		keys := a.key.columns()
		if a.kind == lsi {
			keys = keys.minus(a.key.p)
		}
		a.bytes = e.sizeOf(keys)
		return true
	}
	if style == model.KeysNative && (!text || a.key.shards > 0) && !p.m.Settings.Slots {
		return false
	}
	return e.templateFits(a, text || p.m.Settings.Slots)
}

// maxNative is how many attributes each half of a native index key may have
// ("Multi-attribute keys", AWS).
const maxNative = 4

// nativeFits says that the index key can be the columns themselves: at most
// four and four (a local index: one sort column), never NULL or empty, not
// inverted, no membership, and no other entity of the table carries them all.
func (e *entity) nativeFits(a *arm) bool {
	k := &a.key
	parts, sorts := k.p.len(), maxNative
	if a.kind == lsi {
		parts, sorts = 1, 1
	}
	if a.kind == lsi && k.n == 0 || parts == 0 || parts > maxNative || k.n > sorts || k.m != 0 || !k.x.empty() || !a.nulls.empty() {
		return false
	}
	keys := k.columns()
	if a.kind == lsi {
		keys = setOf(k.s[0])
	}
	var most [2]int64
	for c := range keys.each {
		if !e.cols[c].native || a.ordered.has(c) && !e.cols[c].sorted() {
			return false
		}
		half := 0
		if !k.p.has(c) {
			half = 1
		}
		most[half] += e.cols[c].most
	}
	if most[0] > maxPartitionKey || most[1] > maxSortKey {
		return false
	}
	for _, other := range e.carriers {
		if keys.within(other) {
			return false
		}
	}
	return true
}

// slotName is the length of a key attribute of an overloaded index.
const slotName = int64(len("GSI1PK"))

// templateFits measures text keys and says whether all columns have a form and
// the longest values fit. In an overloaded index (a slot) every entry has a
// sort key, which begins with the item type.
func (e *entity) templateFits(a *arm, slot bool) bool {
	pk := e.indexPartition(&a.key, e.prefixLength(), a.nulls)
	var sk template
	if a.key.n > 0 || a.kind == lsi || slot { // the search counts a prefix; see sortPrefix
		sk = e.sorting(&a.key, e.prefixLength(), a.ordered, a.nulls)
	}
	if pk.bad != nil || sk.bad != nil || pk.most > maxPartitionKey || sk.most > maxSortKey {
		return false
	}
	name := nominalName
	if slot && a.kind == gsi {
		name = slotName
	}
	a.bytes = name + pk.mean
	if a.kind == lsi {
		a.bytes = 0
	}
	if sk.n > 0 {
		a.bytes += name + sk.mean
	}
	a.keyed = a.bytes * a.rows
	return true
}

// sortPrefix is the literal that the sort text of an index of its own begins
// with: mostly none. But a key attribute may not be empty, and a local index
// needs a sort attribute even where no column sorts.
func (e *entity) sortPrefix(a *arm) string {
	k := &a.key
	if a.kind == lsi && k.n == 0 || k.n == 1 && e.cols[k.s[0]].mayBeEmpty() && !a.nulls.has(k.s[0]) {
		return e.e.Prefix
	}
	return ""
}

// representItem measures the keys of an item copy or sentinel in the table.
func (e *entity) representItem(p *problem, a *arm) bool {
	set := &p.m.Settings
	var pk, sk template
	if a.kind == sentinel {
		pk = e.partition(a.key.p, e.sentinelPrefix(a.key.p), a.nulls)
		if !e.alone || e.identity.len() > 1 {
			sk.literal(int64(len(sentinelSort)))
		}
	} else {
		pk = e.partition(a.key.p, e.prefixLength(), a.nulls)
		sk = e.sorting(&a.key, e.copyPrefixLength(), a.ordered, a.nulls)
	}
	if pk.bad != nil || sk.bad != nil || pk.most > maxPartitionKey || sk.most > maxSortKey {
		return false
	}
	a.bytes = int64(len(set.PartitionKey)) + pk.mean
	if sk.n > 0 {
		a.bytes += int64(len(set.SortKey)) + sk.mean
	}
	return true
}

// sorted says that stored values sort as the column does: those of an enum
// sort in declared order, which the text need not have.
func (c *column) sorted() bool { return slices.IsSorted(c.src.Values) }
