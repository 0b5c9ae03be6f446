package prove

import (
	"strings"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// A piece is a part of a key template: a literal, or the slot of a column with
// its codec as written.
type piece struct {
	literal string
	column  string // "" for a literal
	codec   string
}

// pieces reads a template that Bind has accepted.
func pieces(template string) []piece {
	var out []piece
	var literal strings.Builder
	flush := func() {
		if literal.Len() > 0 {
			out = append(out, piece{literal: literal.String()})
			literal.Reset()
		}
	}
	for i := 0; i < len(template); i++ {
		c := template[i]
		end := strings.IndexByte(template[i:], '}')
		switch {
		case (c == '{' || c == '}') && i+1 < len(template) && template[i+1] == c:
			literal.WriteByte(c)
			i++
		case c == '{' && end > 0:
			flush()
			name, codec, _ := strings.Cut(template[i+1:i+end], ":")
			out = append(out, piece{column: strings.TrimSpace(name), codec: strings.TrimSpace(codec)})
			i += end
		default:
			literal.WriteByte(c)
		}
	}
	flush()
	return out
}

// slots returns the pieces of a template that are columns.
func slots(template string) []piece {
	var out []piece
	for _, p := range pieces(template) {
		if p.column != "" {
			out = append(out, p)
		}
	}
	return out
}

// codecOf compiles the codec of a piece; nil for a literal and for a column
// that is not the entity's.
func codecOf(e *model.Entity, p piece, delimiter string) *design.Codec {
	c := e.Column(p.column)
	if p.column == "" || c == nil || delimiter == "" {
		return nil
	}
	codec, err := design.NewCodec(c, p.codec, delimiter[0])
	if err != nil {
		return nil
	}
	return codec
}

// literals are the fixed texts of all key templates of a design, each once, in
// the order of item types and attribute names. Values may imitate them.
func literals(d *design.Design) []string {
	var out []string
	seen := make(map[string]bool)
	for _, it := range d.Items {
		for _, name := range sortedNames(it.Keys) {
			for _, p := range pieces(it.Keys[name].Template) {
				if p.literal != "" && !seen[p.literal] {
					seen[p.literal] = true
					out = append(out, p.literal)
				}
			}
		}
	}
	return out
}
