package expr_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

// script is the state of one file of testdata: placeholders and an item, set
// by the commands names, values and item (JSON; DynamoDB JSON for the last
// two). All other commands take one expression a line:
//
//	parse   prints the canonical text and the tree
//	check   prints ok, or the message under the part it is about
//	eval    prints true or false for the item
//	parts   prints what Parts gives for a key condition
//	apply   prints the projected or updated item
//	touched prints UPDATED_OLD and UPDATED_NEW of an update
//	unused  prints what Env.Unused says after all lines
//
// Names and values are those set last; check, eval and the rest parse each
// line with a new Env.
type script struct {
	kind   expr.Kind
	names  map[string]string
	values map[string]attr.Value
	item   attr.Item
}

func TestScripts(t *testing.T) {
	for file, kind := range map[string]expr.Kind{
		"condition":    expr.KindCondition,
		"filter":       expr.KindFilter,
		"keycondition": expr.KindKeyCondition,
		"projection":   expr.KindProjection,
		"update":       expr.KindUpdate,
		"errors":       expr.KindCondition,
	} {
		t.Run(file, func(t *testing.T) {
			s := &script{kind: kind}
			datadriven.RunTest(t, "testdata/"+file, s.run)
		})
	}
}

func (s *script) run(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	for _, a := range d.CmdArgs {
		s.kind = kindNamed(t, a.Key)
	}
	switch d.Cmd {
	case "kind":
		return ""
	case "names":
		s.names = parseNames(t, d.Input)
		return s.newEnv()
	case "values":
		s.values = parseValues(t, d.Input)
		return s.newEnv()
	case "item":
		s.item = parseItem(t, d.Input)
		return ""
	case "unused":
		env := &expr.Env{Names: s.names, Values: s.values}
		for _, line := range strings.Split(d.Input, "\n") {
			if _, err := parse(line, s.kind, env); err != nil {
				return err.Error()
			}
		}
		return fmt.Sprint(env.Unused())
	}
	var out strings.Builder
	for _, line := range strings.Split(d.Input, "\n") {
		out.WriteString(s.line(t, d, line))
		out.WriteByte('\n')
	}
	return out.String()
}

func (s *script) newEnv() string {
	if _, err := expr.NewEnv(s.names, s.values); err != nil {
		return err.Error()
	}
	return ""
}

func (s *script) line(t *testing.T, d *datadriven.TestData, line string) string {
	t.Helper()
	e, err := parse(line, s.kind, &expr.Env{Names: s.names, Values: s.values})
	if err != nil {
		return caret(line, err)
	}
	switch d.Cmd {
	case "parse":
		return e.String() + "\n  " + e.Tree()
	case "check":
		return "ok: " + line
	case "eval":
		return fmt.Sprintf("%v: %s", e.(*expr.Condition).Eval(s.item), line)
	case "parts":
		return parts(line, e.(*expr.KeyCondition))
	case "apply":
		return s.apply(line, e)
	case "touched":
		u := e.(*expr.Update)
		after, err := u.Apply(s.item)
		if err != nil {
			return caret(line, err)
		}
		return fmt.Sprintf("old %s new %s: %s", plain(u.Touched(s.item)), plain(u.Touched(after)), line)
	}
	d.Fatalf(t, "no command %s", d.Cmd)
	return ""
}

func (s *script) apply(line string, e expression) string {
	switch e := e.(type) {
	case *expr.Projection:
		return line + "\n  " + plain(e.Apply(s.item))
	case *expr.Update:
		before := plain(s.item)
		after, err := e.Apply(s.item)
		if plain(s.item) != before {
			return "Apply has changed the old item"
		}
		if err != nil {
			return caret(line, err)
		}
		return line + "\n  " + plain(after)
	}
	return "not applicable"
}

func parts(line string, k *expr.KeyCondition) string {
	parts, err := k.Parts()
	if err != nil {
		return caret(line, err)
	}
	var out []string
	for _, p := range parts {
		text := p.Attribute + " " + p.Op.String()
		for _, v := range p.Values {
			text += " " + string(v.AppendJSON(nil))
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// caret prints a message under the part of the line that it is about.
func caret(line string, err error) string {
	var fault *expr.Error
	if !errors.As(err, &fault) {
		return "not an *expr.Error: " + err.Error()
	}
	if fault.End == 0 {
		return line + "\n  " + fault.Message
	}
	mark := strings.Repeat("^", max(1, fault.End-fault.Pos))
	return line + "\n" + strings.Repeat(" ", fault.Pos) + mark + "\n  " + fault.Message
}

// plain prints an item as plain JSON, which is shorter to read: sets as lists,
// binary as base64.
func plain(it attr.Item) string {
	if it == nil {
		return "nil"
	}
	return string(attr.Map(it).AppendPlain(nil))
}
