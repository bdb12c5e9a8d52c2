package places

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/examples"
	"coldstart/testdata/must"
)

// seen looks from a folder in a new tree, where home/ is the home folder and a folder with the file
// LEFT has what another program left. It returns what is opened, what stands beside, and how far up
// was looked, all relative to the tree.
func seen(t *testing.T, base, start string) (dirs, beside, upTo string) {
	t.Helper()
	a := Around{Home: filepath.Join(base, "home"), Marks: []string{"LEFT"}, Left: func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "LEFT"))
		return err == nil
	}}
	found := must.Get(a.From(t.Context(), filepath.Join(base, filepath.FromSlash(start))))(t)
	shown := func(paths ...string) string {
		for i, p := range paths {
			if rel, err := filepath.Rel(base, p); err == nil && filepath.IsLocal(rel) {
				paths[i] = filepath.ToSlash(rel)
			}
		}
		return strings.Join(paths, " ")
	}
	if upTo = shown(found.UpTo); found.Repository != (upTo != "/") {
		t.Errorf("up to %s, in a repository: %v", upTo, found.Repository)
	}
	return shown(found.Dirs...), shown(found.Beside...), upTo
}

func TestWhatIsOpened(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                string
		names               []string
		start               string
		dirs, beside, under string
	}{
		{"plans alone", []string{"v/Plans/"}, "v", "v", "", "/"},
		{"requests alone", []string{"v/pending-approval/"}, "v", "v", "", "/"},
		{"any case and punctuation", []string{"v/03_PLANS/"}, "v", "v", "", "/"},
		{"two other folders", []string{"v/Inbox/", "v/Done/"}, "v", "v", "", "/"},
		{"session events", []string{"v/.claude/haios/"}, "v", "v", "", "/"},
		{"journal", []string{"v/.math/config.json"}, "v", "v", "", "/"},
		{"memory", []string{"v/seed.json"}, "v", "v", "", "/"},
		{"from below", []string{"v/Plans/", "v/a/b/c/"}, "v/a/b/c", "v", "", "/"},
		{"from the archive inside", []string{"v/Plans/", "v/Done/Plans/", "v/Done/Actions/"}, "v/Done/Actions", "v", "", "/"},
		{"from two levels of parts", []string{"v/Plans/", "v/Done/Done/Plans/"}, "v/Done/Done", "v", "", "/"},
		{"a vault that is named like a part", []string{"Inbox/Plans/"}, "Inbox", "Inbox", "", "/"},
		{"nothing", []string{"v/"}, "v", "v", "", "/"},
		{"one other folder", []string{"v/Logs/"}, "v", "v", "", "/"},
		{"a file with a folder's name", []string{"v/Plans", "v/x/"}, "v/x", "v/x", "", "/"},
		{"a folder .claude alone", []string{"v/.claude/settings.json", "v/x/"}, "v/x", "v/x", "", "/"},

		{"the nearest vault, and the one around it beside", []string{"v/Plans/", "v/a/Plans/", "v/a/b/"}, "v/a/b", "v/a", "v", "/"},
		{"another program outside of a repository", []string{"work/LEFT", "work/a/"}, "work/a", "work", "", "/"},
		{"another program in the home folder", []string{"home/LEFT", "home/notes/"}, "home/notes", "home/notes", "", "/"},
		{"another program in the home folder itself", []string{"home/LEFT"}, "home", "home", "", "/"},
		{"a vault in the home folder", []string{"home/Plans/", "home/notes/"}, "home/notes", "home", "", "/"},

		{"an empty repository", []string{"r/.git/", "r/src/deep/"}, "r/src/deep", "r/src/deep", "", "r"},
		{"a worktree, whose .git is a file", []string{"Plans/", "r/.git", "r/Plans/", "r/src/"}, "r/src", "r", "", "r"},
		{"another program at the root", []string{"r/.git/", "r/LEFT", "r/src/deep/"}, "r/src/deep", "r", "", "r"},
		{"another program below, a vault at the root", []string{"r/.git/", "r/Plans/", "r/api/LEFT", "r/api/x/"}, "r/api/x", "r/api", "r", "r"},
		{"a vault below, another program at the root", []string{"r/.git/", "r/LEFT", "r/attic/Plans/", "r/attic/Done/"}, "r", "r", "r/attic", "r"},
		{"the same, from a folder beside the vault", []string{"r/.git/", "r/LEFT", "r/attic/Plans/", "r/attic/Done/", "r/src/x/"}, "r/src/x", "r", "r/attic", "r"},
		{"the same, from the vault", []string{"r/.git/", "r/LEFT", "r/attic/Plans/", "r/attic/Done/"}, "r/attic", "r/attic", "r", "r"},
		{"a vault with both", []string{"r/.git/", "r/LEFT", "r/Plans/"}, "r", "r", "", "r"},
		{"a vault at the root with vaults below", []string{"r/.git/", "r/Plans/", "r/Done/Plans/", "r/Done/Logs/", "r/till/Plans/", "r/till/Done/", "r/x/attic/Plans/", "r/x/attic/Done/"}, "r", "r", "r/till r/x/attic", "r"},
		{"from a part of the vault", []string{"r/.git/", "r/Plans/", "r/Done/x/Plans/", "r/Done/x/Logs/"}, "r/Done", "r", "", "r"},
		{"vaults below an empty root", []string{"r/.git/", "r/b/Plans/", "r/b/Done/", "r/a/seed.json", "r/src/"}, "r", "r/a r/b", "", "r"},
		{"the same, from a folder without any", []string{"r/.git/", "r/b/Plans/", "r/b/Done/", "r/src/"}, "r/src", "r/b", "", "r"},
		{"a vault below the folder, deep in the repository", []string{"r/.git/", "r/LEFT", "r/a/b/c/v/seed.json"}, "r/a/b", "r", "r/a/b/c/v", "r"},
		{"another program below the root", []string{"r/.git/", "r/packages/b/LEFT", "r/packages/a/LEFT", "r/src/"}, "r/src", "r/packages/a r/packages/b", "", "r"},
		{"the root first, and what lies below it", []string{"r/.git/", "r/LEFT", "r/packages/a/LEFT", "r/docs/Plans/", "r/docs/Done/"}, "r", "r", "r/docs r/packages/a", "r"},
		{"another program too far below", []string{"r/.git/", "r/a/b/c/LEFT"}, "r", "r", "", "r"},
		{"another program in a repository below", []string{"r/.git/", "r/a/.git/", "r/a/LEFT"}, "r", "r", "", "r"},
		{"another program in a submodule below", []string{"r/.git/", "r/a/.git", "r/a/LEFT"}, "r", "r/a", "", "r"},
		{"another program below a folder that is no repository", []string{"v/a/LEFT"}, "v", "v", "", "/"},
		{"a vault around the repository", []string{"Plans/", "Done/", "r/.git/", "r/src/"}, "r/src", ".", "", "r"},
		{"a vault around the repository, by its sign", []string{"seed.json", "r/.git/", "r/src/"}, "r/src", ".", "", "r"},
		{"one folder around the repository", []string{"Plans/", "r/.git/", "r/src/"}, "r/src", "r/src", "", "r"},
		{"a repository beside, with a telling name", []string{"plans/.git/", "other/.git/", "r/.git/", "r/src/"}, "r/src", "r/src", "", "r"},
		{"repositories beside, with the names of a vault", []string{"plans/.git/", "inbox/.git", "logs/", "r/.git/"}, "r", "r", "", "r"},
		{"two folders of a vault, and repositories beside", []string{"plans/", "inbox/.git", "logs/", "r/.git/"}, "r", ".", "", "r"},
		{"a repository with the name of a part", []string{"Plans/", "done/.git/", "done/src/"}, "done/src", "done/src", "", "done"},
		{"a vault in a repository with the name of a part", []string{"Plans/", "Approved/.git/", "Approved/Plans/"}, "Approved", "Approved", "", "Approved"},
		{"a repository as a part, beside one other", []string{"Plans/", "Logs/", "Inbox/.git/"}, "Inbox", ".", "", "Inbox"},
		{"a vault two repositories up", []string{"Plans/", "Done/", "x/.git/", "x/Plans/", "x/r/.git/"}, "x/r", ".", "", "x/r"},
		{"the same with something in the repository", []string{"Plans/", "Done/", "r/.git/", "r/LEFT", "r/src/"}, "r/src", "r", "", "r"},
		{"another program around the repository", []string{"LEFT", "r/.git/", "r/src/"}, "r/src", "r/src", "", "r"},
		{"a repository in a repository", []string{"r/.git/", "r/Plans/", "r/Logs/", "r/mod/.git", "r/mod/src/"}, "r/mod/src", "r", "", "r/mod"},
		{"the home folder as a repository", []string{"home/.git/", "home/LEFT", "home/notes/"}, "home/notes", "home/notes", "", "/"},
		{"the home folder as a repository, from itself", []string{"home/.git/", "home/LEFT"}, "home", "home", "", "home"},
		{"folders that hold no vault", []string{"r/.git/", "r/vendor/v/seed.json", "r/build/seed.json", "r/node_modules/seed.json", "r/.cache/seed.json"}, "r", "r", "", "r"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dirs, beside, upTo := seen(t, examples.Folders(t, tt.names...), tt.start)
			if dirs != tt.dirs || beside != tt.beside || upTo != tt.under {
				t.Errorf("opens %q beside %q, up to %s; want %q beside %q, up to %s", dirs, beside, upTo, tt.dirs, tt.beside, tt.under)
			}
		})
	}
}

