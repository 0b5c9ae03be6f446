// Package query turns a read into an access path: which index, which
// partition, which range of sort keys, in which direction, from which page
// key; and it says why the read is a Get, a Query or a Scan. It checks key
// conditions, keys and page keys against the schema with DynamoDB's messages.
//
// It is pure: it holds no data and does no I/O. The engine runs the paths it
// returns, and the SQL layer, the planner and the workbench explain the very
// same ones, so what is explained is what runs. It builds on attr, schema and
// expr.
package query
