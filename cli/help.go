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
		Use: "help [COMMAND] | --man", Example: "coldstart help approve",
		Short: "List the commands, or show how one of them is used",
		Args:  cobra.ArbitraryArgs, RunE: c.running(func() (int, error) {
			if schema != "" {
				return c.printSchema(schema)
			}
			return c.runHelp()
		}),
		ValidArgsFunction: func(_ *cobra.Command, above []string, _ string) ([]string, cobra.ShellCompDirective) {
			cmd, _, err := c.root.Find(above)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return say.Each(shown(cmd), (*cobra.Command).Name), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().StringVar(&schema, "schema", "", "print the JSON Schema of the answer of the command `NAME`")
	cmd.Flags().Bool("man", false, "print the manual page, as in: coldstart help --man | man -l -")
	return c.turning(cmd, map[string]string{"man": "man"})
}

func (c *call) runHelp() (int, error) {
	cmd := c.root
	for _, word := range c.args {
		next, rest, err := cmd.Find([]string{word})
		if err != nil || len(rest) > 0 || next == cmd {
			return 0, unknownIn(cmd, word)
		}
		cmd = next
	}
	c.help(cmd)
	return exitDone, nil
}

// shown are the commands below another one that help shows.
func shown(cmd *cobra.Command) (list []*cobra.Command) {
	for _, one := range cmd.Commands() {
		if !one.Hidden {
			list = append(list, one)
		}
	}
	return list
}

const (
	helpHead = `See where your AI agents stopped, decide what is waiting, and resume the work.

Usage
  coldstart [VAULT] [flags]               open the dashboard
  coldstart COMMAND [arguments] [flags]
`
	helpFoot = `
Flags  --vault DIR  --host NAME  --all  --hosts  --json  --read-only
       --config FILE  --linear  --reveal  --version  -h, --help

`
)

func (c *call) helpAll() {
	p := c.out
	p.Page(helpHead)
	for _, g := range commands() {
		if g.title == "" {
			continue
		}
		p.Heading(g.title)
		for _, r := range g.rows {
			if r.line != "" {
				p.Line(answer.Words(styles.RolePlain, "  "), answer.Words(styles.RoleKey, r.line), answer.Words(styles.RolePlain, strings.Repeat(" ", max(19-len(r.line), 0))+r.about))
			}
		}
	}
	p.Page(helpFoot)
	for i, l := range exitCodes() {
		p.Say("%s", []string{"Exit   ", "codes  ", "       "}[i]+l)
	}
}

// help prints how a command is used; for the dashboard, the list of commands.
func (c *call) help(cmd *cobra.Command) {
	if cmd == c.root {
		c.helpAll()
		return
	}
	p := c.out
	p.Say("%s.", cmd.Short)
	p.Heading("Usage")
	p.Line(answer.Words(styles.RolePlain, "  "), answer.Words(styles.RoleKey, usageLine(cmd)))
	if below := shown(cmd); len(below) > 0 {
		p.Heading("Commands")
		for _, one := range below {
			c.entry(one.Name(), one.Short)
		}
	}
	if cmd.Long != "" {
		p.Line()
		for _, l := range filled(cmd.Long) {
			for _, part := range wrapped(l, helpWidth-2) {
				p.Say("%s", strings.TrimRight("  "+part, " "))
			}
		}
	}
	if flags := ownFlags(cmd); len(flags) > 0 {
		p.Heading("Flags")
		for _, f := range flags {
			_, does := pflag.UnquoteUsage(f)
			c.entry(typedFlag(f), does)
		}
	}
	p.Heading("Example")
	p.Line(answer.Words(styles.RolePlain, "  "), answer.Words(styles.RoleCode, cmd.Example))
	p.Line()
	p.Say("Global flags: coldstart help")
}

const (
	// helpWidth is how wide help is, helpColumn where it says what something does.
	helpWidth  = 80
	helpColumn = 20
)

// filled joins lines that follow each other, but for those that begin with a blank.
func filled(text string) (out []string) {
	joins := false
	for l := range strings.SplitSeq(text, "\n") {
		flush := l != "" && l[0] != ' '
		if joins && flush {
			out[len(out)-1] += " " + l
		} else {
			out = append(out, l)
		}
		joins = flush
	}
	return out
}

