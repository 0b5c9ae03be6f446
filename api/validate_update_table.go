package api

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/schema"
)

// Messages of UpdateTable. Source: the error texts that the AWS controllers'
// laboratory (ack-api-quirks) recorded on AWS in October 2026, in two regions.
const (
	invalidParameter = "One or more parameter values were invalid: "

	msgNothingToUpdate = "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, " +
		"SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, " +
		"DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required"
	msgNoIndexUpdates    = invalidParameter + "List of GlobalSecondaryIndexUpdates is empty"
	msgNoIndexAction     = invalidParameter + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null"
	msgManyIndexActions  = invalidParameter + "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object"
	msgIndexTwice        = invalidParameter + "Only one global secondary index update per index is allowed simultaneously. Index: "
	msgOnlySSE           = invalidParameter + "Server-Side Encryption modification must be the only operation in the request"
	msgOnlyClass         = invalidParameter + "TableClass modification must be the only operation in the request"
	msgOnlyProtection    = invalidParameter + "DeletionProtection modification must be the only operation in the request"
	msgOnlyWarm          = invalidParameter + "WarmThroughput must be the only operation in the request"
	msgOnlyOnDemand      = invalidParameter + "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request"
	msgCreateAndWarm     = invalidParameter + "Create global secondary index cannot be specified when updating WarmThroughput"
	msgStreamAndUnits    = invalidParameter + "You cannot modify stream status while updating table IOPS"
	msgIndexAndUnits     = invalidParameter + "You cannot create or delete index while updating table IOPS"
	msgIndexAndStream    = invalidParameter + "You cannot create or delete index while changing stream status"
	msgModeWithoutUnits  = invalidParameter + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED"
	msgUnitsOnDemand     = invalidParameter + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"
	msgStreamWithoutView = invalidParameter + "If stream is being enabled then UpdateViewType is required"
	msgNoStreamWithView  = invalidParameter + "If stream is being disabled, then UpdateViewType must not be specified"
	msgEmptyIndexWarm    = invalidParameter + "WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond specified for index: "
)

// Validate checks what of the request needs no look at the table.
func (r *UpdateTableRequest) Validate() error {
	c := constraints{sent: r.Sent}
	if err := c.tableNamed(r.TableName); err != nil {
		return err
	}
	c.broken = append(c.broken, schema.NameViolations(r.TableName, "tableName", schema.Documented().NameMinLength)...)
	for i, d := range r.AttributeDefinitions {
		c.attributeDefinition(fmt.Sprintf("attributeDefinitions.%d.member.", i+1), d)
	}
	c.enum("billingMode", r.BillingMode, "PROVISIONED", "PAY_PER_REQUEST")
	c.throughput("provisionedThroughput", r.ProvisionedThroughput)
	c.stream(r.StreamSpecification)
	for i := range r.GlobalSecondaryIndexUpdates {
		c.indexUpdate(fmt.Sprintf("globalSecondaryIndexUpdates.%d.member.", i+1), &r.GlobalSecondaryIndexUpdates[i])
	}
	if err := c.check(); err != nil {
		return err
	}
	for _, rule := range []func() error{r.checkSomething, r.checkIndexActions, r.checkTogether, r.checkMode, r.checkStream} {
		if err := rule(); err != nil {
			return err
		}
	}
	if err := checkTableClass(r.TableClass); err != nil {
		return err
	}
	return r.SSESpecification.validate()
}

func (c *constraints) attributeDefinition(member string, d AttributeDefinition) {
	c.required(member+"attributeName", d.AttributeName)
	if c.required(member+"attributeType", d.AttributeType) {
		c.enum(member+"attributeType", d.AttributeType, "B", "N", "S")
	}
}

func (c *constraints) throughput(member string, p *ProvisionedThroughput) {
	if p == nil {
		return
	}
	c.atLeast64(member+".writeCapacityUnits", p.WriteCapacityUnits, 1)
	c.atLeast64(member+".readCapacityUnits", p.ReadCapacityUnits, 1)
}

func (c *constraints) atLeast64(member string, value, least int64) {
	if value < least {
		c.fail(fmt.Sprint(value), member, schema.RuleMin(least))
	}
}

func (c *constraints) stream(s *StreamSpecification) {
	if s == nil {
		return
	}
	c.notNull("streamSpecification.streamEnabled", s.StreamEnabled == nil)
	c.enum("streamSpecification.streamViewType", s.StreamViewType, "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY")
}

func (c *constraints) indexUpdate(member string, u *GlobalSecondaryIndexUpdate) {
	if ix := u.Create; ix != nil {
		c.index(member+"create.", ix.IndexName, ix.KeySchema, ix.Projection)
		c.throughput(member+"create.provisionedThroughput", ix.ProvisionedThroughput)
	}
	if ix := u.Update; ix != nil {
		c.existingIndex(member+"update.indexName", ix.IndexName)
		c.throughput(member+"update.provisionedThroughput", ix.ProvisionedThroughput)
	}
	if ix := u.Delete; ix != nil {
		c.existingIndex(member+"delete.indexName", ix.IndexName)
	}
}

func (c *constraints) existingIndex(member, name string) {
	if c.required(member, name) {
		c.broken = append(c.broken, schema.NameViolations(name, member, schema.Documented().NameMinLength)...)
	}
}

