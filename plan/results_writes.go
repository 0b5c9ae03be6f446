package plan

import (
	"slices"

	"github.com/keywright/keywright/model"
)

// writeResults reports every write of the model: its own items and entries,
// and the copies that follow it in other entities.
func (l *layout) writeResults(g *ledger) []WriteResult {
	var list []WriteResult
	for _, m := range l.p.m.Writes {
		list = append(list, l.writeResult(g, m))
	}
	return list
}

func (l *layout) writeResult(g *ledger, m *model.Write) WriteResult {
	r := WriteResult{Name: m.Name, Rate: m.Rate}
	for i := range g.lines {
		n := &g.lines[i]
		if n.write < 0 {
			continue
		}
		w := &n.entity.e.writes[n.write]
		switch {
		case w.w == m:
			r.Parts = append(r.Parts, n.part())
			r.Transaction = r.Transaction || n.kind == transactionLine
			r.ReadsFirst = r.ReadsFirst || n.kind == readFirstLine
		case w.w == nil && w.name == m.Name && w.where == m.Entity.Name:
			p := n.part()
			p.Kind = Followers
			p.PerMil = mulDiv(p.PerMil, w.rate, max(1, int64(m.Rate)))
			r.Parts = append(r.Parts, p)
		default:
			continue
		}
		r.Monthly += r.Parts[len(r.Parts)-1].Monthly
	}
	return r
}

// part is a line of the bill as a part of its write.
func (n *line) part() WritePart {
	p := WritePart{PerMil: n.perMil, Units: n.units, Monthly: money(n.amount), Kind: BaseItem, On: n.entity.e.e.Name}
	switch n.kind {
	case transactionLine:
		p.Kind = Transaction
	case readFirstLine:
		p.Kind = ReadFirst
	case uniqueLine:
		p.Kind, p.On = UniqueItem, n.entity.sentinelItem(n.unique)
	case armLine:
		p.Kind, p.On = IndexEntry, ""
		switch {
		case n.arm.index != nil:
			p.On = n.arm.index.name
		case n.arm.a.kind == sentinel:
			p.Kind, p.On = UniqueItem, n.arm.item
		default:
			p.Kind, p.On = ItemCopy, n.arm.item
		}
	}
	return p
}

// indexResults reports indexes, copies and sentinels.
func (l *layout) indexResults(g *ledger) []IndexResult {
	var list []IndexResult
	for _, t := range l.tables {
		for _, ix := range t.indexes {
			list = append(list, l.indexResult(g, t, ix))
		}
		for _, x := range t.entities {
			for u := range x.e.uniques {
				list = append(list, l.uniqueResult(g, t, x, u))
			}
			for _, y := range x.arms {
				if y.a.kind == itemCopy {
					list = append(list, l.copyResult(g, t, y))
				}
			}
		}
	}
	return list
}

func (l *layout) indexResult(g *ledger, t *tableLayout, ix *indexLayout) IndexResult {
	r := IndexResult{Name: ix.name, Table: t.name, Kind: "global", Native: ix.native, Projection: "INCLUDE", Include: ix.includes}
	if ix.local {
		r.Kind = "local"
	}
	if ix.all {
		r.Projection = "ALL"
	} else if len(ix.includes) == 0 {
		r.Projection = "KEYS_ONLY"
	}
	for _, y := range ix.entries {
		size := y.a.bytes + y.owner.plan.base.bytes
		r.Rows += y.a.rows
		r.Bytes += size * y.a.rows
		r.addArm(l, g, y)
	}
	r.Bytes /= max(1, r.Rows)
	return r
}

// addArm adds an arm's keys, questions and bill.
func (r *IndexResult) addArm(l *layout, g *ledger, y *armLayout) {
	e := y.owner.e
	r.Keys = append(r.Keys, e.e.Name+" "+e.keyText(&y.a.key))
	if y.a.key.m != 0 {
		r.Membership = append(r.Membership, e.when(y.a.key.m))
	}
	for i, u := range y.owner.plan.uses {
		if name := l.p.questions[u.a.question].name; y.owner.plan.from[i] == y.a && !slices.Contains(r.Serves, name) {
			r.Serves = append(r.Serves, name)
		}
	}
	r.Writes += g.sum(func(n *line) bool { return n.arm == y && (n.kind == armLine || n.kind == floorLine) })
	r.Storage += g.sum(func(n *line) bool { return n.arm == y && n.kind == armStorage })
	r.Monthly = r.Writes + r.Storage
}

func (l *layout) uniqueResult(g *ledger, t *tableLayout, x *entityLayout, u int) IndexResult {
	r := IndexResult{
		Name: x.sentinelItem(u), Table: t.name, Kind: "unique", Rows: x.e.rows, Bytes: x.sentinelSize(l, u),
		Writes:  g.sum(func(n *line) bool { return n.entity == x && n.kind == uniqueLine && n.unique == u }),
		Storage: g.sum(func(n *line) bool { return n.entity == x && n.kind == uniqueStorage && n.unique == u }),
	}
	r.Monthly = r.Writes + r.Storage
	for _, y := range x.arms {
		if y.a.kind == sentinel && y.a.unique == u {
			r.Bytes = y.a.bytes
			r.addArm(l, g, y)
		}
	}
	if r.Keys == nil {
		r.Keys = []string{x.e.e.Name + " " + x.e.keyText(&key{p: x.e.uniques[u].set})}
	}
	return r
}

func (l *layout) copyResult(g *ledger, t *tableLayout, y *armLayout) IndexResult {
	r := IndexResult{Name: y.item, Table: t.name, Kind: "copy", Rows: y.a.rows, Bytes: y.a.bytes}
	r.addArm(l, g, y)
	return r
}
