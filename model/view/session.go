package view

import (
	"fmt"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
)

// transcript is a session that the program of an agent wrote down.
func (l Look) transcript(t model.Transcript) []Said {
	e, sure := t.State(l.At)
	tone := Plain
	switch {
	case e.Dead():
		tone = Bad
	case e == model.EndingWaits:
		tone = Warn
	}
	all := []Said{
		{Name, "Title", t.Called(), Head},
		{State, "State", phrase.EndedOf(e, t) + ", " + phrase.SureOf(t, e, sure), tone},
	}
	all = append(append(all, open(e, t)...), Said{Command, "Resume with", t.Resume(l.At), Strong})
	if t.Away {
		all = append(all, Said{Other, "Folder", "gone; the command resumes it in another one", Warn})
	}
	if t.Command != "" && t.Runs(l.At) {
		all = append(all, Said{Other, "Resume", phrase.RunsElsewhere, Muted})
	}
	if e == model.EndingUnanswered {
		all = append(all, Said{Other, "Error", t.Trouble, Bad})
	}
	if e != model.EndingInTool && e != model.EndingWaits {
		all = append(all, Said{Other, "Last did", phrase.Call(t.Call), Plain})
	}
	all = append(all,
		Said{Other, "You said", t.Prompt, Plain}, Said{Other, "It said", t.Said, Plain},
		Said{Other, "Edited", filesWords(t.Touched), Plain}, Said{Other, "Plan file", t.PlanFile, Plain},
		Said{Began, "Began", l.stamp(t.Began), Plain}, Said{Other, "Last word", l.when(t.Wrote()), Plain},
		Said{Known, "Known", l.knownOf(t), Muted},
		Said{Program, "Program", strings.Join(phrase.NotEmpty(t.Tool, t.Version), " "), Plain},
		Said{Other, "Folder", t.Dir, Plain}, Said{Other, "Branch", t.Branch, Plain},
		Said{Other, "In all", phrase.Counts(t), Plain}, Said{Careful, "Careful", phrase.NotUnderstood(t), Muted},
	)
	return append(all, Said{File, "File", t.Path, Plain})
}

// session is one as the event log or its program has it, or both; nil for none.
func (l Look) session(ref model.Ref) []Said {
	if t, ok := l.Transcript(ref); ok {
		return l.transcript(t)
	}
	o, inLog := l.Session(ref)
	switch t, written := l.Written(ref); {
	case inLog && written:
		return append(l.transcript(t), l.logged(o, t)...)
	case inLog:
		return l.fromLog(o)
	}
	return nil
}

// logged are what the event log adds to what the transcript of a session says.
func (l Look) logged(o model.Session, t model.Transcript) (all []Said) {
	for _, f := range l.fromLog(o) {
		switch {
		case f.Heads(), f.ID == Started, f.ID == State && t.Runs(l.At):
			continue
		case f.ID == State:
			f.Label = "In the log"
		}
		all = append(all, f)
	}
	return all
}

// open are what stayed open: the call without a result, a question with its answers, a plan.
func open(e model.Ending, t model.Transcript) (all []Said) {
	switch {
	case e == model.EndingInTool:
		return []Said{{Other, "Interrupted in", phrase.Call(t.Call), Bad}}
	case e != model.EndingWaits:
		return nil
	case t.Plan == "" && len(t.Questions) == 0:
		return []Said{{WaitsFor, "Waits for", t.AsksFor(), Warn}}
	}
	for _, q := range t.Questions {
		all = append(all, Said{Other, "Asks", q.Text, Warn}, Said{Other, "Answers", strings.Join(q.Labels(), "; "), Plain})
	}
	return append(all, Said{Other, "Plan", t.Plan, Warn})
}

// mostFiles is how many edited files are named.
const mostFiles = 6

func filesWords(files []string) string {
	words := strings.Join(files[:min(len(files), mostFiles)], ", ")
	if more := len(files) - mostFiles; more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}

// knownOf says what is known of a session besides its own words.
func (l Look) knownOf(t model.Transcript) string {
	var words []string
	if !t.Acked.IsZero() {
		words = append(words, "acknowledged "+l.when(t.Acked))
	}
	if t.GoneOn {
		words = append(words, "another session continued it")
	}
	if t.From != "" {
		words = append(words, "it continues session "+t.From)
	}
	switch {
	case t.Redone:
		words = append(words, "run by a script; a later run in its folder ended well")
	case t.Batch:
		words = append(words, "run by a script")
	}
	if t.Minor(l.At) && !t.Redone {
		words = append(words, "older than two weeks, so not on Home")
	}
	if t.Log != (model.Ref{}) {
		words = append(words, "session "+t.Label+" in "+path.Base(t.Log.Path))
	}
	return strings.Join(words, "; ")
}

func (l Look) fromLog(o model.Session) []Said {
	all := []Said{
		{Name, "Session", "Session " + o.Label, Head},
		{Other, "Agent", o.Agent, Plain},
		{Started, "Started", l.stamp(o.Started), Plain},
		{Other, "Last event", o.LastType + ", " + l.stamp(o.Last), Plain},
		{State, "State", l.sessionState(o), Warn},
	}
	if o.Starts > 1 {
		all = append(all, Said{Other, "Starts", fmt.Sprintf("number used %d times", o.Starts), Plain})
	}
	if d := o.Declared; d != nil {
		all = append(all, Said{Other, "Declared", "ended by " + d.Agent + ", " + l.stamp(d.At), Plain})
	}
	return append(all, Said{File, "File", fmt.Sprintf("%s line %d", o.Path, o.Line), Plain})
}

func (l Look) sessionState(o model.Session) string {
	if c, ok := l.Events.CurrentSession(); ok && c.Key == o.Key {
		return "the current session: it started last"
	}
	for _, orphan := range l.Orphans() {
		if orphan.Key != o.Key {
			continue
		}
		if o.MaybeLive(l.At) {
			return "started, no end recorded; it wrote in the last 10 minutes and may be running"
		}
		return "no end recorded, and a later session started: very likely ended"
	}
	return "ended"
}

// SessionTitle names a session of an event log.
func SessionTitle(s model.Session) string {
	title := "Session " + s.Label
	if s.Agent != "" {
		title += "  " + s.Agent
	}
	return title
}
