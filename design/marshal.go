package design

// The parts of a design that have a shorthand print themselves, so that
// encoding/json writes any part of a design as the file has it.

// MarshalJSON writes a single name bare.
func (names Names) MarshalJSON() ([]byte, error) { return appendFlat(nil, names.node()), nil }

// MarshalJSON writes a template without When bare.
func (k KeyTemplate) MarshalJSON() ([]byte, error) { return appendFlat(nil, k.node()), nil }

// MarshalJSON writes a column stored under its own name bare.
func (a Attribute) MarshalJSON() ([]byte, error) { return appendFlat(nil, a.node()), nil }

// MarshalJSON writes {"S": "template"}.
func (o Operand) MarshalJSON() ([]byte, error) { return appendFlat(nil, o.node()), nil }

// MarshalJSON writes a request in the order of the file.
func (q Request) MarshalJSON() ([]byte, error) { return appendFlat(nil, q.node()), nil }

// MarshalJSON writes a question in the order of the file.
func (q Question) MarshalJSON() ([]byte, error) { return appendFlat(nil, q.node()), nil }
