// Package traffic says what a model's questions and writes consume on a
// design, request by request: read and write units at the table and at each
// index, and what is stored there. Money (package bill) and heat (package
// forecast) are made of it.
//
// The units are not formulas of their own. Rows of mean size are turned into
// items by the design, their index entries found by package index, and both
// measured by package cost: the arithmetic is the engine's own, so what is
// priced is what runs. Where a write may or may not move a row in or out of a
// sparse index, each outcome is measured, and weighted by what the model tells
// (share=, constants in WHERE and SET) or by the dearest outcome. Start at Of.
package traffic

import (
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/schema"
)

// Traffic is what a model consumes on a design.
type Traffic struct {
	Bound  *design.Bound
	Places []*Place // in the order of the design: each table, then its indexes
	Ops    []*Op    // questions in the model's order, support questions, writes
	Stored []Stored
	Notes  []string // what was assumed
}

// Place is where units are consumed and bytes are stored: a table or an index.
type Place struct {
	Table, Index string // Index is "" for the table itself
	// Capacity is the place whose throughput this one uses: a local index
	// shares its table's.
	Capacity *Place

	name  string
	table *schema.Table
	index *schema.Index // nil for the table
}

// String is the name of the index, behind its table's where another table has
// an index of that name, or the name of the table.
func (p *Place) String() string { return p.name }

func (p *Place) setName(all []*Place) {
	p.name = p.Table
	if p.Index == "" {
		return
	}
	p.name = p.Index
	for _, o := range all {
		if o != p && (o.Index == p.Index || o.Index == "" && o.Table == p.Index) {
			p.name = p.Table + "/" + p.Index
		}
	}
}

// Local says whether the place is a local index.
func (p *Place) Local() bool { return p.index != nil && p.index.Local }

// Key is the key of the table or the index.
func (p *Place) Key() schema.Key {
	if p.index != nil {
		return p.index.Key
	}
	return p.table.Key
}

// TableKey is the key of the table that the place belongs to.
func (p *Place) TableKey() schema.Key { return p.table.Key }

// OpKind says what an Op is.
type OpKind string

// The kinds of operations.
const (
	Question OpKind = "question"
	Support  OpKind = "support" // finds the rows whose copied columns follow a write
	Write    OpKind = "write"
)

// Op is a question or a write.
type Op struct {
	Name      string
	Kind      OpKind
	Rate      model.Rate
	Operation string // GetItem, Query, BatchGetItem; PutItem, UpdateItem, DeleteItem, TransactWriteItems
	Rows      int64  // of a question: mean rows of one answer, or read where a filter throws some away
	Requests  int    // that one answer takes: more than 1 where it is sharded
	Strong    bool
	Touches   []Touch
	Notes     []string

	Question *model.Question // nil for writes and support questions
	Write    *model.Write    // nil for questions
}

// Kind says what a Touch is.
type Kind string

// The kinds of touches.
const (
	ReadItems  Kind = "read"
	BaseItem   Kind = "item"
	IndexEntry Kind = "index"
	Doubled    Kind = "transaction" // the items' units once more
	ReadFirst  Kind = "read first"  // of the old row, whose keys the writer does not know
	ReadParent Kind = "read parent" // of the columns that a new row copies
	FollowItem Kind = "copies"      // items of children that carry a copied column
	FollowIdx  Kind = "copies in index"
)

// Touch is what an operation consumes at one place.
type Touch struct {
	Place *Place
	Kind  Kind
	Item  string // item type; of a question the first of those it returns
	Reads bool
	// Times is how often an operation does it, in millionths: below a million
	// where only some rows are in a sparse index.
	Times int64
	Units cost.HalfUnits // each time; a write unit is two halves
	Bytes int64          // that the units were made of
	Moves bool           // an index entry goes at one place and comes at another: half of the units each
	// Outcome says which of several outcomes it is: enters, leaves, moves.
	Outcome string
	// Example is a change of a row that does it, nil for reads.
	Example *Example
}

// Example is a change of one row.
type Example struct{ Old, New model.Row }

// Rate is the load of a touch at an operation's rate, in millionths of half
// units a second, rounded to the nearest.
func (t *Touch) Rate(r model.Rate) int64 { return round(int64(r), int64(t.Units)*t.Times, million) }

// Stored is what items of one type keep at one place.
type Stored struct {
	Place *Place
	Item  string
	Count int64
	Bytes int64 // mean size of one, without the overhead that is billed with it
}

const million = 1_000_000

