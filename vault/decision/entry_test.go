package decision_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/decision"
	"coldstart/vault/places"
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
			receipt, preview := vaulttest.DecideAsShown(t, v, d)
			if len(receipt.Notices) > 0 {
				t.Errorf("receipt %+v", receipt)
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

func TestDecideToSwitch(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, config, to, want string }{
		{"as agents write it", examples.ResearchConfig("wheels"), "cogs", examples.ResearchConfig("cogs")},
		{"and to one with a statement", examples.ResearchConfig("cogs"), "wheels", examples.ResearchConfig("wheels")},
		{"from none", examples.ResearchConfig(""), "wheels", examples.ResearchConfig("wheels")},
		{"from one that is not there", examples.ResearchConfig("gears"), "wheels", examples.ResearchConfig("wheels")},
		{"carriage returns and a byte order mark", "\ufeff" + crlf(examples.ResearchConfig("wheels")), "cogs", "\ufeff" + crlf(examples.ResearchConfig("cogs"))},
		{"on one line", `{"a":{"current_problem":"x"},"current_problem":"wheels","b":[1.0]}`, "cogs", `{"a":{"current_problem":"x"},"current_problem":"cogs","b":[1.0]}`},
		{"a name with escapes", `{"current_problem" : "\u0077heels"}`, "cogs", `{"current_problem" : "cogs"}`},
		{"a name beyond ASCII", examples.ResearchConfig("wheels"), "räder & <x>", examples.ResearchConfig("räder & <x>")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := researching("").With(files{configName: tt.config, ".math/problems/räder & <x>/" + journal.StateFile: "x"})
			v := decidingVault(t, start)
			d := switching(t, v, tt.to)
			receipt, preview := vaulttest.DecideAsShown(t, v, d)
			if len(receipt.Notices) > 0 {
				t.Errorf("receipt %+v", receipt)
			}
			if c := preview[0]; c.Kind != model.ChangeEdit || c.Path != configName || len(c.Before) != 1 || len(c.After) != 1 {
				t.Errorf("changes %q", preview)
			}
			got := treeOf(t, v.Dir())
			checkDay(t, got[dayFile], receipt, "problem_switched")
			delete(got, dayFile)
			sameFiles(t, "after the decision", got, start.With(files{configName: tt.want}))
			if p, ok := mustLoad(t, v).Research.Active(); !ok || p.Slug != tt.to {
				t.Errorf("the current problem is %q", p.Slug)
			}
			if again := mustDecide(t, v, d); !again.Already || again.ID != receipt.ID {
				t.Errorf("the second time: %+v", again)
			}
		})
	}
}

