package expr_test

import (
	"encoding/json"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

// tester is the part of testing.TB that *rapid.T has too.
type tester interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// expression is what the four kinds have in common.
type expression interface {
	String() string
	Tree() string
}

func parse(src string, kind expr.Kind, env *expr.Env) (expression, error) {
	switch kind {
	case expr.KindUpdate:
		return orNil(expr.ParseUpdate(src, env))
	case expr.KindProjection:
		return orNil(expr.ParseProjection(src, env))
	case expr.KindKeyCondition:
		return orNil(expr.ParseKeyCondition(src, env))
	}
	return orNil(expr.ParseCondition(src, kind, env))
}

// orNil keeps a nil pointer from becoming a non-nil interface.
func orNil[E expression](e E, err error) (expression, error) {
	if err != nil {
		return nil, err
	}
	return e, nil
}

func kindNamed(t tester, name string) expr.Kind {
	t.Helper()
	for k := expr.KindCondition; k <= expr.KindProjection; k++ {
		if k.String() == name {
			return k
		}
	}
	t.Fatalf("no kind of expression is called %s", name)
	return 0
}

func parseNames(t tester, src string) map[string]string {
	t.Helper()
	var names map[string]string
	if src == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(src), &names); err != nil {
		t.Fatal(err)
	}
	return names
}

func parseValues(t tester, src string) map[string]attr.Value {
	t.Helper()
	var values map[string]attr.Value
	if src == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(src), &values); err != nil {
		t.Fatal(err)
	}
	return values
}

func parseItem(t tester, src string) attr.Item {
	t.Helper()
	if src == "" || src == "nil" {
		return nil
	}
	it, err := attr.ParseItem([]byte(src))
	if err == nil {
		err = it.Err()
	}
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return it
}

func mustCondition(t tester, src string, env *expr.Env) *expr.Condition {
	t.Helper()
	c, err := expr.ParseCondition(src, expr.KindCondition, env)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return c
}
