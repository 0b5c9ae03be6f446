package traffic_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/plan"
	"github.com/keywright/keywright/traffic"
	"pgregory.net/rapid"
)

// TestRandomModels: random models are planned, and random changes of rows of
// random sizes, from a few bytes to several write units, consume on the engine
// what traffic says, to the half unit at every table and index. So do the
// outcomes that the bill is made of.
func TestRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := randomModel(t)
		m, err := model.Parse("random.sql", []byte(src))
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		res, err := plan.Search(context.Background(), m, plan.Options{Quick: true})
		if err != nil {
			t.Skip(err)
		}
		b, err := design.Bind(m, res.Design)
		if err != nil {
			t.Fatal(err)
		}
		tr, err := traffic.Of(b)
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range tr.Ops {
			if op.Write == nil {
				continue
			}
			for i := range op.Touches {
				if x := op.Touches[i].Example; x != nil && (x.Old != nil || x.New != nil) {
					checkChange(t, tr, op.Write, tr.Change(op.Write, x), op.Name+" "+op.Touches[i].Outcome)
				}
			}
			for range 3 {
				checkChange(t, tr, op.Write, randomChange(t, tr, op), op.Name)
			}
		}
	})
}

// randomModel is a model of a parent and its children.
func randomModel(t *rapid.T) string {
	types := []string{
		"varchar(900) NOT NULL", "varchar(3000)", "varchar(20) NOT NULL CHECK (c NOT GLOB '*[^a-z]*')", "int NOT NULL CHECK (c BETWEEN 0 AND 99999)",
		"int NOT NULL CHECK (c BETWEEN -500 AND 500)", "timestamp(3) NOT NULL", "text NOT NULL CHECK (c IN ('OPEN', 'HELD', 'DONE'))", "boolean NOT NULL", "date NOT NULL",
	}
	var cols []string
	var b strings.Builder
	b.WriteString("-- model random  prices=us-east-1/on-demand\nCREATE TABLE parent (parent_id ulid PRIMARY KEY, name varchar(60) NOT NULL, note varchar(2000)); -- rows=1k\n")
	b.WriteString("CREATE TABLE child ( -- rows=5k\n parent_id ulid NOT NULL REFERENCES parent, -- per=5 max=50\n child_id ulid NOT NULL,\n")
	for i := range rapid.IntRange(2, 5).Draw(t, "columns") {
		name := fmt.Sprintf("c%d", i)
		cols = append(cols, name)
		typ := rapid.SampledFrom(types).Draw(t, "type")
		fmt.Fprintf(&b, " %s %s,\n", name, strings.ReplaceAll(strings.ReplaceAll(typ, "(c ", "("+name+" "), " c)", " "+name+")"))
	}
	b.WriteString(" PRIMARY KEY (parent_id, child_id));\n")
	b.WriteString("-- question by-id rate=5/s\nSELECT * FROM child WHERE parent_id = :parent_id AND child_id = :child_id;\n")
	for i := range rapid.IntRange(1, 3).Draw(t, "questions") {
		col := rapid.SampledFrom(cols).Draw(t, "asked")
		where := rapid.SampledFrom([]string{"parent_id = :p", col + " = :v", col + " = 'OPEN'", "parent_id = :p AND " + col + " IS NOT NULL"}).Draw(t, "where")
		order := rapid.SampledFrom([]string{"", " ORDER BY child_id", " ORDER BY child_id DESC"}).Draw(t, "order")
		what := "parent_id, child_id"
		from := "child"
		if rapid.Bool().Draw(t, "joined") {
			what, from, where = "child.parent_id, child_id, name", "child JOIN parent USING (parent_id)", strings.ReplaceAll(where, "parent_id =", "child.parent_id =")
		}
		if strings.Contains(where, "'OPEN'") && !strings.Contains(b.String(), " "+col+" text") {
			where = "parent_id = :p"
			if from != "child" {
				where = "child.parent_id = :p"
			}
		}
		shards := rapid.SampledFrom([]string{"", "", " shards=3", " shards=auto"}).Draw(t, "shards")
		fmt.Fprintf(&b, "-- question q%d rate=2/s rows=4%s\nSELECT %s FROM %s WHERE %s%s LIMIT 20;\n", i, shards, what, from, where, order)
	}
	b.WriteString("-- write found rate=1/s\nINSERT INTO parent;\n-- write rename rate=1/s\nUPDATE parent SET name = :name WHERE parent_id = :parent_id;\n")
	b.WriteString("-- write add rate=1/s\nINSERT INTO child;\n-- write drop rate=1/s\nDELETE FROM child WHERE parent_id = :parent_id AND child_id = :child_id;\n")
	set := rapid.SampledFrom(cols).Draw(t, "set")
	fmt.Fprintf(&b, "-- write change rate=1/s\nUPDATE child SET %s = :v WHERE parent_id = :parent_id AND child_id = :child_id;\n", set)
	return b.String()
}

// randomChange is a change of a row whose texts have random lengths.
func randomChange(t *rapid.T, tr *traffic.Traffic, op *traffic.Op) design.Change {
	m := op.Write
	old := randomRow(t, tr, m.Entity)
	fresh := model.Row{}
	for k, v := range old {
		fresh[k] = v
	}
	other := randomRow(t, tr, m.Entity)
	for _, a := range m.Set {
		fresh[a.Column] = other[a.Column]
	}
	x := &traffic.Example{Old: old, New: fresh}
	switch m.Kind {
	case model.Insert, model.Ignore:
		x.Old = nil
	case model.Delete:
		x.New = nil
	}
	return tr.Change(m, x)
}

func randomRow(t *rapid.T, tr *traffic.Traffic, e *model.Entity) model.Row {
	row := tr.Row(e, rapid.IntRange(0, 50).Draw(t, "row"))
	for _, c := range e.Columns {
		inKey := c.References != nil || c.Name == e.Key[len(e.Key)-1]
		switch {
		case inKey:
			row[c.Name] = tr.Row(e, 0)[c.Name]
		case !c.NotNull && rapid.IntRange(0, 3).Draw(t, "null") == 0:
			row[c.Name] = attr.Null()
		case c.Type.Kind == model.KindVarchar:
			n := rapid.IntRange(1, c.Type.Length).Draw(t, "length")
			if s := attr.String(strings.Repeat("x", n)); c.CheckValue(s) == nil {
				row[c.Name] = s
			}
		}
	}
	return row
}
