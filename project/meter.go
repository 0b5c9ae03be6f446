package project

import (
	"context"
	"sync"

	"github.com/keywright/keywright/api"
)

// meter is a database that adds up the capacity units of what a proof asks of
// it. Writes whose condition fails have no figures and are not counted.
type meter struct {
	api.DB

	mu            sync.Mutex
	reads, writes float64
}

func (m *meter) read(used ...*api.ConsumedCapacity)  { m.add(&m.reads, used) }
func (m *meter) write(used ...*api.ConsumedCapacity) { m.add(&m.writes, used) }

func (m *meter) add(sum *float64, used []*api.ConsumedCapacity) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range used {
		if c != nil {
			*sum += c.CapacityUnits
		}
	}
}

const total = "TOTAL"

func (m *meter) PutItem(ctx context.Context, r *api.PutItemRequest) (*api.PutItemResponse, error) {
	asked := *r
	asked.ReturnConsumedCapacity = total
	resp, err := m.DB.PutItem(ctx, &asked)
	if err == nil {
		m.write(resp.ConsumedCapacity)
	}
	return resp, err
}

func (m *meter) UpdateItem(ctx context.Context, r *api.UpdateItemRequest) (*api.UpdateItemResponse, error) {
	asked := *r
	asked.ReturnConsumedCapacity = total
	resp, err := m.DB.UpdateItem(ctx, &asked)
	if err == nil {
		m.write(resp.ConsumedCapacity)
	}
	return resp, err
}

func (m *meter) DeleteItem(ctx context.Context, r *api.DeleteItemRequest) (*api.DeleteItemResponse, error) {
	asked := *r
	asked.ReturnConsumedCapacity = total
	resp, err := m.DB.DeleteItem(ctx, &asked)
	if err == nil {
		m.write(resp.ConsumedCapacity)
	}
	return resp, err
}

func (m *meter) BatchWriteItem(ctx context.Context, r *api.BatchWriteItemRequest) (*api.BatchWriteItemResponse, error) {
	asked := *r
	asked.ReturnConsumedCapacity = total
	resp, err := m.DB.BatchWriteItem(ctx, &asked)
	if err == nil {
		m.write(resp.ConsumedCapacity...)
	}
	return resp, err
}

func (m *meter) TransactWriteItems(ctx context.Context, r *api.TransactWriteItemsRequest) (*api.TransactWriteItemsResponse, error) {
	asked := *r
	asked.ReturnConsumedCapacity = total
	resp, err := m.DB.TransactWriteItems(ctx, &asked)
	if err == nil {
		m.write(resp.ConsumedCapacity...)
	}
	return resp, err
}

func (m *meter) GetItem(ctx context.Context, r *api.GetItemRequest) (*api.GetItemResponse, error) {
	asked := *r
	asked.ReturnConsumedCapacity = total
	resp, err := m.DB.GetItem(ctx, &asked)
	if err == nil {
		m.read(resp.ConsumedCapacity)
	}
	return resp, err
}

func (m *meter) BatchGetItem(ctx context.Context, r *api.BatchGetItemRequest) (*api.BatchGetItemResponse, error) {
	asked := *r
	asked.ReturnConsumedCapacity = total
	resp, err := m.DB.BatchGetItem(ctx, &asked)
	if err == nil {
		m.read(resp.ConsumedCapacity...)
	}
	return resp, err
}

func (m *meter) Query(ctx context.Context, r *api.QueryRequest) (*api.QueryResponse, error) {
	asked := *r
	asked.ReturnConsumedCapacity = total
	resp, err := m.DB.Query(ctx, &asked)
	if err == nil {
		m.read(resp.ConsumedCapacity)
	}
	return resp, err
}

func (m *meter) Scan(ctx context.Context, r *api.ScanRequest) (*api.ScanResponse, error) {
	asked := *r
	asked.ReturnConsumedCapacity = total
	resp, err := m.DB.Scan(ctx, &asked)
	if err == nil {
		m.read(resp.ConsumedCapacity)
	}
	return resp, err
}
