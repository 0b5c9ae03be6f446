package design

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

func (b *binder) bindQuestions() {
	seen := map[string]bool{}
	for i := range b.Design.Questions {
		q := &b.Design.Questions[i]
		path := fmt.Sprintf("questions[%d]", i)
		b.unique("questions", path+".question", seen, q.Name)
		if bound := b.boundQuestion(path, q); bound != nil {
			b.questions = append(b.questions, bound)
		}
	}
	for _, q := range b.Model.Questions {
		if !seen[q.Name] && len(q.Refusals) == 0 {
			b.Missing = append(b.Missing, q.Name)
		}
	}
}

func (b *binder) boundQuestion(path string, q *Question) *boundQuestion {
	out := &boundQuestion{Question: q, path: path, key: map[string]*keyText{}, values: map[string]*keyText{}}
	if out.asked = b.asked(path, q); out.asked == nil {
		return nil
	}
	var err error
	if out.params, err = paramsOf(out.asked); err != nil {
		b.fail(path, "%v", err)
		return nil
	}
	b.questionItems(out)
	if out.table = b.Table(q.Request.TableName); out.table == nil {
		b.fail(path+".request.TableName", "the design has no table %q%s", q.Request.TableName, hint(q.Request.TableName, b.tableNames()))
		return nil
	}
	used := map[string]bool{}
	b.operands(out, path+".request.Key", q.Request.Key, out.key, used)
	b.operands(out, path+".request.ExpressionAttributeValues", q.Request.ExpressionAttributeValues, out.values, used)
	if p := q.Request.Limit.Param; p != "" {
		used[p] = true
		if out.params[p] == nil {
			b.fail(path+".request.Limit", "question %s has no parameter :%s%s", q.Name, p, hint(p, out.asked.Params))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(out.params)) {
		if out.params[name].needed && !used[name] {
			b.fail(path+".request", "the request does not use parameter :%s, so the answer cannot depend on it", name)
		}
	}
	for name := range used {
		if p := out.params[name]; p != nil && p.column != nil {
			p.needed = true // the key is made of it, so it has to be given
		}
	}
	b.checkRequest(out)
	b.checkShards(out, path)
	return out
}

// checkShards checks that a sharded question asks each of the shards over
// which its items are spread, and no other.
func (b *binder) checkShards(q *boundQuestion, path string) {
	key := q.table.Key
	if x := q.table.Index(q.Request.IndexName); x != nil {
		key = x.Key
	}
	asks := max(1, q.Shards)
	for _, t := range q.items {
		n := 1
		for _, name := range key.Partition {
			n *= b.Shards(t.Name, name)
		}
		switch {
		case q.Operation != opQuery || n == asks:
		case n == 1:
			b.fail(path+".shards", "the items %q are not spread over shards; leave \"shards\" out, or put a column with the codec shard(%d) in their partition key", t.Name, asks)
		default:
			b.fail(path+".shards", "the items %q are spread over %d partition keys, and the question asks %d; write \"shards\": %d and {%s} in the partition key",
				t.Name, n, asks, n, shardSlot)
		}
	}
	if q.Shards == 0 {
		return
	}
	switch used := slices.ContainsFunc(slices.Sorted(maps.Keys(q.values)), func(name string) bool { return slices.Contains(q.values[name].columns(), shardSlot) }); {
	case q.Operation != opQuery:
		b.fail(path+".operation", "a sharded question is a Query for each shard, not a %s", q.Operation)
	case q.Request.ProjectionExpression != "":
		b.fail(path+".request.ProjectionExpression", "a sharded question needs whole entries: keys are merged by and go on from; leave it out")
	case !used:
		b.fail(path+".request", "a sharded question has the shard's number in its partition key: {%s}", shardSlot)
	case q.params[shardSlot] != nil:
		b.fail(path, "parameter :%s has the name of the shard's number; give it another", shardSlot)
	}
}

// asked finds the model's question that is answered, or makes the support
// question.
func (b *binder) asked(path string, q *Question) *model.Question {
	if q.Support == nil {
		asked := b.Model.Question(q.Name)
		if asked == nil {
			b.fail(path+".question", "the model has no question %q%s", q.Name,
				hint(q.Name, names(b.Model.Questions, func(q *model.Question) string { return q.Name })))
		} else if len(asked.Selects) == 0 {
			b.fail(path+".question", "the model refuses question %q: %s", q.Name, asked.Refusals[0].Reason)
			asked = nil
		}
		return asked
	}
	if b.Model.Question(q.Name) != nil {
		b.fail(path+".question", "a support question is not one of the model's; give it another name than %q", q.Name)
	}
	e := b.entity(path+".support.entity", q.Support.Entity)
	if e == nil {
		return nil
	}
	for _, name := range q.Support.Via {
		if e.Column(name) == nil {
			b.fail(path+".support.via", "entity %s has no column %q%s", e.Name, name, hint(name, columnNames(e)))
			return nil
		}
	}
	asked, err := b.Model.SupportQuestion(e, q.Support.Via, 0)
	if err != nil {
		b.fail(path+".support", "%v", err)
		return nil
	}
	asked.Name = q.Name
	return asked
}

// questionItems checks that there is an item type for each entity asked for.
func (b *binder) questionItems(q *boundQuestion) {
	entities := map[*model.Entity]bool{}
	for i, name := range q.Items {
		path := fmt.Sprintf("%s.items[%d]", q.path, i)
		t := b.typeOf(name)
		if t == nil {
			if known := b.itemNames(); !slices.Contains(known, name) { // else it was reported itself
				b.fail(path, "the design has no item %q%s", name, hint(name, known))
			}
			continue
		}
		if slices.Contains(q.Items[:i], name) {
			b.fail(path, "item %q is named twice", name)
		}
		if t.Table != q.Request.TableName {
			b.fail(path, "item %q is in table %s, but the request reads %s", name, t.Table, q.Request.TableName)
		}
		entities[t.entity] = true
		q.items = append(q.items, t)
	}
	for _, s := range q.asked.Selects {
		if !entities[s.Entity] && len(q.items) == len(q.Items) {
			b.fail(q.path+".items", "question %s asks for rows of %s, but no item of that entity is listed", q.Name, s.Entity.Name)
		}
	}
}

func (b *binder) operands(q *boundQuestion, path string, from map[string]Operand, to map[string]*keyText, used map[string]bool) {
	for _, name := range slices.Sorted(maps.Keys(from)) {
		o := from[name]
		text, err := b.operand(q, o)
		if err != nil {
			b.failAll(join(path, name), err)
			continue
		}
		to[name] = text
		for _, p := range text.columns() {
			used[p] = true
		}
	}
	// A template that did not compile uses its parameters all the same.
	for _, o := range from {
		parts, err := parseTemplate(o.Template)
		for _, p := range parts {
			if err == nil && p.name != "" {
				used[p.name] = true
			}
		}
	}
}

// operand compiles a value of a request. A slot is a parameter, or a column
// that the question compares with a constant, which then becomes literal.
func (b *binder) operand(q *boundQuestion, o Operand) (*keyText, error) {
	typ := keyTypes[o.Type]
	if typ == 0 {
		return nil, fmt.Errorf("a value is of type S, N or B, not %q", o.Type)
	}
	template := o.Template
	if q.Shards > 0 {
		template = strings.ReplaceAll(template, "{"+shardSlot+"}", fmt.Sprintf("{%s:0%d}", shardSlot, shardWidth(q.Shards)))
	}
	text, err := compile(template, typ, b.delim, func(name string) (*model.Column, error) {
		if name == shardSlot && q.Shards > 0 {
			return shardColumn(q.Shards), nil
		}
		if p := q.params[name]; p != nil {
			if p.column == nil {
				return nil, noColumn(q.asked, name)
			}
			return p.column, nil
		}
		if col, _ := constant(q.asked, name); col != nil {
			return col, nil
		}
		return nil, fmt.Errorf("question %s has no parameter %q%s", q.Name, name, hint(name, q.asked.Params))
	})
	if err != nil {
		return nil, err
	}
	for i, p := range text.parts {
		if p.codec == nil {
			continue
		}
		if p.name == shardSlot && q.Shards > 0 {
			continue
		}
		if u := q.params[p.name]; u != nil {
			if u.prefix && !p.codec.hasPrefixes() {
				return nil, fmt.Errorf("parameter :%s is a prefix, but codec %q has none", p.name, p.codec.spec)
			}
			continue
		}
		_, c := constant(q.asked, p.name)
		s, err := p.codec.EncodeArg(c.Value)
		if err != nil {
			return nil, err
		}
		text.parts[i] = keyPart{literal: s}
	}
	return text, nil
}

// noColumn says why a parameter has no form in a key or a filter.
func noColumn(q *model.Question, name string) error {
	for _, s := range q.Selects {
		if s.LimitParam == name {
			return fmt.Errorf("parameter :%s is the LIMIT; its place is the request's Limit", name)
		}
	}
	return fmt.Errorf("parameter :%s is compared with no column as it stands, so it has no form in a key or a filter; leave it out: the client tests it on the row that comes", name)
}

// dummy is a value of an operand's type, for checking expressions.
func dummy(o Operand) attr.Value {
	switch o.Type {
	case "N":
		return attr.Int(1)
	case "B":
		return attr.Binary([]byte{1})
	}
	return attr.String("x")
}
