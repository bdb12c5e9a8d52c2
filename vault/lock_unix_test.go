//go:build unix

package vault_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

// lockedBy opens a file or folder and locks it, as a program that may only read it can.
func lockedBy(t *testing.T, name string, how int) *os.File {
	t.Helper()
	f, err := os.Open(name)
	must.Do(t, err)
	t.Cleanup(func() { f.Close() })
	if err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); err != nil {
		t.Skipf("%s cannot be locked here: %v", name, err)
	}
	return f
}

// claims lists the claims on a vault.
func claims(t *testing.T, v *vaulttest.Vault) (names []string) {
	t.Helper()
	for _, dir := range []string{".", "Pending_Approval"} {
		entries, _ := os.ReadDir(filepath.Join(v.Dir(), dir))
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".claim") {
				names = append(names, path.Join(dir, e.Name()))
			}
		}
	}
	return names
}

// strangeLocks are what programs that may only read a vault can lock.
var strangeLocks = []struct {
	name string
	lock func(t *testing.T, v *vaulttest.Vault)
}{
	{"the vault's folder, together", func(t *testing.T, v *vaulttest.Vault) { lockedBy(t, v.Dir(), syscall.LOCK_SH) }},
	{"the vault's folder, alone", func(t *testing.T, v *vaulttest.Vault) { lockedBy(t, v.Dir(), syscall.LOCK_EX) }},
	{"the pending folder", func(t *testing.T, v *vaulttest.Vault) {
		lockedBy(t, filepath.Join(v.Dir(), "Pending_Approval"), syscall.LOCK_EX)
	}},
	{"what a killed decision left", func(t *testing.T, v *vaulttest.Vault) {
		d := wish(t, v, payFile, model.ChoiceApprove, "")
		e := errand{Base: filepath.Dir(v.Dir()), State: "other", Operator: "bo", Decision: &d, KillAt: 4}
		if _, killed := e.inChild(t); !killed || len(claims(t, v)) != 1 {
			t.Fatalf("killed %v, left %q", killed, claims(t, v))
		}
		lockedBy(t, filepath.Join(v.Dir(), claims(t, v)[0]), syscall.LOCK_SH)
	}},
	{"the state folder, and files in it", func(t *testing.T, v *vaulttest.Vault) {
		makeFiles(t, v.Where.StateDir(), files{"lock": "", disk.PrivatePrefix + "0000.claim": ""})
		for _, name := range []string{"", "lock", disk.PrivatePrefix + "0000.claim"} {
			lockedBy(t, filepath.Join(v.Where.StateDir(), name), syscall.LOCK_EX)
		}
	}},
	{"a file that looks like a claim", func(t *testing.T, v *vaulttest.Vault) {
		name := disk.PrivatePrefix + "0000.claim"
		v.Overwrite(t, name, "mine")
		lockedBy(t, filepath.Join(v.Dir(), name), syscall.LOCK_EX)
	}},
}

// A claim that is only just being made is as empty as one that a killed process left. While it is
// removed, its process cannot lock it, and so does not believe that it has it.
func TestAnEmptyClaimIsRemovedUnderItsLock(t *testing.T) {
	t.Parallel()
	name := disk.PrivatePrefix + "0000.claim"
	v := decidingVault(t, blockedVault().With(files{name: ""}))
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	v.Before(t, "remove", name, func() {
		making, err := os.OpenFile(filepath.Join(v.Dir(), name), os.O_RDWR, 0)
		must.Do(t, err)
		defer making.Close()
		if got, err := disk.TryLock(making, true); got || err != nil {
			t.Errorf("its process locked it: %v, %v", got, err)
		}
	})
	mustDecide(t, v, d)
}

func TestAStrangersLockHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	for _, tt := range strangeLocks {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if racing && strings.Contains(tt.name, "killed") {
				t.Skip("the race detector makes starting a process many times slower")
			}
			v := decidingVault(t, blockedVault().With(files{eventFile: orphanLog}))
			tt.lock(t, v)
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				held, err := state.Of(v.Where).Lock(t.Context())
				must.Do(t, err)
				must.Do(t, held.Release())
				if took := time.Since(begin); took > 200*time.Millisecond {
					t.Errorf("waited for %v", took)
				}
			})
			mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
			v.Where.Opts.Brief = true
			if mark, err := v.StartSession(t.Context(), "", "agent", "", eleven); err != nil || len(mark.Notices) > 0 {
				t.Errorf("starting a session: %+v, %v", mark.Notices, err)
			}
			for _, name := range claims(t, v) {
				if v.TextOf(t, name) != "mine" {
					t.Errorf("%s is left over", name)
				}
			}
		})
	}
}

