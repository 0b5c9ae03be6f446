package prove

import (
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
)

// A finding is one thing that went wrong in one world. The world is cut off
// behind it: it has the steps up to it, and the question if one shows it.
type finding struct {
	findingKey
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
	item     attr.Item        // the item that is wrong, of Current and Gone
}

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
