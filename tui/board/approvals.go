package board

import (
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/list"
)

func pendingCount(b *Board) int {
	s := b.Snapshot
	n := unanswered(s) + len(rule.Altered(s)) + len(rule.ByOthers(s))
	for _, r := range s.Decided {
		if _, altered := rule.AlteredAt(s, r.Path); r.Failed() && !altered && !r.ByOthers {
			n++
		}
	}
	return n
}

func unanswered(s model.Snapshot) int {
	n := 0
	for _, r := range s.Requests {
		if rule.Turn(r) == model.TurnOperator && !r.Reading.Maybe {
			n++
		}
	}
	return n
}

// requestSections are the headings over pending requests.
var requestSections = [...]string{"Waiting for you", "Maybe waiting for you", "Waiting for the agent", snoozedName}

// requestSection is the group of a pending request.
func (b *Board) requestSection(r *model.Request) int {
	_, rests := b.Resting(r.Ref())
	switch {
	case rests:
		return 3
	case rule.Turn(*r) == model.TurnAgent:
		return 2
	case r.Reading.Maybe:
		return 1
	}
	return 0
}

// pending are the requests in the order of the queue on Home, then those that it does not have.
func (b *Board) pending() []*model.Request {
	s := b.Snapshot
	all, met := make([]*model.Request, 0, len(s.Requests)), make([]bool, len(s.Requests))
	for _, n := range b.Queue {
		if i, ok := s.PlaceOf(n.Ref); ok && n.Ref.Kind == model.KindRequest && i < len(met) && !met[i] {
			all, met[i] = append(all, &s.Requests[i]), true
		}
	}
	for i := range met {
		if !met[i] {
			all = append(all, &s.Requests[i])
		}
	}
	return all
}

// approvalRows lists what waits for the operator, for the agent, and what was decided.
func approvalRows(b *Board) []list.Row {
	s := b.Snapshot
	apart := model.Apart(s.Requests, s.Decided)
	rows := make([]list.Row, 0, len(s.Requests)+len(s.Decided))
	var in [len(requestSections)][]*model.Request
	for _, r := range b.pending() {
		at := b.requestSection(r)
		in[at] = append(in[at], r)
	}
	for i, name := range requestSections {
		section := list.Over(name, len(in[i]))
		for _, at := range in[i] {
			r := *at
			_, rests := b.Resting(r.Ref())
			rows = append(rows, list.Row{
				Ref: r.Ref(), Mark: requestMark(b, r), What: calledInRow(r), Apart: apart[r.Path], Who: whoInRow(r), Why: requestInRow(s, r),
				Since: r.Created.Time, Section: section, Words: r.Name + " " + r.Action + " " + requestWhy(s, r),
				Until: deadline(s, r), Alarm: alarming(s, r), Group: b.groups[r.Ref()], Beside: rests,
			})
		}
	}
	return append(append(rows, decidedRows(s, apart)...), goneRows(b, model.KindRequest)...)
}

// decidedRows lists decided requests: decided both ways, changed since, failed, no outcome yet, then the rest. Apart
// sets those with one title apart.
func decidedRows(s model.Snapshot, apart map[string]string) []list.Row {
	var disputed, byOthers, altered, failed, open, done, rejected []list.Row
	for _, r := range s.Decided {
		line := list.Row{Ref: r.Ref(), Mark: styles.MarkDone, What: calledInRow(r), Apart: apart[r.Path], Who: whoInRow(r), Why: outcomeInRow(s, r), Since: r.Since(), Words: r.Name + " " + phrase.Outcome(r)}
		_, changed := rule.AlteredAt(s, r.Path)
		switch c := r.Carried; {
		case r.Against != nil:
			line.Mark = styles.MarkWarn
			disputed = append(disputed, line)
		case r.ByOthers:
			line.Mark, line.Why = styles.MarkWarn, "not by you"
			byOthers = append(byOthers, line)
		case changed:
			line.Mark, line.Why = styles.MarkWarn, "changed since"
			altered = append(altered, line)
		case r.Reading.Decision == model.DecisionRejected:
			line.Mark = styles.MarkDraft
			rejected = append(rejected, line)
		case r.Ask != nil && r.Ask.Left(s.At) == 0:
			done = append(done, line)
		case r.Ask != nil && r.Ask.Action.Resume != "" && len(r.Ask.Used) == 0:
			line.Mark = styles.MarkHuman
			open = append(open, line)
		case c == nil:
			line.Mark = styles.MarkActive
			open = append(open, line)
		case r.Failed():
			line.Mark = styles.MarkProblem
			failed = append(failed, line)
		default:
			done = append(done, line)
		}
	}
	var rows []list.Row
	for _, part := range []struct {
		name string
		rows []list.Row
	}{{"Decided both ways", disputed}, {"Approved, not by you", byOthers}, {"Changed after approval", altered}, {"Approved, and failed", failed}, {"Approved", append(open, done...)}, {"Rejected", rejected}} {
		for _, r := range part.rows {
			r.Section = list.Over(part.name, len(part.rows))
			if r.Mark != styles.MarkWarn && r.Who != "" {
				r.Group.Key = part.name + "\x00" + r.Who
			}
			rows = append(rows, r)
		}
	}
	return rows
}

func requestMark(b *Board, r model.Request) styles.Mark {
	switch {
	case r.Asked != nil:
		return styles.MarkDraft
	case r.Reading.Maybe:
		return styles.MarkUnknown
	case rule.Unapprovable(r).Given(), r.Hidden > 0:
		return styles.MarkWarn
	case rule.Turn(r) == model.TurnAgent:
		return styles.MarkDraft
	}
	return styles.MarkRequest
}

// requestInRow is what stands out about a request, "" for an ordinary one: its row then says whom it goes to.
func requestInRow(s model.Snapshot, r model.Request) string {
	if until := deadline(s, r); !until.IsZero() {
		return phrase.DeadlineInRow(s.At, until)
	}
	if r.Reading.Maybe {
		return "maybe"
	}
	if words := phrase.AskedInRow(r, s.At); words != "" && !r.Ask.Waits() || r.Ask == nil {
		return words
	}
	return phrase.HeldUpInRow(*r.Ask)
}

// requestWhy is what stands out about a request at length, for those who search for it.
func requestWhy(s model.Snapshot, r model.Request) string {
	before, at := phrase.Before(r)
	switch {
	case r.Asked != nil:
		return "you asked for changes: " + r.Asked.Note
	case rule.Unapprovable(r).Given():
		return phrase.Reason(rule.Unapprovable(r))
	case before != "":
		return before + " (" + phrase.AgeWords(s.At, at) + ")"
	case r.Expired(s.At):
		return "expired " + phrase.AgeWords(s.At, r.Expires.End())
	}
	return ""
}

// deadline is when a request is too late, if that is within a day and nothing else alarms, zero
// otherwise.
func deadline(s model.Snapshot, r model.Request) time.Time {
	if rule.Turn(r) == model.TurnAgent || alarming(s, r) || !r.Urgent(s.At) {
		return time.Time{}
	}
	return r.Expires.End()
}

// alarming reports a request that should not just be approved.
func alarming(s model.Snapshot, r model.Request) bool {
	before, _ := phrase.Before(r)
	return r.Asked == nil && (rule.Unapprovable(r).Given() || before != "" || r.Hidden > 0 || rule.CopyDiffers(r) || r.Expired(s.At))
}
