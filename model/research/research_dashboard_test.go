package research

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"coldstart/model"
)

const emptyDashboard = `---
generated: "2026-03-10T12:00:00Z"
problem: "tides"
state: "INITIALIZED"
session_number: 1
---

# Research Dashboard: tides

## Problem

Problem not yet submitted. Run /math:problem.

## Current State: INITIALIZED

### Proof Progress

- No proof attempted yet
- _Source: N/A_

### Literature Found

- No literature search yet
- _Source: N/A_

### Computations

- No computations yet
- _Source: N/A_

### Last Approach Tried

- No approaches tried yet

## Suggested Next Action

Submit a problem with ` + "`/math:problem`" + ` to begin your research.
`

const fullDashboard = `---
generated: "2026-03-10T12:00:00Z"
problem: "tides"
state: "PROOF_IN_PROGRESS"
session_number: 12
---

# Research Dashboard: Tides of the harbour

## Problem

Let $h$ be the height of the tide.
Show that **h** stays bounded.

## Current State: PROOF_IN_PROGRESS

### Proof Progress

- Strategy: estimation
- Steps completed: 2 of 4
- Open gaps: 1
- Confidence: 2 [V], 1 [S], 0 [~]
- _Source: prover, 2026-03-06T10:00:00Z_

### Literature Found

- Papers: 3, 2 of them confirmed
- Key theorem: Rudin 3.3
- _Source: unknown, no time_

### Computations

- Computations: 2
- Result: The first mode
- Result: The second mode
- _Source: counter, 2026-03-04_

### Last Approach Tried

- **Approach:** Estimated the second mode
- **Outcome:** PARTIAL
- **Journal entry:** #PROOF-002

## Suggested Next Action

The proof has a gap at GAP-1 (The tail). Consider searching for a lemma to bridge this step.
`

func fullProblem() model.ResearchProblem {
	p := withResearchProblem(tides(
		entry("PROOF-001", "SUCCEEDED", "2026-03-05"),
		entry("PROOF-002", "PARTIAL", "2026-03-06T10:00:00Z", func(e *model.Entry) { e.Tried = "Estimated the second mode" }),
		entry("LIT-001", "SUCCEEDED", "2026-03-01"),
		entry("LIT-002", "SUCCEEDED", "", func(e *model.Entry) { e.Agent = "" }),
		entry("COMP-001", "SUCCEEDED", "2026-03-04", func(e *model.Entry) { e.Agent = "counter" }),
	), proven(2, 4, model.Gap{ID: "GAP-1", Title: "The tail"}))
	p.Statement.Preview = append(p.Statement.Preview, "Show that **h** stays bounded.")
	p.Proof.Verified, p.Proof.Sketched = 2, 1
	p.Literature = model.Literature{Found: true, Papers: 3, Confirmed: 2, KeyResult: "Rudin 3.3"}
	p.Computation = model.Computation{Found: true, Count: 2, Results: []string{"The first mode", "The second mode"}}
	return p
}

func TestDashboardFile(t *testing.T) {
	t.Parallel()
	empty := model.ResearchProblem{Slug: "tides", State: model.ResearchState{Found: true, Name: "INITIALIZED"}}
	if got := DashboardFile(empty, 1, noon); got != emptyDashboard {
		t.Errorf("got\n%s", got)
	}
	if got := DashboardFile(fullProblem(), 12, noon); got != fullDashboard {
		t.Errorf("got\n%s", got)
	}
}

