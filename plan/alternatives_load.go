package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// topShare is the part of rows that a membership with a floor is taken to
// hold, in millionths: 1%.
const topShare = million / 100

// waysOfHeat lists the ways out of a partition that is too hot.
func (r *run) waysOfHeat(q *model.Question) []way {
	if len(q.Selects) != 1 {
		return r.separately(q)
	}
	if q.Selects[0].In != nil {
		return []way{{text: "keep what is asked for often in a cache before the table", requests: 1}}
	}
	var ways []way
	ways = append(ways, r.floorWay(q)...)
	ways = append(ways, r.shardWay(q)...)
	ways = append(ways, r.partitionWay(q)...)
	return append(ways, r.topItemWay(q)...)
}

// floorWay indexes only rows beyond a floor of the column that the answer is
// sorted by: the answer is right as long as enough rows are beyond it.
func (r *run) floorWay(q *model.Question) []way {
	s := q.Selects[0]
	if len(s.Order) == 0 || s.Limit == 0 || s.Range != nil {
		return nil
	}
	c := s.Entity.Column(s.Order[0].Column)
	lo, hi, ok := intRange(c)
	if !ok || hi-lo < 100 {
		return nil
	}
	op, floor := ">=", hi-(hi-lo)/100
	if !s.Order[0].Desc {
		op, floor = "<=", lo+(hi-lo)/100
	}
	member := &model.Binary{Op: op, L: &model.ColumnRef{Column: c.Name}, R: &model.Literal{Value: attr.Int(floor)}}
	return []way{{
		text: fmt.Sprintf("index only rows with a floor (WHERE %s, a constant that keeps about 1%% of the rows): right while at least %d rows are beyond it",
			member, s.Limit),
		requests: 1,
		shares:   map[string]int64{member.String(): topShare},
		edit: func(m *model.Model, q *model.Question) bool {
			q.Selects[0].Member = append(q.Selects[0].Member, member)
			return true
		},
	}}
}

// shardWay spreads the rows over shards and asks each of them.
func (r *run) shardWay(q *model.Question) []way {
	p, a := r.compiled(q)
	if a == nil || a.unique || q.Strong || a.sel.Exists {
		return nil
	}
	n := r.fewestShards(p, a)
	if n == 0 || n == q.Shards {
		return nil
	}
	return []way{{
		text:     fmt.Sprintf("say shards=%d (or auto): the rows are spread by a hash of the id over %d partition keys, and %d Queries are merged", n, n, n),
		requests: int64(n),
		edit: func(m *model.Model, q *model.Question) bool {
			q.Shards = n
			return true
		},
	}}
}

// compiled compiles a refused question by itself; nil where it has no
// canonical form.
func (r *run) compiled(q *model.Question) (*problem, *ask) {
	m := without(r.m, func(x *model.Question) bool { return x != q })
	p, err := compile(m, r.price, hooks{})
	if err != nil {
		return nil, nil
	}
	for _, x := range p.questions {
		if x.q == q && len(x.asks) == 1 {
			return p, x.asks[0]
		}
	}
	return nil, nil
}

// partitionWay asks by one more column, the one with the most values.
func (r *run) partitionWay(q *model.Question) []way {
	s := q.Selects[0]
	e := r.p.entity(s.Entity.Name)
	best, most := "", int64(1)
	for i := range e.cols {
		c := &e.cols[i]
		if c.copy != nil || c.nullable || c.src.Computed != nil || e.identity.has(col(i)) || e.isKey(c) || c.src.Distinct == 0 {
			continue
		}
		bound := slices.ContainsFunc(s.Eq, func(x model.Eq) bool { return x.Column == c.name }) ||
			slices.ContainsFunc(s.Order, func(x model.Order) bool { return x.Column == c.name })
		if n := e.distinct(c); !bound && n > most {
			best, most = c.name, n
		}
	}
	if best == "" {
		return []way{{text: "ask by one more column that spreads the rows: a region, a league, a day"}}
	}
	return []way{{
		text: fmt.Sprintf("ask by %s too (%s = :%s): another question, of a part of the rows", best, best, best), requests: 1,
		edit: func(m *model.Model, q *model.Question) bool {
			q.Selects[0].Eq = append(q.Selects[0].Eq, model.Eq{Column: best, Param: best})
			return true
		},
	}}
}

