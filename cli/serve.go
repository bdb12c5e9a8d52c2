package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coldstart/cli/remote"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/tui"
	"coldstart/vault"
)

// The screen uses a vault of another machine like one of this one, which answers there.
var (
	_ tui.Store    = (*remote.Store)(nil)
	_ remote.Vault = far{}
)

func newServe(c *call) *cobra.Command {
	return &cobra.Command{
		Use: remote.Serving, Example: "coldstart " + remote.Serving, Hidden: true,
		Short: "Answer a coldstart on another machine, which starts this over ssh",
		Long: `A coldstart whose settings name this machine under hosts starts this, and
talks to it over standard input and output until it closes them. It uses the
vaults here as if they were opened here, with the settings of this machine.
Its user may decide here, like any user with a login; in a line of
authorized_keys
  command="coldstart ` + remote.Serving + ` --read-only",restrict ssh-ed25519 AAAA...
lets a key look and nothing else.`,
		Args: none, RunE: c.running(c.runServe),
	}
}

// askedLine is what holds for a command line that another machine asked for.
type askedLine struct {
	// on is false for a line that was typed here.
	on bool
	// dir is the vault where the line names none.
	dir string
	// lookOnly is why nothing may be written, not even what coldstart keeps for itself, "" where it may.
	lookOnly string
	// under is the agent that runs the other machine's program, where it may decide.
	under string
	// sign is what the decisions of who asks are signed with.
	sign vault.Sign
	// id names the decision that the line makes. Where unmade is not nil, the line only asks what became of
	// that decision, and unmade becomes true if there is none.
	id     string
	unmade *bool
	// flags are those under which this machine answers, which no line can change.
	flags map[string]string
}

// mayServe refuses a line that another machine may not ask for.
func (c *call) mayServe() error {
	on := c.rows[c.cmd.Name()].on
	switch {
	case !c.env.asked.on:
		return nil
	case on == keeps && c.env.asked.lookOnly != "":
		return fmt.Errorf("%s is not run for another machine: %w: %s", title(c.given), model.ErrReadOnly, c.lookOnly)
	case on == here:
		return say.Usage(title(c.given)+" is not run for another machine", "open its screen over ssh, or use a command that answers in lines")
	}
	return nil
}

// mayBeFlagged refuses a flag that another machine may not set: those of the command it may, and of the
// others those that are about the question. The settings here say how it is answered.
func (c *call) mayBeFlagged() (err error) {
	c.cmd.Flags().VisitAll(func(f *pflag.Flag) {
		asks := c.root.PersistentFlags().Lookup(f.Name) == nil && f.Name != "hosts" || slices.Contains([]string{"vault", "seed", "now", "ascii", "reveal", "work-rule"}, f.Name)
		narrows := f.Name == "read-only" && f.Value.String() == "true"
		switch {
		case err != nil || !f.Changed || asks || narrows:
		case f.Name == "host" || f.Name == "hosts":
			err = say.Usage("--"+f.Name+" is not taken from another machine", "a host does not ask other hosts")
		default:
			err = say.Usage("--"+f.Name+" is not taken from another machine", "the settings here say what holds here")
		}
	})
	return err
}

// runServe answers until the other side is gone.
func (c *call) runServe() (int, error) {
	if len(c.vaults) > 0 {
		return 0, say.NoFlag("coldstart "+remote.Serving, "--vault", "the other machine names the vault")
	}
	account := cmp.Or(c.env.Operator, "this host")
	if mark, ok := c.agentAbove(); ok {
		c.lookOnly = "of " + account + ": " + runsUnder(mark)
	} else if c.conf.On("read-only") {
		c.lookOnly = account + " lets other machines only look, " + c.readOnlyWhy()
	}
	if c.boundElsewhere() {
		return 0, say.Failed(model.ErrNotAllowed, "this login answers a coldstart on another machine, and opens no screen", "there: coldstart --host NAME")
	}
	if c.env.StdinIsTerminal {
		c.hint("this talks to a program, not to a person; ctrl+d ends it")
	}
	if err := c.err.Flush(); err != nil {
		return 0, err
	}
	// A connection that breaks must not end a decision.
	_, stop := signal.NotifyContext(c.ctx, syscall.SIGPIPE)
	defer stop()
	f := newFarSide(c)
	s := remote.Server{Version: buildVersion(), Account: c.env.Operator, Bound: c.bound(), Now: c.now, Vaults: f.vaults, Open: f.open, Run: f.run}
	return exitDone, remote.Serve(c.ctx, c.env.Stdin, c.env.Stdout, s)
}

