package design

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// Call is the one request that answers a question for given arguments. One of
// Get, Query and BatchGet is set, as Operation says.
type Call struct {
	Question  string
	Operation string                   // GetItem, Query or BatchGetItem
	Get       *api.GetItemRequest      `json:",omitempty"`
	Query     *api.QueryRequest        `json:",omitempty"`
	BatchGet  *api.BatchGetItemRequest `json:",omitempty"`
	// Shards are the requests of a sharded question, in the place of Query: one
	// for each shard. Merge says how their answers become one.
	Shards []*api.QueryRequest `json:",omitempty"`
	Merge  *Merge              `json:",omitempty"`
	// Empty: the arguments alone say that no row fits (a NULL, an upper bound
	// below the lower one, an empty list, LIMIT 0). DynamoDB would refuse the
	// request. Nothing is to be sent.
	Empty bool `json:",omitempty"`
}

// Merge says how the answers of several shards become one: in the order of
// the sort attributes, cut after Limit items (0 for all).
type Merge struct {
	Key      schema.Key // of the index, or of the table
	Table    schema.Key // of the table
	Backward bool       `json:",omitempty"`
	Limit    int        `json:",omitempty"`
}

// Request returns the request of a question. Arguments are values as an
// application has them: times with any offset, numbers within or outside of
// the column's range. The error names the argument that is missing, unknown or
// of the wrong type.
func (b *Bound) Request(question string, args Args) (*Call, error) {
	q := b.question(question)
	if q == nil {
		return nil, fmt.Errorf("the design has no question %q%s", question, hint(question, names(b.questions, func(q *boundQuestion) string { return q.Name })))
	}
	c, err := q.call(args)
	if err != nil {
		return nil, fmt.Errorf("question %s: %w", question, err)
	}
	return c, nil
}

func (q *boundQuestion) call(args Args) (*Call, error) {
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if q.params[name] == nil {
			return nil, fmt.Errorf("there is no parameter :%s%s", name, hint(name, q.asked.Params))
		}
	}
	c := &Call{Question: q.Name, Operation: q.Operation}
	for _, name := range slices.Sorted(maps.Keys(q.params)) {
		v, given := args[name]
		if !given && q.params[name].needed {
			return nil, fmt.Errorf("argument :%s is missing", name)
		}
		if given && null(v) && q.params[name].needed {
			c.Empty = true // a comparison with NULL is true for no row
		}
	}
	if c.Empty {
		return c, nil
	}
	switch q.Operation {
	case opGet:
		return c, q.get(c, args)
	case opBatch:
		return c, q.batch(c, args)
	}
	if q.Shards > 0 {
		return c, q.sharded(c, args)
	}
	var err error
	c.Query, err = q.query(c, args)
	return c, err
}

// sharded makes the request of each shard.
func (q *boundQuestion) sharded(c *Call, args Args) error {
	one := maps.Clone(args)
	if one == nil {
		one = Args{}
	}
	for i := range q.Shards {
		one[shardSlot] = attr.Int(int64(i))
		r, err := q.query(c, one)
		if err != nil || c.Empty {
			c.Shards = nil
			return err
		}
		c.Shards = append(c.Shards, r)
	}
	c.Merge = &Merge{Key: q.table.Key, Table: q.table.Key}
	if x := q.table.Index(q.Request.IndexName); x != nil {
		c.Merge.Key = x.Key
	}
	first := c.Shards[0]
	c.Merge.Backward = first.ScanIndexForward != nil && !*first.ScanIndexForward
	if first.Limit != nil {
		c.Merge.Limit = *first.Limit
	}
	return nil
}

// forArgs renders an operand for the arguments of a question.
func (k *keyText) forArgs(q *boundQuestion, args Args) (attr.Value, error) {
	return k.value(func(p keyPart) (string, error) {
		s, err := encodeArgument(p.codec, args[p.name], q.params[p.name] != nil && q.params[p.name].prefix)
		if err != nil {
			return "", fmt.Errorf("argument :%s: %w", p.name, err)
		}
		return s, nil
	})
}

func encodeArgument(c *Codec, v attr.Value, prefix bool) (string, error) {
	if prefix {
		return c.EncodePrefix(v)
	}
	return c.EncodeArg(v)
}

func (q *boundQuestion) keyFor(c *Call, args Args) (attr.Item, error) {
	var fields []attr.Field
	for _, name := range q.table.Key.Names() {
		v, err := q.key[name].forArgs(q, args)
		if err != nil {
			return nil, err
		}
		if v.Type() != attr.TypeNumber && v.Str() == "" {
			c.Empty = true // no item has an empty key
		}
		fields = append(fields, attr.Field{Name: name, Value: v})
	}
	return attr.NewItem(fields...), nil
}

