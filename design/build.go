package design

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/schema"
)

// Access says where a request reads: a table, or one of its indexes, and the
// item types that it is to find there.
type Access struct {
	Table   string
	Index   string   // "" for the table itself
	Items   []string // one for each SELECT's entity
	Support *Support // of a support question
}

// BuildRequest writes the request that answers a question through the keys of
// a design, whose tables and items are complete: GetItem where equalities make
// up the whole base key, BatchGetItem for an IN list, else a Query with the
// longest key condition that the equalities and the range allow. Ranges and
// prefixes end at the delimiter and stay inside of the item type. The error
// says what the keys do not give: an equality, a range or an order.
func BuildRequest(m *model.Model, d *Design, q *model.Question, a Access) (Question, error) {
	b, err := BindKeys(m, d)
	if err != nil {
		return Question{}, err
	}
	return b.BuildRequest(q, a)
}

// BindKeys binds a design as far as its tables and items go, so that requests
// can be built for it. It checks nothing else.
func BindKeys(m *model.Model, d *Design) (*Bound, error) {
	b := &binder{Bound: &Bound{Model: m, Design: d}, delim: delimiter(m)}
	b.bindTables()
	b.bindTypes()
	if len(b.errs) > 0 {
		return nil, b.errs
	}
	return b.Bound, nil
}

// BuildRequest is as the function of that name, for a design that is bound
// already; it may lack the questions.
func (b *Bound) BuildRequest(q *model.Question, a Access) (Question, error) {
	r := &requestBuilder{binder: &binder{Bound: b, delim: delimiter(b.Model)}, asked: q, access: a, table: b.Table(a.Table)}
	if err := r.find(); err != nil {
		return Question{}, fmt.Errorf("question %s: %w", q.Name, err)
	}
	out, err := r.build()
	if err != nil {
		return Question{}, fmt.Errorf("question %s: %w", q.Name, err)
	}
	return out, nil
}

// requestBuilder builds one request.
type requestBuilder struct {
	*binder
	asked  *model.Question
	access Access
	table  *schema.Table
	index  *schema.Index // nil for the table
	key    schema.Key
	items  []*boundType
}

func (r *requestBuilder) find() error {
	if r.table == nil {
		return fmt.Errorf("the design has no table %q", r.access.Table)
	}
	r.key = r.table.Key
	if r.access.Index != "" {
		if r.index = r.table.Index(r.access.Index); r.index == nil {
			return fmt.Errorf("table %s has no index %q", r.table.Name, r.access.Index)
		}
		r.key = r.index.Key
	}
	for _, name := range r.access.Items {
		t := r.typeOf(name)
		if t == nil || t.table != r.table {
			return fmt.Errorf("table %s has no item %q", r.table.Name, name)
		}
		r.items = append(r.items, t)
	}
	return nil
}

func (r *requestBuilder) build() (Question, error) {
	out := Question{Name: r.asked.Name, Support: r.access.Support, Items: slices.Clone(r.access.Items)}
	out.Request = Request{
		TableName: r.table.Name, IndexName: r.access.Index,
		ConsistentRead: r.asked.Strong && (r.index == nil || r.index.Local),
	}
	var walks []*walk
	for _, s := range r.asked.Selects {
		found := false
		for _, t := range r.items {
			if t.entity != s.Entity {
				continue
			}
			w, err := r.walk(t, s)
			if err != nil {
				return out, err
			}
			walks, found = append(walks, w), true
		}
		if !found {
			return out, fmt.Errorf("no item of entity %s is listed", s.Entity.Name)
		}
	}
	if len(walks) == 0 {
		return out, errors.New("it has no canonical form")
	}
	out.Shards = walks[0].shards
	if r.keyed(&out, walks) {
		return out, nil
	}
	return out, r.query(&out, walks)
}

// keyed makes a GetItem or BatchGetItem where every base key attribute is
// given, false where a Query is needed.
func (r *requestBuilder) keyed(out *Question, walks []*walk) bool {
	w := walks[0]
	if r.index != nil || len(walks) > 1 || slices.ContainsFunc(w.parts, func(p condition) bool { return p.op != "=" }) ||
		len(w.parts) != len(r.key.Names()) {
		return false
	}
	out.Operation = opGet
	if w.sel.In != nil {
		out.Operation = opBatch
	}
	out.Request.Key = map[string]Operand{}
	for _, p := range w.parts {
		out.Request.Key[p.attribute] = p.low
	}
	return true
}

func (r *requestBuilder) query(out *Question, walks []*walk) error {
	if walks[0].sel.In != nil {
		return fmt.Errorf("IN :%s needs the whole base key", walks[0].sel.In.Param)
	}
	out.Operation = opQuery
	conditions, err := r.merge(walks)
	if err != nil {
		return err
	}
	var ph phrase
	var text []string
	out.Request.ExpressionAttributeValues = map[string]Operand{}
	for _, c := range conditions {
		text = append(text, c.write(&ph, out.Request.ExpressionAttributeValues))
	}
	out.Request.KeyConditionExpression = strings.Join(text, " AND ")
	out.Request.ExpressionAttributeNames = ph.names
	if len(walks) > 1 {
		return nil
	}
	s := walks[0].sel
	out.Request.ScanIndexForward, err = walks[0].direction()
	switch {
	case s.Exists:
		out.Request.Limit = Limit{N: 1}
	case s.LimitParam != "":
		out.Request.Limit = Limit{Param: s.LimitParam}
	case s.Limit > 0:
		out.Request.Limit = Limit{N: int(s.Limit)}
	}
	return err
}

