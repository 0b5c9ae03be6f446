package remote

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"time"
)

// Options say which DynamoDB to open. The zero value is Amazon DynamoDB as
// environment and shared files have it.
type Options struct {
	// Endpoint is a URL, http or https, in place of Amazon's of the region.
	// Without it, AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL and the shared
	// files are asked, as the SDK does.
	Endpoint string
	// Region is that of the tables and of signatures: by default what
	// environment or profile say, with an Endpoint us-east-1 at last.
	Region string
	// Profile is one of the shared files; AWS_PROFILE or "default" by default.
	Profile string

	// ReadOnly refuses every operation that could change anything, by name,
	// before it is sent.
	ReadOnly bool
	// AttemptTimeout is how long one attempt may take, from the connection to
	// the last byte of the answer: 60 s by default.
	AttemptTimeout time.Duration
	// Attempts is how often a request is sent at most where the configuration
	// does not say (AWS_MAX_ATTEMPTS): 4 by default, as the SDK has it for
	// DynamoDB.
	Attempts int
	// Transport, where set, carries the requests in place of the network:
	// server.Transport for one.
	Transport http.RoundTripper
}

const defaultAttemptTimeout = 60 * time.Second

// Validate checks the options.
func (o Options) Validate() error {
	if o.Endpoint != "" {
		if _, err := parseEndpoint(o.Endpoint); err != nil {
			return err
		}
	}
	if o.Region != "" && !regionName.MatchString(o.Region) {
		return fmt.Errorf("remote: %q is no name of a region, such as eu-west-1", o.Region)
	}
	if o.AttemptTimeout < 0 {
		return fmt.Errorf("remote: AttemptTimeout %s is negative", o.AttemptTimeout)
	}
	if o.Attempts < 0 {
		return fmt.Errorf("remote: Attempts %d is negative", o.Attempts)
	}
	return nil
}

// regionName is what may become part of a host's name.
var regionName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$`)

// parseEndpoint reads the URL of an endpoint: a scheme and a host, nothing
// behind it. It does not repeat a URL with a password in it.
func parseEndpoint(endpoint string) (*url.URL, error) {
	u, err := url.Parse(endpoint)
	switch {
	case err != nil:
		return nil, errors.New("remote: the endpoint is no URL, such as http://127.0.0.1:8000")
	case u.User != nil:
		return nil, errors.New("remote: an endpoint has no user and no password: credentials come from environment and shared files")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("remote: the endpoint %q does not begin with http:// or https://", endpoint)
	case u.Hostname() == "":
		return nil, fmt.Errorf("remote: the endpoint %q names no host", endpoint)
	case u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("remote: the endpoint %q has something behind the host: DynamoDB is called at /", endpoint)
	}
	u.Path = "/"
	return u, nil
}
