package plan

import "github.com/keywright/keywright/model"

// defaultList is how many keys a list parameter is taken to hold.
const defaultList = 10

// setRows estimates how many rows an ask returns and reads.
func (p *problem) setRows(a *ask, q *model.Question) {
	e := p.entities[a.entity]
	s := a.sel
	if s.In != nil {
		a.batch = defaultList
		if q != nil && q.Rows > 0 {
			a.batch = q.Rows
		}
	}
	if a.unique || s.In != nil {
		a.rows, a.most = 1, 1
		return
	}
	a.rows = e.meanRows(a)
	a.most = max(a.rows, e.mostRows(a))
	if q != nil && q.Rows > 0 {
		a.rows = q.Rows
		for _, other := range q.Selects {
			if other != s && other.Unique {
				a.rows = max(1, a.rows-1)
			}
		}
		if a.variants[0].ranged {
			a.most = a.rows
		}
		a.most = max(a.rows, a.most)
	}
	if s.Limit > 0 {
		a.rows, a.most = min(a.rows, s.Limit), min(a.most, s.Limit)
	}
	if s.Exists {
		a.rows, a.most = 1, 1
	}
}

// meanRows is the mean number of rows with given values in the columns that
// the ask compares for equality, and within its conditions.
func (e *entity) meanRows(a *ask) int64 {
	n, per := e.rows, false
	for c := range a.eq.each {
		if src := e.cols[c].src; src.Per > 0 && e.cols[c].copy == nil && !per {
			n, per = min(n, src.Per), true
		}
	}
	for c := range a.eq.each {
		if per && e.cols[c].src.Per > 0 {
			continue
		}
		n /= e.distinct(&e.cols[c])
	}
	for m := a.variants[0].conds; m != 0; m &= m - 1 {
		n = mulDiv(n, e.conds[low(m)].share, million)
	}
	return max(1, n)
}

// mostRows is the most rows that one value of the equalities has, as far as
// max=, top= or an even spread tell.
func (e *entity) mostRows(a *ask) int64 {
	n := e.rows - mulDiv(e.rows, billion-e.partShare(a.eq), billion) // rounded up
	for c := range a.eq.each {
		if src := e.cols[c].src; src.MaxPer > 0 && e.cols[c].copy == nil {
			n = min(n, src.MaxPer)
		}
	}
	for m := a.variants[0].conds; m != 0; m &= m - 1 {
		n = mulDiv(n, e.conds[low(m)].share, million)
	}
	return max(1, n)
}

// perParent is how many rows of e one row of the parent has, by the columns
// that hold its key.
func (e *entity) perParent(parent *model.Entity, via []string) (mean, most int64) {
	mean = e.p.m.PerParent(e.e, parent, via)
	for _, v := range via {
		if c := e.e.Column(v); c != nil && c.References != nil && c.References.Entity == parent.Name {
			most = max(most, c.MaxPer)
		}
	}
	return mean, max(mean, most)
}
