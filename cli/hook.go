package cli

import (
	"bufio"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
	"coldstart/vault/hook"
	"coldstart/vault/setup"
)

// hook installs the hooks by which agents ask for the report, and for the operator's yes.
type hookCommand struct {
	*call
	agent, settings string
	wait            time.Duration
	bridge, beside  bool
	yes             bool
}

// mostHookWait is the longest that a gate may wait: the agents count their timeouts in numbers
// that end not far behind.
const mostHookWait = 24 * time.Hour

func newHook(c *call) *cobra.Command {
	h := &hookCommand{call: c}
	cmd := &cobra.Command{
		Use: "hook install|status|remove [--agent A] [--wait D] [--yes]", Example: "coldstart agent hook status",
		Short: "Connect an agent: session report and approval gate",
		Long: `coldstart must be on the PATH.
  install  add hooks to the settings of the agent in this folder: a report at
           the start of a session, a note at its end, and the gate around each
           tool if your settings have gate rules. Next to other hooks, which
           could change an approved action, it needs --beside
  status   list the hooks of all agents here, and the last report
  remove   remove them`,
		Args: needs("one of install, status and remove"), RunE: c.running(h.run),
		ValidArgs: []string{"install", "status", "remove"},
	}
	cmd.Flags().StringVar(&h.agent, "agent", "", "the `AGENT`: "+say.JoinedWords(hook.AgentHookNames()))
	cmd.Flags().StringVar(&h.settings, "settings", "", "the agent's `FILE` with hooks")
	cmd.Flags().DurationVar(&h.wait, "wait", 0, "let the gate wait `TIME` for a decision, as in 10m")
	cmd.Flags().BoolVar(&h.bridge, "bridge", false, "bring the agent's own questions into the queue")
	cmd.Flags().BoolVar(&h.beside, "beside", false, "install the gate beside other hooks")
	cmd.Flags().BoolVar(&h.yes, "yes", false, "write without asking")
	return c.withJSON(cmd)
}

func (c *hookCommand) run() (int, error) {
	what := c.args[0]
	if what != "status" && c.json {
		return 0, say.Usage("only coldstart agent hook status writes JSON", c.usageHint())
	}
	if err := c.checkWait(); err != nil {
		return 0, err
	}
	a, err := c.chosen()
	if err != nil {
		return 0, err
	}
	switch what {
	case "install":
		return c.install(a)
	case "remove":
		return c.remove(a)
	case "status":
		return c.status()
	}
	return 0, say.Usage(say.Unknown("word", what), say.Suggest(what, c.cmd.ValidArgs, c.usageHint()))
}

func (c *hookCommand) checkWait() error {
	if c.wait < 0 || c.wait > mostHookWait {
		return say.Usage("--wait is at most 24h", "for example --wait 10m")
	}
	return nil
}

// chosen is the agent of --agent, Claude Code without one.
func (c *hookCommand) chosen() (hook.Agent, error) {
	if !c.has("agent") {
		return hook.AgentNamed(hook.AgentHookNames()[0])
	}
	a, err := hook.AgentNamed(c.agent)
	if err != nil {
		return a, say.Usage(say.Unknown("agent", c.agent), say.Suggest(c.agent, hook.AgentHookNames(), "choose "+say.JoinedWords(hook.AgentHookNames())))
	}
	return a, nil
}

func (c *hookCommand) file(a hook.Agent) string {
	if c.has("settings") {
		return inDir(c.env.Dir, c.settings)
	}
	return a.File(c.env.Dir)
}

