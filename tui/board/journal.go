package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

// DraftFacts warn which dead ends an attempt would repeat.
func (b *Board) DraftFacts(d model.Decision) []Fact {
	if d.Entry.Category != model.CategoryProof || d.Entry.Earlier != "" {
		return nil
	}
	p, _ := b.Snapshot.Research.Holding(d.Ref.Path)
	var facts []Fact
	for _, dead := range research.DeadEnds(p.Journal, d.Entry.Strategy, d.Entry.Tags) {
		text := fmt.Sprintf("%s is a dead end of this kind (%s, %s): %s", dead.ID, dead.Strategy(), dead.Outcome(), dead.Title())
		facts = append(facts, Fact{"Careful", text, styles.RoleWarn})
	}
	return facts
}

// noJournal says why there is nothing to list, of a journal that cannot be resumed in the seed's
// words.
func noJournal(b *Board) string {
	if t := b.Snapshot.Research.Trouble; t != "" && b.Snapshot.Research.Found {
		return strings.TrimSuffix(t, ".")
	}
	return "No research journal here"
}

// ShownProblem is the research problem in a folder, else the current one, else the first.
func (b *Board) ShownProblem(folder string) (model.ResearchProblem, bool) {
	r := b.Snapshot.Research
	if p, ok := r.Problem(folder); ok {
		return p, true
	}
	if p, ok := r.Active(); ok {
		return p, true
	}
	if len(r.Problems) > 0 {
		return r.Problems[0], true
	}
	return model.ResearchProblem{}, false
}

// JournalRows lists one problem with its entries, only failed ones if dead, then the others.
func JournalRows(b *Board, folder string, dead bool) []list.Row {
	r := b.Snapshot.Research
	shown, ok := b.ShownProblem(folder)
	if !ok {
		return lessonRows(b, dead)
	}
	section := "Current problem"
	switch {
	case r.Trouble != "":
		section = r.Trouble
	case !shown.Current:
		section = "Not current"
	}
	rows := []list.Row{researchRow(b, shown, section)}
	again := map[string][]string{}
	for _, e := range shown.Journal.Entries {
		for _, id := range e.Earlier {
			again[id] = append(again[id], e.ID)
		}
	}
	for _, c := range model.Categories() {
		entries := shown.Journal.Of(c)
		section := fmt.Sprintf("%s %d", c.Section(), len(entries))
		for _, e := range slices.Backward(entries) {
			if !dead || e.Result().Dead() {
				rows = append(rows, entryRow(b, e, again[e.ID], section))
			}
		}
	}
	rows = append(rows, lessonRows(b, dead)...)
	section = fmt.Sprintf("Other problems %d", len(r.Problems)-1)
	for _, p := range r.Problems {
		if p.Path != shown.Path {
			rows = append(rows, researchRow(b, p, section))
		}
	}
	return rows
}

// lessonRows are what other programs wrote down as tried, by program.
func lessonRows(b *Board, dead bool) []list.Row {
	var rows []list.Row
	for _, tool := range b.Snapshot.Lessons.Tools() {
		var own []list.Row
		for _, e := range b.Snapshot.Lessons.Entries {
			if e.Tool != tool || dead && !e.Result().Dead() {
				continue
			}
			own = append(own, list.Row{
				Ref: e.Ref(), Mark: entryMark(e), What: e.Title, Who: tool, Why: research.VerdictOf(e.Result()).InRow(), Since: e.At.Time,
				Words: strings.Join([]string{e.Words(), e.Insight, e.Tried, e.Reasoning}, "\n"),
			})
		}
		for _, row := range own {
			row.Section = fmt.Sprintf("Tried by %s %d", tool, len(own))
			rows = append(rows, row)
		}
	}
	return rows
}

// lessonFacts are about what another program wrote down as tried.
func lessonFacts(b *Board, e model.Entry) []Fact {
	role := styles.RolePlain
	if e.Result().Dead() {
		role = styles.RoleBad
	}
	return []Fact{
		{"Lesson", e.Title, styles.RoleTitle},
		{"Outcome", e.Outcome, role},
		{"Tried", e.Tried, styles.RolePlain},
		{"Why", e.Reasoning, styles.RolePlain},
		{"Insight", e.Insight, styles.RoleAccent},
		{"When", stampWords(b.Snapshot, e.At), styles.RolePlain},
		{"Noted by", e.Tool, styles.RolePlain},
		{fileLabel, fmt.Sprintf("%s:%d", e.Path, e.Line), styles.RolePlain},
	}
}

func researchRow(b *Board, p model.ResearchProblem, section string) list.Row {
	mark := styles.MarkDraft
	if p.Current {
		mark = styles.MarkActive
	}
	return list.Row{
		Ref: p.Ref(), Mark: mark, What: p.Name(), Why: stateName(p.State.Name),
		Since: p.LastActive.Time, Section: section, Words: p.Slug + " " + p.Domain,
	}
}

func entryRow(b *Board, e model.Entry, again []string, section string) list.Row {
	ended := research.VerdictOf(e.Result()).InRow()
	if e.Result() == model.OutcomeNone {
		ended = draw.Lowered(strings.TrimPrefix(e.Outcome, model.OutcomeNone.String()))
	}
	if len(again) > 0 {
		ended = strings.Join(NotEmpty(ended, "repeated"), ", ")
	}
	return list.Row{
		Ref: e.Ref(), Mark: entryMark(e), What: e.ID + "  " + e.Title, Why: cmp.Or(ended, e.Strategy),
		Since: e.At.Time, Section: section, Words: strings.Join([]string{e.Words(), e.Strategy, strings.Join(again, " "), e.Insight, e.Tried, e.Reasoning}, "\n"),
	}
}

