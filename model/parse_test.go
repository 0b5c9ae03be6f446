package model_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/keywright/keywright/model"
)

// spec returns the two models of the specification, exactly as written there.
func spec(t testing.TB) (leaderboard, tournament []byte) {
	t.Helper()
	for _, f := range []struct {
		name string
		to   *[]byte
	}{{"leaderboard", &leaderboard}, {"tournament", &tournament}} {
		src, err := os.ReadFile("testdata/spec/" + f.name + ".sql")
		if err != nil {
			t.Fatal(err)
		}
		*f.to = src
	}
	return leaderboard, tournament
}

func TestSpecification(t *testing.T) {
	leaderboard, tournament := spec(t)
	m, err := model.Parse("leaderboard.sql", leaderboard)
	if err != nil {
		t.Fatal(err)
	}
	match := m.Entity("match")
	if match.Rows != 200_000_000 || match.Per != 200 || match.MaxPer != 20_000 {
		t.Errorf("match has rows %d, per %d, max %d", match.Rows, match.Per, match.MaxPer)
	}
	if c := m.Entity("rating").Column("season"); c.Distinct != 4 || c.Top != 1_000_000 {
		t.Errorf("season has distinct %d, top %d", c.Distinct, c.Top)
	}
	m, err = model.Parse("tournament.sql", tournament)
	if err != nil {
		t.Fatal(err)
	}
	if e := m.Entity("tournament"); e.Rows != 20_000 || e.Column("rules").Avg != 800 {
		t.Errorf("tournament has rows %d, rules avg %d", e.Rows, e.Column("rules").Avg)
	}
	if team := m.Entity("team"); team.Rows != 400_000 || team.Per != 16 || team.MaxPer != 64 {
		t.Errorf("team has rows %d, per %d, max %d", team.Rows, team.Per, team.MaxPer)
	}
	if n := len(m.Question("all-of").Selects); n != 2 {
		t.Errorf("all-of has %d selects", n)
	}
}

// TestOneModelPerFile: the specification shows both models in one block; as one
// file that is one error, at the second model annotation.
func TestOneModelPerFile(t *testing.T) {
	leaderboard, tournament := spec(t)
	_, err := model.Parse("both.sql", slicesConcat(leaderboard, tournament))
	var list model.Errors
	if !errors.As(err, &list) || len(list) != 1 || list[0].Pos.Line != 1+bytes.Count(leaderboard, []byte("\n")) {
		t.Errorf("got %v", err)
	}
}

func slicesConcat(a, b []byte) []byte { return append(append([]byte(nil), a...), b...) }

// TestTruncated cuts the specification's models after every byte: never a
// panic, and every error has a place within the text.
func TestTruncated(t *testing.T) {
	leaderboard, tournament := spec(t)
	for _, src := range [][]byte{leaderboard, tournament} {
		for n := range src {
			checkParse(t, src[:n])
			checkParse(t, src[n:])
		}
	}
}

// checkParse parses and checks what holds of any input.
func checkParse(t testing.TB, src []byte) {
	t.Helper()
	m, err := model.Parse("x.sql", src)
	if (m == nil) == (err == nil) {
		t.Fatalf("model %v and error %v", m != nil, err)
	}
	if err == nil {
		checkModel(t, m)
		return
	}
	var list model.Errors
	if !errors.As(err, &list) || len(list) == 0 {
		t.Fatalf("error is %T", err)
	}
	lines := strings.Split(string(bytes.ToValidUTF8(src, []byte("?"))), "\n")
	last := model.Pos{}
	for _, e := range list {
		if e.Pos.Line < last.Line || e.Pos.Line == last.Line && e.Pos.Col < last.Col {
			t.Errorf("errors are out of order at %v", e.Pos)
		}
		last = e.Pos
		if e.Pos.Line < 1 || e.Pos.Line > len(lines) {
			t.Fatalf("%v is no line of %d: %s", e.Pos, len(lines), e.Message)
		}
		line := strings.TrimSuffix(lines[e.Pos.Line-1], "\r")
		if e.Line != line || e.Pos.Col < 1 || e.Pos.Col > utf8.RuneCountInString(line)+1 {
			t.Fatalf("%v is no place of %q (%q): %s", e.Pos, line, e.Line, e.Message)
		}
		if e.Message == "" || !utf8.ValidString(e.Format()) {
			t.Errorf("message %q", e.Message)
		}
	}
}

// checkModel checks what holds of any model: canonical forms speak of columns
// that exist, conditions print and parse as they are, and each question has
// either canonical forms or refusals.
func checkModel(t testing.TB, m *model.Model) {
	t.Helper()
	for _, q := range m.Questions {
		if (len(q.Selects) == 0) == (len(q.Refusals) == 0) {
			t.Errorf("question %s has %d forms and %d refusals", q.Name, len(q.Selects), len(q.Refusals))
		}
		for _, s := range q.Selects {
			checkSelect(t, s)
			for _, v := range s.Variants {
				checkSelect(t, v)
			}
		}
		for _, r := range q.Refusals {
			if r.Reason == "" || r.Cure == "" || r.Pos.Line < 1 {
				t.Errorf("question %s: refusal %+v", q.Name, r)
			}
		}
	}
}

func checkSelect(t testing.TB, s *model.Select) {
	t.Helper()
	known := func(column string) {
		if s.Entity.Column(column) == nil {
			t.Errorf("%s: no column %s", s, column)
		}
	}
	for _, e := range s.Eq {
		known(e.Column)
	}
	for _, c := range s.Const {
		known(c.Column)
	}
	for _, o := range s.Order {
		known(o.Column)
	}
	for _, n := range s.Need {
		known(n)
	}
	if s.Range != nil {
		known(s.Range.Column)
	}
	for _, e := range s.Member {
		again, err := model.ParsePredicate(s.Entity, e.String())
		if err != nil || again.String() != e.String() {
			t.Errorf("member %s reads as %v, %v", e, again, err)
		}
	}
}
