package prove

import (
	"slices"

	"github.com/keywright/keywright/model"
)

// A link is a foreign key: columns of a child that hold the key of one row of
// a parent. via follows the order of the parent's Key.
type link struct {
	parent *model.Entity
	via    []string
}

// linksOf returns the foreign keys of an entity, the widest first, so that
// narrower ones that share a column with them follow.
func linksOf(m *model.Model, e *model.Entity) []link {
	var out []link
	for _, f := range e.Foreign {
		if p := m.Entity(f.Entity); p != nil && len(f.Columns) == len(p.Key) {
			out = append(out, link{p, f.Columns})
		}
	}
	slices.SortStableFunc(out, func(a, b link) int { return len(b.via) - len(a.via) })
	return out
}

// keyOf returns the parent's key that a child row holds, false where it holds
// none because a column is NULL.
func (l link) keyOf(child model.Row) (model.Row, bool) {
	key := make(model.Row, len(l.via))
	for i, name := range l.via {
		v := child[name]
		if v.IsZero() || v.IsNull() {
			return nil, false
		}
		key[l.parent.Key[i]] = v
	}
	return key, true
}

// parentsFirst sorts entities so that parents come before their children; those
// of a cycle keep the file's order.
func parentsFirst(m *model.Model) []*model.Entity {
	var out []*model.Entity
	done := make(map[*model.Entity]bool)
	var visit func(e *model.Entity)
	visit = func(e *model.Entity) {
		if done[e] {
			return
		}
		done[e] = true
		for _, l := range linksOf(m, e) {
			visit(l.parent)
		}
		out = append(out, e)
	}
	for _, e := range m.Entities {
		visit(e)
	}
	return out
}

// orphaned says whether a row of the truth refers to a parent that is not
// there.
func (t *truth) orphaned() bool {
	for _, e := range t.m.Entities {
		for _, l := range linksOf(t.m, e) {
			for _, row := range t.rows[e] {
				if key, ok := l.keyOf(row); ok && t.find(l.parent, l.parent.Key, key) < 0 {
					return true
				}
			}
		}
	}
	return false
}
