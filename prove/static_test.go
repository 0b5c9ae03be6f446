package prove_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/prove"
)

// edited binds the right design of a mutant after text replacements in model
// and design, old and new by turns.
func edited(t *testing.T, dir string, inModel, inDesign []string) *design.Bound {
	t.Helper()
	read := func(file string, edits []string) []byte {
		src, err := os.ReadFile(filepath.Join("testdata/mutants", dir, file))
		if err != nil {
			t.Fatal(err)
		}
		s := string(src)
		for i := 0; i < len(edits); i += 2 {
			if !strings.Contains(s, edits[i]) {
				t.Fatalf("%s has no %q", file, edits[i])
			}
			s = strings.ReplaceAll(s, edits[i], edits[i+1])
		}
		return []byte(s)
	}
	m, err := model.Parse("model.sql", read("model.sql", inModel))
	if err != nil {
		t.Fatal(err)
	}
	d, err := design.Parse("right.json", read("right.json", inDesign))
	if err != nil {
		t.Fatal(err)
	}
	b, err := design.Bind(m, d)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestStatic holds what model and design alone tell. Each case changes a right
// design so that exactly the named obligations are broken; figures are by hand.
func TestStatic(t *testing.T) {
	db := open(t)
	for _, c := range []struct {
		name, dir string
		model     []string
		design    []string
		want      []string // rule and subject
	}{
		{name: "right", dir: "14-wrong-direction"},
		{name: "other limit", dir: "14-wrong-direction", design: []string{`"Limit": 20`, `"Limit": 10`}, want: []string{"limit recent"}},
		{name: "no limit", dir: "14-wrong-direction", design: []string{",\n        \"Limit\": 20", ""}, want: []string{"limit recent"}},
		{name: "limit not asked for", dir: "14-wrong-direction", model: []string{" LIMIT 20", ""}, want: []string{"limit recent"}},
		// 10,000 rows of some 170 bytes are more than 1 MB.
		{name: "page", dir: "14-wrong-direction", model: []string{" LIMIT 20", "", "distinct=1000", "distinct=1"}, design: []string{",\n        \"Limit\": 20", ""}, want: []string{"page-size recent"}},
		{name: "eventual read", dir: "26-strong-read-on-a-global-index", design: []string{",\n        \"ConsistentRead\": true", ""}, want: []string{"consistency recent"}},
		// 900 inserts a second on one partition key; the limit is 500.
		{name: "hot partition", dir: "01-unpadded-number", model: []string{"distinct=1000", "distinct=4 top=100%", "write enter rate=1/s", "write enter rate=900/s"}, want: []string{"heat main", "heat main.byRating"}},
		// As an update of the index key it is two writes: 600 on the index, 300 on the table.
		{name: "hot index", dir: "01-unpadded-number", model: []string{"distinct=1000", "distinct=4 top=100%", "write rate rate=1/s", "write rate rate=300/s"}, want: []string{"heat main.byRating"}},
		{name: "headroom", dir: "01-unpadded-number", model: []string{"us-east-1/on-demand", "us-east-1/on-demand headroom=100%", "distinct=1000", "distinct=4 top=100%", "write rate rate=1/s", "write rate rate=300/s"}},
		// Half of the rows are OPEN: 400 updates a second move 200 entries, 400 units, and set and add
		// bring 2; where every row may be OPEN it is 800. 470 new rows and 20 updates a second are 511
		// units, but for share= that says how few of the new are OPEN.
		{name: "sparse index", dir: "16-sparse-key-not-removed", model: []string{"distinct=1000", "distinct=4 top=100%", "write postpone rate=1/s", "write postpone rate=400/s"}},
		{name: "sparse index for all rows", dir: "16-sparse-key-not-removed", model: []string{"distinct=1000", "distinct=4 top=100%", "write postpone rate=1/s", "write postpone rate=400/s", "('OPEN', 'DONE')", "('OPEN')"}, want: []string{"heat main.open"}},
		{name: "sparse index of what is new", dir: "16-sparse-key-not-removed", model: []string{"distinct=1000", "distinct=4 top=100%", "write postpone rate=1/s", "write postpone rate=20/s", "write add rate=1/s", "write add rate=470/s share.status.OPEN=1%", "('OPEN', 'DONE')", "('OPEN')"}},
		{name: "key that changes", dir: "28-forgotten-key-attribute", design: []string{`"TASK#{task_id}"`, `"TASK#{due}#{task_id}"`, `"due",`, `"due", "SK",`}, want: []string{"address set", "address postpone", "fixed-key task"}},
		{name: "unbounded key", dir: "10-delimiter-in-a-value", model: []string{"name     varchar(12) NOT NULL", "name     text NOT NULL"}, want: []string{"key-length doc"}},
		// DOC#, 12 characters of four bytes, #, and n of them: 53 + 4n of 1,024 bytes.
		{name: "sort key of 1,021 bytes", dir: "10-delimiter-in-a-value", model: []string{"name     varchar(12)", "name     varchar(242)"}},
		{name: "sort key of 1,025 bytes", dir: "10-delimiter-in-a-value", model: []string{"name     varchar(12)", "name     varchar(243)"}, want: []string{"key-length doc"}},
		// OWNER# and n characters of four bytes: 6 + 4n of 2,048.
		{name: "partition key of 2,046 bytes", dir: "10-delimiter-in-a-value", model: []string{"owner_id ulid", "owner_id varchar(510)"}},
		{name: "partition key of 2,050 bytes", dir: "10-delimiter-in-a-value", model: []string{"owner_id ulid", "owner_id varchar(511)"}, want: []string{"key-length doc"}},
		// Names and values: PK 2+32, SK 2+101, owner_id 8+26, folder 6+48, name 4+48,
		// size 4+21, body 4+4n: 306 + 4n of 409,600 bytes.
		{name: "item of 409,598 bytes", dir: "10-delimiter-in-a-value", model: []string{"  size ", "  body varchar(102323) NOT NULL, -- avg=20\n  size "}},
		{name: "item of 409,602 bytes", dir: "10-delimiter-in-a-value", model: []string{"  size ", "  body varchar(102324) NOT NULL, -- avg=20\n  size "}, want: []string{"item-size doc"}},
		{name: "raw text before a fixed tail", dir: "10-delimiter-in-a-value", model: []string{"name     varchar(12)", "name     ulid"}, design: []string{"#{name:esc}", "#{name}", "{folder:esc}", "{folder}"}},
		{name: "two raw texts", dir: "10-delimiter-in-a-value", design: []string{"#{name:esc}", "#{name}", "{folder:esc}", "{folder}"}, want: []string{"identity doc"}},
		{name: "lossy key", dir: "10-delimiter-in-a-value", design: []string{"#{name:esc}", "#{name:lower}"}, want: []string{"identity doc"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rep, err := prove.Check(context.Background(), edited(t, c.dir, c.model, c.design), db, prove.Options{Worlds: 1})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, o := range rep.Obligations {
				if o.Basis == prove.Static && !o.Held {
					got = append(got, string(o.Rule)+" "+o.Subject)
				}
			}
			slices.Sort(got)
			slices.Sort(c.want)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
				for _, o := range rep.Obligations {
					if !o.Held {
						t.Log(o.Rule, o.Subject, o.Detail)
					}
				}
			}
		})
	}
}
