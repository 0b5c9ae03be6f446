package prove

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/schema"
)

// A session is one worker's tables on a database: those of the design under a
// prefix of their own. It remembers the keys that it wrote, so that a world
// can be cleared without making the tables anew.
type session struct {
	db       api.DB
	prefix   string
	tables   []*schema.Table
	create   []*api.CreateTableRequest
	written  map[string]map[string]attr.Item // table to keys, by their JSON
	made     []string                        // names of tables that are there, or may be
	requests int
	settle   time.Duration // Options.Settle
}

// errRefused is a write whose condition did not hold.
var errRefused = errors.New("a condition of the write did not hold")

func newSession(b *design.Bound, db api.DB, prefix string, o Options) *session {
	s := &session{
		db: db, prefix: prefix, settle: o.Settle,
		tables: b.Tables(), create: b.CreateTables(), written: make(map[string]map[string]attr.Item),
	}
	if o.OnDemand {
		for i, r := range s.create {
			s.create[i] = onDemand(r)
		}
	}
	return s
}

func isCode(err error, code api.Code) bool {
	var e *api.Error
	return errors.As(err, &e) && e.Code == code
}

func (s *session) table(name string) *schema.Table {
	for _, t := range s.tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// remember notes the key of an item that was written.
func (s *session) remember(a api.TransactWriteItem) {
	table, it := "", attr.Item(nil)
	switch {
	case a.Put != nil:
		table, it = a.Put.TableName, a.Put.Item
	case a.Update != nil:
		table, it = a.Update.TableName, a.Update.Key
	default:
		return
	}
	if s.written[table] == nil {
		s.written[table] = make(map[string]attr.Item)
	}
	key := it.Pick(s.table(table).Key.Names()...)
	s.written[table][string(key.AppendJSON(nil))] = key
}

// clear deletes every item that was written since the tables were made.
func (s *session) clear(ctx context.Context) error {
	for _, t := range s.tables {
		var batch []api.WriteRequest
		for _, k := range sortedNames(s.written[t.Name]) {
			batch = append(batch, api.WriteRequest{DeleteRequest: &api.DeleteRequest{Key: s.written[t.Name][k]}})
			if len(batch) == 25 {
				if err := s.batch(ctx, t.Name, batch); err != nil {
					return err
				}
				batch = nil
			}
		}
		if err := s.batch(ctx, t.Name, batch); err != nil {
			return err
		}
		delete(s.written, t.Name)
	}
	return nil
}

func (s *session) batch(ctx context.Context, table string, writes []api.WriteRequest) error {
	for n := 0; len(writes) > 0; n++ {
		if err := s.pause(ctx, n); err != nil {
			return err
		}
		s.requests++
		r, err := s.db.BatchWriteItem(ctx, &api.BatchWriteItemRequest{RequestItems: map[string][]api.WriteRequest{s.prefix + table: writes}})
		if err != nil {
			return fmt.Errorf("clear table %s: %w", s.prefix+table, err)
		}
		writes = r.UnprocessedItems[s.prefix+table]
	}
	return nil
}

// stored returns all items of a table: every key that was written is read.
// Nothing else writes to the session's tables, and unlike a Scan it does not
// wade through what earlier worlds have deleted.
func (s *session) stored(ctx context.Context, table string) ([]attr.Item, error) {
	var out []attr.Item
	keys := sortedNames(s.written[table])
	for len(keys) > 0 {
		n := min(len(keys), 100)
		batch := &api.KeysAndAttributes{ConsistentRead: true}
		for _, k := range keys[:n] {
			batch.Keys = append(batch.Keys, s.written[table][k])
		}
		s.requests++
		res, err := s.batchGet(ctx, &api.BatchGetItemRequest{RequestItems: map[string]*api.KeysAndAttributes{table: batch}})
		if err != nil {
			return nil, fmt.Errorf("read table %s: %w", s.prefix+table, err)
		}
		out = append(out, res.items...)
		keys = keys[n:]
	}
	slices.SortFunc(out, func(a, b attr.Item) int {
		return strings.Compare(string(a.AppendJSON(nil)), string(b.AppendJSON(nil)))
	})
	return out, nil
}
