package places

import (
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/examples"
	"coldstart/testdata/must"
)

// placed makes places of their kinds, each with its names.
func placed(t testing.TB, all map[string][]string) Places {
	t.Helper()
	var p Places
	for what, names := range all {
		for _, name := range names {
			must.Do(t, p.Add(what, name))
		}
	}
	return p
}

func TestAddingAPlace(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		what, name, before, path, want string
	}{
		{"plans", "Roadmaps", "", "", ""},
		{"plans", "docs/my plans", "", "", ""},
		{"plans", "Roadmaps.2026", "pending", "Roadmaps", ""},
		{"events", "Roadmaps/events.jsonl", "plans", "Roadmaps", ""},
		{"plans", "Roadmaps", "events", "Roadmaps/e.jsonl", ""},
		{"events", "b.jsonl", "events", "a.jsonl", ""},
		{"plans", "", "", "", "a place must be a path in the vault"},
		{"plans", ".", "", "", "a place must be a path in the vault"},
		{"plans", "/Roadmaps", "", "", "a place must be a path in the vault"},
		{"plans", "Roadmaps/", "", "", "a place must be a path in the vault"},
		{"plans", "../Roadmaps", "", "", "a place must be a path in the vault"},
		{"plans", "a/../../b", "", "", "a place must be a path in the vault"},
		{"plans", "a/./b", "", "", "a place must be a path in the vault"},
		{"plans", `a\b`, "", "", "a place must be a path in the vault"},
		{"plans", "a\nb", "", "", "a place must be a path in the vault"},
		{"plans", "Waiting", "pending", "Waiting", "Waiting is already the place of pending"},
		{"plans", "Waiting", "plans", "Waiting", "Waiting is already the place of plans"},
		{"journal", "b", "journal", "a", "a is already the place of the journal, and there is one"},
		{"approved", "Waiting/ok", "pending", "Waiting", "are inside each other"},
		{"pending", "Work", "work", "Work/open", "are inside each other"},
	} {
		var p Places
		if tt.before != "" {
			must.Do(t, p.Add(tt.before, tt.path))
		}
		err := p.Add(tt.what, tt.name)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %q after %s: %q gives %v, want %q", tt.what, tt.name, tt.before, tt.path, err, tt.want)
		}
	}
}

func TestWhatAFolderMeansByItsPlace(t *testing.T) {
	t.Parallel()
	p := placed(t, map[string][]string{"plans": {"Roadmaps"}, "pending": {"Waiting", "Old/Roads"}, "done": {"Inbox"}, "approved": {"a/ok"}})
	for dir, want := range map[string]Folder{
		"Roadmaps": FolderPlans, "Done/Roadmaps": FolderPlans, "roadmaps": FolderNone, "Plans": FolderNone, "01 - plans": FolderNone,
		"Waiting": FolderPending, "/Waiting": FolderPending, "Old/Roads": FolderPending, "Roads": FolderNone, "xOld/Roads": FolderNone,
		"Pending_Approval": FolderNone, "Inbox": FolderDone, "inbox": FolderInbox, "Done": FolderNone, "Rejected": FolderRejected,
		"a/ok": FolderApproved, "b/a/ok": FolderApproved, "ok": FolderNone, "Approved": FolderNone, "": FolderNone,
	} {
		if got := FolderAt(p.Folders, dir); got != want {
			t.Errorf("%q is for %v, want %v", dir, got, want)
		}
	}
}

func TestFindWithOtherFolders(t *testing.T) {
	t.Parallel()
	p := placed(t, map[string][]string{"plans": {"docs/Roadmaps"}, "pending": {"Waiting"}})
	dir := examples.Folders(t, "one/docs/Roadmaps/Plans/", "one/docs/Roadmaps/Approved/", "one/docs/Roadmaps/Done/deep/", "two/Waiting/", "three/Plans/")
	for start, want := range map[string]string{"one/docs": "one", "one/docs/Roadmaps/Done/deep": "one", "two/Waiting": "two"} {
		found, err := Around{Places: p}.From(t.Context(), filepath.Join(dir, filepath.FromSlash(start)))
		if err != nil || found.Dirs[0] != filepath.Join(dir, want) {
			t.Errorf("from %s: %s, %v", start, found.Dirs, err)
		}
	}
	if p.IsVault(filepath.Join(dir, "three")) {
		t.Error("the usual folder makes a vault")
	}
}
