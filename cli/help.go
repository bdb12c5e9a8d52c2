package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/cli/settings"
	"coldstart/styles"
)

func newHelp(c *call) *cobra.Command {
	schema := ""
	cmd := &cobra.Command{
		Use: "help [COMMAND]", Example: "coldstart help approve",
		Short: "List the commands, or show how one of them is used",
		Args:  atMost(1), RunE: c.running(func() (int, error) {
			if schema != "" {
				return c.printSchema(schema)
			}
			return c.runHelp()
		}),
		ValidArgsFunction: cobra.FixedCompletions(commandNames(), cobra.ShellCompDirectiveNoFileComp),
	}
	cmd.Flags().StringVar(&schema, "schema", "", "print the JSON Schema of the answer of the command `NAME`")
	return cmd
}

func (c *call) runHelp() (int, error) {
	if len(c.args) == 0 {
		c.helpAll()
		return exitDone, nil
	}
	for _, cmd := range c.everything()[1:] {
		if cmd.Name() == c.args[0] {
			c.help(cmd)
			return exitDone, nil
		}
	}
	return 0, say.Usage(say.Unknown("command", c.args[0]), say.Suggest(c.args[0], commandNames(), "coldstart help lists the commands"))
}

func (c *call) helpAll() {
	p := c.out
	p.Say("coldstart shows what agents left in a vault and records what you decide,")
	p.Say("before their next session starts.")
	p.Heading("Commands")
	var rows [][]styles.Span
	for _, cmd := range c.everything() {
		if cmd.Hidden {
			continue
		}
		rows = append(rows, []styles.Span{
			answer.Words(styles.RolePlain, ""), answer.Words(styles.RoleKey, usageLine(cmd)), answer.Words(styles.RolePlain, cmd.Short),
		})
	}
	p.Table(rows)
	p.Heading("Flags, anywhere on the line")
	flagTable(p, c.root.PersistentFlags())
	p.Heading("Exit codes")
	for _, l := range exitCodes() {
		p.Say("  %s", l)
	}
}

// help prints how a command is used; for the dashboard, the list of commands.
func (c *call) help(cmd *cobra.Command) {
	if cmd == c.root {
		c.helpAll()
		return
	}
	p := c.out
	p.Say("%s", cmd.Short)
	p.Heading("Usage")
	p.Line(answer.Words(styles.RolePlain, "  "), answer.Words(styles.RoleKey, usageLine(cmd)))
	if cmd.Long != "" {
		p.Line()
		for l := range strings.SplitSeq(cmd.Long, "\n") {
			p.Say("  %s", l)
		}
	}
	p.Heading("Flags")
	flagTable(p, cmd.LocalNonPersistentFlags(), c.root.PersistentFlags())
	p.Heading("Example")
	p.Line(answer.Words(styles.RolePlain, "  "), answer.Words(styles.RoleCode, cmd.Example))
}

func flagTable(p *answer.Output, sets ...*pflag.FlagSet) {
	var rows [][]styles.Span
	for _, fs := range sets {
		fs.VisitAll(func(f *pflag.Flag) {
			_, does := pflag.UnquoteUsage(f)
			rows = append(rows, []styles.Span{answer.Words(styles.RolePlain, ""), answer.Words(styles.RoleKey, typedFlag(f)), answer.Words(styles.RolePlain, does)})
		})
	}
	p.Table(rows)
}

// typedFlag is a flag as it is typed, with the name of its value.
func typedFlag(f *pflag.Flag) string {
	value, _ := pflag.UnquoteUsage(f)
	if f.NoOptDefVal != "" {
		value = ""
	}
	letter := ""
	if f.Shorthand != "" {
		letter = "-" + f.Shorthand + ", "
	}
	return strings.TrimSpace(letter + "--" + f.Name + " " + value)
}

func exitCodes() []string {
	return []string{
		"0 done, 1 failed, 2 usage, 3 changed since it was seen, 4 not found, 5 doctor found problems,",
		"6 wait: still pending; status --short: 10 something needs you, 11 work is blocked",
	}
}

