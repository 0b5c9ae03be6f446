package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/schema"
)

// accounts is a table of small integers, n of them held in attribute v, and
// an index of all of them.
func accounts(t testing.TB) *engine.DB {
	t.Helper()
	db := open(t, engine.Options{})
	createAccounts(t, db)
	return db
}

func createAccounts(t testing.TB, db *engine.DB) {
	t.Helper()
	def := &schema.Table{
		Name: "accounts", OnDemand: true, Key: schema.Key{Partition: []string{"id"}},
		Attributes: []schema.Attribute{{Name: "id", Type: attr.TypeNumber}, {Name: "v", Type: attr.TypeNumber}},
		Indexes: []schema.Index{{Name: "byValue", Key: schema.Key{Partition: []string{"v"}, Sort: []string{"id"}},
			Projection: schema.Projection{Kind: schema.ProjectAll}}},
	}
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(def)); err != nil {
		t.Fatal(err)
	}
}

func account(id int, v int64) attr.Item {
	return attr.NewItem(attr.Field{Name: "id", Value: attr.Int(int64(id))}, attr.Field{Name: "v", Value: attr.Int(v)})
}

func accountKey(id int) attr.Item {
	return attr.NewItem(attr.Field{Name: "id", Value: attr.Int(int64(id))})
}

const missing = -1 // what an account that is not there holds

func held(it attr.Item) int64 {
	if it == nil {
		return missing
	}
	v, _ := it.Get("v").Number().Int64()
	return v
}

// record runs clients at the same time, each doing its operations one after
// the other, and returns the history.
func record(clients, each int, do func(rnd *rand.Rand) (input, output any)) []porcupine.Operation {
	var mu sync.Mutex
	var history []porcupine.Operation
	var wg sync.WaitGroup
	start := time.Now()
	for c := range clients {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(1, uint64(c)))
			for range each {
				call := time.Since(start)
				in, out := do(rnd)
				ret := time.Since(start)
				mu.Lock()
				history = append(history, porcupine.Operation{ClientId: c, Input: in, Output: out, Call: int64(call), Return: int64(ret)})
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return history
}

func checkLinear(t *testing.T, model porcupine.Model, history []porcupine.Operation) {
	t.Helper()
	result, info := porcupine.CheckOperationsVerbose(model, history, 20*time.Second)
	if result == porcupine.Ok {
		return
	}
	file := filepath.Join(os.TempDir(), t.Name()+".html")
	if err := porcupine.VisualizePath(model, info, file); err != nil {
		t.Error(err)
	}
	t.Fatalf("the history is not linearizable (%s); see %s", result, file)
}

// itemOp is an operation on one account.
type itemOp struct {
	id   int
	kind string // get, put, add, create, delete
	v    int64
}

// itemModel is one account: what it holds.
var itemModel = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		byID := map[int][]porcupine.Operation{}
		for _, op := range history {
			id := op.Input.(itemOp).id
			byID[id] = append(byID[id], op)
		}
		var out [][]porcupine.Operation
		for _, ops := range byID {
			out = append(out, ops)
		}
		return out
	},
	Init: func() any { return int64(missing) },
	Step: func(state, input, output any) (bool, any) {
		in, before, out := input.(itemOp), state.(int64), output.(int64)
		switch in.kind {
		case "get":
			return out == before, before
		case "put":
			return out == before, in.v // ALL_OLD
		case "add":
			after := max(before, 0) + in.v
			return out == after, after // ALL_NEW
		case "create":
			if before != missing {
				return out == 0, before // refused
			}
			return out == 1, in.v
		}
		return out == before, int64(missing) // delete, ALL_OLD
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v -> %v", input, output) },
}

func runItemOp(db *engine.DB, op itemOp) (int64, error) {
	ctx := context.Background()
	switch op.kind {
	case "get":
		resp, err := db.GetItem(ctx, &api.GetItemRequest{TableName: "accounts", Key: accountKey(op.id)})
		if err != nil {
			return 0, err
		}
		return held(resp.Item), nil
	case "put":
		resp, err := db.PutItem(ctx, &api.PutItemRequest{TableName: "accounts", Item: account(op.id, op.v), ReturnValues: "ALL_OLD"})
		if err != nil {
			return 0, err
		}
		return held(resp.Attributes), nil
	case "add":
		text := "ADD v :v"
		resp, err := db.UpdateItem(ctx, &api.UpdateItemRequest{TableName: "accounts", Key: accountKey(op.id), UpdateExpression: &text,
			ExpressionAttributeValues: api.Values{":v": attr.Int(op.v)}, ReturnValues: "ALL_NEW"})
		if err != nil {
			return 0, err
		}
		return held(resp.Attributes), nil
	case "create":
		text := "attribute_not_exists(id)"
		_, err := db.PutItem(ctx, &api.PutItemRequest{TableName: "accounts", Item: account(op.id, op.v), ConditionExpression: &text})
		var e *api.Error
		if errors.As(err, &e) && e.Code == api.ConditionalCheckFailedException {
			return 0, nil
		}
		return 1, err
	}
	resp, err := db.DeleteItem(ctx, &api.DeleteItemRequest{TableName: "accounts", Key: accountKey(op.id), ReturnValues: "ALL_OLD"})
	if err != nil {
		return 0, err
	}
	return held(resp.Attributes), nil
}

