package report

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"

	"github.com/keywright/keywright/cost"
)

const defaultWidth = 120

// terminal collects the text of a report.
type terminal struct {
	out                    strings.Builder
	width                  int
	bold, good, bad, faint lipgloss.Style
}

func newTerminal(o TextOptions) *terminal {
	t := &terminal{width: o.Width}
	if t.width <= 0 {
		t.width = defaultWidth
	}
	if o.Color {
		t.bold = lipgloss.NewStyle().Bold(true)
		t.good = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Green)
		t.bad = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Red)
		t.faint = lipgloss.NewStyle().Faint(true)
	}
	return t
}

func (t *terminal) title(s string) {
	fmt.Fprintf(&t.out, "\n%s\n", t.bold.Render(s))
}

// table renders rows under a title, in columns as wide as they need, wrapped
// where the terminal is too narrow. A table without rows is left out.
func (t *terminal) table(title string, head []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	t.title(title)
	head, rows = dropEmpty(head, rows)
	widths := fit(head, rows, t.width-2)
	text := table.New().
		Headers(head...).Rows(rows...).
		Border(lipgloss.NormalBorder()).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
		BorderColumn(false).BorderHeader(true).Wrap(true).
		StyleFunc(func(row, col int) lipgloss.Style {
			s := lipgloss.NewStyle().PaddingRight(gutter).Width(widths[col])
			if row == table.HeaderRow {
				return s.Inherit(t.faint)
			}
			return s
		}).String()
	for line := range strings.Lines(text) {
		t.out.WriteString(strings.TrimRight("  "+strings.TrimRight(line, "\n"), " ") + "\n")
	}
	if !strings.HasSuffix(t.out.String(), "\n") {
		t.out.WriteByte('\n')
	}
}

// gutter is the space between columns.
const gutter = 2

// fit returns the width of each column, gutter included: what its cells need,
// or where that is too much for the terminal, less for the widest ones. As
// long as that is enough, no column is narrower than its longest word, so that
// keys and names stay in one piece.
func fit(head []string, rows [][]string, width int) []int {
	widths, least := make([]int, len(head)), make([]int, len(head))
	sum := 0
	for c := range head {
		widths[c], least[c] = measure(head[c], widths[c], least[c])
		for _, r := range rows {
			widths[c], least[c] = measure(r[c], widths[c], least[c])
		}
		widths[c] += gutter
		least[c] = max(minColumn, least[c]+gutter)
		sum += widths[c]
	}
	sum = shrink(widths, least, sum, width)
	for c := range least {
		least[c] = minColumn
	}
	shrink(widths, least, sum, width)
	return widths
}

// measure widens a column for a cell, and its longest word.
func measure(cell string, widest, longest int) (int, int) {
	for word := range strings.FieldsSeq(cell) {
		longest = max(longest, lipgloss.Width(word))
	}
	return max(widest, lipgloss.Width(cell)), longest
}

// shrink makes the widest columns narrower until all fit, none below its least.
func shrink(widths, least []int, sum, width int) int {
	for ; sum > width; sum-- {
		widest := -1
		for c := range widths {
			if widths[c] > least[c] && (widest < 0 || widths[c] > widths[widest]) {
				widest = c
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return sum
}

// minColumn is the width below which no column is cut.
const minColumn = 12

// dropEmpty leaves out columns in which no row has anything.
func dropEmpty(head []string, rows [][]string) ([]string, [][]string) {
	var keep []int
	for c := range head {
		if slices.ContainsFunc(rows, func(r []string) bool { return r[c] != "" }) {
			keep = append(keep, c)
		}
	}
	pick := func(row []string) []string {
		out := make([]string, len(keep))
		for i, c := range keep {
			out[i] = row[c]
		}
		return out
	}
	out := make([][]string, len(rows))
	for i, r := range rows {
		out[i] = pick(r)
	}
	return pick(head), out
}

func joinKey(pk, sk string) string {
	if sk == "" {
		return pk
	}
	return pk + " / " + sk
}

func sparse(when string) string {
	if when == "" {
		return ""
	}
	return " [where " + when + "]"
}

// money leaves zero out, so that tables stay readable.
func money(m cost.Money) string {
	if m == 0 {
		return ""
	}
	return m.String()
}

func indent(text, by string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return by + strings.Join(lines, "\n"+by)
}