// topItemWay keeps the answer itself in one item.
func (r *run) topItemWay(q *model.Question) []way {
	s := q.Selects[0]
	if s.Limit == 0 || len(s.Order) == 0 {
		return nil
	}
	e := r.p.entity(s.Entity.Name)
	size := s.Limit * e.sizeOf(e.needOf(s))
	if size > 400<<10 {
		return nil
	}
	changes := int64(0)
	for i := range e.writes {
		changes += e.writes[i].rate
	}
	changes = mulDiv(changes, topShare, million)
	extra := r.price.writes(changes*units(size)) + r.price.reads(int64(q.Rate)*halves(size, false))
	return []way{{
		text:     fmt.Sprintf("keep the %d rows in one item per partition, overwritten when a row enters them (by a stream, so a little late); priced for 1%% of the writes", s.Limit),
		requests: 1, extra: extra,
		edit: func(m *model.Model, q *model.Question) bool {
			q.Selects = nil
			return true
		},
	}}
}

// waysOfSize answer page by page.
func (r *run) waysOfSize(q *model.Question) []way {
	if len(q.Selects) != 1 {
		return nil
	}
	s := q.Selects[0]
	e := r.p.entity(s.Entity.Name)
	rows := max(1, maxPage/(2*max(1, e.item)))
	return []way{{
		text: fmt.Sprintf("LIMIT %d, and page by LastEvaluatedKey", rows), requests: 1,
		edit: func(m *model.Model, q *model.Question) bool {
			q.Selects[0].Limit, q.Selects[0].LimitParam = rows, ""
			return true
		},
	}}
}

// waysOfDirection give all columns of the order one direction, or sort in the
// client.
func (r *run) waysOfDirection(q *model.Question) []way {
	if len(q.Selects) != 1 {
		return nil
	}
	var ways []way
	for _, desc := range []bool{false, true} {
		word := "ascending"
		if desc {
			word = "descending"
		}
		ways = append(ways, way{
			text: "order all columns " + word, requests: 1,
			edit: func(m *model.Model, q *model.Question) bool {
				for i := range q.Selects[0].Order {
					q.Selects[0].Order[i].Desc = desc
				}
				return true
			},
		})
	}
	return append(ways, r.clientSort(q)...)
}

// clientSort reads without the order, where the rows of the equality are few.
func (r *run) clientSort(q *model.Question) []way {
	return []way{{
		text: "read without ORDER BY and LIMIT, and sort in the client: fit for equalities with few rows", requests: 1,
		edit: func(m *model.Model, q *model.Question) bool {
			if len(q.Selects) != 1 {
				return false
			}
			s := q.Selects[0]
			s.Order, s.Limit, s.LimitParam, s.Variants = nil, 0, "", nil
			return true
		},
	}}
}

// waysOfColumn change the declaration that stands in the way.
func (r *run) waysOfColumn(q *model.Question, f *Refused) []way {
	if len(q.Selects) == 0 || len(f.Columns) == 0 {
		return nil
	}
	on := func(text string, change func(c *model.Column) bool) way {
		return way{text: text, requests: 1, edit: func(m *model.Model, q *model.Question) bool {
			ok := false
			for _, s := range q.Selects {
				for _, name := range f.Columns {
					if c := s.Entity.Column(name); c != nil {
						ok = change(c) || ok
					}
				}
			}
			return ok
		}}
	}
	names := strings.Join(f.Columns, ", ")
	switch f.Code {
	case model.ENullOrder:
		return []way{on("declare "+names+" NOT NULL, with a value that stands for none", func(c *model.Column) bool { c.NotNull = true; return true })}
	case model.ENoRange:
		return []way{on("declare its range: CHECK ("+names+" BETWEEN 0 AND 999999999)", func(c *model.Column) bool {
			lo, hi := attr.NumberFromInt(0), attr.NumberFromInt(999_999_999)
			c.Min, c.Max = &lo, &hi
			return c.Type.IsNumber()
		})}
	}
	return []way{on("declare "+names+" of at most 100 characters of A-Z a-z 0-9 _ -", func(c *model.Column) bool {
		if !c.Type.IsText() {
			return false
		}
		c.Type = model.Type{Kind: model.KindVarchar, Length: 100}
		c.Safe, c.Alphabet = true, "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
		return true
	})}
}

// waysOfConsistency give up strong reads, or pay for them row by row.
func (r *run) waysOfConsistency(q *model.Question) []way {
	eventual := func(m *model.Model, q *model.Question) bool {
		q.Strong = false
		return true
	}
	ways := []way{{text: "ask without consistency=strong", requests: 1, edit: eventual}}
	if _, a := r.compiled(q); a != nil {
		n := a.rows
		size := r.p.entities[a.entity].item
		ways = append(ways, way{
			text:     fmt.Sprintf("ask an index for the keys and read the %d items strongly: their values are fresh, which rows there are may lag", n),
			requests: 1 + (n+99)/100, edit: eventual, extra: r.price.reads(int64(q.Rate) * n * halves(size, true)),
		})
	}
	return ways
}
