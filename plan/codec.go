package plan

import "github.com/keywright/keywright/model"

// codec is how a column is written in a key template: the codec's text, the
// mean and the longest length of what it writes.
type codec struct {
	text string
	real int64 // mean length
	mean int64 // mean length as the search counts it: a form that sorts backward is never shorter
	most int64
	code model.Code // why it cannot be, "" where it can
	why  string
	cure string
}

func (c codec) ok() bool { return c.code == "" }

// limits of key values in bytes ("Constraints in Amazon DynamoDB", AWS).
const (
	maxPartitionKey = 2048
	maxSortKey      = 1024
)

// codecAt is the codec of column c in a template: ordered where some question
// compares it or sorts by it, inverted where it sorts backward, with a form
// for NULL where a row that is NULL must not vanish.
func (e *entity) codecAt(c col, ordered, inverted, null bool) *codec {
	x := &e.cols[c]
	if !ordered && !inverted {
		if null {
			return &x.null
		}
		return &x.equal
	}
	i := 0
	if inverted {
		i |= 1
	}
	if null {
		i |= 2
	}
	return &x.ordered[i]
}

// template measures the text of key columns: mean and longest length of the
// components with a delimiter between them, and the first column that has no
// form.
type template struct {
	mean, real, most int64
	n                int
	bad              *codec
	badCol           col
}

func (t *template) add(c col, x *codec) {
	if !x.ok() && t.bad == nil {
		t.bad, t.badCol = x, c
	}
	t.join(x.mean, x.real, x.most)
}

// join adds a component and the delimiter before it.
func (t *template) join(mean, real, most int64) {
	if t.n > 0 {
		t.mean++
		t.real++
		t.most++
	}
	t.n++
	t.mean += mean
	t.real += real
	t.most += most
}

// literal adds a literal component, such as an item type's prefix.
func (t *template) literal(n int64) {
	t.join(n, n, n)
}

// partition measures the partition text of set p with a prefix of the given length.
func (e *entity) partition(p colset, prefix int64, nulls colset) (t template) {
	if prefix > 0 {
		t.literal(prefix)
	}
	for c := range p.each {
		t.add(c, e.codecAt(c, false, false, nulls.has(c)))
	}
	return t
}

// sorting measures the sort text of k with a prefix (0: none).
func (e *entity) sorting(k *key, prefix int64, ordered, nulls colset) (t template) {
	if prefix > 0 {
		t.literal(prefix)
	}
	for _, c := range k.sort() {
		t.add(c, e.codecAt(c, ordered.has(c), k.x.has(c), nulls.has(c)))
	}
	return t
}
