package api

// TagResourceRequest is TagResource's input.
type TagResourceRequest struct {
	ResourceArn string // of a table
	Tags        []Tag

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// TagResourceResponse is TagResource's output: nothing.
type TagResourceResponse struct{}

// UntagResourceRequest is UntagResource's input.
type UntagResourceRequest struct {
	ResourceArn string
	TagKeys     []string

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// UntagResourceResponse is UntagResource's output: nothing.
type UntagResourceResponse struct{}

// ListTagsOfResourceRequest is ListTagsOfResource's input.
type ListTagsOfResourceRequest struct {
	ResourceArn string
	NextToken   string `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// ListTagsOfResourceResponse is ListTagsOfResource's output.
type ListTagsOfResourceResponse struct {
	Tags      []Tag
	NextToken string `json:",omitempty"`
}
