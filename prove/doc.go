// Package prove takes a model and a design, of the planner or written by hand,
// and returns a proof or the smallest counter-example it can find. It knows
// nothing of how a design came about: it reads the model's syntax trees, the
// design's templates and requests, and what a database answers.
//
// # What "proven" claims
//
// A Report is Proven when every obligation held. There are two kinds.
//
// Static obligations follow from model and design: every question has one
// request without a filter; what it reads carries every column asked for; the
// base key tells rows apart and no UPDATE changes it; every write can name its
// items; the longest keys, the largest item, page and local collection and the
// busiest partition key stay below DynamoDB's limits. Lengths are for all rows.
// Sizes, rows and rates are the model's figures, with arithmetic of this
// package alone.
//
// Tested obligations hold in worlds. A world is a few dozen rows, made by
// executing the model's writes through the design, with values chosen to break
// encodings (see families), and then every question, asked at rows that exist
// and just beside them. An oracle of this package evaluates the question's SQL
// over a plain copy of the rows; the database's answer has to be the same rows
// up to ties, in order, every value unchanged, from one request that read
// nothing in vain. Answers of an index are also read with items of equal index
// keys turned round, because DynamoDB promises no order among them. After each
// world all items are compared with what the rows should be stored as.
//
// So "proven" means: no counter-example among so many worlds of such values,
// and the limits hold by the model's figures. It is a bounded, aimed search and
// not a proof by induction over all rows. What it is worth is measured: the
// designs in testdata/mutants each fall into one known trap and each is caught
// in every seed, while their right counterparts raise no alarm; docs/proof.md
// has the figures. A question that found a row in no world is not proven.
//
// Not claimed: what happens while two writers write at the same time; that an
// eventually consistent index has caught up; what rows look like that were
// written around the design; throttling of a traffic that is not the model's.
// Rows that are due for expiry count as there, as DynamoDB leaves them for days.
//
// # How it is built
//
// Check (check.go) runs the static rules (static_*.go) and the worlds
// (worlds.go). A generator (world.go, mutate.go, ask.go, pool_*.go) makes a
// world as plain data from seed and index; a runner (run.go, question.go,
// census.go) executes it on a session's tables (session_*.go) and compares with
// truth (truth.go, step.go) and oracle (answer.go, eval.go, compare.go,
// function.go, like.go); judge.go says what is wrong with an answer; a
// minimiser (minimise.go, simpler.go, together.go) cuts the world down, running
// every candidate, as long as the cause is the same (finding.go); explain_*.go
// word the result. session_tables.go makes and drops tables; settle.go waits for a
// database that may be behind itself. decodable.go decides what a key tells. Nothing but the runner touches
// the database, and an explanation never decides.
//
// Invariants: the oracle reads syntax trees, never canonical forms, and uses no
// comparison, encoding or arithmetic of attr, design or the database (design's
// Decode reads items, as a client would; what it returns is compared with the
// truth). A report is a function of model, design, seed and number of worlds.
package prove
