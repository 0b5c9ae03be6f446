package prove

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/model"
)

// An outcome is what running the worlds gave.
type outcome struct {
	worlds, writes, requests int
	unstable                 int // worlds that failed once and not again
	stats                    []QuestionStats
	failures                 []*finding // made small, in the order of their worlds
}

func processors() int { return min(runtime.GOMAXPROCS(0), 8) }

// A crew is the runners that work at the same time, each on its own tables.
type crew struct {
	s       *subject
	runners []*runner
}

// worlds runs the worlds in rounds. After the first failures it goes on for a
// while, so that one run shows what is wrong with every question, and then
// makes each failure small. The outcome is there with an error where all that
// went wrong is a *LeftError.
func (s *subject) worlds(ctx context.Context, db api.DB, o Options) (out *outcome, err error) {
	c := &crew{s: s}
	for i := range min(o.Parallel, o.Worlds) {
		c.runners = append(c.runners, &runner{
			subject: s, session: newSession(s.b, db, fmt.Sprintf("%s%d-", o.Prefix, i), o), stats: make(map[string]*QuestionStats), minimise: o.Minimise,
		})
	}
	defer func() { err = errors.Join(err, c.tearDown(ctx)) }()
	if err := c.each(func(_ int, r *runner) error { return r.setUp(ctx) }); err != nil {
		return nil, err
	}
	for _, r := range c.runners {
		r.requests = 0 // making and dropping tables depends on how many runners there are
	}
	found, done, err := c.rounds(ctx, o)
	if err != nil {
		return nil, err
	}
	out = &outcome{worlds: done, failures: make([]*finding, len(found))}
	out.stats = c.figures()
	for _, r := range c.runners {
		out.writes += r.steps
	}
	next := make(chan int)
	go func() {
		defer close(next)
		for i := range found {
			next <- i
		}
	}()
	err = c.each(func(_ int, r *runner) error {
		var failed error
		for i := range next {
			if failed == nil {
				out.failures[i], failed = r.small(ctx, found[i])
			}
		}
		return failed
	})
	if err != nil {
		return nil, err
	}
	for _, r := range c.runners {
		out.requests += r.requests
		out.unstable += r.unstable
	}
	return out, nil
}

// rounds runs rounds of worlds, each twice as long as the one before. Rounds
// do not depend on how many runners there are, so that the outcome does not.
func (c *crew) rounds(ctx context.Context, o Options) ([]*finding, int, error) {
	first := make(map[findingKey]*finding)
	stop := o.Worlds
	done := 0
	for size := 8; done < stop; size *= 2 {
		n := min(size, stop-done)
		found, err := c.round(ctx, o.Seed, done, n)
		if err != nil {
			return nil, done, err
		}
		for _, f := range found {
			if k := f.group(); first[k] == nil {
				first[k] = f
			}
		}
		done += n
		if len(first) > 0 {
			stop = min(stop, max(64, 2*done))
		}
		o.Progress(done, stop)
	}
	return slices.SortedFunc(maps.Values(first), func(a, b *finding) int {
		return cmp.Or(cmp.Compare(a.world.index, b.world.index), cmp.Compare(a.rule, b.rule), cmp.Compare(a.subject, b.subject))
	}), done, nil
}

// round runs worlds from..from+n-1 and returns what they found, in order.
func (c *crew) round(ctx context.Context, seed uint64, from, n int) ([]*finding, error) {
	found := make([][]*finding, n)
	var mu sync.Mutex
	next := 0
	err := c.each(func(_ int, r *runner) error {
		for {
			mu.Lock()
			i := next
			next++
			mu.Unlock()
			if i >= n {
				return nil
			}
			var err error
			w := c.s.world(seed, from+i)
			if found[i], err = r.run(ctx, w); err == nil {
				found[i], err = r.confirmed(ctx, w, found[i])
			}
			if err != nil {
				return fmt.Errorf("world %d of seed %d: %w", from+i, seed, err)
			}
		}
	})
	return slices.Concat(found...), err
}

// each runs a function for all runners at the same time and returns the first
// error by the runners' order.
func (c *crew) each(do func(i int, r *runner) error) error {
	errs := make([]error, len(c.runners))
	var wg sync.WaitGroup
	for i, r := range c.runners {
		wg.Go(func() { errs[i] = do(i, r) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// figures adds up the runners' figures, in the order of the questions.
func (c *crew) figures() []QuestionStats {
	var out []QuestionStats
	for _, in := range c.s.inquiries {
		sum := QuestionStats{Question: in.q.Name}
		for _, r := range c.runners {
			if st := r.stats[in.q.Name]; st != nil {
				sum.Asked += st.Asked
				sum.Found += st.Found
				sum.Cut += st.Cut
				sum.Ties += st.Ties
				sum.Paged += st.Paged
				sum.MostRows = max(sum.MostRows, st.MostRows)
			}
		}
		out = append(out, sum)
	}
	return out
}

// runsOfMinimiser is the default of Options.Minimise.
const runsOfMinimiser = 1500

// small makes a failure small. Each candidate is run on tables that are
// cleared between them.
func (r *runner) small(ctx context.Context, f *finding) (*finding, error) {
	var failed error
	m := &minimiser{s: r.subject, budget: r.minimise, fails: func(w *world) []*finding {
		if failed != nil {
			return nil
		}
		found, err := r.run(ctx, w)
		if err != nil {
			failed = err
		}
		return found
	}}
	small := m.minimise(f)
	if failed != nil {
		return nil, failed
	}
	small.found = f.world.index + 1
	var err error
	small.items, err = r.itemsOf(ctx, small)
	return small, err
}

// itemsOf runs a world once more to see its items.
func (r *runner) itemsOf(ctx context.Context, f *finding) ([]Stored, error) {
	t := newTruth(r.m)
	for _, st := range f.world.steps {
		bad, err := r.step(ctx, t, st)
		if err != nil {
			return nil, err
		}
		if bad != nil {
			break
		}
	}
	var out []Stored
	for _, tab := range r.tables {
		items, err := r.stored(ctx, tab.Name)
		if err != nil {
			return nil, err
		}
		for _, it := range items {
			out = append(out, Stored{tab.Name, it})
		}
	}
	return out, r.clear(ctx)
}

// allWrites are the model's writes and those that load rows.
func (s *subject) allWrites() []*model.Write {
	out := slices.Clone(s.m.Writes)
	for _, e := range s.m.Entities {
		for _, w := range s.inserts[e] {
			if w.Stmt == nil && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out
}
