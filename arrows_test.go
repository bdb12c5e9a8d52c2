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
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// rules say what a package may reach. Patterns are import paths; a trailing "/..."
// includes everything below.
type rules struct {
	may      []string // packages outside the standard library
	mayNot   []string // packages of the standard library
	onlyStd  []string // when set, the only packages of the standard library
	timeless []string // names in package time that may not be used
	ofOS     []string // when set, the only names in package os that may be used
}

var (
	// network is closed to every package: coldstart works on files only.
	network  = []string{"net/..."}
	programs = []string{"net/...", "os/exec"}
	// machine is what a package must not touch when its results have to follow from its
	// arguments alone.
	machine = []string{"net/...", "os/...", "io/fs", "io/ioutil", "path/filepath",
		"syscall", "embed", "log/...", "time/tzdata"}

	clock     = []string{"Now", "Since", "Until"}
	anyTiming = append([]string{"After", "AfterFunc", "NewTimer", "NewTicker", "Tick", "Sleep"}, clock...)
)

var (
	// commands are the command line: they bring all others together.
	commands = rules{
		may: []string{"coldstart/cli/...", "coldstart/tui/...", "coldstart/vault", "coldstart/vault/hook", "coldstart/vault/setup", "coldstart/styles/...",
			"coldstart/model/...", "github.com/muesli/termenv", "github.com/spf13/..."},
		mayNot: programs,
		// Its own streams and surroundings, and no other file.
		ofOS: []string{"Args", "DevNull", "Executable", "File", "Getenv", "Getwd", "Hostname", "Interrupt", "ModeCharDevice", "SameFile", "Stat", "Stderr", "Stdin", "Stdout"},
	}
	// screen draws what it is given, and asks for what it wants.
	screen = rules{
		may: []string{"coldstart/tui/...", "coldstart/model/...", "coldstart/styles", "coldstart/styles/signs",
			"github.com/charmbracelet/bubbletea", "github.com/charmbracelet/bubbles/...",
			"github.com/charmbracelet/lipgloss", "github.com/charmbracelet/x/ansi",
			"github.com/aymanbagabas/go-udiff/..."},
		mayNot:   machine,
		timeless: anyTiming,
	}
	// files are the rooms of the vault that touch the disk. Waiting for a lock, and for
	// changes, needs a deadline, so timers stay allowed.
	files = rules{
		may: []string{"coldstart/vault/...", "coldstart/model", "coldstart/model/rule", "coldstart/model/research", "gopkg.in/yaml.v3", "github.com/gofrs/flock",
			"github.com/fsnotify/fsnotify", "golang.org/x/sys/unix"},
		mayNot:   programs,
		timeless: clock,
	}
	// text is what follows from names and bytes alone.
	text = rules{
		may:      []string{"coldstart/vault/...", "coldstart/model", "coldstart/model/rule", "coldstart/model/research", "gopkg.in/yaml.v3"},
		mayNot:   machine,
		timeless: anyTiming,
	}
)

