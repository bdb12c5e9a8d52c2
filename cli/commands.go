package cli

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault"
)

// row is a command in the table of commands. Its name is the word by which installed hooks, scripts, other machines
// and the rest of this program know it.
type row struct {
	// path is where the tree has the command, "" for one that another command stands for under a flag: then
	// only its name leads to it, and no help shows it.
	path string
	make func(*call) *cobra.Command
	// line and about are its line in coldstart help, empty for a command below another one.
	line, about string
	// on says what it does on another machine, and json is an answer with --json, nil for a command without one.
	on   reach
	json any
}

// reach is what a command does on another machine.
type reach int

const (
	// here is for a command about this machine: no other one runs it.
	here reach = iota
	// looks changes nothing, keeps changes only what coldstart keeps for itself, and writes changes the vault.
	looks
	keeps
	writes
)

// group is a part of coldstart help.
type group struct {
	title string
	rows  []row
}

// commands is the table, in the order of help. It is a function because help, which is in it, reads it.
func commands() []group {
	return []group{
		{"Look", []row{
			{"status", newStatus, "status", "where work stopped and what needs you", looks, answer.Status{}},
			{"list", newList, "list [KIND]", "requests, plans, sessions, traces, problems, decisions, ...", looks, answer.Counts{}},
			{"show", newShow, "show REF", "one item in full; --left adds the files it left", looks, answer.Show{}},
			{"tried", newTried, "tried WORDS", "earlier attempts, before you try again", looks, answer.Tried{}},
		}},
		{"Decide", []row{
			{"approve", newApprove, "approve REF", "approve a request or a proposal", writes, answer.Decision{}},
			{"reject", newReject, "reject REF -m WHY", "reject it, with a reason", writes, answer.Decision{}},
			{"changes", newChanges, "changes REF -m WHY", "ask the agent to change its request", writes, answer.Decision{}},
			{"undo", newUndo, "undo [ID]", "undo a decision that no agent has acted on", writes, answer.Decision{}},
			{"ack", newAck, "ack REF", "acknowledge an orphan, a changed file or a gate alarm", writes, answer.Decision{}},
			{"rerun", newRerun, "rerun TRACE", "rerun a step; --skip or --abort instead", writes, answer.Decision{}},
		}},
		{"Prepare the next session", []row{
			{"pin", newPin, "pin PLAN", "choose the plan to resume", keeps, answer.Pin{}},
			{"message", newMessage, "message TEXT", "leave a message for the next session", keeps, answer.Messages{}},
			{"snooze", newSnooze, "snooze REF", "hide an item: --until tomorrow, --until 2h", keeps, answer.Snoozed{}},
		}},
		{"Agents and scripts", []row{
			{"agent", newAgent, "agent COMMAND", "hook, gate, mcp, plugin, guide, start, end", here, nil},
			{"journal", newJournal, "journal [COMMAND]", "research journal: show, add, note, use", looks, answer.Journal{}},
			{"wait", newWait, "wait REF", "wait for a decision", here, answer.Reply{}},
			{"watch", newWatch, "watch", "print a line when something new needs you", here, nil},
		}},
		{"Set up and check", []row{
			{"demo", newDemo, "demo", "open a copy of the example vault", here, nil},
			{"init", newInit, "init [DIR]", "create folders and instructions for your agent", here, nil},
			{"doctor", newDoctor, "doctor", "check files, settings, hooks and permissions", looks, answer.Doctor{}},
			{"verify", newVerify, "verify", "compare approved files with your decisions", looks, answer.Verify{}},
			{"config", newConfig, "config, completion, help", "", here, jsonConfig{}},
			{"completion", newCompletion, "", "", here, nil},
			{"help", newHelp, "", "", here, nil},
		}},
		{"", inner()},
	}
}

