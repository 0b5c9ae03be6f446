package prove

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/keywright/keywright/attr"
)

// Format prints one failure as plain text: what is wrong and why, the writes,
// the rows and items there are after them, the question, its request, what
// came back and what should have.
func (f *Failure) Format() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %s\n", f.Subject, f.Rule, f.Message)
	if f.Explanation != "" {
		fmt.Fprintf(&b, "  %s\n", f.Explanation)
	}
	list(&b, "writes", f.Steps)
	var rows, items []string
	for _, r := range f.World {
		rows = append(rows, r.Entity+" "+rowText(r))
	}
	for _, it := range f.Items {
		items = append(items, it.Table+" "+itemText(it.Item))
	}
	list(&b, "rows", rows)
	list(&b, "items", items)
	if f.SQL != "" {
		args := make([]string, len(f.Args))
		for i, a := range f.Args {
			args[i] = ":" + a.Name + " = " + plain(a.Value)
		}
		list(&b, "question", append([]string{f.SQL}, args...))
	}
	switch {
	case len(f.Request) > 0:
		list(&b, "request", []string{string(f.Request)})
	case f.Question != "" && len(f.Steps) > 0:
		list(&b, "request", []string{"(none is sent: by the keys that the arguments make, nothing can fit)"})
	}
	if f.Got != nil || f.Expected != nil {
		list(&b, "got", orNothing(f.Got))
		list(&b, "expected", orNothing(f.Expected))
	}
	return b.String()
}

func list(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "  %s\n", title)
	for _, l := range lines {
		fmt.Fprintf(b, "    %s\n", l)
	}
}

func orNothing(lines []string) []string {
	if len(lines) == 0 {
		return []string{"(nothing)"}
	}
	return lines
}

func rowText(r RowOf) string {
	parts := make([]string, len(r.Columns))
	for i, n := range r.Columns {
		parts[i] = n + "=" + plain(r.Row[n])
	}
	return strings.Join(parts, " ")
}

func itemText(it attr.Item) string {
	parts := make([]string, len(it))
	for i, f := range it {
		parts[i] = f.Name + "=" + plain(f.Value)
	}
	return strings.Join(parts, " ")
}

// plain prints a value as SQL would have it: 'text', 12, TRUE, NULL, X'0A'.
func plain(v attr.Value) string {
	switch v.Type() {
	case 0, attr.TypeNull:
		return "NULL"
	case attr.TypeString:
		return quote(v.Str())
	case attr.TypeNumber:
		return v.Str()
	case attr.TypeBool:
		return strings.ToUpper(strconv.FormatBool(v.Bool()))
	case attr.TypeBinary:
		return "X'" + strings.ToUpper(hex.EncodeToString([]byte(v.Str()))) + "'"
	case attr.TypeList:
		parts := make([]string, len(v.Elems()))
		for i, e := range v.Elems() {
			parts[i] = plain(e)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return string(v.AppendJSON(nil))
}

// quote prints text in single quotes. What does not print, and every
// character that looks like another (é in two forms), is shown as an escape.
func quote(s string) string {
	q := strconv.QuoteToGraphic(s)
	for _, r := range q {
		if r >= 0x300 && r < 0x370 || r == 0xa0 { // combining marks, no-break space
			q = strconv.QuoteToASCII(s)
			break
		}
	}
	q = strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
	return "'" + strings.ReplaceAll(q, "'", "''") + "'"
}

func sortedNames[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

func sortedList(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}
