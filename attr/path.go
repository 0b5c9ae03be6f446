package attr

import (
	"strconv"
	"strings"
)

// Step is one step of a document path: into a map by name, or into a list by
// index.
type Step struct {
	Name  string
	Index int // -1 for a step by name
}

// Path names a place in an item: a top-level attribute's name, then any
// number of steps.
type Path []Step

// String prints the path as expressions write it: info.rating[2].
func (p Path) String() string {
	var b strings.Builder
	for i, s := range p {
		switch {
		case s.Index >= 0:
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(s.Index))
			b.WriteByte(']')
		case i > 0:
			b.WriteByte('.')
			fallthrough
		default:
			b.WriteString(s.Name)
		}
	}
	return b.String()
}

// At returns the value at a path, the zero Value where there is none.
func (it Item) At(p Path) Value {
	if len(p) == 0 || p[0].Index >= 0 {
		return Value{}
	}
	v := it.Get(p[0].Name)
	for _, s := range p[1:] {
		switch {
		case s.Index < 0:
			v = v.Item().Get(s.Name)
		case v.typ == TypeList && s.Index < len(v.Elems()):
			v = v.Elems()[s.Index]
		default:
			return Value{}
		}
	}
	return v
}
