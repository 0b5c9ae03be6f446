package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/model"
)

// result lays the solution out and reports on it.
func (r *run) result() (*Result, error) {
	r.refuseLost()
	l := newLayout(r.p, r.sol)
	l.measure(r.s)
	next := r.nextLayout()
	if next != nil && next.sol.total < l.sol.total {
		l, next = next, l // names and prefixes, which the search only estimates, tip the scales
		r.sol = l.sol
	}
	r.noteLimits(l)
	d, err := l.emit()
	if err != nil {
		return nil, err
	}
	runner := runnerUp(l, next)
	g := l.bill(r.s)
	out := &Result{
		Design: d, Prices: r.list.Name, Priced: r.list.Date,
		Asked: len(r.m.Questions), Answered: len(r.active.Questions),
		Total: cost.Money(r.sol.total), Optimal: !r.s.cut && r.limitsHeld(), RunnerUp: runner,
	}
	if !out.Optimal {
		out.Floor = min(out.Total, cost.Money(max(r.floor(), r.unlimited)))
	}
	out.Questions = l.questionResults(g, out.Design)
	out.Writes = l.writeResults(g)
	out.Tables = l.tableResults(g)
	out.Indexes = l.indexResults(g)
	out.Heat = l.heat()
	out.Warnings = append(r.notes, l.warnings()...)
	out.Assumptions = l.assumptions(r.list)
	if !r.o.Quick {
		if err := r.further(out); err != nil {
			return nil, err
		}
	}
	r.sortRefused()
	out.Refused = r.refused
	out.Searched = r.s.stats
	return out, nil
}

// keyText prints a key: [season | rating desc, player_id] where status = 'LATE'.
// A star is the one partition of a key without partition columns.
func (e *entity) keyText(k *key) string {
	var b strings.Builder
	b.WriteString("[")
	b.WriteString(strings.Join(e.namesOf(k.p.cols()), ", "))
	if k.p.empty() {
		b.WriteString("*")
	}
	if k.shards > 0 {
		fmt.Fprintf(&b, ", 1 of %d shards", k.shards)
	}
	if k.n > 0 {
		b.WriteString(" | ")
	}
	for i, c := range k.sort() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(e.cols[c].name)
		if k.x.has(c) {
			b.WriteString(" desc")
		}
	}
	b.WriteString("]")
	if k.m != 0 {
		b.WriteString(" where " + e.when(k.m))
	}
	return b.String()
}

// armText names an arm and its key in a report of what differs.
func (e *entity) armText(a *arm) string {
	kinds := map[armKind]string{gsi: "index", lsi: "local index", sentinel: "unique item", itemCopy: "item copy"}
	return kinds[a.kind] + " " + e.e.Name + " " + e.keyText(&a.key)
}

// keys lists the keys of a plan as texts.
func (pl *entityPlan) keys() []string {
	list := []string{"table " + pl.e.e.Name + " " + pl.e.keyText(&pl.base.key)}
	for _, a := range pl.arms {
		list = append(list, pl.e.armText(a))
	}
	return list
}

// difference lists the keys that are in only one of two designs.
func difference(was, is []*entityPlan) (drops, takes []string) {
	have := func(plans []*entityPlan) []string {
		var list []string
		for _, pl := range plans {
			if pl != nil {
				list = append(list, pl.keys()...)
			}
		}
		return list
	}
	a, b := have(was), have(is)
	for _, k := range a {
		if !slices.Contains(b, k) {
			drops = append(drops, k)
		}
	}
	for _, k := range b {
		if !slices.Contains(a, k) {
			takes = append(takes, k)
		}
	}
	slices.Sort(drops)
	slices.Sort(takes)
	return drops, takes
}

// nextLayout lays out the best design that lacks a key of the best; nil where
// there is none.
func (r *run) nextLayout() *layout {
	var part *componentResult
	for i := range r.sol.parts {
		c := &r.sol.parts[i]
		if c.next != nil && (part == nil || c.next.total-c.best.total < part.next.total-part.best.total) {
			part = c
		}
	}
	if part == nil {
		return nil
	}
	other := *r.sol
	other.plans = slices.Clone(r.sol.plans)
	other.modes = slices.Clone(r.sol.modes)
	for i, e := range part.entities {
		other.plans[e] = part.next.plans[i]
	}
	for i, k := range part.colls {
		other.modes[k] = part.next.modes[i]
	}
	l := newLayout(r.p, &other)
	l.measure(r.s)
	return l
}

