// Package plan finds the cheapest key design in which every question of a
// model is one request, and proves that it is the cheapest of its language.
//
// # The language
//
// A design has one item for each row, and declared copies (items under other
// keys, sentinels for UNIQUE, columns of a parent on its children). An entity
// has any base key that contains its identity and that its writes can name,
// and any set of indexes. A key is K = (P, S, M): partition columns, a sequence
// of sort columns with a direction each, and a membership, the conditions on
// constants that a row must satisfy to be in the index.
//
// K serves a question iff the question's constants imply M; P is within the
// equalities e that remain; the first |e-P| columns of S are the rest of e, in
// any order; S goes on with the question's range and order; along these the
// directions agree or all disagree (then it is read backward); what it needs is
// in the key, the base key and the projection; and a strong read is on the
// table, a local index or a copy kept by a transaction.
//
// # Why the search is small
//
// For a set of questions on one entity there is at most one index key worth
// considering (build.go): M are their common constants, P the intersection of
// their equalities, and S is forced: where a question has used its equalities
// up, its next range or order column is compulsory. Directions are a parity
// problem (parity.go). Subsets of a set that has a key have one too, so sets
// are grown and pruned. The cost of a design is a sum over entities once base
// keys are given, so what remains is to cover the questions of an entity by the
// base key and by sets, each with the price of its index: a dynamic program
// over subsets (dp.go) for connected parts of up to fifteen questions, branch
// and bound (bnb.go) beyond. The steps are bounded; where they do not suffice
// the result says how far from the bound it may be, and not "optimal".
// Collections (several SELECTs, one request) tie entities together; every way
// of placing them is tried (collections.go).
//
// How a key is written (native attributes or text templates), names, prefixes
// and shared indexes are decided after the optimum (represent.go, layout.go),
// and bytes that only the text decides are added in a final exact pass over
// all plans close to the best (exact.go). Money is int64 in 1e-10 dollars;
// nothing compares floats or depends on map order.
//
// # Neighbours
//
// The package reads package model's canonical forms and emits package design's
// documents. It never runs anything: package prove does, without knowing this
// one. The tests hold it against a brute force that shares none of the above.
package plan
