package cli

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/vault"
)

func newStatus(c *call) *cobra.Command {
	var short bool
	var since string
	cmd := &cobra.Command{
		Use: "status [--json | --short] [--since T] [--hosts]", Example: "coldstart status",
		Short: "Print where work stopped and what needs you; writes nothing",
		Long: `--short prints one line and exits with 0 if nothing needs you, 10 if something
does, and 11 if it blocks work. --hosts adds the vaults of every host in the
settings; if one does not respond, the exit code is 1 unless it is 10 or 11.
--since prints what happened since then: sessions, results, changes, failures
and questions. It takes last (your last visit), 4h, 2d or a time such as
2026-03-13T17:25.`,
		Args: none, RunE: c.running(func() (int, error) {
			if c.has("since") {
				return c.runAway(since, short)
			}
			return c.runStatus(short)
		}),
	}
	c.withJSON(cmd)
	cmd.Flags().BoolVar(&short, "short", false, "print one line")
	cmd.Flags().StringVar(&since, "since", "", "print what happened since `T`")
	c.hostsFlag(cmd)
	return cmd
}

// lastVisit is the word for the operator's last look.
const lastVisit = "last"

// runAway prints what happened since a time.
func (c *call) runAway(word string, short bool) (int, error) {
	if hosts, err := c.hosts(); err != nil || short || len(hosts) > 0 {
		return 0, cmp.Or(err, say.Usage("--since cannot be combined with --short or --hosts", "use --host NAME for one host"))
	}
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		since, ok := model.ParseSince(word, s.At)
		if word == lastVisit {
			look, err := v.LastLook(c.ctx)
			if err != nil {
				return 0, err
			}
			if since, ok = look.Ended(), look.Known(); !ok {
				return 0, say.Failed(model.ErrNotFound, "no earlier visit is known", "name a time: coldstart status --since 4h")
			}
		}
		if !ok {
			return 0, say.Usage("--since "+word+" is not a time in the past: use "+lastVisit+", 4h, 2d or a time such as "+s.At.Add(-12*time.Hour).Format("2006-01-02T15:04"), c.usageHint())
		}
		a := rule.AwaySince(s, since, rule.NeedsYou(s))
		git, err := v.LeftInGit(c.ctx, "", since)
		if err != nil {
			git.None = err.Error()
		}
		a.Git = &git
		return c.answer(func() any { return answer.AwayJSON(s, a) }, func() { c.out.Away(a) })
	})
}

func (c *call) runStatus(short bool) (int, error) {
	if c.json && short {
		return 0, say.Combined("--json", "--short")
	}
	hosts, err := c.hosts()
	switch {
	case err != nil:
		return 0, err
	case len(hosts) > 0 && short:
		return c.shortOfAll(hosts)
	case len(hosts) > 0:
		return c.statusOfAll(hosts)
	}
	if !c.json && !short {
		vaults, closeAll, err := c.openAll()
		defer closeAll()
		if err != nil {
			return 0, err
		}
		return exitDone, c.reportAll(vaults, c.now())
	}
	if c.json {
		return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
			return exitDone, c.writeJSON(answer.StatusJSON(s).WithBeside(c.waitingBeside(v.Dir(), c.now())))
		})
	}
	s, err := c.load()
	if err != nil {
		return 0, err
	}
	switch needed, blocked := c.out.StatusShort(s); {
	case blocked > 0:
		return exitBlocked, nil
	case needed > 0:
		return exitNeedsYou, nil
	}
	return exitDone, nil
}

// load reads the vault that the command line means.
func (c *call) load() (model.Snapshot, error) {
	return c.loadAnd(func(*vault.Vault) error { return nil })
}

// loadAnd reads the vault that the command line means, and asks more of it.
func (c *call) loadAnd(more func(v *vault.Vault) error) (model.Snapshot, error) {
	v, err := c.open()
	if err != nil {
		return model.Snapshot{}, err
	}
	defer v.Close()
	s, err := v.Load(c.ctx, c.now())
	c.hintNothing(s)
	if n := len(s.Problems); n > 0 && !c.reports() {
		c.hint(model.Counted(n, "problem") + " found: see coldstart list problems")
	}
	if len(s.Others) > 0 && (c.cmd.Name() == "plans" || c.cmd.Name() == "approvals") {
		c.hint("other files: " + answer.OthersWords(s.Others) + ", see coldstart list problems")
	}
	if err != nil {
		return s, err
	}
	return s, more(v)
}

// reports reports whether the command shows the problems itself.
func (c *call) reports() bool { return c.cmd.Name() == "status" || c.cmd.Name() == "problems" }

// saysNothing reports whether the command itself says that nothing was left here.
func (c *call) saysNothing() bool {
	return slices.Contains([]string{"status", "doctor", "sources", "start"}, c.cmd.Name())
}

func newShow(c *call) *cobra.Command {
	var left bool
	var step int
	cmd := &cobra.Command{
		Use: "show REF [--left [--step N]] [--json]", Example: "coldstart show 2026-014",
		Short: "Show one item in full",
		Long: refHelp + `
It can also be a research problem (its slug), a journal entry (PROOF-002), a
proposal or a learning. --left adds a session's changes in git:
branch, commits and uncommitted changes.`,
		Args: needs("an item to show"), RunE: c.running(func() (int, error) { return c.runShow(left, step) }),
	}
	cmd.Flags().BoolVar(&left, "left", false, "add a session's changes in git, or show the files of a trace's step")
	stepFlag(cmd, &step)
	c.withJSON(cmd)
	cmd.ValidArgsFunction = c.argument(thingOffers)
	return cmd
}

