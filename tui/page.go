package tui

import (
	"coldstart/model"
	"coldstart/styles"
)

// page is one tab. The table of pages is the only place that lists them.
type page struct {
	// key opens the page; the numbers are fixed, so that fingers can learn them.
	key   string
	title string
	// needs counts what needs a human.
	needs func(b *board) int
	rows  func(b *board) []row
	// empty is the sentence shown when there are no rows.
	empty func(b *board) string
}

func pages() []page {
	return []page{
		{"1", "Home", func(b *board) int { return len(b.queue) }, homeRows, nothingNeeds},
		{"2", "Approvals", pendingCount, approvalRows, always("No request is pending")},
		{"3", "Plans", blockedCount, planRows, always("No plans in this vault")},
		{"4", orphansTitle, recoveryCount, orphanRows, always("No session and no work item was left open")},
		{"5", "Traces", traceCount, traceRows, always("No workflow left a trace")},
		{"6", journalTitle, func(b *board) int { return len(b.repeats) }, func(b *board) []row { return journalRows(b, "", false) }, noJournal},
		{"7", "Memory", memoryCount, memoryRows, always("No seed.json in this vault or at home")},
		{"8", "Problems", doubtful, problemRows, found("Everything could be read")},
	}
}

// always is a sentence that no board changes.
func always(text string) func(*board) string { return func(*board) string { return text } }

// found is a sentence for a folder in which there is something that can be in order.
func found(text string) func(*board) string {
	return func(b *board) string {
		if b.snapshot.Strange {
			return "There is nothing to show"
		}
		return text
	}
}

const (
	homePage     = 0
	orphansTitle = "Orphans"
	journalTitle = "Journal"
)

// planMark gives the mark that stands for a plan's state.
func planMark(s model.State) styles.Mark {
	switch s {
	case model.StateActive:
		return styles.MarkActive
	case model.StateBlocked:
		return styles.MarkBlocked
	case model.StateDraft:
		return styles.MarkDraft
	case model.StateDone:
		return styles.MarkDone
	}
	return styles.MarkUnknown
}
