package prove

import (
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
)

// staticTraps name the traps that a broken static rule is.
var staticTraps = map[Rule]string{
	Identity: "key-collision", KeyLength: "key-too-long", Collection: "local-index-over-10-gb", Heat: "hot-partition",
	Need: "attribute-not-projected", Support: "stale-copy", Consistency: "strong-read-on-a-global-index", FixedKey: "key-that-changes",
	ItemSize: "item-too-large",
}

// filterTrap names what a FilterExpression does to a request: with a Limit it
// makes the answer wrong, without one only dear.
func filterTrap(r design.Request) string {
	switch {
	case r.FilterExpression == "":
		return ""
	case r.Limit != design.Limit{}:
		return "limit-before-filter"
	}
	return "filter-reads-in-vain"
}

// explain names the trap that a finding is, where it is a known one, and says
// in one sentence why it bites. It only words what the world shows: whether a
// failure counts never depends on it. A cause is named only where the rows of
// the finding show it; where none does, nothing is said.
func (s *subject) explain(f *finding) (trap, sentence string) {
	if f.rule == Current || f.rule == Gone {
		return s.explainWrite(f)
	}
	if root := s.root(f); root != nil && root.rule != Apart {
		trap, sentence = s.explainWrite(root)
		if trap != "local-offsets" || f.rule != Order {
			return trap, sentence
		}
	}
	switch f.rule {
	case Accepted:
		return explainAccepted(f)
	case Unique:
		return s.explainUnique(f)
	case Refused:
		return "check-not-enforced", "codecs are right only for values that the column allows, so the write has to refuse all others"
	}
	if f.ask == nil {
		return "", ""
	}
	return s.explainAnswer(f, f.ask.of)
}

// explainAnswer explains a wrong answer by the way in which it is wrong.
func (s *subject) explainAnswer(f *finding, in *inquiry) (trap, sentence string) {
	var whys []func(*finding, *inquiry) (string, string)
	switch f.way {
	case itemForeign:
		return s.explainForeign(f, in)
	case readInVain:
		return explainFilter(in)
	case valueChanged:
		whys = append(whys, s.explainNeed)
	case rowsDisordered:
		whys = append(whys, s.explainSlots, s.explainTie, s.explainOrder)
	case rowsLeftOut:
		whys = append(whys, s.explainLimit, s.explainNoEntry, s.explainSlots, s.explainTie, s.explainRows, s.explainOrder)
	case rowMissing:
		whys = append(whys, s.explainLimit, s.explainNeed, s.explainNoEntry, s.explainSlots, s.explainRows)
	case rowSurplus, rowTwice, tooManyRows:
		whys = append(whys, s.explainSlots, s.explainRows)
	}
	for _, why := range whys {
		if trap, sentence := why(f, in); trap != "" {
			return trap, sentence
		}
	}
	return "", ""
}

func explainFilter(in *inquiry) (trap, sentence string) {
	trap = filterTrap(in.d.Request)
	switch trap {
	case "limit-before-filter":
		return trap, "Limit counts the items that are read, before FilterExpression drops some of them"
	case "filter-reads-in-vain":
		return trap, "FilterExpression drops items after they were read, so the reading is paid for and nothing comes"
	}
	return "", ""
}

// explainLimit looks for rows that do not come because as many items as Limit
// says were read before them, and then dropped.
func (s *subject) explainLimit(f *finding, in *inquiry) (trap, sentence string) {
	if filterTrap(in.d.Request) != "limit-before-filter" || f.call == nil || f.call.Query == nil || f.call.Query.Limit == nil || len(f.items) <= *f.call.Query.Limit {
		return "", ""
	}
	return explainFilter(in)
}

// explainNeed looks for a column that what is read does not carry.
func (s *subject) explainNeed(_ *finding, in *inquiry) (trap, sentence string) {
	t := s.table(in.d.Request.TableName)
	if ob := s.need(in, t, indexOf(t, in.d.Request.IndexName)); !ob.Held {
		return "attribute-not-projected", ob.Detail
	}
	return "", ""
}

// root returns what is wrong with the items that a finding's world has left:
// where there is something, the wrong answer only shows it.
func (s *subject) root(f *finding) *finding {
	want, lost := s.wanted(f.truth)
	if lost != nil {
		return lost
	}
	items := make(map[string][]attr.Item)
	for _, it := range f.items {
		items[it.Table] = append(items[it.Table], it.Item)
	}
	if found := s.compareItems(want, items); len(found) > 0 && (f.rule != Unique) {
		return found[0]
	}
	return nil
}

func explainAccepted(f *finding) (trap, sentence string) {
	switch m := f.message; {
	case f.way == conditionInTheWay:
		return "key-collision", "the base key does not tell the two rows apart: without the condition, the second would replace the first"
	case f.way != requestFails:
		return "", "" // the design's own code says why
	case strings.Contains(m, "empty string"):
		return "empty-string-in-a-native-key", "a key attribute may not be empty: DynamoDB refuses the whole write"
	case strings.Contains(m, "multiple operations on one item"):
		return "one-key-for-two-items", "two items of the row have the same key: DynamoDB refuses the whole transaction"
	case strings.Contains(m, "size limit of"):
		return "key-too-long", "a partition key has at most 2,048 bytes, a sort key 1,024: DynamoDB refuses the whole write"
	case strings.Contains(m, "Item size"):
		return "item-too-large", "an item has at most 400 KB, names included: DynamoDB refuses the whole write"
	}
	return "", ""
}
