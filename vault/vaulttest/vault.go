package vaulttest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/source/journal"
)

// PayTarget is what the request of the tests asks to have typed.
const PayTarget = "dues@corran-harbour.example"

// RefusedWith expects a decision to fail as kind, with words, and to change
// nothing in the vault.
func RefusedWith(t *testing.T, v *Vault, d model.Decision, kind error, words string) {
	t.Helper()
	before := TreeOf(t, v.Dir())
	_, previewErr := v.Preview(t.Context(), d)
	receipt, err := v.Decide(t.Context(), d)
	if err == nil {
		t.Fatalf("Decide succeeded: %+v", receipt)
	}
	if !errors.Is(err, kind) || !strings.Contains(phrase.Error(err), words) {
		t.Errorf("Decide: %v, want %q with %q", err, kind, words)
	}
	if previewErr == nil || previewErr.Error() != err.Error() {
		t.Errorf("Preview: %v, want what Decide says: %v", previewErr, err)
	}
	SameFiles(t, "after the refusal", TreeOf(t, v.Dir()), before)
	if len(OpenLedger(t, v)) > 0 {
		t.Error("the ledger has an open intent")
	}
}

// Overwrite writes a file in place.
func (v *Vault) Overwrite(t *testing.T, name, text string) {
	t.Helper()
	MakeFiles(t, v.Dir(), Files{name: text})
}

// MoveFile moves a file within the vault.
func (v *Vault) MoveFile(t *testing.T, from, to string) {
	t.Helper()
	to = filepath.Join(v.Dir(), to)
	must.Do(t, os.MkdirAll(filepath.Dir(to), 0o755))
	must.Do(t, os.Rename(filepath.Join(v.Dir(), from), to))
}

// CRLF ends each line as Windows does.
func CRLF(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// Logged is a plan's text with one line at the end of its log.
func Logged(line string) string { return examples.BlockedPlan + "\n" + line }

// PlanFile is the plan of BlockedVault, PayFile its request.
const PlanFile, PayFile = "Plans/PLAN-2026-001.md", "Pending_Approval/pay.md"

// WithoutID returns a receipt's changes with zeros for the random part of its id.
func WithoutID(t *testing.T, r model.Receipt) []model.Change {
	t.Helper()
	text := must.Get(json.Marshal(r.Changes))(t)
	text = bytes.ReplaceAll(text, []byte(r.ID), []byte(disk.PreviewID(r.Decision.At)))
	var changes []model.Change
	must.Do(t, json.Unmarshal(text, &changes))
	return changes
}

// CheckDay expects a day's log of one line.
func CheckDay(t *testing.T, text string, r model.Receipt, event string) {
	t.Helper()
	var entry map[string]any
	if strings.Count(text, "\n") != 1 || json.Unmarshal([]byte(text), &entry) != nil {
		t.Fatalf("the day's log is not one line of JSON: %q", text)
	}
	if entry["event"] != event || entry["decision_id"] != r.ID || entry["detail"] != model.OneLine(r.Decision.Note) ||
		entry["actor"] != "operator" || entry["operator"] != "ines" || entry["timestamp"] != "2026-02-21T11:00:00Z" {
		t.Errorf("the day's log has %v", entry)
	}
	if item, named := entry[r.Decision.Ref.Kind.String()]; named != (r.Decision.Ref.Item != "") || named && item != r.Decision.Ref.Item {
		t.Errorf("the day's log has the %s %v, want %q", r.Decision.Ref.Kind, item, r.Decision.Ref.Item)
	}
	if r.Decision.Ref.Kind == model.KindRequest && entry["sha256"] != r.Decision.Seen.String() {
		t.Errorf("the day's log has the hash %v, want %v", entry["sha256"], r.Decision.Seen)
	}
}

// OpenLedger returns the ids of the decisions that the ledger has begun and not ended, and
// of those of which something is still to be done.
func OpenLedger(t *testing.T, v *Vault) []string {
	t.Helper()
	records, _, err := ledger.Open(v.Where).Read()
	if err != nil {
		t.Fatal(err)
	}
	var open []string
	for _, r := range records {
		if r.IsUnfinished() {
			open = append(open, r.ID)
		}
	}
	return open
}

// Files is the whole content of a vault, by path. A path that ends in a slash is
// an empty folder.
type Files map[string]string

// Eleven is when the decisions of these tests are made.
var Eleven = time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)

// DayFile is the log of that day.
const DayFile = "Logs/2026-02-21.json"

// MakeFiles writes files below a folder.
func MakeFiles(t *testing.T, dir string, f Files) {
	t.Helper()
	must.Do(t, os.MkdirAll(dir, 0o755))
	for name, text := range f {
		full := filepath.Join(dir, filepath.FromSlash(name))
		folder := filepath.Dir(full)
		if strings.HasSuffix(name, "/") {
			folder = full
		}
		must.Do(t, os.MkdirAll(folder, 0o755))
		if folder == full {
			continue
		}
		must.Do(t, os.WriteFile(full, []byte(text), 0o644))
	}
}

