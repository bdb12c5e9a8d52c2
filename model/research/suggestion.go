package research

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
)

// Suggestion is the suggested next action of a research problem.
type Suggestion struct {
	// Rule is the seed's rule, 1 to 7.
	Rule int
	Text string
	// Strategies and Tags are compared with the dead ends.
	Strategies []string
	Tags       []string
}

// initialized is the state before a problem is submitted.
const initialized = "INITIALIZED"

// Suggest returns the next action: the first of the seed's seven rules that fits.
func Suggest(p model.ResearchProblem) Suggestion {
	last, tried := p.Journal.Newest(model.CategoryProof)
	lit, searched := p.Journal.Newest(model.CategoryLit)
	gap, open := gapResearchProblem(p, last)
	attempted := len(Attempts(p.Journal)) > 0
	switch {
	case p.Journal.Unread != "":
		return Suggestion{Rule: 7, Text: noJournalText(p.Journal)}
	case !defined(p) && (p.State.Name == initialized || p.State.Name == ""):
		return Suggestion{Rule: 1, Text: "Submit a problem with `/math:problem` to begin your research."}
	case defined(p) && !searched && !p.Literature.Found:
		return Suggestion{Rule: 2, Text: "Consider starting with a literature search to find relevant existing results. `/math:search` (available Phase 3)"}
	case !attempted && !p.Proof.Found && (searched || p.Literature.Found):
		text := "Literature has been reviewed. Consider starting proof development. `/math:prove` (available Phase 4)"
		if searched {
			text += fmt.Sprintf(" Start from %s: %s.", lit.ID, unstopped(cmp.Or(lit.Insight, lit.Title)))
		}
		return Suggestion{Rule: 3, Text: text}
	case open:
		return suggestGap(p, gap, last)
	case tried && last.Result().Dead():
		return suggestAfter(p, last)
	case complete(p):
		return Suggestion{Rule: 6, Text: "Proof development appears complete. Consider generating LaTeX output. `/math:write` (available Phase 7)"}
	}
	return Suggestion{Rule: 7, Text: "Review the current state and decide on next steps. Use `/math:help` to see available commands."}
}

// noJournalText says that the journal cannot be read.
func noJournalText(j model.Journal) string {
	return "The journal cannot be read, so earlier attempts are unknown: " + j.Unread + "."
}

// defined reports whether the problem was submitted.
func defined(p model.ResearchProblem) bool {
	return p.State.Defined || !p.State.Found && len(p.Statement.Preview) > 0
}

// gapResearchProblem picks the open gap that the last proof entry names, else the first. Without a proof
// file a partial attempt is a gap.
func gapResearchProblem(p model.ResearchProblem, last model.Entry) (model.Gap, bool) {
	text := last.Reasoning + " " + last.Insight + " " + last.Title
	for _, g := range p.Proof.Gaps {
		if g.ID != "" && slices.Contains(strings.FieldsFunc(text, notInID), g.ID) {
			return g, true
		}
	}
	switch {
	case len(p.Proof.Gaps) > 0:
		return p.Proof.Gaps[0], true
	case p.Proof.Open > 0 && last.ID != "":
		return gapEntry(last), true
	case p.Proof.Open > 0:
		return model.Gap{Title: "a step of PROOF.md"}, true
	case !p.Proof.Found && last.Result() == model.OutcomePartial:
		return gapEntry(last), true
	}
	return model.Gap{}, false
}

// gapEntry is the gap that an entry leaves.
func gapEntry(e model.Entry) model.Gap { return model.Gap{Title: cmp.Or(e.Reasoning, e.Title, e.ID)} }

// notInID separates words that can be ids.
func notInID(r rune) bool {
	return r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}

