package cli

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/marks"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/vault"
)

// isSessionNumber reports whether --session takes a text: a number as in event logs.
func isSessionNumber(text string) bool {
	return text == "0" || text != "" && len(text) <= 18 && text[0] != '0' && strings.Trim(text, "0123456789") == ""
}

// session are the flags of start and end.
type session struct {
	*call
	number, agent string
	handoff       model.Handoff
}

func newStart(c *call) *cobra.Command {
	r := &session{call: c}
	cmd := &cobra.Command{
		Use: "start [--session N] [--agent A] [--format text|json|claude]", Example: "coldstart agent start --agent Spindle",
		Short: "Record that a session starts, and print the report for it",
		Long: `Records the start in the event log and Logs/sessions.md, and prints the report
of coldstart status with the decisions since the last start. Without --session
it has the next number; a session that its client names keeps its number.
--format claude answers a SessionStart hook: one JSON object with at most 8,000
characters for the agent. It always exits with 0.`,
		Args: none, RunE: c.running(r.start),
	}
	r.flags(cmd)
	return cmd
}

func newEnd(c *call) *cobra.Command {
	r := &session{call: c}
	cmd := &cobra.Command{
		Use: "end [--done TEXT] [--next TEXT] [--open TEXT] [FLAGS]", Example: `coldstart agent end --session 246 --done "Quote drafted" --next "Send it"`,
		Short: "Record that a session ended, with a handover to the next one",
		Long: `Without --session it ends the session that its client names, else the one that
started last. The report of the next session begins with --done, --next and
--open (at most 600 characters each).
--format claude answers a SessionEnd hook. It always exits with 0.`,
		Args: none, RunE: c.running(r.end),
	}
	r.flags(cmd)
	h := &r.handoff
	cmd.Flags().StringVar(&h.Summary, "summary", "", "the whole in a sentence or two, as `TEXT` for the next session")
	cmd.Flags().StringVar(&h.Done, "done", "", "finished work, as `TEXT` for the next session")
	cmd.Flags().StringVar(&h.Next, "next", "", "the next step, as `TEXT` for the next session")
	cmd.Flags().StringVar(&h.Open, "open", "", "open questions, as `TEXT` for the next session")
	return cmd
}

func (c *session) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.number, "session", "", "the session's number `N`")
	cmd.Flags().StringVar(&c.agent, "agent", "", "the agent's `NAME`")
	cmd.Flags().StringVar(&c.format, "format", "", "`FORMAT` of the answer: text, json, or claude for a hook of Claude Code")
	c.withJSON(cmd)
}

func (c *session) check() error {
	if c.has("session") && !isSessionNumber(c.number) {
		return say.Usage("--session needs a number", "for example --session 247")
	}
	switch f := c.format; {
	case c.has("format") && f != "text" && f != "json" && f != formatClaude:
		return say.Usage("--format is text, json or claude, not "+say.Quoted(f), c.usageHint())
	case c.json && f != "" && f != "json":
		return say.Combined("--json", "--format "+f, c.usageHint())
	}
	c.handoff = c.handoff.Plain()
	if reason := c.handoff.Refuse(); reason.Given() {
		return say.Usage(phrase.Reason(reason), "nothing was written; use fewer words")
	}
	c.json = c.json || c.format == "json"
	return nil
}

// start records a session start and prints the report for it. A vault that cannot be
// written does not keep an agent from starting; the report says so.
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
			notices = append(notices, phrase.Error(err))
		}
		mark, failed := v.StartSession(c.ctx, c.number, cmp.Or(c.agent, "agent"), marks.Session(c.env.Getenv), before.At)
		if failed != nil {
			mark.Number, mark.Notices = "", append(mark.Notices, failed.Error())
		}
		if errors.Is(failed, model.ErrReadOnly) || errors.Is(failed, model.ErrNoVault) {
			failed = nil
		}
		if mark.Already {
			notices = append(notices, "session "+mark.Number+" was recorded before and continues")
		}
		mark.Notices = append(notices, mark.Notices...)
		return exitDone, c.startTold(v, before, mark, failed, receipts)
	})
}

// startTold hands the report over, also when the session could not be recorded (failed).
func (c *session) startTold(v *vault.Vault, before model.Snapshot, mark model.SessionMark, failed error, receipts []model.HandOver) error {
	made, err := v.Made(answer.LastReport(before, mark.Number, receipts))
	if err != nil {
		mark.Notices = append(mark.Notices, phrase.Error(err))
	}
	s, err := v.Load(c.ctx, before.At)
	if err != nil {
		return err
	}
	receipt := model.HandOver{At: s.At, Session: mark.Number, Caller: marks.Session(c.env.Getenv)}
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
		return say.Hinted(failed, append(notices, "the report is complete; coldstart doctor has the reason")...)
	}
	for _, n := range notices {
		c.hint(n)
	}
	return nil
}

// startReport writes the report, and its format and size into the receipt.
func (c *session) startReport(s model.Snapshot, mark model.SessionMark, made []model.Made, m model.Message, receipt *model.HandOver) error {
	receipt.Format = "text"
	if c.json {
		receipt.Format = "json"
		if err := c.writeJSON(answer.StartJSON(s, mark, made, m)); err != nil {
			return err
		}
	} else {
		c.out.StartReport(s, made, m)
	}
	receipt.Size = utf8.RuneCount(c.out.Text.Bytes())
	return c.out.Flush()
}

func (c *session) end() (int, error) {
	if err := c.check(); err != nil {
		return 0, err
	}
	if c.forHook() {
		return c.endClaude()
	}
	return c.deciding(func(v *vault.Vault, s model.Snapshot) (int, error) {
		number := c.number
		if number == "" {
			var err error
			if number, err = c.openFor(v, s, marks.Session(c.env.Getenv)); err != nil {
				return 0, err
			}
		}
		mark, err := v.EndSession(c.ctx, number, c.agent, c.handoff, s.At)
		if err != nil {
			return 0, err
		}
		for _, n := range mark.Notices {
			c.hint(n)
		}
		return c.answer(func() any { return answer.EndJSON(s, mark) }, func() {
			c.out.Line(answer.Words(styles.RolePlain, answer.Ended(mark)), c.out.Label(styles.RoleTitle, mark.Number))
		})
	})
}

// openFor returns the number of the caller's session if it is recorded and open, else "".
func (c *session) openFor(v *vault.Vault, s model.Snapshot, caller string) (string, error) {
	number, err := v.SessionOf(caller)
	if err != nil || number == "" || !openSession(s, number) {
		return "", err
	}
	return number, nil
}