// Of works out what the model of a bound design consumes on it.
func Of(b *design.Bound) (*Traffic, error) {
	t := &Traffic{Bound: b}
	w := &worker{b: b, s: sampler{b.Model}, conds: map[string]*cond{}}
	for _, table := range b.Tables() {
		base := &Place{Table: table.Name, table: table}
		base.Capacity = base
		t.Places = append(t.Places, base)
		for i := range table.Indexes {
			p := &Place{Table: table.Name, Index: table.Indexes[i].Name, table: table, index: &table.Indexes[i]}
			p.Capacity = p
			if p.Local() {
				p.Capacity = base
			}
			t.Places = append(t.Places, p)
		}
	}
	for _, p := range t.Places {
		p.setName(t.Places)
	}
	w.places = t.Places
	if err := w.prepare(); err != nil {
		return nil, err
	}
	var err error
	if t.Ops, err = w.ops(); err != nil {
		return nil, err
	}
	t.Stored, err = w.stored()
	t.Notes = w.notes
	return t, err
}

// Op returns the operation of that name, nil where there is none.
func (t *Traffic) Op(name string) *Op {
	for _, o := range t.Ops {
		if o.Name == name {
			return o
		}
	}
	return nil
}

// worker holds what Of looks up again and again.
type worker struct {
	b      *design.Bound
	s      sampler
	places []*Place
	types  []*itemType
	conds  map[string]*cond
	notes  []string
}

// itemType is an item type with its predicates.
type itemType struct {
	*design.ItemType
	entity *model.Entity
	base   *Place
	exists []*cond           // when there is an item
	keys   map[string]*cond  // by key attribute: when it is there
	source map[string]source // by attribute
}

// source is where an attribute comes from.
type source struct {
	column *model.Column   // of plain attributes, else nil
	enums  []*model.Column // in the template of one that is made
}

func (w *worker) note(text string) {
	for _, n := range w.notes {
		if n == text {
			return
		}
	}
	w.notes = append(w.notes, text)
}

// prepare looks up the item types.
func (w *worker) prepare() error {
	for i := range w.b.Design.Items {
		it := &w.b.Design.Items[i]
		t := &itemType{ItemType: it, entity: w.b.Model.Entity(it.Entity), keys: map[string]*cond{}, source: map[string]source{}}
		t.base = w.place(it.Table, "")
		c, err := w.cond(t.entity, it.When)
		if err != nil {
			return err
		}
		if c != nil {
			t.exists = append(t.exists, c)
		}
		for name, k := range it.Keys {
			if t.keys[name], err = w.cond(t.entity, k.When); err != nil {
				return err
			}
		}
		w.types = append(w.types, t)
	}
	return nil
}

func (w *worker) place(table, index string) *Place {
	for _, p := range w.places {
		if p.Table == table && p.Index == index {
			return p
		}
	}
	return nil
}

// typeNamed returns an item type by name.
func (w *worker) typeNamed(name string) *itemType {
	for _, t := range w.types {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// condsAt are the predicates that decide whether a row has an item, or an
// index entry, of a type at a place. The last attribute of a key that a
// template makes may have one of its own.
func (t *itemType) condsAt(p *Place) []*cond {
	list := append([]*cond(nil), t.exists...)
	if p.index == nil {
		return list
	}
	for _, name := range p.index.Key.Names() {
		c := t.keys[name]
		known := c == nil
		for _, o := range list {
			known = known || o == c
		}
		if !known {
			list = append(list, c)
		}
	}
	return list
}

// parents finds made-up rows that columns are copied from. overlay replaces
// columns of the row of one entity; nil for none.
func (w *worker) parents(overlay model.Row, of *model.Entity) design.Parents {
	return func(e *model.Entity, key model.Row) model.Row {
		row := w.s.row(e, 0)
		if e == of {
			for name, v := range overlay {
				row[name] = v
			}
		}
		for name, v := range key {
			row[name] = v
		}
		return row
	}
}

// sourceOf finds where an attribute comes from.
func (w *worker) sourceOf(t *itemType, attribute string) source {
	if s, ok := t.source[attribute]; ok {
		return s
	}
	var s source
	owner, columns, made := w.b.Source(t.Name, attribute)
	for _, name := range columns {
		switch c := owner.Column(name); {
		case !made:
			s.column = c
		case c.Values != nil:
			s.enums = append(s.enums, c)
		}
	}
	t.source[attribute] = s
	return s
}

// mean is the size of an item or an entry whose values have their columns'
// mean sizes: made-up values have them already, but for those of few forms.
func (w *worker) mean(t *itemType, it attr.Item) int64 {
	size := int64(it.Size())
	for _, f := range it {
		s := w.sourceOf(t, f.Name)
		if s.column != nil {
			size += int64(s.column.Size()) - int64(f.Value.Size())
		}
		for _, c := range s.enums {
			if v := spelled(f.Value.Str(), c.Values); v != "" {
				size += int64(c.Size()) - int64(len(v))
			}
		}
	}
	return size
}

// spelled is the longest of the values that a key text spells out, "" where it
// holds a code in their stead.
func spelled(text string, values []string) string {
	longest := ""
	for _, v := range values {
		if len(v) > len(longest) && strings.Contains(text, v) {
			longest = v
		}
	}
	return longest
}
