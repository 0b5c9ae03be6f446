// Package plan finds the cheapest key design in which every question of a
// model is one request, and says what makes it the cheapest. Search is the
// way in; its Result is the design, the bill, the refusals and their ways out.
//
// # What is searched
//
// A question in canonical form (an ask) binds columns by equality, ranges over
// at most one, and sorts by some: e, tail. A key K = (P, S, M) has a set P of
// partition columns, a sequence S of sort columns, each as it is or inverted,
// and a membership M: conditions that a row must satisfy to have an entry. K
// serves an ask when
//
//	M is implied by the ask's constants, and holds all that only M can express;
//	P is within e, and the first columns of S are the rest of e, in any order;
//	S goes on with the tail, and along its ORDER BY direction and inversion
//	have one sign, so that one Query reads forward or backward.
//
// An entity's design is a base key, which serves asks for nothing, and arms:
// global indexes, local indexes, item copies and the sentinels of UNIQUE
// constraints that carry what a question needs. Each arm serves a set of asks,
// and costs what its entries cost to write and store; an ask costs what it
// reads. The language of designs, of which the result is the optimum, is: one
// item per row and the copies named above, any base key, any arms with any
// keys, directions, memberships and projections, with these conventions. An
// index carries the union of what its asks read. A local index stands where a
// strong ask needs it or no global one has a key, because it can neither be
// added nor dropped later. A base key without partition columns is for
// dictionaries (maxDictionary). A column is inverted only for the sake of an
// order. An item stores every column as an attribute of its own, also where
// its key holds it, because an index that is added later needs the attribute
// and not a part of a text; an index lists no column that the base key, which
// every entry has, holds already.
//
// Shards: the rows of an ask with shards=N are spread over N partition keys of
// a global index by a hash of an identity column, and it is N requests: they
// multiply what it reads and divide what one key is written. Asks share such
// an index only where they want as many. shards=auto is one request where that
// is possible, and else the least N that is not too hot alone (shards.go).
//
// # Why it is small
//
// F1, one key for a set: for a set A of asks and a membership M, the partition
// is the intersection of their equalities, and S is forced but for the order
// of columns that all open asks use by equality (build.go). A larger P only
// spreads heat; a smaller one is tried where updates can then rewrite one key
// text without reading the row (smallerPartitions), and for local indexes,
// whose partition is the table's. The inversions are a union-find with parity
// (parity.go).
//
// F2, sets shrink: whatever serves A serves each part of it, so feasible sets
// grow from smaller ones and stop at the first that fails.
//
// F3: the union of needs is never dearer than ALL.
//
// F4: what an arm for A costs to open, and each read through it, is no less
// than for a part of A: lower bounds come from single asks (bnb.go).
//
// F5: prices are sums over entities. Entities meet in collections, whose modes
// are tried one by one (solve.go), and in the limits of a table (limits.go).
//
// So candidates are sets of asks, not keys; with the base key fixed the rest is
// a cover of the asks by sets: a table over subsets (dp.go), or branch and
// bound where more than fifteen asks hang together (bnb.go).
//
// # What does not add up
//
// Three things are paid once however many arms ask for them: a write becomes a
// transaction, a write reads the row first, the base item grows over a unit by
// the made-up key attributes. The first two are surcharges: choices of them
// are enumerated, and arms are priced without (surcharge.go). The third is why
// plans.go takes plans from a queue in the order of a price that leaves it out
// and prices each exactly, until none that is left can be cheaper. Names and
// prefixes are chosen last (layout.go) and everything is measured and billed
// once more with them (measure.go, ledger.go); the search counts them by
// nominal lengths.
//
// # What it rests on
//
// Every base key must be known to each UPDATE and DELETE from its WHERE, holds
// no column that one sets, and with a natural identity nothing beside it: else
// two rows of one identity would have two keys. Memberships change by what
// writes say: constants in statements, shares in annotations; what a parameter
// decides counts as changing (flow.go). Money is int64 in 1e-10 dollars, sums
// are exact, nothing depends on the order of a map.
//
// A brute force over small random models shares the prices of a given key with
// the search, and nothing of F1 to F5 (bruteforce_internal_test.go); another
// test runs the keys against raw rows (semantics_internal_test.go).
package plan