// wrapped is a text in lines that are not too wide. One that fits keeps its blanks.
func wrapped(text string, width int) []string {
	if len(text) <= width {
		return []string{text}
	}
	lines, at := []string{""}, 0
	for word := range strings.FieldsSeq(text) {
		if n := len(lines[at]); n > 0 && n+1+len(word) > width {
			lines, at = append(lines, ""), at+1
		}
		lines[at] = strings.TrimPrefix(lines[at]+" "+word, " ")
	}
	return lines
}

// entry says what a name does.
func (c *call) entry(name, does string) {
	lines, gap := wrapped(does, helpWidth-helpColumn-2), ""
	if len(name) < helpColumn {
		gap = strings.Repeat(" ", helpColumn-len(name))
	} else {
		c.out.Line(answer.Words(styles.RolePlain, "  "), answer.Words(styles.RoleKey, name))
		name, gap = "", strings.Repeat(" ", helpColumn)
	}
	c.out.Line(answer.Words(styles.RolePlain, "  "), answer.Words(styles.RoleKey, name), answer.Words(styles.RolePlain, gap+lines[0]))
	for _, l := range lines[1:] {
		c.out.Say("  %s%s", strings.Repeat(" ", helpColumn), l)
	}
}

// ownFlags are the flags that help shows of a command.
func ownFlags(cmd *cobra.Command) (list []*pflag.Flag) {
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			list = append(list, f)
		}
	})
	return list
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
		"0 done  1 failed  2 usage  3 changed since you read it  4 not found",
		"5 doctor or verify found something  6 still pending",
		"10 needs you  11 work is blocked (both: status --short)",
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
		Use: "man", Example: "coldstart help --man",
		Short: "Print the manual page",
		Long:  "To read it: coldstart help --man > coldstart.1, then man -l coldstart.1.",
		Args:  none, RunE: c.running(func() (int, error) {
			c.out.Page(manual(c.root, buildVersion()))
			return exitDone, nil
		}),
	}
}

// visible are the dashboard and all commands that help shows, each with those below it.
func visible(root *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{root}
	for _, cmd := range shown(root) {
		all = append(all, visible(cmd)...)
	}
	return all
}

// manual is the manual page in man(7). cobra's own writer would link a Markdown parser.
func manual(root *cobra.Command, version string) string {
	var b strings.Builder
	all := visible(root)
	fmt.Fprintf(&b, ".TH COLDSTART 1 \"\" \"coldstart %s\" \"User Commands\"\n.nh\n", roff(version))
	b.WriteString(".SH NAME\ncoldstart \\- see where your AI agents stopped, decide what is waiting, and resume the work\n.SH SYNOPSIS\n.nf\n")
	for _, cmd := range all {
		b.WriteString(roff(usageLine(cmd)) + "\n")
	}
	b.WriteString(".fi\n.SH DESCRIPTION\n")
	b.WriteString(roff("coldstart shows the unfinished work of agents in a vault, a folder of plain files. It records your decisions " +
		"before their next session starts. It starts nothing by itself and uses no network; looking never writes."))
	b.WriteString("\n.PP\nOn the screen, ? lists all keys, with the reason why some are unavailable.\n.SH COMMANDS\n")
	for _, cmd := range all {
		fmt.Fprintf(&b, ".SS %s\n%s.\n", roff(usageLine(cmd)), roff(cmd.Short))
		for l := range strings.Lines(cmd.Long) {
			b.WriteString(roff(strings.TrimSuffix(l, "\n")) + "\n")
		}
		manualFlags(&b, ownFlags(cmd))
		fmt.Fprintf(&b, ".PP\nExample:\n.PP\n.nf\n.RS\n%s\n.RE\n.fi\n", roff(cmd.Example))
	}
	b.WriteString(".SH OPTIONS\nThey may stand anywhere on the line.\n")
	var global []*pflag.Flag
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			global = append(global, f)
		}
	})
	manualFlags(&b, global)
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

func manualFlags(b *strings.Builder, flags []*pflag.Flag) {
	for _, f := range flags {
		_, does := pflag.UnquoteUsage(f)
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(typedFlag(f)), roff(does))
	}
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
		Use: "version", Example: "coldstart --version",
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
