package tui

import "coldstart/model"

// board is what one load found, together with everything that the screen works
// out from it. It is made once for each load and outside Update, so that a key
// and a frame cost the same however much a vault holds.
type board struct {
	snapshot model.Snapshot
	resume   model.Resume
	queue    []model.Attention
	orphans  []model.Session
	stuck    []model.WorkItem
	// rows and needs hold one entry for each page: its list, and how many things
	// in it need a human.
	rows  [][]row
	needs []int

	// The places of things in the snapshot by path, and what belongs to a path.
	plans, requests, intake map[string]int
	waiting                 map[string][]model.Request
	problems                map[string][]model.Problem
	// standing says in words how a plan stands to the one that is resumed.
	standing map[string]string
}

func newBoard(s model.Snapshot) *board {
	b := &board{
		snapshot: s, resume: s.Resume(), queue: s.NeedsYou(), orphans: s.Orphans(), stuck: s.StuckWork(),
		plans: map[string]int{}, requests: map[string]int{}, intake: map[string]int{},
		waiting: map[string][]model.Request{}, problems: map[string][]model.Problem{},
	}
	for i, p := range s.Plans {
		b.plans[p.Path] = i
	}
	for i, r := range s.Requests {
		b.requests[r.Path] = i
		if r.Plan != "" {
			b.waiting[r.Plan] = append(b.waiting[r.Plan], r)
		}
	}
	for i, item := range s.Intake {
		b.intake[item.Path] = i
	}
	for _, p := range s.Problems {
		b.problems[p.Path] = append(b.problems[p.Path], p)
	}
	b.standing = standings(b.resume)
	for _, p := range pages() {
		b.rows = append(b.rows, p.rows(b))
		b.needs = append(b.needs, p.needs(b))
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

// about gives the part of the snapshot that has to do with ref: the thing itself,
// its plan, its requests and the problems of its file.
func (b *board) about(ref model.Ref) model.Snapshot {
	s := model.Snapshot{
		Name: b.snapshot.Name, At: b.snapshot.At, ReadOnly: b.snapshot.ReadOnly,
		Problems: b.problems[ref.Path],
	}
	plan := ""
	switch ref.Kind {
	case model.KindRequest:
		if i, ok := b.requests[ref.Path]; ok {
			s.Requests = b.snapshot.Requests[i : i+1]
			plan = s.Requests[0].Plan
		}
	case model.KindPlan:
		plan, s.Requests = ref.Path, b.waiting[ref.Path]
	case model.KindIntake:
		if i, ok := b.intake[ref.Path]; ok {
			s.Intake = b.snapshot.Intake[i : i+1]
		}
	case model.KindSession:
		s.Events = b.snapshot.Events
	case model.KindWork:
		s.Work = b.snapshot.Work
	case model.KindTrace:
		s.Traces = b.snapshot.Traces
	}
	if i, ok := b.plans[plan]; ok {
		s.Plans = b.snapshot.Plans[i : i+1]
	}
	return s
}

// seen is the hash of the bytes that the load read for ref, zero when it read
// none.
func (b *board) seen(ref model.Ref) model.Fingerprint {
	s := b.about(ref)
	if r, ok := s.Request(ref.Path); ok && ref.Kind == model.KindRequest {
		return r.Seen
	}
	if p, ok := s.Plan(ref.Path); ok && ref.Kind == model.KindPlan {
		return p.Seen
	}
	if o, ok := s.Session(ref); ok {
		return o.Seen
	}
	if t, ok := s.Trace(ref.Path); ok {
		return t.Seen
	}
	return model.Fingerprint{}
}

// blocks reports whether the request holds up a plan that says so itself.
func (b *board) blocks(r model.Request) bool {
	i, linked := b.plans[r.Plan]
	return linked && b.snapshot.Plans[i].Status.State == model.StateBlocked
}
