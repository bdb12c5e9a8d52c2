package model

import (
	"slices"
	"sync"
)

// index finds the things of a snapshot by what names them, however many there are.
type index struct {
	plans, requests, decided, intake, traces, work, transcripts located[string]
	// sessions finds a session of the event log, written the transcript of one.
	sessions, written located[Ref]
	// called are the plans by their id, asking the pending requests by the path of their plan; few ask for them.
	called, asking gathered
	// ids are those of the transcripts, sorted, once they were asked for.
	ids     []string
	idsOnce sync.Once
}

// located has the first place of each name in a list, and how long the list was.
type located[K comparable] struct {
	at map[K]int32
	of int
}

// Index makes look-ups independent of how much there is. It is the last change of a snapshot: a look-up in a list that
// became longer or shorter later looks at all of it, as without an index.
func (s *Snapshot) Index() {
	s.index = &index{
		plans:       locate(s.Plans, func(p *Plan) string { return p.Path }),
		requests:    locate(s.Requests, func(r *Request) string { return r.Path }),
		decided:     locate(s.Decided, func(r *Request) string { return r.Path }),
		intake:      locate(s.Intake, func(n *Intake) string { return n.Path }),
		traces:      locate(s.Traces, func(t *Trace) string { return t.Path }),
		work:        locate(s.Work, func(w *WorkItem) string { return w.Path }),
		transcripts: locate(s.Transcripts, func(t *Transcript) string { return t.Path }),
		sessions:    locate(s.Events.Sessions, func(o *Session) Ref { return o.Ref() }),
		written:     locate(s.Transcripts, func(t *Transcript) Ref { return t.Log }),
	}
}

// gathered has the places of things by a text that several may have. It is made when it is first asked for.
type gathered struct {
	once sync.Once
	at   map[string][]int32
}

// among lists the things of a list that have a text; the list and what their texts are must be the same at each call.
func among[T any](g *gathered, list []T, text string, of func(*T) string) (found []T) {
	g.once.Do(func() {
		g.at = map[string][]int32{}
		for i := range list {
			if t := of(&list[i]); t != "" {
				g.at[t] = append(g.at[t], int32(i))
			}
		}
	})
	for _, i := range g.at[text] {
		found = append(found, list[i])
	}
	return found
}

func locate[T any, K comparable](list []T, name func(*T) K) located[K] {
	l := located[K]{make(map[K]int32, len(list)), len(list)}
	for i := range list {
		n := name(&list[i])
		if _, ok := l.at[n]; !ok {
			l.at[n] = int32(i)
		}
	}
	return l
}

// place is where the first thing of a list with a name is, by an index where that is of this list.
func place[T any, K comparable](l located[K], list []T, name K, of func(*T) K) (int, bool) {
	if l.at != nil && l.of == len(list) {
		i, ok := l.at[name]
		return int(i), ok
	}
	for i := range list {
		if of(&list[i]) == name {
			return i, true
		}
	}
	return 0, false
}

// PlaceOf is where ref is in the list of its kind: a request that was decided is behind the pending ones, as if the two
// were one list.
func (s Snapshot) PlaceOf(ref Ref) (int, bool) {
	x := s.index
	if x == nil {
		x = &index{}
	}
	switch ref.Kind {
	case KindPlan:
		return place(x.plans, s.Plans, ref.Path, func(p *Plan) string { return p.Path })
	case KindRequest:
		byPath := func(r *Request) string { return r.Path }
		if i, ok := place(x.requests, s.Requests, ref.Path, byPath); ok {
			return i, true
		}
		i, ok := place(x.decided, s.Decided, ref.Path, byPath)
		return len(s.Requests) + i, ok
	case KindIntake:
		return place(x.intake, s.Intake, ref.Path, func(n *Intake) string { return n.Path })
	case KindTrace:
		return place(x.traces, s.Traces, ref.Path, func(t *Trace) string { return t.Path })
	case KindWork:
		return place(x.work, s.Work, ref.Path, func(w *WorkItem) string { return w.Path })
	case KindTranscript:
		return place(x.transcripts, s.Transcripts, ref.Path, func(t *Transcript) string { return t.Path })
	case KindSession:
		return place(x.sessions, s.Events.Sessions, ref, func(o *Session) Ref { return o.Ref() })
	}
	return 0, false
}

