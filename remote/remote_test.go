package remote_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/remote"
	"github.com/keywright/keywright/server"
)

// TestMain keeps the environment of the machine out: no credentials, no
// configuration, no instance metadata. Hosts other than this machine are
// reached through a proxy that notes what it is asked for.
func TestMain(m *testing.M) {
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, "AWS_") || strings.HasSuffix(strings.ToUpper(name), "_PROXY") {
			os.Unsetenv(name)
		}
	}
	home, err := os.MkdirTemp("", "remote")
	if err == nil {
		err = errors.Join(os.Setenv("HOME", home), os.Setenv("AWS_EC2_METADATA_DISABLED", "true"), startProxy())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(home)
	os.Exit(code)
}

// Credentials that a signature can go wrong over.
const (
	accessKey = "AKIDEXAMPLE"
	secretKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCY==EX&AM%PLE KEY é"
	token     = "IQoJb3JpZ2luX2VjE//////////+a b=c%2F&é~'\"="
)

// keys are what the server lets in.
func keys(t testing.TB) *server.Credentials {
	t.Helper()
	c, err := server.ReadCredentials(strings.NewReader(fmt.Sprintf(`
[plain]
aws_access_key_id = %s
aws_secret_access_key = %s
[temporary]
aws_access_key_id = ASIATEMP
aws_secret_access_key = other/secret
aws_session_token = %s
`, accessKey, secretKey, token)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// signIn puts credentials into the environment.
func signIn(t testing.TB, access, secret, session string) {
	t.Helper()
	set, ok := t.(interface{ Setenv(string, string) })
	if !ok {
		t.Fatal("no Setenv")
	}
	set.Setenv("AWS_ACCESS_KEY_ID", access)
	set.Setenv("AWS_SECRET_ACCESS_KEY", secret)
	set.Setenv("AWS_SESSION_TOKEN", session)
}

// clock is the engine's: the real one until it is stopped.
type clock struct {
	mu      sync.Mutex
	stopped time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped.IsZero() {
		return time.Now()
	}
	return c.stopped
}

func (c *clock) turn(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped.IsZero() {
		c.stopped = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	c.stopped = c.stopped.Add(d)
}

// world is an engine behind a server that verifies signatures.
type world struct {
	engine *engine.DB
	clock  *clock
	url    string
}

func serve(t testing.TB, change func(*server.Options)) *world {
	t.Helper()
	w := &world{clock: &clock{}}
	var err error
	if w.engine, err = engine.Open(engine.Options{Now: w.clock.Now, SweepInterval: -1}); err != nil {
		t.Fatal(err)
	}
	o := server.Options{
		Databases:   func(region, _ string) (api.DB, error) { return w.engine.Namespace(region, ""), nil },
		Credentials: keys(t),
	}
	if change != nil {
		change(&o)
	}
	s, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, counted{l}) }()
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-ended, engine.Check(context.Background(), w.engine), w.engine.Close()); err != nil {
			t.Error(err)
		}
	})
	w.url = "http://" + l.Addr().String()
	return w
}

// connections counts those that servers accepted.
var connections atomic.Int64

type counted struct{ net.Listener }

func (l counted) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		connections.Add(1)
	}
	return c, err
}

// open opens a database that is closed when the test ends.
func open(t testing.TB, o remote.Options) *remote.DB {
	t.Helper()
	db, err := remote.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// pair is a signed-in database on a server of its own, with a table "tab" of
// key pk.
func pair(t testing.TB) (*world, *remote.DB) {
	t.Helper()
	w := serve(t, nil)
	signIn(t, accessKey, secretKey, "")
	db := open(t, remote.Options{Endpoint: w.url})
	makeTable(t, db)
	return w, db
}

func makeTable(t testing.TB, db api.DB) {
	t.Helper()
	_, err := db.CreateTable(t.Context(), &api.CreateTableRequest{
		TableName: "tab", BillingMode: "PAY_PER_REQUEST",
		AttributeDefinitions: []api.AttributeDefinition{{AttributeName: "pk", AttributeType: "S"}},
		KeySchema:            []api.KeySchemaElement{{AttributeName: "pk", KeyType: "HASH"}},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func simulate(t testing.TB, w *world, settings string) {
	t.Helper()
	s, err := engine.ParseSimulation([]byte(settings))
	if err == nil {
		err = w.engine.SetSimulation(s)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func key(pk string) attr.Item { return attr.NewItem(attr.Field{Name: "pk", Value: attr.String(pk)}) }

func put(ctx context.Context, db api.DB, pk string) error {
	_, err := db.PutItem(ctx, &api.PutItemRequest{TableName: "tab", Item: key(pk)})
	return err
}

// isAPI says whether an error is DynamoDB's of that code.
func isAPI(err error, code api.Code) bool {
	var e *api.Error
	return errors.As(err, &e) && e.Code == code
}

// shared writes shared files and points the environment at them.
func shared(t testing.TB, config, credentials string) {
	t.Helper()
	dir := t.TempDir()
	for name, file := range map[string]struct{ text, env string }{
		"config": {config, "AWS_CONFIG_FILE"}, "credentials": {credentials, "AWS_SHARED_CREDENTIALS_FILE"},
	} {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(file.text), 0o600); err != nil {
			t.Fatal(err)
		}
		t.(interface{ Setenv(string, string) }).Setenv(file.env, p)
	}
}

// script is a transport that answers in turn, the last answer for ever.
type script struct {
	mu      sync.Mutex
	answers []func(*http.Request) (*http.Response, error)
	asked   []*http.Request
	bodies  [][]byte // of asked
}

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	s.asked, s.bodies = append(s.asked, r), append(s.bodies, body)
	a := s.answers[0]
	if len(s.answers) > 1 {
		s.answers = s.answers[1:]
	}
	return a(r)
}

// answer makes an answer of DynamoDB's form.
func answer(status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, ContentLength: int64(len(body)), Body: io.NopCloser(strings.NewReader(body)),
		Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
	}
}

// says is a script of one answer.
func says(status int, body string) []func(*http.Request) (*http.Response, error) {
	return []func(*http.Request) (*http.Response, error){func(*http.Request) (*http.Response, error) { return answer(status, body), nil }}
}
