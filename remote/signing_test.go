package remote_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/remote"
	"github.com/keywright/keywright/server"
)

// What is signed is verified: a secret and a token with every character that
// could be mistaken, and texts that are escaped in JSON.
func TestSignatures(t *testing.T) {
	w := serve(t, nil)
	signIn(t, accessKey, secretKey, "")
	makeTable(t, open(t, remote.Options{Endpoint: w.url}))
	for _, c := range []struct {
		name, access, secret, session string
		want                          api.Code // "" where it has to work
	}{
		{"permanent", accessKey, secretKey, "", ""},
		{"temporary", "ASIATEMP", "other/secret", token, ""},
		{"wrong secret", accessKey, "wrong", "", api.InvalidSignatureException},
		{"unknown key", "AKIAOTHER", secretKey, "", api.UnrecognizedClientException},
		{"token missing", "ASIATEMP", "other/secret", "", api.UnrecognizedClientException},
		{"wrong token", "ASIATEMP", "other/secret", "another", api.UnrecognizedClientException},
	} {
		t.Run(c.name, func(t *testing.T) {
			signIn(t, c.access, c.secret, c.session)
			db := open(t, remote.Options{Endpoint: w.url})
			err := put(t.Context(), db, "a b/c?d=é&<\x00\u2028")
			if c.want == "" && err != nil || c.want != "" && !isAPI(err, c.want) {
				t.Fatalf("got %v, want %q", err, c.want)
			}
			if err == nil {
				return
			}
			if remote.Advice(err) == "" {
				t.Errorf("no advice on %v", err)
			}
			keepsSecrets(t, err)
		})
	}
}

// keepsSecrets fails where an error tells a secret.
func keepsSecrets(t *testing.T, err error) {
	t.Helper()
	for _, secret := range []string{secretKey, "other/secret", token, "wrong-secret", "proxy-secret"} {
		if strings.Contains(err.Error(), secret) || strings.Contains(remote.Advice(err), secret) {
			t.Errorf("the error tells a secret: %v", err)
		}
	}
}

// DynamoDB repeats what should have been signed, the session token with it.
func TestSessionTokenIsNotRepeated(t *testing.T) {
	signIn(t, "ASIATEMP", "other/secret", token)
	s := &script{answers: []func(*http.Request) (*http.Response, error){func(r *http.Request) (*http.Response, error) {
		body, err := api.Encode(map[string]string{"__type": "com.amazon.coral.service#InvalidSignatureException",
			"message": "The Canonical String should have been\nx-amz-security-token:" + r.Header.Get("X-Amz-Security-Token")})
		return answer(400, string(body)), err
	}}}
	err := put(t.Context(), open(t, remote.Options{Region: "eu-west-1", Transport: s}), "a")
	if !isAPI(err, api.InvalidSignatureException) {
		t.Fatal(err)
	}
	keepsSecrets(t, err)
}

