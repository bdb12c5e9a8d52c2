package journal

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/text"
)

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// eleven is when the decisions of these tests are made.
var eleven = time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)

// tried is an attempt as an operator writes it down.
func tried(outcome model.Outcome) model.Draft {
	return model.Draft{
		Category: model.CategoryProof, Title: "By parity", Strategy: "contradiction", Tags: []string{"parity", "two words"},
		Outcome: outcome, Insight: "Count twice.",
	}
}

// remarked is a note.
func remarked() model.Draft { return research.NoteDraft("Look at the hub. It turns.", "ines") }

// draftText is a draft as it goes into a journal.
func draftText(d model.Draft, id string) string {
	return strings.Join(research.Lines(d, id, eleven), "\n") + "\n"
}

const ourStamp = "2026-02-21T11:00:00Z"

// ourRow is what the list of attempts says of tried.
func ourRow(id, status string) string {
	return "  - id: \"" + id + "\"\n    strategy: \"contradiction\"\n    status: \"" + status + "\"\n    tags: [\"parity\", \"two words\"]\n"
}

// sections is the body of a journal without entries.
const sections = "\n# Research Journal: Even wheels\n\n## Proof Attempts\n\n(No entries yet)\n\n## Literature Searches\n\n(No entries yet)\n\n" +
	"## Computations\n\n(No entries yet)\n\n## General Notes\n\n(No entries yet)\n"

const freshHead = "problem: \"wheels\"\ntotal_entries: 0\nlast_entry: \"\"\nstrategies_tried: []\n"

