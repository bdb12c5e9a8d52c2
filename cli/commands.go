package cli

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coldstart/cli/answer"
	"coldstart/cli/remote"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/vault"
)

// maker is one row of the table of commands. A run makes only the command it needs.
type maker struct {
	name string
	make func(*call) *cobra.Command
}

// commands is the table, in the order of help. It is a function because help, which is in
// it, reads it.
func commands() []maker {
	return []maker{
		{"demo", newDemo}, {"init", newInit}, {"guide", newGuide}, {vaultsName, newVaults}, {"status", newStatus}, {"approvals", newApprovals}, {"plans", newPlans}, {"problems", newProblems}, {"sources", newSources}, {"show", newShow},
		{"approve", newApprove}, {"reject", newReject}, {"changes", newChanges}, {"wait", newWait}, {"history", newHistory}, {"undo", newUndo},
		{"snooze", newSnooze}, {"unsnooze", newUnsnooze}, {"pin", newPin}, {"message", newMessage},
		{"orphans", newOrphans}, {"sessions", newSessions}, {"traces", newTraces}, {"ack", newAck}, {"rerun", newRerun}, {"inspect", newInspect},
		{"retry", newRetry}, {"skip", newSkip}, {"abort", newAbort},
		{"tried", newTried}, {"journal", newJournal}, {"deadends", newDeadEnds}, {"entry", newEntry}, {"note", newNote}, {"switch", newSwitch},
		{"memory", newMemory}, {"accept", newAccept}, {"decline", newDecline},
		{"start", newStart}, {"end", newEnd}, {"watch", newWatch}, {"gate", newGate}, {"hook", newHook}, {"plugin", newPlugin}, {"mcp", newMCP}, {remote.Serving, newServe},
		{"doctor", newDoctor}, {"verify", newVerify}, {"config", newConfig}, {"version", newVersion}, {"help", newHelp},
		{"completion", newCompletion}, {"man", newMan},
	}
}

func commandNames() []string { return say.Each(commands(), func(m maker) string { return m.name }) }

// all makes every command, the dashboard first.
func all(c *call) []*cobra.Command {
	return append([]*cobra.Command{c.root}, say.Each(commands(), func(m maker) *cobra.Command { return m.make(c) })...)
}

// everything makes all commands to look at: their flags set nothing of this call.
func (c *call) everything() []*cobra.Command { return all(newCall(c.ctx, c.env)) }

