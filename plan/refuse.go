package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/model"
)

// fault says why an ask cannot be answered in one request.
type fault struct {
	code    model.Code
	columns []string
	reason  string
	cure    string
}

// refuseUnanswered refuses every question that no design answers even if it
// were the only one. It reports whether there was any.
func (r *run) refuseUnanswered() bool {
	found := false
	for _, q := range r.p.questions {
		if q.q == nil {
			continue
		}
		var f *fault
		if q.coll >= 0 {
			f = r.collectionFault(q)
		} else {
			f = r.askFault(q.asks[0], anyArm)
		}
		if f != nil {
			r.refuse(q.q, *f)
			found = true
		}
	}
	return found
}

// alone prepares the search of an entity with one ask in play.
func (r *run) alone(a *ask, m mode) *entitySolver {
	return newEntitySolver(newSolver(r.ctx, r.p, r.o.Steps), r.p.entities[a.entity], []use{{a: a, mode: m}})
}

// askFault says why no design answers an ask; nil where one does.
func (r *run) askFault(a *ask, m mode) *fault {
	s := r.alone(a, m)
	if newEntityPlans(s).best() != nil {
		return nil
	}
	e := s.e
	var found *fault
	for v := range a.variants {
		s.b.picks = append(s.b.picks[:0], pick{a: a, v: v, exact: m == exactIndex})
		f := s.fault(e)
		if found == nil || f.code == model.EHot || f.code == model.ESize {
			found = f
		}
	}
	return found
}

// fault finds what stands in the way of the builder's pick.
func (s *entitySolver) fault(e *entity) *fault {
	p := &s.b.picks[0]
	var k key
	if !s.b.build(p.form().member, &k) {
		return s.directionFault(p)
	}
	a := s.newArm(gsi, &k)
	kind := gsi
	if p.a.strong || p.a.batch > 0 {
		a, kind = s.newArm(itemCopy, &k), itemCopy
		a.key.complete(e.idList)
	}
	fits := kind == gsi && e.represent(s.p, a, s.forced()) || kind == itemCopy && e.representItem(s.p, a)
	if !fits {
		return s.formFault(a)
	}
	a.extra = a.need
	a.bytes += e.sizeOf(a.extra)
	a.rate = e.entries(k.columns(), a.extra, k.m)
	if kind == itemCopy {
		a.rate *= 2
	}
	return s.loadFault(a)
}

// directionFault finds the column whose direction cannot be had.
func (s *entitySolver) directionFault(p *pick) *fault {
	var names []string
	text := ""
	for _, t := range p.form().tail {
		if !t.ordered {
			continue
		}
		c := &s.e.cols[t.c]
		names = append(names, c.name)
		null := c.nullable && !p.form().notNull.has(t.c)
		if !s.e.invertible(t.c, null) {
			text = c.name + ": " + s.e.codecAt(t.c, true, true, null).why
		}
	}
	return &fault{model.EDir, names,
		fmt.Sprintf("one Query reads in one direction, and the order mixes them: one of %s would have to be stored backward, and cannot (%s)", strings.Join(names, ", "), text),
		"give all columns of the order one direction"}
}

// formFault finds the column that has no form in a key, or the half that is
// too long.
func (s *entitySolver) formFault(a *arm) *fault {
	e := s.e
	pk := e.indexPartition(&a.key, e.prefixLength(), a.nulls)
	sk := e.sorting(&a.key, 0, a.ordered, a.nulls)
	for _, t := range []*template{&pk, &sk} {
		if t.bad != nil {
			name := e.cols[t.badCol].name
			return &fault{t.bad.code, []string{name}, fmt.Sprintf("%s would be part of a key, and %s", name, t.bad.why), t.bad.cure}
		}
	}
	for _, h := range []struct {
		t     *template
		what  string
		limit int64
		cols  []col
	}{{&pk, "partition", maxPartitionKey, a.key.p.cols()}, {&sk, "sort", maxSortKey, a.key.sort()}} {
		if h.t.most > h.limit {
			return &fault{model.ELen, e.namesOf(h.cols),
				fmt.Sprintf("with the longest values the %s key has %d bytes, and DynamoDB takes %d", h.what, h.t.most, h.limit),
				"shorten the columns, or restrict their characters: CHECK (c NOT GLOB '*[^A-Za-z0-9_-]*') needs no escaping and one byte a character"}
		}
	}
	return e.nativeFault(a)
}