func TestAddEntry(t *testing.T) {
	t.Parallel()
	note, proof := draftText(remarked(), "NOTE-001"), draftText(tried(model.OutcomeFailed), "PROOF-001")
	counted := "problem: \"wheels\"\ntotal_entries: 1\nlast_entry: \"" + ourStamp + "\"\n"
	for _, tt := range []struct {
		name  string
		draft model.Draft
		text  string
		want  string
	}{
		{
			"the first note", remarked(), headed(freshHead, sections),
			headed(counted+"strategies_tried: []\n", strings.Replace(sections, "## General Notes\n\n(No entries yet)\n", "## General Notes\n\n"+note, 1)),
		},
		{
			"the first attempt", tried(model.OutcomeFailed), headed(freshHead, sections),
			headed(counted+"strategies_tried:\n"+ourRow("PROOF-001", "failed"), strings.Replace(sections, "(No entries yet)\n", proof, 1)),
		},
		{
			"one more attempt", tried(model.OutcomeInProgress),
			headed("total_entries: 1 # count\nlast_entry: 2026-02-01T00:00:00Z\nstrategies_tried:\n"+proofRow(1, "failed")+"other: x\n", "\n## Proof Attempts\n\n"+examples.ProofEntry(1, "FAILED")+"\n## Literature Searches\n"),
			headed("total_entries: 2 # count\nlast_entry: "+ourStamp+"\nstrategies_tried:\n"+proofRow(1, "failed")+ourRow("PROOF-002", "in-progress")+"other: x\n",
				"\n## Proof Attempts\n\n"+examples.ProofEntry(1, "FAILED")+"\n"+draftText(tried(model.OutcomeInProgress), "PROOF-002")+"\n## Literature Searches\n"),
		},
		{
			"the next number is above every other", tried(model.OutcomePartial),
			headed("total_entries: '1'\nlast_entry: ''\nstrategies_tried:\n"+proofRow(9, "failed"), "\n## Proof Attempts\n\n"+examples.ProofEntry(2, "FAILED")),
			headed("total_entries: '2'\nlast_entry: '"+ourStamp+"'\nstrategies_tried:\n"+proofRow(9, "failed")+ourRow("PROOF-010", "partial"),
				"\n## Proof Attempts\n\n"+examples.ProofEntry(2, "FAILED")+"\n"+draftText(tried(model.OutcomePartial), "PROOF-010")),
		},
		{
			"a list without an indent, tags as lines", tried(model.OutcomeFailed),
			headed("total_entries: 0\nlast_entry:\nstrategies_tried: # all\n# first\n-   id: PROOF-001\n    tags:\n      - a\n\nother: x\n", sections),
			headed("total_entries: 1\nlast_entry: \""+ourStamp+"\"\nstrategies_tried: # all\n# first\n-   id: PROOF-001\n    tags:\n      - a\n"+
				"-   id: \"PROOF-002\"\n    strategy: \"contradiction\"\n    status: \"failed\"\n    tags: [\"parity\", \"two words\"]\n\nother: x\n",
				strings.Replace(sections, "(No entries yet)\n", draftText(tried(model.OutcomeFailed), "PROOF-002"), 1)),
		},
		{
			"a list in brackets", tried(model.OutcomeFailed),
			headed("total_entries: 0\nlast_entry: ~\nstrategies_tried: [{id: PROOF-001, tags: [a]}] # all\n", sections),
			headed("total_entries: 1\nlast_entry: \""+ourStamp+"\"\nstrategies_tried: [{id: PROOF-001, tags: [a]}, {id: \"PROOF-002\", strategy: \"contradiction\", status: \"failed\", tags: [\"parity\", \"two words\"]}] # all\n",
				strings.Replace(sections, "(No entries yet)\n", draftText(tried(model.OutcomeFailed), "PROOF-002"), 1)),
		},
		{
			"a list in brackets over several lines", tried(model.OutcomeFailed),
			headed("total_entries: 0\nlast_entry: x\nstrategies_tried: [\n  {id: PROOF-001},\n  ]\n", sections),
			headed("total_entries: 1\nlast_entry: "+ourStamp+"\nstrategies_tried: [\n  {id: PROOF-001}, {id: \"PROOF-002\", strategy: \"contradiction\", status: \"failed\", tags: [\"parity\", \"two words\"]}\n  ]\n",
				strings.Replace(sections, "(No entries yet)\n", draftText(tried(model.OutcomeFailed), "PROOF-002"), 1)),
		},
		{
			"an empty list with a comment", tried(model.OutcomeFailed),
			headed("strategies_tried:   [ ] # none\ntotal_entries: 0\nlast_entry: \"\"\n", sections),
			headed("strategies_tried: # none\n"+ourRow("PROOF-001", "failed")+"total_entries: 1\nlast_entry: \""+ourStamp+"\"\n", strings.Replace(sections, "(No entries yet)\n", proof, 1)),
		},
		{
			"keys that are missing", tried(model.OutcomeFailed), headed("problem: wheels\n", sections),
			headed("problem: wheels\ntotal_entries: 1\nlast_entry: \""+ourStamp+"\"\nstrategies_tried:\n"+ourRow("PROOF-001", "failed"), strings.Replace(sections, "(No entries yet)\n", proof, 1)),
		},
		{
			"no keys at all", remarked(), headed("", "\n## General Notes\n"),
			headed("total_entries: 1\nlast_entry: \""+ourStamp+"\"\n", "\n## General Notes\n\n"+note),
		},
		{
			"a section with a remark of its own", remarked(), headed(freshHead, "\n## General Notes\n\nFor everyone.\n\n\n## More\n"),
			headed(counted+"strategies_tried: []\n", "\n## General Notes\n\nFor everyone.\n\n"+note+"\n\n## More\n"),
		},
		{
			"a section without room", remarked(), headed(freshHead, "\n## General Notes\n(no entries yet)\n## More\n"),
			headed(counted+"strategies_tried: []\n", "\n## General Notes\n\n"+note+"\n## More\n"),
		},
		{
			"a placeholder that was left", remarked(), headed(freshHead, "\n## General Notes\n\n_(No entries yet)_\n\n### Other\nx  \n"),
			headed(counted+"strategies_tried: []\n", "\n## General Notes\n\n### Other\nx  \n\n"+note),
		},
		{
			"a placeholder behind an entry belongs to it", remarked(), headed("total_entries: 1\nlast_entry: \"\"\n", "## General Notes\n### NOTE-001: x\n\n(No entries yet)\n"),
			headed("total_entries: 2\nlast_entry: \""+ourStamp+"\"\n", "## General Notes\n### NOTE-001: x\n\n(No entries yet)\n\n"+draftText(remarked(), "NOTE-002")),
		},
		{
			"a section that is missing goes where it belongs", remarked(), headed(freshHead, "\n## Proof Attempts\n\n## More\n\nx\n"),
			headed(counted+"strategies_tried: []\n", "\n## Proof Attempts\n\n## More\n\nx\n\n## General Notes\n\n"+note),
		},
		{
			"ahead of the sections behind it", tried(model.OutcomeFailed), headed(freshHead, "\n# J\n\n## literature searches\n\n## General Notes\n"),
			headed(counted+"strategies_tried:\n"+ourRow("PROOF-001", "failed"), "\n# J\n\n## Proof Attempts\n\n"+proof+"\n## literature searches\n\n## General Notes\n"),
		},
		{
			"a body without anything", remarked(), headed(freshHead, ""),
			headed(counted+"strategies_tried: []\n", "\n## General Notes\n\n"+note),
		},
		{
			"the last of two sections of one name", remarked(), headed(freshHead, "\n## General Notes\n\nx\n\n## General Notes\n\ny\n\n## More\n"),
			headed(counted+"strategies_tried: []\n", "\n## General Notes\n\nx\n\n## General Notes\n\ny\n\n"+note+"\n## More\n"),
		},
		{
			"a heading in a code block is none", remarked(), headed(freshHead, "\n## General Notes\n\n```\n## General Notes\n```\n"),
			headed(counted+"strategies_tried: []\n", "\n## General Notes\n\n```\n## General Notes\n```\n\n"+note),
		},
		{
			"no line end at the end", remarked(), headed(freshHead, "\n## General Notes"),
			headed(counted+"strategies_tried: []\n", "\n## General Notes\n\n"+strings.TrimSuffix(note, "\n")),
		},
		{
			"index and body that disagree stay so", remarked(),
			headed("total_entries: 9\nlast_entry: \"\"\nstrategies_tried:\n"+proofRow(3, "failed"), "\n## Proof Attempts\n\n"+examples.ProofEntry(1, "PARTIAL")+"\n## General Notes\n"),
			headed("total_entries: 2\nlast_entry: \""+ourStamp+"\"\nstrategies_tried:\n"+proofRow(3, "failed"), "\n## Proof Attempts\n\n"+examples.ProofEntry(1, "PARTIAL")+"\n## General Notes\n\n"+note),
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, as := range []func(string) string{
				func(s string) string { return s }, crlf, func(s string) string { return "\ufeff" + s },
			} {
				text, want := as(tt.text), as(tt.want)
				e, err := AddEntry([]byte(text), tt.draft, eleven, "wheels")
				if err != nil {
					t.Fatalf("addEntry: %v", err)
				}
				if string(e.Next) != want {
					t.Errorf("\n got %q\nwant %q", e.Next, want)
				}
				end := "\n"
				if strings.Contains(text, "\r") {
					end = "\r\n"
				}
				if e.Added != strings.Join(research.Lines(tt.draft, e.ID, eleven), end) || strings.Count(string(e.Next), e.Added) != 1 {
					t.Errorf("added %q", e.Added)
				}
			}
		})
	}
}

