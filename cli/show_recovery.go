package cli

import (
	"fmt"

	"coldstart/model"
)

// addRecovery adds what is known about a session, a work item or a trace.
func (j *jsonShow) addRecovery(s model.Snapshot, ref model.Ref) {
	if o, ok := s.Session(ref); ok {
		j.Session = pointer(sessionJSON(o, s))
	}
	if w, ok := s.WorkItem(ref.Path); ok && ref.Kind == model.KindWork {
		j.Work = pointer(workJSON(w))
	}
	if t, ok := s.Trace(ref.Path); ok && ref.Kind == model.KindTrace {
		j.Trace = pointer(traceJSON(t))
	}
}

// recoveryFacts names what is known about a session, a work item or a trace.
func recoveryFacts(s model.Snapshot, ref model.Ref) []fact {
	switch ref.Kind {
	case model.KindSession:
		o, _ := s.Session(ref)
		return []fact{
			{"Session", o.Label}, {"Agent", o.Agent}, {"Started", o.Started.Raw}, {"Last event", o.Last.Raw},
			{"State", sessionState(s, o)}, {"Line", fmt.Sprint(o.Line)},
		}
	case model.KindWork:
		w, _ := s.WorkItem(ref.Path)
		return []fact{
			{"Work item", w.ID}, {"Title", w.Title}, {"Status", w.Status}, {"Phase", w.Phase},
			{"Open node", w.Node}, {"Since", w.Since.Raw}, {"Stuck by", s.WorkRule().String()},
		}
	}
	t, _ := s.Trace(ref.Path)
	return []fact{
		{"Trace", t.Title()}, {"Workflow", t.Workflow}, {"Status", t.Status},
		{"Recovery", t.Recovery().String()}, {"Advice", traceRemark(t)},
	}
}

// sessionState says in words where a session stands.
func sessionState(s model.Snapshot, o model.Session) string {
	if c, ok := s.Events.CurrentSession(); ok && c.Key == o.Key {
		return "current: it started last"
	}
	for _, orphan := range s.Orphans() {
		if orphan.Key == o.Key && o.MaybeLive(s.At) {
			return "never ended; may still be live"
		}
		if orphan.Key == o.Key {
			return "never ended; very likely dead"
		}
	}
	return "ended"
}
