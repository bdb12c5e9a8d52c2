package answer

import (
	"cmp"
	"fmt"
	"strings"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
	"coldstart/styles"
)

// DeadEnds is the answer of coldstart tried.
type DeadEnds struct {
	Head
	Problem  string        `json:"problem"`
	Strategy string        `json:"strategy"`
	Tags     []string      `json:"tags"`
	Matches  []jsonDeadEnd `json:"matches"`
}

// jsonDeadEnd is an earlier attempt that an approach would repeat.
type jsonDeadEnd struct {
	// ID is the id of the entry, empty when only the front matter has the attempt.
	ID      string `json:"id"`
	EntryID string `json:"entry_id"`
	Title   string `json:"title"`
	// SameStrategy and SharedTags are why it is similar.
	Strategy     string   `json:"strategy"`
	Outcome      string   `json:"outcome"`
	SameStrategy bool     `json:"same_strategy"`
	SharedTags   []string `json:"shared_tags"`
	// Since are later entries, which may have changed the conditions.
	Since []jsonSince `json:"since"`
	Nudge []string    `json:"nudge"`
	// Again are entries that try it again or say why that is worthwhile.
	Again []jsonSince `json:"again"`
	// Careful says where front matter and entry disagree, else empty.
	Careful string `json:"careful"`
}

type jsonSince struct {
	ID        string    `json:"id"`
	EntryID   string    `json:"entry_id"`
	Title     string    `json:"title"`
	Timestamp jsonStamp `json:"timestamp"`
}

func sinceJSON(e model.Entry) jsonSince {
	return jsonSince{e.Ref().String(), e.ID, e.Title, stampJSON(e.At)}
}

// DeadEndsJSON answers coldstart tried.
func DeadEndsJSON(s model.Snapshot, slug, strategy string, tags []string, found []research.DeadEnd) DeadEnds {
	return DeadEnds{HeadJSON(s), slug, strategy, NotNull(tags), say.Each(found, deadEndJSON)}
}

func deadEndJSON(d research.DeadEnd) jsonDeadEnd {
	j := jsonDeadEnd{
		EntryID: d.ID, Title: d.Title(), Strategy: d.Strategy(), Outcome: d.Outcome(),
		SameStrategy: d.SameStrategy, SharedTags: NotNull(d.Shared), Nudge: phrase.Nudge(d), Careful: d.Disagree(),
		Since: say.Each(d.Since, sinceJSON), Again: say.Each(d.Again, sinceJSON),
	}
	if d.Entry != nil {
		j.ID = d.Entry.Ref().String()
	}
	return j
}

// FewestTags is how many tags a check needs when no strategy is given.
const FewestTags = 2

// Nudges prints the warning of each dead end.
func (p *Output) Nudges(found []research.DeadEnd) {
	if len(found) == 0 {
		p.Say("No prior similar attempts.")
	}
	for i, d := range found {
		if i > 0 {
			p.Line()
		}
		for _, l := range phrase.Nudge(d) {
			p.Line(p.Exact(styles.RolePlain, l))
		}
		for _, l := range phrase.Again(d) {
			p.Line(p.Exact(styles.RoleAccent, l))
		}
		if text := d.Disagree(); text != "" {
			p.careful(text)
		}
	}
}

// Journal lists entries, behind the dashboard unless they were filtered.
func (p *Output) Journal(s model.Snapshot, problem model.ResearchProblem, entries []model.Entry, filtered bool) {
	lessons := ofTools(entries)
	if entries = entries[:len(entries)-len(lessons)]; problem.Path == "" {
		p.lessons(lessons)
		return
	}
	if !filtered {
		p.researchDashboard(problem)
		p.Line()
	}
	p.Line(Words(styles.RoleHeading, "Journal "), Words(styles.RoleMuted, journalCount(len(entries), problem.Journal)))
	p.entryTable(s, problem.Journal, entries)
	p.journalRemarks(problem.Journal)
	if len(lessons) > 0 {
		p.Line()
	}
	p.lessons(lessons)
	if !filtered {
		p.otherProblems(s, problem)
	}
}

// ofTools are the entries that other programs noted, which stand last.
func ofTools(entries []model.Entry) []model.Entry {
	for i, e := range entries {
		if e.Tool != "" {
			return entries[i:]
		}
	}
	return nil
}

