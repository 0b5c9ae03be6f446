package plan

import (
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/schema"
)

// partValue is the partition text for the ask's arguments.
func (w *requestWriter) partValue(sh keyShape) string {
	e := w.x.e
	parts := []string{literal(sh.partText)}
	for _, c := range sh.partCols {
		parts = append(parts, w.slot(c, e.codecAt(c, false, false, sh.nulls.has(c))))
	}
	return strings.Join(parts, literal(e.delimiter()))
}

// sortValue is the sort text with the first n sort columns.
func (w *requestWriter) sortValue(sh keyShape, n int) string {
	e := w.x.e
	var parts []string
	if sh.sortText != "" {
		parts = append(parts, literal(sh.sortText))
	}
	for _, c := range sh.key.sort()[:n] {
		parts = append(parts, w.slot(c, w.sortCodec(sh, c)))
	}
	return strings.Join(parts, literal(e.delimiter()))
}

func (w *requestWriter) sortCodec(sh keyShape, c col) *codec {
	return w.x.e.codecAt(c, sh.ordered.has(c), sh.key.x.has(c), sh.nulls.has(c))
}

func (w *requestWriter) textPartition(sh keyShape) {
	w.compare(sh.pk[0], "=", ":pk", "S", w.partValue(sh))
}

// equalities is how many sort columns from the left the ask binds.
func (w *requestWriter) equalities(k *key) int {
	have := w.a.eq.or(w.a.constant)
	n := 0
	for n < k.n && have.has(k.s[n]) {
		n++
	}
	return n
}

// textSort writes the condition on a text sort key. Every range is closed at
// both ends within the item type's own part of the sort key: up to the
// delimiter below, up to its successor above.
func (w *requestWriter) textSort(sh keyShape) {
	if !sh.hasSort {
		return
	}
	n := w.equalities(sh.key)
	prefix := w.sortValue(sh, n)
	name := sh.sk[0]
	if n == sh.key.n {
		if prefix != "" {
			w.compare(name, "=", ":sk", "S", prefix)
		}
		return
	}
	open := prefix
	if prefix != "" {
		open += literal(w.x.e.delimiter())
	}
	if !w.v.ranged {
		if open != "" {
			w.beginsWith(name, ":sk", "S", open)
		}
		return
	}
	w.textRange(sh, n, open, prefix)
}

// textRange writes the ask's range on sort column n.
func (w *requestWriter) textRange(sh keyShape, n int, open, prefix string) {
	e, r, c := w.x.e, w.v.sel.Range, sh.key.s[n]
	codec := w.sortCodec(sh, c)
	name, last := sh.sk[0], n == sh.key.n-1 && !sh.typed
	if r.Op == model.Prefix {
		w.beginsWith(name, ":sk", "S", open+w.operand(c, codec.text, r.Low))
		return
	}
	next := e.successor()
	lo, hi := r.Low, r.High
	above, below := r.Op == model.Greater, r.Op == model.Less // exclusive
	if sh.key.x.has(c) {
		lo, hi, above, below = hi, lo, below, above
	}
	low, high := open, prefix+next
	if prefix == "" {
		low, high = "", ""
	}
	if sh.nulls.has(c) {
		low, high = notNull(open, low, high, sh.key.x.has(c))
	}
	if lo != (model.Operand{}) {
		low = open + w.operand(c, codec.text, lo)
		if above {
			low += next
		}
	}
	if hi != (model.Operand{}) {
		spec := codec.text
		if below && last {
			spec = strings.TrimSpace(spec + " before")
		}
		high = open + w.operand(c, spec, hi)
		if !below {
			high += next
		}
	}
	switch {
	case low == "":
		w.compare(name, "<=", ":high", "S", high)
	case high == "":
		w.compare(name, ">=", ":low", "S", low)
	default:
		w.between(name, low, high)
	}
}

