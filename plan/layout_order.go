package plan

import (
	"fmt"
	"slices"
	"strings"
)

// orderTypes makes the item types that each collection reads neighbours in the
// sort key, so that one range holds them and nothing else. If the prefixes do
// not sort that way by themselves, a digit is put before them.
func (l *layout) orderTypes(t *tableLayout) {
	names, sets := l.neighbours(t)
	digits := ordering(names, sets)
	for _, x := range t.entities {
		x.prefix = digits(x.prefix)
		for _, y := range x.arms {
			if y.a.kind == itemCopy {
				y.sortText = digits(y.sortText)
			}
		}
	}
}

// orderEntries does the same for the entries of an overloaded index.
func (l *layout) orderEntries(ix *indexLayout) {
	var names []string
	var sets [][]string
	for _, y := range ix.entries {
		y.sortText = y.owner.e.e.Prefix
		names = append(names, y.sortText)
	}
	for _, c := range ix.colls {
		var set []string
		for _, a := range l.p.colls[c].parts {
			set = append(set, l.p.entities[a.entity].e.Prefix)
		}
		sets = append(sets, set)
	}
	slices.SortFunc(names, strings.Compare)
	digits := ordering(slices.Compact(names), sets)
	for _, y := range ix.entries {
		y.sortText = digits(y.sortText)
	}
}

// ordering returns how a prefix is written so that each set is a run.
func ordering(names []string, sets [][]string) func(string) string {
	same := func(s string) string { return s }
	if contiguous(names, sets) {
		return same
	}
	order, ok := arrange(names, sets)
	if !ok {
		return same
	}
	return func(s string) string {
		if i := slices.Index(order, s); i >= 0 {
			return numbered(i, len(order), s)
		}
		return s
	}
}

func numbered(i, n int, prefix string) string {
	return fmt.Sprintf("%0*d%s", len(fmt.Sprint(n-1)), i, prefix)
}

// neighbours lists the sort key prefixes of the item types that may share a
// partition with those of a collection, and the sets that have to be
// neighbours.
func (l *layout) neighbours(t *tableLayout) (names []string, sets [][]string) {
	for i := range l.p.colls {
		if l.sol.modes[i] != baseOnly || l.p.colls[i].group != t.entities[0].e.group {
			continue
		}
		var set []string
		for _, a := range l.p.colls[i].parts {
			set = append(set, l.entities[a.entity].prefix)
		}
		sets = append(sets, set)
	}
	for _, x := range t.entities {
		names = append(names, x.prefix)
		for _, y := range x.arms {
			if y.a.kind == itemCopy {
				names = append(names, y.sortText)
			}
		}
	}
	slices.SortFunc(names, strings.Compare)
	return slices.Compact(names), sets
}

// contiguous says that each set is a run in the list.
func contiguous(list []string, sets [][]string) bool {
	for _, set := range sets {
		first, last := len(list), -1
		for i, n := range list {
			if slices.Contains(set, n) {
				first, last = min(first, i), i
			}
		}
		if last-first+1 != len(set) {
			return false
		}
	}
	return true
}

// arrange finds the first order of the names, starting from the given one, in
// which every set is a run: by trying them all, with those in no set last.
func arrange(names []string, sets [][]string) ([]string, bool) {
	var inside, outside []string
	for _, n := range names {
		if slices.ContainsFunc(sets, func(set []string) bool { return slices.Contains(set, n) }) {
			inside = append(inside, n)
		} else {
			outside = append(outside, n)
		}
	}
	var try func(done, left []string) []string
	try = func(done, left []string) []string {
		if !runs(done, sets) {
			return nil
		}
		if len(left) == 0 {
			return done
		}
		for i, n := range left {
			rest := append(slices.Clone(left[:i]), left[i+1:]...)
			if got := try(append(slices.Clone(done), n), rest); got != nil {
				return got
			}
		}
		return nil
	}
	got := try(nil, inside)
	return append(got, outside...), got != nil
}

// runs says that no set that was begun in done was left before it was complete.
func runs(done []string, sets [][]string) bool {
	for _, set := range sets {
		begun, left := 0, false
		for _, n := range done {
			if slices.Contains(set, n) {
				if left {
					return false
				}
				begun++
			} else if begun > 0 && begun < len(set) {
				left = true
			}
		}
		if left {
			return false
		}
	}
	return true
}
