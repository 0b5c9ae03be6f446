package plan

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/cost"
)

func keyText(e *entity, k *key) string {
	var b strings.Builder
	b.WriteString("[")
	for i, c := range k.p.cols() {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(e.cols[c].name)
	}
	b.WriteString(" |")
	for _, c := range k.sort() {
		b.WriteString(" " + e.cols[c].name)
		if k.x.has(c) {
			b.WriteString("-")
		}
	}
	b.WriteString("]")
	for m := k.m; m != 0; m &= m - 1 {
		b.WriteString(" where " + e.conds[low(m)].text)
	}
	return b.String()
}

func (pl *entityPlan) text(s *solver) string {
	var b strings.Builder
	fmt.Fprintln(&b, pl.e.e.Name, keyText(pl.e, &pl.base.key), cost.Money(pl.total), "size", pl.size)
	for i, u := range pl.uses {
		if pl.from[i] == nil {
			fmt.Fprintln(&b, "        base:", u.a.name)
		}
	}
	for _, a := range pl.arms {
		fmt.Fprint(&b, "        arm ", a.kind, keyText(pl.e, &a.key), " native=", a.native, ":")
		for _, q := range a.picks {
			fmt.Fprint(&b, " ", q.a.name)
		}
		fmt.Fprintln(&b, " ", cost.Money(a.price(s, pl.base.bytes)), "sur", a.sur, "keyed", a.keyed, "bytes", a.bytes)
	}
	return b.String()
}
