package pebble

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
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
)

// openFolder checks that dir is ours or may become ours, locks it against
// other processes, and marks a new one. Order matters: nothing is written
// before the checks, and the marker is durable before Pebble writes its first
// file, so that files without a marker are always someone else's.
func openFolder(fsys vfs.FS, dir string) (*cpebble.Lock, error) {
	marked, err := checkFolder(fsys, dir)
	if err != nil {
		return nil, err
	}
	if err := makeFolder(fsys, dir); err != nil {
		return nil, err
	}
	lock, err := cpebble.LockDirectory(dir, fsys)
	if err != nil {
		return nil, lockError(dir, err)
	}
	// Whoever held the lock until now may have marked the folder.
	if marked, err = checkFolder(fsys, dir); err == nil && !marked {
		err = writeMarker(fsys, dir)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// checkFolder reports whether dir carries our marker, and an error if it must
// not be opened. A missing or empty folder is fine; so is one in which we
// stopped before the marker was complete.
func checkFolder(fsys vfs.FS, dir string) (marked bool, err error) {
	names, err := fsys.List(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("store: open folder %s: %w", dir, err)
	}
	other := ""
	for _, name := range names {
		switch name {
		case markerName:
			return true, checkMarker(fsys, dir)
		case markerTemp, lockName:
		default:
			other = name
		}
	}
	if other != "" {
		return false, fmt.Errorf("%w: %s holds other files (%s) and no %s file; name a new or an empty folder", store.ErrForeign, dir, other, markerName)
	}
	return false, nil
}

// checkMarker reads the marker and compares the layout.
func checkMarker(fsys vfs.FS, dir string) error {
	f, err := fsys.Open(fsys.PathJoin(dir, markerName))
	if err != nil {
		return fmt.Errorf("store: open folder %s: %w", dir, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 256))
	if err != nil {
		return fmt.Errorf("store: read %s in %s: %w", markerName, dir, err)
	}
	line, ok := strings.CutPrefix(strings.TrimSpace(string(text)), markerPrefix)
	version, err := strconv.Atoi(line)
	if !ok || err != nil {
		return fmt.Errorf("%w: the %s file in %s says %q; name another folder, or restore this one from a backup", store.ErrForeign, markerName, dir, text)
	}
	if version != layoutVersion {
		return fmt.Errorf("%w: %s has layout %d, this program writes layout %d; open it with the version of Keywright that wrote it and export the tables, or name another folder", store.ErrVersion, dir, version, layoutVersion)
	}
	return nil
}

// writeMarker makes the marker appear complete or not at all.
func writeMarker(fsys vfs.FS, dir string) error {
	temp := fsys.PathJoin(dir, markerTemp)
	err := writeFile(fsys, temp, fmt.Sprintf("%s%d\n", markerPrefix, layoutVersion))
	if err == nil {
		err = fsys.Rename(temp, fsys.PathJoin(dir, markerName))
	}
	if err == nil {
		err = syncDir(fsys, dir)
	}
	if err != nil {
		return fmt.Errorf("store: mark folder %s: %w", dir, err)
	}
	return nil
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
	var path *fs.PathError
	if errors.As(err, &path) {
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