func TestTheLinesThatAnEntryChanges(t *testing.T) {
	t.Parallel()
	d := tried(model.OutcomeFailed)
	e := must.Get(AddEntry([]byte(headed(freshHead, sections)), d, eleven, "wheels"))(t)
	before := []string{"total_entries: 0", `last_entry: ""`, "strategies_tried: []", NoEntries}
	after := append([]string{"total_entries: 1", `last_entry: "` + ourStamp + `"`, "strategies_tried:"}, text.Lines([]byte(ourRow("PROOF-001", "failed")))...)
	after = append(after, research.Lines(d, "PROOF-001", eleven)...)
	if !slices.Equal(e.Before, before) || !slices.Equal(e.After, after) {
		t.Errorf("before %q\nafter %q", e.Before, e.After)
	}
}

func TestTheDemoJournalTakesEveryCategory(t *testing.T) {
	t.Parallel()
	b := must.Get(os.ReadFile(demo + "/.math/problems/twin-offset-lacings/" + FileName))(t)
	for _, c := range model.Categories() {
		d := tried(model.OutcomeSucceeded)
		d.Category = c
		e := must.Get(AddEntry(b, d, eleven, "x"))(t)
		was, now := Read("", b, nil), Read("", e.Next, nil)
		if len(now.problems()) > 0 || now.Total != 9 || e.ID != was.NextID(c) {
			t.Errorf("%s: total %d, id %s, problems %+v", c, now.Total, e.ID, now.problems())
		}
		if newest, _ := now.Newest(c); newest.ID != e.ID {
			t.Errorf("the newest is %s, not %s", newest.ID, e.ID)
		}
	}
}

