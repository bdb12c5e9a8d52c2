package cli

import "coldstart/model"

// jsonJournal is the answer of coldstart journal.
type jsonJournal struct {
	jsonHead
	jsonResearch
	Entries []jsonEntry `json:"entries"`
	// Careful says where the front matter and the entries disagree.
	Careful []string `json:"careful"`
}

// jsonResearch is the research project, in status for its current problem.
type jsonResearch struct {
	// Trouble says why there is no current problem, empty when there is one.
	Trouble  string               `json:"trouble"`
	Current  string               `json:"current"`
	Problem  *jsonResearchProblem `json:"problem"`
	Problems []jsonResearchRow    `json:"problems"`
}

// jsonResearchRow is one research problem in a list.
type jsonResearchRow struct {
	ID         string    `json:"id"`
	Slug       string    `json:"slug"`
	Title      string    `json:"title"`
	Domain     string    `json:"domain"`
	State      string    `json:"state"`
	LastActive jsonStamp `json:"last_active"`
	Current    bool      `json:"current"`
	Path       string    `json:"path"`
}

// jsonResearchProblem is one research problem whole, without its entries.
type jsonResearchProblem struct {
	jsonResearchRow
	Sessions  int                 `json:"session_count"`
	Dashboard []jsonDashboardPart `json:"dashboard"`
	Suggested jsonSuggestion      `json:"suggested_next_action"`
	Journal   jsonJournalFile     `json:"journal"`
}

type jsonDashboardPart struct {
	Title  string   `json:"title"`
	Level  int      `json:"level"`
	Lines  []string `json:"lines"`
	Source string   `json:"source"`
}

// jsonSuggestion has the number of the seed's rule, 1 to 7.
type jsonSuggestion struct {
	Rule int    `json:"rule"`
	Text string `json:"text"`
}

// jsonJournalFile is a journal without its entries.
type jsonJournalFile struct {
	ID    string `json:"id"`
	Path  string `json:"path"`
	Found bool   `json:"found"`
	// Broken says why the front matter cannot be read.
	Broken string `json:"broken"`
	// Total is the front matter's count, -1 without one; Entries counts the body.
	Total   int       `json:"total_entries"`
	Entries int       `json:"entries_found"`
	Last    jsonStamp `json:"last_entry"`
	SHA256  string    `json:"sha256"`
}

type jsonEntry struct {
	ID        string    `json:"id"`
	EntryID   string    `json:"entry_id"`
	Category  string    `json:"category"`
	Title     string    `json:"title"`
	Timestamp jsonStamp `json:"timestamp"`
	Agent     string    `json:"agent"`
	Strategy  string    `json:"strategy"`
	Tags      []string  `json:"tags"`
	Tried     string    `json:"what_was_tried"`
	Outcome   string    `json:"outcome"`
	Reasoning string    `json:"reasoning"`
	Artifacts string    `json:"artifacts"`
	Related   string    `json:"related_files"`
	Insight   string    `json:"insight"`
	// ReattemptOf and TriedAgain link attempts of the same approach by entry id.
	ReattemptOf []string `json:"re_attempt_of"`
	TriedAgain  []string `json:"tried_again"`
	Path        string   `json:"path"`
	Line        int      `json:"line"`
	SHA256      string   `json:"sha256"`
}

// researchJSON is null for a vault without research.
func researchJSON(r model.Research) *jsonResearch {
	if !r.Found {
		return nil
	}
	j := &jsonResearch{Trouble: r.Trouble, Current: r.Current, Problems: each(r.Problems, researchRowJSON)}
	if p, ok := r.Active(); ok {
		j.Problem = pointer(researchProblemJSON(p))
	}
	return j
}

func journalJSON(s model.Snapshot, p model.ResearchProblem, entries []model.Entry) jsonJournal {
	r := *researchJSON(s.Research)
	r.Problem = pointer(researchProblemJSON(p))
	again := triedAgain(p.Journal)
	return jsonJournal{
		headJSON(s), r, each(entries, func(e model.Entry) jsonEntry { return entryJSON(e, again[e.ID]) }), same(disagreements(p.Journal)),
	}
}

func researchRowJSON(p model.ResearchProblem) jsonResearchRow {
	return jsonResearchRow{p.Ref().String(), p.Slug, p.Title, p.Domain, p.State.Name, stampJSON(p.LastActive), p.Current, p.Path}
}

func researchProblemJSON(p model.ResearchProblem) jsonResearchProblem {
	s := p.Suggest()
	return jsonResearchProblem{
		researchRowJSON(p), p.State.Sessions,
		each(p.Dashboard(), func(d model.DashboardPart) jsonDashboardPart {
			return jsonDashboardPart{d.Title, d.Level, same(d.Lines), d.Source}
		}),
		jsonSuggestion{s.Rule, s.Text},
		journalFileJSON(p.Journal),
	}
}

func journalFileJSON(j model.Journal) jsonJournalFile {
	return jsonJournalFile{j.Ref().String(), j.Path, j.Found, j.Broken, j.Total, len(j.Entries), stampJSON(j.Last), hashJSON(j.Seen)}
}

func entryJSON(e model.Entry, again []string) jsonEntry {
	return jsonEntry{
		ID: e.Ref().String(), EntryID: e.ID, Category: string(e.Category), Title: e.Title, Timestamp: stampJSON(e.At),
		Agent: e.Agent, Strategy: e.Strategy, Tags: same(e.Tags), Tried: e.Tried, Outcome: e.Outcome, Reasoning: e.Reasoning,
		Artifacts: e.Artifacts, Related: e.Related, Insight: e.Insight, ReattemptOf: same(e.Earlier),
		TriedAgain: same(again), Path: e.Path, Line: e.Line, SHA256: hashJSON(e.Seen),
	}
}
