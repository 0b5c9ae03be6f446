package expr

// role says where a function may stand.
type role uint8

const (
	roleCondition role = iota // a condition by itself
	roleOperand               // within a condition, as an operand
	roleUpdate                // within the SET section of an update
)

// function is a function of the expression languages. Names are compared
// with regard to case.
type function struct {
	name      string
	role      role
	operands  int
	needsPath bool // the first operand must be a document path
}

// The functions. Source: developer guide, pages
// Expressions.OperatorsAndFunctions and Expressions.UpdateExpressions.
var (
	fnExists      = &function{"attribute_exists", roleCondition, 1, true}
	fnNotExists   = &function{"attribute_not_exists", roleCondition, 1, true}
	fnType        = &function{"attribute_type", roleCondition, 2, true}
	fnBeginsWith  = &function{"begins_with", roleCondition, 2, false}
	fnContains    = &function{"contains", roleCondition, 2, false}
	fnSize        = &function{"size", roleOperand, 1, false}
	fnIfNotExists = &function{"if_not_exists", roleUpdate, 2, true}
	fnListAppend  = &function{"list_append", roleUpdate, 2, false}
)

// The functions that PartiQL has instead of the sections ADD and DELETE
// (developer guide, ql-reference.update). No expression's text has them.
var (
	fnSetAdd    = &function{"set_add", roleUpdate, 2, true}
	fnSetDelete = &function{"set_delete", roleUpdate, 2, true}
)

// lookup returns the function of that name, nil where there is none.
func lookup(name string) *function {
	switch name {
	case fnExists.name:
		return fnExists
	case fnNotExists.name:
		return fnNotExists
	case fnType.name:
		return fnType
	case fnBeginsWith.name:
		return fnBeginsWith
	case fnContains.name:
		return fnContains
	case fnSize.name:
		return fnSize
	case fnIfNotExists.name:
		return fnIfNotExists
	case fnListAppend.name:
		return fnListAppend
	}
	return nil
}
