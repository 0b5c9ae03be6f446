package prove

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/schema"
)

// A trial is one question asked once.
type trial struct {
	*runner
	q    ask
	call *design.Call
	c    *client
	want []*expectation
	seen bool // its figures are counted
}

// question asks a question and judges the answer.
func (r *runner) question(ctx context.Context, t *truth, q ask) (*finding, error) {
	want, err := r.expect(t, q)
	if err != nil {
		return r.blame(q, nil, nil, complain(Judged, 0, "%v", err)), nil
	}
	call, err := r.b.Request(q.of.q.Name, design.Args(q.args))
	if err != nil {
		return r.blame(q, nil, want, complain(Asked, encodingFails, "%v", err)), nil
	}
	if q.limit > 0 && call.Query != nil && call.Query.Limit != nil {
		limited, n := *call.Query, q.limit+q.of.extra
		limited.Limit = &n
		call.Query = &limited
	}
	if q.limit > 0 && call.Merge != nil && call.Merge.Limit > 0 {
		call = limited(call, q.limit+q.of.extra)
	}
	c := &client{r.subject, q.of, &reader{t.oracle(), q.args}}
	tr := &trial{runner: r, q: q, call: call, c: c, want: want}
	return tr.settled(ctx)
}

// longestWrong is how long an answer may be wrong once the indexes have caught
// up: another copy of the data may answer than the one that was looked at
// (Developer Guide, Read consistency: usually within a second).
const longestWrong = 2 * time.Second

