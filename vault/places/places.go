// Package places knows the places in a vault: its folders as spelled, the names of files, and the
// operator's own names for them.
package places

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
)

// Places says where a vault keeps its files, where the settings name other places than the
// usual ones. The zero value is the usual ones. It is made with Add, and not changed once a
// vault was opened with it.
type Places struct {
	Folders *dialect.Folders
	// events, work and journal are empty where the settings name none.
	events, work []string
	journal      string
	// Lines are all named places, with what each of them is for.
	Lines []namedPlace
}

type namedPlace struct{ what, Path string }

// placeFolders are the folders that can be named, by their setting.
var placeFolders = map[string]Folder{
	"plans": FolderPlans, "pending": FolderPending, "approved": FolderApproved, "rejected": FolderRejected,
	"needs-action": FolderNeedsAction, "inbox": FolderInbox, "in-progress": FolderInProgress,
	"done": FolderDone, "logs": FolderLogs,
}

// The places that have no folder of their own.
const (
	placeEvents  = "events"
	placeWork    = "work"
	placeJournal = "journal"
)

// PlaceNames lists what Add takes, in name order.
func PlaceNames() []string {
	return slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(placeFolders)), placeEvents, placeWork, placeJournal)))
}

// errNoPlace refuses a name that is no clean path in a vault.
var errNoPlace = errors.New("a place must be a path in the vault with / between its folders, as in tickets/open; no part of it is . or .., and no / is in front")

// Add names a place: what is one of PlaceNames, name a slash-separated path in the vault.
// It fails when name is no such path, was added before, is a second journal, or lies in
// or around another named folder.
func (p *Places) Add(what, name string) error {
	clean := fs.ValidPath(name) && name != "." && filepath.IsLocal(filepath.FromSlash(name)) &&
		!strings.ContainsFunc(name, func(r rune) bool { return r == '\\' || unicode.IsControl(r) })
	if !clean {
		return errNoPlace
	}
	for _, other := range p.Lines {
		switch {
		case other.Path == name:
			return fmt.Errorf("%s is already the place of %s", name, other.what)
		case what == placeJournal && other.what == what:
			return fmt.Errorf("%s is already the place of the %s, and there is one", other.Path, what)
		case what == placeEvents || other.what == placeEvents:
		case within(other.Path, name), within(name, other.Path):
			return fmt.Errorf("%s and %s, the place of %s, are inside each other; they must be side by side", name, other.Path, other.what)
		}
	}
	p.Lines = append(p.Lines, namedPlace{what, name})
	switch what {
	case placeEvents:
		p.events = append(p.events, name)
	case placeWork:
		p.work = append(p.work, name)
	case placeJournal:
		p.journal = name
	default:
		if p.Folders == nil {
			p.Folders = &dialect.Folders{}
		}
		p.Folders.Name(placeFolders[what], name)
	}
	return nil
}

// within reports whether a path lies below a folder.
func within(dir, name string) bool {
	rest, ok := strings.CutPrefix(name, dir)
	return ok && strings.HasPrefix(rest, "/")
}

// FolderAt returns what a folder is for, by its path or the end of one.
func FolderAt(in *dialect.Folders, dir string) Folder { return in.Of(dir, FolderOf) }

// eventLogs are the places of the event log. The first one that exists is read.
func (p Places) eventLogs() []string {
	if p.events != nil {
		return p.events
	}
	return usualEventLogs
}

// NewEventLog is where the event log is made in a vault that has none.
func (p Places) NewEventLog() string {
	if p.events != nil {
		return p.events[0]
	}
	return UsualNewEventLog
}

// workFolders hold the work items that are not closed.
func (p Places) workFolders() []string {
	if p.work != nil {
		return p.work
	}
	return usualWorkFolders
}

// Research is the folder of the research project.
func (p Places) Research() string {
	if p.journal != "" {
		return p.journal
	}
	return UsualResearch
}

// ResearchConfig is the configuration of the research project.
func (p Places) ResearchConfig() string { return path.Join(p.Research(), "config.json") }

// Problems is the folder of the research problems.
func (p Places) Problems() string { return path.Join(p.Research(), "problems") }

