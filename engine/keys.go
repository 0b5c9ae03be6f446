package engine

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/keywright/keywright/attr"
)

// The spaces of the store, by the first byte of the key.
const (
	spaceCatalog = 0x10
	spaceData    = 0x20
	spaceStreams = 0x30
	spaceTokens  = 0x40
	spaceExpiry  = 0x50
)

const (
	hashSize   = 16
	prefixSize = 1 + 4 + 2 // space, table id, index id
	baseIndex  = 0         // the index id of the table itself
)

// appendPrefix appends the beginning of every key of a table's index.
func appendPrefix(dst []byte, table uint32, index uint16) []byte {
	dst = append(dst, spaceData)
	dst = binary.BigEndian.AppendUint32(dst, table)
	return binary.BigEndian.AppendUint16(dst, index)
}

// tablePrefix is the beginning of every key of a table, its indexes included.
func tablePrefix(table uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte{spaceData}, table)
}

// prefixEnd returns the first key after all keys that begin with prefix. The
// prefix is never all 0xFF: it begins with a space byte.
func prefixEnd(prefix []byte) []byte {
	end := append([]byte(nil), prefix...)
	for i := len(end) - 1; ; i-- {
		if end[i]++; end[i] != 0 {
			return end[:i+1]
		}
	}
}

// A hash stands in a key for some typed values: the first 16 bytes of SHA-256
// over type, length and bytes of each. The values are written where the hash
// will be, so that no other memory is needed.

// appendTyped appends what is hashed of a value.
func appendTyped(dst []byte, v attr.Value) []byte {
	s := v.Str()
	dst = append(dst, byte(v.Type()))
	dst = binary.AppendUvarint(dst, uint64(len(s)))
	return append(dst, s...)
}

// hashFrom replaces what was appended to dst since start by its hash.
func hashFrom(dst []byte, start int) []byte {
	sum := sha256.Sum256(dst[start:])
	return append(dst[:start], sum[:hashSize]...)
}

// appendHash appends the hash of some attributes of an item.
func appendHash(dst []byte, it attr.Item, names []string) []byte {
	start := len(dst)
	for _, n := range names {
		dst = appendTyped(dst, it.Get(n))
	}
	return hashFrom(dst, start)
}

// appendKeyHash appends the hash of the whole key of the table's item.
func (t *table) appendKeyHash(dst []byte, it attr.Item) []byte {
	start := len(dst)
	dst = appendTyped(dst, it.Get(t.pk.name))
	if t.sk.isSet() {
		dst = appendTyped(dst, it.Get(t.sk.name))
	}
	return hashFrom(dst, start)
}

func appendValuesHash(dst []byte, values []attr.Value) []byte {
	start := len(dst)
	for _, v := range values {
		dst = appendTyped(dst, v)
	}
	return hashFrom(dst, start)
}

// appendItemKey appends the key of an item; it needs the key attributes only.
func (t *table) appendItemKey(dst []byte, it attr.Item) []byte {
	if !t.sk.isSet() {
		return t.appendKey(dst, it.Get(t.pk.name), attr.Value{})
	}
	return t.appendKey(dst, it.Get(t.pk.name), it.Get(t.sk.name))
}

// appendKey appends the key of the item with these key values; sk is the zero
// Value where the table has no sort key.
func (t *table) appendKey(dst []byte, pk, sk attr.Value) []byte {
	dst = appendPrefix(dst, t.id, baseIndex)
	start := len(dst)
	dst = hashFrom(appendTyped(dst, pk), start)
	if sk.IsZero() {
		return dst
	}
	return attr.AppendOrdered(dst, sk)
}

// appendEntryKey appends the key of an index entry; it needs the key
// attributes of the index and of the table. The hash of the table's key at
// its end tells apart items with equal index keys. In a local index the
// partition is the table's, so a collection stays together.
func (t *table) appendEntryKey(dst []byte, ix *tableIndex, it attr.Item) []byte {
	dst = appendPrefix(dst, t.id, ix.id)
	dst = appendHash(dst, it, ix.def.Key.Partition)
	for _, n := range ix.def.Key.Sort {
		dst = attr.AppendOrdered(dst, it.Get(n))
	}
	return t.appendKeyHash(dst, it)
}
