package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/model"
	"coldstart/vault"
)

func newApprovals(c *call) *cobra.Command {
	return c.listing("approvals [--json]", "coldstart approvals --json", "List the requests that wait for a decision",
		func(s model.Snapshot) any { return answer.ApprovalsJSON(s) }, func(p *answer.Output, s model.Snapshot) { p.Approvals(s) })
}

func newOrphans(c *call) *cobra.Command {
	return c.listing("orphans [--json]", "coldstart orphans", "List sessions that never ended, and stuck work items",
		func(s model.Snapshot) any { return answer.OrphansJSON(s) }, func(p *answer.Output, s model.Snapshot) { p.Orphans(s) })
}

func newPlans(c *call) *cobra.Command {
	return c.listing("plans [--json]", "coldstart plans", "List the plans in the order in which they would be resumed",
		func(s model.Snapshot) any { return answer.PlansJSON(s) }, func(p *answer.Output, s model.Snapshot) {
			if folded := p.Plans(s); folded > 0 {
				c.hint(fmt.Sprintf("older versions of one source, folded: %d; --json lists them", folded))
			}
		})
}

func newProblems(c *call) *cobra.Command {
	return c.listing("problems [--json]", "coldstart problems", "List what could not be read, with file, line and reason",
		func(s model.Snapshot) any { return answer.ProblemsJSON(s) }, func(p *answer.Output, s model.Snapshot) { p.Problems(s) })
}

func newTraces(c *call) *cobra.Command {
	return c.listing("traces [--json]", "coldstart traces --json", "List workflows by their trace, with what the recovery rules advise",
		func(s model.Snapshot) any { return answer.TracesJSON(s) }, func(p *answer.Output, s model.Snapshot) { p.Traces(s) })
}

func newVerify(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "verify [--json]", Example: "coldstart verify",
		Short: "Hold your approvals against the files that lie there now",
		Long:  "Exits with 5 when an approved file has other bytes than you approved.",
		Args:  none, RunE: c.running(func() (int, error) {
			return c.looking(func(_ *vault.Vault, s model.Snapshot) (int, error) {
				_, err := c.answer(func() any { return answer.VerifyJSON(s) }, func() { c.out.Verified(s) })
				if len(s.Altered()) > 0 {
					return exitProblems, err
				}
				return exitDone, err
			})
		}),
	}
	c.jsonFlag(cmd)
	return cmd
}