// at is the thing of a list at a place, if there is one.
func at[T any](list []T, i int, ok bool) (found T, _ bool) {
	if ok && i < len(list) {
		return list[i], true
	}
	return found, false
}

// Plan finds a plan by path.
func (s Snapshot) Plan(path string) (Plan, bool) {
	i, ok := s.PlaceOf(Ref{Kind: KindPlan, Path: path})
	return at(s.Plans, i, ok)
}

// Request finds a pending request by path.
func (s Snapshot) Request(path string) (Request, bool) {
	i, ok := s.PlaceOf(Ref{Kind: KindRequest, Path: path})
	return at(s.Requests, i, ok)
}

// RequestAnywhere finds a request by path, pending or decided.
func (s Snapshot) RequestAnywhere(path string) (Request, bool) {
	i, ok := s.PlaceOf(Ref{Kind: KindRequest, Path: path})
	if i < len(s.Requests) {
		return at(s.Requests, i, ok)
	}
	return at(s.Decided, i-len(s.Requests), ok)
}

// RequestsFor lists the pending requests of the plan at path.
func (s Snapshot) RequestsFor(path string) []Request {
	if x := s.index; x != nil && x.requests.of == len(s.Requests) {
		return among(&x.asking, s.Requests, path, func(r *Request) string { return r.Plan })
	}
	return Where(s.Requests, func(r *Request) bool { return r.Plan == path })
}

// PlansCalled lists the plans with an id, none for "".
func (s Snapshot) PlansCalled(id string) []Plan {
	if x := s.index; x != nil && x.plans.of == len(s.Plans) {
		return among(&x.called, s.Plans, id, func(p *Plan) string { return p.ID })
	}
	return Where(s.Plans, func(p *Plan) bool { return p.ID == id && id != "" })
}

// Trace finds a trace by path.
func (s Snapshot) Trace(path string) (Trace, bool) {
	i, ok := s.PlaceOf(Ref{Kind: KindTrace, Path: path})
	return at(s.Traces, i, ok)
}

// WorkItem finds a work item by path.
func (s Snapshot) WorkItem(path string) (WorkItem, bool) {
	i, ok := s.PlaceOf(Ref{Kind: KindWork, Path: path})
	return at(s.Work, i, ok)
}

// Transcript finds a session by its file.
func (s Snapshot) Transcript(ref Ref) (Transcript, bool) {
	if ref.Kind != KindTranscript {
		return Transcript{}, false
	}
	i, ok := s.PlaceOf(ref)
	return at(s.Transcripts, i, ok)
}

// Session finds a session of the event log.
func (s Snapshot) Session(ref Ref) (Session, bool) {
	if ref.Kind != KindSession {
		return Session{}, false
	}
	i, ok := s.PlaceOf(ref)
	return at(s.Events.Sessions, i, ok)
}

// Written finds the transcript of a session of the event log.
func (s Snapshot) Written(o Ref) (Transcript, bool) {
	if o.Kind != KindSession {
		return Transcript{}, false
	}
	var l located[Ref]
	if s.index != nil {
		l = s.index.written
	}
	i, ok := place(l, s.Transcripts, o, func(t *Transcript) Ref { return t.Log })
	return at(s.Transcripts, i, ok)
}

// idsBeside are ids of sessions among which is the one that begins most like another: with an index the two beside it in
// their order, else all.
func (s Snapshot) idsBeside(id string) []string {
	all := func() (ids []string) {
		for i := range s.Transcripts {
			ids = append(ids, s.Transcripts[i].ID)
		}
		return ids
	}
	x := s.index
	if x == nil || x.transcripts.of != len(s.Transcripts) {
		return all()
	}
	x.idsOnce.Do(func() {
		x.ids = all()
		slices.Sort(x.ids)
		x.ids = slices.Compact(x.ids)
	})
	at, found := slices.BinarySearch(x.ids, id)
	after := at
	if found {
		after++
	}
	return x.ids[max(0, at-1):min(after+1, len(x.ids))]
}