// A claim of another coldstart is waited for, and named.
func TestAnotherColdstartIsNamed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		brief bool
		wait  time.Duration
	}{{false, 5 * time.Second}, {true, 200 * time.Millisecond}} {
		v := decidingVault(t, blockedVault())
		other := openVault(t, filepath.Dir(v.Dir()), "other")
		d := wish(t, v, payFile, model.ChoiceApprove, "")
		synctest.Test(t, func(t *testing.T) {
			held, err := state.Of(other.Where).Lock(t.Context())
			must.Do(t, err)
			begin := time.Now()
			v.Where.Opts.Brief = tt.brief
			_, err = v.Decide(t.Context(), d)
			if took := time.Since(begin); !errors.Is(err, model.ErrLocked) || took != tt.wait || !strings.Contains(err.Error(), fmt.Sprintf("process %d has %s", os.Getpid(), claims(t, v)[0])) {
				t.Errorf("after %v: %v", took, err)
			}
			must.Do(t, held.Release())
			if left := claims(t, v); len(left) > 0 {
				t.Errorf("left over: %q", left)
			}
		})
		mustDecide(t, v, d)
	}
}

// What a process left that was killed before it wrote down anything goes with the next start.
func TestTheNextStartRemovesWhatAKilledProcessClaimed(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	e := errand{Base: filepath.Dir(v.Dir()), State: "other", Operator: "bo", Decision: &d, KillAt: 4}
	if _, killed := e.inChild(t); !killed || len(claims(t, v)) != 1 {
		t.Fatalf("killed %v, left %q", killed, claims(t, v))
	}
	if receipts, err := v.Recover(t.Context(), eleven); err != nil || receipts != nil {
		t.Errorf("Recover = %+v, %v", receipts, err)
	}
	sameFiles(t, "afterwards", treeOf(t, v.Dir()), blockedVault())
}

// After the power went, a claim can be cut off anywhere. A file that only looks like one stays.
func TestTheNextStartRemovesATornClaim(t *testing.T) {
	t.Parallel()
	for text, stays := range map[string]bool{
		"": false, "\x00\x00\x00\x00": false, "cold": false, "coldstart 4": false, "coldstart 4711 \x00\x00\x00": false, "notes of somebody": true,
	} {
		v := decidingVault(t, blockedVault())
		name := filepath.Join(v.Dir(), "Pending_Approval", disk.PrivatePrefix+"0123456789abcdef.claim")
		must.Do(t, os.WriteFile(name, []byte(text), 0o600))
		must.Get(v.Recover(t.Context(), eleven))(t)
		if _, err := os.Lstat(name); (err == nil) != stays {
			t.Errorf("%q: it is there afterwards: %v", text, err == nil)
		}
	}
}

// lockAll locks whatever looks like a claim or a folder of the vault, as long as a test runs.
func lockAll(t *testing.T, v *vaulttest.Vault) {
	t.Helper()
	lockedBy(t, v.Dir(), syscall.LOCK_SH)
	stop := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		var held []*os.File
		for {
			select {
			case <-stop:
				for _, f := range held {
					f.Close()
				}
				return
			default:
			}
			found, _ := filepath.Glob(filepath.Join(v.Dir(), "Pending_Approval", disk.PrivatePrefix+"*.claim"))
			for _, name := range found {
				f, err := os.Open(name)
				if err != nil {
					continue
				}
				if syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) != nil || len(held) > 100 {
					f.Close()
					continue
				}
				held = append(held, f)
			}
		}
	})
	t.Cleanup(func() {
		close(stop)
		done.Wait()
	})
}

