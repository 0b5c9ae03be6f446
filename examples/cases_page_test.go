package examples_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/plan"
	"github.com/keywright/keywright/prove"
)

// page renders docs/cases.md, beginning with a text by hand.
func page(intro string, cases []*publishedCase) []byte {
	p := &pageWriter{}
	p.line("%s", strings.TrimSpace(intro))
	p.overview(cases)
	for _, c := range cases {
		p.section(c)
	}
	return []byte(p.String())
}

type pageWriter struct{ strings.Builder }

func (p *pageWriter) line(format string, args ...any) {
	fmt.Fprintf(p, format+"\n", args...)
}

// row writes a row of a table.
func (p *pageWriter) row(cells ...string) {
	for i, cell := range cells {
		cells[i] = strings.NewReplacer("|", `\|`, "\n", " ").Replace(cell)
	}
	p.line("| %s |", strings.Join(cells, " | "))
}

func (p *pageWriter) head(cells ...string) {
	p.line("")
	p.row(cells...)
	p.line("|%s", strings.Repeat(" --- |", len(cells)))
}

func (p *pageWriter) overview(cases []*publishedCase) {
	p.line("\n## All of them")
	p.head("case", "questions", "published: tables + indexes", "requests for a question", "filters", "right in one request", "findings",
		"ours: tables + indexes", "proven in one request", "a month", "refused")
	for _, c := range cases {
		p.row(
			fmt.Sprintf("[%s](#%s)", c.Title, anchor(c.Name)),
			fmt.Sprint(len(c.model().Questions)),
			fmt.Sprintf("%d + %d", c.Published.Tables, c.Published.Global+c.Published.Local),
			c.requests(),
			fmt.Sprint(c.filters()),
			fmt.Sprint(c.rightByExpert()),
			fmt.Sprint(len(c.findings())),
			tablesAndIndexes(c.plan.Design),
			fmt.Sprint(c.plan.Answered),
			c.plan.Total.String(),
			refusedText(c.plan.Refused),
		)
	}
}

// anchor is where a heading of that name is found on the page.
func anchor(name string) string { return strings.ToLower(name) }

func tablesAndIndexes(d *design.Design) string {
	n := 0
	for _, t := range d.Tables {
		n += len(t.Indexes)
	}
	return fmt.Sprintf("%d + %d", len(d.Tables), n)
}

func refusedText(list []plan.Refused) string {
	var parts []string
	for _, r := range list {
		if code := string(r.Code); !slices.Contains(parts, code) {
			parts = append(parts, code)
		}
	}
	return strings.Join(append([]string{fmt.Sprint(len(list))}, parts...), " ")
}

