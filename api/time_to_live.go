package api

// TimeToLiveSpecification names the attribute that holds when an item
// expires, in seconds since 1970, and turns expiry on or off.
type TimeToLiveSpecification struct {
	Enabled       *bool  // required
	AttributeName string // required
}

// UpdateTimeToLiveRequest is UpdateTimeToLive's input.
type UpdateTimeToLiveRequest struct {
	TableName               string
	TimeToLiveSpecification *TimeToLiveSpecification

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// UpdateTimeToLiveResponse is UpdateTimeToLive's output: what was asked for.
type UpdateTimeToLiveResponse struct {
	TimeToLiveSpecification *TimeToLiveSpecification
}

// DescribeTimeToLiveRequest is DescribeTimeToLive's input.
type DescribeTimeToLiveRequest struct {
	TableName string

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// DescribeTimeToLiveResponse is DescribeTimeToLive's output.
type DescribeTimeToLiveResponse struct {
	TimeToLiveDescription *TimeToLiveDescription
}

// TimeToLiveDescription tells whether items of a table expire.
type TimeToLiveDescription struct {
	TimeToLiveStatus string // ENABLING, ENABLED, DISABLING or DISABLED
	AttributeName    string `json:",omitempty"` // absent where DISABLED
}
