package docs

import (
	"flag"
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
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write sentences.txt anew, to be read")

// unread are folders that say nothing: programs for those who work on this one, and patterns.
var unread = []string{"docs", "testdata", "vault/vaulttest", "styles/secrets"}

// vocabularies list words that others write, in files or to find an action: rooms, and files.
var vocabularies = []string{"vault/dialect", "tui/entries.go"}

// a sentence has two words in a row; the verbs of a format are none.
var (
	formatVerb = regexp.MustCompile(`%[-+# 0-9.*\[\]]*[a-zA-Z]`)
	twoWords   = regexp.MustCompile(`\pL{2}[^\pL\n]*\s[^\pL\n]*\pL|\pL[^\pL\n]*\s[^\pL\n]*\pL{2}`)
)

// sentencesHead begins the page. A = marks the texts of fixed.txt.
const sentencesHead = `Everything that the program says, file by file, … for what is known only then.
= marks a text that other programs know: it does not change (fixed.txt).
go test ./docs -run TestAllSentences -update writes this page.
`

// TestAllSentencesStandOnOnePage: how the program speaks can be read in one go, and a change
// of a text shows.
func TestAllSentencesStandOnOnePage(t *testing.T) {
	fixed := fixedTexts(t)
	page, said := sentencesPage(t, fixed)
	if *update {
		if err := os.WriteFile("sentences.txt", []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if page != readPage(t, "sentences.txt") {
		t.Error("sentences.txt is out of date: go test ./docs -run TestAllSentences -update, and read the difference")
	}
	for text := range fixed {
		if !said[text] {
			t.Errorf("nothing says %s any more, which other programs know", text)
		}
	}
}

// fixedTexts are those that may not change, as they stand on the page.
func fixedTexts(t *testing.T) map[string]bool {
	t.Helper()
	fixed := map[string]bool{}
	for line := range strings.Lines(readPage(t, "fixed.txt")) {
		fixed[strings.TrimSpace(line)] = true
	}
	return fixed
}

// sentencesPage lists the texts of all files in the order of their rooms, and the set of them.
func sentencesPage(t *testing.T, fixed map[string]bool) (string, map[string]bool) {
	t.Helper()
	var page strings.Builder
	page.WriteString(sentencesHead)
	said := map[string]bool{}
	for _, name := range sourceFiles(t) {
		texts := sentencesOf(t, name)
		if len(texts) > 0 {
			fmt.Fprintf(&page, "\n%s\n", name)
		}
		for _, text := range texts {
			mark := " "
			if fixed[text] {
				mark = "="
			}
			said[text] = true
			fmt.Fprintf(&page, "%s %s\n", mark, text)
		}
	}
	return page.String(), said
}

func sourceFiles(t *testing.T) (names []string) {
	t.Helper()
	root := os.DirFS("..")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (slices.Contains(unread, name) || strings.HasPrefix(entry.Name(), ".") && name != "."):
			return fs.SkipDir
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(names, func(a, b string) int {
		if d := strings.Compare(path.Dir(a), path.Dir(b)); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return names
}

// sentencesOf are the texts of a file, quoted as in Go.
func sentencesOf(t *testing.T, name string) (texts []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", name), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	lists := slices.Contains(vocabularies, path.Dir(name)) || slices.Contains(vocabularies, name)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.StructType:
			return false
		case *ast.CallExpr:
			return !takesPattern(n)
		case *ast.CompositeLit:
			return !lists || !isListOfTexts(n)
		case *ast.ValueSpec:
			return !isWordList(n.Type)
		case *ast.BinaryExpr, *ast.BasicLit:
			text, ok := wholeText(n.(ast.Expr))
			if ok && twoWords.MatchString(formatVerb.ReplaceAllString(text, "…")) {
				texts = append(texts, strconv.Quote(text))
			}
			return !ok
		}
		return true
	})
	return texts
}

// takesPattern tells whether a call takes a pattern to search for.
func takesPattern(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	return ok && (f.Sel.Name == "MustCompile" || f.Sel.Name == "Compile")
}

// isWordList reports whether constants are words in others' files, to be recognized.
func isWordList(x ast.Expr) bool {
	name, ok := x.(*ast.Ident)
	return ok && name.Name == "wordList"
}

func isListOfTexts(list *ast.CompositeLit) bool {
	if len(list.Elts) == 0 {
		return false
	}
	return !slices.ContainsFunc(list.Elts, func(x ast.Expr) bool {
		if pair, ok := x.(*ast.KeyValueExpr); ok {
			x = pair.Key
		}
		_, ok := x.(*ast.BasicLit)
		return !ok
	})
}

// wholeText puts the parts of a text together; ok is false where there is none.
func wholeText(x ast.Expr) (text string, ok bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(x.Value)
		return text, err == nil && x.Kind == token.STRING
	case *ast.BinaryExpr:
		left, isText := wholeText(x.X)
		right, alsoText := wholeText(x.Y)
		if x.Op != token.ADD || !isText && !alsoText {
			return "", false
		}
		if !isText {
			left = "…"
		}
		if !alsoText {
			right = "…"
		}
		return left + right, true
	}
	return "", false
}
