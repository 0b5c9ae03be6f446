package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/design"
)

// explainForeign says how an item of another type got into the answer: by the
// operator that the request has for the sort key, or the lack of one.
func (s *subject) explainForeign(f *finding, in *inquiry) (trap, sentence string) {
	t := s.table(in.d.Request.TableName)
	x := indexOf(t, in.d.Request.IndexName)
	key, other := keyOf(t, x), f.extra.Name
	if x != nil && !madeUp(f.extra, names(key)) {
		return "native-key-of-another-type", fmt.Sprintf("items of %s carry %s too, so they have entries in index %s", other, strings.Join(names(key), " and "), x.Name)
	}
	c := sortCondition(in.d.Request, key)
	switch c.op {
	case "":
		return "partition-of-several-types", fmt.Sprintf("items of %s have the same %s, and no condition on the sort key keeps them out", other, strings.Join(key.Partition, " and "))
	case "=":
		return "key-of-several-types", fmt.Sprintf("an item of %s has the very key that is asked for", other)
	case "<", "<=":
		return "open-range", fmt.Sprintf("the range has no bound where the item type begins, so it reaches down to keys of %s", other)
	case "begins_with":
		if f.call == nil || f.call.Query == nil {
			return "", ""
		}
		prefix := f.call.Query.ExpressionAttributeValues[c.value].Str()
		rest, ok := strings.CutPrefix(f.item.Get(c.attribute).Str(), prefix)
		d := s.m.Settings.Delimiter
		if !ok || prefix == "" || rest == "" || strings.HasSuffix(prefix, d) || strings.HasPrefix(rest, d) {
			return "prefix-of-several-types", fmt.Sprintf("keys of %s begin with %s as well: the prefix does not name one item type", other, quote(prefix))
		}
		return "type-prefix-without-delimiter", fmt.Sprintf("the prefix does not end in a delimiter, so keys of %s begin with it too", other)
	}
	return "open-range", fmt.Sprintf("the range has no bound where the item type ends, so it goes on into keys of %s", other)
}

func keyOf(t *design.Table, x *design.Index) design.Key {
	if x != nil {
		return x.Key
	}
	return t.Key
}

// madeUp says whether an item type has a template for one of the attributes.
func madeUp(it *design.ItemType, attributes []string) bool {
	for _, n := range attributes {
		if _, template := it.Keys[n]; template {
			return true
		}
	}
	return false
}

// A keyCondition is what a request demands of one attribute of the sort key.
type keyCondition struct {
	attribute string
	op        string // =, <, <=, >, >=, between, begins_with; "" for no condition
	value     string // the placeholder, of between the lower one
}

// sortCondition finds the last condition on the sort key: those before it are
// equalities. Bind has checked the expression, so that a plain search does.
func sortCondition(r design.Request, key design.Key) keyCondition {
	var out keyCondition
	for _, term := range strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", ",", " , ").Replace(spaced(r.KeyConditionExpression))) {
		name := term
		if n, ok := r.ExpressionAttributeNames[term]; ok {
			name = n
		}
		switch low := strings.ToLower(term); {
		case slices.Contains(key.Sort, name):
			out = keyCondition{attribute: name, op: out.op, value: ""}
			if out.op != "begins_with" {
				out.op = "?"
			}
		case low == "begins_with":
			out.op = low
		case out.op == "?" && (low == "between" || strings.Trim(term, "=<>") == ""):
			out.op = low
		case out.attribute != "" && out.value == "" && strings.HasPrefix(term, ":"):
			out.value = term
		}
	}
	return out
}

// spaced sets comparison operators apart from what they compare.
func spaced(expression string) string {
	var b strings.Builder
	for i := 0; i < len(expression); i++ {
		c := expression[i]
		first := i == 0 || !strings.ContainsRune("<>=", rune(expression[i-1]))
		is := strings.ContainsRune("<>=", rune(c))
		if is && first || !is && !first {
			b.WriteByte(' ')
		}
		b.WriteByte(c)
	}
	return b.String()
}
