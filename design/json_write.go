package design

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// lineWidth is how long a line may get before an object or a list is spread
// over several lines.
const lineWidth = 100

// appendNode prints a value. What fits on the rest of its line stays on it, as
// a person would write it; the document itself is always spread.
func appendNode(dst []byte, n *node, indent, used int) []byte {
	flat := appendFlat(nil, n)
	if len(n.list)+len(n.members) == 0 || indent > 0 && used+utf8.RuneCount(flat) <= lineWidth {
		return append(dst, flat...)
	}
	pad := strings.Repeat("  ", indent+1)
	dst = append(dst, byte(n.kind))
	for i, m := range n.members {
		dst = append(append(separate(dst, i), '\n'), pad...)
		name := append(appendString(nil, m.name), ": "...)
		dst = append(dst, name...)
		dst = appendNode(dst, m.value, indent+1, len(pad)+len(name)+1)
	}
	for i, e := range n.list {
		dst = append(append(separate(dst, i), '\n'), pad...)
		dst = appendNode(dst, e, indent+1, len(pad)+1)
	}
	dst = append(append(dst, '\n'), pad[2:]...)
	return append(dst, byte(n.kind)+2) // '{' + 2 is '}', '[' + 2 is ']'
}

func separate(dst []byte, i int) []byte {
	if i > 0 {
		return append(dst, ',')
	}
	return dst
}

func appendFlat(dst []byte, n *node) []byte {
	switch n.kind {
	case stringNode:
		return appendString(dst, n.text)
	case numberNode, wordNode:
		return append(dst, n.text...)
	}
	dst = append(dst, byte(n.kind))
	for i, m := range n.members {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(appendString(dst, m.name), ": "...)
		dst = appendFlat(dst, m.value)
	}
	for i, e := range n.list {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendFlat(dst, e)
	}
	return append(dst, byte(n.kind)+2)
}

// appendString quotes without the HTML escapes that encoding/json adds: '<'
// and '&' are common in expressions.
func appendString(dst []byte, s string) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("design: a string does not encode: " + err.Error())
	}
	return append(dst, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}