// checkSomething demands a change.
func (r *UpdateTableRequest) checkSomething() error {
	only := r.BillingMode == "" && r.ProvisionedThroughput == nil && r.StreamSpecification == nil && r.SSESpecification == nil &&
		r.TableClass == "" && r.DeletionProtectionEnabled == nil && r.OnDemandThroughput == nil && r.WarmThroughput == nil
	if only && len(r.GlobalSecondaryIndexUpdates) == 0 {
		return invalid(msgNothingToUpdate)
	}
	if !only && r.GlobalSecondaryIndexUpdates != nil && len(r.GlobalSecondaryIndexUpdates) == 0 {
		return invalid(msgNoIndexUpdates)
	}
	return nil
}

// IndexName returns the name of the index that is changed, and how many
// changes the object has: one, if it is right.
func (u *GlobalSecondaryIndexUpdate) IndexName() (name string, actions int) {
	if u.Create != nil {
		name, actions = u.Create.IndexName, actions+1
	}
	if u.Update != nil {
		name, actions = u.Update.IndexName, actions+1
	}
	if u.Delete != nil {
		name, actions = u.Delete.IndexName, actions+1
	}
	return name, actions
}

func (r *UpdateTableRequest) checkIndexActions() error {
	var names []string
	for i := range r.GlobalSecondaryIndexUpdates {
		u := &r.GlobalSecondaryIndexUpdates[i]
		name, actions := u.IndexName()
		switch {
		case actions == 0:
			return invalid(msgNoIndexAction)
		case actions > 1:
			return invalid(msgManyIndexActions)
		case slices.Contains(names, name):
			return invalid(msgIndexTwice + name)
		case u.Update != nil && u.Update.WarmThroughput != nil && *u.Update.WarmThroughput == WarmThroughput{}:
			return invalid(msgEmptyIndexWarm + name)
		case u.Create != nil && r.AttributeDefinitions == nil:
			return invalid(invalidParameter + "AttributeDefinitions is not specified for index: " + name)
		}
		names = append(names, name)
	}
	return nil
}

// IndexChanges counts the indexes that are created and deleted.
func (r *UpdateTableRequest) IndexChanges() (created, deleted int) {
	for _, u := range r.GlobalSecondaryIndexUpdates {
		if u.Create != nil {
			created++
		}
		if u.Delete != nil {
			deleted++
		}
	}
	return created, deleted
}

// checkTogether refuses changes that DynamoDB wants in requests of their own.
func (r *UpdateTableRequest) checkTogether() error {
	created, deleted := r.IndexChanges()
	indexes := created+deleted > 0
	n := 0 // changes in the request
	for _, given := range []bool{r.BillingMode != "", r.ProvisionedThroughput != nil, r.StreamSpecification != nil,
		r.SSESpecification != nil, r.TableClass != "", r.DeletionProtectionEnabled != nil, r.OnDemandThroughput != nil,
		r.WarmThroughput != nil, len(r.GlobalSecondaryIndexUpdates) > 0} {
		if given {
			n++
		}
	}
	updatesOnly := n == 2 && len(r.GlobalSecondaryIndexUpdates) > 0 && !indexes
	switch {
	case n < 2:
		return nil
	case r.DeletionProtectionEnabled != nil:
		return invalid(msgOnlyProtection)
	case r.SSESpecification != nil:
		return invalid(msgOnlySSE)
	case r.TableClass != "":
		return invalid(msgOnlyClass)
	case r.WarmThroughput != nil && created > 0:
		return invalid(msgCreateAndWarm)
	case r.WarmThroughput != nil && !updatesOnly:
		return invalid(msgOnlyWarm)
	case r.OnDemandThroughput != nil && (n > 2 || r.BillingMode == "") && !updatesOnly:
		return invalid(msgOnlyOnDemand)
	case r.StreamSpecification != nil && r.ProvisionedThroughput != nil:
		return invalid(msgStreamAndUnits)
	case indexes && r.ProvisionedThroughput != nil:
		return invalid(msgIndexAndUnits)
	case indexes && r.StreamSpecification != nil:
		return invalid(msgIndexAndStream)
	}
	return nil
}

func (r *UpdateTableRequest) checkMode() error {
	switch {
	case r.BillingMode == "PROVISIONED" && r.ProvisionedThroughput == nil:
		return invalid(msgModeWithoutUnits)
	case r.BillingMode == "PAY_PER_REQUEST" && r.ProvisionedThroughput != nil:
		return invalid(msgUnitsOnDemand)
	}
	return nil
}

func (r *UpdateTableRequest) checkStream() error {
	s := r.StreamSpecification
	switch {
	case s.Enabled() && s.StreamViewType == "":
		return invalid(msgStreamWithoutView)
	case s != nil && !s.Enabled() && s.StreamViewType != "":
		return invalid(msgNoStreamWithView)
	}
	return nil
}

// tableClasses are the values of TableClass.
var tableClasses = [...]string{"STANDARD", "STANDARD_INFREQUENT_ACCESS"}

func checkTableClass(class string) error {
	if class == "" || slices.Contains(tableClasses[:], class) {
		return nil
	}
	return invalid("Invalid table-class parameter provided. Please try again with a valid table-class value: [" +
		strings.Join(tableClasses[:], ", ") + "].")
}