func TestAnEntryIsRefused(t *testing.T) {
	t.Parallel()
	valid := headed(freshHead, sections)
	for _, tt := range []struct {
		name, text, want string
		kind             error
	}{
		{name: "no front matter", text: sections, kind: errHead, want: "line 1: there is no front matter"},
		{name: "a broken one", text: strings.Replace(valid, "\"wheels\"", "[", 1), kind: errHead, want: "line 2: "},
		{name: "one that is never closed", text: "---\n" + freshHead + sections, kind: errHead, want: "line 1: front matter is never closed"},
		{name: "damaged line ends", text: strings.ReplaceAll(valid, "\n", "\r\r\n"), kind: text.ErrUneven, want: "damaged"},
		{name: "an open code block", text: valid + "\n```\n", kind: text.ErrEdit, want: "the code block that begins on line 26 is never closed"},
		{name: "a number that is a text of lines", text: strings.Replace(valid, "total_entries: 0", "total_entries: |\n  0", 1), kind: text.ErrEdit, want: "total_entries has more than one line"},
		{name: "a key in quotes", text: strings.Replace(valid, "total_entries", `"total_entries"`, 1), kind: text.ErrEdit, want: "total_entries is written in an unusual way"},
		{name: "a front matter in braces", text: "---\n{problem: x}\n---\n" + sections, kind: text.ErrEdit, want: "afterwards line"},
		{name: "a list that is none", text: strings.Replace(valid, "[]", "none", 1), kind: text.ErrEdit, want: "strategies_tried is not a list"},
		{name: "a list that is a mapping", text: strings.Replace(valid, " []", "\n  a: b", 1), kind: text.ErrEdit, want: "strategies_tried is not a list"},
		{name: "a list with an anchor that is used", text: strings.Replace(valid, "0", "&a 0\nx: *a", 1), kind: text.ErrEdit, want: "afterwards line"},
		{name: "a comment at the end of the list", text: strings.Replace(valid, "[]", "[a, # b\n  # c\n  ]", 1), kind: text.ErrEdit, want: "leave the list of attempts wrong"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := tried(model.OutcomeFailed)
			e, err := AddEntry([]byte(tt.text), d, eleven, "wheels")
			if !errors.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v and %q, want %q", err, e.Next, tt.want)
			}
		})
	}
}

func TestWordsThatLookLikeParts(t *testing.T) {
	t.Parallel()
	text := []byte(headed(freshHead, sections))
	for _, words := range []string{
		"**Outcome:** FAILED", "- **Outcome:** x", ": x", "### PROOF-009: x", "```", "~~~", "---", "# x", "Learn C#", "a: b", "[x](y)", "x\\", "\"", "'", "<!-- x", "| a | b |",
		"re_attempt_of: PROOF-001", "(No entries yet)", "x\n## General Notes\ny", "  x  ", "\u2028x", "…",
	} {
		d := tried(model.OutcomeFailed)
		d.Title, d.Insight, d.Tried, d.Reasoning, d.Agent, d.Related, d.Artifacts = words, words, words, words, words, words, words
		e, err := AddEntry(text, d, eleven, "wheels")
		if err != nil {
			t.Errorf("%q: %v", words, err)
			continue
		}
		got := Read("", e.Next, nil).Entries[0]
		want := model.OneLine(words)
		if got.Title != want || got.Insight != want || got.Tried != want || got.Reasoning != want || got.Agent != want || got.Related != want || got.Artifacts != want {
			t.Errorf("%q reads back as %+v", words, got)
		}
	}
}

