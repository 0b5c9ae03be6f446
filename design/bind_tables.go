package design

import (
	"fmt"
	"maps"
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

var keyTypes = map[string]attr.Type{"S": attr.TypeString, "N": attr.TypeNumber, "B": attr.TypeBinary}

func (b *binder) bindTables() {
	seen := map[string]bool{}
	for i := range b.Design.Tables {
		t := &b.Design.Tables[i]
		path := fmt.Sprintf("tables[%d]", i)
		b.unique("tables", path+".name", seen, t.Name)
		before := len(b.errs)
		bound := b.table(path, t)
		if err := bound.Validate(); err != nil && len(b.errs) == before {
			b.fail(path, "%v", err)
		}
		b.tables = append(b.tables, bound)
	}
	if len(b.Design.Tables) == 0 {
		b.fail("tables", "the design has no table")
	}
}

func (b *binder) table(path string, t *Table) *schema.Table {
	out := &schema.Table{Name: t.Name, Key: schemaKey(t.Key), OnDemand: true}
	if len(t.Key.Partition) != 1 || len(t.Key.Sort) > 1 {
		b.fail(path+".key", "a table's key has one partition attribute and at most one sort attribute")
	}
	seen := map[string]bool{}
	keys := slices.Clone(out.Key.Names())
	for i := range t.Indexes {
		x := &t.Indexes[i]
		sub := fmt.Sprintf("%s.indexes[%d]", path, i)
		b.unique("indexes", sub+".name", seen, x.Name)
		out.Indexes = append(out.Indexes, b.index(sub, t, x))
		for _, name := range append(slices.Clone(x.Key.Partition), x.Key.Sort...) {
			keys = appendNew(keys, name)
		}
	}
	for _, name := range keys {
		typ, ok := keyTypes[t.Types[name]]
		if !ok {
			typ = attr.TypeString
		}
		out.Attributes = append(out.Attributes, schema.Attribute{Name: name, Type: typ})
	}
	for _, name := range slices.Sorted(maps.Keys(t.Types)) {
		typ := t.Types[name]
		if !slices.Contains(keys, name) {
			b.fail(join(path+".types", name), "%q is no key attribute of the table or an index%s", name, hint(name, keys))
		}
		if keyTypes[typ] == 0 {
			b.fail(join(path+".types", name), "a key attribute is of type S, N or B, not %q", typ)
		}
	}
	return out
}

func schemaKey(k Key) schema.Key { return schema.Key{Partition: k.Partition, Sort: k.Sort} }

func (b *binder) index(path string, t *Table, x *Index) schema.Index {
	out := schema.Index{
		Name: x.Name, Local: x.Local, Key: schemaKey(x.Key),
		Projection: schema.Projection{Kind: schema.ProjectionKind(x.Projection), Include: slices.Sorted(slices.Values(x.Include))},
	}
	switch out.Projection.Kind {
	case schema.ProjectInclude:
		if len(x.Include) == 0 {
			b.fail(path, "projection INCLUDE needs \"include\": the names of the projected attributes")
		}
	case schema.ProjectAll, schema.ProjectKeysOnly:
		if len(x.Include) > 0 {
			b.fail(path+".include", "only projection INCLUDE names attributes; this one is %s", x.Projection)
		}
	default:
		b.fail(path+".projection", "a projection is ALL, KEYS_ONLY or INCLUDE, not %q", x.Projection)
	}
	if x.Local && !slices.Equal(x.Key.Partition, t.Key.Partition) {
		b.fail(path+".key.partition", "a local index has the table's partition attribute")
	}
	for i, name := range x.Include {
		if slices.Contains(x.Include[:i], name) {
			b.fail(path+".include", "%q is named twice", name)
		}
	}
	return out
}
