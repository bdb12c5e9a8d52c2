//go:build linux

package vault_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/disk"
	"coldstart/vault/source"
	"coldstart/vault/vaulttest"
)

// accessListOf returns one account, or all of them, the right to read and write, in the form
// of the kernel, beside the rights of the owner, the group and the others.
func accessListOf(account string) []byte {
	return []byte("\x02\x00\x00\x00" + "\x01\x00\x06\x00\xff\xff\xff\xff" + "\x02\x00\x06\x00" + account +
		"\x04\x00\x04\x00\xff\xff\xff\xff" + "\x10\x00\x06\x00\xff\xff\xff\xff" + "\x20\x00\x04\x00\xff\xff\xff\xff")
}

// account12345 is the number of an account in an access list.
const account12345 = "\x39\x30\x00\x00"

func TestOnlyWeMayWriteWhatIsPublished(t *testing.T) {
	t.Parallel()
	for _, named := range []bool{false, true} {
		for mode, want := range map[os.FileMode]os.FileMode{0o666: 0o644, 0o777: 0o755, 0o777 | os.ModeSetuid: 0o755, 0o660: 0o640, 0o600: 0o600, 0o444: 0o444} {
			for _, path := range []string{payFile, planFile} {
				if path == planFile && mode == 0o444 {
					// Its plan could not be written.
					continue
				}
				t.Run(fmt.Sprintf("%v of %s, named %v", mode, path, named), func(t *testing.T) {
					start := blockedVault().With(files{"Approved/": ""})
					if path == planFile {
						start = files{planFile: examples.BlockedPlan, "Approved/": ""}
					}
					v := decidingVault(t, start)
					v.Where.Disk.OnlyNamed = named
					full := filepath.Join(v.Dir(), path)
					must.Do(t, os.Chmod(full, mode))
					if err := unix.Setxattr(filepath.Join(v.Dir(), "Approved"), "system.posix_acl_default", accessListOf(account12345), 0); err != nil {
						t.Logf("without an access list: %v", err)
					}
					made := mustDecide(t, v, wish(t, v, path, model.ChoiceApprove, ""))
					published := made.Changes[0].To
					if path == planFile {
						published = made.Changes[0].Path
					}
					info, err := os.Lstat(filepath.Join(v.Dir(), published))
					must.Do(t, err)
					if info.Mode() != want {
						t.Errorf("%s has mode %v, want %v", published, info.Mode(), want)
					}
					if others, known := disk.OtherWriters(filepath.Join(v.Dir(), published)); len(others) > 0 || !known || len(made.Notices) > 0 {
						t.Errorf("%q may write to it, notices %q", others, made.Notices)
					}
					if path == planFile {
						return
					}
					mustDecide(t, v, undoOf(t, v, made.ID))
					if info, err := os.Lstat(full); err != nil || info.Mode() != mode.Perm() {
						t.Errorf("after the undo: %v, %v, want %v", info.Mode(), err, mode)
					}
				})
			}
		}
	}
}

