package model

import (
	"cmp"
	"fmt"
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
	return First(r.Problems, func(p *ResearchProblem) bool { return p.Path == folder })
}

// Active returns the problem that agents work on.
func (r Research) Active() (ResearchProblem, bool) {
	return First(r.Problems, func(p *ResearchProblem) bool { return p.Current })
}

// Named finds a research problem by its slug.
func (r Research) Named(slug string) (ResearchProblem, bool) {
	return First(r.Problems, func(p *ResearchProblem) bool { return p.Slug == slug })
}

// Holding finds the problem to which a journal belongs.
func (r Research) Holding(journal string) (ResearchProblem, bool) {
	return First(r.Problems, func(p *ResearchProblem) bool { return p.Journal.Path == journal })
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
