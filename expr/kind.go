package expr

// Kind says which of a request's expressions one is. It goes into messages.
type Kind uint8

// The expressions a request can carry.
const (
	KindCondition Kind = iota + 1
	KindFilter
	KindKeyCondition
	KindUpdate
	KindProjection
	// KindStatement is a condition or an update of a PartiQL statement: its
	// messages have no prefix (measured by dynoxide's author).
	KindStatement
)

var kindNames = [...]string{
	KindCondition:    "ConditionExpression",
	KindFilter:       "FilterExpression",
	KindKeyCondition: "KeyConditionExpression",
	KindUpdate:       "UpdateExpression",
	KindProjection:   "ProjectionExpression",
	KindStatement:    "statement",
}

// String returns the name of the request parameter, "FilterExpression", or
// "statement".
func (k Kind) String() string { return kindNames[k] }

// The documented limits of one expression. Source: ServiceQuotas, "Expression
// parameters"; the nesting of paths and the list index are measured by others
// on AWS (scylladb test/alternator; floci).
const (
	maxExpressionBytes  = 4096
	maxOperators        = 300
	maxInOperands       = 100
	maxPathSteps        = 32
	maxListIndex        = 1<<31 - 1
	maxPlaceholderBytes = 255
	// of all placeholders and what they stand for
	maxPlaceholdersBytes = 2 << 20
)
