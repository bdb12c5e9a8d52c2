package main

import (
	"go/ast"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// measures are exported for tests alone: a test in another room counts with one, the other lists
// what each test of a format is run on.
var measures = []string{".Spent", "vault/load.Guests"}

// exported are the names of a room that others may use, with the places where they are declared.
// Of methods only the name counts, since what has them is not looked up.
func exported(f goFile, add func(name string, at *ast.Ident)) {
	for _, decl := range f.syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv != nil {
				add("."+decl.Name.Name, decl.Name)
			} else {
				add(f.folder()+"."+decl.Name.Name, decl.Name)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(f.folder()+"."+spec.Name.Name, spec.Name)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						add(f.folder()+"."+name.Name, name)
					}
				}
			}
		}
	}
}

// usedNames are the names that the program uses: those of rooms with their folder, those behind
// any other dot as methods.
func usedNames(files []goFile) map[string]bool {
	used := map[string]bool{}
	for _, f := range files {
		rooms := map[string]string{}
		for _, spec := range f.syntax.Imports {
			if at, err := strconv.Unquote(spec.Path.Value); err == nil && strings.HasPrefix(at, "coldstart/") {
				name := path.Base(at)
				if spec.Name != nil {
					name = spec.Name.Name
				}
				rooms[name] = strings.TrimPrefix(at, "coldstart/")
			}
		}
		declared := map[*ast.Ident]bool{}
		exported(f, func(_ string, at *ast.Ident) { declared[at] = true })
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				used["."+n.Sel.Name] = true
				if from, ok := n.X.(*ast.Ident); ok && rooms[from.Name] != "" {
					used[rooms[from.Name]+"."+n.Sel.Name] = true
				}
				declared[n.Sel] = true
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					for _, name := range m.Names {
						used["."+name.Name] = true
					}
				}
			case *ast.Ident:
				if !declared[n] {
					used[f.folder()+"."+n.Name] = true
				}
			}
			return true
		})
	}
	return used
}

func TestEveryExportedNameIsUsed(t *testing.T) {
	t.Parallel()
	// What only tests share is no use of a name, and is used by them.
	files := slices.DeleteFunc(slices.Clone(programFiles(t)), func(f goFile) bool { return f.folder() == "vault/vaulttest" })
	used := usedNames(files)
	// The standard library calls it.
	for _, name := range append([]string{".UnmarshalJSON"}, measures...) {
		used[name] = true
	}
	for _, f := range files {
		top, _, _ := strings.Cut(f.folder(), "/")
		if top != "model" && top != "vault" && top != "styles" && top != "tui" {
			continue
		}
		exported(f, func(name string, at *ast.Ident) {
			if at.IsExported() && !used[name] {
				f.report(t, at, "nothing but tests uses %s: remove it, or give it a small letter", name)
			}
		})
	}
}
