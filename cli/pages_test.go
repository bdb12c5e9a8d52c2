package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// updatePagesVar, set to 1, makes the tests write the answers into the pages.
const updatePagesVar = "COLDSTART_UPDATE_PAGES"

// recipe is a block of commands of a page, with the answer that stands under it.
type recipe struct {
	commands, answer string
	// answered is true when the page shows an answer; from and to are its place.
	answered bool
	from, to int
}

// pageCommand is a command in a text.
var pageCommand = regexp.MustCompile("`coldstart ([a-z]+)[ `]")

const (
	commandFence = "```sh\n"
	answerFence  = "```text\n"
	fenceEnd     = "```\n"
)

// recipesIn finds the blocks of commands of a page.
func recipesIn(page string) []recipe {
	var found []recipe
	for at := 0; ; {
		i := strings.Index(page[at:], commandFence)
		if i < 0 {
			return found
		}
		at += i + len(commandFence)
		n := strings.Index(page[at:], fenceEnd)
		r := recipe{commands: page[at : at+n]}
		at += n + len(fenceEnd)
		if strings.HasPrefix(page[at:], answerFence) {
			r.answered, r.from = true, at+len(answerFence)
			r.to = r.from + strings.Index(page[r.from:], fenceEnd)
			r.answer = page[r.from:r.to]
			at = r.to
		}
		found = append(found, r)
	}
}

// answers runs all blocks of a page in one shell, beside a copy of the example vault,
// and gives what each wrote.
func answers(t *testing.T, blocks []recipe, terminal string) []string {
	t.Helper()
	dir := t.TempDir()
	must.Do(t, os.CopyFS(filepath.Join(dir, "testdata", "demo"), os.DirFS(filepath.Join("..", "testdata", "demo"))))
	const end = "----- end of a block -----\n"
	var script strings.Builder
	for _, b := range blocks {
		fmt.Fprintf(&script, "%s\nprintf '%%s' '%s'\n", b.commands, end)
	}
	module := must.Get(filepath.Abs(".."))(t)
	cmd := exec.CommandContext(t.Context(), "sh", "-eu", "-c", script.String())
	cmd.Dir = dir
	// Nothing of the caller's environment: it may be an agent's.
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), terminalVar + "=" + terminal}, moduleVar+"="+module, "XDG_STATE_HOME="+t.TempDir(), "HOME="+t.TempDir(), "USER=sam", "LC_ALL=C.UTF-8")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	parts := strings.Split(string(out), end)
	if err != nil || len(parts) != len(blocks)+1 {
		t.Fatalf("block %d of %d: %v\n%s%s", len(parts), len(blocks), err, parts[len(parts)-1], errs.String())
	}
	return parts[:len(blocks)]
}

// Whoever types what a page says gets the answer that it shows.
func TestThePagesShowWhatHappens(t *testing.T) {
	t.Parallel()
	if underRace {
		t.Skip("starts a process for each command")
	}
	for _, program := range []string{"sh", "jq", "head", "tail", "grep", "cat"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("needs %s, which is not on this machine", program)
		}
	}
	for name, page := range map[string]struct {
		least    int
		terminal string
	}{"tour.md": {5, "stdin"}, "headless.md": {10, "none"}, "commands.md": {1, "none"}, "your-repository.md": {4, "stdin"}} {
		least, terminal := page.least, page.terminal
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("..", "docs", name)
			text := must.Get(os.ReadFile(file))(t)
			page := string(text)
			blocks := recipesIn(page)
			if len(blocks) < least {
				t.Fatalf("only %d blocks of commands", len(blocks))
			}
			got := answers(t, blocks, terminal)
			for i := len(blocks) - 1; i >= 0; i-- {
				b := blocks[i]
				if b.answered && got[i] != b.answer {
					page = page[:b.from] + got[i] + page[b.to:]
					t.Errorf("%s\nanswers (%s=1 accepts it)\n%s\nnot\n%s", b.commands, updatePagesVar, got[i], b.answer)
				}
			}
			if os.Getenv(updatePagesVar) == "1" {
				must.Do(t, os.WriteFile(file, []byte(page), 0o644))
			}
		})
	}
}

// pagesOf are the pages of docs, for users and for developers.
func pagesOf(t *testing.T) []string {
	t.Helper()
	pages := append(must.Get(filepath.Glob("../docs/*.md"))(t), must.Get(filepath.Glob("../docs/dev/*.md"))(t)...)
	if len(pages) < 17 {
		t.Fatalf("%d pages", len(pages))
	}
	return pages
}

// A command that a page speaks of is one that can be typed.
func TestThePagesNameCommandsThatExist(t *testing.T) {
	t.Parallel()
	pages := pagesOf(t)
	named := 0
	for _, page := range append(pages, filepath.Join("..", "README.md")) {
		text := must.Get(os.ReadFile(page))(t)
		for _, m := range pageCommand.FindAllStringSubmatch(string(text), -1) {
			if named++; !slices.Contains(commandNames(), m[1]) {
				t.Errorf("%s: there is no command %s", filepath.Base(page), m[1])
			}
		}
	}
	if named < 30 {
		t.Errorf("the pages name only %d commands", named)
	}
}

// Help and the page on installing give the same commands for completions.
func TestThePageOnInstallingSaysWhatHelpSaysOfCompletions(t *testing.T) {
	t.Parallel()
	text := must.Get(os.ReadFile(filepath.Join("..", "docs", "install.md")))(t)
	page := strings.NewReplacer("`", "", `\|`, "|").Replace(string(text))
	help := run(machine(t, t.TempDir()), "help", "completion").out
	told := regexp.MustCompile(`(?m)^ +(?:bash|zsh|fish|PowerShell): +(.+)$`).FindAllStringSubmatch(help, -1)
	if len(told) != 4 {
		t.Fatalf("help names %d shells:\n%s", len(told), help)
	}
	for _, m := range told {
		if !strings.Contains(page, m[1]) {
			t.Errorf("install.md does not say %q", m[1])
		}
	}
}
