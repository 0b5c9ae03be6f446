package design

import (
	"errors"
	"fmt"

	"github.com/keywright/keywright/model"
)

// Bind checks a design against its model and compiles it. The error is of type
// Errors and holds every problem: names that do not exist, key attributes
// without a template, templates that do not compile, requests that DynamoDB or
// the question's parameters do not allow, item types that cannot be told
// apart. Whether the answers are right is for the prover to say.
func Bind(m *model.Model, d *Design) (*Bound, error) {
	b := &binder{Bound: &Bound{Model: m, Design: d}, delim: delimiter(m)}
	b.bindTables()
	b.bindTypes()
	b.checkApart()
	b.bindQuestions()
	b.bindWrites()
	if len(b.errs) > 0 {
		b.errs.sort()
		return nil, b.errs
	}
	return b.Bound, nil
}

// binder collects problems while a design is bound.
type binder struct {
	*Bound
	delim byte
	errs  Errors
}

func delimiter(m *model.Model) byte {
	if d := m.Settings.Delimiter; d != "" {
		return d[0]
	}
	return '#'
}

func (b *binder) fail(path, format string, args ...any) {
	file, pos := b.Design.source.at(path)
	b.errs = append(b.errs, &Error{File: file, Pos: pos, Path: path, Msg: fmt.Sprintf(format, args...)})
}

// failAll reports each of the errors that were joined, and the place within a
// predicate as one line.
func (b *binder) failAll(path string, err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			b.failAll(path, e)
		}
		return
	}
	var bad *model.Error
	if !errors.As(err, &bad) {
		b.fail(path, "%v", err)
		return
	}
	cure := ""
	if bad.Cure != "" {
		cure = "; " + bad.Cure
	}
	b.fail(path, "%s at character %d%s", bad.Message, bad.Pos.Col, cure)
}

// unique reports names that are used twice.
func (b *binder) unique(kind, path string, seen map[string]bool, name string) {
	if seen[name] {
		b.fail(path, "there are two %s named %q; names are unique", kind, name)
	}
	seen[name] = true
}

// names lists the names of things, for hints.
func names[T any](list []T, name func(T) string) []string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = name(e)
	}
	return out
}

func (b *binder) tableNames() []string {
	return names(b.Design.Tables, func(t Table) string { return t.Name })
}

func (b *binder) itemNames() []string {
	return names(b.Design.Items, func(t ItemType) string { return t.Name })
}

func (b *binder) entity(path, name string) *model.Entity {
	e := b.Model.Entity(name)
	if e == nil {
		b.fail(path, "the model has no entity %q%s", name, hint(name, names(b.Model.Entities, func(e *model.Entity) string { return e.Name })))
	}
	return e
}

func columnNames(e *model.Entity) []string {
	return names(e.Columns, func(c *model.Column) string { return c.Name })
}