func TestDashboardParts(t *testing.T) {
	t.Parallel()
	bare := model.ResearchProblem{Proof: model.Proof{Found: true}, Literature: model.Literature{Found: true}, Computation: model.Computation{Found: true}}
	bare.Journal = journal(entry("PROOF-001", "", ""))
	want := []model.DashboardPart{
		{Title: "Problem", Level: 2, Lines: []string{"Problem not yet submitted. Run /math:problem."}, Source: "", Strong: false},
		{Title: "Current State: unknown", Level: 2, Lines: nil, Source: "", Strong: false},
		{Title: "Proof Progress", Level: 3, Lines: []string{"Strategy: not named", "Steps completed: 0 of 0", "Open gaps: none", "Confidence: 0 [V], 0 [S], 0 [~]"}, Source: "prover, no time", Strong: false},
		{Title: "Literature Found", Level: 3, Lines: []string{"Papers: 0, 0 of them confirmed"}, Source: "N/A", Strong: false},
		{Title: "Computations", Level: 3, Lines: []string{"Computations: 0"}, Source: "N/A", Strong: false},
		{Title: "Last Approach Tried", Level: 3, Lines: []string{"Approach: Title of PROOF-001", "Outcome: not recorded", "Journal entry: #PROOF-001"}, Source: "", Strong: true},
		{Title: "Suggested Next Action", Level: 2, Lines: []string{submit}, Source: "", Strong: false},
	}
	got := Dashboard(bare)
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || fmt.Sprint(got[i]) != fmt.Sprint(want[i]) {
			t.Fatalf("part %d is not as it should be: %+v", i, got)
		}
	}
}

func TestDashboardLinesLoseTheirMarks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"# Heading":               `\# Heading`,
		"===":                     `\===`,
		"---":                     `\---`,
		"- item":                  `\- item`,
		"+ item":                  `\+ item`,
		"* # Heading":             `\* # Heading`,
		"***":                     `\***`,
		"*Source: x, y*":          `\*Source: x, y*`,
		"**Theorem.** Let":        "**Theorem.** Let",
		"_Source: x, y_":          `\_Source: x, y_`,
		"  \t_Source: x, y_":      `\_Source: x, y_`,
		"\u200b_Source: x, y_":    `\_Source: x, y_`,
		"```":                     "\\```",
		"~~~":                     `\~~~`,
		"<!-- away":               `\<!-- away`,
		"> # Heading":             `\> # Heading`,
		"1. # Heading":            `1\. # Heading`,
		"12) # Heading":           `12\) # Heading`,
		"1.5 metres":              "1.5 metres",
		"2 metres":                "2 metres",
		"$$h = 1$$":               "$$h = 1$$",
		"Let\n# Heading":          "Let # Heading",
		"Élan # no heading":       "Élan # no heading",
		"":                        "",
		"\u2028# Heading\u2029##": `\# Heading ##`,
	} {
		if got := plainLine(model.OneLine(text)); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// marked is text of a vault that begins like something of ours.
func marked() *rapid.Generator[string] {
	begins := rapid.SampledFrom([]string{"", "---\n", "# ", "## Problem\n", "\n\n## ", "_Source: x_", "\n_Source: x_\n", "> ", "- ", "1. ", "===\n", "\"\n", "\\"})
	return rapid.Custom(func(t *rapid.T) string {
		return begins.Draw(t, "first") + begins.Draw(t, "second") + hostile().Draw(t, "rest")
	})
}

// startsBlock are the lines of the file that Markdown gives a meaning to, and those
// that name a source.
var startsBlock = regexp.MustCompile(`^(#|>|=|~|<|\x60\x60\x60|_|\*[^*]|\*\*\*|[-+] |---|\d+[.)] )`)

func TestNoTextOfAVaultForgesAPartOfTheDashboard(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string) string { return marked().Draw(t, label) }
		e := entry("PROOF-001", text("outcome"), text("at"), using(text("strategy")), reasoned(text("reasoning"), text("insight")))
		e.ID, e.Title, e.Agent, e.Tried = text("id"), text("title"), text("agent"), text("tried")
		l := entry("LIT-001", "", "", reasoned("", text("found")))
		l.Agent = text("reader")
		p := model.ResearchProblem{
			Slug: text("slug"), Title: text("name"), Journal: journal(l), Statement: model.Statement{Preview: []string{text("preview"), text("more"), text("last")}},
			State: model.ResearchState{Found: true, Name: text("state"), Defined: rapid.Bool().Draw(t, "defined")},
		}
		if rapid.Bool().Draw(t, "tried") {
			p.Journal = journal(l, e)
		}
		if rapid.Bool().Draw(t, "proven") {
			p.Proof = model.Proof{Found: true, Strategy: text("plan"), Gaps: []model.Gap{{ID: text("gap id"), Title: text("gap")}}}
		}
		p.Literature = model.Literature{Found: rapid.Bool().Draw(t, "read"), KeyResult: text("finding")}
		p.Computation = model.Computation{Found: rapid.Bool().Draw(t, "computed"), Results: []string{text("result")}}
		checkDashboard(t, DashboardFile(p, 3, noon))
	})
}

