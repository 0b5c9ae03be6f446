package remote

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"

	"github.com/keywright/keywright/api"
)

// CredentialsError says that there are no credentials to sign with.
type CredentialsError struct {
	Profile string // that was asked for, "" for the default
	Err     error
}

func (e *CredentialsError) Error() string {
	if e.Profile != "" {
		return fmt.Sprintf("no credentials from profile %q: %v", e.Profile, e.Err)
	}
	return "no credentials: " + e.Err.Error()
}

func (e *CredentialsError) Unwrap() error { return e.Err }

// credentialsCause is the SDK's error for people. It keeps out what a
// credential_process printed, which the SDK repeats.
func credentialsCause(err error) error {
	switch text := err.Error(); {
	case strings.Contains(text, "process output"):
		return errors.New("what the profile's credential_process printed cannot be read as credentials")
	case strings.Contains(text, "no EC2 IMDS role found"): // the last place that is asked
		return errors.New("none in the environment, in the shared files (~/.aws/config, ~/.aws/credentials), or of a role of this machine")
	}
	return err
}

// ConnectionError says that no answer came, or not all of one.
type ConnectionError struct {
	Endpoint string
	Proxy    string // host of the proxy in between, "" without one
	Attempts int    // that were made, 0 for one
	Err      error
}

func (e *ConnectionError) Error() string {
	after := ""
	if e.Attempts > 1 {
		after = fmt.Sprintf(" after %d attempts", e.Attempts)
	}
	if e.Proxy != "" {
		after = " through the proxy " + e.Proxy + after
	}
	return fmt.Sprintf("no answer from %s%s: %v", e.Endpoint, after, plainCause(e.Err))
}

func (e *ConnectionError) Unwrap() error { return e.Err }

// plainCause takes off what net/http says around an error: the URL is in the
// message already.
func plainCause(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// AnswerError is an answer that is none of DynamoDB's.
type AnswerError struct {
	Endpoint string
	Status   int
	Text     string // what is wrong, or the beginning of the body
}

func (e *AnswerError) Error() string {
	status := fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status))
	return fmt.Sprintf("%s answered %s, which is no answer of DynamoDB's: %s", e.Endpoint, strings.TrimSpace(status), e.Text)
}

// UncertainError is a refusal that may be the echo of the same write: an
// attempt before was cut off after it was sent, and what it wrote may be what
// this one ran into.
type UncertainError struct {
	Operation string
	Refusal   *api.Error // what the last attempt was answered
}

func (e *UncertainError) Error() string {
	return fmt.Sprintf("whether %s was made is not known: an attempt was cut off, and the next one was answered %v", e.Operation, e.Refusal)
}

// Uncertain tells those who cannot see this type that it is of its kind.
func (e *UncertainError) Uncertain() bool { return true }

// ReadOnlyError refuses an operation that could change something.
type ReadOnlyError struct{ Operation string }

func (e *ReadOnlyError) Error() string {
	return e.Operation + " could change something, and this connection is read-only"
}

// Advice says what to look at, or what to do, for an error of this package or
// one of DynamoDB's about credentials and regions. It is "" where the error
// says enough.
func Advice(err error) string {
	var credentials *CredentialsError
	var connection *ConnectionError
	var answer *AnswerError
	var known *api.Error
	switch {
	case errors.As(err, &credentials) && isExpiredSSO(credentials):
		return strings.TrimSpace("aws sso login " + profileFlag(credentials.Profile))
	case errors.As(err, &credentials):
		return "give a --profile of ~/.aws/config, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
	case errors.As(err, &connection):
		return connectionAdvice(connection)
	case errors.As(err, &answer):
		return "check that the address and the port are DynamoDB's, and http or https"
	case errors.As(err, &known):
		return apiAdvice(known)
	}
	return ""
}

func profileFlag(profile string) string {
	if profile == "" {
		return ""
	}
	return "--profile " + profile
}

func isExpiredSSO(e *CredentialsError) bool {
	text := strings.ToLower(e.Err.Error())
	return strings.Contains(text, "sso") && (strings.Contains(text, "expired") || strings.Contains(text, "refresh") || strings.Contains(text, "token"))
}

func connectionAdvice(e *ConnectionError) string {
	var dns *net.DNSError
	var unknown x509.UnknownAuthorityError
	text := e.Err.Error()
	switch {
	case errors.As(e.Err, &dns) && dns.IsNotFound && e.Proxy == "":
		return "check the name: there is no such region or host, or no network (HTTPS_PROXY names a proxy)"
	case errors.Is(e.Err, syscall.ECONNREFUSED) && e.Proxy == "":
		return "check that it runs and listens on that port"
	case strings.Contains(text, "HTTP response to HTTPS client"):
		return "use http:// in place of https://"
	case errors.As(e.Err, &unknown):
		return "AWS_CA_BUNDLE names a file with the certificates to trust"
	case e.Proxy != "":
		return "check the proxy (HTTPS_PROXY, HTTP_PROXY), and what NO_PROXY leaves out"
	case errors.Is(e.Err, context.DeadlineExceeded), strings.Contains(text, "timeout"):
		return "check the network, and whether a proxy (HTTPS_PROXY) or a firewall is in between"
	}
	return ""
}

func apiAdvice(e *api.Error) string {
	switch e.Code {
	case "ExpiredTokenException":
		return "the credentials have expired: get new ones (aws sso login, or those that AWS_SESSION_TOKEN is of)"
	case api.UnrecognizedClientException:
		return "the access key or its session token is not known here: check the profile and the region"
	case api.InvalidSignatureException:
		return "check the secret access key, the region and this machine's clock"
	case api.AccessDeniedException:
		return "the credentials are good, and not allowed to do this: see the policies of their user or role"
	case api.UnknownOperationException:
		return "the endpoint does not have this operation: use one that speaks all of DynamoDB, such as keywright serve"
	case api.MissingAuthenticationTokenException, api.IncompleteSignatureException:
		return "check that nothing between here and the endpoint changes headers"
	}
	return ""
}
