package engine

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/store"
)

// A stream holds, in the store's order of stamps, a record of each change of
// its table. The records lie in slices of the hash space of partition keys:
//
//	0x30 | stream id u32 | slice u16 | stamp u64 | H(key) 16 B
//
// A record is written in the transaction of its change. Stamps grow along the
// writers of an item, so an item's records are in order; those of transactions
// under way may still come below the greatest one, so a reader stops at
// store.Safe and thus misses none.
//
// A shard is what a slice holds between two stamps. The stamps at which the
// shards of all slices end and their children begin are in the stream's record
// in the catalog (generations); they are fixed while no write of the table is
// under way, so that all stamps before are lower and all after are not. Who
// takes Safe first and the record after sees every such end that the records
// below Safe lie beyond. Writes need to know nothing of shards.
//
// Under the 7 bytes of a slice itself is the place up to which it was trimmed.

const (
	// defaultShards is how many shards a stream has at a time: a new on-demand
	// table has four partitions (Developer Guide), and each has a shard.
	defaultShards = 4
	maxShards     = 1 << 12
	// streamLife is how long records are kept, and a disabled stream after that
	// (Developer Guide, Streams).
	streamLife = 24 * time.Hour
	// shardLife is how long a shard is open. DynamoDB's is about four hours.
	shardLife = 4 * time.Hour
)

// stream is an open stream, enabled or disabled.
type stream struct {
	id  uint32
	now func() time.Time
	rec atomic.Pointer[streamRecord] // replaced as a whole, with the ddl lock held

	// trimAfter is when there will be something to trim, in milliseconds.
	// Guarded by shared.sweeping.
	trimAfter int64
}

// streamRecord is a stream in the catalog.
type streamRecord struct {
	ID             uint32                 `json:"id"`
	Table          string                 `json:"table"`
	Label          string                 `json:"label"`
	View           string                 `json:"view"` // the StreamViewType
	Key            []api.KeySchemaElement `json:"key"`
	CreatedMillis  int64                  `json:"created"`
	DisabledMillis int64                  `json:"disabled,omitempty"`
	Slices         int                    `json:"slices"`
	Generations    []generation           `json:"generations"` // the oldest first; at least one
	Before         *generation            `json:"before,omitempty"`
	End            uint64                 `json:"end,omitempty"` // of the last generation, once disabled
}

// generation is the shards of all slices from one stamp on.
type generation struct {
	Start  uint64 `json:"start"`
	Millis int64  `json:"millis"` // when it began
}

// name is a stream's name in its namespace.
func (r *streamRecord) name() string { return streamName(r.Table, r.Label) }

func streamName(table, label string) string { return table + "/stream/" + label }

func (s *stream) enabled() bool { return s.rec.Load().End == 0 }

func (db *DB) streamKey(id uint32) []byte {
	key := append([]byte{spaceCatalog, catalogStream}, db.space.prefix()...)
	return binary.BigEndian.AppendUint32(key, id)
}

func (db *DB) streamArn(table, label string) string {
	return "arn:aws:dynamodb:" + db.space.region + ":" + db.opts.Account + ":table/" + streamName(table, label)
}

// streamChange is a change of a stream that is part of a change of the
// catalog: stage writes it in that transaction, done makes it seen after.
type streamChange struct {
	stage func(store.Txn) error
	done  func()
}

// put writes a stream's record.
func (db *DB) putStream(ctx context.Context, txn store.Txn, rec *streamRecord) error {
	key := db.streamKey(rec.ID)
	if _, err := txn.GetForUpdate(ctx, key); err != nil {
		return err
	}
	enc, err := json.Marshal(rec)
	if err != nil {
		return fmt.Errorf("engine: encoding stream %s: %w", rec.name(), err)
	}
	txn.Set(key, enc)
	return nil
}

