package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/vault"
)

func newRerun(c *call) *cobra.Command {
	cmd := c.traceCommand("rerun", "Rerun an interrupted or failed step", model.ChoiceRerun, `coldstart rerun quarterly-report -m "Start from line 15"`)
	cmd.Use = "rerun TRACE [--skip | --abort] [--step N] [-m NOTE]"
	cmd.Flags().Bool("skip", false, "skip the failed step instead")
	cmd.Flags().Bool("abort", false, "abandon the workflow instead")
	return c.turning(cmd, map[string]string{"skip": "skip", "abort": "abort"})
}

func newRetry(c *call) *cobra.Command {
	return c.traceCommand("retry", "Rerun a failed step", model.ChoiceRetry, `coldstart rerun import-ledger -m "The bank has explained the sign"`)
}

func newSkip(c *call) *cobra.Command {
	return c.traceCommand("skip", "Skip a failed step", model.ChoiceSkip, `coldstart rerun import-ledger --skip -m "Booked by hand"`)
}

func newAbort(c *call) *cobra.Command {
	return c.traceCommand("abort", "Abandon a workflow with a failed step", model.ChoiceAbort, `coldstart rerun import-ledger --abort -m "Not needed any more"`)
}

func (c *call) traceCommand(name, short string, choice model.Choice, example string) *cobra.Command {
	cmd, d := c.choosing(choosing{name + " TRACE [--step N] [-m NOTE]", example, short,
		`TRACE is the trace's name, its path, or its folder. It adds your decision to the
end of the trace and runs nothing. Without --step it means the last step.`, choice, needs("a trace"), traceOffers, (*decision).onTrace, false})
	stepFlag(cmd, &d.step)
	return cmd
}

func stepFlag(cmd *cobra.Command, step *int) {
	cmd.Flags().IntVar(step, "step", 0, "step `N` of the trace instead of the last one")
}

func (c *decision) onTrace(v *vault.Vault, s model.Snapshot) (int, error) {
	ref, err := refs.FindTrace(s, c.args[0])
	if err != nil {
		return 0, err
	}
	choice := c.choice
	if choice == model.ChoiceRerun && rule.RefuseStep(s, ref, choice, c.step).Given() && !rule.RefuseStep(s, ref, model.ChoiceRetry, c.step).Given() {
		choice = model.ChoiceRetry // a step that failed
	}
	return c.decideOn(v, s, model.Decision{Ref: ref, Choice: choice, Step: c.step})
}

// ack acknowledges sessions, and approvals that went wrong.
type ack struct {
	*decision
	all, sure bool
}

func newAck(c *call) *cobra.Command {
	a := &ack{}
	one := func(cmd *cobra.Command, args []string) error {
		if a.all == (len(args) == 1) {
			return say.Usage("coldstart ack needs a session or --all", usageHint(cmd))
		}
		return atMost(1)(cmd, args)
	}
	cmd, d := c.choosing(choosing{"ack SESSION | ack --all", `coldstart ack 244 -m "The machine was restarted"`, "Acknowledge an orphan, a changed file or a gate alarm",
		`SESSION is its number in the event log, or at least four characters of the id
that its client uses. It can also be an approved file that changed since or
failed, a plan with a wrong tick, or the id of a gate alarm.
A session that wrote in the last ten minutes may be running: it needs --yes.
--all skips those, and sessions that are waiting for an answer.`, model.ChoiceAck, one, orphanOffers, func(_ *decision, v *vault.Vault, s model.Snapshot) (int, error) { return a.run(v, s) }, false})
	a.decision = d
	cmd.Flags().BoolVar(&a.all, "all", false, "acknowledge every session that has very likely ended")
	cmd.Flags().BoolVar(&a.sure, "sure", false, "even a session that wrote in the last ten minutes")
	cmd.Flags().Lookup("yes").Usage = "without asking, and even a session that wrote in the last ten minutes"
	return cmd
}

func (c *ack) run(v *vault.Vault, s model.Snapshot) (int, error) {
	c.sure = c.sure || c.saysYes()
	if c.all {
		return c.ackAll(v, s)
	}
	if ref, ok := refs.FindToKnow(s, c.args[0]); ok {
		return c.decideOn(v, s, model.Decision{Ref: ref, Choice: model.ChoiceAck})
	}
	if ref, ok := refs.FindKnown(s, c.args[0]); ok {
		return c.alreadySo(v, s, model.Decision{Ref: ref, Choice: model.ChoiceAck, At: s.At})
	}
	if ref, err := refs.Find(s, c.args[0]); err == nil && !ref.Kind.Session() {
		return 0, say.Failed(model.ErrNotAllowed, "there is nothing to acknowledge in "+refs.Subject(ref), "see coldstart status")
	}
	ref, err := refs.FindSession(s, c.args[0])
	if err != nil {
		return 0, err
	}
	if o, ok := s.Session(ref); ok {
		return c.ackOne(v, s, o)
	}
	return c.ackWritten(v, s, ref)
}

