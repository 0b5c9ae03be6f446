package prove

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// The quotas of a table (source: "Quotas in Amazon DynamoDB").
const (
	maxGlobal     = 20
	maxLocal      = 5
	maxProjected  = 100
	maxCollection = 10 << 30
)

// staticTable checks a table and its indexes as a whole.
func (s *subject) staticTable(t *design.Table) []Obligation {
	out := []Obligation{s.quotas(t)}
	if slices.ContainsFunc(t.Indexes, func(x design.Index) bool { return x.Local }) {
		out = append(out, s.collection(t))
	}
	out = append(out, s.heat(t, nil))
	for i := range t.Indexes {
		if !t.Indexes[i].Local {
			out = append(out, s.heat(t, &t.Indexes[i]))
		}
	}
	return out
}

func (s *subject) quotas(t *design.Table) Obligation {
	global, local, included := 0, 0, 0
	for _, x := range t.Indexes {
		if x.Local {
			local++
		} else {
			global++
		}
		if x.Projection == "INCLUDE" {
			included += len(x.Include)
		}
	}
	text := fmt.Sprintf("%d of %d global indexes, %d of %d local ones, %d of %d projected attributes", global, maxGlobal, local, maxLocal, included, maxProjected)
	if global > maxGlobal || local > maxLocal || included > maxProjected {
		return broken(Quotas, t.Name, "%s", text)
	}
	return held(Quotas, t.Name, "%s", text)
}

// collection checks that all items with one partition key, and their entries
// in local indexes, stay below 10 GB: a table with local indexes cannot split
// a partition key.
func (s *subject) collection(t *design.Table) Obligation {
	var bytes int64
	var parts []string
	for i := range s.d.Items {
		it := &s.d.Items[i]
		if it.Table != t.Name {
			continue
		}
		n := s.largest(s.m.Entity(it.Entity), s.keyColumns(it, t.Key.Partition))
		size := s.measureItem(it, nil).mean
		for j := range t.Indexes {
			if x := &t.Indexes[j]; x.Local && s.inIndex(it, x) {
				size += s.measureItem(it, projected(t, x)).mean
			}
		}
		bytes += n * int64(size)
		parts = append(parts, fmt.Sprintf("%d x %d bytes of %s", n, size, it.Name))
	}
	text := fmt.Sprintf("%s: %.3f GB of 10 GB", strings.Join(parts, ", "), float64(bytes)/(1<<30))
	if bytes > maxCollection {
		return broken(Collection, t.Name, "the largest partition key holds %s", text)
	}
	return held(Collection, t.Name, "%s", text)
}

// What one partition takes in a second (source: "Best practices for designing
// and using partition keys effectively").
const (
	partitionWrites = 1000
	partitionReads  = 3000
)

// A load is work on the busiest partition key, in millionths of a unit a
// second.
type load struct{ writes, reads int64 }

// heat adds up the load of the busiest partition key of a table (x nil) or of
// an index, with the share of an entity's traffic that its most frequent key
// gets. A key without columns gets all of it.
func (s *subject) heat(t *design.Table, x *design.Index) Obligation {
	key, subject := t.Key, t.Name
	if x != nil {
		key, subject = x.Key, t.Name+"."+x.Name
	}
	busiest := make(map[string]*load) // by fixed partition text: types that share none add nothing to each other
	var most load
	for i := range s.d.Items {
		it := &s.d.Items[i]
		if it.Table != t.Name || x != nil && !s.inIndex(it, x) {
			continue
		}
		shards, columns := s.shardsOf(it, key.Partition)
		l := s.itemLoad(it, t, x, columns)
		l.writes = ceilDiv(l.writes, shards) // a read asks every shard
		at := partitionText(it, key.Partition)
		if busiest[at] == nil {
			busiest[at] = &load{}
		}
		sum := busiest[at]
		sum.writes, sum.reads = sum.writes+l.writes, sum.reads+l.reads
		most.writes, most.reads = max(most.writes, sum.writes), max(most.reads, sum.reads)
	}
	limit := int64(s.m.Settings.Headroom)
	if limit == 0 {
		limit = 50
	}
	text := fmt.Sprintf("%s of %d write units and %s of %d read units a second", micro(most.writes), partitionWrites*limit/100, micro(most.reads), partitionReads*limit/100)
	if most.writes > partitionWrites*limit*10_000 || most.reads > partitionReads*limit*10_000 {
		return broken(Heat, subject, "the busiest partition key takes %s", text)
	}
	return held(Heat, subject, "busiest partition key: %s", text)
}

func micro(n int64) string { return fmt.Sprintf("%d.%02d", n/1_000_000, n/10_000%100) }

// partitionText is the partition key's template: item types with the same one
// can share a partition.
func partitionText(it *design.ItemType, attributes []string) string {
	parts := make([]string, len(attributes))
	for i, a := range attributes {
		parts[i] = a
		if k, ok := it.Keys[a]; ok {
			parts[i] = k.Template
		}
	}
	return strings.Join(parts, "\x00")
}

// itemLoad is the load that one item type puts on its busiest partition key.
func (s *subject) itemLoad(it *design.ItemType, t *design.Table, x *design.Index, columns map[string]bool) load {
	e := s.m.Entity(it.Entity)
	rows, hot := max(e.Rows, 1), s.largest(e, columns)
	size := s.measureItem(it, projected(t, x)).mean
	var l load
	for _, w := range s.m.Writes {
		if w.Entity == e {
			units := s.writeUnits(w, it, t, x) * ceilDiv(int64(size), 1024)
			l.writes += share(share(int64(w.Rate)*units, s.entering(w, it, x), million), hot, rows)
		}
	}
	for _, in := range s.inquiries {
		if in.d.Request.TableName != t.Name || in.d.Request.IndexName != nameOf(x) || !slices.Contains(in.d.Items, it.Name) {
			continue
		}
		for _, sel := range in.q.Selects {
			if sel.Entity == e {
				bytes := max(1, s.answerRows(in, sel)*int64(size))
				halves := ceilDiv(bytes, 4096)
				if in.q.Strong {
					halves *= 2
				}
				l.reads += share(int64(in.q.Rate)*halves/2, hot, rows)
			}
		}
	}
	return l
}

func nameOf(x *design.Index) string {
	if x == nil {
		return ""
	}
	return x.Name
}

// share is the part of n that the busiest key gets, rounded up.
func share(n, hot, rows int64) int64 {
	if hot >= rows {
		return n
	}
	hi, lo := bits.Mul64(uint64(n), uint64(hot))
	q, _ := bits.Div64(hi, lo, uint64(rows)) // hot < rows, so it fits
	return int64(q) + 1
}

// writeUnits is how often a write touches the item or its index entry: an
// entry whose key changes is deleted and put, one of whose projected
// attributes none changes is not touched.
func (s *subject) writeUnits(w *model.Write, it *design.ItemType, t *design.Table, x *design.Index) int64 {
	if x == nil || w.Kind != model.Update {
		return 1
	}
	carried := projected(t, x)
	units := int64(0)
	for _, set := range w.Stmt.Set {
		c := columnOf(w.Entity, set.Column)
		if c == nil {
			continue
		}
		for _, k := range names(x.Key) {
			if s.columnsOf(it, []string{k})[c.Name] {
				return 2
			}
		}
		for _, a := range attributesOf(w.Entity, it) {
			if a.Column == c.Name && a.Parent == "" && (carried == nil || carried[a.Name]) {
				units = 1
			}
		}
	}
	return units
}
