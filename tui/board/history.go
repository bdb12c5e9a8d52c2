package board

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/styles"
)

// PastRow is one decision of the past, for the list of them.
type PastRow struct {
	Past model.Past
	Mark styles.Mark
	// What says what was decided, Outcome what became of it.
	What, Outcome string
	Tone          view.Tone
}

// History lists the decisions that have every word, newest first.
func (b *Board) History(words []string) []PastRow {
	var rows []PastRow
	for _, p := range b.Snapshot.History {
		r := b.pastRow(p)
		text := strings.ToLower(strings.Join([]string{r.What, r.Outcome, p.Decision.Note, p.Decision.Ref.Path, p.To, p.PlanID, p.ID, rule.By(p).String()}, "\n"))
		if hasAll(text, words) {
			rows = append(rows, r)
		}
	}
	return rows
}

func hasAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

func (b *Board) pastRow(p model.Past) PastRow {
	r := PastRow{Past: p, Mark: pastMark(p.Decision.Choice), What: p.Decision.Choice.Past() + ": " + b.pastSubject(p)}
	r.Outcome, r.Tone = b.pastOutcome(p)
	if p.UndoneBy != "" || p.Fate == model.FateVoid {
		r.Mark = styles.MarkGivenUp
	}
	return r
}

func pastMark(c model.Choice) styles.Mark {
	switch c {
	case model.ChoiceReject, model.ChoiceDecline, model.ChoiceAbort:
		return styles.MarkProblem
	case model.ChoiceUndo, model.ChoiceSkip:
		return styles.MarkGivenUp
	case model.ChoiceChanges, model.ChoiceEntry:
		return styles.MarkNote
	}
	return styles.MarkDone
}

// pastSubject is what was decided on: the title of a request that is still there, else a name.
func (b *Board) pastSubject(p model.Past) string {
	d := p.Decision
	if k := b.askOf(p); k != nil {
		return k.Action.Called()
	}
	for _, name := range []string{p.To, d.Ref.Path} {
		if r, ok := b.Snapshot.RequestAnywhere(name); ok && name != "" {
			return r.Title()
		}
	}
	if t, ok := b.Written(d.Ref); ok && d.Ref.Kind == model.KindTranscript {
		return t.Called()
	}
	switch {
	case d.Ref.Item != "":
		return d.Ref.Item
	case d.Ref.Kind == model.KindTrace:
		return path.Base(path.Dir(d.Ref.Path))
	case p.PlanID != "" && p.Step > 0 && d.Ref.Kind == model.KindPlan:
		return fmt.Sprintf("step %d of %s", p.Step, p.PlanID)
	}
	return path.Base(d.Ref.Path)
}

// pastOutcome says what became of a decision, as far as the vault shows it.
func (b *Board) pastOutcome(p model.Past) (string, view.Tone) {
	switch {
	case p.UndoneBy != "":
		return "undone", view.Warn
	case p.Fate == model.FateVoid:
		return "never took effect", view.Warn
	case p.Fate == model.FateTakenBack:
		return "moved back", view.Warn
	case p.Fate == model.FateOpen:
		return "not finished", view.Bad
	case len(p.Left) > 0:
		return "not all written", view.Warn
	case p.Decision.Choice != model.ChoiceApprove:
		return "recorded", view.Muted
	}
	if k := b.askOf(p); k != nil && !k.Until.IsZero() {
		return phrase.AllowedInRow(*k, k.Left(b.Snapshot.At)), view.Muted
	}
	for _, v := range b.Snapshot.Verified {
		if v.ID != p.ID {
			continue
		}
		switch v.Standing {
		case model.StandingGone:
			return "picked up", view.Good
		case model.StandingSame:
			return "not picked up", view.Muted
		case model.StandingDisputed:
			return "decided both ways", view.Bad
		case model.StandingAltered:
			return "changed since", view.Bad
		}
		return "change accepted", view.Muted
	}
	return "recorded", view.Muted
}

