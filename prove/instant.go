package prove

import (
	"fmt"
	"strings"
	"time"
)

// An instant is a point in time, to the nanosecond, without a zone.
type instant struct {
	sec  int64
	nsec int
}

// instantForms are the texts of a timestamp: with any offset, or without one
// in UTC; with T or a blank; a fraction may follow the seconds of each.
var instantForms = []string{time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04:05", "2006-01-02 15:04:05"}

// parseInstant reads a timestamp.
func parseInstant(s string) (instant, error) {
	for _, form := range instantForms {
		if t, err := time.Parse(form, s); err == nil {
			return instant{t.Unix(), t.Nanosecond()}, nil
		}
	}
	return instant{}, fmt.Errorf("%q is no timestamp", s)
}

func (i instant) compare(j instant) int {
	switch {
	case i.sec != j.sec:
		return sign(i.sec < j.sec)
	case i.nsec != j.nsec:
		return sign(i.nsec < j.nsec)
	}
	return 0
}

func sign(less bool) int {
	if less {
		return -1
	}
	return 1
}

// add returns the instant that lies n units of 10^-precision seconds later.
func (i instant) add(n int64, precision int) instant {
	unit := time.Second
	for range precision {
		unit /= 10
	}
	t := i.time().Add(time.Duration(n) * unit)
	return instant{t.Unix(), t.Nanosecond()}
}

func (i instant) time() time.Time { return time.Unix(i.sec, int64(i.nsec)).UTC() }

// cut drops what 10^-precision seconds do not show.
func (i instant) cut(precision int) instant {
	unit := 1_000_000_000
	for range precision {
		unit /= 10
	}
	return instant{i.sec, i.nsec - i.nsec%unit}
}

// text prints the instant in UTC with exactly so many fraction digits,
// cutting off what does not fit.
func (i instant) text(precision int) string {
	return i.in(time.UTC, precision)
}

// in prints the instant as a clock in that zone shows it.
func (i instant) in(zone *time.Location, precision int) string {
	layout := "2006-01-02T15:04:05"
	if precision > 0 {
		layout += "." + strings.Repeat("0", precision)
	}
	return i.time().In(zone).Format(layout + "Z07:00")
}
