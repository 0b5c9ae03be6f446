package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/store"
)

// tokenLife is how long a ClientRequestToken is remembered (API reference,
// TransactWriteItems: 10 minutes after the request that used it ended).
const tokenLife = 10 * time.Minute

// The keys of tokens, after spaceTokens.
const (
	tokenRecord = 0x01 // + namespace, token: a record
	tokenTime   = 0x02 // + milliseconds, namespace, token: to find the records that are past
)

// errReplay ends a transaction that took effect before.
var errReplay = errors.New("engine: the transaction took effect before")

// token is the ClientRequestToken of a transaction. Its record is written in
// the transaction itself, so that the token is known exactly if the writes
// took effect, also after a crash or an answer that was lost.
//
//	record: milliseconds u64 | SHA-256 of the actions 32 B | size of each action's item u32...
type token struct {
	text  string // in its namespace
	hash  [sha256.Size]byte
	now   func() time.Time
	sizes []int // of a replay: the larger image of each action's item
}

// newToken returns the request's token, nil if it has none.
func (db *DB) newToken(r *api.TransactWriteItemsRequest) (*token, error) {
	return db.tokenOf(r.ClientRequestToken, r.TransactItems)
}

// statementTokens begins the texts of ExecuteTransaction's tokens: they are
// apart from those of TransactWriteItems (measured by dynoxide's author), none
// of which is as long.
const statementTokens = "ExecuteTransaction's ClientRequestToken: "

// newStatementToken is newToken for statements.
func (db *DB) newStatementToken(r *api.ExecuteTransactionRequest) (*token, error) {
	if r.ClientRequestToken == "" {
		return nil, nil
	}
	return db.tokenOf(statementTokens+r.ClientRequestToken, r.TransactStatements)
}

// tokenOf makes a token that stands for a content, nil for no text.
func (db *DB) tokenOf(text string, content any) (*token, error) {
	if text == "" {
		return nil, nil
	}
	enc, err := api.Encode(content)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	return &token{text: string(db.space.prefix()) + text, hash: sha256.Sum256(enc), now: db.opts.Now}, nil
}

func (k *token) recordKey() []byte { return append([]byte{spaceTokens, tokenRecord}, k.text...) }

func timeKey(millis uint64, text string) []byte {
	key := binary.BigEndian.AppendUint64([]byte{spaceTokens, tokenTime}, millis)
	return append(key, text...)
}

// check says whether the transaction may run: nil; errReplay if it has; a
// mismatch if other actions have under this token.
func (k *token) check(rec []byte) error {
	if len(rec) < 8+sha256.Size || k.expired(binary.BigEndian.Uint64(rec)) {
		return nil
	}
	if !bytes.Equal(rec[8:8+sha256.Size], k.hash[:]) {
		return &api.Error{Code: api.IdempotentParameterMismatchException,
			Message: "The provided client token was used with different request parameters"}
	}
	k.sizes = k.sizes[:0]
	for rest := rec[8+sha256.Size:]; len(rest) >= 4; rest = rest[4:] {
		k.sizes = append(k.sizes, int(binary.BigEndian.Uint32(rest)))
	}
	return errReplay
}

func (k *token) expired(millis uint64) bool {
	return k.now().Sub(time.UnixMilli(int64(millis))) >= tokenLife
}

// stage writes the token's record beside the effects it stands for.
func (k *token) stage(ctx context.Context, txn store.Txn, old []byte, effects []effect) error {
	if err := k.sweep(ctx, txn); err != nil {
		return err
	}
	if len(old) >= 8 {
		txn.Delete(timeKey(binary.BigEndian.Uint64(old), k.text))
	}
	millis := uint64(k.now().UnixMilli())
	rec := append(binary.BigEndian.AppendUint64(nil, millis), k.hash[:]...)
	for i := range effects {
		rec = binary.BigEndian.AppendUint32(rec, uint32(max(effects[i].oldSize, effects[i].newSize)))
	}
	txn.Set(k.recordKey(), rec)
	txn.Set(timeKey(millis, k.text), []byte{1})
	return nil
}

// sweepKeys is how many past tokens each new one removes: more than one, so
// that they cannot pile up.
const sweepKeys = 4

func (k *token) sweep(ctx context.Context, txn store.Txn) error {
	cutoff := uint64(max(0, k.now().Add(-tokenLife).UnixMilli()))
	var times [][]byte
	err := txn.Scan(ctx, store.Range{Start: timeKey(0, ""), End: timeKey(cutoff, ""), Limit: sweepKeys}, func(key, _ []byte) bool {
		times = append(times, bytes.Clone(key))
		return len(times) < sweepKeys
	})
	if err != nil || len(times) == 0 {
		return err
	}
	records := make([][]byte, len(times))
	for i, key := range times {
		records[i] = append([]byte{spaceTokens, tokenRecord}, key[10:]...)
	}
	recs, err := txn.GetForUpdate(ctx, records...)
	if err != nil {
		return err
	}
	for i, key := range times {
		txn.Delete(key)
		if len(recs[i]) >= 8 && bytes.Equal(recs[i][:8], key[2:10]) && string(key[10:]) != k.text {
			txn.Delete(records[i])
		}
	}
	return nil
}

// replayCapacity is the ConsumedCapacity of a replay: reads of the items
// (measured by dynoxide's author).
func (k *token) replayCapacity(asked string, actions []*action) []*api.ConsumedCapacity {
	if asked == "" || asked == "NONE" {
		return nil
	}
	var all usages
	for i, a := range actions {
		all.of(a.t).table += cost.TransactReadUnits(k.sizes[i])
	}
	return all.consumed(asked, readSplit)
}