func TestSurroundingsNameTheFilesThatOthersMayChange(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{
		"Approved/all.md": "x", "Approved/group.md": "x", "Approved/listed.md": "x", "Approved/mine.md": "x", "Approved/.hidden": "x", "Approved/given.md": "x",
	})
	full := func(name string) string { return filepath.Join(v.Dir(), "Approved", name) }
	want := []string{"Approved/all.md: every account"}
	must.Do(t, errors.Join(os.Chmod(full("all.md"), 0o646), os.Chmod(full(".hidden"), 0o666), os.Symlink("all.md", full("link.md"))))
	if os.Geteuid() == 0 {
		must.Do(t, errors.Join(os.Chown(full("given.md"), 12345, 0), os.Chown(full("group.md"), 0, 12346), os.Chmod(full("group.md"), 0o664)))
		want = append(want, "Approved/given.md: account 12345, whose file it is", "Approved/group.md: group 12346")
	}
	if unix.Setxattr(full("listed.md"), "system.posix_acl_access", accessListOf(account12345), 0) == nil {
		want = append(want, "Approved/listed.md: account 12345")
	}
	s, err := v.Surroundings()
	must.Do(t, err)
	var got []string
	for _, g := range s.Guards {
		if g.File {
			got = append(got, g.Path+": "+strings.Join(g.Others, ", "))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// unnamedFile is what an open file without a name is called among the handles of its process.
func unnamedFile(t *testing.T) string {
	t.Helper()
	handles, err := os.ReadDir("/proc/self/fd")
	must.Do(t, err)
	for _, h := range handles {
		at := "/proc/self/fd/" + h.Name()
		if to, _ := os.Readlink(at); strings.Contains(to, t.Name()[:20]) && strings.HasSuffix(to, "(deleted)") {
			return at
		}
	}
	t.Error("no file without a name is open")
	return os.DevNull
}

// An alarm decides nothing: the request waits, and nothing of ours lies in Approved.
func TestWhatAnotherProgramHasAHandInIsNotPublished(t *testing.T) {
	t.Parallel()
	temp := func(t *testing.T, v *vaulttest.Vault) string {
		return filepath.Join(v.Dir(), disk.TempName("Approved", lastID(t, v)))
	}
	published := func(v *vaulttest.Vault) string { return filepath.Join(v.Dir(), "Approved/pay.md") }
	open := func(t *testing.T, name string) *os.File {
		t.Helper()
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		must.Do(t, err)
		t.Cleanup(func() { f.Close() })
		return f
	}
	for _, tt := range []struct {
		name  string
		named bool
		op    string
		do    func(t *testing.T, v *vaulttest.Vault)
		words string
		// left is what lies in Approved afterwards, kept what is kept there.
		left files
		kept []string
	}{
		{
			"it is open for writing", true, "sync",
			func(t *testing.T, v *vaulttest.Vault) { open(t, temp(t, v)) },
			"has Approved/pay.md open for writing", nil, []string{payRequest},
		},
		{
			"it was written into", true, "sync",
			func(t *testing.T, v *vaulttest.Vault) {
				f := open(t, temp(t, v))
				_, err := f.WriteString("swapped")
				must.Do(t, errors.Join(err, f.Close()))
			},
			"wrote into Approved/pay.md", nil, []string{"swapped" + payRequest[len("swapped"):]},
		},
		{
			"it has a second name", true, "sync",
			func(t *testing.T, v *vaulttest.Vault) {
				must.Do(t, os.Link(temp(t, v), filepath.Join(v.Dir(), "taken")))
			},
			"linked Approved/pay.md", nil, nil,
		},
		{
			"it was taken away", true, "link",
			func(t *testing.T, v *vaulttest.Vault) {
				must.Do(t, os.Rename(temp(t, v), filepath.Join(v.Dir(), "taken")))
			},
			"publishing Approved/pay.md", nil, nil,
		},
		{
			"another file was put in its place", true, "link",
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, "theirs", payRequest)
				must.Do(t, os.Rename(filepath.Join(v.Dir(), "theirs"), temp(t, v)))
			},
			"put its own file in place of Approved/pay.md", files{"Approved/pay.md": payRequest}, nil,
		},
		{
			"it is open for writing by way of our handle", false, "sync",
			func(t *testing.T, _ *vaulttest.Vault) { open(t, unnamedFile(t)) },
			"has Approved/pay.md open for writing", nil, nil,
		},
		{
			"it was written into by way of our handle", false, "sync",
			func(t *testing.T, _ *vaulttest.Vault) {
				f := open(t, unnamedFile(t))
				_, err := f.WriteString("swapped")
				must.Do(t, errors.Join(err, f.Close()))
			},
			"wrote into Approved/pay.md", nil, nil,
		},
		{
			"it gets a second name at once", false, "check",
			func(t *testing.T, v *vaulttest.Vault) {
				must.Do(t, os.Link(published(v), filepath.Join(v.Dir(), "taken")))
			},
			"linked Approved/pay.md", nil, nil,
		},
		{
			"it is replaced at once", false, "check",
			func(t *testing.T, v *vaulttest.Vault) { v.Replace(t, "Approved/pay.md", "theirs") },
			"put its own file in place of Approved/pay.md", files{"Approved/pay.md": "theirs"}, nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, blockedVault().With(files{"Approved/": ""}))
			v.Where.Disk.OnlyNamed = tt.named
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			suffix := "pay.md"
			if tt.named && tt.op == "sync" {
				suffix = ".tmp"
			}
			v.Before(t, tt.op, suffix, func() { tt.do(t, v) })
			_, err := v.Decide(t.Context(), d)
			if err == nil || !strings.Contains(phrase.Error(err), tt.words) {
				t.Errorf("Decide: %v, want %q", err, tt.words)
			}
			tree := treeOf(t, v.Dir())
			if got := keptTexts(tree); !slices.Equal(got, tt.kept) || (len(got) > 0) != strings.Contains(fmt.Sprint(err), "is kept as Approved/"+disk.PrivatePrefix) {
				t.Errorf("kept %q: %v", got, err)
			}
			tree = withoutKept(t, tree)
			for _, theirs := range []string{"taken", "Approved/"} {
				delete(tree, theirs)
			}
			sameFiles(t, "afterwards", tree, blockedVault().With(tt.left))
			if open := openLedger(t, v); len(open) > 0 {
				t.Errorf("open: %q", open)
			}
		})
	}
}

