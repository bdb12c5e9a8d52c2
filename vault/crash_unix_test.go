//go:build unix

package vault_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/decision"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

// errand is what a child process does with a vault.
type errand struct {
	Base, State string
	Operator    string
	// Decision is made, or open ones are recovered when it is nil.
	Decision *model.Decision
	// Settles is the id of a decision that the child settles instead.
	Settles string
	// Starts makes the child start a session instead.
	Starts bool
	// KillAt is the number of the change ahead of which the child kills itself.
	KillAt int
	// Traced makes the child look for two files that are not there, around what it does,
	// so that a trace of its system calls tells where that begins and ends.
	Traced bool
	// Handles is how many files the child may have open, 0 for as many as it likes.
	Handles uint64
	// Race makes the child say on descriptor 3 that it is ready, and wait until its
	// input ends.
	Race bool
}

// outcome is what a child process reports.
type outcome struct {
	Already  bool
	Err      string
	Kind     string
	Receipts int
	Notices  []string
	ReadOnly string
}

const markBegin, markEnd = "/coldstart-begin", "/coldstart-end"

const errandVariable = "COLDSTART_TEST_ERRAND"

// init keeps a child on its first thread: a tracer counts calls by thread, and other
// threads are not traced.
func init() {
	if os.Getenv(errandVariable) != "" {
		runtime.LockOSThread()
	}
}

// stride is how far apart the places lie at which a child is killed.
var stride = whole.Rounds(8, 1)

func TestMain(m *testing.M) {
	text := os.Getenv(errandVariable)
	if dir := os.Getenv(watcherVariable); dir != "" {
		fmt.Fprintln(os.Stderr, takeAll(dir))
		os.Exit(1)
	}
	if text == "" {
		whole.Quick()
		os.Exit(m.Run())
	}
	var e errand
	err := json.Unmarshal([]byte(text), &e)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(e.run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func (e errand) run() outcome {
	v, err := vaulttest.Open(filepath.Join(e.Base, "vault"), places.Options{StateDir: filepath.Join(e.Base, e.State), Operator: e.Operator})
	if err != nil {
		return outcome{Err: err.Error()}
	}
	defer v.Close()
	changes := 0
	v.Where.Disk.Before = func(string, string) {
		if changes++; changes == e.KillAt {
			killMyself()
		}
	}
	if e.Race {
		if err := waitForStart(); err != nil {
			return outcome{Err: err.Error()}
		}
	}
	var out outcome
	if !e.Traced {
		s, err := v.Load(context.Background(), eleven)
		if err != nil {
			return outcome{Err: err.Error()}
		}
		out.ReadOnly = s.ReadOnly
	}
	if err := e.limitHandles(v); err != nil {
		return outcome{Err: err.Error()}
	}
	e.mark(markBegin)
	err = e.decide(v, &out)
	e.mark(markEnd)
	if err == nil {
		return out
	}
	out.Err = err.Error()
	for _, kind := range []error{model.ErrConflict, model.ErrNotFound, model.ErrNotAllowed, model.ErrLocked, model.ErrReadOnly} {
		if errors.Is(err, kind) {
			out.Kind = kind.Error()
		}
	}
	return out
}

// decide makes or recovers decisions.
func (e errand) decide(v *vaulttest.Vault, out *outcome) error {
	if e.Starts {
		_, err := v.StartSession(context.Background(), "", "Spindle", "", eleven)
		return err
	}
	if e.Settles != "" {
		_, err := v.Settle(context.Background(), e.Settles, eleven)
		return err
	}
	if e.Decision == nil {
		receipts, err := v.Recover(context.Background(), eleven)
		out.Receipts = len(receipts)
		return err
	}
	receipt, err := v.Decide(context.Background(), *e.Decision)
	out.Already, out.Notices = receipt.Already, receipt.Notices
	return err
}

// limitHandles takes file handles away. The first file that is opened makes Go open
// some for itself, without which it cannot go on.
func (e errand) limitHandles(v *vaulttest.Vault) error {
	if e.Handles == 0 {
		return nil
	}
	f, err := v.Where.Disk.Root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: e.Handles, Max: e.Handles}))
}

