// Package model reads the model file: one annotated .sql file in which CREATE
// TABLE declares an entity, SELECT is a question that the application asks,
// and INSERT, UPDATE and DELETE are its writes. Facts that SQL has no word for
// are key=value annotations in comments.
//
// Parse reports every error of a file at once, each with its place and cure.
// A question that DynamoDB cannot answer in one request is not an error of the
// file: it is kept with its Refusals. Each question is held twice: as the
// syntax tree (Statements), from which the prover's oracle computes right
// answers, and in canonical form (Selects), from which the planner works; so a
// fault in the canonical form cannot certify itself.
//
// The way through the package: lex and parser make tokens, comments and
// statements; readNotes finds the annotations among the comments; builder
// (parse.go) turns tables into entities, and the statements behind each
// annotation into questions and writes; canon brings each SELECT into canonical
// form. docs/model.md is the language's reference, for users.
package model

import "github.com/keywright/keywright/attr"

// Model is a parsed model file.
type Model struct {
	Name      string // of the -- model annotation
	File      string // path as given to Parse, for messages
	Settings  Settings
	Entities  []*Entity   // in file order
	Questions []*Question // in file order
	Writes    []*Write    // in file order
	Warnings  []Warning   // accepted, but may surprise; sorted by place
}

// Pos is a place in the model file; Line and Col count from 1, Col in runes.
type Pos struct {
	Line, Col int
}

// TablesMode says how entities are spread over tables.
type TablesMode string

// The table modes.
const (
	TablesAuto      TablesMode = "auto"       // one table for each group of entities read together
	TablesSingle    TablesMode = "single"     // all entities in one table
	TablesPerEntity TablesMode = "per-entity" // collections over entities are then refused
)

// Settings are the annotations of the whole model.
type Settings struct {
	Prices       string     // price list and capacity mode: "us-east-1/on-demand"
	Headroom     int        // percent of a partition's limits that may be planned for, 50 by default
	Tables       TablesMode // auto by default
	TableName    string     // name of the (first) table; the model's name by default
	PartitionKey string     // name of the table's partition key attribute, "PK" by default
	SortKey      string     // name of the table's sort key attribute, "SK" by default
	Delimiter    string     // between components of a text key: "#" (the default) or "!"
	Slots        bool       // pack=yes: pack index entries into generic overloaded indexes (GSI1, GSI2, ...)
	Keys         KeyStyle   // auto by default
}

// KeyStyle says how index keys are represented.
type KeyStyle string

// The key styles.
const (
	KeysAuto     KeyStyle = "auto"     // native multi-attribute keys where they are right, else text templates
	KeysNative   KeyStyle = "native"   // prefer native keys; refuse what they cannot express
	KeysTemplate KeyStyle = "template" // text templates only
)

// Entity is a CREATE TABLE.
type Entity struct {
	Name    string
	Pos     Pos
	Columns []*Column
	Key     []string   // PRIMARY KEY columns in order
	Unique  [][]string // UNIQUE constraints, each a list of columns in order; without the primary key
	Foreign []Foreign  // REFERENCES and FOREIGN KEY, in order of their first column
	Rows    int64      // rows= : how many rows there are in all; 0 where only Per is given and the parent's Rows are known: then Rows = parent rows x Per is filled in
	Per     int64      // per= : mean rows for each parent row (the parent is what the leading key column REFERENCES); 0 unknown
	MaxPer  int64      // max= : the most rows that one parent has; 0 unknown
	Prefix  string     // prefix= : item type prefix in text keys; upper case of Name by default
	PK, SK  string     // pk= and sk= : pinned templates of the base key, "" where the planner chooses
}

