package design

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/ncruces/go-sqlite3"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// TestWhen runs testdata/when: "when" reads a predicate and then rows of the
// table of whenModel, one JSON object a line, and prints for which of them it
// holds. SQLite is asked the same; where it differs, that is printed too.
func TestWhen(t *testing.T) {
	m, err := model.Parse("m.sql", []byte(whenModel))
	if err != nil {
		t.Fatal(err)
	}
	e := m.Entity("t")
	datadriven.RunTest(t, "testdata/when", func(t *testing.T, d *datadriven.TestData) string {
		lines := strings.Split(d.Input, "\n")
		p, err := newPredicate(e, lines[0])
		if err != nil {
			b := &binder{Bound: &Bound{Design: &Design{}}}
			b.failAll("", err)
			return b.errs.Error()
		}
		out := []string{"reads " + strings.Join(p.columns(), ", ")}
		for _, line := range lines[1:] {
			row, err := whenRow(line)
			if err != nil {
				t.Fatal(err)
			}
			holds, err := p.holds(row)
			if err != nil {
				out = append(out, "error: "+err.Error())
				continue
			}
			note := ""
			if lite := sqliteHolds(t, lines[0], row); lite != holds {
				note = fmt.Sprintf(", SQLite says %v", lite)
			}
			out = append(out, fmt.Sprint(holds)+note)
		}
		return strings.Join(out, "\n")
	})
}

const whenModel = `-- model mod prices=us-east-1/on-demand
CREATE TABLE t ( -- rows=1
  id ulid PRIMARY KEY, a int, b int, s varchar(20), e text CHECK (e IN ('OPEN', 'DONE')), f boolean, at timestamp(3), day date);`

func whenRow(line string) (model.Row, error) {
	v, err := attr.FromPlain([]byte(line))
	row := model.Row{}
	for _, f := range v.Item() {
		row[f.Name] = f.Value
	}
	return row, err
}

// sqliteHolds evaluates the predicate in SQLite. Times are given in one form,
// so that SQLite's comparison of texts is one of times.
func sqliteHolds(t *testing.T, predicate string, row model.Row) bool {
	db, err := sqlite3.Open(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var values []string
	for _, c := range []string{"a", "b", "s", "e", "f", "at", "day"} {
		switch v := row[c]; v.Type() {
		case attr.TypeString:
			values = append(values, "'"+strings.ReplaceAll(v.Str(), "'", "''")+"'")
		case attr.TypeNumber:
			values = append(values, v.Str())
		case attr.TypeBool:
			values = append(values, fmt.Sprint(v.Bool()))
		default:
			values = append(values, "NULL")
		}
	}
	err = db.Exec("PRAGMA case_sensitive_like = ON; CREATE TABLE t (a INTEGER, b INTEGER, s TEXT, e TEXT, f INTEGER, at TEXT, day TEXT); INSERT INTO t VALUES (" + strings.Join(values, ", ") + ")")
	if err != nil {
		t.Fatal(err)
	}
	stmt, _, err := db.Prepare("SELECT 1 FROM t WHERE " + predicate)
	if err != nil {
		t.Fatalf("SQLite: %s: %v", predicate, err)
	}
	defer stmt.Close()
	return stmt.Step()
}
