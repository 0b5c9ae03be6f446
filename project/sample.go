package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// Sample is a few rows of each entity, in the model's order of entities.
type Sample []SampleRows

// SampleRows are the sample rows of one entity.
type SampleRows struct {
	Entity *model.Entity
	Rows   []model.Row
}

// Sample returns the rows of sample.json, a JSON object from entity names to
// lists of rows in plain JSON; or, for a project without one, rows made up
// from the columns' types and checks. The rows satisfy the model's checks.
func (p *Project) Sample() (Sample, error) {
	name := p.sampleFile()
	if _, err := fs.Stat(p.fsys, path.Join(p.dir, name)); err != nil {
		return inventRows(p.Model), nil
	}
	src, err := p.read(name)
	if err != nil {
		return nil, err
	}
	s, err := parseSample(p.Model, src)
	if err != nil {
		return nil, &InputError{Err: fmt.Errorf("%s: %w", p.shown(name), err)}
	}
	return s, nil
}

func (p *Project) sampleFile() string {
	if p.file == ModelFile {
		return SampleFile
	}
	return strings.TrimSuffix(p.file, path.Ext(p.file)) + "." + SampleFile
}

func parseSample(m *model.Model, src []byte) (Sample, error) {
	var file map[string][]map[string]json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(src))
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("not an object of lists of rows: %w", err)
	}
	for _, name := range sortedKeys(file) {
		if m.Entity(name) == nil {
			return nil, fmt.Errorf("%q is no entity of the model", name)
		}
	}
	var out Sample
	for _, e := range m.Entities {
		rows := SampleRows{Entity: e}
		for i, obj := range file[e.Name] {
			row, err := parseRow(e, obj)
			if err != nil {
				return nil, fmt.Errorf("%s, row %d: %w", e.Name, i+1, err)
			}
			rows.Rows = append(rows.Rows, row)
		}
		out = append(out, rows)
	}
	return out, nil
}

func parseRow(e *model.Entity, obj map[string]json.RawMessage) (model.Row, error) {
	row := model.Row{}
	for _, name := range sortedKeys(obj) {
		c := e.Column(name)
		if c == nil || c.Computed != nil {
			return nil, fmt.Errorf("%s has no column %q", e.Name, name)
		}
		v, err := attr.FromPlain(obj[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		row[name] = v
	}
	for _, c := range e.Columns {
		if c.Computed != nil {
			continue
		}
		v, ok := row[c.Name]
		if !ok {
			v = attr.Null()
			row[c.Name] = v
		}
		if err := c.CheckValue(v); err != nil {
			return nil, err
		}
	}
	return row, nil
}

// Row returns the first row of the entity whose columns have the given
// values, nil where there is none. It is the lookup that copied columns use.
func (s Sample) Row(e *model.Entity, key model.Row) model.Row {
	for _, rows := range s {
		if rows.Entity != e {
			continue
		}
		for _, row := range rows.Rows {
			if holds(row, key) {
				return row
			}
		}
	}
	return nil
}

func holds(row, part model.Row) bool {
	for name, v := range part {
		if !attr.Equal(row[name], v) {
			return false
		}
	}
	return true
}
