package board

import (
	"fmt"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/list"
)

// Page is one tab. The table of pages is the only place that lists them.
type Page struct {
	// Key opens the page.
	Key   string
	Title string
	// needs counts what needs a human.
	needs func(b *Board) int
	// says is that count in words, or another one.
	says func(b *Board) string
	rows func(b *Board) []list.Row
	// Empty is shown when there are no rows, with what the page is For and how it Fills.
	Empty      func(b *Board) string
	For, Fills string
	// source reports whether there is something that the page could have rows of.
	source func(b *Board) bool
}

// Pages are all pages in order.
func Pages() []Page {
	return []Page{
		{
			"1", "Home", func(b *Board) int { return len(b.Queue) }, func(b *Board) string { return counted(len(b.Queue), "need you") }, homeRows, nothingNeeds,
			"Everything that needs you, deadlines first.", "It comes from all other pages.", anything,
		},
		{
			"2", "Approvals", pendingCount, func(b *Board) string { return counted(b.Needs[approvalsPage], "pending") }, approvalRows, always("No request is pending"),
			"Actions that need your approval.", "An agent asks by writing a file to the request folder, usually Pending_Approval.", hasPlans,
		},
		{
			PlansKey, "Plans", blockedCount, func(b *Board) string { return counted(openPlans(b), "open") }, planRows, always("No plans in this vault"),
			"Agents' plans, step by step. The active plan comes first.", "A plan is a Markdown file with steps, usually in the folder Plans.", hasPlans,
		},
		{
			"4", SessionsTitle, recoveryCount, openSessions, orphanRows, always("No open sessions or work items"),
			"Sessions waiting for you or interrupted, and stuck work items.", "Read from the event log and the agents' session files.",
			func(b *Board) bool {
				return b.Snapshot.Events.Path != "" || len(b.Snapshot.Work)+len(b.Snapshot.Transcripts) > 0
			},
		},
		{
			"5", TracesTitle, traceCount, func(b *Board) string { return counted(b.Needs[tracesPage], "unfinished") }, traceRows, always("No workflow traces"),
			"Workflows that were interrupted or failed, with the step to continue from.", "A workflow records its steps in trace.md next to its output.",
			func(b *Board) bool { return len(b.Snapshot.Traces) > 0 },
		},
		{
			"6", JournalTitle, func(b *Board) int { return len(b.repeats) }, func(b *Board) string { return counted(len(b.repeats), "tried before") }, func(b *Board) []list.Row { return JournalRows(b, "", false) }, noJournal,
			"Attempts, failures and the next idea.", "Read from the folder .math, and from attempts noted by other programs.",
			func(b *Board) bool { return b.Snapshot.Research.Found || len(b.Snapshot.Lessons.Entries) > 0 },
		},
		{
			"7", MemoryTitle, memoryCount, func(b *Board) string { return counted(memoryCount(b), "proposed") }, memoryRows, always("No seed.json in this vault or at home"),
			"What agents have learned, and what they propose to remember.", "It comes from a seed.json in the vault or at home.",
			func(b *Board) bool { return b.Snapshot.Memory.Path != "" },
		},
		{
			"8", ProblemsTitle, doubtful, brokenWords, problemRows, found("Everything could be read"),
			"Files with problems, with the line and a fix.", "An empty page is good news.", anything,
		},
	}
}

// Says is how much the page holds, "" for nothing.
func (p Page) Says(b *Board) string {
	if p.says == nil {
		return ""
	}
	return p.says(b)
}

func counted(n int, words string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n, " ", words)
}

// openSessions counts the orphans, or what else needs the operator.
func openSessions(b *Board) string {
	if n := len(b.Orphans); n > 0 {
		return model.Counted(n, "orphan")
	}
	return counted(recoveryCount(b), "need you")
}

// brokenWords counts the problems.
func brokenWords(b *Board) string {
	if n := doubtful(b); n > 0 {
		return model.Counted(n, "problem")
	}
	return ""
}

func anything(*Board) bool { return true }

// hasPlans reports the folders in which agents plan and ask.
func hasPlans(b *Board) bool {
	s := b.Snapshot
	return s.HasPlansFolder || len(s.Plans)+len(s.Requests)+len(s.Decided)+len(s.Intake) > 0
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
	HomePage      = 0
	approvalsPage = 1
	plansPage     = 2
	tracesPage    = 4
	SessionsTitle = "Sessions"
	// PlansKey opens the page of plans.
	PlansKey      = "3"
	JournalTitle  = "Journal"
	MemoryTitle   = "Memory"
	TracesTitle   = "Traces"
	ProblemsTitle = "Problems"
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

func doubtful(b *Board) int { return len(b.Snapshot.Problems) + model.Asking(b.Snapshot.Others) }