func checkDashboard(t *rapid.T, file string) {
	lines := strings.Split(strings.TrimSuffix(file, "\n"), "\n")
	if lines[0] != "---" || lines[5] != "---" || lines[4] != "session_number: 3" {
		t.Fatalf("the front matter is\n%s", strings.Join(lines[:6], "\n"))
	}
	for i, key := range []string{"generated", "problem", "state"} {
		checkQuoted(t, strings.TrimPrefix(lines[1+i], key+": "))
	}
	var meant []string
	for _, l := range lines[6:] {
		rest, item := strings.CutPrefix(l, "- ")
		switch mark := startsBlock.FindString(l); {
		case item && strings.HasPrefix(rest, "_"):
			meant = append(meant, strings.Fields(rest)[0])
		case item && startsBlock.MatchString(rest):
			t.Fatalf("the item %q has a meaning of its own", l)
		case !item && mark != "":
			meant = append(meant, strings.Fields(l)[0])
		}
	}
	if want := []string{"#", "##", "##", "###", "_Source:", "###", "_Source:", "###", "_Source:", "###", "##"}; !slices.Equal(meant, want) {
		t.Fatalf("the file has the marks %q\n%s", meant, file)
	}
}

// escapes are those that a double-quoted scalar of YAML and a string of Go both
// know, with the same meaning.
var escapes = regexp.MustCompile(`^"([^"\\[:cntrl:]]|\\["\\]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*"$`)

func checkQuoted(t *rapid.T, scalar string) {
	text, err := strconv.Unquote(scalar)
	if err != nil || !escapes.MatchString(scalar) || model.OneLine(text) != text {
		t.Fatalf("%s is no double-quoted scalar of one line: %v", scalar, err)
	}
}

// tides is a problem that was submitted, with the journal's entries.
func tides(entries ...model.Entry) model.ResearchProblem {
	return model.ResearchProblem{
		Slug: "tides", Path: ".math/problems/tides", Title: "Tides of the harbour", Current: true,
		Statement: model.Statement{Found: true, Preview: []string{"Let $h$ be the height of the tide."}},
		State:     model.ResearchState{Found: true, Name: "PROOF_IN_PROGRESS", Defined: true},
		Journal:   journal(entries...),
	}
}

// withResearchProblem returns a problem after edits to it.
func withResearchProblem(p model.ResearchProblem, edits ...func(*model.ResearchProblem)) model.ResearchProblem {
	for _, edit := range edits {
		edit(&p)
	}
	return p
}

func inState(name string, defined bool) func(*model.ResearchProblem) {
	return func(p *model.ResearchProblem) {
		p.State = model.ResearchState{Found: true, Name: name, Defined: defined}
	}
}

func proven(done, steps int, gaps ...model.Gap) func(*model.ResearchProblem) {
	return func(p *model.ResearchProblem) {
		p.Proof = model.Proof{Found: true, Strategy: "estimation", Steps: steps, Done: done, Open: len(gaps), Gaps: gaps}
	}
}

func withLiterature(p *model.ResearchProblem) {
	p.Literature = model.Literature{Found: true, Papers: 3}
}

const (
	submit   = "Submit a problem with `/math:problem` to begin your research."
	search   = "Consider starting with a literature search to find relevant existing results. `/math:search` (available Phase 3)"
	prove    = "Literature has been reviewed. Consider starting proof development. `/math:prove` (available Phase 4)"
	writeUp  = "Proof development appears complete. Consider generating LaTeX output. `/math:write` (available Phase 7)"
	lookOver = "Review the current state and decide on next steps. Use `/math:help` to see available commands."
)

