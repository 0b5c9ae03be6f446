package model

import (
	"fmt"
	"slices"
	"strings"
)

// SupportQuestion returns the question that finds the children of a parent:
// the rows of child whose columns via hold a parent's key, given as parameters
// of the same names (p1, p2 where a column's name is no name of a parameter). It is asked where a parent is updated whose columns the
// children carry copies of. It returns the child's key and via, is named like
// match-of-player, and is not added to the model. The error says that via are
// not columns of child.
func (m *Model) SupportQuestion(child *Entity, via []string, rate Rate) (*Question, error) {
	if len(via) == 0 {
		return nil, fmt.Errorf("model: support question of %s without columns", child.Name)
	}
	var conditions []string
	need := slices.Clone(child.Key)
	for i, v := range via {
		if child.Column(v) == nil {
			return nil, fmt.Errorf("model: entity %s has no column %s", child.Name, v)
		}
		conditions = append(conditions, printName(v)+" = :"+paramName(v, i))
		if !slices.Contains(need, v) {
			need = append(need, v)
		}
	}
	text := fmt.Sprintf("SELECT %s FROM %s WHERE %s;", printNames(need), printName(child.Name), strings.Join(conditions, " AND "))
	q, err := m.Ask(m.supportName(child, via), text, rate)
	if err != nil {
		return nil, err
	}
	q.Pos = child.Pos
	return q, nil
}

func paramName(column string, i int) string {
	if strings.ContainsFunc(column, func(r rune) bool { return !isWordPart(r) }) {
		return fmt.Sprintf("p%d", i+1)
	}
	return column
}

// rebuilder returns a builder that looks things up in a finished model.
func (m *Model) rebuilder() *builder {
	b := &builder{m: m}
	for _, e := range m.Entities {
		b.tables = append(b.tables, tableOf(e, false))
	}
	return b
}

// supportName returns match-of-player, or match-of-team-by-home_id where
// several keys of the child refer to that parent. A question of that name in
// the model makes it longer.
func (m *Model) supportName(child *Entity, via []string) string {
	parent, same := strings.Join(via, "-"), 0
	for _, f := range child.Foreign {
		if slices.Equal(f.Columns, via) {
			parent = f.Entity
		}
	}
	for _, f := range child.Foreign {
		if f.Entity == parent {
			same++
		}
	}
	name := child.Name + "-of-" + parent
	if same > 1 {
		name += "-by-" + strings.Join(via, "-")
	}
	for m.Question(name) != nil {
		name += "-support"
	}
	return name
}
