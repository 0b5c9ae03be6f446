package prove

import (
	"time"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// moments are instants around which families of timestamps are made: a plain
// one, the ends of a second, a day, a year and a leap day, both clock changes
// of a European year, the epoch.
var moments = []string{
	"2026-05-28T19:05:33Z", "2026-05-28T19:05:34Z", "2026-06-01T00:00:00Z", "2026-01-01T00:00:00Z", "2024-02-29T23:59:59Z",
	"2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z", "1970-01-01T00:00:00Z", "1969-12-31T23:59:59Z",
}

// timestampFamilies are each moment with its neighbours: one unit of the
// declared precision, half an hour and one second less a unit away.
func timestampFamilies(c *model.Column) []family {
	p := c.Type.Precision
	var out []family
	for _, m := range moments {
		i, err := parseInstant(m)
		if err != nil {
			panic("prove: " + m) // a constant of this file
		}
		second := i.add(1, 0)
		out = append(out,
			instants(p, i, i.add(1, p), i.add(-1, p)),
			instants(p, i, second.add(-1, p), second, i.add(-1800, 0)))
	}
	if lo, hi := timeBounds(c); lo != nil || hi != nil {
		if lo != nil {
			out = append(out, instants(p, *lo, lo.add(1, p), lo.add(2, p)))
		}
		if hi != nil {
			out = append(out, instants(p, *hi, hi.add(-1, p), hi.add(-2, p)))
		}
	}
	return out
}

func instants(precision int, is ...instant) family {
	out := make(family, len(is))
	for k, i := range is {
		out[k] = attr.String(i.text(precision))
	}
	return out
}

func timeBounds(c *model.Column) (lo, hi *instant) {
	if i, err := parseInstant(c.MinText); err == nil {
		lo = &i
	}
	if i, err := parseInstant(c.MaxText); err == nil {
		hi = &i
	}
	return lo, hi
}

func withinTime(c *model.Column, i instant) bool {
	lo, hi := timeBounds(c)
	return (lo == nil || i.compare(*lo) >= 0) && (hi == nil || i.compare(*hi) <= 0)
}

const dateLayout = "2006-01-02"

func dateFamilies(c *model.Column) []family {
	var out []family
	for _, d := range []string{"2026-01-01", "2024-02-29", "2026-03-31", "1970-01-01", c.MinText, c.MaxText} {
		t, err := time.Parse(dateLayout, d)
		if err != nil {
			continue // a bound that is not given
		}
		var f family
		for _, days := range []int{0, 1, -1, 9, 10} {
			f = append(f, attr.String(t.AddDate(0, 0, days).Format(dateLayout)))
		}
		out = append(out, f)
	}
	return out
}

// zones are offsets that an application may hand a timestamp in with: an
// instant has many texts, and texts with offsets do not sort by time.
var zones = []*time.Location{
	time.UTC, time.FixedZone("", 2*3600), time.FixedZone("", -(5*3600 + 1800)), time.FixedZone("", 14*3600), time.FixedZone("", 3600),
}

// inZone writes a timestamp as an application in that zone would, without a
// fraction where it is zero and short is set.
func inZone(c *model.Column, v attr.Value, zone *time.Location, short bool) attr.Value {
	i, err := parseInstant(v.Str())
	if err != nil {
		return v
	}
	p := c.Type.Precision
	if short && i.nsec == 0 {
		p = 0
	}
	return attr.String(i.in(zone, p))
}
