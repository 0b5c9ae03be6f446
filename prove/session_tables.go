package prove

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
)

// patience is how long a table may take to be made or to be ready to be
// dropped. Amazon takes seconds, and sometimes minutes.
const patience = 10 * time.Minute

// LeftError says that tables could not be dropped: they are there still, and
// have to be dropped by hand.
type LeftError struct {
	Tables []string
	Err    error // why
}

func (e *LeftError) Error() string {
	return fmt.Sprintf("these tables could not be deleted: %s: %v", strings.Join(e.Tables, ", "), e.Err)
}

func (e *LeftError) Unwrap() error { return e.Err }

// onDemand is a request for the same table, on demand.
func onDemand(r *api.CreateTableRequest) *api.CreateTableRequest {
	c := *r
	c.BillingMode, c.ProvisionedThroughput = "PAY_PER_REQUEST", nil
	c.GlobalSecondaryIndexes = slices.Clone(r.GlobalSecondaryIndexes)
	for i := range c.GlobalSecondaryIndexes {
		c.GlobalSecondaryIndexes[i].ProvisionedThroughput = nil
	}
	return &c
}

// setUp makes the tables and waits until they and their indexes can be used.
// Tables of an earlier run that was cut short are dropped first.
func (s *session) setUp(ctx context.Context) error {
	for _, t := range s.tables {
		s.requests++
		_, err := s.db.DescribeTable(ctx, &api.DescribeTableRequest{TableName: s.prefix + t.Name})
		if !isCode(err, api.ResourceNotFoundException) {
			s.made = append(s.made, s.prefix+t.Name) // it is there, or may be
		}
	}
	if err := s.drop(ctx); err != nil {
		return err
	}
	if err := s.awaitGone(ctx); err != nil {
		return err
	}
	for _, r := range s.create {
		c := *r
		c.TableName = s.prefix + r.TableName
		s.made = append(s.made, c.TableName)
		if err := s.createTable(ctx, &c); err != nil {
			var refused *api.Error
			if errors.As(err, &refused) && refused.Code != api.InternalServerError {
				s.made = s.made[:len(s.made)-1] // it is not there for certain
			}
			return err
		}
	}
	return s.await(ctx, func(t *api.TableDescription, err error) bool {
		return err == nil && t.TableStatus == "ACTIVE" &&
			!slices.ContainsFunc(t.GlobalSecondaryIndexes, func(x api.GlobalIndexDescription) bool { return x.IndexStatus != "ACTIVE" })
	})
}

// createTable asks until the table may be made: only so many can be in the
// making at a time (LimitExceededException in the API reference).
func (s *session) createTable(ctx context.Context, r *api.CreateTableRequest) error {
	deadline := time.Now().Add(patience)
	for n := 1; ; n++ {
		s.requests++
		_, err := s.db.CreateTable(ctx, r)
		switch {
		case err == nil, isUncertain(err): // await tells
			return nil
		case !isCode(err, api.LimitExceededException) || time.Now().After(deadline):
			return fmt.Errorf("create table %s: %w", r.TableName, err)
		}
		if err := s.pause(ctx, n+8); err != nil {
			return err
		}
	}
}

// awaitGone waits until no table is there.
func (s *session) awaitGone(ctx context.Context) error {
	return s.await(ctx, func(_ *api.TableDescription, err error) bool { return isCode(err, api.ResourceNotFoundException) })
}

// drop drops the tables that were made. It does not wait until they are gone:
// what is accepted is done. The error is a *LeftError.
func (s *session) drop(ctx context.Context) error {
	left := &LeftError{}
	for _, name := range s.made {
		if err := s.dropTable(ctx, name); err != nil {
			left.Tables, left.Err = append(left.Tables, name), errors.Join(left.Err, err)
		}
	}
	s.made, s.written = left.Tables, make(map[string]map[string]attr.Item)
	if left.Err != nil {
		return left
	}
	return nil
}

// dropTable asks until the table may be dropped: one that is being made has to
// be there first.
func (s *session) dropTable(ctx context.Context, name string) error {
	deadline := time.Now().Add(patience)
	for n := 0; ; n++ {
		s.requests++
		_, err := s.db.DeleteTable(ctx, &api.DeleteTableRequest{TableName: name})
		switch {
		case err == nil, isCode(err, api.ResourceNotFoundException):
			return nil
		case !isCode(err, api.ResourceInUseException) && !isCode(err, api.LimitExceededException) || time.Now().After(deadline):
			return fmt.Errorf("delete table %s: %w", name, err)
		}
		if d, derr := s.db.DescribeTable(ctx, &api.DescribeTableRequest{TableName: name}); derr == nil && d.Table.TableStatus == "DELETING" {
			return nil
		}
		if err := s.pause(ctx, n+1); err != nil {
			return err
		}
	}
}

// await polls each table until done says so.
func (s *session) await(ctx context.Context, done func(*api.TableDescription, error) bool) error {
	deadline := time.Now().Add(patience)
	for _, t := range s.tables {
		name := s.prefix + t.Name
		for n := 1; ; n++ {
			s.requests++
			d, err := s.db.DescribeTable(ctx, &api.DescribeTableRequest{TableName: name})
			table := &api.TableDescription{TableStatus: "not there"}
			if err == nil {
				table = d.Table
			}
			if done(table, err) {
				break
			}
			if err != nil && !isCode(err, api.ResourceNotFoundException) {
				return fmt.Errorf("describe table %s: %w", name, err)
			}
			if time.Now().After(deadline) {
				return fmt.Errorf("table %s does not get ready in %s: it is %s", name, patience, table.TableStatus)
			}
			if err := s.pause(ctx, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// longestPause is between two looks at something slow.
const longestPause = 3 * time.Second

// pause waits before the n-th repetition, longer each time; not at all before
// the first attempt, of n 0.
func (s *session) pause(ctx context.Context, n int) error {
	if n == 0 {
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(min(time.Millisecond<<min(n-1, 20), longestPause)):
		return nil
	}
}

// tearDown drops the tables, even where the context has ended. Where it has
// not, they are gone afterwards.
func (c *crew) tearDown(run context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(run), patience)
	defer cancel()
	left := &LeftError{}
	var mu sync.Mutex
	_ = c.each(func(_ int, r *runner) error {
		var own *LeftError
		if errors.As(r.drop(ctx), &own) {
			mu.Lock()
			defer mu.Unlock()
			left.Tables, left.Err = append(left.Tables, own.Tables...), own.Err
		} else if run.Err() == nil {
			_ = r.awaitGone(run) // being deleted is as good
		}
		return nil
	})
	if left.Err == nil {
		return nil
	}
	slices.Sort(left.Tables)
	return left
}