func TestAProblemIsNamedWhereNoneWas(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, config, want string }{
		{"null", "{\n  \"current_problem\": null,\n  \"x\": 1\n}\n", "{\n  \"current_problem\": \"cogs\",\n  \"x\": 1\n}\n"},
		{"no text", `{"current_problem": "", "x": 1}`, `{"current_problem": "cogs", "x": 1}`},
		{"no key", "{\n  \"version\": \"1\",\n  \"problems\": []\n}\n", "{\n  \"version\": \"1\",\n  \"problems\": [],\n  \"current_problem\": \"cogs\"\n}\n"},
		{"no key, one line", `{"x": 1, "y": 2}`, `{"x": 1, "y": 2, "current_problem": "cogs"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, researching("").With(files{configName: tt.config}))
			mustDecide(t, v, switching(t, v, "cogs"))
			if got := treeOf(t, v.Dir())[configName]; got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			if s := mustLoad(t, v); s.Research.Current != "cogs" {
				t.Errorf("the current problem is %q", s.Research.Current)
			}
		})
	}
}

func TestDecideToSwitchIsRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, config string
		change       func(d *model.Decision)
		meanwhile    func(t *testing.T, v *vaulttest.Vault)
		kind         error
		words        string
	}{
		{name: "the current one", config: examples.ResearchConfig("cogs"), kind: model.ErrConflict, words: "it is already the current problem"},
		{name: "an empty configuration", config: `{}`, kind: model.ErrNotAllowed, words: "it is empty"},
		{name: "a key given twice", config: `{"current_problem": "a", "current_problem": "wheels"}`, kind: model.ErrNotAllowed, words: "current_problem appears twice"},
		{name: "a key given twice, with escapes", config: `{"current_problem": "a", "current\u005fproblem": "wheels"}`, kind: model.ErrNotAllowed, words: "current_problem appears twice"},
		{name: "a number", config: `{"current_problem": 7}`, kind: model.ErrNotAllowed, words: "current_problem is not a text"},
		{name: "no JSON", config: "{\n\"current_problem\": \"wheels\",}", kind: model.ErrNotAllowed, words: "config.json: line 2: invalid JSON"},
		{name: "said elsewhere", config: `{"was": {"current_problem": "cogs"}, "current_problem": "wheels"}`, kind: model.ErrNotAllowed, words: "another place of it has it already"},
		{name: "no configuration", config: examples.ResearchConfig("wheels"), meanwhile: func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, configName, "old.json") }, kind: model.ErrNotAllowed, words: "no such file"},
		{name: "a folder that is gone", config: examples.ResearchConfig("wheels"), meanwhile: func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, ".math/problems/cogs", "old") }, kind: model.ErrNotFound, words: "there is no such research problem"},
		{
			name: "a statement that was written meanwhile", config: examples.ResearchConfig("wheels"), kind: model.ErrConflict, words: "it changed since it was seen",
			meanwhile: func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, ".math/problems/cogs/"+places.ProblemFile, "new")
			},
		},
		{name: "a folder elsewhere", config: examples.ResearchConfig("wheels"), change: func(d *model.Decision) { d.Ref.Path = "Plans" }, kind: model.ErrNotFound, words: "there is no such research problem"},
		{name: "a choice for other things", config: examples.ResearchConfig("wheels"), change: func(d *model.Decision) { d.Choice = model.ChoiceEntry }, kind: model.ErrNotAllowed, words: "that cannot be done with a research"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, researching("").With(files{configName: tt.config}))
			d := switching(t, v, "cogs")
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

func TestAConfigurationThatChangesAtTheLastMomentIsAConflict(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, researching(""))
	d := switching(t, v, "cogs")
	v.Before(t, "sync", "", func() { v.Overwrite(t, configName, examples.ResearchConfig("gears")) })
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
		t.Errorf("Decide: %v", err)
	}
	sameFiles(t, "afterwards", treeOf(t, v.Dir()), researching("").With(files{configName: examples.ResearchConfig("gears")}))
	if len(openLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
}

func TestAcknowledgingAppendsExactlyOneLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, log, item string
		// added is what comes behind the log.
		added string
		zone  *time.Location
	}{
		{name: "a whole log", log: orphanLog, item: "244", added: ackLine},
		{name: "no line feed at its end", log: strings.TrimSuffix(orphanLog, "\n"), item: "244", added: "\n" + ackLine},
		{name: "a torn tail", log: orphanLog + `{"type": "Sess`, item: "244", added: "\n" + ackLine},
		{name: "a tail torn within a character", log: orphanLog + "{\"a\": \"\xc3", item: "244", added: "\n" + ackLine},
		{name: "carriage returns", log: crlf(orphanLog), item: "244", added: ackLine},
		{name: "a byte order mark and bad lines", log: "\ufeff" + orphanLog + "[]\n\x00\x00\n", item: "244", added: ackLine},
		{
			name: "a session named by a text", log: strings.ReplaceAll(orphanLog, ": 244", `: "caf\u00e9 \"1\"\n"`), item: `"café \"1\"\n"`,
			added: strings.Replace(ackLine, "244", `"caf\u00e9 \"1\"\n"`, 1),
		},
		{name: "a session without a number", log: strings.Replace(orphanLog, `"session": 244, `, "", 1), item: "null", added: strings.Replace(ackLine, "244", "null", 1)},
		{name: "a session as a float keeps its spelling", log: strings.ReplaceAll(orphanLog, ": 244", ": 244.0"), item: "244", added: strings.Replace(ackLine, "244", "244.0", 1)},
		{name: "a session as true", log: strings.ReplaceAll(orphanLog, ": 244", ": true"), item: "1", added: strings.Replace(ackLine, "244", "true", 1)},
		{
			name: "a session beyond every machine's numbers", log: strings.ReplaceAll(orphanLog, ": 244", ": 99999999999999999999"), item: "99999999999999999999",
			added: strings.Replace(ackLine, "244", "99999999999999999999", 1),
		},
		{name: "times in the vault's zone", log: orphanLog, item: "244", zone: time.FixedZone("", 2*3600), added: strings.Replace(ackLine, "T11", "T13", 1)},
		{name: "a session that came back", log: orphanLog + strings.Replace(ackLine, "OPERATOR", "SYNTHETIC", 1) + noted("244", "2026-02-21T10:00:00") + "\n", item: "244", added: ackLine},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{eventFile: tt.log})
			if tt.zone != nil {
				v.Where.Opts.Zone = tt.zone
			}
			d := ack(t, v, eventFile, tt.item)
			receipt, _ := vaulttest.DecideAsShown(t, v, d)
			if len(receipt.Notices) > 0 {
				t.Errorf("receipt %+v", receipt)
			}
			got := treeOf(t, v.Dir())
			checkDay(t, got[dayFile], receipt, "session_acknowledged")
			delete(got, dayFile)
			sameFiles(t, "after the decision", got, files{eventFile: tt.log + tt.added})
			s := mustLoad(t, v)
			if orphans := s.Orphans(); len(orphans) > 0 || len(s.Interrupted) > 0 {
				t.Errorf("detected again: %+v, %+v", orphans, s.Interrupted)
			}
			if answer, ok := s.Events.PeerAnswer(); ok {
				t.Errorf("the reference program still finds %s", answer)
			}
			if again := mustDecide(t, v, d); !again.Already || again.ID != receipt.ID {
				t.Errorf("the second time: %+v", again)
			}
			sameFiles(t, "after the second time", treeOf(t, v.Dir()), got.With(files{dayFile: treeOf(t, v.Dir())[dayFile]}))
		})
	}
}

func TestAcknowledgingIsRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		// item is acknowledged as it was seen in orphanLog, after more was added.
		item, more string
		change     func(*model.Decision)
		kind       error
		words      string
	}{
		{name: "a session that wrote again", item: "244", more: noted("244", "2026-02-21T09:00:00"), kind: model.ErrConflict, words: "session 244 has written since it was seen"},
		{name: "a session that started again", item: "244", more: began("244"), kind: model.ErrConflict, words: "session 244 has written since it was seen"},
		{name: "a session that ended", item: "244", more: stopped("244", "Spindle"), kind: model.ErrConflict, words: "the session ended"},
		{name: "a session that somebody else declared dead", item: "244", more: stopped("244", "SYNTHETIC_RECOVERY"), kind: model.ErrConflict, words: "the session ended"},
		{name: "the current session", item: "245", kind: model.ErrNotAllowed, words: "it is the current session: it started last"},
		{
			name: "an unknown session", item: "244", kind: model.ErrNotFound, words: "there is no such session",
			change: func(d *model.Decision) { d.Ref.Item = "7" },
		},
		{
			name: "the same number as a text", item: "244", kind: model.ErrNotFound, words: "there is no such session",
			change: func(d *model.Decision) { d.Ref.Item = `"244"` },
		},
		{
			name: "another log", item: "244", kind: model.ErrNotFound, words: "the event log is no longer there",
			change: func(d *model.Decision) { d.Ref.Path = "events.jsonl" },
		},
		{
			name: "nothing seen", item: "244", kind: model.ErrNotAllowed, words: "it is unknown which text was seen",
			change: func(d *model.Decision) { d.Seen = model.Fingerprint{} },
		},
		{
			name: "no choice for a session", item: "244", kind: model.ErrNotAllowed, words: "that cannot be done with a session",
			change: func(d *model.Decision) { d.Choice = model.ChoiceApprove },
		},
		{
			name: "a session that may be live", item: "244", kind: model.ErrNotAllowed, words: "may be running; confirm twice",
			change: func(d *model.Decision) { d.At = time.Date(2026, 2, 20, 9, 39, 59, 0, time.UTC) },
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{eventFile: orphanLog})
			d := ack(t, v, eventFile, tt.item)
			if tt.change != nil {
				tt.change(&d)
			}
			if tt.more != "" {
				v.Overwrite(t, eventFile, orphanLog+tt.more+"\n")
			}
			refusedWith(t, v, d, tt.kind, tt.words)
		})
	}
}

