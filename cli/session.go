package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/phrase"
	"coldstart/vault"
)

// hookCall is what Claude Code tells a hook on standard input.
type hookCall struct {
	// Session is the program's own name for its session, Source why a session starts
	// (startup, resume, clear, compact), Reason why it ends.
	Session string `json:"session_id"`
	Source  string `json:"source"`
	Reason  string `json:"reason"`
}

const (
	// mostHookCall bounds what is read of standard input, in bytes.
	mostHookCall = 64 << 10
	// hookCallWait bounds the wait for it: not every caller writes or closes it.
	hookCallWait = 250 * time.Millisecond
)

// hookCall reads what the caller says of itself. It only names the session, so what cannot
// be read is ignored.
func (c *call) hookCall() hookCall {
	if c.env.StdinIsTerminal || c.env.Stdin == nil {
		return hookCall{}
	}
	said := make(chan hookCall, 1)
	go func() {
		var h hookCall
		// One object is enough; the input need not end.
		if json.NewDecoder(io.LimitReader(c.env.Stdin, mostHookCall)).Decode(&h) != nil {
			h = hookCall{}
		}
		said <- h
	}()
	select {
	case h := <-said:
		return h
	case <-time.After(hookCallWait):
		return hookCall{}
	}
}

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
		Use: "start [--session N] [--agent A] [--format text|json|claude]", Example: "coldstart start --agent Spindle",
		Short: "Record that a session starts, and print the report for it",
		Long: `Appends SessionStarted to the event log and the audit lines to Logs/sessions.md,
creates a missing Plans folder, and prints the report of coldstart status with what
was decided since the last start. Without --session it takes the next number.
If there is research, the session is counted in the problem's STATE.md, its
DASHBOARD.md is rewritten, and config.json gets the time.
--format claude prints one JSON object for a SessionStart hook: a line for the human
and at most 8,000 characters for the agent, decisions first. It always exits with 0,
reads only the newest 150 files of each kind and the ends of long logs, and continues a
session that it recorded before. coldstart hook installs it.`,
		Args: none, RunE: c.running(r.start),
	}
	r.flags(cmd)
	return cmd
}

