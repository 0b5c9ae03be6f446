package prove

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// A runner runs worlds on one session's tables.
type runner struct {
	*subject
	*session
	stats    map[string]*QuestionStats
	steps    int
	minimise int // Options.Minimise
	unstable int // worlds that failed once and not again
}

// run makes a world's writes, asks its questions and takes the census, then
// clears the tables. It returns what went wrong, in the order found. An error
// is one of the machinery: the database is gone, the context ended. Where it is
// not known whether a write was made, the world begins anew.
func (r *runner) run(ctx context.Context, w *world) ([]*finding, error) {
	for n, steps := 0, r.steps; ; n++ {
		found, err := r.live(ctx, w)
		again := n < maxAnew && isUncertain(err)
		if err != nil && !again {
			return nil, err
		}
		if err := r.clear(ctx); err != nil || !again {
			return found, err
		}
		r.steps = steps
	}
}

// isUncertain says whether an error leaves open if a write was made.
func isUncertain(err error) bool {
	var unknown interface{ Uncertain() bool }
	return errors.As(err, &unknown) && unknown.Uncertain()
}

// maxAnew is how often a world begins anew.
const maxAnew = 5

func (r *runner) live(ctx context.Context, w *world) ([]*finding, error) {
	t := newTruth(r.m)
	for i, st := range w.steps {
		f, err := r.step(ctx, t, st)
		if err != nil {
			return nil, err
		}
		if f != nil {
			f.message = strings.ReplaceAll(f.message, r.prefix, "")
			f.world = &world{w.index, w.steps[:i+1], nil}
			f.truth = t
			return []*finding{f}, nil // truth and tables are apart from here on
		}
	}
	found, err := r.census(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		f.world, f.truth = &world{w.index, w.steps, nil}, t
	}
	if err := r.caughtUp(ctx, ""); err != nil {
		return nil, err
	}
	for i := range w.asks {
		f, err := r.question(ctx, t, w.asks[i])
		if err != nil {
			return nil, err
		}
		if f != nil {
			f.message = strings.ReplaceAll(f.message, r.prefix, "")
			f.world, f.truth = &world{w.index, w.steps, w.asks[i : i+1]}, t
			found = append(found, f)
		}
	}
	return found, nil
}

// step makes one write as the application would, and compares what the
// database says of it with what it should say.
func (r *runner) step(ctx context.Context, t *truth, st step) (*finding, error) {
	changes, err := t.plan(st)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", st.write.Name, err)
	}
	r.steps++
	for i := len(changes) - 1; i >= 0; i-- {
		c := changes[i]
		f, err := r.change(ctx, t, st, c)
		if f != nil || err != nil {
			return f, err
		}
		t.commit(st.write.Entity, c)
	}
	return nil, nil
}

func (r *runner) change(ctx context.Context, t *truth, st step, c change) (*finding, error) {
	actions, err := r.actions(ctx, t, st, c)
	if fatal(err) {
		return nil, err
	}
	refused := err // the design's own code refuses the row
	if err == nil {
		if err = r.write(ctx, actions); !errors.Is(err, errRefused) {
			err = answered(writeOperation(actions), err)
		}
		if fatal(err) {
			return nil, err
		}
	}
	switch ok := err == nil; {
	case c.refused == "" && !ok && refused != nil:
		return failed(Accepted, st, mismatch{encodingFails, shape(refused.Error())}, "the row cannot be written: %v", refused), nil
	case c.refused == "" && errors.Is(err, errRefused):
		return failed(Accepted, st, mismatch{way: conditionInTheWay}, "the write is refused, though no row of its kind is in its way: its items have the key of another row's"), nil
	case c.refused == "" && !ok:
		return failed(Accepted, st, mismatch{requestFails, shape(err.Error())}, "the write fails: %v", err), nil
	case c.refused != "" && ok && st.refuse != "":
		return failed(Refused, st, mismatch{notRefused, shape(c.refused)}, "the write is accepted, though %s", c.refused), nil
	case c.refused != "" && ok:
		return failed(Unique, st, mismatch{notRefused, c.refused}, "the write is accepted, though it breaks %s", c.refused), nil
	}
	return nil, nil
}

