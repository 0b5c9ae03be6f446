package engine

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/schema"
	"github.com/keywright/keywright/store"
)

// doCreateTable is CreateTable.
func (db *DB) doCreateTable(ctx context.Context, r *api.CreateTableRequest) (*api.CreateTableResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	def, err := r.Table()
	if err != nil {
		return nil, err
	}
	db.ddl.Lock()
	defer db.ddl.Unlock()
	if err := r.ValidateSettings(); err != nil {
		return nil, err
	}
	if _, err := db.tableItself(def.Name); err == nil {
		return nil, &api.Error{Code: api.ResourceInUseException, Message: "Table already exists: " + def.Name}
	}
	if err := db.checkQuotas(); err != nil {
		return nil, err
	}
	t, err := db.writeTable(ctx, r, def)
	if err != nil {
		return nil, apiError(err)
	}
	db.keep(db)
	t.setCounts(count{}, make([]count, len(t.indexes)))
	db.simulateCreate(t)
	db.mu.Lock()
	db.tables[def.Name] = t
	db.mu.Unlock()
	d := db.describe(t, count{}, make([]count, len(t.indexes)))
	d.TableStatus = statusCreating // as DynamoDB's first answer, though it is done
	d.WarmThroughput = nil
	for i := range d.GlobalSecondaryIndexes {
		d.GlobalSecondaryIndexes[i].IndexStatus = statusCreating
		d.GlobalSecondaryIndexes[i].WarmThroughput = nil
	}
	return &api.CreateTableResponse{TableDescription: d}, nil
}

// writeTable puts a new table into the catalog.
func (db *DB) writeTable(ctx context.Context, r *api.CreateTableRequest, def *schema.Table) (*table, error) {
	rec := &tableRecord{
		CreatedMillis: db.opts.Now().UnixMilli(),
		IndexIDs:      make(map[string]uint16, len(def.Indexes)),
		NextIndexID:   uint16(len(def.Indexes) + 1),
		Request:       keptRequest(r, def),
	}
	if def.OnDemand {
		rec.OnDemandMillis = rec.CreatedMillis
	}
	for i := range def.Indexes {
		rec.IndexIDs[def.Indexes[i].Name] = uint16(i + 1)
	}
	var stream *streamChange
	if rec.Request.StreamSpecification.Enabled() {
		var err error
		if stream, err = db.newStream(ctx, rec); err != nil {
			return nil, err
		}
	}
	err := db.update(ctx, func(txn store.Txn) (err error) {
		if _, err := txn.GetForUpdate(ctx, db.tableKey(def.Name)); err != nil {
			return err
		}
		if rec.ID, err = nextID(ctx, txn); err != nil {
			return err
		}
		rec.UUID = tableUUID(def.Name, rec.ID, rec.CreatedMillis)
		enc, err := json.Marshal(rec)
		if err != nil {
			return fmt.Errorf("encoding table %s: %w", def.Name, err)
		}
		txn.Set(db.tableKey(def.Name), enc)
		if stream != nil {
			return stream.stage(txn)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	t := newTable(rec, def, nil)
	if stream != nil {
		stream.done()
		db.link(t)
	}
	return t, nil
}

// keptRequest is the request as the catalog keeps it: the caller may change
// its own.
func keptRequest(r *api.CreateTableRequest, def *schema.Table) *api.CreateTableRequest {
	kept := api.NewCreateTable(def)
	kept.TableClass = r.TableClass
	kept.DeletionProtectionEnabled = r.DeletionProtectionEnabled
	if r.StreamSpecification.Enabled() {
		kept.StreamSpecification = r.StreamSpecification
	}
	if isEnabled(r.SSESpecification) {
		kept.SSESpecification = r.SSESpecification
	}
	kept.OnDemandThroughput, kept.WarmThroughput = r.OnDemandThroughput, r.WarmThroughput
	for i, g := range r.GlobalSecondaryIndexes { // Table keeps their order
		kept.GlobalSecondaryIndexes[i].OnDemandThroughput = g.OnDemandThroughput
		kept.GlobalSecondaryIndexes[i].WarmThroughput = g.WarmThroughput
	}
	kept.Tags = slices.Clone(r.Tags)
	return kept
}

// tableUUID makes a TableId of what tells tables apart, so that the engine
// needs no source of randomness. It has the form of a version 8 UUID.
func tableUUID(name string, id uint32, millis int64) string {
	in := binary.BigEndian.AppendUint32([]byte(name), id)
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(in, uint64(millis)))
	u := sum[:16]
	u[6] = u[6]&0x0f | 0x80
	u[8] = u[8]&0x3f | 0x80
	h := hex.EncodeToString(u)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// seconds is a time as the API writes it: seconds since 1970, to the
// millisecond.
func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }
