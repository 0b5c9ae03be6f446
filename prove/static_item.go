package prove

import (
	"strings"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// The limits of keys and items (source: "Quotas in Amazon DynamoDB").
const (
	maxPartitionKey = 2048
	maxSortKey      = 1024
	maxItem         = 400 << 10
)

// staticItem checks one item type by itself.
func (s *subject) staticItem(it *design.ItemType) []Obligation {
	t := s.table(it.Table)
	out := []Obligation{s.identity(it, t), s.itemSize(it)}
	out = append(out, s.keyLengths(it, "", t.Key)...)
	for i := range t.Indexes {
		if x := &t.Indexes[i]; s.inIndex(it, x) {
			out = append(out, s.keyLengths(it, " in "+x.Name, x.Key)...)
		}
	}
	if it.Role == design.RoleRow {
		out = append(out, s.fixedKey(it, t))
	}
	return out
}

// identity checks that two rows never share an item: the base key is made of
// the columns of a key of the entity, and each is told by its text.
func (s *subject) identity(it *design.ItemType, t *design.Table) Obligation {
	e := s.m.Entity(it.Entity)
	stored := make(map[string]bool) // columns that a key attribute holds as they are
	var templates []string
	for _, a := range names(t.Key) {
		k, made := it.Keys[a]
		if made {
			templates = append(templates, k.Template)
			continue
		}
		for c := range s.columnsOf(it, []string{a}) {
			stored[c] = true
		}
	}
	tells := toldTogether(e, templates, s.m.Settings.Delimiter, stored)
	for _, key := range append([][]string{e.Key}, e.Unique...) {
		if covers(tells, key) {
			return held(Identity, it.Name, "the base key is made of %s", strings.Join(key, ", "))
		}
	}
	var lost []string
	for _, c := range e.Key {
		if !tells[c] {
			lost = append(lost, c)
		}
	}
	return broken(Identity, it.Name, "the base key does not tell %s: rows that differ only there share one item, and the later one replaces the earlier", strings.Join(lost, ", "))
}

// keyLengths checks the longest values of a key's attributes.
func (s *subject) keyLengths(it *design.ItemType, where string, k design.Key) []Obligation {
	var out []Obligation
	check := func(names []string, limit int, kind string) {
		most := 0
		for _, n := range names {
			l, open := s.longestKey(it, n)
			if open != "" {
				out = append(out, broken(KeyLength, it.Name+where, "%s key attribute %s has no longest value: column %s has no bound; declare it varchar(n)", kind, n, open))
				return
			}
			most += l
		}
		if most > limit {
			out = append(out, broken(KeyLength, it.Name+where, "the longest %s key (%s) has %d bytes, the limit is %d", kind, strings.Join(names, ", "), most, limit))
			return
		}
		if len(names) > 0 {
			out = append(out, held(KeyLength, it.Name+where, "longest %s key %d of %d bytes", kind, most, limit))
		}
	}
	check(k.Partition, maxPartitionKey, "partition")
	check(k.Sort, maxSortKey, "sort")
	return out
}

// longestKey is the longest value of a key attribute of an item type in bytes,
// or the column that has no bound.
func (s *subject) longestKey(it *design.ItemType, name string) (most int, open string) {
	e := s.m.Entity(it.Entity)
	if k, ok := it.Keys[name]; ok {
		_, most, open := s.measureTemplate(e, k.Template)
		return most, open
	}
	for _, a := range attributesOf(e, it) {
		if a.Name != name {
			continue
		}
		if a.Parent != "" {
			e = s.m.Entity(a.Parent)
		}
		c := e.Column(a.Column)
		if c == nil {
			return 0, a.Column
		}
		if codec := codecOf(e, piece{column: a.Column, codec: a.Codec}, s.m.Settings.Delimiter); a.Codec != "" && codec != nil {
			most = codec.Longest()
		} else {
			most = longest(c)
		}
		if most == 0 {
			return 0, c.Name
		}
		return most, ""
	}
	return 0, ""
}

func (s *subject) itemSize(it *design.ItemType) Obligation {
	m := s.measureItem(it, nil)
	switch {
	case m.open != "":
		return held(ItemSize, it.Name, "mean %d bytes; column %s has no bound: assumed to stay below 400 KB", m.mean, m.open)
	case m.most > maxItem:
		return broken(ItemSize, it.Name, "the largest item has %d bytes, the limit is %d", m.most, maxItem)
	}
	return held(ItemSize, it.Name, "mean %d, largest %d of %d bytes", m.mean, m.most, maxItem)
}

// fixedKey checks that no UPDATE sets a column that the base key is made of.
func (s *subject) fixedKey(it *design.ItemType, t *design.Table) Obligation {
	columns := s.columnsOf(it, names(t.Key))
	for _, w := range s.m.Writes {
		if w.Kind != model.Update || w.Entity.Name != it.Entity {
			continue
		}
		for _, set := range w.Stmt.Set {
			if c := columnOf(w.Entity, set.Column); c != nil && columns[c.Name] {
				return broken(FixedKey, it.Name, "write %s sets column %s, which is part of the base key: an item cannot change its key", w.Name, c.Name)
			}
		}
	}
	return held(FixedKey, it.Name, "no UPDATE sets a column of the base key")
}
