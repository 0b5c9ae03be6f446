package prove

// A Rule is what a design must fulfil. Each question, write, item type or
// index of a design owes several of them.
type Rule string

// The rules that hold for every world of rows; they are tested.
const (
	Rows      Rule = "rows"        // exactly the rows that the question asks for
	Order     Rule = "order"       // in the order that it asks for, whatever the order among equal keys
	Values    Rule = "values"      // every value that it asks for, unchanged
	Limits    Rule = "limit"       // no more rows than its LIMIT
	Once      Rule = "one-request" // one request that reads nothing in vain: no filter, no second page, ScannedCount = Count
	Pages     Rule = "pages"       // small pages joined are the whole answer
	Asked     Rule = "asked"       // the request is valid and the engine answers it
	Accepted  Rule = "accepted"    // every right row can be written
	Refused   Rule = "refused"     // a row that breaks a CHECK or NOT NULL is refused
	Unique    Rule = "unique"      // PRIMARY KEY and UNIQUE are enforced
	Current   Rule = "current"     // after each write every item is what its row says
	Gone      Rule = "gone"        // no item stays without its row
	Apart     Rule = "apart"       // every item is read back as the row and of the type that it was made of
	Exercised Rule = "exercised"   // the worlds do ask the question and find rows
	Judged    Rule = "judged"      // the oracle can tell what is right
)

// The rules that follow from model and design alone; they are checked once.
const (
	Answered    Rule = "answered"    // the design has a request for the question
	Need        Rule = "need"        // what it reads carries every column asked for
	KeyLength   Rule = "key-length"  // longest keys: 2,048 bytes of partition key, 1,024 of sort key
	ItemSize    Rule = "item-size"   // largest item: 400 KB
	PageSize    Rule = "page-size"   // largest answer without LIMIT: 1 MB
	Collection  Rule = "collection"  // rows under one partition key of a table with local indexes: 10 GB
	Heat        Rule = "heat"        // load of the busiest partition key
	Identity    Rule = "identity"    // the base key tells two rows apart
	FixedKey    Rule = "fixed-key"   // no UPDATE changes a base key
	Address     Rule = "address"     // each write can name its items
	Support     Rule = "support"     // rows with copied columns can be found when the original changes
	Quotas      Rule = "quotas"      // 20 global indexes, 5 local ones, 100 projected attributes, 100 items in a transaction
	Consistency Rule = "consistency" // strong reads are on the table or a local index
)
