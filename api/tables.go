package api

// CreateTableRequest is CreateTable's input.
type CreateTableRequest struct {
	TableName                 string
	AttributeDefinitions      []AttributeDefinition
	KeySchema                 []KeySchemaElement
	LocalSecondaryIndexes     []LocalSecondaryIndex  `json:",omitempty"`
	GlobalSecondaryIndexes    []GlobalSecondaryIndex `json:",omitempty"`
	BillingMode               string                 `json:",omitempty"` // PROVISIONED (default) or PAY_PER_REQUEST
	ProvisionedThroughput     *ProvisionedThroughput `json:",omitempty"`
	TableClass                string                 `json:",omitempty"`
	DeletionProtectionEnabled bool                   `json:",omitempty"`
	StreamSpecification       *StreamSpecification   `json:",omitempty"`
	SSESpecification          *SSESpecification      `json:",omitempty"`
	OnDemandThroughput        *OnDemandThroughput    `json:",omitempty"`
	WarmThroughput            *WarmThroughput        `json:",omitempty"`
	Tags                      []Tag                  `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// AttributeDefinition declares the type of a key attribute.
type AttributeDefinition struct {
	AttributeName string
	AttributeType string // S, N or B
}

// KeySchemaElement is one attribute of a key.
type KeySchemaElement struct {
	AttributeName string
	KeyType       string // HASH or RANGE
}

// Projection is what an index carries.
type Projection struct {
	ProjectionType   string   `json:",omitempty"` // ALL, KEYS_ONLY or INCLUDE
	NonKeyAttributes []string `json:",omitempty"`
}

// ProvisionedThroughput is capacity in units per second.
type ProvisionedThroughput struct {
	ReadCapacityUnits  int64
	WriteCapacityUnits int64
}

// LocalSecondaryIndex defines an index that shares the table's partitions.
type LocalSecondaryIndex struct {
	IndexName  string
	KeySchema  []KeySchemaElement
	Projection *Projection
}

// GlobalSecondaryIndex defines an index with partitions of its own.
type GlobalSecondaryIndex struct {
	IndexName             string
	KeySchema             []KeySchemaElement
	Projection            *Projection
	ProvisionedThroughput *ProvisionedThroughput `json:",omitempty"`
	OnDemandThroughput    *OnDemandThroughput    `json:",omitempty"`
	WarmThroughput        *WarmThroughput        `json:",omitempty"`
}

// CreateTableResponse is CreateTable's output.
type CreateTableResponse struct{ TableDescription *TableDescription }

// DescribeTableRequest is DescribeTable's input.
type DescribeTableRequest struct {
	TableName string

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// DescribeTableResponse is DescribeTable's output.
type DescribeTableResponse struct{ Table *TableDescription }

// DeleteTableRequest is DeleteTable's input.
type DeleteTableRequest struct {
	TableName string

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// DeleteTableResponse is DeleteTable's output.
type DeleteTableResponse struct{ TableDescription *TableDescription }

// ListTablesRequest is ListTables' input.
type ListTablesRequest struct {
	ExclusiveStartTableName string `json:",omitempty"`
	Limit                   *int   `json:",omitempty"` // 1 to 100, 100 by default

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// ListTablesResponse is ListTables' output.
type ListTablesResponse struct {
	TableNames             []string
	LastEvaluatedTableName string `json:",omitempty"`
}

// TableDescription is a table as DescribeTable shows it.
type TableDescription struct {
	TableName                 string
	TableArn                  string                     `json:",omitempty"`
	TableId                   string                     `json:",omitempty"`
	TableStatus               string                     // CREATING, ACTIVE, UPDATING, DELETING
	CreationDateTime          float64                    `json:",omitempty"` // epoch seconds
	AttributeDefinitions      []AttributeDefinition      `json:",omitempty"`
	KeySchema                 []KeySchemaElement         `json:",omitempty"`
	LocalSecondaryIndexes     []LocalIndexDescription    `json:",omitempty"`
	GlobalSecondaryIndexes    []GlobalIndexDescription   `json:",omitempty"`
	BillingModeSummary        *BillingModeSummary        `json:",omitempty"`
	ProvisionedThroughput     *ThroughputDescription     `json:",omitempty"`
	OnDemandThroughput        *OnDemandThroughput        `json:",omitempty"`
	WarmThroughput            *WarmThroughputDescription `json:",omitempty"`
	TableClassSummary         *TableClassSummary         `json:",omitempty"`
	SSEDescription            *SSEDescription            `json:",omitempty"`
	StreamSpecification       *StreamSpecification       `json:",omitempty"`
	LatestStreamLabel         string                     `json:",omitempty"`
	LatestStreamArn           string                     `json:",omitempty"`
	DeletionProtectionEnabled bool
	ItemCount                 int64
	TableSizeBytes            int64
}

// BillingModeSummary names the capacity mode.
type BillingModeSummary struct {
	BillingMode                       string
	LastUpdateToPayPerRequestDateTime float64 `json:",omitempty"`
}

// TableClassSummary names the table class.
type TableClassSummary struct{ TableClass string }

// ThroughputDescription is provisioned capacity as DescribeTable shows it.
type ThroughputDescription struct {
	LastIncreaseDateTime   float64 `json:",omitempty"` // epoch seconds
	LastDecreaseDateTime   float64 `json:",omitempty"`
	NumberOfDecreasesToday int64   // of a UTC day
	ReadCapacityUnits      int64
	WriteCapacityUnits     int64
}

// LocalIndexDescription is a local index as DescribeTable shows it.
type LocalIndexDescription struct {
	IndexName      string
	IndexArn       string `json:",omitempty"`
	KeySchema      []KeySchemaElement
	Projection     *Projection
	ItemCount      int64
	IndexSizeBytes int64
}

// GlobalIndexDescription is a global index as DescribeTable shows it.
type GlobalIndexDescription struct {
	IndexName             string
	IndexArn              string `json:",omitempty"`
	IndexStatus           string
	Backfilling           *bool `json:",omitempty"` // while UpdateTable's index is CREATING
	KeySchema             []KeySchemaElement
	Projection            *Projection
	ProvisionedThroughput *ThroughputDescription     `json:",omitempty"`
	OnDemandThroughput    *OnDemandThroughput        `json:",omitempty"`
	WarmThroughput        *WarmThroughputDescription `json:",omitempty"`
	ItemCount             int64
	IndexSizeBytes        int64
}
