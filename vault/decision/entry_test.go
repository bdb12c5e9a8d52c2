package decision_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/decision"
	"coldstart/vault/source/journal"
	"coldstart/vault/vaulttest"
)

func TestDecideOnAnEntry(t *testing.T) {
	t.Parallel()
	valid := headed(freshHead, sections)
	written := func(text string, d model.Draft) string {
		e := must.Get(journal.AddEntry([]byte(text), d, eleven, "wheels"))(t)
		return string(e.Next)
	}
	repairing := remarked()
	repairing.Repair = true
	again := remarked()
	again.Earlier = "PROOF-001"
	for _, tt := range []struct {
		name, text string
		draft      model.Draft
		id, want   string
	}{
		{"a note", valid, remarked(), "NOTE-001", written(valid, remarked())},
		{"an attempt", valid, tried(model.OutcomeFailed), "PROOF-001", written(valid, tried(model.OutcomeFailed))},
		{"carriage returns", crlf(valid), tried(model.OutcomePartial), "PROOF-001", written(crlf(valid), tried(model.OutcomePartial))},
		{"a byte order mark", "\ufeff" + valid, again, "NOTE-001", written("\ufeff"+valid, again)},
		{"a front matter that is made anew", sections, repairing, "NOTE-001", written(sections, repairing)},
		{"a journal that is not there yet", "", tried(model.OutcomeFailed), "PROOF-001", written(valid, tried(model.OutcomeFailed))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := researching(tt.text)
			v := decidingVault(t, start)
			d := entry(t, v, journalName, tt.draft)
			preview, err := v.Preview(t.Context(), d)
			if err != nil {
				t.Fatalf("Preview: %v", err)
			}
			sameFiles(t, "after the preview", treeOf(t, v.Dir()), start)
			receipt := mustDecide(t, v, d)
			if receipt.Already || !reflect.DeepEqual(receipt.Decision, d) || len(receipt.Notices) > 0 {
				t.Errorf("receipt %+v", receipt)
			}
			if got := withoutID(t, receipt); !reflect.DeepEqual(got, preview) {
				t.Errorf("changes differ from the preview\n got %q\nwant %q", got, preview)
			}
			kind := model.ChangeEdit
			if tt.text == "" {
				kind = model.ChangeCreate
			}
			if c := preview[0]; c.Kind != kind || c.Path != journalName || !strings.Contains(strings.Join(c.After, "\n"), strings.Join(research.Lines(tt.draft, tt.id, eleven), "\n")) {
				t.Errorf("the change is %+v", c)
			}
			got := treeOf(t, v.Dir())
			var day map[string]any
			if err := json.Unmarshal([]byte(got[dayFile]), &day); err != nil || day["event"] != "journal_entry" || day["entry"] != tt.id || day["detail"] != decision.EntryNote(tt.draft) || day["session"] != nil || day["decision_id"] != receipt.ID {
				t.Errorf("the day's log has %v, %v", day, err)
			}
			delete(got, dayFile)
			sameFiles(t, "after the decision", got, start.With(files{journalName: tt.want}))
			made, err := v.Made(eleven.AddDate(0, 0, -1))
			if err != nil || len(made) != 1 || made[0].Decision.Ref.Item != tt.id || made[0].Decision.Note != decision.EntryNote(tt.draft) {
				t.Errorf("made %+v, %v", made, err)
			}

			next := mustDecide(t, v, entry(t, v, journalName, tt.draft))
			if next.Already || next.ID == receipt.ID {
				t.Errorf("the same entry once more: %+v", next)
			}
			j := journal.Read("", []byte(treeOf(t, v.Dir())[journalName]), nil)
			if len(j.Entries) != 2 || j.Entries[0].ID != tt.id || j.Entries[1].Number != 2 || len(j.Faults) > 0 {
				t.Errorf("entries %+v, faults %v", j.Entries, j.Faults)
			}
			// What was seen is not there any more, and an entry is never the same one again.
			refusedWith(t, v, d, model.ErrConflict, "it changed since it was seen")
		})
	}
}

