package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/program"
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
)

// mostNotice is the width of a notice in cells.
const mostNotice = 200

// notices is the command watch with its flags.
type notices struct {
	*call
	notify, command bool
}

func newWatch(c *call) *cobra.Command {
	n := &notices{call: c}
	cmd := &cobra.Command{
		Use: "watch [--notify [-- PROGRAM [ARG...]]]", Example: "coldstart watch",
		Short: "Print a line when something new needs you, until interrupted",
		Long: `Prints the line of coldstart status --short whenever it changes. With --notify
it prints a line when something new needs you, and runs the program after --
with that line as its last argument. COLDSTART_ID is the id then, and
COLDSTART_HASH the token for --expect-hash. No shell reads the arguments.`,
		Args: cobra.ArbitraryArgs, RunE: c.running(n.run),
	}
	cmd.Flags().BoolVar(&n.notify, "notify", false, "print a line when something new needs you")
	cmd.Flags().BoolVar(&n.command, "command", false, "run the program after -- with that line as its last argument")
	return cmd
}

func (c *notices) run() (int, error) {
	if err := c.check(); err != nil {
		return 0, err
	}
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	ctx, stop := signal.NotifyContext(c.ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	w := watcher{notices: c}
	for {
		_, err := v.Changed(ctx)
		var s model.Snapshot
		if err == nil {
			s, err = v.LoadChanged(ctx, c.now())
		}
		if err == nil {
			err = w.look(ctx, s)
		}
		switch {
		case ctx.Err() != nil:
			return exitDone, nil
		case err != nil:
			return 0, err
		}
	}
}

func (c *notices) check() error {
	switch {
	case len(c.args) > 0 && c.notify:
		c.command = true // what follows -- is a program
	}
	switch {
	case c.command && !c.notify:
		return say.Usage("--command needs --notify", c.usageHint())
	case c.command && len(c.args) == 0:
		return say.Usage("--command needs a program after --", "for example: coldstart watch --notify -- notify-send coldstart")
	case !c.command && len(c.args) > 0:
		return say.Usage(unexpected+say.Quoted(c.args[0]), "a program follows --command and --")
	case !c.command:
		return nil
	}
	if _, err := program.Find(c.args[0]); err != nil {
		return fmt.Errorf("looking for the program of --command: %w", err)
	}
	return nil
}

// watcher remembers what was printed.
type watcher struct {
	*notices
	// told is what the operator was told of; line is the last line of coldstart status --short.
	told rule.Told
	line string
}

func (w *watcher) look(ctx context.Context, s model.Snapshot) error {
	if !w.notify {
		w.out.StatusShort(s)
		line := w.out.Text.String()
		if line == w.line {
			w.out.Text.Reset()
		}
		w.line = line
		return w.out.Flush()
	}
	first := w.told == nil
	var fresh []model.Attention
	fresh, w.told = w.told.Fresh(rule.NeedsYou(s))
	switch {
	case first:
		w.hint("watching " + s.Name + "; ctrl+c ends it")
		return w.err.Flush()
	case len(fresh) == 0:
		return nil
	}
	return w.tell(ctx, s, fresh)
}

// tell prints one line for all that is new, and hands it to the operator's program.
func (w *watcher) tell(ctx context.Context, s model.Snapshot, fresh []model.Attention) error {
	line := w.out.Theme.Brief(phrase.Fresh(fresh), mostNotice)
	w.out.Line(styles.Span{Text: line})
	if err := w.out.Flush(); err != nil {
		return err
	}
	if !w.command {
		return nil
	}
	// The line begins with our own word, so it cannot be taken for an option.
	if err := program.Notify(ctx, w.args, line.String(), about(s, fresh[0])); err != nil && ctx.Err() == nil {
		w.hint("the program of --command failed: " + err.Error())
		return w.err.Flush()
	}
	return nil
}

// about names the first of what is new for the program: its id, and of a request what --expect-hash takes.
func about(s model.Snapshot, n model.Attention) []string {
	id, hash := refs.Typed(n.Ref), ""
	if r, ok := s.Request(n.Ref.Path); ok {
		hash = answer.Seen(s, r.Ref(), r.Seen).Token().String()
	}
	return []string{"COLDSTART_ID=" + id, "COLDSTART_HASH=" + hash}
}
