package plan

import (
	"strings"
	"unicode"

	"github.com/keywright/keywright/model"
)

// sentinelSort is the sort key of sentinel items in a table that has one.
const sentinelSort = "UQ"

// camel turns a column's name into a part of an index's name: player_id
// becomes Player, played_at PlayedAt.
func camel(name string) string {
	if name == strings.ToUpper(name) {
		name = strings.ToLower(name) // a constant such as PENDING
	}
	if s := strings.TrimSuffix(name, "_id"); s != "" && s != name {
		name = s
	} else if s := strings.TrimSuffix(name, "Id"); s != "" && s != name {
		name = s
	}
	var b strings.Builder
	up := true
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.' || r == ' ' || r == '#':
			up = true
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			up = true
		case up:
			b.WriteRune(unicode.ToUpper(r))
			up = false
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// lowerFirst makes a camel-case name begin with a lower-case letter.
func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// indexName is the name of an index by its purpose: byHandle, bySeason,
// pendingByCustomer. Where two indexes of a table would have one name, the
// layout tells them apart.
func (e *entity) indexName(k *key) string {
	var b strings.Builder
	for m := k.m; m != 0; m &= m - 1 {
		b.WriteString(e.conds[low(m)].camel)
	}
	b.WriteString("By")
	if k.p.empty() {
		if k.n > 0 {
			b.WriteString(e.cols[k.s[0]].camel)
		} else {
			b.WriteString(camel(e.e.Name))
		}
	}
	for c := range k.p.each {
		b.WriteString(e.cols[c].camel)
	}
	return lowerFirst(b.String())
}

// nominalName is the length that the search takes for a made-up key attribute
// of an index, whose name is found when the design is complete.
const nominalName = int64(len("byColumnPK"))

// partitionPrefix is the literal that partition texts of columns set begin
// with: the prefix of the entity that the columns identify, the name of a
// single other column, else the entity's own prefix.
func (e *entity) partitionPrefix(set colset) string {
	if set == e.identity || set.empty() {
		return e.e.Prefix
	}
	if r := e.parentOf(set); r != nil {
		return r.Prefix
	}
	if set.len() == 1 {
		c := &e.cols[set.lowest()]
		return strings.ToUpper(strings.TrimSuffix(c.name, "_id"))
	}
	return e.e.Prefix
}

// prefixLength is the length that the search takes for the prefix of a
// partition text.
func (e *entity) prefixLength() int64 { return int64(len(e.e.Prefix)) }

// sentinelPrefix is the length of the literal a sentinel's partition text
// begins with: UQ#PLAYER.handle.
func (e *entity) sentinelPrefix(set colset) int64 { return int64(len(e.sentinelText(set))) }

func (e *entity) sentinelText(set colset) string {
	names := make([]string, 0, set.len())
	for c := range set.each {
		names = append(names, e.cols[c].name)
	}
	return "UQ" + e.delimiter() + e.e.Prefix + "." + strings.Join(names, ".")
}

// copyPrefixLength is the length that the search takes for the type prefix of
// an item copy's sort key.
func (e *entity) copyPrefixLength() int64 { return int64(len(e.e.Prefix)) + 1 + nominalName }

// parentOf returns the entity whose whole key the columns of set hold, nil
// where there is none.
func (e *entity) parentOf(set colset) *model.Entity {
	for _, f := range e.e.Foreign {
		if e.named(f.Columns) == set {
			return e.p.m.Entity(f.Entity)
		}
	}
	return nil
}