func TestDecideOnAnEntryIsRefused(t *testing.T) {
	t.Parallel()
	valid := headed(freshHead, sections)
	for _, tt := range []struct {
		name, text string
		change     func(d *model.Decision)
		meanwhile  func(t *testing.T, v *vaulttest.Vault)
		kind       error
		words      string
	}{
		{name: "a journal that changed", text: valid, meanwhile: func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, journalName, valid+"\n") }, kind: model.ErrConflict, words: "it changed since it was seen"},
		{name: "a journal that was made meanwhile", meanwhile: func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, journalName, valid) }, kind: model.ErrConflict, words: "it changed since it was seen"},
		{name: "a journal that is gone", text: valid, meanwhile: func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, journalName, "old.md") }, kind: model.ErrConflict, words: "it changed since it was seen"},
		{name: "a folder that is gone", text: valid, meanwhile: func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, ".math/problems/wheels", "old") }, kind: model.ErrNotFound, words: "there is no such research problem"},
		{name: "a folder with the journal's name", meanwhile: func(t *testing.T, v *vaulttest.Vault) { makeFiles(t, v.Dir(), files{journalName + "/": ""}) }, kind: model.ErrNotAllowed, words: "not a regular file: a folder"},
		{name: "a journal elsewhere", text: valid, change: func(d *model.Decision) { d.Ref.Path = ".math/problems/../JOURNAL.md" }, kind: model.ErrNotFound, words: "there is no such research problem"},
		{name: "a draft without an insight", text: valid, change: func(d *model.Decision) { d.Entry.Insight = " " }, kind: model.ErrNotAllowed, words: "an entry needs an insight"},
		{name: "a choice for other things", text: valid, change: func(d *model.Decision) { d.Choice = model.ChoiceApprove }, kind: model.ErrNotAllowed, words: "that cannot be done with a journal"},
		{name: "a front matter that cannot be read", text: sections, kind: model.ErrNotAllowed, words: "its front matter cannot be read, so nothing is written to it: line 1: there is no front matter"},
		{name: "nothing seen", text: valid, change: func(d *model.Decision) { d.Seen = model.Fingerprint{} }, kind: model.ErrNotAllowed, words: "it is unknown which text was seen"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, researching(tt.text))
			d := entry(t, v, journalName, remarked())
			if tt.change != nil {
				tt.change(&d)
			}
			if tt.meanwhile != nil {
				tt.meanwhile(t, v)
			}
			refusedWith(t, v, d, tt.kind, tt.words)
		})
	}
}

func TestAJournalThatChangesAtTheLastMomentIsAConflict(t *testing.T) {
	t.Parallel()
	valid := headed(freshHead, sections)
	for _, tt := range []struct{ name, text, op string }{{"an existing one", valid, "sync"}, {"a new one", "", "link"}} {
		t.Run(tt.name, func(t *testing.T) {
			start := researching(tt.text)
			v := decidingVault(t, start)
			d := entry(t, v, journalName, remarked())
			v.Before(t, tt.op, "", func() { v.Overwrite(t, journalName, valid+"theirs\n") })
			if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
				t.Errorf("Decide: %v", err)
			}
			sameFiles(t, "afterwards", treeOf(t, v.Dir()), start.With(files{journalName: valid + "theirs\n"}))
			if len(openLedger(t, v)) > 0 {
				t.Error("the decision stays open")
			}
		})
	}
}

func TestAJournalKeepsItsMode(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, researching(headed(freshHead, sections)))
	full := filepath.Join(v.Dir(), journalName)
	must.Do(t, os.Chmod(full, 0o640))
	mustDecide(t, v, entry(t, v, journalName, remarked()))
	if info, err := os.Stat(full); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestANewJournalHasTheProblemsTitle(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, researching("").With(files{configName: examples.ResearchConfig("cogs")}))
	mustDecide(t, v, entry(t, v, journalName, remarked()))
	mustDecide(t, v, entry(t, v, ".math/problems/cogs/"+journal.FileName, remarked()))
	got := treeOf(t, v.Dir())
	for name, want := range map[string]string{journalName: "# Research Journal: Even wheels\n", ".math/problems/cogs/" + journal.FileName: "# Research Journal: cogs\n"} {
		if !strings.Contains(got[name], want) || !strings.Contains(got[name], "problem: \""+filepath.Base(filepath.Dir(name))+"\"\n") {
			t.Errorf("%s is %q", name, got[name])
		}
	}
}

func TestAnInterruptedEntryIsFoundWhereverItStands(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, researching(headed(freshHead, sections)))
	mustDecide(t, v, entry(t, v, journalName, tried(model.OutcomeFailed)))
	lines := ledgerLines(t, v)
	ours := treeOf(t, v.Dir())[journalName]
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"as we wrote it", ours, true},
		{"with more by the agents", strings.Replace(ours, "## Literature", examples.ProofEntry(2, "FAILED")+"\n## Literature", 1), true},
		{"behind more by the agents", strings.Replace(ours, "## Proof Attempts\n", "## Proof Attempts\n\n"+examples.ProofEntry(2, "FAILED"), 1), true},
		{"taken out again", headed(freshHead, sections), false},
		{"an empty file", "", false},
	} {
		v.Overwrite(t, journalName, tt.text)
		// The process ended with the first line of the ledger.
		must.Do(t, os.Remove(ledgerFile(v)))
		lay(t, v, lines[0])
		if receipts, err := v.Recover(t.Context(), eleven); err != nil || len(receipts) != 1 || receipts[0].Void == tt.want {
			t.Errorf("%s: %+v, %v", tt.name, receipts, err)
		}
	}
}