func TestItemOperationsAreLinearizable(t *testing.T) {
	db := accounts(t)
	kinds := []string{"get", "get", "put", "add", "add", "create", "delete"}
	history := record(6, 150, func(rnd *rand.Rand) (any, any) {
		op := itemOp{id: rnd.IntN(3), kind: kinds[rnd.IntN(len(kinds))], v: int64(rnd.IntN(5))}
		out, err := runItemOp(db, op)
		if err != nil {
			t.Error(err)
		}
		return op, out
	})
	checkLinear(t, itemModel, history)
}

// bank is the state of all accounts.
type bank [3]int64

// bankOp is a transaction, or an operation beside transactions.
type bankOp struct {
	kind     string // transfer, readAll, get, put
	from, to int
	v        int64
}

// bankModel is all accounts at once: transactions read and write several.
var bankModel = porcupine.Model{
	Init: func() any { return bank{100, 100, 100} },
	Step: func(state, input, output any) (bool, any) {
		b, in := state.(bank), input.(bankOp)
		switch in.kind {
		case "readAll":
			return output.(bank) == b, b
		case "get":
			return output.(int64) == b[in.from], b
		case "put":
			b[in.from] = in.v
			return true, b
		}
		if b[in.from] < in.v {
			return !output.(bool), b
		}
		b[in.from] -= in.v
		b[in.to] += in.v
		return output.(bool), b
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v -> %v", input, output) },
}

// transfer moves v from one account to another in a transaction, and says
// whether there was enough.
func transfer(db *engine.DB, op bankOp) (bool, error) {
	take, give, enough := "SET v = v - :v", "SET v = v + :v", "v >= :v"
	values := api.Values{":v": attr.Int(op.v)}
	_, err := db.TransactWriteItems(context.Background(), &api.TransactWriteItemsRequest{TransactItems: []api.TransactWriteItem{
		{Update: &api.TransactUpdate{TableName: "accounts", Key: accountKey(op.from), UpdateExpression: &take, ConditionExpression: &enough, ExpressionAttributeValues: values}},
		{Update: &api.TransactUpdate{TableName: "accounts", Key: accountKey(op.to), UpdateExpression: &give, ExpressionAttributeValues: values}},
	}})
	var e *api.Error
	if errors.As(err, &e) && e.Code == api.TransactionCanceledException && e.Reasons[0].Code == "ConditionalCheckFailed" {
		return false, nil
	}
	return true, err
}

func readAll(db *engine.DB) (b bank, err error) {
	r := &api.TransactGetItemsRequest{}
	for i := range b {
		r.TransactItems = append(r.TransactItems, api.TransactGetItem{Get: &api.TransactGet{TableName: "accounts", Key: accountKey(i)}})
	}
	resp, err := db.TransactGetItems(context.Background(), r)
	if err != nil {
		return b, err
	}
	for i := range b {
		b[i] = held(resp.Responses[i].Item)
	}
	return b, nil
}

func TestTransactionsAreLinearizable(t *testing.T) {
	db := accounts(t)
	for i := range 3 {
		if _, err := runItemOp(db, itemOp{i, "put", 100}); err != nil {
			t.Fatal(err)
		}
	}
	history := record(4, 100, func(rnd *rand.Rand) (any, any) {
		from := rnd.IntN(3)
		op := bankOp{"transfer", from, (from + 1 + rnd.IntN(2)) % 3, int64(1 + rnd.IntN(60))}
		var out any
		var err error
		switch rnd.IntN(6) {
		case 0, 1:
			op.kind = "readAll"
			out, err = readAll(db)
		case 2:
			op.kind = "get"
			out, err = runItemOp(db, itemOp{from, "get", 0})
		case 3:
			op.kind = "put"
			out, err = runItemOp(db, itemOp{from, "put", op.v})
		default:
			out, err = transfer(db, op)
		}
		if err != nil {
			t.Error(err)
		}
		return op, out
	})
	checkLinear(t, bankModel, history)
}
