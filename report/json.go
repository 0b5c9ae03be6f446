package report

import (
	"encoding/json"
	"io"
)

// JSON renders the report as one JSON document.
func JSON(w io.Writer, r *Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}
