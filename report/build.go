package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/design"
)

// ofDesign fills in what the design alone tells: entities, tables, patterns.
func ofDesign(b *design.Bound, source string) *Report {
	r := &Report{Model: b.Model.Name, Design: source}
	for i := range b.Design.Items {
		r.Entities = append(r.Entities, entityOf(b, &b.Design.Items[i]))
	}
	for i := range b.Design.Tables {
		r.Tables = append(r.Tables, tableOf(b.Design, &b.Design.Tables[i]))
	}
	for i := range b.Design.Questions {
		r.Patterns = append(r.Patterns, patternOf(b, &b.Design.Questions[i]))
	}
	for _, q := range b.Model.Questions {
		for _, f := range q.Refusals {
			r.Refusals = append(r.Refusals, Refusal{
				Question: q.Name, Code: string(f.Code), Reason: f.Reason, Columns: f.Columns,
				Alternatives: cure(f.Cure),
			})
		}
	}
	for _, w := range b.Model.Warnings {
		text := fmt.Sprintf("line %d: %s", w.Pos.Line, w.Message)
		if w.Cure != "" {
			text += "; " + w.Cure
		}
		r.Warnings = append(r.Warnings, text)
	}
	return r
}

func cure(text string) []Alternative {
	if text == "" {
		return nil
	}
	return []Alternative{{Text: text}}
}

func entityOf(b *design.Bound, it *design.ItemType) Entity {
	e := Entity{Entity: it.Entity, Item: it.Name, Role: string(it.Role), Table: it.Table, When: it.When}
	t := tableNamed(b.Design, it.Table)
	e.PK, e.SK = keyTexts(it, t.Key)
	for _, ix := range t.Indexes {
		if !carries(b, it, ix.Key) {
			continue
		}
		k := IndexKey{Index: ix.Name}
		k.PK, k.SK = keyTexts(it, ix.Key)
		k.When = whenOf(it, ix.Key)
		e.Indexes = append(e.Indexes, k)
	}
	return e
}

// tableNamed returns a table that a bound design has.
func tableNamed(d *design.Design, name string) *design.Table {
	i := slices.IndexFunc(d.Tables, func(t design.Table) bool { return t.Name == name })
	return &d.Tables[i]
}

// keyTexts are the templates of a key's attributes; a plain column is shown
// as a slot.
func keyTexts(it *design.ItemType, k design.Key) (pk, sk string) {
	text := func(names design.Names) string {
		parts := make([]string, len(names))
		for i, n := range names {
			if t, ok := it.Keys[n]; ok {
				parts[i] = t.Template
			} else {
				parts[i] = "{" + n + "}"
			}
		}
		return strings.Join(parts, ", ")
	}
	return text(k.Partition), text(k.Sort)
}

// carries says whether an item type has every attribute of a key.
func carries(b *design.Bound, it *design.ItemType, k design.Key) bool {
	for _, n := range slices.Concat(k.Partition, k.Sort) {
		if _, ok := it.Keys[n]; !ok && !stores(b, it, n) {
			return false
		}
	}
	return true
}

func stores(b *design.Bound, it *design.ItemType, attribute string) bool {
	if it.Attributes == nil {
		return b.Model.Entity(it.Entity).Column(attribute) != nil
	}
	return slices.ContainsFunc(it.Attributes, func(a design.Attribute) bool { return a.Name == attribute })
}

func whenOf(it *design.ItemType, k design.Key) string {
	var whens []string
	for _, n := range slices.Concat(k.Partition, k.Sort) {
		if w := it.Keys[n].When; w != "" && !slices.Contains(whens, w) {
			whens = append(whens, w)
		}
	}
	return strings.Join(whens, " AND ")
}

func tableOf(d *design.Design, t *design.Table) Table {
	out := Table{Name: t.Name, PK: strings.Join(t.Key.Partition, ", "), SK: strings.Join(t.Key.Sort, ", ")}
	for _, ix := range t.Indexes {
		row := Index{
			Name: ix.Name, Local: ix.Local,
			PK: strings.Join(ix.Key.Partition, ", "), SK: strings.Join(ix.Key.Sort, ", "),
			Projection: ix.Projection,
		}
		if len(ix.Include) > 0 {
			row.Projection += " " + strings.Join(ix.Include, ", ")
		}
		for _, q := range d.Questions {
			if q.Request.IndexName == ix.Name && q.Request.TableName == t.Name {
				row.Serves = append(row.Serves, q.Name)
			}
		}
		out.Indexes = append(out.Indexes, row)
	}
	return out
}

func patternOf(b *design.Bound, q *design.Question) Pattern {
	p := Pattern{
		Question: q.Name, Operation: q.Operation, On: onOf(q), Condition: conditionOf(q),
		Consistency: "eventual", Support: q.Support != nil, Request: requestText(q),
	}
	if q.Request.ConsistentRead {
		p.Consistency = "strong"
	}
	if m := b.Model.Question(q.Name); m != nil {
		p.SQL = m.Text
	}
	if p.Requests = 1; q.Shards > 0 {
		p.Requests = q.Shards
		p.Notes = append(p.Notes, fmt.Sprintf("%d requests, one for each shard, merged in order", q.Shards))
	}
	if q.Operation == "Query" {
		p.Order = "forward"
		if f := q.Request.ScanIndexForward; f != nil && !*f {
			p.Order = "backward"
		}
	}
	switch l := q.Request.Limit; {
	case l.Param != "":
		p.Limit = "limit {" + l.Param + "}"
	case l.N > 0:
		p.Limit = fmt.Sprint("limit ", l.N)
	}
	return p
}

func onOf(q *design.Question) string {
	if q.Request.IndexName != "" {
		return q.Request.IndexName
	}
	return q.Request.TableName
}

// conditionOf shows the key condition with names and value templates put in.
func conditionOf(q *design.Question) string {
	if len(q.Request.Key) > 0 {
		names := make([]string, 0, len(q.Request.Key))
		for n := range q.Request.Key {
			names = append(names, n)
		}
		slices.Sort(names)
		for i, n := range names {
			names[i] = n + " = " + q.Request.Key[n].Template
		}
		return strings.Join(names, ", ")
	}
	return inline(q.Request.KeyConditionExpression, func(name string) (string, bool) {
		if n, ok := q.Request.ExpressionAttributeNames[name]; ok {
			return n, true
		}
		v, ok := q.Request.ExpressionAttributeValues[name]
		return v.Template, ok
	})
}

// inline replaces the placeholders (#name, :value) of an expression.
func inline(expr string, lookup func(string) (string, bool)) string {
	var b strings.Builder
	for i := 0; i < len(expr); {
		if expr[i] != '#' && expr[i] != ':' {
			b.WriteByte(expr[i])
			i++
			continue
		}
		end := i + 1
		for end < len(expr) && wordByte(expr[end]) {
			end++
		}
		if text, ok := lookup(expr[i:end]); ok {
			b.WriteString(text)
		} else {
			b.WriteString(expr[i:end])
		}
		i = end
	}
	return b.String()
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func requestText(q *design.Question) string {
	src, err := json.Marshal(q.Request)
	if err != nil { // a parsed design always prints
		panic(fmt.Sprintf("report: %v", err))
	}
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(json.RawMessage(src)); err != nil {
		panic(fmt.Sprintf("report: %v", err))
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// Sharded says that some question takes several requests.
func (r *Report) Sharded() bool {
	return slices.ContainsFunc(r.Patterns, func(p Pattern) bool { return p.Requests > 1 })
}
