package plan

import (
	"cmp"
	"slices"

	"github.com/keywright/keywright/model"
)

// way is one way out of a refusal: what it is, how many requests an answer
// then takes, and how the model changes. Its price is that of the best design
// of the changed model, so it is solved, not estimated; extra is what no key
// decides, such as the second write of a transaction.
type way struct {
	text     string
	requests int64
	edit     func(m *model.Model, q *model.Question) bool // nil: it has no price
	shares   map[string]int64                             // assumed shares of conditions, by text
	extra    int64
	beyond   bool // the limits of a table may be exceeded: the way is to have them raised
}

// findAlternatives gives every refusal its ways out, priced.
func (r *run) findAlternatives() error {
	for i := range r.refused {
		f := &r.refused[i]
		var ways []way
		if f.Write != "" {
			ways = r.waysOfWrite(f)
		} else {
			ways = append(r.waysOf(r.m.Question(f.Question), f), r.waysOfSettings(r.m.Question(f.Question), f)...)
		}
		for _, w := range ways {
			a, err := r.alternative(f, w)
			if err != nil {
				return err
			}
			if a != nil {
				f.Alternatives = append(f.Alternatives, *a)
			}
		}
		slices.SortStableFunc(f.Alternatives, func(a, b Alternative) int {
			if a.Priced != b.Priced {
				if a.Priced {
					return -1
				}
				return 1
			}
			return cmp.Compare(a.Monthly, b.Monthly)
		})
	}
	return nil
}

// alternative prices a way; nil where the changed model has no design either.
func (r *run) alternative(f *Refused, w way) (*Alternative, error) {
	a := &Alternative{Text: w.text, Requests: w.requests}
	if w.edit == nil {
		return a, nil
	}
	m := cloneModel(without(r.m, func(q *model.Question) bool { return q.Name != f.Question && r.isRefused(q) }))
	q := m.Question(f.Question)
	if q != nil && w.requests == 1 {
		q.Shards = 0
	}
	if !w.edit(m, q) {
		return nil, nil
	}
	m.Questions = slices.DeleteFunc(m.Questions, func(x *model.Question) bool { return len(x.Selects) == 0 })
	h := r.hooks
	h.shares = w.shares
	p, sol, err := r.solveModel(m, nil, h)
	if err != nil || sol.total >= never {
		return nil, err
	}
	if !r.limitsHeld() && !w.beyond {
		if global, local := indexCounts(p, sol); global > maxGlobal || local > maxLocal {
			return nil, nil
		}
	}
	a.Monthly, a.Priced = money(sol.total-r.penalties(sol)-r.searchTotal()+w.extra), true
	return a, nil
}

// waysOf lists the ways out of one refusal of a question, by its code.
func (r *run) waysOf(q *model.Question, f *Refused) []way {
	switch f.Code {
	case model.EHot:
		return r.waysOfHeat(q)
	case model.ESize:
		return r.waysOfSize(q)
	case model.EDir:
		return r.waysOfDirection(q)
	case model.ENullOrder, model.ENoRange, model.ELen:
		if len(q.Refusals) > 0 { // NULLS LAST, which the statement's tree does not keep
			return []way{reworded(f.Cure+": NULL sorts below every value", 1, func(*model.SelectStmt) {})}
		}
		return r.waysOfColumn(q, f)
	case model.EStrong:
		return r.waysOfConsistency(q)
	case model.EOrder, model.ERange2:
		return r.waysOfRange(q, f)
	case model.EOffset:
		return []way{reworded("hand the last row's key back (LastEvaluatedKey, or a range below it) instead of counting rows", 1, func(s *model.SelectStmt) { s.Offset = nil })}
	case model.EAgg, model.EGroup:
		return r.waysOfAggregate(q, f)
	case model.EJoin:
		return r.waysOfJoin(q)
	case model.EOr, model.EIn, model.EMulti:
		return r.waysOfChoice(q, f)
	case model.EText:
		return r.waysOfText(q, f)
	case ELimit:
		return r.waysOfLimit(q)
	}
	return nil
}

// waysOfSettings take a setting back that stands in the way of a question
// which the model file itself does not refuse.
func (r *run) waysOfSettings(q *model.Question, f *Refused) []way {
	if len(q.Refusals) > 0 {
		return nil
	}
	change := func(text string, set func(s *model.Settings)) []way {
		return []way{{text: text, requests: int64(max(1, q.Shards)), edit: func(m *model.Model, q *model.Question) bool {
			set(&m.Settings)
			return true
		}}}
	}
	switch {
	case r.m.Settings.Keys == model.KeysNative && (f.Code == model.EText || f.Code == model.ENullOrder || f.Code == model.EDir):
		return change("take keys=native back: text keys have a form for it", func(s *model.Settings) { s.Keys = model.KeysAuto })
	case r.m.Settings.Tables == model.TablesPerEntity && f.Code == model.EJoin && len(q.Selects) > 1:
		return change("take tables=per-entity back: entities that are read together share a table", func(s *model.Settings) { s.Tables = model.TablesAuto })
	}
	return nil
}

// reworded is a way that asks the statement in another form.
func reworded(text string, requests int64, change func(s *model.SelectStmt)) way {
	return way{text: text, requests: requests, edit: func(m *model.Model, q *model.Question) bool {
		s := *q.Statements[0]
		change(&s)
		return reask(m, q, s.String(), q.Rate*model.Rate(max(1, requests)))
	}}
}

// reask replaces a question by one with another text.
func reask(m *model.Model, q *model.Question, text string, rate model.Rate) bool {
	x, err := m.Ask(q.Name, text, rate)
	if err != nil || len(x.Refusals) > 0 || len(x.Selects) == 0 {
		return false
	}
	x.Strong, x.Rows = q.Strong, q.Rows
	*q = *x
	return true
}

// addQuestion adds another question of the same rate, under a name of its own.
func addQuestion(m *model.Model, name, text string, rate model.Rate) bool {
	x, err := m.Ask(name, text, rate)
	if err != nil || len(x.Refusals) > 0 || len(x.Selects) == 0 {
		return false
	}
	m.Questions = append(m.Questions, x)
	return true
}
