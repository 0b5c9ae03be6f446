package engine

import (
	"maps"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/expr"
)

// legacy are a request's legacy parameters. Validate has checked them, and that
// none stands beside an expression of the same purpose.
type legacy struct {
	expected      api.Expected
	filter        api.Conditions
	keyConditions api.Conditions
	operator      string // ConditionalOperator
	updates       api.AttributeUpdates
	attributes    []string // AttributesToGet
}

// build makes of the parameters what expressions would have become.
func (l *legacy) build(x *expressions) {
	anyOf := l.operator == "OR"
	if len(l.expected) > 0 {
		tests := make(api.Conditions, len(l.expected))
		for name, e := range l.expected {
			tests[name] = e.Condition()
		}
		x.condition = expr.BuildTests(attributeTests(tests), anyOf)
	}
	if len(l.filter) > 0 {
		x.filter = expr.BuildTests(attributeTests(l.filter), anyOf)
	}
	if l.keyConditions != nil {
		x.keyCondition = expr.BuildKeyTests(attributeTests(l.keyConditions))
	}
	if len(l.updates) > 0 {
		changes := make([]expr.AttributeUpdate, 0, len(l.updates))
		for name, u := range l.updates {
			changes = append(changes, expr.AttributeUpdate{Attribute: name, Action: u.Action, Value: u.Value})
		}
		x.update = expr.BuildUpdates(changes)
	}
	if l.attributes != nil {
		x.projection = expr.BuildProjection(l.attributes)
	}
}

// attributeTests lists conditions in the order of their attributes' names.
func attributeTests(conditions api.Conditions) []expr.AttributeTest {
	tests := make([]expr.AttributeTest, 0, len(conditions))
	for _, name := range slices.Sorted(maps.Keys(conditions)) {
		c := conditions[name]
		tests = append(tests, expr.AttributeTest{Attribute: name, Operator: c.ComparisonOperator, Values: c.AttributeValueList})
	}
	return tests
}
