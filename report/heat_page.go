package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
)

//go:embed heat.html
var heatSource string

// HeatJSON renders a heat report as one JSON document.
func HeatJSON(w io.Writer, r *HeatReport) error { return writeJSON(w, r) }

// HeatHTML renders a heat report as one self-contained page.
func HeatHTML(w io.Writer, r *HeatReport) error {
	page, err := template.New("heat").Funcs(template.FuncMap{"style": style, "picture": picture, "number": number}).Parse(heatSource)
	if err != nil {
		return fmt.Errorf("report: heat page: %w", err)
	}
	return page.Execute(w, r)
}

// The picture of a place: a row for each partition, a column for each stretch
// of time, the colour of a cell is the load as a part of the limit.
const (
	pictureWidth = 720
	rowHeight    = 22
	leftMargin   = 96
	mostRows     = 24 // partitions that have a row of their own
)

// picture draws the load of a place's partitions over time.
func picture(p HeatPlace) template.HTML {
	rows := 0
	for _, s := range p.Series {
		rows = max(rows, len(s.Loads))
	}
	shown := min(rows, mostRows)
	height := shown*rowHeight + 28
	cell := float64(pictureWidth) / float64(max(1, len(p.Series)))
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img" aria-label="Load of the partitions of %s over time: %s" class="heat">`,
		pictureWidth+leftMargin+8, height, template.HTMLEscapeString(p.Name), template.HTMLEscapeString(p.Verdict))
	for row := range shown {
		y := row * rowHeight
		label := fmt.Sprintf("partition %d", row+1)
		if row == mostRows-1 && rows > mostRows {
			label = fmt.Sprintf("%d others", rows-mostRows+1)
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`, leftMargin-8, y+15, label)
		for i, s := range p.Series {
			load, refused := loadAt(s, row, rows)
			if load < 0 {
				continue
			}
			fmt.Fprintf(&b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"><title>%s, %s: %s of its limit%s</title></rect>`,
				leftMargin+float64(i)*cell, y+1, cell+0.4, rowHeight-2, shade(load), label, s.At, part(load), refusedText(refused))
			if refused > 0 {
				fmt.Fprintf(&b, `<rect x="%.1f" y="%d" width="%.1f" height="4" class="refused"/>`, leftMargin+float64(i)*cell, y+rowHeight-5, cell+0.4)
			}
		}
	}
	for i := 0; i <= 4; i++ {
		at := "0:00"
		if n := len(p.Series); n > 0 && i > 0 {
			at = p.Series[min(n-1, n*i/4)].At
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="%s">%s</text>`, leftMargin+float64(pictureWidth)*float64(i)/4, height-8, anchor(i), at)
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String()) // built above of numbers and escaped text
}

func anchor(i int) string { return [...]string{"start", "middle", "middle", "middle", "end"}[i] }

// loadAt is the load of a row of the picture in a stretch of time, below 0
// where there was no such partition yet. The last row is the hottest of those
// that have none of their own.
func loadAt(s HeatSlice, row, rows int) (load, refused float64) {
	if row >= len(s.Loads) {
		return -1, 0
	}
	if row < mostRows-1 || rows <= mostRows {
		return s.Loads[row], s.Refused[row]
	}
	load = -1
	for i := row; i < len(s.Loads); i++ {
		load, refused = math.Max(load, s.Loads[i]), refused+s.Refused[i]
	}
	return load, refused
}

func refusedText(n float64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %s requests throttled", thousands(int(math.Round(n))))
}

// shade is the colour of a load: from pale blue over yellow at half of the
// limit to red at all of it.
func shade(load float64) string {
	x := math.Min(1, load)
	hue := 210 - 160*math.Min(1, 2*x) // 210 blue to 50 yellow
	if x > 0.5 {
		hue = 50 - 50*(2*x-1) // to 0 red
	}
	return fmt.Sprintf("hsl(%.0f 80%% %.0f%%)", hue, 92-42*x)
}
