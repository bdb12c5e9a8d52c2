package main

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	maxFileLines     = 300
	maxFunctionLines = 60
)

// promises are the structural rules of the program, one check each.
var promises = []struct {
	name  string
	check func(goFile) []string
}{
	{"files are short", longFiles},
	{"functions are short", longFunctions},
	{"packages are named after an idea", vaguePackages},
	{"exported names have a comment", undocumentedNames},
	{"only main ends the program and nothing panics", exits},
	{"only styles/background has an init function", initFunctions},
	{"package-level variables are constant", packageState},
}

func TestStructure(t *testing.T) {
	files := programFiles(t)
	for _, promise := range promises {
		t.Run(promise.name, func(t *testing.T) {
			for _, f := range files {
				for _, problem := range promise.check(f) {
					t.Error(problem)
				}
			}
		})
	}
	t.Run("every package has a comment", func(t *testing.T) {
		for _, problem := range undocumentedPackages(files) {
			t.Error(problem)
		}
	})
}

func TestNothingIsMarkedUnfinished(t *testing.T) {
	for _, f := range goFiles(t) {
		for _, problem := range unfinishedMarks(f) {
			t.Error(problem)
		}
	}
}

func longFiles(f goFile) []string {
	if lines := strings.Count(f.text, "\n"); lines > maxFileLines {
		return []string{f.problem(f.syntax.FileEnd, "file has %d lines, the limit is %d", lines, maxFileLines)}
	}
	return nil
}

func longFunctions(f goFile) []string {
	var problems []string
	for _, decl := range f.syntax.Decls {
		function, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		lines := f.lines.Position(function.End()).Line - f.lines.Position(function.Pos()).Line + 1
		if lines > maxFunctionLines {
			problems = append(problems, f.problem(function.Pos(), "%s has %d lines, the limit is %d",
				function.Name.Name, lines, maxFunctionLines))
		}
	}
	return problems
}

func vaguePackages(f goFile) []string {
	vague := []string{"util", "utils", "common", "helper", "helpers", "types"}
	if slices.Contains(vague, f.syntax.Name.Name) {
		return []string{f.problem(f.syntax.Package, "package name %s says nothing", f.syntax.Name.Name)}
	}
	return nil
}

func undocumentedPackages(files []goFile) []string {
	first, documented := map[string]goFile{}, map[string]bool{}
	var rooms, problems []string
	for _, f := range files {
		if _, seen := first[f.room()]; !seen {
			first[f.room()] = f
			rooms = append(rooms, f.room())
		}
		documented[f.room()] = documented[f.room()] || f.syntax.Doc != nil
	}
	for _, room := range rooms {
		if !documented[room] {
			problems = append(problems, first[room].problem(first[room].syntax.Package, "no file of %s has a package comment", room))
		}
	}
	return problems
}

func undocumentedNames(f goFile) []string {
	var problems []string
	require := func(name *ast.Ident, comments ...*ast.CommentGroup) {
		written := slices.ContainsFunc(comments, func(c *ast.CommentGroup) bool { return c.Text() != "" })
		if name.IsExported() && !written {
			problems = append(problems, f.problem(name.Pos(), "%s has no doc comment", name.Name))
		}
	}
	for _, decl := range f.syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil || ast.IsExported(receiver(decl)) {
				require(decl.Name, decl.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					require(spec.Name, spec.Doc, decl.Doc)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						require(name, spec.Doc, spec.Comment, decl.Doc)
					}
				}
			}
		}
	}
	return problems
}

// receiver is the type name a method belongs to, without pointer and type
// parameters.
func receiver(method *ast.FuncDecl) string {
	name := ""
	ast.Inspect(method.Recv.List[0].Type, func(n ast.Node) bool {
		if ident, ok := n.(*ast.Ident); ok && name == "" {
			name = ident.Name
		}
		return name == ""
	})
	return name
}

// mains are the files that may end the program they begin.
var mains = []string{"main.go", "docs/pictures/main.go", "testdata/hostile/main.go", "testdata/speed/main.go", "testdata/trust/main.go"}

func exits(f goFile) []string {
	var problems []string
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := qualified(call.Fun)
		if called, ok := call.Fun.(*ast.Ident); ok {
			name = called.Name
		}
		ends := name == "os.Exit" || strings.HasPrefix(name, "log.Fatal")
		panics := name == "panic" || strings.HasPrefix(name, "log.Panic")
		if panics || ends && !slices.Contains(mains, f.path) {
			problems = append(problems, f.problem(call.Pos(), "calls %s", name))
		}
		return true
	})
	return problems
}

func initFunctions(f goFile) []string {
	if f.room() == "styles/background" {
		return nil
	}
	var problems []string
	for _, decl := range f.syntax.Decls {
		if function, ok := decl.(*ast.FuncDecl); ok && function.Recv == nil && function.Name.Name == "init" {
			problems = append(problems, f.problem(function.Pos(), "has an init function"))
		}
	}
	return problems
}

func packageState(f goFile) []string {
	var problems []string
	for _, decl := range f.syntax.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.VAR {
			continue
		}
		for _, spec := range group.Specs {
			spec := spec.(*ast.ValueSpec)
			if embedded(group.Doc) || embedded(spec.Doc) {
				continue
			}
			for i, name := range spec.Names {
				fixed := name.Name == "_" || i < len(spec.Values) && constantValue(spec.Type, spec.Values[i])
				if !fixed {
					problems = append(problems, f.problem(name.Pos(), "package-level variable %s", name.Name))
				}
			}
		}
	}
	return problems
}

func embedded(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:embed ")
	})
}

// constantValue accepts sentinel errors, filled tables and compiled patterns.
// An empty table is refused: somebody would have to fill it. Of pointers only
// character tables pass, because package unicode takes them in no other form.
func constantValue(declared ast.Expr, value ast.Expr) bool {
	if declared, ok := declared.(*ast.Ident); ok && declared.Name == "error" {
		return true
	}
	switch value := value.(type) {
	case *ast.CompositeLit:
		return len(value.Elts) > 0
	case *ast.UnaryExpr:
		table, ok := value.X.(*ast.CompositeLit)
		return ok && qualified(table.Type) == "unicode.RangeTable" && len(table.Elts) > 0
	case *ast.CallExpr:
		return slices.Contains([]string{"errors.New", "regexp.MustCompile"}, qualified(value.Fun))
	}
	return false
}

// qualified is "package.Name" for such a name and "" for anything else.
func qualified(x ast.Expr) string {
	if selector, ok := x.(*ast.SelectorExpr); ok {
		if from, ok := selector.X.(*ast.Ident); ok {
			return from.Name + "." + selector.Sel.Name
		}
	}
	return ""
}

// unfinishedMarks looks at comments and code, not at string literals: a vault
// may well contain these words.
func unfinishedMarks(f goFile) []string {
	mark := regexp.MustCompile(`\b(?:TODO|FIXME|XXX)\b`)
	lines := token.NewFileSet()
	var words scanner.Scanner
	words.Init(lines.AddFile(f.path, -1, len(f.text)), []byte(f.text), nil, scanner.ScanComments)
	var problems []string
	for {
		at, kind, literal := words.Scan()
		if kind == token.EOF {
			return problems
		}
		if found := mark.FindString(literal); found != "" && kind != token.STRING {
			// The parser's positions and ours differ only in their base.
			problems = append(problems, goFile{path: f.path, lines: lines}.problem(at, "contains %s", found))
		}
	}
}
