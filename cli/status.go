package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
)

// mostNeeds is how many rows of one list the report shows.
const mostNeeds = 10

func newStatus(c *call) *cobra.Command {
	var short bool
	cmd := &cobra.Command{
		Use: "status [--json | --short]", Example: "coldstart status",
		Short: "Print the session-start report; never writes",
		Long: `--short prints one line and exits with 0 when nothing needs you, 10 when
something does, and 11 when work is blocked by it.`,
		Args: none, RunE: c.running(func() (int, error) { return c.runStatus(short) }),
	}
	c.jsonFlag(cmd)
	cmd.Flags().BoolVar(&short, "short", false, "write one line")
	return cmd
}

func (c *call) runStatus(short bool) (int, error) {
	if c.json && short {
		return 0, usage("--json and --short exclude each other", "use one of them")
	}
	if !c.json && !short {
		vaults, closeAll, err := c.openAll()
		defer closeAll()
		if err != nil {
			return 0, err
		}
		return exitDone, c.reportAll(vaults, c.now())
	}
	s, err := c.load()
	if err != nil {
		return 0, err
	}
	if short {
		switch needed, blocked := c.out.statusShort(s); {
		case blocked > 0:
			return exitBlocked, nil
		case needed > 0:
			return exitNeedsYou, nil
		}
		return exitDone, nil
	}
	return exitDone, c.writeJSON(statusJSON(s))
}

// load reads the vault that the command line means, once.
func (c *call) load() (model.Snapshot, error) {
	v, err := c.open()
	if err != nil {
		return model.Snapshot{}, err
	}
	defer v.Close()
	s, err := v.Load(c.ctx, c.now())
	if n := len(s.Problems); n > 0 && !c.reports() {
		c.hint(fmt.Sprintf("files or lines that could not be read: %d, see coldstart problems", n))
	}
	if len(s.Others) > 0 && (c.cmd.Name() == "plans" || c.cmd.Name() == "approvals") {
		c.hint("other files: " + othersWords(s.Others) + ", see coldstart problems")
	}
	return s, err
}

// reports tells commands that show the problems themselves.
func (c *call) reports() bool { return c.cmd.Name() == "status" || c.cmd.Name() == "problems" }

// status prints the report of a session start: the block of the seed
// "Initialize Session" or what waits for triage, then what else a person should
// know before the agents begin.
func (p *paper) status(s model.Snapshot) {
	r := s.Resume()
	if r.Plan != nil {
		for _, l := range board.Dashboard(p.theme, *r.Plan, s.At) {
			p.line(l...)
		}
		p.line()
		p.line(words(styles.RoleMuted, "Chosen because: "), p.label(styles.RolePlain, r.Because+board.OlderWords(*r.Plan)))
		p.pinDropped(r)
		p.runnersUp(r.RunnersUp)
		p.finished(r.Finished)
	} else {
		p.say("No active plans found")
		p.pinDropped(r)
		p.finished(r.Finished)
		p.triage(s)
	}
	p.recovery(s)
	p.interruptedTraces(s)
	p.currentResearch(s.Research)
	p.remembered(s.Memory)
	p.warnings(s)
	p.line()
	p.needsYou(s)
}

func (p *paper) runnersUp(rows []model.RunnerUp) {
	if len(rows) == 0 {
		return
	}
	p.line(words(styles.RoleMuted, "Runners-up:"))
	for i, r := range rows {
		if i == mostNeeds {
			p.say("  … and %d more (coldstart plans)", len(rows)-mostNeeds)
			return
		}
		p.parts("  ", p.label(styles.RoleTitle, r.Plan.ID), p.label(styles.RolePlain, r.Plan.Status.String()),
			p.label(styles.RolePlain, r.Plan.Heading()), p.label(styles.RoleMuted, r.Behind+board.OlderWords(*r.Plan)))
	}
}

func (p *paper) finished(plans []*model.Plan) {
	for _, done := range plans {
		p.parts("Completed: ", p.label(styles.RoleTitle, done.ID), styles.Span{
			Text: p.theme.Label(fmt.Sprintf("%s (%s), still in %s", done.Heading(), done.ProgressWords(), topFolder(done.Path))),
		})
	}
}

