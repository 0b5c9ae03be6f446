package model_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/keywright/keywright/model"
)

// TestData runs the scripts of testdata/script. Commands:
//
//	schema                 keeps the input, which is put behind later inputs
//	entities, questions, writes, settings, all
//	                       parse the input and print that part, or the errors
//	errors                 parse and print errors, or "ok" and the warnings
//	predicate entity=x     ParsePredicate on a table of the schema
//	rate                   ParseRate of each line
//	check column=t.c       CheckValue of each line, a SQL literal
//	support entity=x via=c SupportQuestion
//	ask                    Ask
func TestData(t *testing.T) {
	datadriven.Walk(t, "testdata/script", func(t *testing.T, path string) {
		s := &script{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			out := s.run(t, d)
			if out != "" && !strings.HasSuffix(out, "\n") {
				out += "\n"
			}
			return out
		})
	})
}

type script struct{ schema string }

func (s *script) run(t *testing.T, d *datadriven.TestData) string {
	switch d.Cmd {
	case "schema":
		s.schema = "\n\n" + d.Input
		return ""
	case "rate":
		return eachLine(d.Input, func(line string) string {
			r, err := model.ParseRate(line)
			if err != nil {
				return err.Error()
			}
			return fmt.Sprintf("%s (%d)", r, r)
		})
	}
	src := d.Input + s.schema
	if d.Cmd == "predicate" || d.Cmd == "check" || d.Cmd == "support" || d.Cmd == "ask" {
		src = strings.TrimLeft(s.schema, "\n")
	}
	m, err := model.Parse("model.sql", []byte(src))
	if err != nil {
		return err.Error()
	}
	switch d.Cmd {
	case "settings":
		return fmt.Sprintf("%s %+v", m.Name, m.Settings)
	case "entities":
		return dumpEntities(m) + dumpWarnings(m)
	case "questions":
		return dumpAll(m.Questions, dumpQuestion) + dumpWarnings(m)
	case "writes":
		return dumpAll(m.Writes, dumpWrite) + dumpWarnings(m)
	case "all":
		return fmt.Sprintf("%s %+v\n", m.Name, m.Settings) + dumpEntities(m) + dumpAll(m.Questions, dumpQuestion) + dumpAll(m.Writes, dumpWrite) + dumpWarnings(m)
	case "ask":
		q, err := m.Ask("asked", d.Input, 2_000_000)
		if err != nil {
			return err.Error()
		}
		return dumpQuestion(q)
	case "errors":
		return "ok\n" + dumpWarnings(m)
	}
	return s.onEntity(t, d, m)
}

// onEntity runs the commands about one entity of the schema.
func (s *script) onEntity(t *testing.T, d *datadriven.TestData, m *model.Model) string {
	var name, via, column string
	d.MaybeScanArgs(t, "entity", &name)
	d.MaybeScanArgs(t, "via", &via)
	if d.MaybeScanArgs(t, "column", &column) {
		name, column, _ = strings.Cut(column, ".")
	}
	e := m.Entity(name)
	if e == nil {
		d.Fatalf(t, "no entity %q", name)
	}
	switch d.Cmd {
	case "predicate":
		return eachLine(d.Input, func(line string) string {
			x, err := model.ParsePredicate(e, line)
			if err != nil {
				return err.Error()
			}
			return x.String()
		})
	case "check":
		return eachLine(d.Input, func(line string) string {
			v := literal(t, line)
			if err := e.Column(column).CheckValue(v); err != nil {
				return line + ": " + err.Error()
			}
			return line + ": ok"
		})
	case "support":
		q, err := m.SupportQuestion(e, strings.Split(via, "+"), 1_000_000)
		if err != nil {
			return err.Error()
		}
		return q.Text + "\n" + dumpQuestion(q)
	}
	d.Fatalf(t, "unknown command %s", d.Cmd)
	return ""
}

func eachLine(input string, f func(string) string) string {
	var out []string
	for _, line := range strings.Split(input, "\n") {
		out = append(out, f(line))
	}
	return strings.Join(out, "\n")
}

func dumpAll[T any](list []T, dump func(T) string) string {
	var b strings.Builder
	for _, x := range list {
		b.WriteString(dump(x))
	}
	return b.String()
}

func dumpWarnings(m *model.Model) string {
	return dumpAll(m.Warnings, model.Warning.Format)
}

// TestErrorsAreErrors says that each error can be had by errors.As.
func TestErrorsAreErrors(t *testing.T) {
	_, err := model.Parse("m.sql", []byte("SELECT"))
	var all model.Errors
	var one *model.Error
	if !errors.As(err, &all) || !errors.As(err, &one) || one.File != "m.sql" {
		t.Errorf("got %#v", err)
	}
}
