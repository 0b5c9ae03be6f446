package prove

import (
	"unicode/utf8"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// The prover's own arithmetic of sizes and shares, from the model's figures.
// It is kept apart from the planner's on purpose.

// Mean sizes in bytes that are taken where the model says nothing.
const (
	meanText  = 100
	meanBytes = 256
)

// meanSize is the mean size of a stored value of a column.
func meanSize(c *model.Column) int {
	if c.Avg > 0 {
		return c.Avg
	}
	switch c.Type.Kind {
	case model.KindBool:
		return 1
	case model.KindInt, model.KindNumeric:
		return 6
	case model.KindBlob, model.KindJSON:
		return meanBytes
	}
	if most := longest(c); most > 0 && c.Type.Kind != model.KindVarchar {
		return most
	}
	if c.Type.Kind == model.KindVarchar {
		return (c.Type.Length + 1) / 2
	}
	return meanText
}

// longest is the most bytes that a stored value of a column takes, 0 where
// there is no bound.
func longest(c *model.Column) int {
	switch c.Type.Kind {
	case model.KindBool:
		return 1
	case model.KindInt, model.KindNumeric:
		return 21 // 38 digits, two in a byte, sign and exponent
	case model.KindTimestamp:
		return len("2026-05-28T19:05:33.Z") + c.Type.Precision
	case model.KindDate:
		return len(dateLayout)
	case model.KindULID:
		return 26
	case model.KindUUID:
		return 36
	case model.KindBlob:
		return c.Type.Length
	case model.KindJSON:
		return 0
	}
	if len(c.Values) > 0 {
		most := 0
		for _, v := range c.Values {
			most = max(most, len(v))
		}
		return most
	}
	return c.Type.Length * widestRune(c.Alphabet)
}

// widestRune is the most bytes that a character of an alphabet takes.
func widestRune(alphabet string) int {
	if alphabet == "" {
		return utf8.UTFMax
	}
	most := 1
	for _, r := range alphabet {
		most = max(most, utf8.RuneLen(r))
	}
	return most
}

// A measure is the size of an item or of a part of it.
type measure struct {
	mean, most int
	open       string // a column without a bound, "" where most holds
}

func (m *measure) add(name string, mean, most int, column string) {
	m.mean += len(name) + mean
	m.most += len(name) + most
	if most == 0 && m.open == "" {
		m.open = column
	}
}

// measureItem adds up names and values of the attributes of an item type that
// in lets through; nil lets all through.
func (s *subject) measureItem(it *design.ItemType, in map[string]bool) measure {
	e := s.m.Entity(it.Entity)
	var m measure
	for _, name := range sortedNames(it.Keys) {
		if in == nil || in[name] {
			mean, most, open := s.measureTemplate(e, it.Keys[name].Template)
			m.add(name, mean, most, open)
		}
	}
	for _, a := range attributesOf(e, it) {
		if _, key := it.Keys[a.Name]; key || in != nil && !in[a.Name] {
			continue
		}
		from := e
		if a.Parent != "" {
			from = s.m.Entity(a.Parent)
		}
		if c := from.Column(a.Column); c != nil {
			m.add(a.Name, meanSize(c), longest(c), c.Name)
		}
	}
	return m
}

// measureTemplate is the mean and longest text of a key template; most is 0
// and open the column where there is no bound.
func (s *subject) measureTemplate(e *model.Entity, template string) (mean, most int, open string) {
	for _, p := range pieces(template) {
		if p.column == "" {
			mean += len(p.literal)
			most += len(p.literal)
			continue
		}
		codec := codecOf(e, p, s.m.Settings.Delimiter)
		if codec == nil || codec.Longest() == 0 {
			open = p.column
			continue
		}
		most += codec.Longest()
		mean += min(codec.Longest(), max(codec.Width(), meanSize(e.Column(p.column))))
	}
	if open != "" {
		return mean + meanText, 0, open
	}
	return mean, most, ""
}

// guessedDistinct is how many different values a column is taken to have of
// which the model says nothing: few, so that a hot partition is seen rather than missed.
const guessedDistinct = 100

// largest is the most rows of an entity that agree in some columns, from the
// figures of the model: every column bounds it, and a whole key makes it one.
// Without columns it is all rows.
func (s *subject) largest(e *model.Entity, columns map[string]bool) int64 {
	n := max(e.Rows, 1)
	for _, key := range append([][]string{e.Key}, e.Unique...) {
		if covers(columns, key) {
			return 1
		}
	}
	for _, c := range e.Columns {
		if columns[c.Name] {
			n = min(n, max(1, s.agreeing(e, c)))
		}
	}
	return n
}

// agreeing is the most rows that have one value in a column.
func (s *subject) agreeing(e *model.Entity, c *model.Column) int64 {
	switch leading := len(e.Key) > 0 && e.Key[0] == c.Name; {
	case c.MaxPer > 0:
		return c.MaxPer
	case leading && e.MaxPer > 0:
		return e.MaxPer
	case c.Top > 0:
		return ceilDiv(e.Rows*c.Top, 1_000_000)
	case c.Distinct > 0:
		return ceilDiv(e.Rows, c.Distinct)
	case c.Per > 0:
		return c.Per
	case leading && e.Per > 0:
		return e.Per
	case len(c.Values) > 0:
		return ceilDiv(e.Rows, int64(len(c.Values)))
	case c.Type.Kind == model.KindBool:
		return ceilDiv(e.Rows, 2)
	case c.References != nil:
		if p := s.m.Entity(c.References.Entity); p != nil && p.Rows > 0 {
			return ceilDiv(e.Rows, p.Rows)
		}
	case c.Type.Kind == model.KindULID, c.Type.Kind == model.KindUUID:
		return 1
	case c.Computed != nil && (c.Computed.Func == "lower" || c.Computed.Func == "upper"):
		if of := e.Column(c.Computed.Column); of != nil {
			return s.agreeing(e, of)
		}
	}
	return ceilDiv(e.Rows, guessedDistinct)
}

func ceilDiv(a, b int64) int64 { return (a + b - 1) / b }

// covers says whether a set holds all names of a list that is not empty.
func covers(set map[string]bool, list []string) bool {
	for _, n := range list {
		if !set[n] {
			return false
		}
	}
	return len(list) > 0
}

// madeOf are the columns of its own row that an attribute of an item type is
// made of.
func (s *subject) madeOf(it *design.ItemType, attribute string) []string {
	var out []string
	if k, ok := it.Keys[attribute]; ok {
		for _, p := range slots(k.Template) {
			out = append(out, p.column)
		}
		return out
	}
	for _, a := range attributesOf(s.m.Entity(it.Entity), it) {
		if a.Name == attribute && a.Parent == "" {
			out = append(out, a.Column)
		}
	}
	return out
}

// carries says whether items of a type have an attribute, for some rows.
func (s *subject) carries(it *design.ItemType, attribute string) bool {
	if _, ok := it.Keys[attribute]; ok {
		return true
	}
	for _, a := range attributesOf(s.m.Entity(it.Entity), it) {
		if a.Name == attribute {
			return true
		}
	}
	return false
}

// keyColumns are the columns that a list of key attributes is made of,
// computed ones by their own names.
func (s *subject) keyColumns(it *design.ItemType, attributes []string) map[string]bool {
	out := make(map[string]bool)
	for _, a := range attributes {
		for _, c := range s.madeOf(it, a) {
			out[c] = true
		}
	}
	return out
}

// columnsOf are the declared columns that a list of key attributes is made of:
// computed ones stand for those that they are computed from.
func (s *subject) columnsOf(it *design.ItemType, attributes []string) map[string]bool {
	e := s.m.Entity(it.Entity)
	out := make(map[string]bool)
	for name := range s.keyColumns(it, attributes) {
		if c := e.Column(name); c != nil && c.Computed != nil {
			name = c.Computed.Column
		}
		out[name] = true
	}
	return out
}
