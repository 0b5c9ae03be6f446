package design

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/model"
)

func (b *binder) bindWrites() {
	seen := map[string]bool{}
	for i, w := range b.Design.Writes {
		path := fmt.Sprintf("writes[%d]", i)
		b.unique("writes", path+".write", seen, w.Name)
		known := names(b.Model.Writes, func(w *model.Write) string { return w.Name })
		if !slices.Contains(known, w.Name) {
			b.fail(path+".write", "the model has no write %q%s", w.Name, hint(w.Name, known))
		}
	}
	for _, w := range b.Model.Writes {
		i := slices.IndexFunc(b.Design.Writes, func(d Write) bool { return d.Name == w.Name })
		items, path := b.derive(w), ""
		if i >= 0 {
			items, path = b.Design.Writes[i].Items, fmt.Sprintf("writes[%d]", i)
		}
		out := &boundWrite{Write: w}
		for j, item := range items {
			sub := path
			if i >= 0 {
				sub = fmt.Sprintf("%s.items[%d]", path, j)
			}
			if bound, ok := b.writeItem(sub, w, item); ok {
				out.items = append(out.items, bound)
			}
		}
		out.unknown = out.findUnknown()
		b.writes = append(b.writes, out)
	}
}

func (b *binder) writeItem(path string, w *model.Write, item WriteItem) (boundWriteItem, bool) {
	out := boundWriteItem{WriteItem: item, typ: b.typeOf(item.Item)}
	if out.typ == nil {
		if known := b.itemNames(); !slices.Contains(known, item.Item) {
			b.fail(path, "the design has no item %q%s", item.Item, hint(item.Item, known))
		}
		return out, false
	}
	if path == "" { // derived: what is wrong is in the item type
		path = out.typ.path
	}
	for _, name := range item.Set {
		if known := out.typ.attributeNames(); !slices.Contains(known, name) {
			b.fail(path, "item %q has no attribute %q%s", item.Item, name, hint(name, known))
		}
	}
	if item.Each != "" {
		out.each = b.each(path, w, item, out.typ)
		return out, out.each != nil
	}
	switch {
	case out.typ.entity != w.Entity:
		b.fail(path, "write %s is of %s, and the items %q of its %s rows carry copies of it; add a support question {\"support\": {\"entity\": %q, \"via\": %s}} that finds them, and name it with \"each\"",
			w.Name, w.Entity.Name, item.Item, out.typ.entity.Name, out.typ.entity.Name, quoteList(out.typ.viaTo(w.Entity, item.Set)))
		return out, false
	case w.Kind == model.Update && len(item.Set) == 0 && !meets(out.typ.when.columns(), changedBy(w)):
		b.fail(path, "write %s is an UPDATE; \"set\" names the attributes of %q that it writes", w.Name, item.Item)
	case w.Kind != model.Update && len(item.Set) > 0:
		b.fail(path, "write %s is no UPDATE: the whole item is written, without \"set\"", w.Name)
	}
	return out, true
}

// viaTo are the columns that lead to the parent from which the named
// attributes are copied, nil where none is.
func (t *boundType) viaTo(parent *model.Entity, set []string) []string {
	for _, a := range t.attrs {
		if a.parent == parent && slices.Contains(set, a.Name) {
			return a.Via
		}
	}
	return nil
}

func quoteList(list []string) string {
	return `["` + strings.Join(list, `", "`) + `"]`
}

// each checks the question that finds child rows.
func (b *binder) each(path string, w *model.Write, item WriteItem, t *boundType) *boundQuestion {
	q := b.question(item.Each)
	if q == nil {
		known := names(b.Design.Questions, func(q Question) string { return q.Name })
		if !slices.Contains(known, item.Each) {
			b.fail(path, "the design has no question %q%s", item.Each, hint(item.Each, known))
		}
		return nil
	}
	if len(q.asked.Selects) != 1 || q.asked.Selects[0].Entity != t.entity {
		b.fail(path, "question %q does not find rows of %s", item.Each, t.entity.Name)
		return nil
	}
	if len(item.Set) == 0 {
		b.fail(path, "\"set\" names the attributes of %q that carry copies", item.Item)
	}
	via := t.viaTo(w.Entity, item.Set)
	for _, a := range t.attrs {
		if slices.Contains(item.Set, a.Name) && (a.parent != w.Entity || !slices.Equal(a.Via, via)) {
			b.fail(path, "attribute %q of %q is no copy that %s finds", a.Name, item.Item, item.Each)
		}
	}
	if via == nil {
		if len(item.Set) > 0 {
			b.fail(path, "item %q carries no copies of columns of %s", item.Item, w.Entity.Name)
		}
		return nil
	}
	s := q.asked.Selects[0]
	if s.Limit > 0 || s.Range != nil || len(s.Eq) != len(via) ||
		slices.ContainsFunc(s.Eq, func(e model.Eq) bool { return !slices.Contains(via, e.Column) }) {
		b.fail(path, "question %q does not find all rows of %s by %s", item.Each, t.entity.Name, strings.Join(via, ", "))
		return nil
	}
	return q
}
