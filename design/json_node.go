package design

import "github.com/keywright/keywright/model"

// nodeKind is the kind of a JSON value.
type nodeKind byte

const (
	objectNode nodeKind = '{'
	arrayNode  nodeKind = '['
	stringNode nodeKind = '"'
	numberNode nodeKind = '0'
	wordNode   nodeKind = 't' // true, false, null
)

// node is a JSON value with its place. Objects keep the order of their
// members, which encoding/json would lose together with all places.
type node struct {
	kind    nodeKind
	pos     model.Pos
	text    string // of a string: its value; of a number or word: as written
	list    []*node
	members []member
}

// member is a name and a value of an object.
type member struct {
	name  string
	pos   model.Pos // of the name
	value *node
}

func (n *node) get(name string) *node {
	for _, m := range n.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// describe names the kind of a value in messages.
func (n *node) describe() string {
	switch n.kind {
	case objectNode:
		return "an object"
	case arrayNode:
		return "a list"
	case stringNode:
		return "text"
	case numberNode:
		return "the number " + n.text
	}
	return n.text
}

func text(s string) *node { return &node{kind: stringNode, text: s} }
func word(s string) *node { return &node{kind: wordNode, text: s} }
func array() *node        { return &node{kind: arrayNode} }
func object() *node       { return &node{kind: objectNode} }

func (n *node) with(name string, v *node) *node {
	n.members = append(n.members, member{name: name, value: v})
	return n
}

// withText adds a member unless it is empty.
func (n *node) withText(name, s string) *node {
	if s == "" {
		return n
	}
	return n.with(name, text(s))
}
