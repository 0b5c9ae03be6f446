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

// DefaultCodec returns the codec that gives a column's values their SQL order
// as a component of a text key, descending and with a form for NULL where
// asked for, and the longest text in bytes, 0 where there is no bound. The
// error is a *CodecError.
func DefaultCodec(col *model.Column, desc, nulls bool) (codec string, longest int, err error) {
	name, fault := orderedCodec(col, desc, nulls)
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
	return withLength(col, strings.Join(words, " "))
}

// EqualityCodec returns the codec for a column that is only ever compared by
// equality: as DefaultCodec, but a number needs no range. The error is a
// *CodecError.
func EqualityCodec(col *model.Column) (codec string, longest int, err error) {
	if lo, hi := numberRange(col); valueType(col) == attr.TypeNumber && (lo == nil || hi == nil || anyScale(col)) {
		return withLength(col, "")
	}
	return DefaultCodec(col, false, false)
}

func withLength(col *model.Column, codec string) (string, int, error) {
	c, err := NewCodec(col, codec, '#')
	if err != nil {
		return "", 0, &CodecError{model.EText, col.Name, err.Error(), "use another column"}
	}
	return codec, c.Longest(), nil
}

func orderedCodec(col *model.Column, desc, nulls bool) (string, *CodecError) {
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
	if desc {
		return refuse(model.EDir, "text of varying length has no descending form",
			"turn the direction of the other columns around, or read in ascending order")
	}
	return ifElse(col.Safe, "", "esc"), nil
}

func ifElse(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}
