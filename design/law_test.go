package design_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// textOf draws nasty text of at most n characters.
func textOf(n int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		s := strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(nasty()), rapid.StringN(0, 3, -1)), 0, 3).Draw(t, "pieces"), "")
		if r := []rune(s); len(r) > n {
			s = string(r[:n])
		}
		return strings.ToValidUTF8(s, "")
	})
}

// orderIn compares values of a column as the model does: an enum by its list.
func orderIn(c *model.Column, a, b attr.Value) int {
	if c.Values != nil && !a.IsZero() && !b.IsZero() {
		return cmp.Compare(slices.Index(c.Values, a.Str()), slices.Index(c.Values, b.Str()))
	}
	return orderOf(a, b)
}

// orderOf compares values as SQL does; NULL is first.
func orderOf(a, b attr.Value) int {
	a, b = comparable(a), comparable(b)
	switch {
	case a.IsZero() || b.IsZero():
		return cmp.Compare(b2i(!a.IsZero()), b2i(!b.IsZero()))
	case a.Type() == attr.TypeBool:
		return cmp.Compare(b2i(a.Bool()), b2i(b.Bool()))
	}
	order, _ := attr.Compare(a, b)
	return order
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// valueOf draws a value of a subject, by a generator where it is open.
func (s subject) valueOf(t *rapid.T, c *model.Column, label string) attr.Value {
	pick := rapid.SampledFrom(s.values)
	if c.Type.Kind == model.KindVarchar && !c.Safe && rapid.Bool().Draw(t, label+" free") {
		return attr.String(textOf(c.Type.Length).Draw(t, label))
	}
	if c.Type.Kind == model.KindInt && rapid.Bool().Draw(t, label+" free") {
		lo, _ := c.Min.Int64()
		hi, _ := c.Max.Int64()
		return attr.Int(rapid.Int64Range(lo, hi).Draw(t, label))
	}
	return pick.Draw(t, label)
}

// TestCodecLaws: what is encoded is read back; where a codec says that it is
// ordered, the order of texts is the order of values, whatever follows the
// delimiter, and at the end of a key.
func TestCodecLaws(t *testing.T) {
	all := subjects(t)
	all["boolean"] = subject{sql: "boolean", down: true, nullable: true, values: []attr.Value{attr.Bool(true), attr.Bool(false)}}
	for name, s := range all {
		col := columnOf(t, s.sql)
		for _, delim := range []byte{'#', '|', '-', '~', ':'} {
			for _, form := range []struct{ desc, nulls bool }{{false, false}, {true, false}, {false, true}, {true, true}} {
				spec, _, err := design.DefaultCodecFor(delim, col, form.desc, form.nulls)
				if err != nil {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%q", name, string(delim), spec), func(t *testing.T) {
					c, err := design.NewCodec(col, spec, delim)
					if err != nil {
						t.Fatal(err)
					}
					rapid.Check(t, func(t *rapid.T) { codecLaws(t, s, col, c, delim, form.nulls) })
				})
			}
		}
	}
}

func codecLaws(t *rapid.T, s subject, col *model.Column, c *design.Codec, delim byte, nulls bool) {
	draw := func(label string) attr.Value {
		if nulls && rapid.IntRange(0, 3).Draw(t, label+" null") == 0 {
			return attr.Value{}
		}
		return s.valueOf(t, col, label)
	}
	a, b := draw("a"), draw("b")
	x, y := mustEncode(t, c, a), mustEncode(t, c, b)
	back, err := c.Decode(x)
	if err != nil || c.Injective() && orderOf(a, back) != 0 {
		t.Fatalf("%s reads back as %s, %v", x, show(back, nil), err)
	}
	if n := c.Longest(); n > 0 && len(x) > n {
		t.Fatalf("%q is longer than %d bytes", x, n)
	}
	if n := c.Width(); n > 0 && len(x) != n {
		t.Fatalf("%q is not %d bytes long", x, n)
	}
	if !c.Ordered() {
		return
	}
	want := orderIn(col, a, b)
	if c.Descending() {
		want = -want
	}
	if got := strings.Compare(x, y); got != want {
		t.Fatalf("%q, %q: order %d, of the values %d", x, y, got, want)
	}
	d := string(rune(delim))
	tail := rapid.StringMatching(`[ -~]{0,3}`)
	p, q := x+d+tail.Draw(t, "tail"), y+d+tail.Draw(t, "tail")
	if want != 0 && strings.Compare(p, q) != want {
		t.Fatalf("%q, %q: order is not %d", p, q, want)
	}
}

