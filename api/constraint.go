package api

import (
	"slices"
	"strconv"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// constraints collects what a request's members break before anything else is
// looked at. DynamoDB reports all of them in one message.
type constraints struct {
	sent   *Sent
	broken []string
}

// check returns everything that was broken as one error, nil if nothing was.
func (c *constraints) check() error {
	if err := schema.ConstraintError(c.broken); err != nil {
		return invalid(err.Error())
	}
	return nil
}

func invalid(message string) error { return &Error{Code: ValidationException, Message: message} }

// fail records that the value at a member breaks a rule.
func (c *constraints) fail(value, member, rule string) {
	c.broken = append(c.broken, schema.Violation(value, member, rule))
}

// failUnquoted is fail as DynamoDB words it for values that it does not show.
func (c *constraints) failUnquoted(value, member, rule string) {
	c.broken = append(c.broken, "Value"+value+" at '"+member+"' failed to satisfy constraint: "+rule)
}

func (c *constraints) notNull(member string, isNull bool) bool {
	if isNull {
		c.failUnquoted(" null", member, "Member must not be null")
	}
	return !isNull
}

// empty says whether a member whose Go value is "" was sent as "".
func (c *constraints) empty(member string) bool {
	return c.sent != nil && slices.Contains(c.sent.Empty, member)
}

// tableName checks the name of an existing table. Since names may be ARNs,
// the length may be anything from 1 (measured by dynoxide's author).
func (c *constraints) tableName(member, name string) {
	switch {
	case name == "" && c.empty(member):
		c.fail("", member, schema.RuleMinLength(1))
	case name == "":
		c.notNull(member, true)
	default:
		if a, ok := parseTableArn(name); ok {
			name = a.table
		}
		c.broken = append(c.broken, schema.NameViolations(name, member, 1)...)
	}
}

// indexName checks the name of an index, if one is given.
func (c *constraints) indexName(member, name string) {
	if name != "" || c.empty(member) {
		c.broken = append(c.broken, schema.NameViolations(name, member, schema.Documented().NameMinLength)...)
	}
}

// enum checks an optional member against its values, given in the order in
// which DynamoDB lists them.
func (c *constraints) enum(member, value string, values ...string) {
	if value == "" && !c.empty(member) || slices.Contains(values, value) {
		return
	}
	c.fail(value, member, schema.RuleEnum(values...))
}

func (c *constraints) returnConsumedCapacity(value string) {
	c.enum("returnConsumedCapacity", value, "INDEXES", "TOTAL", "NONE")
}

func (c *constraints) returnItemCollectionMetrics(value string) {
	c.enum("returnItemCollectionMetrics", value, "SIZE", "NONE")
}

func (c *constraints) returnValues(value string) {
	c.enum("returnValues", value, "ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW")
}

func (c *constraints) returnOnFailure(prefix, value string) {
	c.enum(prefix+"returnValuesOnConditionCheckFailure", value, "ALL_OLD", "NONE")
}

func (c *constraints) selection(value string) {
	c.enum("select", value, "SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES")
}

// atLeast checks an optional number's lower bound.
func (c *constraints) atLeast(member string, value *int, least int) {
	if value != nil && *value < least {
		c.fail(strconv.Itoa(*value), member, schema.RuleMin(int64(least)))
	}
}

// checkValues refuses an item or a key with an attribute that is no value: one
// read from JSON that DynamoDB refuses, or a zero attr.Value left in an item
// that was made in Go.
func checkValues(it attr.Item) error {
	if err := it.Err(); err != nil {
		return invalid(err.Error())
	}
	if !isComplete(it) {
		return invalid("Supplied AttributeValue is empty, must contain exactly one of the supported datatypes")
	}
	if err := it.CheckLevels(); err != nil {
		return invalid(err.Error())
	}
	return nil
}

func isComplete(it attr.Item) bool {
	for i := range it {
		if !isValue(it[i].Value) {
			return false
		}
	}
	return true
}

func isValue(v attr.Value) bool {
	switch v.Type() {
	case 0:
		return false
	case attr.TypeMap:
		return isComplete(v.Item())
	case attr.TypeList:
		for _, e := range v.Elems() {
			if !isValue(e) {
				return false
			}
		}
	}
	return true
}
