package plan

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// addWrite turns a write of the model into integers.
func (p *problem) addWrite(m *model.Write) {
	e := p.entity(m.Entity.Name)
	w := write{name: m.Name, w: m, rate: int64(m.Rate)}
	switch m.Kind {
	case model.Insert, model.Ignore:
		w.kind = insert
		w.fresh = e.own()
	case model.Replace:
		w.kind = update
		w.set = e.own().minus(e.identity)
		w.fresh = e.own()
		w.known = e.identity
	case model.Delete:
		w.kind = remove
	case model.Update:
		w.kind = update
		for _, s := range m.Set {
			c := e.byName[s.Column]
			w.set.add(c)
			if !s.Add && !s.Sub {
				w.fresh.add(c)
			}
		}
	}
	if m.Kind == model.Update || m.Kind == model.Delete {
		for _, q := range m.Eq {
			w.known.add(e.byName[q.Column])
		}
		for _, q := range m.Const {
			w.known.add(e.byName[q.Column])
		}
		if !e.identity.within(w.known) {
			e.lost = append(e.lost, lostWrite{w: m, missing: e.identity.minus(w.known)})
			w.known = e.own()
		}
	}
	e.computed(&w.set)
	e.computed(&w.fresh)
	e.computed(&w.known)
	e.writes = append(e.writes, w)
}

// lostWrite is an update or delete whose WHERE does not name its item.
type lostWrite struct {
	w       *model.Write
	missing colset
}

// own are the entity's own columns.
func (e *entity) own() colset {
	var s colset
	for i := range e.cols {
		if e.cols[i].copy == nil {
			s.add(col(i))
		}
	}
	return s
}

// computed adds to s the columns that are computed from columns of s.
func (e *entity) computed(s *colset) {
	for i := range e.cols {
		if c := e.cols[i].src.Computed; c != nil && e.cols[i].copy == nil && s.has(e.byName[c.Column]) {
			s.add(col(i))
		}
	}
}

// followParents adds what copied columns cost: an update of the copies for
// each update of the parent, the support question that finds the children, and
// the read of the parent when a child is inserted.
func (p *problem) followParents(writes []*model.Write) {
	for _, e := range p.entities {
		for i := range e.cols {
			if e.cols[i].copy == nil || e.copyBefore(i) {
				continue
			}
			p.followParent(e, e.cols[i].copy, writes)
		}
	}
}

// copyBefore says that a column before i copies from the same parent row.
func (e *entity) copyBefore(i int) bool {
	for j := range i {
		if e.sameParent(col(j), e.cols[i].copy) {
			return true
		}
	}
	return false
}

func (e *entity) sameParent(c col, cp *model.Copy) bool {
	o := e.cols[c].copy
	return o != nil && o.Parent.Name == cp.Parent.Name && slices.Equal(o.Via, cp.Via)
}

// copiesOf are the copied columns of one parent row, and those among them that
// a write of the parent changes.
func (e *entity) copiesOf(cp *model.Copy, w *write, parent *entity) (all, changed colset) {
	for i := range e.cols {
		if !e.sameParent(col(i), cp) {
			continue
		}
		all.add(col(i))
		if w != nil && w.set.has(parent.byName[e.cols[i].copy.Column]) {
			changed.add(col(i))
		}
	}
	return all, changed
}

func (p *problem) followParent(e *entity, cp *model.Copy, writes []*model.Write) {
	parent := p.entity(cp.Parent.Name)
	via := e.named(cp.Via)
	mean, most := e.perParent(cp.Parent, cp.Via)
	find := int64(0)
	for _, m := range writes {
		if m.Entity.Name != cp.Parent.Name {
			continue
		}
		w := parent.writeOf(m)
		if w == nil || w.kind != update {
			continue
		}
		if _, changed := e.copiesOf(cp, w, parent); !changed.empty() {
			find += w.rate
			e.writes = append(e.writes, write{
				name: m.Name, kind: update, rate: mulDiv(w.rate, mean, 1), set: changed, fresh: changed,
				known: via.or(e.identity), where: cp.Parent.Name,
			})
		}
	}
	if find > 0 {
		p.addSupport(e, cp, via, find, mean, most)
	}
	p.addParentRead(e, parent, cp)
}