func TestWhatCannotBeReadIsPassedOver(t *testing.T) {
	t.Parallel()
	base := examples.Folders(t, "r/.git/", "r/shut/Plans/", "r/shut/Done/", "r/till/Plans/", "r/till/Done/", "r/src/")
	must.Do(t, os.Chmod(filepath.Join(base, "r", "shut"), 0))
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(base, "r", "shut"), 0o755) })
	want := "r/till"
	if _, err := os.ReadDir(filepath.Join(base, "r", "shut")); err == nil {
		want = "r/shut r/till" // this account may read everything
	}
	if dirs, _, _ := seen(t, base, "r/src"); dirs != want {
		t.Errorf("opens %q, want %q", dirs, want)
	}
}

func TestALargeRepositoryIsSearchedInPart(t *testing.T) {
	t.Parallel()
	base := examples.Folders(t, "r/.git/", "r/zz/v/seed.json", "r/aa/seed.json")
	for i := range mostSearched {
		must.Do(t, os.MkdirAll(filepath.Join(base, "r", fmt.Sprintf("b%03d", i), "x"), 0o755))
	}
	if dirs, _, _ := seen(t, base, "r"); dirs != "r/aa" {
		t.Errorf("opens %q", dirs)
	}
}

func TestANamedFolderIsThatFolder(t *testing.T) {
	t.Parallel()
	base := examples.Folders(t, "v/Plans/x/", "v/src/", "v/Done/", "many/a/seed.json", "many/b/seed.json", "left/LEFT", "left/v/seed.json", "file",
		"code/plans/.git/", "code/done/.git/", "both/plans/", "both/logs/", "both/done/.git/")
	a := Around{Left: func(dir string) bool { return strings.HasSuffix(dir, "left") }}
	for name, want := range map[string]string{
		"v": "v", "v/Done": "v", "code/done": "code/done", "both/done": "both", "v/Plans/x": "v", "v/src": "v/src", "many": "many/a many/b", "left": "left", "file": "file", "gone": "gone",
	} {
		dirs := must.Get(a.Meant(t.Context(), filepath.Join(base, filepath.FromSlash(name))))(t)
		for i := range dirs {
			rel := must.Get(filepath.Rel(base, dirs[i]))(t)
			dirs[i] = filepath.ToSlash(rel)
		}
		if got := strings.Join(dirs, " "); got != want {
			t.Errorf("%s means %q, want %q", name, got, want)
		}
	}
}

