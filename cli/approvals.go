package cli

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
)

// jsonApprovals is the answer of coldstart approvals.
type jsonApprovals struct {
	jsonHead
	Requests []jsonRequest `json:"requests"`
	// Decided are those in the folders for approved and rejected ones.
	Decided []jsonRequest `json:"decided"`
}

func newApprovals(c *call) *cobra.Command {
	return c.listing("approvals [--json]", "coldstart approvals --json", "List the requests that wait for a decision",
		func(s model.Snapshot) any { return approvalsJSON(s) }, func(p *paper, s model.Snapshot) { p.approvals(s) })
}

func approvalsJSON(s model.Snapshot) jsonApprovals {
	one := func(r model.Request) jsonRequest { return requestJSON(r, s) }
	return jsonApprovals{headJSON(s), each(s.Requests, one), each(s.Decided, one)}
}

func (p *paper) approvals(s model.Snapshot) {
	var rows [][]styles.Span
	for _, r := range s.Requests {
		rows = append(rows, []styles.Span{
			p.exact(styles.RoleTitle, r.Path), p.when(r.Created.Time, s.At),
			p.orDash(planStep(r)), p.orDash(r.Action), p.label(styles.RolePlain, r.Title()+requestRemarks(r, s)),
		})
	}
	p.list(rows, "No request waits for a decision")
	p.decided(s)
}

// decided lists what was decided, what failed since first.
func (p *paper) decided(s model.Snapshot) {
	if len(s.Decided) == 0 {
		return
	}
	var failed, rest [][]styles.Span
	for _, r := range s.Decided {
		row := []styles.Span{
			p.exact(styles.RoleTitle, r.Path), p.when(r.Created.Time, s.At), p.label(styles.RolePlain, r.Reading.Decision),
			p.orDash(outcome(r)), p.label(styles.RolePlain, r.Title()),
		}
		if r.Failed() {
			row[3].Role = styles.RoleBad
			failed = append(failed, row)
			continue
		}
		rest = append(rest, row)
	}
	p.listHead(fmt.Sprintf("Decided: %d", len(s.Decided)))
	p.table(append(failed, rest...))
}

// outcome tells what became of an approved request; with a rejection nothing does.
func outcome(r model.Request) string {
	if r.Reading.Decision == model.DecisionRejected {
		return ""
	}
	return r.Outcome()
}

func planStep(r model.Request) string {
	if r.PlanID != "" && r.Step > 0 {
		return fmt.Sprintf("%s step %d", r.PlanID, r.Step)
	}
	return cmp.Or(r.PlanID, r.Plan)
}

func requestRemarks(r model.Request, s model.Snapshot) string {
	remarks := ""
	if r.Expired(s.At) && r.Reading.Decision == model.DecisionPending {
		remarks += " (expired)"
	}
	if r.Asked != nil {
		remarks += " (changes asked for: " + r.Asked.Note + ")"
	}
	if before, at := r.Before(); before != "" {
		remarks += " (" + before + ", " + model.FormatUTC(at) + ")"
	}
	if r.Twin != "" {
		remarks += " (decided before: " + r.Twin + ")"
	}
	if r.Hidden > 0 {
		remarks += fmt.Sprintf(" (characters that do not show: %d)", r.Hidden)
	}
	return remarks
}

// orDash shows a value of others, or a dash where there is none, so that the
// columns of a pipe stay countable.
func (p *paper) orDash(raw string) styles.Span {
	if raw == "" {
		return words(styles.RoleMuted, "-")
	}
	return p.label(styles.RolePlain, raw)
}

// list writes rows. A person is told that there are none; a pipe gets nothing.
func (p *paper) list(rows [][]styles.Span, none string) {
	if p.table(rows); len(rows) == 0 && p.forPerson {
		p.say("%s", none)
	}
}
