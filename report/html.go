package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"github.com/keywright/keywright/cost"
)

//go:embed page.html
var pageSource string

// styleSource is the look of all pages.
//
//go:embed style.css
var styleSource string

func style() template.CSS { return template.CSS(styleSource) }

// HTML renders the report as one self-contained page: no script, no font, no
// picture is fetched from anywhere. Values of rows are text, never markup.
func HTML(w io.Writer, r *Report) error {
	page, err := template.New("page").Funcs(template.FuncMap{
		"money": func(m cost.Money) string { return money(m) },
		"join":  joinKey,
		"color": newPalette(r).color,
		"style": style,
	}).Parse(pageSource)
	if err != nil {
		return fmt.Errorf("report: page template: %w", err)
	}
	return page.Execute(w, r)
}

// palette gives each item type a hue of its own, by order of appearance, so
// that an entity has one colour all over the page.
type palette struct {
	hue map[string]int
}

// hues are spread so that neighbours differ for most colour-blind readers.
var hues = [...]int{212, 28, 145, 280, 350, 50, 185, 320, 95, 250}

func newPalette(r *Report) palette {
	p := palette{hue: map[string]int{}}
	for _, e := range r.Entities {
		if _, ok := p.hue[e.Item]; !ok {
			p.hue[e.Item] = hues[len(p.hue)%len(hues)]
		}
	}
	return p
}

// color returns the CSS custom property that carries an item type's hue.
func (p palette) color(item string) template.CSS {
	h, ok := p.hue[item]
	if !ok {
		h = hues[0]
	}
	return template.CSS(fmt.Sprintf("--hue:%d", h))
}
