package main

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// row says what one package may reach. Patterns are import paths; a trailing
// "/..." includes everything below.
type row struct {
	may      []string // packages outside the standard library
	mayNot   []string // packages of the standard library
	onlyStd  []string // when set, the only packages of the standard library
	timeless []string // names in package time that may not be used
}

var (
	// network is closed to every package: coldstart works on files only.
	network = []string{"net/..."}
	// machine is what a package must not touch when its results have to
	// follow from its arguments alone.
	machine = []string{"net/...", "os/...", "io/fs", "io/ioutil", "path/filepath",
		"syscall", "embed", "log/...", "time/tzdata"}

	clock  = []string{"Now", "Since", "Until"}
	timers = []string{"After", "AfterFunc", "NewTimer", "NewTicker", "Tick", "Sleep"}
)

// arrows is the whole dependency rule.
var arrows = map[string]row{
	"main": {
		may:    []string{"coldstart/cli", "coldstart/styles/background"},
		mayNot: []string{"net/...", "os/exec"},
	},
	"cli": {
		may: []string{"coldstart/tui", "coldstart/vault", "coldstart/styles", "coldstart/styles/background",
			"coldstart/model", "coldstart/cli/mcp", "coldstart/cli/notice",
			"coldstart/cli/program", "github.com/muesli/termenv"},
		mayNot: []string{"net/...", "os/exec"},
	},
	// What an agent says reaches the vault only through the desk that cli gives it.
	"cli/mcp": {
		may:      []string{"coldstart/model"},
		mayNot:   machine,
		timeless: slices.Concat(clock, timers),
	},
	// The operator's own program, for notices only.
	"cli/notice": {
		onlyStd: []string{"context", "fmt", "os/exec", "time"},
	},
	// The programs of the operator's own actions.
	"cli/program": {
		onlyStd: []string{"bytes", "fmt", "io", "os/exec", "strings", "time"},
	},
	// The program that draws the documentation's pictures stands beside main.
	"docs/pictures": {
		may: []string{"coldstart/tui", "coldstart/vault", "coldstart/styles", "coldstart/styles/background",
			"github.com/charmbracelet/bubbletea", "github.com/charmbracelet/x/ansi", "github.com/muesli/termenv"},
		mayNot: network,
	},
	// Hostile vaults are made without anything of the program that they are for.
	"testdata/hostile": {
		may:      []string{"coldstart/testdata/hostile/cases"},
		mayNot:   network,
		timeless: clock,
	},
	"testdata/hostile/cases": {
		mayNot:   []string{"net/...", "os/exec"},
		timeless: clock,
	},
	// What measures the program starts it, and loads vaults beside it.
	"testdata/speed": {
		may:    []string{"coldstart/vault", "github.com/creack/pty", "golang.org/x/sys/unix"},
		mayNot: network,
	},
	// What runs the tests needs nothing of what is tested.
	"testdata/trust": {
		mayNot:   network,
		timeless: clock,
	},
	"tui": {
		may: []string{"coldstart/model", "coldstart/styles",
			"github.com/charmbracelet/bubbletea", "github.com/charmbracelet/bubbles/...",
			"github.com/charmbracelet/lipgloss", "github.com/charmbracelet/x/ansi",
			"github.com/aymanbagabas/go-udiff/..."},
		mayNot:   machine,
		timeless: slices.Concat(clock, timers),
	},
	"vault": {
		may: []string{"coldstart/model", "coldstart/vault/git", "coldstart/vault/dialect", "coldstart/vault/doubt", "gopkg.in/yaml.v3", "github.com/gofrs/flock",
			"github.com/fsnotify/fsnotify", "golang.org/x/sys/unix"},
		mayNot: []string{"net/...", "os/exec"},
		// Waiting for a lock, and for changes, needs a deadline, so timers stay allowed.
		timeless: clock,
	},
	// It runs one program, git.
	"vault/git": {
		mayNot:   network,
		timeless: clock,
	},
	// What files mean follows from their names and bytes alone.
	"vault/dialect": {
		may:      []string{"coldstart/model"},
		mayNot:   machine,
		timeless: slices.Concat(clock, timers),
	},
	// What is doubtful about a request follows from its name and bytes alone.
	"vault/doubt": {
		may:      []string{"coldstart/model", "coldstart/vault/dialect", "gopkg.in/yaml.v3"},
		mayNot:   machine,
		timeless: slices.Concat(clock, timers),
	},
	"model": {
		mayNot:   machine,
		timeless: slices.Concat(clock, timers),
	},
	"styles": {
		may: []string{"github.com/charmbracelet/lipgloss", "github.com/muesli/termenv",
			"github.com/charmbracelet/x/ansi"},
		mayNot:   machine,
		timeless: slices.Concat(clock, timers),
	},
	"styles/background": {
		may:     []string{"github.com/charmbracelet/lipgloss"},
		onlyStd: []string{"os", "strings"},
	},
}

