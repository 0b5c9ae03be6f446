package expr_test

import (
	"encoding/base64"
	"encoding/json"
	"math/big"
	"sort"
	"strings"
	"unicode/utf16"

	"github.com/keywright/keywright/attr"
	"pgregory.net/rapid"
)

// The naive evaluator works on DynamoDB JSON as encoding/json decodes it and
// shares no code with the packages under test: numbers are big.Rat, sets are
// looked through element by element. Its rules are those of the developer
// guide, page Expressions.OperatorsAndFunctions.

// jvalue is an attribute value: one key, the type, as in {"N": "1"}.
type jvalue = map[string]any

// jpath is a document path: strings and ints.
type jpath []any

func typeOf(v jvalue) string {
	for t := range v {
		return t
	}
	return ""
}

// lookup returns the value at a path, nil where there is none.
func (p jpath) lookup(item jvalue) jvalue {
	cur := jvalue{"M": item}
	for _, step := range p {
		switch s := step.(type) {
		case string:
			m, _ := cur["M"].(map[string]any)
			next, ok := m[s].(map[string]any)
			if !ok {
				return nil
			}
			cur = next
		case int:
			l, _ := cur["L"].([]any)
			if s >= len(l) {
				return nil
			}
			cur = l[s].(map[string]any)
		}
	}
	return cur
}

func (p jpath) String() string {
	var b strings.Builder
	for i, step := range p {
		switch s := step.(type) {
		case string:
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s)
		case int:
			b.WriteString("[" + string(rune('0'+s)) + "]")
		}
	}
	return b.String()
}

// hasPrefix says whether p is q or inside q.
func (p jpath) hasPrefix(q jpath) bool {
	if len(p) < len(q) {
		return false
	}
	for i := range q {
		if p[i] != q[i] {
			return false
		}
	}
	return true
}

func rat(text any) *big.Rat {
	r, ok := new(big.Rat).SetString(text.(string))
	if !ok {
		panic("the test has a bad number: " + text.(string))
	}
	return r
}

func naiveEqual(a, b jvalue) bool {
	t := typeOf(a)
	if a == nil || b == nil || t != typeOf(b) {
		return false
	}
	switch t {
	case "N":
		return rat(a[t]).Cmp(rat(b[t])) == 0
	case "L":
		x, y := a[t].([]any), b[t].([]any)
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !naiveEqual(x[i].(jvalue), y[i].(jvalue)) {
				return false
			}
		}
		return true
	case "M":
		x, y := a[t].(map[string]any), b[t].(map[string]any)
		if len(x) != len(y) {
			return false
		}
		for k, v := range x {
			other, ok := y[k].(jvalue)
			if !ok || !naiveEqual(v.(jvalue), other) {
				return false
			}
		}
		return true
	case "SS", "NS", "BS":
		return len(a[t].([]any)) == len(b[t].([]any)) && len(naiveMinus(a, b)) == 0
	}
	return a[t] == b[t]
}

// naiveMinus returns the members of a that are not in b.
func naiveMinus(a, b jvalue) []any {
	out := []any{}
	for _, x := range a[typeOf(a)].([]any) {
		if !naiveHas(b, jvalue{typeOf(a)[:1]: x}) {
			out = append(out, x)
		}
	}
	return out
}

// naiveHas says whether v is a member of a set or an element of a list.
func naiveHas(set, v jvalue) bool {
	t := typeOf(set)
	members, _ := set[t].([]any)
	for _, m := range members {
		member, isList := m.(jvalue)
		if !isList {
			member = jvalue{t[:1]: m}
		}
		if naiveEqual(member, v) {
			return true
		}
	}
	return false
}

// naiveOrder returns the sign of a - b and whether they can be compared.
func naiveOrder(a, b jvalue) (int, bool) {
	t := typeOf(a)
	if a == nil || b == nil || t != typeOf(b) {
		return 0, false
	}
	switch t {
	case "N":
		return rat(a[t]).Cmp(rat(b[t])), true
	case "S":
		return strings.Compare(a[t].(string), b[t].(string)), true
	case "B":
		return strings.Compare(bytesOf(a), bytesOf(b)), true
	}
	return 0, false
}

