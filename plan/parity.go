package plan

// parity finds the direction bits of a sort key. Along the order of a question
// the product of the question's direction and the column's bit must have one
// sign, because one Query reads forward or backward as a whole: so each pair
// of neighbours in an ORDER BY fixes whether their bits are equal. The
// constraints form a union-find with the parity to the root beside each node;
// a contradiction means that no key has both orders.
type parity struct {
	root [maxSort + 1]uint8
	odd  [maxSort + 1]bool
}

// ground is the node of a bit that is known to be 0: collections read in a
// direction that several keys share.
const ground = maxSort

func (u *parity) reset() {
	for i := range u.root {
		u.root[i] = uint8(i)
		u.odd[i] = false
	}
}

func (u *parity) find(i int) (int, bool) {
	odd := false
	for int(u.root[i]) != i {
		odd = odd != u.odd[i]
		i = int(u.root[i])
	}
	return i, odd
}

// join states that the bits of i and j differ (or not). It reports whether
// that is possible.
func (u *parity) join(i, j int, differ bool) bool {
	a, oa := u.find(i)
	b, ob := u.find(j)
	if a == b {
		return (oa != ob) == differ
	}
	if b != ground && (a == ground || a < b) {
		a, b = b, a
	}
	u.root[a] = uint8(b)
	u.odd[a] = (oa != ob) != differ
	return true
}
