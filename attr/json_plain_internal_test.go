package attr

import (
	"strings"
	"testing"
)

// plainBytes agrees with a look at one byte after the other, wherever the
// first other byte stands and whatever it is.
func TestPlainBytes(t *testing.T) {
	for length := range 20 {
		for at := range length + 1 {
			for c := range 256 {
				text := []byte(strings.Repeat("~", length))
				want := length
				if at < length {
					text[at] = byte(c)
					if c < ' ' || c >= 0x80 || c == '"' || c == '\\' {
						want = at
					}
				}
				if got := plainBytes(string(text)); got != want {
					t.Fatalf("%q: %d, want %d", text, got, want)
				}
			}
		}
	}
}
