package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// explainSlots looks for a codec that the values of the world defeat.
func (s *subject) explainSlots(f *finding, in *inquiry) (trap, sentence string) {
	for _, k := range s.keySlots(in) {
		values := s.valuesOf(f, k.column)
		name, _, _ := strings.Cut(k.codec, "(")
		switch kind := k.column.Type.Kind; {
		case (kind == model.KindInt || kind == model.KindNumeric) && k.text:
			trap, sentence = explainNumber(k, values)
		case kind == model.KindTimestamp && name == "local":
			trap, sentence = "local-offsets", fmt.Sprintf("%s keeps the offset it was handed in with, and texts with offsets do not sort by time", k.column.Name)
		case kind == model.KindTimestamp && name == "time" && codecPrecision(k.codec) < k.column.Type.Precision:
			trap, sentence = "timestamp-cut", fmt.Sprintf("%s is cut to %d fraction digits in the key, so instants that differ below that are equal there", k.column.Name, codecPrecision(k.codec))
		case name == "lower", name == "upper":
			trap, sentence = "folded-case", fmt.Sprintf("%s is folded to one letter case in the key, so values that differ in case are equal there", k.column.Name)
		case k.text && k.codec == "" && isText(k.column) && !k.column.Safe && slices.ContainsFunc(values, holdsDelimiter):
			trap, sentence = "delimiter-in-a-value", fmt.Sprintf("%s stands unescaped in the key, and one of its values holds a character that sorts at or below the delimiter", k.column.Name)
		}
		if trap != "" {
			return trap, sentence
		}
		if !strings.Contains(k.codec, "nulls") && !k.column.NotNull && f.rule == Rows && s.someNull(f, k.column) {
			return "null-sort-column", fmt.Sprintf("%s is NULL, so the key attribute is left out and the row has no entry in the index", k.column.Name)
		}
	}
	return "", ""
}

func explainNumber(k keySlot, values []attr.Value) (trap, sentence string) {
	var short, long, negative string
	for _, v := range values {
		s := v.Str()
		switch {
		case strings.HasPrefix(s, "-"):
			negative = s
		case short == "" || len(s) < len(short):
			short = s
		}
		if len(s) > len(long) && !strings.HasPrefix(s, "-") {
			long = s
		}
	}
	switch {
	case k.codec == "" && len(short) < len(long) && short > long:
		return "unpadded-number", fmt.Sprintf("%s ranks above %s because numbers of %s stand unpadded in the key and sort as text", short, long, k.column.Name)
	case k.codec == "" && len(short) < len(long):
		return "unpadded-number", fmt.Sprintf("numbers of %s stand unpadded in the key and sort as text: %q before %q, %q before %q", k.column.Name, "10", "9", short, long)
	case negative != "" && (k.codec == "" || k.codec[0] >= '0' && k.codec[0] <= '9'):
		return "padded-signed", fmt.Sprintf("%s is negative, and with a sign in the key of %s the greater number has the smaller text", negative, k.column.Name)
	}
	return "", ""
}

func codecPrecision(codec string) int {
	p := 0
	if _, err := fmt.Sscanf(codec, "time(%d)", &p); err != nil {
		return 9
	}
	return p
}

func holdsDelimiter(v attr.Value) bool {
	return strings.ContainsFunc(v.Str(), func(r rune) bool { return r <= '$' })
}

// valuesOf are the values of a column in the world's rows, and in the
// question's arguments.
func (s *subject) valuesOf(f *finding, c *model.Column) []attr.Value {
	var out []attr.Value
	for _, e := range s.m.Entities {
		if e.Column(c.Name) != c {
			continue
		}
		for _, row := range f.truth.rows[e] {
			if v := row[c.Name]; !v.IsZero() {
				out = append(out, v)
			}
		}
	}
	for _, stmt := range f.ask.of.q.Statements {
		for _, u := range f.ask.of.uses[stmt] {
			if f.ask.of.columnOf(u) == c {
				out = append(out, f.ask.args[u.param])
			}
		}
	}
	return out
}

