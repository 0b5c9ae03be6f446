package server_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/internal/testutil"
	"github.com/keywright/keywright/server"
)

// program runs a client program against a server that verifies signatures,
// and returns what it printed.
func program(t *testing.T, url, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "ACCESS_KEY="+accessKey, "SECRET_KEY="+secretKey,
		"AWS_ACCESS_KEY_ID="+accessKey, "AWS_SECRET_ACCESS_KEY="+secretKey, "AWS_DEFAULT_REGION=eu-west-1",
		"AWS_ENDPOINT_URL_DYNAMODB="+url, "AWS_PAGER=", "AWS_EC2_METADATA_DISABLED=true",
		"AWS_CONFIG_FILE="+os.DevNull, "AWS_SHARED_CREDENTIALS_FILE="+os.DevNull)
	var errs strings.Builder // clients warn of their own age there
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, errs.String())
	}
	return string(out)
}

// need returns the first of the programs that runs with args, or skips the
// test aloud.
func need(t *testing.T, why string, programs []string, args ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("runs without -short")
	}
	for _, name := range programs {
		if exec.CommandContext(t.Context(), name, args...).Run() == nil {
			return name
		}
	}
	testutil.Skip(t, why)
	return ""
}

func verifying(t *testing.T) string {
	return start(t, server.Options{Credentials: server.NewCredentials(accessKey, secretKey)})
}

// The AWS SDK for JavaScript v3, its document client, and ElectroDB.
func TestJavaScript(t *testing.T) {
	need(t, "needs Node.js (apt-get install nodejs npm)", []string{"node"}, "--version")
	if _, err := os.Stat(filepath.Join("testdata", "clients", "node_modules")); err != nil {
		testutil.Skip(t, "needs the JavaScript clients: make clients")
	}
	for script, want := range map[string]string{
		"client.mjs":    "created\nwritten\nbatched\npaged\ntransacted\nrefused\n",
		"electrodb.mjs": "created\nupdated\nqueried\ntransacted\n",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			url := verifying(t)
			if diff := cmp.Diff(want, program(t, url, "node", filepath.Join("testdata", "clients", script), url)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The AWS SDK for Python.
func TestPython(t *testing.T) {
	t.Parallel()
	python := need(t, "needs boto3 (apt-get install python3-boto3)", []string{"python3", "/usr/bin/python3"}, "-c", "import boto3")
	url := verifying(t)
	const want = "created\nwritten\npaged\ntransacted\nrefused\n"
	if diff := cmp.Diff(want, program(t, url, python, filepath.Join("testdata", "clients", "client.py"), url)); diff != "" {
		t.Error(diff)
	}
}

// The AWS CLI.
func TestAWSCLI(t *testing.T) {
	t.Parallel()
	need(t, "needs the AWS CLI (apt-get install awscli)", []string{"aws"}, "--version")
	url := verifying(t)
	aws := func(args ...string) string {
		t.Helper()
		return strings.TrimSpace(program(t, url, "aws", append([]string{"dynamodb", "--output", "json", "--endpoint-url", url}, args...)...))
	}
	if got := aws("create-table", "--table-name", "cli", "--billing-mode", "PAY_PER_REQUEST",
		"--attribute-definitions", "AttributeName=id,AttributeType=S", "--key-schema", "AttributeName=id,KeyType=HASH",
		"--query", "TableDescription.TableName"); got != `"cli"` {
		t.Errorf("create-table: %s", got)
	}
	aws("transact-write-items", "--transact-items",
		`[{"Put":{"TableName":"cli","Item":{"id":{"S":"a"},"n":{"N":"1"}}}},{"Put":{"TableName":"cli","Item":{"id":{"S":"b"},"n":{"N":"2"}}}},{"Put":{"TableName":"cli","Item":{"id":{"S":"c"},"n":{"N":"3"}}}}]`)
	if got := aws("query", "--table-name", "cli", "--key-condition-expression", "id = :i", "--expression-attribute-values", `{":i":{"S":"b"}}`,
		"--query", "Items[0].n.N"); got != `"2"` {
		t.Errorf("query: %s", got)
	}
	if got := aws("scan", "--table-name", "cli", "--page-size", "1", "--query", "length(Items)"); got != "3" {
		t.Errorf("scan: %s", got)
	}
}