// addSupport adds the question that finds the children of a parent.
func (p *problem) addSupport(e *entity, cp *model.Copy, via colset, rate, mean, most int64) {
	name := e.e.Name + "-of-" + cp.Parent.Name
	for slices.ContainsFunc(p.questions, func(q *question) bool { return q.name == name }) || p.m.Question(name) != nil {
		name += "-" + cp.Via[0]
	}
	a := &ask{
		name: name, question: len(p.questions), entity: e.index, id: len(e.asks), kind: support, coll: -1,
		eq: via, rate: rate, rows: mean, most: most, pages: true, via: cp.Via,
	}
	a.bind = map[col]model.Operand{}
	for c := range via.each {
		a.bind[c] = model.Operand{Param: e.cols[c].name}
	}
	a.variants = []variant{{e: via, notNull: via, need: via.or(e.identity)}}
	e.asks = append(e.asks, a)
	p.questions = append(p.questions, &question{name: name, asks: []*ask{a}, coll: -1})
}

// addParentRead adds the read of the parent's columns for each inserted child.
func (p *problem) addParentRead(e, parent *entity, cp *model.Copy) {
	rate := int64(0)
	for i := range e.writes {
		if w := &e.writes[i]; w.kind == insert || w.kind == update && w.w != nil && w.set.meets(e.named(cp.Via)) {
			rate += w.rate
		}
	}
	if rate == 0 {
		return
	}
	var need colset
	all, _ := e.copiesOf(cp, nil, parent)
	for c := range all.each {
		need.add(parent.byName[e.cols[c].copy.Column])
	}
	name := cp.Parent.Name + "-for-" + e.e.Name
	for slices.ContainsFunc(p.questions, func(q *question) bool { return q.name == name }) || p.m.Question(name) != nil {
		name += "-" + cp.Via[0]
	}
	a := &ask{
		name: name, question: len(p.questions), entity: parent.index, id: len(parent.asks), kind: parentRead, coll: -1,
		eq: parent.identity, unique: true, rate: rate, rows: 1, most: 1,
	}
	a.bind = map[col]model.Operand{}
	for c := range parent.identity.each {
		a.bind[c] = model.Operand{Param: parent.cols[c].name}
	}
	a.uniqueVariants(parent, need)
	parent.asks = append(parent.asks, a)
	p.questions = append(p.questions, &question{name: name, asks: []*ask{a}, coll: -1})
}

func (e *entity) named(names []string) colset {
	var s colset
	for _, n := range names {
		s.add(e.byName[n])
	}
	return s
}

func (e *entity) writeOf(m *model.Write) *write {
	for i := range e.writes {
		if e.writes[i].w == m {
			return &e.writes[i]
		}
	}
	return nil
}

// findFree finds the columns that may stand in the base key beside the
// identity, and the size of an item.
func (p *problem) findFree(e *entity) {
	if !e.natural {
		e.free = e.own()
		for i := range e.writes {
			w := &e.writes[i]
			if w.kind != insert && w.w != nil {
				e.free = e.free.and(w.known)
			}
			if w.kind == update {
				e.free = e.free.minus(w.set)
			}
		}
		e.free = e.free.minus(e.identity)
	}
	for i := range e.cols {
		if e.cols[i].src.Computed == nil || e.cols[i].copy != nil {
			e.item += int64(len(e.cols[i].name)) + e.cols[i].size
		}
	}
}

// setFlows works out what each write does to each condition.
func (p *problem) setFlows(e *entity) {
	for i := range e.writes {
		w := &e.writes[i]
		w.flows = make([]flow, len(e.conds))
		for j := range e.conds {
			w.flows[j] = e.flow(w, &e.conds[j])
		}
	}
}