// Two who decide at once exclude each other also where a stranger locks all that it can.
func TestOfTwoOperatorsAtOnceOneSucceedsDespiteAStranger(t *testing.T) {
	t.Parallel()
	if racing {
		t.Skip("the race detector makes starting a process many times slower")
	}
	rounds := whole.Rounds(4, 40)
	for _, choices := range [][2]model.Choice{{model.ChoiceApprove, model.ChoiceApprove}, {model.ChoiceApprove, model.ChoiceReject}} {
		t.Run(fmt.Sprintf("%v and %v", choices[0], choices[1]), func(t *testing.T) {
			t.Parallel()
			for round := range rounds {
				v := decidingVault(t, blockedVault())
				stop := t.Run("stranger", func(t *testing.T) {
					lockAll(t, v)
					var errands []errand
					for i, choice := range choices {
						d := wish(t, v, payFile, choice, "no")
						errands = append(errands, errand{Base: filepath.Dir(v.Dir()), State: fmt.Sprint(i), Operator: "ines", Decision: &d})
					}
					out := atOnce(t, errands)
					won, lost := 0, 1
					if out[0].Err != "" {
						won, lost = 1, 0
					}
					if out[won].Err != "" || out[won].Already || out[lost].Kind != model.ErrConflict.Error() {
						t.Errorf("round %d: %+v", round, out)
					}
					end := wholeOutcome(t, blockedVault(), payFile, choices[won], "no")
					sameFiles(t, "afterwards", named(treeOf(t, v.Dir())), end)
				})
				if !stop {
					return
				}
			}
			counted(t, rounds, 0)
		})
	}
}

// Whoever is killed at any point holds no other operator up, and is finished afterwards.
func TestAKilledDecisionHoldsNoOtherOperatorUp(t *testing.T) {
	t.Parallel()
	if racing {
		t.Skip("the race detector makes starting a process many times slower")
	}
	const other = "Pending_Approval/other.md"
	start := blockedVault().With(files{other: "Another.\n"})
	for k, killed := 1, true; killed; k += stride {
		v := decidingVault(t, start)
		d := wish(t, v, payFile, model.ChoiceApprove, "")
		e := errand{Base: filepath.Dir(v.Dir()), State: "state", Operator: "ines", Decision: &d, KillAt: k}
		_, killed = e.inChild(t)
		second := openVault(t, filepath.Dir(v.Dir()), "second")
		mustDecide(t, second, wish(t, second, other, model.ChoiceReject, "no"))
		if _, err := v.Recover(t.Context(), eleven); err != nil {
			t.Errorf("killed at %d: Recover: %v", k, err)
		}
		tree := treeOf(t, v.Dir())
		_, approved := tree["Approved/pay.md"]
		_, pending := tree[payFile]
		if left := withoutKept(t, tree); approved == pending || tree["Rejected/other.md"] == "" || len(openLedger(t, v)) > 0 {
			t.Errorf("killed at %d: %q, open %q", k, left, openLedger(t, v))
		}
	}
}

// atOnce runs errands in one child process each, released at one moment.
func atOnce(t *testing.T, errands []errand) []outcome {
	t.Helper()
	hold, release, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	wait, ready, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer wait.Close()
	var commands []*exec.Cmd
	var texts []*bytes.Buffer
	for _, e := range errands {
		e.Race = true
		cmd, text := e.command(t, testProgram(t))
		cmd.Stdin, cmd.ExtraFiles = hold, []*os.File{ready}
		must.Do(t, cmd.Start())
		commands, texts = append(commands, cmd), append(texts, text)
	}
	ready.Close()
	// Reading ends early when a child dies before it is ready.
	_, readyErr := io.ReadFull(wait, make([]byte, len(errands)))
	release.Close()
	var all []outcome
	for i, cmd := range commands {
		out, killed := reportOf(t, cmd.Wait(), texts[i])
		if killed || readyErr != nil {
			t.Fatalf("child %d: killed %v, ready %v, %+v", i, killed, readyErr, out)
		}
		all = append(all, out)
	}
	return all
}

