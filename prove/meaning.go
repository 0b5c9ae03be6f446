package prove

// Meaning says in a few words what a rule demands, "" for an unknown rule.
func (r Rule) Meaning() string { return meanings[r] }

var meanings = map[Rule]string{
	Rows:        "exactly the rows that the question asks for",
	Order:       "in the order that it asks for",
	Values:      "every column that it asks for, unchanged",
	Limits:      "no more rows than its LIMIT",
	Once:        "one request; nothing is read and thrown away",
	Pages:       "small pages joined are the whole answer",
	Asked:       "the engine accepts the request",
	Accepted:    "every valid row can be written",
	Refused:     "a row that breaks a CHECK or NOT NULL is refused",
	Unique:      "PRIMARY KEY and UNIQUE are enforced",
	Current:     "after each write every item is what its row says",
	Gone:        "no item is left without its row",
	Exercised:   "the question was asked and found rows",
	Judged:      "the right answer is known",
	Answered:    "the design has a request for the question",
	Need:        "what is read carries every column asked for",
	KeyLength:   "the longest keys fit: 2,048 and 1,024 bytes",
	ItemSize:    "the largest item fits: 400 KB",
	PageSize:    "the largest answer without LIMIT fits a page: 1 MB",
	Collection:  "collections with a local index stay under 10 GB",
	Heat:        "the busiest partition key stays under its limit",
	Identity:    "the base key tells any two rows apart",
	FixedKey:    "no UPDATE changes a base key",
	Address:     "each write can name its items",
	Apart:       "no item is taken for one of another type",
	Support:     "copied columns can follow their original",
	Quotas:      "indexes, projections and transactions stay in DynamoDB's quotas",
	Consistency: "strong reads are on the table or a local index",
}
