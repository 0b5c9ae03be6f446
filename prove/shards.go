package prove

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/gather"
)

// A sharded question is asked as its application asks it: a Query for each
// shard, merged by package gather, whole and in pages with a cursor. What comes
// out is judged as any other answer.

// gathered sends the requests of all shards and merges their answers.
func (s *session) gathered(ctx context.Context, c *design.Call) (*response, error) {
	page, err := gather.Query(ctx, s.db, s.prefixed(c), 0, nil)
	s.requests += len(c.Shards)
	if err != nil {
		return nil, err
	}
	return &response{page.Items, page.Count, page.Scanned, page.Next != nil}, nil
}

// prefixed is the call on the session's own tables.
func (s *session) prefixed(c *design.Call) *design.Call {
	out := *c
	out.Shards = slices.Clone(c.Shards)
	for i, r := range c.Shards {
		own := *r
		own.TableName = s.prefix + r.TableName
		out.Shards[i] = &own
	}
	return &out
}

// unlimited is the call without its LIMIT.
func unlimited(c *design.Call) *design.Call { return limited(c, 0) }

// limited is the call with another LIMIT, 0 for none.
func limited(c *design.Call, n int) *design.Call {
	out, merge := *c, *c.Merge
	merge.Limit = n
	out.Merge, out.Shards = &merge, slices.Clone(c.Shards)
	for i, r := range c.Shards {
		own := *r
		if own.Limit = nil; n > 0 {
			own.Limit = &n
		}
		out.Shards[i] = &own
	}
	return &out
}

// gatherPages reads a sharded answer without its LIMIT in pages of a size,
// with the cursor printed and read again between them.
func (s *session) gatherPages(ctx context.Context, c *design.Call, size int) ([]attr.Item, error) {
	whole := s.prefixed(unlimited(c))
	var out []attr.Item
	text := ""
	for {
		from, err := gather.ParseCursor(text)
		if err != nil {
			return nil, err
		}
		page, err := gather.Query(ctx, s.db, whole, size, from)
		if err != nil {
			return nil, err
		}
		s.requests += page.Requests
		out = append(out, page.Items...)
		if page.Next == nil {
			return out, nil
		}
		if next := page.Next.String(); next == text {
			return nil, errCursor
		} else {
			text = next
		}
	}
}

// shardedAgain reads a sharded answer in pages, and with items of equal sort
// keys turned round: shards promise no order among them.
func (t *trial) shardedAgain(ctx context.Context) (*finding, error) {
	items, err := t.session.gatherPages(ctx, t.call, max(1, t.q.page))
	if err != nil {
		if err = answered(t.call.Operation, err); fatal(err) {
			return nil, err
		}
		return t.blame(t.q, t.call, t.want, complain(Pages, requestFails, "the requests in pages fail: %v", err)), nil
	}
	t.stats[t.q.of.q.Name].Paged++
	if f, err := t.judge(items, true); f != nil || err != nil {
		if f != nil {
			f.rule, f.message = Pages, "in pages: "+f.message
		}
		return f, err
	}
	turned := slices.Clone(items)
	for from := 0; from < len(turned); {
		to := from + 1
		for to < len(turned) && sameKeys(t.call.Merge.Key.Sort, turned[from], turned[to]) {
			to++
		}
		slices.Reverse(turned[from:to])
		from = to
	}
	if n := t.call.Merge.Limit; n > 0 {
		turned = turned[:min(len(turned), n)]
	}
	f, err := t.judge(turned, false)
	if f != nil {
		f.tied = true
		f.message += " (in an order that shards may give: the sort keys are equal)"
	}
	return f, err
}

// shardsOf is over how many keys the partition key of an item type is spread,
// by its slots with the codec shard(n), and its other columns.
func (s *subject) shardsOf(it *design.ItemType, attributes []string) (n int64, columns map[string]bool) {
	n, columns = 1, make(map[string]bool)
	for _, a := range attributes {
		k, made := it.Keys[a]
		if !made {
			for _, c := range s.madeOf(it, a) {
				columns[c] = true
			}
			continue
		}
		for _, p := range slots(k.Template) {
			arg, ok := strings.CutPrefix(p.codec, "shard(")
			if !ok {
				columns[p.column] = true
				continue
			}
			if i, err := strconv.Atoi(strings.TrimSuffix(arg, ")")); err == nil && i > 0 {
				n *= int64(i)
			}
		}
	}
	return n, columns
}
