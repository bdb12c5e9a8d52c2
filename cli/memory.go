package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/vault"
)

func newMemory(c *call) *cobra.Command {
	var context bool
	cmd := &cobra.Command{
		Use: "memory [--json]", Example: "coldstart list memory",
		Short: "Show the agent's memory, proposals and stale entries",
		Long:  "The memory is the vault's seed.json, else ~/.pai/seed.json.",
		Args:  none, RunE: c.running(func() (int, error) { return c.runMemory(context) }),
	}
	cmd.Flags().BoolVar(&context, "context", false, "print only the context for an agent; always exits with 0")
	return c.withJSON(cmd)
}

func (c *call) runMemory(context bool) (int, error) {
	switch {
	case context && c.json:
		return 0, say.Combined("--json", "--context")
	case context:
		c.out.MemoryContext(c.memoryAnyhow())
		return exitDone, nil
	}
	s, err := c.load()
	if err != nil {
		return 0, err
	}
	return c.answer(func() any { return answer.MemoryJSON(s) }, func() { c.out.Memory(s) })
}

// memoryAnyhow returns the memory for a program that starts an agent and must not fail: an
// error becomes the memory's own.
func (c *call) memoryAnyhow() model.Memory {
	v, err := c.open()
	if err != nil {
		return model.Memory{Unread: err.Error()}
	}
	defer v.Close()
	s, err := v.Load(c.ctx, c.now())
	if err != nil {
		return model.Memory{Unread: err.Error()}
	}
	return s.Memory
}

func newAccept(c *call) *cobra.Command {
	return c.proposalCommand("accept", "Approve a proposal: it becomes a learning", model.ChoiceAccept, `coldstart approve Vt3x -m "Since January"`)
}

func newDecline(c *call) *cobra.Command {
	return c.proposalCommand("decline", "Reject a proposal: it is kept as rejected", model.ChoiceDecline, "coldstart reject mB7eKz40Wy -m No --dry-run")
}

func (c *call) proposalCommand(name, short string, choice model.Choice, example string) *cobra.Command {
	cmd, _ := c.choosing(choosing{name + " PROPOSAL [--commit] [-m NOTE]", example, short,
		`PROPOSAL is the proposal's id, or enough of its first characters (at least 4).
--commit makes a git commit of the changed files, with a subject like the
agent's own. commit: true in the settings (coldstart config) makes it the
default; --commit=false turns it off.`, choice, needs("a proposal to " + name), proposalOffers,
		func(d *decision, v *vault.Vault, s model.Snapshot) (int, error) {
			p, err := refs.FindProposal(s.Memory, c.args[0])
			if err != nil {
				return 0, err
			}
			return d.onProposal(v, s, p, choice)
		}, false})
	return cmd
}

// onProposal decides on a proposal, or says that it was decided.
func (c *decision) onProposal(v *vault.Vault, s model.Snapshot, p model.Proposal, choice model.Choice) (int, error) {
	d := model.Decision{Ref: p.Ref(), Choice: choice, Note: c.note, At: s.At}
	was := decidedAs(p)
	switch {
	case p.Twice || was == model.ChoiceNone:
		return c.decideOn(v, s, d)
	case was == choice:
		return c.alreadySo(v, s, d)
	}
	return 0, say.Failed(model.ErrConflict, fmt.Sprintf("Proposal '%s' is already %s", p.ID, p.Status))
}

func decidedAs(p model.Proposal) model.Choice {
	switch p.Status {
	case "accepted":
		return model.ChoiceAccept
	case "rejected":
		return model.ChoiceDecline
	}
	return model.ChoiceNone
}
