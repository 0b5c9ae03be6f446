package project

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/prove"
	"github.com/keywright/keywright/remote"
)

// ProofPrefix begins the names of all tables that a proof makes on a database
// that is not embedded.
const ProofPrefix = "keywright-prove-"

// On a database that is not embedded, tables are made for so many worlds at a
// time, indexes may be behind for so long, and a failure is made small in so
// many runs.
const (
	remoteParallel = 4
	remoteSettle   = 30 * time.Second
	remoteMinimise = 200
)

// Rehearsal is a proof on the embedded engine before the same is done on
// another database, and what it would take there.
type Rehearsal struct {
	// Report is what came out here. A design that fails here need not be tried
	// elsewhere.
	Report *prove.Report
	// Tables are the names of the tables that will be made, and deleted.
	Tables []string
	// Requests, ReadUnits and WriteUnits are about what it takes there; looking
	// again, where indexes are slow, comes on top.
	Requests              int
	ReadUnits, WriteUnits float64
	// Cost is what those units cost on demand by the price list Prices.
	Cost   cost.Money
	Prices string
	// Left are tables of earlier proofs that are there still.
	Left []string

	options prove.Options
}

// Rehearse proves a design on the embedded engine and tells what the same
// proof takes on db. It asks db for its tables, and makes none.
func (p *Project) Rehearse(ctx context.Context, b *design.Bound, db *remote.DB, o prove.Options) (*Rehearsal, error) {
	r := &Rehearsal{options: o}
	var err error
	if r.Left, err = leftTables(ctx, db); err != nil {
		return nil, err
	}
	r.options.Prefix = ProofPrefix + strings.ToLower(rand.Text()[:8]) + "-"
	r.options.Parallel, r.options.Settle, r.options.OnDemand, r.options.Minimise = remoteParallel, remoteSettle, true, remoteMinimise
	for i := range r.options.Parallel {
		for _, t := range b.Tables() {
			r.Tables = append(r.Tables, fmt.Sprintf("%s%d-%s", r.options.Prefix, i, t.Name))
		}
	}
	here, err := engine.Open(engine.Options{})
	if err != nil {
		return nil, err
	}
	m := &meter{DB: here}
	local := o
	local.Settle = time.Nanosecond // for the same requests, and nothing to wait for
	if r.Report, err = prove.Check(ctx, b, m, local); err != nil {
		return nil, joinClose(err, here)
	}
	r.Requests, r.ReadUnits, r.WriteUnits = r.Report.Requests, m.reads, m.writes
	return r, errors.Join(r.price(db.Region()), here.Close())
}

// price finds what the units cost, by the prices of the region or, where there
// are none, of us-east-1.
func (r *Rehearsal) price(region string) error {
	l, err := cost.Prices(cost.ListName(region, true, cost.Standard))
	if err != nil {
		l, err = cost.Prices(cost.ListName("us-east-1", true, cost.Standard))
	}
	if err != nil {
		return err
	}
	writes, err := l.WriteUnitMonth.Times(int64(math.Ceil(r.WriteUnits)), l.MonthSeconds)
	if err != nil {
		return err
	}
	reads, err := l.HalfReadMonth.Times(int64(math.Ceil(2*r.ReadUnits)), l.MonthSeconds)
	if err != nil {
		return err
	}
	r.Prices = l.Name
	r.Cost, err = cost.Sum(writes, reads)
	return err
}

// leftTables are the tables that a proof made and could not delete. Who may
// not list tables learns nothing.
func leftTables(ctx context.Context, db api.DB) (left []string, err error) {
	from := ""
	for {
		page, err := db.ListTables(ctx, &api.ListTablesRequest{ExclusiveStartTableName: from})
		var known *api.Error
		if errors.As(err, &known) && known.Code == api.AccessDeniedException {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		for _, name := range page.TableNames {
			if strings.HasPrefix(name, ProofPrefix) {
				left = append(left, name)
			}
		}
		if from = page.LastEvaluatedTableName; from == "" {
			return left, nil
		}
	}
}

// DeleteLeft deletes the tables that earlier proofs have left, and those of
// proofs under way.
func (r *Rehearsal) DeleteLeft(ctx context.Context, db *remote.DB) error {
	for _, name := range r.Left {
		_, err := db.DeleteTable(ctx, &api.DeleteTableRequest{TableName: name})
		var known *api.Error
		if errors.As(err, &known) && known.Code == api.ResourceNotFoundException {
			continue
		}
		if err != nil {
			return fmt.Errorf("deleting table %s: %w", name, err)
		}
	}
	return nil
}

// LeftRuns are the proofs that have left tables, by how their names begin.
func (r *Rehearsal) LeftRuns() []string {
	var runs []string
	for _, name := range r.Left {
		id, _, _ := strings.Cut(strings.TrimPrefix(name, ProofPrefix), "-")
		runs = append(runs, ProofPrefix+id+"-*")
	}
	slices.Sort(runs)
	return slices.Compact(runs)
}

// ProveOn does on db what was rehearsed: it makes the tables of the rehearsal
// and deletes them, also where ctx ends. A *prove.LeftError may come with the
// report.
func (p *Project) ProveOn(ctx context.Context, b *design.Bound, db *remote.DB, r *Rehearsal, progress func(done, total int)) (*prove.Report, error) {
	o := r.options
	o.Progress = progress
	rep, err := prove.Check(ctx, b, db, o)
	if rep != nil {
		rep.Database = db.String()
	}
	return rep, err
}