// Once it is looked at, nobody can write into it until it is published.
func TestWritersWaitUntilItIsPublished(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	v.Before(t, "check", "Approved/pay.md", func() {
		_, err := os.OpenFile(filepath.Join(v.Dir(), "Approved/pay.md"), os.O_WRONLY|unix.O_NONBLOCK, 0)
		if !errors.Is(err, unix.EWOULDBLOCK) {
			t.Errorf("opening it: %v", err)
		}
	})
	mustDecide(t, v, d)
}

// An agent may take up what was approved the moment it lies there.
func TestWhatIsTakenUpAtOnceIsApproved(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(v *vaulttest.Vault, at string) error{
		"moved":   func(v *vaulttest.Vault, at string) error { return os.Rename(at, filepath.Join(v.Dir(), "taken")) },
		"removed": func(_ *vaulttest.Vault, at string) error { return os.Remove(at) },
	} {
		t.Run(name, func(t *testing.T) {
			v := decidingVault(t, blockedVault())
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			v.Before(t, "check", "Approved/pay.md", func() { must.Do(t, take(v, filepath.Join(v.Dir(), "Approved/pay.md"))) })
			receipt := mustDecide(t, v, d)
			if len(receipt.Notices) != 1 || !strings.Contains(receipt.Notices[0], "another program removed Approved/pay.md the moment it was published") {
				t.Errorf("notices %q", receipt.Notices)
			}
			if v.Where.Disk.Exists(payFile) || len(openLedger(t, v)) > 0 {
				t.Errorf("it is pending again, or open: %q", openLedger(t, v))
			}
		})
	}
}

func TestWhatIsChangedRightAfterItWasPublishedIsSaid(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	v.Before(t, "ledger", "published", func() { v.Overwrite(t, "Approved/pay.md", "swapped") })
	receipt := mustDecide(t, v, d)
	if len(receipt.Notices) != 1 || !strings.Contains(receipt.Notices[0], "another program changed Approved/pay.md right after it was published") {
		t.Errorf("notices %q", receipt.Notices)
	}
	if altered := rule.Altered(mustLoad(t, v)); len(altered) != 1 {
		t.Errorf("altered: %+v", altered)
	}
}

func TestAWatcherOfTheFolderTakesNothing(t *testing.T) {
	t.Parallel()
	if racing {
		t.Skip("the race detector makes starting a process many times slower")
	}
	rounds := whole.Rounds(10, 60)
	for _, named := range []bool{false, true} {
		t.Run(fmt.Sprintf("only named files: %v", named), func(t *testing.T) {
			t.Parallel()
			start := files{"Approved/": ""}
			for i := range rounds {
				start[requestNumber(i)] = payRequest
			}
			v := decidingVault(t, start)
			v.Where.Disk.OnlyNamed = named
			startWatcher(t, filepath.Join(v.Dir(), "Approved"))
			rung := 0
			for i := range rounds {
				d := wish(t, v, requestNumber(i), model.ChoiceApprove, "")
				_, err := v.Decide(t.Context(), d)
				switch {
				case errors.Is(err, model.ErrConflict):
					rung++
					if !v.Where.Disk.Exists(d.Ref.Path) {
						t.Errorf("%s is not pending after %v", d.Ref.Path, err)
					}
				case err != nil:
					t.Fatal(err)
				case v.TextOf(t, "Approved/"+filepath.Base(d.Ref.Path)) != payRequest:
					t.Errorf("%s was changed", d.Ref.Path)
				}
			}
			t.Logf("%d decisions, %d alarms", rounds, rung)
			if !named && rung > 0 {
				t.Error("there was something to take")
			}
			counted(t, rounds, 0)
		})
	}
}

