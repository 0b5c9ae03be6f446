package design_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// FuzzParse: any bytes are a design or an error with a place, and the
// canonical form of a design is a fixed point.
func FuzzParse(f *testing.F) {
	for file := range examples {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	scripts, err := filepath.Glob("testdata/json/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range scripts {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, block := range strings.Split(string(src), "\nparse\n") {
			input, _, _ := strings.Cut(block, "\n----")
			f.Add([]byte(input))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		d, err := design.Parse("f.json", src)
		if err != nil {
			for _, e := range err.(design.Errors) {
				if e.Pos.Line < 1 || e.Pos.Col < 1 || e.Msg == "" {
					t.Fatalf("no place or no message: %+v", e)
				}
			}
			return
		}
		again, err := design.Parse("again.json", d.Format())
		if err != nil {
			t.Fatalf("%v\n%s", err, d.Format())
		}
		if !bytes.Equal(d.Format(), again.Format()) {
			t.Fatalf("%s\nreads again as\n%s", d.Format(), again.Format())
		}
	})
}

// fuzzColumns are the column types and codecs of FuzzCodec.
var fuzzColumns = []struct{ sql, spec string }{
	{"varchar(20)", "esc"}, {"varchar(20)", "esc nulls"}, {"varchar(20)", ""}, {"varchar(20)", "lower"}, {"ulid", ""}, {"ulid", "desc nulls"}, {"uuid", "desc"},
	{"int CHECK (c BETWEEN -500 AND 9999)", "num"}, {"int CHECK (c BETWEEN -500 AND 9999)", "num desc nulls"}, {"int", ""}, {"int", "05"}, {"int", "neg"},
	{"numeric(8,2)", "num"}, {"numeric", ""}, {"timestamp(3)", ""}, {"timestamp(3)", "time desc"}, {"timestamp(0)", "time(3)"}, {"timestamp(3)", "epoch(3)"},
	{"date", ""}, {"date", "date desc nulls"}, {"timestamp(3)", "date"}, {"boolean", ""}, {"boolean", "bool desc"}, {"blob", ""},
	{"text CHECK (c IN ('A', 'B'))", "enum"}, {"text CHECK (c IN ('A', 'B'))", "nulls"},
}

// FuzzCodec: a text that a codec reads is the one that it writes for what it
// read, where it says that it is injective; arguments are encoded or refused.
func FuzzCodec(f *testing.F) {
	for i, s := range []string{"", "a$Sb", "=a", "-", "00042", "~~~~~", "-0042", "2026-05-28T19:05:33.123Z", "2026-05-28", "2912295", "true", "1", "00ff", "A", "1e5"} {
		f.Add(i, s)
	}
	var codecs []*design.Codec
	for _, c := range fuzzColumns {
		codec, err := design.NewCodec(columnOf(f, c.sql), c.spec, '#')
		if err != nil {
			f.Fatal(err)
		}
		codecs = append(codecs, codec)
	}
	f.Fuzz(func(t *testing.T, n int, s string) {
		for _, c := range codecs {
			if v, err := c.Decode(s); err == nil && c.Injective() {
				again, err := c.Encode(v)
				if err != nil || again != s {
					t.Fatalf("codec %q reads %q as %s and writes %q, %v", c.Spec(), s, show(v, nil), again, err)
				}
			}
			for _, v := range []attr.Value{attr.String(s), attr.Int(int64(n)), attr.Binary([]byte(s)), attr.Bool(n > 0)} {
				text, err := c.Encode(v)
				arg, argErr := c.EncodeArg(v)
				if err == nil && (argErr != nil || arg != text) {
					t.Fatalf("codec %q writes %q for a row and %q, %v for an argument", c.Spec(), text, arg, argErr)
				}
			}
		}
	})
}

// FuzzBind: no template, predicate or expression makes Bind or what it returns
// panic.
func FuzzBind(f *testing.F) {
	m, err := model.Parse("m.sql", []byte(`-- model mod prices=us-east-1/on-demand
CREATE TABLE t (id ulid PRIMARY KEY, c varchar(20), n int CHECK (n BETWEEN 0 AND 99)); -- rows=1
-- question q rate=1/s
SELECT * FROM t WHERE c = :c AND n > :n ORDER BY n LIMIT 5;
-- write w rate=1/s
UPDATE t SET n = n + 1 WHERE id = :id AND c = 'x';`))
	if err != nil {
		f.Fatal(err)
	}
	f.Add("T#{id}", "{c:esc}", "{n:num desc}#{id}", "n > 5", "G = :c AND H < :n", "C#{c:esc}", "{n:num desc before}")
	f.Add("{id", "}}{{", "{n:05}", "c LIKE 'a%'", "begins_with(H, :n)", "{c}", "{n}")
	f.Fuzz(func(t *testing.T, pk, sk, gsi, when, cond, c, n string) {
		d := &design.Design{
			Version: design.Version, Model: "mod",
			Tables: []design.Table{{Name: "tab", Key: design.Key{Partition: design.Names{"P"}, Sort: design.Names{"S"}}, Indexes: []design.Index{
				{Name: "idx", Key: design.Key{Partition: design.Names{"G"}, Sort: design.Names{"H"}}, Projection: "ALL"},
			}}},
			Items: []design.ItemType{{Name: "t", Entity: "t", Table: "tab", Keys: map[string]design.KeyTemplate{
				"P": {Template: pk}, "S": {Template: sk}, "G": {Template: gsi, When: when}, "H": {Template: gsi},
			}}},
			Questions: []design.Question{{Name: "q", Operation: "Query", Items: []string{"t"}, Request: design.Request{
				TableName: "tab", IndexName: "idx", KeyConditionExpression: cond,
				ExpressionAttributeValues: map[string]design.Operand{":c": {Type: "S", Template: c}, ":n": {Type: "S", Template: n}},
			}}},
		}
		b, err := design.Bind(m, d)
		if err != nil {
			return
		}
		row := model.Row{"id": attr.String("01HZX3V5Q8S6T7R9P0N1M2K3J4"), "c": attr.String(c), "n": attr.Int(7)}
		if placed, err := b.Items(m.Entity("t"), row, nil); err == nil {
			for _, p := range placed {
				if _, _, err := b.Decode("tab", p.Item); err != nil {
					t.Fatalf("%v\n%s", err, compact(p.Item))
				}
			}
		}
		b.Request("q", design.Args{"c": attr.String(c), "n": attr.Int(5)})
		b.Write(m.Writes[0], design.Change{Old: row, New: row})
	})
}