func (p *paper) triage(s model.Snapshot) {
	if len(s.Intake) == 0 {
		return
	}
	p.say("Triage: %d waiting", len(s.Intake))
	var rows [][]styles.Span
	for _, i := range s.Intake {
		rows = append(rows, []styles.Span{
			words(styles.RolePlain, ""), p.label(styles.RoleMuted, i.Folder),
			words(styles.RoleMuted, age(s.At, i.Since.Time)), p.label(styles.RolePlain, i.Title),
		})
	}
	p.table(rows)
}

// warnings are what limits or concerns the whole vault.
func (p *paper) warnings(s model.Snapshot) {
	var lines []styles.Line
	if s.Strange {
		lines = append(lines, styles.Line{
			words(styles.RoleWarn, "Warning: nothing in "), p.label(styles.RoleTitle, s.Name),
			words(styles.RolePlain, " is what a vault has; is it the right folder?"),
		}, styles.Line{words(styles.RoleMuted, "Looked for: "+model.LookedFor)})
		if len(s.Instead) > 0 {
			lines = append(lines, styles.Line{words(styles.RoleMuted, "Here lies: "), p.label(styles.RolePlain, strings.Join(s.Instead, ", "))})
		}
	}
	if s.ReadOnly != "" {
		lines = append(lines, styles.Line{
			words(styles.RoleWarn, "Warning: read-only — "), p.label(styles.RolePlain, s.ReadOnly),
			words(styles.RolePlain, "; nothing can be decided"),
		})
	}
	for _, i := range s.Interrupted {
		lines = append(lines, styles.Line{
			words(styles.RoleWarn, "Interrupted: "), words(styles.RolePlain, i.Choice.String()+" of "),
			p.exact(styles.RolePlain, i.Path), words(styles.RolePlain, " at "+model.FormatUTC(i.At)+"; opening coldstart finishes or drops it"),
		})
	}
	if n := len(s.Problems); n > 0 {
		lines = append(lines, styles.Line{words(styles.RoleBad, fmt.Sprintf("Problems: %d", n)), words(styles.RolePlain, " (coldstart problems)")})
	}
	if len(s.Others) > 0 {
		lines = append(lines, styles.Line{words(styles.RoleMuted, "Other files: "+othersWords(s.Others)), words(styles.RolePlain, " (coldstart problems)")})
	}
	if len(lines) > 0 {
		p.line()
	}
	for _, l := range lines {
		p.line(l...)
	}
}

func (p *paper) needsYou(s model.Snapshot) {
	needs := s.NeedsYou()
	head := styles.Line{words(styles.RoleTitle, fmt.Sprintf("Needs you: %d", len(needs)))}
	if n := len(s.Snoozed()); n > 0 {
		head = append(head, words(styles.RoleMuted, fmt.Sprintf(", %d snoozed (coldstart snooze --list)", n)))
	}
	p.line(head...)
	for i, n := range needs {
		if i == mostNeeds {
			p.say("  … and %d more", len(needs)-mostNeeds)
			return
		}
		role := styles.RolePlain
		if n.Blocks {
			role = styles.RoleBad
		}
		p.parts(fmt.Sprintf("  %d. ", i+1), p.label(styles.RoleTitle, n.What),
			p.label(role, n.Why), words(styles.RoleMuted, age(s.At, n.Since)))
	}
}

// parts writes a row of facts with dashes between them; empty ones are left out.
func (p *paper) parts(start string, facts ...styles.Span) {
	line := styles.Line{words(styles.RolePlain, start)}
	for _, f := range facts {
		if f.Text.Width() == 0 {
			continue
		}
		if len(line) > 1 {
			line = append(line, words(styles.RoleMuted, " — "))
		}
		line = append(line, f)
	}
	p.line(line...)
}

// age gives how long ago something was, empty when that is not known.
func age(now, since time.Time) string {
	if since.IsZero() {
		return ""
	}
	return styles.Ago(now.Sub(since))
}

// topFolder gives the part of a path up to the first slash, with it.
func topFolder(name string) string {
	first, _, _ := strings.Cut(name, "/")
	return first + "/"
}
