package ledger

import (
	"time"

	"coldstart/model"
	"coldstart/model/rule"
)

// By is who decided.
func (r Record) By() model.Operator { return model.Operator{Name: r.Operator, Account: r.Account} }

// Past returns a decision and what became of it.
func (r Record) Past() model.Past {
	p := model.Past{
		ID: r.ID, At: r.At, Operator: r.Operator, Account: r.Account, Decision: r.Decision(), PlanID: r.PlanID, Step: r.Step, To: r.To,
		UndoneBy: r.UndoneBy, Committed: r.Commit, Tool: r.Tool,
	}
	p.Hash = p.Decision.Seen
	if sent, err := model.ParseFingerprint(r.Sent); err == nil {
		p.Hash = sent
	}
	switch {
	case r.Phase == PhaseVoid:
		p.Fate = model.FateVoid
	case r.Phase != PhaseDone:
		p.Fate = model.FateOpen
	case p.UndoneBy != "":
		p.Fate = model.FateUndone
	case r.TakenBack:
		p.Fate = model.FateTakenBack
	}
	if r.IsUnfinished() {
		p.Left = r.Interrupted().Left
	}
	return p
}

// Approval returns what a decision allowed, false when it took no effect or is none.
func (r Record) Approval() (model.Approval, bool) {
	approves := r.Chose(model.ChoiceApprove) && r.Counts()
	a := model.Approval{ID: r.ID, At: r.At, From: r.To, PlanID: r.PlanID, Step: r.Step, Action: r.Action, Target: r.Target}
	if r.StepText != nil {
		a.Text, a.Place, a.Known = *r.StepText, r.StepPlace, true
	}
	return a, approves
}

// Approves notes which step of a plan is approved, by its text and its place.
func (r *Record) Approves(p model.Plan, s model.Step) {
	r.StepText, r.StepPlace = new(s.Text), rule.Place(p, s)
}

// Interrupted returns what is left of an unfinished decision.
func (r Record) Interrupted() model.Interrupted {
	i := model.Interrupted{
		ID: r.ID, Choice: model.ParseChoice(r.Choice), Path: r.Path, At: r.At,
		Holds: r.TookEffect(), Left: r.Still,
	}
	switch {
	case r.IsOpen():
		i.Fate = model.FateOpen
	case r.Phase == PhaseVoid:
		i.Fate = model.FateVoid
	}
	return i
}

// NotesOf returns the operator's last note on each file. A decision on a request counts for its
// plan too.
func NotesOf(records []Record) map[string]model.Said {
	words := map[string]model.Said{}
	for _, r := range records {
		if r.IsOff() || r.Note == "" {
			continue
		}
		note := model.Said{At: r.At, Choice: model.ParseChoice(r.Choice), Note: r.Note}
		for _, name := range []string{r.Path, r.To, r.Plan} {
			if name != "" {
				words[name] = note
			}
		}
	}
	return words
}

// Made lists the operator's decisions that were carried out after a moment,
// oldest first, as this operator's ledger has them. What was decided and undone in
// that time is left out, with its undo.
func (l *Ledger) Made(after time.Time) ([]model.Made, error) {
	records, _, err := l.Read()
	if err != nil {
		return nil, err
	}
	since := map[string]bool{}
	var made []model.Made
	for _, r := range records {
		if r.Phase != PhaseDone || r.TakenBack || !r.At.After(after) {
			continue
		}
		since[r.ID] = true
		if r.UndoneBy != "" || r.Undoes != "" && since[r.Undoes] {
			continue
		}
		made = append(made, model.Made{ID: r.ID, At: r.At, Decision: r.Decision(), PlanID: r.PlanID, Step: r.Step, To: r.To})
	}
	return made, nil
}
