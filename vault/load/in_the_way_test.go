package load_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
)

func problemAt(s model.Snapshot, name string) string {
	var reasons []string
	for _, p := range s.Problems {
		if p.Path == name {
			reasons = append(reasons, p.Reason)
		}
	}
	return strings.Join(reasons, "\n")
}

func TestAFileInAFoldersPlaceIsNamed(t *testing.T) {
	t.Parallel()
	for name, decides := range map[string]bool{
		"Pending_Approval": true, "Plans": true, "Approved": false, "Rejected": false, "Logs": true,
		"Done": true, "In_Progress": true, "Needs_Action": true, "Inbox": true,
		".claude": true, ".claude/haios": true, ".math": true, ".math/problems": true, "docs": true, "docs/work": true, "docs/work/active": true,
	} {
		t.Run(name, func(t *testing.T) {
			v, _ := openContents(t, contents{name: "x\n", "Company_Handbook.md": "# Rules\n"})
			s := mustLoad(t, v)
			want := "a file where the folder " + name + " should be; nothing that belongs in it is shown"
			if got := problemAt(s, name); !strings.EqualFold(got, want) || len(s.Problems) != 1 {
				t.Errorf("got %q of %+v", got, s.Problems)
			}
			if decides != (s.ReadOnly == "") {
				t.Errorf("read-only: %q", s.ReadOnly)
			}
		})
	}
}

// Ordinary repositories have a file called log or plan.
func TestAFileOfALikeNameMattersInAVaultOnly(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"log", "plan", "done", "inbox"} {
		v, dir := openContents(t, contents{name: "x\n"})
		if s := mustLoad(t, v); len(s.Problems) != 0 {
			t.Errorf("%s in an ordinary folder: %+v", name, s.Problems)
		}
		must.Do(t, os.Mkdir(filepath.Join(dir, "Pending_Approval"), 0o755))
		if s := mustLoad(t, v); problemAt(s, name) == "" {
			t.Errorf("%s in a vault is not named", name)
		}
	}
}

// A link leads elsewhere, so nothing is even written down.
func TestNothingIsDecidedThroughALink(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"elsewhere", "../outside"} {
		v := decidingVault(t, blockedVault().With(files{"elsewhere/a.txt": "x", "../outside/a.txt": "x"}))
		if err := os.Symlink(to, filepath.Join(v.Dir(), "Approved")); err != nil {
			t.Skip(err)
		}
		s := mustLoad(t, v)
		want := "Approved is a link, but decisions need a folder; replace it with one"
		if s.ReadOnly != want {
			t.Errorf("%s: read-only %q", to, s.ReadOnly)
		}
		refusedWith(t, v, wish(t, v, payFile, model.ChoiceApprove, ""), model.ErrReadOnly, want)
		wantFates(t, v, to)
	}
}

func TestAFileThatOnlyResemblesAFolderIsOrdinary(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"plans.md": "x", "Done.txt": "x", "Logs~": "x", ".log": "x", "done.1": "x", "Docs.md": "x",
		// Beside the folder that is read, a file is a file.
		"log": "x", "Logs/2026-03-14.md": "x", "Plans/PLAN-1.md": "---\ntask_id: 1\ncreated_date: '2026-03-01'\n---\n",
	})
	if s := mustLoad(t, v); len(s.Problems) > 0 || s.ReadOnly != "" {
		t.Errorf("got %+v, %q", s.Problems, s.ReadOnly)
	}
	v, _ = openContents(t, contents{"Approved": "x", "approved_/a.md": "x"})
	if s := mustLoad(t, v); !hasProblem(s, "Approved") {
		t.Errorf("agents look into Approved: %+v", s.Problems)
	}
}

func TestAStateFolderThatIsAFile(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	contents{"vault/Plans/PLAN-1.md": "---\ntask_id: 1\ncreated_date: '2026-03-01'\n---\n", "file": "x"}.Write(t, base)
	s := mustLoad(t, openVault(t, base, "file/coldstart"))
	if !strings.HasSuffix(s.ReadOnly, filepath.Join(base, "file")+" is a file and not a folder; set XDG_STATE_HOME to a folder") {
		t.Errorf("got %q", s.ReadOnly)
	}
}
