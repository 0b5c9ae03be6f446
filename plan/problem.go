package plan

import (
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// problem is a model in the integers that the search works on.
type problem struct {
	m         *model.Model
	price     prices
	entities  []*entity    // in order of name
	questions []*question  // the model's, in order of name, then support questions
	groups    [][]int      // entities by table: indexes into entities
	colls     []collection // questions of several asks
	hooks     hooks
}

// hooks change the search: they switch parts of it off, to show that the tests
// would see it, or give it assumptions.
type hooks struct {
	noParity     bool // directions are taken as always representable
	noMembership bool // constants stay in the key
	// shares are assumed parts of rows, and of rows written, that satisfy a
	// condition, by its text: what the price of an alternative rests on.
	shares  map[string]int64
	banned  []bannedLocal // local indexes that a table has no place for
	penalty int64         // added to the price of each global index, where a table would have too many
	// only are the names of the entities to compile, nil for all.
	only map[string]bool
}

// question is a question of the model, or one that the planner needs itself.
type question struct {
	name string
	q    *model.Question // nil for the planner's own
	asks []*ask
	coll int // index into problem.colls, -1 where there is one ask
}

// askKind says where an ask comes from.
type askKind uint8

const (
	asked      askKind = iota // a question of the model
	support                   // finds the children that carry a copied column
	parentRead                // reads the parent whose columns a new child copies
)

// ask is one SELECT in integers.
type ask struct {
	name     string // question name, and #n for the parts of a collection
	question int    // index into problem.questions
	entity   int    // index into problem.entities
	id       int    // index into entity.asks
	sel      *model.Select
	kind     askKind

	eq       colset // bound by a parameter
	in       colset // at most one column, bound by a list
	constant colset // bound by a literal
	part     colset // of a collection: the columns that hold the shared parameters
	bind     map[col]model.Operand
	via      []string // of a support ask: the columns that hold the parent's key
	unique   bool
	variants []variant

	strong   bool
	rate     int64 // millionths per second
	rows     int64 // mean rows of the answer
	most     int64 // the most rows, as far as known
	batch    int64 // keys in a list parameter, 0 without
	shards   int64 // over how many partition keys its rows are spread: requests of one answer; 0 is one
	limited  bool  // LIMIT: each shard may hold the whole answer
	pages    bool  // may take several pages: a support question
	coll     int   // collection it is part of, -1
	backward bool  // of a collection with an order: read backward
	ordered  bool  // of a collection: the direction above is needed
}

// variant is one way to look at an ask. A unique ask has one for each key
// within its equalities: what the key leaves out is tested on the one row, so
// its columns must be read. Others have one for each canonical form that the
// model gives: a comparison with a literal may be a membership or a range.
type variant struct {
	e       colset    // bound by equality, to be used up by the key
	need    colset    // columns to read
	conds   mask      // conditions of the entity that the ask implies: constants and members
	member  mask      // those that only a membership can express
	tail    []tailCol // range column, then order
	ranged  bool      // tail[0] is a range
	notNull colset    // rows that are NULL there are never in the answer
	sel     *model.Select
}

// tailCol is a column of an ask's range and order.
type tailCol struct {
	c       col
	ordered bool // part of ORDER BY: its direction counts
	desc    bool
}

// entity is a model entity in integers.
type entity struct {
	p     *problem
	e     *model.Entity
	index int
	group int // index into problem.groups
	alone bool

	cols     []column
	byName   map[string]col
	identity colset
	idList   []col
	keys     []colset // sets of columns that make a row unique; the identity first
	uniques  []unique
	natural  bool // the identity is a natural key, which the base key must enforce
	rows     int64
	conds    []condition
	asks     []*ask
	writes   []write
	free     colset // columns that may stand in the base key beside the identity
	item     int64  // mean bytes of a row's attributes, without those made up for keys
	lost     []lostWrite
	pinnedPK *pinned // templates of the base key that the model file fixes
	pinnedSK *pinned
	carriers []colset
}

// unique is a UNIQUE constraint that a sentinel item holds.
type unique struct {
	set  colset
	list []col
}

// column is a column in integers. Copied columns of parents are columns of
// their own.
type column struct {
	name     string
	src      *model.Column
	copy     *model.Copy // nil for an own column
	size     int64       // mean bytes of a stored value
	most     int64       // bytes of the longest stored value, 0 without a bound
	camel    string      // name as a part of an index's name
	share    int64       // of the most frequent value, in billionths
	guessed  bool        // share rests on an assumption
	nullable bool
	native   bool // may be an attribute of a native key
	typ      attr.Type
	equal    codec    // equality only
	ordered  [4]codec // by desc (1) and nulls (2)
	null     codec    // equality with a form for NULL
}

// condition is a predicate on constants: column = literal or a member
// expression. An index whose membership holds it has only rows that satisfy it.
type condition struct {
	text    string
	column  col // of a constant
	value   attr.Value
	expr    model.Expr // of a member expression, nil for a constant
	cols    colset
	camel   string // as a part of an index's name
	share   int64  // of rows that satisfy it, in millionths
	notNull colset
}

// writeKind is what a write does to a row.
type writeKind uint8

const (
	insert writeKind = iota
	update
	remove
)

// write is a write in integers.
type write struct {
	name  string
	w     *model.Write // nil for the update of copies
	kind  writeKind
	rate  int64  // rows written, in millionths per second
	set   colset // columns that may change
	fresh colset // columns whose new value the writer has in hand
	known colset // columns whose old value the writer knows from WHERE
	flows []flow // by condition
	where string // for copies: the parent's write
}

// flow is what a write does to a condition: the part of the rows written that
// may satisfy it before and after, in millionths. Where touched is not set
// both are the same rows.
type flow struct {
	touched       bool
	before, after int64
	guessed       bool // rests on "may": a parameter decides, or what the row was
	untold        bool // a parameter decides what the row becomes, and no share= tells how often
}

const million = 1_000_000
