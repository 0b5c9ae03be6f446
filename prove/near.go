package prove

import (
	"math/big"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// neighbours are the values around a value that a wrong encoding would take
// for it: one unit more and less, other letter case, a prefix, an extension.
// All are values that the column may hold.
func neighbours(c *model.Column, v attr.Value) family {
	if v.IsZero() || v.IsNull() {
		return nil
	}
	var out family
	switch c.Type.Kind {
	case model.KindInt, model.KindNumeric:
		out = numberNeighbours(c, v)
	case model.KindTimestamp:
		i, err := parseInstant(v.Str())
		if err != nil {
			return nil
		}
		p := c.Type.Precision
		out = instants(p, i.add(1, p), i.add(-1, p), i.add(1, 0), i.add(-1, 0), i.add(3600, 0))
	case model.KindDate:
		t, err := time.Parse(dateLayout, v.Str())
		if err != nil {
			return nil
		}
		out = family{attr.String(t.AddDate(0, 0, 1).Format(dateLayout)), attr.String(t.AddDate(0, 0, -1).Format(dateLayout))}
	case model.KindText, model.KindVarchar, model.KindChar:
		out = textNeighbours(c, v.Str())
	case model.KindULID, model.KindUUID:
		for _, f := range rawFamilies(c, nil) {
			out = append(out, f...)
		}
	case model.KindBool:
		out = family{attr.Bool(!v.Bool())}
	}
	return keep(distinct(out), func(v attr.Value) bool { return allowed(c, v) })
}

func numberNeighbours(c *model.Column, v attr.Value) family {
	r := ratOf(v.Number())
	unit := unitOf(c)
	ten := big.NewRat(10, 1)
	var out family
	for _, n := range []*big.Rat{sum(r, unit), diff(r, unit), new(big.Rat).Neg(r), new(big.Rat).Mul(r, ten)} {
		if v, err := attrNumber(n); err == nil {
			out = append(out, v)
		}
	}
	return out
}

func textNeighbours(c *model.Column, s string) family {
	var texts []string
	if len(c.Values) > 0 {
		texts = c.Values
	} else {
		texts = append(texts, strings.ToUpper(s), strings.ToLower(s), s+"#", s+"1", s+"!", s+"\x00")
		if s != "" {
			_, n := utf8.DecodeLastRuneInString(s)
			texts = append(texts, s[:len(s)-n])
		}
		for i := range texts {
			texts[i] = fit(c, texts[i])
		}
	}
	var out family
	for _, t := range texts {
		if t != s {
			out = append(out, attr.String(t))
		}
	}
	return out
}

// prefixes are beginnings of a text to ask for, the shortest of one
// character, and one that the text does not begin with.
func prefixes(s string) family {
	var out family
	for i := range s {
		if i > 0 {
			out = append(out, attr.String(s[:i]))
		}
	}
	if s != "" {
		out = append(out, attr.String(s), attr.String(s+"a"), attr.String("~"))
	}
	return out
}

// nearPrefixes are texts that a wrong reading of LIKE takes for the prefix:
// other letter case, wildcards that have to stand for themselves, nothing.
func nearPrefixes(s string) family {
	out := strs(strings.ToUpper(s), strings.ToLower(s), s+"_", s+"%", "%", "")
	if s != "" {
		_, n := utf8.DecodeRuneInString(s)
		out = append(out, strs("_"+s[n:], "%"+s[n:])...)
	}
	return out
}

// beyond are arguments that no row can have, which still have their place in
// the order of those that rows have: outside of the column's range, or with
// more fraction digits than it keeps.
func beyond(c *model.Column, v attr.Value) family {
	out := keep(offences(c), func(v attr.Value) bool { return !v.IsNull() })
	if i, err := parseInstant(v.Str()); err == nil && c.Type.Kind == model.KindTimestamp && c.Type.Precision < 9 {
		p := c.Type.Precision + 1
		out = append(out, attr.String(i.add(5, p).text(p)))
	}
	return out
}
