package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/model"
)

// assumptions are what the prices rest on beside the model file.
func (l *layout) assumptions(list costList) []string {
	out := []string{fmt.Sprintf("prices %s of %s; a month has %d seconds; storage is counted with %d bytes for each item and entry", list.Name, list.Date, list.MonthSeconds, list.ItemOverheadBytes)}
	if !list.OnDemand {
		out = append(out, fmt.Sprintf("provisioned capacity is planned to be %d%% used at the rates of the model", targetUse))
	}
	for _, e := range l.p.entities {
		if s := e.sizeAssumption(); s != "" {
			out = append(out, s)
		}
	}
	for _, x := range l.entities {
		out = append(out, x.generatedKey()...)
		out = append(out, x.distinctAssumptions()...)
		out = append(out, x.shareAssumptions()...)
	}
	slices.Sort(out[1:])
	return slices.Compact(out)
}

type costList = *cost.PriceList

// sizeAssumption names the columns whose mean size is a guess by their type.
func (e *entity) sizeAssumption() string {
	var names []string
	for i := range e.cols {
		c := &e.cols[i]
		if c.copy != nil || c.src.Avg > 0 || c.src.Computed != nil || c.src.Values != nil {
			continue
		}
		switch c.src.Type.Kind {
		case model.KindText, model.KindVarchar, model.KindBlob, model.KindJSON:
			names = append(names, fmt.Sprintf("%s %d B", c.name, c.size))
		}
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("mean sizes of %s, by type: %s; avg= tells better", e.e.Name, strings.Join(names, ", "))
}

// generatedKey says where a base key longer than the identity relies on
// generated ids being different.
func (x *entityLayout) generatedKey() []string {
	if x.plan.base.key.columns().within(x.e.identity) {
		return nil
	}
	return []string{fmt.Sprintf("(%s) of %s is generated: two rows never have the same, so the longer key %s lets no duplicate in",
		strings.Join(x.e.namesOf(x.e.idList), ", "), x.e.e.Name, x.e.keyText(&x.plan.base.key))}
}

// distinctAssumptions names partition columns whose spread is a guess.
func (x *entityLayout) distinctAssumptions() []string {
	var list []string
	add := func(k *key) {
		for c := range k.p.each {
			if col := &x.e.cols[c]; col.guessed && col.src.References == nil && col.share > 1 {
				list = append(list, fmt.Sprintf("%s.%s has %d values, evenly spread; distinct= and top= tell better", x.e.e.Name, col.name, x.e.distinct(col)))
			}
		}
	}
	add(&x.plan.base.key)
	for _, y := range x.arms {
		add(&y.a.key)
	}
	return list
}

// shareAssumptions says how many rows sparse indexes are taken to hold.
func (x *entityLayout) shareAssumptions() []string {
	var list []string
	for _, y := range x.arms {
		if y.a.key.m != 0 {
			list = append(list, fmt.Sprintf("%s of %s rows of %s have %s", thousands(y.a.rows), thousands(x.e.rows), x.e.e.Name, x.e.when(y.a.key.m)))
		}
	}
	return list
}
