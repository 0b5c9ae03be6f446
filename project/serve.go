package project

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
)

// DataOptions say which data a server has and how safe they are.
type DataOptions struct {
	Dir          string // data folder, made if it is missing; "" keeps everything in memory
	Sync         string // when writes reach the disk: "always" (also ""), "interval" or "never"
	Region       string // where a request names none
	PerAccessKey bool   // every access key has tables of its own
	Logger       *slog.Logger
	Simulation   SimulationOptions
}

// Data is an open engine as a server needs it: one database for each region.
type Data struct {
	db           *engine.DB
	perAccessKey bool
}

// OpenServed opens the data that a server serves. The caller closes them.
func OpenServed(o DataOptions) (*Data, error) {
	sync, err := syncOf(o.Sync)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	sim, err := o.Simulation.simulation()
	if err != nil {
		return nil, err
	}
	db, err := engine.Open(engine.Options{Dir: o.Dir, Sync: sync, Region: o.Region, Logger: o.Logger, Simulation: sim})
	if err != nil {
		return nil, &InputError{Err: fmt.Errorf("data folder %s: %w", o.Dir, err)}
	}
	return &Data{db: db, perAccessKey: o.PerAccessKey}, nil
}

func syncOf(name string) (engine.Sync, error) {
	switch name {
	case "", "always":
		return engine.SyncAlways, nil
	case "interval":
		return engine.SyncInterval, nil
	case "never":
		return engine.SyncNever, nil
	}
	return 0, fmt.Errorf("--fsync=%s is not one of always, interval, never", name)
}

// For returns the database of a region and, where access keys have their own,
// of an access key.
func (d *Data) For(region, accessKey string) (api.DB, error) {
	if !d.perAccessKey {
		accessKey = ""
	}
	return d.db.Namespace(region, accessKey), nil
}

// Spaces returns the regions and, where they have their own, access keys that
// have tables.
func (d *Data) Spaces() []engine.Space { return d.db.Spaces() }

// Close closes the data; operations under way end first.
func (d *Data) Close() error { return d.db.Close() }

// Checked is what CheckData found.
type Checked struct {
	Tables []CheckedTable `json:"tables"`
}

// CheckedTable is one table of a data folder.
type CheckedTable struct {
	Region    string `json:"region"`
	AccessKey string `json:"accessKey,omitempty"` // whose it is, where access keys have tables of their own
	Name      string `json:"name"`
	Items     int64  `json:"items"`
	Bytes     int64  `json:"bytes"`
	Indexes   int    `json:"indexes"`
}

// CheckData reads a data folder whole and verifies it: records, sizes, counts,
// and every index against its table. The folder must be there and must not be
// in use. A fault of the data is an error that is no InputError.
func CheckData(ctx context.Context, dir string) (*Checked, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, &InputError{Err: fmt.Errorf("data folder %s: %w", dir, cause(err))}
	}
	db, err := OpenData(dir)
	if err != nil {
		return nil, err
	}
	res, err := check(ctx, db)
	return res, errors.Join(err, db.Close())
}

func check(ctx context.Context, db *engine.DB) (*Checked, error) {
	if err := engine.Check(ctx, db); err != nil {
		return nil, err
	}
	res := &Checked{Tables: []CheckedTable{}}
	for _, sp := range db.Spaces() {
		tables, err := checkedTables(ctx, db.Namespace(sp.Region, sp.Owner))
		if err != nil {
			return nil, err
		}
		for _, t := range tables {
			t.Region, t.AccessKey = sp.Region, sp.Owner
			res.Tables = append(res.Tables, t)
		}
	}
	return res, nil
}

func checkedTables(ctx context.Context, db api.DB) (tables []CheckedTable, err error) {
	list := &api.ListTablesRequest{}
	for {
		resp, err := db.ListTables(ctx, list)
		if err != nil {
			return nil, err
		}
		for _, name := range resp.TableNames {
			d, err := db.DescribeTable(ctx, &api.DescribeTableRequest{TableName: name})
			if err != nil {
				return nil, err
			}
			tables = append(tables, CheckedTable{
				Name: name, Items: d.Table.ItemCount, Bytes: d.Table.TableSizeBytes,
				Indexes: len(d.Table.LocalSecondaryIndexes) + len(d.Table.GlobalSecondaryIndexes),
			})
		}
		if resp.LastEvaluatedTableName == "" {
			return tables, nil
		}
		list.ExclusiveStartTableName = resp.LastEvaluatedTableName
	}
}
