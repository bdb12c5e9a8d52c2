package places

import (
	"path"
)

const (
	// briefEntries is how many names are looked at in search of traces.
	briefEntries = 20_000
)

// MaxDepth is how many folders below a watched folder are looked into.
const MaxDepth = 3

// ProblemFile states a research problem.
const ProblemFile = "PROBLEM.md"

// PlanEndings are those of files that may be plans.
var PlanEndings = []string{".md", ".markdown"}

// usualEventLogs are the places of the event log, in the order in which they are
// looked for; the first one that exists counts.
var usualEventLogs = []string{
	".claude/haios/governance-events.jsonl",
	".claude/governance-events.jsonl",
	"events.jsonl",
}

// LogEndings are those of files that may be logs.
var LogEndings = []string{".json", ".jsonl", ".ndjson", ".log", ".md", ".txt"}

// UsualResearch is the folder of a research project.
const UsualResearch = ".math"

// TraceFile is the name of a workflow's trace.
const TraceFile = "trace.md"

// usualWorkFolders hold the work items that are not closed (seed "Orphan Session
// Detection"): one folder each, with a WORK.md in it.
var usualWorkFolders = []string{"docs/work/active", "docs/work/blocked"}

const workFile = "WORK.md"

// RemarkEnding is put behind a request's whole file name. It must not end in
// .md: the agents' patterns would read the note as a request.
const RemarkEnding = ".note"

// ConfigOf is the configuration that names a problem, by the problem's folder.
func ConfigOf(problem string) string { return path.Join(path.Dir(path.Dir(problem)), "config.json") }

// UsualNewEventLog is where the event log is made in a vault that has none.
const UsualNewEventLog = "events.jsonl"