// inner are the commands that help shows under another one, or nowhere.
func inner() []row {
	return []row{
		{"list requests", newApprovals, "", "", looks, answer.Approvals{}},
		{"list plans", newPlans, "", "", looks, answer.Plans{}},
		{"list sessions", newSessions, "", "", looks, answer.Sessions{}},
		{"list orphans", newOrphans, "", "", looks, answer.Orphans{}},
		{"list traces", newTraces, "", "", looks, answer.Traces{}},
		{"list problems", newProblems, "", "", looks, answer.Problems{}},
		{"list decisions", newHistory, "", "", looks, answer.History{}},
		{"list memory", newMemory, "", "", looks, answer.Memory{}},
		{"list sources", newSources, "", "", looks, answer.Sources{}},
		{"list vaults", newVaults, "", "", looks, answer.Vaults{}},
		{"list snoozed", newSnoozed, "", "", keeps, answer.Snoozed{}},
		{"agent hook", newHook, "", "", here, answer.Hooks{}},
		{"agent gate", newGate, "", "", here, answer.GateTrials{}},
		{"agent mcp", newMCP, "", "", here, nil},
		{"agent plugin", newPlugin, "", "", here, nil},
		{"agent guide", newGuide, "", "", here, nil},
		{"agent start", newStart, "", "", here, answer.Start{}},
		{"agent end", newEnd, "", "", here, answer.End{}},
		{"journal show", newJournal, "", "", looks, answer.Journal{}},
		{"journal add", newEntry, "", "", writes, answer.Decision{}},
		{"journal note", newNote, "", "", writes, answer.Decision{}},
		{"journal use", newSwitch, "", "", writes, answer.Decision{}},
		{"", newUnsnooze, "", "", keeps, answer.Snoozed{}},
		{"", newInspect, "", "", looks, answer.Inspection{}},
		{"", newRetry, "", "", writes, answer.Decision{}},
		{"", newSkip, "", "", writes, answer.Decision{}},
		{"", newAbort, "", "", writes, answer.Decision{}},
		{"", newDeadEnds, "", "", looks, answer.DeadEnds{}},
		{"", newAccept, "", "", writes, answer.Decision{}},
		{"", newDecline, "", "", writes, answer.Decision{}},
		{"", newServe, "", "", here, nil},
		{"", newVersion, "", "", looks, nil},
		{"", newMan, "", "", here, nil},
	}
}

// hiddenFlags are accepted where they were, and shown nowhere: settings, or another flag, say the same.
func hiddenFlags() []string {
	return strings.Fields("seed theme ascii work-rule list context dead command sure summary elsewhere settings try " +
		"category title insight outcome reasoning tried artifacts related re-attempt-of")
}

// tree adds all commands to the dashboard. A command that stands elsewhere than its name is there twice.
func (c *call) tree() {
	at := map[string]*cobra.Command{"": c.root}
	for _, g := range commands() {
		for _, r := range g.rows {
			cmd := r.make(c)
			name := cmd.Name()
			c.rows[name] = r
			if r.path != name && at[name] == nil {
				cmd.Hidden = true
				c.add(c.root, cmd)
				at[name] = cmd
			}
			if r.path == "" {
				continue
			}
			if r.path != name {
				cmd = c.moved(r, name)
			}
			if name == "help" {
				c.root.SetHelpCommand(cmd)
			}
			above, _ := splitLast(r.path)
			c.add(at[above], cmd)
			at[r.path] = cmd
		}
	}
}

func (c *call) add(above, cmd *cobra.Command) {
	for _, name := range hiddenFlags() {
		if f := cmd.Flags().Lookup(name); f != nil {
			f.Hidden = true
		}
	}
	above.AddCommand(cmd)
}

// moved makes a command where the tree has it. Its flags are its own; it runs as the command with that name.
func (c *call) moved(r row, name string) *cobra.Command {
	cmd := r.make(c)
	_, last := splitLast(r.path)
	cmd.Use = last + strings.TrimPrefix(cmd.Use, name)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return c.become(name, cmd, args) }
	return cmd
}

func splitLast(path string) (above, last string) {
	i := strings.LastIndex(path, " ")
	return path[:max(i, 0)], path[i+1:]
}

// become runs the command of the root with this name in the place of the one that was typed, with its flags and
// arguments, but for the flags that say so.
func (c *call) become(name string, typed *cobra.Command, args []string, said ...string) (err error) {
	as, _, err := c.root.Find([]string{name})
	if err != nil {
		return err
	}
	c.given = typed
	as.InheritedFlags() // merges them
	typed.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		switch to := as.Flags().Lookup(f.Name); {
		case err != nil || !f.Changed || to == nil && slices.Contains(said, f.Name):
		case to == nil:
			err = say.Combined(say.Dashed(said[0]), say.Dashed(f.Name), usageHint(typed))
		default:
			err = as.Flags().Set(f.Name, f.Value.String())
		}
	})
	if err == nil {
		err = as.ValidateArgs(args)
	}
	if err != nil {
		return err
	}
	return as.RunE(as, args)
}