// flow is what write w does to condition c.
func (e *entity) flow(w *write, c *condition) flow {
	x := c.expr
	if x == nil {
		x = &model.Binary{Op: "=", L: &model.ColumnRef{Column: e.cols[c.column].name}, R: &model.Literal{Value: c.value}}
	}
	before := judge(x, e.before(w), false)
	switch {
	case w.kind == insert:
		after := judge(x, e.after(w), false)
		part, guessed := e.part(w, c, x, after)
		return flow{after: part, guessed: guessed, untold: guessed && !e.tells(w, c)}
	case w.kind == remove || !w.set.meets(c.cols):
		part := c.share
		switch before {
		case yes:
			part = million
		case no:
			part = 0
		}
		return flow{before: part, after: part}
	}
	f := flow{touched: true}
	after := judge(x, e.after(w), false)
	var guessed bool
	f.before, guessed = e.part(w, c, x, before)
	f.after, f.guessed = e.part(w, c, x, after)
	f.untold = f.guessed && !e.tells(w, c)
	f.guessed = f.guessed || guessed
	return f
}

// tells says that the write's annotation tells how many rows get which value
// of the column that a condition is about.
func (e *entity) tells(w *write, c *condition) bool {
	return w.w != nil && c.cols.len() == 1 &&
		slices.ContainsFunc(w.w.Shares, func(s model.Share) bool { return s.Column == e.cols[c.cols.lowest()].name })
}

// part is the part of rows for which a condition holds: known, told by the
// write's shares, or all that may.
func (e *entity) part(w *write, c *condition, x model.Expr, t truth) (part int64, guessed bool) {
	switch t {
	case yes:
		return million, false
	case no:
		return 0, false
	}
	if share, ok := e.p.hooks.shares[c.text]; ok {
		return share, false
	}
	if w.w == nil || c.cols.len() != 1 {
		return million, true
	}
	name := e.cols[c.cols.lowest()].name
	in, told := int64(0), int64(0)
	found, exact := false, false
	for _, s := range w.w.Shares {
		if s.Column != name {
			continue
		}
		found = true
		told += s.Part
		if judge(x, func(column string) (attr.Value, bool) { return s.Value, column == name }, false) == yes {
			in += s.Part
			exact = exact || c.expr == nil
		}
	}
	if !found {
		return million, true
	}
	if !exact {
		in += max(0, million-told)
	}
	return min(million, in), true
}

// before tells what a write knows of the row as it was.
func (e *entity) before(w *write) values {
	return func(column string) (attr.Value, bool) {
		if w.w == nil || w.kind == insert {
			return attr.Value{}, false
		}
		for _, k := range w.w.Const {
			if k.Column == column {
				return k.Value, true
			}
		}
		return attr.Value{}, false
	}
}

// after tells what is known of the row as a write leaves it.
func (e *entity) after(w *write) values {
	before := e.before(w)
	return func(column string) (attr.Value, bool) {
		if w.w == nil {
			return attr.Value{}, false
		}
		for _, s := range w.w.Set {
			switch {
			case s.Column != column:
			case s.Null:
				return attr.Null(), true
			case s.To.Param == "" && !s.Add && !s.Sub && !s.To.Literal.IsZero():
				return s.To.Literal, true
			default:
				return attr.Value{}, false
			}
		}
		if w.kind == insert {
			return e.leftOut(w, column)
		}
		if c, ok := e.byName[column]; ok && w.set.has(c) {
			return attr.Value{}, false
		}
		return before(column)
	}
}

// leftOut is the value of a column that an INSERT does not list: its default,
// or NULL.
func (e *entity) leftOut(w *write, column string) (attr.Value, bool) {
	st := w.w.Stmt
	if st == nil || len(st.Columns) == 0 {
		return attr.Value{}, false
	}
	for _, c := range st.Columns {
		if strings.EqualFold(c, column) {
			return attr.Value{}, false
		}
	}
	c := e.e.Column(column)
	if c == nil || c.Computed != nil {
		return attr.Value{}, false
	}
	if c.Default.IsZero() {
		return attr.Null(), true
	}
	return c.Default, true
}
