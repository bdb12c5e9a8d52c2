package model

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// StepState is the state of a trace or of one of its steps.
type StepState int

// The states of the recovery protocol. StepUnknown stands for any other word.
const (
	StepUnknown StepState = iota
	StepInProgress
	StepCompleted
	StepFailed
)

// ParseStepState maps a status word of a trace.
func ParseStepState(word string) StepState {
	switch strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(strings.TrimSpace(word))) {
	case "in-progress", "running", "started", "active":
		return StepInProgress
	case "completed", "complete", "done", "success", "succeeded":
		return StepCompleted
	case "failed", "error", "failure":
		return StepFailed
	}
	return StepUnknown
}

// String returns the protocol's word.
func (s StepState) String() string {
	return word(s, "unknown", "in-progress", "completed", "failed")
}

// Trace is one trace.md, in which a workflow records its steps (seed "Recovery Protocol").
type Trace struct {
	Path string
	// Name is from the title, Workflow from the header.
	Name     string
	Workflow string
	// Status is the word as written, State what it means.
	Status  string
	State   StepState
	Started Stamp
	Steps   []TraceStep
	// Resumes are the "## Resume" entries.
	Resumes []TraceResume
	// Tool is the program whose file the trace is, empty for the vault's own. Such a trace is
	// read and never changed; Command is what to type to go on with it.
	Tool, Command string
	Seen          Fingerprint
}

// TraceStep is one step of a trace.
type TraceStep struct {
	// Number is the one in the heading.
	Number  int
	Name    string
	Line    int
	Status  string
	State   StepState
	Started Stamp
	// Fields are all labelled values in file order.
	Fields []TraceField
}

// TraceField is one "**Label:** value" of a step.
type TraceField struct{ Label, Value string }

// Field returns the value of a label in any case; "" for "None".
func (s TraceStep) Field(label string) string {
	for _, f := range s.Fields {
		if strings.EqualFold(f.Label, label) && !strings.EqualFold(f.Value, "none") {
			return f.Value
		}
	}
	return ""
}

// TraceResume is one "## Resume" entry. After counts the steps before it in the file.
type TraceResume struct {
	At       string
	From     string
	Decision string
	After    int
}

// Ref returns the trace's identity.
func (t Trace) Ref() Ref { return Ref{Kind: KindTrace, Path: t.Path} }

// Title names the trace: its heading, else its workflow, else its folder.
func (t Trace) Title() string {
	folder := path.Base(path.Dir(t.Path))
	if folder == "." {
		folder = t.Path
	}
	return cmp.Or(t.Name, t.Workflow, folder)
}

// Recovery is the recommendation of the recovery rules.
type Recovery int

// The four rules of the seed "Recovery Protocol", and the case that none covers.
const (
	// RecoveryUnclear: no rule fits; a human has to look.
	RecoveryUnclear Recovery = iota
	// RecoveryFinished: all completed; do not run it again.
	RecoveryFinished
	// RecoveryContinue: interrupted between two steps.
	RecoveryContinue
	// RecoveryInterrupted: interrupted within a step; run it again or inspect it first.
	RecoveryInterrupted
	// RecoveryFailed: a step failed; show why and ask.
	RecoveryFailed
)

// String names the recommendation in JSON.
func (r Recovery) String() string {
	return word(r, "unclear", "finished", "continue", "interrupted", "failed")
}

// LastStep returns the last step of the file.
func (t Trace) LastStep() (TraceStep, bool) {
	if len(t.Steps) == 0 {
		return TraceStep{}, false
	}
	return t.Steps[len(t.Steps)-1], true
}

// Recovery applies the seed's four rules.
func (t Trace) Recovery() Recovery {
	last, ok := t.LastStep()
	switch {
	case !ok && t.State == StepCompleted:
		return RecoveryFinished
	case !ok:
		return RecoveryUnclear
	case last.State == StepFailed:
		return RecoveryFailed
	case last.State == StepInProgress:
		return RecoveryInterrupted
	case last.State == StepCompleted && t.State == StepCompleted:
		return RecoveryFinished
	case last.State == StepCompleted && t.State == StepInProgress:
		return RecoveryContinue
	}
	return RecoveryUnclear
}

