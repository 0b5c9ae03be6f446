package model_test

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/keywright/keywright/model"
)

var (
	oracleRuns = flag.Int("oracle.runs", 1500, "random questions and conditions that are compared with SQLite")
	oracleSeed = flag.Uint64("oracle.seed", 1, "seed of the questions and conditions")
)

// oracleModel has the types that SQLite and the model compare alike. The
// values of the enum stand in the order of text, as in SQLite.
const oracleModel = `-- model oracle
CREATE TABLE p (pid int PRIMARY KEY, name text NOT NULL);  -- rows=10
CREATE TABLE t (  -- rows=100
  id int PRIMARY KEY,
  a int NOT NULL,
  b int,
  s text,
  e text CHECK (e IN ('DONE', 'LATE', 'OPEN')),
  f boolean,
  at timestamp(0),
  p int REFERENCES p,
  u int UNIQUE,
  UNIQUE (a, b));
`

// row is a row of t, by column; NULL is nil, a boolean int64 0 or 1.
type row map[string]any

// oracleWorld is a SQLite database with random rows, and the same rows here.
type oracleWorld struct {
	db    *sqlite3.Conn
	rows  []row
	names map[int64]string // of p
}

func newOracleWorld(t *testing.T, r *rand.Rand) *oracleWorld {
	t.Helper()
	w := &oracleWorld{db: openSQLite(t), names: map[int64]string{}}
	w.exec(t, "PRAGMA case_sensitive_like = ON")
	w.exec(t, "CREATE TABLE p (pid INTEGER, name TEXT); CREATE TABLE t (id INTEGER, a INTEGER, b INTEGER, s TEXT, e TEXT, f INTEGER, at TEXT, p INTEGER, u INTEGER)")
	for pid := range int64(4) {
		w.names[pid] = fmt.Sprintf("name %d", pid%3)
		w.exec(t, fmt.Sprintf("INSERT INTO p VALUES (%d, '%s')", pid, w.names[pid]))
	}
	pairs := map[string]bool{}
	for id := range int64(60) {
		x := row{
			"id": id, "a": int64(r.IntN(6)), "b": orNull(r, int64(r.IntN(5))),
			"s": orNull(r, pick(r, texts)), "e": orNull(r, pick(r, []string{"DONE", "LATE", "OPEN"})),
			"f": orNull(r, int64(r.IntN(2))), "at": orNull(r, pick(r, times)), "p": orNull(r, int64(r.IntN(4))), "u": orNull(r, id*2),
		}
		if pair := fmt.Sprint(x["a"], x["b"]); x["b"] != nil {
			if pairs[pair] {
				continue
			}
			pairs[pair] = true
		}
		w.rows = append(w.rows, x)
		var values []string
		for _, c := range oracleColumns {
			values = append(values, sqlText(x[c]))
		}
		w.exec(t, "INSERT INTO t VALUES ("+strings.Join(values, ", ")+")")
	}
	return w
}

var (
	oracleColumns = []string{"id", "a", "b", "s", "e", "f", "at", "p", "u"}
	texts         = []string{"", "a", "ab", "a%", "a_", "B", "b", "ba", "Z", "é", "zz"}
	times         = []string{"2026-01-01T00:00:00Z", "2026-01-01T23:59:59Z", "2026-01-02T00:00:00Z", "2026-01-02T10:30:00Z"}
)

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func orNull[T any](r *rand.Rand, v T) any {
	if r.IntN(5) == 0 {
		return nil
	}
	return v
}

func sqlText(v any) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case string:
		return "'" + strings.ReplaceAll(v, "'", "''") + "'"
	}
	return fmt.Sprint(v)
}

func (w *oracleWorld) exec(t *testing.T, sql string) {
	t.Helper()
	if err := w.db.Exec(sql); err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
}

