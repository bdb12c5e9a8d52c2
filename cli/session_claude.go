package cli

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault"
)

// formatClaude is the report as one JSON object for a hook of Claude Code.
const formatClaude = "claude"

// hookAnswer is what a hook of Claude Code prints.
type hookAnswer struct {
	SystemMessage string      `json:"systemMessage"`
	Specific      *hookReport `json:"hookSpecificOutput,omitempty"`
}

// hookReport is the part for the agent. Claude Code ignores it without the event's
// name.
type hookReport struct {
	Event   string `json:"hookEventName"`
	Context string `json:"additionalContext"`
}

const sessionStart = "SessionStart"

// forHook reports whether the call is one of a hook, which always gets its object
// and the exit code 0: nothing here may keep an agent from starting.
func (c *call) forHook() bool {
	return c.format == formatClaude
}

// failHook gives a hook its object when there is nothing else to give.
func (c *call) failHook(err error) int {
	// What was written before the failure would be a second object.
	c.out.text.Reset()
	answer := hookAnswer{SystemMessage: c.out.oneLine(c.cmd.Name() + " failed: " + err.Error())}
	if c.cmd.Name() == "start" {
		answer.Specific = &hookReport{Event: sessionStart, Context: noContext}
	}
	if c.writeJSON(answer) != nil || c.out.flush() != nil {
		return exitFailed
	}
	return exitDone
}

// noContext is what an agent is told when nothing else can be told.
const noContext = "coldstart could not read the vault, so nothing is known of what the operator decided. " +
	"Take nothing for approved, and ask the operator to run coldstart doctor."

// startClaude records a session start and hands the report over. A session that
// Claude Code goes on with, as after compacting, is the one that it was.
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
		notices = append(notices, err.Error())
	}
	s, mark, err := c.markClaude(v, caller, receipts)
	if err != nil {
		return 0, err
	}
	made, err := v.Made(lastReport(s, mark.Number, receipts))
	if err != nil {
		notices = append(notices, err.Error())
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
		// The object is out; another one behind it would be none.
		c.hint(err.Error())
	}
	return exitDone, nil
}

// claudeReport writes the report out as one JSON object, and its size into the receipt.
func (c *session) claudeReport(s model.Snapshot, made []model.Made, m model.Message, notices []string, receipt *model.HandOver) error {
	decided, _ := apartFromEntries(made)
	text, left := handoverText(c.out.theme, handoverIntro(receipt.Session), handoverParts(s, made, m))
	receipt.Size, receipt.Left = units(text), left
	err := c.writeJSON(hookAnswer{
		SystemMessage: c.out.oneLine(handoverMessage(s, receipt.Session, len(decided), left, m, notices)),
		Specific:      &hookReport{Event: sessionStart, Context: text},
	})
	return errors.Join(err, c.out.flush())
}

// markClaude records the start of a session that is not open already, and gives the
// vault as it was before. What cannot be recorded is a notice.
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
		mark.Number, mark.Notices = "", append(mark.Notices, err.Error())
	}
	if mark.Before != nil {
		return *mark.Before, mark, nil
	}
	s, err := v.Load(c.ctx, now)
	return s, mark, err
}

// lastReport is up to when decisions were handed over before a session: the start
// before it, or the newest report before that, when that start got none.
func lastReport(s model.Snapshot, number string, receipts []model.HandOver) time.Time {
	var at time.Time
	line, own := 0, 0
	for _, o := range s.Events.Sessions {
		if string(o.Key) == number {
			own = o.Line
		}
	}
	for _, o := range s.Events.Sessions {
		if o.Line > line && (own == 0 || o.Line < own) {
			line, at = o.Line, o.Started.Time
		}
	}
	var reported time.Time
	for _, h := range receipts {
		if own == 0 || h.Session != number {
			reported = h.At
		}
	}
	if !reported.IsZero() && reported.Before(at) {
		return reported
	}
	return at
}

// handedTo gives the newest receipt of a session by the caller's name for it.
func handedTo(caller string, receipts []model.HandOver) model.HandOver {
	for _, h := range slices.Backward(receipts) {
		if caller != "" && h.Caller == caller {
			return h
		}
	}
	return model.HandOver{}
}

// openSession reports whether a session by its number started and did not end.
func openSession(s model.Snapshot, number string) bool {
	return slices.ContainsFunc(s.Events.Sessions, func(o model.Session) bool {
		return string(o.Key) == number && o.Open()
	})
}

// endClaude records the end of the session that the caller means by its own name.
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
		return exitDone, c.writeJSON(hookAnswer{SystemMessage: c.out.oneLine("no session to end: this one was not recorded")})
	}
	mark, err := v.EndSession(c.ctx, number, c.agent, c.now())
	if err != nil {
		return 0, err
	}
	return exitDone, c.writeJSON(hookAnswer{SystemMessage: c.out.oneLine(ended(mark) + mark.Number)})
}
