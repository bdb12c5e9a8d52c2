package dialect

import (
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

// FolderOf gives what a folder is for by its name.
func FolderOf(name string) Folder {
	return folderNames[strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)]
}

// place is where a file lies in its vault.
type place struct {
	// stage is the nearest folder of the life cycle. A plans folder counts only where
	// there is no other: Done/Plans holds finished plans.
	stage Folder
	// inPlans is true somewhere below a plans folder, plansFirst when the stage lies
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

// overrule gives the state of a plan that says state and lies here: finished in a
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
