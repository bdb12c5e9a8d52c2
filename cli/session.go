package cli

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

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

func madeJSON(m model.Made) jsonMade {
	d := m.Decision
	return jsonMade{m.ID, jsonTime(m.At), d.Ref.String(), d.Choice.String(), d.Note, m.PlanID, m.Step, m.To}
}

// checkedSession gives the number of --session as it goes into the log.
func (c *call) checkedSession() (string, error) {
	if c.set.has("session") && !isSessionNumber(c.set.session) {
		return "", usage("--session needs a number", "for example --session 247")
	}
	switch f := c.set.format; {
	case c.set.has("format") && f != "text" && f != "json" && f != formatClaude:
		return "", usage("--format is text, json or claude, not "+quoted(f), c.command.usageHint())
	case c.set.json && f != "" && f != "json":
		return "", usage("--json and --format "+f+" exclude each other", c.command.usageHint())
	}
	return c.set.session, nil
}

// runStart records a session start and prints the report for it. A vault that
// cannot be written does not keep an agent from starting: the report says so
// (seed "Initialize Session", error table).
func runStart(c *call) (int, error) {
	number, err := c.checkedSession()
	if err != nil {
		return 0, err
	}
	if c.forHook() {
		return c.startClaude(number)
	}
	return c.deciding(func(v *vault.Vault, before model.Snapshot) (int, error) {
		var notices []string
		receipts, err := v.HandOvers()
		if err != nil {
			notices = append(notices, err.Error())
		}
		mark, failed := v.StartSession(c.ctx, number, c.agent(), before.At)
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
func (c *call) startTold(v *vault.Vault, before model.Snapshot, mark model.SessionMark, failed error, receipts []model.HandOver) error {
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
func (c *call) startReport(s model.Snapshot, mark model.SessionMark, made []model.Made, m model.Message, receipt *model.HandOver) error {
	receipt.Format = "text"
	if c.set.json || c.set.format == "json" {
		receipt.Format = "json"
		status := statusJSON(s)
		status.Message = messageJSON(m)
		if err := c.writeJSON(jsonStart{status, mark.Number, each(made, madeJSON), same(mark.Notices)}); err != nil {
			return err
		}
	} else {
		c.out.messageForAgent(m)
		c.decidedText(made)
		c.statusText(s)
	}
	receipt.Size = utf8.RuneCount(c.out.text.Bytes())
	return c.out.flush()
}

func (c *call) agent() string {
	if c.set.agent != "" {
		return c.set.agent
	}
	return "agent"
}

// decidedText tells the agent what the operator decided, with the reasons.
func (c *call) decidedText(made []model.Made) {
	if len(made) == 0 {
		return
	}
	p := c.out
	p.line(words(styles.RoleHeading, "Decided since the last session start:"))
	for _, m := range made {
		p.parts("  ", words(styles.RoleTitle, m.Decision.Choice.Past()), p.label(styles.RolePlain, subject(m.Decision.Ref)),
			p.label(styles.RolePlain, m.Decision.Note), words(styles.RoleMuted, model.FormatUTC(m.At)))
	}
	p.line()
}

// runEnd records that a session ended.
func runEnd(c *call) (int, error) {
	number, err := c.checkedSession()
	if err != nil {
		return 0, err
	}
	if c.forHook() {
		return c.endClaude(number)
	}
	return c.deciding(func(v *vault.Vault, s model.Snapshot) (int, error) {
		mark, err := v.EndSession(c.ctx, number, c.set.agent, s.At)
		if err != nil {
			return 0, err
		}
		for _, n := range mark.Notices {
			c.hint(n)
		}
		if c.set.json || c.set.format == "json" {
			return exitDone, c.writeJSON(jsonEnd{headJSON(s), mark.Number, mark.Already, same(mark.Notices)})
		}
		word := "ended session "
		if mark.Already {
			word = "already ended: session "
		}
		c.out.line(words(styles.RolePlain, word), c.out.label(styles.RoleTitle, mark.Number))
		return exitDone, nil
	})
}
