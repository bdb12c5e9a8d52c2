package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
)

// choiceFor picks the choice that a key stands for, by what it acts on: the same
// key is the same yes everywhere.
type choiceFor func(s model.Snapshot, ref model.Ref) model.Choice

func only(c model.Choice) choiceFor {
	return func(model.Snapshot, model.Ref) model.Choice { return c }
}

func yesTo(s model.Snapshot, ref model.Ref) model.Choice {
	if s.ToKnow(ref) {
		return model.ChoiceAck
	}
	switch ref.Kind {
	case model.KindSession:
		return model.ChoiceAck
	case model.KindProposal:
		return model.ChoiceAccept
	case model.KindResearch:
		return model.ChoiceSwitch
	}
	return model.ChoiceApprove
}

// noTo is the same no everywhere; a proposal is declined without a reason.
func noTo(_ model.Snapshot, ref model.Ref) model.Choice {
	if ref.Kind == model.KindProposal {
		return model.ChoiceDecline
	}
	return model.ChoiceReject
}

// againFor is a retry for a failed step and a re-run for an interrupted one.
func againFor(s model.Snapshot, ref model.Ref) model.Choice {
	if t, ok := s.Trace(ref.Path); ok && t.Recovery() == model.RecoveryFailed {
		return model.ChoiceRetry
	}
	return model.ChoiceRerun
}

// choiceName is what a decision key is called for what is selected.
func (a *App) choiceName(binding func(k keyMap) key.Binding, choice choiceFor) string {
	ref, ok := a.subject()
	if ok {
		switch choice(a.board.about(ref), ref) {
		case model.ChoiceAck:
			return "acknowledge"
		case model.ChoiceRetry:
			return "retry"
		case model.ChoiceAccept:
			return "accept"
		case model.ChoiceDecline:
			return "decline"
		case model.ChoiceSwitch:
			return "make it current"
		}
	}
	return binding(a.keys).Help().Desc
}

// subject is what a decision key acts on: a plan that waits for exactly one
// request stands for that request.
func (a *App) subject() (model.Ref, bool) {
	ref, ok := a.selected()
	if ok && ref.Kind == model.KindPlan {
		if waiting := a.board.waiting[ref.Path]; len(waiting) == 1 {
			return waiting[0].Ref(), true
		}
	}
	return ref, ok
}

func canDecide(choice choiceFor) func(*App) string {
	return func(a *App) string {
		ref, ok := a.subject()
		switch {
		case !ok:
			return "nothing is selected"
		case a.writing:
			return "another decision is being written"
		}
		s := a.board.about(ref)
		return s.Refuse(ref, choice(s, ref))
	}
}

func canInspect(a *App) string {
	if ref, ok := a.selected(); !ok || ref.Kind != model.KindTrace {
		return "only a trace has a step to inspect"
	}
	return canOpen(a)
}

func startDecision(choice choiceFor) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd {
		ref, _ := a.subject()
		return a.decide([]model.Ref{ref}, choice(a.board.about(ref), ref))
	}
}

// decide opens the dialog for one decision, or for several that are all the same.
func (a *App) decide(refs []model.Ref, choice model.Choice) tea.Cmd {
	var decisions []model.Decision
	for _, ref := range refs {
		decisions = append(decisions, model.Decision{Ref: ref, Choice: choice, Commit: a.commit && ref.Kind == model.KindProposal})
	}
	a.dialog = newDialog(decisions, a.board, a.keys)
	if choice.NeedsNote() {
		a.dialog.askNote()
		return nil
	}
	return a.openDialog()
}

// openDialog asks for what the dialog has to show. Each asking has a number of
// its own, so that neither answers nor watches of an earlier one reach it.
func (a *App) openDialog() tea.Cmd {
	a.dialogs++
	d := a.dialog
	d.id, d.stage, d.gone, d.lost = a.dialogs, stageOpening, "", false
	return openCmd(a.store, d.id, a.gen, d.decisions(a.now()), a.board)
}
