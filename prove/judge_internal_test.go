package prove

import (
	"fmt"
	"strings"
	"testing"
)

// ranked makes an answer of rows "id:order", ordered as given, with a LIMIT
// (-1 for none), and of returned rows by their ids.
func ranked(limit int, rows string) (*answer, []string) {
	a := &answer{limit: limit, desc: []bool{false}}
	var ids []string
	for _, f := range strings.Fields(rows) {
		id, order, _ := strings.Cut(f, ":")
		var n int64
		fmt.Sscan(order, &n)
		a.rows = append(a.rows, answerRow{out: []output{{"id", text(id)}}, order: []val{integer(n)}})
		ids = append(ids, id)
	}
	return a, ids
}

func got(ids string) []returned {
	var out []returned
	for _, id := range strings.Fields(ids) {
		value := strings.TrimSuffix(id, "!") // a "!" is a changed value
		r := returned{id: value, out: []output{{"id", text(id)}}}
		out = append(out, r)
	}
	return out
}

// TestJudge holds what counts as the same answer; the expectations follow from
// what SQL promises: ties in any order, a LIMIT anywhere inside a tie.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name, rows string
		limit      int
		got        string
		want       Rule // "" where the response is right
	}{
		{"all in order", "a:1 b:2 c:3", -1, "a b c", ""},
		{"nothing", "", -1, "", ""},
		{"ties turned", "a:1 b:2 c:2 d:3", -1, "a c b d", ""},
		{"out of order", "a:1 b:2 c:3", -1, "b a c", Order},
		{"one missing", "a:1 b:2 c:3", -1, "a c", Rows},
		{"one twice", "a:1 b:2", -1, "a a", Rows},
		{"one too many", "a:1 b:2", -1, "a b x", Rows},
		{"a value changed", "a:1 b:2", -1, "a b!", Values},
		{"cut by LIMIT", "a:1 b:2 c:3", 2, "a b", ""},
		{"cut inside a tie, either row", "a:1 b:2 c:2 d:3", 2, "a c", ""},
		{"cut at the wrong end", "a:1 b:2 c:3", 2, "b c", Order},
		{"cut short", "a:1 b:2 c:3", 2, "a", Rows},
		{"not cut", "a:1 b:2 c:3", 2, "a b c", Limits},
		{"more LIMIT than rows", "a:1", 5, "a", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, ids := ranked(c.limit, c.rows)
			bad := judge(a, ids, got(c.got))
			switch {
			case bad == nil && c.want != "":
				t.Errorf("accepted, should break %s", c.want)
			case bad != nil && bad.rule != c.want:
				t.Errorf("breaks %q (%s), should break %q", bad.rule, bad.message, c.want)
			}
		})
	}
}

// TestJudgeWithoutIdentity holds that rows whose identity the response does
// not tell are matched by their values, each at most once.
func TestJudgeWithoutIdentity(t *testing.T) {
	a, _ := ranked(-1, "a:1 a:1 b:2")
	ids := []string{"1", "2", "3"}
	anonymous := func(ids string) []returned {
		out := got(ids)
		for i := range out {
			out[i].id = ""
		}
		return out
	}
	if bad := judge(a, ids, anonymous("a a b")); bad != nil {
		t.Errorf("two equal rows: %s", bad.message)
	}
	if bad := judge(a, ids, anonymous("a b b")); bad == nil || bad.rule != Rows {
		t.Errorf("one row twice in the place of another: %v", bad)
	}
}
