package expr

import "github.com/keywright/keywright/attr"

// rebuild returns the attributes with the changes below this node made: one
// pass over two sorted sequences.
func (n *node) rebuild(it attr.Item, changes []change) attr.Item {
	out := make(attr.Item, 0, len(it)+len(n.kids))
	i := 0
	for _, k := range n.kids {
		for i < len(it) && it[i].Name < k.step.Name {
			out = append(out, it[i])
			i++
		}
		var was attr.Value
		if i < len(it) && it[i].Name == k.step.Name {
			was = it[i].Value
			i++
		}
		if v := k.rebuildValue(was, changes); !v.IsZero() {
			out = append(out, attr.Field{Name: k.step.Name, Value: v})
		}
	}
	return append(out, it[i:]...)
}

// rebuildValue returns what stands at the node afterwards, the zero Value for
// nothing. Apply has made sure that the parents of targets are there and of
// the type that the steps need.
func (n *node) rebuildValue(was attr.Value, changes []change) attr.Value {
	if leaf := n.leaf(); leaf >= 0 {
		if changes[leaf].none {
			return was
		}
		return changes[leaf].value
	}
	if was.Type() == attr.TypeList {
		return attr.List(n.rebuildElems(was.Elems(), changes)...)
	}
	return attr.Map(n.rebuild(was.Item(), changes))
}

// rebuildElems: indexes are those of the old list. Removed elements leave no
// gap, and what is written beyond the end is appended in the order of the
// indexes.
func (n *node) rebuildElems(elems []attr.Value, changes []change) []attr.Value {
	out := make([]attr.Value, 0, len(elems)+len(n.kids))
	next := 0
	for _, k := range n.kids {
		index := min(k.step.Index, len(elems))
		out = append(out, elems[next:index]...)
		next = index
		var was attr.Value
		if k.step.Index < len(elems) {
			was = elems[index]
			next++
		}
		if v := k.rebuildValue(was, changes); !v.IsZero() {
			out = append(out, v)
		}
	}
	return append(out, elems[next:]...)
}
