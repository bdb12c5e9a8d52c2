package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// goFile is one parsed Go file of the module. The architecture tests look at
// the source text, so files for other systems are checked as well.
type goFile struct {
	path   string // slash-separated, from the module root
	text   string
	lines  *token.FileSet
	syntax *ast.File
}

func parseGo(name, text string) (goFile, error) {
	lines := token.NewFileSet()
	syntax, err := parser.ParseFile(lines, name, text, parser.ParseComments|parser.SkipObjectResolution)
	return goFile{name, text, lines, syntax}, err
}

// room is the package's folder from the module root, "main" for the root.
func (f goFile) room() string {
	if dir := path.Dir(f.path); dir != "." {
		return dir
	}
	return "main"
}

func (f goFile) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

// problem is one finding with its place.
func (f goFile) problem(at token.Pos, format string, args ...any) string {
	return fmt.Sprintf("%s:%d: %s", f.path, f.lines.Position(at).Line, fmt.Sprintf(format, args...))
}

// goFiles parses every Go file of the module, also those below testdata, which the
// go command passes over: the hostile vaults are made there.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != "." && strings.HasPrefix(entry.Name(), ".") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parseGo(filepath.ToSlash(name), string(text))
		if err != nil {
			return err
		}
		files = append(files, file)
		return nil
	})
	if err != nil {
		t.Fatalf("read the module's source: %v", err)
	}
	return files
}

// programFiles are the files that end up in the program.
func programFiles(t *testing.T) []goFile {
	t.Helper()
	var program []goFile
	for _, f := range goFiles(t) {
		if !f.isTest() {
			program = append(program, f)
		}
	}
	return program
}

// snippet is source text with a known verdict: it shows that a check reports
// what it forbids and accepts what it allows.
type snippet struct {
	name, path, text string
	want             string // part of the only problem, or "" for none
}

func testSnippets(t *testing.T, check func(goFile) []string, snippets []snippet) {
	t.Helper()
	for _, tt := range snippets {
		t.Run(tt.name, func(t *testing.T) {
			file, err := parseGo(tt.path, tt.text)
			if err != nil {
				t.Fatal(err)
			}
			got := check(file)
			if tt.want == "" && len(got) > 0 {
				t.Errorf("got %q, want no problem", got)
			}
			if tt.want != "" && (len(got) != 1 || !strings.Contains(got[0], tt.want)) {
				t.Errorf("got %q, want one problem with %q", got, tt.want)
			}
		})
	}
}