// original is where sshd says what the other side asked to run, if a line of authorized_keys runs something else.
const original = "SSH_ORIGINAL_COMMAND"

// bound reports whether this runs whatever the login asks for: nobody asks for it with flags.
func (c *call) bound() bool { return c.env.Getenv(original) != "" && len(c.line) > 1 }

// boundElsewhere reports whether the login asked for something else than this.
func (c *call) boundElsewhere() bool {
	asked := c.env.Getenv(original)
	return asked != "" && !strings.HasSuffix(asked, " "+remote.Serving)
}

// farSide answers for this machine. Its methods run at the same time.
type farSide struct {
	*call
	mu sync.Mutex
	// worked are the folders that were listed for all of the machine.
	worked map[string]bool
	// lines has room for those that run.
	lines chan struct{}
}

func newFarSide(c *call) *farSide {
	return &farSide{call: c, worked: map[string]bool{}, lines: make(chan struct{}, mostLines)}
}

// mostListed is how many repositories of the machine are listed.
const mostListed = 200

func (f *farSide) vaults(ctx context.Context, dir string) ([]remote.Listed, error) {
	if dir == remote.AllVaults {
		return f.all(ctx)
	}
	own := f.standingIn(ctx, f.env.Dir, nil)
	own.vaults = []string{f.folder(dir)}
	dirs, err := own.vaultDirs()
	if err != nil {
		return nil, err
	}
	return listed(dirs), nil
}

// folder is a folder as an entry of the settings elsewhere names it.
func (f *farSide) folder(dir string) string {
	home := homeDir(f.env.Getenv)
	if rest, ok := strings.CutPrefix(dir, "~/"); ok && home != "" {
		return filepath.Join(home, rest)
	}
	if dir == "" || dir == "~" {
		return home
	}
	return dir
}

