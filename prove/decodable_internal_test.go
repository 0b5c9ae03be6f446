package prove

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

const toldModel = `-- model told  prices=us-east-1/on-demand
CREATE TABLE thing (  -- rows=100
  id    ulid PRIMARY KEY,
  a     varchar(9) NOT NULL,
  b     varchar(9) NOT NULL,
  c     char(2) NOT NULL,
  day   date NOT NULL,
  word  varchar(9) NOT NULL CHECK (word NOT GLOB '*[^a-z]*'),
  other varchar(9) NOT NULL CHECK (length(other) >= 1 AND other NOT GLOB '*[^A-Z]*'),
  n     int NOT NULL,
  state varchar(4) NOT NULL CHECK (state IN ('HELD', 'OPEN', 'NEW')),
  maybe varchar(9),
  flag  boolean NOT NULL
);
`

// TestTold holds which columns a template tells. The expectations are by hand:
// for each column that is not told there are two rows of one text, in the
// comment.
func TestTold(t *testing.T) {
	e := parse(t, toldModel).Entity("thing")
	for _, c := range []struct {
		template string
		want     []string
	}{
		{"X#{a}", []string{"a"}},
		{"{a}", []string{"a"}},
		// A raw text and a tail of fixed width, with a delimiter or without, is
		// read from the right; before it, from the left.
		{"{a}{id}", []string{"a", "id"}},
		{"{a}#{id}", []string{"a", "id"}},
		{"N_{a}#day_{day}", []string{"a", "day"}},
		{"{id}{a}", []string{"id", "a"}},
		{"{a}{c}", []string{"a", "c"}}, // two characters, however many bytes
		{"{a}#{day}#{id}", []string{"a", "day", "id"}},
		{"{day}{id}#{a}#{c}#{day}", []string{"day", "id", "a", "c"}},
		// Two raw texts: "x#" + "#" + "y" and "x" + "#" + "#y".
		{"{a}#{b}", nil},
		{"{a}{b}", nil},
		{"{a}#B#{b}", nil},
		{"P#{a}#{b}#{id}", []string{"id"}},
		{"{id}#{a}#{day}#{b}", []string{"id"}}, // "#2026-01-01#" in a
		// A delimiter that the CHECK of the text before or behind it rules out.
		{"{word}#{a}", []string{"word", "a"}},
		{"{a}#{word}", []string{"a", "word"}},
		{"{word}x{a}", nil},
		{"{word}X{a}", []string{"word", "a"}},
		{"{word}{other}", []string{"word", "other"}}, // small letters, then great ones
		{"{word}{a}", nil},
		{"{a}#{b:esc}", []string{"a", "b"}}, // the last '#' is the delimiter
		{"{a:esc}#{b}", []string{"a", "b"}}, // the first one
		{"{a:esc}{b:esc}", nil},
		// Digits, words and codes.
		{"{n}#{a}", []string{"n", "a"}},
		{"{n}{a}", nil},                           // 1 + "2", 12 + ""
		{"{a}{n}", nil},                           // "1" + 2, "" + 12
		{"{state}{a}", []string{"state", "a"}},    // none of the words begins another
		{"{a}{state}", []string{"a", "state"}},    // nor ends one
		{"{flag:bool}{a}", []string{"flag", "a"}}, // one digit
		{"{flag}#{a}", []string{"flag", "a"}},
		// NULL has a form of its own.
		{"{maybe:nulls}", []string{"maybe"}},
		{"{a}#{maybe:nulls}", nil}, // "x" + "#" + "=y#-" and "x#=y" + "#" + NULL
		{"{id}#{maybe:nulls}", []string{"id", "maybe"}},
		// What is lost is not told; the rest is.
		{"{a:lower}", nil},
		{"{a:lower}#{id}", []string{"id"}},
		{"{id}#{a:lower}#{b}", []string{"id"}},
		// A column twice.
		{"{id}#{a}#{id}", []string{"id", "a"}},
		{"{nothing}#{id}", []string{"id"}},
	} {
		if diff := cmp.Diff(c.want, told(e, c.template, "#")); diff != "" {
			t.Errorf("%s: %s", c.template, diff)
		}
	}
}

