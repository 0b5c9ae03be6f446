package api

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// The messages and the order of these checks were recorded on AWS by dynalite
// and, for ConditionalOperator and mixed parameters, by ExtendDB (pull request
// 213, 2026-07). Attributes are taken in the order of their names; DynamoDB's
// order is that of a hash map.

// parameter is a member of a request that may be there or not.
type parameter struct {
	name    string
	present bool
}

// checkMixed refuses a request that has legacy parameters and expressions.
func checkMixed(legacy, exprs []parameter) error {
	with, without := present(legacy), present(exprs)
	if with == "" || without == "" {
		return nil
	}
	return invalid("Can not use both expression and non-expression parameters in the same request: " +
		"Non-expression parameters: {" + with + "} Expression parameters: {" + without + "}")
}

func present(list []parameter) string {
	var b strings.Builder
	for _, p := range list {
		if !p.present {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.name)
	}
	return b.String()
}

// checkConditionalOperator refuses a ConditionalOperator that joins nothing.
// conditions is -1 where the request has none, not even an empty map.
func checkConditionalOperator(operator string, conditions int) error {
	switch {
	case operator == "":
		return nil
	case conditions < 0:
		return invalid("ConditionalOperator cannot be used without Filter or Expected")
	case conditions < 2:
		return invalid("ConditionalOperator can only be used when Filter or Expected has two or more elements")
	}
	return nil
}

// countOf is the number of conditions for checkConditionalOperator.
func countOf[V any](m map[string]V) int {
	if m == nil {
		return -1
	}
	return len(m)
}

func (c *constraints) conditionalOperator(value string) {
	c.enum("conditionalOperator", value, "OR", "AND")
}

func (c *constraints) comparisonOperator(member, value string) {
	c.enum(member, value, "IN", "NULL", "BETWEEN", "LT", "NOT_CONTAINS", "EQ", "GT", "NOT_NULL", "NE", "LE",
		"BEGINS_WITH", "GE", "CONTAINS")
}

func (c *constraints) expected(expected Expected) {
	for _, name := range slices.Sorted(maps.Keys(expected)) {
		c.comparisonOperator("expected."+name+".member.comparisonOperator", expected[name].ComparisonOperator)
	}
}

func (c *constraints) conditions(param string, conditions Conditions) {
	for _, name := range slices.Sorted(maps.Keys(conditions)) {
		member := param + "." + name + ".member.comparisonOperator"
		operator := conditions[name].ComparisonOperator
		if operator == "" && !c.empty(member) {
			c.notNull(member, true)
			continue
		}
		c.comparisonOperator(member, operator)
	}
}

func (c *constraints) attributeUpdates(updates AttributeUpdates) {
	for _, name := range slices.Sorted(maps.Keys(updates)) {
		c.enum("attributeUpdates."+name+".member.action", updates[name].Action, "ADD", "DELETE", "PUT")
	}
}

// attributesToGet checks the names to return, nil where all are.
func (c *constraints) attributesToGet(member string, names []string) {
	if names != nil && len(names) == 0 {
		c.fail("[]", member, schema.RuleMinLength(1))
	}
}

// badParameter returns the error of a member that does not fit another.
func badParameter(message string) error {
	return invalid("One or more parameter values were invalid: " + message)
}

func checkAttributesToGet(names []string) error {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return badParameter("Duplicate value in attribute name: " + name)
		}
	}
	return nil
}

// checkExpected checks the conditions of a write.
func checkExpected(expected Expected) error {
	for _, name := range slices.Sorted(maps.Keys(expected)) {
		e := expected[name]
		if err := e.checkMembers(name); err != nil {
			return err
		}
		if err := e.Condition().check(); err != nil {
			return err
		}
	}
	return nil
}