// Answered returns the operator's newest decision on the last step while it holds: no step
// followed, and the state is still the one decided on.
func (t Trace) Answered() (TraceResume, bool) {
	last, ok := t.LastStep()
	for i := len(t.Resumes) - 1; ok && i >= 0 && t.Resumes[i].After == len(t.Steps); i-- {
		if r := t.Resumes[i]; r.answers(last) {
			return r, true
		}
	}
	return TraceResume{}, false
}

// answers reports whether a decision fits the step's state. One in other words than ours
// is assumed to.
func (r TraceResume) answers(s TraceStep) bool {
	for c := ChoiceRerun; c <= ChoiceAbort; c++ {
		rest, ours := strings.CutPrefix(r.Decision, c.Past()+" step ")
		if !ours {
			continue
		}
		number, _, _ := strings.Cut(rest, " ")
		asked := StepFailed
		if c == ChoiceRerun {
			asked = StepInProgress
		}
		return number == strconv.Itoa(s.Number) && s.State == asked
	}
	return r.Decision != ""
}

// MayRun reports whether the program whose file the trace is says that it runs, and began its
// last step within a day: a step of an agent may take long, and writes nothing until it ends.
func (t Trace) MayRun(now time.Time) bool {
	last, _ := t.LastStep()
	return t.Tool != "" && last.Status == "running" && last.Started.Known() && now.Sub(last.Started.Time) < Silence
}

// Stray lists steps left in progress although a later step began, which no rule covers.
func (t Trace) Stray() []TraceStep {
	var out []TraceStep
	later := map[int]bool{}
	for i, s := range slices.Backward(t.Steps) {
		if i < len(t.Steps)-1 && s.State == StepInProgress && !later[s.Number] {
			out = append(out, s)
		}
		later[s.Number] = true
	}
	slices.Reverse(out)
	return out
}

// Step finds the last step with a number.
func (t Trace) Step(number int) (TraceStep, bool) {
	for _, s := range slices.Backward(t.Steps) {
		if s.Number == number {
			return s, true
		}
	}
	return TraceStep{}, false
}

// NeedsHuman reports whether the rules ask for a decision that was not made yet.
func (t Trace) NeedsHuman() bool {
	_, answered := t.Answered()
	r := t.Recovery()
	return !answered && r != RecoveryFinished && r != RecoveryContinue
}

// ResumeEntry returns the lines that record the operator's decision at the end of a trace:
// the seed's Resume entry and a Decision line. Skip resumes from the step after.
func ResumeEntry(s TraceStep, c Choice, note, operator string, at time.Time) []string {
	number, name := s.Number, OneLine(s.Name)
	if c == ChoiceSkip {
		number, name = s.Number+1, "the step after "+name
	}
	decision := fmt.Sprintf("%s step %d", c.Past(), s.Number)
	if note = OneLine(note); note != "" {
		decision += " — " + note
	}
	if operator = OneLine(operator); operator != "" {
		decision += " (" + OperatorActor + " " + operator + ")"
	}
	return []string{
		"---",
		"",
		"## Resume",
		"",
		"**Resumed:** " + FormatUTC(at),
		fmt.Sprintf("**Resuming from:** Step %d — %s", number, name),
		fmt.Sprintf("**Prior steps completed:** %d", max(0, s.Number-1)),
		"**Decision:** " + decision,
	}
}

// ArtifactNames returns the file names of a step: what is in back quotes, else what commas
// and semicolons separate.
func (s TraceStep) ArtifactNames() []string {
	value := s.Field("Artifacts")
	quoted := strings.Contains(value, "`")
	var parts []string
	if quoted {
		parts = strings.Split(value, "`")
	} else {
		parts = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ';' })
	}
	var names []string
	for i, part := range parts {
		name := strings.TrimSpace(part)
		if name != "" && (!quoted || i%2 == 1) {
			names = append(names, name)
		}
	}
	return names
}
