package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/schema"
	"github.com/keywright/keywright/store"
	storepebble "github.com/keywright/keywright/store/pebble"
)

// ledger is the table of the crash tests: two indexes, so that each write is
// several keys of the store.
func ledger() *schema.Table {
	return &schema.Table{
		Name: "ledger", OnDemand: true, Key: schema.Key{Partition: []string{"id"}},
		Attributes: []schema.Attribute{{Name: "id", Type: attr.TypeNumber}, {Name: "writer", Type: attr.TypeNumber}, {Name: "n", Type: attr.TypeNumber}},
		Indexes: []schema.Index{
			{Name: "byWriter", Key: schema.Key{Partition: []string{"writer"}, Sort: []string{"n"}}, Projection: schema.Projection{Kind: schema.ProjectAll}},
			{Name: "byN", Key: schema.Key{Partition: []string{"n"}}, Projection: schema.Projection{Kind: schema.ProjectKeysOnly}},
		},
	}
}

// createLedger makes the table with a stream and with a time to live, whose
// entries are kept and, being of 1970, never due.
func createLedger(ctx context.Context, db api.DB) error {
	r := api.NewCreateTable(ledger())
	on := true
	r.StreamSpecification = &api.StreamSpecification{StreamEnabled: &on, StreamViewType: "NEW_AND_OLD_IMAGES"}
	if _, err := db.CreateTable(ctx, r); err != nil {
		return err
	}
	return setTTL(ctx, db, "ledger", "n", true)
}

func entry(id, writer, n int) attr.Item {
	return attr.NewItem(attr.Field{Name: "id", Value: attr.Int(int64(id))}, attr.Field{Name: "writer", Value: attr.Int(int64(writer))},
		attr.Field{Name: "n", Value: attr.Int(int64(n))}, attr.Field{Name: "text", Value: attr.String(strings.Repeat("x", n%300))})
}

// writePair writes the n-th pair of items of a writer in one transaction.
func writePair(ctx context.Context, db api.DB, writer, n int) error {
	r := &api.TransactWriteItemsRequest{ClientRequestToken: fmt.Sprintf("%d-%d", writer, n)}
	for i := range 2 {
		it := entry(1000*writer+2*(n%20)+i, writer, n)
		r.TransactItems = append(r.TransactItems, api.TransactWriteItem{Put: &api.TransactPut{TableName: "ledger", Item: it}})
	}
	_, err := db.TransactWriteItems(ctx, r)
	return err
}

// lastPairs returns the largest n among each writer's items, and fails unless
// both items of each pair tell the same.
func lastPairs(t *testing.T, db api.DB) map[int64]int64 {
	t.Helper()
	last := map[int64]int64{}
	pairs := map[int64]int64{}
	r := &api.ScanRequest{TableName: "ledger"}
	for {
		resp, err := db.Scan(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range resp.Items {
			id, _ := it.Get("id").Number().Int64()
			writer, _ := it.Get("writer").Number().Int64()
			n, _ := it.Get("n").Number().Int64()
			last[writer] = max(last[writer], n)
			if other, ok := pairs[id/2]; ok && other != n {
				t.Errorf("pair %d is torn: %d and %d", id/2, other, n)
			}
			pairs[id/2] = n
		}
		if r.ExclusiveStartKey = resp.LastEvaluatedKey; resp.LastEvaluatedKey == nil {
			return last
		}
	}
}

// TestCrash lets the disk lose what was not synced, at random moments under
// load: what was acknowledged is there after opening again, nothing is torn,
// and indexes and counts agree with the table.
func TestCrash(t *testing.T) {
	const seed = 7
	rnd := rand.New(rand.NewPCG(seed, 0))
	fs := vfs.NewCrashableMem()
	acked := map[int64]int64{}
	for round := range 8 {
		db := openOn(t, fs)
		if round == 0 {
			if err := createLedger(t.Context(), db); err != nil {
				t.Fatal(err)
			}
		}
		for writer, n := range lastPairs(t, db) {
			if n < acked[writer] {
				t.Fatalf("round %d: writer %d had %d acknowledged, %d is there", round, writer, acked[writer], n)
			}
		}
		if err := engine.Check(t.Context(), db); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		clone, atClone := runAndClone(t, db, fs, round, rnd)
		for writer, n := range atClone {
			acked[writer] = n
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		fs = clone
	}
}

// runAndClone runs writers and takes the disk's state in the middle; it
// returns that with what had been acknowledged just before.
func runAndClone(t *testing.T, db *engine.DB, fs *vfs.MemFS, round int, rnd *rand.Rand) (*vfs.MemFS, map[int64]int64) {
	const writers = 3
	var mu sync.Mutex
	done := map[int64]int64{}
	enough := make(chan struct{})
	stop := make(chan struct{})
	after := 5 + rnd.IntN(40)
	var wg sync.WaitGroup
	for w := 1; w <= writers; w++ {
		wg.Go(func() {
			for n := round*1000 + 1; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				if err := writePair(t.Context(), db, w, n); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				done[int64(w)] = int64(n)
				if after--; after == 0 {
					close(enough)
				}
				mu.Unlock()
			}
		})
	}
	<-enough
	mu.Lock()
	acked := map[int64]int64{}
	for w, n := range done {
		acked[w] = n
	}
	mu.Unlock()
	clone := fs.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: rnd.IntN(101), RNG: rnd})
	close(stop)
	wg.Wait()
	return clone, acked
}

