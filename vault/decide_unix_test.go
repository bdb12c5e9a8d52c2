//go:build unix

package vault_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/vaulttest"
)

func TestWhatIsNoRegularFileIsNeverDecidedOn(t *testing.T) {
	t.Parallel()
	for name, put := range map[string]func(full string) error{
		"a link": func(full string) error {
			return os.Symlink("../outside.md", full)
		},
		"a pipe": func(full string) error { return syscall.Mkfifo(full, 0o644) },
		"a folder": func(full string) error {
			return os.Mkdir(full, 0o755)
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := decidingVault(t, blockedVault().With(files{"outside.md": payRequest}))
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			full := filepath.Join(v.Dir(), payFile)
			must.Do(t, os.Remove(full))
			must.Do(t, put(full))
			refusedWith(t, v, d, model.ErrNotAllowed, "not a regular file: "+name)
		})
	}
}

func TestLinksInPlaceOfFoldersAndFilesAreNotFollowed(t *testing.T) {
	t.Parallel()
	elsewhere := files{"elsewhere/x": "x", "elsewhere/plan.md": examples.BlockedPlan, "elsewhere/log.json": "[]"}
	t.Run("the target folder", func(t *testing.T) {
		v := decidingVault(t, blockedVault().With(elsewhere))
		must.Do(t, os.Symlink("elsewhere", filepath.Join(v.Dir(), "Approved")))
		before := treeOf(t, v.Dir())
		_, err := v.Decide(t.Context(), wish(t, v, payFile, model.ChoiceApprove, ""))
		if err == nil || !strings.Contains(err.Error(), "Approved is a link, but decisions need a folder") {
			t.Errorf("Decide: %v", err)
		}
		sameFiles(t, "afterwards", treeOf(t, v.Dir()), before)
		wantFates(t, v, "refused ahead")
	})
	t.Run("the plan and the day's log", func(t *testing.T) {
		v := decidingVault(t, files{payFile: payRequest, "Plans/": "", "Logs/": ""}.With(elsewhere))
		for link, target := range map[string]string{planFile: "../elsewhere/plan.md", dayFile: "../elsewhere/log.json"} {
			must.Do(t, os.Symlink(target, filepath.Join(v.Dir(), link)))
		}
		d := wish(t, v, payFile, model.ChoiceApprove, "")
		refusedWith(t, v, d, model.ErrNotAllowed, planFile+": a link, not a file")
		must.Do(t, os.Remove(filepath.Join(v.Dir(), planFile)))
		d.Typed = "dues@corran-harbour.example"
		receipt := mustDecide(t, v, d)
		if !strings.Contains(strings.Join(receipt.Notices, "\n"), "the day's log was not written: reading "+dayFile+": not a regular file: a link") {
			t.Errorf("notices = %q", receipt.Notices)
		}
		sameFiles(t, "afterwards", treeOf(t, v.Dir()), files{
			"Approved/pay.md": payRequest, "Pending_Approval/": "", "Plans/": "", dayFile: "(a link)",
		}.With(elsewhere))
	})
}

// vaultOfAnother makes a vault that a process without privileges can read, and
// a state folder that it could write. Without root, the test's own user is kept
// out by permissions.
func vaultOfAnother(t *testing.T, f files) (v *vaulttest.Vault, program string, stranger *syscall.SysProcAttr) {
	t.Helper()
	v = decidingVault(t, f)
	base := filepath.Dir(v.Dir())
	must.Do(t, os.Mkdir(v.Where.Opts.StateDir, 0o777))
	if os.Geteuid() != 0 {
		for _, dir := range []string{v.Dir(), filepath.Join(v.Dir(), "Pending_Approval"), filepath.Join(v.Dir(), "Plans")} {
			must.Do(t, os.Chmod(dir, 0o555))
			t.Cleanup(func() {
				if err := os.Chmod(dir, 0o755); err != nil {
					t.Error(err)
				}
			})
		}
		return v, testProgram(t), nil
	}
	for dir, mode := range map[string]os.FileMode{filepath.Dir(base): 0o755, base: 0o755, v.Where.Opts.StateDir: 0o777} {
		must.Do(t, os.Chmod(dir, mode))
	}
	const nobody = 65534
	return v, copyOf(t, testProgram(t), filepath.Join(base, "program")), &syscall.SysProcAttr{
		Credential: &syscall.Credential{Uid: nobody, Gid: nobody},
	}
}

