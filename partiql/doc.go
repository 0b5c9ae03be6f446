// Package partiql is the PartiQL of DynamoDB: SELECT, INSERT, UPDATE, DELETE
// and EXISTS. It parses and prints statements, binds their parameters, and
// lowers them on a table's definition to what the engine's own operations run
// on: access paths (query.Request), conditions and updates (package expr). It
// does no I/O.
//
//	Parse        text to Statement
//	Bind         Statement and parameters to Bound: values, static types
//	Bound.Read   Bound SELECT on a table to Read: one or several ranges
//	Bound.Write  Bound INSERT, UPDATE, DELETE, EXISTS on a table to Write
//
// # How a SELECT reads
//
// An equality or an IN on every partition attribute, or an OR of such, makes
// one Query for each value; anything else is a Scan (developer guide,
// ql-reference.select). Of the conditions on sort attributes, those that a key
// condition can express narrow the range, one for each attribute; the others
// filter, as does everything else in WHERE.
//
// # Where the languages differ
//
// Comparisons are those of condition expressions but for one: a <> 'x' does
// not hold where a is missing. NOT inverts whatever the comparison said, so
// NOT a = 'x' does hold there (R17, captured on AWS by dynoxide's author).
// Conditions may name key attributes, values stand in place, and a projected
// path is named by its last step.
//
// # Sources
//
// The developer guide, pages ql-*. Messages are DynamoDB's where somebody
// published them: captures in the changelog and issues of nubo-db/dynoxide,
// error reports by users. Texts of syntax errors are those of the open
// PartiQL parser of 2021, whose messages the published ones are. messages.go
// says of each where it comes from; those marked "ours" are guesses.
package partiql
