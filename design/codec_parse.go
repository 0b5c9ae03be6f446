package design

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// codecNames are the codecs that a slot may name, besides a width like 05.
var codecNames = []string{
	"bool", "date", "desc", "enum", "epoch", "esc", "hex", "local", "lower", "neg", "num", "nulls", "shard", "time", "upper",
}

// codecCall is a codec as written: name(args) and the options after it.
type codecCall struct {
	name   string
	args   []string
	desc   bool
	nulls  bool
	before bool
}

// parseCodec reads "num(0,9999) desc nulls".
func parseCodec(spec string) (call codecCall, err error) {
	head, tail := strings.TrimSpace(spec), ""
	if i := strings.IndexByte(head, '('); i >= 0 {
		j := strings.IndexByte(head, ')')
		if j < i {
			return call, fmt.Errorf("codec %q: ')' is missing", spec)
		}
		for _, a := range strings.Split(head[i+1:j], ",") {
			call.args = append(call.args, strings.TrimSpace(a))
		}
		call.name, tail = strings.TrimSpace(head[:i]), head[j+1:]
	} else {
		call.name, tail, _ = strings.Cut(head, " ")
	}
	words := strings.Fields(tail)
	if slices.Contains([]string{"desc", "nulls", "before"}, call.name) && call.args == nil {
		words, call.name = append([]string{call.name}, words...), ""
	}
	for _, w := range words {
		switch w {
		case "desc":
			call.desc = true
		case "nulls":
			call.nulls = true
		case "before":
			call.before = true
		default:
			return call, fmt.Errorf("codec %q: unknown option %q%s", spec, w, hint(w, []string{"desc", "nulls", "before"}))
		}
	}
	return call, nil
}

// String prints the call in its canonical form.
func (c codecCall) String() string {
	parts := []string{}
	if c.name != "" {
		head := c.name
		if len(c.args) > 0 {
			head += "(" + strings.Join(c.args, ",") + ")"
		}
		parts = append(parts, head)
	}
	for _, o := range []struct {
		on   bool
		word string
	}{{c.desc, "desc"}, {c.nulls, "nulls"}, {c.before, "before"}} {
		if o.on {
			parts = append(parts, o.word)
		}
	}
	return strings.Join(parts, " ")
}

// NewCodec compiles a codec for a column. delim is the delimiter between the
// components of a text key, '#' as a rule. The error says what is wrong with
// the codec or why it does not fit the column.
func NewCodec(col *model.Column, spec string, delim byte) (*Codec, error) {
	call, err := parseCodec(spec)
	if err != nil {
		return nil, err
	}
	s, err := newScheme(col, call, delim)
	if err != nil {
		return nil, fmt.Errorf("column %s: %w", col.Name, err)
	}
	c := &Codec{spec: call.String(), column: col, scheme: s, traits: s.traits(), nulls: call.nulls, before: call.before, delim: delim}
	switch t := c.traits; {
	case call.desc && !t.descending:
		return nil, fmt.Errorf("column %s: %s has no descending form; %s", col.Name, describeCodec(col, call.name), descCure(col))
	case call.nulls && t.width == 0 && valueType(col) != attr.TypeString:
		return nil, fmt.Errorf("column %s: %s has no form for NULL; a codec of fixed width has one, as num or bool", col.Name, describeCodec(col, call.name))
	case call.nulls && t.numberOnly:
		return nil, fmt.Errorf("column %s: a number attribute has no form for NULL", col.Name)
	case call.before && t.numberOnly:
		return nil, fmt.Errorf("column %s: \"before\" is for text keys; a number attribute knows <", col.Name)
	}
	return c, nil
}

func descCure(col *model.Column) string {
	switch valueType(col) {
	case attr.TypeNumber:
		return "use num desc in a text key, or neg in a number attribute"
	case attr.TypeBool:
		return "use bool desc"
	}
	if col.Type.Kind == model.KindTimestamp {
		return "use time desc"
	}
	return "only text of one length over a known alphabet (ulid, uuid, date) has one"
}

// noArgs refuses arguments of a codec that takes none.
func (c codecCall) noArgs() error {
	if len(c.args) > 0 {
		return fmt.Errorf("codec %s takes no arguments", c.name)
	}
	return nil
}

// newScheme finds the scheme of a call for a column.
func newScheme(col *model.Column, call codecCall, delim byte) (scheme, error) {
	if col.Type.Kind == model.KindJSON {
		return nil, fmt.Errorf("json has no order and no key form")
	}
	if width, err := strconv.Atoi(call.name); err == nil && strings.HasPrefix(call.name, "0") {
		return newPadded(col, width)
	}
	switch call.name {
	case "num":
		return newRanged(col, call)
	case "time":
		return newTime(col, call)
	case "shard":
		return newShard(col, call)
	}
	if err := call.noArgs(); err != nil && call.name != "epoch" {
		return nil, err
	}
	switch call.name {
	case "":
		return newPlain(col, call, delim)
	case "esc":
		return newEscaped(col, delim)
	case "lower", "upper":
		return newFolded(col, call.name)
	case "enum":
		return newEnum(col, call)
	case "bool":
		return newBoolDigit(col, call)
	case "date":
		return newDate(col, call)
	case "local":
		return newLocal(col)
	case "neg":
		return newNegative(col, call)
	case "epoch":
		return newEpoch(col, call)
	case "hex":
		return newHex(col)
	}
	return nil, fmt.Errorf("unknown codec %q%s", call.name, hint(call.name, codecNames))
}

// wants refuses a codec for a column of another kind.
func wants(col *model.Column, codec string, kinds ...model.Kind) error {
	if slices.Contains(kinds, col.Type.Kind) {
		return nil
	}
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	return fmt.Errorf("codec %s is for %s, not for %s", codec, strings.Join(names, ", "), col.Type.Kind)
}

// newPlain is the scheme of a slot without a codec.
func newPlain(col *model.Column, call codecCall, delim byte) (scheme, error) {
	switch col.Type.Kind {
	case model.KindInt, model.KindNumeric:
		return plainNumber{col}, nil
	case model.KindTimestamp:
		call.args = nil
		return newTime(col, call)
	case model.KindDate:
		return newDate(col, call)
	case model.KindBool:
		return plainBool{}, nil
	case model.KindBlob:
		return hexBytes{}, nil
	case model.KindULID:
		if call.desc {
			return inverted{col, crockford, 26}, nil
		}
	case model.KindUUID:
		if call.desc {
			return inverted{col, hexDigits, 36}, nil
		}
	}
	return plainText{col, newEscaping(delim)}, nil
}
