package attr_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/keywright/keywright/attr"
	"pgregory.net/rapid"
)

// scalarValues draws S, N and B, short ones so that pairs are often equal or
// share a prefix.
func scalarValues() *rapid.Generator[attr.Value] {
	return rapid.OneOf(
		rapid.Map(rapid.StringOfN(rapid.SampledFrom([]rune{0, 1, 'a', 'b', 0xff, 'é', '😀'}), 0, 5, -1), attr.String),
		rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 0x7f, 0x80, 0xfe, 0xff}), 0, 5), attr.Binary),
		rapid.Custom(func(t *rapid.T) attr.Value {
			text := rapid.OneOf(numberText(), rapid.StringMatching(`-?[0-9]{1,3}(\.[0-9]{1,3})?`)).Draw(t, "n")
			return attr.Num(mustNumberRapid(t, text))
		}),
	)
}

// values draws values of every type, nested up to depth levels.
func values(depth int) *rapid.Generator[attr.Value] {
	gens := []*rapid.Generator[attr.Value]{
		scalarValues(),
		rapid.Map(rapid.Bool(), attr.Bool),
		rapid.Just(attr.Null()),
		sets(),
	}
	if depth > 0 {
		gens = append(gens,
			rapid.Map(rapid.SliceOfN(values(depth-1), 0, 3), func(vs []attr.Value) attr.Value { return attr.List(vs...) }),
			rapid.Map(items(depth-1), attr.Map),
		)
	}
	return rapid.OneOf(gens...)
}

func sets() *rapid.Generator[attr.Value] {
	return rapid.Custom(func(t *rapid.T) attr.Value {
		elem := scalarValues().Draw(t, "elem")
		same := scalarValues().Filter(func(v attr.Value) bool { return v.Type() == elem.Type() })
		elems := append(rapid.SliceOfN(same, 0, 3).Draw(t, "elems"), elem)
		return attr.Set(elem.Type()+attr.TypeStringSet-attr.TypeString, elems)
	})
}

func items(depth int) *rapid.Generator[attr.Item] {
	return rapid.Custom(func(t *rapid.T) attr.Item {
		names := rapid.SliceOfN(rapid.StringN(0, 3, -1), 0, 4).Draw(t, "names")
		var fields []attr.Field
		for _, n := range names {
			fields = append(fields, attr.Field{Name: n, Value: values(depth).Draw(t, "value")})
		}
		return attr.NewItem(fields...)
	})
}

func TestOrderedLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := scalarValues().Draw(t, "a")
		b := scalarValues().Filter(func(v attr.Value) bool { return v.Type() == a.Type() }).Draw(t, "b")
		x, y := attr.AppendOrdered(nil, a), attr.AppendOrdered(nil, b)
		want, ok := attr.Compare(a, b)
		if !ok || bytes.Compare(x, y) != want {
			t.Fatalf("%v and %v: order %d, key bytes %x and %x", a.Str(), b.Str(), want, x, y)
		}
		if want != 0 && (bytes.HasPrefix(x, y) || bytes.HasPrefix(y, x)) {
			t.Fatalf("key bytes %x and %x: one is a prefix of the other", x, y)
		}
		if a.Type() == attr.TypeNumber && len(x) > attr.MaxOrderedNumber || len(x) > 2*len(a.Str())+24 {
			t.Fatalf("%d key bytes for %q", len(x), a.Str())
		}
		got, rest, err := attr.DecodeOrdered(append(slices.Clone(x), y...))
		if err != nil || !attr.Equal(got, a) || !bytes.Equal(rest, y) {
			t.Fatalf("%x decodes to %q, rest %x, %v", x, got.Str(), rest, err)
		}
	})
}

func TestOrderedPrefixLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := scalarValues().Filter(func(v attr.Value) bool { return v.Type() != attr.TypeNumber }).Draw(t, "v")
		p := scalarValues().Filter(func(p attr.Value) bool { return p.Type() == v.Type() }).Draw(t, "p")
		begins := bytes.HasPrefix(attr.AppendOrdered(nil, v), attr.AppendOrderedPrefix(nil, p))
		if begins != strings.HasPrefix(v.Str(), p.Str()) {
			t.Fatalf("%q begins with %q: key bytes say %v", v.Str(), p.Str(), begins)
		}
	})
}

func TestItemRoundTripLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		it := items(3).Draw(t, "item")
		stored := attr.AppendItem(nil, it)
		got, err := attr.DecodeItem(stored)
		if err != nil || !attr.EqualItems(got, it) {
			t.Fatalf("storage: %v\n%s", err, cmp.Diff(it, got))
		}
		text := it.AppendJSON(nil)
		got, err = attr.ParseItem(text)
		if err != nil || !attr.EqualItems(got, it) {
			t.Fatalf("%s: %v\n%s", text, err, cmp.Diff(it, got))
		}
		if viaJSON, err := json.Marshal(it); err != nil || !json.Valid(text) || !sameJSON(viaJSON, text) {
			t.Fatalf("encoding/json writes %s, %v; AppendJSON %s", viaJSON, err, text)
		}
		if got.Size() != it.Size() {
			t.Fatalf("size %d becomes %d", it.Size(), got.Size())
		}
	})
}

// sameJSON compares as encoding/json reads: it escapes HTML, we do not.
func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && cmp.Equal(x, y)
}

// TestPlainRoundTripLaw: plain JSON of everything but B and sets reads back
// as the same value, and any JSON of encoding/json is read as it means.
func TestPlainRoundTripLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		it := items(3).Filter(isPlain).Draw(t, "item")
		got, err := attr.ItemFromPlain(it.AppendPlain(nil))
		if err != nil || !attr.EqualItems(got, it) {
			t.Fatalf("%s: %v\n%s", it.AppendPlain(nil), err, cmp.Diff(it, got))
		}
	})
}

func isPlain(it attr.Item) bool {
	for _, f := range it {
		if !isPlainValue(f.Value) {
			return false
		}
	}
	return true
}

func isPlainValue(v attr.Value) bool {
	if v.Type() == attr.TypeBinary || v.Type().ElemType() != 0 {
		return false
	}
	for _, e := range v.Elems() {
		if !isPlainValue(e) {
			return false
		}
	}
	return isPlain(v.Item())
}

func TestSharedBuffers(t *testing.T) {
	stored := attr.AppendItem(nil, mustItem(t, `{"a":{"S":"text"},"b":{"N":"12"}}`))
	it, err := attr.DecodeItem(stored)
	if err != nil {
		t.Fatal(err)
	}
	clear(stored)
	if it.Get("a").Str() != "text" || it.Get("b").Str() != "12" {
		t.Fatal("the item changes with the buffer that it was read from")
	}
	text := []byte(`{"a":{"S":"text"}}`)
	it, err = attr.ParseItem(text)
	if err != nil {
		t.Fatal(err)
	}
	clear(text)
	if it.Get("a").Str() != "text" {
		t.Fatal("the item changes with the JSON that it was read from")
	}
}

