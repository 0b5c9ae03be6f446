package plan

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// RandomModel writes a model file of entities with a few columns, questions
// and writes: small enough for the brute force, odd enough to reach every rule
// of the search.
func RandomModel(r *rand.Rand, entities, questions int) string {
	var b strings.Builder
	g := &generator{r: r, b: &b, name: "t"}
	fmt.Fprintf(&b, "-- model random tables=per-entity keys=%s\n", g.pick([]string{"auto", "auto", "template"}))
	for i := range entities {
		if entities > 1 {
			g = &generator{r: r, b: &b, name: fmt.Sprintf("t%d", i)}
		}
		g.table()
		g.b.WriteString(g.insert())
		for i := range r.IntN(3) {
			g.b.WriteString(g.update(i))
		}
		if r.IntN(4) == 0 {
			fmt.Fprintf(g.b, "-- write %s-gone rate=%d/s\nDELETE FROM %s WHERE %s;\n", g.name, 1+r.IntN(20), g.name, g.byKey())
		}
		for i := range questions {
			g.b.WriteString(g.question(i))
		}
	}
	return b.String()
}

type generator struct {
	r    *rand.Rand
	b    *strings.Builder
	name string
	cols []genCol
	key  []string
}

type genCol struct {
	name, typ string
	literals  []string
	nullable  bool
}

var genTypes = []genCol{
	{typ: "ulid"},
	{typ: "int NOT NULL CHECK (%s BETWEEN 0 AND 9999)", literals: []string{"5", "7"}},
	{typ: "int NOT NULL CHECK (%s BETWEEN 0 AND 99)", literals: []string{"5"}},
	{typ: "timestamp(3) NOT NULL"},
	{typ: "char(2) NOT NULL CHECK (%[1]s NOT GLOB '*[^A-Z]*')", literals: []string{"'AA'"}},
	{typ: "varchar(12) NOT NULL", literals: []string{"'x'"}},
	{typ: "text NOT NULL CHECK (%s IN ('A', 'B', 'C'))", literals: []string{"'A'", "'B'"}},
	{typ: "int NOT NULL", literals: []string{"1"}},
	{typ: "int CHECK (%s BETWEEN 0 AND 999)", literals: []string{"3"}, nullable: true},
	{typ: "varchar(8)", literals: []string{"'y'"}, nullable: true},
}

func (g *generator) pick(list []string) string { return list[g.r.IntN(len(list))] }

func (g *generator) names() []string {
	var list []string
	for _, c := range g.cols {
		list = append(list, c.name)
	}
	return list
}

// table writes the entity: a key of one or two columns and two or three more.
func (g *generator) table() {
	r := g.r
	keys := 1 + r.IntN(2)
	n := keys + 2 + r.IntN(2)
	for i := range n {
		t := genTypes[r.IntN(len(genTypes))]
		for i < keys && t.nullable {
			t = genTypes[r.IntN(len(genTypes))]
		}
		t.name = string(rune('a' + i))
		g.cols = append(g.cols, t)
	}
	for _, c := range g.cols[:keys] {
		g.key = append(g.key, c.name)
	}
	fmt.Fprintf(g.b, "CREATE TABLE %s ( -- rows=%d\n", g.name, []int{5, 1000, 100_000, 20_000_000}[r.IntN(4)])
	for _, c := range g.cols {
		typ := c.typ
		if strings.Contains(typ, "%") {
			typ = fmt.Sprintf(typ, c.name)
		}
		note := ""
		if r.IntN(2) == 0 {
			note = fmt.Sprintf(" -- distinct=%d", []int{1, 2, 5}[r.IntN(3)])
		}
		fmt.Fprintf(g.b, "  %s %s,%s\n", c.name, typ, note)
	}
	if r.IntN(3) == 0 {
		fmt.Fprintf(g.b, "  UNIQUE (%s),\n", strings.Join(g.some(g.names(), 1+r.IntN(2)), ", "))
	}
	fmt.Fprintf(g.b, "  body varchar(%d) NOT NULL,\n  PRIMARY KEY (%s));\n", []int{10, 900, 4000}[r.IntN(3)], strings.Join(g.key, ", "))
}

