package traffic

import (
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/index"
)

// stored counts and measures what is kept at each place.
func (w *worker) stored() ([]Stored, error) {
	var list []Stored
	for _, p := range w.places {
		for _, t := range w.types {
			if t.Table != p.Table || p.index != nil && !t.mayBeIn(p) {
				continue
			}
			size, err := w.meanSize(t, p)
			if err != nil {
				return nil, err
			}
			if size == 0 {
				continue
			}
			s := Stored{Place: p, Item: t.Name, Bytes: size, Count: t.entity.Rows}
			for _, c := range t.condsAt(p) {
				s.Count = round(s.Count, c.share, million)
			}
			list = append(list, s)
		}
	}
	return list, nil
}

// meanSize is the mean size of the items or entries of a type at a place, 0
// where it has none. A key attribute that only some rows have counts in part.
func (w *worker) meanSize(t *itemType, p *Place) (int64, error) {
	if p.index != nil {
		it, err := w.itemWith(t, t.condsAt(p))
		if err != nil || it == nil {
			return 0, err
		}
		entry := index.View(p.table, p.index, it)
		if entry == nil {
			return 0, nil
		}
		return w.mean(t, entry), nil
	}
	it, err := w.itemWith(t, t.exists)
	if err != nil || it == nil {
		return 0, err
	}
	size := w.mean(t, it)
	sparse := int64(0) // in millionths of bytes
	for name, c := range t.keys {
		if c == nil {
			continue
		}
		if v := it.Get(name); !v.IsZero() {
			size -= int64(len(name) + v.Size())
		}
		with, err := w.itemWith(t, append(t.exists[:len(t.exists):len(t.exists)], c))
		if err != nil {
			return 0, err
		}
		if v := with.Get(name); !v.IsZero() {
			sparse += int64(len(name)+v.Size()) * c.share
		}
	}
	return size + sparse/million, nil
}

// itemWith is a made-up item of a row for which predicates hold, nil where
// there is none.
func (w *worker) itemWith(t *itemType, conds []*cond) (attr.Item, error) {
	var wishes []wish
	for _, c := range conds {
		wishes = append(wishes, wish{c, true})
	}
	row := w.solve(t.entity, w.s.row(t.entity, 0), nil, wishes)
	if row == nil {
		return nil, nil
	}
	placed, err := w.b.Items(t.entity, row, w.parents(nil, nil))
	if err != nil {
		return nil, err
	}
	for _, x := range placed {
		if x.Type.Name == t.Name {
			return x.Item, nil
		}
	}
	return nil, nil
}
