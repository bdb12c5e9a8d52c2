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
	empty string
}

func pages() []page {
	return []page{
		{"1", "Home", func(b *board) int { return len(b.queue) }, homeRows, "Nothing needs you"},
		{"2", "Approvals", pendingCount, approvalRows, "No request is pending"},
		{"3", "Plans", blockedCount, planRows, "No plans in this vault"},
		{"4", orphansTitle, recoveryCount, orphanRows, "No session and no work item was left open"},
		{"5", "Traces", traceCount, traceRows, "No workflow left a trace"},
		{"8", "Problems", func(b *board) int { return len(b.snapshot.Problems) }, problemRows, "Everything could be read"},
	}
}

const (
	homePage     = 0
	orphansTitle = "Orphans"
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