// requests lists how many requests published answers take.
func (c *publishedCase) requests() string {
	var parts []string
	for _, p := range c.Patterns {
		if n := p.Published.Requests; p.Kind != "write" && !slices.Contains(parts, n) {
			parts = append(parts, n)
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// filters counts the published answers that read rows to throw them away.
func (c *publishedCase) filters() int {
	n := 0
	for _, p := range c.Patterns {
		if p.Published.Filter != "" {
			n++
		}
	}
	return n
}

// rightByExpert counts the questions that the published design answers in one
// request in which the prover finds no fault.
func (c *publishedCase) rightByExpert() int {
	n := 0
	for _, q := range c.model().Questions {
		if d := questionOf(c.experts[0].bound.Design, q.Name); d != nil && len(c.faults(q.Name)) == 0 {
			n++
		}
	}
	return n
}

// faults are the findings about a question in the published design, or about
// the index that it reads.
func (c *publishedCase) faults(question string) []*prove.Failure {
	x := c.experts[0]
	subjects := []string{question}
	if q := questionOf(x.bound.Design, question); q != nil && q.Request.IndexName != "" {
		subjects = append(subjects, q.Request.TableName+"."+q.Request.IndexName)
	}
	var out []*prove.Failure
	for i := range x.report.Failures {
		if f := &x.report.Failures[i]; slices.Contains(subjects, f.Subject) {
			out = append(out, f)
		}
	}
	return out
}

func questionOf(d *design.Design, name string) *design.Question {
	for i := range d.Questions {
		if d.Questions[i].Name == name {
			return &d.Questions[i]
		}
	}
	return nil
}

func (p *pageWriter) section(c *publishedCase) {
	p.line("\n## %s", c.Name)
	p.line("\n%s. [Model](../examples/cases/%s/model.sql), [our design](../examples/cases/%[2]s/design.json), published design %s. Sources: %s.",
		c.Title, c.Name, c.designLinks(), c.sourceLinks())
	p.line("\n%s", c.lesson)
	p.questions(c)
	p.keys(c)
	p.weaknesses(c)
	p.refusals(c)
}

func (c *publishedCase) designLinks() string {
	var parts []string
	for _, x := range c.experts {
		base := "../examples/cases/" + c.Name + "/" + strings.TrimSuffix(x.file, ".json")
		parts = append(parts, fmt.Sprintf("[%s](%s.json) with the prover's [verdict](%s.txt)", strings.TrimSuffix(x.file, ".json"), base, base))
	}
	return strings.Join(parts, ", ")
}

func (c *publishedCase) sourceLinks() string {
	var parts []string
	for _, s := range c.Sources {
		parts = append(parts, fmt.Sprintf("[%s](%s) (%s)", s.By, s.URL, s.Licence))
	}
	return strings.Join(parts, "; ")
}

// questions sets the answers side by side, in the order of the patterns.
func (p *pageWriter) questions(c *publishedCase) {
	p.head("", "question", "published", "requests", "the prover", "ours")
	for _, pat := range c.Patterns {
		for i, name := range pat.Questions {
			id, ask := pat.ID, ": "+pat.Ask
			if i > 0 {
				id, ask = "", ""
			}
			p.row(id, "`"+name+"`"+ask, publishedText(&pat), pat.Published.Requests, c.judged(name), c.answered(name))
		}
	}
	for _, o := range c.Ours {
		p.row("", "`"+o.Question+"`, not asked by the sources: "+o.Why, "", "", c.judged(o.Question), c.answered(o.Question))
	}
}

func publishedText(pat *pattern) string {
	s := pat.Published
	text := s.Operation
	if s.On != "" && s.On != "-" && s.On != "none" {
		text += " on " + s.On
	}
	if s.Filter != "" {
		text += ", filter `" + s.Filter + "`"
	}
	return text
}

// judged is the prover's word on the published answer to a question.
func (c *publishedCase) judged(name string) string {
	if len(c.model().Question(name).Refusals) > 0 {
		return "refused by the model"
	}
	if questionOf(c.experts[0].bound.Design, name) == nil {
		if why := c.unwritten(name); why != "" {
			return "not written: " + why
		}
		return "no single request"
	}
	var rules []string
	for _, f := range c.faults(name) {
		if r := "**" + string(f.Rule) + "**"; !slices.Contains(rules, r) {
			rules = append(rules, r)
		}
	}
	if len(rules) == 0 {
		return "right"
	}
	return strings.Join(rules, ", ")
}

// answered is how our design answers a question.
func (c *publishedCase) answered(name string) string {
	for _, r := range c.plan.Refused {
		if r.Question == name {
			return "refused: " + string(r.Code)
		}
	}
	q := questionOf(c.plan.Design, name)
	if q == nil {
		return "none"
	}
	if q.Request.IndexName != "" {
		return q.Operation + " on " + q.Request.IndexName
	}
	if len(c.plan.Design.Tables) > 1 {
		return q.Operation + " on " + q.Request.TableName
	}
	return q.Operation
}

// keys sets the base keys side by side, by entity.
func (p *pageWriter) keys(c *publishedCase) {
	p.head("rows of", "published key", "our key")
	for _, e := range c.model().Entities {
		p.row(e.Name, keysOf(c.experts[0].bound.Design, e), keysOf(c.plan.Design, e))
	}
	p.line("\nIndexes published: %s. Ours: %s.", indexList(c.experts[0].bound.Design), indexList(c.plan.Design))
}

func keysOf(d *design.Design, e *model.Entity) string {
	var parts []string
	for _, it := range d.Items {
		if it.Entity != e.Name || it.Role == design.RoleUnique {
			continue
		}
		for _, t := range d.Tables {
			if t.Name == it.Table {
				parts = append(parts, keyText(&it, t.Key))
			}
		}
	}
	if len(parts) == 0 {
		return "not stored"
	}
	return strings.Join(parts, "<br>")
}

// keyText prints the templates of a key: partition, then sort attributes.
func keyText(it *design.ItemType, k design.Key) string {
	var parts []string
	for _, name := range append(slices.Clone(k.Partition), k.Sort...) {
		template := "{" + name + "}" // a column under its own name
		if made, ok := it.Keys[name]; ok {
			template = made.Template
		}
		parts = append(parts, "`"+template+"`")
	}
	return strings.Join(parts, " ")
}

func indexList(d *design.Design) string {
	var parts []string
	for _, t := range d.Tables {
		for _, x := range t.Indexes {
			parts = append(parts, fmt.Sprintf("%s (%s)", x.Name, x.Projection))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
