package decision_test

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/ledger"
	"coldstart/vault/vaulttest"
)

// polled is what the agent's tool makes of an approval: a transcription of the rules by which
// spec-workflow (commit b63e6cd) reads the file, tells the agent to go on or to wait, and deletes.
type polled struct {
	found, goOn, mayDelete bool
	says                   string
}

func poll(t *testing.T, v *vaulttest.Vault, id string) polled {
	t.Helper()
	// It looks into each folder for a file with the name of the id.
	found, err := filepath.Glob(filepath.Join(v.Dir(), ".spec-workflow/approvals/*", id+".json"))
	if err != nil || len(found) == 0 {
		return polled{}
	}
	b := must.Get(os.ReadFile(found[0]))(t)
	var a struct{ Status, Response, RespondedAt string }
	// JSON.parse takes no byte order mark, and neither does the library.
	if json.Unmarshal(b, &a) != nil {
		return polled{}
	}
	p := polled{found: true, goOn: a.Status == "approved", mayDelete: a.Status != "pending"}
	if a.Response != "" {
		p.says = map[string]string{"approved": "Response: ", "rejected": "Reason: ", "needs-revision": "Feedback: "}[a.Status] + a.Response
	}
	if _, err := time.Parse(time.RFC3339, a.RespondedAt); p.mayDelete && err != nil {
		t.Errorf("responded at %q", a.RespondedAt)
	}
	return p
}

func TestAnAnswerIsWhatTheAgentsToolLooksFor(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		choice     model.Choice
		note, word string
		want       polled
	}{
		{model.ChoiceApprove, "", "approved", polled{found: true, goOn: true, mayDelete: true}},
		{model.ChoiceApprove, "well done", "approved", polled{true, true, true, "Response: well done"}},
		{model.ChoiceReject, "no “moorings” <here>", "rejected", polled{true, false, true, "Reason: no “moorings” <here>"}},
		{model.ChoiceChanges, "name\tthe berths", "needs-revision", polled{true, false, true, "Feedback: name the berths"}},
	} {
		t.Run(tt.choice.String()+" "+tt.note, func(t *testing.T) {
			t.Parallel()
			start := boatyard()
			v := decidingVault(t, start)
			if p := poll(t, v, "approval_1763625600000_m1n"); p != (polled{found: true}) {
				t.Fatalf("before: %+v", p)
			}
			receipt := mustDecide(t, v, wish(t, v, mooringApproval, tt.choice, tt.note))
			if len(receipt.Notices) > 0 || len(receipt.Changes) != 1 || receipt.Changes[0].Path != mooringApproval {
				t.Errorf("receipt %+v", receipt)
			}
			if p := poll(t, v, "approval_1763625600000_m1n"); p != tt.want {
				t.Errorf("the tool reads %+v, want %+v", p, tt.want)
			}
			added := `"moorings",` + "\n  " + `"respondedAt": "2026-02-21T11:00:00.000Z"`
			if tt.note != "" {
				added += ",\n  " + `"response": "` + model.OneLine(tt.note) + `"`
			}
			end := start.With(files{mooringApproval: strings.NewReplacer(`"pending"`, `"`+tt.word+`"`, `"moorings"`+"\n", added+"\n").Replace(start[mooringApproval])})
			// Neither a folder nor a log of a vault comes into being.
			sameFiles(t, "after the answer", treeOf(t, v.Dir()), end)
			if s := mustLoad(t, v); len(s.Requests) != 0 || len(s.Approvals) != 0 || len(s.Problems) != 0 {
				t.Errorf("still shown: %+v %+v %+v", s.Requests, s.Approvals, s.Problems)
			}
			undo := undoOf(t, v, "")
			mustDecide(t, v, undo)
			sameFiles(t, "after the undo", treeOf(t, v.Dir()), start)
			if s := mustLoad(t, v); len(s.Requests) != 1 {
				t.Errorf("not pending again: %+v", s.Requests)
			}
		})
	}
}