// DecidingVault makes a vault whose state folder lies beside it.
func DecidingVault(t *testing.T, f Files) *Vault {
	t.Helper()
	base := t.TempDir()
	MakeFiles(t, filepath.Join(base, "vault"), f)
	return OpenVault(t, base, "state")
}

// OpenVault opens base/vault with a state folder beside it.
func OpenVault(t *testing.T, base, state string) *Vault {
	t.Helper()
	v := must.Get(Open(filepath.Join(base, "vault"), places.Options{
		StateDir: filepath.Join(base, state), Operator: "ines",
	}))(t)
	t.Cleanup(func() { v.Close() })
	return v
}

// TreeOf reads everything below dir. Links and other kinds stand for themselves.
func TreeOf(t *testing.T, dir string) Files {
	t.Helper()
	found := Files{}
	must.Do(t, filepath.WalkDir(dir, func(full string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, full)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		switch {
		case e.Type().IsRegular():
			b, err := os.ReadFile(full)
			found[name] = string(b)
			return err
		case e.IsDir():
			if entries, err := os.ReadDir(full); err != nil || len(entries) > 0 {
				return err
			}
			found[name+"/"] = ""
		default:
			found[name] = "(" + disk.KindOf(e.Type()) + ")"
		}
		return nil
	}))
	return found
}

// SameFiles expects the very same files with the same texts.
func SameFiles(t *testing.T, what string, got, want Files) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, ok := got[name]; !ok {
			t.Errorf("%s: %s is missing", what, name)
		} else if text != want[name] {
			t.Errorf("%s: %s\n got %q\nwant %q", what, name, text, want[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s is there and should not be: %q", what, name, got[name])
		}
	}
}

// Wish makes a decision on the bytes that a file has now. A session or a proposal
// stands behind its file, as in "events.jsonl#244". What is written into a journal
// is an attempt that failed, and what has to be typed to approve is typed.
func Wish(t *testing.T, v *Vault, path string, choice model.Choice, note string) model.Decision {
	t.Helper()
	kind := model.KindRequest
	path, item, session := strings.Cut(path, "#")
	switch {
	case path == places.SeedName:
		kind = model.KindProposal
	case session:
		kind = model.KindSession
	case strings.HasSuffix(path, places.TraceFile):
		kind = model.KindTrace
	case strings.HasSuffix(path, journal.FileName):
		kind = model.KindJournal
	case strings.HasPrefix(path, ProblemsFolder):
		kind = model.KindResearch
	case places.FolderOf(strings.Split(path, "/")[0]) == places.FolderPlans:
		kind = model.KindPlan
	}
	doc := must.Get(v.Read(t.Context(), model.Ref{Kind: kind, Path: path, Item: item}))(t)
	d := model.Decision{Ref: doc.Ref, Choice: choice, Seen: doc.Seen, Note: note, At: Eleven}
	switch {
	case choice == model.ChoiceEntry:
		d.Entry = Attempt(model.OutcomeFailed)
	case choice == model.ChoiceApprove && kind == model.KindRequest:
		s := must.Get(v.Load(t.Context(), Eleven))(t)
		r, _ := s.Request(path)
		d.Typed = rule.MustTypeRequest(r, Eleven)
	}
	return d
}

// MustDecide makes a decision that has to succeed.
func MustDecide(t *testing.T, v *Vault, d model.Decision) model.Receipt {
	t.Helper()
	receipt, err := v.Decide(t.Context(), d)
	if err != nil {
		why, _ := errors.AsType[model.Reason](err)
		t.Fatalf("Decide: %v %s", err, why.Text)
	}
	return receipt
}

// DecideAsShown makes a decision that has to succeed as its preview shows it, which itself changes nothing.
func DecideAsShown(t *testing.T, v *Vault, d model.Decision) (receipt model.Receipt, preview []model.Change) {
	t.Helper()
	// The state folder lies beside it.
	around := filepath.Dir(v.Dir())
	before := TreeOf(t, around)
	preview = must.Get(v.Preview(t.Context(), d))(t)
	SameFiles(t, "after the preview", TreeOf(t, around), before)
	receipt = MustDecide(t, v, d)
	if receipt.Already || !reflect.DeepEqual(receipt.Decision, d) {
		t.Errorf("receipt %+v", receipt)
	}
	if got := WithoutID(t, receipt); !reflect.DeepEqual(got, preview) {
		t.Errorf("changes differ from the preview\n got %q\nwant %q", got, preview)
	}
	return receipt, preview
}

// With returns f with changes; an empty text with a minus in front removes.
func (f Files) With(changes Files) Files {
	next := maps.Clone(f)
	for name, text := range changes {
		if gone, ok := strings.CutPrefix(name, "-"); ok {
			delete(next, gone)
			continue
		}
		next[name] = text
	}
	return next
}

