package engine

import (
	"encoding/binary"
	"math/bits"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/query"
	"github.com/keywright/keywright/store"
)

// keyRange returns the part of the store that an access path reads.
func (t *table) keyRange(p *query.Path) store.Range {
	prefix := appendPrefix(nil, t.id, t.indexID(p))
	if p.Kind != query.Scan {
		prefix = appendValuesHash(prefix, p.Partition)
		for _, v := range p.Equal {
			prefix = attr.AppendOrdered(prefix, v)
		}
	}
	r := store.Range{Start: prefix, End: prefixEnd(prefix), Reverse: p.Reverse}
	if !p.Prefix.IsZero() {
		r.Start = attr.AppendOrderedPrefix(clip(prefix), p.Prefix)
		r.End = prefixEnd(r.Start)
	}
	if !p.Low.IsZero() {
		r.Start = attr.AppendOrdered(clip(prefix), p.Low.Value)
		if p.Low.Exclusive {
			r.Start = prefixEnd(r.Start)
		}
	}
	if !p.High.IsZero() {
		r.End = attr.AppendOrdered(clip(prefix), p.High.Value)
		if !p.High.Exclusive {
			r.End = prefixEnd(r.End)
		}
	}
	t.startAfter(&r, p)
	return r
}

// clip makes append copy.
func clip(b []byte) []byte { return b[:len(b):len(b)] }

func (t *table) indexID(p *query.Path) uint16 {
	if p.Index == nil {
		return baseIndex
	}
	return t.index(p.Index).id
}

// startAfter moves a range's beginning to right after its page key. That the
// item of the page key is still there does not matter.
func (t *table) startAfter(r *store.Range, p *query.Path) {
	if p.Start == nil {
		return
	}
	key := t.pathKey(p, p.Start)
	if p.Reverse {
		r.End = key
	} else {
		r.Start = append(key, 0)
	}
}

// pathKey returns the key in the store of what a path reads.
func (t *table) pathKey(p *query.Path, it attr.Item) []byte {
	if p.Index == nil {
		return t.appendItemKey(nil, it)
	}
	return t.appendEntryKey(nil, t.index(p.Index), it)
}

// segment narrows a Scan's range to one of total equal slices of the hash
// space, and checks that the page key lies in it.
func (t *table) segment(r *store.Range, p *query.Path, segment, total int) error {
	prefix := appendPrefix(nil, t.id, t.indexID(p))
	start := appendSlice(clip(prefix), segment, total)
	end := prefixEnd(prefix)
	if segment+1 < total {
		end = appendSlice(clip(prefix), segment+1, total)
	}
	if p.Start != nil {
		key := string(t.pathKey(p, p.Start))
		if key < string(start) || key >= string(end) {
			return apiError(query.WrongSegment(segment, total))
		}
		start = r.Start
	}
	r.Start, r.End = start, end
	return nil
}

// appendSlice appends the first hash of a slice: 2^64 × i/n, in 8 bytes.
func appendSlice(dst []byte, i, n int) []byte {
	hash, _ := bits.Div64(uint64(i), 0, uint64(n))
	return binary.BigEndian.AppendUint64(dst, hash)
}
