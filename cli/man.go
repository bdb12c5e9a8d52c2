package cli

import (
	"fmt"
	"slices"
	"strings"
)

// exitCodes are what the program ends with.
func exitCodes() []string {
	return []string{
		"0 done, 1 failed, 2 usage, 3 changed since it was seen, 4 not found,",
		"5 doctor found problems; status --short: 10 something needs you, 11 work is blocked",
	}
}

// environment are the variables that the program reads, with what they do.
func environment() [][2]string {
	list := [][2]string{
		{"NO_COLOR", "without colours, when it is set"},
		{"COLORTERM, COLORFGBG, TERM", "how many colours the terminal has, and how bright its ground is"},
		{"LC_ALL, LC_CTYPE, LANG", "another encoding than UTF-8 means ASCII only"},
		{"XDG_CONFIG_HOME", "where coldstart/coldstart.yaml with your settings lies; ~/.config without it"},
		{"XDG_STATE_HOME", "where the ledger of your decisions lies; ~/.local/state without it"},
	}
	for _, o := range options() {
		list = append(list, [2]string{o.variable(), o.about + ": " + strings.Join(o.values, ", ")})
	}
	return list
}

func runMan(c *call) (int, error) {
	c.out.page(manual(buildVersion()))
	return exitDone, nil
}

// manual is the manual page as man and groff read it (man(7)).
func manual(version string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH COLDSTART 1 \"\" \"coldstart %s\" \"User Commands\"\n.nh\n", roff(version))
	b.WriteString(".SH NAME\ncoldstart \\- see what agents left behind, and decide what waits for you\n.SH SYNOPSIS\n.nf\n")
	for _, cmd := range commands() {
		fmt.Fprintf(&b, "coldstart %s\n", roff(cmd.usage))
	}
	b.WriteString(".fi\n.SH DESCRIPTION\n")
	b.WriteString(roff("coldstart shows what agents left in a vault, a folder of plain files, and records what you decide, " +
		"before their next session starts. It runs nothing and talks to nobody; looking never writes."))
	b.WriteString("\n.PP\nOn the screen, ? lists all keys, and why some do not work now.\n.SH COMMANDS\n")
	for _, cmd := range commands() {
		cmd.manual(&b)
	}
	b.WriteString(".SH OPTIONS\nThey may stand anywhere on the line.\n")
	manualFlags(&b, globalFlags)
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

func (c command) manual(b *strings.Builder) {
	fmt.Fprintf(b, ".SS coldstart %s\n%s.\n", roff(c.usage), roff(c.summary))
	for _, l := range c.details {
		b.WriteString(roff(l) + "\n")
	}
	manualFlags(b, c.flags)
	fmt.Fprintf(b, ".PP\nExample:\n.PP\n.nf\n.RS\n%s\n.RE\n.fi\n", roff(c.example))
}

func manualFlags(b *strings.Builder, names []string) {
	for _, o := range offeredFlags(slices.DeleteFunc(slices.Clone(names), isShortHelp)) {
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(o.typed()), roff(o.does))
	}
}

// typed is the flag as it is typed, with the name of its value.
func (o offered) typed() string {
	if o.name == "help" {
		return "-h, --help"
	}
	return strings.TrimSpace(dashed(o.name) + " " + o.value)
}

// isShortHelp is true for -h, which stands beside --help.
func isShortHelp(name string) bool { return name == "h" }

// roff writes a text of ours so that it is shown as it is: a backslash, a point or a
// quote at the start of a line, and hyphens mean something else to roff.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
