package cli

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// isSessionNumber reports what --session takes: a number as event logs have it.
func isSessionNumber(text string) bool {
	return text == "0" || text != "" && len(text) <= 18 && text[0] != '0' && strings.Trim(text, "0123456789") == ""
}

// jsonStart is the answer of coldstart start.
type jsonStart struct {
	jsonStatus
	Session string `json:"session"`
	// Decided is what the operator decided since the last start.
	Decided []jsonMade `json:"decided"`
	Notices []string   `json:"notices"`
}

// jsonEnd is the answer of coldstart end.
type jsonEnd struct {
	jsonHead
	Session string   `json:"session"`
	Already bool     `json:"already"`
	Notices []string `json:"notices"`
}

// jsonMade is one decision of the operator.
type jsonMade struct {
	DecisionID string   `json:"decision_id"`
	At         jsonTime `json:"at"`
	ID         string   `json:"id"`
	Choice     string   `json:"choice"`
	Note       string   `json:"note"`
	PlanID     string   `json:"plan_id"`
	Step       int      `json:"step"`
	To         string   `json:"to"`
}

func startJSON(s model.Snapshot, mark model.SessionMark, made []model.Made, m model.Message) jsonStart {
	status := statusJSON(s)
	status.Message = messageJSON(m)
	return jsonStart{status, mark.Number, each(made, madeJSON), same(mark.Notices)}
}

func endJSON(s model.Snapshot, mark model.SessionMark) jsonEnd {
	return jsonEnd{headJSON(s), mark.Number, mark.Already, same(mark.Notices)}
}

func madeJSON(m model.Made) jsonMade {
	d := m.Decision
	return jsonMade{m.ID, jsonTime(m.At), d.Ref.String(), d.Choice.String(), d.Note, m.PlanID, m.Step, m.To}
}

// session are the flags of start and end.
type session struct {
	*call
	number, agent string
}

func newStart(c *call) *cobra.Command {
	r := &session{call: c}
	cmd := &cobra.Command{
		Use: "start [--session N] [--agent A] [--format text|json|claude]", Example: "coldstart start --agent Spindle",
		Short: "Record that a session starts, and print the report for it",
		Long: `Appends SessionStarted to the event log and the audit lines to Logs/sessions.md,
makes a missing Plans folder, and prints the report of coldstart status with what
was decided since the last start. Without --session the last number plus one is
taken. Where there is research, the session is counted in the problem's STATE.md, its
DASHBOARD.md is written anew, and the configuration says when it was worked on.
--format claude prints one JSON object for a SessionStart hook: a line for the human
and at most 8,000 characters for the agent, what was decided first. It always exits
with 0, reads only the newest 150 files of each kind and the ends of long logs, and
goes on with the session that it has recorded already. coldstart hook installs it.`,
		Args: none, RunE: c.running(r.start),
	}
	r.flags(cmd)
	return cmd
}

func newEnd(c *call) *cobra.Command {
	r := &session{call: c}
	cmd := &cobra.Command{
		Use: "end [--session N] [--agent A] [--format text|json|claude]", Example: "coldstart end --session 246",
		Short: "Record that a session ended",
		Long: `Without --session the current session is meant, the one that started last.
--format claude is for a SessionEnd hook: it ends the session that was recorded for
the caller, and always exits with 0.`,
		Args: none, RunE: c.running(r.end),
	}
	r.flags(cmd)
	return cmd
}

func (c *session) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.number, "session", "", "the session's number `N`")
	cmd.Flags().StringVar(&c.agent, "agent", "", "the agent's `NAME`")
	cmd.Flags().StringVar(&c.format, "format", "", "`FORMAT` of the answer: text, json, or claude for a hook of Claude Code")
	c.jsonFlag(cmd)
}

// check holds the flags against each other.
func (c *session) check() error {
	if c.has("session") && !isSessionNumber(c.number) {
		return usage("--session needs a number", "for example --session 247")
	}
	switch f := c.format; {
	case c.has("format") && f != "text" && f != "json" && f != formatClaude:
		return usage("--format is text, json or claude, not "+quoted(f), c.usageHint())
	case c.json && f != "" && f != "json":
		return usage("--json and --format "+f+" exclude each other", c.usageHint())
	}
	c.json = c.json || c.format == "json"
	return nil
}

