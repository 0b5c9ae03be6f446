package attr_test

import (
	"testing"

	"github.com/keywright/keywright/attr"
)

// A scalar within 31 maps or lists is taken, within 32 refused: measured on
// AWS by dynoxide's author (issue 110).
func TestCheckLevels(t *testing.T) {
	for _, within := range []func(attr.Value) attr.Value{
		func(v attr.Value) attr.Value { return attr.List(v) },
		func(v attr.Value) attr.Value { return attr.Map(attr.NewItem(attr.Field{Name: "a", Value: v})) },
	} {
		v := attr.Int(1)
		for level := range 40 {
			err := attr.NewItem(attr.Field{Name: "v", Value: v}).CheckLevels()
			if refused := level > 31; refused != (err != nil) || refused != attr.IsTooDeep(err) {
				t.Errorf("a number within %d of %v: %v", level, v.Type(), err)
			}
			parsed, err := attr.ParseValue(v.AppendJSON(nil))
			if (err == nil) != (level <= 31) {
				t.Errorf("as JSON within %d of %v: %v, %v", level, v.Type(), parsed.Type(), err)
			}
			v = within(v)
		}
	}
	// Empty maps and lists are levels, too.
	v := attr.List()
	for range 31 {
		v = attr.List(v)
	}
	if err := attr.NewItem(attr.Field{Name: "v", Value: v}).CheckLevels(); err != nil {
		t.Errorf("32 lists, the innermost empty: %v", err)
	}
	if err := attr.NewItem(attr.Field{Name: "v", Value: attr.List(v)}).CheckLevels(); err == nil {
		t.Error("33 lists, the innermost empty: no error")
	}
}
