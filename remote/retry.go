package remote

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/smithy-go"

	"github.com/keywright/keywright/api"
)

// The figures of the SDK's DynamoDB client.
const (
	maxAttempts = 4
	baseDelay   = 25 * time.Millisecond
	// What an endpoint asks for (x-amz-retry-after) counts up to so much beyond
	// the backoff.
	longestAfter = 5 * time.Second
)

// newRetryer is the retryer that the configuration asks for (AWS_RETRY_MODE,
// AWS_MAX_ATTEMPTS), else the standard one.
func newRetryer(cfg aws.Config, attempts int) (aws.RetryerV2, error) {
	standard := func(o *retry.StandardOptions) {
		o.MaxAttempts, o.BaseDelay = maxAttempts, baseDelay
		if attempts > 0 {
			o.MaxAttempts = attempts
		}
		if cfg.RetryMaxAttempts > 0 {
			o.MaxAttempts = cfg.RetryMaxAttempts
		}
	}
	switch cfg.RetryMode {
	case aws.RetryModeAdaptive:
		return retry.NewAdaptiveMode(func(o *retry.AdaptiveModeOptions) {
			o.StandardOptions = append(o.StandardOptions, standard)
		}), nil
	case aws.RetryModeStandard, "":
		return retry.NewStandard(standard), nil
	}
	return nil, fmt.Errorf("remote: retry mode %q is neither standard nor adaptive", cfg.RetryMode)
}

// failure is how an attempt ended, as the retryer looks at it.
type failure struct {
	err    error // for the caller
	status int   // of the answer, 0 without one
	// unknown says that the endpoint may have done what was asked.
	unknown bool
	// again says that the attempt should be repeated, whatever the retryer
	// makes of err: it was cut short.
	again bool
	// after is how long the endpoint asks to wait, 0 where it does not.
	after time.Duration
}

var _ smithy.APIError = (*failure)(nil)

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// HTTPStatusCode is asked by the retryer.
func (f *failure) HTTPStatusCode() int { return f.status }

// ConnectionError is asked by the retryer.
func (f *failure) ConnectionError() bool { return f.again }

// ErrorCode implements smithy.APIError.
func (f *failure) ErrorCode() string {
	var e *api.Error
	if errors.As(f.err, &e) {
		return string(e.Code)
	}
	return ""
}

// ErrorMessage implements smithy.APIError.
func (f *failure) ErrorMessage() string { return f.err.Error() }

// ErrorFault implements smithy.APIError.
func (f *failure) ErrorFault() smithy.ErrorFault { return smithy.FaultUnknown }

// attempts makes attempts until one succeeds, or the retryer or ctx ends them.
// uncertain says that one before the last may have done what was asked.
func (db *DB) attempts(ctx context.Context, send func(context.Context) *failure) (failed *failure, uncertain bool) {
	release := func(error) error { return nil }
	for n := 1; ; n++ {
		done, err := db.retryer.GetAttemptToken(ctx)
		if err != nil {
			return &failure{err: err}, uncertain
		}
		failed = send(ctx)
		if failed == nil {
			_, _ = release(nil), done(nil) // an answer that is there counts, whatever the retryer says
			return nil, uncertain
		}
		_, _ = release(failed), done(failed)
		if ctx.Err() != nil || !db.retryer.IsErrorRetryable(failed) {
			return failed, uncertain
		}
		if n >= db.retryer.MaxAttempts() {
			return tried(failed, n), uncertain
		}
		var none error
		if release, none = db.retryer.GetRetryToken(ctx, failed); none != nil {
			return tried(failed, n), uncertain // too many attempts have failed of late
		}
		uncertain = uncertain || failed.unknown
		delay, err := db.retryer.RetryDelay(n, failed)
		if err != nil {
			return failed, uncertain
		}
		select {
		case <-ctx.Done():
			return &failure{err: ctx.Err(), unknown: uncertain}, uncertain
		case <-time.After(max(delay, min(failed.after, delay+longestAfter))):
		}
	}
}

// tried notes in an error how many attempts there were.
func tried(f *failure, n int) *failure {
	var c *ConnectionError
	if errors.As(f.err, &c) {
		c.Attempts = n
	}
	return f
}
