package prove

import (
	"context"
	"fmt"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// census compares all items of the tables with the items that the rows there
// are should have: no item without its row, no row without its items, and
// every item as its row says, copies and index keys included.
func (r *runner) census(ctx context.Context, t *truth) ([]*finding, error) {
	want, lost := r.wanted(t)
	if lost != nil {
		return []*finding{lost}, nil
	}
	items := make(map[string][]attr.Item)
	for _, tab := range r.tables {
		var err error
		if items[tab.Name], err = r.stored(ctx, tab.Name); err != nil {
			return nil, err
		}
	}
	return r.compareItems(want, items), nil
}

// compareItems compares the items of each table with those that the rows want.
// Of each kind of difference and item type it returns the first.
func (s *subject) compareItems(want map[string]wantedItem, items map[string][]attr.Item) []*finding {
	var found []*finding
	seen := make(map[string]bool)
	for _, tab := range s.b.Tables() {
		for _, it := range items[tab.Name] {
			key := tab.Name + string(it.Pick(tab.Key.Names()...).AppendJSON(nil))
			w, ok := want[key]
			seen[key] = true
			switch {
			case !ok:
				found = append(found, s.strange(tab.Name, it))
			case !attr.EqualItems(it, w.item):
				name, text := difference(it, w.item)
				found = append(found, &finding{
					findingKey: findingKey{Current, w.typ}, mismatch: mismatch{valueChanged, name}, item: it,
					message: "an item is not what its row says: " + text,
					got:     []string{itemText(it)}, expected: []string{itemText(w.item)},
				})
			default:
				if f := s.mistaken(tab.Name, it, w); f != nil {
					found = append(found, f)
				}
			}
		}
	}
	for _, key := range sortedNames(want) {
		if w := want[key]; !seen[key] {
			found = append(found, &finding{
				findingKey: findingKey{Current, w.typ}, mismatch: mismatch{way: itemAbsent}, item: w.item,
				message: "a row has no item: " + itemText(w.item), expected: []string{itemText(w.item)},
			})
		}
	}
	return firstOfEach(found)
}

// mistaken reads an item back and checks that its type and its row are those
// it was made of.
func (s *subject) mistaken(table string, it attr.Item, w wantedItem) *finding {
	typ, row, err := s.b.Decode(table, it)
	f := &finding{findingKey: findingKey{Apart, w.typ}, item: it, expected: []string{w.typ + " " + itemText(it)}}
	if err != nil {
		f.way, f.message = itemUnreadable, fmt.Sprintf("an item cannot be read back: %v", err)
		return f
	}
	f.got = []string{typ.Name + " " + itemText(it)}
	if typ.Name != w.typ {
		f.mismatch = mismatch{itemMisread, typ.Name}
		f.message = fmt.Sprintf("an item of %s is taken for one of %s", w.typ, typ.Name)
		return f
	}
	for _, c := range declared(w.entity) {
		v, ok := row[c.Name]
		if !ok {
			continue
		}
		got, err := columnVal(c, v)
		want, bad := columnVal(c, w.row[c.Name])
		if err != nil || bad != nil || got.canonical() != want.canonical() {
			f.mismatch = mismatch{valueChanged, c.Name}
			f.message = fmt.Sprintf("column %s is read back as %s where it was %s", c.Name, plain(v), plain(w.row[c.Name]))
			return f
		}
	}
	return nil
}

// strange is an item that no row wants.
func (s *subject) strange(table string, it attr.Item) *finding {
	typ, _, err := s.b.Decode(table, it)
	name := table
	if err == nil {
		name = typ.Name
	}
	return &finding{
		findingKey: findingKey{Gone, name}, mismatch: mismatch{way: itemOrphan}, item: it, got: []string{itemText(it)},
		message: "an item has no row: " + itemText(it),
	}
}

// A wantedItem is an item that a row should have.
type wantedItem struct {
	typ    string
	item   attr.Item
	entity *model.Entity
	row    model.Row
}

// wanted makes the items of all rows, by table and key. Two rows that want one
// key are a finding: one of them is lost.
func (s *subject) wanted(t *truth) (map[string]wantedItem, *finding) {
	want := make(map[string]wantedItem)
	for _, e := range s.m.Entities {
		for _, row := range t.rows[e] {
			placed, err := s.b.Items(e, row, t.parent)
			if err != nil {
				return nil, &finding{findingKey: findingKey{Accepted, e.Name}, mismatch: mismatch{encodingFails, shape(err.Error())}, message: fmt.Sprintf("a row has no item: %v", err)}
			}
			for _, p := range placed {
				key := p.Table + string(p.Item.Pick(s.b.Table(p.Table).Key.Names()...).AppendJSON(nil))
				if other, taken := want[key]; taken {
					return nil, &finding{
						findingKey: findingKey{Current, p.Type.Name}, mismatch: mismatch{way: keysCollide}, item: p.Item,
						message: "two rows have one key: the later item replaced the earlier",
						got:     []string{itemText(p.Item)}, expected: []string{itemText(other.item), itemText(p.Item)},
					}
				}
				want[key] = wantedItem{p.Type.Name, p.Item, e, row}
			}
		}
	}
	return want, nil
}

// difference names the first attribute in which two items differ, and says
// how.
func difference(got, want attr.Item) (name, text string) {
	for _, f := range want {
		if g := got.Get(f.Name); !attr.Equal(g, f.Value) {
			return f.Name, fmt.Sprintf("%s is %s where it should be %s", f.Name, plain(g), plain(f.Value))
		}
	}
	for _, f := range got {
		if !want.Has(f.Name) {
			return f.Name, fmt.Sprintf("%s is %s where it should not be there", f.Name, plain(f.Value))
		}
	}
	return "", "nothing"
}

// firstOfEach keeps the first finding of each key.
func firstOfEach(found []*finding) []*finding {
	seen := make(map[findingKey]bool)
	var out []*finding
	for _, f := range found {
		if !seen[f.findingKey] {
			seen[f.findingKey] = true
			out = append(out, f)
		}
	}
	return out
}
