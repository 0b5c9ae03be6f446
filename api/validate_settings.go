package api

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/keywright/keywright/schema"
)

// ValidateSettings checks what a CreateTable request says besides keys,
// indexes and capacity. Messages: see UpdateTableRequest.Validate.
func (r *CreateTableRequest) ValidateSettings() error {
	s := r.StreamSpecification
	switch {
	case s.Enabled() && s.StreamViewType == "":
		return invalid(invalidParameter + "Table is being created with a stream enabled, UpdateViewType is required")
	case s != nil && !s.Enabled() && s.StreamViewType != "":
		return invalid(invalidParameter + "Table is being created with a stream disabled, UpdateViewType should not be specified")
	}
	if err := checkTableClass(r.TableClass); err != nil {
		return err
	}
	if err := r.SSESpecification.validate(); err != nil {
		return err
	}
	if err := r.validateCapacity(); err != nil {
		return err
	}
	return ValidateTags(r.Tags)
}

// validateCapacity checks on-demand bounds and warm throughput, of the table
// and of its indexes.
func (r *CreateTableRequest) validateCapacity() error {
	onDemand := r.BillingMode == "PAY_PER_REQUEST"
	if err := validateNewCapacity("", onDemand, r.OnDemandThroughput, r.WarmThroughput, r.ProvisionedThroughput); err != nil {
		return err
	}
	for _, ix := range r.GlobalSecondaryIndexes {
		if err := validateNewCapacity(ix.IndexName, onDemand, ix.OnDemandThroughput, ix.WarmThroughput, ix.ProvisionedThroughput); err != nil {
			return err
		}
	}
	return nil
}

// ValidateNewIndex checks the capacity of an index that UpdateTable creates.
func ValidateNewIndex(ix *GlobalSecondaryIndex, onDemand bool) error {
	return validateNewCapacity(ix.IndexName, onDemand, ix.OnDemandThroughput, ix.WarmThroughput, ix.ProvisionedThroughput)
}

func validateNewCapacity(index string, onDemand bool, o *OnDemandThroughput, w *WarmThroughput, p *ProvisionedThroughput) error {
	if err := o.Validate(index, onDemand, 1); err != nil {
		return err
	}
	of := "table"
	if index != "" {
		of = "index " + index
	}
	least, than := WarmBaseline(onDemand, p), "initial throughput for OnDemand"
	if w == nil {
		return nil
	}
	if v := w.ReadUnitsPerSecond; v != nil && *v < *least.ReadUnitsPerSecond {
		if !onDemand {
			than = "ReadCapacityUnits of ProvisionedThroughput"
		}
		return invalid(invalidParameter + "Requested ReadUnitsPerSecond for WarmThroughput for " + of + " is lower than " + than)
	}
	if v := w.WriteUnitsPerSecond; v != nil && *v < *least.WriteUnitsPerSecond {
		if !onDemand {
			than = "WriteCapacityUnits of ProvisionedThroughput"
		}
		return invalid(invalidParameter + "Requested WriteUnitsPerSecond for WarmThroughput for " + of + " is lower than " + than)
	}
	return nil
}

// WarmBaseline is the warm throughput that a table or index has by its
// capacity mode alone: what a new on-demand table can serve, or what is
// provisioned (measured, 2026-10: a table of 5 and 5 is warm to 5 and 5).
func WarmBaseline(onDemand bool, p *ProvisionedThroughput) WarmThroughput {
	read, write := schema.Documented().OnDemandInitialReadUnits, schema.Documented().OnDemandInitialWriteUnits
	if !onDemand {
		read, write = 0, 0
		if p != nil {
			read, write = p.ReadCapacityUnits, p.WriteCapacityUnits
		}
	}
	return WarmThroughput{ReadUnitsPerSecond: &read, WriteUnitsPerSecond: &write}
}

