package prove

import (
	"strings"
	"testing"
	"time"
)

// FuzzPieces holds that a template is read without a panic, and that doubled
// braces come back as they were meant.
func FuzzPieces(f *testing.F) {
	for _, s := range []string{"PLAYER#{player_id}", "{rating:num(-500,9999) desc}#{id}", "{{}}", "{", "}", "a{b:c}d{{e", "{}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		pieces(s)
		quoted := strings.NewReplacer("{", "{{", "}", "}}").Replace(s)
		text := ""
		for _, p := range pieces(quoted) {
			if p.column != "" {
				t.Fatalf("%q has the slot %q", quoted, p.column)
			}
			text += p.literal
		}
		if text != s {
			t.Errorf("%q is read as %q", quoted, text)
		}
	})
}

// FuzzInstant holds that a timestamp that is read and written in UTC is the
// same instant to the library of time, and that text of full precision sorts
// as time does.
func FuzzInstant(f *testing.F) {
	for _, s := range []string{"2026-05-28T19:05:33Z", "2026-05-28T19:05:33.123456789+02:00", "2026-05-28 19:05:33", "0001-01-01T00:00:00Z", "x"} {
		f.Add(s, "2026-05-28T19:05:33.5-05:30")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		i, err := parseInstant(a)
		if err != nil || i.time().Year() < 0 || i.time().Year() > 9999 {
			return
		}
		back, err := time.Parse(time.RFC3339Nano, i.text(9))
		if err != nil || !back.Equal(i.time()) {
			t.Fatalf("%q is written as %q: %v", a, i.text(9), err)
		}
		j, err := parseInstant(b)
		if err != nil || j.time().Year() < 0 || j.time().Year() > 9999 {
			return
		}
		if got, want := i.compare(j), strings.Compare(i.text(9), j.text(9)); got != want {
			t.Errorf("%q and %q compare as %d, their texts as %d", a, b, got, want)
		}
	})
}