// query runs a SELECT whose first column is an integer and whose second, where
// there is one, is text.
func (w *oracleWorld) query(t *testing.T, sql string, args map[string]any) (ids []int64, second []string) {
	t.Helper()
	stmt, _, err := w.db.Prepare(sql)
	if err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
	defer stmt.Close()
	for name, v := range args {
		i := stmt.BindIndex(":" + name)
		if i == 0 {
			continue
		}
		switch v := v.(type) {
		case int64:
			err = stmt.BindInt64(i, v)
		case string:
			err = stmt.BindText(i, v)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for stmt.Step() {
		ids = append(ids, stmt.ColumnInt64(0))
		if stmt.ColumnCount() > 1 {
			second = append(second, stmt.ColumnText(1))
		}
	}
	if err := stmt.Err(); err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
	return ids, second
}

// TestPredicatesAgainstSQLite: the normal form of a random condition is true
// for the rows for which SQLite says that the condition as written is.
func TestPredicatesAgainstSQLite(t *testing.T) {
	seed := *oracleSeed
	r := rand.New(rand.NewPCG(seed, 1))
	w := newOracleWorld(t, r)
	m, err := model.Parse("oracle.sql", []byte(oracleModel))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for range *oracleRuns {
		src := conditionText(r, 3, false)
		e, err := model.ParsePredicate(m.Entity("t"), src)
		if err != nil {
			continue // a literal that the column cannot have
		}
		want, _ := w.query(t, "SELECT id FROM t WHERE "+src+" ORDER BY id", nil)
		var got []int64
		for _, x := range w.rows {
			if isTrue(evaluate(e, x, nil)) {
				got = append(got, x["id"].(int64))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: %s\nnormal form %s\nis true of %v\nSQLite says  %v", seed, src, e, got, want)
		}
		compared++
	}
	if compared < *oracleRuns/2 {
		t.Errorf("only %d of %d conditions were compared", compared, *oracleRuns)
	}
}

// TestCanonicalFormAgainstSQLite: the rows that a canonical form describes, and
// each of its variants, are those that SQLite returns for the statement, in the
// same order up to ties, with the same copied column.
func TestCanonicalFormAgainstSQLite(t *testing.T) {
	seed := *oracleSeed
	r := rand.New(rand.NewPCG(seed, 2))
	w := newOracleWorld(t, r)
	compared, unique := 0, 0
	for range *oracleRuns {
		sql := questionText(r)
		m, err := model.Parse("oracle.sql", []byte(oracleModel+"-- question q rate=1/s\n"+sql+";"))
		if err != nil || len(m.Questions[0].Refusals) > 0 {
			continue
		}
		s := m.Questions[0].Selects[0]
		args := map[string]any{"i": int64(r.IntN(6)), "j": int64(r.IntN(6)), "x": pick(r, texts), "y": pick(r, []string{"", "a", "b"}), "d": pick(r, times), "day": "2026-01-02", "one": int64(r.IntN(2)), "st": pick(r, []string{"DONE", "OPEN"})}
		ids, names := w.query(t, sql, args)
		for _, form := range append([]*model.Select{s}, s.Variants...) {
			if problem := w.compare(form, args, ids, names); problem != "" {
				t.Errorf("seed %d: %s\nwith %v\nis read as %s\n%s", seed, sql, args, form, problem)
			}
		}
		compared++
		if s.Unique {
			unique++
		}
	}
	if compared < *oracleRuns/3 || unique < *oracleRuns/100 {
		t.Errorf("only %d of %d questions were compared, %d unique", compared, *oracleRuns, unique)
	}
}

// compare says how the rows of a canonical form differ from SQLite's answer.
func (w *oracleWorld) compare(s *model.Select, args map[string]any, ids []int64, names []string) string {
	want := map[int64]row{}
	for _, x := range w.rows {
		if selected(s, x, args) {
			want[x["id"].(int64)] = x
		}
	}
	if len(want) != len(ids) {
		return fmt.Sprintf("describes %d rows, SQLite returns %v", len(want), ids)
	}
	for i, id := range ids {
		x, ok := want[id]
		if !ok {
			return fmt.Sprintf("does not describe row %d", id)
		}
		if len(s.Copies) > 0 && names[i] != w.copied(x[s.Copies[0].Via[0]]) {
			return fmt.Sprintf("row %d has the copy %q, SQLite says %q", id, w.copied(x[s.Copies[0].Via[0]]), names[i])
		}
		if i > 0 && compareRows(s.Order, want[ids[i-1]], x) > 0 {
			return fmt.Sprintf("rows %d and %d are out of order", ids[i-1], id)
		}
		if i > 0 && s.Total && compareRows(s.Order, want[ids[i-1]], x) == 0 {
			return fmt.Sprintf("rows %d and %d are a tie in a total order", ids[i-1], id)
		}
	}
	if s.Unique && len(ids) > 1 {
		return "is unique and describes several rows"
	}
	return ""
}

func (w *oracleWorld) copied(key any) string {
	if key == nil {
		return ""
	}
	return w.names[key.(int64)]
}

// selected says whether a row is one of a canonical form's.
func selected(s *model.Select, x row, args map[string]any) bool {
	for _, e := range s.Eq {
		if v := columnOf(x, e.Column); v == nil || compareValues(v, args[e.Param]) != 0 {
			return false
		}
	}
	for _, c := range s.Const {
		if v := columnOf(x, c.Column); v == nil || compareValues(v, goValue(c.Value)) != 0 {
			return false
		}
	}
	for _, e := range append(slices.Clone(s.Member), s.Guard...) {
		if !isTrue(evaluate(e, x, args)) {
			return false
		}
	}
	return s.Range == nil || inRange(s.Range, columnOf(x, s.Range.Column), args)
}

func inRange(r *model.Range, v any, args map[string]any) bool {
	if v == nil {
		return false
	}
	bound := func(o model.Operand) any {
		if o.Param != "" {
			return args[o.Param]
		}
		return goValue(o.Literal)
	}
	switch r.Op {
	case model.Prefix:
		return strings.HasPrefix(v.(string), bound(r.Low).(string))
	case model.Between:
		return compareValues(v, bound(r.Low)) >= 0 && compareValues(v, bound(r.High)) <= 0
	case model.Greater:
		return compareValues(v, bound(r.Low)) > 0
	case model.GreaterOrEqual:
		return compareValues(v, bound(r.Low)) >= 0
	case model.Less:
		return compareValues(v, bound(r.High)) < 0
	}
	return compareValues(v, bound(r.High)) <= 0
}

// compareRows compares two rows by an ORDER BY; NULL comes first.
func compareRows(order []model.Order, x, y row) int {
	for _, o := range order {
		a, b := columnOf(x, o.Column), columnOf(y, o.Column)
		c := 0
		switch {
		case a == nil || b == nil:
			c = cmp.Compare(present(a), present(b))
		default:
			c = compareValues(a, b)
		}
		if o.Desc {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

func present(v any) int {
	if v == nil {
		return 0
	}
	return 1
}
