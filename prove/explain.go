package prove

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// staticTraps name the traps that a broken static rule is.
var staticTraps = map[Rule]string{
	Identity: "key-collision", KeyLength: "key-too-long", Collection: "local-index-over-10-gb", Heat: "hot-partition",
	Need: "attribute-not-projected", Support: "stale-copy", Consistency: "strong-read-on-a-global-index", FixedKey: "key-that-changes",
	Once: "limit-before-filter",
}

// explain names the trap that a finding is, where it is a known one, and says
// in one sentence why it bites. It only words what the world shows: whether a
// failure counts never depends on it.
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
		return s.explainAccepted(f)
	case Unique:
		return s.explainWrite(f)
	case Apart:
		return "", ""
	case Refused:
		return "check-not-enforced", "codecs are right only for values that the column allows, so the write has to refuse all others"
	}
	if f.ask == nil {
		return "", ""
	}
	in := f.ask.of
	if in.d.Request.FilterExpression != "" {
		return "limit-before-filter", "Limit counts the items that are read, before FilterExpression drops some of them"
	}
	if f.extra != nil {
		return s.explainForeign(in, f.extra)
	}
	if f.tied {
		return "order-by-part-of-the-key", "the keys in the index are equal, and DynamoDB promises no order among equal index keys: what ORDER BY adds has to be in the key"
	}
	for _, why := range []func(*finding, *inquiry) (string, string){s.explainSlots, s.explainRows, s.explainAnswer} {
		if trap, sentence := why(f, in); trap != "" {
			return trap, sentence
		}
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

func (s *subject) explainAccepted(f *finding) (trap, sentence string) {
	switch m := f.message; {
	case strings.Contains(m, "empty string"):
		return "empty-string-in-a-native-key", "a key attribute may not be empty: DynamoDB refuses the whole write"
	case strings.Contains(m, "size of") && strings.Contains(m, "key"), strings.Contains(m, "bytes"), strings.Contains(m, "maximum size limit"):
		return "key-too-long", "a partition key has at most 2,048 bytes, a sort key 1,024: DynamoDB refuses the whole write"
	case strings.Contains(m, "another row"):
		return "key-collision", "the base key does not tell the two rows apart: without the condition, the second would replace the first"
	}
	return "", ""
}

func (s *subject) explainWrite(f *finding) (trap, sentence string) {
	it := s.item(f.subject)
	switch {
	case f.rule != Unique && it != nil && s.keepsOffsets(it):
		return "local-offsets", "the key keeps the offset that a time was handed in with, so the same instant read back makes another key"
	case f.rule == Unique && strings.Contains(f.message, "PRIMARY KEY"):
		return "duplicate-identity", "the base key has more columns than the identity, so a second row of one identity gets a key of its own"
	case f.rule == Unique:
		return "unique-not-enforced", "an index does not enforce uniqueness: that takes an item under the unique value, put in the same transaction with attribute_not_exists"
	case f.rule == Gone && it != nil && it.Role == design.RoleUnique:
		return "sentinel-left-behind", "the item that holds the unique value stays, so nobody can take the value again"
	case f.rule == Gone:
		return "item-left-behind", "the write does not delete every item of the row"
	case it == nil:
		return "", ""
	case strings.HasPrefix(f.message, "a row has no item"):
		return "item-missing", "the writes do not put every item of the row"
	case strings.HasPrefix(f.message, "two rows"):
		return "key-collision", "the base key does not tell the two rows apart, and the later write replaced the earlier item"
	}
	return s.explainStale(f, it)
}

// explainStale looks at the attribute that a write has left as it was.
func (s *subject) explainStale(f *finding, it *design.ItemType) (trap, sentence string) {
	_, rest, _ := strings.Cut(f.message, "says: ")
	name, _, _ := strings.Cut(rest, " is ")
	for _, a := range it.Attributes {
		if a.Name == name && a.Parent != "" {
			return "stale-copy", fmt.Sprintf("%s.%s is copied into items of %s, and the write does not carry it there", a.Parent, a.Column, it.Name)
		}
	}
	k, ok := it.Keys[name]
	switch {
	case ok && k.When != "" && strings.Contains(f.message, "should not be there"):
		return "sparse-key-not-removed", fmt.Sprintf("%s is there only for rows with %s, and the write does not remove it when that ends", name, k.When)
	case ok && k.When != "" && strings.Contains(f.message, "is NULL where"):
		return "sparse-key-not-set", fmt.Sprintf("%s is there for rows with %s, and the write does not set it when that begins", name, k.When)
	case ok:
		return "forgotten-key-attribute", fmt.Sprintf("%s is made of columns that the write sets, and the write does not set it anew", name)
	}
	return "forgotten-attribute", fmt.Sprintf("the write changes what %s is made of and does not set it", name)
}

// keepsOffsets says whether the key of an item type holds a time as it was
// handed in.
func (s *subject) keepsOffsets(it *design.ItemType) bool {
	for _, k := range it.Keys {
		for _, p := range slots(k.Template) {
			if p.codec == "local" {
				return true
			}
		}
	}
	return false
}

// explainForeign says how an item of another type got into the answer.
func (s *subject) explainForeign(in *inquiry, extra *design.ItemType) (trap, sentence string) {
	t := s.table(in.d.Request.TableName)
	if x := indexOf(t, in.d.Request.IndexName); x != nil {
		made := false
		for _, n := range names(x.Key) {
			_, template := extra.Keys[n]
			made = made || template
		}
		if !made {
			return "native-key-of-another-type", fmt.Sprintf("items of %s carry %s too, so they have entries in index %s", extra.Name, strings.Join(names(x.Key), " and "), x.Name)
		}
	}
	if strings.Contains(strings.ToLower(in.d.Request.KeyConditionExpression), "begins_with") {
		return "type-prefix-without-delimiter", fmt.Sprintf("the prefix does not end in a delimiter, so keys of %s begin with it too", extra.Name)
	}
	return "open-range", fmt.Sprintf("the range has no bound where the item type ends, so it goes on into keys of %s", extra.Name)
}

// A keySlot is a slot of a key that a question reads by.
type keySlot struct {
	piece
	column *model.Column
	text   bool // within an attribute of type S
}

// keySlots are the slots of the keys of the table or index that a question
// reads, for the item types that it returns.
func (s *subject) keySlots(in *inquiry) []keySlot {
	t := s.table(in.d.Request.TableName)
	key := t.Key
	if x := indexOf(t, in.d.Request.IndexName); x != nil {
		key = x.Key
	}
	var out []keySlot
	for _, name := range in.d.Items {
		it := s.item(name)
		e := s.m.Entity(it.Entity)
		for _, n := range names(key) {
			for _, p := range slots(it.Keys[n].Template) {
				if c := e.Column(p.column); c != nil {
					out = append(out, keySlot{p, c, t.Types[n] == ""})
				}
			}
		}
	}
	return out
}
