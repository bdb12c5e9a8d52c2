package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"coldstart/vault"
)

// Run carries out one command line, without the program's name, and gives the
// exit code: 0 done (also when it was so already), 1 failed, 2 usage, 3 conflict,
// 4 not found, 5 doctor found problems; status --short has its own.
func Run(ctx context.Context, args []string, env Env) int {
	c, err := newCall(ctx, args, env)
	if err != nil {
		return c.fail(err)
	}
	code, err := c.command.run(c)
	// What was found before a failure is still true.
	if err := errors.Join(err, c.out.flush()); err != nil {
		return c.fail(err)
	}
	if err := c.err.flush(); err != nil {
		return exitFailed
	}
	return code
}

// call is one run of one command.
type call struct {
	ctx     context.Context
	env     Env
	command command
	set     settings
	// conf is what holds of each option; confErr is why it cannot be told. Only what
	// opens a vault fails for that.
	conf    config
	confErr error
	// args are the arguments behind the command's name.
	args []string
	out  *paper
	err  *paper
	// others tells of vaults that were not opened, empty when there are none.
	others string
}

// newCall reads the command line. The call can report errors even when it comes
// with one.
func newCall(ctx context.Context, args []string, env Env) (*call, error) {
	set, rest, err := parseArgs(args)
	c := &call{ctx: ctx, env: env, set: set}
	c.conf, c.confErr = configure(set, env)
	c.out = newPaper(env.Stdout, theme(env.Getenv, set, c.conf, env.StdoutIsTerminal), env.StdoutIsTerminal)
	c.err = newPaper(env.Stderr, theme(env.Getenv, set, c.conf, false), false)
	if err != nil {
		return c, err
	}
	c.command, c.args, err = choose(rest, env.Dir)
	if err != nil {
		return c, err
	}
	if set.help {
		return c, c.turnToHelp()
	}
	return c, c.check()
}

// choose finds the command that rest begins with. A word that names no command
// is a vault for the dashboard when it can only be meant as a folder.
func choose(rest []string, dir string) (command, []string, error) {
	if len(rest) == 0 {
		return dashboardCommand(), nil, nil
	}
	word := rest[0]
	if cmd, ok := commandNamed(word); ok && word != "" {
		return cmd, rest[1:], nil
	}
	if strings.ContainsAny(word, `/\`) || vault.IsFolder(inDir(dir, word)) {
		return dashboardCommand(), rest, nil
	}
	return command{}, nil, usage(unknown("command", word), suggest(word, commandNames(), "coldstart help lists the commands"))
}

// turnToHelp makes the call one for the help of the command it was for.
func (c *call) turnToHelp() error {
	name := c.command.name
	c.command, _ = commandNamed("help")
	c.args = nil
	if name != "" {
		c.args = []string{name}
	}
	return nil
}

// check holds the arguments and flags against what the command takes.
func (c *call) check() error {
	cmd := c.command
	for _, name := range c.set.given {
		if !slices.Contains(globalFlags, name) && !slices.Contains(cmd.flags, name) {
			return usage(cmd.title()+" does not take "+dashed(name), cmd.helpHint())
		}
	}
	switch n := len(c.args); {
	case n < cmd.least:
		return usage(cmd.title()+" needs "+cmd.needs, cmd.usageHint())
	case n > cmd.most:
		return usage(cmd.title()+" does not take the argument "+quoted(c.args[cmd.most]), cmd.usageHint())
	}
	return nil
}