func (e errand) mark(name string) {
	if e.Traced {
		// Nothing has this name.
		_, _ = os.Stat(name)
	}
}

// waitForStart returns when the parent lets go of all children at once.
func waitForStart() error {
	ready := os.NewFile(3, "ready")
	if _, err := ready.Write([]byte{'r'}); err != nil {
		return err
	}
	if err := ready.Close(); err != nil {
		return err
	}
	_, err := io.ReadAll(os.Stdin)
	return err
}

func killMyself() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// command prepares a child process that runs e.
func (e errand) command(t *testing.T, program string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	text := must.Get(json.Marshal(e))(t)
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Env = append(os.Environ(), errandVariable+"="+string(text))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	return cmd, &out
}

// inChild runs e in a child process and tells whether the child was killed. Alone there, it races with nobody.
func (e errand) inChild(t *testing.T) (out outcome, killed bool) {
	t.Helper()
	if racing {
		t.Skip("the race detector makes starting a process many times slower")
	}
	cmd, text := e.command(t, testProgram(t))
	return reportOf(t, cmd.Run(), text)
}

func testProgram(t *testing.T) string {
	t.Helper()
	program := must.Get(os.Executable())(t)
	return program
}

func reportOf(t *testing.T, err error, text *bytes.Buffer) (out outcome, killed bool) {
	t.Helper()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() && status.Signal() == syscall.SIGKILL {
			return out, true
		}
	}
	if err != nil {
		t.Fatalf("child: %v", err)
	}
	if err := json.Unmarshal(text.Bytes(), &out); err != nil {
		t.Fatalf("child said %q: %v", text, err)
	}
	return out, false
}

// crashCase is one decision on a vault.
type crashCase struct {
	name   string
	files  files
	path   string
	choice model.Choice
	note   string
}

// crashCases are decisions that touch every kind of file there is.
var crashCases = []crashCase{
	{"approve", blockedVault().With(files{payFile + ".note": "which berth?\n", dayFile: "[\n  {\n    \"a\": 1\n  }\n]\n"}), payFile, model.ChoiceApprove, ""},
	{"reject", blockedVault().With(files{payFile + ".note": "which berth?\n", dayFile: "{\"timestamp\": 1}"}), payFile, model.ChoiceReject, "too much"},
	{"changes", blockedVault(), payFile, model.ChoiceChanges, "name the berth"},
	{"approve in a folder below", files{reqFile: wayRequest(inFolder), reqFile + ".note": "why?\n"}, reqFile, model.ChoiceApprove, "because"},
	{"approve under a name", files{reqFile: wayRequest(underName)}, reqFile, model.ChoiceApprove, ""},
	{"reject to what is done", files{reqFile: wayRequest(rejectTo), "Done/x.md": "x"}, reqFile, model.ChoiceReject, "no"},
	{"approve by a status", files{reqFile: byStatus("PENDING"), reqFile + ".note": "why?\n"}, reqFile, model.ChoiceApprove, "because"},
	{"reject by a status", files{reqFile: byKey("pending")}, reqFile, model.ChoiceReject, "no"},
	{"approve a plan", files{planFile: examples.BlockedPlan}, planFile, model.ChoiceApprove, ""},
	{"reject a plan", files{planFile: examples.BlockedPlan, "Rejected/x.md": "x"}, planFile, model.ChoiceReject, "no"},
	{"acknowledge", files{eventFile: strings.TrimSuffix(orphanLog, "\n"), dayFile: "[]\n"}, eventFile + "#244", model.ChoiceAck, ""},
	{"run again", files{tracePath: seedTrace("in-progress", "in-progress")}, tracePath, model.ChoiceRerun, "once more"},
	{"accept", files{places.SeedName: examples.Seed, dayFile: "[]\n"}, places.SeedName + "#pro_1", model.ChoiceAccept, ""},
	{"decline", files{places.SeedName: crlf(examples.Seed)}, places.SeedName + "#pro_1", model.ChoiceDecline, "not so"},
	{"write an entry", researching(headed(freshHead, sections)), journalName, model.ChoiceEntry, ""},
	{"begin a journal", researching("").With(files{dayFile: "[]\n"}), journalName, model.ChoiceEntry, ""},
	{"answer an approval", boatyard(), mooringApproval, model.ChoiceApprove, "good"},
	{"answer with changes", files{mooringApproval: "\ufeff" + crlf(boatyard()[mooringApproval]), mooringDesign: "# Moorings\n"}, mooringApproval, model.ChoiceChanges, "name the berths"},
	{"switch the problem", researching(""), ".math/problems/cogs", model.ChoiceSwitch, ""},
}

