package engine

import (
	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/partiql"
)

// requestStatements returns the statements of a PartiQL request, nil in place
// of one that cannot be read; no statements for other requests.
func requestStatements(request any) []*partiql.Statement {
	var texts []string
	switch r := request.(type) {
	case *api.ExecuteStatementRequest:
		texts = []string{r.Statement}
	case *api.BatchExecuteStatementRequest:
		for _, s := range r.Statements {
			texts = append(texts, s.Statement)
		}
	case *api.ExecuteTransactionRequest:
		for _, s := range r.TransactStatements {
			texts = append(texts, s.Statement)
		}
	}
	out := make([]*partiql.Statement, len(texts))
	for i, text := range texts {
		out[i], _ = partiql.Parse(text) // the operation says what is wrong
	}
	return out
}

// statementTables returns the table of each statement, "" of one that cannot
// be read.
func statementTables(request any) []string {
	var names []string
	for _, s := range requestStatements(request) {
		name := ""
		if s != nil {
			name = s.Table
		}
		names = append(names, name)
	}
	return names
}

// statementsWrite says whether some statement of a request is a write.
func statementsWrite(request any) bool {
	for _, s := range requestStatements(request) {
		if s != nil && !s.Reads() {
			return true
		}
	}
	return false
}
