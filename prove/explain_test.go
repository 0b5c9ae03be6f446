package prove_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/prove"
)

const explainModel = `-- model explain  prices=us-east-1/on-demand
CREATE TABLE event (  -- rows=1000
  id    ulid PRIMARY KEY,
  room  varchar(6) NOT NULL CHECK (length(room) >= 1 AND room NOT GLOB '*[^A-Za-z0-9_-]*'),  -- distinct=100
  state varchar(6) NOT NULL CHECK (state IN ('NEW', 'DONE', 'HELD')),
  n     int NOT NULL CHECK (n BETWEEN -50 AND 2000),
  points int NOT NULL CHECK (points BETWEEN 0 AND 2000),
  at    timestamp(3) NOT NULL,
  due   date,
  word  varchar(5) NOT NULL
);
CREATE TABLE note (  -- rows=1000
  id   ulid PRIMARY KEY,
  room varchar(6) NOT NULL CHECK (length(room) >= 1 AND room NOT GLOB '*[^A-Za-z0-9_-]*'),  -- distinct=100
  at   timestamp(3) NOT NULL
);
-- write log rate=1/s
INSERT INTO event;
-- write note rate=1/s
INSERT INTO note;
-- question q rate=1/s rows=10
`

// TestExplanations holds that a failure is explained by what causes it, in
// designs where something else that could be a cause stands beside it. The
// cause is known because each design is right but for that one fault.
func TestExplanations(t *testing.T) {
	db := open(t)
	room := map[string]string{":p": "{room}"}
	for _, c := range []struct {
		name      string
		question  string
		partition string            // key of events in the index
		sort      string            // "" for the column that is named by native
		native    string            // sort attribute without a template
		note      [2]string         // key of notes in the index; none where empty
		condition string            // on SK2, after the partition's
		values    map[string]string // beside :p
		more      string            // of the request
		want      string
	}{
		{name: "state before time", question: "SELECT * FROM event WHERE room = :room ORDER BY at DESC", sort: "{state:enum}#{at}#{id}", more: `"ScanIndexForward": false`, want: "column-before-the-order"},
		{name: "unpadded number that does no harm", question: "SELECT * FROM event WHERE room = :room AND n = :n ORDER BY at DESC, id DESC", sort: "{n}#{at}#{id}",
			condition: "begins_with(SK2, :s)", values: map[string]string{":s": "{n}#"}, want: "wrong-direction"},
		{name: "only the direction", question: "SELECT * FROM event WHERE room = :room ORDER BY at DESC, id DESC", sort: "{at}#{id}", want: "wrong-direction"},
		{name: "two directions", question: "SELECT * FROM event WHERE room = :room ORDER BY at DESC, id", sort: "{at}#{id}", more: `"ScanIndexForward": false`, want: "mixed-directions"},
		{name: "two directions in the key", question: "SELECT * FROM event WHERE room = :room ORDER BY points, at DESC, id", sort: "{points:num desc}#{at:time desc}#{id}", more: `"ScanIndexForward": false`, want: "mixed-directions"},
		{name: "order not in the key", question: "SELECT * FROM event WHERE room = :room ORDER BY at, points", sort: "{at}#{id}", want: "order-by-part-of-the-key"},
		{name: "words in another order", question: "SELECT * FROM event WHERE room = :room ORDER BY state, id", sort: "{state}#{id}", want: "enum-as-text"},
		{name: "padding too short", question: "SELECT * FROM event WHERE room = :room ORDER BY points, id", sort: "{points:03}#{id}", want: "padded-too-short"},
		{name: "unpadded number", question: "SELECT * FROM event WHERE room = :room ORDER BY points, id", sort: "{points}#{id}", want: "unpadded-number"},
		{name: "sign", question: "SELECT * FROM event WHERE room = :room ORDER BY n, id", sort: "{n:05}#{id}", want: "padded-signed"},
		{name: "cut, and nothing is negative", question: "SELECT * FROM event WHERE room = :room ORDER BY at, points, id", sort: "{at:time(0)}#{points:num}#{id}", want: "timestamp-cut"},
		{name: "offsets", question: "SELECT * FROM event WHERE room = :room ORDER BY at, id", sort: "{at:local}#{id}", want: "local-offsets"},
		{name: "offsets that do no harm", question: "SELECT * FROM event WHERE room = :room ORDER BY points DESC", sort: "{points:num}#{at:local}#{id}", want: "wrong-direction"},
		{name: "filter without Limit", question: "SELECT * FROM event WHERE room = :room AND points = :points", sort: "{at}#{id}",
			values: map[string]string{":f": "{points:num}"}, more: `"FilterExpression": "points = :f"`, want: "filter-reads-in-vain"},
		{name: "filter and Limit", question: "SELECT * FROM event WHERE room = :room AND points = :points LIMIT 3", sort: "{at}#{id}",
			values: map[string]string{":f": "{points:num}"}, more: `"Limit": 3, "FilterExpression": "points = :f"`, want: "limit-before-filter"},
		{name: "NULL in a native key", question: "SELECT * FROM event WHERE room = :room ORDER BY due", native: "due", want: "null-sort-column"},
		{name: "NULL, and a range", question: "SELECT * FROM event WHERE room = :room AND at <= :until", sort: "{at}#{due}",
			condition: "SK2 < :u", values: map[string]string{":u": "{until}$"}, want: "null-sort-column"},
		{name: "tail", question: "SELECT * FROM event WHERE room = :room AND at <= :until", sort: "{at}#{id}",
			condition: "SK2 <= :u", values: map[string]string{":u": "{until}"}, want: "between-without-tail-bound"},
		{name: "tail of a computed column", question: "SELECT * FROM event WHERE room = :room AND date(at) BETWEEN :from AND :until", sort: "{at}#{id}",
			condition: "SK2 BETWEEN :l AND :u", values: map[string]string{":l": "{from}", ":u": "{until}"}, want: "between-without-tail-bound"},
		{name: "prefix for a range, and a filter", question: "SELECT * FROM event WHERE room = :room AND date(at) >= :from LIMIT 20", sort: "{at}#{id}",
			condition: "begins_with(SK2, :l)", values: map[string]string{":l": "{from}", ":f": "0"}, more: `"Limit": 20, "FilterExpression": "points >= :f"`, want: "prefix-for-a-range"},
		{name: "bound left out", question: "SELECT * FROM event WHERE room = :room AND due >= :from", native: "due",
			condition: "due > :l", values: map[string]string{":l": "{from}"}, want: "bound-left-out"},
		{name: "bound let in", question: "SELECT * FROM event WHERE room = :room AND due > :from", native: "due",
			condition: "due >= :l", values: map[string]string{":l": "{from}"}, want: "bound-let-in"},
		{name: "one partition, two types", question: "SELECT * FROM event WHERE room = :room", sort: "{at}#{id}", note: [2]string{"{room}", "{at}#N#{id}"}, want: "partition-of-several-types"},
		{name: "one prefix, two types", question: "SELECT * FROM event WHERE room = :room", sort: "X#E#{id}", note: [2]string{"{room}", "X#N#{id}"},
			condition: "begins_with(SK2, :s)", values: map[string]string{":s": "X#"}, want: "prefix-of-several-types"},
		{name: "prefix of a name", question: "SELECT * FROM event WHERE room = :room", sort: "E#{id}", note: [2]string{"{room}", "EN#{id}"},
			condition: "begins_with(SK2, :s)", values: map[string]string{":s": "E"}, want: "type-prefix-without-delimiter"},
		{name: "range without end", question: "SELECT * FROM event WHERE room = :room", sort: "E#{id}", note: [2]string{"{room}", "N#{id}"},
			condition: "SK2 >= :s", values: map[string]string{":s": "E#"}, want: "open-range"},
		{name: "delimiter", question: "SELECT * FROM event WHERE room = :room ORDER BY word, id", sort: "{word}#{id}", want: "delimiter-in-a-value"},
		{name: "folded", question: "SELECT * FROM event WHERE room = :room AND word = :word", sort: "{word:lower}#{id}",
			condition: "begins_with(SK2, :s)", values: map[string]string{":s": "{word:lower}#"}, want: "folded-case"},
	} {
		t.Run(c.name, func(t *testing.T) {
			partition := "{room}"
			event := map[string]string{"PK": "E#{id}", "PK2": partition}
			sort := "SK2"
			if c.native != "" {
				sort = c.native
			} else {
				event["SK2"] = c.sort
			}
			note := map[string]string{"PK": "N#{id}"}
			if c.note[0] != "" {
				note["PK2"], note["SK2"] = c.note[0], c.note[1]
			}
			condition := "PK2 = :p"
			if c.condition != "" {
				condition += " AND " + c.condition
			}
			values := map[string]any{":p": map[string]string{"S": room[":p"]}}
			for n, v := range c.values {
				typ := "S"
				if n == ":f" {
					typ = "N"
				}
				values[n] = map[string]string{typ: v}
			}
			more := ""
			if c.more != "" {
				more = ", " + c.more
			}
			doc := `{"version": 1, "model": "explain",
 "tables": [{"name": "main", "key": {"partition": "PK"}, "indexes": [{"name": "byRoom", "key": {"partition": "PK2", "sort": "` + sort + `"}, "projection": "ALL"}]}],
 "items": [{"item": "event", "entity": "event", "table": "main", "keys": ` + text(t, event) + `}, {"item": "note", "entity": "note", "table": "main", "keys": ` + text(t, note) + `}],
 "questions": [{"question": "q", "operation": "Query", "items": "event", "request": {"TableName": "main", "IndexName": "byRoom", "KeyConditionExpression": "` + condition + `",
  "ExpressionAttributeValues": ` + text(t, values) + more + `}}]}`
			m, err := model.Parse("model.sql", []byte(explainModel+c.question+";\n"))
			if err != nil {
				t.Fatal(err)
			}
			d, err := design.Parse("design.json", []byte(doc))
			if err != nil {
				t.Fatal(err)
			}
			b, err := design.Bind(m, d)
			if err != nil {
				t.Fatal(err)
			}
			rep, err := prove.Check(context.Background(), b, db, prove.Options{Seed: 2, Worlds: 200})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range rep.Failures {
				if f.Question == "q" && len(f.Steps) > 0 {
					got = append(got, f.Trap)
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("explained as %q, is %s\n%s", got, c.want, failures(rep))
			}
		})
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
