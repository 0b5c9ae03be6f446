package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/model"
)

// collection is a question whose asks one Query answers together: from the
// base table, or from one index that the entities share. All items that it
// reads stand in one partition, and its item types are neighbours in the sort
// key, so that one range holds them.
type collection struct {
	q     int // index into problem.questions
	parts []*ask
	group int // of entities; -1 where they are in different tables
	// mixed: the parts are ranged over by one column, which then stands before
	// the type prefix in the sort key: items of all types in one order.
	mixed bool
	// limited is the part with a LIMIT, nil without. It is read last, after
	// parts of one row each, so that Limit counts all of them.
	limited  *ask
	backward bool
	fault    *fault // why it can be no collection at all
}

// addCollection makes the asks of a question one collection. All of it is read
// in one direction: that of the first order in it.
func (p *problem) addCollection(x *question, at int) {
	x.coll = len(p.colls)
	c := collection{q: at, parts: x.asks}
	ordered := false
	for _, a := range x.asks {
		a.coll = x.coll
		if t := a.variants[0].tail; len(t) > 0 && t[0].ordered && !ordered {
			ordered, c.backward = true, t[0].desc
		}
	}
	for _, a := range x.asks {
		a.ordered, a.backward = ordered, c.backward
	}
	for _, find := range []func(*collection) *fault{p.sharePartition, p.shareRange, p.shareLimit} {
		if c.fault == nil {
			c.fault = find(&c)
		}
	}
	p.shareProjection(&c)
	p.colls = append(p.colls, c)
}

// shareProjection adds to what each part reads the columns whose names other
// parts read: an index that all parts share has one list of attributes.
func (p *problem) shareProjection(c *collection) {
	names := map[string]bool{}
	for _, a := range c.parts {
		e := p.entities[a.entity]
		for col := range a.variants[0].need.each {
			names[e.cols[col].name] = true
		}
	}
	for _, a := range c.parts {
		e := p.entities[a.entity]
		for i := range e.cols {
			if names[e.cols[i].name] && e.stored(col(i)) {
				a.variants[0].need.add(col(i))
			}
		}
	}
}

// sharePartition finds the columns of each part that hold the parameters which
// all parts have in common: they are the partition.
func (p *problem) sharePartition(c *collection) *fault {
	common := map[string]*column{}
	for i, a := range c.parts {
		e := p.entities[a.entity]
		have := map[string]*column{}
		for col := range a.eq.each {
			have[a.bind[col].Param] = &e.cols[col]
		}
		for name, x := range common {
			if y, ok := have[name]; !ok {
				delete(common, name)
			} else if !sameForm(x.src, y.src) {
				return &fault{model.EJoin, []string{x.name, y.name},
					fmt.Sprintf("%s and %s hold one parameter, and are of different types: their keys would differ", x.name, y.name),
					"declare both of one type"}
			}
		}
		if i == 0 {
			common = have
		}
	}
	for _, a := range c.parts {
		e := p.entities[a.entity]
		for col := range a.eq.each {
			if common[a.bind[col].Param] != nil {
				a.part.add(col)
			}
		}
		if f := e.onlyPart(a); f != nil {
			return f
		}
	}
	return nil
}

// onlyPart keeps the variant of a part that uses up the shared columns and
// nothing else.
func (e *entity) onlyPart(a *ask) *fault {
	for _, v := range a.variants {
		if v.e.minus(a.constant) == a.part && (a.unique || v.e.minus(a.part).within(a.constant)) {
			a.variants = []variant{v}
			return nil
		}
	}
	extra := a.eq.minus(a.part)
	return &fault{model.EJoin, e.namesOf(extra.cols()),
		fmt.Sprintf("the parts of one request share one partition, and %s is compared in %s alone", strings.Join(e.namesOf(extra.cols()), ", "), e.e.Name),
		"ask two questions"}
}

// sameForm says whether values of two columns have the same text in a key.
func sameForm(a, b *model.Column) bool {
	return a.Type == b.Type && a.Safe == b.Safe && slices.Equal(a.Values, b.Values) &&
		(a.Min == nil) == (b.Min == nil) && (a.Min == nil || *a.Min == *b.Min) &&
		(a.Max == nil) == (b.Max == nil) && (a.Max == nil || *a.Max == *b.Max)
}

// shareRange checks that ranged parts are ranged over alike.
func (p *problem) shareRange(c *collection) *fault {
	first := c.parts[0]
	for _, a := range c.parts {
		if a.variants[0].ranged {
			c.mixed, first = true, a
		}
	}
	if !c.mixed {
		return nil
	}
	f := first.variants[0]
	for _, a := range c.parts {
		v := a.variants[0]
		if a.unique || !v.ranged || !sameRange(v.sel.Range, f.sel.Range) || len(v.tail) > 1 ||
			!sameForm(p.source(a, v.tail[0].c), p.source(first, f.tail[0].c)) {
			return &fault{model.ERange2, p.tailNames(c),
				"one range reads all parts, so each must have the same condition on a column of the same type, and no further order",
				"ask two questions"}
		}
	}
	return nil
}