// actions are the requests of a change: as the design makes them for a write
// of the model, or the plain items of a row that is loaded.
func (r *runner) actions(ctx context.Context, t *truth, st step, c change) ([]api.TransactWriteItem, error) {
	if st.write.Stmt != nil {
		return r.b.Write(st.write, design.Change{
			Old: c.old, New: c.new, Args: design.Args(st.args), Parents: t.parent,
			Children: func(question string, args design.Args) ([]model.Row, error) { return r.children(ctx, question, args) },
		})
	}
	placed, err := r.b.Items(st.write.Entity, c.new, t.parent)
	if err != nil {
		return nil, err
	}
	var out []api.TransactWriteItem
	for _, p := range placed {
		isNew := "attribute_not_exists(#k)"
		out = append(out, api.TransactWriteItem{Put: &api.TransactPut{
			TableName: p.Table, Item: p.Item, ConditionExpression: &isNew,
			ExpressionAttributeNames: api.Names{"#k": r.session.table(p.Table).Key.Partition[0]},
		}})
	}
	return out, nil
}

func failed(rule Rule, st step, m mismatch, format string, args ...any) *finding {
	return &finding{findingKey: findingKey{rule, st.write.Name}, mismatch: m, message: fmt.Sprintf(format, args...)}
}

// fatal says whether an error is none of the design's doing: neither an error
// of the API nor one of encoding, but of the machine or the context.
func fatal(err error) bool {
	var machine *machineError
	return errors.As(err, &machine) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// A machineError is a failure of the database itself.
type machineError struct{ err error }

func (e *machineError) Error() string { return e.err.Error() }
func (e *machineError) Unwrap() error { return e.err }

// answered tells errors of the API that a design may cause from those of the
// machine, of its load and of whoever asks; those tell the operation.
func answered(operation string, err error) error {
	var e *api.Error
	switch {
	case err == nil, errors.Is(err, errCursor):
		return err
	case errors.As(err, &e) && ofDesign(e):
		return err
	}
	return &machineError{fmt.Errorf("%s: %w", operation, err)}
}

// ofDesign says whether a design may cause an error: what it asks for is
// wrong, or too large.
func ofDesign(e *api.Error) bool {
	switch e.Code {
	case api.ValidationException, api.SerializationException, api.ConditionalCheckFailedException, api.ResourceNotFoundException,
		api.ItemCollectionSizeLimitExceededException, api.IdempotentParameterMismatchException:
		return true
	case api.TransactionCanceledException:
		return !slices.ContainsFunc(e.Reasons, func(r api.CancellationReason) bool {
			return r.Code == "TransactionConflict" || strings.HasPrefix(r.Code, "Throttling") || r.Code == "ProvisionedThroughputExceeded"
		})
	}
	return false
}

// children runs a support question as the application does before it updates
// copies, and returns the rows it finds.
func (r *runner) children(ctx context.Context, question string, args design.Args) ([]model.Row, error) {
	call, err := r.b.Request(question, args)
	if err != nil || call.Empty {
		return nil, err
	}
	res, err := r.askSure(ctx, call)
	if err != nil {
		return nil, answered(call.Operation, err)
	}
	if call.Query != nil && res.more {
		if res.items, err = r.pages(ctx, call.Query, 0); err != nil {
			return nil, answered(call.Operation, err)
		}
	}
	var rows []model.Row
	for _, it := range res.items {
		table, index := "", ""
		switch {
		case call.Query != nil:
			table, index = call.Query.TableName, call.Query.IndexName
		case call.Get != nil:
			table = call.Get.TableName
		}
		_, row, err := r.b.DecodeEntry(table, index, it)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}
