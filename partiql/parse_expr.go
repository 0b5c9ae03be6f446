package partiql

import (
	"strings"

	"github.com/keywright/keywright/attr"
)

// expression reads an expression of any kind: whether it may stand where it
// stands is said when it is lowered. Precedence, weakest first: OR, AND, NOT,
// comparators with IN, BETWEEN and IS, then + and -.
func (p *parser) expression() (*node, error) { return p.chain("or", nodeOr, p.and) }

func (p *parser) and() (*node, error) { return p.chain("and", nodeAnd, p.negation) }

// chain reads operands joined by a keyword into one node.
func (p *parser) chain(keyword string, kind nodeKind, operand func() (*node, error)) (*node, error) {
	first, err := operand()
	if err != nil {
		return nil, err
	}
	n := first
	for p.acceptWord(keyword) {
		next, err := operand()
		if err != nil {
			return nil, err
		}
		if n == first {
			n = &node{kind: kind, at: first.at, kids: []*node{first}}
		}
		n.kids = append(n.kids, next)
	}
	return n, nil
}

func (p *parser) negation() (*node, error) {
	t := p.peek()
	if !p.acceptWord("not") {
		return p.predicate()
	}
	kid, err := p.negation()
	if err != nil {
		return nil, err
	}
	return &node{kind: nodeNot, at: t.at, kids: []*node{kid}}, nil
}

var comparators = []string{"=", "<>", "!=", "<=", ">=", "<", ">"}

// predicate = sum [comparator sum | [NOT] BETWEEN ... | [NOT] IN ... | IS ...].
func (p *parser) predicate() (*node, error) {
	left, err := p.sum()
	if err != nil {
		return nil, err
	}
	for _, op := range comparators {
		if !p.acceptOperator(op) {
			continue
		}
		if op == "!=" {
			op = "<>"
		}
		right, err := p.rightHand()
		if err != nil {
			return nil, err
		}
		return &node{kind: nodeCompare, op: op, at: left.at, kids: []*node{left, right}}, nil
	}
	if p.acceptWord("is") {
		return p.typeTest(left)
	}
	not := false
	if after := p.tokens[min(p.next+1, len(p.tokens)-1)]; p.peek().is("not") && (after.is("between") || after.is("in") || after.is("like")) {
		not = true
		p.take()
	}
	switch t := p.peek(); {
	case p.acceptWord("between"):
		return p.between(left, not)
	case p.acceptWord("in"):
		return p.in(left, not)
	case t.is("like"):
		return nil, refuseAt(t.at, msgLike, "LIKE")
	}
	return left, nil
}

// rightHand reads the operand after an operator.
func (p *parser) rightHand() (*node, error) {
	if t := p.peek(); t.kind == tokEOF {
		return nil, malformed(t.at, synRightHand)
	}
	return p.sum()
}

func (p *parser) between(left *node, not bool) (*node, error) {
	low, err := p.rightHand()
	if err != nil {
		return nil, err
	}
	if !p.acceptWord("and") {
		return nil, malformed(p.peek().at, synAnd)
	}
	high, err := p.rightHand()
	if err != nil {
		return nil, err
	}
	return &node{kind: nodeBetween, at: left.at, not: not, kids: []*node{left, low, high}}, nil
}

// in reads the list, in brackets or in parentheses.
func (p *parser) in(left *node, not bool) (*node, error) {
	closing := tokRBracket
	if !p.accept(tokLBracket) {
		closing = tokRParen
		if err := p.expect(tokLParen); err != nil {
			return nil, err
		}
	}
	n := &node{kind: nodeIn, at: left.at, not: not, kids: []*node{left}}
	return n, p.elements(n, closing)
}

// typeTest = [NOT] (MISSING | NULL).
func (p *parser) typeTest(left *node) (*node, error) {
	n := &node{kind: nodeIs, at: left.at, kids: []*node{left}, not: p.acceptWord("not")}
	t := p.take()
	switch {
	case t.is("missing"), t.is("null"):
		n.op = strings.ToUpper(t.text)
		return n, nil
	case t.kind == tokKeyword || t.kind == tokIdent:
		return nil, refuseAt(t.at, msgIsType, strings.ToUpper(t.text))
	}
	return nil, malformed(t.at, synTypeName)
}

// sum = term [("+" | "-") term]. DynamoDB's updates have one operator.
func (p *parser) sum() (*node, error) {
	left, err := p.term()
	if err != nil {
		return nil, err
	}
	t := p.peek()
	if t.kind != tokOperator || t.text != "+" && t.text != "-" {
		return left, nil
	}
	p.take()
	if p.peek().kind == tokEOF {
		return nil, malformed(t.at, synRightHand)
	}
	right, err := p.term()
	if err != nil {
		return nil, err
	}
	return &node{kind: nodeSum, op: t.text, at: left.at, kids: []*node{left, right}}, nil
}

func (p *parser) term() (*node, error) {
	t := p.peek()
	switch t.kind {
	case tokNumber:
		p.take()
		return number(t.at, t.text)
	case tokOperator:
		return p.signed()
	case tokString:
		p.take()
		return &node{kind: nodeScalar, at: t.at, value: attr.String(t.text)}, nil
	case tokParam:
		p.take()
		p.parameters++
		return &node{kind: nodeParam, at: t.at, param: p.parameters - 1}, nil
	case tokLParen:
		p.take()
		n, err := p.expression()
		if err != nil {
			return nil, err
		}
		return n, p.expect(tokRParen)
	case tokLBracket, tokLSet, tokLBrace:
		return p.collection()
	case tokIdent, tokQuoted:
		if p.tokens[p.next+1].kind == tokLParen && t.kind == tokIdent {
			return p.call()
		}
		return p.simplePath()
	case tokKeyword:
		return p.keywordTerm()
	}
	return nil, p.noTerm()
}