// recorded is a decision as the ledger keeps it: of an entry it has the id and the
// title.
func recorded(d model.Decision) model.Decision {
	if d.Choice == model.ChoiceEntry {
		d.Ref.Item, d.Note, d.Entry = "PROOF-001", decision.EntryNote(d.Entry), model.Draft{}
	}
	return d
}

// named returns the vault's files with one name for every decision's id, and without who decided.
func named(f files) files {
	next := files{}
	for name, text := range f {
		next[name] = whoLogged.ReplaceAllString(anyID.ReplaceAllString(text, "ID"), "")
	}
	return next
}

// wholeOutcome returns the files after an undisturbed decision.
func wholeOutcome(t *testing.T, start files, path string, choice model.Choice, note string) files {
	t.Helper()
	return ends(t, crashCase{"", start, path, choice, note}.fresh)
}

// settled expects the vault to be as it was or as it should be, and that nothing
// is left to do.
func settled(t *testing.T, v *vaulttest.Vault, start, end files) (decided bool) {
	t.Helper()
	got := named(treeOf(t, v.Dir()))
	nothingLost(t, start, end, got)
	decided = !maps.Equal(withoutEmptyFolders(got), withoutEmptyFolders(start))
	if decided {
		sameFiles(t, "after recovery", got, end)
	}
	if open := openLedger(t, v); len(open) > 0 {
		t.Errorf("open intents after recovery: %+v", open)
	}
	state := treeOf(t, filepath.Dir(v.Dir()))
	receipts, err := v.Recover(t.Context(), eleven)
	if err != nil || len(receipts) > 0 {
		t.Errorf("a second recovery did something: %+v, %v", receipts, err)
	}
	sameFiles(t, "after a second recovery", treeOf(t, filepath.Dir(v.Dir())), state)
	return decided
}

func withoutEmptyFolders(f files) files {
	next := maps.Clone(f)
	maps.DeleteFunc(next, func(name, _ string) bool { return strings.HasSuffix(name, "/") })
	return next
}

// fresh makes a vault, and the errand of deciding in it.
func (c crashCase) fresh(t *testing.T) (*vaulttest.Vault, errand) {
	t.Helper()
	v := decidingVault(t, c.files)
	d := wish(t, v, c.path, c.choice, c.note)
	return v, errand{Base: filepath.Dir(v.Dir()), State: "state", Operator: "ines", Decision: &d}
}

// ends returns the files after an undisturbed errand.
func ends(t *testing.T, make func(t *testing.T) (*vaulttest.Vault, errand)) files {
	t.Helper()
	v, e := make(t)
	mustDecide(t, v, *e.Decision)
	return named(treeOf(t, v.Dir()))
}

// killedAnywhere kills a child ahead of each change that its errand makes: the next start leaves all of it or
// nothing. It returns how often each came about.
func killedAnywhere(t *testing.T, make func(t *testing.T) (*vaulttest.Vault, errand)) (nothing, whole int) {
	t.Helper()
	end := ends(t, make)
	for k, killed := 1, true; killed; k += stride {
		v, e := make(t)
		start := named(treeOf(t, v.Dir()))
		e.KillAt = k
		_, killed = e.inChild(t)
		receipts, err := v.Recover(t.Context(), eleven)
		if err != nil {
			t.Errorf("killed at %d: Recover: %v", k, err)
		}
		for _, r := range receipts {
			if len(r.Notices) > 0 || !reflect.DeepEqual(r.Decision, recorded(*e.Decision)) {
				t.Errorf("killed at %d: receipt %+v, want %+v", k, r, *e.Decision)
			}
		}
		if settled(t, v, start, end) {
			whole++
		} else {
			nothing++
		}
		if t.Failed() {
			t.Fatalf("killed ahead of change %d", k)
		}
	}
	return nothing, whole
}

