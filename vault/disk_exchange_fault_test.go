package vault

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// needsExchange skips tests of what only systems with an exchange of names promise.
func needsExchange(t *testing.T) {
	t.Helper()
	v := decidingVault(t, files{"a": "", "b": ""})
	if err := v.where.Disk.InFolder("a", "b", disk.ExchangeIn); disk.LacksRename(err) {
		t.Skip("this system cannot exchange two names")
	}
}

// steps runs do with the number of each step of one kind, as it is reached.
func (v *Vault) steps(op string, do func(n int, name string)) {
	n := 0
	v.where.Disk.Before = func(got, name string) {
		if got == op {
			n++
			do(n, name)
		}
	}
}

// keptTexts returns the texts of all kept files.
func keptTexts(tree files) (texts []string) {
	for name, text := range tree {
		if strings.HasSuffix(name, disk.KeptEnding) {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	return texts
}

// withoutKept returns a tree without the kept files, and fails for names that agents
// or version control would take for their own.
func withoutKept(t *testing.T, tree files) files {
	t.Helper()
	next := files{}
	for name, text := range tree {
		base := path.Base(name)
		switch {
		case !strings.HasPrefix(base, disk.PrivatePrefix):
			next[name] = text
		case !strings.HasSuffix(base, disk.KeptEnding):
			t.Errorf("left over: %s", name)
		}
	}
	return next
}

// replaced writes a file anew under its name, as agents do that rename.
func (v *Vault) replaced(t *testing.T, name, text string) {
	t.Helper()
	full := filepath.Join(v.where.Dir, name)
	if err := os.WriteFile(full+"~", []byte(text), 0o644); err != nil {
		t.Error(err)
	}
	if err := os.Rename(full+"~", full); err != nil {
		t.Error(err)
	}
}

func TestATextWrittenInTheWindowStays(t *testing.T) {
	t.Parallel()
	needsExchange(t)
	for _, tt := range []struct {
		name string
		// do runs before the exchange (1), before the exchange back (2), before the
		// last one (3), and before a private file goes (0).
		do   func(t *testing.T, v *Vault, n int)
		want files
		kept []string
		// ours is true when our text stands at the head of what is there now.
		ours bool
	}{
		{
			"another file came", func(t *testing.T, v *Vault, n int) {
				if n == 1 {
					v.replaced(t, "a", "theirs")
				}
			}, files{"a": "theirs"}, []string{"theirs"}, false,
		},
		{
			"lines were added", func(t *testing.T, v *Vault, n int) {
				if n == 1 {
					v.overwrite(t, "a", "old, and more")
				}
			}, files{"a": "old, and more"}, []string{"old, and more"}, false,
		},
		{
			"another file came and then a third", func(t *testing.T, v *Vault, n int) {
				if n == 1 || n == 2 {
					v.replaced(t, "a", []string{"theirs", "their next"}[n-1])
				}
			}, files{"a": "their next"}, []string{"their next", "theirs"}, false,
		},
		{
			"an agent read our text and puts that in the place of the other", func(t *testing.T, v *Vault, n int) {
				switch n {
				case 0:
					v.replaced(t, "a", "new, and more")
				case 1:
					v.replaced(t, "a", "theirs")
				}
			}, files{"a": "new, and more"}, []string{"theirs"}, false,
		},
		{
			"our text was added to before it went", func(t *testing.T, v *Vault, n int) {
				switch n {
				case 1:
					v.replaced(t, "a", "theirs")
				case 2:
					v.overwrite(t, "a", "new, and more")
				}
			}, files{"a": "new, and more"}, []string{"new, and more", "theirs"}, true,
		},
		{
			"an agent read the displaced text and puts that in the place of the newer one", func(t *testing.T, v *Vault, n int) {
				switch n {
				case 0:
					v.replaced(t, "a", "theirs, and more")
				case 1:
					v.replaced(t, "a", "theirs")
				case 2:
					v.replaced(t, "a", "new, and more")
				}
			}, files{"a": "theirs, and more"}, []string{"new, and more", "theirs"}, true,
		},
		{
			"the file was taken away behind our back", func(t *testing.T, v *Vault, n int) {
				switch n {
				case 1:
					v.replaced(t, "a", "theirs")
				case 2:
					if err := os.Remove(filepath.Join(v.where.Dir, "a")); err != nil {
						t.Error(err)
					}
				}
			}, files{}, []string{"theirs"}, false,
		},
		{
			"a folder came", func(t *testing.T, v *Vault, n int) {
				if n == 1 {
					v.move(t, "a", "b")
					v.overwrite(t, "a/x", "x")
				}
			}, files{"a/x": "x", "b": "old"}, nil, false,
		},
		{
			"a link came", func(t *testing.T, v *Vault, n int) {
				if n == 1 {
					v.move(t, "a", "b")
					if err := os.Symlink("b", filepath.Join(v.where.Dir, "a")); err != nil {
						t.Error(err)
					}
				}
			}, files{"a": "(a link)", "b": "old"}, nil, false,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{"a": "old"})
			swaps := 0
			v.where.Disk.Before = func(op, name string) {
				switch {
				case op == "swap":
					swaps++
					tt.do(t, v, swaps)
				case op == "remove" && strings.HasSuffix(name, disk.AsideEnding):
					tt.do(t, v, 0)
				}
			}
			err := v.where.Disk.Replace("a", disk.TempName(".", disk.NewID(eleven)), []byte("old"), []byte("new"))
			want := model.ErrConflict
			if tt.ours {
				want = disk.ErrInPlace
			}
			if !errors.Is(err, want) {
				t.Errorf("replace: %v, want %v", err, want)
			}
			tree := treeOf(t, v.where.Dir)
			sameFiles(t, "afterwards", withoutKept(t, tree), tt.want)
			if got := keptTexts(tree); !slices.Equal(got, tt.kept) {
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
	needsExchange(t)
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	line := "\n- [2026-02-21T10:59:59Z] Agent: Waiting — still."
	v.steps("swap", func(n int, name string) {
		switch {
		case name != planFile || n > 2:
		case n == 1:
			v.replaced(t, planFile, examples.BlockedPlan+line)
		default:
			// The agent read our text and adds to that.
			v.replaced(t, planFile, treeOf(t, v.where.Dir)[planFile]+line+line)
		}
	})
	receipt := mustDecide(t, v, d)
	tree := treeOf(t, v.where.Dir)
	kept := keptTexts(tree)
	if len(kept) != 2 || !slices.Contains(kept, examples.BlockedPlan+line) {
		t.Errorf("kept %q", kept)
	}
	for name := range tree {
		if strings.HasSuffix(name, disk.KeptEnding) && !strings.Contains(strings.Join(receipt.Notices, "\n"), name) {
			t.Errorf("%s is not named: %q", name, receipt.Notices)
		}
	}
	if text := tree[planFile]; strings.Count(text, approvedLine) != 1 || strings.Count(text, strings.TrimPrefix(line, "\n")) != 2 {
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
			v := decidingVault(t, files{"a": "old"})
			var handle *os.File
			open := func() {
				var err error
				if handle, err = os.OpenFile(filepath.Join(v.where.Dir, "a"), os.O_WRONLY|os.O_APPEND, 0); err != nil {
					t.Error(err)
				}
			}
			if when == "before the look" {
				open()
			} else {
				v.steps("swap", func(n int, _ string) {
					if n == 1 {
						open()
					}
				})
			}
			err := v.where.Disk.Replace("a", disk.TempName(".", disk.NewID(eleven)), []byte("old"), []byte("new"))
			if !errors.Is(err, disk.ErrBusy) {
				t.Errorf("replace: %v", err)
			}
			if _, err := handle.WriteString(", and more"); err != nil {
				t.Error(err)
			}
			handle.Close()
			sameFiles(t, "afterwards", treeOf(t, v.where.Dir), files{"a": "old, and more"})
			if err := v.where.Disk.Replace("a", disk.TempName(".", disk.NewID(eleven)), []byte("old, and more"), []byte("new")); err != nil {
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
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	handle, err := os.OpenFile(filepath.Join(v.where.Dir, payFile), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer handle.Close()
	receipt := mustDecide(t, v, d)
	if _, err := handle.WriteString("one line more\n"); err != nil {
		t.Error(err)
	}
	tree := treeOf(t, v.where.Dir)
	if kept := keptTexts(tree); len(kept) != 1 || kept[0] != payRequest+"one line more\n" {
		t.Errorf("kept %q", kept)
	}
	if tree["Approved/pay.md"] != payRequest || v.where.Disk.Exists(payFile) {
		t.Errorf("afterwards %q", tree)
	}
	if len(receipt.Notices) != 1 || !strings.Contains(receipt.Notices[0], "still has "+payFile+" open for writing; what it writes there is kept in Pending_Approval/"+disk.PrivatePrefix) {
		t.Errorf("notices = %q", receipt.Notices)
	}
	if len(openLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
}

func TestAWriteProtectedFileIsLeftAlone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, path string
		files      files
		choice     model.Choice
		protected  string
		// refused is true where the decision itself is the change of the file.
		refused bool
	}{
		{"the plan", payFile, blockedVault(), model.ChoiceApprove, planFile, false},
		{"the day's log, a list", payFile, blockedVault().with(files{dayFile: "[]\n"}), model.ChoiceApprove, dayFile, false},
		{"the day's log, lines", payFile, blockedVault().with(files{dayFile: "{\"timestamp\": 1}\n"}), model.ChoiceApprove, dayFile, false},
		{"the note", payFile, blockedVault().with(files{payFile + ".note": "first\n"}), model.ChoiceChanges, payFile + ".note", true},
		{"the request itself", payFile, blockedVault(), model.ChoiceApprove, payFile, false},
		{"the event log", eventFile + "#244", files{eventFile: orphanLog}, model.ChoiceAck, eventFile, true},
		{"the trace", tracePath, files{tracePath: seedTrace("in-progress", "in-progress")}, model.ChoiceRerun, tracePath, true},
		{"the memory", places.SeedName + "#pro_1", files{places.SeedName: examples.Seed}, model.ChoiceAccept, places.SeedName, true},
		{"the journal", journalName, researching(headed(freshHead, sections)), model.ChoiceEntry, journalName, true},
		{"the configuration", ".math/problems/cogs", researching(""), model.ChoiceSwitch, configName, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, tt.files)
			d := wish(t, v, tt.path, tt.choice, "a note")
			if err := os.Chmod(filepath.Join(v.where.Dir, tt.protected), 0o444); err != nil {
				t.Fatal(err)
			}
			if tt.refused {
				refusedWith(t, v, d, model.ErrNotAllowed, "it is write-protected")
				return
			}
			changes, err := v.Preview(t.Context(), d)
			if err != nil || slices.ContainsFunc(changes, func(c model.Change) bool { return c.Path == tt.protected && c.Kind != model.ChangeMove }) {
				t.Errorf("the preview promises a change of %s: %+v, %v", tt.protected, changes, err)
			}
			receipt := mustDecide(t, v, d)
			if tt.protected == payFile {
				if tree := treeOf(t, v.where.Dir); tree["Approved/pay.md"] != payRequest || v.where.Disk.Exists(payFile) || len(receipt.Notices) > 0 {
					t.Errorf("afterwards %q, notices %q", tree, receipt.Notices)
				}
				return
			}
			if got := treeOf(t, v.where.Dir)[tt.protected]; got != tt.files[tt.protected] {
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
		v := decidingVault(t, files{"a": "old"})
		full := filepath.Join(v.where.Dir, "a")
		if err := os.Chmod(full, mode); err != nil {
			t.Fatal(err)
		}
		err := v.where.Disk.Replace("a", disk.TempName(".", disk.NewID(eleven)), []byte("old"), []byte("new"))
		if os.IsPermission(err) {
			continue
		}
		info, statErr := os.Stat(full)
		if err != nil || statErr != nil || info.Mode() != mode {
			t.Errorf("replace of a file with mode %v: %v, %v, now %v", mode, err, statErr, info.Mode())
		}
	}
}