// arrange makes the command of a line and moves it before the flags, which may stand
// anywhere. A word that names no command is a vault for the dashboard if it looks like a
// folder.
func (c *call) arrange(line []string) ([]string, error) {
	if len(line) > 0 && (line[0] == cobra.ShellCompRequestCmd || line[0] == cobra.ShellCompNoDescRequestCmd) {
		return c.completing(line), nil
	}
	line, at := c.plainFlags(line)
	switch {
	case at < 0:
		return line, nil
	case c.cmd != c.root:
		c.root.AddCommand(c.cmd)
		return slices.Concat(line[at:at+1], line[:at], line[at+1:]), nil
	}
	word := line[at]
	if strings.ContainsAny(word, `/\`) || vault.IsFolder(inDir(c.env.Dir, word)) {
		return line, nil
	}
	// Flags like --ascii hold for the error too.
	_ = c.root.ParseFlags(line)
	return nil, say.Usage(say.Unknown("command", word), say.Suggest(word, commandNames(), "coldstart help lists the commands"))
}

// plainFlags writes flags as cobra reads them, one dash for a letter and two for a word.
// It returns the index of the first word that is no flag and no value of one, or -1, and
// makes the command with that name.
func (c *call) plainFlags(line []string) (plain []string, first int) {
	plain, first = slices.Clone(line), -1
	for i := 0; i < len(plain); i++ {
		word := plain[i]
		if word == "--" {
			break
		}
		if len(word) < 2 || word[0] != '-' {
			if first < 0 {
				first = i
				if m := slices.Index(commandNames(), word); m >= 0 {
					c.cmd = commands()[m].make(c)
				}
			}
			continue
		}
		name, value, valued := strings.Cut(strings.TrimPrefix(word[1:], "-"), "=")
		if strings.HasPrefix(name, "-") || name == "" {
			continue
		}
		if word[1] != '-' && c.flag(name, first < 0) == nil && c.flag(name[:1], first < 0) != nil {
			continue // -mNOTE, as cobra reads it
		}
		if plain[i] = say.Dashed(name); valued {
			plain[i] += "=" + value
		} else if f := c.flag(name, first < 0); f != nil && f.NoOptDefVal == "" {
			i++
		}
	}
	return plain, first
}

// flag finds a flag of the command, or of any command, by its name or letter; else nil.
func (c *call) flag(name string, any bool) *pflag.Flag {
	f := cmp.Or(lookup(c.cmd.Flags(), name), lookup(c.root.PersistentFlags(), name))
	if f != nil || !any {
		return f
	}
	for _, cmd := range c.everything() {
		if f := lookup(cmd.Flags(), name); f != nil {
			return f
		}
	}
	return nil
}

func lookup(fs *pflag.FlagSet, name string) *pflag.Flag {
	if len(name) == 1 {
		return fs.ShorthandLookup(name)
	}
	return fs.Lookup(name)
}

// globalFlags declares the flags of every command.
func (c *call) globalFlags(fs *pflag.FlagSet) {
	fs.SortFlags = false
	fs.StringArrayVar(&c.vaults, "vault", nil, "open the vault in `DIR`; repeat it to show several on one screen")
	fs.Func("host", "ask the host `NAME` of the settings; --vault and --seed are there", func(name string) error {
		if c.host != "" && c.host != name {
			return errors.New("it names one machine, and " + c.host + " is named before; --hosts are all")
		}
		c.host = name
		return nil
	})
	fs.StringVar(&c.seed, "seed", "", "read the memory from `FILE`, not from the vault's seed.json")
	fs.Func("now", "take `TIME` (RFC 3339) as the current time", func(text string) (err error) {
		if c.at, err = time.Parse(time.RFC3339, text); err != nil {
			return errors.New("not a time like 2026-03-14T07:02:00Z")
		}
		return nil
	})
	fs.String("config", "", "read the settings from `FILE`, not from the usual coldstart.yaml")
	fs.Bool("read-only", false, "refuse every decision")
	fs.String("theme", "", "use the theme `NAME`: auto, light, dark, high-contrast, high-contrast-light, high-contrast-dark")
	fs.Bool("ascii", false, "write ASCII characters only")
	fs.BoolVar(&c.reveal, "reveal", false, "show keys and passwords instead of masking them")
	fs.String("work-rule", "", "use this `RULE` for stuck work: seed (any open node), phase (open node in a working phase) or auto")
	fs.BoolP("help", "h", false, "show how the command is used")
}

// listing makes a command that shows a part of the vault.
func (c *call) listing(use, example, short string, json func(model.Snapshot) any, text func(*answer.Output, model.Snapshot)) *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use: use, Example: example, Short: short, Args: none, RunE: c.running(func() (int, error) {
			s, err := c.load()
			if err != nil {
				return 0, err
			}
			return c.answer(func() any { return json(s) }, func() { text(c.out, s) })
		}),
	})
}

// withJSON gives a command the flag --json.
func (c *call) withJSON(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&c.json, "json", false, "write JSON")
	return cmd
}

// linearFlag declares --linear, which is a setting too.
func linearFlag(cmd *cobra.Command) {
	cmd.Flags().Bool("linear", false, "use plain lines instead of a full screen, for screen readers")
}

// none is for a command without arguments.
func none(cmd *cobra.Command, args []string) error { return atMost(0)(cmd, args) }

func atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return say.Usage(title(cmd)+" does not take the argument "+say.Quoted(args[n]), usageHint(cmd))
		}
		return nil
	}
}

// needs is for a command with one argument.
func needs(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return say.Usage(title(cmd)+" needs "+what, usageHint(cmd))
		}
		return atMost(1)(cmd, args)
	}
}

// flagError puts cobra's errors about flags into our words.
func (c *call) flagError(cmd *cobra.Command, err error) error {
	const list = "coldstart help lists the flags"
	var missing *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &missing):
		name := missing.GetSpecifiedName()
		if name == "json" && cmd == c.root {
			return say.Usage("coldstart does not take --json", "use coldstart status --json of one vault, or coldstart sessions --all --json of all repositories")
		}
		if name == "hosts" && slices.Contains(servable(), cmd.Name()) {
			return say.Usage(title(cmd)+" does not take --hosts", "it goes to one machine at a time: "+title(cmd)+" --host NAME")
		}
		if c.flag(name, true) != nil {
			return say.Usage(title(cmd)+" does not take "+say.Dashed(name), helpHint(cmd))
		}
		return say.Usage(say.Unknown("flag", say.Dashed(name)), c.suggestFlag(cmd, name))
	case errors.As(err, &bare):
		return say.Usage(say.Dashed(bare.GetSpecifiedName())+" needs a value", list)
	case errors.As(err, &wrong):
		name, value := "--"+wrong.GetFlag().Name, say.Quoted(wrong.GetValue())
		switch wrong.GetFlag().Value.Type() {
		case "int":
			return say.Usage(name+" needs a number, not "+value, list)
		case "bool":
			return say.Usage(name+" is true or false, not "+value, list)
		}
		return say.Usage(name+" "+value+": "+wrong.Unwrap().Error(), list)
	}
	return say.Usage(err.Error(), list)
}

// suggestFlag names the flag of a command that was probably meant.
func (c *call) suggestFlag(cmd *cobra.Command, name string) string {
	if i := slices.Index(commandNames(), name); i >= 0 {
		return "it is a command: coldstart " + commands()[i].make(newCall(c.ctx, c.env)).Use
	}
	var names []string
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), c.root.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	}
	return say.Suggest("--"+name, names, "coldstart help lists the flags")
}

// title is the name of a command in sentences.
func title(cmd *cobra.Command) string {
	if cmd.Name() == "coldstart" {
		return "coldstart"
	}
	return "coldstart " + cmd.Name()
}

// usageLine is a whole command line.
func usageLine(cmd *cobra.Command) string {
	return strings.TrimSuffix(title(cmd), cmd.Name()) + cmd.Use
}

func usageHint(cmd *cobra.Command) string { return "usage: " + usageLine(cmd) }

func (c *call) usageHint() string { return usageHint(c.cmd) }

func helpHint(cmd *cobra.Command) string {
	if cmd.Name() == "coldstart" {
		return "coldstart help lists the commands and their flags"
	}
	return "coldstart help " + cmd.Name() + " lists what it takes"
}
