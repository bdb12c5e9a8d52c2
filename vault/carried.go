package vault

import (
	"io/fs"
	"slices"
	"strings"
	"time"
	"unicode"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

// unfinished are results of what is not over.
var unfinished = []string{"", "pending", "pending_approval", "awaiting_approval", "requested", "queued", "started", "in_progress"}

// askings are beginnings of words for what happens to a request before anybody acts
// on it: it is made, filed, announced.
var askings = []string{"move", "creat", "queue", "enqueue", "request", "notif", "approval", "filed", "ask", "propos"}

// doings are parts of words for acting on a request, whatever else the action says.
var doings = []string{"execut", "process", "perform", "complet", "fail"}

// isOver reports an entry with a result that is not about a pending request.
func isOver(e dialect.Entry, in *dialect.Folders) bool {
	return !slices.Contains(unfinished, strings.ToLower(e.Result)) && !namesPending(e.Action, in) && !namesPending(e.Target, in) && !namesPending(e.Why, in)
}

// tellsOfWork reports an entry of something that was done or tried for a request.
// What happens to the request itself, as in our own entries and in those of agents
// that ask for an approval, says nothing of what was approved, unless it is the very
// action that was asked for.
func tellsOfWork(e dialect.Entry, r *model.Request) bool {
	action := strings.ToLower(e.Action)
	if source.ContainsAny(action, doings...) || action != "" && action == strings.ToLower(r.Action) {
		return true
	}
	return !slices.ContainsFunc(source.LetterWords(e.Action), func(word string) bool {
		return slices.ContainsFunc(askings, func(begin string) bool { return strings.HasPrefix(word, begin) })
	})
}

// namesPending reports a text that speaks of the folder for pending requests: what
// happened there is a part of the asking. One that the operator named has a slash behind
// it: its name may be a word like any other.
func namesPending(text string, in *dialect.Folders) bool {
	if named := in.Named(places.FolderPending); named != nil {
		text = strings.ReplaceAll(text, `\\`, "/")
		return slices.ContainsFunc(named, func(dir string) bool { return strings.Contains(text, dir+"/") })
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("/\\`'\",;:()[]", r) }) {
		if places.FolderOf(word) == places.FolderPending && strings.ToLower(word) != "pending" {
			return true
		}
	}
	return false
}

// mostZone is how far a time without a zone may be from what it seems to be.
const mostZone = 14 * time.Hour

// isOlder reports whether a log's time surely lies before another, to the second.
func isOlder(at model.Stamp, than time.Time) bool {
	if !at.Known() {
		return false
	}
	end := at.End()
	if at.Assumed {
		end = end.Add(mostZone)
	}
	return end.Before(than.Truncate(time.Second))
}

// movedAt gives the time at which a file came to its folder, as far as its own times
// tell: moving a file changes its status and leaves its content alone. A file that
// was written where it lies, as all files of a fresh copy are, does not tell.
func movedAt(info fs.FileInfo) time.Time {
	if changed := disk.ChangeTime(info); changed.After(info.ModTime()) {
		return changed
	}
	return time.Time{}
}

// dropOlder takes back what the logs say of approved requests where that is older
// than the approval: then it is about something else, such as the making of the
// request. By the times of files alone a failure is kept: they change for other
// reasons too, and nobody must miss it.
func dropOlder(s *model.Snapshot) {
	for i := range s.Decided {
		q := &s.Decided[i]
		if q.Carried == nil || q.DecidedAt.IsZero() || q.Carried.Failed && !q.DecidedHere {
			continue
		}
		if isOlder(q.Carried.At, q.DecidedAt) {
			q.Carried = nil
		}
	}
}
