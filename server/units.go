package server

import "github.com/keywright/keywright/api"

// askUnits makes a request return the units it used, for the metrics, and
// says whether the caller had not asked for them.
func askUnits(request any) bool {
	want := wantUnits(request)
	if want == nil || *want != "" {
		return false
	}
	*want = "TOTAL"
	return true
}

// wantUnits is the member ReturnConsumedCapacity of a request that has one.
func wantUnits(request any) *string {
	switch r := request.(type) {
	case *api.GetItemRequest:
		return &r.ReturnConsumedCapacity
	case *api.PutItemRequest:
		return &r.ReturnConsumedCapacity
	case *api.UpdateItemRequest:
		return &r.ReturnConsumedCapacity
	case *api.DeleteItemRequest:
		return &r.ReturnConsumedCapacity
	case *api.QueryRequest:
		return &r.ReturnConsumedCapacity
	case *api.ScanRequest:
		return &r.ReturnConsumedCapacity
	case *api.BatchGetItemRequest:
		return &r.ReturnConsumedCapacity
	case *api.BatchWriteItemRequest:
		return &r.ReturnConsumedCapacity
	case *api.TransactGetItemsRequest:
		return &r.ReturnConsumedCapacity
	case *api.TransactWriteItemsRequest:
		return &r.ReturnConsumedCapacity
	case *api.ExecuteStatementRequest:
		return &r.ReturnConsumedCapacity
	case *api.BatchExecuteStatementRequest:
		return &r.ReturnConsumedCapacity
	case *api.ExecuteTransactionRequest:
		return &r.ReturnConsumedCapacity
	}
	return nil
}

// takeUnits sums the units of a response, and takes them out of it where the
// caller had not asked for them.
func takeUnits(response any, added bool) float64 {
	one, many := hasUnits(response)
	var sum float64
	switch {
	case one != nil && *one != nil:
		sum = (*one).CapacityUnits
		if added {
			*one = nil
		}
	case many != nil:
		for _, c := range *many {
			sum += c.CapacityUnits
		}
		if added {
			*many = nil
		}
	}
	return sum
}

// hasUnits is the member ConsumedCapacity of a response: of one table or of
// several.
func hasUnits(response any) (one **api.ConsumedCapacity, many *[]*api.ConsumedCapacity) {
	switch r := response.(type) {
	case *api.GetItemResponse:
		return &r.ConsumedCapacity, nil
	case *api.PutItemResponse:
		return &r.ConsumedCapacity, nil
	case *api.UpdateItemResponse:
		return &r.ConsumedCapacity, nil
	case *api.DeleteItemResponse:
		return &r.ConsumedCapacity, nil
	case *api.QueryResponse: // and Scan's
		return &r.ConsumedCapacity, nil
	case *api.BatchGetItemResponse:
		return nil, &r.ConsumedCapacity
	case *api.BatchWriteItemResponse:
		return nil, &r.ConsumedCapacity
	case *api.TransactGetItemsResponse:
		return nil, &r.ConsumedCapacity
	case *api.TransactWriteItemsResponse:
		return nil, &r.ConsumedCapacity
	case *api.ExecuteStatementResponse:
		return &r.ConsumedCapacity, nil
	case *api.BatchExecuteStatementResponse:
		return nil, &r.ConsumedCapacity
	case *api.ExecuteTransactionResponse:
		return nil, &r.ConsumedCapacity
	}
	return nil, nil
}

// tableOf is the table that a request names, "" where it names none or
// several.
func tableOf(request any) string {
	switch r := request.(type) {
	case *api.GetItemRequest:
		return r.TableName
	case *api.PutItemRequest:
		return r.TableName
	case *api.UpdateItemRequest:
		return r.TableName
	case *api.DeleteItemRequest:
		return r.TableName
	case *api.QueryRequest:
		return r.TableName
	case *api.ScanRequest:
		return r.TableName
	case *api.CreateTableRequest:
		return r.TableName
	case *api.DescribeTableRequest:
		return r.TableName
	case *api.DeleteTableRequest:
		return r.TableName
	}
	return ""
}
