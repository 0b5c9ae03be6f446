package remote

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/api"
)

// harmless are the operations that change nothing. What is not listed is taken
// for a write.
var harmless = []string{
	"BatchGetItem", "DescribeContinuousBackups", "DescribeEndpoints", "DescribeLimits", "DescribeStream", "DescribeTable",
	"DescribeTimeToLive", "GetItem", "GetRecords", "GetShardIterator", "ListStreams", "ListTables", "ListTagsOfResource",
	"Query", "Scan", "TransactGetItems",
}

// Writes says whether a request could change something. Statements of PartiQL
// are looked at; one that does not begin as a read is taken for a write.
func Writes(operation string, request any) bool {
	switch r := request.(type) {
	case *api.ExecuteStatementRequest:
		return !reads(r.Statement)
	case *api.BatchExecuteStatementRequest:
		return len(r.Statements) == 0 || slices.ContainsFunc(r.Statements, func(s api.BatchStatementRequest) bool { return !reads(s.Statement) })
	case *api.ExecuteTransactionRequest:
		return len(r.TransactStatements) == 0 ||
			slices.ContainsFunc(r.TransactStatements, func(s api.ParameterizedStatement) bool { return !reads(s.Statement) })
	}
	return !slices.Contains(harmless, operation)
}

// reads says whether a statement is a SELECT, or an EXISTS of a transaction.
func reads(statement string) bool {
	words := strings.FieldsFunc(statement, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') })
	first := strings.TrimSpace(statement)
	if len(words) == 0 || !strings.HasPrefix(first, words[0]) {
		return false
	}
	return strings.EqualFold(words[0], "SELECT") || strings.EqualFold(words[0], "EXISTS")
}
