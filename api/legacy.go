package api

import "github.com/keywright/keywright/attr"

// The legacy parameters are what requests had before there were expressions
// (developer guide, pages LegacyConditionalParameters.*). A request has either
// these or expressions.

// ExpectedAttributeValue is what Expected demands of one attribute: that it
// compares with AttributeValueList or Value as ComparisonOperator says; or,
// without an operator, that it is equal to Value, or absent where Exists is
// false.
type ExpectedAttributeValue struct {
	Value              attr.Value   `json:",omitzero"`
	Exists             *bool        `json:",omitempty"`
	ComparisonOperator string       `json:",omitempty"`
	AttributeValueList []attr.Value `json:",omitempty"`
}

// Condition is a condition on one attribute in KeyConditions, QueryFilter or
// ScanFilter.
type Condition struct {
	AttributeValueList []attr.Value `json:",omitempty"`
	ComparisonOperator string       // EQ, NE, IN, LE, LT, GE, GT, BETWEEN, NOT_NULL, NULL, CONTAINS, NOT_CONTAINS, BEGINS_WITH
}

// AttributeValueUpdate is what AttributeUpdates does to one attribute. PUT
// replaces it; ADD adds a number, the members of a set or the elements of a
// list; DELETE removes the attribute, or with a Value members of a set.
type AttributeValueUpdate struct {
	Value  attr.Value `json:",omitzero"`
	Action string     `json:",omitempty"` // PUT by default
}

// Expected are the conditions of a write, by attribute.
type Expected = map[string]ExpectedAttributeValue

// Conditions are the conditions of a read, by attribute.
type Conditions = map[string]Condition

// AttributeUpdates are the changes of an UpdateItem, by attribute.
type AttributeUpdates = map[string]AttributeValueUpdate

// Condition writes what is expected as a condition of a read has it.
func (e ExpectedAttributeValue) Condition() Condition {
	switch {
	case e.ComparisonOperator == "" && e.Exists != nil && !*e.Exists:
		return Condition{ComparisonOperator: "NULL"}
	case e.ComparisonOperator == "":
		return Condition{[]attr.Value{e.Value}, "EQ"}
	case e.AttributeValueList == nil && isSent(e.Value):
		return Condition{[]attr.Value{e.Value}, e.ComparisonOperator}
	}
	return Condition{e.AttributeValueList, e.ComparisonOperator}
}

// isSent says whether a request has the value, be it one that DynamoDB
// refuses.
func isSent(v attr.Value) bool { return !v.IsZero() || v.Err() != nil }
