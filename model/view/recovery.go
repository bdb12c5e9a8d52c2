package view

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
)

// workHelp says what moves a stuck work item on, nothing for one that is not stuck.
func workHelp(w model.WorkItem, rule model.WorkRule) (goesOn, ends string) {
	if !w.Stuck(rule) {
		return "", ""
	}
	goesOn = fmt.Sprintf("a session that continues %s; once it leaves %s, its entry in node_history gets a time in exited", w.ID, w.Node)
	if rule == model.WorkRulePhase {
		ends = "if no session continues it, set status to complete, deferred or dismissed in this file"
	}
	return goesOn, ends
}

func (l Look) work(w model.WorkItem) []Said {
	goesOn, ends := workHelp(w, l.Rule)
	return []Said{
		{Name, "Work item", w.ID, Head},
		{Title, "Title", w.Title, Plain},
		{Status, "Status", w.Status, Plain},
		{Other, "Phase", w.Phase, Plain},
		{Other, "Open node", w.Node, Warn},
		{Other, "Since", l.stamp(w.Since), Plain},
		{Other, "Fix", goesOn, Accent},
		{Other, "Or", ends, Plain},
		{Other, "Rule", phrase.WorkRule(l.Rule), Muted},
		{File, "File", w.Path, Plain},
	}
}

// Left says of each file that a step left how large it is, when it was written, and what
// became of it in the step.
func Left(now time.Time, in model.Inspection) []Said {
	var all []Said
	for _, a := range in.Left {
		tone, words := Plain, a.Path+", "+a.News()
		switch {
		case a.Refused != "":
			tone = Warn
		case !a.Exists:
			tone = Bad
		default:
			words = a.Path + ", " + phrase.Size(a.Size) + ", " + phrase.Moment(now, a.Modified) + ", " + a.News()
		}
		all = append(all, Said{Other, "Left", words, tone})
	}
	return all
}

func (l Look) trace(t model.Trace) []Said {
	last, _ := t.LastStep()
	all := []Said{
		{Name, "Trace", t.Title(), Head},
		{Detail, "Workflow", t.Workflow, Plain},
		{Status, "Status", t.Status, Plain},
		{Other, "Advice", phrase.Advice(t), Accent},
		{Other, "Run by", t.Tool, Plain},
		{Command, "Resume with", t.Command, Strong},
		{Other, "Last step", fmt.Sprintf("%d %s (%s)", last.Number, last.Name, last.Status), Plain},
		{Detail, "Summary", last.Field("Summary"), Plain},
		{Detail, "Challenges", last.Field("Challenges"), Bad},
		{Detail, "Focus", last.Field("Current focus"), Plain},
		{Detail, "Artifacts", last.Field("Artifacts"), Plain},
		{Detail, "Decisions", last.Field("Key decisions"), Plain},
		{Detail, "Design", last.Field("Design changes"), Plain},
		{Detail, "Step started", l.stamp(last.Started), Plain},
	}
	for _, stray := range t.Stray() {
		all = append(all, Said{Careful, "Careful", fmt.Sprintf("step %d is also in progress", stray.Number), Bad})
	}
	if r, ok := t.Answered(); ok {
		all = append(all, Said{Other, "You said", r.Decision + " (" + r.At + "); no step has followed yet", Accent})
	}
	return append(all, Said{File, "File", t.Path, Plain})
}

func problem(p model.Problem) []Said {
	line := ""
	if p.Line > 0 {
		line = strconv.Itoa(p.Line)
	}
	return []Said{
		{FileName, "File", p.Path, Head},
		{Other, "Line", line, Plain},
		{Other, "Problem", p.Reason, Bad},
		{Other, "Cause", p.Fault.Cause, Plain},
		{Other, "What to do", p.Advice(), Plain},
	}
}

// other is a file that is neither plan nor request.
func other(o model.Other) []Said {
	careful := "its text is not shown: vaults hold credentials"
	switch n := model.Counted(len(o.Begins), "line"); {
	case len(o.Begins) > 0 && o.Kind != n:
		careful = "shown to line " + strconv.Itoa(len(o.Begins)) + "; your editor has the rest"
	case len(o.Begins) > 0:
		careful = ""
	}
	return []Said{
		{FileName, "File", o.Path, Head},
		{Other, "Looks like", o.Kind, Plain},
		{Other, "Because", phrase.OtherWhy(o), Plain},
		{Other, "Size", phrase.OtherSize(o), Plain},
		{Other, "What to do", phrase.OtherAdvice(o), Plain},
		{Careful, "Careful", careful, Muted},
	}
}

// InGit is what a session left in git.
func InGit(now time.Time, left model.LeftInGit) []Said {
	if left.None != "" {
		return []Said{{Other, "In git", "nothing is known: " + left.None, Plain}}
	}
	all := []Said{{Other, "Branch", cmp.Or(left.Branch, "none"), Plain}}
	if len(left.Commits) == 0 {
		all = append(all, Said{Other, "Committed", "nothing since it began", Plain})
	}
	for _, c := range left.Commits {
		all = append(all, Said{Other, "Committed", c.Subject + ", " + phrase.Moment(now, c.At) + ", " + c.ID, Plain})
	}
	if len(left.Files) == 0 {
		all = append(all, Said{Other, "Uncommitted", "nothing", Plain})
	}
	for _, f := range left.Files {
		words := fmt.Sprintf("%s, %s, %d lines added, %d removed", f.Path, f.Change, f.Added, f.Removed)
		if f.Untouched {
			words += ", not touched since it began"
		}
		all = append(all, Said{Other, "Uncommitted", words, Plain})
	}
	return all
}
