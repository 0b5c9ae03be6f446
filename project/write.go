package project

import (
	"fmt"
	"os"
	"path/filepath"
)

// WriteFile replaces a file as a whole: whoever reads it sees the old content
// or the new, also after a crash.
func WriteFile(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, cause(err))
	}
	err = writeAndRename(f, name, data)
	if err != nil {
		_ = os.Remove(f.Name()) // the error at hand matters more
		return fmt.Errorf("cannot write %s: %w", name, cause(err))
	}
	return nil
}

func writeAndRename(f *os.File, name string, data []byte) error {
	if _, err := f.Write(data); err != nil {
		_ = f.Close()
		return err
	}
	if err := f.Sync(); err != nil {
		_ = f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