// turning lets flags of a command make it another one, by the flag.
func (c *call) turning(cmd *cobra.Command, to map[string]string) *cobra.Command {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var said []string
		for _, name := range slices.Sorted(maps.Keys(to)) {
			if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String() != "false" {
				said = append(said, name)
			}
		}
		switch {
		case len(said) == 0:
			return run(cmd, args)
		case len(said) > 1 && to[said[0]] != to[said[1]]:
			return say.Combined(say.Dashed(said[0]), say.Dashed(said[1]), usageHint(cmd))
		}
		return c.become(to[said[0]], cmd, args, said...)
	}
	return cmd
}

// ahead moves flags that stand before a command behind its name, since they may be its own, and finds the command.
func (c *call) ahead(line []string) []string {
	for i := 0; i < len(line) && line[i] != "--"; i++ {
		if len(line[i]) > 1 && line[i][0] == '-' {
			if f := c.anyFlag(line[i]); f != nil && f.NoOptDefVal == "" {
				i++
			}
			continue
		}
		cmd, rest, err := c.root.Find(line[i:])
		if err != nil || cmd == c.root {
			return line
		}
		c.given, c.cmd = cmd, cmd
		return slices.Concat(strings.Fields(cmd.CommandPath())[1:], line[:i], rest)
	}
	return line
}

// anyFlag finds the flag of a word, of any command, nil for none and where the word has its value already.
func (c *call) anyFlag(word string) (found *pflag.Flag) {
	name, short := strings.TrimPrefix(word, "--"), !strings.HasPrefix(word, "--")
	if strings.Contains(word, "=") || short && len(word) > 2 {
		return nil
	}
	for _, cmd := range append([]*cobra.Command{c.root}, c.root.Commands()...) {
		for _, fs := range []*pflag.FlagSet{cmd.Flags(), c.root.PersistentFlags()} {
			if f := fs.Lookup(name); f != nil && !short {
				return f
			}
			if f := fs.ShorthandLookup(word[1:2]); f != nil && short {
				return f
			}
		}
	}
	return nil
}

