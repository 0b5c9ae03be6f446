package prove

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/schema"
)

// On a database that may be behind itself (Options.Settle), an answer that is
// right while an index is behind proves nothing, and one that is wrong refutes
// nothing. So the indexes are waited for.

// caughtUp waits until the global indexes of a table, or of all where it is
// "", show what the table holds: the items are read consistently, and each
// index has to have exactly their entries.
func (s *session) caughtUp(ctx context.Context, table string) error {
	if s.settle == 0 {
		return nil
	}
	for _, t := range s.tables {
		if table != "" && t.Name != table || !slices.ContainsFunc(t.Indexes, func(x schema.Index) bool { return !x.Local }) {
			continue
		}
		items, err := s.stored(ctx, t.Name)
		if err != nil {
			return err
		}
		for i := range t.Indexes {
			if x := &t.Indexes[i]; !x.Local {
				if err := s.indexShows(ctx, t, x, entries(t, x, items)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// indexShows reads an index until it holds the entries.
func (s *session) indexShows(ctx context.Context, t *schema.Table, x *schema.Index, want []string) error {
	deadline := time.Now().Add(s.settle)
	for n := 0; ; n++ {
		got, err := s.scanIndex(ctx, t.Name, x.Name)
		if err != nil {
			return fmt.Errorf("read index %s of table %s: %w", x.Name, s.prefix+t.Name, err)
		}
		if slices.Equal(got, want) {
			return nil
		}
		if time.Now().After(deadline) {
			return &machineError{fmt.Errorf("index %s of table %s is still behind its table after %s: it shows %d entries, and %d are due",
				x.Name, s.prefix+t.Name, s.settle, len(got), len(want))}
		}
		if err := s.pause(ctx, n+4); err != nil {
			return err
		}
	}
}

// scanIndex returns all entries of an index, as text in order.
func (s *session) scanIndex(ctx context.Context, table, index string) ([]string, error) {
	r := &api.ScanRequest{TableName: s.prefix + table, IndexName: index}
	var out []string
	for {
		s.requests++
		page, err := s.db.Scan(ctx, r)
		if err != nil {
			return nil, err
		}
		for _, it := range page.Items {
			out = append(out, string(it.AppendJSON(nil)))
		}
		if len(page.LastEvaluatedKey) == 0 {
			slices.Sort(out)
			return out, nil
		}
		r.ExclusiveStartKey = page.LastEvaluatedKey
	}
}

// entries are what an index has of items: those with all attributes of its
// key, as much of them as it carries (Developer Guide, Global Secondary
// Indexes), as text in order.
func entries(t *schema.Table, x *schema.Index, items []attr.Item) []string {
	keys := x.Key.Names()
	carried := append(append(t.Key.Names(), keys...), x.Projection.Include...)
	var out []string
	for _, it := range items {
		if slices.ContainsFunc(keys, func(name string) bool { return !it.Has(name) }) {
			continue
		}
		if x.Projection.Kind != schema.ProjectAll {
			it = it.Pick(carried...)
		}
		out = append(out, string(it.AppendJSON(nil)))
	}
	slices.Sort(out)
	return out
}

// askSure sends a support question, whose answer decides what is written next:
// where the database may be behind itself, its table is read consistently, and
// its index is waited for and asked until it says the same twice.
func (s *session) askSure(ctx context.Context, c *design.Call) (*response, error) {
	if s.settle == 0 {
		return s.ask(ctx, c)
	}
	now := *c
	switch {
	case c.Query != nil && c.Query.IndexName == "":
		q := *c.Query
		q.ConsistentRead = true
		now.Query = &q
	case c.Get != nil:
		g := *c.Get
		g.ConsistentRead = true
		now.Get = &g
	case c.Query != nil:
		return s.askTwice(ctx, c)
	}
	return s.ask(ctx, &now)
}

// askTwice asks an index that has caught up until two answers in a row are the
// same: other copies of it may be behind.
func (s *session) askTwice(ctx context.Context, c *design.Call) (*response, error) {
	if err := s.caughtUp(ctx, c.Query.TableName); err != nil {
		if fatal(err) {
			return nil, err
		}
		return nil, &machineError{err}
	}
	deadline := time.Now().Add(s.settle)
	var before *response
	for {
		res, err := s.ask(ctx, c)
		if err != nil {
			return nil, err
		}
		if before != nil && slices.EqualFunc(before.items, res.items, attr.EqualItems) || time.Now().After(deadline) {
			return res, nil
		}
		before = res
		if err := s.pause(ctx, 6); err != nil { // 32 ms
			return nil, err
		}
	}
}

// confirmed keeps the failures of a world that come again. A database that may
// be behind itself has others, and they say nothing of the design.
func (r *runner) confirmed(ctx context.Context, w *world, found []*finding) ([]*finding, error) {
	if r.settle == 0 || len(found) == 0 {
		return found, nil
	}
	again, err := r.run(ctx, w)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(f *finding) bool { return !slices.ContainsFunc(again, f.remains) })
	if len(found) == 0 {
		r.unstable++
	}
	return found, nil
}
