package design_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// columnOf makes a column c of an SQL type.
func columnOf(t testing.TB, sql string) *model.Column {
	t.Helper()
	src := "-- model mod prices=us-east-1/on-demand\nCREATE TABLE t (id ulid PRIMARY KEY, c " + sql + "); -- rows=1"
	m, err := model.Parse("m.sql", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return m.Entity("t").Columns[1]
}

// TestCodec runs testdata/codec. The first line of "codec" is the column's
// type and the codec; the other lines are values in plain JSON to encode and
// read back, "arg" and an argument, "prefix" and a prefix, or "decode" and a
// text. "default" prints DefaultCodec and EqualityCodec for types.
func TestCodec(t *testing.T) {
	datadriven.Walk(t, "testdata/codec", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd == "default" {
				return eachLine(d.Input, func(line string) string { return defaults(columnOf(t, line)) })
			}
			lines := strings.Split(d.Input, "\n")
			i := strings.LastIndex(lines[0], " |")
			sql, spec := lines[0][:i], strings.TrimSpace(lines[0][i+2:])
			delim := byte('#')
			if s := arg(d, "delim"); s != "" {
				delim = s[0]
			}
			c, err := design.NewCodec(columnOf(t, sql), spec, delim)
			if err != nil {
				return "error: " + err.Error()
			}
			out := []string{describe(c)}
			for _, line := range lines[1:] {
				out = append(out, encode(t, c, line))
			}
			return strings.Join(out, "\n")
		})
	})
}

func describe(c *design.Codec) string {
	var is []string
	for _, p := range []struct {
		name string
		on   bool
	}{{"ordered", c.Ordered()}, {"descending", c.Descending()}, {"injective", c.Injective()}, {"number", c.Number()}} {
		if p.on {
			is = append(is, p.name)
		}
	}
	return fmt.Sprintf("%q: %s, width %d, longest %d", c.Spec(), strings.Join(is, " "), c.Width(), c.Longest())
}

func encode(t *testing.T, c *design.Codec, line string) string {
	plain := func(s string) attr.Value {
		v, err := attr.FromPlain([]byte(s))
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		return v
	}
	what, rest, _ := strings.Cut(line, " ")
	var s string
	var err error
	switch what {
	case "decode":
		v, err := c.Decode(rest)
		switch {
		case err != nil:
			return "error: " + err.Error()
		case v.IsZero():
			return "NULL"
		}
		return string(v.AppendPlain(nil))
	case "arg":
		s, err = c.EncodeArg(plain(rest))
	case "prefix":
		s, err = c.EncodePrefix(plain(rest))
	default:
		if s, err = c.Encode(plain(line)); err == nil {
			return fmt.Sprintf("%s   %s", s, readBack(c, s))
		}
	}
	if err != nil {
		return "error: " + err.Error()
	}
	return s
}

func readBack(c *design.Codec, s string) string {
	v, err := c.Decode(s)
	switch {
	case err != nil:
		return "error: " + err.Error()
	case v.IsZero():
		return "NULL"
	}
	return string(v.AppendPlain(nil))
}

func defaults(col *model.Column) string {
	var out []string
	one := func(name, codec string, n int, err error) {
		if err != nil {
			out = append(out, fmt.Sprintf("  %s: %v", name, err))
			return
		}
		out = append(out, fmt.Sprintf("  %s: %s %d", name, design.Slot("c", codec), n))
	}
	codec, n, err := design.EqualityCodec(col)
	one("equality", codec, n, err)
	for _, use := range []struct {
		name        string
		desc, nulls bool
	}{{"order", false, false}, {"desc", true, false}, {"nulls", false, true}, {"desc nulls", true, true}} {
		codec, n, err := design.DefaultCodec(col, use.desc, use.nulls)
		one(use.name, codec, n, err)
	}
	return col.Type.String() + "\n" + strings.Join(out, "\n")
}
