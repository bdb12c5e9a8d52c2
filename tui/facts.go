package tui

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// fact is one labelled value about a thing; empty ones are not shown.
type fact struct {
	label string
	value string
	role  styles.Role
}

// text shows a value: a file's name exactly, so that it can be typed again,
// anything else on one line.
func (f fact) text(th *styles.Theme) styles.Text {
	if f.label == fileLabel {
		return th.Show(f.value)
	}
	return th.Label(f.value)
}

// fileLabel is the label of the facts that are file names.
const fileLabel = "File"

// labelWidth is the cells that labels of facts take, with one blank in front and two
// behind the longest.
const labelWidth = 15

func factLines(th *styles.Theme, facts []fact, w int) []styles.Line {
	var lines []styles.Line
	for _, f := range facts {
		if f.value == "" {
			continue
		}
		label := styles.Line{{Text: styles.Plain(" " + f.label).Pad(labelWidth), Role: styles.RoleMuted}}
		for i, l := range wrapped(f.text(th), f.role, max(1, w-labelWidth)) {
			if i > 0 {
				label = styles.Line{{Text: styles.Plain("").Pad(labelWidth), Role: styles.RolePlain}}
			}
			lines = append(lines, styles.Join(label, l))
		}
	}
	return lines
}

// barWidth is the cells of a progress bar.
const barWidth = 10

// progressBar is the bar of a plan, drawn only where some box is ticked: most
// agents tick none, and an empty bar would then be a lie.
func (b *board) progressBar(th *styles.Theme, ref model.Ref, w int) []styles.Line {
	p, ok := b.about(ref).Plan(ref.Path)
	done, total := p.Progress()
	if !ok || ref.Kind != model.KindPlan || done == 0 || w < labelWidth+barWidth {
		return nil
	}
	label := styles.Line{{Text: styles.Plain(" Steps").Pad(labelWidth), Role: styles.RoleMuted}}
	return []styles.Line{styles.Join(label, th.Bar(done, total, barWidth))}
}

// factLines is what is known about a thing, with the bar of a plan.
func (b *board) factLines(th *styles.Theme, ref model.Ref, w int) []styles.Line {
	return append(factLines(th, b.facts(ref), w), b.progressBar(th, ref, w)...)
}

// facts gives what is known about a thing without its text, first of all whether
// that is up to date.
func (b *board) facts(ref model.Ref) []fact {
	return slices.Concat(b.unsureFacts(ref), b.newsFacts(ref), b.ownFacts(ref))
}

func (b *board) ownFacts(ref model.Ref) []fact {
	s := b.about(ref)
	switch ref.Kind {
	case model.KindRequest:
		if r, ok := s.RequestAnywhere(ref.Path); ok {
			return append(requestFacts(s, r), carriedFacts(s, r)...)
		}
	case model.KindPlan:
		if p, ok := s.Plan(ref.Path); ok {
			return planFacts(s, p, b.standing[p.Path])
		}
	case model.KindSession:
		if o, ok := s.Session(ref); ok {
			return sessionFacts(s, o)
		}
	case model.KindWork:
		if w, ok := s.WorkItem(ref.Path); ok {
			return workFacts(s, w, b.workRule)
		}
	case model.KindTrace:
		if t, ok := s.Trace(ref.Path); ok {
			return traceFacts(s, t)
		}
	case model.KindResearch, model.KindJournal, model.KindEntry:
		if facts := b.researchFactsOf(ref); facts != nil {
			return facts
		}
	case model.KindMemory, model.KindProposal, model.KindLearning:
		if facts := b.memoryFactsOf(ref); facts != nil {
			return facts
		}
	case model.KindProblem:
		for _, p := range s.Problems {
			if p.Ref() == ref {
				return problemFacts(p)
			}
		}
	case model.KindOther:
		for _, o := range b.snapshot.Others {
			if o.Ref() == ref {
				return otherFacts(o)
			}
		}
	case model.KindIntake:
		for _, i := range s.Intake {
			if i.Ref() == ref {
				return []fact{
					{"Title", i.Title, styles.RoleTitle},
					{fileLabel, i.Path, styles.RolePlain},
					{"Waiting", waited(s, i.Since), styles.RolePlain},
				}
			}
		}
	}
	return []fact{{fileLabel, ref.Path, styles.RolePlain}}
}

