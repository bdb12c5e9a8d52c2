package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault/hook"
	"coldstart/vault/setup"
)

// initial makes a vault in a folder, or takes it out again.
type initial struct {
	*call
	agent                        string
	example, dryRun, yes, remove bool
}

func newInit(c *call) *cobra.Command {
	i := &initial{call: c}
	cmd := &cobra.Command{
		Use: "init [DIR] [--agent A] [FLAGS]", Example: "coldstart init --dry-run",
		Short: "Make a vault: folders, and instructions for your agent",
		Long: `Creates the folders of a vault and adds the text of coldstart agent guide to
the instructions of your agent: CLAUDE.md, GEMINI.md or AGENTS.md. In a git
repository it also adds lines to .gitattributes. It lists the changes and asks,
overwrites no file, and adds only missing parts.
--remove removes its additions, except folders with files in them.`,
		Args: atMost(1), RunE: c.running(i.run),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
	cmd.Flags().StringVar(&i.agent, "agent", "", "write for this `AGENT`: "+say.JoinedWords(setup.AgentNames()))
	cmd.Flags().BoolVar(&i.example, "example", false, "also create an example, a plan and a request, as i on the screen does")
	cmd.Flags().BoolVar(&i.dryRun, "dry-run", false, "print the changes without making them")
	cmd.Flags().BoolVar(&i.yes, "yes", false, "make them without asking")
	cmd.Flags().BoolVar(&i.remove, "remove", false, "remove the files that init created")
	return cmd
}

func (c *initial) run() (int, error) {
	dir, err := c.dir()
	if err != nil {
		return 0, err
	}
	plan, err := c.planInit(setup.Wish{Dir: dir, Agent: c.agent, Example: c.example, Remove: c.remove})
	if err != nil {
		return 0, err
	}
	c.show(plan)
	if len(plan.Changes()) == 0 {
		if !c.dryRun && !c.conf.On("read-only") {
			// What stays is in nobody's way.
			_, _ = c.makeInit(plan)
		}
		c.out.Say("nothing to do: %s", c.settled())
		c.next(plan)
		return exitDone, nil
	}
	switch {
	case c.dryRun:
		return exitDone, nil
	case !c.yes && !c.onTerminal():
		return 0, say.Usage("nothing was changed: without a terminal coldstart init needs --yes", "--yes makes these changes")
	}
	var made []model.Change
	all, err := c.written(plan.Dir, c.yes, func() (err error) {
		made, err = c.makeInit(plan)
		return err
	})
	switch {
	case err != nil:
		return 0, say.Hinted(err, fmt.Sprintf("%d of %s were made; the same command continues from there", len(made), model.Counted(len(plan.Changes()), "change")))
	case !all:
		return exitDone, nil
	}
	c.out.Say("%s made", model.Counted(len(made), "change"))
	c.next(plan)
	return exitDone, nil
}

// dir is the folder that is meant. Without a name it is the working directory, but never the
// home folder or the root.
func (c *initial) dir() (string, error) {
	named := append(slices.Clone(c.args), c.vaults...)
	switch {
	case len(named) > 1:
		return "", say.Usage("coldstart init allows one folder", c.usageHint())
	case len(named) == 1 && named[0] == "":
		return "", say.Usage("coldstart init needs a folder", "the name is empty")
	case c.remove && c.example:
		return "", say.Combined("--remove", "--example", "--remove also removes the example")
	case c.agent != "" && !slices.Contains(setup.AgentNames(), c.agent), c.has("agent") && c.agent == "":
		return "", say.Usage(say.Unknown("agent", c.agent), say.Choices("the agents are ", c.agent, setup.AgentNames())...)
	case len(named) == 1:
		return inDir(c.env.Dir, named[0]), nil
	}
	hint := "go to the folder of your project, or name it: coldstart init DIR"
	if abs, err := filepath.Abs(c.env.Dir); err == nil && abs == filepath.Dir(abs) {
		return "", say.Usage("this is the root of the file system, no place for a vault", hint)
	}
	if sameFolder(c.env.Dir, c.env.Getenv("HOME")) || sameFolder(c.env.Dir, c.env.Getenv("USERPROFILE")) {
		return "", say.Usage("this is your home folder, no place for a vault", hint)
	}
	return c.env.Dir, nil
}

func sameFolder(a, b string) bool {
	one, errOne := os.Stat(a)
	other, errOther := os.Stat(b)
	return b != "" && errOne == nil && errOther == nil && os.SameFile(one, other)
}

// planInit lists what coldstart init would change for a wish, without its Places, OnPath and
// At, and changes nothing.
func (c *call) planInit(w setup.Wish) (setup.Setup, error) {
	w.Places, w.At = c.conf.Places, c.now()
	w.OnPath = func(program string) bool {
		_, err := c.env.find(program)
		return err == nil
	}
	plan, err := setup.Plan(w)
	var refused *setup.Refusal
	switch {
	case errors.As(err, &refused):
		return plan, say.Failed(model.ErrNotAllowed, refused.Reason, refused.Hint)
	case errors.Is(err, model.ErrNotFound):
		return plan, say.Hinted(err, "make the folder first: mkdir "+model.ShellQuoted(w.Dir))
	case err != nil:
		return plan, err
	}
	return plan, c.confFor(plan.Dir)
}

// makeInit makes the changes of a plan, and gives those that were made.
func (c *call) makeInit(plan setup.Setup) ([]model.Change, error) {
	if c.conf.On("read-only") {
		return nil, fmt.Errorf("changing %s: %w", plan.Dir, model.ErrReadOnly)
	}
	return plan.Make(c.ctx, c.env.Now())
}

// show writes what would change, and what decided it.
func (c *initial) show(plan setup.Setup) {
	p := c.out
	p.Line(answer.Words(styles.RolePlain, "in "), p.Exact(styles.RoleTitle, plan.Dir))
	shown := plan.Changes()
	if !c.dryRun {
		// Lines of the operator's own that go are shown always.
		shown = slices.DeleteFunc(slices.Clone(shown), func(one model.Change) bool { return one.Kind != model.ChangeEdit || len(one.Before) == 0 })
	}
	p.Changes(shown)
	c.overview(plan.Changes())
	for _, m := range plan.Makings() {
		if m.Kept && !strings.HasSuffix(m.Path, "/") {
			p.Line(p.Exact(styles.RolePlain, m.Path), answer.Words(styles.RolePlain, " "), p.Label(styles.RoleMuted, m.About))
		}
	}
	for _, note := range plan.Notes {
		p.Line(p.Label(styles.RoleMuted, note))
	}
	if plan.Repository != "" {
		p.Line(answer.Words(styles.RolePlain, "the repository's root is "), p.Exact(styles.RoleTitle, plan.Repository),
			answer.Words(styles.RolePlain, "; an agent that is started there may not read these instructions"))
	}
	if plan.Around != "" {
		p.Line(answer.Words(styles.RolePlain, "this is inside the vault "), p.Exact(styles.RoleTitle, plan.Around))
	}
	if below := c.below(plan.Dir); len(below) > 0 && !c.remove {
		p.Line(answer.Words(styles.RolePlain, "there are vaults below here: "), p.Label(styles.RolePlain, strings.Join(below, ", ")),
			answer.Words(styles.RolePlain, "; coldstart init with the name of one adds the missing parts there"))
	}
	if plan.Why != "" {
		p.Say("the instructions go into %s, for %s: %s; --agent chooses another", plan.Agent.File, plan.Agent.Title, plan.Why)
	}
}

// overview names all changes on one line.
func (c *initial) overview(changes []model.Change) {
	if len(changes) == 0 {
		return
	}
	line := []styles.Span{answer.Words(styles.RolePlain, model.Counted(len(changes), "change")+":")}
	var kind model.ChangeKind
	for i, change := range changes {
		if i == 0 || change.Kind != kind {
			kind = change.Kind
			line = append(line, answer.Words(styles.RolePlain, " "+kind.String()))
		}
		line = append(line, answer.Words(styles.RolePlain, " "), c.out.Exact(styles.RoleTitle, change.Path))
	}
	c.out.Line(line...)
	if !c.dryRun {
		c.out.Say("coldstart init --dry-run shows every line")
	}
}

// below names the vaults below a folder that is none.
func (c *initial) below(dir string) []string {
	if c.conf.Places.IsVault(dir) {
		return nil
	}
	// A folder that cannot be searched has none.
	found, _ := c.conf.Places.FindBelow(c.ctx, dir)
	if len(found) > mostBeside {
		found = found[:mostBeside]
	}
	return found
}

// settled says why there is nothing to do.
func (c *initial) settled() string {
	if c.remove {
		return "coldstart init created nothing here"
	}
	return "everything is here"
}

// next names the commands that come next.
func (c *initial) next(plan setup.Setup) {
	if c.remove {
		return
	}
	open, hooks := "coldstart", "coldstart agent hook install"
	if !sameFolder(plan.Dir, c.env.Dir) {
		open, hooks = open+" "+model.ShellQuoted(plan.Dir), hooks+" --vault "+model.ShellQuoted(plan.Dir)
	}
	row := func(typed, does string) []styles.Span {
		return []styles.Span{answer.Words(styles.RolePlain, ""), c.out.Exact(styles.RoleKey, typed), answer.Words(styles.RolePlain, does)}
	}
	var rows [][]styles.Span
	for _, name := range hook.AgentHookNames() {
		agent, err := hook.AgentNamed(name)
		isClaude := name == hook.AgentHookNames()[0]
		if err != nil || name != plan.Agent.Name && !(isClaude && plan.Claude) {
			continue
		}
		typed := hooks
		if !isClaude {
			typed += " --agent " + name
		}
		rows = append(rows, row(typed, "connect "+agent.Title+": the report at each start, and the gate for your rules"))
	}
	if len(rows) > 0 && len(c.conf.Gate) == 0 {
		rows = slices.Insert(rows, 0, row(`coldstart agent gate add "git push*"`, "let each push of an agent wait for you"))
	}
	c.out.Heading("Next")
	c.out.Table(append(rows, row(open, "open the dashboard")))
}

func newGuide(c *call) *cobra.Command {
	return &cobra.Command{
		Use: "guide", Example: "coldstart agent guide",
		Short: "Print the instructions for an agent: how to plan, ask, log and hand over",
		Long: `The text tells an agent how to plan and ask in this vault. coldstart init adds
it to AGENTS.md, CLAUDE.md or GEMINI.md.`,
		Args: none, RunE: c.running(c.runGuide),
	}
}

func (c *call) runGuide() (int, error) {
	dirs, err := c.vaultDirs()
	if err != nil && len(c.vaults) > 0 {
		return 0, err
	}
	dir := ""
	if err == nil && len(dirs) == 1 {
		dir = dirs[0]
	}
	text, err := c.guide(dir)
	if err != nil {
		return 0, err
	}
	c.out.Page(text)
	return exitDone, nil
}

// guide is the text for agents in a folder, "" for any.
func (c *call) guide(dir string) (string, error) {
	text, err := setup.Guide(dir, c.conf.Places)
	if refused, ok := errors.AsType[*setup.Refusal](err); ok {
		return "", say.Failed(model.ErrNotAllowed, refused.Reason, refused.Hint)
	}
	return text, err
}
