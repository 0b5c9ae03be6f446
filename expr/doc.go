// Package expr is DynamoDB's five expression languages: condition, filter,
// key condition, projection and update expressions. It lexes, parses, checks,
// evaluates and prints them, without I/O and without a clock.
//
// # Shape
//
// One request has one Env, its ExpressionAttributeNames and Values. Each
// Parse function reads one expression against that Env and notes which
// placeholders it used; after the last one Env.Unused reports the others, as
// DynamoDB does. What Parse returns is immutable, is safe for concurrent use
// and can be applied to any number of items.
//
//	ParseCondition     Condition.Eval(item) bool
//	ParseKeyCondition  KeyCondition.Parts() ([]KeyPart, error)
//	ParseProjection    Projection.Apply(item) attr.Item
//	ParseUpdate        Update.Apply(item) (attr.Item, error), Update.Touched(item)
//
// All four have String, which prints the expression in one canonical spelling:
// keywords in capitals, single spaces, placeholders as written, only the
// parentheses that the meaning needs. Parsing what String prints gives the
// same expression again.
//
// # Statements
//
// PartiQL statements have conditions and updates of the same operators, over
// values written in place. Package partiql builds them from its own syntax tree
// (build.go), so that both languages compare and change values by one code.
//
// # Legacy parameters
//
// Requests from before there were expressions have conditions, changes and
// names of whole attributes (legacy.go). They become the same trees.
//
// # Order of checks
//
// Where an expression has several faults DynamoDB reports one, and clients
// test for it, so the order is part of the behaviour. It is: empty, too long,
// syntax (which includes redundant parentheses), then a walk over the text
// for reserved words, list indexes, function names and where functions stand
// (check_text.go), then a walk for placeholders, operands and their types
// (check_operands.go, check_update.go).
//
// # Sources
//
// Behaviour follows the developer guide (pages Expressions.*, and
// ServiceQuotas for the limits). Messages and the order of checks, which the
// guide does not give, are facts measured by others on AWS: the expectations
// that dynalite recorded, ScyllaDB's alternator tests, captures in the issues
// of nubo-db/dynoxide and ExtendDB, and error reports by users. Each message
// in messages.go says which.
//
// Package expr stands on attr (values, paths) and schema (reserved words); the
// rules that need a table's key schema are in package query.
package expr
