package plan

import (
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// Result is what Search found: the design, its price from every side, and how
// far it can be trusted to be the best. Money is what a month costs at the
// rates of the model.
type Result struct {
	Design *design.Design
	Prices string // name of the price list
	Priced string // its date

	Asked    int // questions of the model
	Answered int // those that the design answers in one request
	Total    cost.Money

	// Optimal: no design of the language (see the package comment) is cheaper.
	// Where the steps allowed did not suffice it is false, and no design costs
	// less than Floor (0 where nothing is known).
	Optimal  bool
	Floor    cost.Money
	RunnerUp *RunnerUp // nil where every design has the same keys

	Questions []QuestionResult // in the order of the model file, then the planner's own
	Writes    []WriteResult    // in the order of the model file
	Tables    []TableResult
	Indexes   []IndexResult // indexes, item copies and sentinels
	Refused   []Refused     // questions, and writes, in the order of the model file
	Searched  Searched
	Stability []Stability
	Heat      []Heat
	Naive     *Naive
	Warnings  []string
	// Assumptions are what the model file does not say and the prices rest on.
	Assumptions []string
}

// RunnerUp is the cheapest design that does without one of the keys of the
// best: designs that only add a key to it say nothing.
type RunnerUp struct {
	Total cost.Money
	More  cost.Money // than the best
	Drops []string   // keys of the best that it has not
	Takes []string   // keys that it has instead
}

// QuestionResult is how one question is answered.
type QuestionResult struct {
	Name      string
	Own       bool   // the planner's own question, not one of the model
	Purpose   string // of the planner's own
	Operation string // GetItem, Query, BatchGetItem
	Table     string
	Index     string   // "" for the table
	Items     []string // item types it returns
	Key       string   // of the table or index: "[season | rating desc, player_id]"
	Rate      model.Rate
	Rows      int64 // mean, of one answer
	Most      int64 // the most, as far as the model tells
	Bytes     int64 // mean, read by one request
	Units     cost.HalfUnits
	Monthly   cost.Money
	// Price is what the whole design would cost less without the question; 0
	// where it was not asked for (Options.Quick) and for the planner's own.
	Price  cost.Money
	Strong bool
	Order  string   // ORDER BY, as far as it needs a key
	Notes  []string // ties, tests left to the client, direction
}

// WriteResult is what one write of the model costs.
type WriteResult struct {
	Name        string
	Rate        model.Rate
	Transaction bool // its requests belong in one TransactWriteItems
	ReadsFirst  bool // it does not know all values that keys need
	Parts       []WritePart
	Monthly     cost.Money
}

// WritePart is what a write costs at one place.
type WritePart struct {
	Kind    PartKind
	On      string // table, index, item type, or entity whose copies follow
	PerMil  int64  // how many items or entries one write touches, in millionths
	Units   int64  // of one item or entry; half read units where Kind is ReadFirst
	Monthly cost.Money
}

// PartKind says what a WritePart is.
type PartKind string

// The kinds of parts.
const (
	BaseItem    PartKind = "item"
	IndexEntry  PartKind = "index"
	ItemCopy    PartKind = "copy"
	UniqueItem  PartKind = "unique"
	Transaction PartKind = "transaction" // the base item's units once more
	ReadFirst   PartKind = "read first"
	Followers   PartKind = "copies" // children that carry a copied column
)

// TableResult is a table and what its rows cost.
type TableResult struct {
	Name     string
	Entities []EntityResult
}

// EntityResult is the base of one entity.
type EntityResult struct {
	Name    string
	Key     string // "[player_id | played_at, match_id]"
	Rows    int64
	Bytes   int64 // mean size of an item with all its key attributes
	Writes  cost.Money
	Storage cost.Money
}

// IndexResult is an index, an item copy or a sentinel: what it costs and why
// it is there.
type IndexResult struct {
	Name       string
	Table      string
	Kind       string   // "global", "local", "copy", "unique"
	Keys       []string // one for each entity: "rating [season | rating desc, player_id]"
	Native     bool     // keys are columns as they are
	Membership []string // predicates of sparse entries
	Projection string   // ALL, INCLUDE, KEYS_ONLY; "" of items
	Include    []string
	Serves     []string // questions
	Rows       int64
	Bytes      int64 // mean size of an entry
	Writes     cost.Money
	Storage    cost.Money
	Monthly    cost.Money // writes and storage
}

// Refused is a question that cannot be one request, or a write that cannot
// name its item.
type Refused struct {
	Question string // "" for a write
	Write    string
	Code     model.Code
	Pos      model.Pos
	Columns  []string
	Reason   string
	Cure     string
	// Alternatives are the honest ways out, cheapest first, those without a
	// price last.
	Alternatives []Alternative
}

// Alternative is a way out of a refusal.
type Alternative struct {
	Text     string
	Requests int64 // that one answer takes; 0 unknown
	// Monthly is what the design costs more with it than without the question.
	Monthly cost.Money
	Priced  bool
}

// Searched says how much the search looked at.
type Searched struct {
	Steps    int64
	Bases    int // base keys tried, over all entities
	BaseKeys []Tried
	Sets     int // sets of questions that one key serves
	Arms     int // indexes, copies and sentinels priced
	Plans    int // whole designs of an entity priced to the byte
}

// Tried is how many base keys were tried for an entity.
type Tried struct {
	Entity string
	Bases  int
}

// Stability says whether the keys stay the best when rates are wrong.
type Stability struct {
	Change string // "all reads x2"
	Same   bool
	Total  cost.Money // of the best design at those rates
	Drops  []string   // keys of the design that would go
	Takes  []string   // and those that would come
}

// Heat is the load of the most frequent partition value of a table's rows of
// one entity, or of an index, in units a second (in millionths), against what
// may be planned for.
type Heat struct {
	Table, Index string
	Entity       string
	Partition    string // template of the partition key, or its columns
	Writes       int64
	Reads        int64
	WriteLimit   int64
	ReadLimit    int64
	Guessed      bool // rests on distinct values that the model does not give
}

// Naive is the design that needs no thought: ids as keys, and for each
// question that the table does not answer an index of its own that carries
// everything, with constants in its partition key.
type Naive struct {
	Total   cost.Money
	Indexes int
}