// merge makes one key condition of those of several SELECTs: one partition,
// and where other item types may share it, one range over all that are asked
// for.
func (r *requestBuilder) merge(walks []*walk) ([]condition, error) {
	first, n := walks[0], len(r.key.Partition)
	alone := r.alone(walks)
	if len(walks) == 1 {
		switch {
		case alone && r.index != nil && first.bare:
			return first.parts[:n], nil // nothing else is there to be kept out
		case !alone && len(first.parts) == n:
			return nil, fmt.Errorf("the sort key of %q has no text before its first column, so its items cannot be told from others in the partition", first.typ.Name)
		}
		return first.parts, nil
	}
	same := true
	for _, w := range walks[1:] {
		for i := range n {
			if w.parts[i].low != first.parts[i].low {
				return nil, fmt.Errorf("%s of %q and of %q differ, so one request cannot read both", w.parts[i].attribute, first.typ.Name, w.typ.Name)
			}
		}
		same = same && slices.Equal(w.parts, first.parts)
	}
	switch {
	case same && len(first.parts) > n && !first.bare:
		return first.parts, nil // one range over all types
	case alone:
		return first.parts[:n], nil
	case same && len(first.parts) > n:
		return first.parts, nil
	}
	span, err := spanOf(walks, n)
	return append(slices.Clone(first.parts[:n]), span), err
}

// alone says whether no other item type can be in the partitions that are
// read.
func (r *requestBuilder) alone(walks []*walk) bool {
	for _, t := range r.types {
		if t.table != r.table || slices.ContainsFunc(walks, func(w *walk) bool { return w.typ == t }) || !t.has(r.key.Names()) {
			continue
		}
		apart := false
		for _, name := range r.key.Partition {
			a, b := t.made(name), walks[0].typ.made(name)
			apart = apart || a != nil && b != nil && !meet(a, b)
		}
		if !apart {
			return false
		}
	}
	return true
}

// spanOf is the range of sort keys from the lowest to the highest of several
// item types. What lies between belongs to the answer, or the design is not
// right, which the prover finds.
func spanOf(walks []*walk, n int) (condition, error) {
	var low, high string
	name := ""
	for i, w := range walks {
		if len(w.parts) != n+1 || w.parts[n].low.Type != "S" {
			return condition{}, fmt.Errorf("the sort key of %q has no text before its first column, so its items cannot be told from others in the partition", w.typ.Name)
		}
		p := w.parts[n]
		name = p.attribute
		from, to := p.low.Template, p.low.Template
		switch p.op {
		case "=":
		case "begins_with":
			to = successor(to)
		default:
			from, to = p.low.Template, p.high.Template
		}
		if i == 0 || from < low {
			low = from
		}
		if i == 0 || to > high {
			high = to
		}
	}
	if strings.ContainsAny(low+high, "{}") {
		return condition{}, errors.New("the sort keys of its items are no one range of literal texts")
	}
	return condition{attribute: name, op: "BETWEEN", low: Operand{"S", low}, high: Operand{"S", high}}, nil
}

// condition is what a request asks of one key attribute.
type condition struct {
	attribute string
	op        string // =, <, <=, >, >=, BETWEEN, begins_with
	low, high Operand
	// purpose names the placeholder; for BETWEEN it is that of low.
	purpose string
}

func (c condition) write(ph *phrase, values map[string]Operand) string {
	name := ph.name(c.attribute)
	add := func(purpose string, o Operand) string {
		ref := ":" + placeholder(purpose)
		for values[ref] != (Operand{}) && values[ref] != o {
			ref += "_"
		}
		values[ref] = o
		return ref
	}
	switch c.op {
	case "begins_with":
		return "begins_with(" + name + ", " + add(c.purpose, c.low) + ")"
	case "BETWEEN":
		return name + " BETWEEN " + add("low", c.low) + " AND " + add("high", c.high)
	case "<", "<=":
		return name + " " + c.op + " " + add("high", c.low)
	case ">", ">=":
		return name + " " + c.op + " " + add("low", c.low)
	}
	return name + " = " + add(c.purpose, c.low)
}

// successor is the least text above every text that begins with a template's:
// its last literal character is replaced by the next one, as '$' for '#'.
func successor(template string) string {
	parts, err := parseTemplate(template)
	if err != nil || len(parts) == 0 || parts[len(parts)-1].name != "" {
		return template + gap
	}
	last := []rune(parts[len(parts)-1].literal)
	last[len(last)-1]++
	parts[len(parts)-1].literal = string(last)
	return formatTemplate(parts)
}

// attributeParts is how a key attribute is made: the parts of its template, or
// a lone column.
func (t *boundType) attributeParts(name string) (parts []keyPart, typ attr.Type, native bool, err error) {
	if k := t.made(name); k != nil {
		return k.parts, k.typ, false, nil
	}
	for i := range t.attrs {
		a := &t.attrs[i]
		if a.Name != name {
			continue
		}
		if a.parent != nil {
			return nil, 0, false, fmt.Errorf("key attribute %s is a copied column", name)
		}
		typ := t.table.AttributeType(name)
		codec := a.codec
		if codec == nil {
			if codec, err = newKeyCodec(a.column, "", 0, typ); err != nil {
				return nil, 0, false, err
			}
		}
		return []keyPart{{name: a.Column, codec: codec}}, typ, a.codec == nil || typ == attr.TypeNumber, nil
	}
	return nil, 0, false, fmt.Errorf("item %q has no key attribute %s", t.Name, name)
}
