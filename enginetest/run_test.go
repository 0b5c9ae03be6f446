package enginetest_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/keywright/keywright/enginetest"
)

// script is a target that gives answers in turn.
type script []struct {
	status int
	body   string
}

func (s *script) Call(_ context.Context, _ string, body []byte) (int, []byte, error) {
	answer := (*s)[0]
	*s = (*s)[1:]
	if strings.Contains(string(body), "$") {
		return 0, nil, fmt.Errorf("a mark was sent: %s", body)
	}
	return answer.status, []byte(strings.ReplaceAll(answer.body, "ECHO", string(body))), nil
}

// verdict runs a transcript of one request against one answer and returns
// what the harness said, "" for a pass.
func verdict(t *testing.T, transcript string, answers script) string {
	t.Helper()
	tr, err := enginetest.Parse("case", []byte(transcript))
	if err != nil {
		t.Fatal(err)
	}
	return heard(t, func(tb testing.TB) { enginetest.RunTranscript(tb, tr, &answers) })
}

// heard returns what the harness says to its test, "" for nothing.
func heard(t *testing.T, run func(testing.TB)) string {
	tb := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(tb)
	}()
	<-done
	return tb.said
}

// recorder takes the harness's verdict in place of a test.
type recorder struct {
	testing.TB
	said string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatalf(format string, args ...any) {
	r.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

const top = "About.\n-- source --\nBy hand.\n"

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, transcript string
		answers          script
		want             string // part of what is said, "" for a pass
	}{
		{"the same", top + "-- 1 GetItem --\n{}\n-- 1 response --\n{\"a\":1}\n", script{{200, `{"a":1.0}`}}, ""},
		{"another value", top + "-- 1 GetItem --\n{}\n-- 1 response --\n{\"a\":1}\n", script{{200, `{"a":2}`}}, "step 1, GetItem"},
		{"a member too many", top + "-- 1 GetItem --\n{}\n-- 1 response --\n{\"a\":1}\n", script{{200, `{"a":1,"b":2}`}}, "step 1"},
		{"a member too few", top + "-- 1 GetItem --\n{}\n-- 1 response --\n{\"a\":1,\"b\":\"*\"}\n", script{{200, `{"a":1}`}}, "step 1"},
		{"anything", top + "-- 1 GetItem --\n{}\n-- 1 response --\n{\"a\":\"*\",\"l\":[\"*\",2]}\n", script{{200, `{"a":{"x":1},"l":[[],2]}`}}, ""},
		{"sets in any order", top + "-- 1 GetItem --\n{}\n-- 1 response --\n{\"a\":{\"SS\":[\"x\",\"y\"]}}\n", script{{200, `{"a":{"SS":["y","x"]}}`}}, ""},
		{"lists in order", top + "-- 1 GetItem --\n{}\n-- 1 response --\n{\"a\":{\"L\":[1,2]}}\n", script{{200, `{"a":{"L":[2,1]}}`}}, "step 1"},
		{"items in order", top + "-- 1 Scan --\n{}\n-- 1 response --\n{\"Items\":[1,2]}\n", script{{200, `{"Items":[2,1]}`}}, "step 1"},
		{"items in any order", top + "-- 1 Scan --\n{}\n-- 1 response unordered --\n{\"Items\":[1,2]}\n", script{{200, `{"Items":[2,1]}`}}, ""},
		{"but these items", top + "-- 1 Scan --\n{}\n-- 1 response unordered --\n{\"Items\":[1,2]}\n", script{{200, `{"Items":[2,2]}`}}, "step 1"},
		{"an error by its code", top + "-- 1 GetItem --\n{}\n-- 1 error --\nXException\n", script{{400, `{"__type":"a#XException","message":"m"}`}}, ""},
		{"another code", top + "-- 1 GetItem --\n{}\n-- 1 error --\nXException\n", script{{400, `{"__type":"a#YException"}`}}, "want XException"},
		{"its message", top + "-- 1 GetItem --\n{}\n-- 1 error --\nXException: m: n\n", script{{400, `{"__type":"a#XException","Message":"m: n"}`}}, ""},
		{"another message", top + "-- 1 GetItem --\n{}\n-- 1 error --\nXException: m\n", script{{400, `{"__type":"a#XException","message":"n"}`}}, "got  XException: n"},
		{"no error", top + "-- 1 GetItem --\n{}\n-- 1 error --\nXException\n", script{{200, `{"a":1}`}}, `{"a":1}`},
		{"an error not expected", top + "-- 1 GetItem --\n{}\n-- 1 response --\n{\"a\":1}\n", script{{500, `{"a":1}`}}, "status 500"},
		{"marks", top + "-- 1 GetItem --\n{\"a\":\"x${repeat:yz:2}\"}\n-- 1 response --\n{\"k\":{\"a\":\"xyzyz\"}}\n" +
			"-- 2 GetItem --\n{\"b\":\"${1.k.a}\"}\n-- 2 response --\n{\"b\":\"xyzyz\"}\n", script{{200, `{"k":ECHO}`}, {200, `ECHO`}}, ""},
		{"marks in texts", top + "-- 1 GetItem --\n{}\n-- 1 response --\n{\"k\":\"arn\"}\n-- 2 GetItem --\n{\"b\":\"${1.k}/x\"}\n" +
			"-- 2 error --\nXException: no ${1.k}/x\n", script{{200, `{"k":"arn"}`}, {400, `{"__type":"a#XException","message":"no arn/x"}`}}, ""},
		{"a mark of nothing", top + "-- 1 GetItem --\n{\"b\":\"${1.k}\"}\n-- 1 response --\n{}\n", script{{200, `{}`}}, "no such member"},
		{"no JSON", top + "-- 1 GetItem --\n{}\n-- 1 response --\n{}\n", script{{200, `<html>`}}, "not JSON"},
		{"tables become active", top + "-- tables --\n{\"TableName\":\"t\"}\n-- 1 GetItem --\n{}\n-- 1 response --\n{}\n",
			script{{200, `{"TableDescription":{"TableName":"t"}}`}, {200, `{"Table":{"TableStatus":"ACTIVE"}}`}, {200, `{}`}}, ""},
		{"tables that cannot be", top + "-- tables --\n{\"TableName\":\"t\"}\n-- 1 GetItem --\n{}\n-- 1 response --\n{}\n", script{{400, `{}`}}, "CreateTable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := verdict(t, c.transcript, c.answers); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("said %q, want %q", got, c.want)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for transcript, want := range map[string]string{
		"-- source --\nx\n-- 1 A --\n{}\n-- 1 response --\n{}\n":            "no prose",
		"About.\n-- 1 A --\n{}\n-- 1 response --\n{}\n":                     "no source",
		top + "-- 1 A --\n{}\n":                                             "no response",
		top:                                                                 "no response",
		top + "-- 2 A --\n{}\n-- 2 response --\n{}\n":                       "not the next request",
		top + "-- 1 A --\n{}\n-- 2 A --\n{}\n":                              "not the next request",
		top + "-- 1 A --\n{}\n-- 2 response --\n{}\n":                       "does not follow",
		top + "-- 1 A --\n{}\n-- 1 response --\n{}\n-- 1 response --\n{}\n": "does not follow",
		top + "-- differs --\nx\n-- 1 A --\n{}\n-- 1 response --\n{}\n":     "belongs to",
		top + "-- expected --\n{}\n":                                        "neither",
		top + "-- 1 --\n{}\n":                                               "neither",
		top + "-- tables --\n{\n-- 1 A --\n{}\n-- 1 response --\n{}\n":      "tables",
	} {
		if _, err := enginetest.Parse("case", []byte(transcript)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", transcript, err)
		}
	}
}

// The transcripts that come with the package can all be read, and each report
// of the engine's has one.
func TestTranscripts(t *testing.T) {
	transcripts, err := enginetest.Transcripts()
	if err != nil {
		t.Fatal(err)
	}
	names := ""
	for _, tr := range transcripts {
		names += tr.Name + "\n"
	}
	for _, report := range []string{"r01", "r03", "r07", "r09", "r11", "r13", "r15", "r17", "r19", "r21", "r23", "r25", "r29",
		"r33", "r35", "r37", "r39", "r41", "r43", "r45", "r47", "r53"} {
		if !strings.Contains(names, "report/"+report+"-") {
			t.Errorf("no transcript of report %s", report)
		}
	}
}

// A known difference has to fail in a step: one that passes, or that cannot
// be run, is reported.
func TestDifferences(t *testing.T) {
	tr, err := enginetest.Parse("differences/case",
		[]byte(top+"-- differs --\nWe say 2.\n-- tables --\n{\"TableName\":\"t\"}\n-- 1 GetItem --\n{}\n-- 1 response --\n{\"a\":1}\n"))
	if err != nil {
		t.Fatal(err)
	}
	active := script{{200, `{"TableDescription":{"TableName":"t"}}`}, {200, `{"Table":{"TableStatus":"ACTIVE"}}`}}
	for _, c := range []struct {
		name    string
		answers script
		want    string
	}{
		{"differs", append(active[:2:2], script{{200, `{"a":2}`}}...), ""},
		{"passes", append(active[:2:2], script{{200, `{"a":1}`}}...), "We say 2."},
		{"no table", script{{400, `{}`}}, "CreateTable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := heard(t, func(tb testing.TB) { enginetest.RunTranscript(tb, tr, &c.answers) })
			if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("said %q, want %q", got, c.want)
			}
		})
	}
}