// nativeFault says why columns as they are cannot be a key, where the model
// wants no texts.
func (e *entity) nativeFault(a *arm) *fault {
	k := &a.key
	const cure = "take keys=native back"
	switch {
	case k.shards > 0:
		return &fault{model.EText, e.namesOf(k.p.cols()), "keys=native, and a shard is a text made for a key", cure + ", or leave shards= out"}
	case !a.nulls.empty():
		return &fault{model.ENullOrder, e.namesOf(a.nulls.cols()),
			"keys=native, and a row with NULL in a key attribute has no entry: it would be missing from the answer", cure + ", or declare the column NOT NULL"}
	case !k.x.empty():
		return &fault{model.EDir, e.namesOf(k.x.cols()),
			"keys=native, and an attribute as it is sorts in one direction", cure + ", or give all columns of the order one direction"}
	case k.m != 0:
		return &fault{model.EText, e.namesOf(e.conditionColumns(k.m).cols()),
			"keys=native, and an entry for some rows only (" + e.when(k.m) + ") needs an attribute made for it", cure}
	}
	return &fault{model.EText, e.namesOf(k.columns().cols()),
		"keys=native, and the columns as they are cannot be this key: at most four and four, never empty, sorted as their texts, and at least one equality", cure}
}

// loadFault says what is too hot or too large for one partition or page.
func (s *entitySolver) loadFault(a *arm) *fault {
	q := a.picks[0].a
	size := a.bytes + int64(len(s.p.m.Settings.PartitionKey))
	if q.halves(size) < 0 {
		return &fault{model.ESize, s.e.namesOf(q.eq.cols()),
			fmt.Sprintf("an answer may have %s rows of %s bytes, which is %s; one Query returns at most 1 MB", thousands(q.most), thousands(size), megabytes(q.most*size)),
			"give it a LIMIT and read it page by page"}
	}
	writes := mulDiv(a.rate*units(size), a.share, billion)
	reads := mulDiv(q.rate*q.halves(size), s.p.readShare(s.e, q, &a.key, a.share), billion)
	cols := s.e.namesOf(a.key.p.cols())
	where := "one value of " + strings.Join(cols, ", ")
	if len(cols) == 0 {
		where = "the one partition that a question without an equality has"
	}
	if a.key.shards > 0 {
		where = "a shard of " + where
	}
	if limit := s.p.headroom(writeLimit); writes > limit {
		return &fault{model.EHot, cols,
			fmt.Sprintf("%s takes %s write units a second, and %s may be planned for (%d%% of %s)", where, perSecond(writes), perSecond(limit), s.p.m.Settings.Headroom, thousands(writeLimit)),
			"spread the rows over more partitions, or index fewer of them"}
	}
	limit := s.p.headroom(readLimit)
	return &fault{model.EHot, cols,
		fmt.Sprintf("%s answers %s read units a second, and %s may be planned for (%d%% of %s)", where, perSecond(reads/2), perSecond(limit), s.p.m.Settings.Headroom, thousands(readLimit)),
		"cache the answer, or spread the rows over more partitions"}
}

// perSecond prints a rate in millionths without needless digits.
func perSecond(n int64) string {
	switch {
	case n >= 100*million || n%million == 0:
		return thousands((n + million/2) / million)
	case n >= million:
		return fmt.Sprintf("%d.%d", n/million, n%million/(million/10))
	}
	return fmt.Sprintf("%d.%03d", n/million, n%million/1000)
}

func thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func megabytes(n int64) string {
	if n < maxPage {
		return fmt.Sprintf("%d KB", (n+1023)/1024)
	}
	return fmt.Sprintf("%d.%d MB", n/maxPage, n%maxPage*10/maxPage)
}

// collectionFault says why no mode serves a collection.
func (r *run) collectionFault(q *question) *fault {
	c := &r.p.colls[q.coll]
	if c.group < 0 {
		return &fault{model.EJoin, nil, "its SELECTs read several entities, and tables=per-entity puts each into a table of its own", "say tables=auto"}
	}
	if c.fault != nil {
		return c.fault
	}
	var last *fault
	for _, m := range []mode{baseOnly, exactIndex} {
		if !r.p.modeFits(q.coll, m) {
			continue
		}
		ok := true
		for _, a := range c.parts {
			if f := r.askFault(a, m); f != nil {
				last, ok = f, false
			}
		}
		if ok {
			return nil
		}
	}
	if last == nil {
		last = &fault{model.EStrong, nil, "a strong answer comes from the table alone, and its SELECTs have memberships or one order over several entities, which need an index", "ask without consistency=strong"}
	}
	return last
}

