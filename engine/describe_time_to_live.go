package engine

import (
	"context"

	"github.com/keywright/keywright/api"
)

// doDescribeTimeToLive is DescribeTimeToLive.
func (db *DB) doDescribeTimeToLive(_ context.Context, r *api.DescribeTimeToLiveRequest) (*api.DescribeTimeToLiveResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	t, err := db.tableItself(r.TableName)
	if err != nil {
		return nil, err
	}
	if status := db.tableStatus(t, db.opts.Now()); status == statusCreating || status == statusDeleting {
		return nil, validation("Cannot describe time to live while table is in " + status + " state: Current table state is " + status)
	}
	d := &api.TimeToLiveDescription{TimeToLiveStatus: "DISABLED"}
	if ttl := t.rec.TTL; ttl != nil && ttl.Attribute != "" {
		d.AttributeName = ttl.Attribute
		switch ttl.Phase {
		case phaseBuilding:
			d.TimeToLiveStatus = "ENABLING"
		case phaseDropping:
			d.TimeToLiveStatus = "DISABLING"
		default:
			d.TimeToLiveStatus = "ENABLED"
		}
	}
	return &api.DescribeTimeToLiveResponse{TimeToLiveDescription: d}, nil
}
