package engine

import (
	"encoding/binary"
	"fmt"

	"github.com/keywright/keywright/attr"
)

// A record is the value under an item's or an index entry's key: the size in
// bytes as DynamoDB counts it, then the attributes. The size in front lets
// writes and pages be charged without decoding what they pass over.

func appendRecord(dst []byte, it attr.Item, size int) []byte {
	return attr.AppendItem(binary.AppendUvarint(dst, uint64(size)), it)
}

// splitRecord returns a record's size and the encoded attributes.
func splitRecord(rec []byte) (size int, item []byte, err error) {
	n, width := binary.Uvarint(rec)
	if width <= 0 {
		return 0, nil, fmt.Errorf("engine: record without a size")
	}
	return int(n), rec[width:], nil
}

// decodeRecord returns a record's attributes and size; nil and 0 where there
// is no record.
func decodeRecord(rec []byte) (attr.Item, int, error) {
	if rec == nil {
		return nil, 0, nil
	}
	size, enc, err := splitRecord(rec)
	if err != nil {
		return nil, 0, err
	}
	it, err := attr.DecodeItem(enc)
	if err != nil {
		return nil, 0, damaged(err)
	}
	return it, size, nil
}

// appendRecordJSON appends a record's item as it goes over the wire and
// returns its size; nothing and 0 where there is no record.
func appendRecordJSON(dst, rec []byte) ([]byte, int, error) {
	if rec == nil {
		return dst, 0, nil
	}
	size, enc, err := splitRecord(rec)
	if err == nil {
		dst, err = attr.Stored(enc).AppendJSON(dst)
	}
	return dst, size, damaged(err)
}

func damaged(err error) error {
	if err != nil {
		err = fmt.Errorf("engine: damaged record: %w", err)
	}
	return err
}
