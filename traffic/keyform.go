package traffic

import (
	"regexp"
	"strings"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

var slots = regexp.MustCompile(`\{[^}]*\}`)

// KeyForm is the form of an item type's partition key at a place: as the
// design writes it (PLAYER#{player_id}), and what tells whether keys of two
// item types may be equal: texts around what is put in, or, where there are
// none, the columns themselves, those that refer to a parent as the parent's.
func KeyForm(b *design.Bound, item string, p *Place) (text, shape string) {
	var texts, shapes []string
	for _, name := range p.Key().Partition {
		template := "{" + name + "}"
		for i := range b.Design.Items {
			if it := &b.Design.Items[i]; it.Name == item {
				if k, ok := it.Keys[name]; ok {
					template = k.Template
				}
			}
		}
		texts = append(texts, template)
		form := slots.ReplaceAllString(template, "{}")
		if strings.ReplaceAll(form, "{}", "") == "" {
			owner, columns, _ := b.Source(item, name)
			form = ""
			for _, c := range columns {
				form += "{" + origin(b.Model, owner, c) + "}"
			}
		}
		shapes = append(shapes, form)
	}
	return strings.Join(texts, ", "), strings.Join(shapes, ", ")
}

// origin is the column that a column's values come from.
func origin(m *model.Model, e *model.Entity, name string) string {
	for range m.Entities { // references make no ring
		c := e.Column(name)
		if c == nil || c.References == nil || m.Entity(c.References.Entity) == nil {
			break
		}
		e, name = m.Entity(c.References.Entity), c.References.Column
	}
	return e.Name + "." + name
}