// covers tells whether one of the patterns names the import path.
func covers(patterns []string, importPath string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		root, below := strings.CutSuffix(pattern, "/...")
		return importPath == root || below && strings.HasPrefix(importPath, root+"/")
	})
}

// isStandard tells standard-library paths from module paths, whose first
// element has a dot or is our own name.
func isStandard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return first != "coldstart" && !strings.Contains(first, ".")
}

func forbiddenImports(f goFile) []string {
	row, known := arrows[f.room()]
	if !known {
		return []string{f.problem(f.syntax.Package, "package folder %s has no row in the arrow table", f.room())}
	}
	var problems []string
	for _, spec := range f.syntax.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		allowed := err == nil && covers(row.may, importPath)
		if isStandard(importPath) {
			allowed = !covers(row.mayNot, importPath) && (row.onlyStd == nil || covers(row.onlyStd, importPath))
		}
		if !allowed {
			problems = append(problems, f.problem(spec.Pos(), "%s may not import %s", f.room(), importPath))
		}
	}
	return problems
}

// timeName is the name under which the file knows package time, "" when it
// does not import it.
func timeName(f goFile) string {
	for _, spec := range f.syntax.Imports {
		if spec.Path.Value != `"time"` {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return "time"
	}
	return ""
}

// clockReads reports uses of the clock and of timers where time must come in
// as a value. Handing the function on counts as well as calling it.
func clockReads(f goFile) []string {
	name, timeless := timeName(f), arrows[f.room()].timeless
	if name == "" || len(timeless) == 0 {
		return nil
	}
	if name == "." {
		return []string{f.problem(f.syntax.Package, "imports time with a dot, which hides clock readings")}
	}
	var problems []string
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := selector.X.(*ast.Ident); ok && x.Name == name && slices.Contains(timeless, selector.Sel.Name) {
			problems = append(problems, f.problem(selector.Pos(), "%s may not use time.%s", f.room(), selector.Sel.Name))
		}
		return true
	})
	return problems
}

func TestArrows(t *testing.T) {
	for _, f := range programFiles(t) {
		for _, problem := range forbiddenImports(f) {
			t.Error(problem)
		}
	}
}

// deskEscapes looks at the files through which an agent reaches a vault (coldstart mcp). They
// know a vault only by an interface that cannot decide, and do not look behind it.
func deskEscapes(f goFile) []string {
	if f.room() != "cli/mcp" && !strings.HasPrefix(f.path, "cli/desk") {
		return nil
	}
	var problems []string
	for _, spec := range f.syntax.Imports {
		if spec.Path.Value == `"coldstart/vault"` {
			problems = append(problems, f.problem(spec.Pos(), "an agent's desk knows no vault"))
		}
	}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			problems = append(problems, f.problem(n.Pos(), "an agent's desk looks behind an interface"))
		case *ast.Ident:
			if slices.Contains([]string{"call", "Decide", "Decision", "Preview", "Undo", "Recover", "Snooze", "Pin", "KeepMessage", "openAt"}, n.Name) && f.room() != "cli/mcp" {
				problems = append(problems, f.problem(n.Pos(), "an agent's desk names %s", n.Name))
			}
		}
		return true
	})
	return problems
}

func TestAnAgentsDeskHasNoWayToDecide(t *testing.T) {
	desks := 0
	for _, f := range programFiles(t) {
		if strings.HasPrefix(f.path, "cli/desk") {
			desks++
		}
		for _, problem := range deskEscapes(f) {
			t.Error(problem)
		}
	}
	if desks == 0 {
		t.Error("there is no desk")
	}
	using := func(text string) string { return "package p\n\n" + text + "\n" }
	testSnippets(t, deskEscapes, []snippet{
		{"vault", "cli/desk_x.go", using(`import _ "coldstart/vault"`), "knows no vault"},
		{"decide", "cli/desk_x.go", using("func f(s store) { s.Decide() }"), "names Decide"},
		{"behind", "cli/mcp/x.go", using("var x = desk.(decider)"), "looks behind"},
		{"elsewhere", "cli/x.go", using("func f(s store) { s.Decide() }"), ""},
	})
}

func TestTimeComesInAsAValue(t *testing.T) {
	for _, f := range programFiles(t) {
		for _, problem := range clockReads(f) {
			t.Error(problem)
		}
	}
}