// Tables are those of the region that requests are signed for, wherever it is
// said.
func TestRegionsAndProfiles(t *testing.T) {
	w := serve(t, nil)
	shared(t, `
[default]
region = eu-central-1
[profile work]
region = ap-south-1
[profile elsewhere]
region = eu-north-1
services = local
[services local]
dynamodb =
  endpoint_url = `+w.url+`
`, `
[default]
aws_access_key_id = `+accessKey+`
aws_secret_access_key = `+secretKey+`
[work]
aws_access_key_id = ASIATEMP
aws_secret_access_key = other/secret
aws_session_token = `+token+`
[elsewhere]
aws_access_key_id = `+accessKey+`
aws_secret_access_key = `+secretKey+`
`)
	for _, c := range []struct {
		name    string
		options remote.Options
		env     map[string]string
		want    string
	}{
		{"default profile", remote.Options{Endpoint: w.url}, nil, "eu-central-1"},
		{"profile", remote.Options{Endpoint: w.url, Profile: "work"}, nil, "ap-south-1"},
		{"profile by environment", remote.Options{Endpoint: w.url}, map[string]string{"AWS_PROFILE": "work"}, "ap-south-1"},
		{"region by environment", remote.Options{Endpoint: w.url}, map[string]string{"AWS_REGION": "us-west-2"}, "us-west-2"},
		{"region by option", remote.Options{Endpoint: w.url, Profile: "work", Region: "sa-east-1"}, map[string]string{"AWS_REGION": "us-west-2"}, "sa-east-1"},
		{"endpoint of a profile", remote.Options{Profile: "elsewhere"}, nil, "eu-north-1"},
		{"endpoint by environment", remote.Options{}, map[string]string{"AWS_ENDPOINT_URL_DYNAMODB": w.url}, "eu-central-1"},
		{"endpoint of all services", remote.Options{}, map[string]string{"AWS_ENDPOINT_URL": w.url}, "eu-central-1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, value := range c.env {
				t.Setenv(name, value)
			}
			db := open(t, c.options)
			if db.Region() != c.want || db.Endpoint() != w.url {
				t.Errorf("region %s at %s, want %s at %s", db.Region(), db.Endpoint(), c.want, w.url)
			}
			makeTable(t, db)
			there, err := w.engine.Namespace(c.want, "").ListTables(t.Context(), &api.ListTablesRequest{})
			if err != nil || len(there.TableNames) != 1 {
				t.Errorf("tables of %s: %v, %v", c.want, there, err)
			}
			if _, err := db.DeleteTable(t.Context(), &api.DeleteTableRequest{TableName: "tab"}); err != nil {
				t.Error(err)
			}
		})
	}
}

// Amazon's endpoints follow region and settings; one that is named tells its
// region.
func TestAmazon(t *testing.T) {
	for _, c := range []struct {
		name    string
		options remote.Options
		env     map[string]string
		want    string
	}{
		{"region", remote.Options{Region: "eu-west-1"}, nil, "https://dynamodb.eu-west-1.amazonaws.com eu-west-1"},
		{"environment", remote.Options{}, map[string]string{"AWS_REGION": "cn-north-1"}, "https://dynamodb.cn-north-1.amazonaws.com.cn cn-north-1"},
		{"dual stack", remote.Options{Region: "eu-west-1"}, map[string]string{"AWS_USE_DUALSTACK_ENDPOINT": "true"}, "https://dynamodb.eu-west-1.api.aws eu-west-1"},
		{"FIPS", remote.Options{Region: "us-east-2"}, map[string]string{"AWS_USE_FIPS_ENDPOINT": "true"}, "https://dynamodb-fips.us-east-2.amazonaws.com us-east-2"},
		{"named", remote.Options{Endpoint: "https://dynamodb.ap-south-2.amazonaws.com"}, nil, "https://dynamodb.ap-south-2.amazonaws.com ap-south-2"},
		{"configured, and ignored", remote.Options{Region: "eu-west-1"},
			map[string]string{"AWS_ENDPOINT_URL": "http://127.0.0.1:1", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true"}, "https://dynamodb.eu-west-1.amazonaws.com eu-west-1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, value := range c.env {
				t.Setenv(name, value)
			}
			db := open(t, c.options)
			if got := db.Endpoint() + " " + db.Region(); got != c.want || db.Loopback() {
				t.Errorf("got %s, loopback %t, want %s", got, db.Loopback(), c.want)
			}
		})
	}
}

// Streams of an endpoint are at the endpoint, Amazon's are at Amazon's.
func TestStreamsEndpoint(t *testing.T) {
	signIn(t, accessKey, secretKey, "")
	for endpoint, want := range map[string]string{
		"":                       "streams.dynamodb.eu-west-1.amazonaws.com",
		"http://127.0.0.1:12345": "127.0.0.1:12345",
		"https://dynamodb.eu-west-1.amazonaws.com": "streams.dynamodb.eu-west-1.amazonaws.com",
	} {
		s := &script{answers: says(200, `{}`)}
		if _, err := open(t, remote.Options{Endpoint: endpoint, Region: "eu-west-1", Transport: s}).ListStreams(t.Context(), &api.ListStreamsRequest{}); err != nil {
			t.Fatal(err)
		}
		if got := s.asked[0].URL.Host; got != want {
			t.Errorf("%q: %s, want %s", endpoint, got, want)
		}
	}
}