// FreedHead is what replaces the status of a plan that waits for nothing any more.
const FreedHead = "status: Active\nblocked_reason: null\n---\n"

// FreedPlan is examples.BlockedPlan with one log line more, and the status of a plan that
// waits for nothing.
func FreedPlan(line string) string {
	head, rest, _ := strings.Cut(examples.BlockedPlan, "status: Blocked\n")
	_, body, _ := strings.Cut(rest, "\n---\n")
	return head + FreedHead + body + "\n" + line
}

// PayRequest is the request of BlockedVault.
const PayRequest = `---
action_type: payment
created_date: '2026-02-21T10:30:00Z'
plan_id: 2026-001
rationale: The harbour wants its dues.
status: pending
step_description: Pay the harbour dues
step_id: 2
target_recipient: dues@corran-harbour.example
---

# Payment

Pay 412.50 EUR.
`

// ApprovedLine is what approving it adds to the log of its plan.
const ApprovedLine = "- [2026-02-21T11:00:00Z] Operator: Approved step 2 — pay.md"

// BlockedVault is a plan that waits for one request.
func BlockedVault() Files {
	return Files{"Plans/PLAN-2026-001.md": examples.BlockedPlan, "Pending_Approval/pay.md": PayRequest}
}

// UndoOf makes the undo of the newest decision that can be undone, or of the one with
// an id.
func UndoOf(t *testing.T, v *Vault, id string) model.Decision {
	t.Helper()
	s, err := v.Load(t.Context(), Eleven)
	if err != nil {
		t.Fatal(err)
	}
	u := s.Undo
	if id != "" {
		if u, err = v.Undoable(id, s); err != nil {
			t.Fatal(err)
		}
	}
	return model.Decision{
		Ref: u.On, Choice: model.ChoiceUndo, At: Eleven, Seen: seenNow(v, u.On),
		Undoes: model.Undone{ID: u.Past.ID, Choice: u.Past.Decision.Choice},
	}
}

func seenNow(v *Vault, ref model.Ref) model.Fingerprint {
	doc, err := v.Read(context.Background(), ref)
	if err != nil {
		return model.FingerprintOf(nil)
	}
	return doc.Seen
}

// Unlogged leaves out what is only added to: the day's log, and in plans the lines of
// the operator.
func Unlogged(f Files) Files {
	next := Files{}
	for name, text := range f {
		if strings.HasPrefix(strings.ToLower(name), "log") || strings.HasSuffix(name, "/") {
			continue
		}
		if places.FolderOf(strings.Split(name, "/")[0]) == places.FolderPlans {
			var kept []string
			for line := range strings.SplitAfterSeq(text, "\n") {
				if !strings.Contains(line, "] Operator: ") {
					kept = append(kept, line)
				}
			}
			text = strings.TrimRight(strings.Join(kept, ""), "\r\n")
		}
		next[name] = text
	}
	return next
}

// UndoWhole decides, undoes it, and expects every byte as it was, apart from the logs.
func UndoWhole(t *testing.T, f Files, path string, choice model.Choice, note string) {
	t.Helper()
	v := DecidingVault(t, f)
	start := TreeOf(t, v.Dir())
	made := MustDecide(t, v, Wish(t, v, path, choice, note))
	d := UndoOf(t, v, "")
	if d.Undoes.ID != made.ID {
		t.Fatalf("undoes %+v, want %s", d.Undoes, made.ID)
	}
	before := TreeOf(t, v.Dir())
	promised := must.Get(v.Preview(t.Context(), d))(t)
	SameFiles(t, "after a preview", TreeOf(t, v.Dir()), before)
	receipt := MustDecide(t, v, d)
	if len(receipt.Notices) > len(made.Notices) || receipt.Already {
		t.Errorf("receipt = %+v", receipt)
	}
	if got := WithoutID(t, receipt); !reflect.DeepEqual(got, promised) {
		t.Errorf("changes differ from the preview\n got %q\nwant %q", got, promised)
	}
	SameFiles(t, "after the undo", Unlogged(TreeOf(t, v.Dir())), Unlogged(start))
	if open := OpenLedger(t, v); len(open) > 0 {
		t.Errorf("open: %+v", open)
	}
	var day string
	for name, text := range TreeOf(t, v.Dir()) {
		if strings.HasSuffix(name, "/2026-02-21.json") {
			day = text
		}
	}
	event := choice.Undone()
	logged := path != MooringApproval // no log of a vault has an answer to another program
	if logged && (event == "" || !strings.Contains(day, event) || !strings.Contains(day, made.ID)) || !logged && day != "" {
		t.Errorf("the day's log has no %q: %s", event, day)
	}
	if again, err := v.Decide(t.Context(), d); err != nil || !again.Already {
		t.Errorf("a second undo was no repetition: %+v, %v", again, err)
	}
}
