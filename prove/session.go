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
	requests int
}

// errRefused is a write whose condition did not hold.
var errRefused = errors.New("a condition of the write did not hold")

func newSession(b *design.Bound, db api.DB, prefix string) *session {
	return &session{db: db, prefix: prefix, tables: b.Tables(), create: b.CreateTables(), written: make(map[string]map[string]attr.Item)}
}

// setUp makes the tables and waits until they can be used. Tables of an
// earlier run that was cut short are dropped first.
func (s *session) setUp(ctx context.Context) error {
	if err := s.tearDown(ctx); err != nil {
		return err
	}
	for _, r := range s.create {
		c := *r
		c.TableName = s.prefix + r.TableName
		s.requests++
		if _, err := s.db.CreateTable(ctx, &c); err != nil {
			return fmt.Errorf("create table %s: %w", c.TableName, err)
		}
	}
	return s.await(ctx, func(status string, err error) bool { return err == nil && status == "ACTIVE" })
}

// tearDown drops the tables, where they are there.
func (s *session) tearDown(ctx context.Context) error {
	for _, t := range s.tables {
		s.requests++
		_, err := s.db.DeleteTable(ctx, &api.DeleteTableRequest{TableName: s.prefix + t.Name})
		if err != nil && !isCode(err, api.ResourceNotFoundException) {
			return fmt.Errorf("delete table %s: %w", s.prefix+t.Name, err)
		}
	}
	s.written = make(map[string]map[string]attr.Item)
	return s.await(ctx, func(_ string, err error) bool { return isCode(err, api.ResourceNotFoundException) })
}

// await polls each table until done says so, for a minute at most.
func (s *session) await(ctx context.Context, done func(status string, err error) bool) error {
	for _, t := range s.tables {
		name := s.prefix + t.Name
		for wait := time.Millisecond; ; wait *= 2 {
			s.requests++
			d, err := s.db.DescribeTable(ctx, &api.DescribeTableRequest{TableName: name})
			status := ""
			if err == nil {
				status = d.Table.TableStatus
			}
			if done(status, err) {
				break
			}
			if err != nil && !isCode(err, api.ResourceNotFoundException) {
				return fmt.Errorf("describe table %s: %w", name, err)
			}
			if wait > 30*time.Second {
				return fmt.Errorf("table %s does not get ready: it is %q", name, status)
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(wait):
			}
		}
	}
	return nil
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
	for len(writes) > 0 {
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