func (c *hookCommand) install(a hook.Agent) (int, error) {
	dir, err := c.vaultDir()
	if err != nil {
		return 0, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return 0, fmt.Errorf("finding the vault: %w", err)
	}
	s, err := hook.ReadHooks(a, c.file(a))
	if err != nil {
		return 0, err
	}
	if faults := s.Faults(); len(faults) > 0 {
		return 0, say.Failed(model.ErrNotAllowed, "no hook of "+s.Path()+" runs: "+faults[0], "correct that first")
	}
	w, err := c.wanted(a, dir)
	if err != nil {
		return 0, err
	}
	if err := s.Install(w); err != nil {
		return 0, err
	}
	if err := c.alone(a, w); err != nil {
		return 0, err
	}
	written, err := c.writeEdited(s, c.yes, "already installed", installs(a, s, w)...)
	if err == nil && written {
		err = c.keepRules(dir, (*vault.Gate).SawRules)
	}
	if err != nil {
		return 0, err
	}
	c.hintInstalled(s, w)
	if written {
		c.hint("restart " + a.Title + ": it reads its hooks when it starts")
	}
	return exitDone, nil
}

// wanted is what the hooks of an agent are to do in the vault at dir.
func (c *call) hooksWanted(agent, dir string, wait time.Duration) (hook.Wanted, error) {
	w := hook.Wanted{Vault: dir}
	if len(c.conf.Gate) == 0 {
		return w, nil
	}
	if !hook.IsProgram(c.env.self) || !filepath.IsAbs(c.env.self) {
		return w, say.Failed(model.ErrNotAllowed, "the gate needs a program that is called coldstart, and this one is "+say.Quoted(c.env.self),
			"install it under its own name")
	}
	w.Gate = hook.GateLine{
		Program: c.env.self, Agent: agent, Vault: dir, Config: c.conf.File, State: stateHome(c.env.Getenv, runtime.GOOS), Wait: wait,
		Watchdog: hook.FindWatchdog(c.env.find),
	}
	return w, nil
}

func (c *hookCommand) wanted(a hook.Agent, dir string) (hook.Wanted, error) {
	if err := c.confFor(dir); err != nil {
		return hook.Wanted{}, err
	}
	w, err := c.hooksWanted(a.Name, dir, c.wait)
	w.Bridge, w.Gate.Elsewhere = c.bridge, w.Gate.Program != "" && !a.Reads(c.file(a)) && !slices.Contains(c.hookFiles(a, c.env.Dir), c.file(a))
	switch {
	case err != nil:
		return w, err
	case w.Gate.Program == "" && (c.bridge || c.has("wait")):
		return w, say.Usage("there is no gate: your settings have no rules for it", "see coldstart agent gate rules")
	case c.bridge && !a.Asks():
		return w, say.Usage(a.Title+" has no hook for its own questions", "install it without --bridge")
	}
	return w, nil
}

// alone fails where a gate would stand beside other hooks that run before a tool.
func (c *hookCommand) alone(a hook.Agent, w hook.Wanted) error {
	if w.Gate.Program == "" || c.beside {
		return nil
	}
	found := hook.Beside(a, c.files(a))
	if len(found) == 0 {
		return nil
	}
	return say.Failed(model.ErrNotAllowed, "other hooks run before a tool, and can change its input after your approval: "+strings.Join(found, "; "),
		"remove them, or add --beside; coldstart then reports afterwards if something else ran")
}

// hintInstalled says what is left to do.
func (c *hookCommand) hintInstalled(s *hook.HookFile, w hook.Wanted) {
	c.hintOthersHooks(s, "already calls coldstart; unchanged")
	c.hintGate(w)
	if w.Gate.Program != "" {
		c.hint("coldstart agent gate test --agent " + s.Agent.Name + " tries the installed gate")
	}
	faults, notes := c.askedBy(s)
	for _, says := range append(faults, notes...) {
		c.hint(says)
	}
	if s.Agent.Name == "codex" {
		c.hint("Codex runs only hooks that you trust: type /hooks in Codex and trust them, again after each change")
	}
	if _, err := c.env.find("coldstart"); err != nil {
		c.hint("coldstart is not on your PATH, so the hook will fail; add it, for example with a link in /usr/local/bin")
	}
}

