//go:build unix

package vault_test

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/disk"
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
