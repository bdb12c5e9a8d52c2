package dialect

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

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
	"pendingapproval": FolderPending, "pendingapprovals": FolderPending, "pending": FolderPending, "approvalspending": FolderPending,
	"awaitingapproval": FolderPending, "awaitingapprovals": FolderPending, "waitingapproval": FolderPending, "waitingforapproval": FolderPending,
	"needsapproval": FolderPending, "forapproval": FolderPending, "toapprove": FolderPending, "toreview": FolderPending,
	"pendingreview": FolderPending, "awaitingreview": FolderPending, "approvalqueue": FolderPending,
	"approved":    FolderApproved,
	"rejected":    FolderRejected,
	"needsaction": FolderNeedsAction, "needaction": FolderNeedsAction, "needsactions": FolderNeedsAction, "actionneeded": FolderNeedsAction,
	"actionsneeded": FolderNeedsAction, "actionrequired": FolderNeedsAction, "actionsrequired": FolderNeedsAction,
	"inbox":      FolderInbox,
	"inprogress": FolderInProgress, "workinprogress": FolderInProgress,
	"done": FolderDone, "completed": FolderDone, "archive": FolderDone, "archives": FolderDone, "archived": FolderDone,
	"logs": FolderLogs, "log": FolderLogs,
	"updates": FolderSignals, "signals": FolderSignals, "heartbeats": FolderSignals,
}

// tiers are words in front of the name of a folder where several vaults share a parent.
var tiers = []string{"bronze", "silver", "gold", "platinum", "diamond"}

// FolderWord returns the letters of a folder's name, small and without the word for a tier.
func FolderWord(name string) string {
	var short [64]byte
	letters := short[:0]
	for _, r := range name {
		if unicode.IsLetter(r) {
			letters = utf8.AppendRune(letters, unicode.ToLower(r))
		}
	}
	word := string(letters)
	for _, tier := range tiers {
		if rest, ok := strings.CutPrefix(word, tier); ok && rest != "" {
			return rest
		}
	}
	return word
}

// FolderOf returns what a folder is for by its name.
func FolderOf(name string) Folder { return folderNames[FolderWord(name)] }

// place is where a file is in its vault.
type place struct {
	// stage is the nearest folder of the life cycle. A plans folder counts only where there
	// is no other: Done/Plans holds finished plans.
	stage Folder
	// inPlans is true somewhere below a plans folder, plansFirst when the stage is
	// inside of it.
	inPlans, plansFirst bool
	// asked is true for a request that says what it asks for and lies among rejected plans.
	asked bool
	// claim is the folder below the one for work in progress: who took the file.
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

// closed reports whether this is a folder for finished work.
func (p place) closed() bool { return p.stage == FolderDone || p.stage == FolderRejected }

// stateHere returns the state of a plan in this folder, and whether that is another one than
// it states: done in a folder for finished work, begun in one for work in progress, and free
// to begin, but no more, where it was approved.
func (p place) stateHere(state model.State) (in model.State, other bool) {
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

// awaits reports whether files in this folder are requests, decided or not. Plans/Rejected
// holds plans that nobody asked about, and the requests that say so themselves.
func (p place) awaits() bool {
	return p.stage == FolderPending || p.asked || !p.plansFirst && (p.stage == FolderApproved || p.stage == FolderRejected)
}

// Folders are the folders that the operator named for a meaning, which other folders then
// lose. Nil means none. It does not change once it is made.
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

// Name returns a meaning to the folder with this path.
func (o *Folders) Name(f Folder, dir string) {
	o.named = append(o.named, named{dir, f})
	if o.set == nil {
		o.set = map[Folder]bool{}
	}
	o.set[f] = true
}

// Of returns what the folder with this path is for. The operator's names come first, longest
// first, and match the end of the path, since archives put other folders in front. usual
// returns what a name means otherwise.
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

// endsIn reports whether a path ends in another one.
func endsIn(dir, end string) bool {
	front, ok := strings.CutSuffix(dir, end)
	return ok && (front == "" || strings.HasSuffix(front, "/"))
}

// NamesPlan reports whether a file is named like a plan, which makes it one in any folder.
func NamesPlan(name string) bool { return isPlanName(path.Base(name)) }

// StateIn returns the state of a plan in its folder, and whether that is another one than it
// states.
func (o *Folders) StateIn(name string, state model.State) (in model.State, other bool) {
	return o.placeOf(name).stateHere(state)
}

// Closed reports whether a file is in a folder for finished or rejected work.
func (o *Folders) Closed(name string) bool { return o.placeOf(name).closed() }