// checkMembers checks which members stand together.
func (e ExpectedAttributeValue) checkMembers(name string) error {
	value, list, operator := isSent(e.Value), e.AttributeValueList != nil, e.ComparisonOperator
	of := " for Attribute: " + name
	switch {
	case list && value:
		return badParameter("Value and AttributeValueList cannot be used together" + of)
	case operator != "" && e.Exists != nil:
		return badParameter("Exists and ComparisonOperator cannot be used together" + of)
	case operator == "NULL" || operator == "NOT_NULL":
		return nil
	case operator != "" && !list && !value:
		return badParameter("Value or AttributeValueList must be used with ComparisonOperator: " + operator + of)
	case operator != "":
		return nil
	case list:
		return badParameter("AttributeValueList can only be used with a ComparisonOperator" + of)
	case value && e.Exists != nil && !*e.Exists:
		return badParameter("Value cannot be used when Exists is false" + of)
	case !value && e.Exists == nil:
		return badParameter("Value must be provided when Exists is null" + of)
	case !value && *e.Exists:
		return badParameter("Value must be provided when Exists is " + strconv.FormatBool(*e.Exists) + of)
	}
	return nil
}

// checkConditions checks the conditions of a read.
func checkConditions(conditions Conditions) error {
	for _, name := range slices.Sorted(maps.Keys(conditions)) {
		if err := conditions[name].check(); err != nil {
			return err
		}
	}
	return nil
}

// check checks the values: that they are some, their number, that they are of
// one type, and of one that the operator takes.
func (c Condition) check() error {
	for _, v := range c.AttributeValueList {
		if err := checkValue(v); err != nil {
			return err
		}
	}
	if least, most := operands(c.ComparisonOperator); len(c.AttributeValueList) < least || len(c.AttributeValueList) > most {
		return badParameter("Invalid number of argument(s) for the " + c.ComparisonOperator + " ComparisonOperator")
	}
	for _, v := range c.AttributeValueList {
		if v.Type() != c.AttributeValueList[0].Type() {
			return badParameter("AttributeValues inside AttributeValueList must be of same type")
		}
	}
	for _, v := range c.AttributeValueList {
		if !takes(c.ComparisonOperator, v.Type()) {
			return badParameter("ComparisonOperator " + c.ComparisonOperator + " is not valid for " + v.Type().String() + " AttributeValue type")
		}
	}
	if c.ComparisonOperator == "BETWEEN" {
		if order, ok := attr.Compare(c.AttributeValueList[0], c.AttributeValueList[1]); ok && order > 0 {
			return invalid("The BETWEEN condition was provided a range where the lower bound is greater than the upper bound")
		}
	}
	return nil
}

// operands is how many values an operator has.
func operands(operator string) (least, most int) {
	switch operator {
	case "NULL", "NOT_NULL":
		return 0, 0
	case "BETWEEN":
		return 2, 2
	case "IN":
		return 1, 1<<31 - 1
	}
	return 1, 1
}

// takes says whether an operator compares with values of a type. The guide
// leaves BOOL and NULL out for CONTAINS; Amazon's own client for DAX lets them
// through.
func takes(operator string, t attr.Type) bool {
	scalar := t == attr.TypeString || t == attr.TypeNumber || t == attr.TypeBinary
	switch operator {
	case "EQ", "NE":
		return true
	case "BEGINS_WITH":
		return scalar && t != attr.TypeNumber
	case "CONTAINS", "NOT_CONTAINS":
		return scalar || t == attr.TypeBool || t == attr.TypeNull
	}
	return scalar
}

// checkAttributeUpdates checks the changes of an UpdateItem.
func checkAttributeUpdates(updates AttributeUpdates) error {
	for _, name := range slices.Sorted(maps.Keys(updates)) {
		u := updates[name]
		if !isSent(u.Value) {
			if u.Action != "DELETE" {
				return badParameter("Only DELETE action is allowed when no attribute value is specified")
			}
			continue
		}
		if err := checkValue(u.Value); err != nil {
			return err
		}
		t := u.Value.Type()
		switch {
		case u.Action == "DELETE" && t.ElemType() == 0:
			return badParameter("DELETE action with value is not supported for the type " + t.String())
		case u.Action == "ADD" && t != attr.TypeNumber && t != attr.TypeList && t.ElemType() == 0:
			return badParameter("ADD action is not supported for the type " + t.String())
		}
	}
	return nil
}

// checkValue is checkValues for a value that is in no item.
func checkValue(v attr.Value) error {
	return checkValues(attr.Item{{Value: v}})
}
