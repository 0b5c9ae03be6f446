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
	var names []string
	for _, x := range t.entities {
		names = append(names, x.prefix)
		for _, y := range x.arms {
			if y.a.kind == itemCopy {
				names = append(names, y.sortText)
			}
		}
	}
	var sets []neighbours
	for i := range l.p.colls {
		if c := &l.p.colls[i]; l.sol.modes[i] == baseOnly && c.group == t.entities[0].e.group {
			sets = append(sets, c.neighbourhood(func(a *ask) string { return l.entities[a.entity].prefix }))
		}
	}
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
	var sets []neighbours
	for _, y := range ix.entries {
		y.sortText = y.owner.e.e.Prefix
		names = append(names, y.sortText)
	}
	for _, c := range ix.colls {
		sets = append(sets, l.p.colls[c].neighbourhood(func(a *ask) string { return l.p.entities[a.entity].e.Prefix }))
	}
	digits := ordering(names, sets)
	for _, y := range ix.entries {
		y.sortText = digits(y.sortText)
	}
}

// ordering returns how a prefix is written so that each set is a run.
func ordering(names []string, sets []neighbours) func(string) string {
	slices.SortFunc(names, strings.Compare)
	names = slices.Compact(names)
	order, ok := arrange(names, sets)
	if !ok || slices.Equal(order, names) {
		return func(s string) string { return s }
	}
	return func(s string) string {
		if i := slices.Index(order, s); i >= 0 {
			return fmt.Sprintf("%0*d%s", len(fmt.Sprint(len(order)-1)), i, s)
		}
		return s
	}
}

// arrange finds an order of the names in which every set is a run with its
// last type at the right end: the names as they are if they will do, else the
// first that is found by trying orders, with the names in no set last.
func arrange(names []string, sets []neighbours) ([]string, bool) {
	if right(names, sets) {
		return names, true
	}
	var inside, outside []string
	for _, n := range names {
		if slices.ContainsFunc(sets, func(s neighbours) bool { return slices.Contains(s.types, n) }) {
			inside = append(inside, n)
		} else {
			outside = append(outside, n)
		}
	}
	got := permute(nil, inside, sets)
	return append(got, outside...), got != nil
}

// permute completes an order that has begun with done.
func permute(done, left []string, sets []neighbours) []string {
	if broken(done, sets) {
		return nil
	}
	if len(left) == 0 {
		if right(done, sets) {
			return done
		}
		return nil
	}
	for i, n := range left {
		rest := append(slices.Clone(left[:i]), left[i+1:]...)
		if got := permute(append(slices.Clone(done), n), rest, sets); got != nil {
			return got
		}
	}
	return nil
}

// broken says that a set was begun in done and left before it was complete.
func broken(done []string, sets []neighbours) bool {
	for _, s := range sets {
		begun, left := 0, false
		for _, n := range done {
			if slices.Contains(s.types, n) {
				if left {
					return true
				}
				begun++
			} else if begun > 0 && begun < len(s.types) {
				left = true
			}
		}
	}
	return false
}

// right says that each set is a run of the list, with its last type at the end
// that is read last.
func right(list []string, sets []neighbours) bool {
	for _, s := range sets {
		first, last := len(list), -1
		for i, n := range list {
			if slices.Contains(s.types, n) {
				first, last = min(first, i), i
			}
		}
		if last-first+1 != len(s.types) {
			return false
		}
		end := last
		if s.after {
			end = first
		}
		if s.last != "" && list[end] != s.last {
			return false
		}
	}
	return true
}
