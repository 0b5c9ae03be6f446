package prove

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

const kindsModel = `-- model kinds  prices=us-east-1/on-demand
CREATE TABLE thing (  -- rows=100
  id      ulid PRIMARY KEY,
  u       uuid,
  short   varchar(3) NOT NULL,
  exact   char(4),
  body    text,
  word    varchar(10) CHECK (length(word) >= 2 AND word NOT GLOB '*[^A-Za-z0-9_-]*'),
  state   varchar(8) CHECK (state IN ('OPEN', 'HELD', 'DONE')),
  n       int,
  small   int CHECK (small BETWEEN -500 AND 9999),
  price   numeric(9,2) CHECK (price >= 0),
  any     numeric,
  at      timestamp(3) NOT NULL,
  whole   timestamp(0) CHECK (whole >= '2026-01-01T00:00:00Z'),
  day     date CHECK (day BETWEEN '2026-01-01' AND '2026-12-31'),
  flag    boolean,
  bytes   blob CHECK (length(bytes) <= 4),
  extra   json
);
`

func parse(t *testing.T, src string) *model.Model {
	t.Helper()
	m, err := model.Parse("test.sql", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestFamiliesAreAllowed holds that every value of every family is one that
// its column may hold, by the model's own check, and that each column has some.
func TestFamiliesAreAllowed(t *testing.T) {
	for _, c := range parse(t, kindsModel).Entity("thing").Columns {
		fs := families(c, []string{"MATCH#"})
		if len(fs) == 0 {
			t.Errorf("column %s: no values", c.Name)
		}
		for _, f := range fs {
			for _, v := range append(slices.Clone(f), neighbours(c, f[0])...) {
				if err := c.CheckValue(v); err != nil {
					t.Errorf("column %s: %s: %v", c.Name, plain(v), err)
				}
			}
		}
	}
}

// TestOffencesAreForbidden holds that every value that the design must refuse
// is one that the model forbids.
func TestOffencesAreForbidden(t *testing.T) {
	for _, c := range parse(t, kindsModel).Entity("thing").Columns {
		for _, v := range offences(c) {
			if c.CheckValue(v) == nil {
				t.Errorf("column %s may hold %s", c.Name, plain(v))
			}
		}
	}
}

// TestNastyValues holds the list of values that the proof promises to try.
func TestNastyValues(t *testing.T) {
	m := parse(t, kindsModel)
	have := func(column string) map[string]bool {
		out := make(map[string]bool)
		for _, f := range families(m.Entity("thing").Column(column), []string{"MATCH#"}) {
			for _, v := range f {
				out[v.Str()] = true
			}
		}
		return out
	}
	want := map[string][]string{
		"small": {"-500", "9999", "0", "-1", "-2", "9", "10", "11", "99", "100", "101", "999", "1000", "1001"},
		"price": {"0", "0.01", "9.99", "10", "10.01", "9999999.99"},
		"any":   {strings.Repeat("9", 38), "-" + strings.Repeat("9", 38)},
		"n":     {"9223372036854775807", "-9223372036854775808", "9007199254740993"},
		"body": {"", "a", "ab", "a#", "a!", "a b", "~", "A", "é", "e\u0301", "İ", "I", "ı", "i", "😀", "\uff5e", "_", "%", "a_b", "a%b", "1", "12",
			"{a}", "MATCH#", "MATCH#1"},
		"short": {"😀😀😀", "\x00\x00\x00"},
		"at":    {"2026-05-28T19:05:33.000Z", "2026-05-28T19:05:33.001Z", "2026-05-28T19:05:33.999Z", "2026-05-28T19:05:32.999Z", "2026-03-29T01:00:00.000Z", "1969-12-31T23:59:59.000Z"},
		"whole": {"2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"},
		"day":   {"2026-01-01", "2026-12-31"},
	}
	for b := range '$' + 1 { // every byte up to the successor of the delimiter
		want["body"] = append(want["body"], string(b), "a"+string(b), "a"+string(b)+"b")
	}
	for column, list := range want {
		got := have(column)
		for _, v := range list {
			if !got[v] {
				t.Errorf("column %s never has %q", column, v)
			}
		}
	}
}

// subjectOf reads the right design of a mutant.
func subjectOf(t *testing.T, dir string) *subject {
	t.Helper()
	src, err := os.ReadFile("testdata/mutants/" + dir + "/model.sql")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("testdata/mutants/" + dir + "/right.json")
	if err != nil {
		t.Fatal(err)
	}
	return subjectOfText(t, string(src), string(doc))
}

func subjectOfText(t *testing.T, src, doc string) *subject {
	t.Helper()
	d, err := design.Parse("right.json", []byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	b, err := design.Bind(parse(t, src), d)
	if err != nil {
		t.Fatal(err)
	}
	return newSubject(b)
}

// TestWorlds holds that a world is a function of seed and index, that a careful
// application could make it, and that worlds have what they are for:
// duplicates, refusals, ties, near misses, LIMITs that cut.
func TestWorlds(t *testing.T) {
	s := subjectOf(t, "15-stale-copy")
	refused, duplicate, updates, deletes := 0, 0, 0, 0
	for i := range 200 {
		w := s.world(3, i)
		if diff := cmp.Diff(w.String(), s.world(3, i).String()); diff != "" {
			t.Fatal(diff)
		}
		if !s.valid(w) {
			t.Fatalf("world %d is not valid:\n%s", i, w)
		}
		tr := newTruth(s.m)
		for _, st := range w.steps {
			changes, err := tr.plan(st)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range changes {
				switch {
				case st.refuse != "":
					refused++
				case c.refused != "":
					duplicate++
				case c.old != nil && c.new != nil:
					updates++
				case c.old != nil:
					deletes++
				}
			}
			if err := tr.apply(st); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s.world(3, 0).String() == s.world(4, 0).String() {
		t.Error("another seed makes the same world")
	}
	if refused < 20 || duplicate < 20 || updates < 200 {
		t.Errorf("%d rows to refuse, %d duplicates, %d updates in 200 worlds", refused, duplicate, updates)
	}
}

// TestMinimise holds that the minimiser finds the smallest world there is for
// a fault that it knows nothing of: here two rows of one season whose ratings
// have different numbers of digits.
func TestMinimise(t *testing.T) {
	s := subjectOf(t, "01-unpadded-number")
	fails := func(w *world) []*finding {
		seen := make(map[string]map[int]bool)
		for _, st := range w.steps {
			if st.row == nil || st.refuse != "" {
				continue
			}
			season := st.row["season"].Str()
			if seen[season] == nil {
				seen[season] = make(map[int]bool)
			}
			seen[season][len(st.row["rating"].Str())] = true
			if len(seen[season]) > 1 {
				return []*finding{{world: w}}
			}
		}
		return nil
	}
	tried := 0
	for i := range 40 {
		w := s.world(9, i)
		found := fails(w)
		if found == nil {
			continue
		}
		tried++
		small := (&minimiser{s: s, fails: fails, budget: runsOfMinimiser}).minimise(found[0])
		var ratings []string
		for _, st := range small.world.steps {
			ratings = append(ratings, st.row["rating"].Str())
		}
		slices.Sort(ratings)
		// 0 and 1000 are the plainest numbers of different lengths.
		if diff := cmp.Diff([]string{"0", "1000"}, ratings); diff != "" {
			t.Errorf("world %d: %s\n%s", i, diff, small.world)
		}
	}
	if tried < 5 {
		t.Errorf("only %d worlds to make smaller", tried)
	}
}

// TestTurnTies holds what DynamoDB may do with equal index keys, and no more.
func TestTurnTies(t *testing.T) {
	b := subjectOf(t, "19-order-by-part-of-the-key").b
	x := b.Tables()[0].Index("worst")
	item := func(rating int64, id string) attr.Item {
		return attr.NewItem(attr.Field{Name: "season", Value: attr.String("s")}, attr.Field{Name: "rating", Value: attr.Int(rating)},
			attr.Field{Name: "player_id", Value: attr.String(id)})
	}
	turned, any := turnTies(x, []attr.Item{item(1, "a"), item(1, "b"), item(2, "a")})
	if any { // the right design has player_id in the key: no two are equal
		t.Errorf("turned %v", turned)
	}
	short := *x
	short.Key.Sort = []string{"rating"}
	turned, any = turnTies(&short, []attr.Item{item(1, "a"), item(1, "b"), item(2, "a")})
	want := []attr.Item{item(1, "b"), item(1, "a"), item(2, "a")}
	if !any || cmp.Diff(want, turned) != "" {
		t.Errorf("turned %v, want %v", turned, want)
	}
}

const constantsModel = `-- model constants  prices=us-east-1/on-demand
CREATE TABLE mail (  -- rows=100
  id     ulid PRIMARY KEY,
  status varchar(10) NOT NULL DEFAULT 'DRAFT',
  folder varchar(12) NOT NULL,
  box    char(5) NOT NULL,
  size   int NOT NULL,
  score  numeric(5,2) CHECK (score BETWEEN 12.5 AND 77),
  sent   timestamp(0) NOT NULL,
  day    date NOT NULL,
  tag    varchar(9)
);
-- question unread rate=1/s rows=10
SELECT * FROM mail WHERE folder = :folder AND status = 'UNREAD';
-- question large rate=1/s rows=10
SELECT * FROM mail WHERE folder = :folder AND size > -4711;
-- question listed rate=1/s rows=10
SELECT * FROM mail WHERE folder = :folder AND box IN ('INBOX', 'TRASH');
-- question of-day rate=1/s rows=10
SELECT * FROM mail WHERE folder = :folder AND day BETWEEN '2026-02-03' AND '2026-02-05';
-- question since rate=1/s rows=10
SELECT * FROM mail WHERE folder = :folder AND sent >= '2026-07-04T00:00:00Z';
-- write receive rate=1/s
INSERT INTO mail VALUES (:id, 'NEW', :folder, :box, :size, :score, :sent, :day, NULL);
-- write read rate=1/s
UPDATE mail SET status = 'READ' WHERE id = :id AND status = 'UNREAD';
-- write sweep rate=1/s
DELETE FROM mail WHERE id = :id AND tag = 'SPAM';
`

const constantsDesign = `{"version": 1, "model": "constants", "tables": [{"name": "main", "key": {"partition": "id"}, "indexes": [{"name": "kept", "key": {"partition": "K"}, "projection": "ALL"}]}],
 "items": [{"item": "mail", "entity": "mail", "table": "main", "keys": {"K": {"template": "{folder}", "when": "tag = 'KEEP'"}}}], "questions": []}`

// TestConstantsAreTried holds that each constant of a question, a write, a
// CHECK or the design's own predicates is a value in many worlds, and so is a
// value that is almost it. The list is by hand from the model's text.
func TestConstantsAreTried(t *testing.T) {
	const worlds = 400
	s := subjectOfText(t, constantsModel, constantsDesign)
	for _, q := range s.m.Questions { // the design answers none; the constants count all the same
		s.inquiries = append(s.inquiries, s.inquire(q, &design.Question{Name: q.Name, Request: design.Request{TableName: "main"}}))
	}
	s.constants = s.constantFamilies()
	had := make(map[string]int) // column and value to worlds
	for i := range worlds {
		g := &generator{subject: s, rng: rand.New(rand.NewPCG(1, uint64(i))), truth: newTruth(s.m), pools: make(map[string]family)}
		for _, c := range declared(s.m.Entity("mail")) {
			for _, v := range distinct(g.pool(c)) {
				had[c.Name+" "+v.Str()]++
			}
		}
	}
	for name, least := range map[string]int{
		"status UNREAD": 20, "status READ": 20, "status NEW": 20, "status DRAFT": 20, "status UNREADx": 5, "status UNREA": 5, "status unread": 5, "status UNREAD#": 5,
		"tag SPAM": 40, "tag SPAMx": 10, "tag SPA": 10, "tag spam": 10, "tag KEEP": 40, "tag KEE": 10,
		"size -4711": 100, "size -4710": 30, "size -4712": 30, "size 4711": 30,
		"box INBOX": 40, "box TRASH": 40, "box inbox": 10,
		"day 2026-02-03": 40, "day 2026-02-02": 20, "day 2026-02-06": 20,
		"sent 2026-07-04T00:00:00Z": 100, "sent 2026-07-03T23:59:59Z": 30,
		"score 12.5": 30, "score 12.51": 10, "score 77": 30,
	} {
		if had[name] < least {
			t.Errorf("%s is a value in %d of %d worlds, should be in %d", name, had[name], worlds, least)
		}
	}
}