func TestOfTwoOperatorsAtOnceOneSucceeds(t *testing.T) {
	t.Parallel()
	rounds := whole.Rounds(4, 20)
	if faultsWanted() {
		rounds = 170
	}
	for _, tt := range []struct {
		name          string
		states        [2]string
		path          string
		first, second model.Choice
	}{
		{"both approve, each with a state folder", [2]string{"one", "two"}, payFile, model.ChoiceApprove, model.ChoiceApprove},
		{"both approve, one state folder", [2]string{"state", "state"}, payFile, model.ChoiceApprove, model.ChoiceApprove},
		{"approve and reject, each with a state folder", [2]string{"one", "two"}, payFile, model.ChoiceApprove, model.ChoiceReject},
		{"approve and reject, one state folder", [2]string{"state", "state"}, payFile, model.ChoiceApprove, model.ChoiceReject},
		{"accept and decline, each with a state folder", [2]string{"one", "two"}, places.SeedName + "#pro_1", model.ChoiceAccept, model.ChoiceDecline},
		{"both decline, one state folder", [2]string{"state", "state"}, places.SeedName + "#pro_1", model.ChoiceDecline, model.ChoiceDecline},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			notes := map[model.Choice]string{model.ChoiceReject: "no"}
			start := blockedVault().With(files{places.SeedName: examples.Seed})
			for round := range rounds {
				v := decidingVault(t, start)
				var errands []errand
				for i, choice := range []model.Choice{tt.first, tt.second} {
					d := wish(t, v, tt.path, choice, notes[choice])
					errands = append(errands, errand{Base: filepath.Dir(v.Dir()), State: tt.states[i], Operator: "ines", Decision: &d})
				}
				won := -1
				for i, out := range atOnce(t, errands) {
					switch {
					case out.Err == "" && !out.Already && won < 0:
						won = i
					case out.Kind == model.ErrConflict.Error():
					case out.Kind == model.ErrNotFound.Error() && tt.first == model.ChoiceAccept:
						// An accepted proposal is none any more.
					case out.Already && tt.first == tt.second && tt.states[0] == tt.states[1]:
						// The other one was done before this one asked.
					default:
						t.Errorf("round %d: %+v", round, out)
					}
				}
				if won < 0 {
					t.Fatalf("round %d: nobody succeeded", round)
				}
				d := errands[won].Decision
				end, tree := wholeOutcome(t, start, tt.path, d.Choice, d.Note), treeOf(t, v.Dir())
				nothingLost(t, start, end, tree)
				sameFiles(t, "afterwards", named(tree), end)
				if t.Failed() {
					return
				}
			}
			counted(t, rounds, 0)
		})
	}
}

// watcherVariable makes the test program watch a folder, and take whatever comes there.
const watcherVariable = "COLDSTART_TEST_WATCHED"

// takeAll opens every file that is not published yet in the moment in which it comes, gives
// every other one a second name, and writes into all of them for ever.
func takeAll(dir string) error {
	known := map[string]bool{}
	var taken []*os.File
	fmt.Println("ready")
	for n := 0; ; n++ {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			full := filepath.Join(dir, e.Name())
			if known[full] || !strings.HasPrefix(e.Name(), disk.PrivatePrefix) {
				continue
			}
			known[full] = true
			if f, err := os.OpenFile(full, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
				taken = append(taken, f)
			}
			if n%2 == 0 {
				// It may be gone already.
				_ = os.Link(full, filepath.Join(dir, "..", fmt.Sprintf("taken-%d", n)))
			}
		}
		for _, f := range taken {
			if _, err := f.WriteAt([]byte("swapped"), 0); err != nil {
				return err
			}
		}
	}
}

// watchman reads the files of decisions all the time, as an agent might.
type watchman struct {
	dir  string
	stop chan struct{}
	done chan struct{}
	// plans are the texts of the plan that were seen, odd what must never be.
	plans map[string]bool
	odd   []string
	looks int
}

func startWatchman(dir string, requests int) *watchman {
	w := &watchman{dir: dir, stop: make(chan struct{}), done: make(chan struct{}), plans: map[string]bool{}}
	go func() {
		defer close(w.done)
		for n := 0; ; n = (n + 1) % requests {
			select {
			case <-w.stop:
				return
			default:
				w.look(filepath.Base(requestNumber(n)))
			}
		}
	}()
	return w
}