// notNull leaves out rows that are NULL in the range column: their form sorts
// below all others ('-'), or above ('~') where the column is inverted.
func notNull(open, low, high string, inverted bool) (string, string) {
	if inverted {
		return low, open + "}"
	}
	return open + "/", high
}

// operand writes a bound of a range.
func (w *requestWriter) operand(c col, spec string, to model.Operand) string {
	if to.Param != "" {
		return design.Slot(to.Param, spec)
	}
	return w.literalText(c, spec, to)
}

func (w *requestWriter) nativePartition(sh keyShape) {
	for _, c := range sh.partCols {
		w.native(c, "=", w.a.bind[c])
	}
}

// nativeSort writes the conditions on sort attributes that are columns.
func (w *requestWriter) nativeSort(sh keyShape) {
	n := w.equalities(sh.key)
	for _, c := range sh.key.sort()[:n] {
		w.native(c, "=", w.a.bind[c])
	}
	if !w.v.ranged {
		return
	}
	r := w.v.sel.Range
	c := sh.key.s[n]
	switch r.Op {
	case model.Between:
		name := w.attribute(w.x.e.cols[c].name)
		w.value(c, ":low", r.Low)
		w.value(c, ":high", r.High)
		w.conds = append(w.conds, name+" BETWEEN :low AND :high")
	case model.Prefix:
		w.value(c, ":prefix", r.Low)
		w.conds = append(w.conds, "begins_with("+w.attribute(w.x.e.cols[c].name)+", :prefix)")
	case model.Less, model.LessOrEqual:
		w.native(c, string(r.Op), r.High)
	default:
		w.native(c, string(r.Op), r.Low)
	}
}

// native compares a column's own attribute.
func (w *requestWriter) native(c col, op string, to model.Operand) {
	name := w.x.e.cols[c].name
	ref := ":" + placeholder(name)
	w.value(c, ref, to)
	w.conds = append(w.conds, w.attribute(name)+" "+op+" "+ref)
}

// value binds a placeholder to an argument or literal in the column's own form.
func (w *requestWriter) value(c col, ref string, to model.Operand) {
	typ := "S"
	if w.x.e.cols[c].typ == attr.TypeNumber {
		typ = "N"
	}
	w.bind(ref, typ, w.operand(c, "", to))
}

func (w *requestWriter) compare(name, op, ref, typ, text string) {
	w.bind(ref, typ, text)
	w.conds = append(w.conds, w.attribute(name)+" "+op+" "+ref)
}

func (w *requestWriter) beginsWith(name, ref, typ, text string) {
	w.bind(ref, typ, text)
	w.conds = append(w.conds, "begins_with("+w.attribute(name)+", "+ref+")")
}

func (w *requestWriter) between(name, low, high string) {
	w.bind(":low", "S", low)
	w.bind(":high", "S", high)
	w.conds = append(w.conds, w.attribute(name)+" BETWEEN :low AND :high")
}

func (w *requestWriter) bind(ref, typ, text string) {
	if w.r.ExpressionAttributeValues == nil {
		w.r.ExpressionAttributeValues = map[string]design.Operand{}
	}
	w.r.ExpressionAttributeValues[ref] = design.Operand{Type: typ, Template: text}
}

// attribute returns how an expression names an attribute: reserved words and
// odd names stand behind a placeholder.
func (w *requestWriter) attribute(name string) string {
	if name == placeholder(name) && !schema.IsReserved(name) && !(name[0] >= '0' && name[0] <= '9') && name[0] != '_' {
		return name
	}
	ref := "#" + placeholder(name)
	if w.r.ExpressionAttributeNames == nil {
		w.r.ExpressionAttributeNames = map[string]string{}
	}
	w.r.ExpressionAttributeNames[ref] = name
	return ref
}

// placeholder keeps the characters of a name that a placeholder may have.
func placeholder(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
}

func (w *requestWriter) expression() {
	w.r.KeyConditionExpression = strings.Join(w.conds, " AND ")
}
