package prove

import (
	"slices"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// TestAllowed holds that the prover and the model agree on what a column may
// hold: values of all families, as they are and damaged in the ways that a
// minimiser or a generator could damage them.
func TestAllowed(t *testing.T) {
	damage := []func(string) string{
		func(s string) string { return s },
		func(s string) string { return strings.ReplaceAll(s, "-", "") },
		func(s string) string { return strings.ReplaceAll(s, "0", "") },
		strings.ToLower, strings.ToUpper,
		func(s string) string { return s + "1" },
		func(s string) string { return s[:len(s)/2] },
		func(s string) string { return "#" + s },
		func(s string) string { return strings.Replace(s, "2026", "2027", 1) },
		func(s string) string { return strings.Replace(s, "Z", "+02:00", 1) },
	}
	for _, c := range parse(t, kindsModel).Entity("thing").Columns {
		try := func(v attr.Value) {
			if err := c.CheckValue(v); allowed(c, v) != (err == nil) {
				t.Errorf("column %s, %s: allowed is %t, the model says %v", c.Name, plain(v), allowed(c, v), err)
			}
		}
		try(attr.Null())
		for _, f := range families(c, []string{"MATCH#"}) {
			for _, v := range f {
				try(v)
				if v.Type() != attr.TypeString || c.Type.Kind == model.KindJSON {
					continue
				}
				for _, d := range damage {
					try(attr.String(d(v.Str())))
				}
			}
		}
	}
}

const manyKindsModel = `-- model many  prices=us-east-1/on-demand
CREATE TABLE stay (  -- rows=100
  id     ulid PRIMARY KEY,
  guest  uuid NOT NULL,
  room   varchar(6) NOT NULL CHECK (length(room) >= 1 AND room NOT GLOB '*[^A-Z0-9-]*'),
  code   char(3) NOT NULL,
  day    date NOT NULL CHECK (day BETWEEN '2026-01-05' AND '2026-12-31'),
  until  date,
  at     timestamp(3) NOT NULL CHECK (at >= '2026-02-01T00:00:00Z'),
  state  varchar(6) NOT NULL CHECK (state IN ('OPEN', 'CLOSED')),
  note   varchar(20) NOT NULL,
  nights int NOT NULL CHECK (nights BETWEEN 1 AND 30)
);
-- question of-room rate=1/s rows=10
SELECT * FROM stay WHERE room = :room AND day BETWEEN :from AND :to LIMIT 50;
-- question by-ids rate=1/s rows=3
SELECT * FROM stay WHERE id IN (:ids);
-- write book rate=1/s
INSERT INTO stay;
-- write move rate=1/s
UPDATE stay SET until = :until, at = :at WHERE id = :id AND day < :before;
`

const manyKindsDesign = `{"version": 1, "model": "many",
 "tables": [{"name": "main", "key": {"partition": "id"}, "indexes": [{"name": "rooms", "key": {"partition": "room", "sort": "day"}, "projection": "ALL"}]}],
 "items": [{"item": "stay", "entity": "stay", "table": "main"}],
 "questions": [
  {"question": "of-room", "operation": "Query", "items": "stay", "request": {"TableName": "main", "IndexName": "rooms", "KeyConditionExpression": "room = :r AND #d BETWEEN :a AND :b",
   "ExpressionAttributeNames": {"#d": "day"}, "ExpressionAttributeValues": {":r": {"S": "{room}"}, ":a": {"S": "{from}"}, ":b": {"S": "{to}"}}, "Limit": 50}},
  {"question": "by-ids", "operation": "BatchGetItem", "items": "stay", "request": {"TableName": "main", "Key": {"id": "{ids}"}}}]}`

// TestMinimiseKeepsValid holds that whatever a failure is, its smallest world
// is one of values that the columns may hold, asked for by arguments of the
// right form. The failures are made up, so that nothing but the minimiser's own
// rules keeps it from damaging a value.
func TestMinimiseKeepsValid(t *testing.T) {
	s := subjectOfText(t, manyKindsModel, manyKindsDesign)
	for i := range 60 {
		w := s.world(4, i)
		if len(w.steps) == 0 || len(w.asks) == 0 {
			continue
		}
		w.asks = w.asks[:1]
		always := func(w *world) []*finding { // fails with any row and its question
			if len(w.steps) == 0 || len(w.asks) == 0 {
				return nil
			}
			return []*finding{{world: w}}
		}
		small := (&minimiser{s: s, fails: always, budget: runsOfMinimiser}).minimise(&finding{world: w}).world
		for _, st := range small.steps {
			if st.refuse != "" {
				continue
			}
			for _, c := range declared(st.write.Entity) {
				if v, set := st.row[c.Name]; set && st.row != nil {
					if err := c.CheckValue(v); err != nil {
						t.Errorf("world %d: %s\n%v", i, st, err)
					}
				}
			}
		}
		columns := w.asks[0].of.columns()
		for p, v := range small.asks[0].args {
			c := columns[p]
			if c != nil && wellFormed(c, w.asks[0].args[p]) && !wellFormed(c, v) {
				t.Errorf("world %d: argument :%s is %s", i, p, plain(v))
			}
		}
	}
}

// TestMinimiseKeepsCause holds that a world is not made smaller than what
// shows its cause, where less would show another one. The two causes are made
// up: a row with a '#' is missing, one without comes too often.
func TestMinimiseKeepsCause(t *testing.T) {
	s := subjectOf(t, "10-delimiter-in-a-value")
	fails := func(w *world) []*finding {
		way := way(0)
		for _, st := range w.steps {
			for _, v := range st.row {
				if v.Type() == attr.TypeString && strings.Contains(v.Str(), "#") {
					way = rowMissing
				} else if way == 0 {
					way = rowSurplus
				}
			}
		}
		if way == 0 {
			return nil
		}
		return []*finding{{world: w, mismatch: mismatch{way: way}}}
	}
	tried := 0
	for i := range 60 {
		w := s.world(4, i)
		found := fails(w)
		if found == nil || found[0].way != rowMissing {
			continue
		}
		tried++
		small := (&minimiser{s: s, fails: fails, budget: runsOfMinimiser}).minimise(found[0])
		if small.way != rowMissing || !strings.Contains(small.world.String(), "#") {
			t.Errorf("world %d: the cause is lost:\n%s", i, small.world)
		}
	}
	if tried < 5 {
		t.Errorf("only %d worlds to make smaller", tried)
	}
}

// TestRemains holds which findings have one cause.
func TestRemains(t *testing.T) {
	of := func(rule Rule, w way, what string) *finding {
		return &finding{findingKey: findingKey{rule, "q"}, mismatch: mismatch{w, what}}
	}
	missing, disordered := of(Rows, rowMissing, ""), of(Order, rowsDisordered, "")
	left := of(Order, rowsLeftOut, "")
	all := []*finding{missing, disordered, left, of(Rows, itemForeign, "a"), of(Rows, itemForeign, "b"), of(Values, valueChanged, "a"),
		of(Accepted, encodingFails, shape(`column a: "x" is above 9`)), of(Accepted, encodingFails, shape(`column b: "x" is above 9`))}
	for i, f := range all {
		for j, g := range all {
			want := i == j || f == left && slices.Contains([]*finding{missing, disordered}, g)
			if f.remains(g) != want {
				t.Errorf("%v to %v: %t", f.mismatch, g.mismatch, !want)
			}
		}
	}
	if a, b := shape(`"a\"#1" is above 9`), shape(`"b" is above 1,000.5`); a != b {
		t.Errorf("%s is not %s", a, b)
	}
	tied := *disordered
	tied.tied = true
	if tied.remains(disordered) || disordered.remains(&tied) {
		t.Error("an order that DynamoDB may choose is another cause than one that the key has")
	}
}

// TestAsSound holds which arguments may take the place of which: outside of a
// column's CHECK stays possible where it was meant, another form never is.
func TestAsSound(t *testing.T) {
	s := subjectOfText(t, manyKindsModel, manyKindsDesign)
	args := func(room, from, to string) map[string]attr.Value {
		return map[string]attr.Value{"room": attr.String(room), "from": attr.String(from), "to": attr.String(to)}
	}
	for _, c := range []struct {
		before, after map[string]attr.Value
		want          bool
	}{
		{args("A", "2026-05-01", "2026-06-01"), args("B", "2026-01-05", "2026-01-06"), true},
		{args("A", "2026-05-01", "2026-06-01"), args("A", "20260501", "2026-06-01"), false},   // no date
		{args("A", "2026-05-01", "2026-06-01"), args("A", "2026-07-01", "2026-06-01"), false}, // the wrong way round
		{args("A", "2026-07-01", "2026-06-01"), args("A", "2026-01-06", "2026-01-05"), true},  // as before
		{args("A", "2026-05-01", "2026-06-01"), args("", "2026-05-01", "2026-06-01"), false},  // below CHECK
		{args("", "2026-05-01", "2026-06-01"), args("", "2026-01-05", "2026-01-06"), true},    // as before
		{args("A", "2020-05-01", "2026-06-01"), args("A", "2019-05-01", "2026-06-01"), true},
	} {
		q := s.inquiries[0]
		if got := (ask{of: q, args: c.after}).asSound(ask{of: q, args: c.before}); got != c.want {
			t.Errorf("%v for %v: %t", c.after, c.before, got)
		}
	}
}
