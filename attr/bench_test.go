package attr_test

import (
	"encoding/json"
	"testing"

	"github.com/keywright/keywright/attr"
)

// benchItem is an order of 12 flat attributes, about 300 bytes.
func benchItem(tb testing.TB) attr.Item {
	return mustItem(tb, `{"pk":{"S":"CUSTOMER#01HZX3K8Q2"},"sk":{"S":"ORDER#2026-11-30T12:00:00Z#01HZX3K8Q3"},
		"type":{"S":"order"},"status":{"S":"SHIPPED"},"total":{"N":"129.95"},"items":{"N":"3"},
		"placed":{"N":"1796040000"},"paid":{"BOOL":true},"coupon":{"NULL":true},
		"address":{"S":"221B Baker Street, London NW1 6XE"},"email":{"S":"someone@example.com"},
		"note":{"S":"leave at the door"}}`)
}

func BenchmarkAppendJSON(b *testing.B) {
	it := benchItem(b)
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = it.AppendJSON(buf[:0])
	}
	b.SetBytes(int64(len(buf)))
}

func BenchmarkParseItem(b *testing.B) {
	text := benchItem(b).AppendJSON(nil)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := attr.ParseItem(text); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUnmarshalAny is the road not taken, for comparison.
func BenchmarkUnmarshalAny(b *testing.B) {
	text := benchItem(b).AppendJSON(nil)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var v map[string]any
		if err := json.Unmarshal(text, &v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendItem(b *testing.B) {
	it := benchItem(b)
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = attr.AppendItem(buf[:0], it)
	}
	b.SetBytes(int64(len(buf)))
}

func BenchmarkDecodeItem(b *testing.B) {
	stored := attr.AppendItem(nil, benchItem(b))
	b.SetBytes(int64(len(stored)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := attr.DecodeItem(stored); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkItemSize(b *testing.B) {
	it := benchItem(b)
	b.ReportAllocs()
	for b.Loop() {
		it.Size()
	}
}

func BenchmarkAppendOrdered(b *testing.B) {
	for name, v := range map[string]attr.Value{
		"S": attr.String("ORDER#2026-11-30T12:00:00Z#01HZX3K8Q3"),
		"N": attr.Num(mustNumber(b, "-1796040000.25")),
		"B": attr.Binary([]byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f")),
	} {
		b.Run(name, func(b *testing.B) {
			var buf []byte
			b.ReportAllocs()
			for b.Loop() {
				buf = attr.AppendOrdered(buf[:0], v)
			}
		})
	}
}

func BenchmarkDecodeOrdered(b *testing.B) {
	key := attr.AppendOrdered(nil, attr.Num(mustNumber(b, "-1796040000.25")))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := attr.DecodeOrdered(key); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompareNumbers(b *testing.B) {
	x, y := attr.Num(mustNumber(b, "1796040000.25")), attr.Num(mustNumber(b, "1796040000.5"))
	b.ReportAllocs()
	for b.Loop() {
		attr.Compare(x, y)
	}
}
