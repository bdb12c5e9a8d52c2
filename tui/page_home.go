package tui

import (
	"strconv"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// homeRows is the queue of what needs a human and, when there is no plan to
// resume, what waits for triage.
func homeRows(b *board) []row {
	var rows []row
	s := b.snapshot
	section := "Needs you: " + strconv.Itoa(len(b.queue))
	if n := len(b.snoozed); n > 0 {
		section += ", " + strconv.Itoa(n) + " snoozed (z)"
	}
	for _, n := range b.queue {
		rows = append(rows, row{
			ref: n.Ref, mark: attentionMark(n), what: n.What, why: attentionWhy(n),
			age: age(s.At, n.Since), section: section,
		})
	}
	if b.resume.Plan != nil {
		return rows
	}
	for _, i := range s.Intake {
		rows = append(rows, row{
			ref: i.Ref(), mark: styles.MarkUnread, what: i.Title, why: i.Folder,
			age: age(s.At, i.Since.Time), section: "Waiting for triage: " + strconv.Itoa(len(s.Intake)),
		})
	}
	return rows
}

// nothingNeeds is said where the queue is empty.
func nothingNeeds(b *board) string {
	if n := len(b.snoozed); n > 0 {
		return "Nothing needs you; " + strconv.Itoa(n) + " snoozed (z)"
	}
	return found("Nothing needs you")(b)
}

func attentionMark(n model.Attention) styles.Mark {
	switch {
	case n.Human:
		return styles.MarkHuman
	case n.Ref.Kind == model.KindTrace:
		return styles.MarkTrace
	case n.Ref.Kind == model.KindSession:
		return styles.MarkOrphan
	case n.Ref.Kind == model.KindWork:
		return styles.MarkWarn
	case n.Blocks:
		return styles.MarkBlocked
	case n.Ref.Kind == model.KindProblem:
		return styles.MarkProblem
	case n.Ref.Kind == model.KindEntry, n.Ref.Kind == model.KindJournal:
		return styles.MarkNote
	case n.Ref.Kind == model.KindProposal:
		return styles.MarkMemory
	case n.Severity == model.SeverityHigh:
		return styles.MarkWarn
	}
	return styles.MarkRequest
}

func attentionWhy(n model.Attention) string {
	if n.Who == "" {
		return n.Why
	}
	return n.Why + ", " + n.Who
}

func age(now, since time.Time) string {
	if since.IsZero() {
		return ""
	}
	return styles.Ago(now.Sub(since))
}
