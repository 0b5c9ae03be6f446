package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// constraints collects what a request's members break before anything else is
// looked at. DynamoDB reports all of them in one message.
type constraints struct {
	sent   *Sent
	broken []string
}

// check returns everything that was broken as one error, nil if nothing was.
func (c *constraints) check() error {
	switch len(c.broken) {
	case 0:
		return nil
	case 1:
		return invalid("1 validation error detected: " + c.broken[0])
	}
	return invalid(fmt.Sprintf("%d validation errors detected: %s", len(c.broken), strings.Join(c.broken, "; ")))
}

func invalid(message string) error { return &Error{Code: ValidationException, Message: message} }

// fail records that the value at a member breaks a constraint.
func (c *constraints) fail(value, member, constraint string) {
	c.broken = append(c.broken, "Value "+value+" at '"+member+"' failed to satisfy constraint: "+constraint)
}

func (c *constraints) notNull(member string, isNull bool) bool {
	if isNull {
		c.fail("null", member, "Member must not be null")
	}
	return !isNull
}

// empty says whether a member whose Go value is "" was sent as "".
func (c *constraints) empty(member string) bool {
	return c.sent != nil && slices.Contains(c.sent.Empty, member)
}

const namePattern = "[a-zA-Z0-9_.-]+"

// tableName checks the name of an existing table. Since names may be ARNs,
// the length may be anything from 1 (measured by dynoxide's author).
func (c *constraints) tableName(member, name string) {
	switch {
	case name == "" && c.empty(member):
		c.fail("''", member, "Member must have length greater than or equal to 1")
	case name == "":
		c.notNull(member, true)
	default:
		c.name(member, name, 1)
	}
}

// newName checks the required name of a table or an index to be made.
func (c *constraints) newName(member, name string) {
	if name == "" && !c.empty(member) {
		c.notNull(member, true)
		return
	}
	c.name(member, name, 3)
}

// indexName checks the name of an index, if one is given.
func (c *constraints) indexName(member, name string) {
	if name != "" || c.empty(member) {
		c.name(member, name, 3)
	}
}

func (c *constraints) name(member, name string, shortest int) {
	if !plainName(name) {
		c.fail(quote(name), member, "Member must satisfy regular expression pattern: "+namePattern)
	}
	if len(name) < shortest {
		c.fail(quote(name), member, "Member must have length greater than or equal to "+strconv.Itoa(shortest))
	}
	if len(name) > 255 {
		c.fail(quote(name), member, "Member must have length less than or equal to 255")
	}
}

func plainName(name string) bool {
	for i := range len(name) {
		switch b := name[i]; {
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9', b == '_', b == '.', b == '-':
		default:
			return false
		}
	}
	return name != ""
}

func quote(s string) string { return "'" + s + "'" }

// enum checks an optional member against its values, given in the order in
// which DynamoDB lists them.
func (c *constraints) enum(member, value string, values ...string) {
	if value == "" && !c.empty(member) || slices.Contains(values, value) {
		return
	}
	c.fail(quote(value), member, "Member must satisfy enum value set: ["+strings.Join(values, ", ")+"]")
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
		c.fail(quote(strconv.Itoa(*value)), member, "Member must have value greater than or equal to "+strconv.Itoa(least))
	}
}

// invalidValue returns the message of the first attribute value of a member
// that no attr.Value can be, "" if there is none.
func (s *Sent) invalidValue(member string) string {
	if s == nil {
		return ""
	}
	for _, v := range s.Invalid {
		if v.Member == member {
			return v.Message
		}
	}
	return ""
}

// checkValues refuses a member that held an invalid attribute value.
func (s *Sent) checkValues(member string) error {
	if msg := s.invalidValue(member); msg != "" {
		return invalid(msg)
	}
	return nil
}

// InvalidPlaceholder returns the first value of ExpressionAttributeValues
// that no attr.Value can be: its placeholder and DynamoDB's message.
func (s *Sent) InvalidPlaceholder(member string) (placeholder, message string, found bool) {
	if s == nil {
		return "", "", false
	}
	for _, v := range s.Invalid {
		if v.Member == member {
			return v.Name, v.Message, true
		}
	}
	return "", "", false
}
