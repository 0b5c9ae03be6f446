package plan

import (
	"fmt"
	"sort"
	"strconv"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// shardColumn is the column by whose hash the rows of one partition value are
// spread: of the identity, which every write knows, the one with the most
// values that is not part of the partition; -1 where there is none.
func (e *entity) shardColumn(k *key) int {
	best := -1
	for _, c := range e.idList {
		if !k.p.has(c) && (best < 0 || e.distinct(&e.cols[c]) > e.distinct(&e.cols[best])) {
			best = int(c)
		}
	}
	return best
}

// keyShare is the part of an entity's rows in the busiest partition of key k,
// in billionths: that of the partition columns' most frequent value, spread
// over the shards as evenly as a hash does.
func (e *entity) keyShare(k *key) int64 {
	share := e.partShare(k.p)
	if at := e.shardColumn(k); k.shards > 0 && at >= 0 {
		share /= min(k.shards, e.distinct(&e.cols[at]))
	}
	return max(1, share)
}

// indexPartition measures the partition text of an index key: a shard is one
// more component, of as many digits as the largest number needs.
func (e *entity) indexPartition(k *key, prefix int64, nulls colset) template {
	t := e.partition(k.p, prefix, nulls)
	if k.shards > 0 {
		t.literal(int64(len(strconv.FormatInt(k.shards-1, 10))))
	}
	return t
}

// partTemplate is the template of an index entry's partition key.
func (y *armLayout) partTemplate() string {
	e, k := y.owner.e, &y.a.key
	text := e.partText(y.partText, y.partCols, y.a.nulls)
	if k.shards > 0 {
		text += literal(e.delimiter()) + design.Slot(e.cols[e.shardColumn(k)].name, fmt.Sprintf("shard(%d)", k.shards))
	}
	return text
}

// shardHot spreads the questions with shards=auto that are too hot for one
// partition over as few as serve them, and reports whether there was any.
func (r *run) shardHot() bool {
	found := false
	for _, q := range r.p.questions {
		if q.q == nil || q.q.Shards != model.AutoShards || q.coll >= 0 || r.isRefused(q.q) {
			continue
		}
		a := q.asks[0]
		if f := r.askFault(a, anyArm); f == nil || f.code != model.EHot {
			continue
		}
		if n := r.fewestShards(r.p, a); n > 0 {
			r.m = withShards(r.m, q.name, n)
			r.auto = append(r.auto, q.name)
			found = true
		}
	}
	return found
}

// fewestShards is the least number of shards with which an ask that is too hot
// for one partition has a design; 0 where none helps, as where it is the
// reads of LIMIT rows, which each shard may have to give.
func (r *run) fewestShards(p *problem, a *ask) int {
	was := a.shards
	defer func() { a.shards = was }()
	n := 2 + sort.Search(model.MaxShards-1, func(i int) bool {
		a.shards = int64(i) + 2
		s := newEntitySolver(newSolver(r.ctx, p, r.o.Steps), p.entities[a.entity], []use{{a: a}})
		return newEntityPlans(s).best() != nil
	})
	if n > model.MaxShards {
		return 0
	}
	return n
}

// shardsAt is the number of shards that a question of a compiled model needs
// there; 0 where it is not compiled, or none helps.
func (r *run) shardsAt(p *problem, name string) int {
	for _, q := range p.questions {
		if q.name == name {
			return r.fewestShards(p, q.asks[0])
		}
	}
	return 0
}

// withShards returns the model with another number of shards for a question.
func withShards(m *model.Model, name string, n int) *model.Model {
	out := without(m, func(*model.Question) bool { return false })
	for i, q := range out.Questions {
		if q.Name == name {
			c := *q
			c.Shards = n
			out.Questions[i] = &c
		}
	}
	return out
}
