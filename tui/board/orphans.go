package board

import (
	"slices"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/list"
)

func recoveryCount(b *Board) int {
	n := len(b.Orphans) + len(b.stuck)
	for _, t := range b.apart {
		if t.NeedsYou(b.Snapshot.At) {
			n++
		}
	}
	return n
}

// orphanRows lists the orphans of the event log, the sessions that ask, those that were interrupted, those
// whose turn is the operator's, running ones and stuck work, then the others; each newest first. The age of a
// session is that of its last event, as on Home.
func orphanRows(b *Board) []list.Row {
	s, sections := b.Snapshot, transcriptRows(b)
	var rows []list.Row
	for _, o := range b.Orphans {
		rows = append(rows, b.orphanRow(o))
	}
	running := sections[runningNow]
	if c, ok := s.Events.CurrentSession(); ok {
		if _, told := s.Written(c.Ref()); !told {
			running = append(running, list.Row{
				Ref: c.Ref(), Mark: styles.MarkActive, What: view.SessionTitle(c), Why: "last wrote", Words: lastEventWords(s, c), Since: c.Last.Time,
			})
		}
	}
	rows = slices.Concat(rows, sections[waitingForYou], sections[cutOff], sections[yourTurn], headed(running, list.Over(sectionNames[runningNow], len(running))))
	for _, w := range b.stuck {
		rows = append(rows, list.Row{
			Ref: w.Ref(), Mark: styles.MarkWarn, What: workTitle(w), Why: "stuck in " + w.Node,
			Since: w.Since.Time, Section: list.Over("Stuck work", len(b.stuck)),
		})
	}
	for _, p := range s.Problems {
		if s.Events.Cut && p.Path == s.Events.Path && p.Reason == s.Events.CutReason() {
			rows = append(rows, list.Row{Ref: p.Ref(), Mark: styles.MarkProblem, What: p.Path, Why: p.Reason, Section: list.Section{Name: "Not read"}})
		}
	}
	return slices.Concat(rows, sections[notOnHome], b.earlier(sections[overNow]), goneRows(b, model.KindWork))
}

// mostOver is how many sessions that are over are shown. A filter finds the others.
const mostOver = 7

// earlier are the sessions that are over, of which the newest are shown.
func (b *Board) earlier(rows []list.Row) []list.Row {
	rows = append(rows, endedRows(b)...)
	slices.SortStableFunc(rows, func(x, y list.Row) int { return y.Since.Compare(x.Since) })
	for i := range rows {
		rows[i].Folded = i >= mostOver
	}
	return headed(rows, list.Over(sectionNames[overNow], len(rows)))
}

// orphanRow is an orphan of the event log, with what its transcript says if it has one.
func (b *Board) orphanRow(o model.Session) list.Row {
	s := b.Snapshot
	r := list.Row{
		Ref: o.Ref(), Mark: styles.MarkCutOff, What: view.SessionTitle(o), Why: orphanWhy(s, o), Words: sessionWhy(s, o), Group: list.Group{Key: "orphan"},
		Since: o.Last.Time, Section: list.Over("Orphans", len(b.Orphans)),
	}
	t, ok := b.Written(o.Ref())
	if !ok {
		return r
	}
	told := transcriptRow(s, t, cutOff)
	r.What, r.Who, r.Since, r.Words = told.What, told.Who, told.Since, r.Words+" "+o.Agent+" "+told.Words
	switch e, _ := t.State(s.At); {
	case t.Runs(s.At):
		r.Why = "may be running"
	case e.Dead(), e == model.EndingWaits:
		r.Mark, r.Why = told.Mark, phrase.InRow(t.Attention(s.At))
	}
	return r
}

// mostEnded is how many ended sessions a filter finds.
const mostEnded = 500

// overOf counts the sessions that only a filter finds.
func overOf(b *Board) (n int) {
	for _, rows := range b.Rows {
		for i := range rows {
			if rows[i].Section.Name == sectionNames[overNow] && rows[i].Folded {
				n++
			}
		}
	}
	return n
}

// endedRows are the newest ended sessions. Only a filter shows them.
func endedRows(b *Board) []list.Row {
	var rows []list.Row
	s := b.Snapshot
	for i := len(s.Events.Sessions) - 1; i >= 0 && len(rows) < mostEnded; i-- {
		o := s.Events.Sessions[i]
		if _, told := s.Written(o.Ref()); told || o.Starts == 0 || o.Open() || i == s.Events.Current {
			continue
		}
		rows = append(rows, list.Row{
			Ref: o.Ref(), Mark: styles.MarkDone, What: view.SessionTitle(o), Why: "ended", Words: lastEventWords(s, o),
			Since: o.Until().Time,
		})
	}
	return rows
}

func workTitle(w model.WorkItem) string {
	if w.Title == "" {
		return w.ID
	}
	return w.ID + "  " + w.Title
}

// orphanWhy says in two words why a session is listed. Beside them stands the age of its last event.
func orphanWhy(s model.Snapshot, o model.Session) string {
	switch {
	case o.MaybeLive(s.At):
		return "may be running"
	case o.Returned():
		return "active again"
	}
	return "no activity"
}

// sessionWhy says how likely an orphan is dead, and why.
func sessionWhy(s model.Snapshot, o model.Session) string {
	words := "a later session began"
	switch {
	case o.MaybeLive(s.At):
		words = "may be running"
	case o.Returned():
		words = "active again after it was marked as ended"
	}
	return words + ", " + lastEventWords(s, o)
}

func lastEventWords(s model.Snapshot, o model.Session) string {
	if !o.Last.Known() {
		return "last event at an unknown time"
	}
	return "last event " + phrase.AgeWords(s.At, o.Last.Time)
}

// BatchFacts is one session of several that are decided together.
func BatchFacts(b *Board, ref model.Ref) []view.Said {
	o, ok := b.About(ref).Session(ref)
	if t, alone := b.About(ref).Transcript(ref); alone {
		return []view.Said{view.Say(view.Other, "Session", t.Called()+": "+transcriptWhy(b.Snapshot, t), view.Plain)}
	}
	if !ok {
		return nil
	}
	return []view.Said{view.Say(view.Other, "Session", o.Label+" "+o.Agent+": "+sessionWhy(b.Snapshot, o), view.Plain)}
}

// Work is the work item of ref, if its id names no other.
func (b *Board) Work(ref model.Ref) (model.WorkItem, bool) {
	w, ok := b.About(ref).WorkItem(ref.Path)
	if !ok || ref.Kind != model.KindWork {
		return w, false
	}
	same := 0
	for _, other := range b.Snapshot.Work {
		if other.ID == w.ID {
			same++
		}
	}
	return w, same == 1
}
