package expr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

// Limits from the developer guide, page ServiceQuotas; messages from reports
// of users (messages.go names them).
func TestLimits(t *testing.T) {
	env := &expr.Env{Values: map[string]attr.Value{":v": attr.Int(1)}}
	for _, c := range []struct {
		name string
		kind expr.Kind
		src  string
		want string // "" where the expression is accepted
	}{
		{"4096 bytes", expr.KindFilter, strings.Repeat("a", 4091) + " = :v"[:5], ""},
		{"4097 bytes", expr.KindFilter, strings.Repeat("a", 4092) + " = :v", "Invalid FilterExpression: Expression size has exceeded the maximum allowed size; expression size: 4097"},
		{"empty condition", expr.KindCondition, "", "Invalid ConditionExpression: The expression can not be empty;"},
		{"empty filter", expr.KindFilter, "", "Invalid FilterExpression: The expression can not be empty;"},
		{"empty key condition", expr.KindKeyCondition, "", "Invalid KeyConditionExpression: The expression can not be empty;"},
		{"empty update", expr.KindUpdate, "", "Invalid UpdateExpression: The expression can not be empty;"},
		{"empty projection", expr.KindProjection, "", "Invalid ProjectionExpression: The expression can not be empty;"},
		{"blank", expr.KindFilter, "  ", `Invalid FilterExpression: Syntax error; token: "<EOF>", near: ""`},
		// 149 ORs and 150 comparators are 299 operators (scylladb).
		{"299 operators", expr.KindCondition, "a<b " + strings.Repeat("or (a<b ", 149) + strings.Repeat(")", 149), ""},
		{"909 operators", expr.KindCondition, "a<b " + strings.Repeat("or (a<b ", 454) + strings.Repeat(")", 454), "Invalid ConditionExpression: The expression contains too many operators; operator count: 301"},
		{"300 operators", expr.KindCondition, "NOT a<b" + strings.Repeat(" AND a<b", 149), ""},
		{"301 operators", expr.KindCondition, "NOT NOT a<b" + strings.Repeat(" AND a<b", 149), "Invalid ConditionExpression: The expression contains too many operators; operator count: 301"},
		{"300 functions", expr.KindCondition, "size(a)>b" + strings.Repeat(" OR size(a)>b", 99) + " OR", `Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "OR"`},
		{"299 operators with functions", expr.KindCondition, "size(a)>b" + strings.Repeat(" OR size(a)>b", 99), ""},
		{"302 operators with functions", expr.KindCondition, "size(a)>b" + strings.Repeat(" OR size(a)>b", 100), "Invalid ConditionExpression: The expression contains too many operators; operator count: 301"},
		{"300 sums", expr.KindUpdate, sets(300, "x+x"), ""},
		{"301 sums", expr.KindUpdate, sets(301, "x+x"), "Invalid UpdateExpression: The expression contains too many operators; operator count: 301"},
		{"400 assignments", expr.KindUpdate, sets(400, "x"), ""},
		{"IN of 100", expr.KindCondition, "a IN (:v" + strings.Repeat(",:v", 99) + ")", ""},
		{"IN of 101", expr.KindCondition, "a IN (:v" + strings.Repeat(",:v", 100) + ")", "Invalid ConditionExpression: The IN operator is provided with too many operands; number of operands: 101"},
		{"32 steps", expr.KindCondition, "a" + strings.Repeat("[0]", 31) + " = :v", ""},
		{"33 steps", expr.KindCondition, "a" + strings.Repeat("[0]", 32) + " = :v", "Invalid ConditionExpression: The document path has too many nesting levels; nesting levels: 33"},
		{"33 steps of a target", expr.KindUpdate, "REMOVE a" + strings.Repeat("[0]", 32), "Invalid UpdateExpression: The document path has too many nesting levels; nesting levels: 33"},
		{"4000 parentheses", expr.KindCondition, strings.Repeat("(", 4000), `Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "("`},
		{"1020 NOTs", expr.KindCondition, strings.Repeat("NOT ", 1020) + "a=:v", "Invalid ConditionExpression: The expression contains too many operators; operator count: 301"},
	} {
		_, err := parse(c.src, c.kind, env)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// sets returns an update that sets n attributes to value.
func sets(n int, value string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf("a%d=%s", i, value)
	}
	return "SET " + strings.Join(parts, ",")
}

// Keys of the maps are at most 255 bytes long (ServiceQuotas).
func TestLongPlaceholders(t *testing.T) {
	long := strings.Repeat("a", 255)
	one := attr.Int(1)
	if _, err := expr.NewEnv(map[string]string{"#" + long[1:]: "x"}, map[string]attr.Value{":" + long[1:]: one}); err != nil {
		t.Errorf("255 bytes: %v", err)
	}
	_, err := expr.NewEnv(map[string]string{"#" + long: "x"}, nil)
	if want := "ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too long; size of key: 256"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = expr.NewEnv(nil, map[string]attr.Value{":" + long: one})
	if want := "ExpressionAttributeValues contains invalid key: The expression attribute map contains a key that is too long;"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestNilEnv(t *testing.T) {
	if _, err := expr.ParseCondition("attribute_exists(a)", expr.KindFilter, nil); err != nil {
		t.Error(err)
	}
	if _, err := expr.ParseCondition("a = :v", expr.KindFilter, nil); err == nil {
		t.Error("a nil Env has a value")
	}
	if _, err := expr.ParseProjection("#n", nil); err == nil {
		t.Error("a nil Env has a name")
	}
	var env *expr.Env
	if err := env.Unused(); err != nil {
		t.Error(err)
	}
}

func TestPaths(t *testing.T) {
	env := &expr.Env{Names: map[string]string{"#d": "x.y"}, Values: map[string]attr.Value{":v": attr.Int(1)}}
	c := mustCondition(t, "a = :v AND (NOT b.c[0] < size(#d) OR contains(a, e)) AND f IN (g, h)", env)
	if got, want := fmt.Sprint(c.Paths()), "[a b.c[0] x.y a e f g h]"; got != want {
		t.Errorf("condition: got %s, want %s", got, want)
	}
	u, err := expr.ParseUpdate("SET a = b + :v, #d[1] = list_append(c.d, if_not_exists(e, f)) REMOVE g ADD h :v", env)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(u.Paths()), "[a x.y[1] g h]"; got != want {
		t.Errorf("targets: got %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(u.Reads()), "[b c.d e f]"; got != want {
		t.Errorf("reads: got %s, want %s", got, want)
	}
	p, err := expr.ParseProjection("a, b[2].#d", env)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(p.Paths()), "[a b[2].x.y]"; got != want {
		t.Errorf("projection: got %s, want %s", got, want)
	}
}