// arrows are the packages from top to bottom: one imports only those that stand below it,
// and of these only what its rules allow. A new package is a new line. A folder with
// "/..." stands for all packages below it, which do not know each other.
var arrows = []struct {
	folder string
	rules
}{
	{"main", rules{may: []string{"coldstart/cli", "coldstart/styles/background"}, mayNot: programs}},

	// Programs beside main: the pictures of the documentation, hostile vaults (made without
	// anything of the program they are for), measurements, what runs the tests, and what writes
	// the table of rules of another project.
	{"docs/pictures", rules{
		may: []string{"coldstart/tui", "coldstart/vault", "coldstart/model/...", "coldstart/styles", "coldstart/styles/background",
			"github.com/charmbracelet/bubbletea", "github.com/charmbracelet/x/ansi", "github.com/muesli/termenv"},
		mayNot: network}},
	// Support for tests of several rooms. It opens vaults, and exposes the rooms below.
	{"vault/vaulttest", rules{
		may:    []string{"coldstart/vault/...", "coldstart/testdata/examples", "coldstart/testdata/must", "coldstart/model/phrase", "coldstart/model", "coldstart/model/rule", "coldstart/model/research"},
		mayNot: network, timeless: clock}},
	{"testdata/hostile", rules{may: []string{"coldstart/testdata/hostile/cases"}, mayNot: network, timeless: clock}},
	{"testdata/hostile/cases", rules{mayNot: programs, timeless: clock}},
	{"testdata/speed", rules{
		may:    []string{"coldstart/vault", "coldstart/model/...", "coldstart/testdata/transcripts/homes", "github.com/creack/pty", "golang.org/x/sys/unix"},
		mayNot: network}},
	{"testdata/notations", rules{may: []string{"coldstart/vault", "coldstart/model/..."}, mayNot: network, timeless: clock}},
	{"testdata/transcripts", rules{may: []string{"coldstart/testdata/transcripts/homes"}, mayNot: network, timeless: clock}},
	{"testdata/transcripts/homes", rules{mayNot: programs, timeless: clock}},
	{"testdata/lies", rules{may: []string{"pgregory.net/rapid", "coldstart/model/..."}, mayNot: network, timeless: clock}},
	{"testdata/examples", rules{may: []string{"coldstart/model/...", "pgregory.net/rapid"}, mayNot: network, timeless: clock}},
	{"testdata/told", rules{may: []string{"coldstart/testdata/must", "coldstart/vault/disk", "coldstart/vault/store", "coldstart/model/..."}, mayNot: network, timeless: clock}},
	{"testdata/page", rules{may: []string{"coldstart/testdata/must"}, mayNot: programs, timeless: clock}},
	{"testdata/tidy", rules{may: []string{"coldstart/testdata/must"}, mayNot: programs, timeless: clock}},
	{"testdata/must", rules{mayNot: programs, timeless: clock}},
	{"testdata/trust", rules{mayNot: network, timeless: clock}},
	{"styles/secrets/gitleaks", rules{mayNot: network, timeless: clock}},
	{"testdata/whole", rules{onlyStd: []string{"flag", "math/rand/v2", "os", "runtime/debug", "syscall", "testing"}}},

	{"cli", commands},
	// The tools of an agent, and the protocol that calls them.
	{"cli/agent", rules{may: []string{"coldstart/cli/...", "coldstart/model/...", "coldstart/styles"}, mayNot: machine, timeless: anyTiming}},
	{"cli/mcp", rules{may: []string{"coldstart/cli/say", "coldstart/model/..."}, mayNot: machine, timeless: anyTiming}},
	// The operator's settings, read and checked.
	{"cli/settings", rules{
		may: []string{"coldstart/cli/say", "coldstart/tui/...", "coldstart/vault", "coldstart/styles/...",
			"coldstart/model/...", "github.com/muesli/termenv"},
		mayNot: programs}},
	// The same program on another machine: it runs ssh, and touches no file.
	{"cli/remote", rules{may: []string{"coldstart/cli/say", "coldstart/vault", "coldstart/model/..."},
		mayNot: []string{"net/...", "os", "os/signal", "io/fs", "io/ioutil", "path/filepath", "syscall", "embed", "log/..."}}},
	// What a command answers, and what its arguments mean, follow from the vault as it was read.
	{"cli/answer", rules{may: []string{"coldstart/cli/...", "coldstart/model/...", "coldstart/styles", "coldstart/styles/signs"}, mayNot: machine, timeless: anyTiming}},
	{"cli/refs", rules{may: []string{"coldstart/cli/say", "coldstart/model/..."}, mayNot: machine, timeless: anyTiming}},
	// What the operator's rules want of an agent's action. Lines of a shell are read by the
	// parser of shfmt.
	{"cli/gate", rules{may: []string{"coldstart/model", "coldstart/model/rule", "coldstart/model/research", "mvdan.cc/sh/v3/syntax"}, mayNot: machine, timeless: anyTiming}},
	// What shows that an agent runs the program, in values that cli hands it.
	{"cli/marks", rules{mayNot: machine, timeless: anyTiming}},
	{"cli/say", rules{mayNot: machine, timeless: anyTiming}},
	// The operator's own programs: for notices, actions and the editor.
	{"cli/program", rules{may: []string{"github.com/charmbracelet/x/term", "golang.org/x/sys/unix"}, onlyStd: []string{"bytes", "context", "fmt", "io", "os/exec", "strings", "time"}}},

	{"tui", screen},
	{"tui/plain", screen},
	{"tui/calling", screen},
	{"tui/confirm", screen},
	{"tui/overlay", screen},
	{"tui/plans", screen},
	{"tui/board", screen},
	{"tui/thread", screen},
	{"tui/list", screen},
	{"tui/markdown", screen},
	{"tui/draw", screen},
	{"tui/keys", screen},

	{"vault", files},
	{"vault/watch", files},
	{"vault/session", files},
	{"vault/decision", files},
	{"vault/verify", files},
	{"vault/inspect", files},
	{"vault/load", files},
	// It cuts texts, and no key or password in two.
	{"vault/gate", files},
	{"vault/ledger", files},
	// It reads a database of SQLite.
	{"vault/store/opencode", rules{may: append(slices.Clone(files.may), "zombiezen.com/go/sqlite/..."), mayNot: files.mayNot, timeless: files.timeless}},
	{"vault/store/...", files},
	{"vault/store", files},
	{"vault/guest/...", files},
	{"vault/guest", files},
	{"vault/source/...", files},
	{"vault/source", files},
	{"vault/setup", files},
	{"vault/state", files},
	// It also shows what an edit changes.
	{"vault/hook", rules{may: append(slices.Clone(files.may), "github.com/aymanbagabas/go-udiff/..."), mayNot: files.mayNot, timeless: files.timeless}},
	{"vault/settings", rules{may: append(slices.Clone(files.may), "github.com/aymanbagabas/go-udiff/..."), mayNot: files.mayNot, timeless: files.timeless}},
	{"vault/places", files},
	// It runs one program, ssh-keygen.
	{"vault/signature", rules{may: []string{"coldstart/model/...", "coldstart/vault/disk"}, mayNot: network, timeless: clock}},
	// It runs one program, git.
	{"vault/git", rules{mayNot: network, timeless: clock}},
	// /proc is read here because only the vault touches files; it opens nothing else.
	{"vault/process", rules{onlyStd: []string{"bytes", "errors", "io", "os", "path/filepath", "runtime", "strconv", "strings", "syscall", "time"}}},
	{"vault/doubt", text},
	{"vault/dialect", text},
	{"vault/disk", files},
	{"vault/text/python", text},
	{"vault/text", text},

	// What both the screen and reports draw of things.
	{"styles/signs", rules{may: []string{"coldstart/styles", "coldstart/model/..."}, mayNot: machine, timeless: anyTiming}},
	{"styles", rules{
		may:    []string{"coldstart/styles/secrets", "github.com/charmbracelet/lipgloss", "github.com/muesli/termenv", "github.com/charmbracelet/x/ansi"},
		mayNot: machine, timeless: anyTiming}},
	{"styles/secrets", rules{mayNot: machine, timeless: anyTiming}},
	{"styles/background", rules{may: []string{"github.com/charmbracelet/lipgloss"}, onlyStd: []string{"os", "strings"}}},
	// What is known of a thing, and in which words: for the screen and the command line.
	{"model/view", rules{may: []string{"coldstart/model/phrase", "coldstart/model/rule", "coldstart/model/research", "coldstart/model"}, mayNot: machine, timeless: anyTiming}},
	{"model/phrase", rules{may: []string{"coldstart/model/rule", "coldstart/model/research", "coldstart/model"}, mayNot: machine, timeless: anyTiming}},
	// What follows from what was found; journals first, since their dead ends are rows of the queue.
	{"model/rule", rules{may: []string{"coldstart/model", "coldstart/model/rule", "coldstart/model/research", "coldstart/model/research"}, mayNot: machine, timeless: anyTiming}},
	{"model/research", rules{may: []string{"coldstart/model", "coldstart/model/rule", "coldstart/model/research"}, mayNot: machine, timeless: anyTiming}},
	{"model", rules{mayNot: machine, timeless: anyTiming}},
}

