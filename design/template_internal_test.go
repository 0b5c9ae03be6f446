package design

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestTemplate runs testdata/template: "parse" prints the parts of each line's
// template and its canonical form.
func TestTemplate(t *testing.T) {
	datadriven.RunTest(t, "testdata/template", func(t *testing.T, d *datadriven.TestData) string {
		var out []string
		for _, line := range strings.Split(d.Input, "\n") {
			parts, err := parseTemplate(line)
			if err != nil {
				out = append(out, "error: "+err.Error())
				continue
			}
			var shown []string
			for _, p := range parts {
				if p.name == "" {
					shown = append(shown, fmt.Sprintf("%q", p.literal))
					continue
				}
				shown = append(shown, fmt.Sprintf("<%s|%s>", p.name, p.codec))
			}
			out = append(out, strings.Join(shown, " ")+"   "+formatTemplate(parts))
		}
		return strings.Join(out, "\n")
	})
}

// FuzzTemplate: the canonical form of a template has the same parts.
func FuzzTemplate(f *testing.F) {
	for _, s := range []string{"PLAYER#{player_id}", "{a}{b:num(0,9) desc}", "{{}}", "{{{a}}}", "{", "}", "{}", "{a:}", "{a{b}", "é{é}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		parts, err := parseTemplate(s)
		if err != nil {
			return
		}
		again, err := parseTemplate(formatTemplate(parts))
		if err != nil || !slices.Equal(parts, again) {
			t.Fatalf("%q is %v, its canonical form %q is %v, %v", s, parts, formatTemplate(parts), again, err)
		}
	})
}