// Who has no credentials is told so; an endpoint of this machine takes any.
func TestNoCredentials(t *testing.T) {
	db := open(t, remote.Options{Region: "eu-west-1"})
	err := put(t.Context(), db, "a")
	var none *remote.CredentialsError
	if !errors.As(err, &none) || remote.Advice(err) == "" {
		t.Errorf("got %v", err)
	}
	w := serve(t, func(o *server.Options) { o.Credentials = nil })
	makeTable(t, open(t, remote.Options{Endpoint: w.url}))

	_, err = remote.Open(t.Context(), remote.Options{Endpoint: w.url, Profile: "nosuch"})
	if want := `no credentials from profile "nosuch": there is no such profile in the shared files (~/.aws/config, ~/.aws/credentials)`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := remote.Open(t.Context(), remote.Options{}); err == nil || !strings.Contains(err.Error(), "no region") {
		t.Errorf("no region: %v", err)
	}
}

// What a credential_process prints may be a secret, wherever it is wrong.
func TestCredentialProcess(t *testing.T) {
	shared(t, "[profile broken]\nregion = eu-west-1\ncredential_process = echo wrong-secret\n", "")
	err := put(t.Context(), open(t, remote.Options{Profile: "broken"}), "a")
	var none *remote.CredentialsError
	if !errors.As(err, &none) {
		t.Fatalf("got %v", err)
	}
	keepsSecrets(t, err)
}

// Expired credentials of an SSO profile say what to do.
func TestExpiredSSO(t *testing.T) {
	shared(t, `[profile dev]
region = eu-west-1
sso_session = corp
sso_account_id = 123456789012
sso_role_name = reader
[sso-session corp]
sso_region = eu-west-1
sso_start_url = https://corp.invalid/start
`, "")
	err := put(t.Context(), open(t, remote.Options{Profile: "dev"}), "a")
	if got, want := remote.Advice(err), "aws sso login --profile dev"; got != want {
		t.Errorf("advice on %v: %q, want %q", err, got, want)
	}
}

// A clock that is wrong is corrected by the endpoint's, once.
func TestClockSkew(t *testing.T) {
	signIn(t, accessKey, secretKey, "")
	there := time.Now().Add(-3 * time.Hour)
	refused := answer(400, `{"__type":"com.amazon.coral.service#InvalidSignatureException","message":"Signature not yet current"}`)
	refused.Header.Set("Date", there.UTC().Format(http.TimeFormat))
	s := &script{answers: append([]func(*http.Request) (*http.Response, error){func(*http.Request) (*http.Response, error) { return refused, nil }}, says(200, `{}`)...)}
	db := open(t, remote.Options{Region: "eu-west-1", Transport: s})
	for range 2 {
		if err := put(t.Context(), db, "a"); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.asked) != 3 {
		t.Fatalf("%d requests, want 3", len(s.asked))
	}
	for _, r := range s.asked[1:] {
		at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
		if err != nil || at.Sub(there).Abs() > time.Minute {
			t.Errorf("signed at %v, want about %v", at, there)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		options remote.Options
		want    string
	}{
		{remote.Options{Endpoint: "127.0.0.1:8000"}, "no URL"},
		{remote.Options{Endpoint: "localhost:8000"}, "does not begin with http"},
		{remote.Options{Endpoint: "ftp://x"}, "does not begin with http"},
		{remote.Options{Endpoint: "http://"}, "names no host"},
		{remote.Options{Endpoint: "http://user:wrong-secret@127.0.0.1"}, "no user and no password"},
		{remote.Options{Endpoint: "http://127.0.0.1/path"}, "behind the host"},
		{remote.Options{Region: "Eu West"}, "no name of a region"},
		{remote.Options{Region: "eu-west-1.evil.example"}, "no name of a region"},
		{remote.Options{Region: "europe"}, "no region of Amazon's"},
		{remote.Options{AttemptTimeout: -1}, "negative"},
	} {
		_, err := remote.Open(t.Context(), c.options)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.options, err, c.want)
			continue
		}
		keepsSecrets(t, err)
	}
}