// The ledger has both hashes: that of the file and that of the document.
func TestAnAnswerIsWrittenDownWithBothHashes(t *testing.T) {
	t.Parallel()
	start := boatyard()
	v := decidingVault(t, start)
	mustDecide(t, v, wish(t, v, mooringApproval, model.ChoiceApprove, "good"))
	records, _, err := ledger.Open(v.Where).Read()
	if err != nil || len(records) != 1 {
		t.Fatalf("%+v, %v", records, err)
	}
	r, hash := records[0], func(name string) model.Fingerprint { return model.FingerprintOf([]byte(start[name])) }
	o, _ := r.Holding()
	if r.Tool != "spec-workflow" || o.Was != hash(mooringApproval).String() || o.About != mooringDesign || o.Says != hash(mooringDesign).String() {
		t.Errorf("record %+v", r)
	}
	if r.Seen != hash(mooringApproval).With(hash(mooringDesign)).String() || len(r.Rules()) > 0 {
		t.Errorf("seen %s, rules %q", r.Seen, r.Rules())
	}
}

func TestAnAnswerIsBoundToTheFileAndToItsDocument(t *testing.T) {
	t.Parallel()
	start := boatyard()
	was := start[mooringApproval]
	for _, tt := range []struct {
		name   string
		change func(t *testing.T, v *vaulttest.Vault)
		kind   error
		words  string
	}{
		{"the document changed", func(t *testing.T, v *vaulttest.Vault) {
			v.Overwrite(t, mooringDesign, "# Moorings\n\nEach has a letter.\n")
		}, model.ErrConflict, "or its document " + mooringDesign},
		{"the title changed", func(t *testing.T, v *vaulttest.Vault) {
			v.Overwrite(t, mooringApproval, strings.Replace(was, "design\"", "whole\"", 1))
		}, model.ErrConflict, "changed since it was seen"},
		{"another document", func(t *testing.T, v *vaulttest.Vault) {
			v.Overwrite(t, ".spec-workflow/specs/moorings/tasks.md", start[mooringDesign])
			v.Overwrite(t, mooringApproval, strings.Replace(was, "design.md", "tasks.md", 1))
		}, model.ErrConflict, "changed since it was seen"},
		{"answered elsewhere", func(t *testing.T, v *vaulttest.Vault) {
			v.Overwrite(t, mooringApproval, strings.Replace(was, "pending", "rejected", 1))
		}, model.ErrConflict, "no longer pending: its status is rejected"},
		{"deleted", func(t *testing.T, v *vaulttest.Vault) {
			must.Do(t, os.Remove(filepath.Join(v.Dir(), mooringApproval)))
		}, model.ErrNotFound, "no longer there"},
		{"torn", func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, mooringApproval, was[:len(was)-30]) }, model.ErrNotAllowed, "line 9"},
		{"the document is gone", func(t *testing.T, v *vaulttest.Vault) {
			must.Do(t, os.Remove(filepath.Join(v.Dir(), mooringDesign)))
		}, model.ErrConflict, "changed since it was seen"},
	} {
		for _, choice := range []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges} {
			t.Run(tt.name+"/"+choice.String(), func(t *testing.T) {
				t.Parallel()
				v := decidingVault(t, start)
				d := wish(t, v, mooringApproval, choice, "because")
				tt.change(t, v)
				before := treeOf(t, v.Dir())
				_, err := v.Decide(t.Context(), d)
				if !errors.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.words) {
					t.Errorf("Decide: %v, want %v with %q", err, tt.kind, tt.words)
				}
				sameFiles(t, "after the refusal", treeOf(t, v.Dir()), before)
			})
		}
	}
}

// What changes between the last comparison and the write, or right behind it, is noticed.
func TestAnAnswerNoticesWhatChangesWhileItIsWritten(t *testing.T) {
	t.Parallel()
	start := boatyard()
	answered := strings.Replace(start[mooringApproval], "pending", "rejected", 1)
	for _, tt := range []struct {
		name, at, file, text string
		kind                 error
		words                string
	}{
		{"the document, ahead of the write", "planned", mooringDesign, "# Another\n", model.ErrConflict, mooringDesign + " changed since it was seen"},
		{"the file, ahead of the write", "planned", mooringApproval, answered, model.ErrConflict, ""},
		{"the document, right behind it", "published", mooringDesign, "# Another\n", nil, mooringDesign + " changed since it was seen: read it again"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, start)
			d := wish(t, v, mooringApproval, model.ChoiceApprove, "")
			v.Where.Disk.Before = func(op, name string) {
				if op == "ledger" && name == tt.at {
					v.Overwrite(t, tt.file, tt.text)
				}
			}
			receipt, err := v.Decide(t.Context(), d)
			said := strings.Join(receipt.Notices, "; ")
			if err != nil {
				said = err.Error()
			}
			if !errors.Is(err, tt.kind) || !strings.Contains(said, tt.words) {
				t.Fatalf("%v, %q; want %v with %q", err, said, tt.kind, tt.words)
			}
			got := maps.Clone(treeOf(t, v.Dir()))
			if tt.kind != nil {
				sameFiles(t, "after the refusal", got, start.With(files{tt.file: tt.text}))
			}
			if open := openLedger(t, v); len(open) > 0 {
				t.Errorf("open: %+v", open)
			}
		})
	}
}