func TestRepairOfAJournal(t *testing.T) {
	t.Parallel()
	note := draftText(remarked(), "NOTE-001")
	body := "\n# J\n\n## Proof Attempts\n\n" + examples.ProofEntry(1, "FAILED") + "\n" + strings.Replace(examples.ProofEntry(2, "odd \"word\""), "2026-02-02", "2026-03-02", 1) + "\n## General Notes\n"
	grown := strings.TrimSuffix(body, "\n") + "\n\n" + note
	rebuilt := "total_entries: 3\nlast_entry: \"2026-03-02T09:00:00Z\"\nstrategies_tried:\n" + proofRow(1, "failed") + proofRow(2, "odd \"word\"")
	for _, tt := range []struct{ name, text, want string }{
		{"no front matter", body, headed("problem: \"wheels\"\n"+rebuilt, grown)},
		{"an empty file", "", headed("problem: \"wheels\"\ntotal_entries: 1\nlast_entry: \""+ourStamp+"\"\nstrategies_tried: []\n", "\n## General Notes\n\n"+strings.TrimSuffix(note, "\n"))},
		{
			"a broken list", headed("# ours\nproblem: x # kept\ntotal_entries: 2\nlast_entry: \"\"\nstrategies_tried:\n  - id: [\nmine: |\n  a\n  b\n", body),
			headed("# ours\nproblem: x # kept\nmine: |\n  a\n  b\n"+rebuilt, grown),
		},
		{
			"lines that nothing can be made of", headed("problem: [\n<<<<<<< HEAD\na: 1\na: 2\n", body),
			headed("# problem: [\n# <<<<<<< HEAD\na: 1\n# a: 2\nproblem: \"wheels\"\n"+rebuilt, grown),
		},
		{"never closed", "---\nproblem: x\nlast_entry: y\n" + body, headed("problem: x\n"+rebuilt, grown)},
		{"never closed, with a rule in the body", "---\nproblem: x\n" + body + "\n---\n\nx\n", headed("problem: x\n"+rebuilt, body+"\n---\n\nx\n\n"+note)},
		{"never closed, and nothing else", "---\nproblem: x", headed("problem: x\ntotal_entries: 1\nlast_entry: \""+ourStamp+"\"\nstrategies_tried: []\n", "\n\n## General Notes\n\n"+strings.TrimSuffix(note, "\n"))},
		{"two documents", headed("problem: x\n--- y\nz: 1\n", body), headed("problem: x\n# --- y\nz: 1\n"+rebuilt, grown)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, as := range []func(string) string{func(s string) string { return s }, crlf, func(s string) string { return "\ufeff" + s }} {
				text, want := as(tt.text), as(tt.want)
				if tt.text == "" {
					text, want = "", tt.want
				}
				d := remarked()
				if j := Read("", []byte(text), nil); j.Broken == "" {
					t.Fatal("the journal is not broken")
				}
				d.Repair = true
				e, err := AddEntry([]byte(text), d, eleven, "wheels")
				if err != nil {
					t.Fatalf("addEntry: %v", err)
				}
				if strings.ReplaceAll(string(e.Next), `\"`, `"`) != strings.ReplaceAll(want, `\"`, `"`) {
					t.Errorf("\n got %q\nwant %q", e.Next, want)
				}
				now := Read("", e.Next, nil)
				if tt.text != "" && len(now.problems()) > 0 {
					t.Errorf("afterwards %+v", now.problems())
				}
			}
		})
	}
	t.Run("whose end cannot be told", func(t *testing.T) {
		d := remarked()
		d.Repair = true
		long := "---\na: \"" + strings.Repeat("x", text.MaxFront) + "\nb\n" + body
		if e, err := AddEntry([]byte(long), d, eleven, "wheels"); !errors.Is(err, text.ErrEdit) {
			t.Errorf("got %v, %q", err, e.Next[:200])
		}
	})
	t.Run("that is not needed", func(t *testing.T) {
		d := remarked()
		plain, _ := AddEntry([]byte(headed(freshHead, sections)), d, eleven, "wheels")
		d.Repair = true
		if e, err := AddEntry([]byte(headed(freshHead, sections)), d, eleven, "wheels"); err != nil || string(e.Next) != string(plain.Next) {
			t.Errorf("got %v, %q", err, e.Next)
		}
	})
}

func TestALargeJournalTakesAnEntry(t *testing.T) {
	t.Parallel()
	b := largeJournal(20_000)
	e := must.Get(AddEntry(b, tried(model.OutcomeFailed), eleven, "w"))(t)
	if j := Read("", e.Next, nil); e.ID != "PROOF-20000" || len(j.Index) != 20_001 || len(j.Faults) > 0 {
		t.Errorf("id %s, %d rows, %v", e.ID, len(j.Index), j.Faults[:min(len(j.Faults), 3)])
	}
}