func copyOf(t *testing.T, from, to string) string {
	t.Helper()
	in := must.Get(os.Open(from))(t)
	defer in.Close()
	out := must.Get(os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755))(t)
	must.Get(io.Copy(out, in))(t)
	must.Do(t, out.Close())
	return to
}

func TestAVaultThatCannotBeWrittenIsAnnouncedAndLeftAlone(t *testing.T) {
	t.Parallel()
	v, program, stranger := vaultOfAnother(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	e := errand{Base: filepath.Dir(v.Dir()), State: "state", Operator: "ines", Decision: &d}
	cmd, text := e.command(t, program)
	cmd.SysProcAttr = stranger
	out, _ := reportOf(t, cmd.Run(), text)
	if !strings.Contains(out.ReadOnly, "no permission to write to Pending_Approval") {
		t.Errorf("the snapshot says read-only: %q", out.ReadOnly)
	}
	if out.Kind != model.ErrReadOnly.Error() || !strings.Contains(out.Err, "nothing can be written: no permission to write to Pending_Approval") {
		t.Errorf("Decide: %+v", out)
	}
	sameFiles(t, "the vault", treeOf(t, v.Dir()), blockedVault())
	sameFiles(t, "the state folder", treeOf(t, v.Where.Opts.StateDir), files{"./": ""})
}

func TestAFailureBeforePublicationLeavesEverything(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault().With(files{"Approved/": ""}))
	v.Where.Disk.OnlyNamed = true
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	before := treeOf(t, v.Dir())
	v.Before(t, "link", "Approved/pay.md", func() {
		// The unfinished file is gone, so that it cannot be given its name.
		if err := os.Remove(filepath.Join(v.Dir(), disk.TempName("Approved", lastID(t, v)))); err != nil {
			t.Error(err)
		}
	})
	if _, err := v.Decide(t.Context(), d); err == nil || !strings.Contains(err.Error(), "publishing Approved/pay.md") {
		t.Errorf("Decide: %v", err)
	}
	sameFiles(t, "afterwards", treeOf(t, v.Dir()), before)
	if len(openLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
	mustDecide(t, v, d)
}

func lastID(t *testing.T, v *vaulttest.Vault) string {
	t.Helper()
	lines := ledgerLines(t, v)
	if len(lines) == 0 {
		t.Fatal("the ledger is empty")
	}
	return lines[len(lines)-1]["id"].(string)
}

func TestAPendingCopyThatCannotGoIsTriedAgain(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	v.Before(t, "rename", ".retired", func() {
		// Something stands where the pending copy is to be moved.
		makeFiles(t, v.Dir(), files{disk.RetiredName("Pending_Approval", lastID(t, v)) + "/x": "x"})
	})
	receipt := mustDecide(t, v, d)
	if len(receipt.Notices) == 0 || len(openLedger(t, v)) != 1 {
		t.Fatalf("receipt = %+v, open = %+v", receipt, openLedger(t, v))
	}
	if got := treeOf(t, v.Dir()); got["Approved/pay.md"] != payRequest || got[payFile] != payRequest || got[planFile] != freedPlan(approvedLine) {
		t.Errorf("afterwards: %q", got)
	}
	must.Do(t, os.RemoveAll(filepath.Join(v.Dir(), disk.RetiredName("Pending_Approval", lastID(t, v)))))
	if receipts, err := v.Recover(t.Context(), eleven); err != nil || len(receipts) != 1 {
		t.Errorf("Recover = %+v, %v", receipts, err)
	}
	if v.Where.Disk.Exists(payFile) {
		t.Error("the pending copy is still there")
	}
}