func openOn(t *testing.T, fs *vfs.MemFS) *engine.DB {
	t.Helper()
	s, err := storepebble.Open(storepebble.Options{Dir: "data", FS: fs, MemTableBytes: 256 << 10})
	if err != nil {
		t.Fatal(err)
	}
	db, err := engine.Open(engine.Options{Store: s})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// childEnv names the folder in which TestKillChild writes until it is killed.
const childEnv = "KEYWRIGHT_TEST_KILL_DIR"

// TestKillChild is not a test of its own: TestKill runs it in a process.
func TestKillChild(t *testing.T) {
	dir := os.Getenv(childEnv)
	if dir == "" {
		t.Skip("run by TestKill")
	}
	db, err := engine.Open(engine.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := createLedger(t.Context(), db); err != nil {
		var e *api.Error
		if !errors.As(err, &e) || e.Code != api.ResourceInUseException {
			t.Fatal(err)
		}
	}
	first, err := strconv.Atoi(os.Getenv(childEnv + "_FIRST"))
	if err != nil {
		t.Fatal(err)
	}
	for n := first; ; n++ {
		if err := writePair(t.Context(), db, 1, n); err != nil {
			t.Fatal(err)
		}
		fmt.Println("acknowledged", n)
	}
}

// TestKill kills a process that writes, with no chance to tidy up, several
// times over the same folder.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("runs processes")
	}
	dir := filepath.Join(t.TempDir(), "data")
	acked := 0
	for round := range 3 {
		acked = max(acked, runAndKill(t, dir, acked+1, 10+15*round))
		db, err := engine.Open(engine.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if got := lastPairs(t, db)[1]; got < int64(acked) {
			t.Errorf("%d was acknowledged, %d is there", acked, got)
		}
		if err := engine.Check(t.Context(), db); err != nil {
			t.Error(err)
		}
		// A token that was acknowledged is known: its transaction runs no more.
		if err := writePair(t.Context(), db, 1, acked); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// runAndKill runs the child until it has acknowledged enough, kills it and
// returns the last pair that it acknowledged.
func runAndKill(t *testing.T, dir string, first, enough int) (last int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestKillChild$", "-test.v")
	cmd.Env = append(os.Environ(), childEnv+"="+dir, childEnv+"_FIRST="+strconv.Itoa(first))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	deadline := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	defer deadline.Stop()
	var text strings.Builder
	buf := make([]byte, 4096)
	for strings.Count(text.String(), "acknowledged") < enough {
		n, err := out.Read(buf)
		text.Write(buf[:n])
		if err != nil {
			t.Fatalf("the child ended: %v\n%s", err, text.String())
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait() // killed: an error for sure
	lines := strings.Split(text.String(), "\n")
	for _, line := range lines[:len(lines)-1] { // the last may be cut
		if n, ok := strings.CutPrefix(line, "acknowledged "); ok {
			if last, err = strconv.Atoi(n); err != nil {
				t.Fatal(err)
			}
		}
	}
	return last
}

// A folder that is in use, or that another version wrote, is an error that
// says so.
func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	db, err := engine.Open(engine.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Open(engine.Options{Dir: dir}); !errors.Is(err, store.ErrInUse) {
		t.Errorf("opened twice: %v", err)
	}
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
	key := attr.NewItem(attr.Field{Name: "id", Value: attr.Int(1)})
	if _, err := db.GetItem(t.Context(), &api.GetItemRequest{TableName: "ledger", Key: key}); !errors.Is(err, store.ErrClosed) {
		t.Errorf("a closed database answers: %v", err)
	}
	s, err := storepebble.Open(storepebble.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Update(t.Context(), func(txn store.Txn) error {
		txn.Set([]byte{0x10, 0x00}, []byte{99})
		return nil
	})
	if err = errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Open(engine.Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "layout version 99") {
		t.Errorf("another layout: %v", err)
	}
	for _, o := range []engine.Options{{Dir: dir, Store: s}, {Sync: 9}, {CollectionLimit: -1}} {
		if _, err := engine.Open(o); err == nil {
			t.Errorf("opened with %+v", o)
		}
	}
}
