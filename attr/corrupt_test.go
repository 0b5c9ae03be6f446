package attr_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
)

// TestCorruptItems: each line is a storage form by the comment in codec.go,
// with one fault.
func TestCorruptItems(t *testing.T) {
	for _, c := range []struct{ stored, what string }{
		{"", "version"},
		{"0200", "version"},
		{"01", "length"},
		{"0100ff", "bytes after the end"},
		{"0101", "length"},             // no name
		{"0105016105", "length"},       // five attributes in four bytes
		{"0180808080808000", "length"}, // a count without end
		{"01810001610505", "length"},   // a count that is too long by a byte
		{"01010161", "missing value"},
		{"0101016100", "type"},
		{"010101610b", "type"},
		{"01010161010561", "length"}, // five bytes of text, one there
		{"0101016104", "truth value"},
		{"010101610402", "truth value"},
		{"01020161050161" + "05", "order of attributes"}, // a, a
		{"0102016205" + "016105", "order of attributes"}, // b, a
		{"010101610200", "number"},
		{"01010161020130" + "00", "bytes after the end"},
		{"0101016102022d30", "number"},       // -0
		{"01010161020130" + "", ""},          // 0
		{"010101610203302e30", "number"},     // 0.0
		{"0101016102023031", "number"},       // 01
		{"01010161020131" + "", ""},          // 1
		{"010101610205312e322e33", "number"}, // 1.2.3
		{"0101016102" + "27" + strings.Repeat("31", 39), "number"},
		{"0101016108" + "00", "empty set"},
		{"0101016108" + "0201610161", "order of a set"},
		{"0101016109" + "020131022d31", "order of a set"}, // 1, -1
		{"0101016107" + "02" + "05", "length"},
		{"010101610701", "length"},
		{"0101016106" + "01" + "017806" + "00", ""}, // {"x":{}}
		{"010101610a" + "01" + "0161", ""},
	} {
		b, err := hex.DecodeString(c.stored)
		if err != nil {
			t.Fatal(err)
		}
		it, err := attr.DecodeItem(b)
		switch {
		case c.what == "" && err != nil:
			t.Errorf("%s: %v", c.stored, err)
		case c.what != "" && (err == nil || !strings.HasSuffix(err.Error(), ": "+c.what)):
			t.Errorf("%s: item %s, error %v; want %s", c.stored, it.AppendJSON(nil), err, c.what)
		}
	}
	deep := strings.Repeat("070"+"1", 40)
	if b, _ := hex.DecodeString("01010161" + deep + "05"); b != nil {
		if _, err := attr.DecodeItem(b); err == nil || !strings.HasSuffix(err.Error(), "nested too deeply") {
			t.Errorf("40 lists: %v", err)
		}
	}
}

// TestMalformedKeys: each line breaks the comment in ordered.go once.
func TestMalformedKeys(t *testing.T) {
	for _, c := range []struct{ key, why string }{
		{"", "nothing"},
		{"20", "unknown tag"},
		{"21", "no end"},
		{"2161", "no end"},
		{"216100", "half an end"},
		{"21610002", "unknown escape"},
		{"22", "no sign"},
		{"2203", "unknown sign"},
		{"2202", "no exponent"},
		{"220284", "no digits"},
		{"22028400", "no digit before the end"},
		{"2202840d", "no end"},
		{"2202840500", "first digit 0: 04"},
		{"2202840d0100", "last pair 00"},
		{"2202846400", ""},
		{"2202846500", "pair of 100"},
		{"220284" + strings.Repeat("0d", 20) + "00", "40 digits"},
		{"22007b" + "00ff", "pair of 254"},
	} {
		b, err := hex.DecodeString(c.key)
		if err != nil {
			t.Fatal(err)
		}
		if v, _, err := attr.DecodeOrdered(b); (err == nil) != (c.why == "") {
			t.Errorf("%s (%s): %q, %v", c.key, c.why, v.Str(), err)
		}
	}
}
