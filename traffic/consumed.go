package traffic

import (
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/index"
	"github.com/keywright/keywright/model"
)

// Consumed returns what one change of a row consumes: exact, by the sizes of
// its items. It is what DynamoDB reports for the requests that design.Bound.Write
// makes, sent as one transaction where they are several, the copies that
// follow in items of children one by one.
func (t *Traffic) Consumed(m *model.Write, c design.Change) ([]Touch, error) {
	w := &worker{b: t.Bound, s: sampler{t.Bound.Model}, conds: map[string]*cond{}, places: t.Places}
	if err := w.prepare(); err != nil {
		return nil, err
	}
	effects, err := w.b.Effects(m, c)
	if err != nil {
		return nil, err
	}
	return w.consumed(effects, func(_ *itemType, it attr.Item) int64 { return int64(it.Size()) }), nil
}

// sizer measures an item or an entry of a type.
type sizer func(t *itemType, it attr.Item) int64

// consumed is what effects consume.
func (w *worker) consumed(effects []design.Effect, size sizer) []Touch {
	var list []Touch
	own := 0
	for _, e := range effects {
		if e.Each == "" {
			own++
		}
	}
	for _, e := range effects {
		t := w.typeNamed(e.Type.Name)
		item, entry := BaseItem, IndexEntry
		if e.Each != "" {
			item, entry = FollowItem, FollowIdx
		}
		touch := Touch{Place: t.base, Kind: item, Item: t.Name, Times: million, Bytes: larger(t, e.Old, e.New, size)}
		touch.Units = writeUnits(cost.WriteUnits(int(touch.Bytes)))
		list = append(list, touch)
		if own > 1 && e.Each == "" {
			touch.Kind = Doubled
			list = append(list, touch)
		}
		for _, ch := range index.Changes(t.base.table, e.Old, e.New) {
			list = append(list, w.entryTouch(t, entry, ch, size))
		}
	}
	return list
}

func (w *worker) entryTouch(t *itemType, kind Kind, ch index.Change, size sizer) Touch {
	touch := Touch{Place: w.place(t.Table, ch.Index.Name), Kind: kind, Item: t.Name, Times: million, Bytes: larger(t, ch.Old, ch.New, size)}
	sized := cost.EntryChange{OldBytes: bytesOf(t, ch.Old, size), NewBytes: bytesOf(t, ch.New, size), Moved: ch.KeyChanged()}
	touch.Units = writeUnits(cost.IndexWriteUnits(sized))
	touch.Moves = sized.Moved && sized.OldBytes > 0 && sized.NewBytes > 0
	return touch
}

func writeUnits(n int64) cost.HalfUnits { return cost.HalfUnits(2 * n) }

func bytesOf(t *itemType, it attr.Item, size sizer) int {
	if it == nil {
		return 0
	}
	return int(size(t, it))
}

func larger(t *itemType, a, b attr.Item, size sizer) int64 {
	return int64(max(bytesOf(t, a, size), bytesOf(t, b, size)))
}