// subject names what a decision is about in a few words: what happens, to whom,
// how much.
func (b *board) subject(ref model.Ref) string {
	s := b.about(ref)
	if r, ok := s.RequestAnywhere(ref.Path); ok && r.Target != "" {
		words := r.Target
		if r.Action != "" {
			words = r.Action + " to " + words
		}
		if r.Amount != "" {
			words += ", " + r.Amount
		}
		return words
	} else if ok {
		return r.Title()
	}
	if p, ok := s.Plan(ref.Path); ok {
		step, _ := p.WaitingStep()
		return p.ID + ": " + step.Text
	}
	if o, ok := s.Session(ref); ok {
		return sessionTitle(o)
	}
	if words := b.learntSubject(ref); words != "" {
		return words
	}
	if t, ok := s.Trace(ref.Path); ok {
		last, _ := t.LastStep()
		return fmt.Sprintf("%s, step %d: %s", t.Title(), last.Number, last.Name)
	}
	return ""
}

// titleBeside is the title of a plan that states an objective as well.
func titleBeside(p model.Plan) string {
	if p.Stated == "" {
		return ""
	}
	return p.Heading()
}

func planFacts(s model.Snapshot, p model.Plan, standing string) []fact {
	c := p.Checkpoint()
	facts := []fact{
		{"Plan", p.ID, styles.RoleTitle},
		{"Title", titleBeside(p), styles.RolePlain},
		{"Objective", p.Aim(), styles.RolePlain},
		{"Status", statusWords(p), stateRole(p.Status.State)},
		{"Priority", p.Priority, styles.RolePlain},
		{"Blocked", p.BlockedReason, styles.RoleBad},
		{"Progress", progressSentence(p), styles.RolePlain},
		{"Next step", nextStep(p), styles.RolePlain},
	}
	if c.Waiting != nil {
		facts = append(facts, fact{"Waiting on", fmt.Sprintf("step %d, a human's: %s", c.Waiting.Number, c.Waiting.Text), styles.RoleWarn})
	}
	facts = append(facts, fact{"Approved", grantWords(p, s.At), styles.RoleGood})
	if c.At.Known() {
		facts = append(facts, fact{"Checkpoint", stampWords(s, c.At), styles.RolePlain})
	}
	facts = append(facts, fact{"Resume", standing, styles.RoleMuted})
	facts = append(facts, readingFacts(p)...)
	for _, r := range s.RequestsFor(p.Path) {
		facts = append(facts, fact{"Request", r.Title() + ", " + r.Path, styles.RoleAccent})
	}
	for _, r := range s.Requests {
		if r.Plan == "" && r.Probably == p.Path {
			facts = append(facts, fact{"Probably", r.Title() + ", " + r.Path, styles.RoleAccent})
		}
	}
	if e := p.Answered(); e != nil {
		facts = append(facts, fact{"You said", e.What + ": " + e.Why + "; the agent has not answered yet", styles.RoleAccent})
	}
	return append(facts, fact{fileLabel, p.Path, styles.RolePlain})
}

func problemFacts(p model.Problem) []fact {
	line := ""
	if p.Line > 0 {
		line = strconv.Itoa(p.Line)
	}
	return []fact{
		{fileLabel, p.Path, styles.RoleTitle},
		{"Line", line, styles.RolePlain},
		{"Problem", p.Reason, styles.RoleBad},
		{"What to do", p.Hint, styles.RolePlain},
	}
}

// when gives a time that a file did not write, with its age, "" for none.
func when(now, t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return model.FormatUTC(t) + " (" + ago(now, t) + ")"
}

// waited says how long something has waited and since when, "" where that is not known.
func waited(s model.Snapshot, since model.Stamp) string {
	switch {
	case !since.Known():
		return ""
	case since.Raw == "":
		return age(s.At, since.Time) + ", since " + model.FormatUTC(since.Time)
	case since.Local():
		return age(s.At, since.Time) + ", since " + since.Raw + ", taken as local time"
	}
	return age(s.At, since.Time) + ", since " + since.Raw
}

// ago is age in a sentence, "" when there is no time.
func ago(now, since time.Time) string {
	if since.IsZero() {
		return ""
	}
	return styles.AgoWords(now.Sub(since))
}
