package cost

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed prices/conventions.json
var conventionsFile []byte

// Terms are what all price lists count in, stated once: what a month and a
// gigabyte are taken to be, and which bytes are billed beside an item's own.
type Terms struct {
	Source string
	Date   string

	MonthHours    int64  `json:"month_hours"`
	MonthNote     string `json:"month_note"`
	GigabyteBytes int64  `json:"gigabyte_bytes"`
	GigabyteNote  string `json:"gigabyte_note"`

	ItemOverheadBytes    int64  `json:"item_overhead_bytes"` // with every stored item and index entry
	ItemOverheadNote     string `json:"item_overhead_note"`
	ReplicaOverheadBytes int64  `json:"replica_overhead_bytes"` // more for each item of a global table
	ReplicaOverheadNote  string `json:"replica_overhead_note"`

	ReservedBlockUnits int64  `json:"reserved_block_units"` // reserved capacity is bought in whole blocks
	ReservedNote       string `json:"reserved_note"`
}

// MonthSeconds is the length of a month in seconds.
func (t *Terms) MonthSeconds() int64 { return t.MonthHours * 3600 }

var terms = sync.OnceValue(func() *Terms {
	t := new(Terms)
	if err := json.Unmarshal(conventionsFile, t); err != nil {
		panic(fmt.Sprintf("cost: conventions.json: %v", err)) // the file is part of the program
	}
	return t
})

// Conventions returns what all price lists count in. It must not be changed.
func Conventions() *Terms { return terms() }
