package prove

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/model"
)

// Whether the text of a key tells the columns that it is made of is decided
// here: a slot is told where no text of the template can be cut into its parts
// in two ways that end the slot at different places. A raw text before a tail
// of fixed width is told (from the right), as is one before a delimiter that
// its column's CHECK rules out; two raw texts around a delimiter that either
// may hold are not. Lengths are in characters, as char(n) counts them.

// told returns the columns whose values can be read back from a template's
// text alone, in the order of their slots.
func told(e *model.Entity, template, delimiter string) []string {
	return toldBeside(e, template, delimiter, nil)
}

// toldTogether returns the columns that several key attributes of one item
// tell together: what one of them tells makes the length of its slots in the
// others known.
func toldTogether(e *model.Entity, templates []string, delimiter string, known map[string]bool) map[string]bool {
	out := make(map[string]bool)
	for c := range known {
		out[c] = true
	}
	for before := -1; before != len(out); {
		before = len(out)
		for _, t := range templates {
			for _, c := range toldBeside(e, t, delimiter, out) {
				out[c] = true
			}
		}
	}
	return out
}

// toldBeside is told for a reader who knows the values of some columns from
// elsewhere.
func toldBeside(e *model.Entity, template, delimiter string, known map[string]bool) []string {
	parts := keyParts(e, template, delimiter)
	at := cuts(parts, known)
	var out []string
	for i, p := range parts {
		if p.exact && at[i] && at[i+1] && !slices.Contains(out, p.column) {
			out = append(out, p.column)
		}
	}
	return out
}

// cuts says of each place between the parts of a template, its two ends
// included, whether it is the same in every way to read a text.
func cuts(parts []keyPart, known map[string]bool) []bool {
	at := make([]bool, len(parts)+1)
	at[0], at[len(parts)] = true, true
	for again := true; again; {
		again = false
		for from := 0; from < len(parts); {
			to := from + 1
			for !at[to] {
				to++
			}
			again = cutBetween(parts[from:to], at[from:to+1]) || again
			from = to
		}
		for i, p := range parts { // a value that is known has a known length
			if known[p.column] && at[i] != at[i+1] {
				at[i], at[i+1], again = true, true, true
			}
		}
	}
	return at
}

// cutBetween marks the places that are the same in every way to read a text
// of these parts, whose ends are; it says whether it found a new one.
func cutBetween(parts []keyPart, at []bool) bool {
	moves := make([]bool, len(at))
	for _, m := range twoWays(parts) {
		for i := m[0] + 1; i <= m[1]; i++ {
			moves[i] = true // one reading is past this place where the other is not
		}
	}
	found := false
	for i := 1; i+1 < len(at); i++ {
		found = found || !moves[i] && !at[i]
		at[i] = at[i] || !moves[i]
	}
	return found
}

// A keyPart is a piece of a template as the set of texts that it can be: one
// of several chains of characters.
type keyPart struct {
	column string // "" for a literal
	exact  bool   // different values have different texts
	texts  [][]glyph
}

// A glyph is one character of a set, or any number of such characters.
type glyph struct {
	set  runeSet
	loop bool
}

// A runeSet is some characters, or all but some.
type runeSet struct {
	runes string
	not   bool
}

func (s runeSet) meets(t runeSet) bool {
	if s.not && t.not {
		return true
	}
	if s.not {
		s, t = t, s
	}
	return strings.ContainsFunc(s.runes, func(r rune) bool { return strings.ContainsRune(t.runes, r) != t.not })
}