// signed reads a number after its sign.
func (p *parser) signed() (*node, error) {
	t := p.peek()
	after := p.tokens[min(p.next+1, len(p.tokens)-1)]
	if t.text != "-" && t.text != "+" || after.kind != tokNumber {
		return nil, p.noTerm()
	}
	p.take()
	p.take()
	if t.text == "-" {
		return number(t.at, "-"+after.text)
	}
	return number(t.at, after.text)
}

func number(at span, text string) (*node, error) {
	v, err := attr.ParseNum(text)
	if err != nil {
		return nil, refuseAt(at, "%s", err)
	}
	return &node{kind: nodeScalar, at: at, value: v}, nil
}

func (p *parser) keywordTerm() (*node, error) {
	t := p.peek()
	n := &node{kind: nodeScalar, at: t.at}
	switch t.text {
	case "true", "false":
		n.value = attr.Bool(t.text == "true")
	case "null":
		n.value = attr.Null()
	case "missing":
		n.kind = nodeMissing
	case "exists":
		return nil, refuseAt(t.at, msgExists)
	default:
		if p.tokens[p.next+1].kind == tokLParen && isFunctionWord(t.text) {
			return p.call()
		}
		return nil, p.noTerm()
	}
	p.take()
	return n, nil
}

// isFunctionWord says whether a keyword may name a function. Of those,
// DynamoDB has only size; the others are refused as functions it has not.
func isFunctionWord(word string) bool {
	switch word {
	case "size", "count", "avg", "max", "min", "sum", "upper", "lower", "substring", "char_length",
		"character_length", "octet_length", "bit_length", "list", "bag", "sexp":
		return true
	}
	return false
}

// call = name "(" [expression {"," expression}] ")". The star of COUNT(*) is
// read so that the projection can be refused as a whole.
func (p *parser) call() (*node, error) {
	t := p.take()
	p.take()
	n := &node{kind: nodeCall, at: t.at, op: strings.ToLower(t.text)}
	if p.acceptOperator("*") {
		return n, p.expect(tokRParen)
	}
	if p.accept(tokRParen) {
		return n, nil
	}
	return n, p.elements(n, tokRParen)
}

// collection = "[" ... "]" | "<<" ... ">>" | "{" name ":" value, ... "}".
func (p *parser) collection() (*node, error) {
	t := p.take()
	n := &node{at: t.at}
	closing := tokRBracket
	switch t.kind {
	case tokLBracket:
		n.kind = nodeList
	case tokLSet:
		n.kind, closing = nodeSet, tokRSet
	default:
		n.kind, closing = nodeMap, tokRBrace
	}
	if p.accept(closing) {
		return n, nil
	}
	if n.kind == nodeMap {
		return n, p.fields(n)
	}
	return n, p.elements(n, closing)
}

// elements reads expressions up to a closing token.
func (p *parser) elements(n *node, closing tokenKind) error {
	for {
		kid, err := p.expression()
		if err != nil {
			return err
		}
		n.kids = append(n.kids, kid)
		if !p.accept(tokComma) {
			return p.expect(closing)
		}
	}
}

func (p *parser) fields(n *node) error {
	for {
		name, err := p.expression()
		if err != nil {
			return err
		}
		if name.kind != nodeScalar || name.value.Type() != attr.TypeString {
			return refuseAt(name.at, msgFieldName)
		}
		if err := p.expect(tokColon); err != nil {
			return err
		}
		kid, err := p.expression()
		if err != nil {
			return err
		}
		n.names = append(n.names, name.value.Str())
		n.kids = append(n.kids, kid)
		if !p.accept(tokComma) {
			return p.expect(tokRBrace)
		}
	}
}

// simplePath = identifier {"." identifier | "[" integer "]" | "[" string "]"}.
func (p *parser) simplePath() (*node, error) {
	t := p.peek()
	if t.kind != tokIdent && t.kind != tokQuoted {
		return nil, malformed(t.at, synSimplePath)
	}
	p.take()
	n := &node{kind: nodePath, at: t.at, path: attr.Path{{Name: t.text, Index: -1}}}
	for {
		switch {
		case p.accept(tokDot):
			part := p.take()
			if part.kind != tokIdent && part.kind != tokQuoted {
				return nil, malformed(part.at, synPathDot)
			}
			n.path = append(n.path, attr.Step{Name: part.text, Index: -1})
		case p.accept(tokLBracket):
			step, err := p.indexStep()
			if err != nil {
				return nil, err
			}
			n.path = append(n.path, step)
		default:
			return n, checkPath(n)
		}
	}
}

func checkPath(n *node) error {
	for _, s := range n.path {
		if s.Index < 0 && s.Name == "" {
			return refuseAt(n.at, msgEmptyComponent)
		}
	}
	return nil
}

// maxListIndex bounds list indexes, as in the other expression languages.
const maxListIndex = 1<<31 - 1

func (p *parser) indexStep() (attr.Step, error) {
	t := p.take()
	step := attr.Step{Index: -1}
	switch t.kind {
	case tokString:
		step.Name = t.text
	case tokNumber:
		step.Index = 0
		for _, c := range []byte(t.text) {
			if !isDigit(c) {
				return step, malformed(t.at, synPathIndex)
			}
			if step.Index = step.Index*10 + int(c-'0'); step.Index > maxListIndex {
				return step, refuseAt(t.at, msgListIndex, t.text)
			}
		}
	default:
		return step, malformed(t.at, synPathIndex)
	}
	return step, p.expect(tokRBracket)
}
