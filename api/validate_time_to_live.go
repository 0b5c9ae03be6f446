package api

import "github.com/keywright/keywright/schema"

// Validate checks the request. (Texts recorded on AWS by the AWS controllers'
// laboratory, ack-api-quirks DDB-TABLE-146, 2026-10.)
func (r *UpdateTimeToLiveRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.tableName("tableName", r.TableName)
	s := r.TimeToLiveSpecification
	if !c.notNull("timeToLiveSpecification", s == nil) {
		return c.check()
	}
	const name = "timeToLiveSpecification.attributeName"
	if c.required(name, s.AttributeName) {
		c.length(name, s.AttributeName, 1, schema.Documented().KeyNameMaxBytes)
	}
	c.notNull("timeToLiveSpecification.enabled", s.Enabled == nil)
	return c.check()
}

// Validate checks the request.
func (r *DescribeTimeToLiveRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.tableName("tableName", r.TableName)
	return c.check()
}
