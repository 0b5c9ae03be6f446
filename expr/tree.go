package expr

import (
	"cmp"
	"slices"

	"github.com/keywright/keywright/attr"
)

// node is a place in the tree that the paths of a projection or an update
// make: paths that share their beginning share its nodes.
type node struct {
	step attr.Step // the root has none
	kids []*node
	ends []int // the paths, by number, that end here
	born int   // the path that made the node
}

// buildTree puts the paths into one tree. The paths must be resolved.
func buildTree(paths []*path) *node {
	root := &node{}
	for i, p := range paths {
		n := root
		for _, s := range p.steps {
			n = n.descend(s, i)
		}
		n.ends = append(n.ends, i)
	}
	return root
}

func (n *node) descend(s attr.Step, path int) *node {
	for _, k := range n.kids {
		if k.step == s {
			return k
		}
	}
	k := &node{step: s, born: path}
	n.kids = append(n.kids, k)
	return k
}

// leaf returns the number of the path that ends here, -1 for none. After
// checkOverlap at most one does, and then the node has no kids.
func (n *node) leaf() int {
	if len(n.ends) == 0 {
		return -1
	}
	return n.ends[0]
}

// sort orders kids by name or by index: the order of items and lists.
func (n *node) sort() {
	slices.SortFunc(n.kids, func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.step.Index, b.step.Index), cmp.Compare(a.step.Name, b.step.Name))
	})
	for _, k := range n.kids {
		k.sort()
	}
}

// checkOverlap refuses two paths of which one contains the other ("overlap"),
// and paths that use one place as a map and as a list ("conflict"). Where
// there are several clashes DynamoDB reports the one it meets first when it
// walks the tree from the newest path to the oldest, branches before the node
// that they hang from (dynalite's cases fix this order).
func checkOverlap(kind Kind, root *node, paths []*path) error {
	a, b, msg := root.clash()
	if msg == "" {
		return nil
	}
	one, two := min(a, b), max(a, b)
	return invalid(kind, paths[two].at, msg, paths[one].document(), paths[two].document())
}

// entry is what hangs from a node: a kid, or the end of a path.
type entry struct {
	path int
	kid  *node
}

func (n *node) entries() []entry {
	out := make([]entry, 0, len(n.kids)+len(n.ends))
	for _, k := range n.kids {
		out = append(out, entry{k.born, k})
	}
	for _, e := range n.ends {
		out = append(out, entry{e, nil})
	}
	slices.SortFunc(out, func(a, b entry) int { return cmp.Compare(b.path, a.path) })
	return out
}

// clash returns two paths that cannot stand together and the message for
// them, "" where all can.
func (n *node) clash() (a, b int, msg string) {
	list := n.entries()
	for i, e := range list {
		if e.kid != nil {
			if a, b, msg := e.kid.clash(); msg != "" {
				return a, b, msg
			}
		}
		for j, x := range list {
			switch {
			case i == j:
			case e.kid == nil || x.kid == nil:
				return e.newest(), x.newest(), msgOverlap
			case (e.kid.step.Index < 0) != (x.kid.step.Index < 0):
				return e.newest(), x.newest(), msgConflict
			}
		}
	}
	return 0, 0, ""
}

// newest follows the newest entries down to a path.
func (e entry) newest() int {
	for e.kid != nil {
		e = e.kid.entries()[0]
	}
	return e.path
}
