package model_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

// The examples must load into SQLite as they stand: SQLite executes the whole
// file, in which the questions and writes are statements with unbound (NULL)
// parameters. The short form INSERT INTO t; is ours alone and stays out of
// them, but for files that say so.
func TestExamplesLoadIntoSQLite(t *testing.T) {
	for _, name := range []string{"leaderboard", "tournament", "shop", "auction"} {
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile("../examples/" + name + "/model.sql")
			if err != nil {
				t.Fatal(err)
			}
			db := openSQLite(t)
			if err := db.Exec(string(src)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestStatementsPrepareInSQLite prepares each statement of the examples on
// its own, so that a statement that Exec skips would be found too.
func TestStatementsPrepareInSQLite(t *testing.T) {
	for _, name := range []string{"leaderboard", "tournament", "shop", "auction"} {
		m, src := parseFile(t, "../examples/"+name+"/model.sql")
		db := openSQLite(t)
		for _, ddl := range regexp.MustCompile(`(?s)CREATE TABLE.*?;`).FindAllString(string(src), -1) {
			if err := db.Exec(ddl); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, ddl)
			}
		}
		var texts []string
		for _, q := range m.Questions {
			texts = append(texts, q.Text)
		}
		for _, w := range m.Writes {
			texts = append(texts, w.Text)
		}
		for _, text := range texts {
			prepareAll(t, db, text)
		}
	}
}

// prepareAll prepares statements one after another.
func prepareAll(t *testing.T, db *sqlite3.Conn, text string) {
	t.Helper()
	for strings.TrimSpace(text) != "" {
		stmt, tail, err := db.Prepare(text)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			return
		}
		if stmt != nil {
			stmt.Close()
		}
		text = tail
	}
}

func openSQLite(t *testing.T) *sqlite3.Conn {
	t.Helper()
	db, err := sqlite3.Open(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
