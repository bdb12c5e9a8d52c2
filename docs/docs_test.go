// Package docs holds the pages against the program: numbers, quoted words, and the tests
// that they name.
package docs

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/doc"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"coldstart/testdata/must"
	"coldstart/testdata/page"
)

// limits are the constants behind dev/limits.md: the row that has the number, and how it
// stands there. They are found by name, in
// whatever package they are, exported or not; a name that several have comes with its package.
var limits = []struct{ name, row, unit string }{
	{"MostHosts", "hosts in your settings", ""},
	{"mostDestination", "hosts in your settings", ""},
	{"MostEvent", "an event of an agent's client for the gate", "bytes"},
	{"gate.mostInput", "the input of an action that the gate blocks", "bytes"},
	{"gate.mostShown", "the input of an action that the gate blocks", "bytes"},
	{"gate.mostTitle", "the input of an action that the gate blocks", ""},
	{"gate.mostPending", "actions waiting for approval at once", ""},
	{"gate.mostRead", "the gate's record of actions", "bytes"},
	{"LoadBytes", "one read of a vault", "bytes"},
	{"BriefFiles", "one read of a vault", ""},
	{"BriefBytes", "one read of a vault", "bytes"},
	{"mostNULs", "NUL bytes in a row in a text", "bytes"},
	{"LogBytes", "an event log", "bytes"},
	{"BriefEvents", "an event log", "bytes"},
	{"mostExtents", "parts of an event log between its holes", ""},
	{"maxDocument", "a plan, a request, a note, a configuration", "bytes"},
	{"maxFront", "front matter", "bytes"},
	{"maxJournalHead", "front matter of a journal that lists attempts line by line", "bytes"},
	{"LongestFront", "front matter of a request that is checked for two readings", "bytes"},
	{"MostHistory", "decisions of the past on the screen", ""},
	{"mostKeys", "fields of a request", ""},
	{"deepest", "values in each other in a request", ""},
	{"mostBlank", "blank lines in a row in a request", ""},
	{"traces.MaxSize", "a trace", "bytes"},
	{"journal.MaxSize", "a journal", "bytes"},
	{"memory.MaxSize", "`seed.json`", "bytes"},
	{"maxValues", "values of `seed.json`", ""},
	{"maxNesting", "values of `seed.json` in each other", ""},
	{"HeadBytes", "the beginning of a session of an agent", "bytes"},
	{"wider", "the beginning of a session of an agent", "bytes"},
	{"TailBytes", "the end of a session of an agent", "bytes"},
	{"listedTail", "the end of a session of an agent", "bytes"},
	{"courseBytes", "the end of a session of an agent", "bytes"},
	{"mostSessions", "sessions of one program looked at for one repository", ""},
	{"mostEverywhere", "sessions of one program looked at for all repositories", ""},
	{"mostTouched", "files that one session edited", ""},
	{"mostMemories", "files that Claude Code remembers of one repository", ""},
	{"mostTasks", "tasks of one session of Claude Code", ""},
	{"maxInstructions", "a file into which `coldstart init` puts instructions", "bytes"},
	{"maxConfig", "your settings, `coldstart.yaml`", "bytes"},
	{"maxHooks", "a file with hooks of an agent", "bytes"},
	{"maxLine", "one line of an event log", "bytes"},
	{"maxLineNesting", "values in each other on a line of a log", ""},
	{"maxEventField", "the name of a session or an agent in a log", "bytes"},
	{"maxNamedLines", "bad lines of an event log", ""},
	{"mostBad", "bad lines of another log", ""},
	{"maxSessions", "sessions of one log", ""},
	{"maxSessionLines", "lines of one session on screen", ""},
	{"maxSessionBytes", "bytes of one session on screen", "bytes"},
	{"daylog.MaxSize", "a log of a day that is rewritten to add an entry", "bytes"},
	{"newestLogs", "logs searched for the results of approvals", ""},
	{"disk.MaxEntries", "files of one folder", ""},
	{"maxDepth", "folders below a watched one", ""},
	{"maxVaultEntries", "names in search of traces", ""},
	{"maxInspected", "files in the folder of a step that is inspected", ""},
	{"mostCounted", "files of a step whose lines are counted", ""},
	{"mostCountedBytes", "files of a step whose lines are counted", "bytes"},
	{"MostPreview", "a file of a step that is shown", "bytes"},
	{"mostExcerptLine", "a line around a problem that is shown", "bytes"},
	{"mostExcerptFile", "a file whose lines are counted beside its problem", "bytes"},
	{"maxWatches", "watched folders", ""},
	{"maxRoots", "vaults below a folder", ""},
	{"mostSearched", "vaults below a folder", ""},
	{"mostNames", "vaults below a folder", ""},
	{"allNames", "vaults below a folder", ""},
	{"NearFolders", "traces in an unnamed folder without a vault", ""},
	{"maxSeedFaults", "faults of one `seed.json`", ""},
	{"maxFaults", "faults of one journal or configuration", ""},
	{"maxGapText", "the text of a proof's gap", "bytes"},
	{"maxLedger", "your ledger of decisions", "bytes"},
	{"maxKeptText", "a text that you saw last, kept for the difference", "bytes"},
	{"maxKeptTexts", "all texts that you saw last", "bytes"},
	{"maxLook", "the list of what you saw last", "bytes"},
	{"maxLookTitle", "a title in that list", ""},
	{"maxSnoozes", "your list of what is snoozed", "bytes"},
	{"mostSnoozes", "things that are snoozed at once", ""},
	{"maxOwnFile", "your pin, your message to the next session", "bytes"},
	{"mostUndoable", "decisions searched for one to undo", ""},
	{"mostBehind", "each log that an undo reads", "bytes"},
	{"mostLines", "lines of a plan that an undo knows", ""},
	{"newestFinished", "files in `Done/` searched for earlier approvals", ""},
	{"earlierDays", "how long an action on a target counts as approved before", ""},
	{"MaxNote", "a note or a reason", ""},
	{"gate.mostLine", "a shell line of an agent that the gate reads", "bytes"},
	{"gate.mostDepth", "lines within such a line", ""},
	{"gate.mostSize", "all commands that such a line may run", "bytes"},
	{"gate.mostInput", "the input of an agent's tool", "bytes"},
	{"mostPattern", "a pattern of a rule of the gate", ""},
	{"maxMessage", "a message of an agent to `coldstart agent mcp`", "bytes"},
	{"maxDeep", "values in each other in such a message", ""},
	{"maxBatch", "messages of an agent in one line", ""},
	{"mostQueued", "queued calls of an agent", ""},
	{"mostWaiting", "calls of an agent waiting for a decision at once", ""},
	{"mostSeconds", "how long such a call waits", ""},
	{"mostTold", "questions that an agent's client is sent", ""},
	{"mostAnswer", "an answer to an agent", "bytes"},
	{"largestCommitted", "a log that is committed with a decision", "bytes"},
	{"mostFile", "the record of a decision with its signature", "bytes"},
	{"mostSigners", "a list of signers, or of revoked keys", "bytes"},
	{"mostSigned", "files whose signatures are checked", ""},
	{"deepestSigned", "files whose signatures are checked", ""},
	{"mostRows", "waiting items in one answer to an agent", ""},
	{"mostDetails", "the text of a request that an agent drafts", ""},
	{"mostNeeds", "waiting items in one list of the report", ""},
}

