package enginetest

import (
	"context"
	"errors"
	"fmt"
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

// Simulator is a Target that can behave as production does, under a clock that
// stands still from then on.
type Simulator interface {
	Target
	// Simulate says how to behave, in the engine's JSON.
	Simulate(settings []byte) error
	// Advance lets time pass, and what it brings happen.
	Advance(d time.Duration) error
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

// RunTranscript judges an endpoint by one transcript. One of a known
// difference has to fail, in a step and not by failing before it: a difference
// that is gone is reported, so that the list of them stays true.
func RunTranscript(t testing.TB, tr Transcript, target Target) {
	t.Helper()
	if _, can := target.(Simulator); tr.Simulation != "" && !can {
		t.Skip("the endpoint cannot simulate")
	}
	err := Judge(t.Context(), tr, target)
	var d *Difference
	switch {
	case tr.Differs == "" && err == nil, tr.Differs != "" && errors.As(err, &d):
	case err == nil:
		t.Fatalf("passes, though it is listed as a known difference: %s\nRemove the section \"differs\" and move the file out of %s.",
			tr.Differs, differences)
	default:
		t.Fatalf("%v", err)
	}
}

// Difference is an answer that is not the one that has to come back.
type Difference struct {
	Step int
	Text string // what differs, for people
}

func (d *Difference) Error() string { return fmt.Sprintf("step %d, %s", d.Step, d.Text) }

// Judge runs a transcript against an endpoint. The first difference ends it:
// a *Difference; any other error says that it could not be run.
func Judge(ctx context.Context, tr Transcript, target Target) error {
	r := runner{ctx, target, map[int]any{}}
	if tr.Simulation != "" {
		sim, can := target.(Simulator)
		if !can {
			return errors.New("enginetest: the endpoint cannot simulate")
		}
		if err := sim.Simulate([]byte(tr.Simulation)); err != nil {
			return fmt.Errorf("enginetest: %w", err)
		}
	}
	for _, body := range tr.Tables {
		if err := r.createTable(body); err != nil {
			return err
		}
	}
	for _, s := range tr.Steps {
		if err := r.step(s); err != nil {
			return err
		}
	}
	return nil
}

type runner struct {
	ctx       context.Context
	target    Target
	responses map[int]any
}

func (r *runner) call(operation, body string) (int, any, error) {
	status, raw, err := r.target.Call(r.ctx, operation, []byte(body))
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", operation, err)
	}
	v, err := parseJSON(string(raw))
	if err != nil {
		return 0, nil, fmt.Errorf("%s: the answer is %w", operation, err)
	}
	return status, v, nil
}

// createTable makes a table and waits for it.
func (r *runner) createTable(body string) error {
	status, got, err := r.call("CreateTable", body)
	if err != nil {
		return err
	}
	if status != 200 {
		return fmt.Errorf("CreateTable %s: %s", body, text(got))
	}
	name := text(child(child(got, "TableDescription"), "TableName"))
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Second) {
		_, got, err := r.call("DescribeTable", `{"TableName":`+name+`}`)
		if err != nil {
			return err
		}
		if child(child(got, "Table"), "TableStatus") == "ACTIVE" {
			return nil
		}
	}
	return fmt.Errorf("table %s does not become ACTIVE", name)
}

func (r *runner) step(s Step) error {
	if s.Wait != 0 {
		return r.target.(Simulator).Advance(s.Wait) // Judge has asked for a simulation
	}
	body, err := fillReferences(expandRepeats(s.Request), r.responses)
	if err != nil {
		return fmt.Errorf("step %d: %w", s.Number, err)
	}
	status, got, err := r.answer(s, body)
	if err != nil {
		return err
	}
	r.responses[s.Number] = got
	if s.Error != "" {
		if s.Error, err = fillReferences(expandRepeats(s.Error), r.responses); err != nil {
			return fmt.Errorf("step %d: %w", s.Number, err)
		}
		return compareError(s, status, got)
	}
	want, err := parseJSON(expandRepeats(s.Response))
	if err != nil {
		return fmt.Errorf("step %d: the expected response is %w", s.Number, err)
	}
	want, got = canonical(want), canonical(got)
	if s.Unordered {
		orderItems(want)
		orderItems(got)
	}
	if diff := cmp.Diff(want, matchAny(want, got)); diff != "" {
		return &Difference{s.Number, fmt.Sprintf("%s, status %d (-want +got):\n%s", s.Operation, status, diff)}
	}
	if wantError := child(want, "__type") != nil; wantError == (status == 200) {
		return &Difference{s.Number, fmt.Sprintf("%s: status %d", s.Operation, status)}
	}
	return nil
}

// answer sends a step's request.
func (r *runner) answer(s Step, body string) (status int, got any, err error) {
	if s.Operation != "stream" {
		return r.call(s.Operation, body)
	}
	want, err := parseJSON(s.Response)
	if err != nil {
		return 0, nil, fmt.Errorf("step %d: the expected response is %w", s.Number, err)
	}
	expected, _ := child(want, "Records").([]any)
	got, err = r.readStream(body, len(expected))
	return 200, got, err
}

// orderItems sorts what comes in no order: the Items of a Scan, the items of
// each table of a BatchGetItem, the Records of the shards of a stream.
func orderItems(response any) {
	if items, ok := child(response, "Items").([]any); ok {
		sortValues(items)
	}
	if records, ok := child(response, "Records").([]any); ok {
		sortRecords(records)
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
func compareError(s Step, status int, got any) error {
	kind, _ := child(got, "__type").(string)
	code := kind[strings.LastIndexByte(kind, '#')+1:]
	message, _ := child(got, "message").(string)
	if message == "" {
		message, _ = child(got, "Message").(string)
	}
	wantCode, wantMessage, withMessage := strings.Cut(s.Error, ": ")
	if status < 400 || code != wantCode || withMessage && message != wantMessage {
		return &Difference{s.Number, fmt.Sprintf("%s, status %d\nwant %s\ngot  %s: %s %s", s.Operation, status, s.Error, code, message,
			unlessError(kind, got))}
	}
	return nil
}

func unlessError(kind string, got any) string {
	if kind != "" {
		return ""
	}
	return text(got)
}