func (s *subject) someNull(f *finding, c *model.Column) bool {
	for _, e := range s.m.Entities {
		if e.Column(c.Name) == c && slices.ContainsFunc(f.truth.rows[e], func(r model.Row) bool { return r[c.Name].IsZero() }) {
			return true
		}
	}
	return false
}

// explainRows looks for a condition that is wider or narrower than what is
// asked.
func (s *subject) explainRows(f *finding, in *inquiry) (trap, sentence string) {
	for i, sel := range in.q.Selects {
		for _, eq := range sel.Eq {
			arg := f.ask.args[eq.Param].Str()
			for _, row := range f.truth.rows[sel.Entity] {
				if v := row[eq.Column].Str(); f.rule == Rows && len(f.got) > len(f.expected) && v != arg && arg != "" && strings.HasPrefix(v, arg) {
					return "id-prefix-without-delimiter", fmt.Sprintf("%s begins with %s, and the prefix asked for does not end in a delimiter", quote(v), quote(arg))
				}
			}
		}
		if r := sel.Range; r != nil && (r.Op == model.Between || r.Op == model.LessOrEqual) && len(f.got) < len(f.expected) {
			return "between-without-tail-bound", fmt.Sprintf("the upper bound is the beginning of the keys with that %s, so rows exactly at the bound lie above it", r.Column)
		}
		if trap, sentence := s.explainSparse(f, in, i); trap != "" {
			return trap, sentence
		}
	}
	return "", ""
}

// explainSparse looks for rows that have no entry in the index because a key
// is there only for some rows.
func (s *subject) explainSparse(f *finding, in *inquiry, at int) (trap, sentence string) {
	x := indexOf(s.table(in.d.Request.TableName), in.d.Request.IndexName)
	if x == nil || len(f.got) >= len(f.expected) {
		return "", ""
	}
	for _, name := range in.d.Items {
		it := s.item(name)
		for _, n := range names(x.Key) {
			if k := it.Keys[n]; k.When != "" && it.Entity == in.q.Selects[at].Entity.Name {
				return "sparse-index-for-all-rows", fmt.Sprintf("index %s holds only rows with %s, and the question asks for others too", x.Name, k.When)
			}
		}
	}
	return "", ""
}

// explainAnswer looks at the answer as a whole.
func (s *subject) explainAnswer(f *finding, in *inquiry) (trap, sentence string) {
	if ob := s.need(in, s.table(in.d.Request.TableName), indexOf(s.table(in.d.Request.TableName), in.d.Request.IndexName)); !ob.Held {
		return "attribute-not-projected", ob.Detail
	}
	if f.rule == Order && !s.orderInKey(in) {
		return "order-by-part-of-the-key", "ORDER BY names columns that are not in the key, so rows come in whatever order they are stored in"
	}
	back := slices.Clone(f.got)
	slices.Reverse(back)
	if f.rule == Order && len(back) > 1 && (slices.Equal(back, f.expected) || f.ask.limit > 0) {
		return "wrong-direction", "the key is read in the other direction than ORDER BY asks"
	}
	return "", ""
}

// orderInKey says whether the key that a question reads by is made of all its
// ORDER BY columns.
func (s *subject) orderInKey(in *inquiry) bool {
	have := make(map[string]bool)
	for _, k := range s.keySlots(in) {
		have[k.column.Name] = true
	}
	t := s.table(in.d.Request.TableName)
	key := t.Key
	if x := indexOf(t, in.d.Request.IndexName); x != nil {
		key = x.Key
	}
	for _, name := range in.d.Items {
		for c := range s.columnsOf(s.item(name), names(key)) {
			have[c] = true
		}
	}
	for _, sel := range in.q.Selects {
		for _, o := range sel.Order {
			if !have[o.Column] {
				return false
			}
		}
	}
	return true
}