// TestToldTogether holds that one key attribute helps to read another.
func TestToldTogether(t *testing.T) {
	e := parse(t, toldModel).Entity("thing")
	for _, c := range []struct {
		templates []string
		want      []string
	}{
		{[]string{"A#{a}", "{a}#{b}"}, []string{"a", "b"}},
		{[]string{"{a}#{b}", "{b}#{a}"}, nil},
		{[]string{"{a}#{b}", "{b}#{c}"}, []string{"a", "b", "c"}},
		{[]string{"{a}{b}{maybe:nulls}", "{b}", "{a}"}, []string{"a", "b", "maybe"}},
	} {
		var got []string
		for name := range toldTogether(e, c.templates, "#", nil) {
			got = append(got, name)
		}
		slices.Sort(got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v: %s", c.templates, diff)
		}
	}
}

// TestToldIsTrue holds the claim itself: two rows with one text agree in every
// column that is told. Rows have values of few and colliding characters, so
// that texts do meet.
func TestToldIsTrue(t *testing.T) {
	m := parse(t, toldModel)
	e := m.Entity("thing")
	slots := []string{"{a}", "{b}", "{c}", "{word}", "{other}", "{n}", "{state}", "{a:esc}", "{b:esc}", "{maybe:nulls}", "{flag}", "{flag:bool}", "#", "a", "1", "X"}
	met := 0
	rapid.Check(t, func(t *rapid.T) {
		template := ""
		for _, s := range rapid.SliceOfN(rapid.SampledFrom(slots), 1, 4).Draw(t, "template") {
			template += s
		}
		tells := told(e, template, "#")
		texts := make(map[string]model.Row)
		for range 40 {
			row := collidingRow(t)
			s := textOf(t, e, template, row)
			other, seen := texts[s]
			texts[s] = row
			if !seen {
				continue
			}
			met++
			for _, c := range tells {
				if !attr.Equal(row[c], other[c]) {
					t.Fatalf("%s tells %s, but %q is of %s and of %s", template, c, s, plain(row[c]), plain(other[c]))
				}
			}
		}
	})
	if met < 100 {
		t.Errorf("only %d texts met", met)
	}
}

func collidingRow(t *rapid.T) model.Row {
	short := func(name string, runes []rune, lo, hi int) attr.Value {
		return attr.String(rapid.StringOfN(rapid.SampledFrom(runes), lo, hi, -1).Draw(t, name))
	}
	row := model.Row{
		"a": short("a", []rune("#1aX="), 0, 2), "b": short("b", []rune("#1aX-"), 0, 2), "c": short("c", []rune("#1aé"), 2, 2),
		"word": short("word", []rune("ax"), 0, 2), "other": short("other", []rune("XY"), 1, 2), "n": attr.Int(rapid.Int64Range(-1, 12).Draw(t, "n")),
		"state": attr.String(rapid.SampledFrom([]string{"HELD", "OPEN", "NEW"}).Draw(t, "state")), "flag": attr.Bool(rapid.Bool().Draw(t, "flag")),
	}
	if rapid.Bool().Draw(t, "there") {
		row["maybe"] = short("maybe", []rune("#-="), 0, 2)
	}
	return row
}

func textOf(t *rapid.T, e *model.Entity, template string, row model.Row) string {
	s := ""
	for _, p := range pieces(template) {
		if p.column == "" {
			s += p.literal
			continue
		}
		codec, err := design.NewCodec(e.Column(p.column), p.codec, '#')
		if err != nil {
			t.Fatal(err)
		}
		text, err := codec.Encode(row[p.column])
		if err != nil {
			t.Fatal(err)
		}
		s += text
	}
	return s
}
