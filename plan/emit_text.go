package plan

import (
	"strings"

	"github.com/keywright/keywright/design"
)

// literal writes text so that a template reads it back.
func literal(s string) string { return strings.NewReplacer("{", "{{", "}", "}}").Replace(s) }

// partText is the template of a partition key: a prefix and the columns.
func (e *entity) partText(prefix string, cols []col, nulls colset) string {
	parts := []string{literal(prefix)}
	for _, c := range cols {
		parts = append(parts, design.Slot(e.cols[c].name, e.codecAt(c, false, false, nulls.has(c)).text))
	}
	return strings.Join(parts, literal(e.delimiter()))
}

// sortText is the template of a sort key: a prefix (which may be empty) and
// the sort columns.
func (e *entity) sortText(prefix string, k *key, ordered, nulls colset) string {
	var parts []string
	if prefix != "" {
		parts = append(parts, literal(prefix))
	}
	for _, c := range k.sort() {
		parts = append(parts, design.Slot(e.cols[c].name, e.codecAt(c, ordered.has(c), k.x.has(c), nulls.has(c)).text))
	}
	return strings.Join(parts, literal(e.delimiter()))
}