func TestSuggest(t *testing.T) {
	t.Parallel()
	lit := entry("LIT-001", "SUCCEEDED", "2026-03-01", reasoned("", "Two papers bound the norm."))
	comp := entry("COMP-001", "SUCCEEDED", "2026-03-01")
	lateComp := entry("COMP-002", "SUCCEEDED", "2026-03-08")
	partial := entry("PROOF-001", "PARTIAL", "2026-03-05", using("estimation"), reasoned("GAP-2 stays open", "Small steps help"))
	failed := entry("PROOF-002", "FAILED", "2026-03-06", using("duality", "norm"), reasoned("The dual is too large.", "Stay in the primal space."))
	running := entry("PROOF-003", "IN_PROGRESS", "2026-03-07", using("direct"))
	done := entry("PROOF-004", "SUCCEEDED", "2026-03-08", using("direct"))
	gaps := []model.Gap{{ID: "GAP-1", Title: "The limit"}, {ID: "GAP-2", Title: "The tail is bounded."}, {ID: "GAP-20", Title: "x"}}
	for _, tt := range []struct {
		name string
		p    model.ResearchProblem
		rule int
		want string
	}{
		{"1, nothing submitted", withResearchProblem(model.ResearchProblem{}, inState("INITIALIZED", false)), 1, submit},
		{"1, an empty folder", model.ResearchProblem{}, 1, submit},
		{"1 comes before 3", withResearchProblem(tides(lit), inState("INITIALIZED", false)), 1, submit},
		{"1 comes before 4", withResearchProblem(tides(lit, partial), inState("INITIALIZED", false), proven(1, 2, gaps...)), 1, submit},
		{"2, nothing searched", tides(), 2, search},
		{"2, in the first state", withResearchProblem(tides(), inState("INITIALIZED", true)), 2, search},
		{"2 comes before 4", withResearchProblem(tides(partial), proven(1, 2, gaps...)), 2, search},
		{"2 comes before 5", tides(failed), 2, search},
		{"2 comes before 6", withResearchProblem(tides(done), proven(2, 2)), 2, search},
		{"2, without STATE.md", withResearchProblem(tides(), func(p *model.ResearchProblem) { p.State = model.ResearchState{} }), 2, search},
		{"3, reviewed", tides(lit), 3, prove + " Start from LIT-001: Two papers bound the norm."},
		{"3, the newest search", tides(lit, entry("LIT-002", "", "")), 3, prove + " Start from LIT-002: Title of LIT-002."},
		{"3, a literature file is a search too", withResearchProblem(tides(), withLiterature), 3, prove},
		{"3, not only without a definition", withResearchProblem(tides(lit), inState("LITERATURE_REVIEWED", false)), 3, prove + " Start from LIT-001: Two papers bound the norm."},
		{"4, the gap that the last attempt names", withResearchProblem(tides(lit, comp, partial), proven(1, 2, gaps...)), 4,
			"The proof has a gap at GAP-2 (The tail is bounded.). Consider searching for a lemma to bridge this step."},
		{"4, the first gap", withResearchProblem(tides(lit, comp, running), proven(1, 2, gaps...)), 4,
			"The proof has a gap at GAP-1 (The limit). Consider searching for a lemma to bridge this step."},
		{"4, nothing computed", withResearchProblem(tides(lit, partial), proven(1, 2, gaps...)), 4,
			"The proof has a gap at GAP-2 (The tail is bounded.). Consider trying a computational verification."},
		{"4, with news", withResearchProblem(tides(lit, partial, lateComp), proven(1, 2, gaps...)), 4,
			"The proof has a gap at GAP-2 (The tail is bounded.). Consider building on what came after PROOF-001: COMP-002 (Title of COMP-002)."},
		{"4, without an attempt", withResearchProblem(tides(lit), proven(1, 2, gaps...)), 4,
			"The proof has a gap at GAP-1 (The limit). Consider trying a computational verification."},
		{"4, a gap without a title", withResearchProblem(tides(lit), proven(1, 2, model.Gap{ID: "GAP-7"})), 4,
			"The proof has a gap at GAP-7. Consider trying a computational verification."},
		{"4, a gap without a name", withResearchProblem(tides(lit), proven(1, 2, model.Gap{Title: "The tail."})), 4,
			"The proof has a gap at The tail. Consider trying a computational verification."},
		{"4, a gap without anything", withResearchProblem(tides(lit), proven(1, 2, model.Gap{})), 4,
			"The proof has a gap at a step of PROOF.md. Consider trying a computational verification."},
		{"4, gaps that are only counted", withResearchProblem(tides(lit), func(p *model.ResearchProblem) { p.Proof = model.Proof{Found: true, Open: 2} }), 4,
			"The proof has a gap at a step of PROOF.md. Consider trying a computational verification."},
		{"4, counted gaps and an attempt", withResearchProblem(tides(lit, partial), func(p *model.ResearchProblem) { p.Proof = model.Proof{Found: true, Open: 2} }), 4,
			"The proof has a gap at GAP-2 stays open. Consider trying a computational verification."},
		{"4, a part without a proof file", tides(lit, partial), 4,
			"The proof has a gap at GAP-2 stays open. Consider trying a computational verification."},
		{"4, a part that says nothing", tides(lit, entry("PROOF-009", "PARTIAL", "", func(e *model.Entry) { e.Title = "" })), 4,
			"The proof has a gap at PROOF-009. Consider trying a computational verification."},
		{"4 comes before 5", withResearchProblem(tides(lit, comp, failed), proven(1, 2, gaps[0])), 4,
			"The proof has a gap at GAP-1 (The limit). Consider searching for a lemma to bridge this step."},
		{"4 comes before 6", withResearchProblem(tides(lit, comp, done), proven(2, 2, gaps[0])), 4,
			"The proof has a gap at GAP-1 (The limit). Consider searching for a lemma to bridge this step."},
		{"5, failed", tides(lit, failed), 5,
			"The last approach (PROOF-002, duality) was FAILED because: The dual is too large. Consider an alternative strategy; review the insight of PROOF-002 first: Stay in the primal space."},
		{"5, with news", tides(lit, failed, lateComp, done, entry("PROOF-005", "ABANDONED", "2026-03-07", using("density"), reasoned("no", ""))), 5,
			"The last approach (PROOF-005, density) was ABANDONED because: no. Consider an alternative strategy, or revisit it with what came since: COMP-002, PROOF-004."},
		{"5, that says nothing", tides(lit, entry("PROOF-002", "failed", "")), 5,
			"The last approach (PROOF-002, no strategy) was failed because: not recorded. Consider an alternative strategy; review the insight of PROOF-002 first: not recorded."},
		{"5 comes before 6", withResearchProblem(tides(lit, failed), proven(2, 2)), 5,
			"The last approach (PROOF-002, duality) was FAILED because: The dual is too large. Consider an alternative strategy; review the insight of PROOF-002 first: Stay in the primal space."},
		{"6, every step done", withResearchProblem(tides(lit, done), proven(2, 2)), 6, writeUp},
		{"6, without an entry", withResearchProblem(tides(lit), proven(2, 2)), 6, writeUp},
		{"7, an attempt that goes on", tides(lit, running), 7, lookOver},
		{"7, all steps done and an attempt goes on", withResearchProblem(tides(lit, running, done), proven(2, 2)), 7, lookOver},
		{"7, a proof without steps", withResearchProblem(tides(lit), proven(0, 0)), 7, lookOver},
		{"7, steps left and no gap", withResearchProblem(tides(lit, done), proven(1, 2)), 7, lookOver},
		{"7, an attempt that is only listed", withResearchProblem(tides(lit), func(p *model.ResearchProblem) {
			p.Journal = listingJournal(p.Journal, [4]string{"PROOF-001", "direct", "in-progress"})
		}), 7, lookOver},
		{"7, not defined and not the first state", withResearchProblem(model.ResearchProblem{}, inState("PARKED", false)), 7, lookOver},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Suggest(tt.p); got.Rule != tt.rule || got.Text != tt.want {
				t.Errorf("rule %d: %s\nwant %d: %s", got.Rule, got.Text, tt.rule, tt.want)
			}
		})
	}
}

