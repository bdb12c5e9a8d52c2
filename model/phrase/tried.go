package phrase

import (
	"slices"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/model/research"
)

// Verdict is the answer in a word or two.
func Verdict(a research.Answer) string {
	switch {
	case a.NotAsSuch() && !a.DeadEnd:
		return "NOT TRIED AS SUCH"
	case a.NotFound():
		return "NOT FOUND"
	}
	return a.Verdict.String()
}

// Often says of an answer how often and when, which is ago, and what else is to be known.
func Often(a research.Answer, ago string) (often, then string) {
	best, ok := a.Best()
	switch {
	case a.NotFound():
		return "", "Some files here could not be searched."
	case !ok && len(a.Words) == 1:
		return "", "Nothing noted here has this word."
	case !ok:
		return "", "Nothing noted here has these words."
	}
	switch a.Verdict {
	case research.OnlySpokenOf:
		then = "Nothing says that it was tried."
	case research.Planned:
		then = "A plan has it, and nothing says that it was tried."
	case research.RanBefore, research.Interrupted:
		then = "Nothing says what came of it."
	case research.RuledOut:
		then = "It was found not to be the cause."
	case research.AskedAndRejected, research.ChangesWanted:
		then = "An agent asked, and the answer was no."
		if a.Verdict == research.ChangesWanted {
			then = "An agent asked, and is to ask otherwise."
		}
	case research.TriedAndFailed, research.TriedAndGivenUp:
		if n := len(best.Since); n > 0 {
			then = model.Counted(n, "result") + " since then: worth another look."
		}
	}
	if ago != "" {
		ago = ", " + ago
	}
	switch {
	case a.NotAsSuch() && a.DeadEnd:
		return "It was a dead end in " + best.Name() + ago + "; nothing has all of the words.", then
	case a.NotAsSuch():
		return "Nothing has all of the words; close: " + best.Name() + " " + best.Verdict.InRow() + ago + ".", then
	}
	often = map[int]string{1: "once", 2: "twice"}[a.Times]
	if often == "" {
		often = strconv.Itoa(a.Times) + " times"
	}
	if a.Times > 1 {
		ago = strings.Replace(ago, ", ", ", last ", 1)
	}
	return often + ago + ".", then
}

// Searched says where words are looked for.
func Searched(t research.Trials) string {
	places := Places(t)
	if len(places) == 0 {
		return "nothing was noted here yet"
	}
	return "one search over " + and(places)
}

// Places are the kinds of things in which words are looked for.
func Places(t research.Trials) []string {
	var places []string
	for _, p := range []struct {
		kind  model.Kind
		words string
	}{{model.KindEntry, "journals"}, {model.KindEntry, "dead ends"}, {model.KindRequest, "rejections"}, {model.KindTrace, "traces"}, {model.KindPlan, "plans"}, {model.KindTranscript, "sessions"}} {
		if t.Has(p.kind) {
			places = append(places, p.words)
		}
	}
	if t.Ran > 0 {
		places = append(places, "their commands")
	}
	if t.Commits > 0 {
		places = append(places, model.Counted(t.Commits, "commit"))
	}
	return places
}

// mostParts is how many parts of a hit are named: more say nothing new.
const mostParts = 2

// Lesson is what something that was tried taught, else why it ended as it did; of a session its last
// words.
func Lesson(x *research.Trial) string {
	if x.Ref.Kind == model.KindTranscript && x.Taught == "" && x.Why != "" {
		return "Its last words: " + x.Why
	}
	return x.Lesson()
}

// Matched says which words a hit has and where, the places that tell most first, and which it lacks.
func Matched(h research.Hit) string {
	var has, lacks []string
	for _, m := range h.Matches {
		has = append(has, m.Word+" in "+places(m.Parts[:min(len(m.Parts), mostParts)]))
	}
	for _, w := range h.Missing {
		lacks = append(lacks, "“"+w+"”")
	}
	words := "matched: " + strings.Join(has, "; ")
	if len(lacks) > 0 {
		words += "; not " + strings.Join(lacks, ", ")
	}
	return words
}

// places joins places of an entry: "its title and tags".
func places(parts []string) string {
	out := slices.Clone(parts)
	for i, p := range parts {
		if i > 0 {
			out[i] = strings.TrimPrefix(p, "its ")
		}
	}
	return and(out)
}

// and joins words: "a, b and c".
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
