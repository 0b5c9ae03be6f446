package project

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/remote"
)

// Called is what one operation did.
type Called struct {
	Operation string          `json:"operation"`
	Request   json.RawMessage `json:"request"`            // typed, as it went to the engine
	Response  json.RawMessage `json:"response"`           // typed, as it came back; the API's error where Failed
	Capacity  json.RawMessage `json:"capacity,omitempty"` // ConsumedCapacity by table and index
	Failed    bool            `json:"failed,omitempty"`
	Units     float64         `json:"units"`             // capacity units, reads or writes
	Count     int             `json:"count"`             // items returned
	Scanned   int             `json:"scanned"`           // items read
	Waste     string          `json:"waste,omitempty"`   // what was read and thrown away, in words
	Partial   bool            `json:"partial,omitempty"` // there is more: LastEvaluatedKey, NextToken
	Advice    string          `json:"advice,omitempty"`  // what to do about a failure, where that is known
}

// Call runs one operation from JSON on a database. Values may be typed as the
// API has them or plain as people write them. Operation "" is told from the
// request's members. An error of the API is a result, not an error of Call.
func Call(ctx context.Context, db api.DB, operation string, request []byte) (*Called, error) {
	if err := checkObject(request); err != nil {
		return nil, &InputError{Err: err}
	}
	if operation == "" {
		var err error
		if operation, err = inferOperation(request); err != nil {
			return nil, err
		}
	}
	op, err := api.LookupOperation(operation)
	if err != nil {
		return nil, &InputError{Err: err, Next: "one of " + strings.Join(operationNames(), ", ")}
	}
	typed, err := typeRequest(op, request)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	res := &Called{Operation: operation, Request: typed}
	sent, added := withCapacity(op, typed)
	body, err := op.CallJSON(ctx, db, sent)
	var failed *api.Error
	var guarded *remote.ReadOnlyError
	switch {
	case errors.As(err, &failed):
		_, body = api.ErrorJSON(failed)
		res.Failed, res.Advice = true, Advice(err)
	case errors.As(err, &guarded):
		return nil, &InputError{err, "--allow-writes, if you mean it"}
	case err != nil:
		return nil, err
	}
	res.Response = body
	return res, res.measure(added)
}

func operationNames() []string {
	var names []string
	for _, op := range api.Operations() {
		names = append(names, op.Name)
	}
	return names
}

// inferOperation tells an operation by the members that only it has.
func inferOperation(request []byte) (string, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(request, &members); err != nil {
		return "", &InputError{Err: err}
	}
	has := func(name string) bool { _, ok := members[name]; return ok }
	switch {
	case has("KeyConditionExpression"):
		return "Query", nil
	case has("Item"):
		return "PutItem", nil
	case has("UpdateExpression"):
		return "UpdateItem", nil
	case has("Statement"):
		return "ExecuteStatement", nil
	case has("Statements"):
		return "BatchExecuteStatement", nil
	case has("TransactStatements"):
		return "ExecuteTransaction", nil
	case has("KeySchema"):
		return "CreateTable", nil
	case has("Key") && !has("ConditionExpression"):
		return "GetItem", nil
	case has("FilterExpression"), has("TotalSegments"):
		return "Scan", nil
	}
	return "", &InputError{
		Err:  errors.New("the request does not tell which operation it is for"),
		Next: "name it with --operation: " + strings.Join(operationNames(), ", "),
	}
}

// withCapacity asks for consumed capacity where the operation has it and the
// caller has not said; added tells whether it did.
func withCapacity(op api.Operation, request []byte) (sent []byte, added bool) {
	var members map[string]json.RawMessage
	if json.Unmarshal(request, &members) != nil {
		return request, false
	}
	if _, said := members["ReturnConsumedCapacity"]; said || !slices.Contains(measured, op.Name) {
		return request, false
	}
	members["ReturnConsumedCapacity"] = json.RawMessage(`"INDEXES"`)
	out, err := json.Marshal(members)
	if err != nil {
		return request, false
	}
	return out, true
}

// measured are the operations that report consumed capacity.
var measured = []string{
	"BatchExecuteStatement", "BatchGetItem", "BatchWriteItem", "DeleteItem", "ExecuteStatement", "ExecuteTransaction",
	"GetItem", "PutItem", "Query", "Scan",
	"TransactGetItems", "TransactWriteItems", "UpdateItem",
}

// measure reads units and counts out of the response. Capacity that the caller
// did not ask for is taken out of it.
func (c *Called) measure(added bool) error {
	if c.Failed {
		return nil
	}
	var r struct {
		Item             attr.Item
		Count            *int
		ScannedCount     *int
		LastEvaluatedKey attr.Item
		NextToken        string
		Items            []attr.Item
		ConsumedCapacity json.RawMessage
	}
	if err := json.Unmarshal(c.Response, &r); err != nil {
		return fmt.Errorf("reading the response: %w", err)
	}
	if r.Item != nil {
		c.Count, c.Scanned = 1, 1
	}
	if c.Operation == "ExecuteStatement" { // which does not tell how many it read
		c.Count, c.Scanned = len(r.Items), len(r.Items)
	}
	if r.Count != nil && r.ScannedCount != nil {
		c.Count, c.Scanned = *r.Count, *r.ScannedCount
	}
	if c.Scanned > c.Count {
		c.Waste = fmt.Sprintf("%d of the %d items read were thrown away by the filter", c.Scanned-c.Count, c.Scanned)
	}
	c.Partial = r.LastEvaluatedKey != nil || r.NextToken != ""
	c.Capacity = r.ConsumedCapacity
	c.Units = units(r.ConsumedCapacity)
	if !added {
		return nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(c.Response, &members); err != nil {
		return fmt.Errorf("reading the response: %w", err)
	}
	delete(members, "ConsumedCapacity")
	var err error
	c.Response, err = json.Marshal(members)
	return err
}

// units sums the capacity of one table or of several.
func units(src json.RawMessage) float64 {
	if len(src) == 0 {
		return 0
	}
	var list []api.ConsumedCapacity
	if !bytes.HasPrefix(src, []byte("[")) {
		src = slices.Concat([]byte("["), src, []byte("]"))
	}
	if json.Unmarshal(src, &list) != nil {
		return 0
	}
	var sum float64
	for _, c := range list {
		sum += c.CapacityUnits
	}
	return sum
}

// PlainResponse returns the response with its values as people write them:
// items and keys in plain JSON. Binary becomes base64, sets become lists.
func (c *Called) PlainResponse() ([]byte, error) {
	return plainMembers(c.Response)
}
