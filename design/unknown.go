package design

import (
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// Unknown returns the columns that a write needs beyond what its statement
// gives: for an UPDATE or DELETE, columns in the base keys of the items that
// it touches and in the keys that it rewrites which neither WHERE nor SET
// says; for an INSERT OR REPLACE, the old row's columns that lead to items
// which the new row does not replace. The application reads the row before such a write. The columns are in
// the entity's order.
func (b *Bound) Unknown(w *model.Write) []string {
	bw := b.write(w.Name)
	if bw == nil {
		return nil
	}
	return slices.Clone(bw.unknown)
}

func (bw *boundWrite) findUnknown() []string {
	w := bw.Write
	known := knownBy(w)
	var needed []string
	for _, item := range bw.items {
		if item.each != nil {
			continue
		}
		for _, c := range item.needs(w) {
			if !slices.Contains(known, c) {
				needed = appendNew(needed, c)
			}
		}
		for _, c := range item.needsOld(w) {
			needed = appendNew(needed, c)
		}
	}
	var out []string
	for _, c := range w.Entity.Columns {
		if slices.Contains(needed, c.Name) {
			out = append(out, c.Name)
		}
	}
	return out
}

// allColumns are the columns that the whole item is made of.
func (t *boundType) allColumns() []string {
	out := slices.Clone(t.when.columns())
	for _, k := range t.keys {
		out = append(append(out, k.text.columns()...), k.when.columns()...)
	}
	for _, a := range t.attrs {
		if a.parent != nil {
			out = append(out, a.Via...)
			continue
		}
		out = append(out, a.Column)
	}
	return out
}

// needsOld are the columns whose values before an UPDATE or a REPLACE matter:
// what it sets in a base key, or in the item's When, decides which item goes
// away.
func (i *boundWriteItem) needsOld(w *model.Write) []string {
	if w.Kind != model.Update && w.Kind != model.Replace {
		return nil
	}
	columns := i.typ.when.columns()
	for _, name := range i.typ.table.Key.Names() {
		columns = append(columns, i.typ.columnsOf(name)...)
	}
	var out []string
	for _, c := range columns {
		if slices.Contains(changedBy(w), c) && !(w.Kind == model.Replace && slices.Contains(w.Entity.Key, c)) {
			if col := i.typ.entity.Column(c); col.Computed != nil {
				c = col.Computed.Column
			}
			out = appendNew(out, c)
		}
	}
	return out
}

// needs are the columns that a writer of the item has to know.
func (i *boundWriteItem) needs(w *model.Write) []string {
	var out []string
	add := func(columns []string) {
		for _, c := range columns {
			if col := i.typ.entity.Column(c); col != nil && col.Computed != nil {
				c = col.Computed.Column
			}
			out = appendNew(out, c)
		}
	}
	for _, name := range i.typ.table.Key.Names() {
		add(i.typ.columnsOf(name))
	}
	if len(i.needsOld(w)) > 0 && !neverAfter(i.typ.when, w) {
		add(i.typ.allColumns()) // the item may appear, or move: it is put whole
	}
	if w.Kind == model.Delete || i.typ.Role != RoleRow {
		add(i.typ.when.columns())
	}
	for _, k := range i.typ.keys {
		if slices.Contains(i.Set, k.name) && !neverAfter(k.when, w) {
			add(k.text.columns())
			add(k.when.columns())
		}
	}
	for _, a := range i.typ.attrs {
		switch {
		case !slices.Contains(i.Set, a.Name):
		case a.parent != nil:
			add(a.Via)
		case !i.typ.isCounter(a): // else DynamoDB adds, whatever the old value is
			add([]string{a.Column})
		}
	}
	return out
}

// isCounter says whether an attribute is a plain number that nothing else of
// the item is made of.
func (t *boundType) isCounter(a boundAttribute) bool {
	return a.parent == nil && a.codec == nil && valueType(a.column) == attr.TypeNumber && len(t.touched([]string{a.Column})) == 1
}

// neverAfter says whether the constants of an UPDATE alone make a predicate
// false or unknown: UPDATE ... SET status = 'PAID' removes what is there when
// status = 'PENDING', whatever the rest of the row is.
func neverAfter(p *predicate, w *model.Write) bool {
	if p == nil || w.Kind != model.Update {
		return false
	}
	constants := model.Row{}
	var known []string
	for _, c := range w.Const {
		known = append(known, c.Column)
		constants[c.Column] = c.Value
	}
	for _, a := range w.Set {
		known = slices.DeleteFunc(known, func(c string) bool { return c == a.Column })
		if a.Null || !null(a.To.Literal) && !a.Add && !a.Sub {
			known = append(known, a.Column)
			constants[a.Column] = a.To.Literal
		}
	}
	for _, c := range p.columns() {
		if !slices.Contains(known, c) {
			return false
		}
	}
	holds, err := p.holds(constants)
	return err == nil && !holds
}

// knownBy are the columns whose new values a statement gives.
func knownBy(w *model.Write) []string {
	var out []string
	if w.Kind != model.Update && w.Kind != model.Delete {
		return columnNames(w.Entity)
	}
	for _, e := range w.Eq {
		out = appendNew(out, e.Column)
	}
	for _, c := range w.Const {
		out = appendNew(out, c.Column)
	}
	for _, a := range w.Set {
		if !a.Add && !a.Sub {
			out = appendNew(out, a.Column)
		}
	}
	return out
}
