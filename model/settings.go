package model

import "strings"

// DefaultPrices is the price list of a model that names none.
const DefaultPrices = "us-east-1/on-demand"

const defaultHeadroom = 50

// settings reads the one -- model annotation.
func (b *builder) settings() {
	b.m.Settings = Settings{
		Prices: DefaultPrices, Headroom: defaultHeadroom, Tables: TablesAuto,
		PartitionKey: "PK", SortKey: "SK", Delimiter: "#", Keys: KeysAuto,
	}
	found := false
	for _, nt := range b.list {
		if nt.kind != noteModel {
			continue
		}
		if found {
			b.errorf(nt.pos, "put it into a file of its own", "a file holds one model; this is the second")
			continue
		}
		found = true
		b.m.Name = b.noteName(nt)
		for _, p := range b.dedupe(nt.pairs) {
			b.setting(p)
		}
	}
	if !found {
		b.errorf(Pos{1, 1}, "write -- model NAME on the first line", "the file has no model annotation")
	}
	b.defaultTable(found)
	if s := b.m.Settings; s.PartitionKey == s.SortKey {
		b.errorf(b.modelPos(), "name them apart", "partition key and sort key have one name, %s", s.PartitionKey)
	}
}

const minTableName = 3 // source: "Supported data types and naming rules"

// defaultTable names the table after the model where nothing else is said.
func (b *builder) defaultTable(found bool) {
	if b.m.Settings.TableName != "" {
		return
	}
	b.m.Settings.TableName = b.m.Name
	if found && b.m.Name != "" && len(b.m.Name) < minTableName {
		b.errorf(b.modelPos(), "name the table: table=...", "a table is named after the model, and %s is too short for a table", b.m.Name)
	}
}

func (b *builder) modelPos() Pos {
	for _, nt := range b.list {
		if nt.kind == noteModel {
			return nt.pos
		}
	}
	return Pos{1, 1}
}

// noteName returns the name of an annotation, or reports that it has none.
func (b *builder) noteName(nt note) string {
	switch {
	case nt.name.name == "":
		b.errorf(nt.pos, "write -- "+nt.word+" NAME key=value ...", "the %s has no name", nt.word)
	case !isPlainName(nt.name.name):
		b.errorf(nt.name.pos, "use letters, digits, - and _", "%s is not a name for a %s", clip(nt.name.name), nt.word)
	}
	return nt.name.name
}

// isPlainName says whether a name is made of ASCII letters, digits, '-', '_'
// and '.', and has at most 128 of them.
func isPlainName(name string) bool {
	for i := range len(name) {
		if c := name[i]; !isAlphaNumeric(c) && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return name != "" && len(name) <= 128
}

func (b *builder) setting(p pair) {
	s := &b.m.Settings
	switch p.key {
	case "prices":
		region, mode, ok := strings.Cut(p.value, "/")
		if !ok || region == "" || mode == "" {
			b.errorf(p.valuePos, "write prices="+DefaultPrices, "prices=%s names no price list", clip(p.value))
			return
		}
		s.Prices = p.value
	case "headroom":
		if v, ok := b.wholePercent(p); ok {
			s.Headroom = v
		}
	case "tables":
		if v, ok := b.oneOf(p, string(TablesAuto), string(TablesSingle), string(TablesPerEntity)); ok {
			s.Tables = TablesMode(v)
		}
	case "table":
		if len(p.value) < minTableName || !isPlainName(p.value) {
			b.errorf(p.valuePos, "use 3 to 128 letters, digits, -, _ and .", "table=%s is not a name for a table", clip(p.value))
			return
		}
		s.TableName = p.value
	case "pk":
		s.PartitionKey, _ = b.attributeName(p)
	case "sk":
		s.SortKey, _ = b.attributeName(p)
	case "delimiter":
		if v, ok := b.delimiter(p); ok {
			s.Delimiter = v
		}
	case "pack":
		if v, ok := b.oneOf(p, "yes", "no"); ok {
			s.Slots = v == "yes"
		}
	case "keys":
		if v, ok := b.oneOf(p, string(KeysAuto), string(KeysNative), string(KeysTemplate)); ok {
			s.Keys = KeyStyle(v)
		}
	default:
		b.unknownKey(p, "the model", modelKeys)
	}
}
