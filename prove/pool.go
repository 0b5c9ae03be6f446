package prove

import (
	"regexp"
	"time"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// A family is a handful of values of one column that lie close to each other
// in a way that breaks encodings: 9 10 11, "a" "ab" "a#", one instant in two
// precisions. A world takes the values of a column from one or two families,
// so that neighbours meet, ties are many and joins find partners.
type family []attr.Value

// families returns the families of a column, each of values that the column
// may hold. literals are the fixed texts of the design's key templates, which
// a value may imitate.
func families(c *model.Column, literals []string) []family {
	var out []family
	for _, f := range rawFamilies(c, literals) {
		f = distinct(keep(f, func(v attr.Value) bool { return allowed(c, v) }))
		if len(f) > 0 {
			out = append(out, f)
		}
	}
	return out
}

func rawFamilies(c *model.Column, literals []string) []family {
	switch c.Type.Kind {
	case model.KindInt, model.KindNumeric:
		return numberFamilies(c)
	case model.KindTimestamp:
		return timestampFamilies(c)
	case model.KindDate:
		return dateFamilies(c)
	case model.KindBool:
		return []family{{attr.Bool(false), attr.Bool(true)}}
	case model.KindBlob:
		return blobFamilies(c)
	case model.KindJSON:
		return jsonFamilies()
	case model.KindULID:
		return stringFamilies(ulidFamilies)
	case model.KindUUID:
		return stringFamilies(uuidFamilies)
	}
	return textFamilies(c, literals)
}

func keep(f family, ok func(attr.Value) bool) family {
	out := make(family, 0, len(f))
	for _, v := range f {
		if ok(v) {
			out = append(out, v)
		}
	}
	return out
}

// distinct drops repeated scalars, keeping the first of each.
func distinct(f family) family {
	seen := make(map[string]bool, len(f))
	return keep(f, func(v attr.Value) bool {
		k := rawCanonical(v)
		if seen[k] {
			return false
		}
		seen[k] = true
		return true
	})
}

// wellFormed says whether a value has the form of a column's type, whatever
// its CHECKs are: a number, a date, 26 characters of a ULID.
func wellFormed(c *model.Column, v attr.Value) bool {
	if want := c.Type.AttributeType(); want != 0 && v.Type() != want {
		return false
	}
	switch c.Type.Kind {
	case model.KindTimestamp:
		_, err := parseInstant(v.Str())
		return err == nil
	case model.KindDate:
		_, err := time.Parse(dateLayout, v.Str())
		return err == nil
	case model.KindULID:
		return ulidForm.MatchString(v.Str())
	case model.KindUUID:
		return uuidForm.MatchString(v.Str())
	case model.KindText, model.KindVarchar, model.KindChar:
		return utf8.ValidString(v.Str())
	}
	return true
}

var (
	ulidForm = regexp.MustCompile(`^[0-7][0-9A-HJKMNP-TV-Z]{25}$`)
	uuidForm = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
)

// allowed says whether a column may hold a value by its type and CHECKs.
func allowed(c *model.Column, v attr.Value) bool {
	if v.IsZero() || v.IsNull() {
		return !c.NotNull
	}
	if !wellFormed(c, v) {
		return false
	}
	switch c.Type.Kind {
	case model.KindInt, model.KindNumeric:
		return numberAllowed(c, v)
	case model.KindTimestamp:
		i, err := parseInstant(v.Str())
		return err == nil && withinTime(c, i) && i == i.cut(c.Type.Precision)
	case model.KindDate:
		return (c.MinText == "" || v.Str() >= c.MinText) && (c.MaxText == "" || v.Str() <= c.MaxText)
	case model.KindText, model.KindVarchar, model.KindChar:
		return textAllowed(c, v.Str())
	case model.KindBlob:
		return len(v.Str()) >= c.MinLen && (c.Type.Length == 0 || len(v.Str()) <= c.Type.Length)
	}
	return true
}

func blobFamilies(c *model.Column) []family {
	blob := func(b ...byte) attr.Value {
		for len(b) < c.MinLen {
			b = append(b, 0)
		}
		return attr.Binary(b)
	}
	return []family{
		{blob(), blob(0), blob(0, 0)},
		{blob(0x7f), blob(0x80), blob(0xff)},
		{blob('a'), blob('a', 0), blob('a', '#'), blob('a', 0xff)},
	}
}

func jsonFamilies() []family {
	return []family{
		{attr.String("{}"), attr.Map(attr.NewItem())},
		{attr.List(), attr.List(attr.Null(), attr.Int(1))},
		{attr.Map(attr.NewItem(attr.Field{Name: "a#b", Value: attr.Bool(true)})), attr.Int(10), attr.Bool(false)},
	}
}

func stringFamilies(lists [][]string) []family {
	out := make([]family, len(lists))
	for i, list := range lists {
		for _, s := range list {
			out[i] = append(out[i], attr.String(s))
		}
	}
	return out
}
