package design

import (
	"maps"
	"regexp"
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/schema"
)

// The operations that answer a question.
const (
	opGet   = "GetItem"
	opQuery = "Query"
	opBatch = "BatchGetItem"
)

// checkRequest checks the request as DynamoDB would, and that its key
// condition fits the table or index.
func (b *binder) checkRequest(q *boundQuestion) {
	r, path := &q.Request, q.path+".request"
	switch q.Operation {
	case opGet, opBatch:
		b.checkKeyed(q, path)
	case opQuery:
		if len(r.Key) > 0 {
			b.fail(path+".Key", "a Query has a KeyConditionExpression, not a Key")
		}
		b.checkQuery(q, path)
	default:
		b.fail(q.path+".operation", "an operation is GetItem, Query or BatchGetItem, not %q", q.Operation)
	}
}

// checkKeyed checks GetItem and BatchGetItem: the whole base key, nothing of a
// Query.
func (b *binder) checkKeyed(q *boundQuestion, path string) {
	r := &q.Request
	for _, m := range []struct {
		name  string
		given bool
	}{
		{"IndexName", r.IndexName != ""},
		{"KeyConditionExpression", r.KeyConditionExpression != ""},
		{"FilterExpression", r.FilterExpression != ""},
		{"ExpressionAttributeValues", len(r.ExpressionAttributeValues) > 0},
		{"ScanIndexForward", r.ScanIndexForward != nil},
		{"Limit", r.Limit != Limit{}},
	} {
		if m.given {
			b.fail(path+"."+m.name, "%s has no %s", q.Operation, m.name)
		}
	}
	base := q.table.Key.Names()
	for _, name := range base {
		if o, ok := r.Key[name]; !ok {
			b.fail(path+".Key", "%s names the whole key; %q is missing", q.Operation, name)
		} else if typ := q.table.AttributeType(name); keyTypes[o.Type] != typ {
			b.fail(join(path+".Key", name), "key attribute %q is of type %s, not %s", name, typ, o.Type)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Key)) {
		if !slices.Contains(base, name) {
			b.fail(join(path+".Key", name), "%q is no key attribute of table %s%s", name, q.table.Name, hint(name, base))
		}
	}
	b.checkList(q, path)
	b.checkExpressions(q, path, nil)
}

// checkList finds the list parameter of a BatchGetItem; nothing else may take
// a list.
func (b *binder) checkList(q *boundQuestion, path string) {
	for _, name := range slices.Sorted(maps.Keys(q.key)) {
		for _, c := range q.key[name].columns() {
			p := q.params[c]
			if p == nil || !p.list || q.list == p {
				continue
			}
			if q.list != nil {
				b.fail(path+".Key", "the key uses two list parameters, :%s and :%s", q.list.name, p.name)
			}
			q.list = p
		}
	}
	switch {
	case q.Operation == opBatch && q.list == nil && len(q.key) == len(q.Request.Key):
		b.fail(path+".Key", "BatchGetItem repeats its key for each element of a list parameter, but none is used")
	case q.Operation == opGet && q.list != nil:
		b.fail(q.path+".operation", ":%s is a list; use BatchGetItem", q.list.name)
	}
}

