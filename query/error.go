package query

// Error says that a request does not fit the schema. Message is DynamoDB's
// own text, which follows "ValidationException: " on the wire.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

func fail(message string) error { return &Error{message} }

func badParameter(message string) error {
	return fail("One or more parameter values were invalid: " + message)
}
