package design

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// walk goes along the key of an item type with one SELECT: equalities as far
// as they go, then the range or the first column of the order.
type walk struct {
	b     *requestBuilder
	typ   *boundType
	sel   *model.Select
	parts []condition
	open  []openSlot // slots from the range on, which the order follows
	bare  bool       // the sort condition only keeps other item types out
	used  []string   // columns of equalities that the key condition uses
	done  bool       // no further condition may come
	// shards is over how many keys the partition is spread, 0 for one.
	shards int
}

// openSlot is a slot whose column no equality gives.
type openSlot struct {
	keyPart
	number bool // the attribute is of type N
	last   bool // nothing follows in the attribute
}

func (r *requestBuilder) walk(t *boundType, s *model.Select) (*walk, error) {
	w := &walk{b: r, typ: t, sel: s, bare: true}
	for _, name := range r.key.Partition {
		if err := w.partition(name); err != nil {
			return nil, err
		}
	}
	for _, name := range r.key.Sort {
		if err := w.sort(name); err != nil {
			return nil, err
		}
	}
	return w, w.check()
}

// partition adds an attribute of the partition key, all of which must be
// given.
func (w *walk) partition(name string) error {
	parts, typ, _, err := w.typ.attributeParts(name)
	if err != nil {
		return err
	}
	text := ""
	for _, p := range parts {
		s, ok, err := w.part(p)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("partition key attribute %s needs column %s, which is not given by equality", name, p.name)
		}
		text += s
	}
	w.parts = append(w.parts, condition{attribute: name, op: "=", low: Operand{typ.String(), text}, purpose: purpose(text, name)})
	return nil
}

// part is the text of a literal or of a slot whose column is given by
// equality.
func (w *walk) part(p keyPart) (string, bool, error) {
	if p.codec == nil {
		return quoteLiteral(p.literal), true, nil
	}
	if s, ok := p.codec.scheme.(shardOf); ok {
		w.shards = s.n
		return "{" + shardSlot + "}", true, nil
	}
	for _, e := range w.sel.Eq {
		if e.Column == p.name {
			w.used = appendNew(w.used, p.name)
			return slot(e.Param, p.codec.spec), true, nil
		}
	}
	for _, c := range w.sel.Const {
		if c.Column == p.name {
			w.used = appendNew(w.used, p.name)
			s, err := p.codec.EncodeArg(c.Value)
			return quoteLiteral(s), true, err
		}
	}
	if in := w.sel.In; in != nil && in.Column == p.name {
		w.used = appendNew(w.used, p.name)
		return slot(in.Param, p.codec.spec), true, nil
	}
	return "", false, nil
}

// purpose names the placeholder of a value: the one parameter in it, or the
// key attribute.
func purpose(template, attribute string) string {
	parts, err := parseTemplate(template)
	name := ""
	for _, p := range parts {
		if p.name == "" {
			continue
		}
		if name != "" || err != nil {
			return attribute
		}
		name = p.name
	}
	if name == "" {
		return attribute
	}
	return name
}

// sort adds an attribute of the sort key.
func (w *walk) sort(name string) error {
	parts, typ, native, err := w.typ.attributeParts(name)
	if err != nil {
		return err
	}
	prefix := ""
	for i, p := range parts {
		if w.done {
			w.leave(parts[i:], typ)
			return nil
		}
		s, ok, err := w.part(p)
		if err != nil {
			return err
		}
		if ok {
			prefix += s
			w.bare = w.bare && p.codec == nil
			continue
		}
		w.done = true
		w.leave(parts[i:], typ)
		if r := w.sel.Range; r != nil && !w.sel.Unique && r.Column == p.name {
			w.bare = false
			return w.ranged(name, prefix, p, parts[i+1:], native || typ == attr.TypeNumber, typ)
		}
		if prefix != "" {
			w.parts = append(w.parts, condition{attribute: name, op: "begins_with", low: Operand{typ.String(), prefix}, purpose: purpose(prefix, name)})
		}
		return nil
	}
	w.parts = append(w.parts, condition{attribute: name, op: "=", low: Operand{typ.String(), prefix}, purpose: purpose(prefix, name)})
	return nil
}