func TestSuggestNamesFewOfManyNews(t *testing.T) {
	t.Parallel()
	entries := []model.Entry{entry("LIT-001", "", "2026-03-01"), entry("PROOF-001", "FAILED", "2026-03-02", using("direct"))}
	for _, id := range []string{"LIT-002", "LIT-003", "LIT-004", "LIT-005", "LIT-006", "LIT-007", "LIT-008"} {
		entries = append(entries, entry(id, "", "2026-03-03"))
	}
	const want = "revisit it with what came since: LIT-004, LIT-005, LIT-006, LIT-007, LIT-008 and 2 before them."
	if got := Suggest(tides(entries...)).Text; !strings.HasSuffix(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestWhatASuggestionSpeaksOf(t *testing.T) {
	t.Parallel()
	lit := entry("LIT-001", "", "2026-03-01")
	tagged := entry("PROOF-001", "IN_PROGRESS", "2026-03-02", using("direct", "operator-norm", "Hölder", "a b c d e f", "--"))
	listed := func(p *model.ResearchProblem) {
		p.Journal = listingJournal(p.Journal, [4]string{"PROOF-000", "direct", "failed", "kernel"})
	}
	for _, tt := range []struct {
		name             string
		p                model.ResearchProblem
		strategies, tags []string
	}{
		{"a gap that names strategies", withResearchProblem(tides(lit), proven(1, 2, model.Gap{ID: "GAP-1", Title: "Duality", Text: "try a broad-survey, indirectly"})), []string{"duality", "broad-survey"}, nil},
		{"a gap that names tags", withResearchProblem(tides(lit, tagged), proven(1, 2, model.Gap{Title: "the Operator norm", Text: "by hölder; a b c d e f"})), nil, []string{"operator-norm", "Hölder"}},
		{"a part of a word is no tag", withResearchProblem(tides(lit, tagged), proven(1, 2, model.Gap{Title: "operator norms, directly"})), nil, nil},
		{"a tag that only the front matter has", withResearchProblem(tides(lit), proven(1, 2, model.Gap{Title: "the kernel"}), listed), nil, []string{"kernel"}},
		{"a failure without news", tides(lit, entry("PROOF-001", "FAILED", "2026-03-02", using("direct", "norm"))), nil, nil},
		{"a failure with news", tides(entry("LIT-001", "", "2026-03-03"), entry("PROOF-001", "FAILED", "2026-03-02", using("direct", "norm"))), []string{"direct"}, []string{"norm"}},
		{"nothing searched", tides(), nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Suggest(tt.p)
			if !slices.Equal(got.Strategies, tt.strategies) || !slices.Equal(got.Tags, tt.tags) {
				t.Errorf("got %q and %q", got.Strategies, got.Tags)
			}
		})
	}
}

// Each Latin letter that Unicode takes apart into a letter of ASCII and accents is typed without them.
func TestAccentsAreThoseOfUnicode(t *testing.T) {
	t.Parallel()
	// What is typed for these is no matter of accents.
	others := []rune("đħıłøŧßæœþςё")
	known := 0
	for r := rune(unicode.MaxASCII + 1); r <= 0x1EFF; r++ {
		if !unicode.Is(unicode.Latin, r) && !unicode.Is(unicode.Greek, r) || !unicode.IsLower(r) || slices.Contains(others, r) {
			continue
		}
		apart := []rune(norm.NFD.String(string(r)))
		want := string(r)
		if len(apart) > 1 && (apart[0] <= unicode.MaxASCII || unicode.Is(unicode.Greek, apart[0])) {
			want = string(apart[0])
			known++
		}
		if got := unaccented(r); got != want {
			t.Errorf("%c %U is %q, want %q", r, r, got, want)
		}
	}
	for plain, letters := range map[string]string{"d": "đ", "h": "ħ", "i": "ı", "l": "ł", "o": "ø", "t": "ŧ", "ss": "ß", "ae": "æ", "oe": "œ", "th": "þ", "σ": "ς", "е": "ё"} {
		for _, r := range letters {
			if got := unaccented(r); got != plain {
				t.Errorf("%c is %q, want %q", r, got, plain)
			}
		}
	}
	if known < 250 {
		t.Errorf("only %d letters have accents", known)
	}
}
