package engine

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"time"

	"github.com/keywright/keywright/api"
)

// iteratorLife is how long an iterator is good (API reference, GetRecords).
const iteratorLife = 15 * time.Minute

// iterator is what a ShardIterator says: which records are to be read next.
// Its text is the stream's ARN, a version and the rest in base64, as
// DynamoDB's. The client keeps it; nothing of it is secret.
type iterator struct {
	arn     string
	millis  int64 // when it was made
	slice   int
	shard   uint64 // the stamp at which the shard begins
	at      position
	horizon bool // trimmed records are passed over
}

const iteratorVersion = "|1|"

func (it *iterator) String() string {
	b := binary.BigEndian.AppendUint64(nil, uint64(it.millis))
	b = binary.BigEndian.AppendUint16(b, uint16(it.slice))
	b = binary.BigEndian.AppendUint64(b, it.shard)
	b = it.at.append(b)
	if it.horizon {
		b = append(b, 1)
	} else {
		b = append(b, 0)
	}
	return it.arn + iteratorVersion + base64.StdEncoding.EncodeToString(b)
}

const iteratorSize = 8 + 2 + 8 + positionSize + 1

// parseIterator undoes String.
func parseIterator(text string) (*iterator, error) {
	arn, rest, ok := strings.Cut(text, iteratorVersion)
	b, err := base64.StdEncoding.Strict().DecodeString(rest)
	if !ok || err != nil || len(b) != iteratorSize || b[iteratorSize-1] > 1 {
		return nil, validation("Invalid ShardIterator")
	}
	return &iterator{
		arn: arn, millis: int64(binary.BigEndian.Uint64(b)), slice: int(binary.BigEndian.Uint16(b[8:])),
		shard: binary.BigEndian.Uint64(b[10:]), at: readPosition(b[18:]), horizon: b[iteratorSize-1] == 1,
	}, nil
}

func (it *iterator) checkAge(now time.Time) error {
	if now.Sub(time.UnixMilli(it.millis)) > iteratorLife {
		return &api.Error{Code: api.ExpiredIteratorException, Message: "The provided iterator exceeds the maximum age allowed."}
	}
	return nil
}
