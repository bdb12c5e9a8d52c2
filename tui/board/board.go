// Package board computes from a snapshot what the screen shows: pages, rows and facts. It reads no files
// and draws nothing.
package board

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

// Pinned reports whether ref is the pinned plan.
func (b *Board) Pinned(ref model.Ref) bool {
	p, ok := rule.Pinned(b.Snapshot)
	return ok && p.Ref() == ref
}

// WaitingText is the message to the next session, "" for none.
func (b *Board) WaitingText() string {
	if m := b.Snapshot.Message; m.Waits() {
		return m.Text
	}
	return ""
}

// FitsElsewhere names the other pages with rows that match a filter, and how many: "3 Plans: 2".
// Home, which repeats their rows, and texts are left out.
func (b *Board) FitsElsewhere(but int, filter string) string {
	sought := draw.SoughtWords(filter)
	var places []string
	for i, p := range Pages() {
		n := 0
		for j := range b.Rows[i] {
			if i != but && list.HasAll(b.Rows[i][j].Findable(), sought) {
				n++
			}
		}
		if n > 0 {
			places = append(places, fmt.Sprintf("%s %d", p.Title, n))
		}
	}
	return strings.Join(places, ", ")
}

// Board is one load and all that the screen derives from it. It is made once per load and
// outside Update, so that keys and frames stay fast in large vaults.
type Board struct {
	// before is set while the board is made.
	before   earlierRows
	Snapshot model.Snapshot
	Resume   rule.Resume
	Queue    []model.Attention
	// Foreign is true for an ordinary repository, which nobody made a vault of.
	Foreign bool
	// maybe counts what only may need somebody. withAgent waits for its agent.
	maybe     int
	withAgent []model.Attention
	// groups are those of the rows of long lists.
	groups  map[model.Ref]list.Group
	Snoozed []model.Resting
	// resting are the same by what they are about.
	resting map[model.Ref]model.Resting
	Orphans []model.Session
	stuck   []model.WorkItem
	// apart are the sessions written down by agents' programs that have a row of their own.
	apart []model.Transcript
	// Over is how many sessions are over, which only a filter shows on the page of orphans.
	Over int
	// Dead are the orphans that are very likely ended.
	Dead []model.Ref
	// Summary sums it up for a list of several.
	Summary  rule.VaultSummary
	workRule model.WorkRule
	// Days counts the sessions of the last days.
	Days model.Trend
	// repeats are the dead ends that the current research problem would repeat next.
	repeats []research.Repeats
	// Rows and Needs have one entry per page: its list, and how many things need a human.
	Rows  [][]*list.Row
	Needs []int
	// Here has one entry per page, too: whether it has a source here. Others get no tab.
	Here []bool
	// marks are the marks of things on their own pages.
	marks map[model.Ref]styles.Mark

	// Waiting and Problems are by path.
	Waiting map[string][]model.Request
	// likely are the requests that probably belong to a plan.
	likely   map[string][]model.Request
	Problems map[string][]model.Problem
	// named has, by name, the paths of files with problems, at most two of each.
	named map[string][]string
	// News is what changed since the last look; gone is the part that is gone.
	News map[model.Ref]model.News
	gone []model.News
	// away is what happened since the last look, nothing where that is not known.
	away rule.Away
	// Next is what each research problem suggests, by folder. Working it out reads the whole
	// journal.
	Next map[string][]view.Said
}

// New makes the board of a snapshot.
func New(s model.Snapshot) *Board { return After(nil, s) }

// After is New with the board before, nil for none: rows of plans that did not change are taken from there.
func After(before *Board, s model.Snapshot) *Board {
	b := &Board{
		before: earlierRows{of: before}, Snapshot: s, Resume: rule.ResumeOf(s), Orphans: s.Orphans(), Foreign: s.Foreign(), stuck: s.StuckWork(), workRule: s.WorkRule(),
		Waiting: map[string][]model.Request{}, likely: map[string][]model.Request{}, Problems: map[string][]model.Problem{},
		Next: map[string][]view.Said{}, named: map[string][]string{}, resting: map[model.Ref]model.Resting{},
	}
	b.Queue, b.Snoozed = rule.Queue(s)
	for _, r := range b.Snoozed {
		b.resting[r.Ref] = r
	}
	b.groupRows()
	for _, r := range s.Requests {
		if r.Plan != "" {
			b.Waiting[r.Plan] = append(b.Waiting[r.Plan], r)
		} else if r.Probably != "" {
			b.likely[r.Probably] = append(b.likely[r.Probably], r)
		}
	}
	for _, p := range s.Problems {
		b.Problems[p.Path] = append(b.Problems[p.Path], p)
		if name := path.Base(p.Path); len(b.named[name]) < 2 && !slices.Contains(b.named[name], p.Path) {
			b.named[name] = append(b.named[name], p.Path)
		}
	}
	b.apart = s.ApartFromLog()
	b.Dead = rule.DeadSessions(s)
	b.Summary = rule.SummaryOf(s, b.Queue, b.Resume.Plan, len(b.Dead))
	b.Days, _ = s.Events.Trends(s.At)
	if s.LastLook.Known() {
		b.away = rule.AwaySince(s, s.LastLook.Ended(), b.Queue)
	}
	b.News = map[model.Ref]model.News{}
	for _, n := range rule.News(s) {
		if b.News[n.Ref] = n; n.Kind == model.NewsGone {
			b.gone = append(b.gone, n)
		}
	}
	if p, ok := s.Research.Active(); ok {
		b.repeats = research.RepeatsResearchProblem(p)
	}
	for _, p := range s.Research.Problems {
		b.Next[p.Path] = view.NextOf(p)
	}
	for _, p := range Pages() {
		b.Rows = append(b.Rows, list.Of(b.badged(b.unsure(p.rows(b)))))
		b.Needs = append(b.Needs, p.needs(b))
		b.Here = append(b.Here, p.source(b) || len(b.Rows[len(b.Here)]) > 0)
	}
	b.Over = overOf(b)
	b.sameMarks()
	b.markSnoozed()
	for _, rows := range b.Rows {
		finish(rows)
	}
	b.before = earlierRows{}
	return b
}

