package disk_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

func TestATextWrittenInTheWindowStays(t *testing.T) {
	t.Parallel()
	vaulttest.NeedsExchange(t)
	for _, tt := range []struct {
		name string
		// do runs before the exchange (1), before the exchange back (2), before the
		// last one (3), and before a private file goes (0).
		do   func(t *testing.T, v *vaulttest.Vault, n int)
		want vaulttest.Files
		kept []string
		// ours is true when our text stands at the head of what is there now.
		ours bool
	}{
		{
			"another file came", func(t *testing.T, v *vaulttest.Vault, n int) {
				if n == 1 {
					v.Replace(t, "a", "theirs")
				}
			}, vaulttest.Files{"a": "theirs"}, []string{"theirs"}, false,
		},
		{
			"lines were added", func(t *testing.T, v *vaulttest.Vault, n int) {
				if n == 1 {
					v.Overwrite(t, "a", "old, and more")
				}
			}, vaulttest.Files{"a": "old, and more"}, []string{"old, and more"}, false,
		},
		{
			"another file came and then a third", func(t *testing.T, v *vaulttest.Vault, n int) {
				if n == 1 || n == 2 {
					v.Replace(t, "a", []string{"theirs", "their next"}[n-1])
				}
			}, vaulttest.Files{"a": "their next"}, []string{"their next", "theirs"}, false,
		},
		{
			"an agent read our text and puts that in the place of the other", func(t *testing.T, v *vaulttest.Vault, n int) {
				switch n {
				case 0:
					v.Replace(t, "a", "new, and more")
				case 1:
					v.Replace(t, "a", "theirs")
				}
			}, vaulttest.Files{"a": "new, and more"}, []string{"theirs"}, false,
		},
		{
			"our text was added to before it went", func(t *testing.T, v *vaulttest.Vault, n int) {
				switch n {
				case 1:
					v.Replace(t, "a", "theirs")
				case 2:
					v.Overwrite(t, "a", "new, and more")
				}
			}, vaulttest.Files{"a": "new, and more"}, []string{"new, and more", "theirs"}, true,
		},
		{
			"an agent read the displaced text and puts that in the place of the newer one", func(t *testing.T, v *vaulttest.Vault, n int) {
				switch n {
				case 0:
					v.Replace(t, "a", "theirs, and more")
				case 1:
					v.Replace(t, "a", "theirs")
				case 2:
					v.Replace(t, "a", "new, and more")
				}
			}, vaulttest.Files{"a": "theirs, and more"}, []string{"new, and more", "theirs"}, true,
		},
		{
			"the file was taken away behind our back", func(t *testing.T, v *vaulttest.Vault, n int) {
				switch n {
				case 1:
					v.Replace(t, "a", "theirs")
				case 2:
					if err := os.Remove(filepath.Join(v.Dir(), "a")); err != nil {
						t.Error(err)
					}
				}
			}, vaulttest.Files{}, []string{"theirs"}, false,
		},
		{
			"a folder came", func(t *testing.T, v *vaulttest.Vault, n int) {
				if n == 1 {
					v.MoveFile(t, "a", "b")
					v.Overwrite(t, "a/x", "x")
				}
			}, vaulttest.Files{"a/x": "x", "b": "old"}, nil, false,
		},
		{
			"a link came", func(t *testing.T, v *vaulttest.Vault, n int) {
				if n == 1 {
					v.MoveFile(t, "a", "b")
					if err := os.Symlink("b", filepath.Join(v.Dir(), "a")); err != nil {
						t.Error(err)
					}
				}
			}, vaulttest.Files{"a": "(a link)", "b": "old"}, nil, false,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := vaulttest.DecidingVault(t, vaulttest.Files{"a": "old"})
			swaps := 0
			v.Where.Disk.Before = func(op, name string) {
				switch {
				case op == "swap":
					swaps++
					tt.do(t, v, swaps)
				case op == "remove" && strings.HasSuffix(name, disk.AsideEnding):
					tt.do(t, v, 0)
				}
			}
			err := v.Where.Disk.Replace("a", disk.TempName(".", disk.NewID(vaulttest.Eleven)), []byte("old"), []byte("new"))
			want := model.ErrConflict
			if tt.ours {
				want = disk.ErrInPlace
			}
			if !errors.Is(err, want) {
				t.Errorf("replace: %v, want %v", err, want)
			}
			tree := vaulttest.TreeOf(t, v.Dir())
			vaulttest.SameFiles(t, "afterwards", vaulttest.WithoutKept(t, tree), tt.want)
			if got := vaulttest.KeptTexts(tree); !slices.Equal(got, tt.kept) {
				t.Errorf("kept %q, want %q", got, tt.kept)
			}
			var named []string
			if aside, ok := errors.AsType[*disk.KeptError](err); ok {
				for _, name := range aside.Names {
					named = append(named, tree[name])
				}
			}
			if slices.Sort(named); !slices.Equal(named, tt.kept) {
				t.Errorf("the error does not name what was kept: %v", err)
			}
		})
	}
}

