package engine

import (
	"maps"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

// expressions are a request's parsed expressions, nil where there are none.
type expressions struct {
	condition    *expr.Condition
	filter       *expr.Condition
	update       *expr.Update
	keyCondition []expr.KeyPart
	projection   *expr.Projection
}

// sources are the expressions and placeholders as a request has them.
type sources struct {
	condition, filter, update, keyCondition, projection *string

	names  api.Names
	values api.Values

	legacy legacy
}

// begin parses a request's expressions and finds its table, in this order.
func (db *DB) begin(s sources, name string) (*table, expressions, error) {
	x, err := s.parse()
	if err != nil {
		return nil, x, err
	}
	t, err := db.table(name)
	return t, x, err
}

// parse parses a request's expressions, in DynamoDB's order, and checks that
// they use every placeholder.
func (s *sources) parse() (x expressions, err error) {
	s.legacy.build(&x)
	if s.condition == nil && s.filter == nil && s.update == nil && s.keyCondition == nil && s.projection == nil {
		return x, nil
	}
	env, err := expr.NewEnv(s.names, s.values)
	if err != nil {
		return x, apiError(err)
	}
	if err := checkPlaceholders(s.values); err != nil {
		return x, err
	}
	if s.update != nil {
		if x.update, err = expr.ParseUpdate(*s.update, env); err != nil {
			return x, apiError(err)
		}
	}
	if s.condition != nil {
		if x.condition, err = expr.ParseCondition(*s.condition, expr.KindCondition, env); err != nil {
			return x, apiError(err)
		}
	}
	var key *expr.KeyCondition
	if s.keyCondition != nil {
		if key, err = expr.ParseKeyCondition(*s.keyCondition, env); err != nil {
			return x, apiError(err)
		}
	}
	if s.filter != nil {
		if x.filter, err = expr.ParseCondition(*s.filter, expr.KindFilter, env); err != nil {
			return x, apiError(err)
		}
	}
	if s.projection != nil {
		if x.projection, err = expr.ParseProjection(*s.projection, env); err != nil {
			return x, apiError(err)
		}
	}
	if err := env.Unused(); err != nil {
		return x, apiError(err)
	}
	if key != nil {
		x.keyCondition, err = key.Parts()
	}
	return x, apiError(err)
}

// checkPlaceholders refuses a placeholder whose value is none.
func checkPlaceholders(values api.Values) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := values[name].Err(); err != nil {
			return validation("ExpressionAttributeValues contains invalid value: " + err.Error() + " for key " + name)
		}
	}
	return nil
}

// project returns what the projection leaves of an item: everything without
// one.
func (x *expressions) project(it attr.Item) attr.Item {
	if x.projection == nil || it == nil {
		return it
	}
	return x.projection.Apply(it)
}
