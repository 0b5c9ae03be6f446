package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// explainRows looks for a condition that is wider or narrower than what is
// asked.
func (s *subject) explainRows(f *finding, in *inquiry) (trap, sentence string) {
	for _, sel := range in.q.Selects {
		for _, why := range []func(*finding, *inquiry, *model.Select) (string, string){s.explainPrefix, explainBound} {
			if trap, sentence := why(f, in, sel); trap != "" {
				return trap, sentence
			}
		}
	}
	return "", ""
}

// explainPrefix looks for a row that came because one of its values begins
// with the one asked for.
func (s *subject) explainPrefix(f *finding, in *inquiry, sel *model.Select) (trap, sentence string) {
	t := s.table(in.d.Request.TableName)
	key := keyOf(t, indexOf(t, in.d.Request.IndexName))
	if f.way != rowSurplus || sortCondition(in.d.Request, key).op != "begins_with" {
		return "", ""
	}
	for _, eq := range sel.Eq {
		arg := f.ask.args[eq.Param].Str()
		for _, row := range f.rows {
			if v := row[eq.Column].Str(); v != arg && arg != "" && strings.HasPrefix(v, arg) {
				return "id-prefix-without-delimiter", fmt.Sprintf("%s begins with %s, and the prefix asked for does not end in a delimiter", quote(v), quote(arg))
			}
		}
	}
	return "", ""
}

// explainBound looks for a row exactly at the upper bound that does not come.
func explainBound(f *finding, in *inquiry, sel *model.Select) (trap, sentence string) {
	r := sel.Range
	if r == nil || r.Op != model.Between && r.Op != model.LessOrEqual || f.way != rowMissing && f.way != rowsLeftOut {
		return "", ""
	}
	bound := r.High.Literal
	if r.High.Param != "" {
		bound = f.ask.args[r.High.Param]
	}
	c := sel.Entity.Column(r.Column)
	want, err := columnVal(c, bound)
	if err != nil || len(f.rows) == 0 {
		return "", ""
	}
	if got, err := columnVal(c, f.rows[0][r.Column]); err == nil && got.canonical() == want.canonical() {
		return "between-without-tail-bound", fmt.Sprintf("the upper bound is the beginning of the keys with that %s, so rows exactly at the bound lie above it", r.Column)
	}
	return "", ""
}

// explainNoEntry looks for a row that has no entry in the index, and for why
// it has none.
func (s *subject) explainNoEntry(f *finding, in *inquiry) (trap, sentence string) {
	x := indexOf(s.table(in.d.Request.TableName), in.d.Request.IndexName)
	if x == nil || f.entity == nil || len(f.rows) == 0 {
		return "", ""
	}
	placed, err := s.b.Items(f.entity, f.rows[0], f.truth.parent)
	if err != nil {
		return "", ""
	}
	for _, p := range placed {
		for _, n := range names(x.Key) {
			if slices.Contains(in.d.Items, p.Type.Name) && !p.Item.Has(n) {
				return s.explainLeftOff(p.Type, x, n, f.rows[0])
			}
		}
	}
	return "", ""
}

// explainLeftOff says why a row's item lacks a key attribute of an index.
func (s *subject) explainLeftOff(it *design.ItemType, x *design.Index, attribute string, row model.Row) (trap, sentence string) {
	for c := range s.columnsOf(it, []string{attribute}) {
		if v := row[c]; v.IsZero() {
			return "null-sort-column", fmt.Sprintf("%s is NULL, so the key attribute is left out and the row has no entry in the index", c)
		}
	}
	if k := it.Keys[attribute]; k.When != "" {
		return "sparse-index-for-all-rows", fmt.Sprintf("index %s holds only rows with %s, and the question asks for others too", x.Name, k.When)
	}
	return "", ""
}
