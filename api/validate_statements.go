package api

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// The bounds of PartiQL requests (API reference: ExecuteStatement,
// BatchExecuteStatement, ExecuteTransaction).
const (
	maxStatement = 8192  // characters
	maxNextToken = 32768 // characters
)

// Validate checks the request.
func (r *ExecuteStatementRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.statement("", r.Statement, r.Parameters, r.ReturnValuesOnConditionCheckFailure)
	if r.Limit != nil && *r.Limit < 1 {
		c.fail(strconv.Itoa(*r.Limit), "limit", schema.RuleMin(1)) // as Scan's, measured by dynoxide's author
	}
	switch {
	case r.NextToken == "" && c.empty("nextToken"):
		c.fail("", "nextToken", schema.RuleMinLength(1))
	case len(r.NextToken) > maxNextToken:
		c.fail(r.NextToken, "nextToken", schema.RuleMaxLength(maxNextToken))
	}
	return c.check()
}

// Validate checks the request as a whole. What is wrong with the values of
// one statement's parameters is that statement's own error.
func (r *BatchExecuteStatementRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.statements("statements", r.Statements == nil, len(r.Statements), schema.Documented().BatchStatementsMax)
	for i, s := range r.Statements {
		c.statement(fmt.Sprintf("statements.%d.member.", i+1), s.Statement, s.Parameters, s.ReturnValuesOnConditionCheckFailure)
	}
	return c.check()
}

// Validate checks the request.
func (r *ExecuteTransactionRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.statements("transactStatements", r.TransactStatements == nil, len(r.TransactStatements), schema.Documented().TransactionItemsMax)
	c.token(r.ClientRequestToken)
	for i, s := range r.TransactStatements {
		c.statement(fmt.Sprintf("transactStatements.%d.member.", i+1), s.Statement, s.Parameters, s.ReturnValuesOnConditionCheckFailure)
	}
	return c.check()
}

func (c *constraints) statements(member string, null bool, n, most int) {
	switch {
	case null:
		c.notNull(member, true)
	case n == 0:
		c.fail("[]", member, schema.RuleMinLength(1))
	case n > most:
		// DynamoDB prints the statements here; we give their number only.
		c.fail(fmt.Sprintf("[%d statements]", n), member, schema.RuleMaxLength(most))
	}
}

func (c *constraints) statement(prefix, text string, parameters []attr.Value, onFailure string) {
	member := prefix + "statement"
	switch {
	case text == "" && c.empty(member):
		c.fail("", member, schema.RuleMinLength(1))
	case text == "":
		c.notNull(member, true)
	case utf8.RuneCountInString(text) > maxStatement:
		c.fail(text, member, schema.RuleMaxLength(maxStatement))
	}
	if parameters != nil && len(parameters) == 0 {
		c.fail("[]", prefix+"parameters", schema.RuleMinLength(1))
	}
	c.returnOnFailure(prefix, onFailure)
}
