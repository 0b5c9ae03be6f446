package api

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Encode writes a request or a response as it goes over the wire: compact
// JSON, absent members left out, no HTML escapes.
func Encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("api: encoding a %T: %w", v, err)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}
