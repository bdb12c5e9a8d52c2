package tui

import (
	"cmp"
	"slices"

	"coldstart/model"
	"coldstart/styles"
)

// board is what one load found, together with everything that the screen works
// out from it. It is made once for each load and outside Update, so that a key
// and a frame cost the same however much a vault holds.
type board struct {
	snapshot model.Snapshot
	resume   model.Resume
	queue    []model.Attention
	snoozed  []model.Resting
	orphans  []model.Session
	stuck    []model.WorkItem
	// dead are the orphans that are very likely dead.
	dead     []model.Ref
	workRule model.WorkRule
	// days and weeks count the sessions of the last time.
	days, weeks model.Trend
	// repeats are the dead ends that the current research problem is about to repeat.
	repeats []model.Repeats
	// rows and needs hold one entry for each page: its list, and how many things
	// in it need a human.
	rows  [][]row
	needs []int
	// marks are those of the things that have a page of their own.
	marks map[model.Ref]styles.Mark

	// places are where things stand in the snapshot; waiting and problems are what
	// belongs to a path.
	places  map[model.Ref]int
	waiting map[string][]model.Request
	// likely are the requests that probably belong to a plan.
	likely   map[string][]model.Request
	problems map[string][]model.Problem
	// news is what became of things since the operator looked last; gone are those that
	// are not there any more.
	news map[model.Ref]model.News
	gone []model.News
	// standing says in words how a plan stands to the one that is resumed.
	standing map[string]string
	// next is what each research problem suggests, by its folder: it takes a look at
	// every entry of a journal.
	next map[string][]fact
}

func newBoard(s model.Snapshot) *board {
	b := &board{
		snapshot: s, resume: s.Resume(), orphans: s.Orphans(), stuck: s.StuckWork(), workRule: s.WorkRule(), places: places(s),
		waiting: map[string][]model.Request{}, likely: map[string][]model.Request{}, problems: map[string][]model.Problem{},
		next: map[string][]fact{},
	}
	b.queue, b.snoozed = s.Queue()
	for _, r := range s.Requests {
		if r.Plan != "" {
			b.waiting[r.Plan] = append(b.waiting[r.Plan], r)
		} else if r.Probably != "" {
			b.likely[r.Probably] = append(b.likely[r.Probably], r)
		}
	}
	for _, p := range s.Problems {
		b.problems[p.Path] = append(b.problems[p.Path], p)
	}
	for _, o := range b.orphans {
		if !o.MaybeLive(s.At) {
			b.dead = append(b.dead, o.Ref())
		}
	}
	b.days, b.weeks = s.Events.Trends(s.At)
	b.standing = standings(b.resume)
	b.news = map[model.Ref]model.News{}
	for _, n := range s.News() {
		if b.news[n.Ref] = n; n.Kind == model.NewsGone {
			b.gone = append(b.gone, n)
		}
	}
	if p, ok := s.Research.Active(); ok {
		b.repeats = p.Repeats()
	}
	for _, p := range s.Research.Problems {
		b.next[p.Path] = nextFacts(p)
	}
	for _, p := range pages() {
		b.rows = append(b.rows, b.badged(b.unsure(p.rows(b))))
		b.needs = append(b.needs, p.needs(b))
	}
	b.sameMarks()
	b.rest()
	for _, rows := range b.rows {
		for i := range rows {
			rows[i].low = rows[i].findable()
		}
	}
	return b
}

func standings(r model.Resume) map[string]string {
	words := map[string]string{}
	for _, p := range r.Finished {
		words[p.Path] = "finished; it still lies in the plans folder"
	}
	for _, up := range r.RunnersUp {
		words[up.Plan.Path] = "not chosen: " + up.Behind
	}
	if r.Plan != nil {
		words[r.Plan.Path] = "chosen because " + r.Because
	}
	return words
}