var (
	anyRune  = runeSet{not: true}
	codeRune = runeSet{runes: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-+.:=~"} // what codecs other than those of text write
	numRune  = runeSet{runes: "-.0123456789"}
)

// keyParts reads a template as sets of texts. A set may be wider than what
// the column's rows give: then fewer columns are told, never too many.
func keyParts(e *model.Entity, template, delimiter string) []keyPart {
	var out []keyPart
	for _, p := range pieces(template) {
		if p.column == "" {
			out = append(out, keyPart{texts: [][]glyph{spelt(p.literal)}})
			continue
		}
		part := keyPart{column: p.column, texts: [][]glyph{{{anyRune, true}}}}
		if codec := codecOf(e, p, delimiter); codec != nil {
			c := e.Column(p.column)
			name, nulls := codecName(p.codec)
			raw := name == "" && codec.Width() == 0 && textKind(c)
			part.exact = raw || codec.Injective()
			part.texts = slotTexts(c, name, raw, codec.Width(), delimiter)
			if nulls {
				part.texts = withNull(part.texts, codec.Width())
			}
		}
		out = append(out, part)
	}
	return out
}

// codecName takes a codec apart: its name, and whether it has a form for NULL.
func codecName(spec string) (name string, nulls bool) {
	for i, word := range strings.Fields(spec) {
		switch word {
		case "desc", "before":
		case "nulls":
			nulls = true
		default:
			if i == 0 {
				name, _, _ = strings.Cut(word, "(")
			}
		}
	}
	return name, nulls
}

func textKind(c *model.Column) bool {
	switch c.Type.Kind {
	case model.KindText, model.KindVarchar, model.KindChar:
		return true
	}
	return false
}

// slotTexts are the texts of a slot without its form for NULL. width is the
// codec's, 0 where it varies.
func slotTexts(c *model.Column, name string, raw bool, width int, delimiter string) [][]glyph {
	number := c.Type.Kind == model.KindInt || c.Type.Kind == model.KindNumeric
	switch {
	case raw && len(c.Values) > 0:
		var out [][]glyph
		for _, v := range c.Values {
			out = append(out, spelt(v))
		}
		return out
	case raw && c.Type.Kind == model.KindChar:
		return [][]glyph{times(ofColumn(c), c.Type.Length, false)}
	case raw:
		return [][]glyph{times(ofColumn(c), c.MinLen, true)}
	case name == "esc" && width == 0:
		return [][]glyph{{{escapedRunes(delimiter), true}}}
	case textKind(c) && width > 0:
		return [][]glyph{times(ofColumn(c), width, false)}
	case name == "lower", name == "upper":
		return [][]glyph{{{anyRune, true}}}
	case width > 0:
		return [][]glyph{times(codeRune, width, false)}
	case number:
		return [][]glyph{times(numRune, 1, true)}
	}
	return [][]glyph{{{codeRune, true}}}
}

// withNull adds the form for NULL: as wide as the codec, or one character,
// and then a marker before every value.
func withNull(texts [][]glyph, width int) [][]glyph {
	null := runeSet{runes: "-~"}
	if width > 0 {
		return append(texts, times(null, width, false))
	}
	out := [][]glyph{times(null, 1, false)}
	for _, t := range texts {
		out = append(out, append(spelt("="), t...))
	}
	return out
}

func spelt(s string) []glyph {
	var out []glyph
	for _, r := range s {
		out = append(out, glyph{set: runeSet{runes: string(r)}})
	}
	return out
}

// times is n characters of a set, or n and more.
func times(set runeSet, n int, more bool) []glyph {
	var out []glyph
	for range n {
		out = append(out, glyph{set: set})
	}
	if more {
		out = append(out, glyph{set, true})
	}
	return out
}

// ofColumn are the characters that a text column's CHECKs leave.
func ofColumn(c *model.Column) runeSet {
	switch {
	case len(c.Values) > 0:
		return runeSet{runes: strings.Join(c.Values, "")}
	case c.Alphabet != "":
		return runeSet{runes: c.Alphabet}
	}
	return anyRune
}

// escapedRunes are those that the codec esc leaves: none up to the delimiter.
func escapedRunes(delimiter string) runeSet {
	var below strings.Builder
	for r := rune(0); r <= rune(delimiter[0]); r++ {
		below.WriteRune(r)
	}
	return runeSet{below.String(), true}
}