// source is what the pages can be wrong about.
type source struct {
	numbers map[string][]int64 // constants that are whole numbers, by name
	bounds  []string           // those of files named limits.go
	words   string             // all texts
	tests   map[string]bool
}

var readSource = sync.OnceValues(func() (source, error) {
	s := source{numbers: map[string][]int64{}, tests: map[string]bool{}}
	var words strings.Builder
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != ".." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		isTest := strings.HasSuffix(name, "_test.go")
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				s.tests[n.Name.Name] = s.tests[n.Name.Name] || isTest && n.Recv == nil
			case *ast.BasicLit:
				if n.Kind == token.STRING && !isTest {
					words.WriteString(n.Value + "\n")
				}
			case *ast.ValueSpec:
				if len(n.Names) == 1 && len(n.Values) == 1 && !isTest {
					s.add(name, n.Names[0].Name, n.Values[0])
				}
			}
			return true
		})
		return nil
	})
	s.words = words.String()
	return s, err
})

func (s *source) add(file, name string, value ast.Expr) {
	v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, types.ExprString(value))
	if err != nil || v.Value == nil {
		return
	}
	if n, exact := constant.Int64Val(constant.ToInt(v.Value)); exact {
		name = strings.ToLower(name)
		in := filepath.Base(filepath.Dir(file)) + "." + name
		s.numbers[name], s.numbers[in] = append(s.numbers[name], n), append(s.numbers[in], n)
		if filepath.Base(file) == "limits.go" && name != "defaultmode" {
			s.bounds = append(s.bounds, name)
		}
	}
}

