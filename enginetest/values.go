package enginetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// splitJSON splits JSON objects that stand in a row.
func splitJSON(text string) ([]string, error) {
	var out []string
	dec := json.NewDecoder(strings.NewReader(text))
	for {
		var raw json.RawMessage
		err := dec.Decode(&raw)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, string(raw))
	}
}

var repeat = regexp.MustCompile(`\$\{repeat:([^:}]+):(\d+)\}`)

// expandRepeats writes out the ${repeat:x:n} marks of a text.
func expandRepeats(text string) string {
	return repeat.ReplaceAllStringFunc(text, func(mark string) string {
		m := repeat.FindStringSubmatch(mark)
		n, err := strconv.Atoi(m[2])
		if err != nil {
			return mark
		}
		return strings.Repeat(m[1], n)
	})
}

var reference = regexp.MustCompile(`"\$\{\d+(?:\.\w+)+\}"|\$\{\d+(?:\.\w+)+\}`)

// fillReferences replaces "${2.LastEvaluatedKey}" by what response 2 had, and
// ${2.Table.TableArn} within a longer string by the text that it had.
func fillReferences(text string, responses map[int]any) (string, error) {
	var failed error
	out := reference.ReplaceAllStringFunc(text, func(mark string) string {
		path := strings.Split(strings.Trim(mark, `"${}`), ".")
		n, err := strconv.Atoi(path[0])
		if err != nil {
			failed = err
			return mark
		}
		v := responses[n]
		for _, member := range path[1:] {
			v = child(v, member)
		}
		if v == nil {
			failed = fmt.Errorf("%s: response %d has no such member", mark, n)
			return mark
		}
		enc, err := json.Marshal(v)
		if err != nil {
			failed = err
		}
		if _, isText := v.(string); isText && mark[0] != '"' {
			enc = enc[1 : len(enc)-1]
		}
		return string(enc)
	})
	return out, failed
}

func child(v any, member string) any {
	switch v := v.(type) {
	case map[string]any:
		return v[member]
	case []any:
		if i, err := strconv.Atoi(member); err == nil && i < len(v) {
			return v[i]
		}
	}
	return nil
}

// parseJSON reads a body without losing digits.
func parseJSON(text string) (any, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("not JSON: %w: %.200s", err, text)
	}
	return v, nil
}

// canonical brings a JSON value into the form in which values are compared:
// numbers reduced, sets sorted.
func canonical(v any) any {
	switch v := v.(type) {
	case json.Number:
		if r, ok := new(big.Rat).SetString(v.String()); ok {
			return r.RatString()
		}
		return v.String()
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = canonical(e)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, e := range v {
			e = canonical(e)
			if list, ok := e.([]any); ok && (name == "SS" || name == "NS" || name == "BS") && len(v) == 1 {
				sortValues(list)
			}
			out[name] = e
		}
		return out
	}
	return v
}

// sortValues orders a list by its elements' JSON text.
func sortValues(list []any) {
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(text(a), text(b)) })
}

func text(v any) string {
	enc, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(enc)
}

// matchAny gives got the "*" of want wherever that stands for any value, so
// that the rest can be compared as it is.
func matchAny(want, got any) any {
	if want == "*" && got != nil {
		return want
	}
	switch want := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return got
		}
		out := make(map[string]any, len(g))
		for name, v := range g {
			out[name] = matchAny(want[name], v)
		}
		return out
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(want) {
			return got
		}
		out := make([]any, len(g))
		for i := range g {
			out[i] = matchAny(want[i], g[i])
		}
		return out
	}
	return got
}
