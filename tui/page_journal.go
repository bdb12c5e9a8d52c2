package tui

import (
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/styles"
)

// noJournal says why there is nothing to list, in the words of the seed.
func noJournal(b *board) string {
	if t := b.snapshot.Research.Trouble; t != "" {
		return strings.TrimSuffix(t, ".")
	}
	return strings.TrimSuffix(model.NoProject, ".")
}

// shownProblem is the research problem of a folder, else the current one, else
// the first.
func (b *board) shownProblem(folder string) (model.ResearchProblem, bool) {
	r := b.snapshot.Research
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

// journalRows lists one research problem with its entries, newest first, and the
// other problems. With dead, of the entries only what was tried and failed.
func journalRows(b *board, folder string, dead bool) []row {
	r := b.snapshot.Research
	shown, ok := b.shownProblem(folder)
	if !ok {
		return nil
	}
	section := "Current problem"
	switch {
	case r.Trouble != "":
		section = r.Trouble
	case !shown.Current:
		section = "Another problem; agents do not work on it now"
	}
	rows := []row{researchRow(b, shown, section)}
	again := map[string][]string{}
	for _, e := range shown.Journal.Entries {
		for _, id := range e.Earlier {
			again[id] = append(again[id], e.ID)
		}
	}
	for _, c := range model.Categories() {
		entries := shown.Journal.Of(c)
		section := fmt.Sprintf("%s: %d", c.Section(), len(entries))
		for _, e := range slices.Backward(entries) {
			if !dead || e.Result().Dead() {
				rows = append(rows, entryRow(b, e, again[e.ID], section))
			}
		}
	}
	section = fmt.Sprintf("Other problems: %d", len(r.Problems)-1)
	for _, p := range r.Problems {
		if p.Path != shown.Path {
			rows = append(rows, researchRow(b, p, section))
		}
	}
	return rows
}

func researchRow(b *board, p model.ResearchProblem, section string) row {
	mark := styles.MarkDraft
	if p.Current {
		mark = styles.MarkActive
	}
	return row{
		ref: p.Ref(), mark: mark, what: p.Name(), why: orDash(p.State.Name),
		since: p.LastActive.Time, section: section, words: p.Slug + " " + p.Domain,
	}
}

func orDash(text string) string {
	if text == "" {
		return "no state yet"
	}
	return text
}

func entryRow(b *board, e model.Entry, again []string, section string) row {
	var why []string
	for _, part := range []string{e.Outcome, e.Strategy} {
		if part != "" && part != model.OutcomeNone.String() {
			why = append(why, part)
		}
	}
	if len(again) > 0 {
		why = append(why, "again in "+strings.Join(again, ", "))
	}
	return row{
		ref: e.Ref(), mark: entryMark(e), what: e.ID + "  " + e.Title, why: strings.Join(why, ", "),
		since: e.At.Time, section: section, words: strings.Join([]string{e.Words(), e.Insight, e.Tried, e.Reasoning}, "\n"),
	}
}

func entryMark(e model.Entry) styles.Mark {
	switch e.Result() {
	case model.OutcomeSucceeded:
		return styles.MarkDone
	case model.OutcomeFailed, model.OutcomeAbandoned:
		return styles.MarkProblem
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

// researchFacts is the research dashboard of a problem: each part with who wrote
// it and when.
func researchFacts(b *board, p model.ResearchProblem) []fact {
	facts := []fact{{"Research", p.Name(), styles.RoleTitle}}
	if !p.Current {
		facts = append(facts, fact{"Standing", "agents work on another problem; you can make this one the current one", styles.RoleMuted})
	}
	facts = append(facts,
		fact{"State", orDash(p.State.Name), styles.RoleAccent},
		fact{"Sessions", fmt.Sprint(p.State.Sessions), styles.RolePlain},
	)
	facts = append(facts, b.next[p.Path]...)
	for _, part := range []struct {
		label    string
		lines    []string
		category model.Category
	}{
		{"Proof", p.ProofLines(), model.CategoryProof},
		{"Literature", p.LiteratureLines(), model.CategoryLit},
		{"Computed", p.ComputationLines(), model.CategoryComp},
		{"Last tried", p.LastApproach(), ""},
	} {
		text := strings.Join(part.lines, "; ")
		if part.category != "" {
			text += " (" + p.Source(part.category) + ")"
		}
		facts = append(facts, fact{part.label, text, styles.RolePlain})
	}
	if !p.Statement.Found {
		facts = append(facts, fact{"Problem", p.ProblemLines()[0], styles.RolePlain})
	}
	if p.Journal.Broken != "" {
		facts = append(facts, fact{"Careful", "Journal needs repair: " + p.Journal.Broken, styles.RoleBad})
	}
	return append(facts,
		fact{"Active", knownStamp(b.snapshot, p.LastActive), styles.RolePlain},
		fact{fileLabel, p.Path, styles.RolePlain})
}

func entryFacts(b *board, p model.ResearchProblem, e model.Entry) []fact {
	role := styles.RolePlain
	if e.Result().Dead() {
		role = styles.RoleBad
	}
	facts := []fact{
		{"Entry", e.ID + ": " + e.Title, styles.RoleTitle},
		{"Outcome", e.Outcome, role},
		{"Strategy", e.Strategy, styles.RolePlain},
		{"Tags", strings.Join(e.Tags, ", "), styles.RolePlain},
		{"Insight", e.Insight, styles.RoleAccent},
		{"By", e.Agent, styles.RolePlain},
		{"When", stampWords(b.snapshot, e.At), styles.RolePlain},
		{"Tries again", strings.Join(e.Earlier, ", "), styles.RolePlain},
		{"Again in", ids(p.Journal.Reattempts(e.ID)), styles.RolePlain},
	}
	for _, r := range p.Repeats() {
		if r.ID == e.ID {
			facts = append(facts, fact{"Repeated", r.Words(), styles.RoleWarn})
		}
	}
	for _, a := range p.Journal.Attempts() {
		if a.ID == e.ID && a.Disagree() != "" {
			facts = append(facts, fact{"Careful", a.Disagree(), styles.RoleBad})
		}
	}
	return append(facts, fact{"Problem", p.Name(), styles.RolePlain}, fact{fileLabel, e.Path, styles.RolePlain})
}

// researchFactsOf is what is known about a research problem, its journal or an
// entry, nil when it is gone.
func (b *board) researchFactsOf(ref model.Ref) []fact {
	r := b.snapshot.Research
	if p, ok := r.Problem(ref.Path); ok {
		return researchFacts(b, p)
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
	return []fact{
		{"Problem", p.Name(), styles.RoleTitle},
		{"Journal", fmt.Sprintf("%d entries", len(p.Journal.Entries)), styles.RolePlain},
		{"Careful", p.Journal.Broken, styles.RoleBad},
		{fileLabel, p.Journal.Path, styles.RolePlain},
	}
}

// The height from which the journal page has a head, and the rows that one text
// of it takes at most.
const (
	journalHeadHeight = 16
	maxHeadRows       = 3
)

// nextFacts are what a problem suggests to do next, and the dead ends that this would
// repeat.
func nextFacts(p model.ResearchProblem) []fact {
	facts := []fact{{"Next", p.Suggest().Text, styles.RoleAccent}}
	for _, r := range p.Repeats() {
		facts = append(facts, fact{"Dead end", r.Words(), styles.RoleWarn})
	}
	return facts
}

// journalHead is what the shown problem suggests to do next, and the dead ends
// that this would repeat: what an operator comes for, ahead of all entries.
func (a *App) journalHead(h int) []styles.Line {
	p, ok := a.board.shownProblem(a.shown)
	if !ok || h < journalHeadHeight {
		return nil
	}
	var head []styles.Line
	for _, f := range a.board.next[p.Path] {
		rows := factLines(a.th, []fact{f}, a.width)
		if len(rows) > maxHeadRows {
			rows = append(rows[:maxHeadRows-1], styles.Join(rows[maxHeadRows-1], words(styles.RoleMuted, "…")).Fit(a.width))
		}
		if len(head)+len(rows) > h/2 {
			break
		}
		head = append(head, rows...)
	}
	return append(head, nil)
}
