package model

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestParser holds, for each testdata/parse/*.txtar, what the lexer and the
// parser make of in.sql: out/tokens, out/comments, out/ast and out/errors, each
// left out where empty. -rewrite writes them anew.
func TestParser(t *testing.T) {
	files, err := filepath.Glob("testdata/parse/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := parserOutputs(t, string(a.Files[0].Data))
			if isRewrite() {
				a.Files = append(a.Files[:1], got...)
				if err := os.WriteFile(file, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(texts(a.Files[1:]), texts(got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func isRewrite() bool {
	f := flag.Lookup("rewrite") // of datadriven
	return f != nil && f.Value.String() == "true"
}

func texts(files []txtar.File) map[string]string {
	out := map[string]string{}
	for _, f := range files {
		out[f.Name] = string(f.Data)
	}
	return out
}

func parserOutputs(t *testing.T, src string) []txtar.File {
	n := newNotes("in.sql", src)
	toks, comments := lex(n, src)
	p := &parser{notes: n, src: src, toks: toks, comments: comments}
	statements := p.statements()
	n.sort()
	var tokens, notes, ast, errs bytes.Buffer
	for _, tok := range toks {
		fmt.Fprintf(&tokens, "%d:%d %s %q\n", tok.pos.Line, tok.pos.Col, tok.kind, tok.text)
	}
	for _, c := range comments {
		fmt.Fprintf(&notes, "%d:%d own=%v at=%d %q\n", c.pos.Line, c.pos.Col, c.own, c.at, c.text)
	}
	for _, st := range statements {
		fmt.Fprintln(&ast, dumpStatement(t, st))
	}
	for _, e := range n.errors {
		errs.WriteString(e.Format())
	}
	var out []txtar.File
	for _, f := range []struct {
		name string
		buf  *bytes.Buffer
	}{{"out/tokens", &tokens}, {"out/comments", &notes}, {"out/ast", &ast}, {"out/errors", &errs}} {
		if f.buf.Len() > 0 {
			out = append(out, txtar.File{Name: f.name, Data: f.buf.Bytes()})
		}
	}
	return out
}

func dumpStatement(t *testing.T, st statement) string {
	switch {
	case st.sel != nil:
		checkPrint(t, st.sel.String())
		text := st.sel.String()
		for _, r := range st.sel.refusals {
			text += fmt.Sprintf("\n  %s %d:%d %v %s", r.Code, r.Pos.Line, r.Pos.Col, r.Columns, r.Reason)
		}
		return text
	case st.write != nil:
		checkPrint(t, st.write.String())
		return st.write.String()
	case st.create != nil:
		return dumpCreate(st.create)
	}
	return "error"
}

// checkPrint says that printing what was printed and read again gives the same.
func checkPrint(t *testing.T, text string) {
	t.Helper()
	n := newNotes("", text)
	toks, _ := lex(n, text)
	p := &parser{notes: n, src: text, toks: toks}
	list := p.statements()
	if len(n.errors) > 0 || len(list) != 1 {
		t.Errorf("%s\ndoes not parse: %v", text, n.errors)
		return
	}
	again := ""
	if list[0].sel != nil {
		again = list[0].sel.String()
	} else {
		again = list[0].write.String()
	}
	if again != text {
		t.Errorf("printed %s\nagain   %s", text, again)
	}
}

func dumpCreate(c *createStmt) string {
	var b strings.Builder
	fmt.Fprintf(&b, "CREATE %s", c.table.name)
	for _, col := range c.columns {
		var args []string
		for _, a := range col.typ.args {
			args = append(args, a.text)
		}
		fmt.Fprintf(&b, "\n  column %s %s%v", col.name.name, col.typ.name, args)
		for _, con := range col.constraints {
			b.WriteString(dumpConstraint(con))
		}
	}
	for _, con := range c.constraints {
		fmt.Fprintf(&b, "\n  table%s", dumpConstraint(con))
	}
	return b.String()
}

var constraintNames = []string{"primary", "notnull", "null", "unique", "check", "references", "default", "collate"}

func dumpConstraint(con constraint) string {
	s := " | " + constraintNames[con.kind]
	for _, list := range [][]ident{con.columns, {con.parent}, con.refs, {{name: con.name}}} {
		if n := slices.DeleteFunc(names(list), func(s string) bool { return s == "" }); len(n) > 0 {
			s += fmt.Sprint(" ", n)
		}
	}
	if con.expr != nil {
		s += " " + con.expr.String()
	}
	return s
}
