package cli

import (
	"bufio"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// hook installs the hooks by which Claude Code asks for the report.
type hook struct {
	*call
	settings string
	yes      bool
}

func newHook(c *call) *cobra.Command {
	h := &hook{call: c}
	cmd := &cobra.Command{
		Use: "hook install|status|remove [--settings FILE] [--yes]", Example: "coldstart hook status",
		Short: "Make Claude Code ask for the report at the start of each session",
		Long: `install adds two hooks to a settings file of Claude Code: coldstart start --format
claude at SessionStart and coldstart end --format claude at SessionEnd, for the
nearest vault. remove removes them. Both show what will change and ask first; without
a terminal they write only with --yes. Every other byte of the file stays, and so does
any command of your own that also calls coldstart.
The file is .claude/settings.local.json in the working directory, or --settings FILE.
status reads that file, settings.json beside it and the one in your home folder, and
says when the last report was delivered. coldstart must be on the PATH.`,
		Args: needs("one of install, status and remove"), RunE: c.running(h.run),
		ValidArgs: []string{"install", "status", "remove"},
	}
	cmd.Flags().StringVar(&h.settings, "settings", "", "the settings `FILE` of Claude Code")
	cmd.Flags().BoolVar(&h.yes, "yes", false, "write without asking")
	return c.withJSON(cmd)
}

func (c *hook) run() (int, error) {
	what := c.args[0]
	if what != "status" && c.json {
		return 0, say.Usage("only coldstart hook status writes JSON", c.usageHint())
	}
	switch what {
	case "install":
		return c.install()
	case "remove":
		return c.remove()
	case "status":
		return c.status()
	}
	return 0, say.Usage(say.Unknown("word", what), say.Suggest(what, c.cmd.ValidArgs, c.usageHint()))
}

func (c *hook) file() string {
	if c.has("settings") {
		return inDir(c.env.Dir, c.settings)
	}
	return filepath.Join(c.env.Dir, ".claude", "settings.local.json")
}

func (c *hook) install() (int, error) {
	dir, err := c.vaultDir()
	if err != nil {
		return 0, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return 0, fmt.Errorf("finding the vault: %w", err)
	}
	s, err := vault.ReadClaudeSettings(c.file())
	if err != nil {
		return 0, err
	}
	for _, h := range []vault.Hook{
		{Event: "SessionStart", Command: "coldstart start --format claude --vault " + shellQuoted(dir)},
		{Event: "SessionEnd", Command: "coldstart end --format claude --vault " + shellQuoted(dir)},
	} {
		if err := s.Install(h); err != nil {
			return 0, err
		}
	}
	code, err := c.write(s, "already installed")
	if err == nil {
		c.hintOthersHooks(s, "already calls coldstart; unchanged")
	}
	if err == nil && c.env.find("coldstart") != nil {
		c.hint("coldstart is not on your PATH, so the hook will not find it; add it, for example with a link in /usr/local/bin")
	}
	return code, err
}

func (c *hook) remove() (int, error) {
	s, err := vault.ReadClaudeSettings(c.file())
	if err != nil {
		return 0, err
	}
	if err := s.Remove(); err != nil {
		return 0, err
	}
	code, err := c.write(s, "not installed")
	if err == nil {
		c.hintOthersHooks(s, "still calls coldstart; remove that by hand")
	}
	return code, err
}

// hintOthersHooks names the hooks that do more than call coldstart.
func (c *hook) hintOthersHooks(s *vault.ClaudeSettings, what string) {
	for _, h := range s.Others() {
		c.hint("the command of " + h.Event + " " + what + ": " + h.Command)
	}
}

// shellQuoted quotes a path for the shell that runs hooks.
func shellQuoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func (c *hook) write(s *vault.ClaudeSettings, nothing string) (int, error) {
	if c.confErr != nil {
		return 0, c.confErr
	}
	p, file := c.out, c.file()
	if len(s.Changes()) == 0 {
		p.Line(answer.Words(styles.RolePlain, nothing+": "), p.Exact(styles.RoleTitle, file))
		return exitDone, nil
	}
	p.Line(p.Exact(styles.RoleTitle, file))
	for _, change := range s.Changes() {
		for _, l := range change.Before {
			changed(p, answer.Words(styles.RoleBad, "- "), l)
		}
		for _, l := range change.After {
			changed(p, answer.Words(styles.RoleGood, "+ "), l)
		}
	}
	switch yes, err := c.confirmed(); {
	case err != nil:
		return 0, err
	case !yes:
		c.hint("nothing was written; --yes writes it")
		return exitDone, nil
	}
	if c.conf.On("read-only") {
		return 0, fmt.Errorf("writing %s: %w", file, model.ErrReadOnly)
	}
	if err := s.Write(c.now()); err != nil {
		return 0, err
	}
	p.Line(answer.Words(styles.RolePlain, "written: "), p.Exact(styles.RoleTitle, file))
	return exitDone, nil
}

// changed writes an added or removed line with its indentation.
func changed(p *answer.Output, mark styles.Span, line string) {
	rest := strings.TrimLeft(line, " ")
	p.Line(mark, answer.Words(styles.RolePlain, line[:len(line)-len(rest)]), p.Exact(styles.RolePlain, rest))
}

// confirmed asks at the terminal; without one, only --yes confirms.
func (c *hook) confirmed() (bool, error) {
	if c.yes || !c.onTerminal() {
		return c.yes, nil
	}
	return c.asks("Write this? Type yes and press enter:")
}

// asks writes a question and reads a line: y and yes are a yes.
func (c *call) asks(question string) (bool, error) {
	c.out.Say("%s", question)
	if err := c.out.Flush(); err != nil {
		return false, err
	}
	// Input that ends early is no yes.
	answer, _ := bufio.NewReader(c.env.Stdin).ReadString('\n')
	return slices.Contains([]string{"yes", "y"}, strings.ToLower(strings.TrimSpace(answer))), nil
}

func (c *hook) status() (int, error) {
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	receipts, err := v.HandOvers()
	if err != nil {
		return 0, err
	}
	found := say.Each(c.files(), hookFileJSON)
	s := model.Snapshot{Name: filepath.Base(v.Dir()), At: c.now()}
	return c.answer(func() any { return answer.HooksJSON(s, found, receipts) }, func() { c.out.Hooks(s, found, receipts) })
}

func (c *hook) files() []string {
	if c.has("settings") {
		return []string{c.file()}
	}
	files := []string{c.file(), filepath.Join(c.env.Dir, ".claude", "settings.json")}
	if home := c.env.Getenv("HOME"); filepath.IsAbs(home) {
		files = append(files, filepath.Join(home, ".claude", "settings.json"))
	}
	return unique(files)
}

func hookFileJSON(file string) answer.HookFile {
	s, err := vault.ReadClaudeSettings(file)
	if err != nil {
		return answer.HookFile{Path: file, Exists: true, Hooks: []answer.Hook{}, Error: err.Error()}
	}
	return answer.HookFile{Path: file, Exists: s.Exists(), Hooks: say.Each(s.Hooks(), func(h vault.Hook) answer.Hook { return answer.Hook(h) })}
}
