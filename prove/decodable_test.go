package prove_test

import (
	"context"
	"testing"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/prove"
)

// TestColumnsOnlyInKeys holds that what a template is said to tell is what a
// client reads from it: the columns stand in the sort key alone, with values
// that hold delimiters, and every question gets them back. Where a template
// does not tell them, that is said, and no question is right by chance.
func TestColumnsOnlyInKeys(t *testing.T) {
	db := open(t)
	for sort, proven := range map[string]bool{
		"{a}#{day}": true, "{a}{day}": true, "N_{a}#D_{day}": true, "{day}{a}": true, "{day}#{a}#{day}": true, "{day}#{a:esc}": true,
		"{a:lower}#{day}": false,
	} {
		t.Run(sort, func(t *testing.T) {
			m, err := model.Parse("model.sql", []byte(`-- model keyed  prices=us-east-1/on-demand
CREATE TABLE thing (  -- rows=1000
  owner ulid NOT NULL,  -- distinct=100
  a     varchar(6) NOT NULL,
  day   date NOT NULL,
  PRIMARY KEY (owner, a, day)
);
-- question all rate=1/s rows=10
SELECT a, day FROM thing WHERE owner = :owner;
-- question one rate=1/s
SELECT a, day FROM thing WHERE owner = :owner AND a = :a AND day = :day;
-- write add rate=1/s
INSERT OR IGNORE INTO thing VALUES (:owner, :a, :day);
-- write drop rate=1/s
DELETE FROM thing WHERE owner = :owner AND a = :a AND day = :day;
`))
			if err != nil {
				t.Fatal(err)
			}
			d, err := design.Parse("design.json", []byte(`{"version": 1, "model": "keyed", "tables": [{"name": "main", "key": {"partition": "PK", "sort": "SK"}}],
 "items": [{"item": "thing", "entity": "thing", "table": "main", "keys": {"PK": "{owner}", "SK": "`+sort+`"}, "attributes": []}],
 "questions": [{"question": "all", "operation": "Query", "items": "thing", "request": {"TableName": "main", "KeyConditionExpression": "PK = :p", "ExpressionAttributeValues": {":p": "{owner}"}}},
  {"question": "one", "operation": "GetItem", "items": "thing", "request": {"TableName": "main", "Key": {"PK": "{owner}", "SK": "`+sort+`"}}}]}`))
			if err != nil {
				t.Fatal(err)
			}
			b, err := design.Bind(m, d)
			if err != nil {
				t.Fatal(err)
			}
			rep, err := prove.Check(context.Background(), b, db, prove.Options{Worlds: 100})
			if err != nil {
				t.Fatal(err)
			}
			if rep.Proven != proven {
				t.Errorf("proven is %t\n%s", rep.Proven, failures(rep))
			}
		})
	}
}
