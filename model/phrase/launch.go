package phrase

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
)

// Offer is a way to start the program of an agent, in a few words.
type Offer struct {
	Says   string
	Launch model.Launch
	// Prompt is what the agent is told first, "" for nothing.
	Prompt string
	// About is what the agent said of an answer, "" for nothing.
	About string
}

// With adds words of the operator's own to the prompt, which every program takes as its last word.
func (o Offer) With(text string) Offer {
	o.Says, o.Prompt = text, o.Prompt+" "+text
	o.Launch.Words = append(slices.Clone(o.Launch.Words[:len(o.Launch.Words)-1]), o.Prompt)
	return o
}

// Offers are the ways to resume a session, the usual one first. Where it asked something they are the answers, of
// which none is usual. Own makes one of the operator's own words. No client binds an answer to its question, and
// some forget a call that was interrupted: the first prompt says both again.
func Offers(t model.Transcript, e model.Ending) (offers []Offer, own func(of Offer, text string) Offer) {
	restate := func(text string) string { return text }
	add := func(says, prompt string) {
		offers = append(offers, Offer{Says: says, Launch: t.Launch(prompt), Prompt: prompt})
	}
	switch {
	case len(t.Questions) > 0 && e != model.EndingRuns:
		restate = func(text string) string { return "You asked: " + asked(t.Questions) + " My answer: " + text }
		if len(t.Questions) == 1 {
			for _, o := range t.Questions[0].Options {
				add(o.Label, restate(o.Label+"."))
				offers[len(offers)-1].About = o.About
			}
		}
	case t.Plan != "" && e == model.EndingWaits:
		restate = func(text string) string { return "About the plan that you proposed: " + text }
	case e == model.EndingInTool:
		add("Say that its last call was interrupted", fmt.Sprintf("Your last call (%s) was interrupted, and its outcome is unknown. Check it before you continue.", called(t.Call)))
	}
	if len(t.Questions) == 0 || e == model.EndingInTool {
		add("Open it and say nothing", "")
	}
	return offers, func(of Offer, text string) Offer {
		if len(t.Questions) == 0 && of.Prompt != "" {
			return of.With(text)
		}
		prompt := restate(text)
		return Offer{Says: text, Launch: t.Launch(prompt), Prompt: prompt}
	}
}

// CannotResume is why nothing resumes a session now, "" where something does.
func CannotResume(t model.Transcript, now time.Time) string {
	switch {
	case t.Runs(now) && t.Process != nil && t.Process.Alive:
		return fmt.Sprintf("it is running as process %d, and must not be written by two", t.Process.PID)
	case t.Runs(now):
		return "it wrote a moment ago, and may be running"
	case t.Away:
		return "its folder is gone: " + t.Dir
	case len(t.Launch("").Words) == 0:
		return "no known command resumes it"
	}
	return ""
}

// asked are the questions of a session with their answers to choose from.
func asked(questions []model.Question) string {
	said := make([]string, len(questions))
	for i, q := range questions {
		// A quotation mark in the question would end it, and what follows would read as the operator's words.
		said[i] = model.Quoted(strings.ReplaceAll(q.Text, `"`, "'"))
		if len(q.Options) > 0 {
			said[i] += " (" + strings.ReplaceAll(strings.Join(q.Labels(), " / "), `"`, "'") + ")"
		}
	}
	return model.OneLine(strings.Join(said, " ")) + "."
}

// called is a call of a tool as its session tells it.
func called(e model.Event) string {
	if e.Says == "" {
		return e.Act.String()
	}
	return model.OneLine(e.Act.String() + ": " + e.Says)
}

// Continuing are the ways to begin a new session that continues a plan, one for each program of agents. A step that
// waits for a person is named as such: nothing that the operator starts here approves one.
func Continuing(dir string, p model.Plan) (offers []Offer) {
	prompt, n := "Continue plan "+model.OneLine(p.ID), rule.NextPlan(p)
	if command := model.OneLine(p.Reading.Command); strings.HasPrefix(command, "/") {
		prompt += " (" + command + ")"
	}
	switch {
	case n.Step != nil && p.Reading.Tool != "":
		prompt += " at: " + model.OneLine(rule.Label(*n.Step)) + "."
	case n.Step != nil:
		prompt += fmt.Sprintf(" at step %d: %s.", n.Step.Number, model.OneLine(n.Step.Title()))
	case n.Said != "" && n.Waits == nil:
		prompt += ": " + model.OneLine(n.Said) + "."
	default:
		prompt += "."
	}
	if n.Waits != nil {
		prompt += fmt.Sprintf(" Step %d is not approved: leave it to me.", n.Waits.Number)
	}
	tools, launches := model.Begin(dir, prompt)
	for i := range tools {
		offers = append(offers, Offer{Says: "A new session of " + tools[i], Launch: launches[i], Prompt: prompt})
	}
	return offers
}

// StepOf names a plan, and the step where it stopped.
func StepOf(p model.Plan) string {
	name := cmp.Or(p.ID, p.Path)
	if n := rule.NextPlan(p); n.Step != nil {
		name += fmt.Sprintf(", step %d", n.Step.Number)
	}
	return name
}

// mostChanged is how many files a line names.
const mostChanged = 3

// ChangedSince says what was written and committed in a folder after a session ended, "" for nothing.
func ChangedSince(left model.LeftInGit) string {
	var all []string
	for _, f := range left.Files {
		if !f.Untouched {
			all = append(all, path.Base(f.Path))
		}
	}
	more := len(all) + left.MoreFiles - mostChanged
	if all = all[:min(len(all), mostChanged)]; more > 0 {
		all = append(all, model.Counted(more, "more file"))
	}
	if n := len(left.Commits) + left.MoreCommits; n > 0 {
		all = append(all, model.Counted(n, "commit"))
	}
	if len(all) == 0 {
		return ""
	}
	return "Changed since then: " + strings.Join(all, ", ") + "."
}
