package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/vault"
)

// leastPrefix is how many characters the beginning of a proposal's id needs.
const leastPrefix = 4

func newAccept(c *call) *cobra.Command {
	return c.proposalCommand("accept", "Accept a proposal: it becomes a learning", model.ChoiceAccept, `coldstart accept Vt3x -m "Since January"`)
}

func newDecline(c *call) *cobra.Command {
	return c.proposalCommand("decline", "Decline a proposal: it is kept as rejected", model.ChoiceDecline, "coldstart decline mB7eKz40Wy --dry-run")
}

func (c *call) proposalCommand(name, short string, choice model.Choice, example string) *cobra.Command {
	d := &decision{call: c}
	cmd := &cobra.Command{
		Use: name + " PROPOSAL [--commit] [-m NOTE]", Example: example, Short: short,
		Long: `PROPOSAL is the proposal's id or at least 4 characters that only its id begins with.
--commit makes a git commit of the one file, as the agent does; with commit: true in the
settings (coldstart config) that is the rule, and --commit=false the exception.`,
		Args: needs("the proposal to " + name), RunE: c.running(func() (int, error) { return d.decideProposal(choice) }),
		ValidArgsFunction: c.argument(proposalOffers),
	}
	// An option, so that the configuration has it.
	cmd.Flags().Bool("commit", false, "make a git commit of the memory's file")
	c.decisionFlags(cmd, d, true)
	return cmd
}

// decideProposal accepts or declines what an agent proposes to remember.
func (c *decision) decideProposal(choice model.Choice) (int, error) {
	note, err := c.checkedNote(choice)
	if err != nil {
		return 0, err
	}
	return c.deciding(func(v *vault.Vault, s model.Snapshot) (int, error) {
		p, err := findProposal(s.Memory, c.args[0])
		if err != nil {
			return 0, err
		}
		d := model.Decision{Ref: p.Ref(), Choice: choice, Note: note, Commit: c.conf.on("commit"), At: s.At}
		was := decidedAs(p)
		switch {
		case p.Twice || was == model.ChoiceNone:
			return c.decideOn(v, s, d)
		case was == choice:
			return c.alreadySo(v, s, d)
		}
		return 0, failed(model.ErrConflict, fmt.Sprintf("Proposal '%s' is already %s", p.ID, p.Status))
	})
}

// decidedAs is the choice that was made on a proposal before.
func decidedAs(p model.Proposal) model.Choice {
	switch p.Status {
	case "accepted":
		return model.ChoiceAccept
	case "rejected":
		return model.ChoiceDecline
	}
	return model.ChoiceNone
}

// findProposal finds a proposal by its id, the whole ref, or the beginning of its id.
// One that was accepted is a learning by now and keeps its id.
func findProposal(m model.Memory, text string) (model.Proposal, error) {
	if m.Unread != "" {
		return model.Proposal{}, fmt.Errorf("the memory cannot be read: %s", m.Unread)
	}
	if why := m.FirstRun(); why != "" && len(m.Proposals) == 0 {
		return model.Proposal{}, fmt.Errorf("the memory holds no proposals: %s", why)
	}
	var fits []model.Proposal
	var ids []string
	for _, p := range m.Proposals {
		if text == p.Ref().String() || p.ID != "" && text == p.ID {
			return p, nil
		}
		if len([]rune(text)) >= leastPrefix && strings.HasPrefix(p.ID, text) {
			fits = append(fits, p)
		}
		ids = append(ids, p.ID)
	}
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return acceptedProposal(m, text, suggest(text, ids, "coldstart memory lists the proposals"))
	}
	return model.Proposal{}, ambiguous(text, each(fits, model.Proposal.Ref))
}

func acceptedProposal(m model.Memory, text, hint string) (model.Proposal, error) {
	for _, l := range m.Learned {
		p := model.Proposal{Path: l.Path, ID: l.ID, Type: l.Type, Status: "accepted"}
		begins := len([]rune(text)) >= leastPrefix && strings.HasPrefix(l.ID, text)
		if l.Confirmed && l.ID != "" && (begins || text == p.Ref().String()) {
			return p, nil
		}
	}
	return model.Proposal{}, failed(model.ErrNotFound, fmt.Sprintf("Proposal '%s' not found", text), hint)
}
