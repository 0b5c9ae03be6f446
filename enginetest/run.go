package enginetest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Target is the endpoint under judgement. Call sends one request and returns
// the HTTP status and the body of the answer; err is for an answer that never
// came.
type Target interface {
	Call(ctx context.Context, operation string, body []byte) (status int, response []byte, err error)
}

// Run judges an endpoint by every transcript, each in a subtest of its own
// with an endpoint that has none of the transcript's tables. newTarget may
// register cleanups.
func Run(t *testing.T, newTarget func(testing.TB) Target) {
	t.Helper()
	transcripts, err := Transcripts()
	if err != nil {
		t.Fatal(err)
	}
	for _, tr := range transcripts {
		t.Run(tr.Name, func(t *testing.T) { RunTranscript(t, tr, newTarget(t)) })
	}
}

// RunTranscript judges an endpoint by one transcript.
func RunTranscript(t testing.TB, tr Transcript, target Target) {
	t.Helper()
	r := runner{t, target, map[int]any{}}
	for _, body := range tr.Tables {
		r.createTable(body)
	}
	for _, s := range tr.Steps {
		r.step(s)
	}
}

type runner struct {
	t         testing.TB
	target    Target
	responses map[int]any
}

func (r *runner) call(operation, body string) (int, any) {
	r.t.Helper()
	status, raw, err := r.target.Call(r.t.Context(), operation, []byte(body))
	if err != nil {
		r.t.Fatalf("%s: %v", operation, err)
	}
	v, err := parseJSON(string(raw))
	if err != nil {
		r.t.Fatalf("%s: the answer is %v", operation, err)
	}
	return status, v
}

// createTable makes a table and waits for it.
func (r *runner) createTable(body string) {
	r.t.Helper()
	status, got := r.call("CreateTable", body)
	if status != 200 {
		r.t.Fatalf("CreateTable %s: %s", body, text(got))
	}
	name := text(child(child(got, "TableDescription"), "TableName"))
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Second) {
		_, got := r.call("DescribeTable", `{"TableName":`+name+`}`)
		if child(child(got, "Table"), "TableStatus") == "ACTIVE" {
			return
		}
	}
	r.t.Fatalf("table %s does not become ACTIVE", name)
}

func (r *runner) step(s Step) {
	r.t.Helper()
	body, err := fillReferences(expandRepeats(s.Request), r.responses)
	if err != nil {
		r.t.Fatalf("step %d: %v", s.Number, err)
	}
	status, got := r.call(s.Operation, body)
	r.responses[s.Number] = got
	if s.Error != "" {
		r.compareError(s, status, got)
		return
	}
	want, err := parseJSON(expandRepeats(s.Response))
	if err != nil {
		r.t.Fatalf("step %d: the expected response is %v", s.Number, err)
	}
	want, got = canonical(want), canonical(got)
	if s.Unordered {
		orderItems(want)
		orderItems(got)
	}
	if diff := cmp.Diff(want, matchAny(want, got)); diff != "" {
		r.t.Fatalf("step %d, %s, status %d (-want +got):\n%s", s.Number, s.Operation, status, diff)
	}
	if wantError := child(want, "__type") != nil; wantError == (status == 200) {
		r.t.Fatalf("step %d, %s: status %d", s.Number, s.Operation, status)
	}
}

// orderItems sorts what comes in no order: the Items of a Scan, the items of
// each table of a BatchGetItem.
func orderItems(response any) {
	if items, ok := child(response, "Items").([]any); ok {
		sortValues(items)
	}
	if tables, ok := child(response, "Responses").(map[string]any); ok {
		for _, items := range tables {
			if items, ok := items.([]any); ok {
				sortValues(items)
			}
		}
	}
}

// compareError compares an error's code, and its message if one is expected.
func (r *runner) compareError(s Step, status int, got any) {
	r.t.Helper()
	kind, _ := child(got, "__type").(string)
	code := kind[strings.LastIndexByte(kind, '#')+1:]
	message, _ := child(got, "message").(string)
	if message == "" {
		message, _ = child(got, "Message").(string)
	}
	wantCode, wantMessage, withMessage := strings.Cut(expandRepeats(s.Error), ": ")
	if status < 400 || code != wantCode || withMessage && message != wantMessage {
		r.t.Fatalf("step %d, %s, status %d\nwant %s\ngot  %s: %s %s", s.Number, s.Operation, status, s.Error, code, message,
			unlessError(kind, got))
	}
}

func unlessError(kind string, got any) string {
	if kind != "" {
		return ""
	}
	return text(got)
}
