package model

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// Research is a research project: the folder .math (seed "Resume").
type Research struct {
	// Found is true if the folder exists.
	Found bool
	// Config is the path of the configuration, Current the problem it names.
	Config  string
	Current string
	// Trouble says in the seed's words why there is no current problem.
	Trouble string
	// Problems are ordered by last activity, the current one first.
	Problems []ResearchProblem
}

// The seed's sentences for a project that cannot be resumed.
const (
	NoProject       = "No math project found. Run `/math:init` first."
	NoActiveProblem = "No active problem. Run `/math:init` to create one, or `/math:switch` to select an existing one."
)

// NoProblemFolder says that the folder of the current problem is missing.
func NoProblemFolder(slug string) string {
	return fmt.Sprintf("Problem directory for '%s' not found. State may be corrupted. Run `/math:init` to reinitialize.", slug)
}

// EmptyProblemFolder says that the current problem has no files.
func EmptyProblemFolder(slug string) string {
	return fmt.Sprintf("Problem directory for '%s' is empty. Run `/math:init` to reinitialize.", slug)
}

// ResearchProblem is one research problem with its seven artifacts, each of which may be
// missing.
type ResearchProblem struct {
	Slug string
	// Path is the problem's folder, relative to the vault.
	Path   string
	Title  string
	Domain string
	// LastActive is what the configuration says.
	LastActive Stamp
	// Current is true for the problem that agents work on.
	Current bool

	Statement   Statement
	State       ResearchState
	Journal     Journal
	Notation    Notation
	Literature  Literature
	Proof       Proof
	Computation Computation
}

// Ref returns the problem's identity.
func (p ResearchProblem) Ref() Ref { return Ref{Kind: KindResearch, Path: p.Path} }

// Name is the title, else the slug.
func (p ResearchProblem) Name() string { return cmp.Or(p.Title, p.Slug) }

// Statement is PROBLEM.md.
type Statement struct {
	Found      bool
	Status     string
	Type       string
	OutputType string
	// Preview are the first lines of the problem itself, at most five.
	Preview []string
	Seen    Fingerprint
}

// ResearchState is STATE.md.
type ResearchState struct {
	Found bool
	// Name is the state's own word, such as PROOF_IN_PROGRESS.
	Name     string
	Defined  bool
	Notation bool
	// Sessions counts the sessions that were resumed.
	Sessions int
}

// Notation is NOTATION.md.
type Notation struct {
	Found    bool
	Domain   string
	Preset   string
	Modified bool
}

// Literature is LITERATURE.md.
type Literature struct {
	Found     bool
	Papers    int
	Confirmed int
	// KeyResult is the first that the file names.
	KeyResult string
}

// Proof is PROOF.md.
type Proof struct {
	Found    bool
	Strategy string
	// Steps and Done count the steps, Open the gaps (-1 if unknown).
	Steps, Done, Open int
	Gaps              []Gap
	// Verified, Sketched and Speculative count the confidence tiers [V], [S] and [~].
	Verified, Sketched, Speculative int
}

// Gap is one open gap of a proof.
type Gap struct {
	// ID is as written (GAP-1); Title follows on its line, Text below.
	ID    string
	Title string
	Text  string
}

// Computation is COMPUTATION.md.
type Computation struct {
	Found bool
	Count int
	// Results are the headings of what was computed.
	Results []string
}

// Problem finds a research problem by its folder.
func (r Research) Problem(folder string) (ResearchProblem, bool) {
	return first(r.Problems, func(p *ResearchProblem) bool { return p.Path == folder })
}

// Active returns the problem that agents work on.
func (r Research) Active() (ResearchProblem, bool) {
	return first(r.Problems, func(p *ResearchProblem) bool { return p.Current })
}

// Named finds a research problem by its slug.
func (r Research) Named(slug string) (ResearchProblem, bool) {
	return first(r.Problems, func(p *ResearchProblem) bool { return p.Slug == slug })
}

// Holding finds the problem to which a journal belongs.
func (r Research) Holding(journal string) (ResearchProblem, bool) {
	return first(r.Problems, func(p *ResearchProblem) bool { return p.Journal.Path == journal })
}

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
func (p ResearchProblem) ProblemLines() []string {
	if len(p.Statement.Preview) == 0 {
		return []string{noProblemYet}
	}
	return p.Statement.Preview
}

// ProofLines is the state of the proof.
func (p ResearchProblem) ProofLines() []string {
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
func (p ResearchProblem) LiteratureLines() []string {
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
func (p ResearchProblem) ComputationLines() []string {
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
func (p ResearchProblem) LastApproach() []string {
	last, ok := p.Journal.Newest(CategoryProof)
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

// Source names who wrote the newest entry of a category, and when.
func (p ResearchProblem) Source(c Category) string {
	e, ok := p.Journal.Newest(c)
	if !ok {
		return "N/A"
	}
	return cmp.Or(e.Agent, "unknown") + ", " + cmp.Or(e.At.Raw, "no time")
}

// DashboardPart is one section of the research dashboard.
type DashboardPart struct {
	Title string
	// Level is that of the heading, 2 or 3.
	Level int
	Lines []string
	// Source is who wrote it and when, if known.
	Source string
	// Strong sets the labels of the lines in bold.
	Strong bool
}

// Dashboard returns the parts of the research dashboard, in the seed's order.
func (p ResearchProblem) Dashboard() []DashboardPart {
	return []DashboardPart{
		{Title: "Problem", Level: 2, Lines: p.ProblemLines()},
		{Title: "Current State: " + cmp.Or(p.State.Name, "unknown"), Level: 2},
		{Title: "Proof Progress", Level: 3, Lines: p.ProofLines(), Source: p.Source(CategoryProof)},
		{Title: "Literature Found", Level: 3, Lines: p.LiteratureLines(), Source: p.Source(CategoryLit)},
		{Title: "Computations", Level: 3, Lines: p.ComputationLines(), Source: p.Source(CategoryComp)},
		{Title: "Last Approach Tried", Level: 3, Lines: p.LastApproach(), Strong: true},
		{Title: "Suggested Next Action", Level: 2, Lines: p.nextLines()},
	}
}

// DashboardFile returns the text of DASHBOARD.md for a session number, in the shape of the
// agents' template. Vault text is folded to one line, so that none passes for a heading or
// front matter.
func (p ResearchProblem) DashboardFile(session int, at time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ngenerated: %q\nproblem: %q\nstate: %q\nsession_number: %d\n---\n\n# Research Dashboard: %s\n",
		FormatUTC(at), OneLine(p.Slug), OneLine(p.State.Name), session, OneLine(p.Name()))
	for _, part := range p.Dashboard() {
		fmt.Fprintf(&b, "\n%s %s\n", strings.Repeat("#", part.Level), OneLine(part.Title))
		if len(part.Lines) > 0 {
			b.WriteByte('\n')
		}
		for _, l := range part.Lines {
			b.WriteString(part.line(l) + "\n")
		}
		if part.Source != "" {
			fmt.Fprintf(&b, "- _Source: %s_\n", OneLine(part.Source))
		}
	}
	return b.String()
}

// line returns a line as in the agents' template: plain below a heading of level 2, an item
// below the others.
func (p DashboardPart) line(text string) string {
	text = OneLine(text)
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
func (p ResearchProblem) nextLines() []string {
	lines := []string{p.Suggest().Text}
	for _, r := range p.Repeats() {
		lines = append(lines, "Tried before: "+r.Words())
	}
	return lines
}
