package plan

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// emit writes a layout as a design document.
func (l *layout) emit() (*design.Design, error) {
	d := &design.Design{Version: design.Version, Model: l.p.m.Name}
	for _, t := range l.tables {
		d.Tables = append(d.Tables, l.emitTable(t))
		for _, x := range t.entities {
			d.Items = append(d.Items, l.emitItems(x)...)
		}
	}
	if err := l.emitQuestions(d); err != nil {
		return nil, err
	}
	d.Writes = design.Derive(l.p.m, d)
	return d, nil
}

func (l *layout) emitTable(t *tableLayout) design.Table {
	settings := &l.p.m.Settings
	out := design.Table{Name: t.name, Key: design.Key{Partition: design.Names{settings.PartitionKey}}}
	if t.hasSort {
		out.Key.Sort = design.Names{settings.SortKey}
	}
	for _, ix := range t.indexes {
		x := design.Index{Name: ix.name, Local: ix.local, Key: design.Key{Partition: ix.pk, Sort: ix.sk}, Projection: "INCLUDE", Include: ix.includes}
		switch {
		case ix.all:
			x.Projection = "ALL"
		case len(ix.includes) == 0:
			x.Projection = "KEYS_ONLY"
		}
		out.Indexes = append(out.Indexes, x)
		if !ix.native {
			continue
		}
		e := ix.entries[0].owner.e
		for _, name := range append(slices.Clone(ix.pk), ix.sk...) {
			if c, ok := e.byName[name]; ok && e.cols[c].typ == attr.TypeNumber && (!ix.local || name != settings.PartitionKey) {
				if out.Types == nil {
					out.Types = map[string]string{}
				}
				out.Types[name] = "N"
			}
		}
	}
	return out
}

// emitItems are the item types of an entity: its rows, its sentinels and its
// copies.
func (l *layout) emitItems(x *entityLayout) []design.ItemType {
	settings := &l.p.m.Settings
	row := design.ItemType{Name: x.e.e.Name, Entity: x.e.e.Name, Table: x.table.name, Keys: map[string]design.KeyTemplate{}}
	row.Keys[settings.PartitionKey] = design.KeyTemplate{Template: x.partTemplate()}
	if x.table.hasSort {
		row.Keys[settings.SortKey] = design.KeyTemplate{Template: x.sortTemplate()}
	}
	for _, y := range x.arms {
		if y.index == nil || y.index.native {
			continue
		}
		when := x.e.when(y.a.key.m)
		if !y.index.local {
			row.Keys[y.index.pk[0]] = design.KeyTemplate{Template: y.partTemplate(), When: when}
		}
		if y.index.hasSort {
			row.Keys[y.index.sk[0]] = design.KeyTemplate{Template: y.sortTemplate(), When: when}
		}
	}
	row.Attributes = x.e.attributes()
	out := []design.ItemType{row}
	for u := range x.e.uniques {
		out = append(out, l.emitSentinel(x, u))
	}
	for _, y := range x.arms {
		if y.a.kind == itemCopy {
			out = append(out, l.emitCopy(x, y))
		}
	}
	return out
}

// partTemplate and sortTemplate are the templates of the base key.
func (x *entityLayout) partTemplate() string {
	if x.e.pinnedPK != nil {
		return x.e.pinnedPK.text
	}
	return x.e.partText(x.partText, x.partCols, x.e.nullable(x.plan.base.key.p))
}

func (x *entityLayout) sortTemplate() string {
	k := &x.plan.base.key
	if x.e.pinnedSK != nil {
		return x.e.pinnedSK.text
	}
	return x.e.sortText(x.prefix, k, x.ordered, x.e.nullable(k.columns()))
}

// sortTemplate is the sort text of an index entry.
func (y *armLayout) sortTemplate() string {
	e := y.owner.e
	if !y.index.mixed {
		return e.sortText(y.sortText, &y.a.key, y.a.ordered, y.a.nulls)
	}
	return e.sortText("", &y.a.key, y.a.ordered, y.a.nulls) + literal(e.delimiter()+y.sortText)
}

