package main

import (
	"strings"
	"testing"
)

// body is a function of the given number of lines.
func body(lines int) string {
	return "package p\n\nfunc f() {\n" + strings.Repeat("\tg()\n", lines-2) + "}\n"
}

func TestLongFilesAndFunctionsAreReported(t *testing.T) {
	testSnippets(t, longFiles, []snippet{
		{"at the limit", "model/a.go", "package p\n" + strings.Repeat("\n", maxFileLines-1), ""},
		{"over the limit", "model/a.go", "package p\n" + strings.Repeat("\n", maxFileLines), "301 lines"},
	})
	testSnippets(t, longFunctions, []snippet{
		{"function at the limit", "model/a.go", body(maxFunctionLines), ""},
		{"function over the limit", "model/a.go", body(maxFunctionLines + 1), "f has 61 lines"},
	})
}

func TestUndocumentedNamesAreReported(t *testing.T) {
	testSnippets(t, undocumentedNames, []snippet{
		{"function", "model/a.go", "package p\n\nfunc Load() {}", "model/a.go:3: Load has no doc comment"},
		{"documented function", "model/a.go", "package p\n\n// Load loads.\nfunc Load() {}", ""},
		{"private function", "model/a.go", "package p\n\nfunc load() {}", ""},
		{"method", "model/a.go", "package p\n\nfunc (p *Plan[T]) Done() {}", "Done has no doc comment"},
		{"method of a private type", "model/a.go", "package p\n\nfunc (p *plan) Done() {}", ""},
		{"type", "model/a.go", "package p\n\ntype Plan struct{}", "Plan has no doc comment"},
		{"constant", "model/a.go", "package p\n\nconst Most = 1", "Most has no doc comment"},
		{"grouped constants", "model/a.go", "package p\n\n// Limits.\nconst (\n\tMost = 1\n\tLeast = 0\n)", ""},
		{"directive only", "model/a.go", "package p\n\n//go:noinline\nfunc Load() {}", "Load has no doc comment"},
	})
}

func TestVagueAndUndocumentedPackagesAreReported(t *testing.T) {
	testSnippets(t, vaguePackages, []snippet{
		{"vague", "model/a.go", "package utils", "package name utils"},
		{"named after an idea", "model/a.go", "package model", ""},
	})
	alone := func(f goFile) []string { return undocumentedPackages([]goFile{f}) }
	testSnippets(t, alone, []snippet{
		{"no comment", "model/a.go", "package model", "no file of model has a package comment"},
		{"comment", "model/doc.go", "// Package model holds the rules.\npackage model", ""},
	})
}

func TestExitsAreReported(t *testing.T) {
	calling := func(call string) string { return "package p\n\nfunc f() { " + call + " }" }
	testSnippets(t, exits, []snippet{
		{"exit in main", "main.go", calling("os.Exit(1)"), ""},
		{"exit elsewhere", "cli/main.go", calling("os.Exit(1)"), "cli/main.go:3: calls os.Exit"},
		{"fatal log", "tui/a.go", calling(`log.Fatalf("x")`), "calls log.Fatalf"},
		{"panic in main", "main.go", calling(`panic("x")`), "calls panic"},
		{"panicking log", "main.go", calling(`log.Panicln("x")`), "calls log.Panicln"},
		{"the word in a string", "tui/a.go", calling(`show("panic(os.Exit)")`), ""},
	})
}

func TestInitFunctionsAreReported(t *testing.T) {
	testSnippets(t, initFunctions, []snippet{
		{"init", "tui/a.go", "package p\n\nfunc init() {}", "has an init function"},
		{"init of the background pin", "styles/background/a.go", "package p\n\nfunc init() {}", ""},
		{"method with that name", "tui/a.go", "package p\n\nfunc (m *m) init() {}", ""},
	})
}

func TestPackageStateIsReported(t *testing.T) {
	holding := func(decl string) string { return "package p\n\n" + decl + "\n" }
	testSnippets(t, packageState, []snippet{
		{"plain variable", "model/a.go", holding("var count int"), "package-level variable count"},
		{"empty map", "model/a.go", holding("var cache = map[string]int{}"), "package-level variable cache"},
		{"pointer", "model/a.go", holding("var theme = &Theme{1}"), "package-level variable theme"},
		{"call", "model/a.go", holding("var start = clock()"), "package-level variable start"},
		{"one of a group", "model/a.go", holding("var (\n\ta = []int{1}\n\tb = 2\n)"), "package-level variable b"},
		{"sentinel error", "model/a.go", holding(`var ErrGone = errors.New("gone")`), ""},
		{"typed error", "model/a.go", holding("var errGone error = gone{}"), ""},
		{"table", "model/a.go", holding(`var words = [...]string{"a"}`), ""},
		{"character table", "styles/a.go", holding("var wide = &unicode.RangeTable{LatinOffset: 1}"), ""},
		{"pattern", "model/a.go", holding("var digits = regexp.MustCompile(`[0-9]`)"), ""},
		{"embedded file", "main.go", holding("//go:embed testdata/demo\nvar demo embed.FS"), ""},
		{"interface assertion", "model/a.go", holding("var _ Store = (*memory)(nil)"), ""},
		{"local variable", "model/a.go", holding("func f() { var n int; _ = n }"), ""},
	})
}

func TestUnfinishedMarksAreReported(t *testing.T) {
	testSnippets(t, unfinishedMarks, []snippet{
		{"comment", "model/a.go", "package p\n\n// TODO: more\n", "model/a.go:3: contains TODO"},
		{"identifier", "model/a.go", "package p\n\nvar c = context.TODO()\n", "contains TODO"},
		{"string", "model/a.go", "package p\n\nvar s = \"TODO\"\n", ""},
		{"part of a word", "model/a.go", "package p\n\n// TODOs of XXXL size\n", ""},
	})
}