func newEnd(c *call) *cobra.Command {
	r := &session{call: c}
	cmd := &cobra.Command{
		Use: "end [--session N] [--agent A] [--summary TEXT] [FLAGS]", Example: `coldstart end --session 246 --summary "Quote drafted" --next "Send it after the yes"`,
		Short: "Record that a session ended, and what it leaves to the next one",
		Long: `Without --session it ends the current session, the one that started last.
What --summary, --done, --next and --open say, in at most 600 characters each, is kept in
the event log with the end; the report of the next session begins with it, whoever the
agent is. For a session that ended already it is added.
--format claude is for a SessionEnd hook: it ends the session that was recorded for
the caller, and always exits with 0.`,
		Args: none, RunE: c.running(r.end),
	}
	r.flags(cmd)
	h := &r.handoff
	cmd.Flags().StringVar(&h.Summary, "summary", "", "the whole in a sentence or two, as `TEXT` for the next session")
	cmd.Flags().StringVar(&h.Done, "done", "", "what was done, as `TEXT` for the next session")
	cmd.Flags().StringVar(&h.Next, "next", "", "what comes next, as `TEXT` for the next session")
	cmd.Flags().StringVar(&h.Open, "open", "", "what is not settled, as `TEXT` for the next session")
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
		return say.Usage("--json and --format "+f+" cannot be combined", c.usageHint())
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
		mark, failed := v.StartSession(c.ctx, c.number, cmp.Or(c.agent, "agent"), before.At)
		if failed != nil {
			mark.Number, mark.Notices = "", append(mark.Notices, failed.Error())
		}
		if errors.Is(failed, model.ErrReadOnly) || errors.Is(failed, model.ErrNoVault) {
			failed = nil
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
		return say.Hinted(failed, append(notices, "the report is complete; coldstart doctor says what is wrong")...)
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
		mark, err := v.EndSession(c.ctx, c.number, c.agent, c.handoff, s.At)
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

// formatClaude is the report as one JSON object for a hook of Claude Code.
const formatClaude = "claude"

const sessionStart = "SessionStart"

// forHook reports whether a hook calls. It always gets a JSON object and exit code 0, so
// that nothing keeps an agent from starting.
func (c *call) forHook() bool {
	return c.format == formatClaude
}

// failHook gives a hook its object after a failure.
func (c *call) failHook(err error) int {
	// Earlier output would be a second object.
	c.out.Text.Reset()
	said := answer.HookAnswer{SystemMessage: c.out.OneLine(c.cmd.Name() + " failed: " + phrase.Error(err))}
	if c.cmd.Name() == "start" {
		said.Specific = &answer.HookReport{Event: sessionStart, Context: noContext}
	}
	if c.writeJSON(said) != nil || c.out.Flush() != nil {
		return exitFailed
	}
	return exitDone
}

// noContext is the text for an agent after a failure.
const noContext = "coldstart could not read the vault, so what the operator decided is unknown. " +
	"Treat nothing as approved, and ask the operator to run coldstart doctor."

// startClaude records a session start and hands the report over. A session that Claude
// Code continues, as after compacting, keeps its number.
func (c *session) startClaude() (int, error) {
	caller := c.hookCall()
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	receipts, err := v.HandOvers()
	var notices []string
	if err != nil {
		notices = append(notices, phrase.Error(err))
	}
	s, mark, err := c.markClaude(v, caller, receipts)
	if err != nil {
		return 0, err
	}
	made, err := v.Made(answer.LastReport(s, mark.Number, receipts))
	if err != nil {
		notices = append(notices, phrase.Error(err))
	}
	notices = append(notices, mark.Notices...)
	receipt := model.HandOver{At: s.At, Session: mark.Number, Caller: caller.Session, Cause: caller.Source, Format: formatClaude}
	err = c.delivering(v, model.Delivery{Session: mark.Number, At: s.At}, func(m model.Message, trouble error) error {
		if trouble != nil {
			notices = append(notices, trouble.Error())
		}
		return c.claudeReport(s, made, m, notices, &receipt)
	})
	if err != nil {
		return exitFailed, err
	}
	if err := v.KeepHandOver(receipt); err != nil {
		// The object is out, and there may be only one.
		c.hint(phrase.Error(err))
	}
	return exitDone, nil
}

// claudeReport writes the report as one JSON object, and its size into the receipt.
func (c *session) claudeReport(s model.Snapshot, made []model.Made, m model.Message, notices []string, receipt *model.HandOver) error {
	decided, _ := answer.ApartFromEntries(made)
	text, left := answer.HandoverText(c.out.Theme, answer.HandoverIntro(receipt.Session), answer.HandoverParts(s, made, m))
	receipt.Size, receipt.Left = answer.Units(text), left
	err := c.writeJSON(answer.HookAnswer{
		SystemMessage: c.out.OneLine(answer.HandoverMessage(s, receipt.Session, len(decided), left, m, notices)),
		Specific:      &answer.HookReport{Event: sessionStart, Context: text},
	})
	return errors.Join(err, c.out.Flush())
}

// markClaude records the start of a session unless it is open, and gives the vault as it
// was before. A failure is a notice.
func (c *session) markClaude(v *vault.Vault, caller hookCall, receipts []model.HandOver) (model.Snapshot, model.SessionMark, error) {
	now := c.now()
	known := handedTo(caller.Session, receipts)
	var mark model.SessionMark
	if c.number == "" && known.Session != "" {
		s, err := v.Load(c.ctx, now)
		if err != nil || openSession(s, known.Session) {
			return s, model.SessionMark{Number: known.Session}, err
		}
	}
	mark, err := v.StartSession(c.ctx, c.number, cmp.Or(c.agent, "claude-code"), now)
	if err != nil {
		mark.Number = ""
	}
	// Where nobody made a vault, each session would hear of it again.
	if err != nil && !errors.Is(err, model.ErrNoVault) {
		mark.Notices = append(mark.Notices, phrase.Error(err))
	}
	if mark.Before != nil {
		return *mark.Before, mark, nil
	}
	s, err := v.Load(c.ctx, now)
	return s, mark, err
}

// handedTo gives the newest receipt of the caller's session.
func handedTo(caller string, receipts []model.HandOver) model.HandOver {
	for _, h := range slices.Backward(receipts) {
		if caller != "" && h.Caller == caller {
			return h
		}
	}
	return model.HandOver{}
}

func openSession(s model.Snapshot, number string) bool {
	return slices.ContainsFunc(s.Events.Sessions, func(o model.Session) bool {
		return string(o.Key) == number && o.Open()
	})
}

// endClaude records the end of the caller's session.
func (c *session) endClaude() (int, error) {
	caller := c.hookCall()
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	number := c.number
	if number == "" {
		receipts, err := v.HandOvers()
		if err != nil {
			return 0, err
		}
		number = handedTo(caller.Session, receipts).Session
	}
	if number == "" && caller.Session != "" {
		return exitDone, c.writeJSON(answer.HookAnswer{SystemMessage: c.out.OneLine("no session to end: this one was not recorded")})
	}
	mark, err := v.EndSession(c.ctx, number, c.agent, c.handoff, c.now())
	if err != nil {
		return 0, err
	}
	return exitDone, c.writeJSON(answer.HookAnswer{SystemMessage: c.out.OneLine(answer.Ended(mark) + mark.Number)})
}
