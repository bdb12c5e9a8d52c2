package view

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode"

	"coldstart/model"
	"coldstart/model/phrase"
)

// Told is a row of the course of a session in words.
type Told struct {
	// Event is what it tells, nil for a row where nothing happened; Quiet are the words of that,
	// and Silent is true where none are known to have been.
	Event  *model.Event
	Quiet  string
	Silent bool
	// Clock is the time, Sort what it is, Says what it says, and Came what came of it.
	Clock, Sort, Says, Came string
}

// Tell tells the events of a session of this snapshot in words, with the silences and the days
// between them.
func Tell(s model.Snapshot, events []model.Event) []Told {
	var rows []Told
	var before model.Event
	zone := s.At.Location()
	for i, e := range events {
		if e.At.Known() {
			at, was := e.At.Time.In(zone), before.Ended().Time.In(zone)
			if model.Silent(before, e) {
				rows = append(rows, Told{Quiet: tookInAll(at.Sub(was)) + " silent", Silent: true})
			}
			if before.At.Known() && !phrase.SameDay(was, at) {
				rows = append(rows, Told{Quiet: at.Format("Monday 2 January")})
			}
			before = e
		}
		switch {
		case e.Skipped > 0:
			rows = append(rows, Told{Quiet: model.Counted(e.Skipped, "line") + " not shown", Silent: true})
		case e.Gap > 0:
			rows = append(rows, Told{Quiet: phrase.Size(e.Gap) + " in between not read", Silent: true})
		default:
			rows = append(rows, told(s, &events[i], zone))
			if e.Act == model.ActAsk && !e.Open && e.Came != "" && e.Outcome() != model.ResultFail {
				answer := model.Event{Act: model.ActPrompt, Says: e.Came}
				rows = append(rows, Told{Event: &answer, Sort: answer.Act.String(), Says: actWords(answer)})
			}
		}
	}
	return rows
}

// told is an event in words.
func told(s model.Snapshot, e *model.Event, zone *time.Location) Told {
	t := Told{Event: e, Sort: "event", Came: e.Came}
	if e.At.Known() {
		t.Clock = e.At.Time.In(zone).Format("15:04")
	}
	if e.Act != model.ActNone {
		t.Sort, t.Says = e.Act.String(), actWords(*e)
		switch {
		case e.Open && e.Act.Call() && e.Act != model.ActAsk && e.Act != model.ActPlan:
			t.Came = "no result"
		case e.Added+e.Removed > 0:
			t.Came = changedLines(*e)
		}
		return t
	}
	t.Says = strings.Join(phrase.NotEmpty(typeInWords(e.Type), e.Reason), ": ")
	switch e.Type {
	case "SessionStarted":
		t.Sort, t.Says = "start", cmp.Or(e.Agent, "the session")+" began"
	case "SessionEnded":
		t.Sort, t.Says = "end", endWords(*e)
	case "CyclePhaseEntered":
		t.Sort, t.Says = "phase", e.Phase
		if e.Work != "" {
			t.Says, t.Came = e.Phase+"  "+s.WorkName(e.Work), e.Work
		}
	case "ValidationOutcome":
		t.Sort, t.Says = "check", cmp.Or(e.Reason, e.Gate)
	}
	return t
}

// Outcome is how the event came out in a word, "" where nothing is to be said.
func (t Told) Outcome() string {
	switch e := *t.Event; e.Outcome() {
	case model.ResultPass, model.ResultNone:
		return ""
	case model.ResultFail:
		return "failed"
	case model.ResultWarn:
		return "careful"
	default:
		return e.Result
	}
}

// actWords are the words of a part of a transcript.
func actWords(e model.Event) string {
	switch e.Act {
	case model.ActPrompt, model.ActAnswer:
		return "“" + e.Says + "”"
	case model.ActAsk:
		if e.Says != "" {
			return "“" + e.Says + "”"
		}
	case model.ActStop:
		return cmp.Or(e.Says, "You interrupted it.")
	case model.ActCompact:
		return cmp.Or(e.Says, "The earlier conversation was summarized.")
	case model.ActTrouble:
		return cmp.Or(e.Says, "The program reports an error.")
	case model.ActTool:
		if e.Times == 0 && !strings.HasPrefix(e.Says, e.Type) {
			return strings.Join(phrase.NotEmpty(e.Type, e.Says), " ")
		}
	}
	if e.Times > 0 {
		return timesWords(e)
	}
	return cmp.Or(e.Says, e.Type)
}

// timesWords say how many calls of one sort there were, and about what.
func timesWords(e model.Event) string {
	n := fmt.Sprintf("%d calls", e.Times)
	switch {
	case e.Act == model.ActRead && e.Different == e.Times:
		n = model.Counted(e.Times, "file")
	case e.Act == model.ActShell:
		n = model.Counted(e.Times, "command")
	case e.Act == model.ActEdit:
		n = model.Counted(e.Times, "edit")
	case e.Act == model.ActRead:
		n = fmt.Sprintf("%d times", e.Times)
	case e.Act == model.ActTool && e.Type != "":
		n += " of " + e.Type
	}
	if e.Says == "" {
		return n
	}
	return n + ": " + e.Says
}

// changedLines are the lines that an edit added and removed.
func changedLines(e model.Event) string { return fmt.Sprintf("+%d −%d", e.Added, e.Removed) }

// tookInAll is a time in hours and minutes, of many hours roughly.
func tookInAll(d time.Duration) string {
	if minutes := int(d.Minutes()); minutes >= 60 && minutes < 24*60 {
		words := fmt.Sprintf("%d h", minutes/60)
		if minutes%60 > 0 {
			words += fmt.Sprintf(" %d min", minutes%60)
		}
		return words
	}
	return phrase.Ago(d)
}

// endWords say who ended a session.
func endWords(e model.Event) string {
	switch e.Agent {
	case model.OperatorAgent:
		return "you marked it as ended"
	case model.SyntheticAgent:
		return "another session marked it as ended"
	}
	return cmp.Or(e.Agent, "the session") + " ended"
}

// typeInWords takes the type of an event apart: "MemoryWritten" is "memory written".
func typeInWords(name string) string {
	var words strings.Builder
	lower := false
	for _, r := range name {
		if unicode.IsUpper(r) && lower {
			words.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		words.WriteRune(r)
	}
	return strings.ToLower(words.String())
}
