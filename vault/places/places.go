// Package places says where things lie in a vault: its folders as they are
// spelled, the names of files, and what the operator named otherwise.
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

// Places says where a vault keeps what is read, as far as the operator named other
// places than the usual ones. The zero value is the usual ones. It is made with Add and
// not changed once a vault was opened with it.
type Places struct {
	Folders *dialect.Folders
	// events, work and journal are empty where nothing was named.
	events, work []string
	journal      string
	// Lines are all names, with what each of them is for.
	Lines []namedPlace
}

type namedPlace struct{ what, Path string }

// placeFolders are the folders that can have another name, by that of their setting.
var placeFolders = map[string]Folder{
	"plans": FolderPlans, "pending": FolderPending, "approved": FolderApproved, "rejected": FolderRejected,
	"needs-action": FolderNeedsAction, "inbox": FolderInbox, "in-progress": FolderInProgress,
	"done": FolderDone, "logs": FolderLogs,
}

// The places that are no folder with a meaning.
const (
	placeEvents  = "events"
	placeWork    = "work"
	placeJournal = "journal"
)

// PlaceNames lists what Add takes, in name order.
func PlaceNames() []string {
	return slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(placeFolders)), placeEvents, placeWork, placeJournal)))
}

// errNoPlace is what is wrong with a name that is no clean path in a vault.
var errNoPlace = errors.New("a place is a path in the vault with / between its folders, as in tickets/open; it does not begin with /, and it has no . or .. in it")

// Add names a place: what is one of PlaceNames, name a path from the vault's folder on,
// with slashes. It fails when the name is no such path, when it was added before, when
// it is the second of a kind of which there is one, and when one folder would lie in
// another one that means something else.
func (p *Places) Add(what, name string) error {
	clean := fs.ValidPath(name) && name != "." && filepath.IsLocal(filepath.FromSlash(name)) &&
		!strings.ContainsFunc(name, func(r rune) bool { return r == '\\' || unicode.IsControl(r) })
	if !clean {
		return errNoPlace
	}
	for _, other := range p.Lines {
		switch {
		case other.Path == name:
			return fmt.Errorf("%s is the place of %s already", name, other.what)
		case what == placeJournal && other.what == what:
			return fmt.Errorf("%s is the place of the %s already, and there is one", other.Path, what)
		case what == placeEvents || other.what == placeEvents:
		case within(other.Path, name), within(name, other.Path):
			return fmt.Errorf("%s and %s, the place of %s, lie in each other; they have to lie side by side", name, other.Path, other.what)
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

// FolderAt gives what a folder is for by its path, or by the end of one.
func FolderAt(in *dialect.Folders, dir string) Folder { return in.Of(dir, FolderOf) }

// eventLogs are the places of the event log: the first one that is there is read.
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

// HoldsWork reports the places that are folders in which each file counts.
func (n namedPlace) HoldsWork() bool { return n.what != placeEvents && n.what != placeJournal }

// missing tells of the named places that are not there: what was to be found in them is
// shown nowhere. Of several places for the event log one is enough.
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
			reason = "your settings name it for " + n.what + ", and it is not there"
		case folder && err == nil && !info.IsDir():
			reason = "your settings name it for " + n.what + ", and it is no folder"
		}
		if reason != "" {
			problems = append(problems, model.Problem{
				Path: n.Path, Reason: reason, Hint: "coldstart config tells where the setting stands; capital letters and spaces count",
			})
		}
	}
	return problems
}
