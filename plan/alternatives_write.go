package plan

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/model"
)

// waysOfWrite let a write find its item first.
func (r *run) waysOfWrite(f *Refused) []way {
	w := originalWrite(r.m, f.Write)
	var where []string
	for _, q := range w.Eq {
		where = append(where, q.Column+" = :"+q.Param)
	}
	for _, c := range w.Const {
		where = append(where, c.Column+" = "+model.PrintLiteral(c.Value))
	}
	named := way{text: "bind " + strings.Join(w.Entity.Key, ", ") + " in WHERE: the writer then names its item, as the design is priced", requests: 1,
		edit: func(m *model.Model, q *model.Question) bool { return true }}
	if len(where) == 0 {
		return []way{named}
	}
	text := fmt.Sprintf("SELECT %s FROM %s WHERE %s", strings.Join(w.Entity.Key, ", "), w.Entity.Name, strings.Join(where, " AND "))
	return []way{named, {
		text: "find the rows by a question first, then write each: " + text, requests: 2,
		edit: func(m *model.Model, q *model.Question) bool {
			return addQuestion(m, "find-for-"+w.Name, text, w.Rate)
		},
	}}
}