func places(s model.Snapshot) map[model.Ref]int {
	at := map[model.Ref]int{}
	for i, p := range s.Plans {
		at[p.Ref()] = i
	}
	for i, r := range s.Requests {
		at[r.Ref()] = i
	}
	for i, r := range s.Decided {
		at[r.Ref()] = len(s.Requests) + i
	}
	for i, item := range s.Intake {
		at[item.Ref()] = i
	}
	for i, o := range s.Events.Sessions {
		at[o.Ref()] = i
	}
	for i, w := range s.Work {
		at[w.Ref()] = i
	}
	for i, t := range s.Traces {
		at[t.Ref()] = i
	}
	return at
}

// about gives the part of the snapshot that has to do with ref: the thing itself,
// its plan, its requests and the problems of its file.
func (b *board) about(ref model.Ref) model.Snapshot {
	s := model.Snapshot{
		Name: b.snapshot.Name, At: b.snapshot.At, ReadOnly: b.snapshot.ReadOnly,
		Problems: b.problems[ref.Path], Stale: b.snapshot.Stale, Writing: b.snapshot.Writing,
	}
	switch ref.Kind {
	case model.KindResearch, model.KindJournal, model.KindEntry:
		s.Research = b.snapshot.Research
		return s
	case model.KindMemory, model.KindProposal, model.KindLearning:
		s.Memory = b.snapshot.Memory
		return s
	}
	i, ok := b.places[ref]
	if !ok {
		return s
	}
	switch ref.Kind {
	case model.KindRequest:
		if decided := i - len(b.snapshot.Requests); decided >= 0 {
			s.Decided = b.snapshot.Decided[decided : decided+1]
			s.Verified = b.snapshot.Verified
			s.Plans = b.planAlone(s.Decided[0].Plan)
			return s
		}
		s.Requests = b.snapshot.Requests[i : i+1]
		s.Plans = b.planAlone(s.Requests[0].Plan)
	case model.KindPlan:
		s.Plans, s.Requests = b.snapshot.Plans[i:i+1], slices.Concat(b.waiting[ref.Path], b.likely[ref.Path])
	case model.KindIntake:
		s.Intake = b.snapshot.Intake[i : i+1]
	case model.KindSession:
		s.Events = sessionAlone(b.snapshot.Events, i)
	case model.KindWork:
		s.Work = b.snapshot.Work[i : i+1]
	case model.KindTrace:
		s.Traces = b.snapshot.Traces[i : i+1]
	}
	return s
}

// planAlone is the plan at path, or nothing.
func (b *board) planAlone(path string) []model.Plan {
	if i, ok := b.place(path); ok {
		return b.snapshot.Plans[i : i+1]
	}
	return nil
}

// place is where the plan at path stands in the snapshot.
func (b *board) place(path string) (int, bool) {
	i, ok := b.places[model.Ref{Kind: model.KindPlan, Path: path}]
	return i, ok
}

// sessionAlone is the event log with one session only, be it the current one or
// another.
func sessionAlone(l model.EventLog, i int) model.EventLog {
	alone := model.EventLog{Path: l.Path, Sessions: l.Sessions[i : i+1], Current: -1}
	if i == l.Current {
		alone.Current = 0
	}
	return alone
}

// seen is the hash of the bytes that the load read for ref, zero when it read
// none.
func (b *board) seen(ref model.Ref) model.Fingerprint { return b.about(ref).Seen(ref) }

// maybeLive reports whether ref is a session that may still be at work.
func (b *board) maybeLive(ref model.Ref) bool {
	o, ok := b.about(ref).Session(ref)
	return ok && o.MaybeLive(b.snapshot.At)
}

// blocks reports whether the request holds up a plan that says so itself.
func (b *board) blocks(r model.Request) bool {
	i, linked := b.place(cmp.Or(r.Plan, r.Probably))
	return linked && b.snapshot.Plans[i].Status.State == model.StateBlocked
}