// PastFacts are the whole record of a decision.
func (b *Board) PastFacts(r PastRow) []view.Said {
	p, d := r.Past, r.Past.Decision
	by := strings.Join(phrase.NotEmpty(rule.By(p).String(), d.How.String()), ", ")
	if d.Under != "" {
		by += " under " + d.Under
	}
	plan := p.PlanID
	if plan != "" && p.Step > 0 {
		plan += fmt.Sprintf(", step %d", p.Step)
	}
	hash := p.Hash.String()
	if p.Hash == (model.Fingerprint{}) {
		hash = ""
	}
	allowed := ""
	if d.Scope != (model.Scope{}) {
		allowed = phrase.Times(d.Scope)
	}
	return []view.Said{
		view.Say(view.Name, "Decided", r.What, view.Head),
		view.Say(view.Other, "When", phrase.When(b.Snapshot.At, p.At), view.Plain),
		view.Say(view.Other, "Outcome", r.Outcome, r.Tone),
		view.Say(view.Other, "Allowed", allowed, view.Plain),
		view.Say(view.Other, "Still to do", strings.Join(p.Left, "; "), view.Warn),
		view.Say(view.Other, "Note", d.Note, view.Plain),
		view.Say(view.Other, "Plan", plan, view.Plain),
		view.Say(view.File, "File", d.Ref.Path, view.Plain),
		view.Say(view.Other, "Went to", p.To, view.Plain),
		view.Say(view.Other, "By", by, view.Plain),
		view.Say(view.Other, "Decision", p.ID, view.Muted),
		view.Say(view.Other, "Undone by", p.UndoneBy, view.Warn),
		view.Say(view.Undoes, "Undoes", d.Undoes.ID, view.Plain),
		view.Say(view.Other, "sha256", hash, view.Muted),
	}
}

// Decided reports whether ref is a request that was approved or rejected, a yes that stands although its file is gone, or a
// plan with an approval at whose number another step stands now.
func (b *Board) Decided(ref model.Ref) bool {
	decided := func(r model.Request) bool { return r.Path == ref.Path }
	stands := func(k model.HeldAction) bool { return k.To == ref.Path && k.Left(b.Snapshot.At) > 0 }
	return b.displacedOn(ref) != "" || ref.Kind == model.KindRequest && (slices.ContainsFunc(b.Snapshot.Decided, decided) || slices.ContainsFunc(b.Snapshot.Asks, stands))
}

// Displaced reports whether ref is a plan with such an approval that waits for the operator.
func (b *Board) Displaced(ref model.Ref) bool {
	p, _ := b.Snapshot.Plan(ref.Path)
	all := rule.DisplacedPlan(p)
	return ref.Kind == model.KindPlan && len(all) > 0 && !all[0].Answered
}

// displacedOn is the id of the approval of a plan at whose number another step stands now, "" for none.
func (b *Board) displacedOn(ref model.Ref) string {
	p, _ := b.Snapshot.Plan(ref.Path)
	if all := rule.DisplacedPlan(p); ref.Kind == model.KindPlan && len(all) > 0 {
		return all[0].ID
	}
	return ""
}

// DecisionOn is the operator's newest decision on a request that stands, or the approval that displacedOn names.
func (b *Board) DecisionOn(ref model.Ref) (model.Past, bool) {
	id := b.displacedOn(ref)
	on := func(p model.Past) bool {
		if id != "" {
			return p.ID == id
		}
		stands := p.UndoneBy == "" && (p.Fate == model.FateDone || p.Fate == model.FateOpen) && p.Decision.Choice != model.ChoiceUndo
		return stands && (p.To == ref.Path || p.Decision.Ref == ref)
	}
	i := slices.IndexFunc(b.Snapshot.History, on)
	if i < 0 {
		return model.Past{}, false
	}
	return b.Snapshot.History[i], true
}

// EarlierNotes are what the operator wrote with a choice before, the newest first, each once.
func (b *Board) EarlierNotes(c model.Choice) []string {
	var notes []string
	seen := map[string]bool{"": true}
	for _, p := range b.Snapshot.History {
		if note := p.Decision.Note; p.Decision.Choice == c && !seen[note] && len(notes) < mostEarlier {
			seen[note] = true
			notes = append(notes, note)
		}
	}
	return notes
}

// mostEarlier is how many earlier notes are offered.
const mostEarlier = 20

// Age is how long ago a moment was, for a list.
func (b *Board) Age(t time.Time) string { return phrase.Age(b.Snapshot.At, t) }