func TestTheUndoOfAnAnswerIsRefusedOnceSomebodyWentOn(t *testing.T) {
	t.Parallel()
	start := boatyard()
	edit := func(name, old, next string) func(*testing.T, *vaulttest.Vault) {
		return func(t *testing.T, v *vaulttest.Vault) {
			v.Overwrite(t, name, strings.Replace(treeOf(t, v.Dir())[name], old, next, 1))
		}
	}
	for _, tt := range []struct {
		name   string
		choice model.Choice
		change func(*testing.T, *vaulttest.Vault)
		why    model.Code
	}{
		{"deleted by the tool", model.ChoiceApprove, func(t *testing.T, v *vaulttest.Vault) {
			must.Do(t, os.Remove(filepath.Join(v.Dir(), mooringApproval)))
		}, model.BecausePickedUp},
		{"changed by somebody", model.ChoiceApprove, edit(mooringApproval, `"title"`, `"annotations": "x", "title"`), model.BecauseTouchedSince},
		{"deleted after a wish", model.ChoiceChanges, func(t *testing.T, v *vaulttest.Vault) {
			must.Do(t, os.Remove(filepath.Join(v.Dir(), mooringApproval)))
		}, model.BecausePickedUp},
		{"only its blanks", model.ChoiceReject, edit(mooringApproval, "\n}", "\n}\n"), model.BecauseTouchedSince},
		{"the document was revised", model.ChoiceChanges, edit(mooringDesign, "number", "letter"), model.BecauseAnswered},
		{"pending again", model.ChoiceChanges, edit(mooringApproval, "needs-revision", "pending"), model.BecauseAnswered},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, start)
			id := mustDecide(t, v, wish(t, v, mooringApproval, tt.choice, "because")).ID
			undo := undoOf(t, v, id)
			tt.change(t, v)
			before := treeOf(t, v.Dir())
			if u, err := v.Undoable(id, mustLoad(t, v)); err != nil || u.Why.Code != tt.why {
				t.Errorf("Undoable: %+v, %v; want %s", u.Why, err, tt.why)
			}
			if _, err := v.Decide(t.Context(), undo); !errors.Is(err, model.ErrConflict) {
				t.Errorf("the undo: %v", err)
			}
			sameFiles(t, "after the refusal", treeOf(t, v.Dir()), before)
		})
	}
}

// An approval of a document that changed meanwhile can be taken back: the agent waits again.
func TestAnApprovalOfADocumentThatChangedIsTakenBack(t *testing.T) {
	t.Parallel()
	for _, choice := range []model.Choice{model.ChoiceApprove, model.ChoiceReject} {
		start := boatyard()
		v := decidingVault(t, start)
		mustDecide(t, v, wish(t, v, mooringApproval, choice, "because"))
		v.Overwrite(t, mooringDesign, "# Another\n")
		mustDecide(t, v, undoOf(t, v, ""))
		sameFiles(t, choice.String(), treeOf(t, v.Dir()), start.With(files{mooringDesign: "# Another\n"}))
	}
}

