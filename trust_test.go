package main

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// requirements are the groups of docs/trust.md and how many each has.
var requirements = []struct {
	letter string
	count  int
}{{"T", 23}, {"W", 25}, {"D", 23}, {"N", 8}, {"P", 12}, {"X", 9}}

var (
	testName = regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Z][A-Za-z0-9]*)(?:/([a-z_]+))?`")
	// answer is a row: number, what is required, met or not, and how that is known.
	answer = regexp.MustCompile(`(?m)^\| ([TWDNPX][0-9]+) \| (.+?) \| (met|in part|declined) \| (.+) \|$`)
)

// testNames are all tests of the module.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, f := range goFiles(t) {
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && f.isTest() {
				names[fn.Name.Name] = true
			}
		}
	}
	return names
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestEveryRequirementIsAnswered holds that docs/trust.md has a row for each one: what
// is met names a test, what is not has a reason.
func TestEveryRequirementIsAnswered(t *testing.T) {
	rows := map[string][]string{}
	for _, m := range answer.FindAllStringSubmatch(readPage(t, "trust.md"), -1) {
		if rows[m[1]] != nil {
			t.Errorf("%s has two rows", m[1])
		}
		rows[m[1]] = m
	}
	total := 0
	for _, group := range requirements {
		for n := 1; n <= group.count; n++ {
			id := fmt.Sprint(group.letter, n)
			row := rows[id]
			total++
			switch {
			case row == nil:
				t.Errorf("%s has no row", id)
			case row[3] != "declined" && !testName.MatchString(row[4]):
				t.Errorf("%s is %s and names no test", id, row[3])
			case row[3] != "met" && len(testName.ReplaceAllString(row[4], "")) < 40:
				t.Errorf("%s is %s without a reason", id, row[3])
			}
		}
	}
	if len(rows) != total {
		t.Errorf("%d rows, want %d", len(rows), total)
	}
}

func TestThePagesNameTestsThatExist(t *testing.T) {
	names := testNames(t)
	for _, page := range []string{"trust.md", "limits.md"} {
		for _, m := range testName.FindAllStringSubmatch(readPage(t, page), -1) {
			if !names[m[1]] {
				t.Errorf("%s: there is no %s", page, m[1])
			}
			if m[2] == "" {
				continue
			}
			if _, err := os.Stat(filepath.Join("cli", "testdata", "script", m[2]+".txtar")); err != nil || m[1] != "TestScripts" {
				t.Errorf("%s: there is no %s", page, strings.Trim(m[0], "`"))
			}
		}
	}
}
