package design

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/keywright/keywright/model"
)

// source remembers where the parts of a design were read from, so that Bind
// can point into the file.
type source struct {
	file string
	pos  map[string]model.Pos // by JSON path
}

// at returns the place of a path, or of the nearest part around it.
func (s *source) at(path string) (file string, pos model.Pos) {
	if s == nil {
		return "", model.Pos{}
	}
	for {
		if p, ok := s.pos[path]; ok {
			return s.file, p
		}
		i := strings.LastIndexAny(path, ".[")
		if i < 0 {
			return s.file, model.Pos{Line: 1, Col: 1}
		}
		path = path[:i]
	}
}

// Parse reads a design document. file is its name for messages. The error is
// of type Errors and holds every problem: an unknown, missing or repeated
// member, a value of the wrong kind; for faults of JSON's syntax the first.
// Whether the design fits its model is checked by Bind.
func Parse(file string, data []byte) (*Design, error) {
	r := &reader{source: &source{file: file, pos: map[string]model.Pos{}}}
	root, err := scanJSON(string(data), func(m member) {
		r.fail(m.pos, "", "member %q is given twice; keep one", m.name)
	})
	var bad *scanError
	if errors.As(err, &bad) {
		r.fail(bad.pos, "", "%s", bad.msg)
		return nil, r.errs
	}
	d := &Design{source: r.source}
	if r.version(root) {
		r.design(root, d)
	}
	if len(r.errs) > 0 {
		r.errs.sort()
		return nil, r.errs
	}
	return d, nil
}

// reader turns nodes into a Design and collects what is wrong with them.
type reader struct {
	source *source
	errs   Errors
}

func (r *reader) fail(pos model.Pos, path, format string, args ...any) {
	r.errs = append(r.errs, &Error{File: r.source.file, Pos: pos, Path: path, Msg: fmt.Sprintf(format, args...)})
}

// version checks the version before anything else: what a later version says
// would only be misread.
func (r *reader) version(root *node) bool {
	if root.kind != objectNode {
		r.fail(root.pos, "", "a design is a JSON object, not %s", root.describe())
		return false
	}
	v := root.get("version")
	switch {
	case v == nil:
		r.fail(root.pos, "", `"version" is missing; write "version": %d`, Version)
	case v.kind != numberNode:
		r.fail(v.pos, "version", "a version is a number, not %s; write \"version\": %d", v.describe(), Version)
	case v.text != strconv.Itoa(Version):
		r.fail(v.pos, "version", "version %s is unknown; this program reads version %d", v.text, Version)
	default:
		return true
	}
	return false
}

// field says how a member of an object is read. needed members must be there.
type field struct {
	name   string
	needed bool
	read   func(n *node, path string)
}

// object reads the members of an object and reports the ones that are unknown
// or missing.
func (r *reader) object(n *node, path string, fields ...field) {
	if n.kind != objectNode {
		r.fail(n.pos, path, "an object was expected, not %s", n.describe())
		return
	}
	known := make([]string, len(fields))
	for i, f := range fields {
		known[i] = f.name
	}
	for _, m := range n.members {
		sub := join(path, m.name)
		r.source.pos[sub] = m.value.pos
		if i := slices.Index(known, m.name); i >= 0 {
			fields[i].read(m.value, sub)
			continue
		}
		r.fail(m.pos, sub, "unknown member %q%s", m.name, hint(m.name, known))
	}
	for _, f := range fields {
		if f.needed && n.get(f.name) == nil {
			r.fail(n.pos, path, "%q is missing", f.name)
		}
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (r *reader) each(n *node, path string, read func(n *node, path string)) {
	if n.kind != arrayNode {
		r.fail(n.pos, path, "a list was expected, not %s", n.describe())
		return
	}
	for i, e := range n.list {
		sub := fmt.Sprintf("%s[%d]", path, i)
		r.source.pos[sub] = e.pos
		read(e, sub)
	}
}

// str reads a text member into a variable of any string type.
func str[T ~string](r *reader, name string, needed bool, to *T) field {
	return field{name, needed, func(n *node, path string) {
		if n.kind != stringNode {
			r.fail(n.pos, path, "text was expected, not %s", n.describe())
			return
		}
		if n.text == "" && needed {
			r.fail(n.pos, path, "must not be empty")
		}
		*to = T(n.text)
	}}
}

func (r *reader) flag(name string, to *bool) field {
	return field{name, false, func(n *node, path string) {
		if n.kind != wordNode || n.text == "null" {
			r.fail(n.pos, path, "true or false was expected, not %s", n.describe())
			return
		}
		*to = n.text == "true"
	}}
}

// names reads a list of names, in which a bare string stands for a list of
// one. An empty list stays empty, not nil, where keepEmpty is set.
func (r *reader) names(name string, needed, bare bool, to *Names) field {
	return field{name, needed, func(n *node, path string) {
		if bare && n.kind == stringNode {
			*to = Names{n.text}
			return
		}
		r.each(n, path, func(n *node, path string) {
			if n.kind != stringNode {
				r.fail(n.pos, path, "a name was expected, not %s", n.describe())
				return
			}
			*to = append(*to, n.text)
		})
	}}
}

// table reads an object whose members are all of one kind.
func table[T any](r *reader, name string, to *map[string]T, read func(n *node, path string) T) field {
	return field{name, false, func(n *node, path string) {
		if n.kind != objectNode {
			r.fail(n.pos, path, "an object was expected, not %s", n.describe())
			return
		}
		for _, m := range n.members {
			if *to == nil {
				*to = map[string]T{}
			}
			sub := join(path, m.name)
			r.source.pos[sub] = m.value.pos
			(*to)[m.name] = read(m.value, sub)
		}
	}}
}

func (r *reader) text(n *node, path string) string {
	if n.kind != stringNode {
		r.fail(n.pos, path, "text was expected, not %s", n.describe())
		return ""
	}
	return n.text
}
