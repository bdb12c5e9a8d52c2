package tui

import (
	"fmt"

	"coldstart/model"
)

// The things of the laboratory that tests name.
const (
	lacings     = ".math/problems/lacings"
	lacingsFile = lacings + "/JOURNAL.md"
	patches     = ".math/problems/patches"
	seedFile    = "seed.json"
)

func attempt(id, title, strategy, outcome string, at string, tags ...string) model.Entry {
	e := model.Entry{
		Path: lacingsFile, ID: id, Category: model.CategoryProof, Title: title, At: stamp(at), Agent: "proof-agent",
		Strategy: strategy, Outcome: outcome, Tags: tags, Tried: "Tried " + title, Reasoning: "The count is off by one.",
		Insight: "Count twice.",
	}
	for _, c := range model.Categories() {
		if n, ok := model.EntryNumber(id, c); ok {
			e.Category, e.Number = c, n
		}
	}
	return e
}

// laboratory is a workshop with two research problems and a memory.
func laboratory() *fakeStore {
	s := workshop()
	journal := model.Journal{Path: lacingsFile, Found: true, Total: 5, Entries: []model.Entry{
		attempt("PROOF-001", "Sum all differences", "contradiction", "SUCCEEDED", "2026-02-26T20:10:00Z", "parity"),
		attempt("PROOF-002", "Affine lacings", "construction", "FAILED", "2026-03-02T20:35:00Z", "affine-maps", "queens"),
		attempt("PROOF-003", "Count squares", "estimation", "PARTIAL", "2026-03-10T19:42:00Z", "queens", "squares"),
		attempt("LIT-001", "Queens without edges", "targeted-search", "SUCCEEDED", "2026-03-11T20:15:00Z", "queens"),
		attempt("NOTE-001", "Where it comes from", "", "N/A", "2026-02-28T10:40:00Z"),
	}}
	for _, e := range journal.Of(model.CategoryProof) {
		journal.Index = append(journal.Index, model.IndexRow{ID: e.ID, Strategy: e.Strategy, Status: e.Result().Status(), Tags: e.Tags})
	}
	s.snapshot.Research = model.Research{Found: true, Config: ".math/config.json", Current: "lacings", Problems: []model.ResearchProblem{
		{
			Slug: "lacings", Path: lacings, Title: "Spoke lacings", Current: true, LastActive: stamp("2026-03-13T20:11:36Z"),
			Statement: model.Statement{Found: true, Preview: []string{"How many spokes can a lacing have?"}},
			State:     model.ResearchState{Found: true, Name: "PROOF_IN_PROGRESS", Defined: true, Sessions: 9}, Journal: journal,
			Literature: model.Literature{Found: true, Papers: 3, Confirmed: 2, KeyResult: "Two blocks lose 3."},
			Proof: model.Proof{
				Found: true, Strategy: "estimation", Steps: 6, Done: 4, Open: 1, Verified: 1, Sketched: 2,
				Gaps: []model.Gap{{ID: "GAP-1", Title: "construction of n - 2 spokes"}},
			},
		},
		{
			Slug: "patches", Path: patches, Title: "Even tyre wear", LastActive: stamp("2026-03-08T10:48:15Z"),
			State:   model.ResearchState{Found: true, Name: "PROBLEM_DEFINED", Defined: true, Sessions: 1},
			Journal: model.Journal{Path: patches + "/JOURNAL.md"},
		},
	}}
	m := model.Memory{
		Path: seedFile, Found: true, Version: "1.0.0", Identity: model.Identity{
			Principal: "Orla", AI: "Spindle", Catchphrase: "Wheels true.", Style: "concise", Timezone: "Europe/Dublin", Locale: "en-IE",
		},
		Learned: []model.Learning{
			{Path: seedFile, ID: "pat_1", Type: model.LearningPattern, Content: "Wants two decimals", Source: "session_232", Extracted: stamp("2026-02-28T09:51:20.114Z"), ConfirmedAt: stamp("2026-02-28T09:55:02.870Z"), Confirmed: true},
			{Path: seedFile, ID: "ins_1", Type: model.LearningInsight, Content: "Free checks bring services", Source: "session_190", Extracted: stamp("2025-11-02T12:20:44.900Z"), ConfirmedAt: stamp("2025-11-03T09:04:11.257Z"), Confirmed: true},
		},
		Proposals: []model.Proposal{
			{Path: seedFile, ID: "Vt3xQ9pLd2", Type: model.LearningPattern, Content: "Signs with her full name", Source: "session_245", Extracted: stamp("2026-03-13T16:31:47.205Z"), Status: "pending", Method: "acr", Confidence: "0.86"},
			{Path: seedFile, ID: "x5JoTa62Pk", Type: model.LearningPattern, Content: "Likes countdown offers", Source: "session_242", Extracted: stamp("2026-03-11T12:08:54.379Z"), Status: "rejected", Confidence: "0.41", Decided: stamp("2026-03-11T15:14:02.733Z")},
		},
		LastSession: "2026-03-13T16:40:12.418Z", Projects: []string{"tune-up"},
	}
	s.snapshot.Memory = m
	for _, e := range journal.Entries {
		s.files[fileKey(e.Ref())] = fmt.Sprintf("### %s: %s\n- **Outcome:** %s\n- **Insight/Takeaway:** %s\n", e.ID, e.Title, e.Outcome, e.Insight)
	}
	s.files[lacings], s.files[patches] = "# Problem Statement\n\nHow many spokes?\n", "# Problem Statement\n\nWhich cogs?\n"
	s.files[lacingsFile], s.files[patches+"/JOURNAL.md"] = "# Research Journal: Spoke lacings\n", ""
	s.files[seedFile] = "{\"version\": \"1.0.0\"}\n"
	for _, p := range m.Proposals {
		s.files[fileKey(p.Ref())] = fmt.Sprintf("{\n  \"id\": %q,\n  \"content\": %q\n}", p.ID, p.Content)
	}
	for _, l := range m.Learned {
		s.files[fileKey(l.Ref())] = fmt.Sprintf("{\n  \"id\": %q\n}", l.ID)
	}
	s.changes = []model.Change{{Kind: model.ChangeEdit, Path: lacingsFile, Before: []string{"total_entries: 5"}, After: []string{"total_entries: 6", "### NOTE-002: A new one"}}}
	s.receipt = model.Receipt{Changes: s.changes}
	return s
}
