package docs

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

var update = flag.Bool("update", false, "write the rooms of dev/architecture.md, and lower the counts of dev/words.txt")

// unread are rooms and files that say nothing: programs for those who work on this one, and words that
// others write.
var unread = []string{"../docs", "../testdata", "../styles/secrets", "../vault/dialect", "../tui/entries.go", "../cli/gate/programs.go"}

// prose is a sentence, or what stands alone as one, with where it stands.
type prose struct{ at, text, folded string }

// TestWordsGetNoWorse counts each pattern of dev/words.txt in the texts of the program and on the pages.
// A count may fall, and is written down then; it never rises.
func TestWordsGetNoWorse(t *testing.T) {
	t.Parallel()
	inProgram, onPages := proseOfProgram(t), proseOfPages(t)
	var page bytes.Buffer
	for line := range strings.Lines(readPage(t, "dev/words.txt")) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(row) != 4 {
			page.WriteString(line)
			continue
		}
		pattern := regexp.MustCompile(row[3])
		row[0] = counted(t, row[0], row[2], pattern, inProgram)
		row[1] = counted(t, row[1], row[2], pattern, onPages)
		page.WriteString(strings.Join(row, "\t") + "\n")
	}
	if *update {
		must.Do(t, os.WriteFile("dev/words.txt", page.Bytes(), 0o600))
	} else if page.String() != readPage(t, "dev/words.txt") {
		t.Error("fewer than in docs/dev/words.txt: go test ./docs -run WordsGetNoWorse -update lowers the counts")
	}
}

// counted returns how many sentences have a pattern, at most as many as there were.
func counted(t *testing.T, was, instead string, pattern *regexp.Regexp, all []prose) string {
	t.Helper()
	most := must.Get(strconv.Atoi(was))(t)
	parsed := must.Get(syntax.Parse(pattern.String(), syntax.Perl))(t)
	var found []string
	literals := literalsOf(parsed.Simplify())
	for _, p := range all {
		if has(p.folded, literals) && pattern.MatchString(p.text) {
			found = append(found, p.at+": "+p.text)
		}
	}
	if len(found) > most {
		t.Errorf("%d sentences, at most %d may have %s; say: %s\n%s", len(found), most, pattern, instead, strings.Join(found, "\n"))
	}
	return strconv.Itoa(min(len(found), most))
}

// literalsOf returns texts in small letters of which every match has one, or nothing where there are
// none. To look for these first takes a tenth of the time.
func literalsOf(re *syntax.Regexp) (out []string) {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}
	case syntax.OpCapture, syntax.OpPlus:
		return literalsOf(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if l := literalsOf(sub); shortest(l) > shortest(out) {
				out = l
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			l := literalsOf(sub)
			if l == nil {
				return nil
			}
			out = append(out, l...)
		}
	}
	return out
}

func shortest(literals []string) int {
	n := 0
	for i, l := range literals {
		if i == 0 || len(l) < n {
			n = len(l)
		}
	}
	return n
}

func has(text string, literals []string) bool {
	return literals == nil || slices.ContainsFunc(literals, func(l string) bool { return strings.Contains(text, l) })
}

// endOfSentence parts a text; a number or a name has no blank behind its point.
var endOfSentence = regexp.MustCompile(`[.!?;:]["”)]?\s+|\n\s*\n|\s\|\s?|\n\s*(?:[-*#|]|\d+\.)+\s`)

func sentences(at, text string) (out []prose) {
	for _, s := range endOfSentence.Split(text, -1) {
		if s = strings.Join(strings.Fields(s), " "); strings.Contains(s, " ") {
			out = append(out, prose{at, s, strings.ToLower(s)})
		}
	}
	return out
}