// A text that is kept is named to the operator, also when the plan is written in the
// end.
func TestAKeptTextIsNamedInTheReceipt(t *testing.T) {
	t.Parallel()
	vaulttest.NeedsExchange(t)
	v := vaulttest.DecidingVault(t, vaulttest.BlockedVault())
	d := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceApprove, "")
	line := "\n- [2026-02-21T10:59:59Z] Agent: Waiting — still."
	v.EachStep("swap", func(n int, name string) {
		switch {
		case name != vaulttest.PlanFile || n > 2:
		case n == 1:
			v.Replace(t, vaulttest.PlanFile, examples.BlockedPlan+line)
		default:
			// The agent read our text and adds to that.
			v.Replace(t, vaulttest.PlanFile, vaulttest.TreeOf(t, v.Dir())[vaulttest.PlanFile]+line+line)
		}
	})
	receipt := vaulttest.MustDecide(t, v, d)
	tree := vaulttest.TreeOf(t, v.Dir())
	kept := vaulttest.KeptTexts(tree)
	if len(kept) != 2 || !slices.Contains(kept, examples.BlockedPlan+line) {
		t.Errorf("kept %q", kept)
	}
	for name := range tree {
		if strings.HasSuffix(name, disk.KeptEnding) && !strings.Contains(strings.Join(receipt.Notices, "\n"), name) {
			t.Errorf("%s is not named: %q", name, receipt.Notices)
		}
	}
	if text := tree[vaulttest.PlanFile]; strings.Count(text, vaulttest.ApprovedLine) != 1 || strings.Count(text, strings.TrimPrefix(line, "\n")) != 2 {
		t.Errorf("the plan is %q", text)
	}
}

// Somebody who has the file open would write into one that has no name any more.
func TestAFileThatIsBeingWrittenIsNotReplaced(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells who has a file open")
	}
	for _, when := range []string{"before the look", "before the exchange"} {
		t.Run(when, func(t *testing.T) {
			v := vaulttest.DecidingVault(t, vaulttest.Files{"a": "old"})
			var handle *os.File
			open := func() {
				var err error
				if handle, err = os.OpenFile(filepath.Join(v.Dir(), "a"), os.O_WRONLY|os.O_APPEND, 0); err != nil {
					t.Error(err)
				}
			}
			if when == "before the look" {
				open()
			} else {
				v.EachStep("swap", func(n int, _ string) {
					if n == 1 {
						open()
					}
				})
			}
			err := v.Where.Disk.Replace("a", disk.TempName(".", disk.NewID(vaulttest.Eleven)), []byte("old"), []byte("new"))
			if !errors.Is(err, disk.ErrBusy) {
				t.Errorf("replace: %v", err)
			}
			if _, err := handle.WriteString(", and more"); err != nil {
				t.Error(err)
			}
			handle.Close()
			vaulttest.SameFiles(t, "afterwards", vaulttest.TreeOf(t, v.Dir()), vaulttest.Files{"a": "old, and more"})
			if err := v.Where.Disk.Replace("a", disk.TempName(".", disk.NewID(vaulttest.Eleven)), []byte("old, and more"), []byte("new")); err != nil {
				t.Errorf("when it is closed: %v", err)
			}
		})
	}
}

func TestAnOpenRequestIsKeptWhenItIsDecidedOn(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells who has a file open")
	}
	v := vaulttest.DecidingVault(t, vaulttest.BlockedVault())
	d := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceApprove, "")
	handle := must.Get(os.OpenFile(filepath.Join(v.Dir(), vaulttest.PayFile), os.O_WRONLY|os.O_APPEND, 0))(t)
	defer handle.Close()
	receipt := vaulttest.MustDecide(t, v, d)
	if _, err := handle.WriteString("one line more\n"); err != nil {
		t.Error(err)
	}
	tree := vaulttest.TreeOf(t, v.Dir())
	if kept := vaulttest.KeptTexts(tree); len(kept) != 1 || kept[0] != vaulttest.PayRequest+"one line more\n" {
		t.Errorf("kept %q", kept)
	}
	if tree["Approved/pay.md"] != vaulttest.PayRequest || v.Where.Disk.Exists(vaulttest.PayFile) {
		t.Errorf("afterwards %q", tree)
	}
	if len(receipt.Notices) != 1 || !strings.Contains(receipt.Notices[0], "still has "+vaulttest.PayFile+" open for writing; what it writes there is kept in Pending_Approval/"+disk.PrivatePrefix) {
		t.Errorf("notices = %q", receipt.Notices)
	}
	if len(vaulttest.OpenLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
}

