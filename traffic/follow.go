package traffic

import (
	"fmt"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// childRow makes up a row that a support question finds.
func (w *worker) childRow(question string, args design.Args, child model.Row) []model.Row {
	q := w.designQuestion(question)
	if q == nil || q.Support == nil {
		return nil
	}
	row := w.s.row(w.b.Model.Entity(q.Support.Entity), 0)
	for k, v := range child {
		row[k] = v
	}
	for _, via := range q.Support.Via {
		if v, ok := args[via]; ok {
			row[via] = v
		}
	}
	return []model.Row{row}
}

func (w *worker) designQuestion(name string) *design.Question {
	for i := range w.b.Design.Questions {
		if q := &w.b.Design.Questions[i]; q.Name == name {
			return q
		}
	}
	return nil
}

// follow adds what an update does to the copies of its columns in items of
// children: each child of the mean parent, in the items and indexes it has.
func (w *worker) follow(op *Op, m *model.Write, effects []design.Effect) error {
	for _, e := range effects {
		if e.Each == "" {
			continue
		}
		t := w.typeNamed(e.Type.Name)
		via := w.designQuestion(e.Each).Support.Via
		mean := w.b.Model.PerParent(t.entity, m.Entity, via)
		w.note(fmt.Sprintf("the copies in %s follow %s one by one, %d items for each, after the write itself", t.Name, m.Name, mean))
		for _, p := range w.places {
			if p.Table != t.Table || p.index != nil && !t.mayBeIn(p) {
				continue
			}
			if err := w.followAt(op, m, t, p, mean); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *worker) followAt(op *Op, m *model.Write, t *itemType, p *Place, mean int64) error {
	var wishes []wish
	times := mean * million
	for _, c := range t.condsAt(p) {
		wishes = append(wishes, wish{c, true})
		times = round(times, c.share, million)
	}
	child := w.solve(t.entity, w.s.row(t.entity, 0), nil, wishes)
	if child == nil {
		return nil
	}
	effects, err := w.effects(m, nil, nil, child)
	if err != nil {
		return err
	}
	for _, touch := range w.consumed(effects, w.mean) {
		if touch.Item == t.Name && touch.Place == p && (touch.Kind == FollowItem || touch.Kind == FollowIdx) {
			touch.Times = times
			touch.Example = &Example{}
			op.Touches = append(op.Touches, touch)
		}
	}
	return nil
}

// readsOfWrite adds the reads that a write needs: of the row as it is where
// keys are made of what the writer does not know, and of the parent whose
// columns a new row copies.
func (w *worker) readsOfWrite(op *Op, m *model.Write) error {
	t := w.rowType(m.Entity)
	if t == nil {
		return nil
	}
	if len(w.b.Unknown(m)) > 0 {
		if err := w.readItem(op, t, ReadFirst, true); err != nil {
			return err
		}
	}
	if m.Kind == model.Update || m.Kind == model.Delete {
		return nil
	}
	read := map[string]bool{}
	for i := range w.types {
		c := w.types[i]
		if c.entity != m.Entity {
			continue
		}
		for _, a := range c.Attributes {
			if key := fmt.Sprint(a.Parent, a.Via); a.Parent != "" && !read[key] {
				read[key] = true
				if parent := w.rowType(w.b.Model.Entity(a.Parent)); parent != nil {
					if err := w.readItem(op, parent, ReadParent, false); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// readItem adds a GetItem of a row's own item.
func (w *worker) readItem(op *Op, t *itemType, kind Kind, strong bool) error {
	size, err := w.meanSize(t, t.base)
	if err != nil {
		return err
	}
	op.Touches = append(op.Touches, Touch{
		Place: t.base, Kind: kind, Item: t.Name, Reads: true, Times: million, Bytes: size, Units: cost.ReadUnits(int(size), strong),
	})
	return nil
}

// rowType is the item type that keeps an entity's rows.
func (w *worker) rowType(e *model.Entity) *itemType {
	for _, t := range w.types {
		if t.entity == e && t.Role == design.RoleRow {
			return t
		}
	}
	return nil
}