// runnerUp compares two layouts.
func runnerUp(best, next *layout) *RunnerUp {
	if next == nil {
		return nil
	}
	out := &RunnerUp{Total: money(next.sol.total), More: money(next.sol.total - best.sol.total)}
	out.Drops, out.Takes = difference(best.sol.plans, next.sol.plans)
	return out
}

// floor is a lower bound of every design where the search was cut short: each
// question's cheapest read and the writes of the rows alone.
func (r *run) floor() int64 {
	sum := int64(0)
	for _, e := range r.p.entities {
		for i := range e.writes {
			sum += r.price.writes(e.writes[i].rate * units(e.item))
		}
		sum += r.price.storage(e.rows, e.item)
		s := &entitySolver{s: r.s, p: r.p, e: e}
		for _, a := range e.asks {
			if a.coll < 0 {
				sum += s.cheapestRead(a)
			}
		}
	}
	return sum
}

// tableResults reports the tables.
func (l *layout) tableResults(g *ledger) []TableResult {
	var list []TableResult
	for _, t := range l.tables {
		r := TableResult{Name: t.name}
		for _, x := range t.entities {
			r.Entities = append(r.Entities, EntityResult{
				Name: x.e.e.Name, Key: x.e.keyText(&x.plan.base.key), Rows: x.e.rows, Bytes: x.plan.size,
				Writes: g.sum(func(n *line) bool {
					return n.entity == x && (n.kind == baseLine || n.kind == transactionLine || n.kind == readFirstLine)
				}),
				Storage: g.sum(func(n *line) bool { return n.entity == x && n.kind == baseStorage }),
			})
		}
		list = append(list, r)
	}
	return list
}

// heat reports the load of the busiest partition value of rows and indexes.
func (l *layout) heat() []Heat {
	var list []Heat
	for _, t := range l.tables {
		for _, x := range t.entities {
			list = append(list, l.rowHeat(x))
			for _, y := range x.arms {
				list = append(list, l.armHeat(y))
			}
		}
	}
	return list
}

func (l *layout) rowHeat(x *entityLayout) Heat {
	b := x.plan.base
	h := l.heatOf(x, &b.key)
	for i := range x.e.writes {
		h.Writes += mulDiv(x.e.writes[i].rate*units(x.plan.size), b.share, billion)
	}
	for i, u := range x.plan.uses {
		if x.plan.from[i] == nil {
			h.Reads += l.readHeat(x.e, u.a, x.plan.size, &b.key, b.share)
		}
	}
	h.Partition = x.partTemplate()
	return h
}

func (l *layout) armHeat(y *armLayout) Heat {
	x, a := y.owner, y.a
	size := a.bytes
	h := l.heatOf(x, &a.key)
	h.Index = y.item
	if y.index != nil {
		size += x.plan.base.bytes
		h.Index = y.index.name
	}
	h.Writes = mulDiv(a.rate*units(size), a.share, billion)
	for i, u := range x.plan.uses {
		if x.plan.from[i] == a {
			h.Reads += l.readHeat(x.e, u.a, size, &a.key, a.share)
		}
	}
	h.Partition = y.partTemplate()
	switch {
	case y.index != nil && y.index.local:
		h.Partition = x.partTemplate()
	case y.index != nil && y.index.native:
		h.Partition = strings.Join(x.e.namesOf(y.partCols), ", ")
	}
	return h
}

func (l *layout) heatOf(x *entityLayout, k *key) Heat {
	h := Heat{
		Table: x.table.name, Entity: x.e.e.Name,
		WriteLimit: l.p.headroom(writeLimit), ReadLimit: l.p.headroom(readLimit),
	}
	for c := range k.p.each {
		h.Guessed = h.Guessed || x.e.cols[c].guessed && x.e.cols[c].share == x.e.partShare(k.p)
	}
	return h
}

