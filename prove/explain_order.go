package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/model"
)

// explainTie looks for items that only DynamoDB's own choice puts in order.
func (s *subject) explainTie(f *finding, _ *inquiry) (trap, sentence string) {
	if !f.tied {
		return "", ""
	}
	return "order-by-part-of-the-key", "the keys in the index are equal, and DynamoDB promises no order among equal index keys: what ORDER BY adds has to be in the key"
}

// explainOrder holds ORDER BY against the sort key, column by column: what the
// key sorts by first, and in which direction it is read.
func (s *subject) explainOrder(_ *finding, in *inquiry) (trap, sentence string) {
	for _, sel := range in.q.Selects {
		for _, name := range in.d.Items {
			if it := s.item(name); it.Entity == sel.Entity.Name && len(sel.Order) > 0 {
				if trap, sentence := s.orderOf(in, sel, s.sortSlots(in, it)); trap != "" {
					return trap, sentence
				}
			}
		}
	}
	return "", ""
}

func (s *subject) orderOf(in *inquiry, sel *model.Select, left []keySlot) (trap, sentence string) {
	fixed := make(map[string]bool) // every row of the answer has the same value there
	for _, eq := range sel.Eq {
		fixed[eq.Column] = true
	}
	for _, c := range sel.Const {
		fixed[c.Column] = true
	}
	backward := in.d.Request.ScanIndexForward != nil && !*in.d.Request.ScanIndexForward
	var right, wrong []string
	for _, o := range sel.Order {
		for len(left) > 0 && fixed[left[0].column.Name] && left[0].column.Name != o.Column {
			left = left[1:]
		}
		switch {
		case !slices.ContainsFunc(left, func(k keySlot) bool { return k.column.Name == o.Column }):
			return "order-by-part-of-the-key", fmt.Sprintf("ORDER BY names %s, which is not in the key, so rows come in whatever order they are stored in", o.Column)
		case left[0].column.Name != o.Column:
			return "column-before-the-order", fmt.Sprintf("%s stands before %s in the key and the question does not fix it, so rows come by %s first", left[0].column.Name, o.Column, left[0].column.Name)
		case left[0].descending() != backward == o.Desc:
			right = append(right, o.Column)
		default:
			wrong = append(wrong, o.Column)
		}
		left = left[1:]
	}
	switch {
	case len(wrong) == 0:
		return "", ""
	case len(right) > 0:
		return "mixed-directions", fmt.Sprintf("the key sorts %s as ORDER BY asks and %s the other way round, and ScanIndexForward turns all of it", strings.Join(right, ", "), strings.Join(wrong, ", "))
	}
	return "wrong-direction", "the key is read in the other direction than ORDER BY asks"
}

// descending says whether a slot's greater values have smaller texts.
func (k keySlot) descending() bool {
	for i, word := range strings.Fields(k.codec) {
		if word == "desc" || i == 0 && word == "neg" {
			return true
		}
	}
	return false
}
