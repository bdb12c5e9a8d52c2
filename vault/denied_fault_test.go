//go:build linux

package vault_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"coldstart/testdata/must"
	"coldstart/vault/places"
)

// overLower decides in a vault that lies on the lower side of an overlay, as in a
// container's image: files are copied up when they change.
func (table *faultTable) overLower(t *testing.T, tt faultCase) {
	t.Run("the lower side of an overlay", func(t *testing.T) {
		base := t.TempDir()
		mounted(t, "tmpfs", base, "tmpfs", 0, "size=4m")
		lower, upper, work, merged := filepath.Join(base, "lower"), filepath.Join(base, "upper"), filepath.Join(base, "work"), filepath.Join(base, "vault")
		makeFiles(t, lower, tt.files)
		for _, dir := range []string{upper, work, merged} {
			makeFiles(t, dir, nil)
		}
		mounted(t, "overlay", merged, "overlay", 0, fmt.Sprintf("lowerdir=%s,upperdir=%s,workdir=%s", lower, upper, work))
		v := openVault(t, base, "state")
		d := wish(t, v, tt.path, tt.choice, tt.note)
		out, _ := errand{Base: base, State: "state", Operator: "ines", Decision: &d}.inChild(t)
		decided, noticed := tt.honest(t, v, out)
		if !decided || noticed {
			t.Errorf("%+v", out)
		}
		table.add("vault on an overlay", decided, noticed)
	})
}

// notToBeChanged decides where a file or a folder may not be changed: by a mark that
// holds for root too, and by the rights of an ordinary user.
func (table *faultTable) notToBeChanged(t *testing.T) {
	needsRoot(t)
	for _, tt := range faultCases(t) {
		t.Run(tt.name, func(t *testing.T) {
			for _, name := range []string{
				"Plans", "Pending_Approval", "Approved", "Rejected", "Logs", planFile, payFile, payFile + ".note", dayFile, eventFile, tracePath, places.SeedName, journalName, configName,
			} {
				table.marked(t, tt, name, "i")
				table.marked(t, tt, name, "a")
			}
			for _, folder := range []string{"Plans", "Pending_Approval", "Approved", "Rejected", "Logs", "."} {
				table.ofAnother(t, tt, folder)
			}
		})
	}
}

// marked decides while a file cannot be changed (i), or only be added to (a).
func (table *faultTable) marked(t *testing.T, tt faultCase, name, mark string) {
	t.Run(name+" has the mark "+mark, func(t *testing.T) {
		e, v := tt.prepare(t)
		full := filepath.Join(v.Dir(), name)
		if _, err := os.Lstat(full); errors.Is(err, fs.ErrNotExist) {
			return
		}
		if text, err := exec.CommandContext(t.Context(), "chattr", "+"+mark, full).CombinedOutput(); err != nil {
			t.Skipf("files cannot be marked here: %s", text)
		}
		off := func() { _ = exec.Command("chattr", "-"+mark, full).Run() }
		t.Cleanup(off)
		out, _ := e.inChild(t)
		off()
		decided, noticed := tt.honest(t, v, out)
		table.add("marked with chattr +"+mark, decided, noticed)
	})
}

// nobody is an account without rights of its own.
const nobody = 65534

// ofAnother decides as an ordinary user who owns the files but may not write in one of
// the folders.
func (table *faultTable) ofAnother(t *testing.T, tt faultCase, folder string) {
	t.Run("an ordinary user may not write in "+folder, func(t *testing.T) {
		e, v := tt.prepare(t)
		full := filepath.Join(v.Dir(), folder)
		if _, err := os.Lstat(full); errors.Is(err, fs.ErrNotExist) {
			return
		}
		giveAway(t, e.Base, nobody)
		must.Do(t, errors.Join(os.Chown(full, 0, 0), os.Chmod(full, 0o555)))
		cmd, text := e.command(t, copiedProgram(t, e.Base))
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		out, _ := reportOf(t, cmd.Run(), text)
		giveAway(t, e.Base, 0)
		decided, noticed := tt.honest(t, v, out)
		table.add("folder of another account", decided, noticed)
	})
}

// giveAway makes everything below a folder an account's, and lets it come there.
func giveAway(t *testing.T, base string, uid int) {
	t.Helper()
	err := filepath.WalkDir(base, func(name string, e fs.DirEntry, err error) error {
		if err == nil {
			err = os.Lchown(name, uid, uid)
		}
		if err == nil && e.IsDir() {
			err = os.Chmod(name, 0o755)
		}
		return err
	})
	for dir := filepath.Dir(base); err == nil && strings.HasPrefix(dir, os.TempDir()+"/"); dir = filepath.Dir(dir) {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// copiedProgram is the test program where any account can start it.
func copiedProgram(t *testing.T, dir string) string {
	t.Helper()
	from := must.Get(os.Open(testProgram(t)))(t)
	defer from.Close()
	name := filepath.Join(dir, "program")
	to := must.Get(os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755))(t)
	_, err := io.Copy(to, from)
	if err = errors.Join(err, to.Close()); err != nil {
		t.Fatal(err)
	}
	return name
}