func FuzzSwitch(f *testing.F) {
	for _, seed := range []string{
		examples.ResearchConfig("wheels"), "\ufeff" + crlf(examples.ResearchConfig("wheels")), `{"current_problem":"a"}`, `{"current_problem": "a", "x": {"current_problem": "b"}}`,
		`{"current\u005fproblem": "a", "problems": [{"slug": "cogs"}]}`, `{"current_problem": null}`, `{`, `[]`, "", strings.Repeat("[", 2000), `{"problems": [1, {"slug": ""}, {"slug": "../x"}]}`,
	} {
		f.Add([]byte(seed), "cogs")
	}
	f.Fuzz(func(t *testing.T, b []byte, slug string) {
		if !isSlug(slug) {
			return
		}
		kept := bytes.Clone(b)
		config, err := ReadConfig(b, nil)
		if err != nil {
			return
		}
		change, added, err := config.SwitchTo(slug)
		if !bytes.Equal(b, kept) {
			t.Fatal("the input was changed")
		}
		if err == nil {
			next := text.Apply(b, []text.Splice{change})
			now, err := ReadConfig(next, nil)
			if err != nil || now.Slug() != slug || !bytes.Contains(next, []byte(added)) || bytes.Contains(b, []byte(added)) {
				t.Errorf("%q became %q: %v", b, next, err)
			}
			if !bytes.Equal(next[:change.From], b[:change.From]) || !bytes.HasSuffix(next, b[change.To:]) || len(next) != len(b)-(change.To-change.From)+len(change.Text) {
				t.Errorf("%q became %q: more than the value changed", b, next)
			}
		}
		if change, err = config.Activate(slug, eleven); err == nil {
			now, err := ReadConfig(text.Apply(b, []text.Splice{change}), nil)
			if err != nil || now.Listed[slug].active.Raw != ourStamp || now.Slug() != config.Slug() {
				t.Errorf("%q became %q: %v", b, text.Apply(b, []text.Splice{change}), err)
			}
		}
	})
}

// stateText is a STATE.md with a count and the rows of its history.
func stateText(sessions string, rows ...string) string {
	return "---\ncurrent_state: PROOF_IN_PROGRESS\nsession_count: " + sessions + "\n---\n\n# Research State\n\n## History\n\n| Timestamp | Event | Details |\n|---|---|---|\n" +
		strings.Join(append(rows, ""), "\n")
}

func resumedRow(number string) string {
	return "| 2026-02-21T11:00:00Z | Session resumed | Session #" + number + " |"
}

func TestCountSession(t *testing.T) {
	t.Parallel()
	table := "| Timestamp | Event | Details |\n|-----------|-------|---------|\n"
	for _, tt := range []struct{ name, text, want string }{
		{"one more", stateText("9", "| a | b | c |"), stateText("10", "| a | b | c |", resumedRow("10"))},
		{"the template", stateText("0", "| | | |"), stateText("1", "| | | |", resumedRow("1"))},
		{"a table without rows", stateText("'3' # c"), stateText("'4' # c", resumedRow("4"))},
		{"no value but a blank, which stays", stateText(""), stateText("1 ", resumedRow("1"))},
		{
			"more behind the table", stateText("1", "| a | b | c |", "", "text", "", "## More", "| x |"),
			stateText("2", "| a | b | c |", resumedRow("2"), "", "text", "", "## More", "| x |"),
		},
		{"no line end at the end", strings.TrimSuffix(stateText("1", "| a |"), "\n"), strings.TrimSuffix(stateText("2", "| a |", resumedRow("2")), "\n")},
		{"a history without a table", "---\nsession_count: 1\n---\n## history\n\nNone.\n\n## More\n", "---\nsession_count: 2\n---\n## history\n\nNone.\n\n" + table + resumedRow("2") + "\n\n## More\n"},
		{"no history", "---\nsession_count: 1\n---\n# State\n", "---\nsession_count: 2\n---\n# State\n\n## History\n\n" + table + resumedRow("2") + "\n"},
		{"nothing but a front matter", "---\nsession_count: 1\n---\n", "---\nsession_count: 2\n---\n\n## History\n\n" + table + resumedRow("2") + "\n"},
		{"no count", "---\na: b\n---\n## History\n| x |\n", "---\na: b\nsession_count: 1\n---\n## History\n| x |\n" + resumedRow("1") + "\n"},
		{"a table in a code block", "---\nsession_count: 1\n---\n## History\n| a |\n```\n| b |\n```\n", "---\nsession_count: 2\n---\n## History\n| a |\n" + resumedRow("2") + "\n```\n| b |\n```\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, as := range []func(string) string{func(s string) string { return s }, crlf, func(s string) string { return "\ufeff" + s }} {
				b := []byte(as(tt.text))
				_, splices, err := CountSession(b, eleven)
				if err != nil {
					t.Fatal(err)
				}
				if got := string(text.Apply(b, splices)); got != as(tt.want) {
					t.Errorf("\n got %q\nwant %q", got, as(tt.want))
				}
			}
		})
	}
	for name, body := range map[string]string{
		"no front matter": "# State\n", "a broken one": "---\na: [\n---\n", "no number": stateText("many"), "an open code block": stateText("1") + "```\n",
		"damaged line ends": strings.ReplaceAll(stateText("1"), "\n", "\r\r\n"), "a count over two lines": stateText("|\n  1"),
	} {
		if number, splices, err := CountSession([]byte(body), eleven); !errors.Is(err, text.ErrEdit) && !errors.Is(err, text.ErrUneven) {
			t.Errorf("%s: %d, %v, %v", name, number, splices, err)
		}
	}
}

