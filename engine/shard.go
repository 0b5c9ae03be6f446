package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/keywright/keywright/api"
)

// shard is what a slice of a stream holds between two stamps.
type shard struct {
	id         string
	parent     string // "" for none
	slice      int
	start, end uint64 // end is 0 while the shard is open
}

// shards returns the shards of a stream, ordered by id: the oldest first.
func (r *streamRecord) shards() []shard {
	var all []shard
	before := r.Before
	for i := range r.Generations {
		g := &r.Generations[i]
		end := r.End
		if i+1 < len(r.Generations) {
			end = r.Generations[i+1].Start
		}
		for slice := range r.Slices {
			s := shard{id: r.shardID(g, slice), slice: slice, start: g.Start, end: end}
			if before != nil {
				s.parent = r.shardID(before, slice)
			}
			all = append(all, s)
		}
		before = g
	}
	slices.SortFunc(all, func(a, b shard) int { return strings.Compare(a.id, b.id) })
	return all
}

// shardID has DynamoDB's form: the time at which the shard began, and 8 hex
// digits.
func (r *streamRecord) shardID(g *generation, slice int) string {
	in := binary.BigEndian.AppendUint32([]byte(r.name()), r.ID)
	in = binary.BigEndian.AppendUint64(in, g.Start)
	sum := sha256.Sum256(binary.BigEndian.AppendUint16(in, uint16(slice)))
	return fmt.Sprintf("shardId-%020d-%08x", g.Millis, sum[:4])
}

// shard returns the shard of that id.
func (r *streamRecord) shard(id string) (shard, error) {
	all := r.shards()
	i := slices.IndexFunc(all, func(s shard) bool { return s.id == id })
	if i < 0 {
		return shard{}, noShard()
	}
	return all[i], nil
}

// noShard is DynamoDB's answer to a shard that is not, or not any more.
func noShard() error {
	return &api.Error{Code: api.ResourceNotFoundException, Message: "Requested resource not found: Shard does not exist"}
}

func (s *shard) describe() api.Shard {
	r := &api.SequenceNumberRange{StartingSequenceNumber: position{stamp: s.start}.sequenceNumber()}
	if s.end > 0 {
		last := position{stamp: s.end - 1}
		copy(last.hash[:], bytes.Repeat([]byte{0xff}, hashSize))
		r.EndingSequenceNumber = last.sequenceNumber()
	}
	return api.Shard{ShardId: s.id, ParentShardId: s.parent, SequenceNumberRange: r}
}

// position is a place in a slice: where a record of this stamp and this hash
// of its item's key lies.
type position struct {
	stamp uint64
	hash  [hashSize]byte
}

const positionSize = 8 + hashSize

func readPosition(b []byte) position {
	p := position{stamp: binary.BigEndian.Uint64(b)}
	copy(p.hash[:], b[8:positionSize])
	return p
}

func (p position) append(dst []byte) []byte {
	return append(binary.BigEndian.AppendUint64(dst, p.stamp), p.hash[:]...)
}

func (p position) before(q position) bool {
	return p.stamp < q.stamp || p.stamp == q.stamp && bytes.Compare(p.hash[:], q.hash[:]) < 0
}

// next is the place right after p, if the first n bytes of the hash are all
// that is known of it.
func (p position) next(n int) position {
	for i := n - 1; i >= 0; i-- {
		if p.hash[i]++; p.hash[i] != 0 {
			return p
		}
	}
	p.stamp++
	return p
}

// A sequence number has 40 digits: a stamp of 20, whose first is one more than
// it is, lest it be 0, and the first half of the hash, which tells records of
// one stamp apart. Two keys with one half are found by nobody who does not
// search for them (2^32 hashes), and then their records have one number.
const (
	sequenceDigits = 40
	tieBytes       = 8
)

func (p position) sequenceNumber() string {
	b := fmt.Appendf(nil, "%020d%020d", p.stamp, binary.BigEndian.Uint64(p.hash[:tieBytes]))
	b[0]++
	return string(b)
}

// parseSequenceNumber undoes sequenceNumber, as far as the hash is in it.
func parseSequenceNumber(text string) (p position, ok bool) {
	if len(text) != sequenceDigits || strings.Trim(text, "0123456789") != "" || text[0] == '0' {
		return p, false
	}
	stamp, err := strconv.ParseUint(string(text[0]-1)+text[1:20], 10, 64)
	if err != nil {
		return p, false
	}
	tie, err := strconv.ParseUint(text[20:], 10, 64)
	if err != nil {
		return p, false
	}
	p.stamp = stamp
	binary.BigEndian.PutUint64(p.hash[:], tie)
	return p, true
}