func (c *ack) ackOne(v *vault.Vault, s model.Snapshot, o model.Session) (int, error) {
	d := model.Decision{Ref: o.Ref(), Choice: model.ChoiceAck, Seen: o.Seen, Note: c.note, At: s.At, Sure: c.sure}
	if reason := rule.Refuse(s, d.Ref, d.Choice); reason.Given() {
		if o.Declared != nil && o.Declared.Agent == model.OperatorAgent {
			return c.already(s, d)
		}
		return 0, refused(s, d.Ref, d.Choice, reason)
	}
	if o.MaybeLive(s.At) && !d.Sure {
		return 0, say.Hinted(
			fmt.Errorf("session %s: %w: it wrote less than 10 minutes ago and may be running", o.Label, model.ErrNotAllowed),
			"wait, or add --yes if you know that it ended")
	}
	if err := c.expected(model.Decision{Ref: d.Ref, Seen: o.Seen}); err != nil {
		return 0, err
	}
	return c.carryOut(v, s, d)
}

// ackWritten acknowledges how a session ended that an agent's program wrote down.
func (c *ack) ackWritten(v *vault.Vault, s model.Snapshot, ref model.Ref) (int, error) {
	d := model.Decision{Ref: ref, Choice: model.ChoiceAck, Seen: s.Seen(ref), Note: c.note, At: s.At}
	switch reason := rule.Refuse(s, ref, d.Choice); {
	case reason.Code == model.BecauseSessionKnown:
		return c.already(s, d)
	case reason.Given():
		return 0, refused(s, ref, d.Choice, reason)
	}
	if err := c.expected(d); err != nil {
		return 0, err
	}
	return c.carryOut(v, s, d)
}

// ackAll acknowledges every orphan that is very likely ended. Failures are reported at the
// end.
func (c *ack) ackAll(v *vault.Vault, s model.Snapshot) (int, error) {
	if c.has("expect-hash") || c.json {
		return 0, say.Combined("--all", "--expect-hash or --json", c.usageHint())
	}
	type one struct {
		ref model.Ref
		ack func() (int, error)
	}
	var all []one
	for _, o := range s.Orphans() {
		if o.MaybeLive(s.At) && !c.sure {
			c.hint("session " + o.Label + " wrote less than 10 minutes ago and was skipped")
			continue
		}
		all = append(all, one{o.Ref(), func() (int, error) { return c.ackOne(v, s, o) }})
	}
	for _, t := range s.ApartFromLog() {
		if e, _ := t.State(s.At); e.Dead() && t.NeedsYou(s.At) {
			all = append(all, one{t.Ref(), func() (int, error) { return c.ackWritten(v, s, t.Ref()) }})
		}
	}
	if len(all) == 0 {
		c.out.Say("no orphan session to acknowledge")
		return exitDone, nil
	}
	if c.asksFirst() {
		to := c.asks()
		for _, o := range all {
			to.Line(to.Exact(styles.RoleTitle, refs.Subject(o.ref)))
		}
		yes, err := c.agrees(to, model.ChoiceAck.Order()+" "+model.Counted(len(all), "session"))
		if err != nil || !yes {
			return exitFailed, err
		}
		c.agreed = true
	}
	var failed error
	for _, o := range all {
		_, err := o.ack()
		failed = errors.Join(failed, err)
	}
	return exitDone, failed
}

func newInspect(c *call) *cobra.Command {
	var step int
	cmd := &cobra.Command{
		Use: "inspect TRACE [--step N]", Example: "coldstart show quarterly-report --left",
		Short: "Show the files of an interrupted step; writes nothing",
		Args:  needs("a trace to inspect"), RunE: c.running(func() (int, error) { return c.runInspect(step) }),
		ValidArgsFunction: c.argument(traceOffers),
	}
	stepFlag(cmd, &step)
	return c.withJSON(cmd)
}

func (c *call) runInspect(step int) (int, error) {
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		ref, err := refs.FindTrace(s, c.args[0])
		if err != nil {
			return 0, err
		}
		return c.inspect(v, s, ref, step)
	})
}

// inspect shows what a step of a trace left behind.
func (c *call) inspect(v *vault.Vault, s model.Snapshot, ref model.Ref, step int) (int, error) {
	in, err := v.Inspect(c.ctx, ref, step)
	if err != nil {
		return 0, err
	}
	return c.answer(func() any { return answer.InspectionJSON(s, ref, in) }, func() { c.out.Inspection(s, in) })
}
