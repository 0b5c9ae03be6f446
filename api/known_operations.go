package api

import (
	_ "embed" // known_operations.txt
	"slices"
	"strings"
	"sync"
)

// knownOperations.txt lists every operation of DynamoDB and of DynamoDB
// Streams, one a line, ordered; lines that begin with # say where they are from.
//
//go:embed known_operations.txt
var knownOperationsText string

var knownOperations = sync.OnceValue(func() []string {
	var names []string
	for line := range strings.Lines(knownOperationsText) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			names = append(names, line)
		}
	}
	return names
})

// KnownOperation says whether DynamoDB or DynamoDB Streams has an operation of
// that name, implemented here or not.
func KnownOperation(name string) bool {
	_, ok := slices.BinarySearch(knownOperations(), name)
	return ok
}
