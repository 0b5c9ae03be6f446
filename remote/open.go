package remote

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/feature/ec2/imds"
	"github.com/aws/smithy-go/logging"

	"github.com/keywright/keywright/api"
)

// DB is a DynamoDB behind an endpoint. Its methods may be called concurrently.
type DB struct {
	at       endpoints
	region   string
	profile  string // that was asked for
	readOnly bool
	timeout  time.Duration

	credentials aws.CredentialsProvider
	signer      *v4.Signer
	http        aws.HTTPClient
	retryer     aws.RetryerV2
	skew        atomic.Int64 // of the endpoint's clock, in nanoseconds
}

var _ api.DB = (*DB)(nil)

// Open reads the configuration and returns the database. Nothing is sent: an
// endpoint that is down, or credentials that are wrong, are found by the first
// request.
func Open(ctx context.Context, o Options) (*DB, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	cfg, err := load(ctx, o)
	if err != nil {
		return nil, err
	}
	db := &DB{region: cfg.Region, profile: o.Profile, readOnly: o.ReadOnly, timeout: o.AttemptTimeout, signer: v4.NewSigner()}
	if db.timeout == 0 {
		db.timeout = defaultAttemptTimeout
	}
	if err := db.locate(ctx, cfg, o); err != nil {
		return nil, err
	}
	if db.Loopback() {
		// Who names an endpoint of this machine does not mean the credentials of
		// a machine of Amazon's, and should not wait for them.
		if cfg, err = load(ctx, o, config.WithEC2IMDSClientEnableState(imds.ClientDisabled)); err != nil {
			return nil, err
		}
	}
	db.credentials = cfg.Credentials
	if db.Loopback() && o.Profile == "" && os.Getenv("AWS_PROFILE") == "" {
		db.credentials = orPlaceholder{cfg.Credentials}
	}
	db.http = client(cfg, o)
	if db.retryer, err = newRetryer(cfg, o.Attempts); err != nil {
		return nil, err
	}
	return db, nil
}

// load asks environment and shared files.
func load(ctx context.Context, o Options, with ...func(*config.LoadOptions) error) (aws.Config, error) {
	// What the SDK would log, errors say; lines of its own on stderr would be
	// part of a program's output.
	with = append(with, config.WithLogger(logging.Nop{}))
	if o.Region != "" {
		with = append(with, config.WithRegion(o.Region))
	}
	if o.Profile != "" {
		with = append(with, config.WithSharedConfigProfile(o.Profile))
	}
	cfg, err := config.LoadDefaultConfig(ctx, with...)
	var profile config.SharedConfigProfileNotExistError
	switch {
	case errors.As(err, &profile):
		return cfg, &CredentialsError{Profile: profile.Profile, Err: errors.New("there is no such profile in the shared files (~/.aws/config, ~/.aws/credentials)")}
	case err != nil && ctx.Err() == nil:
		return cfg, &CredentialsError{o.Profile, credentialsCause(err)}
	}
	return cfg, err
}

// The services' names in configuration.
const (
	idDynamoDB = "DynamoDB"
	idStreams  = "DynamoDB Streams"
)

// locate finds the endpoints and the region.
func (db *DB) locate(ctx context.Context, cfg aws.Config, o Options) error {
	v, err := variantOf(ctx, cfg)
	if err != nil {
		return err
	}
	main, streams := o.Endpoint, ""
	if main == "" {
		main, streams = configured(ctx, cfg, idDynamoDB), configured(ctx, cfg, idStreams)
	}
	if main == "" {
		if db.region == "" {
			return errors.New("remote: no region is given: not by option, AWS_REGION or the profile")
		}
		db.at, err = amazon(db.region, v)
	} else if db.at.dynamodb, err = parseEndpoint(main); err == nil {
		err = db.locateBeside(v)
	}
	if err == nil && streams != "" {
		db.at.streams, err = parseEndpoint(streams)
	}
	return err
}

