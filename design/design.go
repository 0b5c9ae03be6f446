package design

// Version is the version of the document that this package reads and writes.
const Version = 1

// Design is a design document.
type Design struct {
	Version   int        `json:"version"`
	Model     string     `json:"model"`
	Tables    []Table    `json:"tables"`
	Items     []ItemType `json:"items"`
	Questions []Question `json:"questions"`
	// Writes tell, for each of the model's writes, which items and attributes
	// the application touches. A write that is not listed is derived (Derive):
	// everything that must change does. A hand-written list is taken at its
	// word, so that the prover finds what an application forgets.
	Writes []Write `json:"writes,omitempty"`

	source *source // where it was read from, nil for a design made by a program
}

// Table is a table and its indexes.
type Table struct {
	Name    string  `json:"name"`
	Key     Key     `json:"key"`
	Indexes []Index `json:"indexes,omitempty"`
	// Types are the key attributes that are not of type S: "N" or "B".
	Types map[string]string `json:"types,omitempty"`
}

// Key names key attributes. A table and a local index have one partition
// attribute and at most one sort attribute, a global index up to four of each.
// In JSON a single name stands for a list of one.
type Key struct {
	Partition Names `json:"partition"`
	Sort      Names `json:"sort,omitempty"`
}

// Names is a list of attribute names; JSON has a bare string for one.
type Names []string

// Index is a secondary index.
type Index struct {
	Name       string `json:"name"`
	Local      bool   `json:"local,omitempty"`
	Key        Key    `json:"key"`
	Projection string `json:"projection"` // ALL, KEYS_ONLY or INCLUDE
	// Include are the projected attributes of INCLUDE, sorted, keys left out.
	Include []string `json:"include,omitempty"`
}

// Role says what an item type is for.
type Role string

// The roles of item types.
const (
	RoleRow    Role = ""       // the row itself
	RoleCopy   Role = "copy"   // another copy of the row under other keys, kept in the same transaction
	RoleUnique Role = "unique" // a sentinel that holds a UNIQUE constraint (and may answer "by that column")
)

// ItemType says how the rows of an entity become items.
type ItemType struct {
	Name   string `json:"item"`           // unique in the design; the entity's name for its rows
	Entity string `json:"entity"`         // of the model
	Role   Role   `json:"role,omitempty"` // row, copy or unique
	Table  string `json:"table"`
	// When is an SQL predicate over the entity's columns: the item exists only
	// for rows for which it is true. Empty: always.
	When string `json:"when,omitempty"`
	// Keys are the templates of key attributes that are made up for the sake
	// of keys (PK, SK, GSI1PK): attribute name to template. Index key
	// attributes that are plain columns stand in Attributes only.
	Keys map[string]KeyTemplate `json:"keys"`
	// Attributes are what is stored besides Keys. Nil (not given): every
	// column of the entity under its own name.
	Attributes []Attribute `json:"attributes,omitempty"`
}

// KeyTemplate is the template of one key attribute. In JSON a bare string
// stands for a template without When.
type KeyTemplate struct {
	Template string `json:"template"`
	// When: the attribute is there only for rows for which the SQL predicate is
	// true (a sparse index). An attribute whose template has a NULL column
	// without a null form is left out too.
	When string `json:"when,omitempty"`
}

// Attribute is a stored attribute. In JSON a bare string stands for a column
// stored under its own name.
type Attribute struct {
	Name   string `json:"name"`
	Column string `json:"column,omitempty"` // of the entity; of Parent where that is set; "" is Name
	Parent string `json:"parent,omitempty"` // entity whose column is copied here
	// Via are the entity's columns that hold the parent's key, in the order of
	// the parent's key. Empty: those that REFERENCE it.
	Via   []string `json:"via,omitempty"`
	Codec string   `json:"codec,omitempty"` // of the stored form; "" is the column type's own (time as UTC text, numbers as N)
}

// Question is the complete request that answers a question.
type Question struct {
	Name string `json:"question"`
	// Support marks a question that is not in the model: it finds the child
	// rows whose copied columns must follow a parent's update. It is the
	// question that model.SupportQuestion builds for Entity and Via.
	Support   *Support `json:"support,omitempty"`
	Operation string   `json:"operation"` // GetItem, Query or BatchGetItem
	// Shards is over how many partition keys the answer is spread: the request
	// is sent once for each, with the shard's number in the slot {_shard}, and
	// the answers are merged in order (package gather). 0 is one request.
	Shards  int      `json:"shards,omitempty"`
	Items   []string `json:"items"` // item types whose rows it returns
	Request Request  `json:"request"`
}

// Support identifies a support question: the rows of Entity whose Via columns
// hold a given parent's key.
type Support struct {
	Entity string   `json:"entity"`
	Via    []string `json:"via"`
}

// Request is a request in DynamoDB's own JSON, in which the text of a value is
// a template over the question's parameters: {"S": "PLAYER#{player}"}.
type Request struct {
	TableName                 string             `json:"TableName"`
	IndexName                 string             `json:"IndexName,omitempty"`
	Key                       map[string]Operand `json:"Key,omitempty"` // GetItem; BatchGetItem: the one key that is repeated for each element of the list parameter
	KeyConditionExpression    string             `json:"KeyConditionExpression,omitempty"`
	FilterExpression          string             `json:"FilterExpression,omitempty"`
	ProjectionExpression      string             `json:"ProjectionExpression,omitempty"`
	ExpressionAttributeNames  map[string]string  `json:"ExpressionAttributeNames,omitempty"`
	ExpressionAttributeValues map[string]Operand `json:"ExpressionAttributeValues,omitempty"`
	ScanIndexForward          *bool              `json:"ScanIndexForward,omitempty"`
	Limit                     Limit              `json:"Limit,omitzero"`
	ConsistentRead            bool               `json:"ConsistentRead,omitempty"`
}

// Operand is a typed value template: {"S": "..."}, {"N": "..."} or
// {"B": "..."}. In JSON a bare string is read as one of type S.
type Operand struct {
	Type     string
	Template string
}

// Limit is a number, or a parameter: 20 or "{n}" in JSON. Zero is none.
type Limit struct {
	N     int
	Param string
}

// Write is what a write of the model touches.
type Write struct {
	Name  string      `json:"write"`
	Items []WriteItem `json:"items"`
}

// WriteItem is an item type that a write touches. For INSERT and DELETE the
// whole item is put or deleted and Set is empty. In JSON a bare string stands
// for one without Set and Each.
type WriteItem struct {
	Item string `json:"item"`
	// Set are the attributes that an UPDATE writes from the new row: set where
	// they have a value, removed where they have none. Where a base key
	// attribute of the item changes, the item is deleted and put anew.
	Set []string `json:"set,omitempty"`
	// Each names the question (of the design) that finds the items where they
	// are not the written row's own: the children that carry a copied column.
	Each string `json:"each,omitempty"`
}