// TestNesting: a scalar within 31 maps or lists is taken, within 32 refused
// (measured by others on AWS); what is refused may be of any depth.
func TestNesting(t *testing.T) {
	wrap := func(n int, open, shut string) string {
		return strings.Repeat(open, n) + `{"S":"x"}` + strings.Repeat(shut, n)
	}
	for _, c := range [][2]string{{`{"M":{"k":`, `}}`}, {`{"L":[`, `]}`}} {
		it := mustItem(t, `{"a":`+wrap(31, c[0], c[1])+`}`)
		got, err := attr.DecodeItem(attr.AppendItem(nil, it))
		if err != nil || !attr.EqualItems(it, got) {
			t.Errorf("31 levels around a scalar: %v", err)
		}
		for _, n := range []int{32, 33, 4000} {
			_, err := attr.ParseItem([]byte(`{"a":` + wrap(n, c[0], c[1]) + `}`))
			if err == nil || !strings.HasPrefix(err.Error(), "Nesting Levels have exceeded supported limits") {
				t.Errorf("%d levels around a scalar: %.100v", n, err)
			}
		}
		if _, err := attr.ParseItem([]byte(`{"a":` + wrap(20_000, c[0], c[1]) + `}`)); err == nil {
			t.Error("20,000 levels are taken")
		}
	}
	if _, err := attr.ItemFromPlain([]byte(`{"a":` + strings.Repeat("[", 31) + "1" + strings.Repeat("]", 31) + "}")); err != nil {
		t.Errorf("plain, 31 levels: %v", err)
	}
	if _, err := attr.ItemFromPlain([]byte(`{"a":` + strings.Repeat("[", 32) + "1" + strings.Repeat("]", 32) + "}")); err == nil {
		t.Error("plain, 32 levels: no error")
	}
}

// TestRefusedValuesAreKept: UnmarshalJSON leaves refusals to Err, so that a
// request can be checked in DynamoDB's order.
func TestRefusedValuesAreKept(t *testing.T) {
	var request struct {
		Item   attr.Item
		Values map[string]attr.Value
	}
	body := `{"Item":{"a":{"S":"x"},"b":{"M":{"c":{"SS":[]}}}},"Values":{":v":{"N":"x"},":w":{"N":"1"},":z":null}}`
	if err := json.Unmarshal([]byte(body), &request); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string][2]any{
		"item": {request.Item.Err(), "One or more parameter values were invalid: An string set  may not be empty"},
		":v":   {request.Values[":v"].Err(), "The parameter cannot be converted to a numeric value: x"},
		":z":   {request.Values[":z"].Err(), "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
	} {
		if err, _ := c[0].(error); err == nil || err.Error() != c[1] {
			t.Errorf("%s: error %v, want %v", name, c[0], c[1])
		}
	}
	if err := request.Values[":w"].Err(); err != nil {
		t.Errorf(":w: %v", err)
	}
}

func TestItemEdits(t *testing.T) {
	it := mustItem(t, `{"b":{"N":"1"},"d":{"N":"2"}}`)
	for _, c := range []struct {
		got  attr.Item
		want string
	}{
		{it.With("a", attr.Int(0)), `{"a":{"N":"0"},"b":{"N":"1"},"d":{"N":"2"}}`},
		{it.With("d", attr.Int(3)), `{"b":{"N":"1"},"d":{"N":"3"}}`},
		{it.Without("b"), `{"d":{"N":"2"}}`},
		{it.Without("x"), `{"b":{"N":"1"},"d":{"N":"2"}}`},
		{it.Pick("d", "x"), `{"d":{"N":"2"}}`},
		{it, `{"b":{"N":"1"},"d":{"N":"2"}}`},
	} {
		if got := string(c.got.AppendJSON(nil)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestPath(t *testing.T) {
	it := mustItem(t, `{"a":{"M":{"b":{"L":[{"S":"x"},{"M":{"c":{"N":"7"}}}]}}}}`)
	p := attr.Path{{Name: "a", Index: -1}, {Name: "b", Index: -1}, {Index: 1}, {Name: "c", Index: -1}}
	if got := p.String(); got != "a.b[1].c" {
		t.Errorf("String() = %q", got)
	}
	if got := it.At(p).Str(); got != "7" {
		t.Errorf("At(%s) = %q", p, got)
	}
	for _, missing := range []attr.Path{
		{}, {{Index: 0}}, {{Name: "x", Index: -1}}, {p[0], {Index: 0}},
		{p[0], p[1], {Index: 2}}, {p[0], p[1], {Name: "b", Index: -1}},
	} {
		if got := it.At(missing); !got.IsZero() {
			t.Errorf("At(%s) = %v", missing, got)
		}
	}
}
