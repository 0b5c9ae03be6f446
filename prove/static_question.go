package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

const megabyte = 1 << 20

// staticQuestion checks one request against the question's canonical form.
func (s *subject) staticQuestion(in *inquiry) []Obligation {
	t := s.table(in.d.Request.TableName)
	x := indexOf(t, in.d.Request.IndexName)
	name := in.q.Name
	out := []Obligation{s.once(in), s.need(in, t, x)}
	if in.q.Strong {
		out = append(out, strong(in, x))
	}
	for _, sel := range in.q.Selects {
		if len(in.q.Selects) == 1 && !sel.Unique && in.d.Operation == "Query" {
			out = append(out, limitOf(name, sel, in.d.Request.Limit))
		}
	}
	return append(out, s.pageSize(in, t, x))
}

func (s *subject) once(in *inquiry) Obligation {
	r := in.d.Request
	switch {
	case r.FilterExpression != "":
		text := fmt.Sprintf("FilterExpression %q: rows are read, billed and thrown away", r.FilterExpression)
		if r.Limit != (design.Limit{}) {
			text += ", and Limit counts before it"
		}
		return broken(Once, in.q.Name, "%s", text)
	case in.d.Operation == "BatchGetItem":
		return held(Once, in.q.Name, "one BatchGetItem")
	case in.d.Shards > 0:
		return held(Once, in.q.Name, "%d requests, one for each shard, no filter, merged in order", in.d.Shards)
	}
	return held(Once, in.q.Name, "one %s, no filter", in.d.Operation)
}

// need checks that what the request reads carries every column asked for.
func (s *subject) need(in *inquiry, t *design.Table, x *design.Index) Obligation {
	for _, name := range in.d.Items {
		it := s.item(name)
		have := s.readable(it, t, x, in.d.Request)
		for i, sel := range in.q.Selects {
			if sel.Entity.Name != it.Entity {
				continue
			}
			want := slices.Clone(sel.Need)
			for _, g := range in.guards[i] {
				want = append(want, declaredColumns(sel.Entity, g)...)
			}
			for _, c := range want {
				if !have[c] {
					return broken(Need, in.q.Name, "column %s of %s is asked for, but %s does not carry it", c, it.Entity, place(t, x, in.d.Request))
				}
			}
			for _, c := range sel.Copies {
				if !have[c.Parent.Name+"."+c.Column] {
					return broken(Need, in.q.Name, "column %s of %s is asked for, but %s carries no copy of it", c.Column, c.Parent.Name, place(t, x, in.d.Request))
				}
			}
		}
	}
	return held(Need, in.q.Name, "%s carries every column asked for", place(t, x, in.d.Request))
}

func place(t *design.Table, x *design.Index, r design.Request) string {
	switch {
	case r.ProjectionExpression != "":
		return "the ProjectionExpression"
	case x != nil:
		return "index " + x.Name
	}
	return "table " + t.Name
}

// readable are the columns that a response tells: those of attributes that
// come back and of the slots of keys that come back. Copied columns are listed
// as parent.column.
func (s *subject) readable(it *design.ItemType, t *design.Table, x *design.Index, r design.Request) map[string]bool {
	e := s.m.Entity(it.Entity)
	comes := projected(t, x)
	asked := projectionNames(r)
	visible := func(name string) bool { return (comes == nil || comes[name]) && (asked == nil || asked[name]) }
	out := make(map[string]bool)
	for _, name := range sortedNames(it.Keys) {
		if !visible(name) {
			continue
		}
		for _, c := range told(e, it.Keys[name].Template, s.m.Settings.Delimiter) {
			out[c] = true
		}
	}
	for _, a := range attributesOf(e, it) {
		if !visible(a.Name) {
			continue
		}
		if a.Parent != "" {
			out[a.Parent+"."+a.Column] = true
			continue
		}
		out[a.Column] = true
	}
	return out
}

// projectionNames are the top-level attributes of a ProjectionExpression, nil
// without one.
func projectionNames(r design.Request) map[string]bool {
	if r.ProjectionExpression == "" {
		return nil
	}
	out := make(map[string]bool)
	for _, p := range strings.Split(r.ProjectionExpression, ",") {
		p = strings.TrimSpace(p)
		if n, ok := r.ExpressionAttributeNames[p]; ok {
			p = n
		}
		out[p] = true
	}
	return out
}

func strong(in *inquiry, x *design.Index) Obligation {
	switch {
	case x != nil && !x.Local:
		return broken(Consistency, in.q.Name, "a strongly consistent answer is asked for, but global index %s is eventually consistent", x.Name)
	case !in.d.Request.ConsistentRead:
		return broken(Consistency, in.q.Name, "a strongly consistent answer is asked for, but ConsistentRead is not set")
	}
	return held(Consistency, in.q.Name, "ConsistentRead on the table's own partitions")
}

func limitOf(name string, sel *model.Select, l design.Limit) Obligation {
	switch {
	case sel.Exists && l.N != 1:
		return broken(Limits, name, "only whether there is a row is asked for, but the request's Limit is %d, not 1", l.N)
	case sel.Exists:
		return held(Limits, name, "Limit 1: only whether there is a row")
	case sel.LimitParam != "" && l.Param != sel.LimitParam:
		return broken(Limits, name, "LIMIT :%s is asked for, but the request's Limit is not {%s}", sel.LimitParam, sel.LimitParam)
	case sel.LimitParam == "" && int64(l.N) != sel.Limit:
		if sel.Limit == 0 {
			return broken(Limits, name, "all rows are asked for, but the request stops at Limit %d", l.N)
		}
		return broken(Limits, name, "LIMIT %d is asked for, but the request's Limit is %d", sel.Limit, l.N)
	case sel.Limit == 0:
		return held(Limits, name, "all rows")
	}
	return held(Limits, name, "Limit as asked for")
}

// pageSize checks that the largest answer fits in one page of 1 MB.
func (s *subject) pageSize(in *inquiry, t *design.Table, x *design.Index) Obligation {
	var bytes int64
	var parts []string
	for _, sel := range in.q.Selects {
		n := s.answerRows(in, sel)
		for _, name := range in.d.Items {
			it := s.item(name)
			if it.Entity != sel.Entity.Name {
				continue
			}
			mean := s.measureItem(it, projected(t, x)).mean
			bytes += n * int64(mean)
			parts = append(parts, fmt.Sprintf("%d x %d bytes of %s", n, mean, name))
		}
	}
	text := strings.Join(parts, ", ")
	if bytes > megabyte {
		return broken(PageSize, in.q.Name, "the answer is about %s: more than the 1 MB of one page, and no LIMIT stops before", text)
	}
	return held(PageSize, in.q.Name, "about %s", text)
}

// answerRows is how many rows a SELECT returns: its LIMIT, what the model says
// of it, or the most that share its equalities.
func (s *subject) answerRows(in *inquiry, sel *model.Select) int64 {
	columns := make(map[string]bool)
	for _, eq := range sel.Eq {
		columns[eq.Column] = true
	}
	for _, c := range sel.Const {
		columns[c.Column] = true
	}
	n := s.largest(sel.Entity, columns)
	if sel.In != nil {
		n = min(n, 100)
	}
	if sel.Limit > 0 {
		return min(n, sel.Limit)
	}
	if in.q.Rows > 0 {
		return in.q.Rows
	}
	return n
}