// failing is what a check needs of a test.
type failing interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// journalSeeds are journals in every notation that the tables know.
func journalSeeds() []string {
	listed := headed("total_entries: 2\nlast_entry: x\nstrategies_tried:\n"+proofRow(1, "failed")+proofRow(2, "partial")+"a: b\n",
		"\n## Proof Attempts\n\n"+examples.ProofEntry(1, "FAILED")+"\n"+examples.ProofEntry(2, "PARTIAL")+"\n## General Notes\n\n(No entries yet)\n")
	return []string{
		headed(freshHead, sections), listed, crlf(listed), "\ufeff" + listed, strings.ReplaceAll(listed, "\n", "\r"), strings.TrimSuffix(listed, "\n"),
		"---\n" + freshHead + sections, sections, "", "---", "---\n---", "---\nstrategies_tried:\n- id: [\n---\n### NOTE-1: x\n(No entries yet)\n## General Notes",
		headed("strategies_tried: [{id: a}, {id: b, tags: [c]}]\ntotal_entries: '3' # c\n", "### Entry 2: x\n\n**Date:** y\n```\n### LIT-1: z\n```\n"),
		headed("strategies_tried: [\n {id: a}, # b\n ]\n", "### PROOF-999999999: x\n## Proof Attempts\n_(no entries yet)_\n## Computations\n"),
		headed("\"total_entries\": 1\nstrategies_tried:\n  a: b\n", ""), headed("{total_entries: 1}\n", ""), headed("total_entries: |\n  1\n", "## General Notes\r\r\n"),
		headed("notes: \"a\nstrategies_tried:\n  - id: x\n b\"\n", ""), headed("strategies_tried:\n- id: a\n# c\n- id: b\n", ""), headed("a: &x 1\nstrategies_tried: *x\n", ""),
	}
}

func FuzzReadJournal(f *testing.F) {
	for _, s := range journalSeeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) { readsSoundly(t, b) })
}

// readsSoundly checks what holds of any text that is read as a journal.
func readsSoundly(t failing, b []byte) {
	kept := bytes.Clone(b)
	j := Read("J", b, nil)
	if !bytes.Equal(b, kept) {
		t.Fatal("the input was changed")
	}
	if len(j.Places) != len(j.Entries) || len(j.problems()) > maxFaults+1 || j.Total < -1 || !j.Found {
		t.Fatalf("%d places of %d entries, %d problems, total %d", len(j.Places), len(j.Entries), len(j.problems()), j.Total)
	}
	at, line := 0, 0
	refs := map[model.Ref]bool{}
	for i, e := range j.Entries {
		p := j.Places[i]
		if p.From < at || p.To <= p.From || p.To > len(b) || e.Line <= line || !bytes.HasPrefix(b[p.From:], []byte("###")) || refs[e.Ref()] {
			t.Fatalf("entry %+v at %v, behind %d on line %d", e, p, at, line)
		}
		if e.Seen != model.FingerprintOf(b[p.From:p.To]) || strings.ContainsAny(e.Title+e.Insight+e.Outcome, "\r\n") || e.Category.Section() == "" {
			t.Fatalf("entry %+v", e)
		}
		at, line, refs[e.Ref()] = p.To, e.Line, true
	}
	for _, p := range j.problems() {
		if p.Reason == "" || p.Line < 0 || p.Line > bytes.Count(b, []byte("\n"))+bytes.Count(b, []byte("\r"))+1 {
			t.Fatalf("problem %+v", p)
		}
	}
	if j.Broken != "" && (len(j.Index) > 0 || j.Total != -1) {
		t.Fatalf("broken (%s), but with %+v", j.Broken, j.Index)
	}
}

