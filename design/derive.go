package design

import (
	"slices"

	"github.com/keywright/keywright/model"
)

// Derive lists, for each write of the model, the items and attributes that
// must change with it: every item of an inserted or deleted row; of an updated
// row every attribute that is stored from, made of, or there because of, a
// column that is set; and the copies of those columns in the items of child
// rows, which the design's support question finds. Each is empty where the
// design has no such question, which Bind reports.
func Derive(m *model.Model, d *Design) []Write {
	b := &binder{Bound: &Bound{Model: m, Design: d}, delim: delimiter(m)}
	b.bindTables()
	b.bindTypes()
	var out []Write
	for _, w := range m.Writes {
		if items := b.derive(w); len(items) > 0 {
			out = append(out, Write{Name: w.Name, Items: items})
		}
	}
	return out
}

func (b *Bound) derive(w *model.Write) []WriteItem {
	changed := changedBy(w)
	var out []WriteItem
	for _, t := range b.types {
		if t.entity == w.Entity {
			set := t.touched(changed)
			switch {
			case w.Kind != model.Update:
				out = append(out, WriteItem{Item: t.Name})
			case len(set) > 0 || meets(t.when.columns(), changed):
				out = append(out, WriteItem{Item: t.Name, Set: set})
			}
		}
		if w.Kind == model.Update || w.Kind == model.Replace {
			out = append(out, b.deriveCopies(t, w, changed)...)
		}
	}
	return out
}

// changedBy are the columns that a write may change, computed ones included.
func changedBy(w *model.Write) []string {
	var out []string
	if w.Kind != model.Update {
		return columnNames(w.Entity)
	}
	for _, a := range w.Set {
		out = appendNew(out, a.Column)
	}
	for _, c := range w.Entity.Columns {
		if c.Computed != nil && slices.Contains(out, c.Computed.Column) {
			out = appendNew(out, c.Name)
		}
	}
	return out
}

// touched are the attributes of the row's item that depend on columns.
func (t *boundType) touched(columns []string) []string {
	var out []string
	for _, k := range t.keys {
		if meets(k.text.columns(), columns) || meets(k.when.columns(), columns) {
			out = append(out, k.name)
		}
	}
	for _, a := range t.attrs {
		if a.parent == nil && slices.Contains(columns, a.Column) || a.parent != nil && meets(a.Via, columns) {
			out = append(out, a.Name)
		}
	}
	return out
}

// deriveCopies are the copies of a parent's columns in items of type t, by the
// columns that lead to the parent.
func (b *Bound) deriveCopies(t *boundType, w *model.Write, changed []string) []WriteItem {
	var out []WriteItem
	var vias [][]string
	for _, a := range t.attrs {
		if a.parent != w.Entity || !slices.Contains(changed, a.Column) {
			continue
		}
		i := slices.IndexFunc(vias, func(v []string) bool { return slices.Equal(v, a.Via) })
		if i < 0 {
			i = len(vias)
			vias = append(vias, a.Via)
			out = append(out, WriteItem{Item: t.Name, Each: b.supportFor(t.Entity, a.Via)})
		}
		out[i].Set = append(out[i].Set, a.Name)
	}
	return out
}

// supportFor returns the name of the support question for rows of an entity
// by a parent's key, "" where the design has none.
func (b *Bound) supportFor(entity string, via []string) string {
	for _, q := range b.Design.Questions {
		if s := q.Support; s != nil && s.Entity == entity && slices.Equal(s.Via, via) {
			return q.Name
		}
	}
	return ""
}

func meets(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}
