package query

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/index"
	"github.com/keywright/keywright/schema"
)

// CheckUpdatePath refuses a path of an update expression that would change a
// key of the table, or reach into a key attribute.
func CheckUpdatePath(t *schema.Table, path attr.Path) error {
	if t.Key.Has(path[0].Name) {
		return badParameter("Cannot update attribute " + path[0].Name + ". This attribute is part of the key")
	}
	return CheckDocumentPath(t, path)
}

// CheckDocumentPath refuses a document path that reaches into a key
// attribute: those are scalars.
func CheckDocumentPath(t *schema.Table, path attr.Path) error {
	if len(path) < 2 {
		return nil
	}
	const message = "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "
	name := path[0].Name
	if t.Key.Has(name) {
		return fail(message + "Key: " + name)
	}
	for i := range t.Indexes {
		if t.Indexes[i].Key.Has(name) {
			return fail(message + "IndexKey: " + name)
		}
	}
	return nil
}

// CheckFilterPaths refuses a filter on the key of what is queried. param is
// how messages call the filter: "Filter Expression" or "QueryFilter".
func (p *Path) CheckFilterPaths(param string, paths []attr.Path) error {
	key := p.Key()
	for _, name := range key.Names() {
		for _, path := range paths {
			if path[0].Name == name {
				return fail(param + " can only contain non-primary key attributes: Primary key attribute: " + name)
			}
		}
	}
	return nil
}

// CheckFilterProjected refuses a filter on attributes that the index queried
// does not carry. (A Scan takes such a filter, and finds the attributes
// missing. Reported by users of AWS: sensedeep/dynamodb-onetable #93 and #377,
// dynamodb-toolbox #1195; for local indexes captured through PartiQL by
// dynoxide's author.)
func (p *Path) CheckFilterProjected(paths []attr.Path) error {
	absent := p.notCarried(paths)
	if len(absent) == 0 {
		return nil
	}
	slices.Sort(absent)
	return badParameter("Secondary index " + p.Index.Name + " does not project one or more filter attributes: [" +
		strings.Join(absent, ", ") + "]")
}

// notCarried returns the attributes at the head of the paths that the index
// does not carry, each once.
func (p *Path) notCarried(paths []attr.Path) []string {
	var absent []string
	for _, path := range paths {
		name := path[0].Name
		if p.Index != nil && !index.Carries(p.Table, p.Index, name) && !slices.Contains(absent, name) {
			absent = append(absent, name)
		}
	}
	return absent
}

// CheckProjected refuses, for a global index, attributes that it does not
// carry. A local index fetches them from the table: then fetch is true.
func (p *Path) CheckProjected(paths []attr.Path) (fetch bool, err error) {
	absent := p.notCarried(paths)
	switch {
	case len(absent) == 0:
		return false, nil
	case p.Index.Local:
		return true, nil
	}
	return false, badParameter("Global secondary index " + p.Index.Name + " does not project [" + strings.Join(absent, ", ") + "]")
}

// CheckAllAttributes refuses to return whole items from a global index that
// does not carry them. A local index fetches them: then fetch is true.
func (p *Path) CheckAllAttributes() (fetch bool, err error) {
	switch {
	case p.Index == nil || p.Index.Projection.Kind == schema.ProjectAll:
		return false, nil
	case p.Index.Local:
		return true, nil
	}
	return false, badParameter("Select type ALL_ATTRIBUTES is not supported for global secondary index " + p.Index.Name +
		" because its projection type is not ALL")
}
