package design

import (
	"fmt"
	"maps"
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

func (b *binder) bindTypes() {
	seen := map[string]bool{}
	for i := range b.Design.Items {
		t := &b.Design.Items[i]
		path := fmt.Sprintf("items[%d]", i)
		b.unique("items", path+".item", seen, t.Name)
		if bound := b.itemType(path, t); bound != nil {
			b.types = append(b.types, bound)
		}
	}
	b.checkIncludes()
}

// itemType binds an item type, nil where its entity or table is unknown.
func (b *binder) itemType(path string, t *ItemType) *boundType {
	out := &boundType{ItemType: t, path: path, entity: b.entity(path+".entity", t.Entity), table: b.Table(t.Table)}
	if out.table == nil {
		b.fail(path+".table", "the design has no table %q%s", t.Table, hint(t.Table, b.tableNames()))
	}
	switch t.Role {
	case RoleRow, RoleCopy, RoleUnique:
	default:
		b.fail(path+".role", "a role is copy or unique, or left out for the row itself, not %q", t.Role)
	}
	if out.entity == nil || out.table == nil {
		return nil
	}
	out.when = b.predicate(path+".when", out.entity, t.When)
	b.keys(out)
	b.attributes(out)
	b.checkKeys(out)
	return out
}

func (b *binder) predicate(path string, e *model.Entity, text string) *predicate {
	p, err := newPredicate(e, text)
	if err != nil {
		b.failAll(path, err)
	}
	return p
}

func (b *binder) keys(t *boundType) {
	base := t.table.Key.Names()
	order := slices.Clone(base)
	for _, name := range slices.Sorted(maps.Keys(t.Keys)) {
		order = appendNew(order, name)
	}
	for _, name := range order {
		k, ok := t.Keys[name]
		if !ok {
			continue
		}
		path := join(t.path+".keys", name)
		typ := t.table.AttributeType(name)
		if typ == 0 {
			typ = attr.TypeString
			b.checkSpelling(t, path, name)
		}
		text, err := compile(k.Template, typ, b.delim, func(c string) (*model.Column, error) {
			if col := t.entity.Column(c); col != nil {
				return col, nil
			}
			return nil, fmt.Errorf("entity %s has no column %q%s", t.entity.Name, c, hint(c, columnNames(t.entity)))
		})
		if err != nil {
			b.failAll(path, err)
			continue
		}
		isBase := slices.Contains(base, name)
		if isBase && k.When != "" {
			b.fail(path, "a base key attribute is always there; put \"when\" on the item instead")
		}
		t.keys = append(t.keys, boundKey{name, text, b.predicate(path+".when", t.entity, k.When), isBase})
	}
}

func (b *binder) attributes(t *boundType) {
	list := t.Attributes
	if list == nil {
		for _, c := range t.entity.Columns {
			if _, made := t.Keys[c.Name]; c.Computed == nil && !made {
				list = append(list, Attribute{Name: c.Name, Column: c.Name})
			}
		}
	}
	seen := map[string]bool{}
	for i, a := range list {
		path := fmt.Sprintf("%s.attributes[%d]", t.path, i)
		b.unique("attributes", path, seen, a.Name)
		if _, made := t.Keys[a.Name]; made {
			b.fail(path, "attribute %q has a template in \"keys\" already", a.Name)
			continue
		}
		if a.Column == "" {
			a.Column = a.Name
		}
		if bound, ok := b.attribute(t, path, a); ok {
			t.attrs = append(t.attrs, bound)
		}
	}
}

func (b *binder) attribute(t *boundType, path string, a Attribute) (boundAttribute, bool) {
	out := boundAttribute{Attribute: a}
	owner := t.entity
	if a.Parent != "" {
		if owner = b.entity(path+".parent", a.Parent); owner == nil {
			return out, false
		}
		out.parent = owner
		b.via(t, path, &out)
	} else if len(a.Via) > 0 {
		b.fail(path+".via", "\"via\" is for columns copied from a \"parent\"")
	}
	if out.column = owner.Column(a.Column); out.column == nil {
		b.fail(path, "entity %s has no column %q%s", owner.Name, a.Column, hint(a.Column, columnNames(owner)))
		return out, false
	}
	declared := t.table.AttributeType(a.Name)
	out.base = t.table.Key.Has(a.Name)
	if a.Codec == "" {
		if declared != 0 && declared != valueType(out.column) {
			b.fail(path, "%s", nativeProblem(a.Name, out.column, declared))
		}
		return out, true
	}
	codec, err := NewCodec(out.column, a.Codec, b.delim)
	if err != nil {
		b.fail(path+".codec", "%v", err)
		return out, false
	}
	out.codec, out.typ = codec, attr.TypeString
	if codec.traits.numberOnly || declared == attr.TypeNumber {
		out.typ = attr.TypeNumber
	}
	if declared != 0 && declared != out.typ || out.typ == attr.TypeNumber && !codec.Number() {
		b.fail(path+".codec", "codec %q writes type %s, but %s is a key attribute of type %s", a.Codec, codecType(codec), a.Name, declared)
	}
	return out, true
}

func codecType(c *Codec) attr.Type {
	if c.traits.numberOnly {
		return attr.TypeNumber
	}
	return attr.TypeString
}

// nativeProblem says why a column's plain value is no key attribute of a type.
func nativeProblem(name string, c *model.Column, declared attr.Type) string {
	switch is := valueType(c); is {
	case attr.TypeNumber, attr.TypeBinary, attr.TypeString:
		return fmt.Sprintf("column %s holds values of type %s, but key attribute %q is of type %s; write %q: %q in the table's \"types\"", c.Name, is, name, declared, name, is)
	}
	return fmt.Sprintf("a %s column is no key attribute; store it with a codec, or use a template", c.Type.Kind)
}

// via finds the columns that lead to a parent's row.
func (b *binder) via(t *boundType, path string, a *boundAttribute) {
	if len(a.Via) == 0 {
		a.Via = references(t.entity, a.parent)
		if a.Via == nil {
			b.fail(path, "no column of %s REFERENCES %s, or several do; write \"via\": the columns that hold its key", t.entity.Name, a.Parent)
		}
		return
	}
	if len(a.Via) != len(a.parent.Key) {
		b.fail(path+".via", "the key of %s has %d columns, \"via\" has %d", a.Parent, len(a.parent.Key), len(a.Via))
	}
	for _, name := range a.Via {
		if t.entity.Column(name) == nil {
			b.fail(path+".via", "entity %s has no column %q%s", t.entity.Name, name, hint(name, columnNames(t.entity)))
		}
	}
}

// references returns the columns of the only foreign key from child to
// parent, nil where there is none or more than one.
func references(child, parent *model.Entity) []string {
	var found []string
	for _, f := range child.Foreign {
		if f.Entity != parent.Name {
			continue
		}
		if found != nil {
			return nil
		}
		found = f.Columns
	}
	return found
}

// checkKeys finds base key attributes that are missing or may be missing.
func (b *binder) checkKeys(t *boundType) {
	for _, name := range t.table.Key.Names() {
		_, made := t.Keys[name]
		stored := slices.IndexFunc(t.attrs, func(a boundAttribute) bool { return a.Name == name })
		if !made && stored < 0 {
			b.fail(t.path+".keys", "key attribute %q of table %s has no template and is no attribute", name, t.table.Name)
		}
		if stored >= 0 && t.attrs[stored].parent != nil {
			b.fail(t.path+".keys", "key attribute %q may not be a copied column: it would move with its parent", name)
		}
	}
	if t.Role != RoleRow {
		return // a copy or a sentinel is left out for a row with NULL there
	}
	for _, k := range t.keys {
		for _, p := range k.text.parts {
			if k.base && p.codec != nil && !p.codec.column.NotNull && !p.codec.nulls && p.codec.column.Computed == nil {
				b.fail(join(t.path+".keys", k.name), "column %s may be NULL, but the base key needs it; declare it NOT NULL, or write {%s:... nulls}", p.name, p.name)
			}
		}
	}
}

// checkIncludes finds projected attributes that no item type has.
func (b *binder) checkIncludes() {
	for i, t := range b.Design.Tables {
		var known []string
		for _, typ := range b.types {
			if typ.Table != t.Name {
				continue
			}
			for _, name := range typ.attributeNames() {
				known = appendNew(known, name)
			}
		}
		for j, x := range t.Indexes {
			for _, name := range x.Include {
				if !slices.Contains(known, name) {
					b.fail(fmt.Sprintf("tables[%d].indexes[%d].include", i, j), "no item of the table has an attribute %q%s", name, hint(name, known))
				}
			}
		}
	}
}

// attributeNames are all attributes that items of the type may have.
func (t *boundType) attributeNames() []string {
	var out []string
	for _, k := range t.keys {
		out = append(out, k.name)
	}
	for _, a := range t.attrs {
		out = append(out, a.Name)
	}
	return out
}
