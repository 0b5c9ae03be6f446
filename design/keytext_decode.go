package design

import (
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// read matches a value against the template and returns what its slots say,
// NULL as the zero Value. ok is false where the value cannot come from the
// template. Where texts of open length stand side by side, or a value holds
// the literal after it, the first way to read it counts: escaped and
// fixed-width text has one way only.
func (k *keyText) read(v attr.Value) (row model.Row, ok bool) {
	if v.Type() != k.typ {
		return nil, false
	}
	if k.typ == attr.TypeNumber {
		return k.readNumber(v)
	}
	if len(k.parts) > 0 && !strings.HasPrefix(v.Str(), k.parts[0].literal) {
		return nil, false // most templates of a table differ here
	}
	row = model.Row{}
	return row, k.match(v.Str(), 0, row)
}

// readNumber restores the leading zeros that a number loses.
func (k *keyText) readNumber(v attr.Value) (model.Row, bool) {
	p := k.parts[0]
	if p.codec == nil {
		n, err := attr.ParseNumber(p.literal)
		return model.Row{}, err == nil && n == v.Number()
	}
	s := v.Str()
	if w := p.codec.Width(); w > len(s) && !strings.HasPrefix(s, "-") {
		s = strings.Repeat("0", w-len(s)) + s
	}
	x, err := p.codec.Decode(s)
	return model.Row{p.name: x}, err == nil
}

func (k *keyText) match(s string, i int, row model.Row) bool {
	if i == len(k.parts) {
		return s == ""
	}
	p := k.parts[i]
	if p.codec == nil {
		rest, ok := strings.CutPrefix(s, p.literal)
		return ok && k.match(rest, i+1, row)
	}
	if i+1 == len(k.parts) {
		return k.take(s, len(s), i, row)
	}
	if w := p.codec.Width(); w > 0 {
		return w <= len(s) && k.take(s, w, i, row)
	}
	next := k.parts[i+1]
	for end := 0; end <= len(s); end++ {
		if next.codec == nil {
			j := strings.Index(s[end:], next.literal)
			if j < 0 {
				return false
			}
			end += j
		}
		if k.take(s, end, i, row) {
			return true
		}
	}
	return false
}

// take reads the slot i from the first n bytes of s and goes on behind them.
func (k *keyText) take(s string, n, i int, row model.Row) bool {
	p := k.parts[i]
	v, err := p.codec.Decode(s[:n])
	if err != nil {
		return false
	}
	if _, ok := p.codec.scheme.(shardOf); ok { // nothing of the column is in it
		return k.match(s[n:], i+1, row)
	}
	before, again := row[p.name]
	if again && !attr.Equal(before, v) {
		return false
	}
	row[p.name] = v
	if k.match(s[n:], i+1, row) {
		return true
	}
	if !again {
		delete(row, p.name)
	}
	return false
}