func environment() [][2]string {
	list := [][2]string{
		{"NO_COLOR", "turns colours off when it is set"},
		{"COLORTERM, COLORFGBG, TERM", "how many colours the terminal has, and whether its background is dark"},
		{"LC_ALL, LC_CTYPE, LANG", "any encoding but UTF-8 means ASCII only"},
		{"XDG_CONFIG_HOME", "the folder with coldstart/coldstart.yaml, your settings; ~/.config without it"},
		{"XDG_STATE_HOME", "the folder with the ledger of your decisions; ~/.local/state without it"},
	}
	for _, o := range settings.Options() {
		if o.Variable() == "" {
			continue
		}
		list = append(list, [2]string{o.Variable(), o.About + ": " + strings.Join(o.Values, ", ")})
	}
	return list
}

func newMan(c *call) *cobra.Command {
	return &cobra.Command{
		Use: "man", Example: "coldstart man",
		Short: "Print the manual page",
		Long:  "To read it: coldstart man > coldstart.1, then man -l coldstart.1.",
		Args:  none, RunE: c.running(func() (int, error) {
			c.out.Page(manual(c.everything(), buildVersion()))
			return exitDone, nil
		}),
	}
}

// manual is the manual page in man(7). cobra's own writer would link a Markdown parser.
func manual(all []*cobra.Command, version string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH COLDSTART 1 \"\" \"coldstart %s\" \"User Commands\"\n.nh\n", roff(version))
	b.WriteString(".SH NAME\ncoldstart \\- see what agents left behind, and decide what is waiting for you\n.SH SYNOPSIS\n.nf\n")
	for _, cmd := range all {
		b.WriteString(roff(usageLine(cmd)) + "\n")
	}
	b.WriteString(".fi\n.SH DESCRIPTION\n")
	b.WriteString(roff("coldstart shows what agents left in a vault, a folder of plain files, and records what you decide, " +
		"before their next session starts. It runs nothing and uses no network; looking never writes."))
	b.WriteString("\n.PP\nOn the screen, ? lists all keys, and why some do not work now.\n.SH COMMANDS\n")
	for _, cmd := range all {
		fmt.Fprintf(&b, ".SS %s\n%s.\n", roff(usageLine(cmd)), roff(cmd.Short))
		for l := range strings.Lines(cmd.Long) {
			b.WriteString(roff(strings.TrimSuffix(l, "\n")) + "\n")
		}
		manualFlags(&b, cmd.LocalNonPersistentFlags())
		fmt.Fprintf(&b, ".PP\nExample:\n.PP\n.nf\n.RS\n%s\n.RE\n.fi\n", roff(cmd.Example))
	}
	b.WriteString(".SH OPTIONS\nThey may stand anywhere on the line.\n")
	manualFlags(&b, all[0].PersistentFlags())
	b.WriteString(".SH EXIT STATUS\n")
	for _, l := range exitCodes() {
		b.WriteString(roff(l) + "\n")
	}
	b.WriteString(".SH ENVIRONMENT\n")
	for _, v := range environment() {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(v[0]), roff(v[1]))
	}
	return b.String()
}

func manualFlags(b *strings.Builder, fs *pflag.FlagSet) {
	fs.VisitAll(func(f *pflag.Flag) {
		_, does := pflag.UnquoteUsage(f)
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(typedFlag(f)), roff(does))
	})
}

// roff escapes what has a meaning in roff: backslashes, hyphens, and a point or quote at
// the start of a line.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}

func newVersion(c *call) *cobra.Command {
	return &cobra.Command{
		Use: "version", Example: "coldstart version",
		Short: "Print the version of this program",
		Args:  none, RunE: c.running(c.runVersion),
	}
}

func (c *call) runVersion() (int, error) {
	c.out.Say("coldstart %s (%s, %s/%s)", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitDone, nil
}

// buildVersion is the version in the build information.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(info)
}

// versionOf returns the module's version, else the revision, else "built from source".
func versionOf(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+changes"
		}
	}
	if revision == "" {
		return "built from source"
	}
	return revision + changed
}