// rowOf is the row of a folder, -1 when it has none. Its own row comes before that of
// all packages below another.
func rowOf(folder string) int {
	for _, pattern := range []string{folder, path.Dir(folder) + "/..."} {
		for i, row := range arrows {
			if row.folder == pattern {
				return i
			}
		}
	}
	return -1
}

// covers tells whether one of the patterns names the import path.
func covers(patterns []string, importPath string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		root, below := strings.CutSuffix(pattern, "/...")
		return importPath == root || below && strings.HasPrefix(importPath, root+"/")
	})
}

// refusal says why a package in a folder may not import another, "" when it may.
func refusal(folder, importPath string) string {
	from := rowOf(folder)
	if from < 0 {
		return fmt.Sprintf("package folder %s has no row in the arrow table", folder)
	}
	row := arrows[from]
	first, below, _ := strings.Cut(importPath, "/")
	allowed := covers(row.may, importPath)
	switch {
	case first == "coldstart" && allowed && rowOf(below) <= from:
		return fmt.Sprintf("%s does not stand above %s in the arrow table", folder, below)
	case first != "coldstart" && !strings.Contains(first, "."): // the standard library
		allowed = !covers(row.mayNot, importPath) && (row.onlyStd == nil || covers(row.onlyStd, importPath))
	}
	if !allowed {
		return fmt.Sprintf("%s may not import %s", folder, importPath)
	}
	return ""
}

