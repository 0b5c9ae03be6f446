package traffic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// defaultList is how many keys a list parameter is taken to hold.
const defaultList = 10

// ops works out questions, support questions and writes.
func (w *worker) ops() ([]*Op, error) {
	var questions, supports, writes []*Op
	for _, m := range w.b.Model.Writes {
		op, err := w.write(m)
		if err != nil {
			return nil, err
		}
		writes = append(writes, op)
	}
	for _, q := range w.b.Model.Questions {
		d := w.designQuestion(q.Name)
		if d == nil || d.Support != nil {
			continue
		}
		op := &Op{Name: q.Name, Kind: Question, Rate: q.Rate, Question: q}
		if err := w.question(op, d, q.Selects); err != nil {
			return nil, err
		}
		questions = append(questions, op)
	}
	for i := range w.b.Design.Questions {
		d := &w.b.Design.Questions[i]
		if d.Support == nil {
			continue
		}
		op, err := w.support(d)
		if err != nil {
			return nil, err
		}
		supports = append(supports, op)
	}
	return slices.Concat(questions, supports, writes), nil
}

// support is the question that finds rows whose copies follow: as often as
// the writes that it serves.
func (w *worker) support(d *design.Question) (*Op, error) {
	e := w.b.Model.Entity(d.Support.Entity)
	asked, err := w.b.Model.SupportQuestion(e, d.Support.Via, 0)
	if err != nil {
		return nil, err
	}
	op := &Op{Name: d.Name, Kind: Support}
	for _, m := range w.b.Model.Writes {
		effects, err := w.effects(m, nil, nil, nil)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(effects, func(f design.Effect) bool { return f.Each == d.Name }) {
			op.Rate += m.Rate
		}
	}
	return op, w.question(op, d, asked.Selects)
}

// question works out what a request reads.
func (w *worker) question(op *Op, d *design.Question, selects []*model.Select) error {
	op.Operation, op.Strong = d.Operation, d.Request.ConsistentRead
	p := w.place(d.Request.TableName, d.Request.IndexName)
	touch := Touch{Place: p, Kind: ReadItems, Item: d.Items[0], Reads: true, Times: million}
	keys := int64(1)
	for _, s := range selects {
		t := w.typeOf(d, s.Entity)
		if t == nil {
			return fmt.Errorf("question %s: no item of %s is listed", d.Name, s.Entity.Name)
		}
		size, err := w.meanSize(t, p)
		if err != nil {
			return err
		}
		rows := w.meanRows(op, d, s)
		if s.In != nil && d.Operation == "BatchGetItem" {
			keys, rows = rows, 1
		}
		op.Rows += rows * keys
		touch.Bytes += rows * size
	}
	if err := w.besides(op, d, &touch); err != nil {
		return err
	}
	op.Requests = max(1, d.Shards)
	touch.Units = cost.ReadUnits(int(touch.Bytes), op.Strong) * cost.HalfUnits(keys)
	if d.Shards > 0 {
		w.sharded(op, d, &touch)
	}
	op.Touches = append(op.Touches, touch)
	return nil
}

// sharded multiplies what a request reads by its shards: with a LIMIT each may
// hold the whole answer, without one each has its part of it.
func (w *worker) sharded(op *Op, d *design.Question, touch *Touch) {
	n := int64(d.Shards)
	if d.Request.Limit == (design.Limit{}) {
		touch.Units = cost.HalfUnits(n) * cost.ReadUnits(int((touch.Bytes+n-1)/n), op.Strong)
	} else {
		touch.Units *= cost.HalfUnits(n)
		touch.Bytes *= n
	}
	op.Notes = append(op.Notes, fmt.Sprintf("%d requests, one for each shard, merged in order", n))
}

