package design_test

import (
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// TestColumnsHoldWhatTheModelSays: which values a column may hold is the
// model's rule, and a codec that writes every value of a column takes exactly
// those.
func TestColumnsHoldWhatTheModelSays(t *testing.T) {
	m, err := model.Parse("m.sql", []byte(`-- model mod prices=us-east-1/on-demand
CREATE TABLE t ( -- rows=1
  id     ulid PRIMARY KEY,
  n      int,
  few    int CHECK (few BETWEEN -5 AND 9999),
  any    numeric,
  ranged numeric CHECK (ranged >= 0 AND ranged <= 1),
  whole  numeric(4),
  money  numeric(6,2),
  u      uuid,
  c      char(3),
  v      varchar(3) CHECK (length(v) >= 1),
  safe   varchar(9) CHECK (safe NOT GLOB '*[^a-z]*'),
  state  varchar(4) CHECK (state IN ('OPEN', 'DONE')),
  at     timestamp(3),
  late   timestamp(0) CHECK (late >= '2026-01-01T00:00:00Z'),
  day    date CHECK (day BETWEEN '2026-01-01' AND '2026-12-31'),
  b      blob CHECK (length(b) <= 2),
  yes    boolean
);`))
	if err != nil {
		t.Fatal(err)
	}
	var values []attr.Value
	for _, n := range []string{
		"0", "1", "-1", "-5", "-6", "9999", "10000", "0.5", "0.25", "0.125", "1.001", "9999.99", "12345", "-0.01", "1e-130", strings.Repeat("9", 38),
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	} {
		v, err := attr.ParseNum(n)
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
	}
	for _, s := range []string{
		"", "a", "ab", "abc", "abcd", "äöü", "a#c", "ABC", "OPEN", "OPE", "open", "DONE", "01HZX3Q8E0000000000000000A", "01hzx3q8e0000000000000000a", "81HZX3Q8E0000000000000000A",
		"983d39a3-bdd6-4b61-88d5-58595d555b81", "983D39A3-BDD6-4B61-88D5-58595D555B81", "2026-05-28T19:05:33Z", "2026-05-28T19:05:33.123Z", "2026-05-28T19:05:33.1234Z",
		"2026-05-28T21:05:33+02:00", "2026-01-01T01:00:00+02:00", "2025-12-31", "2026-01-01", "2026-02-30", "2026-12-31", "2027-01-01", "20260101",
	} {
		values = append(values, attr.String(s))
	}
	values = append(values, attr.Binary([]byte("ab")), attr.Binary([]byte("abc")), attr.Bool(true), attr.List())
	for _, c := range m.Entity("t").Columns {
		codec, err := design.NewCodec(c, "", '#')
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			_, err := codec.Encode(v)
			if says := c.CheckValue(v); (err == nil) != (says == nil) {
				t.Errorf("column %s %s, %q: the codec says %v, the model %v", c.Name, c.Type, v.Str(), err, says)
			}
		}
	}
}
