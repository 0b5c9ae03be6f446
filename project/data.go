package project

import (
	"context"
	"fmt"

	"github.com/keywright/keywright/engine"
)

// OpenData opens the embedded engine on a data folder, which is made where it
// is missing. The caller closes it.
func OpenData(dir string) (*engine.DB, error) {
	db, err := engine.Open(engine.Options{Dir: dir})
	if err != nil {
		return nil, &InputError{Err: fmt.Errorf("data folder %s: %w", dir, err)}
	}
	return db, nil
}

// OpenSample opens the embedded engine in memory with a design's tables and
// the project's sample rows in them. The design is the one named, else
// design.json, else a planned one. The caller closes it.
func (p *Project) OpenSample(ctx context.Context, designName string) (*engine.DB, error) {
	b, err := p.designOrPlan(ctx, designName, nil)
	if err != nil {
		return nil, err
	}
	sample, err := p.Sample()
	if err != nil {
		return nil, err
	}
	db, err := engine.Open(engine.Options{})
	if err != nil {
		return nil, err
	}
	if err := deployAndLoad(ctx, db, b, sample); err != nil {
		return nil, joinClose(err, db)
	}
	return db, nil
}
