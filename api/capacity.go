package api

import "github.com/keywright/keywright/attr"

// ConsumedCapacity is what an operation used of one table. The arms Table,
// LocalSecondaryIndexes and GlobalSecondaryIndexes are there when INDEXES was
// asked for.
type ConsumedCapacity struct {
	TableName              string
	CapacityUnits          float64
	ReadCapacityUnits      float64              `json:",omitempty"` // transactions only
	WriteCapacityUnits     float64              `json:",omitempty"` // transactions only
	Table                  *Capacity            `json:",omitempty"`
	LocalSecondaryIndexes  map[string]*Capacity `json:",omitempty"`
	GlobalSecondaryIndexes map[string]*Capacity `json:",omitempty"`
}

// Capacity is one arm of ConsumedCapacity.
type Capacity struct {
	CapacityUnits      float64
	ReadCapacityUnits  float64 `json:",omitempty"` // transactions only
	WriteCapacityUnits float64 `json:",omitempty"` // transactions only
}

// ItemCollectionMetrics tells the partition value of the written item and the
// estimated size of its collection in GB, lower and upper bound. Tables
// without local indexes have none.
type ItemCollectionMetrics struct {
	ItemCollectionKey   attr.Item
	SizeEstimateRangeGB []float64
}
