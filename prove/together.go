package prove

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// simplifyTogether changes many values in one go, where changing one alone
// would part those that belong together: it moves all timestamps towards one
// plain day, writes them all in UTC, and drops one character from all texts.
// A value that its column could not hold afterwards stays as it is.
func (m *minimiser) simplifyTogether() bool {
	better := false
	for _, change := range []func(*model.Column, attr.Value) attr.Value{inUTC, m.shift()} {
		w := m.best.world.clone()
		before := m.weighWorld(w)
		w.each(change)
		if m.weighWorld(w) < before {
			better = m.try(w) || better
		}
	}
	for _, r := range oddRunes(m.best.world) {
		w := m.best.world.clone()
		before := m.weighWorld(w)
		w.each(func(c *model.Column, v attr.Value) attr.Value {
			if !freeText(c, v) {
				return v
			}
			return ifAllowed(c, v, attr.String(strings.ReplaceAll(v.Str(), string(r), "")))
		})
		if m.weighWorld(w) < before {
			better = m.try(w) || better
		}
	}
	return better
}

// freeText says whether a value is text of any form its column's CHECKs leave:
// no time, no identity, no word of a list.
func freeText(c *model.Column, v attr.Value) bool {
	return c != nil && isText(c) && v.Type() == attr.TypeString
}

// ifAllowed returns the new value if the column may hold it, or could not hold
// the old one either.
func ifAllowed(c *model.Column, old, changed attr.Value) attr.Value {
	if allowed(c, changed) || !allowed(c, old) {
		return changed
	}
	return old
}

// weighWorld adds up the weights of all values.
func (m *minimiser) weighWorld(w *world) int {
	sum := 0
	for _, o := range m.s.occurrences(w) {
		sum += weight(o.column, o.value)
	}
	return sum
}

// isInstant says whether a value is a time of a timestamp column.
func isInstant(c *model.Column, v attr.Value) bool {
	return c != nil && c.Type.Kind == model.KindTimestamp && v.Type() == attr.TypeString && wellFormed(c, v)
}

// fraction is how many fraction digits a timestamp is written with.
func fraction(s string) int {
	_, rest, ok := strings.Cut(s, ".")
	if !ok {
		return 0
	}
	return len(rest) - len(strings.TrimLeft(rest, "0123456789"))
}

func inUTC(c *model.Column, v attr.Value) attr.Value {
	if !isInstant(c, v) {
		return v
	}
	i, _ := parseInstant(v.Str()) // it is one
	return attr.String(i.text(fraction(v.Str())))
}

// shift moves timestamps so that the whole second of the earliest is the
// start of 2026.
func (m *minimiser) shift() func(*model.Column, attr.Value) attr.Value {
	var first *instant
	m.best.world.clone().each(func(c *model.Column, v attr.Value) attr.Value {
		if isInstant(c, v) {
			if i, _ := parseInstant(v.Str()); first == nil || i.compare(*first) < 0 {
				first = &i
			}
		}
		return v
	})
	return func(c *model.Column, v attr.Value) attr.Value {
		if first == nil || !isInstant(c, v) {
			return v
		}
		start, _ := parseInstant("2026-01-01T00:00:00Z")
		i, _ := parseInstant(v.Str())
		i.sec += start.sec - first.sec
		return ifAllowed(c, v, attr.String(i.text(fraction(v.Str()))))
	}
}

// oddRunes are the characters of a world's texts that are no plain letters or
// digits, each once, in order.
func oddRunes(w *world) []rune {
	var out []rune
	w.clone().each(func(c *model.Column, v attr.Value) attr.Value {
		if freeText(c, v) {
			for _, r := range v.Str() {
				if (r < '0' || r > 'z') && !slices.Contains(out, r) {
					out = append(out, r)
				}
			}
		}
		return v
	})
	slices.Sort(out)
	return out
}