// lessons lists what other programs noted as tried.
func (p *Output) lessons(entries []model.Entry) {
	var rows [][]styles.Span
	for _, e := range entries {
		outcome := p.orDash(e.Outcome)
		if e.Result().Dead() {
			outcome.Role = styles.RoleWarn
		}
		why := strings.Join(phrase.NotEmpty(e.Title, e.Tried, e.Reasoning), " — ")
		rows = append(rows, []styles.Span{
			Words(styles.RolePlain, ""), p.Label(styles.RoleTitle, e.Tool), outcome, p.Exact(styles.RoleMuted, say.Place(e.Path, e.Line)), p.Label(styles.RolePlain, why),
		})
	}
	if len(rows) > 0 {
		p.Line(Words(styles.RoleHeading, "Tried by other programs"))
	}
	p.Table(rows)
}

func journalCount(listed int, j model.Journal) string {
	switch all := len(j.Entries); {
	case all == 0:
		return "(no entries yet)"
	case listed < all:
		return fmt.Sprintf("(%d of %s)", listed, model.Counted(all, "entry"))
	default:
		return "(" + model.Counted(all, "entry") + ")"
	}
}

func (p *Output) entryTable(s model.Snapshot, j model.Journal, entries []model.Entry) {
	var rows [][]styles.Span
	again := triedAgain(j)
	for _, e := range entries {
		role := styles.RolePlain
		if e.Result().Dead() {
			role = styles.RoleWarn
		}
		outcome := p.orDash(e.Outcome)
		outcome.Role = role
		rows = append(rows, []styles.Span{
			Words(styles.RolePlain, ""), p.Exact(styles.RoleTitle, e.Ref().Item), outcome, p.orDash(e.Strategy),
			p.when(e.At.Time, s.At), p.Label(styles.RolePlain, e.Title+entryLinks(e, again[e.ID])),
		})
	}
	p.Table(rows)
}

// entryLinks names the entries that an entry repeats, and those that repeat it.
func entryLinks(e model.Entry, again []string) string {
	links := ""
	if len(e.Earlier) > 0 {
		links += " (tries " + strings.Join(e.Earlier, ", ") + " again)"
	}
	if len(again) > 0 {
		links += " (tried again: " + strings.Join(again, ", ") + ")"
	}
	return links
}

// triedAgain lists, by the id of an entry, the entries that repeat it.
func triedAgain(j model.Journal) map[string][]string {
	again := map[string][]string{}
	for _, e := range j.Entries {
		for _, id := range e.Earlier {
			again[id] = append(again[id], e.Ref().Item)
		}
	}
	return again
}

// journalRemarks say what is wrong with the front matter.
func (p *Output) journalRemarks(j model.Journal) {
	if j.Broken != "" {
		p.Line()
		p.Line(Words(styles.RoleWarn, "Warning: "), p.Exact(styles.RoleTitle, j.Path), Words(styles.RolePlain, ": "),
			p.Label(styles.RolePlain, j.Broken), Words(styles.RolePlain, " (coldstart journal add --repair rebuilds the front matter)"))
		return
	}
	for i, text := range disagreements(j) {
		if i == 0 {
			p.Line()
		}
		p.careful(text)
	}
}

// disagreements say where the front matter and the entries of a journal differ.
func disagreements(j model.Journal) []string {
	var all []string
	for _, a := range research.Attempts(j) {
		if text := a.Disagree(); text != "" {
			all = append(all, text)
		}
	}
	return all
}

func (p *Output) careful(text string) {
	p.Line(Words(styles.RoleWarn, "Careful: "), p.Label(styles.RolePlain, text))
}

func (p *Output) otherProblems(s model.Snapshot, shown model.ResearchProblem) {
	var rows [][]styles.Span
	for _, other := range s.Research.Problems {
		if other.Ref() == shown.Ref() {
			continue
		}
		title := other.Name()
		if other.Current {
			title += " (current)"
		}
		rows = append(rows, []styles.Span{
			Words(styles.RolePlain, ""), p.Exact(styles.RoleTitle, other.Slug), p.orDash(other.State.Name),
			p.when(other.LastActive.Time, s.At), p.Label(styles.RolePlain, title),
		})
	}
	if len(rows) > 0 {
		p.Heading("Other research problems")
	}
	p.Table(rows)
}