// recoveryKilledAnywhere kills a child in its errand, and then each one that finishes it.
func recoveryKilledAnywhere(t *testing.T, make func(t *testing.T) (*vaulttest.Vault, errand)) {
	t.Helper()
	end := ends(t, make)
	for k, killed := 2, true; killed; k += 6 * stride {
		v, e := make(t)
		start := named(treeOf(t, v.Dir()))
		e.KillAt = k
		if _, killed = e.inChild(t); !killed {
			break
		}
		e.Decision = nil
		again := true
		for e.KillAt = 1; again; e.KillAt += stride {
			_, again = e.inChild(t)
		}
		settled(t, v, start, end)
		if t.Failed() {
			t.Fatalf("killed ahead of change %d", k)
		}
	}
}

func TestADecisionKilledAnywhereIsWholeOrNothing(t *testing.T) {
	t.Parallel()
	for _, tt := range crashCases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if nothing, whole := killedAnywhere(t, tt.fresh); nothing == 0 || whole == 0 {
				t.Errorf("%d runs came to nothing, %d were whole; both should occur", nothing, whole)
			}
		})
	}
}

func TestARecoveryKilledAnywhereIsGoneOnWith(t *testing.T) {
	t.Parallel()
	for _, tt := range crashCases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			recoveryKilledAnywhere(t, tt.fresh)
		})
	}
}

func TestRecoverWritesNothingWhereNothingIsOpen(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault().With(files{"Approved/.coldstart-20260221T110000Z-00000000.tmp": "not in our ledger"}))
	before := treeOf(t, filepath.Dir(v.Dir()))
	v.Where.Disk.Before = func(op, name string) { t.Errorf("%s %s", op, name) }
	if receipts, err := v.Recover(t.Context(), eleven); err != nil || receipts != nil {
		t.Errorf("Recover = %v, %v", receipts, err)
	}
	sameFiles(t, "afterwards", treeOf(t, filepath.Dir(v.Dir())), before)
	if entries, err := os.ReadDir(v.Where.Opts.StateDir); err == nil {
		t.Errorf("the state folder was made: %v", entries)
	}
}

func TestRecoverDoesNothingInAReadOnlyVault(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	e := errand{Base: filepath.Dir(v.Dir()), State: "state", Operator: "ines", Decision: &d, KillAt: 8}
	if _, killed := e.inChild(t); !killed {
		t.Fatal("the child was not killed")
	}
	before := treeOf(t, filepath.Dir(v.Dir()))
	v.Where.Opts.ReadOnly = true
	if receipts, err := v.Recover(t.Context(), eleven); err != nil || receipts != nil {
		t.Errorf("Recover = %v, %v", receipts, err)
	}
	sameFiles(t, "afterwards", treeOf(t, filepath.Dir(v.Dir())), before)
}

// killedAt returns a vault in which approving the request was killed at a change.
func killedAt(t *testing.T, op, suffix string) *vaulttest.Vault {
	t.Helper()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	var ops []string
	probe := decidingVault(t, blockedVault())
	probe.Where.Disk.Before = func(op, name string) { ops = append(ops, op+" "+name) }
	mustDecide(t, probe, d)
	at := slices.IndexFunc(ops, func(o string) bool {
		return strings.HasPrefix(o, op+" ") && strings.HasSuffix(o, suffix)
	})
	e := errand{Base: filepath.Dir(v.Dir()), State: "state", Operator: "ines", Decision: &d, KillAt: at + 1}
	if _, killed := e.inChild(t); !killed {
		t.Fatalf("no change is %s %s: %q", op, suffix, ops)
	}
	return v
}

