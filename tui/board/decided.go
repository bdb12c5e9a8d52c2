package board

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/tui/keys"
)

// Unkept names promised edits that were not made because the file had changed.
func Unkept(promised, made []model.Change) []string {
	var notices []string
	for _, p := range promised {
		kept := func(m model.Change) bool { return m.Path == p.Path && len(m.Before) == len(p.Before) }
		if p.Kind == model.ChangeEdit && !slices.ContainsFunc(made, kept) {
			notices = append(notices, p.Path+" had changed, so its status was not updated")
		}
	}
	return notices
}

// ReceiptWords says what was decided, without a full stop.
func (b *Board) ReceiptWords(k keys.Map, r model.Receipt) string {
	d := r.Decision
	switch {
	case d.Choice == model.ChoiceUndo:
		return b.undoneWords(r)
	case r.Already:
		return "No change: " + d.Ref.Path + " already has this decision"
	case d.Ref.Kind == model.KindJournal:
		return "Wrote " + writtenID(r) + " into " + d.Ref.Path + undoHint(k, d)
	}
	if d.Ref.Kind == model.KindTrace {
		return d.Choice.Past() + " requested: " + b.receiptName(d.Ref) + undoHint(k, d)
	}
	return d.Choice.Past() + " " + b.receiptName(d.Ref) + b.howFar(d) + b.continues(k, d) + undoHint(k, d)
}

// Continue is the command that continues the agent of an action which a decision allowed, "" for none.
func (b *Board) Continue(d model.Decision) string {
	s := b.About(d.Ref)
	r, ok := s.RequestAnywhere(d.Ref.Path)
	if !ok || r.Ask == nil || d.Choice != model.ChoiceApprove {
		return ""
	}
	return s.Course(*r.Ask).Command
}

// continues says how the agent of an action continues after a yes, and which key copies the command.
func (b *Board) continues(k keys.Map, d model.Decision) string {
	s := b.About(d.Ref)
	r, ok := s.RequestAnywhere(d.Ref.Path)
	if !ok || r.Ask == nil || d.Choice != model.ChoiceApprove {
		return ""
	}
	words := phrase.Continues(r.Ask.Action.Client, s.Course(*r.Ask))
	if words == "" {
		return ""
	}
	if b.Continue(d) != "" {
		words += " (" + keys.Of(k[keys.Copy]) + " copies it)"
	}
	return " · " + words
}

// howFar says how far a yes to an action goes, "" for all other decisions.
func (b *Board) howFar(d model.Decision) string {
	s := b.About(d.Ref)
	r, ok := s.RequestAnywhere(d.Ref.Path)
	if !ok || r.Ask == nil || r.Ask.Prompt || d.Choice != model.ChoiceApprove {
		return ""
	}
	words := ": " + phrase.AsFar(d.Scope)
	if until := holdsUntil(s.At, *r.Ask, d.Scope); until != "" {
		words += ", until " + until
	}
	return words
}

// receiptName is what a receipt calls the thing that was decided on.
func (b *Board) receiptName(ref model.Ref) string {
	switch ref.Kind {
	case model.KindRequest:
		if r, ok := b.About(ref).RequestAnywhere(ref.Path); ok {
			return `"` + shortened(r.Title()) + `"`
		}
	case model.KindPlan:
		if p, ok := b.About(ref).Plan(ref.Path); ok {
			return "a step of " + p.ID
		}
	case model.KindSession:
		return "session " + ref.Item
	case model.KindTranscript:
		if t, ok := b.About(ref).Transcript(ref); ok {
			return `"` + shortened(t.Called()) + `"`
		}
	case model.KindProblem:
		if ref.Path == model.RefusedPath {
			return "refused"
		}
		return "the alarm"
	case model.KindTrace:
		name := path.Base(path.Dir(ref.Path))
		if t, ok := b.About(ref).Trace(ref.Path); ok {
			last, _ := t.LastStep()
			return fmt.Sprintf("step %d of %s", last.Number, name)
		}
		return name
	case model.KindProposal:
		return "proposal " + ref.Item
	}
	return path.Base(ref.Path)
}

// shortened cuts a title that would fill the status line.
func shortened(title string) string {
	const most = 48
	if r := []rune(title); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return title
}

// ChangeWords say what a decision brought about: what a plan is now, where a file went that is elsewhere than
// expected, and for an undo what it took back. Other files are listed in the history.
func (b *Board) ChangeWords(r model.Receipt) string {
	undo := r.Decision.Choice == model.ChoiceUndo
	if r.Already || r.Decision.Ref.Kind == model.KindJournal && !undo {
		return ""
	}
	var text string
	for _, c := range r.Changes {
		elsewhere := path.Base(c.To) != path.Base(c.Path) || strings.Count(c.To, "/") != strings.Count(c.Path, "/")
		switch {
		case c.Kind == model.ChangeMove && undo:
			text += " · moved to " + path.Dir(c.To)
		case c.Kind == model.ChangeMove && elsewhere:
			text += " · moved to " + c.To
		case c.Kind == model.ChangeCommit:
			text += " · committed"
		case c.Kind == model.ChangeRemove:
			text += " · removed " + c.Path
		case c.Kind == model.ChangeEdit && c.Effect == model.EffectPlan && c.Word != c.NewWord:
			text += b.planNow(r.Decision, c)
		case c.Kind == model.ChangeEdit && undo:
			text += " · changed " + c.Path
		}
	}
	return text
}