// suggestGap is the fourth rule; it points first to what came after the last attempt.
func suggestGap(p model.ResearchProblem, g model.Gap, last model.Entry) Suggestion {
	where := cmp.Or(g.Title, g.ID, "a step of PROOF.md")
	if g.ID != "" && g.Title != "" {
		where = g.ID + " (" + g.Title + ")"
	}
	s := Suggestion{Rule: 4, Strategies: strategiesIn(g.Title + " " + g.Text), Tags: tagsIn(p, g.Title+" "+g.Text)}
	news := since(news(p.Journal), Attempt{ID: last.ID, Entry: &last})
	what := "searching for a lemma to bridge this step"
	switch _, computed := p.Journal.Newest(model.CategoryComp); {
	case len(news) > 0:
		what = "building on what came after " + last.ID + ": " + named(news, true)
	case !computed:
		what = "trying a computational verification"
	}
	s.Text = fmt.Sprintf("The proof has a gap at %s. Consider %s.", unstopped(where), what)
	return s
}

// suggestAfter is the fifth rule: the last approach failed.
func suggestAfter(p model.ResearchProblem, last model.Entry) Suggestion {
	text := fmt.Sprintf("The last approach (%s, %s) was %s because: %s. ", last.ID, cmp.Or(last.Strategy, "no strategy"), last.Outcome, cmp.Or(unstopped(last.Reasoning), notRecorded))
	news := since(news(p.Journal), Attempt{ID: last.ID, Entry: &last})
	if len(news) == 0 {
		text += fmt.Sprintf("Consider an alternative strategy; review the insight of %s first: %s.", last.ID, cmp.Or(unstopped(last.Insight), notRecorded))
		return Suggestion{Rule: 5, Text: text}
	}
	text += fmt.Sprintf("Consider an alternative strategy, or revisit it with what came since: %s.", named(news, false))
	return Suggestion{Rule: 5, Text: text, Strategies: []string{last.Strategy}, Tags: last.Tags}
}

// mostNamed is how many entries one sentence names.
const mostNamed = 5

// named lists the newest entries in a sentence: "LIT-002, COMP-001".
func named(entries []model.Entry, titles bool) string {
	var names []string
	for _, e := range entries[max(0, len(entries)-mostNamed):] {
		name := e.ID
		if titles {
			name += " (" + e.Title + ")"
		}
		names = append(names, name)
	}
	text := strings.Join(names, ", ")
	if more := len(entries) - mostNamed; more > 0 {
		text += fmt.Sprintf(" and %d before them", more)
	}
	return text
}

// complete reports whether every step is done, no gap is open and no attempt in progress.
func complete(p model.ResearchProblem) bool {
	f := p.Proof
	if !f.Found || f.Steps == 0 || f.Done < f.Steps || f.Open > 0 || len(f.Gaps) > 0 {
		return false
	}
	return !slices.ContainsFunc(p.Journal.Of(model.CategoryProof), func(e model.Entry) bool { return e.Result() == model.OutcomeInProgress })
}

// strategiesIn lists the strategy types in a text, as whole words.
func strategiesIn(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), notInID)
	var found []string
	for _, s := range model.Strategies() {
		if slices.Contains(words, s) {
			found = append(found, s)
		}
	}
	return found
}

// mostTagWords is how many words of a tag are matched in a text.
const mostTagWords = 5

// tagsIn lists the tags of earlier attempts in a text, with blanks or dashes between their
// words.
func tagsIn(p model.ResearchProblem, text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), notInWord)
	phrases := map[string]bool{}
	for i := range words {
		for n := 1; n <= mostTagWords && i+n <= len(words); n++ {
			phrases[strings.Join(words[i:i+n], " ")] = true
		}
	}
	var found []string
	told := map[string]bool{}
	for _, a := range Attempts(p.Journal) {
		for _, t := range a.Tags() {
			phrase := strings.Join(strings.FieldsFunc(strings.ToLower(t), notInWord), " ")
			if phrases[phrase] && !told[t] {
				told[t] = true
				found = append(found, t)
			}
		}
	}
	return found
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// unstopped drops a full stop.
func unstopped(text string) string { return strings.TrimSuffix(strings.TrimSpace(text), ".") }
