package cli

import (
	"slices"

	"coldstart/styles"
)

func runHelp(c *call) (int, error) {
	if len(c.args) == 0 {
		c.helpAll()
		return exitDone, nil
	}
	cmd, ok := commandNamed(c.args[0])
	if !ok || cmd.name == "" {
		return 0, usage(unknown("command", c.args[0]), suggest(c.args[0], commandNames(), "coldstart help lists the commands"))
	}
	c.helpOne(cmd)
	return exitDone, nil
}

func (c *call) helpAll() {
	p := c.out
	p.say("coldstart shows what agents left in a vault and records what you decide,")
	p.say("before their next session starts.")
	p.heading("Commands")
	var rows [][]styles.Span
	for _, cmd := range commands() {
		rows = append(rows, []styles.Span{
			words(styles.RolePlain, ""), words(styles.RoleKey, "coldstart "+cmd.usage), words(styles.RolePlain, cmd.summary),
		})
	}
	p.table(rows)
	p.heading("Flags, anywhere on the line")
	p.flags(globalFlags)
	p.heading("Exit codes")
	for _, l := range exitCodes() {
		p.say("  %s", l)
	}
}

func (c *call) helpOne(cmd command) {
	p := c.out
	p.say("%s", cmd.summary)
	p.heading("Usage")
	p.line(words(styles.RolePlain, "  "), words(styles.RoleKey, "coldstart "+cmd.usage))
	if len(cmd.details) > 0 {
		p.line()
	}
	for _, d := range cmd.details {
		p.say("  %s", d)
	}
	p.heading("Flags")
	p.flags(append(slices.Clone(cmd.flags), globalFlags...))
	p.heading("Example")
	p.line(words(styles.RolePlain, "  "), words(styles.RoleCode, cmd.example))
}

func (p *paper) heading(text string) {
	p.line()
	p.line(words(styles.RoleHeading, text))
}

// flags lists flags with what they do; -h is said beside --help.
func (p *paper) flags(names []string) {
	var rows [][]styles.Span
	for _, o := range offeredFlags(slices.DeleteFunc(slices.Clone(names), isShortHelp)) {
		rows = append(rows, []styles.Span{
			words(styles.RolePlain, ""), words(styles.RoleKey, o.typed()), words(styles.RolePlain, o.does),
		})
	}
	p.table(rows)
}
