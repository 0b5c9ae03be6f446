// Package examples carries the example projects inside the binary, so that
// `keywright demo` works anywhere. Each folder is a project: model.sql, the
// planner's design.json, sample.json, and designs and requests by hand.
package examples

import "embed"

// FS holds the example projects, one folder each.
//
//go:embed leaderboard tournament
var FS embed.FS
