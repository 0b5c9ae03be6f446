package prove

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// simpler returns values that are easier to read than v, the easiest first.
// Each has a smaller weight, so that simplifying comes to an end.
func simpler(c *model.Column, v attr.Value) family {
	w := weight(c, v)
	return keep(distinct(simpleValues(c, v)), func(s attr.Value) bool {
		return allowed(c, s) && weight(c, s) < w
	})
}

// plainNumbers are the numbers that are easiest to read, in order. 9 and 1000
// are the pair that people know unpadded numbers by.
var plainNumbers = []string{"0", "1", "9", "1000", "2", "10", "-1", "-2", "100", "-10"}

func simpleValues(c *model.Column, v attr.Value) family {
	switch c.Type.Kind {
	case model.KindInt, model.KindNumeric:
		return numbers(plainNumbers...)
	case model.KindTimestamp:
		return simpleTimes(c, v)
	case model.KindDate:
		return strs("2026-01-01", "2026-01-02", "2026-01-03")
	case model.KindULID:
		return strs(zeros(26, "1"), zeros(26, "2"), zeros(26, "3"))
	case model.KindUUID:
		return strs("00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000002", "00000000-0000-0000-0000-000000000003")
	case model.KindBool:
		return family{attr.Bool(false)}
	case model.KindBlob:
		return family{attr.Binary(nil), attr.Binary([]byte("a"))}
	case model.KindJSON:
		return family{attr.Bool(false)}
	}
	if len(c.Values) > 0 {
		return strs(c.Values...)
	}
	return simpleTexts(c, v.Str())
}

func zeros(n int, end string) string { return strings.Repeat("0", n-len(end)) + end }

func strs(list ...string) family {
	out := make(family, len(list))
	for i, s := range list {
		out[i] = attr.String(s)
	}
	return out
}

func numbers(list ...string) family {
	var out family
	for _, s := range list {
		if v, err := attr.ParseNum(s); err == nil {
			out = append(out, v)
		}
	}
	return out
}

func simpleTimes(c *model.Column, v attr.Value) family {
	p := c.Type.Precision
	out := strs()
	for _, s := range []string{"2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"} {
		if i, err := parseInstant(s); err == nil {
			out = append(out, instants(p, i, i.add(1, p), i.add(-1, p))...)
		}
	}
	return append(out, inZone(c, v, zones[0], false))
}

func simpleTexts(c *model.Column, s string) family {
	out := strs(fit(c, "a"), fit(c, "b"), fit(c, "c"), fit(c, "1"), fit(c, ""))
	if s != "" {
		_, n := utf8.DecodeLastRuneInString(s)
		_, m := utf8.DecodeRuneInString(s)
		out = append(out, strs(fit(c, s[:len(s)/2]), s[:len(s)-n], s[m:])...)
	}
	return keep(out, func(v attr.Value) bool { return utf8.ValidString(v.Str()) })
}

// weight measures how hard a value is to read: its length, and more for what
// is not a plain letter, a sign, an offset, a part of a time that is not zero.
func weight(c *model.Column, v attr.Value) int {
	s := v.Str()
	switch c.Type.Kind {
	case model.KindInt, model.KindNumeric:
		if at := slices.Index(plainNumbers, s); at >= 0 {
			return at
		}
		return len(plainNumbers) + len(s)
	case model.KindTimestamp:
		i, err := parseInstant(s)
		if err != nil {
			return 100
		}
		w := digitsOff(i.text(c.Type.Precision), "2026-01-01T00:00:00.000000000")
		if s != i.text(c.Type.Precision) {
			w += 2
		}
		return w
	case model.KindDate:
		return digitsOff(s, "2026-01-01")
	case model.KindULID, model.KindUUID:
		return digitsOff(s, strings.Repeat("0", 36)) - strings.Count(s, "-")
	case model.KindBool:
		return int(truthNumber(v.Bool()).Num().Int64())
	case model.KindBlob:
		return len(s)
	case model.KindJSON:
		return len(rawCanonical(v))
	}
	for i, e := range c.Values {
		if e == s {
			return i
		}
	}
	return textWeight(s)
}

// digitsOff counts the places in which s is not the plainest text.
func digitsOff(s, plainest string) int {
	n := 0
	for i := range min(len(s), len(plainest)) {
		if s[i] != plainest[i] {
			n++
		}
	}
	return n
}

func textWeight(s string) int {
	if s == "" {
		return 12 // "a" and "b" are easier to see than nothing
	}
	w, before := 0, rune(0)
	for _, r := range s {
		if before != 0 && r != before {
			w++ // "axxx" is easier to read than "vvax"
		}
		before = r
		switch {
		case 'a' <= r && r <= 'c':
			w += 10 + int(r-'a')
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			w += 13
		case ' ' < r && r < 127:
			w += 15
		default:
			w += 20
		}
	}
	return w
}
