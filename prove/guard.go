package prove

import (
	"slices"

	"github.com/keywright/keywright/model"
)

// guardsOf returns the conditions that the client tests on the one row of a
// unique SELECT: those of the form of it whose equalities the request uses. A
// condition that the request has used up and whose columns do not come back
// needs no test.
func (s *subject) guardsOf(in *inquiry, sel *model.Select) []model.Expr {
	used := requestParams(in)
	form := sel
	for _, v := range append([]*model.Select{sel}, sel.Variants...) {
		if !slices.ContainsFunc(v.Eq, func(e model.Eq) bool { return !used[e.Param] }) {
			form = v
			break
		}
	}
	t := s.table(in.d.Request.TableName)
	x := indexOf(t, in.d.Request.IndexName)
	var out []model.Expr
	for _, g := range form.Guard {
		visible := true
		for _, name := range in.d.Items {
			if it := s.item(name); it.Entity == sel.Entity.Name {
				have := s.readable(it, t, x, in.d.Request)
				for _, c := range declaredColumns(sel.Entity, g) {
					visible = visible && have[c]
				}
			}
		}
		params := paramsOf(g)
		spent := len(params) > 0 && !slices.ContainsFunc(params, func(p string) bool { return !used[p] })
		if visible || !spent {
			out = append(out, g)
		}
	}
	return out
}

// requestParams are the names in the slots of a request's values.
func requestParams(in *inquiry) map[string]bool {
	out := make(map[string]bool)
	for _, o := range in.d.Request.Key {
		for _, p := range slots(o.Template) {
			out[p.column] = true
		}
	}
	for _, o := range in.d.Request.ExpressionAttributeValues {
		for _, p := range slots(o.Template) {
			out[p.column] = true
		}
	}
	return out
}

// declaredColumns are the columns of an expression; computed ones stand for
// those that they are computed from.
func declaredColumns(e *model.Entity, x model.Expr) []string {
	out := columnsIn(x)
	for i, name := range out {
		if c := e.Column(name); c != nil && c.Computed != nil {
			out[i] = c.Computed.Column
		}
	}
	return out
}

func columnsIn(e model.Expr) []string {
	var out []string
	walk(e, func(e model.Expr) {
		if c, ok := e.(*model.ColumnRef); ok {
			out = append(out, c.Column)
		}
	})
	return out
}
