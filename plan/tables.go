package plan

import (
	"slices"

	"github.com/keywright/keywright/model"
)

// groupTables decides which entities share a table: those that a collection
// question reads together, all of them, or none, as the settings ask.
func (p *problem) groupTables() {
	root := make([]int, len(p.entities))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			i = root[i]
		}
		return i
	}
	join := func(i, j int) {
		i, j = find(i), find(j)
		root[max(i, j)] = min(i, j)
	}
	for i := range p.entities {
		if p.m.Settings.Tables == model.TablesSingle {
			join(0, i)
		}
	}
	if p.m.Settings.Tables == model.TablesAuto {
		for _, c := range p.colls {
			for _, a := range c.parts[1:] {
				join(c.parts[0].entity, a.entity)
			}
		}
	}
	for i, e := range p.entities {
		if find(i) == i {
			e.group = len(p.groups)
			p.groups = append(p.groups, nil)
		}
		e.group = p.entities[find(i)].group
		p.groups[e.group] = append(p.groups[e.group], i)
	}
	for _, e := range p.entities {
		e.alone = len(p.groups[e.group]) == 1
	}
	for i := range p.colls {
		c := &p.colls[i]
		c.group = p.entities[c.parts[0].entity].group
		if slices.ContainsFunc(c.parts, func(a *ask) bool { return p.entities[a.entity].group != c.group }) {
			c.group = -1
		}
	}
}

// findCarriers finds which of e's columns other entities of the table have
// under the same name: items of another entity that have all columns of a
// native key would enter the index, and an item whose attribute of that name
// is of another type, or empty, could not be written at all.
func (p *problem) findCarriers(e *entity) {
	for _, i := range p.groups[e.group] {
		o := p.entities[i]
		if o == e {
			continue
		}
		var have colset
		for j := range e.cols {
			at, ok := o.byName[e.cols[j].name]
			if !ok || o.cols[at].src.Computed != nil && o.cols[at].copy == nil {
				continue
			}
			have.add(col(j))
			if other := &o.cols[at]; other.typ != e.cols[j].typ || other.mayBeEmpty() {
				e.cols[j].native = false
			}
		}
		if !have.empty() {
			e.carriers = append(e.carriers, have)
		}
	}
}

// mayBeEmpty says that a value may be the empty string, which no key attribute
// may be.
func (c *column) mayBeEmpty() bool {
	switch c.src.Type.Kind {
	case model.KindVarchar, model.KindText, model.KindBlob:
		return c.src.MinLen == 0 && c.src.Values == nil || slices.Contains(c.src.Values, "")
	case model.KindBool, model.KindJSON:
		return true // of another type than a key attribute
	}
	return false
}

// collectionRead is what an ask of a collection adds to the price of its
// reads: its bytes in units that are not rounded, because the Query that reads
// all parts together rounds once. What rounding adds is priced when all parts
// are known.
func (p *problem) collectionRead(a *ask, size int64) int64 {
	n := mulDiv(a.rate, a.rows*size, 4096)
	if a.strong {
		n *= 2
	}
	return p.price.reads(n)
}
