package prove

import "slices"

// A spot is one character of a template's texts: which part it is of, and
// which characters may come after it.
type spot struct {
	part int
	set  runeSet
	next []int
	last bool // a text may end here
}

// spots makes the automaton of a chain of parts, and lists the spots where
// a text may begin. It reads the parts from the end.
func spots(parts []keyPart) (all []spot, first []int) {
	next, last := []int(nil), true
	for i := len(parts) - 1; i >= 0; i-- {
		var begins []int
		empty := false
		for _, chain := range parts[i].texts {
			follow, ends := next, last
			for j := len(chain) - 1; j >= 0; j-- {
				at := len(all)
				p := spot{i, chain[j].set, follow, ends}
				if chain[j].loop {
					p.next = append([]int{at}, follow...)
					follow = p.next
				} else {
					follow, ends = []int{at}, false
				}
				all = append(all, p)
			}
			begins, empty = append(begins, follow...), empty || ends
		}
		slices.Sort(begins)
		next, last = slices.Compact(begins), empty
	}
	return all, next
}

// twoWays returns the pairs of parts that one character of one text can belong
// to, in two readings of the whole text: the earlier part first. It walks both
// readings at the same time and keeps the pairs from which both can end.
func twoWays(parts []keyPart) [][2]int {
	all, first := spots(parts)
	type pair struct{ a, b int }
	from := make(map[pair][]pair)
	var queue, ends []pair
	visit := func(before *pair, a, b []int) {
		for _, i := range a {
			for _, j := range b {
				if !all[i].set.meets(all[j].set) {
					continue
				}
				p := pair{i, j}
				_, seen := from[p]
				if !seen {
					from[p] = nil
					queue = append(queue, p)
				}
				if before != nil {
					from[p] = append(from[p], *before)
				}
			}
		}
	}
	visit(nil, first, first)
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if all[p.a].last && all[p.b].last {
			ends = append(ends, p)
		}
		visit(&p, all[p.a].next, all[p.b].next)
	}
	var out [][2]int
	done := make(map[pair]bool)
	for len(ends) > 0 {
		p := ends[len(ends)-1]
		ends = ends[:len(ends)-1]
		if done[p] {
			continue
		}
		done[p] = true
		if x, y := all[p.a].part, all[p.b].part; x < y {
			out = append(out, [2]int{x, y})
		}
		ends = append(ends, from[p]...)
	}
	return out
}