// settled asks until the answer is right, as long as a database that may be
// behind itself may take.
func (t *trial) settled(ctx context.Context) (*finding, error) {
	deadline := time.Now().Add(min(t.settle, longestWrong))
	for wait := 20 * time.Millisecond; ; wait *= 2 {
		f, err := t.first(ctx)
		if f == nil && err == nil {
			f, err = t.again(ctx)
		}
		if f == nil || err != nil || t.q.of.d.Request.ConsistentRead || time.Now().Add(wait).After(deadline) {
			return f, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// first sends the request as it is.
func (t *trial) first(ctx context.Context) (*finding, error) {
	res := &response{}
	if !t.call.Empty {
		var err error
		if res, err = t.session.ask(ctx, t.call); err != nil {
			if err = answered(t.call.Operation, err); fatal(err) {
				return nil, err
			}
			return t.blame(t.q, t.call, t.want, complain(Asked, requestFails, "the request fails: %v", err)), nil
		}
	}
	t.count(res)
	switch limited := t.call.Query != nil && t.call.Query.Limit != nil || t.call.Merge != nil && t.call.Merge.Limit > 0; {
	case res.scanned != res.count:
		return t.blame(t.q, t.call, t.want, complain(Once, readInVain, "%d items were read to return %d", res.scanned, res.count)), nil
	case res.more && !limited:
		return t.blame(t.q, t.call, t.want, complain(Once, pageLeft, "the answer goes on after the first page")), nil
	}
	return t.judge(res.items, false)
}

// again reads an answer of an index or a table a second time: without its
// Limit and projection, once in pages, and with items of equal index keys
// turned round, for DynamoDB promises no order among them.
func (t *trial) again(ctx context.Context) (*finding, error) {
	if t.call.Merge != nil {
		return t.shardedAgain(ctx)
	}
	if t.call.Query == nil {
		return nil, nil
	}
	index := t.session.table(t.call.Query.TableName).Index(t.call.Query.IndexName)
	if t.q.page == 0 && index == nil {
		return nil, nil
	}
	whole := *t.call.Query
	if index != nil {
		whole.ProjectionExpression, whole.ExpressionAttributeNames = nil, usedNames(whole.KeyConditionExpression, whole.FilterExpression, whole.ExpressionAttributeNames)
	}
	items, err := t.session.pages(ctx, &whole, t.q.page)
	if err != nil {
		if err = answered(t.call.Operation, err); fatal(err) {
			return nil, err
		}
		return t.blame(t.q, t.call, t.want, complain(Pages, requestFails, "the request in pages fails: %v", err)), nil
	}
	if t.q.page > 0 {
		t.stats[t.q.of.q.Name].Paged++
		if f, err := t.judge(items, true); f != nil || err != nil {
			if f != nil {
				f.rule, f.message = Pages, fmt.Sprintf("in pages of %d: %s", t.q.page, f.message)
			}
			return f, err
		}
	}
	if index == nil {
		return nil, nil
	}
	turned, any := turnTies(index, items)
	if !any {
		return nil, nil
	}
	if t.call.Query.Limit != nil {
		turned = turned[:min(len(turned), *t.call.Query.Limit)]
	}
	f, err := t.judge(turned, false)
	if f != nil {
		f.tied = true
		f.message += " (in an order that DynamoDB may choose: the index keys are equal)"
	}
	return f, err
}

// usedNames keeps the placeholders that expressions use: an unused one is
// refused.
func usedNames(key, filter *string, all map[string]string) map[string]string {
	var out map[string]string
	for n, v := range all {
		if key != nil && hasPlaceholder(*key, n) || filter != nil && hasPlaceholder(*filter, n) {
			if out == nil {
				out = make(map[string]string)
			}
			out[n] = v
		}
	}
	return out
}

// turnTies reverses each run of items whose index keys are all equal.
func turnTies(x *schema.Index, items []attr.Item) (turned []attr.Item, any bool) {
	turned = slices.Clone(items)
	for from := 0; from < len(turned); {
		to := from + 1
		for to < len(turned) && sameKeys(x.Key.Names(), turned[from], turned[to]) {
			to++
		}
		any = any || to-from > 1
		slices.Reverse(turned[from:to])
		from = to
	}
	return turned, any
}

func sameKeys(names []string, a, b attr.Item) bool {
	for _, n := range names {
		if !attr.Equal(a.Get(n), b.Get(n)) {
			return false
		}
	}
	return true
}

// judge holds items against what each entity's rows should be. whole says that
// the Limit was left away.
func (t *trial) judge(items []attr.Item, whole bool) (*finding, error) {
	rows, bad := t.c.decode(items)
	if bad != nil {
		f := t.blame(t.q, t.call, t.want, bad)
		f.got = itemTexts(items)
		return f, nil
	}
	for _, x := range t.want {
		got, err := t.c.rows(x.stmt, x.sel, x.guard, rows)
		if err != nil {
			return t.blame(t.q, t.call, t.want, complain(Judged, 0, "%v", err)), nil
		}
		a := *x.a
		if whole && !x.sel.Exists {
			a.limit = -1
		}
		if x.sel.Exists && len(got) > 1 {
			got = got[:1] // the client only looks whether there is one
		}
		if bad := judge(&a, x.ids, got); bad != nil {
			f := t.blame(t.q, t.call, t.want, bad)
			f.entity, f.rows = x.sel.Entity, t.concerned(x, bad)
			for _, g := range got {
				f.got = append(f.got, outputsText(g.out))
			}
			return f, nil
		}
	}
	return nil, nil
}

// concerned are the rows of the truth that a complaint is about.
func (t *trial) concerned(x *expectation, c *complaint) []model.Row {
	var out []model.Row
	for _, r := range c.rows {
		if row := t.baseRow(x.stmt, x.sel, r); row != nil {
			out = append(out, row)
		}
	}
	for _, row := range t.c.r.rows(x.sel.Entity) {
		if id, _ := identity(x.sel.Entity, x.sel.Entity.Key, row); c.surplus != "" && id == c.surplus {
			out = append(out, row)
		}
	}
	return out
}

// blame makes a finding of a complaint.
func (r *runner) blame(q ask, call *design.Call, want []*expectation, c *complaint) *finding {
	f := &finding{findingKey: findingKey{c.rule, q.of.q.Name}, mismatch: c.mismatch, message: c.message, extra: c.extra, item: c.item, call: call, ask: &q}
	if f.way == encodingFails || f.way == requestFails {
		f.of = shape(c.message)
	}
	for _, x := range want {
		for i, row := range x.a.rows {
			if i == x.a.count() {
				break
			}
			f.expected = append(f.expected, outputsText(row.out))
		}
	}
	return f
}

func itemTexts(items []attr.Item) []string {
	out := make([]string, len(items))
	for i, it := range items {
		out[i] = itemText(it)
	}
	return out
}

// count keeps the figures of how hard a question was tried.
func (t *trial) count(res *response) {
	if t.seen {
		return
	}
	t.seen = true
	name := t.q.of.q.Name
	st := t.stats[name]
	if st == nil {
		st = &QuestionStats{Question: name}
		t.stats[name] = st
	}
	st.Asked++
	st.MostRows = max(st.MostRows, len(res.items))
	for _, x := range t.want {
		if x.a.count() > 0 {
			st.Found++
			break
		}
	}
	for _, x := range t.want {
		if x.a.count() < len(x.a.rows) {
			st.Cut++
			break
		}
	}
	for _, x := range t.want {
		if x.a.tied() {
			st.Ties++
			break
		}
	}
}

// tied says whether ORDER BY leaves two rows in no order.
func (a *answer) tied() bool {
	for i := 1; i < len(a.rows) && len(a.desc) > 0; i++ {
		if c, err := a.compare(a.rows[i-1].order, a.rows[i].order); err == nil && c == 0 {
			return true
		}
	}
	return false
}
