package design

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// part is a piece of a template: a literal, or a slot with a name and a codec.
type part struct {
	literal string
	name    string // "" for a literal
	codec   string
}

// parseTemplate reads literal text with {name} and {name:codec} slots; {{ and
// }} stand for braces. Literals that touch are one part, empty ones are none.
func parseTemplate(src string) ([]part, error) {
	if !utf8.ValidString(src) {
		return nil, fmt.Errorf("template %q is not valid UTF-8", src)
	}
	var parts []part
	var literal strings.Builder
	flush := func() {
		if literal.Len() > 0 {
			parts = append(parts, part{literal: literal.String()})
			literal.Reset()
		}
	}
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case (c == '{' || c == '}') && i+1 < len(src) && src[i+1] == c:
			literal.WriteByte(c)
			i++
		case c == '}':
			return nil, fmt.Errorf("template %q: '}' at character %d closes nothing; write }} for a brace", src, column(src, i))
		case c == '{':
			end := strings.IndexByte(src[i:], '}')
			if end < 0 {
				return nil, fmt.Errorf("template %q: the slot at character %d is not closed; write {{ for a brace", src, column(src, i))
			}
			slot, err := parseSlot(src[i+1 : i+end])
			if err != nil {
				return nil, fmt.Errorf("template %q: the slot at character %d %w", src, column(src, i), err)
			}
			flush()
			parts = append(parts, slot)
			i += end
		default:
			literal.WriteByte(c)
		}
	}
	flush()
	return parts, nil
}

// column counts characters up to a byte offset, from 1.
func column(src string, at int) int { return utf8.RuneCountInString(src[:at]) + 1 }

func parseSlot(s string) (part, error) {
	name, codec, given := strings.Cut(s, ":")
	name, codec = strings.TrimSpace(name), strings.TrimSpace(codec)
	switch {
	case name == "":
		return part{}, fmt.Errorf("has no name")
	case strings.ContainsAny(s, "{"):
		return part{}, fmt.Errorf("holds '{'; close it first")
	case strings.ContainsFunc(name, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r < utf8.RuneSelf
	}):
		return part{}, fmt.Errorf("is named %q; a name has letters, digits and underscores", name)
	case given && codec == "":
		return part{}, fmt.Errorf("has a ':' but no codec after it")
	}
	return part{name: name, codec: codec}, nil
}

// quoteLiteral writes text so that a template reads it back as a literal.
func quoteLiteral(s string) string {
	return strings.NewReplacer("{", "{{", "}", "}}").Replace(s)
}

// slot writes a slot for a column or parameter.
func slot(name, codec string) string {
	if codec == "" {
		return "{" + name + "}"
	}
	return "{" + name + ":" + codec + "}"
}

// formatTemplate prints parts in canonical form.
func formatTemplate(parts []part) string {
	var b strings.Builder
	for _, p := range parts {
		if p.name == "" {
			b.WriteString(quoteLiteral(p.literal))
			continue
		}
		b.WriteString(slot(p.name, p.codec))
	}
	return b.String()
}
