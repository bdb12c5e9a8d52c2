package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"
	"testing"
)

// limits are the constants behind docs/limits.md: the row that has the number, and how
// it stands there.
var limits = []struct{ folder, name, row, unit string }{
	{"vault", "maxDocument", "a plan, a request, a note, a configuration", "bytes"},
	{"vault", "maxFrontmatter", "front matter", "bytes"},
	{"vault", "maxJournalHead", "front matter of a journal that lists attempts line by line", "bytes"},
	{"vault/doubt", "longFront", "front matter of a request that is checked for two readings", "bytes"},
	{"vault/doubt", "mostKeys", "fields of a request", ""},
	{"vault/doubt", "deepest", "values in each other in a request", ""},
	{"vault/doubt", "mostBlank", "blank lines in a row in a request", ""},
	{"vault", "maxTrace", "a trace", "bytes"},
	{"vault", "maxJournal", "a journal", "bytes"},
	{"vault", "maxSeed", "`seed.json`", "bytes"},
	{"vault", "maxSeedValues", "values of `seed.json`", ""},
	{"vault", "maxSeedNesting", "values of `seed.json` in each other", ""},
	{"vault", "maxConfig", "your settings, `coldstart.yaml`", "bytes"},
	{"vault", "maxLine", "one line of an event log", "bytes"},
	{"vault", "maxNesting", "values in each other on a line of a log", ""},
	{"vault", "maxEventField", "the name of a session or an agent in a log", "bytes"},
	{"vault", "maxNamedLines", "bad lines of an event log", ""},
	{"vault/dialect", "mostBad", "bad lines of another log", ""},
	{"vault", "maxSessions", "sessions of one log", ""},
	{"vault", "maxSessionLines", "lines of one session on screen", ""},
	{"vault", "maxSessionBytes", "bytes of one session on screen", "bytes"},
	{"vault", "maxDayLog", "a log of a day that is rewritten to add an entry", "bytes"},
	{"vault", "newestLogs", "logs in search of what became of approvals", ""},
	{"vault", "maxFolder", "files of one folder", ""},
	{"vault", "maxDepth", "folders below a watched one", ""},
	{"vault", "maxVaultEntries", "names in search of traces", ""},
	{"vault", "maxInspected", "files in the folder of a step that is inspected", ""},
	{"vault", "maxWatches", "folders that the system is asked to tell of", ""},
	{"vault", "maxRoots", "vaults below a folder", ""},
	{"vault", "maxSeedFaults", "faults of one `seed.json`", ""},
	{"vault", "maxFaults", "faults of one journal or configuration", ""},
	{"vault", "maxGapText", "the text of a proof's gap", "bytes"},
	{"vault", "maxLedger", "your ledger of decisions", "bytes"},
	{"vault", "maxKeptText", "a text that you saw last, kept for the difference", "bytes"},
	{"vault", "maxKeptTexts", "texts that you saw last together", "bytes"},
	{"vault", "maxLook", "the list of what you saw last", "bytes"},
	{"vault", "maxLookTitle", "a title in that list", ""},
	{"vault", "maxSnoozes", "your list of what rests", "bytes"},
	{"vault", "mostSnoozes", "things that rest at once", ""},
	{"vault", "maxOwnFile", "your pin, your message to the next session", "bytes"},
	{"vault", "mostUndoable", "decisions in search of one to undo", ""},
	{"model", "MaxNote", "a note or a reason", ""},
	{"cli/mcp", "maxMessage", "a message of an agent to `coldstart mcp`", "bytes"},
	{"cli/mcp", "maxDeep", "values in each other in such a message", ""},
	{"cli/mcp", "maxBatch", "messages of an agent in one line", ""},
	{"cli", "mostAnswer", "an answer to an agent", "bytes"},
	{"cli", "mostRows", "what waits, in one answer to an agent", ""},
	{"model", "mostDetails", "the text of a request that an agent drafts", ""},
	{"cli", "mostNeeds", "what waits in one list of the report", ""},
}

// numbersOf are the constants of the program whose values are whole numbers, by
// package and name, with the file that has them.
func numbersOf(t *testing.T) (values map[string]int64, files map[string]string) {
	t.Helper()
	values, files = map[string]int64{}, map[string]string{}
	for _, f := range programFiles(t) {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Names) != 1 || len(spec.Values) != 1 {
				return true
			}
			v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, types.ExprString(spec.Values[0]))
			if err != nil || v.Value == nil {
				return true
			}
			if n, exact := constant.Int64Val(constant.ToInt(v.Value)); exact {
				values[f.room()+"."+spec.Names[0].Name], files[f.room()+"."+spec.Names[0].Name] = n, f.path
			}
			return true
		})
	}
	return values, files
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

func TestThePageOfLimitsSaysWhatTheCodeDoes(t *testing.T) {
	page := map[string][]string{}
	for line := range strings.Lines(readPage(t, "limits.md")) {
		if cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|"); len(cells) == 3 {
			page[strings.TrimSpace(cells[0])] = cells
		}
	}
	values, files := numbersOf(t)
	told := map[string]bool{}
	for _, l := range limits {
		name := l.folder + "." + l.name
		n, known := values[name]
		told[name] = true
		number := regexp.MustCompile(`(^|[^0-9,])` + regexp.QuoteMeta(written(n, l.unit)) + `($|[^0-9,]|, )`)
		if cells := page[l.row]; !known || cells == nil || !number.MatchString(cells[1]) {
			t.Errorf("%s is %s, the page says %q", name, written(n, l.unit), cells)
		}
	}
	for name, file := range files {
		if file == "vault/limits.go" && name != "vault.defaultMode" && !told[name] {
			t.Errorf("%s has no row in docs/limits.md", name)
		}
	}
	quotedWordsStand(t, page)
}

var quoted = regexp.MustCompile(`"([^"]+)"`)

// quotedWordsStand holds that the messages on the page are those of the program.
func quotedWordsStand(t *testing.T, page map[string][]string) {
	t.Helper()
	source := ""
	for _, f := range programFiles(t) {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
				source += text.Value + "\n"
			}
			return true
		})
	}
	for row, cells := range page {
		for _, m := range quoted.FindAllStringSubmatch(cells[2], -1) {
			for part := range strings.SplitSeq(m[1], "…") {
				for _, words := range strings.Split(part, ": ") {
					if words = strings.TrimSpace(words); words != "" && !strings.Contains(source, words) {
						t.Errorf("%s: no message says %q", row, words)
					}
				}
			}
		}
	}
}
