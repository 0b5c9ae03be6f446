package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"

	"github.com/keywright/keywright/cost"
)

//go:embed cost.html
var costSource string

// CostJSON renders a cost report as one JSON document.
func CostJSON(w io.Writer, r *CostReport) error { return writeJSON(w, r) }

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// CostHTML renders a cost report as one self-contained page.
func CostHTML(w io.Writer, r *CostReport) error {
	page, err := template.New("cost").Funcs(template.FuncMap{
		"style": style, "gb": gigabytes, "small": small, "signed": signed,
		"count": func(n int64) string { return thousands(int(n)) },
		"part":  func(m cost.Money) template.CSS { return bar(m, r.Monthly) },
	}).Parse(costSource)
	if err != nil {
		return fmt.Errorf("report: cost page: %w", err)
	}
	return page.Execute(w, r)
}

// bar is the width of an amount's bar, in percent of the whole.
func bar(m, whole cost.Money) template.CSS {
	if whole <= 0 || m < 0 {
		return "width:0"
	}
	return template.CSS(fmt.Sprintf("width:%.1f%%", min(100, 100*float64(m)/float64(whole))))
}
