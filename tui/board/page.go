package board

import (
	"fmt"
	"slices"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/list"
	"coldstart/tui/phrase"
)

// Page is one tab. The table of pages is the only place that lists them.
type Page struct {
	// Key opens the page.
	Key   string
	Title string
	// needs counts what needs a human.
	needs func(b *Board) int
	rows  func(b *Board) []list.Row
	// Empty is shown when there are no rows.
	Empty func(b *Board) string
}

// Pages are all pages in order.
func Pages() []Page {
	return []Page{
		{"1", "Home", func(b *Board) int { return len(b.Queue) }, homeRows, nothingNeeds},
		{"2", "Approvals", pendingCount, approvalRows, always("No request is pending")},
		{"3", "Plans", blockedCount, planRows, always("No plans in this vault")},
		{"4", OrphansTitle, recoveryCount, orphanRows, always("No session and no work item was left open")},
		{"5", "Traces", traceCount, traceRows, always("No workflow left a trace")},
		{"6", JournalTitle, func(b *Board) int { return len(b.repeats) }, func(b *Board) []list.Row { return JournalRows(b, "", false) }, noJournal},
		{"7", "Memory", memoryCount, memoryRows, always("No seed.json in this vault or at home")},
		{"8", "Problems", doubtful, problemRows, found("Everything could be read")},
	}
}

func always(text string) func(*Board) string { return func(*Board) string { return text } }

// found is text, unless the folder does not look like a vault.
func found(text string) func(*Board) string {
	return func(b *Board) string {
		if b.Snapshot.Strange {
			return "There is nothing to show"
		}
		return text
	}
}

// Pages that the screen knows by index or title.
const (
	HomePage     = 0
	OrphansTitle = "Orphans"
	JournalTitle = "Journal"
)

// PlanMark is the mark of a plan's state.
func PlanMark(s model.State) styles.Mark {
	switch s {
	case model.StateActive:
		return styles.MarkActive
	case model.StateBlocked:
		return styles.MarkRequest
	case model.StateDraft:
		return styles.MarkDraft
	case model.StateDone:
		return styles.MarkDone
	}
	return styles.MarkUnknown
}

// otherFacts are about a file that is neither plan nor request.
func otherFacts(o model.Other) []Fact {
	return []Fact{
		{fileLabel, o.Path, styles.RoleTitle},
		{"Looks like", o.Kind, styles.RolePlain},
		{"Because", phrase.OtherWhy(o), styles.RolePlain},
		{"Size", phrase.OtherSize(o), styles.RolePlain},
		{"What to do", phrase.OtherAdvice(o), styles.RolePlain},
		{"Careful", "its text is not shown: vaults hold credentials", styles.RoleMuted},
	}
}

// unfinishedFirst puts decisions that are not finished ahead of what cannot be read.
func unfinishedFirst(a, b model.Problem) int {
	switch {
	case a.Unfinished == b.Unfinished:
		return 0
	case a.Unfinished:
		return -1
	}
	return 1
}

func problemRows(b *Board) []list.Row {
	s := b.Snapshot
	rows := make([]list.Row, 0, len(s.Problems))
	unfinished := 0
	for _, p := range s.Problems {
		if p.Unfinished {
			unfinished++
		}
	}
	unread := fmt.Sprintf("Could not be read: %d", len(s.Problems)-unfinished)
	for _, p := range slices.SortedStableFunc(slices.Values(s.Problems), unfinishedFirst) {
		what, section := p.Path, unread
		if p.Unfinished {
			section = fmt.Sprintf("Unfinished: %d", unfinished)
		}
		if p.Line > 0 {
			what = fmt.Sprintf("%s line %d", p.Path, p.Line)
		}
		rows = append(rows, list.Row{
			Ref: p.Ref(), Mark: styles.MarkProblem, What: what, Why: p.Reason,
			Section: section,
		})
	}
	for _, o := range s.Others {
		mark := styles.MarkUnknown
		if o.Asks {
			mark = styles.MarkHuman
		}
		rows = append(rows, list.Row{
			Ref: o.Ref(), Mark: mark, What: o.Path, Why: o.Kind + ", " + phrase.OtherWhy(o),
			Section: fmt.Sprintf("Other files, shown by name only: %d", len(s.Others)),
		})
	}
	return rows
}

func doubtful(b *Board) int { return len(b.Snapshot.Problems) + model.Asking(b.Snapshot.Others) }
