package prove

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// The oracle has an oracle of its own: SQLite runs the same statements on the
// same rows. Compared is what both mean alike: three-valued logic, comparison,
// LIKE with letter case, GLOB, IN, BETWEEN, EXISTS, joins, ORDER BY, LIMIT and
// the functions. Not compared: LIKE :p || '%' with a wildcard in the parameter,
// times with offsets, numbers beyond 64 bits, text with a NUL byte, where
// SQLite and the model language differ on purpose.

const sqliteModel = `-- model oracle  prices=us-east-1/on-demand
CREATE TABLE club (  -- rows=10
  club_id varchar(8) PRIMARY KEY,
  name    varchar(20) NOT NULL,
  founded date
);
CREATE TABLE member (  -- rows=100
  club_id   varchar(8) NOT NULL REFERENCES club,
  member_id int NOT NULL CHECK (member_id BETWEEN -1000 AND 1000),
  nick      varchar(12),
  rating    int CHECK (rating BETWEEN -500 AND 9999),
  active    boolean NOT NULL,
  joined    timestamp(3),
  PRIMARY KEY (club_id, member_id)
);
`

// sqliteTables are the same tables with SQLite's own types: the names that the
// model uses would give some texts a number's affinity.
const sqliteTables = `
CREATE TABLE club (club_id TEXT, name TEXT, founded TEXT);
CREATE TABLE member (club_id TEXT, member_id INTEGER, nick TEXT, rating INTEGER, active INTEGER, joined TEXT);
`

func TestOracleAgainstSQLite(t *testing.T) {
	const seed = 7
	rng := rand.New(rand.NewPCG(seed, 0))
	sql := &sqlMaker{rng: rng}
	var statements []*model.SelectStmt
	for range 600 {
		if q := parseStatement(sql.statement()); q != nil {
			statements = append(statements, q)
		}
	}
	if len(statements) < 400 {
		t.Fatalf("only %d of 600 statements are of the language", len(statements))
	}
	m, err := model.Parse("oracle.sql", []byte(sqliteModel))
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for world := range 12 {
		truth := sqliteWorld(m, rng)
		db := openSQLite(t, m, truth)
		for _, q := range statements {
			rows += compareAnswers(t, db, truth, q, world)
		}
		if t.Failed() {
			t.Fatalf("seed %d, world %d", seed, world)
		}
	}
	if rows < 5000 {
		t.Errorf("only %d rows were compared: the statements find too little", rows)
	}
}

// parseStatement reads a SELECT over the tables, nil where the model language
// refuses it as contradictory.
func parseStatement(text string) *model.SelectStmt {
	m, err := model.Parse("oracle.sql", []byte(sqliteModel+"-- question q rate=1/s\n"+text+";\n"))
	if err != nil {
		return nil
	}
	return m.Questions[0].Statements[0]
}

// sqliteWorld makes rows from the families of values that every world uses.
func sqliteWorld(m *model.Model, rng *rand.Rand) *truth {
	tr := newTruth(m)
	for _, e := range m.Entities {
		for range 4 + rng.IntN(8) {
			row := make(model.Row)
			for _, c := range declared(e) {
				f := keep(pick(rng, families(c, nil)), func(v attr.Value) bool { return !strings.Contains(v.Str(), "\x00") })
				if len(f) > 0 && (c.NotNull || rng.IntN(4) > 0) {
					row[c.Name] = pick(rng, f)
				}
			}
			if clubs := tr.rows[m.Entity("club")]; e.Name == "member" && len(clubs) > 0 && rng.IntN(5) > 0 {
				row["club_id"] = pick(rng, clubs)["club_id"]
			}
			if row = normal(e, row); violation(e, row) == "" && tr.conflict(e, row, -1) == "" {
				tr.put(e, row, -1)
			}
		}
	}
	return tr
}

func openSQLite(t *testing.T, m *model.Model, tr *truth) *sqlite3.Conn {
	t.Helper()
	db, err := sqlite3.Open(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if err := db.Exec("PRAGMA case_sensitive_like = ON;" + sqliteTables); err != nil {
		t.Fatal(err)
	}
	for _, e := range m.Entities {
		for _, row := range tr.rows[e] {
			insertSQLite(t, db, e, row)
		}
	}
	return db
}

func insertSQLite(t *testing.T, db *sqlite3.Conn, e *model.Entity, row model.Row) {
	t.Helper()
	cols := declared(e)
	stmt, _, err := db.Prepare("INSERT INTO " + e.Name + " VALUES (" + strings.TrimSuffix(strings.Repeat("?,", len(cols)), ",") + ")")
	if err != nil {
		t.Fatal(err)
	}
	defer stmt.Close()
	for i, c := range cols {
		bindSQLite(t, stmt, i+1, row[c.Name])
	}
	if err := stmt.Exec(); err != nil {
		t.Fatal(err)
	}
}

func bindSQLite(t *testing.T, stmt *sqlite3.Stmt, at int, v attr.Value) {
	t.Helper()
	var err error
	switch v.Type() {
	case attr.TypeString:
		err = stmt.BindText(at, v.Str())
	case attr.TypeNumber:
		n, ok := v.Number().Int64()
		if !ok {
			t.Fatalf("%s is no 64-bit integer", v.Str())
		}
		err = stmt.BindInt64(at, n)
	case attr.TypeBool:
		err = stmt.BindBool(at, v.Bool())
	default:
		err = stmt.BindNull(at)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// compareAnswers runs one statement on both and returns how many rows came.
func compareAnswers(t *testing.T, db *sqlite3.Conn, tr *truth, q *model.SelectStmt, world int) int {
	t.Helper()
	r := &reader{tr.oracle(), map[string]attr.Value{"nothing": attr.Null()}}
	a, err := r.answer(q)
	if err != nil {
		t.Errorf("%s\n%v", q.String(), err)
		return 0
	}
	var got []string
	for _, row := range a.rows[:a.count()] {
		var cells []string
		for _, o := range row.out {
			cells = append(cells, sqliteText(o.val))
		}
		got = append(got, strings.Join(cells, "|"))
	}
	want := runSQLite(t, db, q.String())
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("world %d: %s\noracle %q\nSQLite %q", world, q.String(), got, want)
	}
	return len(want)
}

func runSQLite(t *testing.T, db *sqlite3.Conn, text string) []string {
	t.Helper()
	stmt, _, err := db.Prepare(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer stmt.Close()
	var out []string
	for stmt.Step() {
		var cells []string
		for i := range stmt.ColumnCount() {
			cell := "NULL"
			if stmt.ColumnType(i) != sqlite3.NULL {
				cell = stmt.ColumnText(i)
			}
			cells = append(cells, cell)
		}
		out = append(out, strings.Join(cells, "|"))
	}
	if err := stmt.Err(); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return out
}

func sqliteText(v val) string {
	switch v.kind {
	case kindNull:
		return "NULL"
	case kindBool:
		return truthNumber(v.flag).RatString()
	case kindNumber:
		return v.num.RatString()
	case kindTime:
		return v.at.text(3)
	}
	return v.text
}
