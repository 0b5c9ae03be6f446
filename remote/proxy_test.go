package remote_test

import (
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/remote"
)

// proxied are the hosts that the proxy was asked for, proxyHost is its own.
var (
	proxied   sync.Map
	proxyHost string
)

// startProxy runs a proxy for the whole process: net/http reads HTTP_PROXY
// once. It answers by itself and forwards nothing.
func startProxy() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { //nolint:errcheck // until the process ends
		proxied.Store(r.Host, r.Method)
		if r.Method == http.MethodConnect {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		w.Write([]byte(`{"TableNames":["through-the-proxy"]}`))
	}))
	proxyHost = l.Addr().String()
	os.Setenv("HTTP_PROXY", "http://user:proxy-secret@"+l.Addr().String())
	os.Setenv("HTTPS_PROXY", "http://user:proxy-secret@"+l.Addr().String())
	return nil
}

func TestProxy(t *testing.T) {
	signIn(t, accessKey, secretKey, "")
	db := open(t, remote.Options{Endpoint: "http://dynamodb.proxy.invalid"})
	got, err := db.ListTables(t.Context(), &api.ListTablesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.TableNames) != 1 || got.TableNames[0] != "through-the-proxy" {
		t.Errorf("tables %v", got.TableNames)
	}
}

// A proxy that does not let us out is named as what is wrong, without its
// password.
func TestProxyRefuses(t *testing.T) {
	t.Setenv("AWS_MAX_ATTEMPTS", "1")
	signIn(t, accessKey, secretKey, "")
	db := open(t, remote.Options{Region: "eu-west-1"})
	_, err := db.ListTables(t.Context(), &api.ListTablesRequest{})
	want := "no answer from https://dynamodb.eu-west-1.amazonaws.com through the proxy " + proxyHost + ": Forbidden"
	if err == nil || err.Error() != want || !strings.Contains(remote.Advice(err), "check the proxy") {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, ok := proxied.Load("dynamodb.eu-west-1.amazonaws.com:443"); !ok {
		t.Error("the proxy was not asked for Amazon's endpoint")
	}
}
