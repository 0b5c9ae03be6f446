package design

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// fill returns the row with its computed columns, always computed anew: a
// value that was handed in for one is not believed.
func fill(e *model.Entity, row model.Row) (model.Row, error) {
	out := make(model.Row, len(e.Columns))
	for _, c := range e.Columns {
		v := row[c.Name]
		if c.Computed != nil {
			from := e.Column(c.Computed.Column)
			if from == nil {
				return nil, fmt.Errorf("entity %s: column %s is computed from %s, which is not there", e.Name, c.Name, c.Computed.Column)
			}
			var err error
			if v, err = compute(c, from, row[from.Name]); err != nil {
				return nil, err
			}
		}
		if !null(v) {
			out[c.Name] = v
		}
	}
	return out, nil
}

// compute is the function of a computed column. The functions are SQLite's:
// lower and upper change ASCII letters only.
func compute(c, from *model.Column, v attr.Value) (attr.Value, error) {
	if null(v) {
		return attr.Value{}, nil
	}
	n, err := normal(from, v)
	if err != nil {
		return attr.Value{}, err
	}
	switch c.Computed.Func {
	case "lower":
		return attr.String(lowerASCII(n.Str())), nil
	case "upper":
		return attr.String(upperASCII(n.Str())), nil
	case "date":
		return prefixOf(c, n, len("2026-05-28"))
	case "hour":
		return prefixOf(c, n, len("2026-05-28T19"))
	}
	return attr.Value{}, fmt.Errorf("column %s: no function %s", c.Name, c.Computed.Func)
}

// prefixOf cuts the normal form of a time.
func prefixOf(c *model.Column, v attr.Value, n int) (attr.Value, error) {
	if len(v.Str()) < n {
		return attr.Value{}, fmt.Errorf("column %s: %s of %s", c.Name, c.Computed.Func, show(v))
	}
	return attr.String(v.Str()[:n]), nil
}

func lowerASCII(s string) string { return shift(s, 'A', 'Z', 'a'-'A') }

func upperASCII(s string) string { return shift(s, 'a', 'z', -('a' - 'A')) }

func shift(s string, from, to rune, by rune) string {
	return strings.Map(func(r rune) rune {
		if from <= r && r <= to {
			return r + by
		}
		return r
	}, s)
}
