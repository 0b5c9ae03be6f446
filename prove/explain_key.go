package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// explainSlots looks for a codec that the values of a finding defeat.
func (s *subject) explainSlots(f *finding, in *inquiry) (trap, sentence string) {
	for _, k := range s.keySlots(in) {
		if !k.text {
			continue
		}
		values := s.valuesOf(f, k)
		switch name, _ := codecName(k.codec); {
		case k.column.Type.Kind == model.KindInt || k.column.Type.Kind == model.KindNumeric:
			trap, sentence = s.explainNumber(k, values)
		case name == "local":
			trap, sentence = explainOffsets(f, k)
		case k.column.Type.Kind == model.KindTimestamp && name == "time":
			trap, sentence = explainCut(k, values)
		case name == "lower", name == "upper":
			trap, sentence = explainFolded(k, name, values)
		case name == "" && len(k.column.Values) > 0:
			trap, sentence = s.explainEnum(k, values)
		case name == "" && !k.alone && isText(k.column) && !k.column.Safe && slices.ContainsFunc(values, holdsDelimiter):
			trap, sentence = "delimiter-in-a-value", fmt.Sprintf("%s stands unescaped in the key, and one of its values holds a character that sorts at or below the delimiter", k.column.Name)
		}
		if trap != "" {
			return trap, sentence
		}
	}
	return "", ""
}

// misplaced finds two values whose texts in the key are in another order than
// the values themselves, the one that should be the lower first.
func (s *subject) misplaced(k keySlot, values []attr.Value) (low, high attr.Value, found bool) {
	var e *model.Entity
	for _, x := range s.m.Entities {
		if x.Column(k.column.Name) == k.column {
			e = x
		}
	}
	codec := codecOf(e, k.piece, s.m.Settings.Delimiter)
	if codec == nil {
		return low, high, false
	}
	for _, x := range values {
		for _, y := range values {
			a, err := codec.EncodeArg(x)
			b, bad := codec.EncodeArg(y)
			v, no := columnVal(k.column, x)
			w, nor := columnVal(k.column, y)
			if err != nil || bad != nil || no != nil || nor != nil || v.kind == kindNull || w.kind == kindNull {
				continue
			}
			order, err := compareVals(v, w)
			if err == nil && order < 0 && (a >= b) != k.descending() {
				return x, y, true
			}
		}
	}
	return low, high, false
}

func (s *subject) explainNumber(k keySlot, values []attr.Value) (trap, sentence string) {
	low, high, found := s.misplaced(k, values)
	if !found {
		return "", ""
	}
	column, name := k.column.Name, strings.TrimLeft(k.codec, "0123456789")
	switch {
	case name != "":
		return "", "" // a codec with a range is in order
	case strings.HasPrefix(low.Str(), "-"):
		return "padded-signed", fmt.Sprintf("%s ranks above %s because numbers of %s stand in the key with their sign, and of negative numbers the greater one has the smaller text", low.Str(), high.Str(), column)
	case k.codec == "":
		return "unpadded-number", fmt.Sprintf("%s ranks above %s because numbers of %s stand unpadded in the key and sort as text", low.Str(), high.Str(), column)
	}
	return "padded-too-short", fmt.Sprintf("%s ranks above %s because %s has more digits than its padding in the key", low.Str(), high.Str(), column)
}

func explainOffsets(f *finding, k keySlot) (trap, sentence string) {
	for _, s := range handedIn(f, k.column) {
		i, err := parseInstant(s)
		switch {
		case err != nil:
		case i.text(fraction(s)) != s:
			return "local-offsets", fmt.Sprintf("%s keeps the offset it was handed in with, and texts with offsets do not sort by time", k.column.Name)
		case i.text(k.column.Type.Precision) != s:
			return "local-offsets", fmt.Sprintf("%s keeps the fraction digits it was handed in with, so one instant has several texts", k.column.Name)
		}
	}
	return "", ""
}

func explainCut(k keySlot, values []attr.Value) (trap, sentence string) {
	p := codecPrecision(k.codec)
	for _, x := range values {
		for _, y := range values {
			i, err := parseInstant(x.Str())
			j, bad := parseInstant(y.Str())
			if err == nil && bad == nil && i != j && i.cut(p) == j.cut(p) {
				return "timestamp-cut", fmt.Sprintf("%s is cut to %d fraction digits in the key, so instants that differ below that are equal there", k.column.Name, p)
			}
		}
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

func explainFolded(k keySlot, name string, values []attr.Value) (trap, sentence string) {
	fold := strings.ToLower
	if name == "upper" {
		fold = strings.ToUpper
	}
	if !slices.ContainsFunc(values, func(v attr.Value) bool { return fold(v.Str()) != v.Str() }) {
		return "", ""
	}
	return "folded-case", fmt.Sprintf("%s is folded to one letter case in the key, so values that differ in case are equal there", k.column.Name)
}

// explainEnum looks for words whose declared order is not that of the
// alphabet.
func (s *subject) explainEnum(k keySlot, values []attr.Value) (trap, sentence string) {
	low, high, found := s.misplaced(k, values)
	if !found {
		return "", ""
	}
	return "enum-as-text", fmt.Sprintf("%s stands as text in the key, where %s comes after %s: the declared order needs the codec enum", k.column.Name, quote(low.Str()), quote(high.Str()))
}

func holdsDelimiter(v attr.Value) bool {
	return strings.ContainsFunc(v.Str(), func(r rune) bool { return r <= '$' })
}
