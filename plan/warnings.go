package plan

import (
	"fmt"

	"github.com/keywright/keywright/model"
)

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
