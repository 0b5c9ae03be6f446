package prove

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// maxTransaction is how many items one transaction writes (source: "Quotas in
// Amazon DynamoDB").
const maxTransaction = 100

// staticWrites checks what the model's UPDATEs and DELETEs have to know, and
// that copied columns can follow their originals.
func (s *subject) staticWrites() []Obligation {
	var out []Obligation
	for _, w := range s.m.Writes {
		if w.Kind != model.Update && w.Kind != model.Delete {
			continue
		}
		out = append(out, s.address(w))
		for i := range s.d.Items {
			it := &s.d.Items[i]
			for _, a := range it.Attributes {
				if a.Parent == w.Entity.Name && sets(w, a.Column) {
					out = append(out, s.support(w, it, a))
				}
			}
		}
	}
	return out
}

func sets(w *model.Write, column string) bool {
	for _, t := range w.Stmt.Set {
		if strings.EqualFold(t.Column, column) {
			return w.Kind == model.Update
		}
	}
	return false
}

// address checks that a write can name its row's item from its WHERE, or by a
// question of the design that finds the row first.
func (s *subject) address(w *model.Write) Obligation {
	known := make(map[string]bool)
	for _, eq := range w.Eq {
		known[eq.Column] = true
	}
	for _, c := range w.Const {
		known[c.Column] = true
	}
	var missing []string
	for i := range s.d.Items {
		it := &s.d.Items[i]
		if it.Entity != w.Entity.Name || it.Role != design.RoleRow {
			continue
		}
		missing = nil
		for c := range s.columnsOf(it, names(s.table(it.Table).Key)) {
			if !known[c] {
				missing = append(missing, c)
			}
		}
		if len(missing) == 0 {
			return held(Address, w.Name, "WHERE names the base key of %s%s", it.Name, s.reads(w))
		}
	}
	if q := s.finder(w.Entity, known); q != "" {
		return held(Address, w.Name, "question %s finds the row first", q)
	}
	if missing == nil {
		return broken(Address, w.Name, "entity %s has no item for its rows", w.Entity.Name)
	}
	return broken(Address, w.Name, "WHERE does not say %s, which the base key needs, and no question finds the row", strings.Join(sortedList(missing), ", "))
}

// reads says what a write has to know of the row beyond its statement.
func (s *subject) reads(w *model.Write) string {
	if unknown := s.b.Unknown(w); len(unknown) > 0 {
		return "; it reads " + strings.Join(unknown, ", ") + " of the row first"
	}
	return ""
}

// finder returns a question that finds a row of an entity by known columns,
// alone or among all rows that have them; "" where there is none.
func (s *subject) finder(e *model.Entity, known map[string]bool) string {
	for _, in := range s.inquiries {
		for _, sel := range in.q.Selects {
			if sel.Entity != e || len(sel.Eq) == 0 {
				continue
			}
			all := len(sel.Const) == 0 && len(sel.Member) == 0 && sel.Range == nil && sel.Limit == 0
			ok := sel.In == nil && (sel.Unique || all)
			for _, eq := range sel.Eq {
				ok = ok && known[eq.Column]
			}
			if ok {
				return in.q.Name
			}
		}
	}
	return ""
}

// support checks that an UPDATE of an original reaches its copies.
func (s *subject) support(w *model.Write, it *design.ItemType, a design.Attribute) Obligation {
	subject := w.Name
	for _, listed := range s.d.Writes {
		if listed.Name != w.Name {
			continue
		}
		for _, wi := range listed.Items {
			if wi.Item == it.Name && wi.Each != "" {
				return s.supported(w, wi.Each, it, a)
			}
		}
		return broken(Support, subject, "sets %s.%s, of which items of %s hold copies, but does not touch them", a.Parent, a.Column, it.Name)
	}
	for _, q := range s.d.Questions {
		if q.Support != nil && q.Support.Entity == it.Entity {
			return s.supported(w, q.Name, it, a)
		}
	}
	return broken(Support, subject, "sets %s.%s, of which items of %s hold copies, but no question finds them", a.Parent, a.Column, it.Name)
}

// supported tells how many copies follow an UPDATE. More than a transaction
// takes is no fault, but then the copies follow one after another.
func (s *subject) supported(w *model.Write, question string, it *design.ItemType, a design.Attribute) Obligation {
	text := fmt.Sprintf("question %s finds the items of %s that hold copies of %s", question, it.Name, a.Column)
	if n := s.copies(it, a); n >= maxTransaction {
		text += fmt.Sprintf(": up to %d, which takes more than one transaction of %d", n, maxTransaction)
	}
	return held(Support, w.Name, "%s", text)
}

// copies is the most items of a type that hold copies of one parent row.
func (s *subject) copies(it *design.ItemType, a design.Attribute) int64 {
	e := s.m.Entity(it.Entity)
	via := make(map[string]bool)
	for _, c := range a.Via {
		via[c] = true
	}
	if len(via) == 0 {
		for _, l := range s.links[e] {
			if l.parent.Name == a.Parent {
				for _, c := range l.via {
					via[c] = true
				}
			}
		}
	}
	return s.largest(e, via)
}

// manyCopies lists the writes whose copies do not fit in one transaction.
func (s *subject) manyCopies() []string {
	var out []string
	for _, w := range s.m.Writes {
		for i := range s.d.Items {
			it := &s.d.Items[i]
			for _, a := range it.Attributes {
				if n := s.copies(it, a); a.Parent == w.Entity.Name && w.Kind == model.Update && sets(w, a.Column) && n >= maxTransaction {
					out = append(out, fmt.Sprintf("write %s changes up to %d copies of %s.%s: those beyond a transaction of %d follow later, and are old until then", w.Name, n, a.Parent, a.Column, maxTransaction))
				}
			}
		}
	}
	return out
}
