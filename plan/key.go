package plan

// maxSort is how many columns a sort key may have in the search. A sort key
// of 1,024 bytes never holds more in practice; a set of questions that would
// need more is refused as not having a common key.
const maxSort = 24

// key is an index key: partition columns, sort columns in order with their
// direction, and the conditions of its membership.
type key struct {
	p colset
	s [maxSort]col
	n int    // sort columns
	x colset // sort columns that are inverted (stored so that they sort backward)
	m mask   // conditions that a row must satisfy to be in the index
	// shards is over how many keys a value of p is spread by a hash; 0 is one.
	shards int64
}

func (k *key) sort() []col { return k.s[:k.n] }

func (k *key) push(c col) bool {
	if k.n == maxSort {
		return false
	}
	k.s[k.n] = c
	k.n++
	return true
}

// columns are all columns of the key.
func (k *key) columns() colset {
	s := k.p
	for _, c := range k.s[:k.n] {
		s.add(c)
	}
	return s
}

// same says that two keys are the same.
func (k *key) same(o *key) bool {
	return k.p == o.p && k.n == o.n && k.s == o.s && k.x == o.x && k.m == o.m && k.shards == o.shards
}

// complete appends the columns of list that k has not; false where they do not
// fit.
func (k *key) complete(list []col) bool {
	have := k.columns()
	for _, c := range list {
		if !have.has(c) && !k.push(c) {
			return false
		}
	}
	return true
}
