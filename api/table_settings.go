package api

// StreamSpecification says whether a table has a stream of changes.
type StreamSpecification struct {
	StreamEnabled  *bool  // required
	StreamViewType string `json:",omitempty"` // KEYS_ONLY, NEW_IMAGE, OLD_IMAGE or NEW_AND_OLD_IMAGES
}

// Enabled says whether the specification, which may be nil, turns a stream on.
func (s *StreamSpecification) Enabled() bool {
	return s != nil && s.StreamEnabled != nil && *s.StreamEnabled
}

// SSESpecification asks for encryption with a key of the key service.
type SSESpecification struct {
	Enabled        *bool  `json:",omitempty"`
	SSEType        string `json:",omitempty"` // KMS
	KMSMasterKeyId string `json:",omitempty"`
}

// SSEDescription is the encryption as DescribeTable shows it.
type SSEDescription struct {
	Status          string `json:",omitempty"`
	SSEType         string `json:",omitempty"`
	KMSMasterKeyArn string `json:",omitempty"`
}

// OnDemandThroughput bounds what an on-demand table or index is charged for,
// in units per second. A missing or negative bound is none.
type OnDemandThroughput struct {
	MaxReadRequestUnits  *int64 `json:",omitempty"`
	MaxWriteRequestUnits *int64 `json:",omitempty"`
}

// WarmThroughput is what a table or an index can serve at once, in units per
// second.
type WarmThroughput struct {
	ReadUnitsPerSecond  *int64 `json:",omitempty"`
	WriteUnitsPerSecond *int64 `json:",omitempty"`
}

// WarmThroughputDescription is the warm throughput as DescribeTable shows it.
type WarmThroughputDescription struct {
	ReadUnitsPerSecond  int64
	WriteUnitsPerSecond int64
	Status              string
}

// Tag is a label of a table.
type Tag struct {
	Key   *string // required
	Value *string // required, may be empty
}
