package tui

import (
	"errors"
	"testing"

	"coldstart/model"
)

// ruled is a driver whose rules go into a list.
func ruled(t *testing.T, s *fakeStore, w, h int) (*driver, *[]model.GateRule) {
	t.Helper()
	var added []model.GateRule
	d := newDriver(t, s, w, h)
	d.app.outside.addRule = func(r model.GateRule) (string, error) {
		if r.Match == "wrong" {
			return "", errors.New("the rule: that is wrong")
		}
		added = append(added, r)
		return "Rule added: " + r.Match + ".", nil
	}
	return d, &added
}

// A rule is added from the dialog of an action, which stays open and decides nothing by it.
func TestARuleFromTheDialog(t *testing.T) {
	t.Parallel()
	s := gated()
	d, added := ruled(t, s, 80, 24)
	d.pick("2", pushFile)
	d.press("a")
	d.readAll()
	d.press("P")
	golden(t, "rule_prompt_80x24", d.app.View())
	d.shows("Ask for this from now on", "git push*", `{match: "git push*", then: ask}`)
	d.press("backspace", "y")
	d.shows(`match: "git pushy"`)
	d.press("enter")
	d.shows("Rule added: git pushy.")
	d.decides(0)
	if want := (model.GateRule{Match: "git pushy", Then: model.ThenAsk}); len(*added) != 1 || (*added)[0] != want {
		t.Errorf("added %+v", *added)
	}
	d.press("P", "esc")
	d.shows("No rule was added.")
	d.press("P", "ctrl+u", "enter")
	d.shows("A rule needs a pattern.")
	d.press("w", "r", "o", "n", "g", "enter")
	d.shows("that is wrong", `match: "wrong"`)
	if len(*added) != 1 {
		t.Errorf("added %+v", *added)
	}
}

// What was refused can be asked for, and where there is no action of an agent nothing is offered.
func TestARuleFromARow(t *testing.T) {
	t.Parallel()
	s := gated()
	refused := model.Tried("refused-7f3a2c91", []model.Refusal{{
		At: clock(), Client: "claude", Session: "5be2c0d4", Tool: "Bash", Line: "cd web && npm publish --tag x", By: model.RefusedByRule, What: "Bash: npm publish*", RuleLine: 3,
	}})
	s.snapshot.Alarms = append(s.snapshot.Alarms, refused)
	s.snapshot.Problems = append(s.snapshot.Problems, refused.Problem())
	d, added := ruled(t, s, 120, 40)
	d.pick("1", model.RefusedPath)
	d.shows("Refused once: cd web && npm publish", "refused once")
	d.press("P", "enter")
	if want := (model.GateRule{Match: "npm publish*", Then: model.ThenAsk}); len(*added) != 1 || (*added)[0] != want {
		t.Errorf("added %+v", *added)
	}
	d.pick("3", s.snapshot.Plans[0].Path)
	d.press("P")
	d.shows("no action of an agent is selected")
}

// On the page of a session its commands are offered, the newest first.
func TestARuleFromTheCommandsOfASession(t *testing.T) {
	t.Parallel()
	d, added := ruled(t, gated(), 100, 30)
	d.pick("2", pushFile)
	d.press("enter")
	d.app.detail.ref = model.Ref{Kind: model.KindTranscript, Path: "claude/5b.jsonl"}
	d.app.detail.doc = &model.Document{Events: []model.Event{
		{Act: model.ActShell, Says: "npm publish --tag x"}, {Act: model.ActPrompt, Says: "go"}, {Act: model.ActShell, Says: "make test"},
	}}
	d.press("P")
	d.shows(`match: "make test*"`)
	d.press("up")
	d.shows(`match: "npm publish*"`)
	d.press("enter")
	if len(*added) != 1 || (*added)[0].Match != "npm publish*" {
		t.Errorf("added %+v", *added)
	}
}