func TestALiveSessionIsAcknowledgedOnlyByTwoConfirmations(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog})
	d := ack(t, v, eventFile, "244")
	d.At, d.Sure = time.Date(2026, 2, 20, 9, 31, 0, 0, time.UTC), true
	mustDecide(t, v, d)
	if got := treeOf(t, v.Dir())[eventFile]; got != orphanLog+strings.Replace(ackLine, "2026-02-21T11:00", "2026-02-20T09:31", 1) {
		t.Errorf("the log is %q", got)
	}
}

func TestASessionThatComesBackIsAcknowledgedAnew(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog})
	d := ack(t, v, eventFile, "244")
	mustDecide(t, v, d)
	v.Overwrite(t, eventFile, orphanLog+ackLine+noted("244", "2026-02-21T10:00:00")+"\n")
	s := mustLoad(t, v)
	if o := s.Orphans(); len(o) != 1 || !o[0].Returned() || o[0].Declared.Agent != model.OperatorAgent {
		t.Fatalf("orphans %+v", o)
	}
	if again := mustDecide(t, v, ack(t, v, eventFile, "244")); again.Already {
		t.Error("the second acknowledgement was taken for the first")
	}
	if got := strings.Count(treeOf(t, v.Dir())[eventFile], "OPERATOR_RECOVERY"); got != 2 {
		t.Errorf("%d lines of ours", got)
	}
}

func TestAnAcknowledgementThatCannotBeWrittenIsNone(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("needs an account that permissions hold for")
	}
	v := decidingVault(t, files{eventFile: orphanLog})
	d := ack(t, v, eventFile, "244")
	must.Do(t, os.Chmod(filepath.Join(v.Dir(), eventFile), 0o444))
	if _, err := v.Decide(t.Context(), d); err == nil || !strings.Contains(phrase.Error(err), "permission denied") {
		t.Errorf("Decide: %v", err)
	}
	sameFiles(t, "afterwards", treeOf(t, v.Dir()), files{eventFile: orphanLog})
	if len(openLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
}

func TestALogThatGoesAtTheLastMomentIsNoDecision(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog})
	d := ack(t, v, eventFile, "244")
	v.Before(t, "append", eventFile, func() { v.MoveFile(t, eventFile, "old.jsonl") })
	if _, err := v.Decide(t.Context(), d); err == nil || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Decide: %v", err)
	}
	got := treeOf(t, v.Dir())
	delete(got, ".claude/haios/")
	sameFiles(t, "afterwards", got, files{"old.jsonl": orphanLog})
	if len(openLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
}

func TestAnEarlierLineOfTheSameWordsIsNotTakenForOurs(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{eventFile: orphanLog + ackLine + noted("244", "2026-02-21T10:00:00") + "\n"})
	d := ack(t, v, eventFile, "244")
	// The process ends after the intent: nothing was appended.
	lay(t, v, acknowledging(t, d, treeOf(t, v.Dir())[eventFile]))
	receipts, err := v.Recover(t.Context(), eleven)
	if err != nil || len(receipts) != 1 || !receipts[0].Void || len(openLedger(t, v)) > 0 {
		t.Errorf("Recover = %+v, %v", receipts, err)
	}
	if _, logged := treeOf(t, v.Dir())[dayFile]; logged {
		t.Error("the day's log has a decision that was not made")
	}
	if o := mustLoad(t, v).Orphans(); len(o) != 1 {
		t.Errorf("orphans %+v", o)
	}
}
