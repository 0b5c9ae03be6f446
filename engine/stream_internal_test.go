package engine

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/keywright/keywright/attr"
)

// Sequence numbers have at most 40 digits and no leading zero (API reference,
// StreamRecord: 21 to 40), are ordered as the places are, both as texts and as
// numbers, and lead back to stamp and half hash.
func TestSequenceNumbers(t *testing.T) {
	place := rapid.Custom(func(t *rapid.T) position {
		p := position{stamp: rapid.Uint64().Draw(t, "stamp")}
		copy(p.hash[:], rapid.SliceOfN(rapid.Byte(), tieBytes, tieBytes).Draw(t, "hash"))
		return p
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := place.Draw(t, "a"), place.Draw(t, "b")
		x, y := a.sequenceNumber(), b.sequenceNumber()
		if len(x) != 40 || x[0] == '0' || strings.Trim(x, "0123456789") != "" {
			t.Fatalf("%+v is %s", a, x)
		}
		if a.before(b) != (x < y) || b.before(a) != (y < x) {
			t.Fatalf("%s and %s are not in order", x, y)
		}
		if got, ok := parseSequenceNumber(x); !ok || got != a {
			t.Fatalf("%s is read as %+v", x, got)
		}
		if next := a.next(tieBytes); next != (position{}) && !a.before(next) { // unless it was the last of all
			t.Fatalf("%+v comes after %+v", next, a)
		}
	})
}

// FuzzSequenceNumber reads anything; what it takes is written alike.
func FuzzSequenceNumber(f *testing.F) {
	f.Add(position{stamp: 7}.sequenceNumber())
	f.Add("2844674407370955161518446744073709551615")
	f.Add("2844674407370955161618446744073709551615")
	f.Add("100000000000000000001")
	f.Fuzz(func(t *testing.T, text string) {
		if p, ok := parseSequenceNumber(text); ok && p.sequenceNumber() != text {
			t.Errorf("%s is written as %s", text, p.sequenceNumber())
		}
	})
}

// FuzzShardIterator reads anything; what it takes is written alike.
func FuzzShardIterator(f *testing.F) {
	it := iterator{arn: "arn:aws:dynamodb:r:a:table/t/stream/l", millis: 5, slice: 3, shard: 9, at: position{stamp: 11}, horizon: true}
	f.Add(it.String())
	f.Add("|1|")
	f.Fuzz(func(t *testing.T, text string) {
		if it, err := parseIterator(text); err == nil && it.String() != text {
			t.Errorf("%q is written as %q", text, it.String())
		}
	})
}

// FuzzChangeRecord reads anything; what it takes and writes is read alike.
func FuzzChangeRecord(f *testing.F) {
	it := attr.NewItem(attr.Field{Name: "pk", Value: attr.String("a")})
	for _, c := range []changeRecord{{kind: recordInsert, millis: 1, new: it}, {kind: recordRemove, byTTL: true, old: it}, {kind: recordModify, key: it}} {
		f.Add(c.append(nil))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := decodeChange(b)
		if err != nil {
			return
		}
		again, err := decodeChange(c.append(nil))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.append(nil), again.append(nil), cmp.Comparer(bytes.Equal)); diff != "" {
			t.Error(diff)
		}
	})
}
