package design

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
)

// Format prints the document in its one canonical form: members in a fixed
// order, what is empty left out, short objects and lists on one line, a line
// feed at the end. Parse(Format(d)) is d.
func (d *Design) Format() []byte {
	return append(appendNode(nil, d.node(), 0, 0), '\n')
}

// Equal says whether two designs have the same canonical form.
func (d *Design) Equal(e *Design) bool {
	if d == nil || e == nil {
		return d == e
	}
	return bytes.Equal(d.Format(), e.Format())
}

// MarshalJSON writes the canonical form, so that a design inside of another
// document reads like the file.
func (d *Design) MarshalJSON() ([]byte, error) { return d.Format(), nil }

// UnmarshalJSON reads what Parse reads.
func (d *Design) UnmarshalJSON(data []byte) error {
	read, err := Parse("", data)
	if err == nil {
		*d = *read
	}
	return err
}

func (d *Design) node() *node {
	n := object().
		with("version", &node{kind: numberNode, text: strconv.Itoa(d.Version)}).
		with("model", text(d.Model)).
		with("tables", nodes(d.Tables, Table.node)).
		with("items", nodes(d.Items, func(t ItemType) *node { return t.node(d.table(t.Table)) })).
		with("questions", nodes(d.Questions, Question.node))
	if len(d.Writes) > 0 {
		n.with("writes", nodes(d.Writes, Write.node))
	}
	return n
}

// table returns the table of that name, nil where there is none.
func (d *Design) table(name string) *Table {
	for i := range d.Tables {
		if d.Tables[i].Name == name {
			return &d.Tables[i]
		}
	}
	return nil
}

func nodes[T any](list []T, one func(T) *node) *node {
	n := array()
	for _, e := range list {
		n.list = append(n.list, one(e))
	}
	return n
}

// node writes a single name bare.
func (names Names) node() *node {
	if len(names) == 1 {
		return text(names[0])
	}
	return nodes(names, text)
}

// sorted returns the members of a map by name, those in first before others.
func sorted[T any](m map[string]T, first []string, one func(T) *node) *node {
	n := object()
	for _, name := range first {
		if v, ok := m[name]; ok && n.get(name) == nil {
			n.with(name, one(v))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if !slices.Contains(first, name) {
			n.with(name, one(m[name]))
		}
	}
	return n
}

func (t Table) node() *node {
	n := object().with("name", text(t.Name)).with("key", t.Key.node())
	if len(t.Types) > 0 {
		n.with("types", sorted(t.Types, nil, text))
	}
	if len(t.Indexes) > 0 {
		n.with("indexes", nodes(t.Indexes, Index.node))
	}
	return n
}

func (k Key) node() *node {
	n := object().with("partition", k.Partition.node())
	if len(k.Sort) > 0 {
		n.with("sort", k.Sort.node())
	}
	return n
}

func (x Index) node() *node {
	n := object().with("name", text(x.Name))
	if x.Local {
		n.with("local", word("true"))
	}
	n.with("key", x.Key.node()).with("projection", text(x.Projection))
	if len(x.Include) > 0 {
		n.with("include", nodes(slices.Sorted(slices.Values(x.Include)), text))
	}
	return n
}

func (t ItemType) node(in *Table) *node {
	n := object().with("item", text(t.Name)).with("entity", text(t.Entity)).
		withText("role", string(t.Role)).with("table", text(t.Table)).withText("when", t.When)
	var base []string
	if in != nil {
		base = append(slices.Clone(in.Key.Partition), in.Key.Sort...)
	}
	if len(t.Keys) > 0 {
		n.with("keys", sorted(t.Keys, base, KeyTemplate.node))
	}
	if t.Attributes != nil {
		n.with("attributes", nodes(t.Attributes, Attribute.node))
	}
	return n
}

func (k KeyTemplate) node() *node {
	if k.When == "" {
		return text(k.Template)
	}
	return object().with("template", text(k.Template)).with("when", text(k.When))
}

func (a Attribute) node() *node {
	own := a.Column == a.Name || a.Column == ""
	if a.Parent == "" && len(a.Via) == 0 && a.Codec == "" && own {
		return text(a.Name)
	}
	n := object().with("name", text(a.Name))
	if !own {
		n.withText("column", a.Column)
	}
	n.withText("parent", a.Parent)
	if len(a.Via) > 0 {
		n.with("via", Names(a.Via).node())
	}
	return n.withText("codec", a.Codec)
}

func (q Question) node() *node {
	n := object().with("question", text(q.Name))
	if q.Support != nil {
		n.with("support", object().with("entity", text(q.Support.Entity)).with("via", Names(q.Support.Via).node()))
	}
	n.with("operation", text(q.Operation))
	if q.Shards > 0 {
		n.with("shards", &node{kind: numberNode, text: strconv.Itoa(q.Shards)})
	}
	return n.with("items", Names(q.Items).node()).with("request", q.Request.node())
}

func (q Request) node() *node {
	n := object().with("TableName", text(q.TableName)).withText("IndexName", q.IndexName)
	if len(q.Key) > 0 {
		n.with("Key", sorted(q.Key, nil, Operand.node))
	}
	n.withText("KeyConditionExpression", q.KeyConditionExpression).
		withText("FilterExpression", q.FilterExpression).
		withText("ProjectionExpression", q.ProjectionExpression)
	if len(q.ExpressionAttributeNames) > 0 {
		n.with("ExpressionAttributeNames", sorted(q.ExpressionAttributeNames, nil, text))
	}
	if len(q.ExpressionAttributeValues) > 0 {
		n.with("ExpressionAttributeValues", sorted(q.ExpressionAttributeValues, nil, Operand.node))
	}
	if q.ScanIndexForward != nil {
		n.with("ScanIndexForward", word(strconv.FormatBool(*q.ScanIndexForward)))
	}
	switch {
	case q.Limit.Param != "":
		n.with("Limit", text("{"+q.Limit.Param+"}"))
	case q.Limit.N > 0:
		n.with("Limit", &node{kind: numberNode, text: strconv.Itoa(q.Limit.N)})
	}
	if q.ConsistentRead {
		n.with("ConsistentRead", word("true"))
	}
	return n
}

func (o Operand) node() *node { return object().with(o.Type, text(o.Template)) }

func (w Write) node() *node {
	return object().with("write", text(w.Name)).with("items", nodes(w.Items, WriteItem.node))
}

func (w WriteItem) node() *node {
	if len(w.Set) == 0 && w.Each == "" {
		return text(w.Item)
	}
	n := object().with("item", text(w.Item))
	if len(w.Set) > 0 {
		n.with("set", Names(w.Set).node())
	}
	return n.withText("each", w.Each)
}
