package design

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// CodecError says that a column has no form as a component of a text key.
type CodecError struct {
	Code   model.Code // E-NORANGE, E-DIR, E-NULLORDER or E-TEXT
	Column string
	Reason string // one sentence
	Cure   string
}

func (e *CodecError) Error() string {
	return fmt.Sprintf("%s: column %s: %s; %s", e.Code, e.Column, e.Reason, e.Cure)
}

// Slot writes a slot of a template: "{rating:num desc}", "{player_id}".
func Slot(name, codec string) string { return slot(name, codec) }

// DefaultCodec is DefaultCodecFor with the usual delimiter, '#'.
func DefaultCodec(col *model.Column, desc, nulls bool) (codec string, longest int, err error) {
	return DefaultCodecFor('#', col, desc, nulls)
}

// DefaultCodecFor returns the codec that gives a column's values their SQL
// order as a component of a text key, descending and with a form for NULL
// where asked for, and the longest text in bytes, 0 where there is no bound.
// The error is a *CodecError.
func DefaultCodecFor(delim byte, col *model.Column, desc, nulls bool) (codec string, longest int, err error) {
	name, fault := orderedCodec(delim, col, desc, nulls)
	if fault != nil {
		return "", 0, fault
	}
	words := []string{}
	if name != "" {
		words = append(words, name)
	}
	if desc {
		words = append(words, "desc")
	}
	if nulls {
		words = append(words, "nulls")
	}
	return withLength(delim, col, strings.Join(words, " "))
}

// EqualityCodec is EqualityCodecFor with the usual delimiter, '#'.
func EqualityCodec(col *model.Column) (codec string, longest int, err error) {
	return EqualityCodecFor('#', col)
}

// EqualityCodecFor returns the codec for a column that is only ever compared
// by equality: as DefaultCodecFor, but a number needs no range. The error is a
// *CodecError.
func EqualityCodecFor(delim byte, col *model.Column) (codec string, longest int, err error) {
	if lo, hi := numberRange(col); valueType(col) == attr.TypeNumber && (lo == nil || hi == nil || anyScale(col)) {
		return withLength(delim, col, "")
	}
	if len(col.Values) > 0 { // the text itself, which is easier to read than a code
		return withLength(delim, col, textCodec(delim, col))
	}
	return DefaultCodecFor(delim, col, false, false)
}

func withLength(delim byte, col *model.Column, codec string) (string, int, error) {
	c, err := NewCodec(col, codec, delim)
	if err != nil {
		return "", 0, &CodecError{model.EText, col.Name, err.Error(), "use another column"}
	}
	return codec, c.Longest(), nil
}

func orderedCodec(delim byte, col *model.Column, desc, nulls bool) (string, *CodecError) {
	refuse := func(code model.Code, reason, cure string) (string, *CodecError) {
		return "", &CodecError{code, col.Name, reason, cure}
	}
	switch col.Type.Kind {
	case model.KindInt, model.KindNumeric:
		if lo, hi := numberRange(col); lo == nil || hi == nil {
			return refuse(model.ENoRange, "a number without bounds has no fixed width in a text key",
				fmt.Sprintf("add CHECK (%s BETWEEN ... AND ...)", col.Name))
		}
		if anyScale(col) {
			return refuse(model.ENoRange, "a number with any number of fraction digits has no fixed width in a text key", "declare it as numeric(p,s)")
		}
		return "num", nil
	case model.KindTimestamp:
		return ifElse(desc, "time", ""), nil
	case model.KindDate:
		return ifElse(desc, "date", ""), nil
	case model.KindBool:
		return ifElse(desc || nulls, "bool", ""), nil
	case model.KindULID, model.KindUUID:
		return "", nil
	case model.KindBlob:
		switch {
		case desc:
			return refuse(model.EDir, "a blob has no descending form in a text key", "order by another column")
		case nulls:
			return refuse(model.ENullOrder, "a blob has no form for NULL in a text key", "declare it NOT NULL")
		}
		return "", nil
	case model.KindJSON:
		return refuse(model.EText, "json has no order and no key form", "put what is asked for in a column of its own")
	}
	switch {
	case len(col.Values) > 0:
		return "enum", nil
	case desc:
		return refuse(model.EDir, "text of varying length has no descending form",
			"turn the direction of the other columns around, or read in ascending order")
	}
	return textCodec(delim, col), nil
}

// textCodec is the codec of text, in its order.
func textCodec(delim byte, col *model.Column) string {
	return ifElse(plainText{col, newEscaping(delim)}.safe(), "", "esc")
}

func ifElse(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}
