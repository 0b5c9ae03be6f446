package attr

import "fmt"

// ValidationError says that a value breaks a rule of DynamoDB. Message is
// DynamoDB's own text, which follows "ValidationException: " on the wire.
type ValidationError struct{ Message string }

func (e *ValidationError) Error() string { return e.Message }

// SerializationError says that JSON is not of the form that DynamoDB JSON
// asks for: a number where text belongs, an unclosed brace. Message is
// DynamoDB's own text, which follows "SerializationException: " on the wire.
type SerializationError struct{ Message string }

func (e *SerializationError) Error() string { return e.Message }

// SyntaxError is the SerializationError of a text that is not JSON at all,
// for which DynamoDB has no message: this one is ours.
type SyntaxError struct {
	At   int // byte
	What string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("malformed JSON at byte %d: %s", e.At, e.What)
}

// Unwrap returns the error as a *SerializationError.
func (e *SyntaxError) Unwrap() error { return &SerializationError{e.Error()} }
