package keywright_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/keywright/keywright/"

// allowed says which packages of this module each package may import, tests
// left out. A package that is not listed here may not exist: add it with its
// level and say in ARCHITECTURE.md what it is for.
var allowed = map[string][]string{
	// Level 0 imports nothing of ours.
	"attr":            {},
	"store":           {},
	"store/pebble":    {"store"},
	"store/storetest": {"store"},
	// Level 1.
	"schema": {"attr"},
	"model":  {"attr"},
	// Level 2.
	"cost":  {"attr", "schema"},
	"expr":  {"attr", "schema"},
	"index": {"attr", "schema"},
	"api":   {"attr", "schema"},
	// Level 3.
	"query":      {"attr", "schema", "expr", "index"},
	"design":     {"attr", "schema", "api", "expr", "model", "index"},
	"enginetest": {},
	"gather":     {"attr", "api", "design"},
	// Level 4: never engine, never prove, so that a planner cannot run what it claims.
	"plan":    {"attr", "schema", "model", "design", "api", "index", "cost", "query"},
	"heat":    {"attr", "schema", "model", "design", "index", "cost", "query"},
	"partiql": {"attr", "schema", "expr", "query"},
	"traffic": {"attr", "schema", "model", "design", "index", "cost"},
	// Level 5: prove never imports plan or cost, so that a planner's fault
	// cannot certify itself.
	"engine":   {"attr", "store", "store/pebble", "schema", "cost", "expr", "index", "query", "api", "heat", "partiql"},
	"prove":    {"attr", "schema", "api", "model", "design", "gather"},
	"bill":     {"cost", "model", "traffic"},
	"forecast": {"schema", "model", "design", "cost", "traffic", "heat"},
	"remote":   {"attr", "schema", "api"},
	// Level 6: the wire protocol knows no engine; every use case.
	"server":  {"attr", "api"},
	"project": {"attr", "schema", "model", "cost", "expr", "index", "api", "query", "design", "plan", "prove", "engine", "remote", "traffic", "bill", "forecast", "heat"},
	// What tests of applications import.
	"testdb": {"api", "engine", "server"},
	// Level 7 renders what project returns.
	"report": {"attr", "schema", "model", "cost", "api", "design", "plan", "prove", "project", "traffic", "bill", "forecast", "heat"},
	// Level 8.
	"cli":           {"attr", "model", "cost", "bill", "forecast", "api", "design", "plan", "prove", "project", "report", "server", "examples"},
	"cmd/keywright": {"cli"},
	"bench":         {},
	"bench/http":    {},
	"examples":      {},
	// Tests only.
	"internal/testutil": {},
}

// doors are the heavy dependencies and the only packages that may import them.
var doors = map[string][]string{
	"github.com/cockroachdb/pebble": {"store/pebble"},
	"github.com/spf13/":             {"cli"},
	"github.com/schollz/":           {"cli"},
	"charm.land/":                   {"cli", "report"},
	"net/http":                      {"remote", "server", "testdb", "bench/http"},
	"github.com/prometheus/":        {"server"},
	"github.com/aws/":               {"remote"},
	"database/sql":                  {},
	"github.com/ncruces/":           {},
}

// exemptFiles may be longer than 600 lines; each has a reason.
var exemptFiles = map[string]string{}

// exemptFuncs may be longer than 60 lines up to 120: tables and switches.
const (
	maxFile      = 900
	longFile     = 600
	maxFunc      = 120
	longFunc     = 60
	longFuncPart = 0.05 // p95 of function length stays at longFunc or below
)

type goFile struct {
	path string // slash-separated, from the module root
	pkg  string // directory
	test bool
	ast  *ast.File
	fset *token.FileSet
	size int // lines
}

func sources(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); p != "." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, p, src, parser.ParseComments)
		if err != nil {
			return err
		}
		p = filepath.ToSlash(p)
		files = append(files, goFile{
			path: p, pkg: path.Dir(p), test: strings.HasSuffix(p, "_test.go"),
			ast: f, fset: fset, size: strings.Count(string(src), "\n"),
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// owner returns the listed package that a directory belongs to: itself, or
// for a nested internal package the one above it.
func owner(dir string) string {
	if i := strings.Index(dir, "/internal"); i > 0 {
		return dir[:i]
	}
	return dir
}

func imports(f goFile) []string {
	var out []string
	for _, imp := range f.ast.Imports {
		s, err := strconv.Unquote(imp.Path.Value)
		if err == nil {
			out = append(out, s)
		}
	}
	return out
}

func TestImportLevels(t *testing.T) {
	for _, f := range sources(t) {
		if f.test || f.pkg == "." {
			continue
		}
		own := owner(f.pkg)
		may, listed := allowed[own]
		if !listed {
			t.Errorf("%s: package %s is not in the level table of arch_test.go", f.path, f.pkg)
			continue
		}
		for _, imp := range imports(f) {
			rest, ours := strings.CutPrefix(imp, module)
			if !ours {
				continue
			}
			if target := owner(rest); target != own && !slices.Contains(may, target) {
				t.Errorf("%s imports %s: %s may import only %v", f.path, rest, own, may)
			}
		}
	}
}

func TestHeavyDependenciesHaveOneDoor(t *testing.T) {
	for _, f := range sources(t) {
		if f.test {
			continue
		}
		for _, imp := range imports(f) {
			for dep, may := range doors {
				if strings.HasPrefix(imp, dep) && !slices.Contains(may, owner(f.pkg)) {
					t.Errorf("%s imports %s, whose only doors are %v", f.path, imp, may)
				}
			}
		}
	}
}

func TestPackageDocs(t *testing.T) {
	docs := map[string][]string{}
	for _, f := range sources(t) {
		if f.test || f.pkg == "." {
			continue
		}
		docs[f.pkg] = slices.Clip(docs[f.pkg])
		if f.ast.Doc != nil {
			docs[f.pkg] = append(docs[f.pkg], f.path)
		}
	}
	for pkg, files := range docs {
		if len(files) != 1 {
			t.Errorf("package %s has %d package comments (%v), want 1", pkg, len(files), files)
		}
	}
}

func TestExportedNamesAreDocumented(t *testing.T) {
	for _, f := range sources(t) {
		if f.test || strings.Contains(f.pkg, "internal") {
			continue
		}
		for _, d := range f.ast.Decls {
			for _, name := range undocumented(d) {
				t.Errorf("%s: exported %s has no doc comment", f.path, name)
			}
		}
	}
}

func undocumented(d ast.Decl) []string {
	var out []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && receiverExported(d) && !wellKnown[d.Name.Name] {
			out = append(out, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && d.Doc == nil && s.Doc == nil {
					out = append(out, s.Name.Name)
				}
			case *ast.ValueSpec:
				if s.Names[0].IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
					out = append(out, s.Names[0].Name)
				}
			}
		}
	}
	return out
}

