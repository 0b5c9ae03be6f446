package pebble

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	cpebble "github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/keywright/keywright/store"
)

// layoutVersion counts the layouts of a folder: the files, and the keys that
// the engine writes in them. A change that an older program would misread
// raises it.
const layoutVersion = 1

const (
	markerName   = "KEYWRIGHT"
	markerTemp   = "KEYWRIGHT.tmp"
	lockName     = "LOCK"
	markerPrefix = "keywright store, layout "
	markerNew    = ", being created"
)

// folder is one that is locked and ours.
type folder struct {
	fs    vfs.FS
	dir   string
	lock  *cpebble.Lock
	fresh bool // marked as being created; created makes it a store
}

// openFolder checks that dir is ours or may become ours, locks it against
// other processes, and marks a new one. Order matters: nothing is written
// before the checks, and a marker is durable before Pebble writes its first
// file, so that files without a marker are always someone else's.
func openFolder(fsys vfs.FS, dir string) (*folder, error) {
	if _, err := checkFolder(fsys, dir); err != nil {
		return nil, err
	}
	if err := makeFolder(fsys, dir); err != nil {
		return nil, err
	}
	lock, err := cpebble.LockDirectory(dir, fsys)
	if err != nil {
		return nil, lockError(dir, err)
	}
	f := &folder{fs: fsys, dir: dir, lock: lock}
	// Whoever held the lock until now may have marked the folder.
	marker, err := checkFolder(fsys, dir)
	if err == nil && marker != ready {
		f.fresh = true
		err = f.begin(marker)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return f, nil
}

// marking is what the marker says.
type marking int

const (
	absent   marking = iota // an empty folder, or one in which the marker was not finished
	creating                // Pebble's files may be incomplete, and hold nothing yet
	ready
)

// checkFolder reads the marker, and returns an error if dir must not be
// opened. It changes nothing.
func checkFolder(fsys vfs.FS, dir string) (marking, error) {
	names, err := fsys.List(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return absent, nil
	}
	if err != nil {
		return absent, fmt.Errorf("store: open folder %s: %w", dir, err)
	}
	other := ""
	for _, name := range names {
		switch name {
		case markerName:
			return readMarker(fsys, dir)
		case markerTemp, lockName:
		default:
			other = name
		}
	}
	if other != "" {
		return absent, fmt.Errorf("%w: %s holds other files (%s) and no %s file; name a new or an empty folder", store.ErrForeign, dir, other, markerName)
	}
	return absent, nil
}

// readMarker reads the marker and compares the layout.
func readMarker(fsys vfs.FS, dir string) (marking, error) {
	f, err := fsys.Open(fsys.PathJoin(dir, markerName))
	if err != nil {
		return absent, fmt.Errorf("store: open folder %s: %w", dir, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 256))
	if err != nil {
		return absent, fmt.Errorf("store: read %s in %s: %w", markerName, dir, err)
	}
	line, ok := strings.CutPrefix(strings.TrimSpace(string(text)), markerPrefix)
	line, isNew := strings.CutSuffix(line, markerNew)
	version, err := strconv.Atoi(line)
	if !ok || err != nil {
		return absent, fmt.Errorf("%w: the %s file in %s says %q; name another folder, or restore this one from a backup", store.ErrForeign, markerName, dir, text)
	}
	if version != layoutVersion {
		return absent, fmt.Errorf("%w: %s has layout %d, this program writes layout %d; open it with the version of Keywright that wrote it and export the tables, or name another folder", store.ErrVersion, dir, version, layoutVersion)
	}
	if isNew {
		return creating, nil
	}
	return ready, nil
}

// begin marks the folder as being created. If an earlier creation got that far
// and no further, it removes what Pebble left: nobody was given a store that
// could have written to it, and Pebble cannot open every state in which a
// crash may leave a folder that it is creating.
func (f *folder) begin(found marking) error {
	if found == absent {
		return f.mark(markerNew)
	}
	names, err := f.fs.List(f.dir)
	for _, name := range names {
		if err == nil && isPebbleFile(name) {
			err = f.fs.Remove(f.fs.PathJoin(f.dir, name))
		}
	}
	if err == nil {
		err = syncDir(f.fs, f.dir)
	}
	if err != nil {
		return fmt.Errorf("store: create again in folder %s: %w", f.dir, err)
	}
	return nil
}

func isPebbleFile(name string) bool {
	for _, pattern := range []string{"MANIFEST-*", "OPTIONS-*", "marker.*", "*.log", "*.sst", "*.blob", "*.dbtmp"} {
		if ok, _ := path.Match(pattern, name); ok { // the patterns are well formed
			return true
		}
	}
	return false
}

// created marks the folder as a store, once all of Pebble's files are durable.
func (f *folder) created() error {
	if !f.fresh {
		return nil
	}
	if err := syncDir(f.fs, f.dir); err != nil {
		return fmt.Errorf("store: create in folder %s: %w", f.dir, err)
	}
	return f.mark("")
}

// mark makes the marker appear complete or not at all.
func (f *folder) mark(state string) error {
	temp := f.fs.PathJoin(f.dir, markerTemp)
	err := writeFile(f.fs, temp, fmt.Sprintf("%s%d%s\n", markerPrefix, layoutVersion, state))
	if err == nil {
		err = f.fs.Rename(temp, f.fs.PathJoin(f.dir, markerName))
	}
	if err == nil {
		err = syncDir(f.fs, f.dir)
	}
	if err != nil {
		return fmt.Errorf("store: mark folder %s: %w", f.dir, err)
	}
	return nil
}

// unlock lets other processes have the folder. A nil folder is memory.
func (f *folder) unlock() error {
	if f == nil {
		return nil
	}
	return f.lock.Close()
}

func writeFile(fsys vfs.FS, name, text string) error {
	f, err := fsys.Create(name, vfs.WriteCategoryUnspecified)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte(text))
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// makeFolder creates dir and what is missing above it, durably: a folder whose
// entry in its parent was not synced can vanish in a crash with all it holds.
func makeFolder(fsys vfs.FS, dir string) error {
	var parents []string
	for d := dir; ; {
		if _, err := fsys.Stat(d); err == nil {
			break
		}
		up := fsys.PathDir(d)
		if up == d {
			break
		}
		parents = append(parents, up)
		d = up
	}
	if len(parents) == 0 {
		return nil
	}
	err := fsys.MkdirAll(dir, 0o755)
	for _, p := range parents {
		if err == nil {
			err = syncDir(fsys, p)
		}
	}
	if err != nil {
		return fmt.Errorf("store: create folder %s: %w", dir, err)
	}
	return nil
}

func syncDir(fsys vfs.FS, dir string) error {
	d, err := fsys.OpenDir(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// lockError tells a lock that is held from a lock file that cannot be made:
// only the latter is an error on a path.
func lockError(dir string, err error) error {
	var onPath *fs.PathError
	if errors.As(err, &onPath) {
		return fmt.Errorf("store: lock folder %s: %w", dir, err)
	}
	return fmt.Errorf("%w: %s (%v); stop the other process that has it open, or name another folder", store.ErrInUse, dir, err)
}

// realPath is one spelling for each folder. The lock is held by the process,
// not by the handle, so the same folder under two names would be opened twice.
func realPath(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("store: open folder %s: %w", dir, err)
	}
	for head, tail := abs, ""; ; {
		if real, err := filepath.EvalSymlinks(head); err == nil {
			return filepath.Join(real, tail), nil
		}
		up := filepath.Dir(head)
		if up == head {
			return abs, nil
		}
		tail = filepath.Join(filepath.Base(head), tail)
		head = up
	}
}