// start records a session start and prints the report for it. A vault that
// cannot be written does not keep an agent from starting: the report says so
// (seed "Initialize Session", error table).
func (c *session) start() (int, error) {
	if err := c.check(); err != nil {
		return 0, err
	}
	if c.forHook() {
		return c.startClaude()
	}
	return c.deciding(func(v *vault.Vault, before model.Snapshot) (int, error) {
		var notices []string
		receipts, err := v.HandOvers()
		if err != nil {
			notices = append(notices, err.Error())
		}
		mark, failed := v.StartSession(c.ctx, c.number, cmp.Or(c.agent, "agent"), before.At)
		if failed != nil {
			mark.Number, mark.Notices = "", append(mark.Notices, failed.Error())
		}
		if errors.Is(failed, model.ErrReadOnly) {
			failed = nil
		}
		mark.Notices = append(notices, mark.Notices...)
		return exitDone, c.startTold(v, before, mark, failed, receipts)
	})
}

// startTold hands the report over. Failed is why the session was not recorded; the
// report comes all the same.
func (c *session) startTold(v *vault.Vault, before model.Snapshot, mark model.SessionMark, failed error, receipts []model.HandOver) error {
	made, err := v.Made(lastReport(before, mark.Number, receipts))
	if err != nil {
		mark.Notices = append(mark.Notices, err.Error())
	}
	s, err := v.Load(c.ctx, before.At)
	if err != nil {
		return err
	}
	receipt := model.HandOver{At: s.At, Session: mark.Number}
	err = c.delivering(v, model.Delivery{Session: mark.Number, At: s.At}, func(m model.Message, trouble error) error {
		if trouble != nil {
			mark.Notices = append(mark.Notices, trouble.Error())
		}
		return c.startReport(s, mark, made, m, &receipt)
	})
	if err != nil {
		return err
	}
	if err := v.KeepHandOver(receipt); failed == nil {
		failed = err
	}
	notices := slices.DeleteFunc(mark.Notices, func(n string) bool { return failed != nil && n == failed.Error() })
	if failed != nil {
		return hinted(failed, append(notices, "the report is whole; coldstart doctor tells what is wrong")...)
	}
	for _, n := range notices {
		c.hint(n)
	}
	return nil
}

// startReport writes the report out, and its form and size into the receipt.
func (c *session) startReport(s model.Snapshot, mark model.SessionMark, made []model.Made, m model.Message, receipt *model.HandOver) error {
	receipt.Format = "text"
	if c.json {
		receipt.Format = "json"
		if err := c.writeJSON(startJSON(s, mark, made, m)); err != nil {
			return err
		}
	} else {
		c.out.startReport(s, made, m)
	}
	receipt.Size = utf8.RuneCount(c.out.text.Bytes())
	return c.out.flush()
}

// decidedForAgent tells the agent what the operator decided, with the reasons.
func (p *paper) decidedForAgent(made []model.Made) {
	if len(made) == 0 {
		return
	}
	p.line(words(styles.RoleHeading, "Decided since the last session start:"))
	for _, m := range made {
		p.parts("  ", words(styles.RoleTitle, m.Decision.Choice.Past()), p.label(styles.RolePlain, subject(m.Decision.Ref)),
			p.label(styles.RolePlain, m.Decision.Note), words(styles.RoleMuted, model.FormatUTC(m.At)))
	}
	p.line()
}

// end records that a session ended.
func (c *session) end() (int, error) {
	if err := c.check(); err != nil {
		return 0, err
	}
	if c.forHook() {
		return c.endClaude()
	}
	return c.deciding(func(v *vault.Vault, s model.Snapshot) (int, error) {
		mark, err := v.EndSession(c.ctx, c.number, c.agent, s.At)
		if err != nil {
			return 0, err
		}
		for _, n := range mark.Notices {
			c.hint(n)
		}
		return c.answer(func() any { return endJSON(s, mark) }, func() {
			c.out.line(words(styles.RolePlain, ended(mark)), c.out.label(styles.RoleTitle, mark.Number))
		})
	})
}

func ended(mark model.SessionMark) string {
	if mark.Already {
		return "already ended: session "
	}
	return "ended session "
}

// startReport is the report of a session start.
func (p *paper) startReport(s model.Snapshot, made []model.Made, m model.Message) {
	p.messageForAgent(m)
	p.decidedForAgent(made)
	p.status(s)
}