func mustReadSource(t *testing.T) source {
	t.Helper()
	s := must.Get(readSource())(t)
	return s
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	text := must.Get(os.ReadFile(name))(t)
	return string(text)
}

// written is a number as the page writes it.
func written(n int64, unit string) string {
	switch {
	case unit == "bytes" && n%(1<<20) == 0:
		return fmt.Sprint(n>>20, " MiB")
	case unit == "bytes":
		return fmt.Sprint(n>>10, " KiB")
	}
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// limitRows are the rows of a table with three columns, by the first.
func limitRows(t *testing.T, page string) map[string][]string {
	t.Helper()
	rows := map[string][]string{}
	for line := range strings.Lines(readPage(t, page)) {
		if cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|"); len(cells) == 3 {
			rows[strings.TrimSpace(cells[0])] = cells
		}
	}
	return rows
}

// The limits for users are the same as those for developers, row by row; so are the numbers below the table.
func TestLimitsForUsersAreTheSame(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(`[\d,]*\d(?: [KM]iB)?`)
	all := limitRows(t, "dev/limits.md")
	rows := limitRows(t, "limits.md")
	for name, cells := range rows {
		if name == "what" || strings.HasPrefix(name, "-") {
			continue
		}
		for _, n := range number.FindAllString(cells[1], -1) {
			if all[name] == nil || !slices.Contains(number.FindAllString(all[name][1], -1), n) {
				t.Errorf("limits.md has %s for %q, dev/limits.md %q", n, name, all[name])
			}
		}
	}
	if len(rows) != 14 {
		t.Errorf("%d limits", len(rows)-2)
	}
	_, below, _ := strings.Cut(readPage(t, "limits.md"), "<!-- end -->")
	known := number.FindAllString(readPage(t, "dev/limits.md"), -1)
	for _, n := range number.FindAllString(below, -1) {
		if !slices.Contains(known, n) {
			t.Errorf("limits.md has %s, dev/limits.md does not", n)
		}
	}
}

func TestThePageOfLimitsSaysWhatTheCodeDoes(t *testing.T) {
	t.Parallel()
	s := mustReadSource(t)
	rows := limitRows(t, "dev/limits.md")
	told := map[string]bool{}
	for _, l := range limits {
		told[strings.ToLower(l.name)] = true
		// Two packages may use one name.
		if cells := rows[l.row]; cells == nil || !slices.ContainsFunc(s.numbers[strings.ToLower(l.name)], func(n int64) bool {
			return regexp.MustCompile(`(^|[^0-9,])` + regexp.QuoteMeta(written(n, l.unit)) + `($|[^0-9,]|, )`).MatchString(cells[1])
		}) {
			t.Errorf("%s is %d, the page says %q", l.name, s.numbers[strings.ToLower(l.name)], cells)
		}
	}
	for _, name := range s.bounds {
		if !told[name] {
			t.Errorf("%s has no row in dev/limits.md", name)
		}
	}
	for row, cells := range rows {
		for _, m := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(cells[2], -1) {
			for _, words := range regexp.MustCompile("…|: ").Split(m[1], -1) {
				if !strings.Contains(s.words, strings.TrimSpace(words)) {
					t.Errorf("%s: no message says %q", row, words)
				}
			}
		}
	}
}