// hintGate says that there is no gate where there is none.
func (c *hookCommand) hintGate(w hook.Wanted) {
	if w.Gate.Program == "" {
		c.hint("there is no gate, since your settings have no rules for one; see coldstart agent gate rules")
	}
}

func (c *hookCommand) remove(a hook.Agent) (int, error) {
	s, err := hook.ReadHooks(a, c.file(a))
	if err != nil {
		return 0, err
	}
	if err := s.Remove(); err != nil {
		return 0, err
	}
	written, err := c.writeEdited(s, c.yes, "not installed", removes(s))
	if dir, vaultErr := c.vaultDir(); err == nil && written && vaultErr == nil {
		err = c.keepRules(dir, func(g *vault.Gate, now time.Time) error { return g.KeepRules(c.rules(), now) })
	}
	if err != nil {
		return 0, err
	}
	c.hintOthersHooks(s, "still calls coldstart; remove that by hand")
	return exitDone, nil
}

// keepRules notes which rules there are, once a file of theirs was written.
func (c *call) keepRules(dir string, keep func(*vault.Gate, time.Time) error) error {
	if c.rules() == nil {
		return nil
	}
	if err := c.confFor(dir); err != nil {
		return err
	}
	g, err := c.gateAt(dir)
	if err != nil {
		return err
	}
	defer g.Close()
	return keep(g, c.now())
}

// hintOthersHooks names the hooks that do more than call coldstart.
func (c *hookCommand) hintOthersHooks(s *hook.HookFile, what string) {
	for _, h := range s.Others() {
		c.hint("the command of " + h.Event + " " + what + ": " + h.Command)
	}
}

// installs says in short what the hooks of a file will do.
func installs(a hook.Agent, s *hook.HookFile, w hook.Wanted) []string {
	hooks := s.Hooks()
	lines := []string{"In short: " + model.Counted(len(hooks), "hook") + " of coldstart, at " +
		strings.Join(say.Each(hooks, func(h hook.Hook) string { return h.Event }), ", ") + "."}
	if w.Gate.Program == "" {
		return append(lines, "They deliver the report and block nothing.")
	}
	return append(lines, a.Before()+" asks the gate, and refuses the tool when coldstart is missing or does not answer.")
}

// removes says in short what is left of a file.
func removes(s *hook.HookFile) string {
	if s.Gone() {
		return "In short: the file will be deleted, since nothing else is in it."
	}
	return "In short: the hooks of coldstart go, and everything else stays."
}

// editedFile is a file outside a vault with edits that are not written yet.
type editedFile interface {
	Path() string
	Changes() []model.Change
	Gone() bool
	Parted() bool
	Write(at time.Time) error
}

