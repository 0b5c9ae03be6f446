package prove

import (
	"regexp"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// A finding is one thing that went wrong in one world. The world is cut off
// behind it: it has the steps up to it, and the question if one shows it.
type finding struct {
	findingKey
	mismatch
	world    *world
	message  string
	call     *design.Call
	ask      *ask
	got      []string
	expected []string
	truth    *truth           // the rows there were
	items    []Stored         // the items there were
	extra    *design.ItemType // the type of an item that should not have come
	found    int              // number of the world that showed it first
	tied     bool             // found by turning round items with equal index keys
	item     attr.Item        // the item that is wrong, of Current, Gone and a foreign item
	entity   *model.Entity    // of rows
	rows     []model.Row      // the rows that show it: the one that is missing or too many, the two out of order
}

// A mismatch is in which way something is not as it should be, and where:
// together with the broken rule it is the cause that a smaller world has to
// keep.
type mismatch struct {
	way way
	of  string // a column, an attribute, an item type, a constraint or a shape of message
}

// A way is how an answer, an item or the answer to a write can be wrong.
type way uint8

const (
	_                 way = iota
	rowMissing            // a row does not come
	rowSurplus            // a row comes that is not asked for
	rowTwice              // a row comes twice
	itemForeign           // an item of another type comes; of it
	itemUnreadable        // an item is of no type
	valueChanged          // a column or an attribute has another value; of it
	rowsDisordered        // two rows come the wrong way round
	rowsLeftOut           // LIMIT rows come, but not the first ones
	tooManyRows           // more than LIMIT rows come
	itemMisread           // an item is taken for one of another type
	itemAbsent            // a row has no item
	keysCollide           // two rows have one key
	itemOrphan            // an item has no row
	encodingFails         // the design's own code fails; of the message's shape
	requestFails          // the database refuses; of the message's shape
	conditionInTheWay     // a condition fails, though nothing is in the way
	notRefused            // what has to be refused is not; of the constraint
	readInVain            // more items are read than returned
	pageLeft              // there is another page
)

// remains says whether a finding of a smaller world has the same cause. Where
// LIMIT rows come but not the first ones, rows are missing or out of order:
// without the LIMIT one sees which.
func (f *finding) remains(g *finding) bool {
	if f.group() != g.group() || f.tied != g.tied {
		return false
	}
	return f.mismatch == g.mismatch || f.way == rowsLeftOut && (g.way == rowMissing || g.way == rowsDisordered)
}

// shape is a message without the values in it, so that it stays the same when
// values become simpler.
func shape(message string) string { return valuesIn.ReplaceAllString(message, "_") }

// valuesIn finds quoted texts and numbers in a message.
var valuesIn = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[-+]?\d[\d.,]*`)

// A findingKey tells findings apart: of those with one key the first is kept
// and made small. Everything that breaks a question's answer is one key.
type findingKey struct {
	rule    Rule
	subject string
}

// answers are the rules that a wrong answer breaks; which one it breaks first
// may change while a world is made smaller.
var answers = map[Rule]bool{Rows: true, Order: true, Values: true, Limits: true, Pages: true}

// group is what a finding has to have in common with another to be the same.
func (k findingKey) group() findingKey {
	if answers[k.rule] {
		k.rule = Rows
	}
	return k
}
