// Package report is what people see of a design: the verdict, the entity
// chart, the access-pattern matrix, writes, sample items laid out as a
// single-table chart, cost, heat, proof, refusals and assumptions. Report is
// the document; Text, JSON and HTML render it. Building one reads the results
// of project and computes nothing that they do not say.
package report

import "github.com/keywright/keywright/cost"

// Report is everything a report shows, in order. It is also the contract of
// --format json: members may be added, never renamed or removed.
type Report struct {
	Model       string    `json:"model"`
	Design      string    `json:"design"` // "planned", or the file of a design by hand
	Verdict     Verdict   `json:"verdict"`
	Entities    []Entity  `json:"entities"`
	Tables      []Table   `json:"tables"`
	Patterns    []Pattern `json:"patterns"`
	Refusals    []Refusal `json:"refusals,omitempty"`
	Writes      []Write   `json:"writes,omitempty"`
	Charts      []Chart   `json:"charts,omitempty"`
	Cost        *Cost     `json:"cost,omitempty"`
	Heat        []Heat    `json:"heat,omitempty"`
	Search      *Search   `json:"search,omitempty"`
	Proof       *Proof    `json:"proof,omitempty"`
	Warnings    []string  `json:"warnings,omitempty"`
	Assumptions []string  `json:"assumptions,omitempty"`
}

// Verdict is the first line: how many questions are one request, what the
// design costs, whether it is the best, whether it is proven.
type Verdict struct {
	OK        bool       `json:"ok"`
	Line      string     `json:"line"`
	Questions int        `json:"questions"`
	Served    int        `json:"served"`
	Monthly   cost.Money `json:"monthly,omitzero"`
	Optimal   bool       `json:"optimal"`
	Proven    bool       `json:"proven"`
}

// Entity is a row of the entity chart: one item type.
type Entity struct {
	Entity  string     `json:"entity"`
	Item    string     `json:"item"`
	Role    string     `json:"role,omitempty"`
	Table   string     `json:"table"`
	PK      string     `json:"pk"`
	SK      string     `json:"sk,omitempty"`
	Indexes []IndexKey `json:"indexes,omitempty"`
	When    string     `json:"when,omitempty"`
}

// IndexKey is how an item type is keyed in one index.
type IndexKey struct {
	Index string `json:"index"`
	PK    string `json:"pk"`
	SK    string `json:"sk,omitempty"`
	When  string `json:"when,omitempty"` // sparse: only rows for which this holds
}

// Table is a table with its indexes.
type Table struct {
	Name    string  `json:"name"`
	PK      string  `json:"pk"`
	SK      string  `json:"sk,omitempty"`
	Indexes []Index `json:"indexes,omitempty"`
}

// Index is a row of the index table.
type Index struct {
	Name       string     `json:"name"`
	Local      bool       `json:"local,omitempty"`
	PK         string     `json:"pk"`
	SK         string     `json:"sk,omitempty"`
	Projection string     `json:"projection"`
	Serves     []string   `json:"serves"`
	Monthly    cost.Money `json:"monthly,omitzero"`
}

// Pattern is a row of the access-pattern matrix.
type Pattern struct {
	Question    string     `json:"question"`
	SQL         string     `json:"sql"`
	Operation   string     `json:"operation"`
	On          string     `json:"on"` // table or index
	Condition   string     `json:"condition"`
	Order       string     `json:"order,omitempty"`
	Limit       string     `json:"limit,omitempty"`
	Rate        string     `json:"rate,omitempty"`
	Rows        string     `json:"rows,omitempty"`
	Units       string     `json:"units,omitempty"` // read units of one request
	Monthly     cost.Money `json:"monthly,omitzero"`
	Price       cost.Money `json:"price,omitzero"` // what the design would save without this question
	Requests    int        `json:"requests"`       // that one answer takes: more than 1 where it is sharded
	Consistency string     `json:"consistency"`
	Support     bool       `json:"support,omitempty"`
	Notes       []string   `json:"notes,omitempty"`
	Request     string     `json:"request"` // the request, in DynamoDB's JSON
}

// Refusal is a question that cannot be one request, and the ways out.
type Refusal struct {
	Question     string        `json:"question"`
	Code         string        `json:"code"`
	Reason       string        `json:"reason"`
	Columns      []string      `json:"columns,omitempty"`
	Alternatives []Alternative `json:"alternatives,omitempty"`
}

// Alternative is an honest way out of a refusal, with its price where one can
// be computed.
type Alternative struct {
	Text    string     `json:"text"`
	Monthly cost.Money `json:"monthly,omitzero"`
	Priced  bool       `json:"priced"`
}

// Write is a row of the table of writes.
type Write struct {
	Write   string     `json:"write"`
	Rate    string     `json:"rate"`
	Touches []string   `json:"touches"` // items and indexes
	Units   string     `json:"units"`   // write units of one write
	Monthly cost.Money `json:"monthly,omitzero"`
	Notes   []string   `json:"notes,omitempty"`
}

// Chart lays sample items out by the key of a table or of an index.
type Chart struct {
	Title string      `json:"title"`
	Index string      `json:"index,omitempty"` // "" for the table
	PK    []string    `json:"pk"`
	SK    []string    `json:"sk,omitempty"`
	Parts []ChartPart `json:"partitions"`
}

// ChartPart is one partition of a chart.
type ChartPart struct {
	PK   string      `json:"pk"`
	Rows []ChartItem `json:"rows"`
}

// ChartItem is one item of a chart.
type ChartItem struct {
	Item   string      `json:"item"` // item type
	SK     string      `json:"sk,omitempty"`
	Fields []ChartCell `json:"fields"`
}

// ChartCell is one attribute of an item.
type ChartCell struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Type  string `json:"type"`
	Key   bool   `json:"key,omitempty"` // made up for a key, no column
}

// Cost is the bill by part.
type Cost struct {
	Prices string     `json:"prices"` // name and date of the price list
	Lines  []CostLine `json:"lines"`
	Total  cost.Money `json:"total"`
}

// CostLine is a line of the bill.
type CostLine struct {
	What    string     `json:"what"`
	Monthly cost.Money `json:"monthly"`
}

// Heat is the load of the busiest partition value of a table or an index.
type Heat struct {
	On    string `json:"on"`
	Key   string `json:"key"`
	Reads string `json:"reads"`  // units per second against the limit
	Write string `json:"writes"` // likewise
	OK    bool   `json:"ok"`
}

// Search is what the planner tried.
type Search struct {
	Optimal   bool     `json:"optimal"`
	Language  string   `json:"language"` // what the optimum is an optimum of
	RunnerUp  string   `json:"runnerUp,omitempty"`
	Tried     []string `json:"tried"`
	Stability []string `json:"stability,omitempty"`
}

// Proof is what the prover did and found.
type Proof struct {
	Proven      bool         `json:"proven"`
	Summary     string       `json:"summary"`
	Obligations []Obligation `json:"obligations"`
	Failures    []Failure    `json:"failures,omitempty"`
}

// Obligation is one rule that the prover had to show of every part of the
// design that owes it.
type Obligation struct {
	Name     string `json:"name"`
	Meaning  string `json:"meaning"`
	Basis    string `json:"basis"`    // static or tested
	Subjects int    `json:"subjects"` // questions, writes, items and indexes that owe it
	OK       bool   `json:"ok"`
	Detail   string `json:"detail,omitempty"` // what broke it
}

// Failure is a counter-example, the smallest that was found.
type Failure struct {
	Question    string `json:"question,omitempty"`
	Explanation string `json:"explanation"`
	Text        string `json:"text"` // rows, request, got, expected
}