// writeEdited shows what changes, says it in short, and asks before it is written, unless yes says so.
func (c *call) writeEdited(s editedFile, yes bool, nothing string, short ...string) (bool, error) {
	if c.confErr != nil {
		return false, c.confErr
	}
	p, file := c.out, s.Path()
	if len(s.Changes()) == 0 {
		p.Line(answer.Words(styles.RolePlain, nothing+": "), p.Exact(styles.RoleTitle, file))
		return false, nil
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
	for _, line := range short {
		p.Line(answer.Words(styles.RolePlain, line))
	}
	if s.Parted() {
		c.hint(setup.PartedNote(file))
	}
	if made, err := c.written(file, yes, func() error { return s.Write(c.now()) }); !made {
		return false, err
	}
	done := "written: "
	if s.Gone() {
		done = "removed: "
	}
	p.Line(answer.Words(styles.RolePlain, done), p.Exact(styles.RoleTitle, file))
	return true, nil
}

// written asks unless yes, and writes. It reports whether all was written.
func (c *call) written(what string, yes bool, write func() error) (bool, error) {
	if !yes && c.onTerminal() {
		typed, err := c.typedAt(c.out, answer.Words(styles.RolePlain, "Make these changes? Type y, then Enter:"))
		if err != nil {
			return false, err
		}
		yes = isYes(typed)
	}
	switch {
	case !yes:
		c.hint("nothing was written; --yes writes it")
		return false, nil
	case c.conf.On("read-only"):
		return false, fmt.Errorf("writing %s: %w", what, model.ErrReadOnly)
	}
	err := write()
	return err == nil, err
}

// changed writes an added or removed line with its indentation.
func changed(p *answer.Output, mark styles.Span, line string) {
	rest := strings.TrimLeft(line, " ")
	p.Line(mark, answer.Words(styles.RolePlain, line[:len(line)-len(rest)]), p.Exact(styles.RolePlain, rest))
}

func isYes(typed string) bool { return slices.Contains([]string{"yes", "y"}, strings.ToLower(typed)) }

// typedAt writes a question and reads a line, "" where the input ends early.
func (c *call) typedAt(to *answer.Output, question ...styles.Span) (string, error) {
	to.Line(question...)
	if err := to.Flush(); err != nil {
		return "", err
	}
	line, _ := bufio.NewReader(c.env.Stdin).ReadString('\n')
	return strings.TrimSpace(line), nil
}

func (c *hookCommand) status() (int, error) {
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	receipts, err := v.HandOvers()
	if err != nil {
		return 0, err
	}
	var found []answer.HookFile
	for _, name := range hook.AgentHookNames() {
		if c.has("agent") && name != c.agent || c.has("settings") && !c.has("agent") && name != hook.AgentHookNames()[0] {
			continue
		}
		a, err := hook.AgentNamed(name)
		if err != nil {
			return 0, err
		}
		for _, file := range c.files(a) {
			found = append(found, c.hookFileJSON(a, file))
		}
	}
	s := model.Snapshot{Name: filepath.Base(v.Dir()), At: c.now()}
	return c.answer(func() any { return answer.HooksJSON(s, found, receipts) }, func() { c.out.Hooks(s, found, receipts) })
}

// files are those from which an agent takes its hooks here.
func (c *hookCommand) files(a hook.Agent) []string {
	if c.has("settings") {
		return []string{c.file(a)}
	}
	return c.hookFiles(a, c.env.Dir)
}

// hookFiles are the files from which an agent takes its hooks when it is started in dir.
func (c *call) hookFiles(a hook.Agent, dir string) []string {
	return a.Files(dir, homeDir(c.env.Getenv), c.env.Getenv)
}

// askedBy says why an agent that is started here does not ask the gate by a file with its hooks, and what to
// type, and what else there is to know.
func (c *call) askedBy(s *hook.HookFile) (faults, notes []string) {
	faults, notes = []string{}, []string{}
	for _, f := range hook.Look(s.Agent, c.env.Dir, c.gatedIn()).Faults {
		switch {
		case f.File != s.Path():
		case f.Inactive:
			faults = append(faults, f.String())
		default:
			notes = append(notes, f.String())
		}
	}
	if len(faults) == 0 {
		// One that was named, and from which the agent does not take its hooks here.
		faults = append(faults, s.Faults()...)
	}
	return faults, notes
}

func (c *call) hookFileJSON(a hook.Agent, file string) answer.HookFile {
	s, err := hook.ReadHooks(a, file)
	if err != nil {
		return answer.HookFile{Agent: a.Name, Title: a.Title, Path: file, Exists: true, Hooks: []answer.Hook{}, Error: err.Error()}
	}
	faults, notes := c.askedBy(s)
	return answer.HookFile{
		Agent: a.Name, Title: a.Title, Path: file, Exists: s.Exists(),
		Hooks: say.Each(s.Hooks(), func(h hook.Hook) answer.Hook {
			return answer.Hook{Event: h.Event, Command: h.Command, Timeout: h.Timeout}
		}),
		Error: strings.Join(append(faults, notes...), "; "),
	}
}
