package prove

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// A keySlot is a column in a key that a question reads by: a slot of a
// template, or the attribute itself.
type keySlot struct {
	piece
	attribute string
	column    *model.Column
	text      bool // within an attribute of type S
	alone     bool // nothing else is in the attribute
}

// keySlots are the slots of the keys of the table or index that a question
// reads, for the item types that it returns.
func (s *subject) keySlots(in *inquiry) []keySlot {
	t := s.table(in.d.Request.TableName)
	key := keyOf(t, indexOf(t, in.d.Request.IndexName))
	var out []keySlot
	for _, name := range in.d.Items {
		out = append(out, s.slotsOf(in, s.item(name), names(key))...)
	}
	return out
}

// sortSlots are those of the sort key of one item type, in order.
func (s *subject) sortSlots(in *inquiry, it *design.ItemType) []keySlot {
	t := s.table(in.d.Request.TableName)
	return s.slotsOf(in, it, keyOf(t, indexOf(t, in.d.Request.IndexName)).Sort)
}

func (s *subject) slotsOf(in *inquiry, it *design.ItemType, attributes []string) []keySlot {
	types := s.table(in.d.Request.TableName).Types
	e := s.m.Entity(it.Entity)
	var out []keySlot
	add := func(attribute string, p piece, alone bool) {
		if c := e.Column(p.column); c != nil {
			out = append(out, keySlot{p, attribute, c, types[attribute] == "" || types[attribute] == "S", alone})
		}
	}
	for _, n := range attributes {
		if k, made := it.Keys[n]; made {
			all := pieces(k.Template)
			for _, p := range all {
				add(n, p, len(all) == 1)
			}
			continue
		}
		for _, a := range attributesOf(e, it) {
			if a.Name == n && a.Parent == "" {
				add(n, piece{column: a.Column, codec: a.Codec}, true)
			}
		}
	}
	return out
}

// valuesOf are the values of a column in the rows that show a finding (in all
// rows, where it shows none) and in the question's arguments.
func (s *subject) valuesOf(f *finding, k keySlot) []attr.Value {
	source := k.column
	for _, e := range s.m.Entities {
		if e.Column(source.Name) == source && source.Computed != nil {
			source = e.Column(source.Computed.Column)
		}
	}
	var out []attr.Value
	for _, row := range s.rowsOf(f, source) {
		if v := row[source.Name]; !v.IsZero() {
			out = append(out, v)
		}
	}
	for p, c := range f.ask.of.columns() {
		if c == source {
			out = append(out, elements(f.ask.args[p])...)
		}
	}
	slices.SortFunc(out, func(a, b attr.Value) int { return strings.Compare(rawCanonical(a), rawCanonical(b)) })
	return out
}

// rowsOf are the rows of a finding, or all rows that have a column.
func (s *subject) rowsOf(f *finding, c *model.Column) []model.Row {
	if len(f.rows) > 0 && f.entity.Column(c.Name) == c {
		return f.rows
	}
	var out []model.Row
	for _, e := range s.m.Entities {
		if e.Column(c.Name) == c {
			out = append(out, f.truth.rows[e]...)
		}
	}
	return out
}

// handedIn are the texts in which the world's steps and the question hand in
// the values of a column.
func handedIn(f *finding, c *model.Column) []string {
	var out []string
	f.world.clone().each(func(of *model.Column, v attr.Value) attr.Value {
		if of == c && v.Type() == attr.TypeString {
			out = append(out, v.Str())
		}
		return v
	})
	slices.Sort(out)
	return out
}
