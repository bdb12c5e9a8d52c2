package overlay

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/phrase"
)

// scopes are how far a yes to an action can go, from the least on.
var scopes = []model.Scope{{}, {Times: 3}, {Times: 10}, {Session: true}}

// scoped reports whether the operator can say how often the action may run. A prompt takes one
// answer.
func (d *Dialog) scoped() bool {
	return d.action != nil && !d.action.Prompt && d.Decision.Choice == model.ChoiceApprove && len(d.Batch) == 0
}

// nextScope is the one after that of the decision. Where no session is known, none is offered.
func (d *Dialog) nextScope() model.Scope {
	to := scopes[(slices.Index(scopes, d.Decision.Scope)+1)%len(scopes)]
	if to.Session && d.action.Action.Session == "" {
		return model.Scope{}
	}
	return to
}

// turnScope changes how far the yes goes. What the yes does is read again before it counts.
func (d *Dialog) turnScope(s *Screen) tea.Cmd {
	d.Decision.Scope = d.nextScope()
	d.matter = s.Board.Matter(d.Decision)
	d.layOut(s.Th, s.Width, s.Height)
	return d.disarm(s)
}

// followAgent says that the agent which stood still at an action goes on without an answer. A
// prompt that nobody waits at any more cannot be answered.
func (d *Dialog) followAgent(s *Screen) tea.Cmd {
	r, ok := s.Board.About(d.Decision.Ref).Request(d.Decision.Ref.Path)
	if !ok || r.Ask == nil || d.action == nil || r.Ask.Waits() == d.action.Waits() {
		return nil
	}
	client := r.Ask.Action.Client
	if d.action = r.Ask; r.Ask.Prompt && !r.Ask.Waits() {
		d.Stage, d.lid, d.gone = StageStale, noLid, client+", which asked, waits no more. Nothing is left to decide."
		d.layOut(s.Th, s.Width, s.Height)
		s.Say(styles.RoleBad, client+" waits no more; only esc works now.")
		return nil
	}
	d.matter = s.Board.Matter(d.Decision)
	d.layOut(s.Th, s.Width, s.Height)
	if !r.Ask.Waits() {
		s.Say(styles.RoleWarn, client+" waits no more. A yes counts for its next try.")
	}
	return d.disarm(s)
}

// Lets says what a yes to an action lets happen, nothing for all else.
func (d *Dialog) Lets() []string {
	if d.action == nil {
		return nil
	}
	return d.matter.Then
}

// NextTimes is how far the yes goes after the key that changes it, "" where none does.
func (d *Dialog) NextTimes() string {
	if !d.scoped() {
		return ""
	}
	return phrase.Times(d.nextScope())
}
