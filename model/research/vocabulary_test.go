package research

import (
	"strings"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

func entry(id, outcome, at string, edits ...func(*model.Entry)) model.Entry {
	e := model.Entry{Path: journalPath, ID: id, Outcome: outcome, At: model.ParseStamp(at, nil), Title: "Title of " + id, Agent: "prover"}
	category, _, _ := strings.Cut(id, "-")
	e.Category = model.Category(category)
	e.Number, _ = model.EntryNumber(id, e.Category)
	for _, edit := range edits {
		edit(&e)
	}
	return e
}

func using(strategy string, tags ...string) func(*model.Entry) {
	return func(e *model.Entry) { e.Strategy, e.Tags = strategy, tags }
}

func reasoned(reasoning, insight string) func(*model.Entry) {
	return func(e *model.Entry) { e.Reasoning, e.Insight = reasoning, insight }
}

func again(ids ...string) func(*model.Entry) { return func(e *model.Entry) { e.Earlier = ids } }

func journal(entries ...model.Entry) model.Journal {
	return model.Journal{Path: journalPath, Found: true, Entries: entries}
}

const journalPath = ".math/problems/tides/JOURNAL.md"

func listingJournal(j model.Journal, rows ...[4]string) model.Journal {
	for _, r := range rows {
		j.Index = append(j.Index, model.IndexRow{ID: r[0], Strategy: r[1], Status: r[2], Tags: strings.Fields(r[3])})
	}
	return j
}

func idsOf(entries []model.Entry) string {
	var ids []string
	for _, e := range entries {
		ids = append(ids, e.ID)
	}
	return strings.Join(ids, " ")
}

func hostile() *rapid.Generator[string] {
	return rapid.StringOf(rapid.OneOf(
		rapid.Rune(),
		rapid.SampledFrom([]rune("a \t\n\r\u0085\u00A0\u2028\u2029\u200B\u202E\u2066\uFEFF\uFFFD\x00\x1b\x7f\u2800\uFE0F\U000E0041\u200C\u200Dمé👩")),
	))
}
