package api

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/keywright/keywright/schema"
)

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
