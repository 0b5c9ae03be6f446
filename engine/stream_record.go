package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/store"
)

// A stream record in the store is
//
//	flags u8 | milliseconds uvarint | key, old image, new image: those that are
//	there, each after its length
//
// The images are those of the stream's view type. The key is there where no
// image is; else it is taken from one.

const (
	recordInsert = 0
	recordModify = 1
	recordRemove = 2

	recordKind   = 0x03
	recordByTTL  = 0x04
	recordHasKey = 0x08
	recordHasOld = 0x10
	recordHasNew = 0x20
)

// slicePrefix is the beginning of every key of a slice, and the key of the
// place up to which it is trimmed.
func slicePrefix(dst []byte, stream uint32, slice int) []byte {
	dst = binary.BigEndian.AppendUint32(append(dst, spaceStreams), stream)
	return binary.BigEndian.AppendUint16(dst, uint16(slice))
}

const slicePrefixSize = 1 + 4 + 2

// sliceOf returns the slice of an item's key: each has an equal part of the
// hashes.
func sliceOf(itemKey []byte, slices int) int {
	return int(binary.BigEndian.Uint16(itemKey[prefixSize:])) * slices >> 16
}

// stage writes the record of a change.
func (st *stream) stage(txn store.Txn, a *action, e *effect) {
	def := st.rec.Load()
	it := e.new
	if it == nil {
		it = e.oldItem
	}
	key := slicePrefix(make([]byte, 0, slicePrefixSize+positionSize), st.id, sliceOf(a.key, def.Slices))
	key = binary.BigEndian.AppendUint64(key, txn.Stamp())
	key = a.t.appendKeyHash(key, it)
	rec := changeRecord{millis: st.now().UnixMilli(), byTTL: a.expiry}
	switch {
	case !e.old:
		rec.kind = recordInsert
	case e.new == nil:
		rec.kind = recordRemove
	default:
		rec.kind = recordModify
	}
	if showsOld(def.View) {
		rec.old = e.oldItem
	}
	if showsNew(def.View) {
		rec.new = e.new
	}
	if rec.old == nil && rec.new == nil {
		rec.key = it.Pick(a.t.def.Key.Names()...)
	}
	txn.Set(key, rec.append(nil))
}

func showsOld(view string) bool { return view == "OLD_IMAGE" || view == "NEW_AND_OLD_IMAGES" }
func showsNew(view string) bool { return view == "NEW_IMAGE" || view == "NEW_AND_OLD_IMAGES" }

// changeRecord is a stream record.
type changeRecord struct {
	kind          byte
	byTTL         bool
	millis        int64
	key, old, new attr.Item // nil for what is not there
}

func (c *changeRecord) append(dst []byte) []byte {
	flags := c.kind
	if c.byTTL {
		flags |= recordByTTL
	}
	for _, part := range c.parts() {
		if *part.it != nil {
			flags |= part.flag
		}
	}
	dst = binary.AppendUvarint(append(dst, flags), uint64(c.millis))
	for _, part := range c.parts() {
		if *part.it != nil {
			enc := attr.AppendItem(nil, *part.it)
			dst = append(binary.AppendUvarint(dst, uint64(len(enc))), enc...)
		}
	}
	return dst
}

type recordPart struct {
	flag byte
	it   *attr.Item
}

func (c *changeRecord) parts() [3]recordPart {
	return [...]recordPart{{recordHasKey, &c.key}, {recordHasOld, &c.old}, {recordHasNew, &c.new}}
}

var errStreamRecord = errors.New("engine: damaged stream record")

// recordMillis reads the time of a record alone.
func recordMillis(b []byte) (int64, error) {
	if len(b) == 0 {
		return 0, errStreamRecord
	}
	millis, n := binary.Uvarint(b[1:])
	if n <= 0 {
		return 0, errStreamRecord
	}
	return int64(millis), nil
}

func decodeChange(b []byte) (*changeRecord, error) {
	millis, err := recordMillis(b)
	if err != nil {
		return nil, err
	}
	flags := b[0]
	c := &changeRecord{kind: flags & recordKind, byTTL: flags&recordByTTL != 0, millis: millis}
	_, n := binary.Uvarint(b[1:])
	b = b[1+n:]
	for _, part := range c.parts() {
		if flags&part.flag == 0 {
			continue
		}
		size, n := binary.Uvarint(b)
		if n <= 0 || size > uint64(len(b)-n) {
			return nil, errStreamRecord
		}
		if *part.it, err = attr.DecodeItem(b[n:][:size]); err != nil {
			return nil, fmt.Errorf("%w: %w", errStreamRecord, err)
		}
		b = b[n:][size:]
	}
	if len(b) > 0 || c.kind > recordRemove || c.image() == nil {
		return nil, errStreamRecord
	}
	return c, nil
}

// image returns a part that has the key attributes.
func (c *changeRecord) image() attr.Item {
	switch {
	case c.new != nil:
		return c.new
	case c.old != nil:
		return c.old
	}
	return c.key
}

// describe writes a record as the API does. The size is that of all it holds
// (the sample event of the Lambda guide: 26, 59 and 38 bytes).
func (c *changeRecord) describe(db *DB, def *streamRecord, key []byte) api.Record {
	names := make([]string, len(def.Key))
	for i, k := range def.Key {
		names[i] = k.AttributeName
	}
	at := readPosition(key[slicePrefixSize:])
	r := api.Record{
		EventID: eventID(def, key), EventName: [...]string{"INSERT", "MODIFY", "REMOVE"}[c.kind], EventVersion: "1.1",
		EventSource: "aws:dynamodb", AWSRegion: db.space.region,
		DynamoDB: &api.StreamRecord{
			ApproximateCreationDateTime: c.millis / 1000, // rounded down (API reference, StreamRecord)
			Keys:                        c.image().Pick(names...), NewImage: c.new, OldImage: c.old,
			SequenceNumber: at.sequenceNumber(), StreamViewType: def.View,
		},
	}
	d := r.DynamoDB
	d.SizeBytes = int64(d.Keys.Size() + d.NewImage.Size() + d.OldImage.Size())
	if c.byTTL {
		r.UserIdentity = &api.Identity{PrincipalId: "dynamodb.amazonaws.com", Type: "Service"}
	}
	return r
}

// eventID follows from what tells records apart, so that every reader sees
// the same.
func eventID(def *streamRecord, key []byte) string {
	sum := sha256.Sum256(append([]byte(def.name()+"\x00"), key...))
	return hex.EncodeToString(sum[:16])
}