// refuseStale refuses strong questions that return a parent's column which an
// update of the parent changes: the copies in the children follow it a moment
// later, because a parent may have more of them than a transaction takes.
func (r *run) refuseStale() {
	for _, q := range r.m.Questions {
		if !q.Strong || len(q.Selects) == 0 {
			continue
		}
		for _, s := range q.Selects {
			for _, c := range s.Copies {
				if w := r.updaterOf(c.Parent, c.Column); w != nil && !r.isRefused(q) {
					r.refuse(q, fault{model.EStrong, []string{c.Parent.Name + "." + c.Column},
						fmt.Sprintf("%s of %s is copied into the rows of %s, and the copies follow write %s a moment later", c.Column, c.Parent.Name, s.Entity.Name, w.Name),
						"ask the parent too, strongly, or take a copy that may be a moment old"})
				}
			}
		}
	}
}

// updaterOf is the first write that changes a column of rows that are there.
func (r *run) updaterOf(e *model.Entity, column string) *model.Write {
	for _, w := range r.m.Writes {
		sets := slices.ContainsFunc(w.Set, func(a model.Assign) bool { return a.Column == column })
		if w.Entity == e && (w.Kind == model.Replace || w.Kind == model.Update && sets) {
			return w
		}
	}
	return nil
}

// refuseTogether refuses, where all questions can be answered but not together,
// one of the entities that have no design: a question that only the table's
// own key can answer, where there is one, else the one that reads most.
func (r *run) refuseTogether() bool {
	for _, c := range r.sol.parts {
		if c.best != nil {
			continue
		}
		if r.refuseBound(&c) {
			return true
		}
		var hottest *ask
		for _, e := range c.entities {
			for _, a := range r.p.entities[e].asks {
				if a.kind == asked && (hottest == nil || a.rate*a.rows > hottest.rate*hottest.rows) {
					hottest = a
				}
			}
		}
		if hottest == nil {
			return false
		}
		q := r.p.questions[hottest.question]
		r.refuse(q.q, fault{model.EHot, r.p.entities[hottest.entity].namesOf(hottest.eq.cols()),
			"together with the other questions of " + r.p.entities[hottest.entity].e.Name + " it reads more from one partition than may be planned for",
			"cache the answer, or ask for it by a column with more values"})
		return true
	}
	return false
}

// refuseBound refuses the least asked question that no index, copy or unique
// item answers: it waits for a base key that others need otherwise.
func (r *run) refuseBound(c *componentResult) bool {
	var bound *ask
	var why *fault
	for _, at := range c.entities {
		e := r.p.entities[at]
		for _, a := range e.asks {
			if a.kind != asked || a.coll >= 0 || bound != nil && a.rate*a.rows >= bound.rate*bound.rows {
				continue
			}
			s := r.alone(a, anyArm)
			if len(s.options([]int{0}, nil)) > 0 {
				continue
			}
			s.b.picks = append(s.b.picks[:0], pick{a: a})
			bound, why = a, s.fault(e)
		}
	}
	if bound == nil {
		return false
	}
	why.reason += "; the table's own key could do it, but other questions need that otherwise"
	r.refuse(r.p.questions[bound.question].q, *why)
	return true
}

// refuseLost reports writes whose WHERE does not name their item.
func (r *run) refuseLost() {
	for _, e := range r.p.entities {
		for _, l := range e.lost {
			names := e.namesOf(l.missing.cols())
			r.refused = append(r.refused, Refused{
				Write: l.w.Name, Code: model.EAddr, Pos: l.w.Pos, Columns: names,
				Reason: fmt.Sprintf("a write names one item by its whole key, and WHERE does not bind %s of %s", strings.Join(names, ", "), e.e.Name),
				Cure:   "bind the primary key by equality, or find the rows by a question first",
			})
		}
	}
}

// sortRefused puts refusals into the order of the model file.
func (r *run) sortRefused() {
	slices.SortStableFunc(r.refused, func(a, b Refused) int {
		if a.Pos.Line != b.Pos.Line {
			return a.Pos.Line - b.Pos.Line
		}
		return a.Pos.Col - b.Pos.Col
	})
}