func TestArrows(t *testing.T) {
	t.Parallel()
	for _, f := range programFiles(t) {
		for _, spec := range f.syntax.Imports {
			importPath, err := strconv.Unquote(spec.Path.Value)
			if why := refusal(f.folder(), importPath); why != "" || err != nil {
				f.report(t, spec, "%s", why)
			}
		}
	}
}

// The table is read the way it is meant.
func TestWhatTheArrowsForbid(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		folder, importPath string
		allowed            bool
	}{
		{"main", "coldstart/cli", true},
		{"main", "coldstart/vault", false},
		{"cli", "coldstart/vault", true},
		{"cli", "coldstart/vault/hook", true},
		{"cli", "coldstart/vault/git", false},
		{"cli", "os/exec", false},
		{"cli", "net/http", false},
		{"cli/mcp", "coldstart/vault", false},
		{"cli/program", "os", false},
		{"tui", "coldstart/vault", false},
		{"tui", "os", false},
		{"vault", "os", true},
		{"vault", "coldstart/vault/dialect", true},
		{"vault", "coldstart/vault/vaulttest", false},
		{"vault/load", "coldstart/vault/vaulttest", false},
		{"cli", "coldstart/vault/vaulttest", false},
		{"vault", "coldstart/styles", false},
		{"vault/git", "os/exec", true},
		{"vault/git", "coldstart/model", false},
		{"vault/dialect", "coldstart/vault", false},
		{"vault/dialect", "coldstart/vault/doubt", false},
		{"vault/dialect", "os", false},
		{"vault/source/traces", "coldstart/vault/source", true},
		{"vault/source/traces", "coldstart/vault/source/plans", false},
		{"vault/source", "coldstart/vault/source/plans", false},
		{"model", "gopkg.in/yaml.v3", false},
		{"model", "io/fs", false},
		{"extra", "fmt", false},
	} {
		if why := refusal(tt.folder, tt.importPath); (why == "") != tt.allowed {
			t.Errorf("%s to %s: %q", tt.folder, tt.importPath, why)
		}
	}
}

