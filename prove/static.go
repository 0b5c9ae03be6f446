package prove

import (
	"fmt"

	"github.com/keywright/keywright/design"
)

// static checks what follows from model and design without any world.
func (s *subject) static() []Obligation {
	var out []Obligation
	for _, in := range s.inquiries {
		out = append(out, s.staticQuestion(in)...)
	}
	for i := range s.d.Items {
		out = append(out, s.staticItem(&s.d.Items[i])...)
	}
	out = append(out, s.staticWrites()...)
	for i := range s.d.Tables {
		out = append(out, s.staticTable(&s.d.Tables[i])...)
	}
	return out
}

func held(r Rule, subject, format string, args ...any) Obligation {
	return Obligation{r, subject, Static, true, fmt.Sprintf(format, args...)}
}

func broken(r Rule, subject, format string, args ...any) Obligation {
	return Obligation{r, subject, Static, false, fmt.Sprintf(format, args...)}
}

// table returns a table of the design by name; Bind has checked that it is
// there.
func (s *subject) table(name string) *design.Table {
	for i := range s.d.Tables {
		if s.d.Tables[i].Name == name {
			return &s.d.Tables[i]
		}
	}
	return nil
}

// item returns an item type of the design by name.
func (s *subject) item(name string) *design.ItemType {
	for i := range s.d.Items {
		if s.d.Items[i].Name == name {
			return &s.d.Items[i]
		}
	}
	return nil
}

func indexOf(t *design.Table, name string) *design.Index {
	for i := range t.Indexes {
		if t.Indexes[i].Name == name {
			return &t.Indexes[i]
		}
	}
	return nil
}

func names(k design.Key) []string {
	return append(append([]string{}, k.Partition...), k.Sort...)
}

// projected are the attributes that an index carries, nil for all of them.
func projected(t *design.Table, x *design.Index) map[string]bool {
	if x == nil || x.Projection == "ALL" {
		return nil
	}
	out := make(map[string]bool)
	for _, list := range [][]string{names(t.Key), names(x.Key), x.Include} {
		for _, n := range list {
			out[n] = true
		}
	}
	return out
}

// inIndex says whether items of a type can have an entry in an index.
func (s *subject) inIndex(it *design.ItemType, x *design.Index) bool {
	for _, n := range names(x.Key) {
		if !s.carries(it, n) {
			return false
		}
	}
	return true
}