func mustEncode(t *rapid.T, c *design.Codec, v attr.Value) string {
	s, err := c.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTupleLaw: keys of several escaped components are equal only if all
// components are, and sort as the tuples do.
func TestTupleLaw(t *testing.T) {
	c, err := design.NewCodec(columnOf(t, "varchar(40)"), "esc", '#')
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "components")
		key := func(label string) ([]string, string) {
			tuple := rapid.SliceOfN(textOf(12), n, n).Draw(t, label)
			parts := make([]string, n)
			for i, s := range tuple {
				parts[i] = mustEncode(t, c, attr.String(s))
			}
			return tuple, strings.Join(parts, "#")
		}
		a, x := key("a")
		b, y := key("b")
		want := 0
		for i := range a {
			if want = strings.Compare(a[i], b[i]); want != 0 {
				break
			}
		}
		if got := strings.Compare(x, y); got != want {
			t.Fatalf("%q and %q: order %d, of the tuples %d", x, y, got, want)
		}
	})
}

// TestRowsComeBack: Decode(Items(row)) is the row, from the keys alone and
// from attributes.
func TestRowsComeBack(t *testing.T) {
	const src = `-- model mod prices=us-east-1/on-demand
CREATE TABLE t ( -- rows=1
  id ulid PRIMARY KEY, a varchar(12) NOT NULL, b varchar(12), n int NOT NULL CHECK (n BETWEEN -50 AND 1000),
  at timestamp(1) NOT NULL, day date, ok boolean, money numeric(4,2), e text CHECK (e IN ('x', 'y')), plain int);`
	m, err := model.Parse("m.sql", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	const keys = `{"version": 1, "model": "mod", "tables": [{"name": "tab", "key": {"partition": "P", "sort": "S"}, "types": {"N": "N"},
	  "indexes": [{"name": "idx", "key": {"partition": "N", "sort": "G"}, "projection": "ALL"}]}],
	 "items": [{"item": "t", "entity": "t", "table": "tab", "keys": {
	   "P": "T#{id}#{a:esc}", "S": "{b:esc nulls}#{n:num}{at:time desc}#{day:date desc nulls}#{ok:bool nulls}", "G": "{e:enum nulls}{money:num nulls}", "N": "{plain:neg}"},
	   "attributes": []}], "questions": []}`
	both := strings.Replace(keys, `,
	   "attributes": []`, "", 1)
	for name, doc := range map[string]string{"keys only": keys, "attributes too": both} {
		d, err := design.Parse("d.json", []byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		b, err := design.Bind(m, d)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { rowComesBack(t, m.Entity("t"), b) })
		})
	}
}

func rowComesBack(t *rapid.T, e *model.Entity, b *design.Bound) {
	row := model.Row{
		"id":    attr.String("01HZX3V5Q8S6T7R9P0N1M2K3J4"),
		"a":     attr.String(textOf(12).Draw(t, "a")),
		"n":     attr.Int(rapid.Int64Range(-50, 1000).Draw(t, "n")),
		"at":    attr.String(rapid.SampledFrom([]string{"2026-05-28T21:05:33.1+02:00", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.9Z"}).Draw(t, "at")),
		"plain": attr.Int(rapid.Int64Range(-1000000, 1000000).Draw(t, "plain")), // a NULL here is in no key
	}
	maybe := func(name string, v attr.Value) {
		if rapid.Bool().Draw(t, name+" there") {
			row[name] = v
		}
	}
	maybe("b", attr.String(textOf(12).Draw(t, "b")))
	maybe("day", attr.String(rapid.SampledFrom([]string{"0000-01-01", "2024-02-29", "9999-12-31"}).Draw(t, "day")))
	maybe("ok", attr.Bool(rapid.Bool().Draw(t, "ok")))
	maybe("money", nums(t, rapid.SampledFrom([]string{"-99.99", "0", "0.01", "99.99"}).Draw(t, "money"))[0])
	maybe("e", attr.String(rapid.SampledFrom([]string{"x", "y"}).Draw(t, "e")))
	placed, err := b.Items(e, row, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, back, err := b.Decode("tab", placed[0].Item)
	if err != nil {
		t.Fatal(err)
	}
	if len(back) != len(row) {
		t.Fatalf("%v came back as %v", row, back)
	}
	for name, v := range row {
		if orderOf(v, back[name]) != 0 {
			t.Fatalf("%s: %v came back as %v from %s", name, v, back[name], compact(placed[0].Item))
		}
	}
}
