package cli

import (
	"errors"
	"fmt"
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault"
)

// findTrace finds a trace by its name, its path, its folder or its id.
func findTrace(s model.Snapshot, text string) (model.Ref, error) {
	var fits []model.Ref
	var all []string
	for _, t := range s.Traces {
		names := []string{t.Ref().String(), t.Path, path.Dir(t.Path), path.Base(path.Dir(t.Path)), t.Title(), t.Workflow}
		if slices.Contains(names, text) {
			fits = append(fits, t.Ref())
		}
		all = append(all, names...)
	}
	switch len(fits) {
	case 0:
		return model.Ref{}, notFound(text, suggest(text, all, "coldstart traces lists the traces"))
	case 1:
		return fits[0], nil
	}
	return model.Ref{}, ambiguous(text, fits)
}

// decideTrace orders what becomes of a step.
func (c *call) decideTrace(choice model.Choice) (int, error) {
	note, err := c.checkedNote(choice)
	if err != nil {
		return 0, err
	}
	return c.deciding(func(v *vault.Vault, s model.Snapshot) (int, error) {
		ref, err := findTrace(s, c.args[0])
		if err != nil {
			return 0, err
		}
		return c.decideOn(v, s, model.Decision{Ref: ref, Choice: choice, Note: note, Step: c.set.step})
	})
}

// runAck acknowledges one session, or all that are very likely dead.
func runAck(c *call) (int, error) {
	if c.set.all == (len(c.args) == 1) {
		return 0, usage("coldstart ack needs a session or --all", c.command.usageHint())
	}
	note, err := c.checkedNote(model.ChoiceAck)
	if err != nil {
		return 0, err
	}
	return c.deciding(func(v *vault.Vault, s model.Snapshot) (int, error) {
		if c.set.all {
			return c.ackAll(v, s, note)
		}
		if ref, ok := findToKnow(s, c.args[0]); ok {
			return c.decideOn(v, s, model.Decision{Ref: ref, Choice: model.ChoiceAck, Note: note})
		}
		if ref, ok := findKnown(s, c.args[0]); ok {
			return c.alreadySo(v, s, model.Decision{Ref: ref, Choice: model.ChoiceAck, At: s.At})
		}
		session, err := findSession(s, c.args[0])
		if err != nil {
			return 0, err
		}
		return c.ackOne(v, s, session, note)
	})
}

func findSession(s model.Snapshot, text string) (model.Session, error) {
	var fits []model.Session
	var all []string
	for _, o := range s.Events.Sessions {
		if text == o.Label || text == o.Ref().String() {
			fits = append(fits, o)
		}
		all = append(all, o.Label)
	}
	switch len(fits) {
	case 0:
		return model.Session{}, notFound(text, suggest(text, all, "coldstart orphans lists the sessions that never ended"))
	case 1:
		return fits[0], nil
	}
	return model.Session{}, ambiguous(text, each(fits, model.Session.Ref))
}

func (c *call) ackOne(v *vault.Vault, s model.Snapshot, o model.Session, note string) (int, error) {
	d := model.Decision{Ref: o.Ref(), Choice: model.ChoiceAck, Seen: o.Seen, Note: note, At: s.At, Sure: c.set.sure}
	if reason := s.Refuse(d.Ref, d.Choice); reason != "" {
		if o.Declared != nil && o.Declared.Agent == model.OperatorAgent {
			return c.ackedBefore(s, d)
		}
		return 0, refused(s, d.Ref, d.Choice, reason)
	}
	if o.MaybeLive(s.At) && !d.Sure {
		return 0, hinted(
			fmt.Errorf("session %s: %w: it wrote less than 10 minutes ago and may still be live", o.Label, model.ErrNotAllowed),
			"wait, or say --sure when you know that it is dead")
	}
	if err := c.expected(model.Document{Ref: d.Ref, Seen: o.Seen}); err != nil {
		return 0, err
	}
	return c.carryOut(v, s, d)
}

func (c *call) ackedBefore(s model.Snapshot, d model.Decision) (int, error) {
	if c.set.json {
		return exitDone, c.writeJSON(decisionJSON(s, model.Receipt{Decision: d, Already: true}, false))
	}
	c.alreadyText(d)
	return exitDone, nil
}

// ackAll acknowledges every orphan that is very likely dead. One that fails does
// not keep the others from being done; the first failure is reported at the end.
func (c *call) ackAll(v *vault.Vault, s model.Snapshot, note string) (int, error) {
	if c.set.has("expect-hash") || c.set.json {
		return 0, usage("--all excludes --expect-hash and --json", c.command.usageHint())
	}
	var failed error
	done := 0
	for _, o := range s.Orphans() {
		if o.MaybeLive(s.At) && !c.set.sure {
			c.hint("session " + o.Label + " wrote less than 10 minutes ago and is left out")
			continue
		}
		if _, err := c.ackOne(v, s, o, note); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		done++
	}
	if done == 0 && failed == nil {
		c.out.say("no orphan session to acknowledge")
	}
	return exitDone, failed
}