// proseOfPages reads README, pages and the guide for agents without blocks of code, quoted code and generated tables.
func proseOfPages(t *testing.T) (out []prose) {
	t.Helper()
	code := regexp.MustCompile("(?s)" + fromCode.String() + "|```.*?```|`[^`]*`|<!--.*?-->|\\]\\([^)]*\\)")
	for _, name := range append(pages(t), "../vault/setup/guide.md") {
		if name == "keys.md" {
			continue // it has the texts of the program
		}
		lines, begun := 1, 1
		text := code.ReplaceAllStringFunc(readPage(t, name), func(s string) string { return "…" + strings.Repeat("\r", strings.Count(s, "\n")) })
		for paragraph := range strings.SplitAfterSeq(text, "\n\n") {
			begun, lines = lines, lines+strings.Count(paragraph, "\n")+strings.Count(paragraph, "\r")
			out = append(out, sentences(fmt.Sprint(name, ":", begun), paragraph)...)
		}
	}
	return out
}

// proseOfProgram reads the texts in the source: what has a blank between words.
func proseOfProgram(t *testing.T) (out []prose) {
	t.Helper()
	must.Do(t, filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case slices.Contains(unread, filepath.ToSlash(name)) || strings.HasPrefix(entry.Name(), ".") && name != "..":
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec, *ast.StructType:
				return false
			case *ast.CallExpr: // neither patterns nor lists of words
				f, ok := n.Fun.(*ast.SelectorExpr)
				return !ok || f.Sel.Name != "MustCompile" && f.Sel.Name != "Fields"
			case *ast.KeyValueExpr: // what people may type to find an action
				key, ok := n.Key.(*ast.Ident)
				return !ok || key.Name != "finds"
			case *ast.BinaryExpr, *ast.BasicLit:
				text, ok := wholeText(n.(ast.Expr))
				if ok {
					out = append(out, sentences(set.Position(n.Pos()).String(), text)...)
				}
				return !ok
			}
			return true
		})
		return nil
	}))
	return out
}

// wholeText puts the parts of a text together, with … for what is known only then; ok is false where
// there is none.
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

func TestProseIsFoundAndItsWordsToo(t *testing.T) {
	t.Parallel()
	got := sentences("a.go:1", "Go on with it. Nobody\ndoes | so, to whom | alone\n\n- it lies: in a.md here")
	want := []string{"Go on with it", "Nobody does", "so, to whom", "- it lies", "in a.md here"}
	if texts := say(got); !slices.Equal(texts, want) {
		t.Errorf("got %q", texts)
	}
	for _, c := range []struct{ pattern, text string }{
		{`\b(go|goes|went|gone) on\b`, "it goes on"}, {`(?i)\bgo(es|ing)? on with\b`, "GOING ON WITH it"}, {`\blies?\b|\blay (in|beside)\b`, "it lay beside it"}, {`^(\S+ ){2}\S`, "a b c"},
	} {
		if n := counted(t, "1", "", regexp.MustCompile(c.pattern), sentences("", c.text)); n != "1" {
			t.Errorf("%s is not found in %q", c.pattern, c.text)
		}
	}
}

// The examples of dev/words.md are found, and what to write instead is not; its glossary has terms that the
// program uses.
func TestTheWordsPageFollowsItsRules(t *testing.T) {
	t.Parallel()
	var patterns []*regexp.Regexp
	for line := range strings.Lines(readPage(t, "dev/words.txt")) {
		if row := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(row) == 4 {
			patterns = append(patterns, regexp.MustCompile(row[3]))
		}
	}
	avoided := func(text string) bool {
		return slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(text) })
	}
	examples, terms, _ := strings.Cut(readPage(t, "dev/words.md"), "\n## Glossary\n")
	for _, m := range regexp.MustCompile("(?m)^\\| `(.+)` \\| (.+) \\|$").FindAllStringSubmatch(examples, -1) {
		if !avoided(m[1]) || avoided(m[2]) {
			t.Errorf("not an example: %q → %q", m[1], m[2])
		}
	}
	used := strings.ToLower(mustReadSource(t).words)
	for _, m := range regexp.MustCompile(`(?m)^\| ([a-z ,]+) \| `).FindAllStringSubmatch(terms, -1) {
		for _, term := range strings.Split(m[1], ", ") {
			if term != "term" && !strings.Contains(used, term) {
				t.Errorf("no text of the program has %q", term)
			}
		}
	}
}

func say(all []prose) (texts []string) {
	for _, p := range all {
		texts = append(texts, p.text)
	}
	return texts
}
