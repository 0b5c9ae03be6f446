package pebble_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"
	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/store"
	"github.com/keywright/keywright/store/pebble"
)

// contents maps each file below dir to its text.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestRefused: folders that are not opened, why, and that they stay as they
// were.
func TestRefused(t *testing.T) {
	ours := func(t *testing.T, dir string) {
		if err := open(t, pebble.Options{Dir: dir}).Close(); err != nil {
			t.Fatal(err)
		}
	}
	write := func(t *testing.T, dir, name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name    string
		prepare func(t *testing.T, dir string)
		want    error
		says    string
	}{
		{"another file", func(t *testing.T, dir string) { write(t, dir, "notes.txt", "mine") }, store.ErrForeign, "notes.txt"},
		{"a folder in it", func(t *testing.T, dir string) { os.Mkdir(filepath.Join(dir, "src"), 0o755) }, store.ErrForeign, "new or an empty folder"},
		{"a Pebble of others", func(t *testing.T, dir string) {
			ours(t, dir)
			os.Remove(filepath.Join(dir, "KEYWRIGHT"))
		}, store.ErrForeign, "no KEYWRIGHT file"},
		{"a later layout", func(t *testing.T, dir string) {
			ours(t, dir)
			write(t, dir, "KEYWRIGHT", "keywright store, layout 99\n")
		}, store.ErrVersion, "has layout 99"},
		{"an earlier layout", func(t *testing.T, dir string) {
			ours(t, dir)
			write(t, dir, "KEYWRIGHT", "keywright store, layout 0\n")
		}, store.ErrVersion, "has layout 0"},
		{"a marker of others", func(t *testing.T, dir string) { write(t, dir, "KEYWRIGHT", "hello") }, store.ErrForeign, "hello"},
		{"an empty marker", func(t *testing.T, dir string) { write(t, dir, "KEYWRIGHT", "") }, store.ErrForeign, "KEYWRIGHT"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			c.prepare(t, dir)
			before := contents(t, dir)
			s, err := pebble.Open(pebble.Options{Dir: dir})
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.says) || !strings.Contains(fmt.Sprint(err), dir) {
				t.Errorf("error %q, want %v that names the folder and says %q", err, c.want, c.says)
			}
			if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
				t.Errorf("the folder changed (-before +after):\n%s", diff)
			}
		})
	}
}

// TestInUse: a second Open of one folder, under any of its names. TestOtherProcess
// does it across processes.
func TestInUse(t *testing.T) {
	base := t.TempDir()
	t.Chdir(base)
	dir := filepath.Join(base, "db")
	s := open(t, pebble.Options{Dir: "db"})
	if err := os.Symlink(dir, filepath.Join(base, "link")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if err := record(context.Background(), s, "x"); err != nil {
		t.Fatal(err)
	}
	before := contents(t, dir)
	for _, name := range []string{"db", "./db/", dir, "link", filepath.Join(base, "link", ".", "..", "db")} {
		if second, err := pebble.Open(pebble.Options{Dir: name}); !errors.Is(err, store.ErrInUse) {
			if second != nil {
				second.Close()
			}
			t.Errorf("%s: error %v, want ErrInUse", name, err)
		}
	}
	if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
		t.Errorf("the folder changed (-before +after):\n%s", diff)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, pebble.Options{Dir: "link"})
	checkLedger(t, s, []string{"x"})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestFolderCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "db")} {
		s, err := pebble.Open(pebble.Options{Dir: dir})
		if err == nil {
			s.Close()
			t.Fatalf("%s: opened", dir)
		}
		if !strings.Contains(err.Error(), dir) || errors.Is(err, store.ErrInUse) {
			t.Errorf("error %q does not name the path, or is ErrInUse", err)
		}
	}
}

// nth is an error on one operation on the disk, counting from 0.
type nth struct {
	left      atomic.Int32
	readsOnly bool
}

func (o *nth) String() string { return "nth" }

func (o *nth) MaybeError(op errorfs.Op) error {
	if o.readsOnly && op.Kind.ReadOrWrite() != errorfs.OpIsRead {
		return nil
	}
	if o.left.Add(-1) != -1 {
		return nil
	}
	return errorfs.ErrInjected
}

// TestInterruptedOpen stops Open and Close, of a new folder and of one with
// data in it, at each operation on the disk in turn, by an error and by a
// crash there. The next Open succeeds and nothing is lost. With data only reads
// fail: Pebble flushes it in the background, where a write of its manifest that
// fails ends the process.
func TestInterruptedOpen(t *testing.T) {
	for name, acked := range map[string][]string{"new": nil, "old": {"x"}} {
		t.Run(name, func(t *testing.T) {
			origin := vfs.NewCrashableMem()
			for _, id := range acked {
				s := open(t, crashOptions(origin))
				if err := record(context.Background(), s, id); err != nil {
					t.Fatal(err)
				}
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
			for n := int32(0); !interrupt(t, origin, acked, n); n++ {
				if n > 1000 {
					t.Fatal("no end")
				}
			}
		})
	}
}

// interrupt fails operation n on the disk; it reports that there are not so
// many.
func interrupt(t *testing.T, origin *vfs.MemFS, acked []string, n int32) (reached bool) {
	t.Helper()
	disk := origin.CrashClone(vfs.CrashCloneCfg{})
	at := &nth{readsOnly: len(acked) > 0}
	at.left.Store(n)
	s, err := pebble.Open(crashOptions(errorfs.Wrap(disk, at)))
	if err == nil {
		err = s.Close()
	}
	if reached = at.left.Load() >= 0; reached && err != nil {
		t.Fatal(err)
	}
	left := map[string]*vfs.MemFS{"error": disk, "power lost": disk.CrashClone(vfs.CrashCloneCfg{})}
	for i := range 6 { // any part of what was not synced may be there, directory entries too
		rng := rand.New(rand.NewPCG(uint64(n), uint64(i)))
		left[fmt.Sprint("crash ", i)] = disk.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: 50, RNG: rng})
	}
	for name, fs := range left {
		s, err := pebble.Open(crashOptions(fs))
		if err != nil {
			t.Errorf("after an interruption at operation %d (%s): %v", n, name, err)
			continue
		}
		checkLedger(t, s, acked)
		if err := record(context.Background(), s, "y"); err != nil {
			t.Error(err)
		}
		checkLedger(t, s, append([]string{"y"}, acked...))
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	return reached
}

func TestValidate(t *testing.T) {
	for name, o := range map[string]pebble.Options{
		"FS without Dir":           {FS: vfs.NewMem()},
		"Sync":                     {Sync: 3},
		"Sync below":               {Sync: -1},
		"Interval below":           {Sync: pebble.Interval, Interval: -1},
		"Interval of another mode": {Interval: 1},
		"CacheBytes":               {CacheBytes: -1},
		"MemTableBytes":            {MemTableBytes: -1},
		"MaxTxnBytes":              {MaxTxnBytes: 2 << 30},
	} {
		if err := o.Validate(); err == nil {
			t.Errorf("%s: no error", name)
		}
		if s, err := pebble.Open(o); err == nil {
			s.Close()
			t.Errorf("%s: opened", name)
		}
	}
	if err := (pebble.Options{}).Validate(); err != nil {
		t.Errorf("the zero value: %v", err)
	}
}
