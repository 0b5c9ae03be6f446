package attr

// JSONReader reads JSON in one pass, for formats that hold attribute values
// among other things: the requests of the API. Strings without escapes are
// parts of one copy of the text. Its errors are those of
// Value.UnmarshalJSON: a *SyntaxError where the text is not JSON.
type JSONReader struct{ d decoder }

// NewJSONReader returns a reader of a copy of src.
func NewJSONReader(src []byte) *JSONReader {
	return &JSONReader{decoder{scanner{src: string(src)}}}
}

// Peek skips white space and returns the byte that the next value begins
// with, 0 at the end of the text.
func (r *JSONReader) Peek() byte { return r.d.peek() }

// Null reads null if it comes next.
func (r *JSONReader) Null() bool { return r.d.null() }

// Object reads an object and calls field after each name; field reads the
// value.
func (r *JSONReader) Object(field func(name string) error) error { return r.d.object(field) }

// Array reads an array and calls elem where each element begins; elem reads
// it.
func (r *JSONReader) Array(elem func() error) error { return r.d.array(elem) }

// Text reads a string, which comes next.
func (r *JSONReader) Text() (string, error) { return r.d.text() }

// Number reads a number and returns its text.
func (r *JSONReader) Number() (string, error) { return r.d.number() }

// Word reads true, false or null and returns it.
func (r *JSONReader) Word() (string, error) { return r.d.word() }

// Skip reads over a value of any kind.
func (r *JSONReader) Skip() error { return r.d.skip(0) }

// Item reads an item of DynamoDB JSON as Item.UnmarshalJSON does, but for
// null.
func (r *JSONReader) Item() (Item, error) { return r.d.attributes(1) }

// Value reads an attribute value as Value.UnmarshalJSON does.
func (r *JSONReader) Value() (Value, error) { return r.d.value(1) }

// End checks that nothing but white space is left.
func (r *JSONReader) End() error { return r.d.end() }