// Validate checks bounds of the table, or of an index where index is not "".
// least is the smallest bound: 1, or -1 where that takes a bound away.
func (o *OnDemandThroughput) Validate(index string, onDemand bool, least int64) error {
	if o == nil {
		return nil
	}
	of, other := "for table ", ""
	if index != "" {
		of, other = "for index : "+index+" ", "for index: "+index+" "
	}
	for _, m := range []struct {
		name  string
		value *int64
	}{{"MaxReadRequestUnits", o.MaxReadRequestUnits}, {"MaxWriteRequestUnits", o.MaxWriteRequestUnits}} {
		switch {
		case m.value == nil:
		case !onDemand:
			return invalid(invalidParameter + m.name + " for OnDemandThroughput " + other + "cannot be specified when table BillingMode is PROVISIONED.")
		case *m.value < least || *m.value == 0:
			return invalid(invalidParameter + "Requested " + m.name + " for OnDemandThroughput " + of + "is outside of valid range")
		}
	}
	return nil
}

// validate checks an encryption setting, which may be nil.
func (s *SSESpecification) validate() error {
	if s == nil {
		return nil
	}
	if s.SSEType != "" && s.SSEType != "KMS" && s.SSEType != "AES256" {
		return invalid("1 validation error detected: " + schema.Violation(s.SSEType, "sSESpecification.sSEType", schema.RuleEnum("AES256", "KMS")))
	}
	enabled := s.Enabled != nil && *s.Enabled
	switch {
	case !enabled && s.SSEType != "":
		return invalid(invalidParameter + "SSEType can not be specified if Enabled is false")
	case !enabled && s.KMSMasterKeyId != "":
		return invalid(invalidParameter + "KMSMasterKeyId can not be specified if Enabled is false")
	case s.SSEType == "AES256":
		return invalid(invalidParameter + "SSEType AES256 is not supported")
	case s.KMSMasterKeyId != "" && s.SSEType == "":
		return invalid(invalidParameter + "SSEType KMS is required if KMSMasterKeyId is specified")
	}
	return nil
}

// Limits of tags (Developer Guide, Tagging restrictions).
const (
	tagKeyMax   = 128 // characters
	tagValueMax = 256
	// MaxTags is how many tags a table may have.
	MaxTags = 50
)

// ManyTags is DynamoDB's answer to more than MaxTags tags.
func ManyTags() error {
	return invalid("Number of Tags exceed the current limit for the provided ResourceArn")
}

// ValidateTags checks tags to be set on a table: their form, that no key comes
// twice, that there are not too many.
func ValidateTags(tags []Tag) error {
	var keys []string
	for _, t := range tags {
		key, err := validTagKey(t.Key)
		if err != nil {
			return err
		}
		if t.Value == nil || !isTagText(*t.Value, tagValueMax) {
			return invalid("The Tag Value provided is invalid, Value: " + orNull(t.Value))
		}
		if slices.Contains(keys, key) {
			return invalid("Duplicate Tag Keys provided as input: Duplicate Tag Key found " + key)
		}
		keys = append(keys, key)
	}
	if len(tags) > MaxTags {
		return ManyTags()
	}
	return nil
}

func validTagKey(key *string) (string, error) {
	if key == nil || *key == "" || !isTagText(*key, tagKeyMax) {
		return "", invalid("The Tag Key provided is invalid, Key: " + orNull(key))
	}
	if len(*key) >= 4 && strings.EqualFold((*key)[:4], "aws:") {
		return "", invalid("Tag Key cannot be prefixed with aws:, Key: " + *key)
	}
	return *key, nil
}

func orNull(s *string) string {
	if s == nil {
		return "null"
	}
	return *s
}

// isTagText says whether a text has only letters, digits, white space and
// + - = . _ : / @, and not too many (measured, 2026-10).
func isTagText(s string, maxRunes int) bool {
	if utf8.RuneCountInString(s) > maxRunes {
		return false
	}
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsSpace(r) && !unicode.IsMark(r) && !strings.ContainsRune("+-=._:/@", r) {
			return false
		}
	}
	return true
}

