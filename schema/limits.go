package schema

import (
	_ "embed" // limits.json
	"encoding/json"
	"sync"
)

//go:embed limits.json
var limitsJSON []byte

// Limits are DynamoDB's documented limits. Quotas that AWS raises on request
// (indexes of a table) stand at their defaults.
type Limits struct {
	Source string `json:"source"` // pages of the Developer Guide
	Read   string `json:"read"`   // the day on which they were read

	NameMinLength         int `json:"name_min_length"` // tables, indexes
	NameMaxLength         int `json:"name_max_length"`
	KeyNameMaxBytes       int `json:"key_name_max_bytes"` // attributes in keys
	AttributeNameMaxBytes int `json:"attribute_name_max_bytes"`

	PartitionKeyMaxBytes int `json:"partition_key_max_bytes"`
	SortKeyMaxBytes      int `json:"sort_key_max_bytes"`
	ItemMaxBytes         int `json:"item_max_bytes"` // names and values
	NestingMaxLevels     int `json:"nesting_max_levels"`

	LocalIndexesMax              int   `json:"local_indexes_max"`
	GlobalIndexesMax             int   `json:"global_indexes_max"`
	GlobalPartitionAttributesMax int   `json:"global_partition_attributes_max"`
	GlobalSortAttributesMax      int   `json:"global_sort_attributes_max"`
	ProjectedAttributesMax       int   `json:"projected_attributes_max"` // INCLUDE, over all indexes of a table
	ProvisionedUnitsMax          int64 `json:"provisioned_units_max"`

	// What a new on-demand table serves at once, in units per second.
	OnDemandInitialReadUnits  int64 `json:"on_demand_initial_read_units"`
	OnDemandInitialWriteUnits int64 `json:"on_demand_initial_write_units"`

	// Quotas of an account in a region, as DescribeLimits tells them.
	AccountReadUnitsMax  int64 `json:"account_read_units_max"`
	AccountWriteUnitsMax int64 `json:"account_write_units_max"`
	TableReadUnitsMax    int64 `json:"table_read_units_max"`
	TableWriteUnitsMax   int64 `json:"table_write_units_max"`
	TablesMax            int   `json:"tables_max"`
	TableChangesMax      int   `json:"table_changes_max"` // tables CREATING, UPDATING or DELETING at a time

	DecreasesPerDay          int `json:"decreases_per_day"`           // of provisioned capacity, of a UTC day
	DecreaseThenEverySeconds int `json:"decrease_then_every_seconds"` // after that, one in so many seconds
	ModeSwitchesPerDay       int `json:"mode_switches_per_day"`       // in 24 hours

	PageMaxBytes           int `json:"page_max_bytes"` // Query, Scan
	ExpressionMaxBytes     int `json:"expression_max_bytes"`
	ExpressionOperatorsMax int `json:"expression_operators_max"`
	InOperandsMax          int `json:"in_operands_max"`
	BatchGetItemsMax       int `json:"batch_get_items_max"`
	BatchGetBytesMax       int `json:"batch_get_bytes_max"`
	BatchWriteItemsMax     int `json:"batch_write_items_max"`
	BatchWriteBytesMax     int `json:"batch_write_bytes_max"`
	BatchStatementsMax     int `json:"batch_statements_max"`
	TransactionItemsMax    int `json:"transaction_items_max"`
	TransactionBytesMax    int `json:"transaction_bytes_max"`

	// CollectionMaxBytes bounds the items and local index entries of one
	// partition key value, in tables with local indexes only.
	CollectionMaxBytes  int64 `json:"collection_with_local_index_max_bytes"`
	PartitionReadUnits  int64 `json:"partition_read_units"`  // per second
	PartitionWriteUnits int64 `json:"partition_write_units"` // per second
	PartitionMaxBytes   int64 `json:"partition_max_bytes"`

	// BurstSeconds is for how long unused provisioned capacity is kept.
	BurstSeconds int `json:"burst_seconds"`
	// What an on-demand table or global index serves when it is new, and what
	// an account lets one serve by default; per second.
	OnDemandFirstReadUnits    int64 `json:"on_demand_first_read_units"`
	OnDemandFirstWriteUnits   int64 `json:"on_demand_first_write_units"`
	OnDemandAccountReadUnits  int64 `json:"on_demand_account_read_units"`
	OnDemandAccountWriteUnits int64 `json:"on_demand_account_write_units"`
	// OnDemandDoublingMinutes is the time in which on-demand traffic may
	// double without throttling.
	OnDemandDoublingMinutes int `json:"on_demand_doubling_minutes"`
}

var documented = sync.OnceValue(func() *Limits {
	l := new(Limits)
	if err := json.Unmarshal(limitsJSON, l); err != nil {
		panic("schema: limits.json: " + err.Error())
	}
	return l
})

// Documented returns DynamoDB's documented limits, which must not be changed.
func Documented() *Limits { return documented() }