// Column is a column of an entity.
type Column struct {
	Name     string
	Pos      Pos
	Type     Type
	NotNull  bool         // NOT NULL or part of the primary key
	Min, Max *attr.Number // CHECK range of a number, inclusive; nil where unbounded
	MinText  string       // CHECK range of a date or timestamp, inclusive, "" where unbounded
	MaxText  string
	Values   []string // CHECK (c IN (...)) of a text column: an enum, whose order is this one
	MinLen   int      // CHECK (length(c) >= n), in characters
	// Alphabet are the characters that values of a text column are made of, in
	// ascending order: CHECK (c NOT GLOB '*[^A-Za-z0-9_-]*'). "" is any.
	Alphabet   string
	Safe       bool       // no value holds a byte up to '$', and so no delimiter and nothing to escape: ulid, uuid, times, and an enum or Alphabet of such
	References *Reference // nil where it refers to nothing; of several the one by this column alone
	Per        int64      // per= of a REFERENCES column: mean rows for each parent row; 0 unknown
	MaxPer     int64      // max= of a REFERENCES column: the most rows of one parent; 0 unknown
	Default    attr.Value // DEFAULT literal, for an INSERT that leaves the column out; the zero Value without
	Avg        int        // avg= : mean size of a value in bytes; 0 unknown (Size gives a default by type)
	Distinct   int64      // distinct= : number of distinct values; 0 unknown
	Top        int64      // top= : share of the most frequent value in millionths; 0 unknown (then 1/Distinct)
	Skew       *Skew      // skew= : how rows and traffic are spread over the values; nil unknown (then Top, MaxPer or even)
	Computed   *Computed  // not nil for a column that the canonical form added: lower(handle)
}

// Reference is a REFERENCES clause. Column is the parent's key column.
type Reference struct {
	Entity, Column string
}

// Foreign says that Columns hold the key of a row of Entity, in the order of
// that entity's Key.
type Foreign struct {
	Columns []string
	Entity  string
}

// Computed is a deterministic function of one column of the same row, kept as
// a column of its own because a question asks by it. Func is one of lower,
// upper, date, hour (see the model file's documentation).
type Computed struct {
	Func   string
	Column string
}

// Kind is a column's kind of type.
type Kind string

// The kinds.
const (
	KindInt       Kind = "int"       // int, integer, bigint, smallint
	KindNumeric   Kind = "numeric"   // numeric(p,s), decimal(p,s)
	KindText      Kind = "text"      // text: unbounded
	KindVarchar   Kind = "varchar"   // varchar(n): at most n characters
	KindChar      Kind = "char"      // char(n): exactly n characters
	KindTimestamp Kind = "timestamp" // timestamp(p): an instant with p fraction digits, 0 to 9
	KindDate      Kind = "date"
	KindBool      Kind = "boolean"
	KindBlob      Kind = "blob"
	KindJSON      Kind = "json"
	KindULID      Kind = "ulid" // 26 characters of Crockford's base 32, upper case
	KindUUID      Kind = "uuid" // 36 characters, lower case
)

// Type is a column's type. Length is of varchar and char (characters), and of
// a blob with CHECK (length(c) <= n) (bytes); Precision and Scale of numeric; Precision (fraction digits) of timestamp.
type Type struct {
	Kind             Kind
	Length           int
	Precision, Scale int
}

// Row is a row of an entity: column to value. NULL is an attr.Null or a
// missing column. Text, ulid, uuid, char: S. int, numeric: N. boolean: BOOL.
// blob: B. json: any value. date: S "2026-05-28". timestamp: S in RFC 3339,
// with any offset, as an application may hand it in; stored normal form is UTC
// with exactly Precision fraction digits and Z.
type Row map[string]attr.Value

// Entity returns the entity of that name, nil where there is none.
func (m *Model) Entity(name string) *Entity {
	for _, e := range m.Entities {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// Question returns the question of that name, nil where there is none.
func (m *Model) Question(name string) *Question {
	for _, q := range m.Questions {
		if q.Name == name {
			return q
		}
	}
	return nil
}

// Column returns the column of that name, computed ones included, nil where
// there is none.
func (e *Entity) Column(name string) *Column {
	for _, c := range e.Columns {
		if c.Name == name {
			return c
		}
	}
	return nil
}