// leave notes the slots that the order has to follow.
func (w *walk) leave(parts []keyPart, typ attr.Type) {
	for i, p := range parts {
		if p.codec != nil {
			w.open = append(w.open, openSlot{p, typ == attr.TypeNumber, i == len(parts)-1})
		}
	}
}

// check sees to it that the key condition uses every equality and the range.
func (w *walk) check() error {
	for _, e := range w.sel.Eq {
		if !slices.Contains(w.used, e.Column) {
			return fmt.Errorf("the key of %q does not use column %s, which the question compares with :%s", w.typ.Name, e.Column, e.Param)
		}
	}
	if in := w.sel.In; in != nil && !slices.Contains(w.used, in.Column) {
		return fmt.Errorf("the key of %q does not use column %s, which the question compares with the list :%s", w.typ.Name, in.Column, in.Param)
	}
	r := w.sel.Range
	if r != nil && !w.sel.Unique && (len(w.open) == 0 || w.open[0].name != r.Column) {
		return fmt.Errorf("the key of %q does not come to column %s, over which the question ranges, after its equalities", w.typ.Name, r.Column)
	}
	return nil
}

// direction says which way the index is read: the open slots must begin with
// the columns of the order, all turned the same way. Nil is the default, up.
func (w *walk) direction() (*bool, error) {
	var forward *bool
	open := w.open
	for _, o := range w.sel.Order {
		if len(open) == 0 || open[0].name != o.Column {
			return nil, fmt.Errorf("the key of %q does not go on with column %s, by which the question orders", w.typ.Name, o.Column)
		}
		c := open[0].codec
		if !c.Ordered() && !open[0].number && !(plain(c) && open[0].last) {
			return nil, fmt.Errorf("the codec %q of column %s does not keep its order", c.spec, o.Column)
		}
		up := o.Desc == c.Descending()
		if forward != nil && *forward != up {
			return nil, fmt.Errorf("the key of %q has column %s turned the wrong way", w.typ.Name, o.Column)
		}
		forward = &up
		open = open[1:]
	}
	if forward != nil && *forward {
		return nil, nil
	}
	return forward, nil
}

// bound is one end of a range inside of a key.
type bound struct {
	operand   model.Operand
	template  string
	exclusive bool
}

func (b *bound) given() bool { return b.operand.Param != "" || !b.operand.Literal.IsZero() }

// ranged adds the condition of the SELECT's range on a slot that stands after
// prefix and before tail.
func (w *walk) ranged(name, prefix string, p keyPart, tail []keyPart, direct bool, typ attr.Type) error {
	r := w.sel.Range
	if r.Op == model.Prefix {
		if !p.codec.hasPrefixes() {
			return fmt.Errorf("codec %q of column %s has no prefixes", p.codec.spec, p.name)
		}
		s, err := w.operand(r.Low, p.codec, true)
		w.parts = append(w.parts, condition{attribute: name, op: "begins_with", low: Operand{typ.String(), prefix + s}, purpose: purpose(s, name)})
		return err
	}
	low := bound{r.Low, "", r.Op == model.Greater}
	high := bound{r.High, "", r.Op == model.Less}
	if p.codec.Descending() {
		low, high = high, low
	}
	direct = direct || prefix == "" && len(tail) == 0 && !p.codec.nulls && (!low.given() || !high.given())
	if err := w.bounds(p.codec, &low, &high, !direct && len(tail) == 0, typ); err != nil {
		return err
	}
	if direct {
		w.parts = append(w.parts, plainRange(name, low, high, typ))
		return nil
	}
	c, err := textRange(name, prefix, p.codec, tail, low, high, typ)
	w.parts = append(w.parts, c)
	return err
}

// bounds writes the templates of both ends. At the end of a key, < has no
// operator but BETWEEN: its bound is the greatest text before the value's.
func (w *walk) bounds(c *Codec, low, high *bound, last bool, typ attr.Type) (err error) {
	if low.given() {
		if low.template, err = w.operand(low.operand, c, false); err != nil {
			return err
		}
	}
	if !high.given() {
		return nil
	}
	if last && high.exclusive {
		if c, err = newKeyCodec(c.column, strings.TrimSpace(c.spec+" before"), c.delim, typ); err != nil {
			return err
		}
	}
	high.template, err = w.operand(high.operand, c, false)
	return err
}

