package engine

import (
	"context"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

// itemWrite is what PutItem, UpdateItem and DeleteItem have in common. Its
// request has been validated.
type itemWrite struct {
	sources
	table        string
	returnValues string
	onFailure    string // ReturnValuesOnConditionCheckFailure
	capacity     string // ReturnConsumedCapacity
	collection   string // ReturnItemCollectionMetrics
}

// written is what the three answer.
type written struct {
	attributes attr.Item
	capacity   *api.ConsumedCapacity
	collection *api.ItemCollectionMetrics
}

// run makes the write's action and runs it.
func (w itemWrite) run(ctx context.Context, db *DB, make func(*table, expressions) (*action, error)) (*written, error) {
	t, x, err := db.begin(w.sources, w.table)
	if err != nil {
		return nil, err
	}
	a, err := make(t, x)
	if err != nil {
		return nil, apiError(err)
	}
	a.wantOld = w.returnValues != "" && w.returnValues != "NONE"
	a.returnOld = w.onFailure == "ALL_OLD"
	e, err := db.writeOne(ctx, a)
	if err != nil {
		return nil, err
	}
	out := &written{
		attributes: returned(w.returnValues, x.update, &e),
		capacity:   a.t.writeCapacity(w.capacity, &e),
	}
	out.collection, err = db.collectionMetrics(ctx, w.collection, a.t, a.item)
	return out, err
}

// returned is what ReturnValues asks for: a whole image, or of one image what
// the update's paths touch.
func returned(returnValues string, u *expr.Update, e *effect) attr.Item {
	switch returnValues {
	case "ALL_OLD":
		return e.oldItem
	case "ALL_NEW":
		return e.new
	}
	if u == nil {
		return nil
	}
	switch returnValues {
	case "UPDATED_OLD":
		return u.Touched(e.oldItem)
	case "UPDATED_NEW":
		return u.Touched(e.new)
	}
	return nil
}
