package report

import (
	"fmt"
	"io"
	"strings"
)

// TextOptions say how Text renders.
type TextOptions struct {
	Width int  // columns; 0 is 120
	Color bool // ANSI styles
	Short bool // verdict, entity chart, access patterns, refusals and proof only
}

// Text renders the report for a terminal.
func Text(w io.Writer, r *Report, o TextOptions) error {
	t := newTerminal(o)
	t.verdict(r)
	t.entities(r)
	t.indexes(r)
	t.patterns(r)
	t.refusals(r)
	if !o.Short {
		t.writes(r)
		t.charts(r)
		t.cost(r)
		t.heat(r)
		t.search(r)
	}
	t.proof(r)
	if !o.Short {
		t.list("Warnings", r.Warnings)
		t.list("Assumptions", r.Assumptions)
	}
	_, err := io.WriteString(w, t.out.String())
	return err
}

func (t *terminal) verdict(r *Report) {
	line := r.Verdict.Line
	if r.Verdict.OK {
		line = t.good.Render(line)
	} else {
		line = t.bad.Render(line)
	}
	fmt.Fprintf(&t.out, "%s %s\n", t.bold.Render(r.Model+":"), line)
}

func (t *terminal) entities(r *Report) {
	rows := make([][]string, 0, len(r.Entities))
	for _, e := range r.Entities {
		var idx []string
		for _, k := range e.Indexes {
			idx = append(idx, k.Index+": "+joinKey(k.PK, k.SK)+sparse(k.When))
		}
		name := e.Item
		if e.Role != "" {
			name += " (" + e.Role + ")"
		}
		rows = append(rows, []string{name + sparse(e.When), e.PK, e.SK, strings.Join(idx, "\n")})
	}
	t.table("Entities", []string{"item", "partition key", "sort key", "index keys"}, rows)
}

func (t *terminal) indexes(r *Report) {
	var rows [][]string
	for _, tb := range r.Tables {
		rows = append(rows, []string{tb.Name, "table", joinKey(tb.PK, tb.SK), "", "", ""})
		for _, ix := range tb.Indexes {
			kind := "GSI"
			if ix.Local {
				kind = "LSI"
			}
			rows = append(rows, []string{"  " + ix.Name, kind, joinKey(ix.PK, ix.SK), ix.Projection, strings.Join(ix.Serves, ", "), money(ix.Monthly)})
		}
	}
	t.table("Tables and indexes", []string{"name", "", "key", "projection", "serves", "$/month"}, rows)
}

func (t *terminal) patterns(r *Report) {
	rows := make([][]string, 0, len(r.Patterns))
	for _, p := range r.Patterns {
		name := p.Question
		if p.Support {
			name += " (support)"
		}
		tail := strings.TrimSpace(p.Order + " " + p.Limit)
		operation := p.Operation
		if p.Requests > 1 {
			operation = fmt.Sprintf("%d x %s", p.Requests, operation)
		}
		rows = append(rows, []string{name, operation + " " + p.On, p.Condition, tail, p.Rows, p.Units, money(p.Monthly), money(p.Price)})
	}
	t.table("Access patterns", []string{"question", "operation", "key condition", "order, limit", "rows", "units", "$/month", "price"}, rows)
	for _, p := range r.Patterns {
		for _, n := range p.Notes {
			fmt.Fprintf(&t.out, "  %s: %s\n", p.Question, n)
		}
	}
}

func (t *terminal) refusals(r *Report) {
	if len(r.Refusals) == 0 {
		return
	}
	t.title("Refused")
	for _, f := range r.Refusals {
		fmt.Fprintf(&t.out, "  %s  %s  %s\n", t.bold.Render(f.Question), t.bad.Render(f.Code), f.Reason)
		for _, a := range f.Alternatives {
			price := ""
			if a.Priced {
				price = "  +" + a.Monthly.String() + "/month"
			}
			fmt.Fprintf(&t.out, "    or: %s%s\n", a.Text, price)
		}
	}
}

func (t *terminal) writes(r *Report) {
	rows := make([][]string, 0, len(r.Writes))
	for _, w := range r.Writes {
		rows = append(rows, []string{w.Write, w.Rate, strings.Join(w.Touches, ", "), w.Units, money(w.Monthly)})
	}
	t.table("Writes", []string{"write", "rate", "touches", "units", "$/month"}, rows)
	for _, w := range r.Writes {
		for _, n := range w.Notes {
			fmt.Fprintf(&t.out, "  %s: %s\n", w.Write, n)
		}
	}
}

func (t *terminal) charts(r *Report) {
	for _, c := range r.Charts {
		var rows [][]string
		for _, p := range c.Parts {
			pk := p.PK
			for _, it := range p.Rows {
				cells := make([]string, 0, len(it.Fields))
				for _, f := range it.Fields {
					cells = append(cells, f.Name+"="+f.Value)
				}
				rows = append(rows, []string{pk, it.SK, it.Item, strings.Join(cells, " ")})
				pk = ""
			}
		}
		head := []string{strings.Join(c.PK, ", "), strings.Join(c.SK, ", "), "item", "attributes"}
		t.table("Sample items: "+c.Title, head, rows)
	}
}

func (t *terminal) cost(r *Report) {
	if r.Cost == nil {
		return
	}
	rows := make([][]string, 0, len(r.Cost.Lines)+1)
	for _, l := range r.Cost.Lines {
		rows = append(rows, []string{l.What, money(l.Monthly)})
	}
	rows = append(rows, []string{"total", money(r.Cost.Total)})
	t.table("Cost ("+r.Cost.Prices+")", []string{"part", "$/month"}, rows)
}

func (t *terminal) heat(r *Report) {
	rows := make([][]string, 0, len(r.Heat))
	for _, h := range r.Heat {
		rows = append(rows, []string{h.On, h.Key, h.Reads, h.Write})
	}
	t.table("Heat of the busiest key", []string{"on", "partition key", "reads", "writes"}, rows)
}

func (t *terminal) search(r *Report) {
	if r.Search == nil {
		return
	}
	t.title("Search")
	fmt.Fprintf(&t.out, "  %s\n", r.Search.Language)
	if r.Search.RunnerUp != "" {
		fmt.Fprintf(&t.out, "  next best: %s\n", r.Search.RunnerUp)
	}
	for _, s := range r.Search.Tried {
		fmt.Fprintf(&t.out, "  %s\n", s)
	}
	for _, s := range r.Search.Stability {
		fmt.Fprintf(&t.out, "  %s\n", s)
	}
}

func (t *terminal) proof(r *Report) {
	if r.Proof == nil {
		return
	}
	t.title("Proof")
	for _, o := range r.Proof.Obligations {
		mark := t.good.Render("ok  ")
		if !o.OK {
			mark = t.bad.Render("FAIL")
		}
		fmt.Fprintf(&t.out, "  %s %-13s %s\n", mark, o.Name, t.faint.Render(fmt.Sprintf("%s (%s, %d)", o.Meaning, o.Basis, o.Subjects)))
	}
	for _, f := range r.Proof.Failures {
		fmt.Fprintf(&t.out, "\n%s\n%s\n", t.bad.Render("COUNTER-EXAMPLE "+f.Question), indent(f.Text, "  "))
	}
	fmt.Fprintf(&t.out, "  %s\n", r.Proof.Summary)
}

func (t *terminal) list(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	t.title(title)
	for _, l := range lines {
		fmt.Fprintf(&t.out, "  %s\n", l)
	}
}