func bytesOf(v jvalue) string {
	b, err := base64.StdEncoding.DecodeString(v["B"].(string))
	if err != nil {
		panic(err)
	}
	return string(b)
}

func naiveSize(v jvalue) jvalue {
	n := 0
	switch t := typeOf(v); t {
	case "S":
		n = len(utf16.Encode([]rune(v[t].(string))))
	case "B":
		n = len(bytesOf(v))
	case "SS", "NS", "BS", "L":
		n = len(v[t].([]any))
	case "M":
		n = len(v[t].(map[string]any))
	default:
		return nil
	}
	return jvalue{"N": new(big.Int).SetInt64(int64(n)).String()}
}

// drawScalar draws from few values, so that equal ones meet often; numbers
// come in several spellings.
func drawScalar(t *rapid.T, types ...string) jvalue {
	typ := rapid.SampledFrom(types).Draw(t, "type")
	switch typ {
	case "S":
		return jvalue{"S": rapid.SampledFrom([]string{"", "a", "ab", "abc", "b", "☃", "😀a"}).Draw(t, "S")}
	case "N":
		return jvalue{"N": rapid.SampledFrom([]string{"0", "-0.0", "1", "1.0", "1E0", "2", "0.2E1", "3", "-1", "1.5", "10", "9007199254740993"}).Draw(t, "N")}
	case "B":
		return jvalue{"B": rapid.SampledFrom([]string{"", "AA==", "AAE=", "/w==", "fw=="}).Draw(t, "B")}
	case "BOOL":
		return jvalue{"BOOL": rapid.Bool().Draw(t, "BOOL")}
	}
	return jvalue{"NULL": true}
}

// drawSet draws members without duplicates, as DynamoDB demands.
func drawSet(t *rapid.T) jvalue {
	switch rapid.IntRange(0, 2).Draw(t, "set") {
	case 0:
		return jvalue{"SS": drawMembers(t, "a", "ab", "b")}
	case 1:
		return jvalue{"NS": drawMembers(t, "1", "2.0", "-1")}
	}
	return jvalue{"BS": drawMembers(t, "AA==", "AAE=", "/w==")}
}

func drawMembers(t *rapid.T, all ...string) []any {
	some := rapid.Permutation(all).Draw(t, "order")
	some = some[:rapid.IntRange(1, len(all)).Draw(t, "members")]
	out := make([]any, len(some))
	for i, s := range some {
		out[i] = s
	}
	return out
}

func drawValue(t *rapid.T, depth int) jvalue {
	switch n := rapid.IntRange(0, 9).Draw(t, "shape"); {
	case n < 2:
		return drawSet(t)
	case n == 2 && depth > 0:
		list := make([]any, rapid.IntRange(0, 3).Draw(t, "length"))
		for i := range list {
			list[i] = drawValue(t, depth-1)
		}
		return jvalue{"L": list}
	case n < 5 && depth > 0:
		return jvalue{"M": drawAttributes(t, depth-1, 2)}
	}
	return drawScalar(t, "S", "N", "N", "B", "BOOL", "NULL")
}

var attributeNames = []string{"a", "b", "c", "d", "e"}

func drawAttributes(t *rapid.T, depth, most int) map[string]any {
	out := map[string]any{}
	for range rapid.IntRange(0, most).Draw(t, "attributes") {
		out[rapid.SampledFrom(attributeNames).Draw(t, "name")] = drawValue(t, depth)
	}
	return out
}

func drawItem(t *rapid.T) map[string]any { return drawAttributes(t, 2, 6) }

// drawPath draws one of the places that items of drawItem have, or nearly.
func drawPath(t *rapid.T) jpath {
	p := jpath{rapid.SampledFrom(attributeNames).Draw(t, "head")}
	for range rapid.SampledFrom([]int{0, 0, 0, 1, 1, 2}).Draw(t, "steps") {
		if rapid.Bool().Draw(t, "by index") {
			p = append(p, rapid.IntRange(0, 3).Draw(t, "index"))
		} else {
			p = append(p, rapid.SampledFrom(attributeNames).Draw(t, "step"))
		}
	}
	return p
}

// toItem reads the naive form as the package under test gets it.
func toItem(t tester, attributes map[string]any) attr.Item {
	t.Helper()
	return parseItem(t, toJSON(attributes))
}

func toJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func keysOf(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
