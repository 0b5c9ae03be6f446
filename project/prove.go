package project

import (
	"context"
	"errors"
	"io"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/prove"
)

// Prove proves a design on an engine of its own, in memory. A design that
// fails is a result, not an error.
func (p *Project) Prove(ctx context.Context, b *design.Bound, o prove.Options) (*prove.Report, error) {
	db, err := engine.Open(engine.Options{})
	if err != nil {
		return nil, err
	}
	rep, err := prove.Check(ctx, b, db, o)
	if err != nil {
		return nil, joinClose(err, db)
	}
	return rep, db.Close()
}

func deployAndLoad(ctx context.Context, db api.DB, b *design.Bound, s Sample) error {
	if err := Deploy(ctx, db, b); err != nil {
		return err
	}
	return Load(ctx, db, b, s)
}

// joinClose closes c after an error and returns both errors.
func joinClose(err error, c io.Closer) error {
	return errors.Join(err, c.Close())
}
