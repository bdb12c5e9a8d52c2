package view

import (
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
)

func (l Look) plan(p model.Plan) []Said {
	c, title := rule.NextPlan(p), ""
	if p.Stated != "" {
		title = phrase.Heading(p)
	}
	all := []Said{
		{Name, "Plan", p.ID, Head},
		{Title, "Title", title, Plain},
		{Objective, "Objective", phrase.Aim(p), Plain},
		{Other, "Plan of", p.Reading.Tool, Plain},
		{Command, "Resume with", p.Reading.Command, Strong},
		{Status, "Status", StatusWords(p), StateTone(p.Status.State)},
		{Priority, "Priority", p.Priority, Plain},
		{Created, "Created", p.Created.Raw, Plain},
		{Blocked, "Blocked", p.BlockedReason, Bad},
		{Progress, "Progress", ProgressWords(p), Plain},
	}
	if c.Waits != nil {
		whom := "you"
		if rule.SentBack(p) {
			whom = "its agent"
		}
		all = append(all, Said{NextStep, "Next step", fmt.Sprintf("%d waits for %s: %s", c.Waits.Number, whom, c.Waits.Text), Warn}, Said{Then, "Then", NextWords(p), Plain})
	} else {
		all = append(all, Said{NextStep, "Next step", NextWords(p), Plain})
	}
	if step, ok := rule.WaitingStep(p); ok && p.Own() && p.Status.State == model.StateBlocked && (c.Waits == nil || c.Waits.Number != step.Number) {
		all = append(all, Said{WaitsFor, "Waits for", phrase.StepNamed(step), Warn})
	}
	tone := Good
	if g, _ := rule.Granted(p); !g.Yours() {
		tone = Bad
	}
	all = append(all, Said{Other, "Approved", l.Grant(p), tone})
	if c.At.Known() {
		all = append(all, Said{Checkpoint, "Checkpoint", l.stamp(c.At), Plain})
	}
	all = append(all, l.stop(p)...)
	all = append(all, Said{Chosen, "Resume", l.chosen(p.Path), Muted})
	all = append(all, planReading(p)...)
	for _, r := range l.RequestsFor(p.Path) {
		label := "Request"
		if r.Reading.Maybe {
			label = "Maybe"
		}
		all = append(all, Said{Request, label, strings.TrimSuffix(r.Title(), ".") + ", " + r.Path, Accent})
	}
	for _, r := range l.Requests {
		if r.Plan == "" && r.Probably == p.Path {
			all = append(all, Said{Other, "Probably", r.Title() + ", " + r.Path, Accent})
		}
	}
	if e := p.Answered(); e != nil {
		all = append(all, Said{Other, "You said", e.What + ": " + e.Why + "; no answer yet", Accent})
	}
	return append(all, Said{File, "File", p.Path, Plain})
}

// stop say how work on a plan of another program came to rest.
func (l Look) stop(p model.Plan) []Said {
	if p.Stop == nil {
		return nil
	}
	label, tone := "Paused", Warn
	if p.Stop.Cut {
		label, tone = "Interrupted", Bad
	}
	if p.Stop.Stale != "" {
		tone = Muted
	}
	return []Said{{Other, label, strings.Join(phrase.NotEmpty(l.waited(p.Stop.At), phrase.Stopped(*p.Stop)), ", "), tone}}
}

// planReading say how a plan in another notation was read.
func planReading(p model.Plan) []Said {
	r := p.Reading
	var all []Said
	if r.Foreign {
		all = append(all, Said{Detail, "Known from", phrase.PlanKnown(r), howTone(r.ID, r.Title, r.Status, r.Steps)})
	}
	if r.Needs == model.NeedYes {
		all = append(all, Said{Other, "Approval", "the plan as a whole asks for one", Warn})
	}
	if _, maybe := p.NeedsHuman(); len(maybe) > 0 {
		all = append(all, Said{Other, "Maybe you", "step " + numbers(maybe), Plain})
	}
	all = append(all,
		Said{Detail, "Steps from", r.StepsFrom, Muted},
		Said{Detail, "Ticked in", r.ProgressFrom, Muted},
		Said{Other, "Claimed by", r.Claimed, Plain},
		Said{Other, "State of", r.Parent, Plain},
		Said{Other, "Source", r.Source, Plain},
		Said{Other, "Versions", phrase.Versions(p), Plain},
	)
	for _, d := range r.Doubts {
		all = append(all, Said{Careful, "Careful", d, Warn})
	}
	return append(all, doubts(p.Doubts)...)
}

