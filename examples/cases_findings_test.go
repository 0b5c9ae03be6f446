package examples_test

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// weaknesses sets the weaknesses that the case names beside what the prover
// finds, and lists what else it finds.
func (p *pageWriter) weaknesses(c *publishedCase) {
	p.head("of", "weakness of the published design", "what the prover shows")
	named := map[string]bool{}
	for _, w := range c.Weak {
		p.row(w.Pattern, w.Kind+": "+w.Note, c.shown(&w))
		for _, f := range w.Found {
			named[f] = true
		}
	}
	for _, f := range c.findings() {
		if !named[f.name] {
			named[f.name] = true
			p.row("", "also found", f.text())
		}
	}
}

func (c *publishedCase) shown(w *weakness) string {
	if w.Unseen != "" {
		return "not shown: " + w.Unseen
	}
	var parts []string
	for _, name := range w.Found {
		if f, ok := c.finding(name); ok {
			parts = append(parts, f.text())
		}
	}
	return strings.Join(parts, "; ")
}

// text is a finding on one line; the whole counter-example is in the verdict's
// file.
func (f found) text() string {
	text := fmt.Sprintf("**%s** `%s`: %s", f.Rule, f.Subject, clip(f.Message))
	if f.Trap != "" {
		text += " (" + f.Trap + ")"
	}
	if f.file != "expert.json" {
		text += ", in " + f.file
	}
	if f.note != "" {
		text += "; " + f.note
	}
	return text
}

// clip shortens a message at a blank.
func clip(s string) string {
	const most = 160
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	s = string([]rune(s)[:most])
	return s[:strings.LastIndexByte(s, ' ')] + " …"
}

// refusals lists what our design does not answer, and the ways out.
func (p *pageWriter) refusals(c *publishedCase) {
	if len(c.plan.Refused) == 0 {
		return
	}
	p.head("refused", "code", "why", "ways out")
	for _, r := range c.plan.Refused {
		name := r.Question
		if name == "" {
			name = r.Write
		}
		ways := []string{}
		for _, a := range r.Alternatives {
			text := a.Text
			if a.Priced {
				text += fmt.Sprintf(" (+%s a month)", a.Monthly)
			}
			ways = append(ways, text)
		}
		if len(ways) == 0 {
			ways = append(ways, r.Cure)
		}
		p.row("`"+name+"`", string(r.Code), r.Reason, strings.Join(ways, "; "))
	}
}
