package server

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/keywright/keywright/api"
)

// signature is what a request says of its own signature (AWS Signature
// Version 4), from the Authorization header or the query of a presigned URL.
type signature struct {
	algorithm  string
	credential string // accessKey/date/region/service/aws4_request
	headers    string // the names of the signed headers, with ; in between
	value      string // hexadecimal
	token      string // of temporary credentials

	when      string        // the date as it was sent: 20261201T061415Z
	lifetime  time.Duration // of a presigned URL
	presigned bool

	// The parts of credential.
	accessKey, date, region, service string
}

// skew is how far a date may be off (AWS: requests must arrive within five
// minutes of their time stamp).
const skew = 5 * time.Minute

const (
	algorithm  = "AWS4-HMAC-SHA256"
	terminator = "aws4_request"
	service    = "dynamodb" // DynamoDB Streams is signed as dynamodb, too
	amzDate    = "20060102T150405Z"
)

// readSignature reads a request's signature into sig, which is empty, and checks all that can be
// checked without the secret. Order and texts are DynamoDB's (recorded on AWS
// by others).
func (s *Server) readSignature(r *http.Request, sig *signature) error {
	var err error
	authorization := r.Header.Get("Authorization")
	presigned := strings.Contains(r.URL.RawQuery, "X-Amz-Algorithm=")
	switch {
	case authorization != "" && presigned:
		return fault(api.InvalidSignatureException, "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.")
	case presigned:
		err = sig.parsePresigned(r.URL.RawQuery)
	case authorization == "" && s.opts.Unsigned:
		return nil
	case strings.HasPrefix(strings.TrimSpace(authorization), "AWS4-"):
		err = sig.parseAuthorization(authorization, headerDate(r.Header))
		sig.token = r.Header.Get("X-Amz-Security-Token")
	default:
		return fault(api.MissingAuthenticationTokenException, "Request is missing Authentication Token")
	}
	if err == nil {
		err = sig.checkDate(s.opts.Now())
	}
	if err == nil {
		err = sig.checkScope()
	}
	return err
}

// headerDate is the date of a signature in a header: X-Amz-Date, else Date in
// the form that X-Amz-Date has.
func headerDate(h http.Header) string {
	if v := h["X-Amz-Date"]; len(v) > 0 {
		return v[0]
	}
	date := h.Get("Date")
	if t, err := http.ParseTime(date); err == nil {
		return t.UTC().Format(amzDate)
	}
	return date
}

// parseAuthorization reads an Authorization header:
//
//	AWS4-HMAC-SHA256 Credential=K/D/R/S/T, SignedHeaders=a;b, Signature=X
func (sig *signature) parseAuthorization(header, date string) error {
	sig.when = date
	var rest string
	sig.algorithm, rest, _ = strings.Cut(strings.TrimSpace(header), " ")
	for rest != "" {
		var field string
		if i := strings.IndexAny(rest, ", "); i >= 0 {
			field, rest = rest[:i], rest[i+1:]
		} else {
			field, rest = rest, ""
		}
		if field == "" {
			continue
		}
		name, value, ok := strings.Cut(field, "=")
		if !ok {
			return fault(api.IncompleteSignatureException, "'"+field+
				"' not a valid key=value pair (missing equal-sign) in Authorization header: '"+header+"'.")
		}
		switch name {
		case "Credential":
			sig.credential = value
		case "SignedHeaders":
			sig.headers = value
		case "Signature":
			sig.value = value
		}
	}
	var missing strings.Builder
	for _, part := range [3]struct{ name, value string }{
		{"Credential", sig.credential}, {"Signature", sig.value}, {"SignedHeaders", sig.headers},
	} {
		if part.value == "" {
			missing.WriteString("Authorization header requires '" + part.name + "' parameter. ")
		}
	}
	if date == "" {
		missing.WriteString("Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ")
	}
	if missing.Len() > 0 {
		return fault(api.IncompleteSignatureException, missing.String()+"Authorization="+header)
	}
	return nil
}

// parsePresigned reads the query of a presigned URL.
func (sig *signature) parsePresigned(query string) error {
	q, err := url.ParseQuery(query)
	if err != nil {
		return fault(api.IncompleteSignatureException, "AWS query-string parameters cannot be read. Re-examine the query-string parameters.")
	}
	*sig = signature{
		presigned:  true,
		algorithm:  q.Get("X-Amz-Algorithm"),
		credential: q.Get("X-Amz-Credential"),
		value:      q.Get("X-Amz-Signature"),
		headers:    q.Get("X-Amz-SignedHeaders"),
		when:       q.Get("X-Amz-Date"),
		token:      q.Get("X-Amz-Security-Token"),
		lifetime:   skew,
	}
	var missing strings.Builder
	for _, part := range [5]struct{ name, value string }{
		{"X-Amz-Algorithm", sig.algorithm}, {"X-Amz-Credential", sig.credential}, {"X-Amz-Signature", sig.value},
		{"X-Amz-SignedHeaders", sig.headers}, {"X-Amz-Date", sig.when},
	} {
		if part.value == "" {
			missing.WriteString("AWS query-string parameters must include '" + part.name + "'. ")
		}
	}
	if missing.Len() > 0 {
		return fault(api.IncompleteSignatureException, missing.String()+"Re-examine the query-string parameters.")
	}
	if expires := q.Get("X-Amz-Expires"); expires != "" {
		// AWS: one second to seven days.
		n, err := strconv.Atoi(expires)
		if err != nil || n < 1 || n > 604800 {
			return fault(api.IncompleteSignatureException, "X-Amz-Expires must be a number of seconds between 1 and 604800. Re-examine the query-string parameters.")
		}
		sig.lifetime = time.Duration(n) * time.Second
	}
	return nil
}