// look reads the plan and one request. A request may be both pending and decided for a
// moment, and is never nowhere.
func (w *watchman) look(name string) {
	w.looks++
	if b, err := os.ReadFile(filepath.Join(w.dir, planFile)); err != nil {
		w.odd = append(w.odd, err.Error())
	} else {
		w.plans[string(b)] = true
	}
	pending := w.there("Pending_Approval", name)
	approved, rejected := w.there("Approved", name), w.there("Rejected", name)
	if !pending && !approved && !rejected {
		w.odd = append(w.odd, name+" is nowhere")
	}
	if approved && rejected {
		w.odd = append(w.odd, name+" is approved and rejected")
	}
}

func (w *watchman) there(folder, name string) bool {
	b, err := os.ReadFile(filepath.Join(w.dir, folder, name))
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil || string(b) != payRequest {
		w.odd = append(w.odd, fmt.Sprintf("%s/%s: %v, %q", folder, name, err, b))
	}
	return true
}

func TestAReaderSeesWholeFilesOnly(t *testing.T) {
	t.Parallel()
	requests := 24
	if faultsWanted() {
		requests = 600
	}
	start := files{planFile: examples.BlockedPlan}
	for i := range requests {
		start[requestNumber(i)] = payRequest
	}
	v := decidingVault(t, start)
	known := map[string]bool{examples.BlockedPlan: true}
	w := startWatchman(v.Dir(), requests)
	for i := range requests {
		choice, note := model.ChoiceApprove, ""
		if i%2 > 0 {
			choice, note = model.ChoiceReject, "no"
		}
		mustDecide(t, v, wish(t, v, requestNumber(i), choice, note))
		b := must.Get(os.ReadFile(filepath.Join(v.Dir(), planFile)))(t)
		known[string(b)] = true
	}
	close(w.stop)
	<-w.done
	for _, odd := range w.odd {
		t.Error(odd)
	}
	for text := range w.plans {
		if !known[text] {
			t.Errorf("a plan was seen that no decision wrote: %q", text)
		}
	}
	t.Logf("%d looks, %d texts of the plan", w.looks, len(w.plans))
	counted(t, requests, 0)
}

func requestNumber(n int) string { return fmt.Sprintf("Pending_Approval/pay-%d.md", n) }

// counted tells how many cases a test tried and how many bytes of others they lost,
// for the table of testdata/trust.
func counted(t *testing.T, cases, lost int) {
	t.Helper()
	t.Attr("cases", strconv.Itoa(cases))
	t.Attr("lost-bytes", strconv.Itoa(lost))
}

// nothingLost fails when a line that stood in the agents' files, and that the decision
// leaves, is in none of the files afterwards, kept ones included.
func nothingLost(t *testing.T, start, end, after files) {
	t.Helper()
	if lost := lostLines(named(start), named(end), named(after)); len(lost) > 0 {
		t.Errorf("lost: %q", lost)
		counted(t, 0, len(strings.Join(lost, "")))
	}
}

func lostLines(start, end, after files) (lost []string) {
	stays, all := textsOf(end), textsOf(after)
	for _, name := range slices.Sorted(maps.Keys(start)) {
		for line := range strings.Lines(start[name]) {
			line = strings.TrimSpace(line)
			if strings.Contains(stays, line) && !strings.Contains(all, line) {
				lost = append(lost, line)
			}
		}
	}
	return lost
}

func textsOf(f files) string {
	return strings.Join(slices.Collect(maps.Values(f)), "\n")
}

func TestLostLinesAreFound(t *testing.T) {
	t.Parallel()
	start := files{"plan": "one\ntwo\nthree", "log": "four\n"}
	end := files{"plan": "one\n2\nthree", "log": "four\nfive\n"}
	for _, tt := range []struct {
		name  string
		after files
		lost  []string
	}{
		{"nothing happened", start, nil},
		{"as it should be", end, nil},
		{"a line is in a kept file", files{"plan": "one\ntwo", "kept": "three", "log": "four\n"}, nil},
		{"a line is gone", files{"plan": "one\n2\n", "log": "four\nfive\n"}, []string{"three"}},
		{"a file is gone", files{"plan": "one\n2\nthree"}, []string{"four"}},
	} {
		if got := lostLines(start, end, tt.after); !slices.Equal(got, tt.lost) {
			t.Errorf("%s: lost %q, want %q", tt.name, got, tt.lost)
		}
	}
}
