package expr_test

import (
	"fmt"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

// One request: its placeholders, a condition, an update, and what DynamoDB
// says about a placeholder that neither uses.
func Example() {
	env, err := expr.NewEnv(
		map[string]string{"#s": "status"},
		map[string]attr.Value{":open": attr.String("open"), ":done": attr.String("done"), ":one": attr.Int(1), ":late": attr.Bool(true)},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	condition, err := expr.ParseCondition("attribute_exists(pk) and (#s = :open)", expr.KindCondition, env)
	if err != nil {
		fmt.Println(err)
		return
	}
	update, err := expr.ParseUpdate("set #s = :done, version = if_not_exists(version, :one) + :one", env)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(env.Unused())

	old := attr.NewItem(
		attr.Field{Name: "pk", Value: attr.String("task#1")},
		attr.Field{Name: "status", Value: attr.String("open")},
	)
	fmt.Println(condition, "->", condition.Eval(old))
	item, err := update.Apply(old)
	fmt.Println(string(item.AppendJSON(nil)), err)
	// Output:
	// Value provided in ExpressionAttributeValues unused in expressions: keys: {:late}
	// attribute_exists(pk) AND #s = :open -> true
	// {"pk":{"S":"task#1"},"status":{"S":"done"},"version":{"N":"2"}} <nil>
}
