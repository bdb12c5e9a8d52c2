package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/vault"
)

func newWait(c *call) *cobra.Command {
	var most time.Duration
	var by vault.SignedWish
	cmd := &cobra.Command{
		Use: "wait REF [--timeout TIME] [--signers FILE] [--json]", Example: "coldstart wait EMAIL_2026-03-13_gannet_street_pickup --timeout 10m",
		Short: "Wait for the decision on a request, and print it",
		Long: `REF is the id of a request, a path in the vault, or a file name. An id stays
valid after the decision. The answer is one of
  approved, rejected, changes-wanted, withdrawn
  used, expired (an action that the gate blocked)
  contradicting, not-by-operator, another-step, altered, unsigned: none of
  these is approved
It exits with 0 for every answer but unsigned (5), and with 6 if the request is
still pending. Without --timeout it waits until it is interrupted.`,
		Args: needs("a request to wait for"), RunE: c.running(func() (int, error) { return c.runWait(most, by) }),
		ValidArgsFunction: c.argument(askedOffers),
	}
	cmd.Flags().DurationVar(&most, "timeout", 0, "wait at most this `TIME`, such as 90s or 10m")
	cmd.Flags().String("signers", "", "an approval counts only with a signature from this `FILE` of allowed signers")
	c.byFlags(cmd.Flags(), &by)
	return c.withJSON(cmd)
}

func (c *call) runWait(most time.Duration, by vault.SignedWish) (int, error) {
	if most < 0 {
		return 0, say.Usage("--timeout cannot be negative", c.usageHint())
	}
	if err := c.readBy(&by); err != nil {
		return 0, err
	}
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	ctx, stop := signal.NotifyContext(c.ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if c.has("timeout") {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, most)
		defer cancel()
	}
	reply, err := v.Wait(ctx, c.args[0], c.now)
	if err != nil {
		return 0, notAsked(err)
	}
	reply, why, err := c.replySigned(v, by, reply)
	if err != nil {
		return 0, err
	}
	exit, err := c.answer(func() any {
		return answer.ReplyJSON(answer.HeadJSON(model.Snapshot{Name: filepath.Base(v.Dir()), At: c.now()}), reply)
	}, func() { c.out.Reply(reply) })
	switch {
	case err != nil:
	case why != "":
		c.notSigned(why)
		exit = exitProblems
	case !reply.State.Final():
		exit = exitPending
	}
	return exit, err
}

// notAsked says what helps when no request, or more than one, has a name.
func notAsked(err error) error {
	if several, ok := errors.AsType[*vault.Several](err); ok {
		return say.Usage(several.Error(), "use one of these paths")
	}
	if errors.Is(err, model.ErrNotFound) {
		return say.Hinted(err, "see coldstart list requests and coldstart list decisions")
	}
	return err
}

// askedOffers are the requests that wait, and those that were decided.
func askedOffers(_ *vault.Vault, s model.Snapshot) (offers []offer) {
	for _, r := range s.Requests {
		offers = append(offers, offer{r.Path, r.Title()})
	}
	for _, p := range s.History {
		if p.Decision.Ref.Kind == model.KindRequest {
			offers = append(offers, offer{p.Decision.Ref.Path, p.Decision.Choice.Past()})
		}
	}
	return offers
}
