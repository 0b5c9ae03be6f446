package design

import (
	"strconv"
	"strings"
)

func (r *reader) design(n *node, d *Design) {
	r.object(n, "",
		field{"version", true, func(*node, string) { d.Version = Version }},
		str(r, "model", true, &d.Model),
		field{"tables", true, func(n *node, path string) {
			r.each(n, path, func(n *node, path string) { d.Tables = append(d.Tables, r.tableDef(n, path)) })
		}},
		field{"items", true, func(n *node, path string) {
			r.each(n, path, func(n *node, path string) { d.Items = append(d.Items, r.itemType(n, path)) })
		}},
		field{"questions", true, func(n *node, path string) {
			r.each(n, path, func(n *node, path string) { d.Questions = append(d.Questions, r.question(n, path)) })
		}},
		field{"writes", false, func(n *node, path string) {
			r.each(n, path, func(n *node, path string) { d.Writes = append(d.Writes, r.write(n, path)) })
		}},
	)
}

func (r *reader) tableDef(n *node, path string) (t Table) {
	r.object(n, path,
		str(r, "name", true, &t.Name),
		field{"key", true, func(n *node, path string) { t.Key = r.key(n, path) }},
		table(r, "types", &t.Types, r.text),
		field{"indexes", false, func(n *node, path string) {
			r.each(n, path, func(n *node, path string) { t.Indexes = append(t.Indexes, r.index(n, path)) })
		}},
	)
	return t
}

func (r *reader) key(n *node, path string) (k Key) {
	r.object(n, path, r.names("partition", true, true, &k.Partition), r.names("sort", false, true, &k.Sort))
	return k
}

func (r *reader) index(n *node, path string) (x Index) {
	var include Names
	r.object(n, path,
		str(r, "name", true, &x.Name),
		r.flag("local", &x.Local),
		field{"key", true, func(n *node, path string) { x.Key = r.key(n, path) }},
		str(r, "projection", true, &x.Projection),
		r.names("include", false, false, &include),
	)
	x.Include = include
	return x
}

func (r *reader) itemType(n *node, path string) (t ItemType) {
	r.object(n, path,
		str(r, "item", true, &t.Name),
		str(r, "entity", true, &t.Entity),
		str(r, "role", false, &t.Role),
		str(r, "table", true, &t.Table),
		str(r, "when", false, &t.When),
		table(r, "keys", &t.Keys, r.keyTemplate),
		field{"attributes", false, func(n *node, path string) {
			t.Attributes = []Attribute{}
			r.each(n, path, func(n *node, path string) { t.Attributes = append(t.Attributes, r.attribute(n, path)) })
		}},
	)
	return t
}

func (r *reader) keyTemplate(n *node, path string) (k KeyTemplate) {
	if n.kind == stringNode {
		return KeyTemplate{Template: n.text}
	}
	r.object(n, path, str(r, "template", true, &k.Template), str(r, "when", false, &k.When))
	return k
}

func (r *reader) attribute(n *node, path string) (a Attribute) {
	if n.kind == stringNode {
		return Attribute{Name: n.text, Column: n.text}
	}
	var via Names
	r.object(n, path,
		str(r, "name", true, &a.Name),
		str(r, "column", false, &a.Column),
		str(r, "parent", false, &a.Parent),
		r.names("via", false, true, &via),
		str(r, "codec", false, &a.Codec),
	)
	a.Via = via
	if a.Column == "" {
		a.Column = a.Name
	}
	return a
}

func (r *reader) question(n *node, path string) (q Question) {
	var items Names
	r.object(n, path,
		str(r, "question", true, &q.Name),
		field{"support", false, func(n *node, path string) {
			q.Support = &Support{}
			var via Names
			r.object(n, path, str(r, "entity", true, &q.Support.Entity), r.names("via", true, true, &via))
			q.Support.Via = via
		}},
		str(r, "operation", true, &q.Operation),
		field{"shards", false, func(n *node, path string) { q.Shards = r.count(n, path, 2, maxShards) }},
		r.names("items", true, true, &items),
		field{"request", true, func(n *node, path string) { q.Request = r.request(n, path) }},
	)
	q.Items = items
	return q
}

func (r *reader) request(n *node, path string) (q Request) {
	r.object(n, path,
		str(r, "TableName", true, &q.TableName),
		str(r, "IndexName", false, &q.IndexName),
		table(r, "Key", &q.Key, r.operand),
		str(r, "KeyConditionExpression", false, &q.KeyConditionExpression),
		str(r, "FilterExpression", false, &q.FilterExpression),
		str(r, "ProjectionExpression", false, &q.ProjectionExpression),
		table(r, "ExpressionAttributeNames", &q.ExpressionAttributeNames, r.text),
		table(r, "ExpressionAttributeValues", &q.ExpressionAttributeValues, r.operand),
		field{"ScanIndexForward", false, func(n *node, path string) {
			forward := true
			r.flag("", &forward).read(n, path)
			q.ScanIndexForward = &forward
		}},
		field{"Limit", false, func(n *node, path string) { q.Limit = r.limit(n, path) }},
		r.flag("ConsistentRead", &q.ConsistentRead),
	)
	return q
}

func (r *reader) operand(n *node, path string) Operand {
	if n.kind == stringNode {
		return Operand{Type: "S", Template: n.text}
	}
	if n.kind != objectNode || len(n.members) != 1 {
		r.fail(n.pos, path, `a value is {"S": "..."}, {"N": "..."} or {"B": "..."}, not %s`, n.describe())
		return Operand{}
	}
	m := n.members[0]
	switch m.name {
	case "S", "N", "B":
		return Operand{Type: m.name, Template: r.text(m.value, join(path, m.name))}
	}
	r.fail(m.pos, path, `a key value is of type "S", "N" or "B", not %q`, m.name)
	return Operand{}
}

func (r *reader) limit(n *node, path string) Limit {
	switch n.kind {
	case numberNode:
		if i, err := strconv.Atoi(n.text); err == nil && i > 0 {
			return Limit{N: i}
		}
	case stringNode:
		name, open := strings.CutPrefix(n.text, "{")
		name, closed := strings.CutSuffix(name, "}")
		if open && closed && name != "" && !strings.ContainsAny(name, "{}") {
			return Limit{Param: name}
		}
	}
	r.fail(n.pos, path, `a limit is a whole number above 0, or a parameter as "{n}", not %s`, n.describe())
	return Limit{}
}

// count reads a whole number within bounds.
func (r *reader) count(n *node, path string, least, most int) int {
	if n.kind == numberNode {
		if i, err := strconv.Atoi(n.text); err == nil && least <= i && i <= most {
			return i
		}
	}
	r.fail(n.pos, path, "a whole number from %d to %d was expected, not %s", least, most, n.describe())
	return 0
}

func (r *reader) write(n *node, path string) (w Write) {
	r.object(n, path,
		str(r, "write", true, &w.Name),
		field{"items", true, func(n *node, path string) {
			r.each(n, path, func(n *node, path string) { w.Items = append(w.Items, r.writeItem(n, path)) })
		}},
	)
	return w
}

func (r *reader) writeItem(n *node, path string) (w WriteItem) {
	if n.kind == stringNode {
		return WriteItem{Item: n.text}
	}
	var set Names
	r.object(n, path,
		str(r, "item", true, &w.Item),
		r.names("set", false, true, &set),
		str(r, "each", false, &w.Each),
	)
	w.Set = set
	return w
}
