package prove

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/model"
)

// failure turns a finding into what a report shows.
func (s *subject) failure(f *finding) Failure {
	out := Failure{
		Rule: f.rule, Subject: f.subject, Message: f.message,
		Request: requestJSON(f.call), Got: f.got, Expected: f.expected,
		Items: f.items, Found: f.found,
	}
	for _, st := range f.world.steps {
		out.Steps = append(out.Steps, st.String())
	}
	for _, e := range s.m.Entities {
		for _, row := range f.truth.rows[e] {
			r := RowOf{Entity: e.Name, Row: row}
			for _, c := range declared(e) {
				if !row[c.Name].IsZero() {
					r.Columns = append(r.Columns, c.Name)
				}
			}
			out.World = append(out.World, r)
		}
	}
	if f.ask != nil {
		out.Question = f.ask.of.q.Name
		out.SQL = strings.Join(strings.Fields(f.ask.of.q.Text), " ")
		for _, p := range f.ask.of.q.Params {
			out.Args = append(out.Args, Argument{p, f.ask.args[p]})
		}
		if f.ask.limit > 0 {
			out.SQL += fmt.Sprintf("  -- with LIMIT %d", f.ask.limit)
		}
	}
	out.Trap, out.Explanation = s.explain(f)
	return out
}

// assumptions is what a proof takes for granted; see the package comment.
func assumptions(m *model.Model) []string {
	out := []string{
		"no two writers write at the same time",
		"rows are written through the design's writes, and no row is deleted before those that refer to it",
		"a generated identity (a ulid or uuid that refers to nothing) does not come twice",
		"sizes, rows and rates are as the model says",
	}
	for _, e := range m.Entities {
		for _, c := range declared(e) {
			if (c.Type.Kind == model.KindText || c.Type.Kind == model.KindJSON || c.Type.Kind == model.KindBlob) && longest(c) == 0 {
				out = append(out, fmt.Sprintf("%s.%s has no bound: values keep items below 400 KB", e.Name, c.Name))
			}
		}
	}
	return out
}
