package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

// DraftFacts warn which dead ends an attempt would repeat.
func (b *Board) DraftFacts(d model.Decision) []view.Said {
	if d.Entry.Category != model.CategoryProof || d.Entry.Earlier != "" {
		return nil
	}
	p, _ := b.Snapshot.Research.Holding(d.Ref.Path)
	var facts []view.Said
	for _, dead := range research.DeadEnds(p.Journal, d.Entry.Strategy, d.Entry.Tags) {
		text := fmt.Sprintf("%s is a dead end of this kind (%s, %s): %s", dead.ID, dead.Strategy(), dead.Outcome(), dead.Title())
		facts = append(facts, view.Say(view.Careful, "Careful", text, view.Warn))
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
	section := list.Section{Name: "Current problem"}
	switch {
	case r.Trouble != "":
		section.Name = r.Trouble
	case !shown.Current:
		section.Name = "Not current"
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
		section := list.Over(c.Section(), len(entries))
		for _, e := range slices.Backward(entries) {
			if !dead || e.Result().Dead() {
				rows = append(rows, entryRow(b, e, again[e.ID], section))
			}
		}
	}
	rows = append(rows, lessonRows(b, dead)...)
	section = list.Over("Other problems", len(r.Problems)-1)
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
			row.Section = list.Over("Tried by "+tool, len(own))
			rows = append(rows, row)
		}
	}
	return rows
}

func researchRow(b *Board, p model.ResearchProblem, section list.Section) list.Row {
	mark := styles.MarkDraft
	if p.Current {
		mark = styles.MarkActive
	}
	return list.Row{
		Ref: p.Ref(), Mark: mark, What: p.Name(), Why: view.StateName(p.State.Name),
		Since: p.LastActive.Time, Section: section, Words: p.Slug + " " + p.Domain,
	}
}

func entryRow(b *Board, e model.Entry, again []string, section list.Section) list.Row {
	ended := research.VerdictOf(e.Result()).InRow()
	if e.Result() == model.OutcomeNone {
		ended = draw.Lowered(strings.TrimPrefix(e.Outcome, model.OutcomeNone.String()))
	}
	if len(again) > 0 {
		ended = strings.Join(phrase.NotEmpty(ended, "repeated"), ", ")
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