func (c *call) runShow(left bool, step int) (int, error) {
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		ref, other, err := refs.FindShown(s, c.args[0])
		if errors.Is(err, model.ErrNotFound) {
			if c.args[0] == "message" {
				return c.showMessage(s)
			}
			ref, err = c.wasAsked(v, s, err)
		}
		if err != nil {
			return 0, err
		}
		if left && ref.Kind == model.KindTrace {
			return c.inspect(v, s, ref, step)
		}
		if c.has("step") {
			return 0, say.Usage("--step is for a trace, with --left", c.usageHint())
		}
		if left && !ref.Kind.Session() {
			return 0, say.Usage("--left is about a session, and this is a "+ref.Kind.Noun(), c.usageHint())
		}
		if other != "" {
			c.hint("this is the request; the same file is also " + other)
		}
		if i := slices.IndexFunc(s.Others, func(o model.Other) bool { return o.Ref() == ref }); i >= 0 {
			return c.answer(func() any { return answer.ShowOtherJSON(s, s.Others[i]) }, func() { c.out.ShowOther(s, s.Others[i]) })
		}
		doc, err := c.readWhole(v, s, ref)
		switch {
		case err != nil && ref.Kind == model.KindProblem:
			// That it cannot be read may be the problem.
			doc = model.Document{Ref: ref}
		case err != nil:
			return 0, err
		}
		var inGit model.LeftInGit
		if left {
			dir, since := s.Worked(ref)
			if inGit, err = v.LeftInGit(c.ctx, dir, since); err != nil {
				return 0, err
			}
		}
		if c.json {
			j := answer.ShowJSON(s, doc)
			if left {
				j.InGit = answer.InGitJSON(inGit)
			}
			if j.TextBase64 != nil && c.out.Theme.Masks(doc.Bytes) {
				j.TextBase64 = nil
				c.hint("the text has a possible key or password; --reveal shows it")
			}
			return exitDone, c.writeJSON(j)
		}
		c.out.Show(s, doc)
		if left {
			c.out.InGit(s, inGit)
		}
		return exitDone, nil
	})
}

// wasAsked finds the file of a request by the id that it had when it waited. What is no request
// fails with notThere.
func (c *call) wasAsked(v *vault.Vault, s model.Snapshot, notThere error) (model.Ref, error) {
	reply, err := v.Reply(c.ctx, c.args[0], s.At)
	switch {
	case errors.Is(err, model.ErrNotFound):
		return model.Ref{}, notThere
	case err != nil:
		return model.Ref{}, notAsked(err)
	case reply.To == "":
		return model.Ref{}, say.Failed(model.ErrNotFound, "reading "+reply.Ref.Path+": its file is gone; "+phrase.Replied(reply), "see coldstart list decisions")
	}
	c.hint(phrase.Replied(reply))
	return model.Ref{Kind: model.KindRequest, Path: reply.To}, nil
}

// readWhole reads a thing, of a session also what its other record tells.
func (c *call) readWhole(v *vault.Vault, s model.Snapshot, ref model.Ref) (model.Document, error) {
	doc, err := v.Read(c.ctx, ref)
	if err != nil {
		return doc, err
	}
	for _, half := range s.Halves(ref)[1:] {
		if other, err := v.Read(c.ctx, half); err == nil {
			doc.Events = model.Merged(doc.Events, other.Events)
		}
	}
	return doc, nil
}

func newApprovals(c *call) *cobra.Command {
	cmd := c.listing("approvals [--json] [--hosts]", "coldstart list requests --json", "List the requests waiting for a decision",
		func(s model.Snapshot) any { return answer.ApprovalsJSON(s) }, func(p *answer.Output, s model.Snapshot) { p.Approvals(s) })
	cmd.Long = `--hosts adds the requests of every host in the settings; if one does not
respond, the exit code is 1.`
	c.hostsFlag(cmd)
	here := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !c.everyHost {
			return here(cmd, args)
		}
		return c.running(c.approvalsOfAll)(cmd, args)
	}
	return cmd
}

func newOrphans(c *call) *cobra.Command {
	return c.listing("orphans [--json]", "coldstart list orphans", "List sessions that never ended, and stuck work items",
		func(s model.Snapshot) any { return answer.OrphansJSON(s) }, func(p *answer.Output, s model.Snapshot) { p.Orphans(s) })
}

func newPlans(c *call) *cobra.Command {
	return c.listing("plans [--json]", "coldstart list plans", "List the plans, the next to resume first",
		func(s model.Snapshot) any { return answer.PlansJSON(s) }, func(p *answer.Output, s model.Snapshot) {
			if folded := p.Plans(s); folded > 0 {
				c.hint(model.Counted(folded, "older version") + " of a source folded; --json lists all")
			}
		})
}

func newProblems(c *call) *cobra.Command {
	return c.listing("problems [--json]", "coldstart list problems", "List unreadable files with line and reason",
		func(s model.Snapshot) any { return answer.ProblemsJSON(s) }, func(p *answer.Output, s model.Snapshot) { p.Problems(s) })
}

func newTraces(c *call) *cobra.Command {
	return c.listing("traces [--json]", "coldstart list traces --json", "List workflow traces, with the advice of the recovery rules",
		func(s model.Snapshot) any { return answer.TracesJSON(s) }, func(p *answer.Output, s model.Snapshot) { p.Traces(s) })
}