func TestAWriteProtectedFileIsLeftAlone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, path string
		files      vaulttest.Files
		choice     model.Choice
		protected  string
		// refused is true where the decision itself is the change of the file.
		refused bool
	}{
		{"the plan", vaulttest.PayFile, vaulttest.BlockedVault(), model.ChoiceApprove, vaulttest.PlanFile, true},
		{"the plan of a rejected request", vaulttest.PayFile, vaulttest.BlockedVault(), model.ChoiceReject, vaulttest.PlanFile, false},
		{"the day's log, a list", vaulttest.PayFile, vaulttest.BlockedVault().With(vaulttest.Files{vaulttest.DayFile: "[]\n"}), model.ChoiceApprove, vaulttest.DayFile, false},
		{"the day's log, lines", vaulttest.PayFile, vaulttest.BlockedVault().With(vaulttest.Files{vaulttest.DayFile: "{\"timestamp\": 1}\n"}), model.ChoiceApprove, vaulttest.DayFile, false},
		{"the note", vaulttest.PayFile, vaulttest.BlockedVault().With(vaulttest.Files{vaulttest.PayFile + ".note": "first\n"}), model.ChoiceChanges, vaulttest.PayFile + ".note", true},
		{"the request itself", vaulttest.PayFile, vaulttest.BlockedVault(), model.ChoiceApprove, vaulttest.PayFile, false},
		{"the event log", vaulttest.EventFile + "#244", vaulttest.Files{vaulttest.EventFile: vaulttest.OrphanLog}, model.ChoiceAck, vaulttest.EventFile, true},
		{"the trace", vaulttest.TracePath, vaulttest.Files{vaulttest.TracePath: vaulttest.TraceOf("in-progress", "in-progress")}, model.ChoiceRerun, vaulttest.TracePath, true},
		{"the memory", places.SeedName + "#pro_1", vaulttest.Files{places.SeedName: examples.Seed}, model.ChoiceAccept, places.SeedName, true},
		{"the journal", vaulttest.JournalName, vaulttest.Researching(vaulttest.JournalOf(vaulttest.FreshHead, vaulttest.EmptySections)), model.ChoiceEntry, vaulttest.JournalName, true},
		{"the configuration", ".math/problems/cogs", vaulttest.Researching(""), model.ChoiceSwitch, vaulttest.ConfigName, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := vaulttest.DecidingVault(t, tt.files)
			d := vaulttest.Wish(t, v, tt.path, tt.choice, "a note")
			must.Do(t, os.Chmod(filepath.Join(v.Dir(), tt.protected), 0o444))
			if tt.refused {
				vaulttest.RefusedWith(t, v, d, model.ErrNotAllowed, "it is write-protected")
				return
			}
			changes, err := v.Preview(t.Context(), d)
			if err != nil || slices.ContainsFunc(changes, func(c model.Change) bool { return c.Path == tt.protected && c.Kind != model.ChangeMove }) {
				t.Errorf("the preview promises a change of %s: %+v, %v", tt.protected, changes, err)
			}
			receipt := vaulttest.MustDecide(t, v, d)
			if tt.protected == vaulttest.PayFile {
				if tree := vaulttest.TreeOf(t, v.Dir()); tree["Approved/pay.md"] != vaulttest.PayRequest || v.Where.Disk.Exists(vaulttest.PayFile) || len(receipt.Notices) > 0 {
					t.Errorf("afterwards %q, notices %q", tree, receipt.Notices)
				}
				return
			}
			if got := vaulttest.TreeOf(t, v.Dir())[tt.protected]; got != tt.files[tt.protected] {
				t.Errorf("%s is %q", tt.protected, got)
			}
			if len(receipt.Notices) != 1 || !strings.Contains(receipt.Notices[0], "it is write-protected") || !strings.Contains(receipt.Notices[0], tt.protected) {
				t.Errorf("notices = %q", receipt.Notices)
			}
		})
	}
}

func TestAReplacedFileKeepsItsMode(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there are no modes")
	}
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o664, 0o755, 0o222} {
		v := vaulttest.DecidingVault(t, vaulttest.Files{"a": "old"})
		full := filepath.Join(v.Dir(), "a")
		must.Do(t, os.Chmod(full, mode))
		err := v.Where.Disk.Replace("a", disk.TempName(".", disk.NewID(vaulttest.Eleven)), []byte("old"), []byte("new"))
		if os.IsPermission(err) {
			continue
		}
		info, statErr := os.Stat(full)
		if err != nil || statErr != nil || info.Mode() != mode {
			t.Errorf("replace of a file with mode %v: %v, %v, now %v", mode, err, statErr, info.Mode())
		}
	}
}
