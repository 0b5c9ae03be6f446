// Package gather asks the shards of a sharded question and makes one answer of
// theirs: a Query for each shard, merged in the order of the index, a page at a
// time with a cursor that says how far each shard has been read. The pages
// joined are the whole answer, in order, whatever their sizes. Start at Query.
package gather

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
)

// Cursor is how far the shards have been read: for each the key of the last
// item taken, nil for none yet. nil is the beginning of all.
type Cursor []Place

// Place is how far a shard has been read.
type Place struct {
	After attr.Item `json:"after,omitempty"` // ExclusiveStartKey; nil from the beginning
	Done  bool      `json:"done,omitempty"`  // there is no more
}

// String prints the cursor as an application hands it on. ParseCursor reads it.
func (c Cursor) String() string {
	if c == nil {
		return ""
	}
	text, err := json.Marshal([]Place(c))
	if err != nil {
		panic(fmt.Sprintf("gather: %v", err)) // keys are items
	}
	return string(text)
}

// ParseCursor reads a printed cursor; "" is the beginning.
func ParseCursor(text string) (Cursor, error) {
	if text == "" {
		return nil, nil
	}
	var c Cursor
	if err := json.Unmarshal([]byte(text), (*[]Place)(&c)); err != nil {
		return nil, fmt.Errorf("gather: no cursor: %w", err)
	}
	return c, nil
}

// Page is a part of an answer.
type Page struct {
	Items []attr.Item
	// Next is where the next page begins; nil after the last.
	Next Cursor
	// Requests were sent, and examined Scanned items, of which Count came back.
	Requests, Scanned, Count int
	Units                    float64 // consumed, as far as the database tells
}

// Query reads a page of a sharded question's answer: at most limit items (0
// for as many as the question's own LIMIT, or all), from a cursor on. Items
// with equal sort keys come in the order of their shards. The error is the
// database's, or says that call or cursor are not of a sharded question.
func Query(ctx context.Context, db api.DB, call *design.Call, limit int, from Cursor) (*Page, error) {
	if call.Empty {
		return &Page{}, nil
	}
	if call.Merge == nil || len(call.Shards) == 0 {
		return nil, errors.New("gather: the question is not sharded")
	}
	if from != nil && len(from) != len(call.Shards) {
		return nil, fmt.Errorf("gather: a cursor of %d shards, and the question has %d", len(from), len(call.Shards))
	}
	if limit <= 0 {
		limit = call.Merge.Limit
	}
	m := &merger{ctx: ctx, db: db, call: call, limit: limit, page: &Page{}}
	for i := range call.Shards {
		s := &shard{request: call.Shards[i]}
		if from != nil {
			s.place = from[i]
		}
		m.shards = append(m.shards, s)
	}
	return m.page, m.run()
}

// merger merges the shards of one page.
type merger struct {
	ctx    context.Context
	db     api.DB
	call   *design.Call
	limit  int
	shards []*shard
	page   *Page
}

// shard is one of them, with the items that have been read and not been taken.
type shard struct {
	request *api.QueryRequest
	place   Place
	items   []attr.Item
	last    attr.Item // LastEvaluatedKey of the items read; nil at the end
	asked   bool
}

func (m *merger) run() error {
	for m.limit <= 0 || len(m.page.Items) < m.limit {
		best := -1
		for i, s := range m.shards {
			if err := m.fill(s); err != nil {
				return err
			}
			if len(s.items) > 0 && (best < 0 || m.before(s.items[0], m.shards[best].items[0])) {
				best = i
			}
		}
		if best < 0 {
			return nil // all have come to their end
		}
		m.take(m.shards[best])
	}
	m.page.Next = m.cursor()
	return nil
}

// fill reads on where nothing that was read is left. A shard that may hold the
// next item has to be asked before anything is taken.
func (m *merger) fill(s *shard) error {
	for len(s.items) == 0 && !s.place.Done {
		if s.asked && s.last == nil {
			s.place.Done = true
			return nil
		}
		r := *s.request
		r.ExclusiveStartKey = s.place.After
		r.ReturnConsumedCapacity = "TOTAL"
		if m.limit > 0 {
			left := m.limit - len(m.page.Items)
			r.Limit = &left
		} else {
			r.Limit = nil
		}
		out, err := m.db.Query(m.ctx, &r)
		if err != nil {
			return err
		}
		m.page.Requests++
		m.page.Scanned += out.ScannedCount
		m.page.Count += out.Count
		if out.ConsumedCapacity != nil {
			m.page.Units += out.ConsumedCapacity.CapacityUnits
		}
		s.asked, s.items, s.last = true, out.Items, out.LastEvaluatedKey
		if s.last != nil && len(s.items) == 0 {
			s.place.After = s.last // a page that a filter has emptied
		}
	}
	return nil
}

// take moves the first item of a shard into the page.
func (m *merger) take(s *shard) {
	it := s.items[0]
	s.items = s.items[1:]
	m.page.Items = append(m.page.Items, it)
	names := append(m.call.Merge.Key.Names(), m.call.Merge.Table.Names()...)
	s.place.After = it.Pick(names...)
	if len(s.items) == 0 && s.last == nil {
		s.place.Done = true
	}
}

// before says whether an item comes before another, by the sort attributes.
func (m *merger) before(a, b attr.Item) bool {
	for _, name := range m.call.Merge.Key.Sort {
		if order, ok := attr.Compare(a.Get(name), b.Get(name)); ok && order != 0 {
			return (order < 0) != m.call.Merge.Backward
		}
	}
	return false
}

// cursor is where the next page begins, nil where all shards are at their end.
func (m *merger) cursor() Cursor {
	next, more := make(Cursor, len(m.shards)), false
	for i, s := range m.shards {
		next[i] = s.place
		if s.place.Done {
			next[i].After = nil
		}
		more = more || !s.place.Done
	}
	if !more {
		return nil
	}
	return next
}