// besides adds what a Query of a whole partition reads that is no answer: items
// of other types that the partition holds.
func (w *worker) besides(op *Op, d *design.Question, touch *Touch) error {
	p := touch.Place
	key := p.Key()
	if d.Operation != "Query" || d.Request.Limit != (design.Limit{}) || len(key.Sort) > 0 && namesAttribute(d, key.Sort[0]) {
		return nil
	}
	_, asked := KeyForm(w.b, d.Items[0], p)
	for _, t := range w.types {
		if t.Table != p.Table || slices.Contains(d.Items, t.Name) || p.index != nil && !t.mayBeIn(p) {
			continue
		}
		if _, shape := KeyForm(w.b, t.Name, p); shape != asked {
			continue
		}
		size, err := w.meanSize(t, p)
		if err != nil || size == 0 {
			return err
		}
		var cols []string
		for _, name := range key.Partition {
			_, from, _ := w.b.Source(t.Name, name)
			cols = append(cols, from...)
		}
		rows := w.b.Model.MeanRows(t.entity, cols)
		touch.Bytes += rows * size
		op.Notes = append(op.Notes, fmt.Sprintf("reads the whole partition: of %s too, which is no answer, about %d", t.Name, rows))
	}
	return nil
}

// namesAttribute says whether a key condition names an attribute.
func namesAttribute(d *design.Question, name string) bool {
	for _, word := range strings.FieldsFunc(d.Request.KeyConditionExpression, func(r rune) bool { return strings.ContainsRune(" (),=<>", r) }) {
		if word == name || d.Request.ExpressionAttributeNames[word] == name {
			return true
		}
	}
	return false
}

// typeOf is the item type from which a question takes the rows of an entity.
func (w *worker) typeOf(d *design.Question, e *model.Entity) *itemType {
	for _, name := range d.Items {
		if t := w.typeNamed(name); t != nil && t.entity == e {
			return t
		}
	}
	return nil
}

// meanRows is how many rows of a SELECT a request reads in the mean: as many
// as it returns, and where a filter throws some away, as many as the key
// condition selects.
func (w *worker) meanRows(op *Op, d *design.Question, s *model.Select) int64 {
	q := op.Question
	if s.In != nil {
		if q != nil && q.Rows > 0 {
			return q.Rows
		}
		return defaultList
	}
	if s.Unique || s.Exists {
		return 1
	}
	limited := func(n int64) int64 {
		if s.Limit > 0 {
			return min(n, s.Limit)
		}
		return n
	}
	equal, where := conditions(s)
	if d.Request.FilterExpression != "" {
		equal, where = w.keyed(d, s, equal), nil
		rows := w.b.Model.MeanRows(s.Entity, equal)
		op.Notes = append(op.Notes, fmt.Sprintf("reads the %d rows that the key condition selects, and throws away what the filter does not keep", rows))
		return rows
	}
	rows := w.b.Model.MeanRows(s.Entity, equal, where...)
	if q != nil && q.Rows > 0 {
		rows = q.Rows
		for _, other := range q.Selects {
			if other != s && other.Unique {
				rows = max(1, rows-1)
			}
		}
	}
	return limited(rows)
}

// conditions are a SELECT's equalities with parameters, and its constants.
func conditions(s *model.Select) (equal []string, where []model.Expr) {
	for _, e := range s.Eq {
		equal = append(equal, e.Column)
	}
	for _, c := range s.Const {
		where = append(where, &model.Binary{Op: "=", L: &model.ColumnRef{Column: c.Column}, R: &model.Literal{Value: c.Value}})
	}
	return equal, append(where, s.Member...)
}

// keyed keeps the columns whose parameters the key condition uses.
func (w *worker) keyed(d *design.Question, s *model.Select, equal []string) []string {
	used := ""
	for name, o := range d.Request.ExpressionAttributeValues {
		if strings.Contains(d.Request.KeyConditionExpression, name) {
			used += o.Template
		}
	}
	return slices.DeleteFunc(equal, func(col string) bool {
		i := slices.IndexFunc(s.Eq, func(e model.Eq) bool { return e.Column == col })
		return !strings.Contains(used, "{"+s.Eq[i].Param)
	})
}

// Reads returns the units of a read that examined the given items, as
// DynamoDB reports it: rounded once, except by BatchGetItem.
func Reads(operation string, strong bool, items []attr.Item) cost.HalfUnits {
	bytes, halves := 0, cost.HalfUnits(0)
	for _, it := range items {
		bytes += it.Size()
		halves += cost.ReadUnits(it.Size(), strong)
	}
	if operation == "BatchGetItem" && len(items) > 0 {
		return halves
	}
	return cost.ReadUnits(bytes, strong)
}