// readHeat is the read units a second that an ask takes from one partition
// value, in millionths.
func (l *layout) readHeat(e *entity, a *ask, size int64, k *key, share int64) int64 {
	h := max(0, a.halves(size))
	return mulDiv(a.rate*h, l.p.readShare(e, a, k, share), billion) / 2
}

// warnings are what may surprise about the design.
func (l *layout) warnings() []string {
	var list []string
	for _, t := range l.tables {
		list = append(list, l.tableWarnings(t)...)
	}
	for _, w := range l.p.m.Writes {
		list = append(list, l.flowWarnings(w)...)
	}
	return list
}

func (l *layout) tableWarnings(t *tableLayout) []string {
	var list []string
	global, local := t.counts()
	if global > maxGlobal {
		list = append(list, fmt.Sprintf("table %s has %d global indexes; the quota is %d and can be raised on request", t.name, global, maxGlobal))
	}
	if local > maxLocal {
		list = append(list, fmt.Sprintf("table %s has %d local indexes, and a table takes %d: it cannot be created as it is", t.name, local, maxLocal))
	}
	if n := t.included; n > maxIncluded && t.widened == 0 {
		list = append(list, fmt.Sprintf("the indexes of table %s list %d attributes, and may list %d together: it cannot be created as it is", t.name, n, maxIncluded))
	}
	if local > 0 {
		list = append(list, fmt.Sprintf("table %s has local indexes: they are made with the table and can neither be added nor dropped later, and all items of one partition value with their entries may take 10 GB", t.name))
	}
	if n := l.partitionBytes(t); local > 0 && n > maxCollection {
		list = append(list, fmt.Sprintf("one partition value of table %s may reach %d GB with its local indexes; the limit is 10", t.name, n>>30))
	}
	return append(list, l.sharedHeat(t)...)
}

// maxCollection is what items of one partition value and their local index
// entries may take ("Item collections", AWS: 10 GB).
const maxCollection = 10 << 30

// partitionBytes is the size of the largest partition value of a table.
func (l *layout) partitionBytes(t *tableLayout) int64 {
	n := int64(0)
	for _, x := range t.entities {
		rows := max(1, mulDiv(x.e.rows, x.plan.base.share, billion))
		size := x.plan.size
		for _, y := range x.arms {
			if y.index != nil && y.index.local {
				size += y.a.bytes + x.plan.base.bytes
			}
		}
		n += rows * size
	}
	return n
}

// sharedHeat warns where entities that share partitions are too hot together.
func (l *layout) sharedHeat(t *tableLayout) []string {
	var list []string
	seen := map[string]bool{}
	for _, x := range t.entities {
		if seen[x.partText] {
			continue
		}
		seen[x.partText] = true
		writes, reads, n := int64(0), int64(0), 0
		for _, o := range t.entities {
			if o.partText == x.partText {
				h := l.rowHeat(o)
				writes, reads, n = writes+h.Writes, reads+h.Reads, n+1
			}
		}
		if n > 1 && (writes > l.p.headroom(writeLimit) || reads > l.p.headroom(readLimit)) {
			list = append(list, fmt.Sprintf("the entities of table %s that share partitions %s%s... may together take %s write and %s read units a second on one of them",
				t.name, x.partText, x.e.delimiter(), perSecond(writes), perSecond(reads)))
		}
	}
	return list
}

// flowWarnings tell which writes are counted as entering or leaving a sparse
// index because a parameter decides, or because WHERE does not say what was.
func (l *layout) flowWarnings(m *model.Write) []string {
	x := l.entities[l.p.entity(m.Entity.Name).index]
	w := x.e.writeOf(m)
	var list []string
	for _, y := range x.arms {
		for c := y.a.key.m; c != 0; c &= c - 1 {
			i := low(c)
			f, cond := &w.flows[i], &x.e.conds[i]
			if !f.guessed || x.e.tells(w, cond) || x.e.entriesOf(w, y.a.key.columns(), y.a.extra, y.a.key.m) == 0 {
				continue
			}
			text := fmt.Sprintf("write %s does not say whether %s held before, so every one counts as entering or leaving %s; say it in WHERE", m.Name, cond.text, y.label())
			if f.untold {
				text = fmt.Sprintf("write %s decides %s by a parameter, so every one counts as entering or leaving %s; %s", m.Name, cond.text, y.label(), x.e.shareCure(cond))
			}
			list = append(list, text)
		}
	}
	return list
}

