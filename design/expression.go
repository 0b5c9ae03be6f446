package design

import (
	"maps"
	"regexp"
	"strconv"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// phrase collects the placeholders of one request's expressions.
type phrase struct {
	names  api.Names
	values api.Values
}

func (p *phrase) clone() phrase { return phrase{maps.Clone(p.names), maps.Clone(p.values)} }

// plainName is what an expression may say without a placeholder (source:
// "Expression attribute names (aliases)").
var plainName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// name returns how the expression refers to an attribute.
func (p *phrase) name(attribute string) string {
	if plainName.MatchString(attribute) && !schema.IsReserved(attribute) {
		return attribute
	}
	if p.names == nil {
		p.names = api.Names{}
	}
	ref := "#" + placeholder(attribute)
	for p.names[ref] != "" && p.names[ref] != attribute {
		ref += "_"
	}
	p.names[ref] = attribute
	return ref
}

// value returns a placeholder for a value, named after what it is for.
func (p *phrase) value(purpose string, v attr.Value) string {
	if p.values == nil {
		p.values = api.Values{}
	}
	ref := ":" + placeholder(purpose)
	for base, n := ref, 2; ; n++ {
		if old, taken := p.values[ref]; !taken || attr.Equal(old, v) {
			break
		}
		ref = base + strconv.Itoa(n)
	}
	p.values[ref] = v
	return ref
}

var oddCharacters = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// placeholder makes a placeholder's name of an attribute's.
func placeholder(s string) string {
	if s = oddCharacters.ReplaceAllString(s, "_"); s == "" {
		return "_"
	}
	return s
}