// HoldsWork reports a place that is a folder in which each file counts.
func (n namedPlace) HoldsWork() bool { return n.what != placeEvents && n.what != placeJournal }

// missing reports the named places that are not there. Of several places for the event log
// one is enough.
func (p Places) missing(root *os.Root) (problems []model.Problem) {
	d := disk.Disk{Root: root}
	events := slices.ContainsFunc(p.events, d.Exists)
	for _, n := range p.Lines {
		info, err := root.Lstat(n.Path)
		folder, reason := n.what != placeEvents, ""
		switch link := d.LinkIn(n.Path); {
		case folder && link != "":
			problems = append(problems, LinkedFolder(link))
		case errors.Is(err, fs.ErrNotExist) && (folder || !events):
			reason = "your settings name it for " + n.what + ", but it does not exist"
		case folder && err == nil && !info.IsDir():
			reason = "your settings name it for " + n.what + ", but it is not a folder"
		}
		if reason != "" {
			problems = append(problems, model.Problem{
				Path: n.Path, Reason: reason, Hint: "coldstart config says where it is set; case and spaces count",
			})
		}
	}
	return problems
}

// briefEntries is how many names a brief load looks at in search of traces.
const briefEntries = 20_000

// MaxDepth is how many levels of folders below one with work are read.
const MaxDepth = 3

// ProblemFile states a research problem.
const ProblemFile = "PROBLEM.md"

// PlanEndings are the endings of files that may be plans.
var PlanEndings = []string{".md", ".markdown", ".json"}

// IntakeEndings are the endings of files that are read where they wait for triage: texts, of which
// many have none, and JSON.
var IntakeEndings = []string{".md", ".markdown", ".txt", "", ".json"}

// usualEventLogs are the places of the event log. The first one that exists counts.
var usualEventLogs = []string{
	".claude/haios/governance-events.jsonl",
	".claude/governance-events.jsonl",
	"events.jsonl",
}

// LogEndings are the endings of files that may be logs.
var LogEndings = []string{".json", ".jsonl", ".ndjson", ".log", ".md", ".txt"}

// UsualResearch is the folder of a research project.
const UsualResearch = ".math"

// TraceFile is the name of a workflow's trace.
const TraceFile = "trace.md"

// LookedFor are the vault's own sources with the places by which most vaults are known, a folder
// with a slash behind it.
func (p Places) LookedFor() []model.Sought {
	l := Layout{Places: p}
	return []model.Sought{
		{Name: model.OwnPlans, Signs: []string{l.Main(FolderPlans) + "/", l.Main(FolderPending) + "/"}},
		{Name: model.OwnEvents, Signs: []string{p.NewEventLog()}},
		{Name: model.OwnTraces, Signs: []string{TraceFile}},
		{Name: model.OwnJournal, Signs: []string{p.Research() + "/"}},
		{Name: model.OwnMemory, Signs: []string{SeedName}},
	}
}

// usualWorkFolders hold the work items that are not closed (seed "Orphan Session
// Detection"): one folder each, with a WORK.md in it.
var usualWorkFolders = []string{"docs/work/active", "docs/work/blocked"}

// WorkFile is the name of a work item.
const WorkFile = "WORK.md"

// RemarkEnding is added to a request's whole file name for the operator's note. It is not
// .md, since agents would take the note for a request.
const RemarkEnding = ".note"

// SignedEnding is added to a request's whole file name for the signed record of the decision on it,
// which is no .md either.
const SignedEnding = ".signed"

// UsualNewEventLog is where the event log is made in a vault that has none.
const UsualNewEventLog = "events.jsonl"

// ExactFiles are the files that are read by their whole path. The folders around them are
// hidden, and not searched.
func (p Places) ExactFiles() []string {
	return append([]string{p.ResearchConfig(), SeedName}, p.eventLogs()...)
}

// HoldsWork reports a folder in which each file counts, by its path from the root on. Other
// folders are only searched for traces.
func (p Places) HoldsWork(dir string) bool {
	named := func(n namedPlace) bool { return n.Path == dir && n.HoldsWork() }
	return slices.Contains(p.workFolders(), dir) || slices.ContainsFunc(p.Lines, named) ||
		!strings.Contains(dir, "/") && FolderAt(p.Folders, dir) != FolderNone
}
