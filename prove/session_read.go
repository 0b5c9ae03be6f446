package prove

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
)

// A response is what a question's one request returned.
type response struct {
	items          []attr.Item
	count, scanned int
	more           bool // a LastEvaluatedKey
}

// ask sends a question's request.
func (s *session) ask(ctx context.Context, c *design.Call) (*response, error) {
	s.requests++
	switch {
	case c.Get != nil:
		r := *c.Get
		r.TableName = s.prefix + r.TableName
		out, err := s.db.GetItem(ctx, &r)
		if err != nil {
			return nil, err
		}
		if len(out.Item) == 0 {
			return &response{}, nil
		}
		return &response{items: []attr.Item{out.Item}, count: 1, scanned: 1}, nil
	case c.Query != nil:
		r := *c.Query
		r.TableName = s.prefix + r.TableName
		out, err := s.db.Query(ctx, &r)
		if err != nil {
			return nil, err
		}
		return &response{out.Items, out.Count, out.ScannedCount, len(out.LastEvaluatedKey) > 0}, nil
	case c.Merge != nil:
		return s.gathered(ctx, c)
	case c.BatchGet != nil:
		return s.batchGet(ctx, c.BatchGet)
	}
	return &response{}, nil // nothing needs to be asked
}

func (s *session) batchGet(ctx context.Context, q *api.BatchGetItemRequest) (*response, error) {
	r := &api.BatchGetItemRequest{RequestItems: make(map[string]*api.KeysAndAttributes, len(q.RequestItems))}
	for t, k := range q.RequestItems {
		r.RequestItems[s.prefix+t] = k
	}
	out := &response{}
	for n := 0; len(r.RequestItems) > 0; n++ {
		if err := s.pause(ctx, n); err != nil {
			return nil, err
		}
		page, err := s.db.BatchGetItem(ctx, r)
		if err != nil {
			return nil, err
		}
		for _, t := range sortedNames(page.Responses) {
			out.items = append(out.items, page.Responses[t]...)
		}
		if r.RequestItems = page.UnprocessedKeys; len(r.RequestItems) > 0 {
			s.requests++
		}
	}
	out.count, out.scanned = len(out.items), len(out.items)
	return out, nil
}

// pages runs a Query again without its own Limit, in pages of the given size
// (0: as large as they come), and joins them.
func (s *session) pages(ctx context.Context, q *api.QueryRequest, size int) ([]attr.Item, error) {
	r := *q
	r.TableName = s.prefix + r.TableName
	r.Limit = nil
	if size > 0 {
		r.Limit = &size
	}
	var out []attr.Item
	seen := make(map[string]bool)
	for {
		s.requests++
		page, err := s.db.Query(ctx, &r)
		if err != nil {
			return nil, err
		}
		out = append(out, page.Items...)
		if len(page.LastEvaluatedKey) == 0 {
			return out, nil
		}
		key := string(page.LastEvaluatedKey.AppendJSON(nil))
		if seen[key] {
			return nil, fmt.Errorf("%w: LastEvaluatedKey %s", errCursor, key)
		}
		seen[key] = true
		r.ExclusiveStartKey = page.LastEvaluatedKey
	}
}

// errCursor is a walk through pages that comes back to where it was.
var errCursor = errors.New("the pages do not end")

// requestJSON prints a call as the request goes over the wire, under the
// design's own table names.
func requestJSON(c *design.Call) json.RawMessage {
	var v any
	switch {
	case c == nil:
		return nil
	case c.Get != nil:
		v = c.Get
	case c.Query != nil:
		v = c.Query
	case c.Merge != nil:
		v = c.Shards
	case c.BatchGet != nil:
		v = c.BatchGet
	default:
		return nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // "SK >= :a" stays readable
	if err := enc.Encode(v); err != nil {
		return json.RawMessage(fmt.Sprintf("%q", err.Error()))
	}
	return bytes.TrimSpace(b.Bytes())
}
