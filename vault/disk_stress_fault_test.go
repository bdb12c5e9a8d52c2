//go:build linux

package vault_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/source"
	"coldstart/vault/vaulttest"
)

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
