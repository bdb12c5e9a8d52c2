package tui

import (
	"fmt"
	"slices"

	"coldstart/model"
	"coldstart/styles"
)

// pendingCount counts what the operator has to answer or to know.
func pendingCount(b *board) int {
	s := b.snapshot
	n := unanswered(s) + len(s.Altered())
	for _, r := range s.Decided {
		if _, altered := s.AlteredAt(r.Path); r.Failed() && !altered {
			n++
		}
	}
	return n
}

// unanswered counts the requests that wait for the operator.
func unanswered(s model.Snapshot) int {
	n := 0
	for _, r := range s.Requests {
		if r.Asked == nil {
			n++
		}
	}
	return n
}

// approvalRows lists the requests that wait for the operator, then those that
// wait for the agent to change them.
func approvalRows(b *board) []row {
	s := b.snapshot
	yours, titles := unanswered(s), titleOf(s)
	rows := make([]row, 0, len(s.Requests))
	for _, answered := range []bool{false, true} {
		section := fmt.Sprintf("Waiting for you: %d", yours)
		if answered {
			section = fmt.Sprintf("Waiting for the agent: %d", len(s.Requests)-yours)
		}
		for _, r := range s.Requests {
			if (r.Asked != nil) == answered {
				rows = append(rows, row{
					ref: r.Ref(), mark: requestMark(b, r), what: titles(r), why: requestWhy(s, r),
					since: r.Created.Time, section: section,
				})
			}
		}
	}
	return append(append(rows, decidedRows(s)...), goneRows(b, model.KindRequest)...)
}

// titleOf gives the function that titles requests: those with one title by the names
// of their files as well.
func titleOf(s model.Snapshot) func(model.Request) string {
	times := map[string]int{}
	for _, r := range slices.Concat(s.Requests, s.Decided) {
		times[r.Title()]++
	}
	return func(r model.Request) string {
		if title := r.Title(); times[title] == 1 || title == r.Name {
			return title
		}
		return r.Title() + " (" + r.Name + ")"
	}
}

// decidedRows lists what lies in the folders for decided requests: first what was
// changed after its approval, then what was approved and failed, then what nothing
// tells of, then the rest.
func decidedRows(s model.Snapshot) []row {
	titles := titleOf(s)
	var altered, failed, open, done, rejected []row
	for _, r := range s.Decided {
		line := row{ref: r.Ref(), mark: styles.MarkDone, what: titles(r), why: r.Outcome(), since: r.Created.Time, words: r.Name}
		_, changed := s.AlteredAt(r.Path)
		switch c := r.Carried; {
		case changed:
			line.mark, line.why = styles.MarkWarn, "changed after you approved it"
			altered = append(altered, line)
		case r.Reading.Decision == model.DecisionRejected:
			line.mark = styles.MarkDraft
			rejected = append(rejected, line)
		case c == nil:
			line.mark = styles.MarkActive
			open = append(open, line)
		case r.Failed():
			line.mark = styles.MarkProblem
			failed = append(failed, line)
		default:
			done = append(done, line)
		}
	}
	var rows []row
	for _, part := range []struct {
		name string
		rows []row
	}{{"Changed after approval", altered}, {"Approved, and failed", failed}, {"Approved", append(open, done...)}, {"Rejected", rejected}} {
		for _, r := range part.rows {
			r.section = fmt.Sprintf("%s: %d", part.name, len(part.rows))
			rows = append(rows, r)
		}
	}
	return rows
}

func requestMark(b *board, r model.Request) styles.Mark {
	switch {
	case r.Asked != nil:
		return styles.MarkDraft
	case b.blocks(r):
		return styles.MarkBlocked
	case r.Hidden > 0, r.Urgent(b.snapshot.At):
		return styles.MarkWarn
	}
	return styles.MarkRequest
}

func requestWhy(s model.Snapshot, r model.Request) string {
	if r.Asked != nil {
		return "you asked for changes: " + r.Asked.Note
	}
	why := r.Action
	if why == "" {
		why = "approval"
	}
	if r.Target != "" {
		why += " to " + r.Target
	}
	if r.Hidden > 0 {
		why = "hidden characters, " + why
	}
	if r.Expired(s.At) {
		why = "expired, " + why
	}
	if before, at := r.Before(); before != "" {
		why = before + " (" + ago(s.At, at) + ")"
	}
	return why
}