func TestTimeComesInAsAValue(t *testing.T) {
	t.Parallel()
	for _, f := range programFiles(t) {
		row := rowOf(f.folder())
		if row < 0 || len(arrows[row].timeless) == 0 {
			continue
		}
		for _, spec := range f.syntax.Imports {
			if spec.Path.Value == `"time"` && spec.Name != nil {
				f.report(t, spec, "imports time under another name, which hides readings of the clock")
			}
		}
		// Handing the function on counts as well as calling it.
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if from, name, _ := strings.Cut(qualified(s), "."); from == "time" && slices.Contains(arrows[row].timeless, name) {
					f.report(t, n, "%s may not use time.%s", f.folder(), name)
				}
			}
			return true
		})
	}
}

func TestOnlyTheVaultTouchesFiles(t *testing.T) {
	t.Parallel()
	held := 0
	for _, f := range programFiles(t) {
		row := rowOf(f.folder())
		if row < 0 || arrows[row].ofOS == nil {
			continue
		}
		held++
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if from, name, _ := strings.Cut(qualified(s), "."); from == "os" && !slices.Contains(arrows[row].ofOS, name) {
					f.report(t, n, "%s may not use os.%s", f.folder(), name)
				}
			}
			return true
		})
	}
	if held == 0 {
		t.Error("nothing is held")
	}
}

// The files through which an agent reaches a vault (coldstart mcp) know it only by an
// interface that cannot decide, and do not look behind it.
func TestAnAgentHasNoWayToDecide(t *testing.T) {
	t.Parallel()
	deciding := []string{"call", "Decide", "Decision", "Preview", "Undo", "Recover", "Snooze", "Pin", "KeepMessage", "openAt"}
	seen := false
	for _, f := range programFiles(t) {
		tools := f.folder() == "cli/agent"
		if !tools && f.folder() != "cli/mcp" {
			continue
		}
		seen = seen || tools
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				if n.Path.Value == `"coldstart/vault"` {
					f.report(t, n, "an agent's tools know no vault")
				}
			case *ast.TypeAssertExpr:
				f.report(t, n, "an agent's tools look behind an interface")
			case *ast.Ident:
				if tools && slices.Contains(deciding, n.Name) {
					f.report(t, n, "an agent's tools name %s", n.Name)
				}
			}
			return true
		})
	}
	if !seen {
		t.Error("there is no cli/agent")
	}
}

// What a decision's phase means for whether it counts is answered in one place: ledger.Record.Counts and IsOff.
// Whoever carries decisions out writes phases.
func TestOnlyTheLedgerReadsPhases(t *testing.T) {
	t.Parallel()
	for _, f := range programFiles(t) {
		if f.folder() == "vault/ledger" || f.folder() == "vault/decision" {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if from, name, _ := strings.Cut(qualified(s), "."); from == "ledger" && strings.HasPrefix(name, "Phase") {
					f.report(t, n, "%s reads ledger.%s", f.folder(), name)
				}
			}
			return true
		})
	}
}

// mostLines of a function fit a screen.
const mostLines = 60

// TestStructure holds what no linter of .ci/run looks at.
func TestStructure(t *testing.T) {
	t.Parallel()
	documented := map[string]bool{}
	for _, f := range programFiles(t) {
		documented[f.folder()] = documented[f.folder()] || f.syntax.Doc != nil
		for _, decl := range f.syntax.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				f.checkFunction(t, decl)
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					f.checkNames(t, decl, spec)
				}
			}
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				name := qualified(call.Fun)
				ends := name == "os.Exit" || strings.HasPrefix(name, "log.Fatal")
				if ends && f.syntax.Name.Name != "main" || name == "panic" || strings.HasPrefix(name, "log.Panic") {
					f.report(t, n, "calls %s", name)
				}
			}
			return true
		})
	}
	for folder, ok := range documented {
		if !ok {
			t.Errorf("no file of %s has a package comment", folder)
		}
	}
}