// Journal is the answer of coldstart journal.
type Journal struct {
	Head
	jsonResearch
	Entries []jsonEntry `json:"entries"`
	// Careful says where front matter and entries disagree.
	Careful []string `json:"careful"`
}

// jsonResearch is the research project with its current problem.
type jsonResearch struct {
	// Trouble says why there is no current problem, else empty.
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

// jsonResearchProblem is one research problem, without its entries.
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
	// Broken says why the front matter cannot be read, else empty.
	Broken string `json:"broken"`
	// Total is the count in the front matter, -1 without one; Entries counts the body.
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

// researchJSON is nil for a vault without research.
func researchJSON(r model.Research) *jsonResearch {
	if !r.Found {
		return nil
	}
	j := &jsonResearch{Trouble: r.Trouble, Current: r.Current, Problems: say.Each(r.Problems, researchRowJSON)}
	if p, ok := r.Active(); ok {
		j.Problem = new(researchProblemJSON(p))
	}
	return j
}

// JournalJSON answers coldstart journal.
func JournalJSON(s model.Snapshot, p model.ResearchProblem, entries []model.Entry) Journal {
	r := jsonResearch{Problems: []jsonResearchRow{}}
	if found := researchJSON(s.Research); found != nil {
		r = *found
	}
	if p.Path != "" {
		r.Problem = new(researchProblemJSON(p))
	}
	again := triedAgain(p.Journal)
	return Journal{
		HeadJSON(s), r, say.Each(entries, func(e model.Entry) jsonEntry { return entryJSON(e, again[e.ID]) }), NotNull(disagreements(p.Journal)),
	}
}

func researchRowJSON(p model.ResearchProblem) jsonResearchRow {
	return jsonResearchRow{p.Ref().String(), p.Slug, p.Title, p.Domain, p.State.Name, stampJSON(p.LastActive), p.Current, p.Path}
}

func researchProblemJSON(p model.ResearchProblem) jsonResearchProblem {
	s := research.Suggest(p)
	return jsonResearchProblem{
		researchRowJSON(p), p.State.Sessions,
		say.Each(research.Dashboard(p), func(d model.DashboardPart) jsonDashboardPart {
			return jsonDashboardPart{d.Title, d.Level, NotNull(d.Lines), d.Source}
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
		Agent: cmp.Or(e.Agent, e.Tool), Strategy: e.Strategy, Tags: NotNull(e.Tags), Tried: e.Tried, Outcome: e.Outcome, Reasoning: e.Reasoning,
		Artifacts: e.Artifacts, Related: e.Related, Insight: e.Insight, ReattemptOf: NotNull(e.Earlier),
		TriedAgain: NotNull(again), Path: e.Path, Line: e.Line, SHA256: hashJSON(e.Seen),
	}
}

// researchDashboard prints the dashboard of a problem: each part with its source.
func (p *Output) researchDashboard(problem model.ResearchProblem) {
	p.Line(Words(styles.RoleHeading, "Research Dashboard: "), p.Label(styles.RoleTitle, problem.Name()))
	for _, part := range research.Dashboard(problem) {
		p.Line()
		start := strings.Repeat("  ", part.Level-2)
		p.Line(Words(styles.RolePlain, start), p.Label(styles.RoleHeading, part.Title))
		for _, l := range part.Lines {
			p.Line(Words(styles.RolePlain, start+"  "), p.Label(styles.RolePlain, l))
		}
		if part.Source != "" {
			p.Line(Words(styles.RoleMuted, start+"  Source: "), p.Label(styles.RoleMuted, part.Source))
		}
	}
}

// currentResearch prints the dashboard of the current problem, or why there is none.
func (p *Output) currentResearch(r model.Research) {
	if !r.Found {
		return
	}
	p.Line()
	if current, ok := r.Active(); ok && r.Trouble == "" {
		p.researchDashboard(current)
		return
	}
	p.Line(Words(styles.RoleWarn, "Research: "), p.Label(styles.RolePlain, cmp.Or(r.Trouble, model.NoActiveProblem)))
}
