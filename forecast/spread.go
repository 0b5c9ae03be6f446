package forecast

import (
	"fmt"
	"math"
	"slices"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/traffic"
)

// family is the partition keys of one form at a place: PLAYER#{player_id}.
// Item types whose keys have one form share their keys.
type family struct {
	place *place
	shape string // the form without what is put in
	text  string // the form
	keys  []keyLoad
	// native is over how many keys the design spreads each one.
	native int
	// shards is into how many keys the most frequent one is split to try it; 1
	// for as the design has it.
	shards int
}

// keyLoad is what happens to one of the keys that are played.
type keyLoad struct {
	load    [2]float64 // units offered
	refused float64    // requests
}

const (
	tracked = 16 // most frequent keys that are played one by one
	others  = 48 // keys that stand for all others
)

// spread is how an operation's load is spread over a family's keys: the
// cumulative shares of the keys played.
type spread struct {
	upTo   []float64
	latest bool // the one key is another from time to time
}

// draw returns the key at a point from 0 to 1.
func (s *spread) draw(x float64) int {
	i, _ := slices.BinarySearch(s.upTo, x)
	return min(i, len(s.upTo)-1)
}

// spreadOf is how the touch of an operation is spread over partition keys.
func (s *stage) spreadOf(op *traffic.Op, t *traffic.Touch) spread {
	n, top, kind := s.shares(op, t)
	var out spread
	sum := 0.0
	for _, share := range top {
		sum += float64(share) / 1e9
		out.upTo = append(out.upTo, sum)
	}
	if rest := n - int64(len(top)); rest > 0 && sum < 1 {
		k := int(min(rest, others))
		for i := range k {
			out.upTo = append(out.upTo, sum+(1-sum)*float64(i+1)/float64(k))
		}
	}
	if last := len(out.upTo) - 1; last >= 0 {
		out.upTo[last] = math.Max(1, out.upTo[last])
	}
	out.latest = kind == model.Latest
	return out
}

// shares are the shares of the most frequent partition keys, in billionths,
// and how many keys there are.
func (s *stage) shares(op *traffic.Op, t *traffic.Touch) (n int64, top []int64, kind model.SkewKind) {
	m := s.traffic.Bound.Model
	e, columns := s.keyColumns(t)
	fixed := constants(op)
	columns = slices.DeleteFunc(columns, func(c *model.Column) bool { return fixed[c.Name] })
	if len(columns) == 0 {
		return 1, []int64{1e9}, model.Uniform
	}
	n = 1
	var best *model.Column
	bestTop := int64(math.MaxInt64)
	for _, c := range columns {
		n = max(n, m.Distinct(e, c))
		if share := topShare(m, e, c); share < bestTop {
			best, bestTop = c, share
		}
	}
	if covers(e, columns) {
		if inserts(op) { // each row has a key of its own
			return max(1, e.Rows), (*model.Skew)(nil).Top(max(1, e.Rows), tracked), model.Uniform
		}
		n, bestTop = max(1, e.Rows), min(bestTop, max(1, 1e9/max(1, e.Rows)))
	}
	if skew := opSkew(op); skew != nil {
		return n, skew.Top(n, tracked), skew.Kind
	}
	if best.Skew != nil {
		return n, best.Skew.Top(n, tracked), best.Skew.Kind
	}
	if insertsNow(op, best) {
		s.note(fmt.Sprintf("%s writes to the newest %s: all of it goes to one partition key at a time", op.Name, best.Name))
		return n, []int64{1e9}, model.Latest
	}
	even := &model.Skew{Kind: model.Sizes, Shares: []int64{max(1, bestTop/1000)}}
	return n, even.Top(n, tracked), model.Sizes
}

// opSkew is the distribution that a question or a write has of its own.
func opSkew(op *traffic.Op) *model.Skew {
	switch {
	case op.Question != nil:
		return op.Question.Skew
	case op.Write != nil:
		return op.Write.Skew
	}
	return nil
}

func inserts(op *traffic.Op) bool {
	return op.Write != nil && (op.Write.Kind == model.Insert || op.Write.Kind == model.Ignore)
}

// insertsNow says whether rows are written with the present day or hour in a
// column: time-ordered keys.
func insertsNow(op *traffic.Op, c *model.Column) bool {
	return inserts(op) && c.Computed != nil && (c.Computed.Func == "date" || c.Computed.Func == "hour")
}

// topShare is the share of a column's most frequent value, in billionths, as
// the planner has it.
func topShare(m *model.Model, e *model.Entity, c *model.Column) int64 {
	switch {
	case c.Top > 0:
		return c.Top * 1000
	case c.MaxPer > 0:
		return int64(math.Min(1e9, float64(c.MaxPer)/float64(max(1, e.Rows))*1e9))
	}
	return 1e9 / m.Distinct(e, c)
}

// covers says whether columns contain a key of the entity.
func covers(e *model.Entity, columns []*model.Column) bool {
	has := func(key []string) bool {
		return !slices.ContainsFunc(key, func(name string) bool {
			return !slices.ContainsFunc(columns, func(c *model.Column) bool { return c.Name == name })
		})
	}
	return has(e.Key) || slices.ContainsFunc(e.Unique, has)
}

// constants are the columns that an operation compares with constants, or
// sets to them: they spread nothing.
func constants(op *traffic.Op) map[string]bool {
	fixed := map[string]bool{}
	if op.Question != nil {
		for _, s := range op.Question.Selects {
			for _, c := range s.Const {
				fixed[c.Column] = true
			}
		}
	}
	if op.Write != nil {
		for _, a := range op.Write.Set {
			fixed[a.Column] = a.To.Param == "" && !a.Add && !a.Sub
		}
	}
	return fixed
}

// keyColumns are the columns that the partition key of a touch is made of.
func (s *stage) keyColumns(t *traffic.Touch) (*model.Entity, []*model.Column) {
	b := s.traffic.Bound
	var owner *model.Entity
	var list []*model.Column
	for _, name := range t.Place.Key().Partition {
		e, columns, _ := b.Source(t.Item, name)
		if e == nil {
			continue
		}
		owner = e
		for _, c := range columns {
			if col := e.Column(c); !slices.Contains(list, col) {
				list = append(list, col)
			}
		}
	}
	if owner == nil {
		owner = b.Model.Entity(itemNamed(b.Design, t.Item).Entity)
	}
	return owner, list
}

func itemNamed(d *design.Design, name string) *design.ItemType {
	for i := range d.Items {
		if d.Items[i].Name == name {
			return &d.Items[i]
		}
	}
	return nil
}

// ascending says whether an operation writes ever higher sort keys: new rows
// whose sort key begins with their time.
func (s *stage) ascending(op *traffic.Op, t *traffic.Touch) bool {
	if !inserts(op) {
		return false
	}
	key := t.Place.Key()
	if len(key.Sort) == 0 {
		return false
	}
	e, columns, _ := s.traffic.Bound.Source(t.Item, key.Sort[0])
	if e == nil || len(columns) == 0 {
		return false
	}
	switch e.Column(columns[0]).Type.Kind {
	case model.KindTimestamp, model.KindDate, model.KindULID:
		return true
	}
	return false
}
