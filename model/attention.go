package model

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Severity orders things that need a human and block nothing.
type Severity int

// The severities, from the one that can wait to the one that cannot.
const (
	SeverityLow Severity = iota
	SeverityNormal
	SeverityHigh
)

// Attention is one row of the queue "Needs you".
type Attention struct {
	Ref Ref
	// What names the thing, Who asks or is concerned, Why says what it holds up.
	What string
	Who  string
	Why  string
	// Since is when the waiting began; zero when nothing tells.
	Since time.Time
	// Blocks is true when work stands still because of it.
	Blocks   bool
	Severity Severity
	// Human is true when a human has to do something, not only to allow it.
	Human bool
}

// expirySoon is how long before its expiry a request becomes urgent.
const expirySoon = 24 * time.Hour

// queue is everything that needs a human, also what rests.
func (s Snapshot) queue() []Attention {
	var out []Attention
	blocked, asked := map[string]Plan{}, map[string]bool{}
	for _, p := range s.Plans {
		if p.Status.State == StateBlocked {
			blocked[p.Path] = p
		}
	}
	for _, r := range s.Requests {
		// A plan that waits as a request is not listed twice.
		asked[r.Plan], asked[r.Probably], asked[r.Path] = true, true, true
		if r.Asked == nil {
			out = append(out, requestAttention(r, blocked, s.At))
		}
	}
	for _, p := range s.Plans {
		if a, ok := planAttention(p); ok && !asked[p.Path] {
			out = append(out, a)
		}
	}
	out = append(out, s.alteredAttention()...)
	for _, r := range s.Decided {
		if r.Failed() {
			out = append(out, Attention{
				Ref: r.Ref(), What: r.Title(), Who: r.Target, Why: r.Outcome(),
				Since: r.Carried.At.Time, Severity: SeverityNormal,
			})
		}
	}
	out = append(out, s.recoveryAttention()...)
	out = append(out, s.researchAttention()...)
	out = append(out, s.memoryAttention()...)
	for _, p := range s.Problems {
		out = append(out, Attention{
			Ref: p.Ref(), What: p.Path, Why: p.Reason, Severity: SeverityNormal,
		})
	}
	slices.SortStableFunc(out, byUrgency)
	return tellApart(out)
}

// tellApart adds the name of the file to requests with one title.
func tellApart(list []Attention) []Attention {
	times := map[string]int{}
	for _, a := range list {
		times[a.What]++
	}
	for i := range list {
		a := &list[i]
		if name := path.Base(a.Ref.Path); a.Ref.Kind == KindRequest && times[a.What] > 1 && name != a.What {
			a.What += " (" + name + ")"
		}
	}
	return list
}

func byUrgency(a, b Attention) int {
	if a.Blocks != b.Blocks {
		if a.Blocks {
			return -1
		}
		return 1
	}
	if c := cmp.Compare(b.Severity, a.Severity); c != 0 {
		return c
	}
	if a.Since.IsZero() != b.Since.IsZero() {
		if a.Since.IsZero() {
			return 1
		}
		return -1
	}
	if c := a.Since.Compare(b.Since); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(a.Ref.Kind.String(), b.Ref.Kind.String()), cmp.Compare(a.Ref.Path, b.Ref.Path), cmp.Compare(a.Ref.Item, b.Ref.Item))
}

// requestAttention is a pending request; blocked are the plans that say they wait.
func requestAttention(r Request, blocked map[string]Plan, now time.Time) Attention {
	a := Attention{
		Ref: r.Ref(), What: r.Title(), Who: r.Target,
		Since: r.Created.Time, Severity: SeverityNormal,
	}
	if p, ok := blocked[r.Plan]; ok {
		a.Blocks = true
		a.Why = "blocks " + p.ID
		if r.Step > 0 {
			a.Why += " at step " + strconv.Itoa(r.Step)
		}
	} else if p, ok := blocked[r.Probably]; ok && r.Plan == "" {
		a.Blocks, a.Why = true, "probably blocks "+p.ID
	} else if r.Action != "" {
		a.Why = r.Action
	} else {
		a.Why = "waits for approval"
	}
	switch {
	case r.Hidden > 0:
		a.Severity, a.Why = SeverityHigh, "hidden characters, "+a.Why
	case r.Expired(now):
		a.Severity, a.Why = SeverityHigh, "expired, "+a.Why
	case r.Urgent(now):
		a.Severity, a.Why = SeverityHigh, "expires soon, "+a.Why
	}
	if before, _ := r.Before(); before != "" {
		a.Why = before + ", " + a.Why
	}
	return a
}

// planAttention covers plans that are blocked without any request file: nobody
// but the operator can see that they wait.
func planAttention(p Plan) (Attention, bool) {
	if !p.WaitsForYou() {
		return Attention{}, false
	}
	a := Attention{
		Ref: p.Ref(), What: p.ID, Who: "", Why: "blocked, no request file",
		Since: p.BlockedSince().Time, Blocks: true, Human: true, Severity: SeverityNormal,
	}
	if step, ok := p.WaitingStep(); ok {
		a.What = p.ID + ": " + step.Text
	}
	if p.BlockedReason != "" {
		a.Why = p.BlockedReason
	}
	return a, true
}

// alteredAttention is the alarm for approved files that are not what was approved.
func (s Snapshot) alteredAttention() []Attention {
	var out []Attention
	for _, v := range s.Altered() {
		out = append(out, Attention{
			Ref: Ref{Kind: KindRequest, Path: v.Path}, What: v.Path, Since: v.At, Severity: SeverityHigh,
			Why: "changed after you approved it: " + v.Approved.Short() + " was approved, " + v.Now.Short() + " lies there",
		})
	}
	return out
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

// memoryAttention is what the memory has for a human: proposals, and the danger
// of losing all of it.
func (s Snapshot) memoryAttention() []Attention {
	m := s.Memory
	var out []Attention
	if why := m.WouldBeWiped(); why != "" {
		out = append(out, Attention{
			Ref: m.Ref(), What: m.Path + " looks like a first run", Severity: SeverityHigh,
			Why: "the agent's set-up would replace it and lose " + m.holds() + ": " + why,
		})
	}
	known := m.wordings()
	for _, p := range m.Pending() {
		why := "proposed " + strings.ReplaceAll(string(p.Type), "_", " ")
		if same := known.before(p); same != "" {
			why += ", " + same
		}
		out = append(out, Attention{
			Ref: p.Ref(), What: p.Content, Who: p.Source, Why: why, Since: p.Extracted.Time, Severity: SeverityLow,
		})
	}
	return out
}

// holds counts what a seed holds; of one that breaks its schema not all may have
// been read.
func (m Memory) holds() string {
	switch learnings, proposals := Counted(len(m.Learned), "learning"), Counted(len(m.Proposals), "proposal"); {
	case len(m.Learned) > 0 && len(m.Proposals) > 0:
		return learnings + " and " + proposals
	case len(m.Learned) > 0:
		return learnings
	case len(m.Proposals) > 0:
		return proposals
	}
	return "what it holds"
}
