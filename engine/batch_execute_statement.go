package engine

import (
	"context"
	"errors"
	"strings"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/partiql"
)

// batchMember is one statement of a batch. err is what it ran into, and then
// its own answer: the others run.
type batchMember struct {
	request *api.BatchStatementRequest
	b       *partiql.Bound // nil where the statement could not be read
	t       *table         // nil where there is none
	err     error
	item    attr.Item
}

// doBatchExecuteStatement is BatchExecuteStatement. A batch of reads and
// writes, or with an item named twice, is refused as a whole (captured on AWS
// by dynoxide's author).
func (db *DB) doBatchExecuteStatement(ctx context.Context, r *api.BatchExecuteStatementRequest) (*api.BatchExecuteStatementResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	members := db.batchMembers(r)
	if err := checkBatch(members); err != nil {
		return nil, err
	}
	var used batchUsage
	resp := &api.BatchExecuteStatementResponse{Responses: make([]api.BatchStatementResponse, len(members))}
	for i := range members {
		m := &members[i]
		if m.err == nil {
			m.err = db.runMember(ctx, m, &used)
		}
		answer, err := m.response()
		if err != nil {
			return nil, err
		}
		resp.Responses[i] = answer
	}
	resp.ConsumedCapacity = used.consumed(r.ReturnConsumedCapacity)
	return resp, nil
}

func (db *DB) batchMembers(r *api.BatchExecuteStatementRequest) []batchMember {
	members := make([]batchMember, len(r.Statements))
	for i := range r.Statements {
		m := &members[i]
		m.request = &r.Statements[i]
		m.b, m.err = bindStatement(m.request.Statement, m.request.Parameters)
		if m.err == nil {
			m.err = m.b.CheckAlone()
		}
		if m.err == nil {
			m.t, m.err = db.table(m.b.Table)
		}
	}
	return members
}

// checkBatch looks at the batch as a whole. Statements that could not be read
// have no part in it.
func checkBatch(members []batchMember) error {
	reads, writes := false, false
	seen := map[string]bool{}
	twice := false
	for _, m := range members {
		if m.b == nil {
			continue
		}
		reads = reads || m.b.Reads()
		writes = writes || !m.b.Reads()
		if m.t == nil {
			continue
		}
		if key, ok := m.b.Target(m.t.def); ok && m.t.def.CheckKey(key) == nil {
			id := string(m.t.appendItemKey(nil, key))
			twice = twice || seen[id]
			seen[id] = true
		}
	}
	switch {
	case reads && writes:
		return validation("Read and write requests together in the same batch is not supported.")
	case twice:
		return validation("Provided list of item keys contains duplicates")
	}
	return nil
}

func (db *DB) runMember(ctx context.Context, m *batchMember, used *batchUsage) error {
	if m.b.Reads() {
		return db.readMember(ctx, m, used)
	}
	a, err := db.statementAction(m.b)
	if err != nil {
		return err
	}
	e, err := db.writeOne(ctx, a)
	if err != nil {
		used.failed(a, &e)
		return err
	}
	used.tables.of(a.t).addWrite(&e, 1)
	if m.b.Returning != "" {
		if items := statementItems(m.b.Returning, a, &e); len(items) > 0 {
			m.item = items[0]
		}
	}
	return nil
}

// readMember reads the one item that a SELECT in a batch has to name.
func (db *DB) readMember(ctx context.Context, m *batchMember, used *batchUsage) error {
	key, filter, columns, err := m.b.BatchItem(m.t.def)
	if err != nil {
		return err
	}
	if err := m.t.checkGet(key, expressions{}); err != nil {
		return err
	}
	it, size, err := db.getItem(ctx, m.t, key, m.request.ConsistentRead)
	if err != nil {
		return err
	}
	used.tables.of(m.t).table += cost.ReadUnits(size, m.request.ConsistentRead)
	if it != nil {
		m.item = selected(filter, columns)(it)
	}
	return nil
}

// response tells what a member came to. The table is named of those that ran.
// An error that is none of the statement's ends the batch.
func (m *batchMember) response() (api.BatchStatementResponse, error) {
	if m.err == nil {
		return api.BatchStatementResponse{TableName: m.t.def.Name, Item: m.item}, nil
	}
	var e *api.Error
	if !errors.As(apiError(m.err), &e) {
		return api.BatchStatementResponse{}, apiError(m.err)
	}
	out := api.BatchStatementResponse{Error: &api.BatchStatementError{Code: shortCode(e.Code), Message: e.Message}}
	if e.Code != api.ValidationException {
		out.TableName = m.b.Table
	}
	return out, nil
}

// shortCode is an exception's name in a batch (API reference,
// BatchStatementError).
func shortCode(c api.Code) string {
	switch c {
	case api.ValidationException:
		return "ValidationError"
	case api.ThrottlingException:
		return "ThrottlingError"
	}
	return strings.TrimSuffix(string(c), "Exception")
}

// batchUsage is what a batch used. A statement that failed is charged the
// write that it attempted: in the total of its table, in no arm, and not at
// all where no statement on the table succeeded (captured by dynoxide's
// author).
type batchUsage struct {
	tables usages
	extra  map[*table]cost.HalfUnits
}

func (u *batchUsage) failed(a *action, e *effect) {
	if u.extra == nil {
		u.extra = map[*table]cost.HalfUnits{}
	}
	u.extra[a.t] += cost.HalfUnits(2 * int(cost.WriteUnits(max(e.oldSize, a.size))))
}

func (u *batchUsage) consumed(asked string) []*api.ConsumedCapacity {
	if asked == "" || asked == "NONE" || len(u.tables) == 0 {
		return nil
	}
	out := u.tables.consumed(asked, noSplit)
	for i, of := range u.tables { // in the order in which consumed has sorted them
		out[i].CapacityUnits += u.extra[of.t].Units()
	}
	return out
}
