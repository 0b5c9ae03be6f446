package plan

import "math/bits"

// col is the number of a column within its entity: columns first, in declared
// order, then the copied columns of parents.
type col = uint8

// maxColumns is how many columns (copied ones included) the search can number.
const maxColumns = 256

// colset is a set of columns of one entity.
type colset [maxColumns / 64]uint64

func (s colset) has(c col) bool { return s[c>>6]&(1<<(c&63)) != 0 }

func (s *colset) add(c col) { s[c>>6] |= 1 << (c & 63) }

func (s *colset) remove(c col) { s[c>>6] &^= 1 << (c & 63) }

func (s colset) and(t colset) colset {
	return colset{s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]}
}

func (s colset) or(t colset) colset {
	return colset{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]}
}

func (s colset) minus(t colset) colset {
	return colset{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]}
}

func (s colset) empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

// within says that every column of s is in t.
func (s colset) within(t colset) bool { return s.minus(t).empty() }

func (s colset) meets(t colset) bool { return !s.and(t).empty() }

func (s colset) len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// lowest returns the column of s declared first; s must not be empty.
func (s colset) lowest() col {
	for i, w := range s {
		if w != 0 {
			return col(i*64 + bits.TrailingZeros64(w))
		}
	}
	panic("plan: lowest of an empty set of columns")
}

// each yields the columns of s in declared order.
func (s colset) each(yield func(col) bool) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(col(i*64 + bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}

// cols lists the columns of s in declared order.
func (s colset) cols() []col {
	out := make([]col, 0, s.len())
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			out = append(out, col(i*64+bits.TrailingZeros64(w)))
		}
	}
	return out
}

func setOf(cols ...col) colset {
	var s colset
	for _, c := range cols {
		s.add(c)
	}
	return s
}

// mask is a set of asks (or of other small numbers) below 64.
type mask = uint64

func bit(i int) mask { return 1 << uint(i) }

func low(m mask) int { return bits.TrailingZeros64(m) }

func count(m mask) int { return bits.OnesCount64(m) }
