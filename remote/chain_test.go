package remote_test

import (
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/remote"
	"github.com/keywright/keywright/server"
)

// A role of a profile is assumed with the keys of another, and what comes of
// it signs.
func TestAssumedRole(t *testing.T) {
	var asked atomic.Int64
	sts := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if err := r.ParseForm(); err != nil || r.Form.Get("RoleArn") != "arn:aws:iam::123456789012:role/reader" || !strings.Contains(r.Header.Get("Authorization"), accessKey) {
			http.Error(w, "no", http.StatusForbidden)
			return
		}
		fmt.Fprintf(w, `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
			<AccessKeyId>ASIATEMP</AccessKeyId><SecretAccessKey>other/secret</SecretAccessKey><SessionToken>%s</SessionToken><Expiration>%s</Expiration>
			</Credentials></AssumeRoleResult></AssumeRoleResponse>`, strings.ReplaceAll(token, "&", "&amp;"), time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
	}))
	defer sts.Close()
	t.Setenv("AWS_ENDPOINT_URL_STS", sts.URL)
	shared(t, `[profile reader]
role_arn = arn:aws:iam::123456789012:role/reader
source_profile = base
region = us-east-1
`, fmt.Sprintf("[base]\naws_access_key_id = %s\naws_secret_access_key = some\n", accessKey))
	w := serve(t, nil)
	db := open(t, remote.Options{Endpoint: w.url, Profile: "reader"})
	makeTable(t, db)
	if err := put(t.Context(), db, "a"); err != nil {
		t.Error(err)
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("the role was assumed %d times", n)
	}
}

// Credentials that have expired are asked for again.
func TestCredentialsAreRefreshed(t *testing.T) {
	var asked atomic.Int64
	container := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		expires := time.Hour
		if asked.Add(1) == 1 {
			expires = -time.Second
		}
		json.NewEncoder(w).Encode(map[string]string{ //nolint:errcheck // the client sees it
			"AccessKeyId": "ASIATEMP", "SecretAccessKey": "other/secret", "Token": token, "Expiration": time.Now().Add(expires).UTC().Format(time.RFC3339),
		})
	}))
	defer container.Close()
	t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", container.URL)
	w := serve(t, nil)
	db := open(t, remote.Options{Endpoint: w.url})
	makeTable(t, db)
	for range 3 {
		if err := put(t.Context(), db, "a"); err != nil {
			t.Error(err)
		}
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("the credentials were asked for %d times, want 2", n)
	}
}

// The role of a machine of Amazon's is asked for Amazon's DynamoDB, and not
// for an endpoint of this machine.
func TestInstanceRole(t *testing.T) {
	var asked atomic.Int64
	metadata := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		switch {
		case r.Method == http.MethodPut:
			w.Header().Set("X-Aws-Ec2-Metadata-Token-Ttl-Seconds", "600")
			io.WriteString(w, "token") //nolint:errcheck // the client sees it
		case strings.HasSuffix(r.URL.Path, "/security-credentials/"):
			io.WriteString(w, "role") //nolint:errcheck
		default:
			json.NewEncoder(w).Encode(map[string]string{"Code": "Success", "AccessKeyId": "ASIATEMP", "SecretAccessKey": "other/secret", //nolint:errcheck
				"Token": token, "Expiration": time.Now().Add(time.Hour).UTC().Format(time.RFC3339)})
		}
	}))
	defer metadata.Close()
	t.Setenv("AWS_EC2_METADATA_DISABLED", "false")
	t.Setenv("AWS_EC2_METADATA_SERVICE_ENDPOINT", metadata.URL)
	w := serve(t, func(o *server.Options) { o.Credentials = nil })
	for _, options := range []remote.Options{{Endpoint: w.url}, {}} {
		t.Setenv("AWS_ENDPOINT_URL", w.url) // for the second
		if _, err := open(t, options).ListTables(t.Context(), &api.ListTablesRequest{}); err != nil {
			t.Error(err)
		}
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("metadata was asked %d times for an endpoint of this machine", n)
	}
	s := &script{answers: says(200, `{}`)}
	if err := put(t.Context(), open(t, remote.Options{Endpoint: "https://dynamodb.eu-west-1.amazonaws.com", Transport: s}), "a"); err != nil {
		t.Fatal(err)
	}
	if got := s.asked[0].Header.Get("X-Amz-Security-Token"); got != token || asked.Load() == 0 {
		t.Errorf("session token %q", got)
	}
}

// Certificates are verified, and a bundle of one's own is taken.
func TestHTTPS(t *testing.T) {
	t.Setenv("AWS_MAX_ATTEMPTS", "1")
	signIn(t, accessKey, secretKey, "")
	e, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	s, err := server.New(server.Options{Databases: server.One(e), Credentials: keys(t)})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewUnstartedServer(s)
	w.Config.ErrorLog = nil
	w.StartTLS()
	defer w.Close()

	_, err = open(t, remote.Options{Endpoint: w.URL}).ListTables(t.Context(), &api.ListTablesRequest{})
	if err == nil || !strings.Contains(err.Error(), "certificate") || !strings.Contains(remote.Advice(err), "AWS_CA_BUNDLE") {
		t.Errorf("an unknown certificate: %v, advice %q", err, remote.Advice(err))
	}
	_, err = open(t, remote.Options{Endpoint: strings.Replace(w.URL, "https", "http", 1)}).ListTables(t.Context(), &api.ListTablesRequest{})
	if err == nil || !strings.Contains(err.Error(), "HTTP request to an HTTPS server") {
		t.Errorf("http to https: %v", err)
	}
	bundle := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(bundle, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: w.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AWS_CA_BUNDLE", bundle)
	db := open(t, remote.Options{Endpoint: w.URL})
	makeTable(t, db)
	if err := put(t.Context(), db, "a"); err != nil {
		t.Error(err)
	}
}