// startWatcher starts a process that takes whatever comes into a folder.
func startWatcher(t *testing.T, dir string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), testProgram(t))
	cmd.Env = append(os.Environ(), watcherVariable+"="+dir)
	out, err := cmd.StdoutPipe()
	must.Do(t, err)
	cmd.Stderr = os.Stderr
	must.Do(t, cmd.Start())
	var once sync.Once
	end := func() {
		once.Do(func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		})
	}
	t.Cleanup(end)
	if _, err := out.Read(make([]byte, len("ready"))); err != nil {
		t.Fatal(err)
	}
}

// planWriters are the ways in which agents add a line to a plan.
var planWriters = []struct {
	name string
	add  func(full, line string) error
	// keepsOurs is true when the writer cannot undo what it did not read.
	keepsOurs bool
}{
	{"adds to the file", func(full, line string) error {
		f, err := os.OpenFile(full, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		_, err = f.WriteString(line)
		return errors.Join(err, f.Close())
	}, true},
	{"writes the file anew", func(full, line string) error {
		b, err := os.ReadFile(full)
		if err != nil {
			return err
		}
		f, err := os.OpenFile(full, os.O_WRONLY|os.O_TRUNC, 0)
		if err != nil {
			return err
		}
		_, err = f.WriteString(string(b) + line)
		return errors.Join(err, f.Close())
	}, false},
	{"renames over the file", func(full, line string) error {
		b, err := os.ReadFile(full)
		if err != nil {
			return err
		}
		if err := os.WriteFile(full+"~", []byte(string(b)+line), 0o644); err != nil {
			return err
		}
		return os.Rename(full+"~", full)
	}, false},
}

// mostLines keeps the plan well below the size up to which one is read, however slow the
// decisions are.
const mostLines = source.MaxDocument / 100

// lineWriter adds numbered lines to a file until it is stopped.
type lineWriter struct {
	stop chan struct{}
	done chan error
	n    int
}

func startLines(add func(full, line string) error, full string) *lineWriter {
	w := &lineWriter{stop: make(chan struct{}), done: make(chan error)}
	go func() {
		pace := time.NewTicker(100 * time.Microsecond)
		defer pace.Stop()
		for {
			select {
			case <-w.stop:
				w.done <- nil
				return
			case <-pace.C:
			}
			if w.n == mostLines {
				continue
			}
			if err := add(full, numberedLine(w.n)); err != nil {
				w.done <- err
				return
			}
			if w.n++; w.n%8 == 0 {
				// Without a rest no change of the plan would ever succeed.
				time.Sleep(5 * time.Millisecond)
			}
		}
	}()
	return w
}

func numberedLine(n int) string {
	return fmt.Sprintf("\n- [2026-02-21T10:59:59Z] Agent: Waiting — line %d.", n)
}

// end stops the writer and gives the number of its lines.
func (w *lineWriter) end(t *testing.T) int {
	t.Helper()
	close(w.stop)
	if err := <-w.done; err != nil {
		t.Fatalf("the writer: %v", err)
	}
	return w.n
}

// A writer that never rests loses none of its lines while decisions change the same
// plan: each is in the plan or in a kept text.
func TestNoLineOfATirelessWriterIsLost(t *testing.T) {
	t.Parallel()
	needsExchange(t)
	const requests = 12
	rounds := 1
	if faultsWanted() {
		rounds = 20
	}
	for _, w := range planWriters {
		t.Run(w.name, func(t *testing.T) {
			var changed, lines, kept, lost int
			for range rounds {
				start := files{planFile: examples.BlockedPlan}
				for i := range requests {
					start[requestNumber(i)] = payRequest
				}
				v := decidingVault(t, start)
				writer := startLines(w.add, filepath.Join(v.Dir(), planFile))
				ours := 0
				for i := range requests {
					receipt := decideInTheEnd(t, v, wish(t, v, requestNumber(i), model.ChoiceApprove, fmt.Sprintf("number %d", i)))
					if slices.ContainsFunc(receipt.Changes, func(c model.Change) bool { return c.Path == planFile }) {
						ours++
					}
				}
				lines += writer.end(t)
				changed += ours
				// What the writer was in the way of is done once it rests.
				if _, err := v.Recover(t.Context(), eleven); err != nil {
					t.Errorf("Recover: %v", err)
				}
				tree := treeOf(t, v.Dir())
				withoutKept(t, tree)
				texts := keptTexts(tree)
				kept += len(texts)
				all := strings.Join(append(texts, tree[planFile]), "")
				for n := range writer.n {
					if !strings.Contains(all, numberedLine(n)) {
						t.Errorf("lost: %q", numberedLine(n))
						lost += len(numberedLine(n))
					}
				}
				if found := strings.Count(tree[planFile], "Operator: Approved"); w.keepsOurs && found != requests {
					t.Errorf("the plan has %d of %d decisions", found, requests)
				}
				if t.Failed() {
					break
				}
			}
			counted(t, lines, lost)
			t.Logf("%d decisions, %d of them changed the plan at once; %d lines written, none lost, %d texts kept", requests*rounds, changed, lines, kept)
			if lines == 0 {
				t.Error("the writer wrote nothing")
			}
		})
	}
}

// decideInTheEnd asks again where the plan was read in the middle of a write, as a person would.
func decideInTheEnd(t *testing.T, v *vaulttest.Vault, d model.Decision) model.Receipt {
	t.Helper()
	for range 20 {
		receipt, err := v.Decide(t.Context(), d)
		if why, ok := errors.AsType[model.Reason](err); !ok || !strings.Contains(why.Text, "could not be read") {
			if err != nil {
				t.Fatalf("Decide: %v %s", err, why.Text)
			}
			return receipt
		}
	}
	t.Fatal("the plan is never whole")
	return model.Receipt{}
}

func TestAReplacedFileKeepsItsOwner(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const agent, group = 12345, 12346
	v := decidingVault(t, blockedVault())
	full := filepath.Join(v.Dir(), planFile)
	must.Do(t, errors.Join(os.Chown(full, agent, group), os.Chmod(full, 0o664)))
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	info := must.Get(os.Stat(full))(t)
	if s, ok := info.Sys().(*syscall.Stat_t); !ok || s.Uid != agent || s.Gid != group || info.Mode() != fs.FileMode(0o664) {
		t.Errorf("the plan is now of %+v with mode %v", info.Sys(), info.Mode())
	}
	if treeOf(t, v.Dir())[planFile] != freedPlan(approvedLine) {
		t.Error("the plan was not written")
	}
}

func TestAReplacedFileKeepsItsAttributes(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	full := filepath.Join(v.Dir(), planFile)
	// One entry each for the owner, account 12345, the group, the mask and the others.
	list := []byte("\x02\x00\x00\x00" + "\x01\x00\x06\x00\xff\xff\xff\xff" + "\x02\x00\x06\x00\x39\x30\x00\x00" +
		"\x04\x00\x04\x00\xff\xff\xff\xff" + "\x10\x00\x06\x00\xff\xff\xff\xff" + "\x20\x00\x04\x00\xff\xff\xff\xff")
	want := map[string]string{"user.from": "an agent", "system.posix_acl_access": string(list)}
	for name, value := range want {
		if err := unix.Setxattr(full, name, []byte(value), 0); err != nil {
			t.Skipf("this file system has no %s: %v", name, err)
		}
	}
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	for name, value := range want {
		got := make([]byte, 1000)
		n, err := unix.Getxattr(full, name, got)
		if err != nil || string(got[:n]) != value {
			t.Errorf("%s is %q, %v, want %q", name, got[:max(0, n)], err, value)
		}
	}
}

// Half a line that could not be finished must not swallow the next one of an agent.
func TestHalfALineIsTakenBack(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, want string
		open             bool
	}{
		{"nobody else is there", "one\nhal", "one\n", false},
		{"an agent added behind it", "one\nhaltwo\n", "one\nhaltwo\n", false},
		{"an agent has the file open", "one\nhal", "one\nhal", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{"log": tt.text})
			full := filepath.Join(v.Dir(), "log")
			if tt.open {
				other := must.Get(os.Open(full))(t)
				defer other.Close()
			}
			f := must.Get(os.OpenFile(full, os.O_RDWR|os.O_APPEND, 0))(t)
			defer f.Close()
			err := disk.TakeBack(f, []byte("hal"), syscall.ENOSPC)
			if told := strings.Contains(err.Error(), "the beginning of the line remains"); !errors.Is(err, syscall.ENOSPC) || told != (tt.want == tt.text) {
				t.Errorf("takeBack: %v", err)
			}
			sameFiles(t, "afterwards", treeOf(t, v.Dir()), files{"log": tt.want})
		})
	}
}
