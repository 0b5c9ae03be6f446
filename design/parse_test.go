package design_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/design"
)

// TestParse runs testdata/json: "parse" prints a design in canonical form, or
// what is wrong with it. Escapes in the input, as \x00, are undone first where
// the argument "escaped" is given.
func TestParse(t *testing.T) {
	datadriven.Walk(t, "testdata/json", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			input := d.Input
			if d.HasArg("escaped") {
				input = strings.NewReplacer(`\x00`, "\x00", `\xff`, "\xff", `\ufeff`, "\ufeff", `\t`, "\t").Replace(input)
			}
			if d.HasArg("cut") {
				var n int
				d.ScanArgs(t, "cut", &n)
				input = input[:n]
			}
			parsed, err := design.Parse("design.json", []byte(input))
			if err != nil {
				return err.Error()
			}
			again, err := design.Parse("again.json", parsed.Format())
			if err != nil {
				return "the canonical form does not parse: " + err.Error()
			}
			if diff := cmp.Diff(parsed, again); diff != "" {
				return "the canonical form is another design: " + diff
			}
			return string(parsed.Format())
		})
	})
}

// TestMarshal: encoding/json writes and reads a design as its file has it, and
// its parts as the file has them.
func TestMarshal(t *testing.T) {
	d := readDesign(t, "../examples/leaderboard/dedicated.json")
	wrapped, err := json.Marshal(map[string]any{"design": d})
	if err != nil {
		t.Fatal(err)
	}
	var back struct{ Design *design.Design }
	if err := json.Unmarshal(wrapped, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(d.Format()), string(back.Design.Format())); diff != "" {
		t.Errorf("read back differs:\n%s", diff)
	}
	part, err := json.Marshal(d.Questions[0])
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"question":"player-by-id","operation":"GetItem","items":"player","request":{"TableName":"leaderboard","Key":{"partitionId":{"S":"PLAYER#{player}"},"rangeId":{"S":"PROFILE"}},"ConsistentRead":true}}`
	if diff := cmp.Diff(want, string(part)); diff != "" {
		t.Errorf("question (-want +got):\n%s", diff)
	}
	if err := json.Unmarshal([]byte(`{"design": {"version": 2}}`), &back); err == nil {
		t.Error("a design of version 2 was read")
	}
}
