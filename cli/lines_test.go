package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coldstart/testdata/must"
)

// told is a text that tells somebody what to type, and where it is.
type told struct{ at, text string }

// toldByProgram are the string literals of the program.
func toldByProgram(t *testing.T) (all []told) {
	t.Helper()
	must.Do(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		name := filepath.ToSlash(path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{"../testdata", "../docs", "../.git", "../.ci", "../vault/vaulttest"}, name):
			return filepath.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					all = append(all, told{files.Position(lit.Pos()).String(), text})
				}
			}
			return true
		})
		return nil
	}))
	return all
}

// toldByPages are the pages, the guide for agents, and the help of the visible commands.
func toldByPages(t *testing.T, root *cobra.Command) (all []told) {
	t.Helper()
	pages := pagesOf(t)
	for _, page := range append(pages, filepath.Join("..", "README.md"), filepath.Join("..", "vault", "setup", "guide.md")) {
		text := must.Get(os.ReadFile(page))(t)
		for i, line := range strings.Split(string(text), "\n") {
			all = append(all, told{page + ":" + strconv.Itoa(i+1), line})
		}
	}
	for _, cmd := range visible(root) {
		all = append(all, told{"help " + title(cmd), cmd.Long}, told{"example of " + title(cmd), cmd.Example}, told{"usage of " + title(cmd), usageLine(cmd)})
	}
	return all
}

// heldElsewhere are lines that hooks, plugins and other machines hold already, with the words of before.
var heldElsewhere = regexp.MustCompile(`coldstart (start|end) --format claude|coldstart gate --agent|coldstart serve-stdio`)

// lineToType is a command of coldstart in a text, up to what cannot be part of it.
var lineToType = regexp.MustCompile("\\bcoldstart((?: +(?:--?[a-zA-Z][a-z-]*(?:[= ][A-Z]+)?|[a-z][a-z-]*|[A-Z]+|\"[^\"]*\"|[\\w./-]*[\\d./][\\w./-]*))+)")

var bareFlag = regexp.MustCompile(`(?:^|[\s(])--([a-z][a-z-]*)`)

// A line that a hint, help, the guide or a page tells to type has words and flags that help shows.
func TestEveryLineToTypeIsShownByHelp(t *testing.T) {
	t.Parallel()
	root := newCall(t.Context(), Env{}).root
	old, shownAnywhere := []string{}, map[string]bool{}
	for _, cmd := range root.Commands() {
		if cmd.Hidden {
			old = append(old, cmd.Name())
		}
	}
	for _, cmd := range visible(root) {
		cmd.InheritedFlags() // merges them
		cmd.Flags().VisitAll(func(f *pflag.Flag) { shownAnywhere[f.Name] = shownAnywhere[f.Name] || !f.Hidden })
	}
	known := map[string]bool{}
	for _, cmd := range everyCommandOf(newCall(t.Context(), Env{})) {
		cmd.InheritedFlags()
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
	}
	lines := 0
	for _, one := range append(toldByProgram(t), toldByPages(t, root)...) {
		for _, m := range lineToType.FindAllStringSubmatch(heldElsewhere.ReplaceAllString(one.text, ""), -1) {
			words := strings.Fields(m[1])
			if slices.Contains(old, words[0]) {
				t.Errorf("%s: %q has the word %s, which help does not show", one.at, m[0], words[0])
				continue
			}
			cmd, rest := root, words
			for len(rest) > 0 {
				i := slices.IndexFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.Name() == rest[0] && !c.Hidden })
				if i < 0 {
					break
				}
				cmd, rest = cmd.Commands()[i], rest[1:]
			}
			if cmd == root && !strings.HasPrefix(words[0], "-") {
				continue // a sentence about coldstart
			}
			lines++
			for _, word := range rest {
				name, long := strings.CutPrefix(word, "--")
				name, _, _ = strings.Cut(name, "=")
				if f := cmd.Flags().Lookup(name); long && known[name] && (f == nil || f.Hidden) {
					t.Errorf("%s: %q: %s does not show --%s", one.at, m[0], title(cmd), name)
				}
			}
		}
		for _, m := range bareFlag.FindAllStringSubmatch(one.text, -1) {
			if known[m[1]] && !shownAnywhere[m[1]] && !strings.Contains(one.at, "..") {
				t.Errorf("%s: no help shows --%s: %q", one.at, m[1], one.text)
			}
		}
	}
	if lines < 150 {
		t.Errorf("the texts have only %d lines", lines)
	}
}
