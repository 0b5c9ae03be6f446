// Package design is the design document: tables, how each entity's rows become
// items, the complete request of each question, and what each write touches.
// A design is written by the planner or by hand, lives in git as JSON, and is
// all that anything downstream reads: prover, deployment, code, cost, page.
// docs/design.md describes the document for those who write it.
//
// Parse reads a document and Format prints its one canonical form. Bind joins
// it to its model, checks it whole, and compiles its templates. The Bound
// design then encodes rows to items (Items) and decodes items to rows
// (Decode), turns questions with arguments into DynamoDB requests (Request),
// and writes into the requests that keep every item and index key right
// (Write, Derive, Unknown). BuildRequest is the planner's way to a request: it
// walks the keys of the design itself, so that what was planned and what is
// asked cannot differ.
//
// # Why text keys sort as values do
//
// A text key is components with a delimiter between them, '#' by default. For
// the order of keys to be the order of tuples of values, three things hold of
// each component, and TestCodecLaws and TestTupleLaw hold them.
//
// Within a component, texts compare as values do: numbers and times have a
// fixed width, so the first digit that differs decides; escaping replaces each
// byte b up to the escape character '$' (the byte after the delimiter) by '$'
// and a byte that grows with b, which changes no comparison of two bytes.
//
// The end of a component sorts below all that may stand in its place: an
// escaped text holds no byte up to the delimiter, so "a" comes before "ab"
// also when both are followed by '#'; texts of one width end at one place.
//
// The form of NULL sorts below all values, or above them downward: '-' and '~'
// lie outside of what codes hold, and free text has a marker before it.
//
// Bounds follow. All keys whose component is v begin with enc(v)+"#", and lie
// below enc(v)+"$" and above every key whose component is less than v. An
// argument that no row can have (out of range, between two values) has a text
// of its own between those of its neighbours; only rows are refused.
// TestBuiltRequestsFindWhatSQLFinds compares every operator over all this with
// a comparison of the plain values.
package design
