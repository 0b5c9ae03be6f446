package expr_test

import (
	"os"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

// The fuzz targets: no input panics; what is accepted prints to text that
// gives the same expression again, and works on an item.

func FuzzCondition(f *testing.F) {
	seed(f, "condition", "errors")
	f.Fuzz(func(t *testing.T, src string) {
		if e := roundTrip(t, src, expr.KindCondition); e != nil {
			c := e.(*expr.Condition)
			not, err := expr.ParseCondition("NOT ("+c.String()+")", expr.KindCondition, envFor(src))
			if err != nil {
				return // too long or one operator too many
			}
			if it := fuzzItem(t); c.Eval(it) == not.Eval(it) {
				t.Fatalf("%s and its negation agree", src)
			}
		}
	})
}

func FuzzFilter(f *testing.F) {
	seed(f, "filter", "errors")
	f.Fuzz(func(t *testing.T, src string) {
		if e := roundTrip(t, src, expr.KindFilter); e != nil {
			e.(*expr.Condition).Eval(fuzzItem(t))
		}
	})
}

func FuzzKeyCondition(f *testing.F) {
	seed(f, "keycondition")
	f.Fuzz(func(t *testing.T, src string) {
		e := roundTrip(t, src, expr.KindKeyCondition)
		if e == nil {
			return
		}
		parts, err := e.(*expr.KeyCondition).Parts()
		if err != nil {
			return
		}
		for _, p := range parts {
			want := 1
			if p.Op == expr.Between {
				want = 2
			}
			if p.Attribute == "" || len(p.Values) != want {
				t.Fatalf("%s: part %v", src, p)
			}
		}
	})
}

func FuzzProjection(f *testing.F) {
	seed(f, "projection")
	f.Fuzz(func(t *testing.T, src string) {
		if e := roundTrip(t, src, expr.KindProjection); e != nil {
			p, it := e.(*expr.Projection), fuzzItem(t)
			// Lists shrink, so only projections without indexes repeat.
			if got := p.Apply(it); !strings.Contains(src, "[") && !attr.EqualItems(p.Apply(got), got) {
				t.Fatalf("%s applied twice differs", src)
			}
		}
	})
}

func FuzzUpdate(f *testing.F) {
	seed(f, "update")
	f.Fuzz(func(t *testing.T, src string) {
		if e := roundTrip(t, src, expr.KindUpdate); e != nil {
			u, it := e.(*expr.Update), fuzzItem(t)
			before := string(it.AppendJSON(nil))
			if after, err := u.Apply(it); err == nil {
				u.Touched(after)
			}
			if string(it.AppendJSON(nil)) != before {
				t.Fatalf("%s changed the old item", src)
			}
		}
	})
}

// seed adds the expressions of script files: every line is tried.
func seed(f *testing.F, files ...string) {
	f.Helper()
	for _, file := range files {
		text, err := os.ReadFile("testdata/" + file)
		if err != nil {
			f.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			f.Add(line)
		}
	}
}

// roundTrip parses src with placeholders that are all defined; it returns nil
// where src is refused.
func roundTrip(t *testing.T, src string, kind expr.Kind) expression {
	t.Helper()
	env := envFor(src)
	e, err := parse(src, kind, env)
	if err != nil {
		return nil
	}
	if len(e.String()) > 4096 {
		return e // spaces were added
	}
	again, err := parse(e.String(), kind, env)
	if err != nil {
		t.Fatalf("%q prints %q: %v", src, e, err)
	}
	if again.Tree() != e.Tree() || again.String() != e.String() {
		t.Fatalf("%q prints %q, which prints %q\n%s\n%s", src, e, again, e.Tree(), again.Tree())
	}
	return e
}

// envFor defines every placeholder in src. The values are of types that
// depend on the placeholder's length.
func envFor(src string) *expr.Env {
	env := &expr.Env{Names: map[string]string{}, Values: map[string]attr.Value{}}
	values := fuzzValues()
	for i := 0; i < len(src); i++ {
		if src[i] != '#' && src[i] != ':' {
			continue
		}
		end := i + 1
		for end < len(src) && (src[end] == '_' || src[end] >= '0' && src[end] <= '9' || src[end]|0x20 >= 'a' && src[end]|0x20 <= 'z') {
			end++
		}
		if word := src[i:end]; src[i] == '#' {
			env.Names[word] = "x." + word
		} else {
			env.Values[word] = values[len(word)%len(values)]
		}
	}
	return env
}

func fuzzValues() []attr.Value {
	return []attr.Value{attr.Int(1), attr.String("a"), attr.List(attr.Int(1)), attr.Int(2), attr.Set(attr.TypeStringSet, []attr.Value{attr.String("a")}), attr.Binary([]byte{1}), attr.Bool(true), attr.Null(), attr.Map(nil)}
}

func fuzzItem(t *testing.T) attr.Item {
	t.Helper()
	return parseItem(t, `{"a":{"N":"1"},"b":{"S":"a"},"l":{"L":[{"N":"1"},{"M":{"a":{"L":[{"S":"x"}]}}}]},"m":{"M":{"k":{"N":"7"},"a":{"M":{"b":{"SS":["a"]}}}}},"n":{"N":"5"},"s":{"S":"abc"},"tags":{"SS":["a","b"]},"t":{"BOOL":true}}`)
}