// A revision is a new request, which shows what was answered before: in the same file, pending
// again, or in a new one about the same document.
func TestARevisionShowsTheEarlierAnswer(t *testing.T) {
	t.Parallel()
	second := strings.Replace(mooringApproval, "m1n", "m2n", 1)
	for _, tt := range []struct {
		name   string
		choice model.Choice
		again  files
		path   string
		want   string
	}{
		{"the same file", model.ChoiceChanges, boatyard().With(files{mooringDesign: "# Moorings\n\nEach has a berth.\n"}), mooringApproval, "you asked for changes: name the berths"},
		{"a new file", model.ChoiceChanges, files{"-" + mooringApproval: "", second: strings.ReplaceAll(boatyard()[mooringApproval], "m1n", "m2n"), mooringDesign: "# New\n"}, second, "you asked for changes: name the berths"},
		{"rejected before", model.ChoiceReject, boatyard().With(files{mooringDesign: "# New\n"}), mooringApproval, "rejected before: name the berths"},
		{"approved before", model.ChoiceApprove, boatyard().With(files{mooringDesign: "# New\n"}), mooringApproval, "approved before: name the berths"},
		{"another document", model.ChoiceChanges, files{"-" + mooringApproval: "", second: strings.ReplaceAll(boatyard()[mooringApproval], "design.md", "tasks.md"), ".spec-workflow/specs/moorings/tasks.md": "- [ ] 1. Dig\n"}, second, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, boatyard())
			mustDecide(t, v, wish(t, v, mooringApproval, tt.choice, "name the berths"))
			for name, text := range tt.again {
				if gone, ok := strings.CutPrefix(name, "-"); ok {
					must.Do(t, os.Remove(filepath.Join(v.Dir(), gone)))
					continue
				}
				v.Overwrite(t, name, text)
			}
			s := mustLoad(t, v)
			r, ok := s.Request(tt.path)
			if words, _ := phrase.Before(r); !ok || words != tt.want || r.Asked != nil {
				t.Errorf("%+v: %q, want %q", r, words, tt.want)
			}
			if len(rule.NeedsYou(s)) == 0 {
				t.Error("the revision does not need anybody")
			}
			mustDecide(t, v, wish(t, v, tt.path, model.ChoiceReject, "still not"))
		})
	}
}

// What the tool would read otherwise than the operator did, or not at all, is not approved.
func TestAnApprovalThatReadersDisagreeOnIsNotApproved(t *testing.T) {
	t.Parallel()
	was := boatyard()[mooringApproval]
	for name, text := range map[string]string{
		"two documents":           strings.Replace(was, `"type"`, `"filePath": "README.md", "type"`, 1),
		"two statuses":            strings.Replace(was, `"title"`, `"status": "approved", "title"`, 1),
		"two, one escaped":        strings.Replace(was, `"title"`, `"st\u0061tus": "approved", "title"`, 1),
		"a byte order mark":       "\ufeff" + was,
		"a title that is no text": strings.Replace(was, "design\"", "d\xe9sign\"", 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, boatyard().With(files{mooringApproval: text}))
			_, err := v.Decide(t.Context(), wish(t, v, mooringApproval, model.ChoiceApprove, ""))
			if !errors.Is(err, model.ErrNotAllowed) {
				t.Errorf("approve: %v", err)
			}
		})
	}
}

// Of a text with hidden characters the name has to be typed, as of any request.
func TestHiddenCharactersOfADocumentAreAsked(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, boatyard().With(files{mooringDesign: "# Moor\u202eings\n"}))
	d := wish(t, v, mooringApproval, model.ChoiceApprove, "")
	d.Typed = ""
	var untyped *model.Untyped
	if _, err := v.Decide(t.Context(), d); !errors.As(err, &untyped) || untyped.Word != filepath.Base(mooringApproval) {
		t.Fatalf("Decide: %v", err)
	}
	d.Typed = untyped.Word
	mustDecide(t, v, d)
}

func TestOfFinishedSpecsTheNewestIsListed(t *testing.T) {
	t.Parallel()
	const done = "- [x] 1. Dig\n"
	specs := files{".spec-workflow/archive/specs/x/tasks.md": done, ".spec-workflow/specs/open/tasks.md": "- [ ] 1. Dig\n"}
	for _, id := range []string{"a", "b", "c"} {
		specs[".spec-workflow/specs/"+id+"/tasks.md"] = done
	}
	v := decidingVault(t, specs)
	for id, age := range map[string]time.Duration{"a": 3, "b": 1, "c": 2} {
		at := eleven.Add(-age * time.Hour)
		must.Do(t, os.Chtimes(filepath.Join(v.Dir(), ".spec-workflow/specs", id, "tasks.md"), at, at))
	}
	s := mustLoad(t, v)
	var ids []string
	for _, p := range s.Plans {
		ids = append(ids, p.ID)
	}
	slices.Sort(ids)
	if !slices.Equal(ids, []string{"b", "open"}) || len(s.Guests) != 1 || s.Guests[0].Finished != 3 {
		t.Errorf("%q, %+v", ids, s.Guests)
	}
}
