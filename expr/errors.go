package expr

import (
	"errors"
	"fmt"

	"github.com/keywright/keywright/attr"
)

// Error is a ValidationException: an expression that DynamoDB refuses, or an
// update that cannot be applied to an item. Message is DynamoDB's own text.
// Pos and End are the byte offsets of the part of the expression that the
// message is about; both are 0 where it is about no single part.
type Error struct {
	Message  string
	Pos, End int
}

func (e *Error) Error() string { return e.Message }

// span is a part of an expression's text, in bytes.
type span struct{ pos, end int32 }

// invalid returns the error "Invalid <kind>: <message>", or without the prefix
// for a part of a statement.
func invalid(kind Kind, at span, format string, args ...any) error {
	if kind == KindStatement {
		return refuseAt(at, format, args...)
	}
	return &Error{
		Message: "Invalid " + kind.String() + ": " + fmt.Sprintf(format, args...),
		Pos:     int(at.pos),
		End:     int(at.end),
	}
}

// refuse returns an error whose message has no prefix.
func refuse(format string, args ...any) error {
	return &Error{Message: fmt.Sprintf(format, args...)}
}

// refuseAt is refuse for a part of the expression.
func refuseAt(at span, format string, args ...any) error {
	return &Error{Message: fmt.Sprintf(format, args...), Pos: int(at.pos), End: int(at.end)}
}

// asError turns a fault of arithmetic into this package's error: the message
// is the same, but callers have one type to look for.
func asError(err error) error {
	var fault *attr.ValidationError
	if errors.As(err, &fault) {
		return &Error{Message: fault.Message}
	}
	return err
}