// finish keeps by what rows are found, and takes those that are a danger out of their groups: they are
// never folded.
func finish(rows []*list.Row) {
	for _, r := range rows {
		r.Low = r.Findable()
		if r.Alarm {
			r.Group = list.Group{}
		}
	}
}

// About is the part of the snapshot about ref: the thing, its plan, its requests and the
// problems of its file.
func (b *Board) About(ref model.Ref) model.Snapshot {
	s := model.Snapshot{
		Name: b.Snapshot.Name, At: b.Snapshot.At, ReadOnly: b.Snapshot.ReadOnly, Merging: b.Snapshot.Merging, Contradictions: b.Snapshot.Contradictions,
		Problems: b.Problems[ref.Path], Alarms: b.Snapshot.Alarms, Asks: b.Snapshot.Asks, Stale: b.Snapshot.Stale, Writing: b.Snapshot.Writing,
	}
	switch ref.Kind.Source() {
	case model.SourceResearch:
		s.Research, s.Lessons = b.Snapshot.Research, b.Snapshot.Lessons
		return s
	case model.SourceMemory:
		s.Memory = b.Snapshot.Memory
		return s
	}
	i, ok := b.Snapshot.PlaceOf(ref)
	if !ok {
		return s
	}
	switch ref.Kind {
	case model.KindRequest:
		s.Transcripts = b.Snapshot.Transcripts
		if decided := i - len(b.Snapshot.Requests); decided >= 0 {
			s.Decided = b.Snapshot.Decided[decided : decided+1]
			s.Verified = b.Snapshot.Verified
			s.Plans = b.planAlone(s.Decided[0].Plan)
			return s
		}
		s.Requests = b.Snapshot.Requests[i : i+1]
		s.Plans = b.planAlone(s.Requests[0].Plan)
	case model.KindPlan:
		s.Plans, s.Requests = b.Snapshot.Plans[i:i+1], slices.Concat(b.Waiting[ref.Path], b.likely[ref.Path])
	case model.KindIntake:
		s.Intake = b.Snapshot.Intake[i : i+1]
	case model.KindSession:
		s.Events = sessionAlone(b.Snapshot.Events, i)
		if t, ok := b.Snapshot.Written(ref); ok {
			s.Transcripts = []model.Transcript{t}
		}
	case model.KindWork:
		s.Work = b.Snapshot.Work[i : i+1]
	case model.KindTrace:
		s.Traces = b.Snapshot.Traces[i : i+1]
	case model.KindTranscript:
		s.Transcripts = b.Snapshot.Transcripts[i : i+1]
	}
	return s
}

func (b *Board) planAlone(path string) []model.Plan {
	if i, ok := b.place(path); ok {
		return b.Snapshot.Plans[i : i+1]
	}
	return nil
}

// place is the index of the plan at path.
func (b *Board) place(path string) (int, bool) {
	return b.Snapshot.PlaceOf(model.Ref{Kind: model.KindPlan, Path: path})
}

// sessionAlone is the event log with one session only.
func sessionAlone(l model.EventLog, i int) model.EventLog {
	alone := model.EventLog{Path: l.Path, Sessions: l.Sessions[i : i+1], Current: -1}
	if i == l.Current {
		alone.Current = 0
	}
	return alone
}

// Seen is the hash of what the load read for ref, zero if it read nothing.
func (b *Board) Seen(ref model.Ref) model.Fingerprint { return b.About(ref).Seen(ref) }

// MaybeLive reports whether ref is a session that may still be running.
func (b *Board) MaybeLive(ref model.Ref) bool {
	about := b.About(ref)
	o, ok := about.Session(ref)
	t, written := about.Written(ref)
	return ok && (o.MaybeLive(b.Snapshot.At) || written && t.Runs(b.Snapshot.At))
}

// unsure prefixes rows whose file is being written or could not be read again.
func (b *Board) unsure(rows []list.Row) []list.Row {
	for i, r := range rows {
		if words := b.doubt(r.Ref); words != "" {
			rows[i].What = words + ": " + r.What
		}
	}
	return rows
}

func (b *Board) doubt(ref model.Ref) string {
	s := b.Snapshot
	at, stale := s.Stale[ref.Path]
	switch {
	case ref.Kind == model.KindProblem:
		return ""
	case stale:
		return "stale for " + phrase.Age(s.At, at)
	case s.Writing[ref.Path]:
		return "being written"
	}
	return ""
}

func (b *Board) unsureFacts(ref model.Ref) []view.Said {
	s := b.Snapshot
	at, stale := s.Stale[ref.Path]
	switch {
	case ref.Kind == model.KindProblem:
		return nil
	case stale:
		return []view.Said{view.Say(view.Other, "Stale", "from "+phrase.When(s.At, at)+"; rereading failed", view.Bad)}
	case s.Writing[ref.Path]:
		return []view.Said{view.Say(view.Careful, "Careful", "it is still being written", view.Warn)}
	}
	return nil
}