// locateBeside finds region and DynamoDB Streams of an endpoint that is given:
// at Amazon, by its name; elsewhere, both services are in one place.
func (db *DB) locateBeside(v variant) error {
	db.at.streams = db.at.dynamodb
	region := regionOf(db.at.dynamodb)
	if db.region == "" {
		db.region = region
	}
	if db.region == "" {
		db.region = "us-east-1"
	}
	if region == "" {
		return nil
	}
	at, err := amazon(region, v)
	db.at.streams = at.streams
	return err
}

// configured is the URL that environment and shared files have for a service.
func configured(ctx context.Context, cfg aws.Config, id string) string {
	if ignore, found, err := config.GetIgnoreConfiguredEndpoints(ctx, cfg.ConfigSources); found && ignore && err == nil {
		return ""
	}
	for _, source := range cfg.ConfigSources {
		s, ok := source.(interface {
			GetServiceBaseEndpoint(context.Context, string) (string, bool, error)
		})
		if !ok {
			continue
		}
		if u, found, err := s.GetServiceBaseEndpoint(ctx, id); found && err == nil {
			return u
		}
	}
	return aws.ToString(cfg.BaseEndpoint)
}

// variantOf reads AWS_USE_FIPS_ENDPOINT, AWS_USE_DUALSTACK_ENDPOINT and their
// like in the shared files.
func variantOf(ctx context.Context, cfg aws.Config) (v variant, err error) {
	for _, source := range cfg.ConfigSources {
		if s, ok := source.(interface {
			GetUseFIPSEndpoint(context.Context) (aws.FIPSEndpointState, bool, error)
		}); ok && !v.fips {
			state, found, serr := s.GetUseFIPSEndpoint(ctx)
			v.fips, err = found && state == aws.FIPSEndpointStateEnabled, errors.Join(err, serr)
		}
		if s, ok := source.(interface {
			GetUseDualStackEndpoint(context.Context) (aws.DualStackEndpointState, bool, error)
		}); ok && !v.dualStack {
			state, found, serr := s.GetUseDualStackEndpoint(ctx)
			v.dualStack, err = found && state == aws.DualStackEndpointStateEnabled, errors.Join(err, serr)
		}
	}
	return v, err
}

// Connections that are kept: more than the SDK keeps, for the many small
// requests of a proof.
const idleConnections = 64

// client is the SDK's HTTP client, with its proxy and certificates, or one on
// a transport that is given. Neither follows redirections: what was signed for
// one host is not for another.
func client(cfg aws.Config, o Options) aws.HTTPClient {
	if o.Transport != nil {
		return &http.Client{
			Transport:     o.Transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	own, ok := cfg.HTTPClient.(*awshttp.BuildableClient)
	if !ok {
		own = awshttp.NewBuildableClient()
	}
	return own.WithTransportOptions(func(t *http.Transport) {
		t.MaxIdleConnsPerHost = idleConnections
	})
}

// Close closes the connections that are kept.
func (db *DB) Close() error {
	if c, ok := db.http.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
	return nil
}

// Region is the region that requests are signed for.
func (db *DB) Region() string { return db.region }

// Endpoint is the URL that DynamoDB is called at.
func (db *DB) Endpoint() string { return shown(db.at.dynamodb) }

// Loopback says whether the endpoint is on this machine.
func (db *DB) Loopback() bool { return isLoopback(db.at.dynamodb) }

// String names the database for people.
func (db *DB) String() string {
	if regionOf(db.at.dynamodb) != "" {
		return "Amazon DynamoDB in " + db.region
	}
	return fmt.Sprintf("%s (region %s)", db.Endpoint(), db.region)
}

func shown(u *url.URL) string { return u.Scheme + "://" + u.Host }

// orPlaceholder are credentials, or some that mean nothing where there are
// none: what runs on this machine seldom asks for more.
type orPlaceholder struct{ aws.CredentialsProvider }

// Retrieve implements aws.CredentialsProvider.
func (p orPlaceholder) Retrieve(ctx context.Context) (aws.Credentials, error) {
	c, err := p.CredentialsProvider.Retrieve(ctx)
	if err == nil || ctx.Err() != nil {
		return c, err
	}
	return aws.Credentials{AccessKeyID: "local", SecretAccessKey: "local", Source: "placeholder"}, nil
}
