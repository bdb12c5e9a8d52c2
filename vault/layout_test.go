package vault

import (
	"slices"
	"testing"
)

func TestFolderOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]folder{
		"Plans": folderPlans, "plans": folderPlans, "PLAN": folderPlans, "01 - Plans": folderPlans, "plans/": folderPlans,
		"Pending_Approval": folderPending, "pending-approval": folderPending, "Pending Approval": folderPending,
		"PendingApproval": folderPending, "02. Pending_Approval": folderPending, "📥 Pending Approval": folderPending,
		"Approved": folderApproved, "Rejected": folderRejected, "Needs_Action": folderNeedsAction, "Inbox": folderInbox,
		"In_Progress": folderInProgress, "In-Progress": folderInProgress, "Done": folderDone, "Logs": folderLogs, "log": folderLogs,
		"": folderNone, "01": folderNone, "Pending": folderPending, "Approval": folderNone, "Plans old": folderNone, "Plänes": folderNone,
		"Pending_Approvals": folderPending, "Project Plans": folderNone,
	} {
		if got := folderOf(name); got != want {
			t.Errorf("%q: got %d, want %d", name, got, want)
		}
	}
}

func TestLayoutPrefersTheSeedsSpelling(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{"01 - Done/": "", "Done/": "", "done!/": "", "approved/": "", "Plans": "a file"})
	l, err := v.layout()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := l.dirs[folderDone], []string{"Done", "01 - Done", "done!"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for f, want := range map[folder]string{folderDone: "Done", folderApproved: "approved", folderRejected: "Rejected", folderPlans: "Plans"} {
		if got := l.main(f); got != want {
			t.Errorf("new files go to %q, want %q", got, want)
		}
	}
	if len(l.dirs[folderPlans]) > 0 {
		t.Error("a file counts as the plans folder")
	}
	for name, want := range map[string]bool{
		"approved/a.md": true, "approved/x/a.md": true, "./approved/a.md": true, "approved": true,
		"Approved/a.md": false, "Plans/approved/a.md": false, "approved/../Plans/a.md": false, "approvedx/a.md": false,
	} {
		if got := l.contains(folderApproved, name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
