package attr_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/keywright/keywright/attr"
)

func TestConstructors(t *testing.T) {
	must := func(v attr.Value, err error) attr.Value {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
		return v
	}
	for want, v := range map[string]attr.Value{
		`{"S":"a"}`:                   attr.String("a"),
		`{"N":"-7"}`:                  attr.Int(-7),
		`{"N":"0.5"}`:                 must(attr.ParseNum("5e-1")),
		`{"B":"AAE="}`:                attr.Binary([]byte{0, 1}),
		`{"BOOL":true}`:               attr.Bool(true),
		`{"NULL":true}`:               attr.Null(),
		`{"M":{"a":{"S":"x"}}}`:       attr.Map(attr.NewItem(attr.Field{Name: "a", Value: attr.String("x")})),
		`{"L":[{"N":"1"},{"S":"1"}]}`: attr.List(attr.Int(1), attr.String("1")),
		`{"SS":["a","b"]}`:            must(attr.StringSet("b", "a")),
		`{"NS":["-1","2","10"]}`:      must(attr.NumberSet(attr.NumberFromInt(10), attr.NumberFromInt(-1), attr.NumberFromInt(2))),
		`{"BS":["AA==","/w=="]}`:      must(attr.BinarySet([]byte{255}, []byte{0})),
	} {
		got, err := json.Marshal(v)
		if err != nil || string(got) != want {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
		if !cmp.Equal(v, mustValue(t, want)) {
			t.Errorf("%s: not equal to itself read back", want)
		}
	}
}

func TestSetsRefuse(t *testing.T) {
	one := attr.NumberFromInt(1)
	for _, refusal := range []struct {
		build func() (attr.Value, error)
		want  string
	}{
		{func() (attr.Value, error) { return attr.StringSet() }, "One or more parameter values were invalid: An string set  may not be empty"},
		{func() (attr.Value, error) { return attr.NumberSet() }, "One or more parameter values were invalid: An number set  may not be empty"},
		{func() (attr.Value, error) { return attr.BinarySet() }, "One or more parameter values were invalid: Binary sets should not be empty"},
		{func() (attr.Value, error) { return attr.StringSet("b", "a", "b") }, "One or more parameter values were invalid: Input collection [b, a, b] contains duplicates."},
		{func() (attr.Value, error) { return attr.NumberSet(one, one) }, "Input collection contains duplicates"},
		{func() (attr.Value, error) { return attr.BinarySet([]byte{0}, []byte{0}) }, "One or more parameter values were invalid: Input collection [AA==, AA==]of type BS contains duplicates."},
	} {
		if _, err := refusal.build(); err == nil || err.Error() != refusal.want {
			t.Errorf("error %v, want %s", err, refusal.want)
		}
	}
}

// TestSet: a set built from what is left of another, as ADD and DELETE do.
func TestSet(t *testing.T) {
	if v := attr.Set(attr.TypeStringSet, nil); !v.IsZero() {
		t.Errorf("an empty set: %v", v)
	}
	elems := []attr.Value{attr.Int(2), attr.Int(1), attr.Int(2)}
	if v := attr.Set(attr.TypeNumberSet, elems); string(v.AppendJSON(nil)) != `{"NS":["1","2"]}` || elems[0].Str() != "2" {
		t.Errorf("%s of %v", v.AppendJSON(nil), elems)
	}
}

func TestAccessors(t *testing.T) {
	it := mustItem(t, `{"b":{"BOOL":true},"n":{"N":"7"},"z":{"NULL":true}}`)
	switch {
	case !it.Get("b").Bool(), it.Get("n").Bool():
		t.Error("Bool")
	case !it.Get("z").IsNull(), it.Get("n").IsNull():
		t.Error("IsNull")
	case it.Get("n").Number() != attr.NumberFromInt(7), it.Get("b").Number().Sign() != 0:
		t.Error("Number")
	case !it.Has("z"), it.Has("y"), !it.Get("y").IsZero():
		t.Error("Has")
	case it.Get("n").Item() != nil, it.Get("n").Elems() != nil:
		t.Error("contents of a number")
	case !cmp.Equal(it, it.With("n", mustValue(t, `{"N":"7.0"}`))), cmp.Equal(it, it.Without("n")):
		t.Error("Equal")
	}
}
