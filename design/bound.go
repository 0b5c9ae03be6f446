package design

import (
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/schema"
)

// Bound is a design that was checked against its model, with compiled key
// templates. It is immutable and may be used by several goroutines.
type Bound struct {
	Model  *model.Model
	Design *Design
	// Missing are the questions of the model, not refused there, that the
	// design has no request for, in the order of the model.
	Missing []string

	tables    []*schema.Table
	types     []*boundType
	questions []*boundQuestion
	writes    []*boundWrite // one for each of the model's writes, derived where not listed
}

// Args are the arguments of a question: parameter to value, a list for IN.
type Args map[string]attr.Value

// Parents returns the row of an entity with the given key, nil where there is
// none. Key has the entity's key columns.
type Parents func(parent *model.Entity, key model.Row) model.Row

// boundType is an item type with everything looked up.
type boundType struct {
	*ItemType
	path   string // in the document
	entity *model.Entity
	table  *schema.Table
	when   *predicate
	keys   []boundKey // the base key first, then by name
	attrs  []boundAttribute
}

// boundKey is a made-up key attribute.
type boundKey struct {
	name string
	text *keyText
	when *predicate
	base bool // part of the table's key
}

// boundAttribute is a stored column.
type boundAttribute struct {
	Attribute
	column *model.Column // of the entity, or of the parent
	codec  *Codec        // nil: the value as it is
	typ    attr.Type     // of what the codec writes
	parent *model.Entity
	base   bool // part of the table's key
}

// boundQuestion is a question with its compiled request.
type boundQuestion struct {
	*Question
	path   string
	asked  *model.Question
	params map[string]*param
	table  *schema.Table
	items  []*boundType
	key    map[string]*keyText // GetItem, BatchGetItem
	values map[string]*keyText
	ranges [][2]string       // placeholders of BETWEEN, low and high
	ops    map[string]string // placeholder of the key condition to its operator
	list   *param            // of BatchGetItem
}

// boundWrite is a write with its item types.
type boundWrite struct {
	*model.Write
	items   []boundWriteItem
	unknown []string // see Unknown
}

type boundWriteItem struct {
	WriteItem
	typ  *boundType
	each *boundQuestion
}

// typeOf returns the item type of that name, nil where there is none.
func (b *Bound) typeOf(name string) *boundType {
	for _, t := range b.types {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// question returns the request of a question, nil where there is none.
func (b *Bound) question(name string) *boundQuestion {
	for _, q := range b.questions {
		if q.Name == name {
			return q
		}
	}
	return nil
}

func (b *Bound) write(name string) *boundWrite {
	for _, w := range b.writes {
		if w.Name == name {
			return w
		}
	}
	return nil
}

// Tables returns the tables in the order of the design. They must not be
// changed.
func (b *Bound) Tables() []*schema.Table { return slices.Clone(b.tables) }

// Table returns the table of that name, nil where there is none.
func (b *Bound) Table(name string) *schema.Table {
	for _, t := range b.tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// ItemTypes returns the item types of a question, in the order of the design.
func (b *Bound) ItemTypes(question string) []*ItemType {
	q := b.question(question)
	if q == nil {
		return nil
	}
	out := make([]*ItemType, len(q.items))
	for i, t := range q.items {
		out[i] = t.ItemType
	}
	return out
}

// KeyColumns returns the columns that make up the base key of an item type,
// those of the partition key first. A key whose columns do not contain the
// entity's key, or a unique one, lets two rows share an item.
func (b *Bound) KeyColumns(item string) []string {
	t := b.typeOf(item)
	if t == nil {
		return nil
	}
	return t.keyColumns()
}

func (t *boundType) keyColumns() []string {
	var out []string
	for _, name := range t.table.Key.Names() {
		for _, c := range t.columnsOf(name) {
			out = appendNew(out, c)
		}
	}
	return out
}

// columnsOf returns the columns of the entity that an attribute is made of.
func (t *boundType) columnsOf(attribute string) []string {
	for _, k := range t.keys {
		if k.name == attribute {
			return k.text.columns()
		}
	}
	for _, a := range t.attrs {
		if a.Name == attribute && a.parent == nil {
			return []string{a.Column}
		}
	}
	return nil
}