func (b *binder) checkQuery(q *boundQuestion, path string) {
	r := &q.Request
	key, ok := q.table.Key, true
	if r.IndexName != "" {
		x := q.table.Index(r.IndexName)
		if x == nil {
			b.fail(path+".IndexName", "table %s has no index %q%s", q.table.Name, r.IndexName,
				hint(r.IndexName, names(q.table.Indexes, func(x schema.Index) string { return x.Name })))
			ok = false
		} else {
			key = x.Key
			if r.ConsistentRead && !x.Local {
				b.fail(path+".ConsistentRead", "a global index has no consistent reads")
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(q.values)) {
		for _, c := range q.values[name].columns() {
			if p := q.params[c]; p != nil && p.list {
				b.fail(join(path+".ExpressionAttributeValues", name), ":%s is a list; a Query takes none", c)
			}
		}
	}
	if r.KeyConditionExpression == "" {
		b.fail(path, "a Query needs a KeyConditionExpression")
		return
	}
	parts := b.checkExpressions(q, path, func(env *expr.Env) []expr.KeyPart {
		k, err := expr.ParseKeyCondition(r.KeyConditionExpression, env)
		if err != nil {
			b.fail(path+".KeyConditionExpression", "%v", err)
			return nil
		}
		parts, err := k.Parts()
		if err != nil {
			b.fail(path+".KeyConditionExpression", "%v", err)
		}
		return parts
	})
	if ok && parts != nil {
		b.checkKeyParts(q, path+".KeyConditionExpression", key, parts)
	}
	q.findOperators()
}

// findOperators notes which operator of the key condition each placeholder
// belongs to. Package expr has checked the expression, so that a plain search
// finds them.
func (q *boundQuestion) findOperators() {
	src := q.Request.KeyConditionExpression
	q.ops = map[string]string{}
	for _, m := range comparisons.FindAllStringSubmatch(src, -1) {
		q.ops[m[2]] = m[1]
	}
	for _, m := range beginsWith.FindAllStringSubmatch(src, -1) {
		q.ops[m[2]] = "begins_with"
	}
	for _, m := range betweenBounds.FindAllStringSubmatch(src, -1) {
		q.ranges = append(q.ranges, [2]string{m[1], m[2]})
		q.ops[m[1]], q.ops[m[2]] = lowBound, highBound
	}
}

const (
	lowBound  = "BETWEEN low"
	highBound = "BETWEEN high"
)

var (
	comparisons   = regexp.MustCompile(`(<=|>=|=|<|>)\s*(:\w+)`)
	betweenBounds = regexp.MustCompile(`(?i)\bbetween\s+(:\w+)\s+and\s+(:\w+)`)
	beginsWith    = regexp.MustCompile(`(?i)\bbegins_with\s*\(\s*(#?\w+)\s*,\s*(:\w+)\s*\)`)
)

// checkExpressions parses the expressions of a request with values of the
// right types in place of arguments, and reports placeholders that none of
// them uses.
func (b *binder) checkExpressions(q *boundQuestion, path string, key func(*expr.Env) []expr.KeyPart) []expr.KeyPart {
	r := &q.Request
	var values map[string]attr.Value
	for name, o := range r.ExpressionAttributeValues {
		if values == nil {
			values = map[string]attr.Value{}
		}
		values[name] = dummy(o)
	}
	env, err := expr.NewEnv(r.ExpressionAttributeNames, values)
	if err != nil {
		b.fail(path, "%v", err)
		return nil
	}
	before := len(b.errs)
	var parts []expr.KeyPart
	if key != nil {
		parts = key(env)
	}
	if r.FilterExpression != "" {
		if _, err := expr.ParseCondition(r.FilterExpression, expr.KindFilter, env); err != nil {
			b.fail(path+".FilterExpression", "%v", err)
		}
	}
	if r.ProjectionExpression != "" {
		if _, err := expr.ParseProjection(r.ProjectionExpression, env); err != nil {
			b.fail(path+".ProjectionExpression", "%v", err)
		}
	}
	if err := env.Unused(); err != nil && len(b.errs) == before {
		b.fail(path, "%v", err)
	}
	return parts
}

// checkKeyParts checks a key condition against a key: every partition
// attribute by equality, sort attributes from the left without a gap, a range
// on the last one only.
func (b *binder) checkKeyParts(q *boundQuestion, path string, key schema.Key, parts []expr.KeyPart) {
	find := func(name string) *expr.KeyPart {
		for i := range parts {
			if parts[i].Attribute == name {
				return &parts[i]
			}
		}
		return nil
	}
	for _, name := range key.Partition {
		if p := find(name); p == nil || p.Op != expr.Eq {
			b.fail(path, "partition key attribute %q must be compared by =", name)
		}
	}
	open := "" // the sort attribute after which no condition may come
	for _, name := range key.Sort {
		p := find(name)
		switch {
		case p == nil && open == "":
			open = name
		case p != nil && open != "":
			b.fail(path, "a condition on sort key attribute %q needs %q before it compared by =", name, open)
		case p != nil && p.Op != expr.Eq:
			open = name
		}
	}
	for _, p := range parts {
		if !key.Has(p.Attribute) {
			b.fail(path, "%q is no key attribute of what is read%s", p.Attribute, hint(p.Attribute, key.Names()))
			continue
		}
		typ := q.table.AttributeType(p.Attribute)
		for _, v := range p.Values {
			if v.Type() != typ {
				b.fail(path, "key attribute %q is of type %s, but is compared with type %s", p.Attribute, typ, v.Type())
			}
		}
		if p.Op == expr.BeginsWith && typ == attr.TypeNumber {
			b.fail(path, "begins_with needs text, but key attribute %q is of type N", p.Attribute)
		}
	}
}
