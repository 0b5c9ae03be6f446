package schema

import (
	_ "embed" // reserved.json
	"encoding/json"
	"slices"
	"strings"
	"sync"
)

//go:embed reserved.json
var reservedJSON []byte

// reservedWords returns the reserved words in upper case, sorted.
var reservedWords = sync.OnceValue(func() []string {
	var file struct{ Words []string }
	if err := json.Unmarshal(reservedJSON, &file); err != nil {
		panic("schema: reserved.json: " + err.Error())
	}
	return file.Words
})

// IsReserved says whether an expression may not use the word as an attribute
// name. The case of letters does not matter.
func IsReserved(word string) bool {
	_, found := slices.BinarySearch(reservedWords(), strings.ToUpper(word))
	return found
}

// ReservedWords returns all reserved words in upper case and in order.
func ReservedWords() []string { return slices.Clone(reservedWords()) }