// attributes lists what a row's item stores beside keys; nil where that is
// every column.
func (e *entity) attributes() []design.Attribute {
	copies := false
	for i := range e.cols {
		copies = copies || e.cols[i].copy != nil
	}
	if !copies {
		return nil
	}
	var all colset
	for i := range e.cols {
		if e.stored(col(i)) {
			all.add(col(i))
		}
	}
	return e.attributesOf(all, nil)
}

func (e *entity) attributesOf(set colset, renamed map[col]string) []design.Attribute {
	var list []design.Attribute
	for c := range set.each {
		x := &e.cols[c]
		a := design.Attribute{Name: x.name, Column: x.name}
		if n, ok := renamed[c]; ok {
			a.Name = n
		}
		if x.copy != nil {
			a.Column, a.Parent, a.Via = x.copy.Column, x.copy.Parent.Name, x.copy.Via
		}
		list = append(list, a)
	}
	return list
}

// emitSentinel is the item that holds a UNIQUE constraint.
func (l *layout) emitSentinel(x *entityLayout, u int) design.ItemType {
	settings := &l.p.m.Settings
	need := x.e.identity
	for _, y := range x.arms {
		if y.a.kind == sentinel && y.a.unique == u {
			need = need.or(y.a.extra)
		}
	}
	un := &x.e.uniques[u]
	it := design.ItemType{
		Name: x.sentinelItem(u), Entity: x.e.e.Name, Role: design.RoleUnique, Table: x.table.name,
		Keys: map[string]design.KeyTemplate{
			settings.PartitionKey: {Template: x.e.partText(x.e.sentinelText(un.set), un.list, colset{})},
		},
		Attributes: x.e.attributesOf(need, x.renamed(need)),
	}
	if x.table.hasSort {
		it.Keys[settings.SortKey] = design.KeyTemplate{Template: sentinelSort}
	}
	return it
}

func (x *entityLayout) sentinelItem(u int) string {
	return x.e.e.Name + "-" + strings.Join(x.e.namesOf(x.e.uniques[u].list), "-")
}

func (l *layout) emitCopy(x *entityLayout, y *armLayout) design.ItemType {
	settings := &l.p.m.Settings
	return design.ItemType{
		Name: y.item, Entity: x.e.e.Name, Role: design.RoleCopy, Table: x.table.name, When: x.e.when(y.a.key.m),
		Keys: map[string]design.KeyTemplate{
			settings.PartitionKey: {Template: x.e.partText(y.partText, y.partCols, y.a.nulls)},
			settings.SortKey:      {Template: x.e.sortText(y.sortText, &y.a.key, y.a.ordered, y.a.nulls)},
		},
		Attributes: x.e.attributesOf(y.a.extra, x.renamed(y.a.extra)),
	}
}

// renamed names the attributes of a copy or sentinel that would otherwise
// carry the whole key of a native index of the table, and so enter it.
func (x *entityLayout) renamed(set colset) map[col]string {
	var out map[col]string
	for _, y := range x.arms {
		if y.index == nil || !y.index.native {
			continue
		}
		keys := y.a.key.columns()
		if y.index.local {
			keys = keys.minus(y.a.key.p)
		}
		if !keys.within(set) {
			continue
		}
		if out == nil {
			out = map[col]string{}
		}
		c := keys.lowest()
		out[c] = "copied_" + x.e.cols[c].name
	}
	return out
}

// when is the predicate of a membership.
func (e *entity) when(m mask) string {
	var parts []string
	for ; m != 0; m &= m - 1 {
		c := &e.conds[low(m)]
		text := c.text
		if b, ok := c.expr.(*model.Binary); ok && b.Op == "OR" {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	slices.Sort(parts)
	return strings.Join(parts, " AND ")
}