func (f goFile) checkFunction(t *testing.T, function *ast.FuncDecl) {
	t.Helper()
	if lines := f.line(function.End()) - f.line(function.Pos()) + 1; lines > mostLines {
		f.report(t, function, "%s has %d lines, more than %d", function.Name.Name, lines, mostLines)
	}
	if function.Recv == nil && function.Name.Name == "init" && f.folder() != "styles/background" {
		f.report(t, function, "has an init function")
	}
	exported := function.Name.IsExported()
	if function.Recv != nil {
		ast.Inspect(function.Recv.List[0].Type, func(n ast.Node) bool {
			name, ok := n.(*ast.Ident)
			exported = exported && (!ok || name.IsExported())
			return !ok
		})
	}
	if exported && function.Doc.Text() == "" {
		f.report(t, function, "%s has no doc comment", function.Name.Name)
	}
}

func (f goFile) checkNames(t *testing.T, group *ast.GenDecl, spec ast.Spec) {
	t.Helper()
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if spec.Name.IsExported() && spec.Doc.Text()+group.Doc.Text() == "" {
			f.report(t, spec, "%s has no doc comment", spec.Name.Name)
		}
	case *ast.ValueSpec:
		for i, name := range spec.Names {
			if name.IsExported() && spec.Doc.Text()+spec.Comment.Text()+group.Doc.Text() == "" {
				f.report(t, name, "%s has no doc comment", name.Name)
			}
			fixed := group.Tok == token.CONST || name.Name == "_" || i < len(spec.Values) && isConstant(spec.Type, spec.Values[i])
			if !fixed && !embedded(group.Doc) && !embedded(spec.Doc) {
				f.report(t, name, "%s is state of the package", name.Name)
			}
		}
	}
}

func embedded(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:embed ")
	})
}

// isConstant accepts errors, times, filled tables and compiled patterns, also those that are made
// when they are first needed. An empty table is refused: somebody would have to fill it.
func isConstant(declared, value ast.Expr) bool {
	if declared, ok := declared.(*ast.Ident); ok && declared.Name == "error" {
		return true
	}
	switch value := value.(type) {
	case *ast.CompositeLit:
		return len(value.Elts) > 0
	case *ast.UnaryExpr: // Package unicode takes its tables by pointers only.
		table, ok := value.X.(*ast.CompositeLit)
		return ok && qualified(table.Type) == "unicode.RangeTable" && len(table.Elts) > 0
	case *ast.CallExpr:
		return slices.Contains([]string{"errors.New", "regexp.MustCompile", "sync.OnceValue", "time.Date"}, qualified(value.Fun))
	}
	return false
}

// qualified is "name" or "package.Name" for such a name and "" for anything else.
func qualified(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		if from, ok := x.X.(*ast.Ident); ok {
			return from.Name + "." + x.Sel.Name
		}
	}
	return ""
}

// goFile is one parsed Go file. The source text is looked at, so that files for other
// systems are checked as well.
type goFile struct {
	path   string // slash-separated, from the module root
	lines  *token.FileSet
	syntax *ast.File
}

// folder is the package's folder from the module root, "main" for the root.
func (f goFile) folder() string {
	if dir := path.Dir(f.path); dir != "." {
		return dir
	}
	return "main"
}

func (f goFile) line(at token.Pos) int { return f.lines.Position(at).Line }

func (f goFile) report(t *testing.T, at ast.Node, format string, args ...any) {
	t.Helper()
	t.Errorf("%s:%d: %s", f.path, f.line(at.Pos()), fmt.Sprintf(format, args...))
}

var readProgram = sync.OnceValues(func() ([]goFile, error) {
	var found []goFile
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		lines := token.NewFileSet()
		syntax, err := parser.ParseFile(lines, name, source, parser.ParseComments|parser.SkipObjectResolution)
		found = append(found, goFile{filepath.ToSlash(name), lines, syntax})
		return err
	})
	return found, err
})

// programFiles are the files that are no tests, also those below testdata, which the go
// command passes over.
func programFiles(t *testing.T) []goFile {
	t.Helper()
	found, err := readProgram()
	if err != nil {
		t.Fatalf("read the module's source: %v", err)
	}
	return found
}
