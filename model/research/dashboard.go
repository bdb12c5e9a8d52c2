package research

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"coldstart/model"
)

// What a dashboard says in place of an artifact that is not there yet (seed
// "Resume").
const (
	noProblemYet     = "Problem not yet submitted. Run /math:problem."
	noProofYet       = "No proof attempted yet"
	noLiteratureYet  = "No literature search yet"
	noComputationYet = "No computations yet"
	noApproachYet    = "No approaches tried yet"
)

// ProblemLines is the preview of the problem.
func ProblemLines(p model.ResearchProblem) []string {
	if len(p.Statement.Preview) == 0 {
		return []string{noProblemYet}
	}
	return p.Statement.Preview
}

// ProofLines is the state of the proof.
func ProofLines(p model.ResearchProblem) []string {
	f := p.Proof
	if !f.Found {
		return []string{noProofYet}
	}
	gaps := "none"
	switch {
	case f.Open > 0:
		gaps = fmt.Sprint(f.Open)
	case f.Open < 0:
		gaps = "unknown, the text cannot be read"
	}
	return []string{
		"Strategy: " + cmp.Or(f.Strategy, "not named"),
		fmt.Sprintf("Steps completed: %d of %d", f.Done, f.Steps),
		"Open gaps: " + gaps,
		fmt.Sprintf("Confidence: %d [V], %d [S], %d [~]", f.Verified, f.Sketched, f.Speculative),
	}
}

// LiteratureLines is what was found in the literature.
func LiteratureLines(p model.ResearchProblem) []string {
	l := p.Literature
	if !l.Found {
		return []string{noLiteratureYet}
	}
	lines := []string{fmt.Sprintf("Papers: %d, %d of them confirmed", l.Papers, l.Confirmed)}
	if l.KeyResult != "" {
		lines = append(lines, "Key theorem: "+l.KeyResult)
	}
	return lines
}

// ComputationLines is what was computed.
func ComputationLines(p model.ResearchProblem) []string {
	c := p.Computation
	if !c.Found {
		return []string{noComputationYet}
	}
	lines := []string{fmt.Sprintf("Computations: %d", c.Count)}
	for _, r := range c.Results {
		lines = append(lines, "Result: "+r)
	}
	return lines
}

// LastApproach is the newest proof entry.
func LastApproach(p model.ResearchProblem) []string {
	last, ok := p.Journal.Newest(model.CategoryProof)
	switch {
	case p.Journal.Unread != "":
		return []string{noJournalText(p.Journal)}
	case !ok:
		return []string{noApproachYet}
	}
	return []string{
		"Approach: " + cmp.Or(last.Tried, last.Title),
		"Outcome: " + cmp.Or(last.Outcome, notRecorded),
		"Journal entry: #" + last.ID,
	}
}

// Dashboard returns the parts of the research dashboard, in the seed's order.
func Dashboard(p model.ResearchProblem) []model.DashboardPart {
	return []model.DashboardPart{
		{Title: "Problem", Level: 2, Lines: ProblemLines(p)},
		{Title: "Current State: " + cmp.Or(p.State.Name, "unknown"), Level: 2},
		{Title: "Proof Progress", Level: 3, Lines: ProofLines(p), Source: p.Source(model.CategoryProof)},
		{Title: "Literature Found", Level: 3, Lines: LiteratureLines(p), Source: p.Source(model.CategoryLit)},
		{Title: "Computations", Level: 3, Lines: ComputationLines(p), Source: p.Source(model.CategoryComp)},
		{Title: "Last Approach Tried", Level: 3, Lines: LastApproach(p), Strong: true},
		{Title: "Suggested Next Action", Level: 2, Lines: nextLines(p)},
	}
}

// DashboardFile returns the text of DASHBOARD.md for a session number, in the shape of the
// agents' template. Vault text is folded to one line, so that none passes for a heading or
// front matter.
func DashboardFile(p model.ResearchProblem, session int, at time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ngenerated: %q\nproblem: %q\nstate: %q\nsession_number: %d\n---\n\n# Research Dashboard: %s\n",
		model.FormatUTC(at), model.OneLine(p.Slug), model.OneLine(p.State.Name), session, model.OneLine(p.Name()))
	for _, part := range Dashboard(p) {
		fmt.Fprintf(&b, "\n%s %s\n", strings.Repeat("#", part.Level), model.OneLine(part.Title))
		if len(part.Lines) > 0 {
			b.WriteByte('\n')
		}
		for _, l := range part.Lines {
			b.WriteString(line(part, l) + "\n")
		}
		if part.Source != "" {
			fmt.Fprintf(&b, "- _Source: %s_\n", model.OneLine(part.Source))
		}
	}
	return b.String()
}

// line returns a line as in the agents' template: plain below a heading of level 2, an item
// below the others.
func line(p model.DashboardPart, text string) string {
	text = model.OneLine(text)
	if p.Level < 3 {
		return plainLine(text)
	}
	if label, value, ok := strings.Cut(text, ": "); ok && p.Strong {
		text = "**" + label + ":** " + value
	}
	return "- " + text
}

// plainLine escapes what Markdown would take for a mark at the start of a line.
func plainLine(text string) string {
	number := len(text) - len(strings.TrimLeft(text, "0123456789"))
	switch rest := text[number:]; {
	case number > 0 && (strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") ")):
		return text[:number] + `\` + rest
	case number == 0 && rest != "" && strings.ContainsRune("#=-`~<>+_", rune(rest[0])),
		strings.HasPrefix(rest, "*") && !strings.HasPrefix(rest, "**"), strings.HasPrefix(rest, "***"):
		return `\` + text
	}
	return text
}

// nextLines are the suggestion and the dead ends it would repeat.
func nextLines(p model.ResearchProblem) []string {
	lines := []string{Suggest(p).Text}
	for _, r := range RepeatsResearchProblem(p) {
		lines = append(lines, "Tried before: "+r.Words())
	}
	return lines
}
