package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/keywright/keywright/cost"
)

// CostText renders a cost report for a terminal. explain adds the arithmetic
// of every line.
func CostText(w io.Writer, r *CostReport, o TextOptions, explain bool) error {
	t := newTerminal(o)
	fmt.Fprintf(&t.out, "%s %s\n", t.bold.Render(r.Model+":"), t.good.Render(r.Line))
	fmt.Fprintf(&t.out, "  design %s, price list %s of %s\n", r.Design, r.Prices, r.Date)
	t.costModes(r)
	t.costParts(r)
	t.costOps("Questions", r.Questions, "read units")
	t.costOps("Writes", r.Writes, "write units")
	t.costPlaces(r)
	t.changes("What if", r.WhatIf, len(r.WhatIf))
	t.changes("Ten times as much", r.Sensitivity, 8)
	t.list("Break-even", r.BreakEven)
	if explain {
		t.explain(r)
	}
	t.list("Assumptions", r.Assumptions)
	_, err := io.WriteString(w, t.out.String())
	return err
}

func (t *terminal) costModes(r *CostReport) {
	var rows [][]string
	for _, m := range r.Modes {
		mark, total := "", m.Monthly.String()
		if m.Chosen {
			mark = "billed here"
		}
		if m.Why != "" {
			mark, total = m.Why, ""
		}
		rows = append(rows, []string{m.Mode, m.Class, total, mark})
	}
	t.table("Modes", []string{"mode", "class", "$/month", ""}, rows)
}

func (t *terminal) costParts(r *CostReport) {
	var rows [][]string
	for _, p := range r.Parts {
		rows = append(rows, []string{p.What, p.Monthly.String(), ""})
	}
	rows = append(rows, []string{"total", r.Monthly.String(), ""})
	t.table("The bill", []string{"part", "$/month", ""}, rows)
	rows = nil
	for _, s := range r.Dominant {
		rows = append(rows, []string{s.What, s.Monthly.String(), fmt.Sprintf("%d%%", s.Percent)})
	}
	t.table("What dominates", []string{"part", "$/month", "of the total"}, rows)
	rows = nil
	for _, f := range r.Features {
		rows = append(rows, []string{f.What, f.Monthly.String()})
	}
	t.table("Beside reads, writes and storage", []string{"what", "$/month"}, rows)
}

func (t *terminal) costOps(title string, ops []CostOp, units string) {
	var rows [][]string
	for _, o := range ops {
		name := o.Name
		if o.Support {
			name += " (support)"
		}
		n := ""
		if o.Rows > 0 {
			n = thousands(int(o.Rows))
		}
		saves := ""
		if o.Saves != 0 && o.Saves != o.Monthly {
			saves = fmt.Sprintf("%s, without %s", o.Saves, strings.Join(o.Only, ", "))
		}
		rows = append(rows, []string{name, o.Operation + " " + strings.Join(o.On, ", "), o.Rate, n, o.Units, o.Monthly.String(), small(o.PerMillion), saves})
	}
	t.table(title, []string{title[:len(title)-1], "operation", "rate", "rows", units, "$/month", "$/million", "saved if dropped"}, rows)
	for _, o := range ops {
		for _, n := range o.Notes {
			fmt.Fprintf(&t.out, "  %s: %s\n", o.Name, n)
		}
	}
}

func (t *terminal) costPlaces(r *CostReport) {
	var rows [][]string
	for _, p := range r.Places {
		rows = append(rows, []string{p.Name, p.Kind, strings.Join(p.Serves, ", "), thousands(int(p.Items)), gigabytes(p.Bytes),
			p.Reads.String(), p.Writes.String(), p.Storage.String(), p.Monthly.String()})
	}
	t.table("Tables and indexes", []string{"name", "", "serves", "items", "GB", "reads", "writes", "storage", "$/month"}, rows)
}

// small prints an amount with up to four decimals.
func small(m cost.Money) string {
	const step = cost.Dollar / 10_000
	m = (m + step/2) / step * step
	if m%(cost.Dollar/100) == 0 {
		return m.String()
	}
	return "$" + m.Decimal()
}

// gigabytes prints bytes in the gigabytes that are billed.
func gigabytes(bytes int64) string {
	gb := float64(bytes) / float64(cost.Conventions().GigabyteBytes)
	if gb > 0 && gb < 0.005 {
		return "<0.01"
	}
	return fmt.Sprintf("%.2f", gb)
}

func (t *terminal) changes(title string, list []CostChange, most int) {
	var rows [][]string
	for _, c := range list[:min(most, len(list))] {
		rows = append(rows, []string{c.Change, c.Monthly.String(), signed(c.More)})
	}
	t.table(title, []string{"change", "$/month", "more"}, rows)
}

func signed(m cost.Money) string {
	if m < 0 {
		return m.String()
	}
	return "+" + m.String()
}

func (t *terminal) explain(r *CostReport) {
	t.title("The arithmetic")
	for _, l := range r.Lines {
		head := l.Part
		for _, s := range []string{l.Op, l.On, l.What} {
			if s != "" {
				head += " · " + s
			}
		}
		if l.Confidence != "" {
			head += fmt.Sprintf(" (confidence in the price: %s)", l.Confidence)
		}
		fmt.Fprintf(&t.out, "  %s  %s\n", t.bold.Render(head), l.Monthly)
		for _, s := range l.Steps {
			fmt.Fprintf(&t.out, "      %s\n", s)
		}
	}
	fmt.Fprintf(&t.out, "  %s  %s\n", t.bold.Render("total"), "$"+r.Monthly.Decimal())
}
