package vault

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source/journal"
)

// files is the whole content of a vault, by path. A path that ends in a slash is
// an empty folder.
type files map[string]string

// eleven is when the decisions of these tests are made.
var eleven = time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)

// anyID matches the id of every decision made then.
var anyID = regexp.MustCompile(`20260221T110000Z-[0-9a-f]{8}`)

// whoLogged matches who decided, in a day's log; earlier versions did not write it there.
var whoLogged = regexp.MustCompile(`,\s*"operator": "ines"`)

// dayFile is the log of that day.
const dayFile = "Logs/2026-02-21.json"

func makeFiles(t *testing.T, dir string, f files) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range f {
		full := filepath.Join(dir, filepath.FromSlash(name))
		folder := filepath.Dir(full)
		if strings.HasSuffix(name, "/") {
			folder = full
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if folder == full {
			continue
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// decidingVault makes a vault whose state folder lies beside it.
func decidingVault(t *testing.T, f files) *Vault {
	t.Helper()
	base := t.TempDir()
	makeFiles(t, filepath.Join(base, "vault"), f)
	return openVault(t, base, "state")
}

func openVault(t *testing.T, base, state string) *Vault {
	t.Helper()
	v, err := Open(filepath.Join(base, "vault"), places.Options{
		StateDir: filepath.Join(base, state), Operator: "ines",
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

// treeOf reads everything below dir. Links and other kinds stand for themselves.
func treeOf(t *testing.T, dir string) files {
	t.Helper()
	found := files{}
	err := filepath.WalkDir(dir, func(full string, e fs.DirEntry, err error) error {
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
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func sameFiles(t *testing.T, what string, got, want files) {
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

// wish makes a decision on the bytes that a file has now. A session or a proposal
// stands behind its file, as in "events.jsonl#244". What is written into a journal
// is an attempt that failed, and what has to be typed to approve is typed.
func wish(t *testing.T, v *Vault, path string, choice model.Choice, note string) model.Decision {
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
	case strings.HasPrefix(path, problemsFolder):
		kind = model.KindResearch
	case places.FolderOf(strings.Split(path, "/")[0]) == places.FolderPlans:
		kind = model.KindPlan
	}
	doc, err := v.Read(t.Context(), model.Ref{Kind: kind, Path: path, Item: item})
	if err != nil {
		t.Fatal(err)
	}
	d := model.Decision{Ref: doc.Ref, Choice: choice, Seen: doc.Seen, Note: note, At: eleven}
	switch {
	case choice == model.ChoiceEntry:
		d.Entry = tried(model.OutcomeFailed)
	case choice == model.ChoiceApprove && kind == model.KindRequest:
		s, err := v.Load(t.Context(), eleven)
		if err != nil {
			t.Fatal(err)
		}
		r, _ := s.Request(path)
		d.Typed = rule.MustTypeRequest(r, eleven)
	}
	return d
}

func mustDecide(t *testing.T, v *Vault, d model.Decision) model.Receipt {
	t.Helper()
	receipt, err := v.Decide(t.Context(), d)
	if err != nil {
		why, _ := errors.AsType[model.Reason](err)
		t.Fatalf("Decide: %v %s", err, why.Text)
	}
	return receipt
}

// with returns f with changes; an empty text with a minus in front removes.
func (f files) with(changes files) files {
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

const freedHead = "status: Active\nblocked_reason: null\n---\n"

// freedPlan is examples.BlockedPlan with one log line more, and the status of a plan that
// waits for nothing.
func freedPlan(line string) string {
	head, rest, _ := strings.Cut(examples.BlockedPlan, "status: Blocked\n")
	_, body, _ := strings.Cut(rest, "\n---\n")
	return head + freedHead + body + "\n" + line
}

const payRequest = `---
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

const approvedLine = "- [2026-02-21T11:00:00Z] Operator: Approved step 2 — pay.md"

// blockedVault is a plan that waits for one request.
func blockedVault() files {
	return files{"Plans/PLAN-2026-001.md": examples.BlockedPlan, "Pending_Approval/pay.md": payRequest}
}