func (q *boundQuestion) get(c *Call, args Args) error {
	key, err := q.keyFor(c, args)
	if err != nil {
		return err
	}
	c.Get = &api.GetItemRequest{
		TableName: q.table.Name, Key: key, ConsistentRead: q.Request.ConsistentRead,
		ProjectionExpression: optional(q.Request.ProjectionExpression), ExpressionAttributeNames: maps.Clone(q.Request.ExpressionAttributeNames),
	}
	return nil
}

func (q *boundQuestion) batch(c *Call, args Args) error {
	list := args[q.list.name]
	if t := list.Type(); t != attr.TypeList && t != attr.TypeStringSet && t != attr.TypeNumberSet && t != attr.TypeBinarySet {
		return fmt.Errorf("argument :%s is a list", q.list.name)
	}
	one := maps.Clone(args)
	var keys []attr.Item
	for _, e := range list.Elems() {
		if null(e) {
			continue
		}
		one[q.list.name] = e
		single := &Call{}
		key, err := q.keyFor(single, one)
		if err != nil {
			return err
		}
		if !single.Empty && !slices.ContainsFunc(keys, func(k attr.Item) bool { return attr.EqualItems(k, key) }) {
			keys = append(keys, key)
		}
	}
	if most := schema.Documented().BatchGetItemsMax; len(keys) > most {
		return fmt.Errorf("argument :%s has %d different elements; a BatchGetItem takes %d", q.list.name, len(keys), most)
	}
	if c.Empty = len(keys) == 0; c.Empty {
		return nil
	}
	c.BatchGet = &api.BatchGetItemRequest{RequestItems: map[string]*api.KeysAndAttributes{q.table.Name: {
		Keys: keys, ConsistentRead: q.Request.ConsistentRead,
		ProjectionExpression: optional(q.Request.ProjectionExpression), ExpressionAttributeNames: maps.Clone(q.Request.ExpressionAttributeNames),
	}}}
	return nil
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// query makes the request of a Query; nil where c.Empty is set.
func (q *boundQuestion) query(c *Call, args Args) (*api.QueryRequest, error) {
	r := &q.Request
	out := &api.QueryRequest{
		TableName: q.table.Name, IndexName: r.IndexName, ConsistentRead: r.ConsistentRead,
		KeyConditionExpression: optional(r.KeyConditionExpression), FilterExpression: optional(r.FilterExpression),
		ProjectionExpression:     optional(r.ProjectionExpression),
		ExpressionAttributeNames: maps.Clone(r.ExpressionAttributeNames),
	}
	if r.ScanIndexForward != nil {
		forward := *r.ScanIndexForward
		out.ScanIndexForward = &forward
	}
	for _, name := range slices.Sorted(maps.Keys(q.values)) {
		v, err := q.values[name].forArgs(q, args)
		if errors.Is(err, errNothingBefore) {
			c.Empty = true
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if out.ExpressionAttributeValues == nil {
			out.ExpressionAttributeValues = api.Values{}
		}
		out.ExpressionAttributeValues[name] = v
	}
	if err := q.limit(c, out, args); err != nil {
		return nil, err
	}
	if q.settle(c, out); c.Empty {
		return nil, nil
	}
	return out, nil
}

func (q *boundQuestion) limit(c *Call, out *api.QueryRequest, args Args) error {
	n := q.Request.Limit.N
	if p := q.Request.Limit.Param; p != "" {
		i, whole := args[p].Number().Int64()
		if args[p].Type() != attr.TypeNumber || !whole || i < 0 {
			return fmt.Errorf("argument :%s is a whole number of rows, not %s", p, show(args[p]))
		}
		if i == 0 {
			c.Empty = true
			return nil
		}
		n = int(min(i, 1<<31-1))
	}
	if n > 0 {
		out.Limit = &n
	}
	return nil
}

// settle handles what SQL allows and DynamoDB refuses: a BETWEEN with its
// bounds the wrong way round finds nothing; every key is above the empty text,
// and begins with it.
func (q *boundQuestion) settle(c *Call, out *api.QueryRequest) {
	values := out.ExpressionAttributeValues
	for _, r := range q.ranges {
		if order, ok := attr.Compare(values[r[0]], values[r[1]]); ok && order > 0 {
			c.Empty = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		v := values[name]
		if v.Type() == attr.TypeNumber || v.Str() != "" {
			continue
		}
		switch q.ops[name] {
		case "=", "<", "<=", highBound:
			c.Empty = true
			continue
		case "begins_with":
			rewritten := beginsWith.ReplaceAllString(*out.KeyConditionExpression, "$1 >= $2")
			out.KeyConditionExpression = &rewritten
		case ">":
			rewritten := strings.Replace(*out.KeyConditionExpression, ">", ">=", 1) // a key condition has one range
			out.KeyConditionExpression = &rewritten
		case ">=", lowBound:
		default:
			continue // of a filter
		}
		least, err := typed(v.Type(), "\x00")
		if err == nil {
			values[name] = least
		}
	}
}
