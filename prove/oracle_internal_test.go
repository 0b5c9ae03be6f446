package prove

import (
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// TestOracle holds the meanings in which the model language is its own, in
// testdata/oracle: times with offsets, prefixes of plain text, numbers of 38
// digits, NULL first. Expected values are by hand from docs and SQL's rules.
// A line of input is a row "entity column=literal ..." or, last, a SELECT;
// arguments are given as :name=literal.
func TestOracle(t *testing.T) {
	src := sqliteModel + `
CREATE TABLE point (  -- rows=10
  id varchar(4) PRIMARY KEY,
  at timestamp(3),
  amount numeric(38,2),
  size   varchar(6) CHECK (size IN ('small', 'medium', 'large'))
);
`
	datadriven.RunTest(t, "testdata/oracle", func(t *testing.T, d *datadriven.TestData) string {
		var statement string
		lines := strings.Split(strings.TrimSpace(d.Input), "\n")
		statement = lines[len(lines)-1]
		m, err := model.Parse("oracle.sql", []byte(src+"-- question q rate=1/s\n"+statement+";\n"))
		if err != nil {
			return err.Error()
		}
		tr := newTruth(m)
		args := make(map[string]attr.Value)
		for _, a := range d.CmdArgs {
			args[strings.TrimPrefix(a.Key, ":")] = literal(t, strings.Join(a.Vals, ","))
		}
		for _, l := range lines[:len(lines)-1] {
			f := strings.Fields(l)
			e := m.Entity(f[0])
			row := make(model.Row)
			for _, cell := range f[1:] {
				name, v, _ := strings.Cut(cell, "=")
				row[name] = literal(t, v)
			}
			tr.put(e, normal(e, row), -1)
		}
		r := &reader{tr.oracle(), args}
		a, err := r.answer(m.Questions[0].Statements[0])
		if err != nil {
			return "error: " + err.Error()
		}
		var b strings.Builder
		for _, row := range a.rows[:a.count()] {
			b.WriteString(outputsText(row.out) + "\n")
		}
		return b.String()
	})
}

// literal reads 'text', a number, or NULL.
func literal(t *testing.T, s string) attr.Value {
	t.Helper()
	switch {
	case s == "NULL":
		return attr.Null()
	case strings.HasPrefix(s, "'"):
		return attr.String(strings.ReplaceAll(strings.Trim(s, "'"), "~", " "))
	}
	v, err := attr.ParseNum(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
