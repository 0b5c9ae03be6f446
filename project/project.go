// Package project is a folder of one model (model.sql, design.json,
// sample.json) and every use case over it: plan, prove, report, call. Command
// line, page and agents call it and render the results it returns; it prints
// nothing and asks nothing.
package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// The names that a project's files have unless others are given.
const (
	ModelFile  = "model.sql"
	DesignFile = "design.json"
	SampleFile = "sample.json" // beside model.sql; another model x.sql has x.sample.json
)

// Project is an opened project.
type Project struct {
	Model     *model.Model
	ModelFile string // as it is shown in messages

	fsys fs.FS
	file string // of the model, inside dir
	dir  string // inside fsys
	show string // what to put before a name inside dir when it is shown
}

// InputError is an error in what the user gave: a file that is missing or
// wrong, arguments that do not fit. Next says what to do, "" where the error
// itself does.
type InputError struct {
	Err  error
	Next string
}

func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *InputError) Unwrap() error { return e.Err }

// Open opens the project at a path: a folder with a model.sql, or a model
// file of any name, whose folder is then the project.
func Open(name string) (*Project, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, noModel(name, err)
	}
	dir, file := filepath.Split(filepath.Clean(name))
	if info.IsDir() {
		dir, file = name, ModelFile
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
			return nil, noModel(filepath.Join(dir, file), err)
		}
	}
	if dir == "" {
		dir = "."
	}
	return OpenFS(os.DirFS(dir), ".", file, filepath.ToSlash(dir))
}

func noModel(name string, err error) error {
	return &InputError{Err: fmt.Errorf("no model at %s: %w", name, cause(err)), Next: "give a model file (.sql) or a folder that holds a model.sql"}
}

// OpenFS opens the project whose model is file in folder dir of fsys; show is
// the folder's name in messages.
func OpenFS(fsys fs.FS, dir, file, show string) (*Project, error) {
	p := &Project{fsys: fsys, file: file, dir: dir, show: show}
	src, err := p.read(file)
	if err != nil {
		return nil, err
	}
	p.ModelFile = p.shown(file)
	p.Model, err = model.Parse(p.ModelFile, src)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	return p, nil
}

// Design reads a design of the project and binds it to the model. A name
// without a folder is looked for beside the model; "" is design.json.
func (p *Project) Design(name string) (*design.Bound, error) {
	src, shown, err := p.designSource(name)
	if err != nil {
		return nil, err
	}
	d, err := design.Parse(shown, src)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	return p.bind(shown, d)
}

func (p *Project) bind(shown string, d *design.Design) (*design.Bound, error) {
	b, err := design.Bind(p.Model, d)
	if err != nil {
		return nil, &InputError{Err: fmt.Errorf("%s does not fit %s:\n%w", shown, p.ModelFile, err)}
	}
	return b, nil
}

// HasDesign says whether the project has a design.json.
func (p *Project) HasDesign() bool {
	_, err := fs.Stat(p.fsys, path.Join(p.dir, DesignFile))
	return err == nil
}

func (p *Project) designSource(name string) (src []byte, shown string, err error) {
	if name == "" {
		name = DesignFile
	}
	if filepath.Base(name) == name {
		if _, err := fs.Stat(p.fsys, path.Join(p.dir, name)); err == nil {
			src, err := p.read(name)
			return src, p.shown(name), err
		}
	}
	src, err = os.ReadFile(name)
	if err != nil {
		return nil, "", &InputError{Err: fmt.Errorf("no design at %s: %w", name, cause(err)), Next: "write one by hand, or let `keywright plan MODEL -o design.json` write it"}
	}
	return src, name, nil
}

func (p *Project) read(name string) ([]byte, error) {
	src, err := fs.ReadFile(p.fsys, path.Join(p.dir, name))
	if err != nil {
		return nil, &InputError{Err: fmt.Errorf("cannot read %s: %w", p.shown(name), cause(err))}
	}
	return src, nil
}

func (p *Project) shown(name string) string {
	if p.show == "" || p.show == "." {
		return name
	}
	return strings.TrimSuffix(p.show, "/") + "/" + name
}

// cause strips the operation and the path that os and fs put before their
// errors, for messages that name the path themselves.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
