package prove

import (
	"encoding/json"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// Report is the outcome of Check. Proven says that every obligation held.
// The same model, design, seed and number of worlds give the same report.
type Report struct {
	Model       string          `json:"model"`
	Database    string          `json:"database,omitempty"` // that it ran on, where that is not the embedded engine
	Unstable    int             `json:"unstable,omitempty"` // worlds that failed once and not again (Options.Settle)
	Proven      bool            `json:"proven"`
	Seed        uint64          `json:"seed"`
	Worlds      int             `json:"worlds"`   // worlds that were run
	Writes      int             `json:"writes"`   // writes of the worlds
	Requests    int             `json:"requests"` // requests sent for them, clearing up included
	Obligations []Obligation    `json:"obligations"`
	Questions   []QuestionStats `json:"questions"`
	Failures    []Failure       `json:"failures,omitempty"`
	Unanswered  []string        `json:"unanswered,omitempty"` // questions that the model or the planner refuses
	Assumptions []string        `json:"assumptions"`
}

// Basis says how an obligation was shown.
type Basis string

// The bases.
const (
	Static Basis = "static" // follows from model and design
	Tested Basis = "tested" // held in every world
)

// Obligation is one rule that one part of the design owes.
type Obligation struct {
	Rule    Rule   `json:"rule"`
	Subject string `json:"subject"` // question, write, item type, index or table
	Basis   Basis  `json:"basis"`
	Held    bool   `json:"held"`
	Detail  string `json:"detail,omitempty"` // figures, or why it does not hold
}

// QuestionStats says how hard a question was tried.
type QuestionStats struct {
	Question string `json:"question"`
	Asked    int    `json:"asked"`
	Found    int    `json:"found"`    // answers with at least one row
	Cut      int    `json:"cut"`      // answers that the LIMIT cut
	Ties     int    `json:"ties"`     // answers in which the order left rows tied
	Paged    int    `json:"paged"`    // answers that were read again in small pages
	MostRows int    `json:"mostRows"` // rows of the largest answer
}

// Failure is a broken obligation with the smallest world found that shows it.
// Where the failure is static there is no world.
type Failure struct {
	Rule        Rule            `json:"rule"`
	Subject     string          `json:"subject"`               // question, write, item type, index or table
	Question    string          `json:"question,omitempty"`    // set where a question shows it
	Message     string          `json:"message"`               // what is wrong
	Trap        string          `json:"trap,omitempty"`        // the known trap it is, where it is recognised
	Explanation string          `json:"explanation,omitempty"` // why, in one sentence
	Steps       []string        `json:"steps,omitempty"`       // the writes, as SQL
	World       []RowOf         `json:"world,omitempty"`       // the rows there are after them
	Items       []Stored        `json:"items,omitempty"`       // the items that hold these rows
	Args        []Argument      `json:"args,omitempty"`
	SQL         string          `json:"sql,omitempty"` // the question
	Request     json.RawMessage `json:"request,omitempty"`
	Got         []string        `json:"got,omitempty"`      // rows that came back, or what did
	Expected    []string        `json:"expected,omitempty"` // rows that should have
	Found       int             `json:"found,omitempty"`    // number of the world that showed it first, counting from 1
}

// RowOf is a row and its entity.
type RowOf struct {
	Entity  string    `json:"entity"`
	Columns []string  `json:"columns"` // as declared, NULL ones left out
	Row     model.Row `json:"row"`
}

// Stored is an item and its table.
type Stored struct {
	Table string    `json:"table"`
	Item  attr.Item `json:"item"`
}

// Argument is a parameter's value.
type Argument struct {
	Name  string     `json:"name"`
	Value attr.Value `json:"value"`
}
