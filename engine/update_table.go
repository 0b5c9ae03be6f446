package engine

import (
	"context"
	"slices"
	"time"

	"github.com/keywright/keywright/api"
)

// doUpdateTable is UpdateTable.
func (db *DB) doUpdateTable(ctx context.Context, r *api.UpdateTableRequest) (*api.UpdateTableResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	u, err := db.updateTable(ctx, r)
	if err != nil {
		return nil, apiError(err)
	}
	if u.created != "" {
		b := &backfill{db: db, t: u.t, id: u.rec.IndexIDs[u.created]}
		if done, err := b.run(ctx, backfillAtOnce); !done || err != nil {
			db.jobs.start(b.finish) // an error may pass, and the index is in the catalog
		}
	}
	return &api.UpdateTableResponse{TableDescription: u.description}, nil
}

// tableUpdate is an UpdateTable under way.
type tableUpdate struct {
	db  *DB
	t   *table // the generation before, then the one after
	r   *api.UpdateTableRequest
	rec *tableRecord // being changed
	now time.Time

	created, deleted string // the index that is created or deleted, if any
	description      *api.TableDescription
}

// updateTable makes the change, all but a backfill.
func (db *DB) updateTable(ctx context.Context, r *api.UpdateTableRequest) (*tableUpdate, error) {
	db.ddl.Lock()
	defer db.ddl.Unlock()
	t, err := db.tableItself(r.TableName)
	if err != nil {
		return nil, err
	}
	u := &tableUpdate{db: db, t: t, r: r, now: db.opts.Now()}
	if err := u.admit(); err != nil {
		return nil, err
	}
	if u.rec, err = t.rec.clone(); err != nil {
		return nil, err
	}
	for _, change := range []func() error{u.changeMode, u.changeUnits, u.changeIndexes, u.changeOnDemand, u.changeWarm, u.changeStream, u.changeSSE} {
		if err := change(); err != nil {
			return nil, err
		}
	}
	if r.TableClass != "" {
		u.rec.Request.TableClass = r.TableClass
	}
	if r.DeletionProtectionEnabled != nil {
		u.rec.Request.DeletionProtectionEnabled = *r.DeletionProtectionEnabled
	}
	return u, u.carryOut(ctx)
}

// carryOut puts the change into the catalog and into effect.
func (u *tableUpdate) carryOut(ctx context.Context) error {
	before := u.t
	tab, ixs, err := u.db.tableCounts(ctx, before)
	if err != nil {
		return err
	}
	stream, err := u.streamChange(ctx)
	if err != nil {
		return err
	}
	after, err := u.db.alter(ctx, before, u.rec, stream)
	if err != nil {
		return err
	}
	u.t = after
	u.describe(before, tab, ixs)
	if u.deleted != "" {
		before.index(before.def.Index(u.deleted)).dropped.Store(true)
		if err := u.db.removeIndex(ctx, after, u.deleted); err != nil {
			return err
		}
	}
	u.db.simulateUpdate(u)
	return nil
}

// admit refuses a change that has to wait for another one.
func (u *tableUpdate) admit() error {
	switch u.db.tableStatus(u.t, u.now) {
	case statusCreating:
		return inUse("Table is being created: " + u.r.TableName)
	case statusUpdating:
		return inUse("Table is being updated: " + u.r.TableName)
	case statusDeleting:
		return inUse("Table is being deleted: " + u.r.TableName)
	}
	created, deleted := u.r.IndexChanges()
	if created+deleted > 1 {
		return oneIndexAtATime()
	}
	if created+deleted == 0 {
		return nil
	}
	for name := range u.db.busyIndexes(u.t, u.now) {
		if !slices.ContainsFunc(u.r.GlobalSecondaryIndexUpdates, func(g api.GlobalSecondaryIndexUpdate) bool {
			return g.Delete != nil && g.Delete.IndexName == name && u.t.def.Index(name) != nil
		}) {
			return oneIndexAtATime()
		}
	}
	return nil
}

// inUse is DynamoDB's answer to a change that comes too early.
func inUse(detail string) error {
	return &api.Error{Code: api.ResourceInUseException, Message: "Attempt to change a resource which is still in use: " + detail}
}

func limitExceeded(detail string) error {
	return &api.Error{Code: api.LimitExceededException, Message: "Subscriber limit exceeded: " + detail}
}

func oneIndexAtATime() error {
	return limitExceeded("Only 1 online index can be created or deleted simultaneously per table")
}

// changeStream turns the table's stream on or off.
func (u *tableUpdate) changeStream() error {
	s := u.r.StreamSpecification
	if s == nil {
		return nil
	}
	switch on := u.rec.Request.StreamSpecification.Enabled(); {
	case s.Enabled() && on:
		return validation("Table already has an enabled stream: TableName: " + u.r.TableName)
	case !s.Enabled() && !on:
		return validation("Table has no stream to disable: TableName: " + u.r.TableName)
	}
	u.rec.Request.StreamSpecification = s
	if !s.Enabled() {
		u.rec.Request.StreamSpecification = nil
	}
	return nil
}

// streamChange makes a new stream, or ends the one there is, as changeStream
// has set the record.
func (u *tableUpdate) streamChange(ctx context.Context) (*streamChange, error) {
	switch {
	case u.r.StreamSpecification == nil:
		return nil, nil
	case u.r.StreamSpecification.Enabled():
		return u.db.newStream(ctx, u.rec)
	}
	u.rec.Stream = 0
	return u.db.endStream(ctx, u.t.stream), nil
}

// changeSSE changes the key that the table is said to be encrypted with.
func (u *tableUpdate) changeSSE() error {
	s := u.r.SSESpecification
	if s == nil {
		return nil
	}
	now := u.rec.Request.SSESpecification
	switch {
	case !isEnabled(s) && !isEnabled(now):
		return validation("One or more parameter values were invalid: Table is already encrypted by default")
	case isEnabled(s) && isEnabled(now) && s.KMSMasterKeyId == now.KMSMasterKeyId:
		return validation("One or more parameter values were invalid: Table is already encrypted with given KMSMasterKeyId. " +
			"Use KMSMasterKeyId parameter if you want to change Master Key")
	}
	u.rec.Request.SSESpecification = s
	if !isEnabled(s) {
		u.rec.Request.SSESpecification = nil
	}
	return nil
}

func isEnabled(s *api.SSESpecification) bool { return s != nil && s.Enabled != nil && *s.Enabled }
