package report

import (
	"fmt"
	"io"
	"strings"
)

// HeatText renders a heat report for a terminal.
func HeatText(w io.Writer, r *HeatReport, o TextOptions) error {
	t := newTerminal(o)
	line := t.good.Render(r.Line)
	if !r.OK {
		line = t.bad.Render(r.Line)
	}
	fmt.Fprintf(&t.out, "%s %s\n", t.bold.Render(r.Model+":"), line)
	fmt.Fprintf(&t.out, "  design %s, %d minutes played\n", r.Design, r.Minutes)
	t.heatPlaces(r)
	t.heatKeys(r)
	var rows [][]string
	for _, x := range r.Throttled {
		rows = append(rows, []string{x.Name, x.Part, strings.Join(x.By, ", ")})
	}
	t.table("Throttled", []string{"operation", "part", "by"}, rows)
	t.heatCures(r)
	t.list("Assumptions", r.Assumptions)
	_, err := io.WriteString(w, t.out.String())
	return err
}

func (t *terminal) heatPlaces(r *HeatReport) {
	var rows [][]string
	for _, p := range r.Places {
		parts := fmt.Sprint(p.Partitions[0])
		if p.Partitions[1] != p.Partitions[0] {
			parts = fmt.Sprintf("%d to %d", p.Partitions[0], p.Partitions[1])
		}
		rows = append(rows, []string{p.Name, p.Kind, p.Capacity, parts, p.Reads, p.Writes, p.Verdict})
	}
	t.table("Tables and indexes", []string{"name", "", "capacity", "partitions", "reads/s", "writes/s", "verdict"}, rows)
	for _, p := range r.Places {
		if p.Division != "" {
			fmt.Fprintf(&t.out, "  %s: %s\n", p.Name, p.Division)
		}
		if len(p.HeldBack) > 0 {
			fmt.Fprintf(&t.out, "  %s holds writes of its table back: %s\n", p.Name, strings.Join(p.HeldBack, ", "))
		}
	}
}

// worthShowing is the part of a partition from which on a key is shown.
const worthShowing = 0.001

func (t *terminal) heatKeys(r *HeatReport) {
	var rows [][]string
	for _, p := range r.Places {
		for i, k := range p.Keys {
			if i == 3 || k.load < worthShowing {
				break
			}
			name := p.Name
			if i > 0 {
				name = ""
			}
			rows = append(rows, []string{name, k.Key, k.Share, k.Reads, k.Writes})
		}
	}
	t.table("Busiest partition keys (a partition serves 3,000 reads and 1,000 writes)", []string{"on", "key", "of the load", "reads/s", "writes/s"}, rows)
}

func (t *terminal) heatCures(r *HeatReport) {
	var lines []string
	for _, p := range r.Places {
		if p.Cure == nil {
			continue
		}
		lines = append(lines, p.Name+": "+p.Cure.Text)
		for _, q := range p.Cure.Questions {
			more := ""
			if q.More != 0 {
				more = fmt.Sprintf(", %s a month more", q.More)
			}
			lines = append(lines, fmt.Sprintf("  %s is then %d requests and %s read units instead of %s%s", q.Question, q.Requests, number(q.After), number(q.Before), more))
		}
	}
	t.list("Cure", lines)
}
