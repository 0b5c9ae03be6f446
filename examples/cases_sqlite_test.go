package examples_test

import (
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/keywright/keywright/project"
)

// checkSQLite runs the model file as SQLite reads it: every statement in
// order, on empty tables, with no parameter bound.
func (c *publishedCase) checkSQLite(t *testing.T) {
	t.Helper()
	db, err := sqlite3.Open(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	statements := 0
	for rest := string(read(t, c.path(project.ModelFile))); rest != ""; {
		stmt, tail, err := db.Prepare(rest)
		if err != nil {
			t.Fatalf("SQLite: %v", err)
		}
		if stmt != nil {
			statements++
			if err := stmt.Exec(); err != nil {
				t.Errorf("SQLite: %s: %v", stmt.SQL(), err)
			}
			if err := stmt.Close(); err != nil {
				t.Error(err)
			}
		}
		rest = tail
	}
	if want := c.statements(); statements != want {
		t.Errorf("SQLite reads %d statements, the model has %d", statements, want)
	}
}

// statements counts what the model file holds.
func (c *publishedCase) statements() int {
	n := len(c.model().Entities) + len(c.model().Writes)
	for _, q := range c.model().Questions {
		n += len(q.Statements)
	}
	return n
}