// newStream gives the table of a record that is being changed a stream. The
// ddl lock is held.
func (db *DB) newStream(ctx context.Context, table *tableRecord) (*streamChange, error) {
	id, err := db.takeID(ctx)
	if err != nil {
		return nil, err
	}
	now := db.opts.Now()
	rec := &streamRecord{
		ID: id, Table: table.Request.TableName, View: table.Request.StreamSpecification.StreamViewType,
		Key: table.Request.KeySchema, CreatedMillis: now.UnixMilli(), Slices: db.opts.StreamShards,
	}
	rec.Label = db.newLabel(rec.Table, now)
	table.Stream, table.StreamLabel = id, rec.Label
	st := &stream{id: id, now: db.opts.Now}
	return &streamChange{
		stage: func(txn store.Txn) error {
			rec.Generations = []generation{{Start: txn.Stamp(), Millis: rec.CreatedMillis}}
			return db.putStream(ctx, txn, rec)
		},
		done: func() {
			st.rec.Store(rec)
			db.mu.Lock()
			defer db.mu.Unlock()
			db.streams[rec.name()] = st
		},
	}, nil
}

// newLabel is the time to the millisecond, or the first after it that no
// stream of a table of that name has.
func (db *DB) newLabel(table string, at time.Time) string {
	db.mu.RLock()
	defer db.mu.RUnlock()
	for ; ; at = at.Add(time.Millisecond) {
		label := at.UTC().Format("2006-01-02T15:04:05.000")
		if db.streams[streamName(table, label)] == nil {
			return label
		}
	}
}

// endStream disables a stream. No write of its table is under way from the
// staging until the end of the change.
func (db *DB) endStream(ctx context.Context, st *stream) *streamChange {
	if st == nil {
		return nil
	}
	ended := *st.rec.Load()
	ended.DisabledMillis = db.opts.Now().UnixMilli()
	return &streamChange{
		stage: func(txn store.Txn) error {
			ended.End = txn.Stamp() + 1
			return db.putStream(ctx, txn, &ended)
		},
		done: func() { st.rec.Store(&ended) },
	}
}

// takeID takes the next id of tables and streams. The ddl lock is held.
func (s *shared) takeID(ctx context.Context) (id uint32, err error) {
	err = s.update(ctx, func(txn store.Txn) error {
		id, err = nextID(ctx, txn)
		return err
	})
	return id, err
}

// nextID takes the next id in a transaction.
func nextID(ctx context.Context, txn store.Txn) (uint32, error) {
	vals, err := txn.GetForUpdate(ctx, nextIDKey())
	if err != nil {
		return 0, err
	}
	id := uint32(1)
	if vals[0] != nil {
		id = binary.BigEndian.Uint32(vals[0])
	}
	txn.Set(nextIDKey(), binary.BigEndian.AppendUint32(nil, id+1))
	return id, nil
}

// addStream opens the stream of a catalog record.
func (s *shared) addStream(key, value []byte) error {
	name, _, err := splitSpace(key[2:])
	if err != nil {
		return err
	}
	rec := new(streamRecord)
	if err := json.Unmarshal(value, rec); err != nil {
		return fmt.Errorf("engine: damaged catalog: stream: %w", err)
	}
	if len(rec.Generations) == 0 || rec.Slices < 1 || rec.Slices > maxShards {
		return fmt.Errorf("engine: damaged catalog: stream %s has no shards", rec.name())
	}
	st := &stream{id: rec.ID, now: s.opts.Now}
	st.rec.Store(rec)
	s.keep(s.in(name)).streams[rec.name()] = st
	return nil
}

// link gives a generation of a table the stream that its writes go to.
func (db *DB) link(t *table) {
	if t.rec.Stream == 0 {
		return
	}
	t.stream = db.streams[streamName(t.def.Name, t.rec.StreamLabel)]
}

// linkStreams links all tables, when the catalog has been read.
func (s *shared) linkStreams() error {
	for _, db := range s.namespaces() {
		for _, t := range db.tables {
			if db.link(t); t.rec.Stream != 0 && t.stream == nil {
				return fmt.Errorf("engine: damaged catalog: the stream of table %s is missing", t.def.Name)
			}
		}
	}
	return nil
}

// stream returns the stream of an ARN.
func (db *DB) stream(arn string) (*stream, error) {
	db.mu.RLock()
	defer db.mu.RUnlock()
	prefix := "arn:aws:dynamodb:" + db.space.region + ":" + db.opts.Account + ":table/"
	if len(arn) > len(prefix) && arn[:len(prefix)] == prefix {
		if st := db.streams[arn[len(prefix):]]; st != nil {
			return st, nil
		}
	}
	return nil, &api.Error{Code: api.ResourceNotFoundException, Message: "Requested resource not found: Stream: " + arn + " not found"}
}
