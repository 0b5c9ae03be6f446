package prove_test

import (
	"context"
	"fmt"
	"log"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/prove"
)

func ExampleCheck() {
	m, err := model.Parse("scores.sql", []byte(`
-- model scores  prices=us-east-1/on-demand
CREATE TABLE score (  -- rows=1000
  season    char(7) NOT NULL CHECK (season NOT GLOB '*[^A-Z0-9-]*'),  -- distinct=100
  player_id ulid NOT NULL,
  rating    int NOT NULL CHECK (rating BETWEEN 0 AND 99999),
  PRIMARY KEY (season, player_id)
);
-- question best rate=1/s
SELECT player_id, rating FROM score WHERE season = :season ORDER BY rating DESC LIMIT 10;
-- write enter rate=1/s
INSERT INTO score;
`))
	if err != nil {
		log.Fatal(err)
	}
	d, err := design.Parse("design.json", []byte(`{
  "version": 1, "model": "scores",
  "tables": [{"name": "scores", "key": {"partition": "PK", "sort": "SK"}}],
  "items": [{"item": "score", "entity": "score", "table": "scores",
    "keys": {"PK": "SEASON#{season}", "SK": "RATING#{rating}#{player_id}"}}],
  "questions": [{"question": "best", "operation": "Query", "items": "score", "request": {
    "TableName": "scores", "KeyConditionExpression": "PK = :season",
    "ExpressionAttributeValues": {":season": {"S": "SEASON#{season}"}}, "ScanIndexForward": false, "Limit": 10}}]
}`))
	if err != nil {
		log.Fatal(err)
	}
	b, err := design.Bind(m, d)
	if err != nil {
		log.Fatal(err)
	}
	db, err := engine.Open(engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	rep, err := prove.Check(context.Background(), b, db, prove.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("proven:", rep.Proven)
	fmt.Println(rep.Failures[0].Explanation)
	if err := db.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// proven: false
	// 9 ranks above 1000 because numbers of rating stand unpadded in the key and sort as text
}
