package pebble_test

import (
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/keywright/keywright/store"
	"github.com/keywright/keywright/store/pebble"
	"github.com/keywright/keywright/store/storetest"
)

// The disk is in memory: the same path through the log,
// without its waits. The crash tests have the real one.
func TestConformance(t *testing.T) {
	for name, makeOptions := range map[string]func(testing.TB) pebble.Options{
		"Memory": func(testing.TB) pebble.Options { return pebble.Options{MaxTxnBytes: 16 << 20} },
		"SmallCache": func(testing.TB) pebble.Options {
			return pebble.Options{MaxTxnBytes: 16 << 20, RowCacheBytes: tiny}
		},
		"Always": func(testing.TB) pebble.Options { return pebble.Options{Dir: "/db", FS: vfs.NewMem()} },
		"Interval": func(testing.TB) pebble.Options {
			return pebble.Options{Dir: "/db", FS: vfs.NewMem(), Sync: pebble.Interval}
		},
		"Never": func(testing.TB) pebble.Options {
			return pebble.Options{Dir: "/db", FS: vfs.NewMem(), Sync: pebble.Never}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.Run(t, func(t testing.TB) store.Store { return open(t, makeOptions(t)) })
		})
	}
}

// open opens a store that the test closes.
func open(t testing.TB, o pebble.Options) *pebble.Store {
	t.Helper()
	s, err := pebble.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
