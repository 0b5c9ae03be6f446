package attr_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/keywright/keywright/attr"
)

// TestNumberScript runs testdata/number: "number" prints normal forms or
// errors, one number a line; "sum" adds two; "number-size" counts bytes.
func TestNumberScript(t *testing.T) {
	datadriven.RunTest(t, "testdata/number", func(t *testing.T, d *datadriven.TestData) string {
		var out strings.Builder
		switch d.Cmd {
		case "number":
			for line := range strings.SplitSeq(strings.TrimSuffix(d.Input, "\n"), "\n") {
				text := line
				if unquoted, err := strconv.Unquote(line); err == nil {
					text = unquoted
				}
				n, err := attr.ParseNumber(text)
				fmt.Fprintf(&out, "%s -> %s\n", line, textOr(n, err))
			}
		case "sum":
			for line := range strings.SplitSeq(strings.TrimSpace(d.Input), "\n") {
				a, b, _ := strings.Cut(line, " ")
				if n, err := mustNumber(t, a).Add(mustNumber(t, b)); err != nil {
					fmt.Fprintf(&out, "%s + %s: %v\n", a, b, err)
				} else {
					fmt.Fprintf(&out, "%s + %s = %s\n", a, b, textOr(n, nil))
				}
			}
		case "number-size":
			for _, s := range strings.Fields(d.Input) {
				fmt.Fprintf(&out, "%s: %d\n", s, attr.Num(mustNumber(t, s)).Size())
			}
		default:
			d.Fatalf(t, "unknown command %s", d.Cmd)
		}
		return out.String()
	})
}

var manyZeros = regexp.MustCompile(`0{25,}`)

// textOr prints a number, long rows of zeros counted, or the error.
func textOr(n attr.Number, err error) string {
	if err != nil {
		return err.Error()
	}
	text := manyZeros.ReplaceAllStringFunc(n.String(), func(zeros string) string {
		return fmt.Sprintf(" and %d zeros and ", len(zeros))
	})
	return strings.TrimSuffix(text, " and ")
}
