// Package enginetest judges a DynamoDB endpoint by transcripts: text files
// that say which requests are sent and what has to come back. The endpoint is
// anything that takes an operation's name and a JSON body: the embedded engine
// in process, a server over HTTP, Amazon DynamoDB itself. The package imports
// nothing of this module, so that it cannot share a mistake with what it
// judges.
//
// A transcript is a txtar file, testdata/<subject>/<case>.txtar:
//
//	What is shown, in prose, and the report's number where there is one.
//	-- source --
//	Where the expected values come from: a page of the AWS documentation, a
//	measurement by others on AWS, arithmetic by hand.
//	-- simulation --
//	{"indexLag":"1s"}                optional: what of production to simulate
//	-- tables --
//	{"TableName":"music", ... }      CreateTable requests, in a row
//	-- 1 PutItem --
//	{"TableName":"music", ... }      the body of the first request
//	-- 1 response --
//	{}                               the body that has to come back
//	-- 2 GetItem --
//	{ ... }
//	-- 2 error --
//	ValidationException: The provided key element does not match the schema
//
// A step "3 wait" with a time, "1.5s", lets time pass, under a simulation only.
// Endpoints that cannot simulate (Simulator) skip such transcripts.
//
// A step "3 stream" with {"TableName":"music"} reads all shards of the table's
// latest stream from their beginnings and has a response like GetRecords'.
//
// Steps run in order; the first difference ends the transcript. A step has a
// response or an error. An error is its code, or its code and message; an
// error whose other members matter is written as a response with its __type.
//
// Comparison is by JSON value: members must be the same, in any order;
// elements of lists in order, of sets (SS, NS, BS) in any order; numbers by
// value. Three marks loosen or shorten it:
//
//	"*"                   in a response stands for any value that is there
//	"${2.LastEvaluatedKey}"  in a request stands for that part of response 2;
//	                      where it is text, also within a string, or an error
//	"${repeat:x:1000}"    anywhere in a string stands for 1000 times x
//
// and a section "3 response unordered" compares the Items of a Scan, or the
// items of each table of a BatchGetItem, in any order, and the Records of a
// stream by the items' keys: those of one item stay in order.
//
// Known differences of the embedded engine are transcripts in
// testdata/differences, with a section more: "differs" says what the engine
// does instead and why. They have to fail; docs/fidelity.md is made of them.
//
// CreateTable may be asynchronous: Run waits for each table of the tables
// section to become ACTIVE.
package enginetest