// operand writes a parameter as a slot and encodes a literal.
func (w *walk) operand(o model.Operand, c *Codec, prefix bool) (string, error) {
	if o.Param != "" {
		return slot(o.Param, c.spec), nil
	}
	s, err := encodeArgument(c, o.Literal, prefix)
	return quoteLiteral(s), err
}

// plainRange compares the whole attribute, as DynamoDB's operators do.
func plainRange(name string, low, high bound, typ attr.Type) condition {
	c := condition{attribute: name, op: "BETWEEN", low: Operand{typ.String(), low.template}, high: Operand{typ.String(), high.template}}
	switch {
	case !high.given() && low.exclusive:
		c.op = ">"
	case !high.given():
		c.op = ">="
	case !low.given() && high.exclusive:
		c.op, c.low = "<", c.high
	case !low.given():
		c.op, c.low = "<=", c.high
	}
	if c.op != "BETWEEN" {
		c.high = Operand{}
	}
	return c
}

// textRange compares one component of a text key. Both ends stay inside of
// what begins with prefix; an end with a value reaches to the end of that
// value's component, or stops before it.
func textRange(name, prefix string, codec *Codec, tail []keyPart, low, high bound, typ attr.Type) (condition, error) {
	over, err := beyond(codec, tail)
	if err != nil {
		return condition{}, err
	}
	c := condition{attribute: name, op: "BETWEEN"}
	from, to := prefix+codec.floor(), prefix+codec.ceiling()
	if codec.ceiling() == "" {
		to = successor(prefix)
	}
	if low.given() {
		from = prefix + low.template
		if low.exclusive {
			from += over
		}
	}
	switch {
	case high.given() && !high.exclusive && len(tail) > 0:
		to = prefix + high.template + over
	case high.given():
		to = prefix + high.template
	}
	switch {
	case to == gap: // no prefix and no upper end
		c.op = ">="
	case from == "":
		c.op, from, to = "<=", to, ""
	}
	if typ == attr.TypeBinary && strings.HasSuffix(to, gap) {
		return c, fmt.Errorf("a range inside of the binary key attribute %s has no upper end", name)
	}
	c.low = Operand{typ.String(), from}
	if c.op == "BETWEEN" {
		c.high = Operand{typ.String(), to}
	}
	return c, nil
}

// beyond is the text that, after a value's code, lies above everything that
// begins with that code and its delimiter, and below the next value.
func beyond(codec *Codec, tail []keyPart) (string, error) {
	fixed := codec.Width() > 0
	switch {
	case fixed && len(tail) > 0 && tail[0].codec != nil:
		return gap, nil
	case len(tail) == 0 && (fixed || codec.Ordered()):
		return string(rune(codec.delim) + 1), nil
	case len(tail) == 0:
		return "\x00", nil // the least that can follow
	case tail[0].codec != nil:
		return "", fmt.Errorf("column %s and what follows it run into each other", codec.column.Name)
	}
	next := []rune(tail[0].literal)[0]
	ends := next < utf8.RuneSelf && codec.traits.bytes.allAbove(byte(next))
	if !fixed && !(codec.Ordered() && ends) {
		return "", fmt.Errorf("codec %q of column %s does not keep its order before %q", codec.spec, codec.column.Name, tail[0].literal)
	}
	return string(next + 1), nil
}

// floor and ceiling shut out the null form at the open end of a range, which
// no comparison is true for. Empty: there is none at that end.
func (c *Codec) floor() string {
	switch {
	case c.markers():
		return valueMarker
	case c.nulls && !c.Descending():
		return "." // above '-', below every argument
	}
	return ""
}

func (c *Codec) ceiling() string {
	switch {
	case c.markers():
		return successor(valueMarker)
	case c.nulls && c.Descending():
		return "}}" // a brace: below '~', above every argument
	}
	return ""
}