var testName = regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Z][A-Za-z0-9]*)(?:/([a-z_]+))?`")

// Every promise has a test.
func TestEveryPromiseNamesATest(t *testing.T) {
	t.Parallel()
	n := 0
	for _, row := range regexp.MustCompile(`(?m)^\| ([^|]+?) \| ([^|]*?) ?\| ([^|]+) \|$`).FindAllStringSubmatch(fromCode.ReplaceAllString(readPage(t, "dev/promises.md"), ""), -1) {
		switch {
		case row[1] == "promise":
		case testName.MatchString(row[3]):
			n++
		default:
			t.Errorf("no test holds this: %s", row[1])
		}
	}
	if n < 40 {
		t.Errorf("%d promises", n)
	}
}

func TestThePagesNameTestsThatExist(t *testing.T) {
	t.Parallel()
	s := mustReadSource(t)
	for _, name := range must.Get(filepath.Glob("dev/*.md"))(t) {
		for _, m := range testName.FindAllStringSubmatch(readPage(t, name), -1) {
			if !s.tests[m[1]] {
				t.Errorf("%s: there is no %s", name, m[1])
			}
			if m[2] == "" {
				continue
			}
			if _, err := os.Stat(filepath.Join("..", "cli", "testdata", "script", m[2]+".txtar")); err != nil || m[1] != "TestScripts" {
				t.Errorf("%s: there is no %s", name, strings.Trim(m[0], "`"))
			}
		}
	}
}

// The architecture page helps a newcomer: each file and each name on it exists, and its rooms come from the code.
func TestTheArchitecturePageNamesWhatThereIs(t *testing.T) {
	t.Parallel()
	const file = "dev/architecture.md"
	page.Generated(t, file, "rooms", rooms(t), *update)
	text := readPage(t, file)
	files := regexp.MustCompile("`([\\w/]+(?:/[\\w.]+)?\\.go)`").FindAllStringSubmatch(text, -1)
	names := regexp.MustCompile("`(\\w+)\\.((?:[A-Z]\\w*)(?:\\.[A-Z]\\w*)?)`").FindAllStringSubmatch(text, -1)
	if len(files) < 10 || len(names) < 5 {
		t.Fatalf("%d files and %d names", len(files), len(names))
	}
	for _, m := range files {
		if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
			t.Error(err)
		}
	}
	for _, m := range names {
		last := m[2][strings.LastIndexByte(m[2], '.')+1:]
		if out := declared(t, m[1], last); !out {
			t.Errorf("%s declares no %s", m[1], m[2])
		}
	}
}

// rooms is the table of packages, in the order of the arrows, each with the first sentence of its comment.
func rooms(t *testing.T) string {
	t.Helper()
	table := "| room | content |\n|---|---|\n"
	arrows := must.Get(os.ReadFile("../arrows_test.go"))(t)
	// The rows of the arrows begin a line with one tab.
	for _, m := range regexp.MustCompile(`(?m)^\t\{"((?:cli|tui|vault|model|styles)[\w/.]*)",`).FindAllStringSubmatch(string(arrows), -1) {
		says := ""
		if folder, all := strings.CutSuffix(m[1], "/..."); all {
			for _, entry := range must.Get(os.ReadDir("../" + folder))(t) {
				if entry.IsDir() {
					says += ", " + entry.Name()
				}
			}
			says = "one package each: " + strings.TrimPrefix(says, ", ")
		} else {
			says = firstSentence(t, "../"+folder)
		}
		table += "| `" + m[1] + "` | " + says + " |\n"
	}
	return table
}

// firstSentence returns the first sentence of a package's comment, without the name of the package.
func firstSentence(t *testing.T, folder string) string {
	t.Helper()
	for _, name := range must.Get(filepath.Glob(folder + "/*.go"))(t) {
		file := must.Get(parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments))(t)
		says := strings.SplitN(new(doc.Package).Synopsis(file.Doc.Text()), " ", 3) // Package NAME …
		if len(says) == 3 {
			return strings.TrimSuffix(says[2], ".")
		}
	}
	t.Errorf("%s: no package comment", folder)
	return ""
}

// declared reports whether a package of this name declares a name, or a method of it.
func declared(t *testing.T, pkg, name string) bool {
	t.Helper()
	is := regexp.MustCompile(`(?m)^(?:func (?:\(\w+ \*?\w+\) )?|type |const |var |\t)` + name + `\b`)
	found := false
	must.Do(t, filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || found || e.IsDir() || !strings.HasSuffix(path, ".go") || filepath.Base(filepath.Dir(path)) != pkg {
			return err
		}
		b, err := os.ReadFile(path)
		found = err == nil && is.Match(b)
		return err
	}))
	return found
}
