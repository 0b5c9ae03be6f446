package engine

import (
	"context"
	"math"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/schema"
)

// changeIndexes creates, updates and deletes global indexes in the record.
func (u *tableUpdate) changeIndexes() error {
	for i := range u.r.GlobalSecondaryIndexUpdates {
		g := &u.r.GlobalSecondaryIndexUpdates[i]
		var err error
		switch {
		case g.Create != nil:
			err = u.createIndex(g.Create)
		case g.Update != nil:
			err = u.updateIndex(g.Update)
		default:
			err = u.deleteIndex(g.Delete.IndexName)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (u *tableUpdate) createIndex(ix *api.GlobalSecondaryIndex) error {
	req := u.rec.Request
	mode := req.BillingMode == onDemand
	switch {
	case u.t.def.Index(ix.IndexName) != nil:
		return validation("Attempting to create an index which already exists")
	case mode && ix.ProvisionedThroughput != nil:
		return validation("One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can be " +
			"specified for index: " + ix.IndexName + " when BillingMode is PAY_PER_REQUEST")
	case !mode && ix.ProvisionedThroughput == nil:
		return validation("One or more parameter values were invalid: Both ReadCapacityUnits and WriteCapacityUnits must be " +
			"specified for index: " + ix.IndexName)
	case len(req.GlobalSecondaryIndexes) >= schema.Documented().GlobalIndexesMax:
		return limitExceeded("Number of global secondary indexes exceeds per-table limit of 20")
	case u.rec.NextIndexID == math.MaxUint16:
		return limitExceeded("This table has had 65534 indexes, and cannot have another one")
	}
	if err := api.ValidateNewIndex(ix, mode); err != nil {
		return err
	}
	u.defineAttributes(ix)
	req.GlobalSecondaryIndexes = append(req.GlobalSecondaryIndexes, *ix)
	if u.rec.IndexIDs == nil {
		u.rec.IndexIDs = map[string]uint16{}
	}
	u.rec.IndexIDs[ix.IndexName] = u.rec.NextIndexID
	u.rec.NextIndexID++
	u.setPhase(ix.IndexName, phaseBuilding)
	u.created = ix.IndexName
	return nil
}

// defineAttributes adds the definitions of key attributes that the table does
// not have yet. Others in the request are of no effect (measured, 2026-10).
func (u *tableUpdate) defineAttributes(ix *api.GlobalSecondaryIndex) {
	req := u.rec.Request
	for _, k := range ix.KeySchema {
		named := func(d api.AttributeDefinition) bool { return d.AttributeName == k.AttributeName }
		i := slices.IndexFunc(u.r.AttributeDefinitions, named)
		if i >= 0 && !slices.ContainsFunc(req.AttributeDefinitions, named) {
			req.AttributeDefinitions = append(req.AttributeDefinitions, u.r.AttributeDefinitions[i])
		}
	}
}

func (u *tableUpdate) setPhase(index string, p phase) {
	if u.rec.Phases == nil {
		u.rec.Phases = map[string]phase{}
	}
	u.rec.Phases[index] = p
}

// globalIndex returns an index of the record that is not being deleted.
func (u *tableUpdate) globalIndex(verb, name string) (*api.GlobalSecondaryIndex, error) {
	req := u.rec.Request
	i := slices.IndexFunc(req.GlobalSecondaryIndexes, func(g api.GlobalSecondaryIndex) bool { return g.IndexName == name })
	switch {
	case u.t.def.Index(name) != nil && u.t.def.Index(name).Local:
		return nil, validation("Cannot " + verb + " an index that is not a GlobalSecondaryIndex: " + name)
	case i < 0:
		return nil, &api.Error{Code: api.ResourceNotFoundException,
			Message: "Requested resource not found: Index " + name + " for table " + u.r.TableName}
	case u.rec.Phases[name] == phaseDropping:
		return nil, inUse("Index is being deleted. Table: " + u.r.TableName + " Index: " + name)
	}
	return &req.GlobalSecondaryIndexes[i], nil
}

func (u *tableUpdate) updateIndex(a *api.UpdateGlobalSecondaryIndexAction) error {
	ix, err := u.globalIndex("update", a.IndexName)
	if err != nil {
		return err
	}
	mode := u.rec.Request.BillingMode == onDemand
	switch {
	case mode && (a.ProvisionedThroughput != nil || isUnset(a.OnDemandThroughput) && a.WarmThroughput == nil):
		return validation("One or more parameter values were invalid: The only Updates for index: " + a.IndexName +
			" when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput")
	case !mode && a.ProvisionedThroughput == nil && isUnset(a.OnDemandThroughput) && a.WarmThroughput == nil:
		return validation("One or more parameter values were invalid: Both ReadCapacityUnits and WriteCapacityUnits must be " +
			"specified for index: " + a.IndexName)
	}
	if err := u.updateIndexUnits(ix, a.ProvisionedThroughput); err != nil {
		return err
	}
	if a.OnDemandThroughput != nil {
		if err := a.OnDemandThroughput.Validate(a.IndexName, mode, -1); err != nil {
			return err
		}
		ix.OnDemandThroughput = bounds(ix.OnDemandThroughput, a.OnDemandThroughput)
	}
	if a.WarmThroughput == nil {
		return nil
	}
	ix.WarmThroughput, err = warmer("index "+a.IndexName,
		warm(u.rec.Request.BillingMode, ix.ProvisionedThroughput, ix.WarmThroughput), a.WarmThroughput)
	return err
}

func isUnset(o *api.OnDemandThroughput) bool { return o == nil || *o == api.OnDemandThroughput{} }

// updateIndexUnits changes an index's provisioned capacity. It has none before
// where the table was on demand.
func (u *tableUpdate) updateIndexUnits(ix *api.GlobalSecondaryIndex, p *api.ProvisionedThroughput) error {
	if p == nil {
		return nil
	}
	if before := ix.ProvisionedThroughput; before != nil {
		if *p == *before {
			return validation(unchanged("index "+ix.IndexName, "index "+ix.IndexName, *p))
		}
		if err := u.countChange(ix.IndexName, *before, *p); err != nil {
			return err
		}
		u.keepWarm()
	}
	ix.ProvisionedThroughput = p
	return nil
}

func (u *tableUpdate) deleteIndex(name string) error {
	if _, err := u.globalIndex("delete", name); err != nil {
		return err
	}
	u.setPhase(name, phaseDropping)
	u.deleted = name
	u.pruneAttributes()
	return nil
}

// pruneAttributes takes away the definitions of attributes that are in no key
// any more.
func (u *tableUpdate) pruneAttributes() {
	req := u.rec.Request
	used := slices.Clone(req.KeySchema)
	for _, l := range req.LocalSecondaryIndexes {
		used = append(used, l.KeySchema...)
	}
	for _, g := range u.activeIndexes() {
		used = append(used, g.KeySchema...)
	}
	req.AttributeDefinitions = slices.DeleteFunc(req.AttributeDefinitions, func(d api.AttributeDefinition) bool {
		return !slices.ContainsFunc(used, func(k api.KeySchemaElement) bool { return k.AttributeName == d.AttributeName })
	})
}

// removeIndex removes the entries of an index that is being dropped, and then
// the index from the catalog. No write keeps it any more. A read that found it
// in an older generation sees that it was dropped, and answers so.
func (db *DB) removeIndex(ctx context.Context, t *table, name string) error {
	id := t.rec.IndexIDs[name]
	if err := db.clear(ctx, appendPrefix(nil, t.id, id), buildKey(t.id, id)); err != nil {
		return err
	}
	rec, err := t.rec.clone()
	if err != nil {
		return err
	}
	delete(rec.Phases, name)
	delete(rec.IndexIDs, name)
	delete(rec.Capacity, name)
	req := rec.Request
	req.GlobalSecondaryIndexes = slices.DeleteFunc(req.GlobalSecondaryIndexes, func(g api.GlobalSecondaryIndex) bool { return g.IndexName == name })
	if len(req.GlobalSecondaryIndexes) == 0 {
		req.GlobalSecondaryIndexes = nil
	}
	_, err = db.alter(ctx, t, rec, nil)
	return err
}
