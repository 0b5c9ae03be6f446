package api

import "strings"

// Where a request names a table that exists, it may give the table's ARN
// instead (API reference, GetItem: TableName).

// arn is the ARN of a table in its parts.
type arn struct{ region, account, table string }

// parseTableArn reads the ARN of a table; false for that of an index, a stream
// or anything else.
func parseTableArn(text string) (a arn, ok bool) {
	parts := strings.Split(text, ":")
	if len(parts) != 6 || parts[0] != "arn" || parts[2] != "dynamodb" {
		return a, false
	}
	name, ok := strings.CutPrefix(parts[5], "table/")
	return arn{parts[3], parts[4], name}, ok && name != "" && !strings.Contains(name, "/")
}

// TableOfArn returns the name of the table that a request's TableName means in
// an account and a region: the name itself, or what an ARN says. Of an ARN of
// another account or region the error is an *Error.
func TableOfArn(name, account, region string) (string, error) {
	if !strings.HasPrefix(name, "arn:") {
		return name, nil
	}
	a, ok := parseTableArn(name)
	switch {
	case !ok: // Validate has refused it
		return name, nil
	case a.account != account:
		return "", &Error{Code: AccessDeniedException, Message: "Access is denied"}
	case a.region != region:
		return "", invalid("Invalid TableArn: Invalid ResourceArn provided as input " + name)
	}
	return a.table, nil
}
