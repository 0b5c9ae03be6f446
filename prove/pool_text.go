package prove

import (
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// textLists are families of text that each break one way of building keys.
var textLists = [][]string{
	{"1", "12", "11", "2", "1#"},             // an id that begins another id
	{"a", "ab", "a#", "a!", "a b", "a$"},     // around the delimiter
	{"a", "a#b", "b#c", "c", "a#", "#b"},     // two pairs of values that join to one text
	{"A", "a", "B", "b", "aB", "Ab"},         // letter case
	{"é", "e\u0301", "e", "f", "É"},          // composed and decomposed
	{"İ", "I", "ı", "i", "i\u0307"},          // Turkish: folding is not ASCII folding
	{"😀", "\uff5e", "~", "😀a", "z"},          // UTF-16 order is not UTF-8 order
	{"", " ", "!", "a", "\t"},                // empty and blank
	{"_", "%", "a_b", "a%b", "axb", "ab"},    // wildcards of LIKE
	{"9", "10", "11", "1000", "09"},          // digits as text
	{"~", "}", "\u007f", "\u0080", "a~"},     // the end of ASCII
	{"{", "}", "{a}", "{{a}}", "a"},          // template syntax
	{"'", "\"", "\\", "a'b", "a\\"},          // quotes
	{"NULL", "null", "true", "0", "a"},       // words with a meaning elsewhere
	{"$0", "$", "$3", "#", "$#"},             // what an escape itself looks like
	{"red", "green", "blue", "re", "redder"}, // plain
}

var ulidFamilies = [][]string{
	{"01HZX3Q8E0000000000000000A", "01HZX3Q8E0000000000000000B", "01HZX3Q8E00000000000000010", "01HZX3Q8E00000000000000011"},
	{"00000000000000000000000000", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01HZX3Q8DZZZZZZZZZZZZZZZZZ", "01HZX3Q8E00000000000000000"},
}

var uuidFamilies = [][]string{
	{"983d39a3-bdd6-4b61-88d5-58595d555b81", "983d39a3-bdd6-4b61-88d5-58595d555b82", "983d39a4-bdd6-4b61-88d5-58595d555b81", "9a3d39a3-bdd6-4b61-88d5-58595d555b81"},
	{"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "0fffffff-ffff-4fff-8fff-ffffffffffff", "10000000-0000-4000-8000-000000000000"},
}

// longestText bounds the values of columns without a bound of their own.
const longestText = 200

func textFamilies(c *model.Column, literals []string) []family {
	if len(c.Values) > 0 {
		return enumFamilies(c)
	}
	lists := append([][]string{}, textLists...)
	lists = append(lists, controlBytes()...)
	for _, l := range literals {
		lists = append(lists, []string{l, l + "1", "1", strings.TrimRight(l, "#-_"), "x" + l})
	}
	out := stringFamilies(fitAll(c, lists))
	if c.Type.Kind != model.KindText {
		out = append(out, longestFamily(c))
	}
	return out
}

// enumFamilies are neighbours in the declared order.
func enumFamilies(c *model.Column) []family {
	var out []family
	for i := 0; i < len(c.Values); i += 2 {
		var f family
		for _, s := range c.Values[i:min(i+3, len(c.Values))] {
			f = append(f, attr.String(s))
		}
		out = append(out, f)
	}
	return out
}

// controlBytes are families in which each byte up to '$' stands alone, ends a
// text and stands within one.
func controlBytes() [][]string {
	var out [][]string
	for b := 0; b <= '$'; b += 3 {
		list := []string{"a"}
		for d := b; d < b+3 && d <= '$'; d++ {
			c := string(rune(d))
			list = append(list, c, "a"+c, "a"+c+"b")
		}
		out = append(out, list)
	}
	return out
}

// longestFamily has values of the greatest length in characters: of four
// bytes each, and of bytes that an escape doubles.
func longestFamily(c *model.Column) family {
	n := c.Type.Length
	if c.Type.Kind == model.KindText {
		n = longestText
	}
	texts := []string{strings.Repeat("😀", n), strings.Repeat("\x00", n), strings.Repeat("a", n), strings.Repeat("a", max(n-1, c.MinLen))}
	return stringFamilies(fitAll(c, [][]string{texts}))[0]
}

// extremes are the shortest and the longest text of a column. They are mixed
// into every world: a key has limits at both ends.
func extremes(c *model.Column) []string {
	return []string{fit(c, ""), longestFamily(c)[0].Str()}
}

// fitAll cuts and fills texts to the lengths that the column asks for.
func fitAll(c *model.Column, lists [][]string) [][]string {
	out := make([][]string, len(lists))
	for i, list := range lists {
		for _, s := range list {
			out[i] = append(out[i], fit(c, s))
		}
	}
	return out
}

func fit(c *model.Column, s string) string {
	lo, hi := c.MinLen, longestText
	switch c.Type.Kind {
	case model.KindChar:
		lo, hi = c.Type.Length, c.Type.Length
	case model.KindVarchar:
		hi = c.Type.Length
	}
	r := []rune(inAlphabet(c.Alphabet, s))
	r = r[:min(len(r), hi)]
	for len(r) < lo {
		r = append(r, []rune(inAlphabet(c.Alphabet, "x"))...)
	}
	return string(r)
}

// inAlphabet replaces each character that a column's CHECK does not allow by
// one that it allows, different ones where it can.
func inAlphabet(alphabet, s string) string {
	if alphabet == "" {
		return s
	}
	letters := []rune(alphabet)
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(alphabet, r) {
			return r
		}
		return letters[int(r)%len(letters)]
	}, s)
}

func textAllowed(c *model.Column, s string) bool {
	if len(c.Values) > 0 {
		for _, v := range c.Values {
			if v == s {
				return true
			}
		}
		return false
	}
	n := utf8.RuneCountInString(s)
	switch {
	case n < c.MinLen,
		c.Type.Kind == model.KindChar && n != c.Type.Length,
		c.Type.Kind == model.KindVarchar && n > c.Type.Length,
		inAlphabet(c.Alphabet, s) != s:
		return false
	}
	return utf8.ValidString(s)
}
