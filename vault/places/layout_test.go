package places

import (
	"testing"
)

func TestFolderOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]Folder{
		"Plans": FolderPlans, "plans": FolderPlans, "PLAN": FolderPlans, "01 - Plans": FolderPlans, "plans/": FolderPlans,
		"Pending_Approval": FolderPending, "pending-approval": FolderPending, "Pending Approval": FolderPending,
		"PendingApproval": FolderPending, "02. Pending_Approval": FolderPending, "📥 Pending Approval": FolderPending,
		"Approved": FolderApproved, "Rejected": FolderRejected, "Needs_Action": FolderNeedsAction, "Inbox": FolderInbox,
		"In_Progress": FolderInProgress, "In-Progress": FolderInProgress, "Done": FolderDone, "Logs": FolderLogs, "log": FolderLogs,
		"": FolderNone, "01": FolderNone, "Pending": FolderPending, "Approval": FolderNone, "Plans old": FolderNone, "Plänes": FolderNone,
		"Pending_Approvals": FolderPending, "Project Plans": FolderNone,
	} {
		if got := FolderOf(name); got != want {
			t.Errorf("%q: got %d, want %d", name, got, want)
		}
	}
}
