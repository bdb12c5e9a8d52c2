package cli

import (
	"errors"
	"regexp"
	"time"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// sessionNumber is what --session takes: a number as event logs have it.
var sessionNumber = regexp.MustCompile(`^(0|[1-9][0-9]{0,17})$`)

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
	if c.set.has("session") && !sessionNumber.MatchString(c.set.session) {
		return "", usage("--session needs a number", "for example --session 247")
	}
	if f := c.set.format; c.set.has("format") && f != "text" && f != "json" {
		return "", usage("--format is text or json, not "+quoted(f), c.command.usageHint())
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
	return c.deciding(func(v *vault.Vault, before model.Snapshot) (int, error) {
		mark, err := v.StartSession(c.ctx, number, c.agent(), before.At)
		switch {
		case errors.Is(err, model.ErrReadOnly):
			mark.Notices = append(mark.Notices, err.Error())
		case err != nil:
			return 0, err
		}
		made, err := v.Made(lastStart(before))
		if err != nil {
			mark.Notices = append(mark.Notices, err.Error())
		}
		s, err := v.Load(c.ctx, before.At)
		if err != nil {
			return 0, err
		}
		return exitDone, c.startReport(s, mark, made)
	})
}

func (c *call) startReport(s model.Snapshot, mark model.SessionMark, made []model.Made) error {
	if c.set.json || c.set.format == "json" {
		return c.writeJSON(jsonStart{statusJSON(s), mark.Number, each(made, madeJSON), same(mark.Notices)})
	}
	for _, n := range mark.Notices {
		c.hint(n)
	}
	c.decidedText(made)
	c.statusText(s)
	return nil
}

// lastStart is when the current session of a snapshot began.
func lastStart(s model.Snapshot) time.Time {
	if c, ok := s.Events.CurrentSession(); ok {
		return c.Started.Time
	}
	return time.Time{}
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
	return c.deciding(func(v *vault.Vault, s model.Snapshot) (int, error) {
		mark, err := v.EndSession(c.ctx, number, c.set.agent, s.At)
		if err != nil {
			return 0, err
		}
		for _, n := range mark.Notices {
			c.hint(n)
		}
		if c.set.json {
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
