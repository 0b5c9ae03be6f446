package server

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/keywright/keywright/api"
)

// Databases returns the database of a request: region and access key are
// those of its signature's credential, the access key "" where a request has
// none. It is called for every request and must be quick.
type Databases func(region, accessKey string) (api.DB, error)

// One returns the same database for every request.
func One(db api.DB) Databases {
	return func(string, string) (api.DB, error) { return db, nil }
}

// Space is what has tables of its own: a region or, where Databases keeps
// access keys apart, a region and an access key.
type Space struct{ Region, AccessKey string }

// Options say how a Server answers. Databases is required.
type Options struct {
	// Databases finds the database of a request.
	Databases Databases
	// Region is that of requests without a credential, and the one that the
	// page and the health line name: "us-east-1" by default.
	Region string

	// Spaces tells, for the page, which regions and access keys have tables;
	// without it, the page shows those of Region.
	Spaces func() []Space

	// Credentials, where set, are the only ones let in: every signature is
	// computed and compared. Otherwise a signature's form and date are
	// checked, and its value is not.
	Credentials *Credentials
	// Unsigned lets requests in that have no signature at all. It is for tests
	// and excludes Credentials.
	Unsigned bool

	// Remote answers to Host names beyond those of this machine: addresses,
	// and names without a dot. Names with dots have to be among Hosts.
	Remote bool
	// Hosts are further names to answer to, without ports.
	Hosts []string
	// CORSOrigins are the origins of web pages that may call the API:
	// "https://app.example.com", or "*" for every one. None may by default.
	CORSOrigins []string

	// Metrics serves GET /metrics.
	Metrics bool
	// Requests gets a line for each request: none by default.
	Requests *slog.Logger
	// Logger gets what an operator should know, such as a recovered panic.
	// Nothing is logged by default.
	Logger *slog.Logger
	// Now is the clock that dates of signatures are held against: time.Now by
	// default.
	Now func() time.Time

	// MaxConnections is how many connections Serve keeps open: 4096 by
	// default. Beyond it, the one that has waited longest for its client is
	// closed: for a request, for the rest of one, for its answer to be taken.
	MaxConnections int
	// ReadTimeout is how long a request may take to arrive: 30 s by default.
	// Its answer may take twice as long to be taken, and a connection may be
	// without a request for four times as long.
	ReadTimeout time.Duration
}

// Validate checks the options.
func (o Options) Validate() error {
	switch {
	case o.Databases == nil:
		return errors.New("server: Options.Databases is required")
	case o.Unsigned && o.Credentials != nil:
		return errors.New("server: Unsigned and Credentials exclude each other")
	case o.Region != "" && !validRegion(o.Region):
		return fmt.Errorf("server: %q is no region", o.Region)
	case o.MaxConnections < 0:
		return fmt.Errorf("server: MaxConnections %d is negative", o.MaxConnections)
	case o.ReadTimeout < 0:
		return fmt.Errorf("server: ReadTimeout %s is negative", o.ReadTimeout)
	}
	for _, origin := range o.CORSOrigins {
		if err := checkOrigin(origin); err != nil {
			return err
		}
	}
	return nil
}

// checkOrigin takes what browsers send as Origin: scheme, host and port.
func checkOrigin(origin string) error {
	if origin == "*" || origin == "null" {
		return nil
	}
	u, err := url.Parse(origin)
	if err != nil || u.Scheme == "" || u.Host == "" || u.Scheme+"://"+u.Host != origin {
		return fmt.Errorf("server: %q is no origin, such as https://app.example.com", origin)
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.Region == "" {
		o.Region = "us-east-1"
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.MaxConnections == 0 {
		o.MaxConnections = 4096
	}
	if o.ReadTimeout == 0 {
		o.ReadTimeout = 30 * time.Second
	}
	return o
}