// folder is for the dashboard: its argument is a folder, or no command.
func (c *call) folder(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && !strings.ContainsAny(args[0], `/\`) && !vault.IsFolder(inDir(c.env.Dir, args[0])) {
		return unknownIn(cmd, args[0])
	}
	return atMost(1)(cmd, args)
}

// parent is for a command that has others below it and takes no argument.
func parent(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownIn(cmd, args[0])
	}
	return nil
}

// unknownIn says that a command has no such command below it.
func unknownIn(cmd *cobra.Command, word string) error {
	var names []string
	for _, one := range cmd.Commands() {
		names = append(names, one.Name())
	}
	return say.Usage(say.Unknown("command", word), say.Suggest(word, names, helpHint(cmd)))
}

// parsed is a flag whose text a function reads.
type parsed struct {
	text string
	read func(string) error
}

// Set reads the text.
func (p *parsed) Set(text string) error {
	p.text = text
	return p.read(text)
}

// String is the text as it was given.
func (p *parsed) String() string { return p.text }

// Type is what cobra calls a flag with any text.
func (p *parsed) Type() string { return "string" }

// globalFlags declares the flags of every command.
func (c *call) globalFlags(fs *pflag.FlagSet) {
	fs.SortFlags = false
	fs.StringArrayVar(&c.vaults, "vault", nil, "open the vault in `DIR`; repeat it to show several on one screen")
	fs.Var(&parsed{read: func(name string) error {
		if c.host != "" && c.host != name {
			return errors.New("it is one machine, and you have already named " + c.host + "; --hosts are all")
		}
		c.host = name
		return nil
	}}, "host", "ask the host `NAME` of the settings; --vault and --seed are there")
	fs.StringVar(&c.seed, "seed", "", "read the memory from `FILE`, not from the vault's seed.json")
	fs.Var(&parsed{read: func(text string) (err error) {
		if c.at, err = time.Parse(time.RFC3339, text); err != nil {
			return errors.New("not a time like 2026-03-14T07:02:00Z")
		}
		return nil
	}}, "now", "take `TIME` (RFC 3339) as the current time")
	fs.String("config", "", "read the settings from `FILE`, not from the usual coldstart.yaml")
	fs.Bool("read-only", false, "refuse every decision")
	fs.String("theme", "", "use the theme `NAME`: auto, light, dark, high-contrast, high-contrast-light, high-contrast-dark")
	fs.Bool("ascii", false, "write ASCII characters only")
	fs.BoolVar(&c.reveal, "reveal", false, "show keys and passwords instead of masking them")
	fs.String("work-rule", "", "use this `RULE` for stuck work: seed (any open node), phase (open node in a working phase) or auto")
	fs.BoolP("help", "h", false, "show how the command is used")
	for _, name := range hiddenFlags() {
		if f := fs.Lookup(name); f != nil {
			f.Hidden = true
		}
	}
}

// newAgent makes the command above those for agents and their clients.
func newAgent(*call) *cobra.Command {
	return &cobra.Command{
		Use: "agent COMMAND", Example: "coldstart agent hook status", Short: "Connect agents and their clients",
		Args: parent, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
}

// newList makes the command above the lists. Alone it counts.
func newList(c *call) *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use: "list [KIND] [--json]", Example: "coldstart list", Short: "List items of one kind, or count them all",
		Args: parent, RunE: c.running(func() (int, error) {
			return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
				history, err := v.History()
				if err != nil {
					return 0, err
				}
				counts := []answer.Count{
					{Kind: "requests", N: len(s.Requests)}, {Kind: "plans", N: len(s.Plans)}, {Kind: "sessions", N: len(s.Transcripts)},
					{Kind: "orphans", N: len(s.Orphans()) + len(s.StuckWork())}, {Kind: "traces", N: len(s.Traces)}, {Kind: "problems", N: len(s.Problems)},
					{Kind: "decisions", N: len(history)}, {Kind: "memory", N: len(s.Memory.Learned) + len(s.Memory.Proposals)},
					{Kind: "snoozed", N: len(rule.Snoozed(s))},
				}
				return c.answer(func() any { return answer.Counts{Head: answer.HeadJSON(s), Counts: counts} }, func() { c.out.Counts(counts) })
			})
		}),
	})
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

// unexpected is about an argument.
const unexpected = "unexpected argument "

func atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return say.Usage(unexpected+say.Quoted(args[n]), usageHint(cmd))
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
	const list = "see coldstart help"
	var missing *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &missing):
		return c.noFlag(cmd, missing.GetSpecifiedName())
	case errors.As(err, &bare):
		return say.Usage(say.Dashed(bare.GetSpecifiedName())+" needs a value", list)
	case errors.As(err, &wrong):
		name, value := "--"+wrong.GetFlag().Name, say.Quoted(wrong.GetValue())
		switch wrong.GetFlag().Value.Type() {
		case "int":
			return say.Usage(name+" needs a number, not "+value, list)
		case "duration":
			return say.Usage(name+" needs a time such as 10m, not "+value, list)
		case "bool":
			return say.Usage(name+" is true or false, not "+value, list)
		}
		return say.Usage(name+" "+value+": "+wrong.Unwrap().Error(), list)
	}
	return say.Usage(err.Error(), list)
}

// noFlag says that a command has no such flag.
func (c *call) noFlag(cmd *cobra.Command, name string) error {
	if cmd == c.root {
		// A word that names no command is the reason.
		for _, word := range c.line {
			if err := c.folder(cmd, []string{word}); word != "" && word[0] != '-' {
				if err != nil {
					return err
				}
				break
			}
		}
	}
	if name == "json" && cmd == c.root {
		return say.NoFlag("coldstart", "--json", "use coldstart status --json of one vault, or coldstart list sessions --all --json of all repositories")
	}
	if name == "hosts" && c.rows[cmd.Name()].on != here {
		return say.NoFlag(title(cmd), "--hosts", "it goes to one machine at a time: "+title(cmd)+" --host NAME")
	}
	dashed := say.Dashed(name)
	if c.anyFlag(dashed) != nil {
		return say.NoFlag(title(cmd), dashed, helpHint(cmd))
	}
	if len(name) > 0 {
		if other, _, err := c.root.Find([]string{name}); err == nil && other != c.root {
			return say.Usage(say.Unknown("flag", dashed), "it is a command: "+usageLine(other))
		}
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return say.Usage(say.Unknown("flag", dashed), say.Suggest("--"+name, names, "see coldstart help"))
}

// title is the name of a command in sentences.
func title(cmd *cobra.Command) string { return cmd.CommandPath() }

// usageLine is a whole command line.
func usageLine(cmd *cobra.Command) string {
	return strings.TrimSuffix(title(cmd), cmd.Name()) + cmd.Use
}

func usageHint(cmd *cobra.Command) string { return "usage: " + usageLine(cmd) }

func (c *call) usageHint() string { return usageHint(c.given) }

func helpHint(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return "see coldstart help"
	}
	return "see coldstart help " + strings.TrimPrefix(title(cmd), "coldstart ")
}
