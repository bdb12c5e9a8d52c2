package model

import "fmt"

// Orphans lists the orphan sessions, newest start first.
func (s Snapshot) Orphans() []Session { return s.Events.Orphans() }

// Session finds a session of the event log.
func (s Snapshot) Session(ref Ref) (Session, bool) {
	for _, o := range s.Events.Sessions {
		if o.Ref() == ref {
			return o, true
		}
	}
	return Session{}, false
}

// WorkRule is the rule that this vault's work items are judged by: the one that
// the operator asked for, else the one that fits the vault.
func (s Snapshot) WorkRule() WorkRule {
	if s.AskedRule != WorkRuleAuto {
		return s.AskedRule
	}
	return WorkRuleFor(s.Work)
}

// StuckWork lists the work items that were entered and not left.
func (s Snapshot) StuckWork() []WorkItem {
	rule := s.WorkRule()
	var out []WorkItem
	for _, w := range s.Work {
		if w.Stuck(rule) {
			out = append(out, w)
		}
	}
	return out
}

// WorkItem finds a work item by path.
func (s Snapshot) WorkItem(path string) (WorkItem, bool) {
	for _, w := range s.Work {
		if w.Path == path {
			return w, true
		}
	}
	return WorkItem{}, false
}

// Trace finds a trace by path.
func (s Snapshot) Trace(path string) (Trace, bool) {
	for _, t := range s.Traces {
		if t.Path == path {
			return t, true
		}
	}
	return Trace{}, false
}

// recoveryAttention is what interrupted sessions left for a human.
func (s Snapshot) recoveryAttention() []Attention {
	var out []Attention
	for _, t := range s.Traces {
		if t.NeedsHuman() {
			out = append(out, t.attention())
		}
	}
	for _, o := range s.Orphans() {
		why := "started and never ended"
		switch {
		case o.MaybeLive(s.At):
			why = "may still be live"
		case o.Returned():
			why = "wrote again after it was declared dead"
		}
		out = append(out, Attention{
			Ref: o.Ref(), What: "Session " + o.Label, Who: o.Agent, Why: why,
			Since: o.Last.Time, Severity: SeverityNormal,
		})
	}
	for _, w := range s.StuckWork() {
		what := w.ID
		if w.Title != "" {
			what += ": " + w.Title
		}
		out = append(out, Attention{
			Ref: w.Ref(), What: what, Why: "stuck in '" + w.Node + "'", Since: w.Since.Time, Severity: SeverityLow,
		})
	}
	return out
}

func (t Trace) attention() Attention {
	last, _ := t.LastStep()
	step := last.Name
	if step == "" {
		step = fmt.Sprintf("step %d", last.Number)
	}
	a := Attention{
		Ref: t.Ref(), What: t.Title(), Why: "its states fit no recovery rule",
		Since: last.Started.Time, Severity: SeverityNormal, Blocks: true,
	}
	switch t.Recovery() {
	case RecoveryInterrupted:
		a.What, a.Why = t.Title()+": "+step, "cut off within the step: run it again, or inspect it"
	case RecoveryFailed:
		a.What, a.Why = t.Title()+": "+step, "the step failed"
		if c := last.Field("Challenges"); c != "" {
			a.Why += ": " + c
		}
	}
	return a
}