// shareCure says how a write can tell how often a condition holds of what it
// writes.
func (e *entity) shareCure(c *condition) string {
	if c.cols.len() != 1 {
		return "write the constants into the statement"
	}
	value := "VALUE"
	switch x := c.expr.(type) {
	case nil:
		value = literalName(c.value)
	case *model.IsNullExpr:
		value = "NULL"
	case *model.InExpr:
		if l, ok := x.List[0].(*model.Literal); ok {
			value = literalName(l.Value)
		}
	}
	return fmt.Sprintf("tell how many do: share.%s.%s=1%%", e.cols[c.cols.lowest()].name, value)
}

// label is the name of an arm in reports.
func (y *armLayout) label() string {
	if y.index != nil {
		return "index " + y.index.name
	}
	return "item " + y.item
}

// assumptions are what the prices rest on beside the model file.
func (l *layout) assumptions(list costList) []string {
	out := []string{fmt.Sprintf("prices %s of %s; a month has %d seconds; storage is counted with %d bytes for each item and entry", list.Name, list.Date, list.MonthSeconds, list.ItemOverheadBytes)}
	if !list.OnDemand {
		out = append(out, fmt.Sprintf("provisioned capacity is planned to be %d%% used at the rates of the model", targetUse))
	}
	for _, e := range l.p.entities {
		if s := e.sizeAssumption(); s != "" {
			out = append(out, s)
		}
	}
	for _, x := range l.entities {
		out = append(out, x.generatedKey()...)
		out = append(out, x.distinctAssumptions()...)
		out = append(out, x.shareAssumptions()...)
	}
	slices.Sort(out[1:])
	return slices.Compact(out)
}

type costList = *cost.PriceList

// sizeAssumption names the columns whose mean size is a guess by their type.
func (e *entity) sizeAssumption() string {
	var names []string
	for i := range e.cols {
		c := &e.cols[i]
		if c.copy != nil || c.src.Avg > 0 || c.src.Computed != nil || c.src.Values != nil {
			continue
		}
		switch c.src.Type.Kind {
		case model.KindText, model.KindVarchar, model.KindBlob, model.KindJSON:
			names = append(names, fmt.Sprintf("%s %d B", c.name, c.size))
		}
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("mean sizes of %s, by type: %s; avg= tells better", e.e.Name, strings.Join(names, ", "))
}

// generatedKey says where a base key longer than the identity relies on
// generated ids being different.
func (x *entityLayout) generatedKey() []string {
	if x.plan.base.key.columns().within(x.e.identity) {
		return nil
	}
	return []string{fmt.Sprintf("(%s) of %s is generated: two rows never have the same, so the longer key %s lets no duplicate in",
		strings.Join(x.e.namesOf(x.e.idList), ", "), x.e.e.Name, x.e.keyText(&x.plan.base.key))}
}

// distinctAssumptions names partition columns whose spread is a guess.
func (x *entityLayout) distinctAssumptions() []string {
	var list []string
	add := func(k *key) {
		for c := range k.p.each {
			if col := &x.e.cols[c]; col.guessed && col.src.References == nil && col.share > 1 {
				list = append(list, fmt.Sprintf("%s.%s has %d values, evenly spread; distinct= and top= tell better", x.e.e.Name, col.name, x.e.distinct(col)))
			}
		}
	}
	add(&x.plan.base.key)
	for _, y := range x.arms {
		add(&y.a.key)
	}
	return list
}

// shareAssumptions says how many rows sparse indexes are taken to hold.
func (x *entityLayout) shareAssumptions() []string {
	var list []string
	for _, y := range x.arms {
		if y.a.key.m != 0 {
			list = append(list, fmt.Sprintf("%s of %s rows of %s have %s", thousands(y.a.rows), thousands(x.e.rows), x.e.e.Name, x.e.when(y.a.key.m)))
		}
	}
	return list
}
