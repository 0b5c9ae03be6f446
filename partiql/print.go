package partiql

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/keywright/keywright/attr"
)

// String prints the statement in canonical form: keywords in capitals, single
// spaces, quotes where a name needs them, only the parentheses that the
// meaning needs. Parsing what it prints gives the same statement again.
func (s *Statement) String() string {
	var b printer
	switch s.Kind {
	case Exists:
		b.WriteString("EXISTS(")
		b.selection(s)
		b.WriteByte(')')
	case Select:
		b.selection(s)
	case Insert:
		b.WriteString("INSERT INTO ")
		b.source(s)
		b.WriteString(" VALUE ")
		b.node(s.item, 0)
	case Update:
		b.WriteString("UPDATE ")
		b.source(s)
		for _, ch := range s.changes {
			b.change(ch)
		}
		b.rest(s)
	case Delete:
		b.WriteString("DELETE FROM ")
		b.source(s)
		b.rest(s)
	}
	return b.String()
}

type printer struct{ strings.Builder }

func (b *printer) selection(s *Statement) {
	b.WriteString("SELECT ")
	if s.columns == nil {
		b.WriteByte('*')
	}
	b.list(s.columns)
	b.WriteString(" FROM ")
	b.source(s)
	b.rest(s)
	for i, o := range s.order {
		if i == 0 {
			b.WriteString(" ORDER BY ")
		} else {
			b.WriteString(", ")
		}
		b.node(o.path, 0)
		if o.desc {
			b.WriteString(" DESC")
		}
	}
}

func (b *printer) source(s *Statement) {
	b.WriteString(identifier(s.Table))
	if s.Index != "" {
		b.WriteString("." + identifier(s.Index))
	}
}

func (b *printer) change(ch change) {
	if ch.value == nil {
		b.WriteString(" REMOVE ")
		b.node(ch.target, 0)
		return
	}
	b.WriteString(" SET ")
	b.node(ch.target, 0)
	b.WriteString(" = ")
	b.node(ch.value, 0)
}

func (b *printer) rest(s *Statement) {
	if s.where != nil {
		b.WriteString(" WHERE ")
		b.node(s.where, 0)
	}
	if s.Returning != "" {
		b.WriteString(" RETURNING " + string(s.Returning) + " *")
	}
}

// The strengths with which operators bind; a weaker expression stands in
// parentheses within a stronger one.
const (
	bindOr = iota + 1
	bindAnd
	bindNot
	bindPredicate
	bindSum
	bindTerm
)

func (n *node) binding() int {
	switch n.kind {
	case nodeOr:
		return bindOr
	case nodeAnd:
		return bindAnd
	case nodeNot:
		return bindNot
	case nodeCompare, nodeBetween, nodeIn, nodeIs:
		return bindPredicate
	case nodeSum:
		return bindSum
	}
	return bindTerm
}

// node prints an expression that has to bind at least as strongly as least.
func (b *printer) node(n *node, least int) {
	if n.binding() < least {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	not := ""
	if n.not {
		not = "NOT "
	}
	switch n.kind {
	case nodeOr, nodeAnd:
		for i, k := range n.kids {
			if i > 0 {
				b.WriteString(map[nodeKind]string{nodeOr: " OR ", nodeAnd: " AND "}[n.kind])
			}
			b.node(k, n.binding()+1)
		}
	case nodeNot:
		b.WriteString("NOT ")
		b.node(n.kids[0], bindNot)
	case nodeCompare, nodeSum:
		b.node(n.kids[0], n.binding()+1)
		b.WriteString(" " + n.op + " ")
		b.node(n.kids[1], n.binding()+1)
	case nodeBetween:
		b.node(n.kids[0], bindSum)
		b.WriteString(" " + not + "BETWEEN ")
		b.node(n.kids[1], bindSum)
		b.WriteString(" AND ")
		b.node(n.kids[2], bindSum)
	case nodeIn:
		b.node(n.kids[0], bindSum)
		b.WriteString(" " + not + "IN [")
		b.list(n.kids[1:])
		b.WriteByte(']')
	case nodeIs:
		b.node(n.kids[0], bindSum)
		b.WriteString(" IS " + not + n.op)
	default:
		b.term(n)
	}
}

func (b *printer) term(n *node) {
	switch n.kind {
	case nodePath:
		b.path(n.path)
	case nodeScalar:
		b.WriteString(literal(n.value))
	case nodeMissing:
		b.WriteString("MISSING")
	case nodeParam:
		b.WriteByte('?')
	case nodeCall:
		b.WriteString(n.op + "(")
		b.list(n.kids)
		b.WriteByte(')')
	case nodeList:
		b.WriteByte('[')
		b.list(n.kids)
		b.WriteByte(']')
	case nodeSet:
		b.WriteString("<<")
		b.list(n.kids)
		b.WriteString(">>")
	case nodeMap:
		b.WriteByte('{')
		for i, k := range n.kids {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(quote(n.names[i], '\'') + ": ")
			b.node(k, 0)
		}
		b.WriteByte('}')
	}
}

func (b *printer) list(nodes []*node) {
	for i, n := range nodes {
		if i > 0 {
			b.WriteString(", ")
		}
		b.node(n, 0)
	}
}

func (b *printer) path(p attr.Path) {
	for i, s := range p {
		switch {
		case s.Index >= 0:
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
			continue
		case i > 0:
			b.WriteByte('.')
		}
		b.WriteString(identifier(s.Name))
	}
}

// identifier prints a name, in quotes where it is no plain word.
func identifier(name string) string {
	plain := name != "" && isWordStart(name[0]) && !isKeyword(strings.ToLower(name))
	for i := 0; i < len(name) && plain; i++ {
		plain = isWordStart(name[i]) || isDigit(name[i])
	}
	if plain {
		return name
	}
	return quote(name, '"')
}

func quote(s string, mark byte) string {
	m := string(mark)
	return m + strings.ReplaceAll(s, m, m+m) + m
}

// literal prints a value as the language writes it. Binary values, which it
// cannot write, are printed as b'base64'.
func literal(v attr.Value) string {
	switch v.Type() {
	case attr.TypeString:
		return quote(v.Str(), '\'')
	case attr.TypeNumber:
		return v.Str()
	case attr.TypeBool:
		return strconv.FormatBool(v.Bool())
	case attr.TypeNull:
		return "NULL"
	}
	return compound(v)
}

func compound(v attr.Value) string {
	elems := make([]string, len(v.Elems()))
	for i, e := range v.Elems() {
		elems[i] = literal(e)
	}
	list := strings.Join(elems, ", ")
	switch v.Type() {
	case attr.TypeList:
		return "[" + list + "]"
	case attr.TypeMap:
		var fields []string
		for _, f := range v.Item() {
			fields = append(fields, quote(f.Name, '\'')+": "+literal(f.Value))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	case attr.TypeBinary:
		return "b'" + base64.StdEncoding.EncodeToString([]byte(v.Str())) + "'"
	}
	return "<<" + list + ">>"
}