func TestForbiddenImportsAreReported(t *testing.T) {
	importing := func(importPath string) string { return "package p\n\nimport _ \"" + importPath + "\"\n" }
	testSnippets(t, forbiddenImports, []snippet{
		{"main to cli", "main.go", importing("coldstart/cli"), ""},
		{"main to vault", "main.go", importing("coldstart/vault"), "main.go:3: main may not import coldstart/vault"},
		{"cli to vault", "cli/a.go", importing("coldstart/vault"), ""},
		{"notices to running programs", "cli/notice/a.go", importing("os/exec"), ""},
		{"notices to files", "cli/notice/a.go", importing("os"), "cli/notice may not import os"},
		{"own actions to running programs", "cli/program/a.go", importing("os/exec"), ""},
		{"own actions to files", "cli/program/a.go", importing("os"), "cli/program may not import os"},
		{"cli to running programs", "cli/a.go", importing("os/exec"), "cli may not import os/exec"},
		{"the screen to running programs", "tui/a.go", importing("os/exec"), "tui may not import os/exec"},
		{"the screen to what runs them", "tui/a.go", importing("coldstart/cli/program"), "tui may not import coldstart/cli/program"},
		{"cli to the network", "cli/a.go", importing("net/http"), "may not import net/http"},
		{"cli to the agents' server", "cli/a.go", importing("coldstart/cli/mcp"), ""},
		{"agents' server to vault", "cli/mcp/a.go", importing("coldstart/vault"), "cli/mcp may not import coldstart/vault"},
		{"agents' server to files", "cli/mcp/a.go", importing("os"), "may not import os"},
		{"tui to bubbles", "tui/a.go", importing("github.com/charmbracelet/bubbles/textinput"), ""},
		{"tui to vault", "tui/a.go", importing("coldstart/vault"), "may not import coldstart/vault"},
		{"tui to files", "tui/a.go", importing("os"), "may not import os"},
		{"tui to yaml", "tui/a.go", importing("gopkg.in/yaml.v3"), "may not import gopkg.in/yaml.v3"},
		{"vault to files", "vault/a_windows.go", importing("os"), ""},
		{"vault to dialects", "vault/a.go", importing("coldstart/vault/dialect"), ""},
		{"dialects to files", "vault/dialect/a.go", importing("os"), "vault/dialect may not import os"},
		{"dialects to vault", "vault/dialect/a.go", importing("coldstart/vault"), "may not import coldstart/vault"},
		{"dialects to yaml", "vault/dialect/a.go", importing("gopkg.in/yaml.v3"), "may not import gopkg.in/yaml.v3"},
		{"vault to styles", "vault/a.go", importing("coldstart/styles"), "may not import coldstart/styles"},
		{"vault to git", "vault/a.go", importing("coldstart/vault/git"), ""},
		{"cli to git", "cli/a.go", importing("coldstart/vault/git"), "may not import coldstart/vault/git"},
		{"git to running programs", "vault/git/a.go", importing("os/exec"), ""},
		{"git to the network", "vault/git/a.go", importing("net"), "may not import net"},
		{"git to the model", "vault/git/a.go", importing("coldstart/model"), "may not import coldstart/model"},
		{"vault to running programs", "vault/a.go", importing("os/exec"), "may not import os/exec"},
		{"model to the standard library", "model/a.go", importing("strings"), ""},
		{"model to files", "model/a.go", importing("io/fs"), "may not import io/fs"},
		{"model to a module", "model/a.go", importing("gopkg.in/yaml.v3"), "may not import gopkg.in/yaml.v3"},
		{"styles to the environment", "styles/a.go", importing("os"), "may not import os"},
		{"background to the environment", "styles/background/a.go", importing("os"), ""},
		{"background beyond its three", "styles/background/a.go", importing("fmt"), "may not import fmt"},
		{"hostile vaults to the program", "testdata/hostile/cases/a.go", importing("coldstart/vault"), "may not import coldstart/vault"},
		{"new package", "extra/a.go", importing("fmt"), "no row in the arrow table"},
	})
}

func TestClockReadsAreReported(t *testing.T) {
	using := func(spec, use string) string { return "package p\n\nimport " + spec + "\n\nvar x = " + use + "\n" }
	testSnippets(t, clockReads, []snippet{
		{"call", "model/a.go", using(`"time"`, "time.Now()"), "model/a.go:5: model may not use time.Now"},
		{"value", "tui/a.go", using(`"time"`, "time.Since"), "may not use time.Since"},
		{"other name", "styles/a.go", using(`tm "time"`, "tm.Until(d)"), "may not use time.Until"},
		{"dot", "vault/a.go", using(`. "time"`, "Now()"), "with a dot"},
		{"timer in model", "model/a.go", using(`"time"`, "time.After(1)"), "may not use time.After"},
		{"timer in vault", "vault/a.go", using(`"time"`, "time.After(1)"), ""},
		{"clock in cli", "cli/a.go", using(`"time"`, "time.Now"), ""},
		{"arithmetic", "model/a.go", using(`"time"`, "time.Second"), ""},
		{"other Now", "model/a.go", using(`"time"`, "opts.Now"), ""},
	})
}