func TestRecoverAfterTheAgentsWentOn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		op, suffix string
		meanwhile  func(t *testing.T, v *vaulttest.Vault)
		want       files
	}{
		{
			"the approved file was carried out", "rename", ".retired",
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, "Approved/pay.md", "Done/Actions/pay.md") },
			files{"-" + payFile: "", "Pending_Approval/": "", "Approved/": "", "Done/Actions/pay.md": payRequest, planFile: freedPlan(approvedLine)},
		},
		{
			"a newer request has the name", "rename", ".retired",
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, payFile, "newer") },
			files{payFile: "newer", "Approved/pay.md": payRequest, planFile: freedPlan(approvedLine)},
		},
		{
			"a newer request has the name of the retired one", "remove", ".retired",
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, payFile, "newer") },
			files{payFile: "newer", "Approved/pay.md": payRequest, planFile: freedPlan(approvedLine)},
		},
		{
			"the plan was blocked again after our line", "ledger", "done",
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, planFile, logged(approvedLine)) },
			files{"-" + payFile: "", "Pending_Approval/": "", "Approved/pay.md": payRequest, planFile: logged(approvedLine)},
		},
		{
			"somebody else's file came where ours was to go", "link", "Approved/pay.md",
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Approved/pay.md", "theirs") },
			files{"Approved/pay.md": "theirs"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := killedAt(t, tt.op, tt.suffix)
			tt.meanwhile(t, v)
			if _, err := v.Recover(t.Context(), eleven); err != nil {
				t.Errorf("Recover: %v", err)
			}
			got := treeOf(t, v.Dir())
			delete(got, dayFile)
			sameFiles(t, "afterwards", got, blockedVault().With(tt.want))
			if len(openLedger(t, v)) > 0 {
				t.Error("an intent is still open")
			}
		})
	}
}

func TestTheNextDecisionFinishesAnInterruptedOne(t *testing.T) {
	t.Parallel()
	v := killedAt(t, "rename", ".retired")
	snapshot, err := v.Load(t.Context(), eleven)
	if err != nil || len(snapshot.Interrupted) != 1 || snapshot.Interrupted[0].Path != payFile {
		t.Errorf("interrupted = %+v, %v", snapshot.Interrupted, err)
	}
	d := model.Decision{
		Ref: model.Ref{Kind: model.KindRequest, Path: payFile}, Choice: model.ChoiceApprove,
		Seen: model.FingerprintOf([]byte(payRequest)), At: eleven,
	}
	receipt := mustDecide(t, v, d)
	if !receipt.Already || !slices.Contains(receipt.Notices, "completed an interrupted decision on "+payFile) {
		t.Errorf("receipt = %+v", receipt)
	}
	got := treeOf(t, v.Dir())
	delete(got, dayFile)
	sameFiles(t, "afterwards", got, files{"Pending_Approval/": "", "Approved/pay.md": payRequest, planFile: freedPlan(approvedLine)})
}

// A process that is killed behind the exchange leaves the displaced text under a
// private name; if that is somebody's, the next start keeps it.
func TestRecoveryKeepsADisplacedTextOfAnother(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, aside string
		kept        []string
	}{
		{"the text that was read", examples.BlockedPlan, nil},
		{"our own text", freedPlan(approvedLine), nil},
		{"a third text", examples.BlockedPlan + "\ntheirs", []string{examples.BlockedPlan + "\ntheirs"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := killedAt(t, "ledger", "done")
			temp := disk.TempName("Plans", lastID(t, v))
			v.Overwrite(t, disk.AsideName(temp, []byte(examples.BlockedPlan), []byte(freedPlan(approvedLine))), tt.aside)
			v.Overwrite(t, temp, "half a te")
			receipts, err := v.Recover(t.Context(), eleven)
			if err != nil || len(receipts) != 1 {
				t.Fatalf("Recover = %+v, %v", receipts, err)
			}
			tree := treeOf(t, v.Dir())
			withoutKept(t, tree)
			if got := keptTexts(tree); !slices.Equal(got, tt.kept) {
				t.Errorf("kept %q, want %q", got, tt.kept)
			}
			if said := strings.Contains(strings.Join(receipts[0].Notices, "\n"), "is kept as Plans/"+disk.PrivatePrefix); said != (len(tt.kept) > 0) {
				t.Errorf("notices = %q", receipts[0].Notices)
			}
		})
	}
}
