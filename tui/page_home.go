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
		section += ", " + strconv.Itoa(n) + " snoozed"
	}
	for _, n := range b.queue {
		rows = append(rows, row{
			ref: n.Ref, mark: attentionMark(n), what: n.What, why: attentionWhy(n),
			since: n.Since, section: section,
		})
	}
	if b.resume.Plan != nil {
		return rows
	}
	for _, i := range s.Intake {
		rows = append(rows, row{
			ref: i.Ref(), mark: styles.MarkUnread, what: i.Title, why: i.Folder,
			since: i.Since.Time, section: "Waiting for triage: " + strconv.Itoa(len(s.Intake)),
		})
	}
	return rows
}

// nothingNeeds is said where the queue is empty.
func nothingNeeds(b *board) string {
	if n := len(b.snoozed); n > 0 {
		return "Nothing needs you; " + strconv.Itoa(n) + " snoozed"
	}
	return found("Nothing needs you")(b)
}

// attentionMark is the mark of a thing that stands on no page but Home; the others
// have the same one everywhere.
func attentionMark(n model.Attention) styles.Mark {
	switch {
	case n.Human:
		return styles.MarkHuman
	case n.Blocks:
		return styles.MarkBlocked
	case n.Ref.Kind == model.KindJournal:
		return styles.MarkNote
	case n.Severity == model.SeverityHigh:
		return styles.MarkWarn
	}
	return styles.MarkRequest
}

// sameMarks gives each thing one mark wherever it stands: that of its own page, and
// of a plan that waits for the operator, what it waits for.
func (b *board) sameMarks() {
	b.marks = map[model.Ref]styles.Mark{}
	waits := map[model.Ref]styles.Mark{}
	for _, n := range b.queue {
		if n.Ref.Kind == model.KindPlan {
			waits[n.Ref] = attentionMark(n)
		}
	}
	for _, n := range b.snoozed {
		if n.Ref.Kind == model.KindPlan {
			waits[n.Ref] = attentionMark(n.Attention)
		}
	}
	for i, rows := range b.rows {
		for at, r := range rows {
			if i == homePage {
				continue
			}
			if m, ok := waits[r.ref]; ok {
				rows[at].mark = m
			}
			b.marks[r.ref] = rows[at].mark
		}
	}
	for at, r := range b.rows[homePage] {
		b.rows[homePage][at].mark = b.markOf(r.ref, r.mark)
	}
}

// markOf is the mark of a thing on its own page, else the one given.
func (b *board) markOf(ref model.Ref, other styles.Mark) styles.Mark {
	if m, ok := b.marks[ref]; ok {
		return m
	}
	return other
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
