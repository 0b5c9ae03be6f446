package model

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentation holds docs/model.md to the code: its example is a right
// model, and it names every annotation, type and refusal.
func TestDocumentation(t *testing.T) {
	src, err := os.ReadFile("../docs/model.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(src)
	for _, block := range regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(text, -1) {
		m, err := Parse("docs/model.md", []byte(block[1]))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range m.Warnings {
			t.Errorf("%s", w.Format())
		}
		for _, q := range m.Questions {
			if len(q.Refusals) > 0 {
				t.Errorf("question %s is refused: %v", q.Name, q.Refusals)
			}
		}
	}
	var want []string
	for _, keys := range [][]string{modelKeys, entityKeys, columnKeys, questionKeys, writeKeys} {
		for _, k := range keys {
			want = append(want, k+"=")
		}
	}
	want = append(want, kindNames()...)
	for _, u := range rateUnits {
		want = append(want, "/"+u.name)
	}
	for name := range functions {
		want = append(want, name+"(c)")
	}
	for _, c := range []Code{ERange2, EOrder, EDir, EStrong, EHot, ESize, EAgg, EGroup, EJoin, EOr, EIn, EMulti, ENullOrder, ENoRange, ELen, EOffset, EText, EAddr} {
		want = append(want, string(c))
	}
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("docs/model.md does not mention %s", w)
		}
	}
}