// planNow says what a plan is after a decision.
func (b *Board) planNow(d model.Decision, c model.Change) string {
	p, ok := b.Snapshot.Plan(c.Path)
	if !ok {
		return ""
	}
	words := " · " + p.ID + " is " + c.NewWord
	if step, waits := rule.WaitingStep(p); waits && d.Choice == model.ChoiceApprove && d.Ref.Kind == model.KindRequest {
		words += fmt.Sprintf("; step %d is next", step.Number)
	}
	return words
}

// FailureWords says why a decision failed.
func FailureWords(err error) string {
	text := phrase.Error(err) + "."
	switch {
	case errors.Is(err, model.ErrConflict):
		text += " Look at it again before you decide."
	case errors.Is(err, model.ErrLocked):
		text += " Try again in a moment."
	}
	return text
}

func writtenID(r model.Receipt) string {
	begins := "### " + string(r.Decision.Entry.Category) + "-"
	for _, c := range r.Changes {
		for _, l := range c.After {
			if heading, ok := strings.CutPrefix(l, "### "); ok && strings.HasPrefix(l, begins) && c.Path == r.Decision.Ref.Path {
				id, _, _ := strings.Cut(heading, ":")
				return id
			}
		}
	}
	return "an entry"
}

// UndoFacts say what an undo takes back.
func (b *Board) UndoFacts(d model.Decision) (subject string, facts []view.Said) {
	p := b.Snapshot.Undo.Past
	if p.ID != d.Undoes.ID {
		return b.Subject(d.Ref), nil
	}
	about := b.Subject(d.Ref)
	if plan, ok := b.Snapshot.Plan(d.Ref.Path); ok {
		// Not the step: it waits for another one now.
		about = plan.ID + ": " + plan.Objective
	}
	stays := "log entries"
	if p.Tool != "" || p.Decision.Ref.Kind == model.KindTranscript {
		stays = ""
	}
	if p.Committed {
		stays += "; the git commit"
	}
	takes := ""
	if k := b.Snapshot.Undo.Withdraws; k != nil {
		takes, stays = phrase.Withdraws(*k, k.Left(b.Snapshot.At)), "finished runs"
	}
	return b.past(p), append(passedOver(b.Snapshot.Undo.Newer), []view.Said{
		view.Say(view.Undoes, "Undoes", "the "+b.past(p), view.Strong),
		view.Say(view.Other, "Withdraws", takes, view.Strong),
		view.Say(view.Other, "About", about, view.Plain),
		view.Say(view.Other, "Decided", phrase.When(b.Snapshot.At, p.At), view.Plain),
		view.Say(view.Other, "Your note", p.Decision.Note, view.Plain),
		view.Say(view.Other, "Stays", stays, view.Muted),
	}...)
}

// past names a decision, one on a program's session by its title and short id.
func (b *Board) past(p model.Past) string {
	if t, ok := b.Snapshot.Transcript(p.Decision.Ref); ok {
		return p.Decision.Choice.Noun() + ` "` + shortened(t.Called()) + `" (` + b.Snapshot.ShortID(t) + ")"
	}
	return phrase.Past(p)
}

// passedOver says which newer decisions an undo skips.
func passedOver(newer []model.Undoable) []view.Said {
	if len(newer) == 0 {
		return nil
	}
	words := "not your last decision, the " + phrase.NotUndoable(newer[0])
	if more := len(newer) - 1; more > 0 {
		words += fmt.Sprintf(" (and %d more that cannot be undone)", more)
	}
	return []view.Said{view.Say(view.Careful, "Careful", words, view.Warn)}
}

func (b *Board) undoneWords(r model.Receipt) string {
	d := r.Decision
	what := d.Undoes.Choice.Noun() + " " + path.Base(d.Ref.Path)
	if p := b.Snapshot.Undo.Past; p.ID == d.Undoes.ID {
		what = b.past(p)
		if k := b.Snapshot.Undo.Withdraws; k != nil && !r.Already {
			return "Withdrawn: " + phrase.Withdraws(*k, k.Left(b.Snapshot.At))
		}
	}
	if r.Already {
		return "Nothing to do: the " + what + " was undone before"
	}
	return "Undone: " + what
}

// undoHint names the key for a decision that can be undone.
func undoHint(k keys.Map, d model.Decision) string {
	if d.Ref.Kind == model.KindSession {
		return ""
	}
	return " · " + keys.Of(k[keys.Undo]) + " undo"
}

// MustType is what must be typed to approve a doubtful request or step, and all that asks for
// it; so nobody approves one by habit.
func (b *Board) MustType(d model.Decision) (what string, why []string) {
	s := b.About(d.Ref)
	s.At = b.Snapshot.At
	what, reasons := rule.MustType(s, d.Ref, d.Choice)
	for _, r := range reasons {
		why = append(why, phrase.Reason(r))
	}
	return what, why
}