// Validate checks the request, but not whether the table is there.
func (r *TagResourceRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.resourceArn(r.ResourceArn)
	c.notNull("tags", r.Tags == nil)
	return c.check()
}

// ValidateTags checks the tags, which DynamoDB does after the ARN.
func (r *TagResourceRequest) ValidateTags() error {
	if len(r.Tags) == 0 {
		return invalid("Atleast one Tag needs to be provided as Input.")
	}
	return ValidateTags(r.Tags)
}

// Validate checks the request, but not whether the table is there.
func (r *UntagResourceRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.resourceArn(r.ResourceArn)
	c.notNull("tagKeys", r.TagKeys == nil)
	return c.check()
}

// ValidateTags checks the keys, which DynamoDB does after the ARN.
func (r *UntagResourceRequest) ValidateTags() error {
	if len(r.TagKeys) == 0 {
		return invalid("Atleast one Tag Key needs to be provided as Input.")
	}
	for i := range r.TagKeys {
		if _, err := validTagKey(&r.TagKeys[i]); err != nil {
			return err
		}
	}
	if len(r.TagKeys) > MaxTags {
		return ManyTags()
	}
	return nil
}

// Validate checks the request, but not whether the table is there.
func (r *ListTagsOfResourceRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.resourceArn(r.ResourceArn)
	return c.check()
}

// arnMaxLength bounds a ResourceArn (API reference, TagResource).
const arnMaxLength = 1283

func (c *constraints) resourceArn(arn string) {
	switch {
	case arn == "" && c.empty("resourceArn"):
		c.fail("", "resourceArn", schema.RuleMinLength(1))
	case arn == "":
		c.notNull("resourceArn", true)
	case len(arn) > arnMaxLength:
		c.fail(arn, "resourceArn", schema.RuleMaxLength(arnMaxLength))
	}
}

// Validate checks the request.
func (r *DescribeContinuousBackupsRequest) Validate() error {
	return validateTableName(r.Sent, r.TableName)
}

// ValidateOwnArn checks the ARN of a table to be tagged, as DynamoDB does in
// the account and region in which it is asked, and returns the table's name.
// (Order and texts measured by extenddb's authors and the AWS controllers'
// laboratory, 2026.)
func ValidateOwnArn(arn, account, region string) (table string, err error) {
	if !strings.HasPrefix(arn, "arn:") {
		return "", invalid(invalidParameter + "ARNs must start with 'arn:': " + arn)
	}
	parts := strings.SplitN(arn, ":", 6)
	denied := &Error{Code: AccessDeniedException, Message: "Access is denied"}
	if len(parts) < 6 {
		return "", invalid(invalidParameter + "Provided Arn is not a DynamoDB resource arn: " + arn)
	}
	path, isTable := strings.CutPrefix(parts[5], "table/")
	name, rest, more := strings.Cut(path, "/")
	switch {
	case parts[2] != "dynamodb":
		return "", denied
	case !isTable, more && !strings.HasPrefix(rest, "index/") && !strings.HasPrefix(rest, "stream/"):
		return "", invalid(invalidParameter + "Provided Arn is not a DynamoDB resource arn: " + arn)
	case more && strings.HasPrefix(rest, "index/"):
		return "", invalid(fmt.Sprintf(invalidParameter+"Invalid resource arn provided, only table or stream is accepted. Provided resource arn: %s", arn))
	case parts[4] != account:
		return "", denied
	case parts[3] != region, parts[1] != "aws":
		return "", invalid("Invalid TableArn: Invalid ResourceArn provided as input " + arn)
	case more: // a stream has no tags
		return "", ArnNotFound(arn)
	}
	return name, nil
}

// ArnNotFound is DynamoDB's answer to an ARN of nothing.
func ArnNotFound(arn string) error {
	return &Error{Code: ResourceNotFoundException, Message: "Requested resource not found: ResourceArn: " + arn + " not found"}
}
