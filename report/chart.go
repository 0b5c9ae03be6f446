package report

import (
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/project"
)

// maxCell cuts long values in charts, in characters.
const maxCell = 60

func chartOf(c project.Chart) Chart {
	out := Chart{Title: c.Table, Index: c.Index, PK: c.Key.Partition, SK: c.Key.Sort}
	if c.Index != "" {
		out.Title = "index " + c.Index
	}
	for _, part := range c.Parts {
		p := ChartPart{PK: keyText(part[0].Item, c.Key.Partition)}
		for _, it := range part {
			p.Rows = append(p.Rows, itemOf(it, c))
		}
		out.Parts = append(out.Parts, p)
	}
	return out
}

func itemOf(it project.ChartItem, c project.Chart) ChartItem {
	row := ChartItem{Item: it.Type.Name, SK: keyText(it.Item, c.Key.Sort)}
	var made []ChartCell // key attributes of other indexes, after the columns
	for _, f := range it.Item {
		if c.Key.Has(f.Name) {
			continue
		}
		cell := ChartCell{Name: f.Name, Value: valueText(f.Value), Type: f.Value.Type().String()}
		if _, key := it.Type.Keys[f.Name]; key {
			cell.Key = true
			made = append(made, cell)
		} else {
			row.Fields = append(row.Fields, cell)
		}
	}
	row.Fields = append(row.Fields, made...)
	return row
}

func keyText(it attr.Item, names []string) string {
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = valueText(it.Get(n))
	}
	return strings.Join(parts, ", ")
}

func valueText(v attr.Value) string {
	text := v.Str()
	if v.Type() != attr.TypeString && v.Type() != attr.TypeNumber {
		text = string(v.AppendPlain(nil))
	}
	if r := []rune(text); len(r) > maxCell {
		return string(r[:maxCell-1]) + "…"
	}
	return text
}