// some picks n different names.
func (g *generator) some(list []string, n int) []string {
	list = append([]string(nil), list...)
	g.r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(n, len(list))]
}

func (g *generator) byKey() string {
	var parts []string
	for _, k := range g.key {
		parts = append(parts, k+" = :"+k)
	}
	return strings.Join(parts, " AND ")
}

func (g *generator) insert() string {
	return fmt.Sprintf("-- write %s-new rate=%d/s\nINSERT INTO %s;\n", g.name, 1+g.r.IntN(200), g.name)
}

func (g *generator) col(name string) genCol {
	for _, c := range g.cols {
		if c.name == name {
			return c
		}
	}
	return genCol{name: name}
}

func (g *generator) update(i int) string {
	rest := append(g.names()[len(g.key):], "body")
	var set []string
	shares := ""
	for _, c := range g.some(rest, 1+g.r.IntN(2)) {
		lits := g.col(c).literals
		switch {
		case len(lits) > 0 && g.r.IntN(2) == 0:
			set = append(set, c+" = "+g.pick(lits))
		default:
			set = append(set, c+" = :n"+c)
			if len(lits) > 0 && g.r.IntN(2) == 0 {
				shares += fmt.Sprintf(" share.%s.%s=%d%%", c, strings.Trim(lits[0], "'"), 1+g.r.IntN(50))
			}
		}
	}
	where := g.byKey()
	if g.r.IntN(3) == 0 {
		c := g.pick(rest)
		if lits := g.col(c).literals; len(lits) > 0 {
			where += " AND " + c + " = " + g.pick(lits)
		} else if c != "body" {
			where += " AND " + c + " = :w" + c
		}
	}
	return fmt.Sprintf("-- write %s-up%d rate=%d/s%s\nUPDATE %s SET %s WHERE %s;\n", g.name, i, 1+g.r.IntN(100), shares, g.name, strings.Join(set, ", "), where)
}

func (g *generator) question(i int) string {
	r := g.r
	used := map[string]bool{}
	var where []string
	names := g.names()
	for _, c := range g.some(names, r.IntN(3)) {
		used[c] = true
		where = append(where, c+" = :"+c)
	}
	for _, c := range g.some(names, r.IntN(2)+r.IntN(2)) {
		if lits := g.col(c).literals; len(lits) > 0 && !used[c] {
			used[c] = true
			if lit := g.pick(lits); r.IntN(4) == 0 && g.col(c).nullable {
				where = append(where, c+" IS NOT NULL")
			} else if r.IntN(4) == 0 && !strings.HasPrefix(lit, "'") {
				where = append(where, c+" >= "+lit)
			} else {
				where = append(where, c+" = "+lit)
			}
		}
	}
	ranged := ""
	if c := g.pick(names); r.IntN(3) == 0 && !used[c] {
		ranged = c
		where = append(where, c+g.pick([]string{" >= :r", " < :r", " BETWEEN :r AND :s"}))
	}
	var order []string
	if ranged != "" && r.IntN(2) == 0 {
		order = append(order, ranged+g.pick([]string{"", " DESC"}))
	}
	if ranged == "" || len(order) > 0 {
		for _, c := range g.some(names, r.IntN(3)) {
			if !used[c] && c != ranged {
				order = append(order, c+g.pick([]string{"", " DESC"}))
			}
		}
	}
	need := "*"
	if r.IntN(2) == 0 {
		need = strings.Join(g.some(append(names, "body"), 1+r.IntN(2)), ", ")
	}
	notes := ""
	if r.IntN(5) == 0 {
		notes = " consistency=strong"
	}
	text := fmt.Sprintf("-- question %s-q%d rate=%d/s%s\nSELECT %s FROM %s", g.name, i, 1+r.IntN(200), notes, need, g.name)
	if len(where) > 0 {
		text += " WHERE " + strings.Join(where, " AND ")
	}
	if len(order) > 0 {
		text += " ORDER BY " + strings.Join(order, ", ")
	}
	return text + fmt.Sprintf(" LIMIT %d;\n", []int{1, 10, 50}[r.IntN(3)])
}