// all lists what coldstart --all would open: the repositories in which agents worked, the newest first,
// but those that are gone.
func (f *farSide) all(ctx context.Context) ([]remote.Listed, error) {
	own := f.standingIn(ctx, f.env.Dir, nil)
	s, err := own.everywhere()
	if err != nil {
		return nil, err
	}
	var dirs []string
	for _, r := range f.standing(s) {
		if len(dirs) == mostListed || ctx.Err() != nil {
			break
		}
		own.env.Dir = r.Dir
		if found, err := own.nearest(); err == nil && !slices.Contains(dirs, found[0]) {
			dirs = append(dirs, found[0])
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, dir := range dirs {
		f.worked[dir] = true
	}
	return listed(dirs), ctx.Err()
}

// standing are the repositories that are there. Only the newest are looked at.
func (f *farSide) standing(s model.Snapshot) (there []rule.Repository) {
	seen := map[string]rule.Sight{}
	for i, r := range f.repositories(s) {
		if i == mostListed {
			break
		}
		seen[r.Dir] = vault.Look(r.Dir)
	}
	for _, r := range rule.Repositories(s.Transcripts, seen, homeDir(f.env.Getenv)) {
		if sight, looked := seen[r.Dir]; looked && !sight.Gone {
			there = append(there, r)
		}
	}
	return there
}

func listed(dirs []string) []remote.Listed {
	out := make([]remote.Listed, len(dirs))
	for i, name := range vaultNames(dirs) {
		out[i] = remote.Listed{Name: name, Dir: dirs[i]}
	}
	return out
}

func (f *farSide) open(ctx context.Context, dir string, by remote.Asker) (v remote.Vault, notice string, done func(), err error) {
	// The vault outlives the question with which it is opened.
	own := f.standingIn(context.WithoutCancel(ctx), f.env.Dir, nil)
	own.env.Operator, own.env.account, own.env.asked.sign = by.Operator, f.env.Operator, by.Sign
	own.lookOnly = cmp.Or(f.lookOnly, by.LookOnly)
	f.mu.Lock()
	everywhere := f.worked[dir]
	f.mu.Unlock()
	opened := (*vault.Vault)(nil)
	if everywhere {
		own.env.Dir = dir
		opened, err = own.nearestVault()
	} else {
		opened, err = own.openAt(inDir(f.env.Dir, f.folder(dir)))
	}
	if err != nil {
		return nil, "", nil, err
	}
	if own.lookOnly == "" {
		notice = own.finish(opened, own.now(), "; decide again")
	}
	return far{own.guarded(newReleasing(opened)), opened, own.lookOnly != ""}, notice, func() { opened.Close() }, nil
}

// far is a vault for another machine.
type far struct {
	tui.Store
	vault    *vault.Vault
	lookOnly bool
}

// KeepLook saves what the operator saw. Who may only look leaves nothing here.
func (f far) KeepLook(ctx context.Context, l model.Look) error {
	if f.lookOnly {
		return nil
	}
	return f.Store.KeepLook(ctx, l)
}

// KeepFirstLook saves what lay approved at the first load, as KeepLook does.
func (f far) KeepFirstLook(ctx context.Context) error {
	if f.lookOnly {
		return nil
	}
	return f.Store.KeepFirstLook(ctx)
}

// Settle says what became of a decision whose answer was lost.
func (f far) Settle(ctx context.Context, id string, now time.Time) (model.Settled, error) {
	return f.vault.Settle(ctx, id, now)
}

const (
	// mostLines is how many lines run at once. A coldstart asks for one after the other.
	mostLines = 16
	// mostLooked is how long a line may run that only looks. Who asks waits no longer.
	mostLooked = time.Minute
)

// run runs a command line in this process. It has no input.
func (f *farSide) run(ctx context.Context, by remote.Asker, line remote.Line) remote.Output {
	select {
	case f.lines <- struct{}{}:
		defer func() { <-f.lines }()
	default:
		return remote.Output{Stderr: fmt.Appendf(nil, "error: %d lines run here already; this one was not begun\nhint: ask again in a moment\n", mostLines), Exit: exitFailed}
	}
	env := f.env
	out, errs := written{}, written{}
	env.Stdin, env.Stdout, env.Stderr = strings.NewReader(""), &out, &errs
	env.StdinIsTerminal, env.StdoutIsTerminal, env.StderrIsTerminal, env.unheard = line.Person, false, false, false
	env.Operator, env.account = by.Operator, f.env.Operator
	env.asked = askedLine{on: true, lookOnly: cmp.Or(f.lookOnly, by.LookOnly), under: line.Under, sign: by.Sign, id: line.ID, flags: map[string]string{}}
	unmade := false
	if line.Settles {
		env.asked.unmade = &unmade
	}
	if line.Dir != remote.AllVaults {
		env.asked.dir = f.folder(line.Dir)
	}
	f.root.PersistentFlags().VisitAll(func(flag *pflag.Flag) {
		if flag.Changed {
			env.asked.flags[flag.Name] = flag.Value.String()
		}
	})
	exit := Run(ctx, line.Args, env)
	return remote.Output{Stdout: out.kept.Bytes(), Stderr: errs.kept.Bytes(), Exit: exit, Unmade: unmade}
}

// written keeps the first remote.MostWritten bytes.
type written struct{ kept bytes.Buffer }

func (w *written) Write(b []byte) (int, error) {
	w.kept.Write(b[:min(len(b), remote.MostWritten-w.kept.Len())])
	return len(b), nil
}