func (p *problem) source(a *ask, c col) *model.Column { return p.entities[a.entity].cols[c].src }

func sameRange(a, b *model.Range) bool {
	return a.Op == b.Op && a.Low.Param == b.Low.Param && a.High.Param == b.High.Param &&
		model.PrintLiteral(a.Low.Literal) == model.PrintLiteral(b.Low.Literal) &&
		model.PrintLiteral(a.High.Literal) == model.PrintLiteral(b.High.Literal)
}

// tailNames are the columns that the parts of a collection range over or sort by.
func (p *problem) tailNames(c *collection) []string {
	var list []string
	for _, a := range c.parts {
		for _, t := range a.variants[0].tail {
			list = append(list, p.entities[a.entity].cols[t.c].name)
		}
	}
	return list
}

// shareLimit finds the part with a LIMIT. DynamoDB's Limit counts all items, so
// every other part must have exactly one: the parent of the limited part.
func (p *problem) shareLimit(c *collection) *fault {
	for _, a := range c.parts {
		if a.sel.Limit == 0 || a.unique {
			continue
		}
		if c.limited != nil {
			return p.limitFault(a)
		}
		c.limited = a
	}
	if c.limited == nil {
		return nil
	}
	for _, a := range c.parts {
		if a != c.limited && !(a.unique && p.entities[c.limited.entity].refersTo(c.limited, p.entities[a.entity])) {
			return p.limitFault(c.limited)
		}
	}
	return nil
}

func (p *problem) limitFault(a *ask) *fault {
	e := p.entities[a.entity]
	return &fault{model.EJoin, e.namesOf(a.part.cols()),
		fmt.Sprintf("Limit counts all items of a request, so LIMIT on %s needs every other part to be exactly one item: a parent that %s REFERENCES", e.e.Name, e.e.Name),
		"leave LIMIT out, or ask two questions"}
}

// refersTo says that the columns by which the part finds its rows refer to the
// given parent, so that there is exactly one.
func (e *entity) refersTo(a *ask, parent *entity) bool {
	return slices.ContainsFunc(e.e.Foreign, func(f model.Foreign) bool {
		return f.Entity == parent.e.Name && e.named(f.Columns) == a.part
	})
}

// modeFits says whether a collection may be served in a mode at all: a strong
// one not from an index; one with memberships, or in one order over all types,
// not from the base table.
func (p *problem) modeFits(k int, m mode) bool {
	c := &p.colls[k]
	if c.group < 0 || c.fault != nil {
		return false
	}
	if m == exactIndex {
		return !c.parts[0].strong
	}
	return !c.mixed && p.samePinned(c) && !slices.ContainsFunc(c.parts, func(a *ask) bool {
		return !a.unique && (!a.constant.empty() || a.variants[0].member != 0)
	})
}

// samePinned says that the parts' partition templates are alike, where the
// model file pins them.
func (p *problem) samePinned(c *collection) bool {
	first := p.entities[c.parts[0].entity].partShape(c.parts[0])
	return !slices.ContainsFunc(c.parts, func(a *ask) bool { return p.entities[a.entity].partShape(a) != first })
}

// neighbours are item types that have to stand side by side.
type neighbours struct {
	types []string
	last  string // the one that is read last, "" for any
	after bool   // it is read backward: the last one sorts first
}

// neighbourhood is what collection c asks of the order of its item types, by
// the names that name gives to its parts.
func (c *collection) neighbourhood(name func(a *ask) string) neighbours {
	n := neighbours{after: c.backward}
	for _, a := range c.parts {
		n.types = append(n.types, name(a))
	}
	if c.limited != nil {
		n.last = name(c.limited)
	}
	return n
}

// arrangeable says that the item types of all base-mode collections among the
// given ones can stand side by side.
func (p *problem) arrangeable(colls []int, modes []mode) bool {
	var names []string
	var sets []neighbours
	fixed := false
	for i, k := range colls {
		if modes[i] != baseOnly {
			continue
		}
		n := p.colls[k].neighbourhood(func(a *ask) string {
			fixed = fixed || p.entities[a.entity].pinnedSK != nil
			return p.entities[a.entity].sortLead()
		})
		sets = append(sets, n)
		names = append(names, n.types...)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if fixed {
		return right(names, sets)
	}
	_, ok := arrange(names, sets)
	return ok
}