func FuzzWriteEntry(f *testing.F) {
	for i, s := range journalSeeds() {
		f.Add([]byte(s), "By parity", "Count twice.", uint8(i), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, b []byte, title, insight string, kind uint8, repair bool) {
		d := model.Draft{
			Category: model.Categories()[kind%4], Title: title, Insight: insight, Strategy: "duality", Outcome: model.Outcomes()[kind%5], Tags: []string{"a", "b c"}, Repair: repair,
		}
		if !research.RefuseDraft(d).Given() {
			writesSoundly(t, b, d)
		}
	})
}

// writesSoundly checks what holds of any text that an entry is written into. It
// reports whether one was.
func writesSoundly(t failing, b []byte, d model.Draft) bool {
	kept := bytes.Clone(b)
	e, err := AddEntry(b, d, eleven, "wheels")
	if !bytes.Equal(b, kept) {
		t.Fatal("the input was changed")
	}
	if err != nil {
		return false
	}
	was, now := Read("", b, nil), Read("", e.Next, nil)
	if now.Broken != "" || len(now.Entries) != len(was.Entries)+1 || now.Total != len(now.Entries) {
		t.Fatalf("%q became %q", b, e.Next)
	}
	got, _ := now.Entry(e.ID)
	if got.Title != model.OneLine(d.Title) || got.Insight != model.OneLine(d.Insight) || got.Copy != 0 || bytes.Count(e.Next, []byte(e.Added)) < 1 {
		t.Fatalf("the entry reads back as %+v", got)
	}
	theirs := slices.DeleteFunc(bodies(string(e.Next)), func(s string) bool { return s == e.Added })
	if !slices.Equal(theirs, bodies(string(b))) {
		t.Fatalf("other entries changed\nfrom %q\n  to %q", b, e.Next)
	}
	if !slices.Equal(Without(t, text.Lines(b), e.Before), Without(t, text.Lines(e.Next), e.After)) {
		t.Fatalf("more lines changed than were said\nfrom %q\n  to %q\nbefore %q\nafter %q", b, e.Next, e.Before, e.After)
	}
	if was.Broken == "" && !slices.Equal(complaints(now), complaints(was)) {
		t.Fatalf("complaints %q, before %q", complaints(now), complaints(was))
	}
	return true
}

// TestJournalsOfAnyLines puts journals together from lines that mean something.
func TestJournalsOfAnyLines(t *testing.T) {
	t.Parallel()
	var lines []string
	for _, s := range journalSeeds() {
		lines = append(lines, text.Lines([]byte(s))...)
	}
	lines = append(lines, "", " ", "---", "```", "- a", "  - id: PROOF-003", "strategies_tried:", "## Proof Attempts", "## General Notes", "### NOTE-001: x", "### Other", "# x", NoEntries)
	line := rapid.OneOf(rapid.SampledFrom(lines), rapid.SampledFrom([]string{"---", "", "## General Notes", "### NOTE-001: x", "strategies_tried:"}))
	written := 0
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.SliceOfN(line, 0, 25).Draw(t, "lines")
		if rapid.Bool().Draw(t, "headed") {
			body = append([]string{"---", "total_entries: 0"}, body...)
			if rapid.Bool().Draw(t, "listed") {
				body = slices.Insert(body, 2, "strategies_tried:", "  - id: PROOF-001")
				body = append(body, "---")
			}
		}
		b := []byte(strings.Join(body, rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\r"}).Draw(t, "end")))
		readsSoundly(t, b)
		d := examples.Draft(t)
		d.Repair = rapid.Bool().Draw(t, "repair")
		if writesSoundly(t, b, d) {
			written++
		}
	})
	if written == 0 {
		t.Error("no entry was ever written")
	}
}

// Without returns the lines that are not blank, without some of them, sorted.
func Without(t failing, lines, gone []string) []string {
	var left []string
	count := map[string]int{}
	for _, l := range gone {
		count[l]++
	}
	for _, l := range lines {
		if count[l] > 0 {
			count[l]--
		} else if strings.TrimSpace(l) != "" {
			left = append(left, l)
		}
	}
	for l, n := range count {
		if n > 0 {
			t.Fatalf("the line %q is not there %d times", l, n)
		}
	}
	slices.Sort(left)
	return left
}
