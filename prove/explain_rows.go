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
		for _, why := range []func(*finding, *inquiry, *model.Select) (string, string){s.explainPrefix, s.explainBound} {
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

// explainBound looks for a row exactly at a bound of the question's range that
// does not come, or comes and should not.
func (s *subject) explainBound(f *finding, in *inquiry, sel *model.Select) (trap, sentence string) {
	r := sel.Range
	if r == nil || len(f.rows) == 0 || f.entity != sel.Entity {
		return "", ""
	}
	low, high := atBound(f, sel, r.Low), atBound(f, sel, r.High)
	t := s.table(in.d.Request.TableName)
	op := sortCondition(in.d.Request, keyOf(t, indexOf(t, in.d.Request.IndexName))).op
	gone := f.way == rowMissing || f.way == rowsLeftOut
	switch {
	case gone && r.Op != model.Prefix && op == "begins_with":
		return "prefix-for-a-range", fmt.Sprintf("the question asks for a range of %s, and begins_with finds only what begins like its bound", r.Column)
	case f.way == rowSurplus && (low && r.Op == model.Greater || high && r.Op == model.Less):
		return "bound-let-in", fmt.Sprintf("the question leaves out rows exactly at the bound of %s, and the request lets them in", r.Column)
	case gone && low && r.Op != model.Greater && op == ">", gone && high && r.Op != model.Less && op == "<" && s.endsKey(in, sel, r.Column):
		return "bound-left-out", fmt.Sprintf("the question asks for rows exactly at the bound of %s too, and the request leaves them out", r.Column)
	case gone && high && r.Op != model.Less:
		return "between-without-tail-bound", fmt.Sprintf("the upper bound is the beginning of the keys with that %s, so rows exactly at the bound lie above it", r.Column)
	}
	return "", ""
}

// atBound says whether the row of a finding lies exactly at a bound of the
// range; the range may be of a computed column.
func atBound(f *finding, sel *model.Select, o model.Operand) bool {
	bound := o.Literal
	if o.Param != "" {
		bound = f.ask.args[o.Param]
	}
	row := &scope{bound: []binding{{entity: sel.Entity, row: f.rows[0]}}}
	got, err := row.column(&model.ColumnRef{Column: sel.Range.Column})
	want, bad := columnVal(sel.Entity.Column(sel.Range.Column), bound)
	return err == nil && bad == nil && want.kind != kindNull && got.canonical() == want.canonical()
}

// endsKey says whether a column is the last one in the sort key that a question
// reads by.
func (s *subject) endsKey(in *inquiry, sel *model.Select, column string) bool {
	for _, name := range in.d.Items {
		if it := s.item(name); it.Entity == sel.Entity.Name {
			slots := s.sortSlots(in, it)
			return len(slots) > 0 && slots[len(slots)-1].column.Name == column
		}
	}
	return false
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
