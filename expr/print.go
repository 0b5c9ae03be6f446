package expr

import (
	"strconv"
	"strings"
)

// printer writes canonical text.
type printer struct{ strings.Builder }

// cond prints a condition. Parentheses are needed only around an OR or AND
// that stands under something stronger: kids of an OR are never ORs.
func (b *printer) cond(c *cond) {
	switch c.op {
	case condOr, condAnd:
		for i, k := range c.kids {
			if i > 0 {
				b.words(c.op.String())
			}
			b.kid(k, c.op == condAnd && k.op == condOr)
		}
	case condNot:
		b.WriteString("NOT ")
		b.kid(c.kids[0], c.kids[0].op == condOr || c.kids[0].op == condAnd)
	case condCall:
		b.call(c.name, c.args)
	case condBetween:
		b.operand(&c.args[0])
		b.words("BETWEEN")
		b.operand(&c.args[1])
		b.words("AND")
		b.operand(&c.args[2])
	case condIn:
		b.operand(&c.args[0])
		b.WriteByte(' ')
		b.call("IN ", c.args[1:])
	default:
		b.operand(&c.args[0])
		b.words(c.op.String())
		b.operand(&c.args[1])
	}
}

func (b *printer) kid(c *cond, parens bool) {
	if !parens {
		b.cond(c)
		return
	}
	b.WriteByte('(')
	b.cond(c)
	b.WriteByte(')')
}

// words prints w with a space on either side.
func (b *printer) words(w string) {
	b.WriteByte(' ')
	b.WriteString(w)
	b.WriteByte(' ')
}

func (b *printer) operand(o *operand) {
	switch o.kind {
	case opPath:
		b.path(&o.path)
	case opValue:
		if o.name == "" {
			b.Write(o.val.AppendJSON(nil))
			return
		}
		b.WriteString(o.name)
	default:
		b.call(o.name, o.args)
	}
}

func (b *printer) call(name string, args []operand) {
	b.WriteString(name)
	b.WriteByte('(')
	for i := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.operand(&args[i])
	}
	b.WriteByte(')')
}

func (b *printer) path(p *path) {
	for i, s := range p.steps {
		switch {
		case s.Index >= 0:
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(s.Index))
			b.WriteByte(']')
			continue
		case i > 0:
			b.WriteByte('.')
		}
		if p.written != nil {
			b.WriteString(p.written[i])
		} else {
			b.WriteString(s.Name)
		}
	}
}
