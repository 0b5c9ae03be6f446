package partiql

import "fmt"

// Error is a ValidationException: a statement that DynamoDB refuses. Message
// is DynamoDB's own text. Pos and End are the byte offsets of the part of the
// statement that the message is about; both are 0 where it is about no single
// part.
type Error struct {
	Message  string
	Pos, End int
}

func (e *Error) Error() string { return e.Message }

// span is a part of a statement's text, in bytes.
type span struct{ pos, end int }

// refuse returns an error about no part of the text.
func refuse(format string, args ...any) error { return &Error{Message: fmt.Sprintf(format, args...)} }

// refuseAt returns an error about a part of the text.
func refuseAt(at span, format string, args ...any) error {
	return &Error{fmt.Sprintf(format, args...), at.pos, at.end}
}

// malformed returns a syntax error.
func malformed(at span, format string, args ...any) error {
	return refuseAt(at, msgSyntax+format, args...)
}