// wellKnown are methods whose contract is an interface of the standard library.
var wellKnown = map[string]bool{
	"Error": true, "Unwrap": true, "String": true, "Is": true,
	"MarshalJSON": true, "UnmarshalJSON": true, "MarshalText": true, "UnmarshalText": true,
	"Len": true, "Less": true, "Swap": true, "Push": true, "Pop": true,
}

func receiverExported(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	typ := d.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if idx, ok := typ.(*ast.IndexExpr); ok {
		typ = idx.X
	}
	id, ok := typ.(*ast.Ident)
	return ok && id.IsExported()
}

func TestFileBudgets(t *testing.T) {
	var sizes []int
	for _, f := range sources(t) {
		if f.size > maxFile {
			t.Errorf("%s has %d lines, the limit is %d", f.path, f.size, maxFile)
		}
		if f.test {
			continue
		}
		sizes = append(sizes, f.size)
		if _, ok := exemptFiles[f.path]; f.size > longFile && !ok {
			t.Errorf("%s has %d lines: over %d needs a reason in exemptFiles", f.path, f.size, longFile)
		}
	}
	sort.Ints(sizes)
	if median := sizes[len(sizes)/2]; median > 200 {
		t.Errorf("median file has %d lines, the limit is 200", median)
	}
}

func TestFunctionBudgets(t *testing.T) {
	var lengths []int
	for _, f := range sources(t) {
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			n := f.fset.Position(fn.End()).Line - f.fset.Position(fn.Pos()).Line + 1
			if n > maxFunc {
				t.Errorf("%s: %s has %d lines, the limit is %d", f.path, fn.Name.Name, n, maxFunc)
			}
			if !f.test {
				lengths = append(lengths, n)
			}
		}
	}
	sort.Ints(lengths)
	if p95 := lengths[int(float64(len(lengths))*(1-longFuncPart))]; p95 > longFunc {
		t.Errorf("95th percentile of function length is %d lines, the limit is %d", p95, longFunc)
	}
}

// TestArchitectureNamesExist holds ARCHITECTURE.md to the tree: every package
// and every file that it names in backticks is there.
func TestArchitectureNamesExist(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n > 200 {
		t.Errorf("ARCHITECTURE.md has %d lines, the limit is 200", n)
	}
	declared := declaredNames(t)
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(string(text), -1) {
		if problem := missingName(m[1], declared); problem != "" {
			t.Errorf("ARCHITECTURE.md names `%s`: %s", m[1], problem)
		}
	}
}

var (
	fileName    = regexp.MustCompile(`^[\w./-]+\.(go|md|json|sql|txt|html|css|js)$`)
	packageName = regexp.MustCompile(`^[a-z]+(/[a-z]+)*/?$`)
	symbolName  = regexp.MustCompile(`^([a-z]+)\.([A-Z]\w*)(\.([A-Z]\w*))?$`)
)

func missingName(name string, declared map[string]bool) string {
	switch {
	case symbolName.MatchString(name):
		if !declared[name] && allowed[strings.SplitN(name, ".", 2)[0]] != nil {
			return "no such name is declared"
		}
	case fileName.MatchString(name), packageName.MatchString(name) && strings.Contains(name, "/"):
		if _, err := os.Stat(name); err != nil {
			return "no such file or folder"
		}
	}
	return ""
}

// declaredNames returns pkg.Name and pkg.Type.Method of everything exported.
func declaredNames(t *testing.T) map[string]bool {
	names := map[string]bool{}
	for _, f := range sources(t) {
		if f.test {
			continue
		}
		pkg := f.ast.Name.Name
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				names[fmt.Sprintf("%s.%s", pkg, qualified(d))] = true
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if ts, ok := s.(*ast.TypeSpec); ok {
						names[pkg+"."+ts.Name.Name] = true
						addInterfaceMethods(names, pkg, ts)
					}
				}
			}
		}
	}
	return names
}

func qualified(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	typ := d.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if id, ok := typ.(*ast.Ident); ok {
		return id.Name + "." + d.Name.Name
	}
	return d.Name.Name
}

func addInterfaceMethods(names map[string]bool, pkg string, ts *ast.TypeSpec) {
	it, ok := ts.Type.(*ast.InterfaceType)
	if !ok {
		return
	}
	for _, m := range it.Methods.List {
		for _, n := range m.Names {
			names[pkg+"."+ts.Name.Name+"."+n.Name] = true
		}
	}
}
