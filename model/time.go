package model

import (
	"fmt"
	"strings"
	"time"
)

// timestampForms are the forms that ParseTimestamp reads, each with and
// without a fraction.
var timestampForms = []string{
	time.RFC3339Nano,
	"2006-01-02 15:04:05.999999999Z07:00",
	"2006-01-02T15:04:05.999999999", // UTC
	"2006-01-02 15:04:05.999999999", // UTC, as SQLite writes it
}

// ParseTimestamp reads an instant: RFC 3339 with any offset, or without an
// offset in UTC, with T or a blank before the time, and up to nine fraction
// digits. The result is in UTC, in the years 0000 to 9999.
func ParseTimestamp(text string) (time.Time, error) {
	if i := strings.IndexByte(text, '.'); i >= 0 && digitsLen(text[i+1:]) > maxFraction {
		return time.Time{}, fmt.Errorf("%q has more than %d fraction digits", clip(text), maxFraction)
	}
	if strings.ContainsRune(text, ',') { // time.Parse takes it for a point
		return time.Time{}, fmt.Errorf("%q is not a timestamp such as 2026-05-28T19:05:33.123Z", clip(text))
	}
	for _, form := range timestampForms {
		t, err := time.Parse(form, text)
		if err != nil {
			continue
		}
		if t = t.UTC(); t.Year() < 0 || t.Year() > 9999 {
			return time.Time{}, fmt.Errorf("%q is outside of the years 0000 to 9999", clip(text))
		}
		return t, nil
	}
	return time.Time{}, fmt.Errorf("%q is not a timestamp such as 2026-05-28T19:05:33.123Z", clip(text))
}

// FormatTimestamp returns the stored normal form of an instant: UTC with
// exactly precision fraction digits and Z. Further digits are cut off.
func FormatTimestamp(t time.Time, precision int) string {
	form := "2006-01-02T15:04:05"
	if precision > 0 {
		form += "." + strings.Repeat("0", precision)
	}
	return t.UTC().Format(form + "Z")
}

// FractionDigits returns how many fraction digits an instant needs: 0 for a
// whole second, 3 for a whole millisecond, at most 9.
func FractionDigits(t time.Time) int {
	return len(strings.TrimRight(fmt.Sprintf("%09d", t.Nanosecond()), "0"))
}

// ParseDate checks a date: "2026-05-28".
func ParseDate(text string) (time.Time, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is not a date such as 2026-05-28", clip(text))
	}
	return t, nil
}
