package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/cli/settings"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
)

// The exit codes of the headless contract.
const (
	exitDone     = 0
	exitFailed   = 1
	exitUsage    = 2
	exitConflict = 3
	exitNotFound = 4
	exitProblems = 5
	// exitPending belongs to wait.
	exitPending = 6
	// exitNeedsYou and exitBlocked belong to status --short.
	exitNeedsYou = 10
	exitBlocked  = 11
)

func exitCode(err error) int {
	switch {
	case errors.Is(err, say.ErrUsage):
		return exitUsage
	case errors.Is(err, model.ErrConflict):
		return exitConflict
	case errors.Is(err, model.ErrNotFound):
		return exitNotFound
	}
	return exitFailed
}

func (c *call) fail(err error) int {
	c.err.Line(answer.Words(styles.RoleBad, "error: "), c.err.Label(styles.RolePlain, phrase.Error(err)))
	for _, l := range say.Lines(err) {
		c.err.Line(answer.Words(styles.RolePlain, "  "), c.err.Label(styles.RolePlain, l))
	}
	for _, h := range say.Hints(err) {
		c.hint(h)
	}
	// When standard error is gone too, nothing can be reported.
	_ = c.err.Flush()
	switch {
	case c.forHook():
		return c.failHook(err)
	case c.refuses:
		return exitUsage
	}
	return exitCode(err)
}

func (c *call) hint(text string) {
	c.err.Line(answer.Words(styles.RoleMuted, "hint: "), c.err.Label(styles.RolePlain, text))
}

func (c *call) answer(json func() any, text func()) (int, error) {
	if c.json {
		return exitDone, c.writeJSON(json())
	}
	text()
	return exitDone, nil
}

// writeJSON writes v as indented JSON in pure ASCII, without keys and passwords.
func (c *call) writeJSON(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	c.writeMasked(b.Bytes())
	return nil
}

// writeMasked writes JSON in pure ASCII, without keys and passwords.
func (c *call) writeMasked(text []byte) {
	// The text for a hook is masked already.
	if !c.reveal && !c.forHook() {
		text = c.out.Theme.MaskedJSON(text)
	}
	c.out.Text.Write(answer.ASCIIJSON(text))
}

// Run runs one command line, without the program's name, and returns the exit code: 0 done
// (also when it was done before), 1 failed, 2 usage, 3 conflict, 4 not found, 5 doctor found
// problems, 6 still pending; status --short has its own.
func Run(ctx context.Context, args []string, env Env) int {
	c := newCall(ctx, env)
	c.line = args
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		args = c.completing(args)
	} else {
		args = c.ahead(args)
	}
	err := c.mayServe()
	if err == nil {
		c.root.SetArgs(append([]string{}, args...)) // cobra would take os.Args for nil
		_, err = c.root.ExecuteC()
	}
	c.settle()
	if err != nil {
		// What was found before the failure is still true.
		return c.fail(errors.Join(err, c.out.Flush()))
	}
	if err := c.out.Flush(); err != nil {
		return c.fail(err)
	}
	if err := c.err.Flush(); err != nil {
		return exitFailed
	}
	return c.exit
}

// call is one run of one command.
type call struct {
	ctx context.Context
	env Env
	// line is the command line as it was typed.
	line []string
	// root is the dashboard, given the command that was typed, cmd the one that runs, args its arguments.
	root, given, cmd *cobra.Command
	args             []string
	// rows are the commands of the table by name.
	rows map[string]row

	// Flags of every command; those that are settings too are in conf.
	vaults []string
	// host is the machine of --host, everyHost is --hosts.
	host      string
	everyHost bool
	// same says which machines of the settings lead to a vault that another one leads to.
	same   []string
	seed   string
	at     time.Time // --now
	reveal bool
	// json is the flag of most commands; format belongs to start and end.
	json   bool
	format string

	// conf are the settings; confErr, why they are wrong, fails only what opens a vault.
	conf    settings.Settings
	confErr error
	out     *answer.Output
	err     *answer.Output
	// beside are the folders beside the opened one, upTo how far up was looked, repository
	// the root of the repository where the operator is, empty outside of one.
	beside     []string
	upTo       string
	repository string
	// nothing is true where there is nothing to open here.
	nothing bool
	exit    int
	// under is the agent under which the operator's settings allow to decide; lookOnly why
	// the screen, or a line of another machine, may not.
	under, lookOnly string
	// refuses makes every failure one with exit code 2, by which a client refuses its tool.
	refuses bool
	// brief reads only the newest files of each kind.
	brief bool
	// sessions are those of the repository where they are known already, else nil.
	sessions []model.Transcript
	// unhashed becomes true when a line for a host was not signed because it names no hash.
	unhashed *atomic.Bool
}

// newCall makes a call with all commands.
func newCall(ctx context.Context, env Env) *call {
	c := &call{ctx: ctx, env: env, under: env.asked.under, lookOnly: env.asked.lookOnly, unhashed: &atomic.Bool{}, rows: map[string]row{}}
	c.root = newDashboard(c)
	c.given, c.cmd = c.root, c.root
	c.globalFlags(c.root.PersistentFlags())
	c.root.SilenceErrors, c.root.SilenceUsage = true, true
	c.root.CompletionOptions.DisableDefaultCmd = true
	c.root.SetOut(env.Stdout)
	c.root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		c.settle()
		c.help(cmd)
	})
	c.root.SetFlagErrorFunc(c.flagError)
	c.tree()
	return c
}

// running makes a command run a function, with the settings read first.
func (c *call) running(run func() (exit int, err error)) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) (err error) {
		if c.cmd, c.args = cmd, args; c.given == c.root {
			c.given = cmd
		}
		c.settle()
		c.exit, err = c.there(run)
		return err
	}
}

// settle reads the settings and opens the outputs, once. After a wrong flag, the flags
// before it count.
func (c *call) settle() {
	if c.out != nil {
		return
	}
	given := map[string]string{}
	c.cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed {
			given[f.Name] = f.Value.String()
		}
	})
	if c.env.asked.on {
		delete(given, "config")
	}
	maps.Copy(given, c.env.asked.flags)
	c.conf, c.confErr = c.readSettings(given)
	c.out = answer.New(c.env.Stdout, c.conf.Theme(c.env.Getenv, c.reveal, c.env.StdoutIsTerminal), c.env.StdoutIsTerminal)
	c.err = answer.New(c.env.Stderr, c.conf.Theme(c.env.Getenv, c.reveal, false), false)
}

// readSettings reads the settings. For the gate that has an end also where their disk gives no answer.
func (c *call) readSettings(given map[string]string) (settings.Settings, error) {
	if c.cmd.Name() != gateName {
		return settings.Read(given, c.env.Getenv, c.env.Dir)
	}
	type read struct {
		settings.Settings
		err error
	}
	done := make(chan read, 1)
	go func() {
		s, err := settings.Read(given, c.env.Getenv, c.env.Dir)
		done <- read{s, err}
	}()
	select {
	case r := <-done:
		return r.Settings, r.err
	case <-time.After(c.env.gateSpan() / 2):
	}
	// Without a file and without variables these are the defaults.
	s, err := settings.Read(nil, func(string) string { return "" }, c.env.Dir)
	return s, errors.Join(err, say.Failed(say.ErrUsage, "they could not be read in time", "is it a pipe, or on a disk that is gone?"))
}

// has reports whether a flag was on the line.
func (c *call) has(name string) bool { return c.cmd.Flags().Changed(name) }

// now is the time of the call: the fixed one of --now, else the clock's.
func (c *call) now() time.Time {
	if c.has("now") {
		return c.at
	}
	return c.env.Now()
}
