package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/design"
)

// pinned is a base key template that the model file fixes.
type pinned struct {
	text      string // as in the model file
	lead      string // the literal before the first column
	cols      []col
	inverted  colset // columns whose codec sorts backward
	unordered colset // columns whose codec does not keep their order
	mean      int64  // length of a text
	most      int64
}

// pin reads the entity's pinned templates.
func (e *entity) pin() error {
	var err error
	if e.pinnedPK, err = e.readPinned(e.e.PK); err != nil {
		return fmt.Errorf("table %s: pk=%s: %w", e.e.Name, e.e.PK, err)
	}
	if e.pinnedSK, err = e.readPinned(e.e.SK); err != nil {
		return fmt.Errorf("table %s: sk=%s: %w", e.e.Name, e.e.SK, err)
	}
	return e.checkPinned()
}

// readPinned reads one template, nil where it is empty.
func (e *entity) readPinned(text string) (*pinned, error) {
	if text == "" {
		return nil, nil
	}
	p := &pinned{text: text}
	rest := text
	for rest != "" {
		lit, slot, tail := cutSlot(rest)
		rest = tail
		if len(p.cols) == 0 {
			p.lead += lit
		}
		p.mean += int64(len(lit))
		p.most += int64(len(lit))
		if slot == "" {
			continue
		}
		if err := e.addSlot(p, slot); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// cutSlot cuts a template before and after its first slot; {{ and }} are
// braces of the literal.
func cutSlot(s string) (literal, slot, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case i+1 < len(s) && (s[i] == '{' || s[i] == '}') && s[i+1] == s[i]:
			b.WriteByte(s[i])
			i++
		case s[i] == '{':
			slot, rest, _ = strings.Cut(s[i+1:], "}")
			return b.String(), slot, rest
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String(), "", ""
}

func (e *entity) addSlot(p *pinned, slot string) error {
	name, spec, _ := strings.Cut(slot, ":")
	c, ok := e.byName[name]
	if !ok || e.cols[c].copy != nil {
		return fmt.Errorf("there is no column %s", name)
	}
	if slices.Contains(p.cols, c) {
		return fmt.Errorf("column %s stands in it twice", name)
	}
	codec, err := design.NewCodec(e.cols[c].src, spec, e.delimiter()[0])
	if err != nil {
		return err
	}
	p.cols = append(p.cols, c)
	if codec.Descending() {
		p.inverted.add(c)
	}
	if !codec.Ordered() {
		p.unordered.add(c)
	}
	n := int64(codec.Longest())
	p.most += n
	if codec.Width() == 0 {
		n = min(n, e.cols[c].size)
	}
	p.mean += n
	return nil
}

// pinnedBases are the base keys that the pinned templates leave open.
func (s *entitySolver) pinnedBases() []*base {
	e := s.e
	var list []*base
	add := func(k key) {
		for _, c := range e.pinnedSorts() {
			if k.p.has(c) || !k.push(c) {
				return
			}
			if e.pinnedSK.inverted.has(c) {
				k.x.add(c)
			}
		}
		if e.pinnedSK == nil && !k.complete(e.idList) {
			return
		}
		if e.identity.within(k.columns()) && s.baseFits(&k) {
			list = s.addBase(k, list)
		}
	}
	if e.pinnedPK != nil {
		add(key{p: setOf(e.pinnedPK.cols...)})
		if e.pinnedSK == nil {
			p := setOf(e.pinnedPK.cols...)
			s.b.force = &p
			list = s.growBases(s.shapes(), 0, list)
			s.b.force = nil
		}
		return list
	}
	add(key{p: e.identity.minus(setOf(e.pinnedSorts()...))})
	for _, p := range s.intersections() {
		add(key{p: p})
	}
	return list
}

func (e *entity) pinnedSorts() []col {
	if e.pinnedSK == nil {
		return nil
	}
	return e.pinnedSK.cols
}

// isPinned says that the model file fixes some template of the base key.
func (e *entity) isPinned() bool { return e.pinnedPK != nil || e.pinnedSK != nil }

// unordered are the base key columns that do not keep their order.
func (e *entity) unordered() colset {
	if e.pinnedSK == nil {
		return colset{}
	}
	return e.pinnedSK.unordered
}

// sortLead is the literal that the sort keys of the entity's rows begin with.
func (e *entity) sortLead() string {
	if e.pinnedSK != nil {
		return e.pinnedSK.lead
	}
	return e.e.Prefix
}

// partShape is a pinned partition template with the ask's parameters in place
// of columns, to compare the templates of several entities; "" where it is not
// pinned.
func (e *entity) partShape(a *ask) string {
	if e.pinnedPK == nil {
		return ""
	}
	var b strings.Builder
	rest := e.pinnedPK.text
	for rest != "" {
		lit, slot, tail := cutSlot(rest)
		rest = tail
		b.WriteString(lit)
		if slot == "" {
			continue
		}
		name, spec, _ := strings.Cut(slot, ":")
		fmt.Fprintf(&b, "{%s:%s}", a.bind[e.byName[name]].Param, spec)
	}
	return b.String()
}

func (p *pinned) template() template {
	return template{mean: p.mean, real: p.mean, most: p.most, n: 1}
}

// checkPinned says what is wrong with pinned templates: columns that an update
// sets or does not know, or a key that does not tell rows apart.
func (e *entity) checkPinned() error {
	var have colset
	for _, p := range []*pinned{e.pinnedPK, e.pinnedSK} {
		if p != nil {
			have = have.or(setOf(p.cols...))
		}
	}
	if bad := have.minus(e.identity.or(e.free)); !bad.empty() {
		why := "some UPDATE sets it, or some UPDATE or DELETE does not know it"
		if e.natural {
			why = "with a column more the key would let two rows of one primary key in"
		}
		return fmt.Errorf("table %s: the pinned key holds %s, and may not: %s", e.e.Name, strings.Join(e.namesOf(bad.cols()), ", "), why)
	}
	if missing := e.identity.minus(have); e.pinnedPK != nil && e.pinnedSK != nil && !missing.empty() {
		return fmt.Errorf("table %s: the pinned key lacks %s of the primary key", e.e.Name, strings.Join(e.namesOf(missing.cols()), ", "))
	}
	return nil
}
