package prove

import (
	"fmt"
	"math/rand/v2"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// A world is a series of writes and the questions that are asked after them.
// It is plain data: the same world can be run again, cut down and changed.
type world struct {
	index int
	steps []step
	asks  []ask
}

// A generator makes one world. It follows its own copy of the truth, so that
// steps and arguments aim at rows that exist.
type generator struct {
	*subject
	rng    *rand.Rand
	truth  *truth
	theme  int // the text family that half of the text columns share
	pools  map[string]family
	serial int // for identities that must not come twice
	steps  []step
}

// world makes the world of an index: the same one for the same seed, whatever
// else runs.
func (s *subject) world(seed uint64, index int) *world {
	g := &generator{
		subject: s,
		rng:     rand.New(rand.NewPCG(seed, uint64(index))),
		truth:   newTruth(s.m),
		pools:   make(map[string]family),
	}
	g.theme = g.rng.IntN(len(textLists))
	g.populate()
	g.mutate()
	return &world{index, g.steps, g.asks()}
}

func (g *generator) chance(percent int) bool { return g.rng.IntN(100) < percent }

// add takes a step into the world if a careful application would take it.
func (g *generator) add(s step) bool {
	next := g.truth.clone()
	if next.apply(s) != nil {
		return false
	}
	g.truth = next
	g.steps = append(g.steps, s)
	return true
}

// populate inserts the rows: few parents, more children, parents first.
func (g *generator) populate() {
	for _, e := range g.entities {
		n := 3 + g.rng.IntN(6)
		if g.parents[e] {
			n = 1 + g.rng.IntN(4)
		}
		for range n {
			g.insert(e)
		}
	}
	if g.chance(50) {
		g.probe()
	}
}

// insert adds a row; a few tries, since small pools make the same key again.
// One duplicate in three stays in the world: the design has to refuse it.
func (g *generator) insert(e *model.Entity) {
	for range 4 {
		w := pick(g.rng, g.inserts[e])
		row := g.row(e, w)
		free := w.Kind == model.Replace || g.truth.conflict(e, normal(e, row), -1) == ""
		if (free || g.chance(33)) && g.add(step{write: w, row: row}) && free {
			return
		}
	}
}

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

// row makes a row of an entity as a given INSERT would write it.
func (g *generator) row(e *model.Entity, w *model.Write) model.Row {
	row := make(model.Row, len(e.Columns))
	for _, l := range g.links[e] {
		g.refer(e, l, row)
	}
	for _, c := range declared(e) {
		if _, set := row[c.Name]; !set {
			row[c.Name] = g.value(e, c)
		}
	}
	constants(w, row)
	return row
}

// refer fills a foreign key from a parent row, which has to agree with what
// wider foreign keys have filled in already. The first parent is taken more
// often, so that some parents have many children.
func (g *generator) refer(e *model.Entity, l link, row model.Row) {
	var fitting []model.Row
	for _, p := range g.truth.rows[l.parent] {
		if agrees(l, p, row) {
			fitting = append(fitting, p)
		}
	}
	optional := true
	for _, name := range l.via {
		optional = optional && !e.Column(name).NotNull
	}
	if len(fitting) == 0 || optional && g.chance(20) {
		return
	}
	p := fitting[0]
	if g.chance(50) {
		p = pick(g.rng, fitting)
	}
	for i, name := range l.via {
		row[name] = p[l.parent.Key[i]]
	}
}

func agrees(l link, parent, row model.Row) bool {
	for i, name := range l.via {
		if v, set := row[name]; set && rawCanonical(v) != rawCanonical(parent[l.parent.Key[i]]) {
			return false
		}
	}
	return true
}

// value makes a value for a column that refers to nothing.
func (g *generator) value(e *model.Entity, c *model.Column) attr.Value {
	if c.References != nil { // its parent is missing or optional
		return attr.Null()
	}
	if !c.NotNull && g.chance(25) {
		return attr.Null()
	}
	pool := g.pool(c)
	if len(pool) == 0 {
		return attr.Null()
	}
	if isText(c) && g.chance(4) {
		return attr.String(pick(g.rng, extremes(c)))
	}
	if !natural(e) && e.Key[len(e.Key)-1] == c.Name {
		return g.fresh(e, c, pool)
	}
	return g.handIn(c, g.often(pool))
}

// often picks a value, the first one more often than the others, so that many
// rows agree.
func (g *generator) often(pool family) attr.Value {
	if g.chance(35) {
		return pool[0]
	}
	return pick(g.rng, pool)
}

// fresh returns a generated identity that no row of the entity has: from the
// pool, or else from a counter.
func (g *generator) fresh(e *model.Entity, c *model.Column, pool family) attr.Value {
	used := make(map[string]bool)
	for _, r := range g.truth.rows[e] {
		used[r[c.Name].Str()] = true
	}
	for range 4 {
		if v := pick(g.rng, pool); !used[v.Str()] {
			return v
		}
	}
	g.serial++
	switch c.Type.Kind {
	case model.KindULID:
		return attr.String(fmt.Sprintf("01HZX3Q8E1%016d", g.serial))
	case model.KindUUID:
		return attr.String(fmt.Sprintf("983d39a3-bdd6-4b61-88d5-%012d", g.serial))
	}
	return pick(g.rng, pool)
}

// handIn gives a timestamp the text of a random zone; other values stay.
func (g *generator) handIn(c *model.Column, v attr.Value) attr.Value {
	if c.Type.Kind != model.KindTimestamp || v.IsNull() {
		return v
	}
	zone := zones[0]
	if g.chance(40) {
		zone = pick(g.rng, zones)
	}
	return inZone(c, v, zone, g.chance(20))
}

// pool returns the few values that a column has in this world. Columns of one
// name and type share them, in whatever entity they are. Half of the columns
// that are compared with constants have one and what is almost it, one in ten
// of those with a range an end of it; of the others, half of the text columns follow the world's theme.
func (g *generator) pool(c *model.Column) family {
	key := g.poolKeys[c]
	if p, ok := g.pools[key]; ok {
		return p
	}
	fs := g.families[key]
	var p family
	if cs := g.constants[key]; len(cs) > 0 && g.chance(50) {
		p = g.aroundConstant(cs)
	} else if ls := g.limits[key]; len(ls) > 0 && g.chance(10) {
		p = g.aroundConstant(ls)
	} else if len(fs) > 0 {
		at := g.rng.IntN(len(fs))
		if isText(c) && g.chance(50) {
			at = g.theme % len(fs)
		}
		p = append(p, fs[at]...)
		g.rng.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
		p = p[:min(len(p), 2+g.rng.IntN(3))]
		if g.chance(20) {
			p = append(p, pick(g.rng, pick(g.rng, fs)))
		}
	}
	g.pools[key] = p
	return p
}

// aroundConstant is a pool of one constant, up to three values that are almost
// it, and now and then another constant.
func (g *generator) aroundConstant(cs []family) family {
	f := pick(g.rng, cs)
	p := append(family{f[0]}, f[1:]...)
	near := p[1:]
	g.rng.Shuffle(len(near), func(i, j int) { near[i], near[j] = near[j], near[i] })
	p = p[:min(len(p), 2+g.rng.IntN(3))]
	if g.chance(30) {
		p = append(p, pick(g.rng, cs)[0])
	}
	return p
}

func isText(c *model.Column) bool {
	switch c.Type.Kind {
	case model.KindText, model.KindVarchar, model.KindChar:
		return len(c.Values) == 0
	}
	return false
}

// poolKey is the same for columns whose values may be the same.
func poolKey(c *model.Column) string {
	lo, hi := bounds(c)
	return fmt.Sprint(c.Name, c.Type, lo, hi, c.MinText, c.MaxText, c.Values, c.MinLen, c.Alphabet, c.NotNull)
}

// constants sets the columns that an INSERT's own text determines.
func constants(w *model.Write, row model.Row) {
	if w.Stmt == nil || len(w.Stmt.Values) == 0 {
		return
	}
	given := make(map[string]bool)
	for i, name := range w.Stmt.Columns {
		given[name] = true
		if l, ok := w.Stmt.Values[i].(*model.Literal); ok {
			row[name] = l.Value
		}
	}
	for name := range row {
		if !given[name] {
			row[name] = w.Entity.Column(name).Default
		}
	}
}