func entryMark(e model.Entry) styles.Mark {
	switch e.Result() {
	case model.OutcomeSucceeded:
		return styles.MarkDone
	case model.OutcomeFailed:
		return styles.MarkProblem
	case model.OutcomeAbandoned:
		return styles.MarkGivenUp
	case model.OutcomePartial:
		return styles.MarkPartial
	case model.OutcomeInProgress:
		return styles.MarkActive
	}
	return styles.MarkNote
}

// ids joins the ids of entries.
func ids(entries []model.Entry) string {
	var out []string
	for _, e := range entries {
		out = append(out, e.ID)
	}
	return strings.Join(out, ", ")
}

// researchFacts is the dashboard of a problem.
func researchFacts(b *Board, p model.ResearchProblem) []Fact {
	facts := []Fact{{"Research", p.Name(), styles.RoleTitle}}
	if !p.Current {
		facts = append(facts, Fact{"Standing", "not current; agents work on another problem", styles.RoleMuted})
	}
	facts = append(facts,
		Fact{"State", stateName(p.State.Name), styles.RoleAccent},
		Fact{"Sessions", fmt.Sprint(p.State.Sessions), styles.RolePlain},
	)
	facts = append(facts, b.Next[p.Path]...)
	facts = append(facts, researchParts(p)...)
	if last, ok := p.Journal.Newest(model.CategoryProof); ok {
		facts = append(facts, Fact{"Last tried", last.ID + ", " + last.Title, styles.RolePlain})
	}
	if !p.Statement.Found {
		facts = append(facts, Fact{"Problem", research.ProblemLines(p)[0], styles.RolePlain})
	}
	if p.Journal.Broken != "" {
		facts = append(facts, Fact{"Careful", "Journal needs repair: " + p.Journal.Broken, styles.RoleBad})
	}
	return append(facts,
		Fact{"Active", knownStamp(b.Snapshot, p.LastActive), styles.RolePlain},
		Fact{fileLabel, p.Path, styles.RolePlain})
}

func entryFacts(b *Board, p model.ResearchProblem, e model.Entry) []Fact {
	role := styles.RolePlain
	if e.Result().Dead() {
		role = styles.RoleBad
	}
	facts := []Fact{
		{"Entry", e.ID + ": " + e.Title, styles.RoleTitle},
		{"Outcome", e.Outcome, role},
		{"Strategy", e.Strategy, styles.RolePlain},
		{"Tags", strings.Join(e.Tags, ", "), styles.RolePlain},
		{"Insight", e.Insight, styles.RoleAccent},
		{"By", e.Agent, styles.RolePlain},
		{"When", stampWords(b.Snapshot, e.At), styles.RolePlain},
		{"Tries again", strings.Join(e.Earlier, ", "), styles.RolePlain},
		{"Again in", ids(p.Journal.Reattempts(e.ID)), styles.RolePlain},
	}
	for _, r := range research.RepeatsResearchProblem(p) {
		if r.ID == e.ID {
			facts = append(facts, Fact{"Repeated", r.Words(), styles.RoleWarn})
		}
	}
	for _, a := range research.Attempts(p.Journal) {
		if a.ID == e.ID && a.Disagree() != "" {
			facts = append(facts, Fact{"Careful", a.Disagree(), styles.RoleBad})
		}
	}
	return append(facts, Fact{"Problem", p.Name(), styles.RolePlain}, Fact{fileLabel, e.Path, styles.RolePlain})
}

// researchFactsOf is about a problem, its journal or an entry, nil if it is gone.
func (b *Board) researchFactsOf(ref model.Ref) []Fact {
	r := b.Snapshot.Research
	if p, ok := r.Problem(ref.Path); ok {
		return researchFacts(b, p)
	}
	if e, ok := b.Snapshot.Lesson(ref); ok {
		return lessonFacts(b, e)
	}
	p, ok := r.Holding(ref.Path)
	if !ok {
		return nil
	}
	for _, e := range p.Journal.Entries {
		if e.Ref() == ref {
			return entryFacts(b, p, e)
		}
	}
	if ref.Kind != model.KindJournal {
		return nil
	}
	return []Fact{
		{"Problem", p.Name(), styles.RoleTitle},
		{"Journal", fmt.Sprintf("%d entries", len(p.Journal.Entries)), styles.RolePlain},
		{"Careful", p.Journal.Broken, styles.RoleBad},
		{fileLabel, p.Journal.Path, styles.RolePlain},
	}
}

// nextFacts are what a problem suggests next, and the dead ends that would repeat.
func nextFacts(p model.ResearchProblem) []Fact {
	facts := []Fact{{"Next", research.Suggest(p).Text, styles.RolePlain}}
	for _, r := range research.RepeatsResearchProblem(p) {
		facts = append(facts, Fact{"Careful", repeatWords(r), styles.RoleWarn})
	}
	return facts
}

// repeatWords say which dead end would be repeated, and what came since.
func repeatWords(r research.Repeats) string {
	words := r.ID + " " + research.VerdictOf(model.ParseOutcome(r.Outcome())).InRow() + " and would be repeated by " + r.What
	if len(r.Since) > 0 {
		words += "; since then " + ids(r.Since) + ": worth another look"
	}
	return words
}
