package api

// UpdateTableRequest is UpdateTable's input: one change of a table, or several
// that DynamoDB lets go together.
type UpdateTableRequest struct {
	TableName                   string
	AttributeDefinitions        []AttributeDefinition        `json:",omitempty"` // for the keys of indexes to be created
	BillingMode                 string                       `json:",omitempty"`
	ProvisionedThroughput       *ProvisionedThroughput       `json:",omitempty"`
	GlobalSecondaryIndexUpdates []GlobalSecondaryIndexUpdate `json:",omitempty"`
	StreamSpecification         *StreamSpecification         `json:",omitempty"`
	SSESpecification            *SSESpecification            `json:",omitempty"`
	TableClass                  string                       `json:",omitempty"`
	DeletionProtectionEnabled   *bool                        `json:",omitempty"`
	OnDemandThroughput          *OnDemandThroughput          `json:",omitempty"`
	WarmThroughput              *WarmThroughput              `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// GlobalSecondaryIndexUpdate is one change of a table's global indexes:
// exactly one member is set.
type GlobalSecondaryIndexUpdate struct {
	Create *GlobalSecondaryIndex             `json:",omitempty"`
	Update *UpdateGlobalSecondaryIndexAction `json:",omitempty"`
	Delete *DeleteGlobalSecondaryIndexAction `json:",omitempty"`
}

// UpdateGlobalSecondaryIndexAction changes an index's throughput.
type UpdateGlobalSecondaryIndexAction struct {
	IndexName             string
	ProvisionedThroughput *ProvisionedThroughput `json:",omitempty"`
	OnDemandThroughput    *OnDemandThroughput    `json:",omitempty"`
	WarmThroughput        *WarmThroughput        `json:",omitempty"`
}

// DeleteGlobalSecondaryIndexAction removes an index.
type DeleteGlobalSecondaryIndexAction struct{ IndexName string }

// UpdateTableResponse is UpdateTable's output: the table as the change begins.
type UpdateTableResponse struct{ TableDescription *TableDescription }
