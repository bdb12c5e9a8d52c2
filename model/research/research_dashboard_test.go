package research

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

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
