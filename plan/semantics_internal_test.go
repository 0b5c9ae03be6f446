package plan

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// The semantics test runs the keys of random plans on random rows: entries are
// the rows within the membership, sorted by the key; a question reads one
// partition, one run of the sort key, in one direction, up to its limit. The
// answer is compared with filter and sort over the raw rows. Nothing of the
// search's reasoning is used, only the key, its inverted columns and its
// membership.

// testRow is a row: values by column number; a NULL is the zero Value.
type testRow []attr.Value

// semantics is one plan under test.
type semantics struct {
	t    testing.TB
	r    *rand.Rand
	e    *entity
	rows []testRow
	runs int
	bad  int
	seed uint64
}

func TestSemantics(t *testing.T) {
	runs, bad := runSemantics(t, 400, hooks{})
	t.Logf("%d answers compared", runs)
	if bad > 0 {
		t.Errorf("%d of %d answers are wrong", bad, runs)
	}
}

func TestSemanticsHasTeeth(t *testing.T) {
	if _, bad := runSemantics(t, 400, hooks{noParity: true}); bad == 0 {
		t.Error("plans that ignore directions are not found wrong")
	}
}

func runSemantics(t testing.TB, models uint64, h hooks) (runs, bad int) {
	for seed := range models {
		r := rand.New(rand.NewPCG(seed, 3))
		m, err := model.Parse("random.sql", []byte(RandomModel(r, 1, 2+r.IntN(5))))
		if err != nil {
			t.Fatal(err)
		}
		pr, _, err := pricesOf(m.Settings.Prices, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := compile(m, pr, h)
		if err != nil {
			t.Fatal(err)
		}
		sol := newSolver(context.Background(), p, 1<<40).solve()
		if sol.total >= never {
			continue
		}
		s := &semantics{t: t, r: r, e: p.entities[0], seed: seed}
		for range 3 {
			s.rows = s.makeRows(25)
			for i, u := range sol.plans[0].uses {
				k := &sol.plans[0].base.key
				if a := sol.plans[0].from[i]; a != nil {
					k = &a.key
				}
				for range 5 {
					s.check(u.a, k)
				}
			}
		}
		runs, bad = runs+s.runs, bad+s.bad
	}
	return runs, bad
}

// makeRows makes rows of few values, so that there are many ties, without two
// of one key.
func (s *semantics) makeRows(n int) []testRow {
	var rows []testRow
	for range n {
		row := make(testRow, len(s.e.cols))
		for i := range row {
			row[i] = s.value(&s.e.cols[i])
		}
		if !slices.ContainsFunc(rows, func(o testRow) bool { return s.conflict(row, o) }) {
			rows = append(rows, row)
		}
	}
	return rows
}

// conflict says that two rows have the same values in some key.
func (s *semantics) conflict(a, b testRow) bool {
	for _, k := range s.e.keys {
		same := true
		for c := range k.each {
			same = same && !a[c].IsZero() && attr.Equal(a[c], b[c])
		}
		if same {
			return true
		}
	}
	return false
}

var (
	testNumbers = []int64{1, 3, 5, 7, 8}
	testTexts   = []string{"A", "AA", "B", "C", "x", "y"}
)

func (s *semantics) value(c *column) attr.Value {
	if c.nullable && s.r.IntN(4) == 0 {
		return attr.Value{}
	}
	if c.src.Type.IsNumber() {
		return attr.Int(testNumbers[s.r.IntN(len(testNumbers))])
	}
	if c.src.Values != nil {
		return attr.String(c.src.Values[s.r.IntN(len(c.src.Values))])
	}
	return attr.String(testTexts[s.r.IntN(len(testTexts))])
}

// check asks one question with random arguments, mostly those of a row that
// exists.
func (s *semantics) check(a *ask, k *key) {
	args := map[string]attr.Value{}
	like := s.rows[s.r.IntN(len(s.rows))]
	for c, to := range a.bind {
		if to.Param != "" {
			args[to.Param] = like[c]
			if like[c].IsZero() || s.r.IntN(5) == 0 {
				args[to.Param] = s.value(&column{src: s.e.cols[c].src})
			}
		}
	}
	for _, f := range forms(a) {
		if r := f.Range; r != nil {
			for _, o := range []model.Operand{r.Low, r.High} {
				if o.Param != "" {
					args[o.Param] = s.value(&column{src: s.e.cols[s.e.byName[r.Column]].src})
				}
			}
		}
	}
	got, want := s.read(a, k, args), s.expected(a, args)
	s.runs++
	if text := s.differ(a, got, want); text != "" {
		if s.bad++; s.bad == 1 {
			s.t.Logf("seed %d, %s by %s: %s", s.seed, a.name, s.e.keyText(k), text)
		}
	}
}

func forms(a *ask) []*model.Select { return append([]*model.Select{a.sel}, a.sel.Variants...) }

// arg is the value of an operand.
func arg(o model.Operand, args map[string]attr.Value) attr.Value {
	if o.Param != "" {
		return args[o.Param]
	}
	return o.Literal
}

// read runs the question on the key.
func (s *semantics) read(a *ask, k *key, args map[string]attr.Value) []testRow {
	var entries []testRow
	for _, row := range s.rows {
		if s.member(row, k) {
			entries = append(entries, row)
		}
	}
	slices.SortStableFunc(entries, func(x, y testRow) int {
		for _, c := range k.sort() {
			n := compareNullsFirst(x[c], y[c])
			if k.x.has(c) {
				n = -n
			}
			if n != 0 {
				return n
			}
		}
		return 0
	})
	v, used := s.path(a, k)
	var found []testRow
	for _, row := range entries {
		if s.within(row, a, v, k, used, args) {
			found = append(found, row)
		}
	}
	if len(v.tail) > 0 && v.tail[0].ordered && v.tail[0].desc != k.x.has(v.tail[0].c) {
		slices.Reverse(found)
	}
	if a.unique {
		return slices.DeleteFunc(found, func(row testRow) bool { return !s.fits(row, a.sel, args) })
	}
	if n := int(a.sel.Limit); n > 0 && len(found) > n {
		found = found[:n]
	}
	return found
}

// member says that a row is in the index. A NULL in a key column keeps it out
// unless the plan said that it needs a form.
func (s *semantics) member(row testRow, k *key) bool {
	for m := k.m; m != 0; m &= m - 1 {
		c := &s.e.conds[low(m)]
		if c.expr == nil && (row[c.column].IsZero() || !attr.Equal(row[c.column], c.value)) {
			return false
		}
		if c.expr != nil && !s.holds(c.expr, row) {
			return false
		}
	}
	return true
}

// path is the form of the question that the key serves, and how many sort
// columns its equalities use.
func (s *semantics) path(a *ask, k *key) (*variant, int) {
	for i := range a.variants {
		v := &a.variants[i]
		e := s.e.equalities(&pick{a: a, v: i}, k.m)
		if a.unique {
			e = a.eq.or(a.constant)
		}
		if v.member&^k.m != 0 || !a.unique && !k.goesOn(e, v.tail) {
			continue
		}
		n := 0
		for n < k.n && e.has(k.s[n]) {
			n++
		}
		return v, n
	}
	s.t.Fatalf("seed %d: %s does not serve %s", s.seed, s.e.keyText(k), a.name)
	return nil, 0
}

// within says that an entry is in the run of keys that the request reads.
func (s *semantics) within(row testRow, a *ask, v *variant, k *key, used int, args map[string]attr.Value) bool {
	equal := k.p
	for _, c := range k.sort()[:used] {
		equal.add(c)
	}
	for c := range equal.each {
		if want := arg(a.bind[c], args); row[c].IsZero() || !attr.Equal(row[c], want) {
			return false
		}
	}
	return !v.ranged || a.unique || inRange(row[k.s[used]], v.sel.Range, args)
}

func inRange(v attr.Value, r *model.Range, args map[string]attr.Value) bool {
	if v.IsZero() {
		return false
	}
	lo, hi := arg(r.Low, args), arg(r.High, args)
	switch r.Op {
	case model.Less:
		return order(v, hi) < 0
	case model.LessOrEqual:
		return order(v, hi) <= 0
	case model.Greater:
		return order(v, lo) > 0
	case model.GreaterOrEqual:
		return order(v, lo) >= 0
	}
	return order(v, lo) >= 0 && order(v, hi) <= 0
}

func order(a, b attr.Value) int {
	n, _ := attr.Compare(a, b)
	return n
}

// compareNullsFirst orders as SQL does.
func compareNullsFirst(a, b attr.Value) int {
	switch {
	case a.IsZero() && b.IsZero():
		return 0
	case a.IsZero():
		return -1
	case b.IsZero():
		return 1
	}
	return order(a, b)
}

// expected filters and sorts the raw rows, without the limit.
func (s *semantics) expected(a *ask, args map[string]attr.Value) []testRow {
	var rows []testRow
	for _, row := range s.rows {
		if s.fits(row, a.sel, args) {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(x, y testRow) int { return s.compareBy(a.sel.Order, x, y) })
	return rows
}

func (s *semantics) compareBy(terms []model.Order, x, y testRow) int {
	for _, o := range terms {
		c := s.e.byName[o.Column]
		n := compareNullsFirst(x[c], y[c])
		if o.Desc {
			n = -n
		}
		if n != 0 {
			return n
		}
	}
	return 0
}

// fits evaluates a canonical form on a row.
func (s *semantics) fits(row testRow, f *model.Select, args map[string]attr.Value) bool {
	for _, q := range f.Eq {
		if v := row[s.e.byName[q.Column]]; v.IsZero() || !attr.Equal(v, args[q.Param]) {
			return false
		}
	}
	for _, c := range f.Const {
		if v := row[s.e.byName[c.Column]]; v.IsZero() || !attr.Equal(v, c.Value) {
			return false
		}
	}
	if f.Range != nil && !inRange(row[s.e.byName[f.Range.Column]], f.Range, args) {
		return false
	}
	for _, m := range append(slices.Clone(f.Member), f.Guard...) {
		if !s.holdsFor(m, row, args) {
			return false
		}
	}
	return true
}

func (s *semantics) holds(e model.Expr, row testRow) bool { return s.holdsFor(e, row, nil) }

// holdsFor evaluates the few forms of predicates that random models have.
func (s *semantics) holdsFor(e model.Expr, row testRow, args map[string]attr.Value) bool {
	value := func(x model.Expr) attr.Value {
		switch x := x.(type) {
		case *model.ColumnRef:
			return row[s.e.byName[x.Column]]
		case *model.Literal:
			return x.Value
		case *model.ParamRef:
			return args[x.Name]
		}
		panic(fmt.Sprintf("expression %s is not one of the generator's", x))
	}
	switch e := e.(type) {
	case *model.IsNullExpr:
		return value(e.X).IsZero() != e.Not
	case *model.BetweenExpr:
		v := value(e.X)
		return !v.IsZero() && order(v, value(e.Lo)) >= 0 && order(v, value(e.Hi)) <= 0
	case *model.Binary:
		l, r := value(e.L), value(e.R)
		if l.IsZero() || r.IsZero() {
			return false
		}
		n := order(l, r)
		switch e.Op {
		case "=":
			return n == 0
		case ">=":
			return n >= 0
		case "<":
			return n < 0
		}
	}
	panic(fmt.Sprintf("expression %s is not one of the generator's", e))
}

// differ compares an answer with the expected rows: as many as the limit
// allows, each expected, in order, nothing before the last one left out.
func (s *semantics) differ(a *ask, got, want []testRow) string {
	n := len(want)
	if l := int(a.sel.Limit); l > 0 && !a.unique {
		n = min(n, l)
	}
	if len(got) != n {
		return fmt.Sprintf("%d rows instead of %d", len(got), n)
	}
	for i, row := range got {
		if !slices.ContainsFunc(want, func(o testRow) bool { return &o[0] == &row[0] }) {
			return "a row that does not belong"
		}
		if s.compareBy(a.sel.Order, row, want[i]) != 0 {
			return "rows out of order"
		}
	}
	return ""
}
