package model

import (
	"slices"
)

// question builds a question from its annotation and its SELECTs.
func (b *builder) question(nt note, group []*statement) {
	first, last := group[0], group[len(group)-1]
	q := &Question{
		Name: b.noteName(nt), Pos: nt.pos,
		Text: b.textOf(first, last), Params: b.paramsOf(first, last),
	}
	if other := b.m.Question(q.Name); other != nil && q.Name != "" {
		b.errorf(nt.name.pos, "", "there are two questions %s", q.Name)
	}
	maxLimit, shards := b.questionPairs(q, nt)
	b.m.Questions = append(b.m.Questions, q)
	b.canonical(q, group, maxLimit)
	if q.Shards != 0 {
		b.checkShards(q, shards)
	}
}

// questionPairs reads the annotation's pairs and returns max= with its place,
// and the place of shards=.
func (b *builder) questionPairs(q *Question, nt note) (m *limitMax, shards Pos) {
	for _, p := range b.dedupe(nt.pairs) {
		switch p.key {
		case "rate":
			q.Rate, _ = b.rate(p)
			if q.Rate == 0 {
				q.Rate = 1 // reported
			}
		case "consistency":
			v, _ := b.oneOf(p, "strong", "eventual")
			q.Strong = v == "strong"
		case "rows":
			q.Rows, _ = b.count(p)
		case "skew":
			q.Skew = b.skew(p)
		case "shards":
			q.Shards, shards = b.shards(p), p.keyPos
		case "max":
			if v, ok := b.count(p); ok {
				m = &limitMax{value: v, pos: p.keyPos}
			}
		default:
			b.unknownKey(p, "a question", questionKeys)
		}
	}
	if q.Rate == 0 {
		b.errorf(nt.pos, "add rate=10/s", "question %s has no rate", clip(q.Name))
	}
	return m, shards
}

// limitMax is max= of a question with LIMIT :n.
type limitMax struct {
	value int64
	pos   Pos
	used  bool
}

// canonical fills in the statements and canonical forms of a question, or its
// refusals.
func (b *builder) canonical(q *Question, group []*statement, m *limitMax) {
	params := newParamTypes()
	clean := true
	var added []*Column
	for _, st := range group {
		before := len(b.errors)
		c := &canon{scope: newScope(b.notes, b, params), stmt: st.sel, max: m}
		c.run()
		q.Statements = append(q.Statements, st.sel)
		q.Refusals = append(q.Refusals, c.refusals...)
		if c.sel != nil {
			q.Selects = append(q.Selects, c.sel)
		}
		added = append(added, c.added...)
		clean = clean && len(b.errors) == before
	}
	if m != nil && !m.used && clean {
		b.errorf(m.pos, "leave it out, or write LIMIT :n", "max= bounds a LIMIT that is a parameter, and there is none")
	}
	if len(q.Refusals) == 0 && clean && len(q.Selects) > 1 {
		q.Refusals = collectionRefusals(q)
	}
	if len(q.Refusals) > 0 {
		q.Selects = nil
		b.dropColumns(added)
		slices.SortStableFunc(q.Refusals, func(x, y Refusal) int { return comparePos(x.Pos, y.Pos) })
	}
}

// dropColumns takes back the computed columns of a refused question.
func (b *builder) dropColumns(added []*Column) {
	for _, t := range b.tables {
		t.Columns = slices.DeleteFunc(t.Columns, func(c *Column) bool { return slices.Contains(added, c) })
	}
}

// collectionRefusals says why several SELECTs cannot be one request: they have
// to be of different entities and share the parameters that find their rows.
func collectionRefusals(q *Question) []Refusal {
	first := q.Selects[0]
	var out []Refusal
	for i, s := range q.Selects[1:] {
		pos := q.Statements[i+1].Pos
		if j := slices.IndexFunc(q.Selects[:i+1], func(t *Select) bool { return t.Entity == s.Entity }); j >= 0 {
			out = append(out, sameEntityRefusal(q.Selects[j], s, pos))
			continue
		}
		if !sharesParams(first, s) {
			out = append(out, Refusal{
				Code: EJoin, Pos: pos, Columns: append(eqColumns(first), eqColumns(s)...),
				Reason: "the SELECTs of one request find their rows by the same parameters, and " + s.Entity.Name + " shares none with " + first.Entity.Name,
				Cure:   "compare a column of each with the same parameter, or ask two questions",
			})
		}
	}
	return out
}

func sameEntityRefusal(a, b *Select, pos Pos) Refusal {
	r := Refusal{
		Code: EOr, Pos: pos, Columns: append(eqColumns(a), eqColumns(b)...),
		Reason: "one request reads one range of the rows of " + b.Entity.Name + ", and two SELECTs ask for two",
		Cure:   "ask two questions",
	}
	if sharesParams(a, b) && !slices.Equal(eqColumns(a), eqColumns(b)) {
		r.Code = EMulti
		r.Reason = "a row of " + b.Entity.Name + " is found by several of its columns, and an index holds one entry for a row"
		r.Cure = "keep one row per value in an entity of its own, or ask two questions"
	}
	return r
}

func eqColumns(s *Select) []string {
	var list []string
	for _, e := range s.Eq {
		list = append(list, e.Column)
	}
	return list
}

func sharesParams(a, b *Select) bool {
	for _, x := range a.Eq {
		if slices.ContainsFunc(b.Eq, func(y Eq) bool { return x.Param == y.Param }) {
			return true
		}
	}
	return false
}