func TestSignsBehindLinksDoNotCount(t *testing.T) {
	t.Parallel()
	base := examples.Folders(t, "out/haios/", "v/x/")
	if err := os.Symlink(filepath.Join(base, "out"), filepath.Join(base, "v", ".claude")); err != nil {
		t.Skipf("needs links: %v", err)
	}
	if dirs, _, _ := seen(t, base, "v/x"); dirs != "v/x" {
		t.Errorf("opens %q, want the folder itself", dirs)
	}
}

func TestIsFolder(t *testing.T) {
	t.Parallel()
	base := examples.Folders(t, "d/", "f")
	for name, want := range map[string]bool{"d": true, "f": false, "none": false, "f/below": false} {
		if got := IsFolder(filepath.Join(base, filepath.FromSlash(name))); got != want {
			t.Errorf("IsFolder(%s) = %v", name, got)
		}
	}
}

func TestFindBelow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		folders []string
		want    []string
	}{
		{"nothing", nil, nil},
		{"nested", []string{"AI_Employee_Vault/Plans", "AI_Employee_Vault/Pending_Approval", "src"}, []string{"AI_Employee_Vault"}},
		{"two down", []string{"tiers/Gold/Needs_Action", "tiers/Gold/Done"}, []string{"tiers/Gold"}},
		{"three down is too far", []string{"a/b/c/Plans", "a/b/c/Done"}, nil},
		{"several, in order", []string{"silver/plans", "silver/logs", "bronze/Plans", "bronze/Inbox"}, []string{"bronze", "silver"}},
		{"one folder of a kind is not enough", []string{"app/plans", "site/done"}, nil},
		{"what lies in a vault is part of it", []string{"vault/Plans", "vault/Done", "vault/archive/Plans", "vault/archive/Done"}, []string{"vault"}},
		{"hidden folders are passed over", []string{".cache/Plans", ".cache/Done", "node_modules/x/Plans", "node_modules/x/Done"}, nil},
		{"several plans are enough", []string{"app/Plans/PLAN_1.md", "app/Plans/plan-2.md", "app/Plans/mail_plan.md", "docs/plans/2026-01-02-a-plan.md", "docs/plans/2026-01-03-b-plan.md", "docs/plans/2026-01-04-c-plan.md"}, []string{"app"}},
		{"two plans are not", []string{"app/Plans/PLAN_1.md", "app/Plans/PLAN_2.md"}, nil},
		{"one request that waits is enough", []string{"silver/Pending_Approval/reply.md"}, []string{"silver"}},
		{"a folder of this name is not", []string{"silver/Pending_Approval", "gold/pending/reply.md"}, nil},
		{"archives and logs are anybody's", []string{"app/archive/", "app/logs/"}, nil},
		{"requests in one folder", []string{"app/Approvals/Pending/", "app/Approvals/Approved/"}, []string{"app"}},
		{"a sign is enough", []string{"lab/.claude/haios"}, []string{"lab"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for i, f := range tt.folders {
				if path.Ext(f) != ".md" {
					tt.folders[i] += "/"
				}
			}
			dir := examples.Folders(t, tt.folders...)
			got := must.Get(Places{}.FindBelow(t.Context(), dir))(t)
			for i := range got {
				name := must.Get(filepath.Rel(dir, got[i]))(t)
				got[i] = filepath.ToSlash(name)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFindBelowFollowsNoLinks(t *testing.T) {
	t.Parallel()
	dir, other := t.TempDir(), t.TempDir()
	for _, f := range []string{"Plans", "Done"} {
		must.Do(t, os.Mkdir(filepath.Join(other, f), 0o755))
	}
	if err := os.Symlink(other, filepath.Join(dir, "vault")); err != nil {
		t.Skip("links cannot be made here:", err)
	}
	if got, err := (Places{}).FindBelow(t.Context(), dir); err != nil || len(got) > 0 {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestFindBelowAFolderThatIsNotThere(t *testing.T) {
	t.Parallel()
	if got, err := (Places{}).FindBelow(t.Context(), filepath.Join(t.TempDir(), "no")); err == nil {
		t.Errorf("got %q and no error", got)
	}
}

func TestAWorkingDirectoryThatIsGone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	must.Do(t, os.Mkdir(dir, 0o755))
	t.Chdir(dir)
	if err := os.Remove(dir); err != nil {
		t.Skipf("it cannot be removed while it is used: %v", err)
	}
	if _, err := (Around{}).From(t.Context(), "."); err == nil || !strings.Contains(err.Error(), "finding the working directory: ") {
		t.Errorf("got %v", err)
	}
}

// TestAVaultWithLittleInItHidesNoOthers looks below a folder that was named.
func TestAVaultWithLittleInItHidesNoOthers(t *testing.T) {
	t.Parallel()
	base := examples.Folders(t, "thin/Plans/", "thin/ai/Plans/", "thin/ai/Inbox/", "full/Plans/", "full/Logs/", "full/ai/Plans/", "full/ai/Inbox/", "signed/seed.json", "signed/ai/seed.json")
	for name, want := range map[string][]string{"thin": {filepath.Join(base, "thin", "ai")}, "full": nil, "signed": nil} {
		got, err := Around{}.Nested(t.Context(), filepath.Join(base, name))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("below %s: %q, %v", name, got, err)
		}
	}
}

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