// checkDate holds the date against the clock.
func (sig *signature) checkDate(now time.Time) error {
	sent, ok := parseDate(sig.when)
	if !ok {
		return fault(api.IncompleteSignatureException, "Date must be in ISO-8601 'basic format'. Got '"+sig.when+
			"'. See http://en.wikipedia.org/wiki/ISO_8601")
	}
	now = now.UTC()
	life := max(sig.lifetime, skew)
	if oldest := now.Add(-life); sent.Before(oldest.Truncate(time.Second)) {
		return fault(api.InvalidSignatureException, "Signature expired: "+sig.when+" is now earlier than "+oldest.Format(amzDate)+
			" ("+now.Format(amzDate)+" - "+minutes(life)+")")
	}
	if newest := now.Add(skew); sent.After(newest) {
		return fault(api.InvalidSignatureException, "Signature not yet current: "+sig.when+" is still later than "+newest.Format(amzDate)+
			" ("+now.Format(amzDate)+" + "+minutes(skew)+")")
	}
	return nil
}

// parseDate reads 20261201T061415Z. (time.Parse takes as long as the rest of a
// signature's checks.)
func parseDate(s string) (t time.Time, ok bool) {
	if len(s) != len(amzDate) || s[8] != 'T' || s[15] != 'Z' {
		return t, false
	}
	var n [6]int // year, month, day, hour, minute, second
	for i, at := range [6][2]int{{0, 4}, {4, 6}, {6, 8}, {9, 11}, {11, 13}, {13, 15}} {
		for _, c := range []byte(s[at[0]:at[1]]) {
			if c < '0' || c > '9' {
				return t, false
			}
			n[i] = 10*n[i] + int(c-'0')
		}
	}
	t = time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, time.UTC)
	// time.Date carries over what is out of range.
	y, m, d := t.Date()
	return t, y == n[0] && int(m) == n[1] && d == n[2] && t.Hour() == n[3] && t.Minute() == n[4] && t.Second() == n[5]
}

func minutes(d time.Duration) string { return strconv.Itoa(int(d/time.Minute)) + " min." }

// checkScope checks the signed headers' and the credential's form.
func (sig *signature) checkScope() error {
	if !sig.signs("host") {
		return notSigned("Host")
	}
	if sig.algorithm != algorithm {
		return fault(api.IncompleteSignatureException, "Unsupported AWS 'algorithm': '"+sig.algorithm+"' (only AWS4-HMAC-SHA256 for now). ")
	}
	var parts [5]string
	rest, n := strings.TrimRight(sig.credential, "/"), 0
	for ; rest != "" && n < len(parts); n++ {
		parts[n], rest, _ = strings.Cut(rest, "/")
	}
	if n != len(parts) || rest != "" || parts[4] == "" {
		return fault(api.IncompleteSignatureException, "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got '"+
			sig.credential+"'")
	}
	sig.accessKey, sig.date, sig.region, sig.service = parts[0], parts[1], parts[2], parts[3]
	var wrong strings.Builder
	if !validRegion(sig.region) {
		wrong.WriteString("Credential should be scoped to a valid region, not '" + sig.region + "'. ")
	}
	if sig.service != service {
		wrong.WriteString("Credential should be scoped to correct service: '" + service + "'. ")
	}
	if parts[4] != terminator {
		wrong.WriteString("Credential should be scoped with a valid terminator: '" + terminator + "', not '" + parts[4] + "'. ")
	}
	if sig.date != sig.when[:8] {
		wrong.WriteString("Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '" +
			sig.date + "' != '" + sig.when[:8] + "', from '" + sig.when + "'. ")
	}
	if wrong.Len() > 0 {
		return fault(api.InvalidSignatureException, strings.TrimSuffix(wrong.String(), " "))
	}
	if sig.accessKey == "" {
		return fault(api.UnrecognizedClientException, invalidToken)
	}
	return nil
}

// signs says whether a header, in lower case, is among the signed ones.
func (sig *signature) signs(header string) bool {
	for name := range strings.SplitSeq(sig.headers, ";") {
		if strings.EqualFold(name, header) {
			return true
		}
	}
	return false
}

func notSigned(header string) error {
	return fault(api.InvalidSignatureException, "'"+header+"' must be a 'SignedHeader' in the AWS Authorization.")
}

// validRegion says whether a text can be a region. Which regions there are is
// not asked: local users make up their own.
func validRegion(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}

func fault(code api.Code, message string) error { return &api.Error{Code: code, Message: message} }