// write works out what a write of the model consumes.
func (w *worker) write(m *model.Write) (*Op, error) {
	op := &Op{Name: m.Name, Kind: Write, Rate: m.Rate, Write: m}
	whole, err := w.effects(m, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	own := 0
	for _, e := range whole {
		if e.Each == "" {
			own++
		}
	}
	op.Operation = operation(m, own)
	for _, t := range w.types {
		if t.entity != m.Entity {
			continue
		}
		for _, p := range w.places {
			if p.Table != t.Table || p.index != nil && !t.mayBeIn(p) {
				continue
			}
			touches, err := w.writeAt(m, t, p, own > 1)
			if err != nil {
				return nil, err
			}
			op.Touches = append(op.Touches, touches...)
		}
	}
	if err := w.follow(op, m, whole); err != nil {
		return nil, err
	}
	return op, w.readsOfWrite(op, m)
}

func operation(m *model.Write, own int) string {
	switch {
	case own > 1:
		return "TransactWriteItems"
	case m.Kind == model.Update:
		return "UpdateItem"
	case m.Kind == model.Delete:
		return "DeleteItem"
	}
	return "PutItem"
}

// mayBeIn says whether items of the type have the attributes of an index's key.
func (t *itemType) mayBeIn(p *Place) bool {
	for _, name := range p.index.Key.Names() {
		if _, made := t.Keys[name]; made {
			continue
		}
		if t.Attributes == nil && t.entity.Column(name) != nil {
			continue
		}
		if !slices.ContainsFunc(t.Attributes, func(a design.Attribute) bool { return a.Name == name }) {
			return false
		}
	}
	return true
}

// writeAt works out what a write does to the items or entries of one type at
// one place, by each of its outcomes there.
func (w *worker) writeAt(m *model.Write, t *itemType, p *Place, transaction bool) ([]Touch, error) {
	conds := t.condsAt(p)
	j := w.joint(m, conds)
	if j.same == 0 {
		return nil, nil
	}
	var outcomes [3]outcome // stays, enters, leaves
	var err error
	for i, in := range [3][2]bool{{true, true}, {false, true}, {true, false}} {
		if outcomes[i], err = w.outcome(m, t, p, j, conds, in[0], in[1], transaction); err != nil {
			return nil, err
		}
	}
	stays, enters, leaves := &outcomes[0], &outcomes[1], &outcomes[2]
	stays.name, enters.name, leaves.name = "", "enters", "leaves"
	switch {
	case m.Kind == model.Insert || m.Kind == model.Ignore:
		stays.part = j.after
	case m.Kind == model.Delete, !j.touched, j.sure:
		stays.part = j.before
	case j.untold:
		best := stays
		for _, o := range []*outcome{enters, leaves} {
			if o.units() > best.units() {
				best = o
			}
		}
		best.part = million
	default:
		weigh(j, stays, enters, leaves)
	}
	var list []Touch
	for i := range outcomes {
		o := &outcomes[i]
		for _, touch := range o.touches {
			touch.Times = o.part * j.same / million
			touch.Outcome = o.name
			if touch.Times > 0 && touch.Units > 0 {
				list = append(list, touch)
			}
		}
	}
	return list, nil
}

// weigh gives the outcomes the parts of rows for which they happen: of those
// within the predicates before and after, as many stay as costs most, for
// nothing tells which they are.
func weigh(j joint, stays, enters, leaves *outcome) {
	total := func(x int64) int64 { return x*stays.units() + (j.after-x)*enters.units() + (j.before-x)*leaves.units() }
	x := max(0, j.before+j.after-million)
	if most := min(j.before, j.after); total(most) > total(x) {
		x = most
	}
	stays.part, enters.part, leaves.part = x, j.after-x, j.before-x
}

// outcome is what a write does where the row is, or is not, within a place's
// predicates before and after.
type outcome struct {
	name    string
	part    int64 // of the rows written, in millionths
	touches []Touch
}

func (o *outcome) units() int64 {
	n := int64(0)
	for _, t := range o.touches {
		n += int64(t.Units)
	}
	return n
}

func (w *worker) outcome(m *model.Write, t *itemType, p *Place, j joint, conds []*cond, before, after, transaction bool) (outcome, error) {
	var o outcome
	if !j.touched && !(before && after) {
		return o, nil
	}
	old, fresh := w.rows(m, conds, before, after)
	if m.Kind == model.Insert || m.Kind == model.Ignore {
		old = nil
	}
	if m.Kind == model.Delete {
		fresh = nil
	}
	if old == nil && fresh == nil {
		return o, nil // no row does that
	}
	effects, err := w.effects(m, old, fresh, nil)
	if err != nil {
		return o, err
	}
	example := &Example{Old: old, New: fresh}
	for _, touch := range w.consumed(effects, w.mean) {
		if touch.Item == t.Name && touch.Place == p && touch.Kind != FollowItem && touch.Kind != FollowIdx {
			if touch.Kind == Doubled && !transaction {
				continue
			}
			touch.Example = example
			o.touches = append(o.touches, touch)
		}
	}
	return o, nil
}

// rows makes the row before and after a write, within a place's predicates or
// outside of those that the write touches; nil where there is no such row.
func (w *worker) rows(m *model.Write, conds []*cond, before, after bool) (old, fresh model.Row) {
	e := m.Entity
	changed := changes(m)
	var was, is []wish
	for _, c := range conds {
		touched := slices.ContainsFunc(c.cols, func(col string) bool { return slices.Contains(changed, col) })
		was = append(was, wish{c, before || !touched})
		is = append(is, wish{c, after || !touched})
	}
	insert := m.Kind == model.Insert || m.Kind == model.Ignore
	for _, g := range m.Guard { // a write whose condition fails is none
		if c, err := w.cond(e, g.String()); err == nil {
			was = append(was, wish{c, true})
		}
	}
	base, fixed := w.fixed(e, known(m, false), 0)
	if !insert {
		if old = w.solve(e, base, fixed, was); old == nil {
			return nil, nil
		}
		base = old
	}
	if m.Kind == model.Delete {
		return old, nil
	}
	next := model.Row{}
	for k, v := range base {
		next[k] = v
	}
	fixed = map[string]bool{}
	for _, c := range e.Columns {
		fixed[c.Name] = !insert && !slices.Contains(changed, c.Name)
		if slices.Contains(changed, c.Name) {
			next[c.Name] = w.another(e, c, base[c.Name])
		}
	}
	for name, v := range known(m, true) {
		next[name], fixed[name] = v, true
	}
	if fresh = w.solve(e, next, fixed, is); fresh == nil {
		return nil, nil
	}
	return old, fresh
}

// fixed is a made-up row with the values that a statement fixes.
func (w *worker) fixed(e *model.Entity, values model.Row, n int) (model.Row, map[string]bool) {
	row, fixed := w.s.row(e, n), map[string]bool{}
	for name, v := range values {
		row[name], fixed[name] = v, true
	}
	return row, fixed
}

// another is a value of a column that differs from the one it has.
func (w *worker) another(e *model.Entity, c *model.Column, has attr.Value) attr.Value {
	for n := 1; n < 8; n++ {
		if v := w.s.value(c, n); !attr.Equal(v, has) {
			return v
		}
	}
	return has
}

// effects are the effects of a write on made-up rows; nil rows are made up.
func (w *worker) effects(m *model.Write, old, fresh model.Row, child model.Row) ([]design.Effect, error) {
	if old == nil && fresh == nil {
		if old, fresh = w.rows(m, nil, true, true); m.Kind == model.Delete {
			fresh = nil
		}
	}
	c := design.Change{Old: old, New: fresh, Parents: w.parents(old, m.Entity)}
	c.Children = func(question string, args design.Args) ([]model.Row, error) {
		return w.childRow(question, args, child), nil
	}
	return w.b.Effects(m, c)
}
