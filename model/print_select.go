package model

import (
	"fmt"
	"strings"
)

// String prints the canonical form on one line, as reports and tests show it:
//
//	rating: season = :season | order rating DESC, player_id (total) | limit 100 | need player_id, rating | copy player.handle by player_id
//
// Parts that are empty are left out.
func (s *Select) String() string {
	parts := []string{s.where()}
	add := func(label string, list []string) {
		if len(list) > 0 {
			parts = append(parts, label+" "+strings.Join(list, ", "))
		}
	}
	add("member", exprTexts(s.Member))
	if s.Range != nil {
		parts = append(parts, "range "+s.Range.String())
	}
	add("order", s.orderTexts())
	if s.Total && len(s.Order) > 0 {
		parts[len(parts)-1] += " (total)"
	}
	switch {
	case s.Unique:
		parts = append(parts, "unique")
	case s.LimitParam != "":
		parts = append(parts, fmt.Sprintf("limit :%s up to %d", s.LimitParam, s.Limit))
	case s.Limit > 0:
		parts = append(parts, fmt.Sprintf("limit %d", s.Limit))
	}
	add("guard", exprTexts(s.Guard))
	if s.Exists {
		parts = append(parts, "exists")
	}
	add("need", s.Need)
	for _, c := range s.Copies {
		parts = append(parts, "copy "+c.String())
	}
	return strings.Join(parts, " | ")
}

func (s *Select) where() string {
	var list []string
	for _, e := range s.Eq {
		list = append(list, e.Column+" = :"+e.Param)
	}
	for _, c := range s.Const {
		list = append(list, c.Column+" = "+PrintLiteral(c.Value))
	}
	if s.In != nil {
		list = append(list, s.In.Column+" IN (:"+s.In.Param+")")
	}
	if len(list) == 0 {
		return s.Entity.Name
	}
	return s.Entity.Name + ": " + strings.Join(list, ", ")
}

func (s *Select) orderTexts() []string {
	var list []string
	for _, o := range s.Order {
		list = append(list, o.String())
	}
	return list
}

func exprTexts(list []Expr) []string {
	var out []string
	for _, e := range list {
		out = append(out, e.String())
	}
	return out
}

// String prints the term as SQL.
func (o Order) String() string {
	if o.Desc {
		return o.Column + " DESC"
	}
	return o.Column
}

// String prints the range as SQL.
func (r *Range) String() string {
	switch r.Op {
	case Between:
		return fmt.Sprintf("%s BETWEEN %s AND %s", r.Column, r.Low, r.High)
	case Prefix:
		return fmt.Sprintf("%s BEGINS WITH %s", r.Column, r.Low)
	case Less, LessOrEqual:
		return fmt.Sprintf("%s %s %s", r.Column, r.Op, r.High)
	}
	return fmt.Sprintf("%s %s %s", r.Column, r.Op, r.Low)
}

// String prints the operand as SQL.
func (o Operand) String() string {
	if o.Param != "" {
		return ":" + o.Param
	}
	return PrintLiteral(o.Literal)
}

// String prints the copy: "player.handle by player_id", with its name in the
// answer where that is another.
func (c Copy) String() string {
	s := c.Parent.Name + "." + c.Column + " by " + strings.Join(c.Via, ", ")
	if c.As != c.Column {
		s += " as " + c.As
	}
	return s
}
