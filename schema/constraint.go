package schema

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/attr"
)

// maxConstraints is how many violations DynamoDB reports at once.
const maxConstraints = 10

// ConstraintError puts violations of single members into DynamoDB's form,
// "2 validation errors detected: ...; ...", at most ten of them; nil for none.
func ConstraintError(violations []string) error {
	n := min(len(violations), maxConstraints)
	switch n {
	case 0:
		return nil
	case 1:
		return refuse("1 validation error detected: %s", violations[0])
	}
	return refuse("%d validation errors detected: %s", n, strings.Join(violations[:n], "; "))
}

// Violation says that the value of a member, as text, breaks a constraint:
// "Value 'a;' at 'tableName' failed to satisfy constraint: " and the rule.
func Violation(value, member, rule string) string {
	return "Value '" + value + "' at '" + member + "' failed to satisfy constraint: " + rule
}

// RuleName is the rule that a name has only the characters allowed.
const RuleName = "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"

// RuleMinLength is the rule that a member has at least n characters or
// elements.
func RuleMinLength(n int) string {
	return fmt.Sprintf("Member must have length greater than or equal to %d", n)
}

// RuleMaxLength is the rule that a member has at most n characters or
// elements.
func RuleMaxLength(n int) string {
	return fmt.Sprintf("Member must have length less than or equal to %d", n)
}

// RuleMin is the rule that a number is at least n.
func RuleMin(n int64) string {
	return fmt.Sprintf("Member must have value greater than or equal to %d", n)
}

// RuleEnum is the rule that a member is one of the values.
func RuleEnum(values ...string) string {
	return "Member must satisfy enum value set: [" + strings.Join(values, ", ") + "]"
}

// NameViolations checks the name of a table or an index, at the member of
// that name: pattern, then length from minLength to 255.
func NameViolations(name, member string, minLength int) []string {
	var out []string
	if !isName(name) {
		out = append(out, Violation(name, member, RuleName))
	}
	if len(name) < minLength {
		out = append(out, Violation(name, member, RuleMinLength(minLength)))
	}
	if maxLength := Documented().NameMaxLength; len(name) > maxLength {
		out = append(out, Violation(name, member, RuleMaxLength(maxLength)))
	}
	return out
}

func isName(s string) bool {
	for _, c := range []byte(s) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '.', c == '-':
		default:
			return false
		}
	}
	return s != ""
}

// checkConstraints checks single members, all of them before it reports.
func (d *checker) checkConstraints() error {
	limits := Documented()
	v := NameViolations(d.Name, "tableName", limits.NameMinLength)
	v = append(v, throughputViolations(d.Throughput, "provisionedThroughput")...)
	for i, a := range d.Attributes {
		v = append(v, attributeViolations(a, fmt.Sprintf("attributeDefinitions.%d.member", i+1))...)
	}
	v = append(v, keyViolations(d.Key, "keySchema", 2)...)
	for i, ix := range d.Local {
		v = append(v, indexViolations(ix, fmt.Sprintf("localSecondaryIndexes.%d.member", i+1), 2)...)
	}
	globalMax := limits.GlobalPartitionAttributesMax + limits.GlobalSortAttributesMax
	for i, ix := range d.Global {
		// A longer key is refused later, in words of its own.
		v = append(v, indexViolations(ix, fmt.Sprintf("globalSecondaryIndexes.%d.member", i+1), max(globalMax, len(ix.Key)))...)
	}
	return ConstraintError(v)
}

func attributeViolations(a Attribute, member string) []string {
	v := lengthViolations(a.Name, member+".attributeName", Documented().KeyNameMaxBytes)
	switch a.Type {
	case attr.TypeString, attr.TypeNumber, attr.TypeBinary:
	default:
		v = append(v, Violation(a.Type.String(), member+".attributeType", RuleEnum("B", "N", "S")))
	}
	return v
}

func lengthViolations(text, member string, maxLength int) []string {
	switch {
	case text == "":
		return []string{Violation(text, member, RuleMinLength(1))}
	case len(text) > maxLength:
		return []string{Violation(text, member, RuleMaxLength(maxLength))}
	}
	return nil
}

func throughputViolations(t *Throughput, member string) []string {
	var v []string
	if t != nil && t.Write < 1 {
		v = append(v, Violation(fmt.Sprint(t.Write), member+".writeCapacityUnits", RuleMin(1)))
	}
	if t != nil && t.Read < 1 {
		v = append(v, Violation(fmt.Sprint(t.Read), member+".readCapacityUnits", RuleMin(1)))
	}
	return v
}

func keyViolations(key []KeyElement, member string, maxLength int) []string {
	var v []string
	switch {
	case len(key) == 0:
		v = append(v, Violation("[]", member, RuleMinLength(1)))
	case len(key) > maxLength:
		v = append(v, Violation(printKey(key), member, RuleMaxLength(maxLength)))
	}
	for i, e := range key {
		at := fmt.Sprintf("%s.%d.member.attributeName", member, i+1)
		v = append(v, lengthViolations(e.Name, at, Documented().KeyNameMaxBytes)...)
	}
	return v
}

// printKey prints a key as DynamoDB's messages do.
func printKey(key []KeyElement) string {
	parts := make([]string, len(key))
	for i, e := range key {
		kind := "HASH"
		if e.Sort {
			kind = "RANGE"
		}
		parts[i] = fmt.Sprintf("KeySchemaElement(attributeName=%s, keyType=%s)", e.Name, kind)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func indexViolations(ix IndexDefinition, member string, maxKey int) []string {
	v := NameViolations(ix.Name, member+".indexName", Documented().NameMinLength)
	v = append(v, throughputViolations(ix.Throughput, member+".provisionedThroughput")...)
	v = append(v, keyViolations(ix.Key, member+".keySchema", maxKey)...)
	switch ix.Projection.Kind {
	case "", ProjectAll, ProjectKeysOnly, ProjectInclude:
	default:
		v = append(v, Violation(string(ix.Projection.Kind), member+".projection.projectionType", RuleEnum("ALL", "INCLUDE", "KEYS_ONLY")))
	}
	if ix.Projection.Include != nil && len(ix.Projection.Include) == 0 {
		v = append(v, Violation("[]", member+".projection.nonKeyAttributes", RuleMinLength(1)))
	}
	for i, n := range ix.Projection.Include {
		at := fmt.Sprintf("%s.projection.nonKeyAttributes.%d.member", member, i+1)
		v = append(v, lengthViolations(n, at, Documented().KeyNameMaxBytes)...)
	}
	return v
}
