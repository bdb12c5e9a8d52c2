package dialect

import (
	"path"
	"strings"
	"unicode"

	"coldstart/model"
)

// Folder is what a folder of a vault is for.
type Folder int

// The folders with a meaning.
const (
	FolderNone Folder = iota
	FolderPlans
	FolderPending
	FolderApproved
	FolderRejected
	FolderNeedsAction
	FolderInbox
	FolderInProgress
	FolderDone
	FolderLogs
	FolderSignals
)

// folderNames is the table of folder names, in lower case and of letters only:
// real vaults differ in case, numbers and punctuation.
var folderNames = map[string]Folder{
	"plans": FolderPlans, "plan": FolderPlans,
	"pendingapproval": FolderPending, "pendingapprovals": FolderPending, "pending": FolderPending,
	"approved":    FolderApproved,
	"rejected":    FolderRejected,
	"needsaction": FolderNeedsAction,
	"inbox":       FolderInbox,
	"inprogress":  FolderInProgress,
	"done":        FolderDone, "completed": FolderDone, "archive": FolderDone, "archived": FolderDone,
	"logs": FolderLogs, "log": FolderLogs,
	"updates": FolderSignals, "signals": FolderSignals, "heartbeats": FolderSignals,
}

// FolderOf returns what a folder is for by its name.
func FolderOf(name string) Folder {
	return folderNames[strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)]
}

// place is where a file is in its vault.
type place struct {
	// stage is the nearest folder of the life cycle. A plans folder counts only where
	// there is no other: Done/Plans holds finished plans.
	stage Folder
	// inPlans is true somewhere below a plans folder, plansFirst when the stage is
	// inside of it.
	inPlans, plansFirst bool
	// claim is the folder between the one for work in progress and the file: who
	// took it.
	claim string
}

func (o *Folders) placeOf(name string) place {
	var p place
	claims := false
	for at := 0; ; {
		dir, _, ok := strings.Cut(name[at:], "/")
		if !ok {
			return p
		}
		to := at + len(dir)
		switch f := o.Of(name[:to], FolderOf); f {
		case FolderNone:
			if claims && p.claim == "" {
				p.claim = dir
			}
		case FolderPlans:
			p.inPlans = true
			if p.stage == FolderNone {
				p.stage = f
			}
		default:
			p.stage, p.plansFirst = f, p.inPlans
			claims, p.claim = f == FolderInProgress, ""
		}
		at = to + 1
	}
}

// closed reports folders for finished work.
func (p place) closed() bool { return p.stage == FolderDone || p.stage == FolderRejected }

// overrule returns the state of a plan that says state and is here: finished in a
// folder for finished work, begun in one for work in progress, and free to begin, but
// no more, where it was approved.
func (p place) overrule(state model.State) (in model.State, other bool) {
	switch {
	case p.closed():
		return model.StateDone, state != model.StateDone
	case p.stage == FolderInProgress && (state == model.StateDraft || state == model.StateUnknown):
		return model.StateActive, true
	case p.stage == FolderApproved && !p.plansFirst && (state == model.StateBlocked || state == model.StateUnknown):
		return model.StateDraft, true
	}
	return state, false
}

// awaits reports folders whose files are requests: what waits for a decision or
// was decided. Plans/Rejected holds plans that nobody asked about.
func (p place) awaits() bool {
	return p.stage == FolderPending || !p.plansFirst && (p.stage == FolderApproved || p.stage == FolderRejected)
}

// Folders says which folders of a vault the operator named for a meaning. The folders
// that mean so by their names do not any more. Nil is a vault in which nothing was
// named. It does not change once it is made.
type Folders struct {
	named []named
	// set are the meanings for which there is a name.
	set map[Folder]bool
}

// named is a folder with its path in the vault.
type named struct {
	path    string
	meaning Folder
}

// Name gives a meaning to the folder with this path, and takes it from those that
// have it by their names.
func (o *Folders) Name(f Folder, dir string) {
	o.named = append(o.named, named{dir, f})
	if o.set == nil {
		o.set = map[Folder]bool{}
	}
	o.set[f] = true
}

// Of returns what a folder is for by its path, with slashes. The operator's names come
// first and are matched as they are, at the end of the path, since texts and archives
// put other folders in front of them; the longest one holds. usual returns what a name
// means by itself.
func (o *Folders) Of(dir string, usual func(name string) Folder) Folder {
	if o == nil {
		return usual(path.Base(dir))
	}
	found, longest := FolderNone, 0
	for _, n := range o.named {
		if len(n.path) > longest && endsIn(dir, n.path) {
			found, longest = n.meaning, len(n.path)
		}
	}
	if longest > 0 {
		return found
	}
	if f := usual(path.Base(dir)); !o.set[f] {
		return f
	}
	return FolderNone
}

// Named lists the folders that were named for a meaning, in the operator's order.
func (o *Folders) Named(f Folder) (dirs []string) {
	if o == nil {
		return nil
	}
	for _, n := range o.named {
		if n.meaning == f {
			dirs = append(dirs, n.path)
		}
	}
	return dirs
}

// endsIn reports whether a path is another one or has it after other folders.
func endsIn(dir, end string) bool {
	front, ok := strings.CutSuffix(dir, end)
	return ok && (front == "" || strings.HasSuffix(front, "/"))
}

// NamesPlan reports whether a file is called as plans are, so that it is one
// wherever it is.
func NamesPlan(name string) bool { return isPlanName(path.Base(name)) && !isData(name) }

// StateIn returns what the folder of a plan makes of the state in its own words, and
// whether that is another one.
func (o *Folders) StateIn(name string, state model.State) (in model.State, other bool) {
	return o.placeOf(name).overrule(state)
}

// Closed reports whether a file is in a folder for finished or rejected work.
func (o *Folders) Closed(name string) bool { return o.placeOf(name).closed() }