func doubts(of []model.Doubt) []Said {
	tones := map[model.Weight]Tone{model.WeightNote: Warn, model.WeightAsk: Warn, model.WeightBlock: Bad}
	var all []Said
	for _, d := range of {
		all = append(all, Said{Doubt, phrase.DoubtHeading(d.Weight), d.String(), tones[d.Weight]})
	}
	return all
}

func howTone(values ...model.Basis) Tone {
	for _, b := range values {
		if b == model.BasisGuessed {
			return Warn
		}
	}
	return Muted
}

func numbers(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, ", ")
}

// StatusWords is the status of a plan, and what that means for it.
func StatusWords(p model.Plan) string {
	switch {
	case p.Status.State == model.StateDraft && !p.Reading.Foreign:
		return "Draft (approval may be needed)"
	case p.Status.State == model.StateUnknown && p.Status.Word != "" && p.Reading.Status != model.BasisDerived:
		return p.Status.Word + " (not a known status)"
	}
	return phrase.Status(p.Status)
}

// StateTone is the tone of a state.
func StateTone(s model.State) Tone {
	switch s {
	case model.StateActive:
		return Good
	case model.StateBlocked:
		return Bad
	case model.StateDraft, model.StateUnknown:
		return Warn
	}
	return Plain
}

// NextWords is where a plan continues, or the sentence it has instead of steps.
func NextWords(p model.Plan) string {
	switch n := rule.NextPlan(p); {
	case n.Said != "":
		return n.Said
	case n.Step == nil:
		return phrase.OfSteps(p, "none")
	case p.Reading.Tool != "":
		return phrase.OfSteps(p, rule.Label(*n.Step))
	default:
		return phrase.OfSteps(p, fmt.Sprintf("%d (%s)", n.Step.Number, n.Step.Text))
	}
}

// ProgressWords count the steps that are done.
func ProgressWords(p model.Plan) string {
	done, total := p.Progress()
	if total == 0 || done == 0 || p.Reading.Stateless {
		return phrase.Progress(p)
	}
	return phrase.OfSteps(p, fmt.Sprintf("%d/%d steps complete", done, total))
}

// Grant says what was approved: "step 3, 2026-02-21T11:00:00Z (5 min ago)". A plan that
// still says Blocked waits for the agent to notice.
func (l Look) Grant(p model.Plan) string {
	g, ok := rule.Granted(p)
	if !ok {
		return ""
	}
	words := "by " + g.From
	switch {
	case g.Step > 0:
		words = fmt.Sprintf("step %d", g.Step)
	case g.Probably:
		words = "probably, " + words
	}
	if !g.At.IsZero() {
		words += ", " + l.when(g.At)
	}
	if g.ByOthers {
		return "not by you: " + words
	}
	if g.Altered {
		return "changed since: " + words
	}
	if p.Status.State == model.StateBlocked || g.From == p.Path && g.Step == 0 {
		words += "; waits for the agent"
	}
	return words
}

// chosen says why the plan at a path is resumed or not, "" where it is not open.
func (l Look) chosen(path string) string {
	r := l.Order
	switch {
	case r == nil:
		return ""
	case r.Plan != nil && r.Plan.Path == path:
		return "chosen because " + phrase.Reason(r.Because)
	case slices.ContainsFunc(r.Finished, func(p *model.Plan) bool { return p.Path == path }):
		return "finished, still in the plans folder"
	}
	for i := range r.RunnersUp {
		if up := &r.RunnersUp[i]; up.Plan.Path == path {
			return "not chosen: " + phrase.Reason(up.Behind)
		}
	}
	return ""
}

// SeedProgress has the words of the seed's block, but for plans of other programs that keep
// no progress.
func SeedProgress(p model.Plan) string {
	done, total := p.Progress()
	if total == 0 || done > 0 || p.Reading.Foreign {
		return ProgressWords(p)
	}
	return fmt.Sprintf("0/%d steps complete", total)
}
