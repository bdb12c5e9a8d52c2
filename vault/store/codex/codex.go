// Package codex reads the sessions that Codex keeps in the home folder (github.com/openai/codex, as
// of version 0.169.0). Its format changes between versions, so whatever is not known is counted and
// never an error. Nothing is written.
package codex

import (
	"cmp"
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/process"
	"coldstart/vault/source"
	"coldstart/vault/store"
	"coldstart/vault/text"
)

const (
	tool = "Codex"
	// sessions has a folder for each year, in it one for each month and day; archived has those
	// that the operator put away.
	sessions = "sessions"
	archived = "archived_sessions"
	rollout  = "rollout-"
	ending   = ".jsonl"
)

// Store are the sessions of Codex.
var Store = store.Store{
	Name: "codex", Tool: tool, Variable: "CODEX_HOME", Folder: ".codex", Names: names, Read: read, Running: running,
	Where:    []string{sessions + "/*/*/*/" + rollout + "*" + ending, archived + "/" + rollout + "*" + ending},
	Anywhere: []string{"codex", "resume", "ID"},
	Left: func(_ *store.Home, _ []string, found []model.Transcript) source.Finding {
		return store.PlanOf(tool, found)
	},
}

const (
	// mostLooked is how many rollouts are looked at for one repository, the newest.
	mostLooked = 1000
	// headBytes is read of a rollout to learn where it worked. The folder comes before the
	// instructions, which may be long.
	headBytes = 4 << 10
)

// names are the rollouts. Where they worked stands in their first line only.
func names(h *store.Home, dirs []string) (found []string) {
	all := rollouts(h, dirs)
	for _, name := range all {
		if dirs == nil {
			found = append(found, name)
			continue
		}
		dir, ok := store.HeadOf(h, "codex folder", name, headBytes, folderOf)
		if ok && (dir == "" || store.Lies(dir, dirs)) {
			found = append(found, name)
		}
	}
	return found
}

// rollouts are the names of rollouts, those that began last first: their names have the time. For
// one repository they are the newest mostLooked, and those before them are counted.
func rollouts(h *store.Home, dirs []string) []string {
	all, older := h.Files(archived, ending), 0
	for _, year := range backward(h.Folders(sessions)) {
		for _, month := range backward(h.Folders(year)) {
			for _, day := range backward(h.Folders(month)) {
				files := h.Files(day, ending)
				if dirs != nil && len(all) >= mostLooked {
					older += len(files)
					continue
				}
				all = append(all, files...)
			}
		}
	}
	all = slices.DeleteFunc(all, func(name string) bool { return !strings.HasPrefix(path.Base(name), rollout) })
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(path.Base(b), path.Base(a)) })
	if dirs != nil && len(all) > mostLooked {
		older += len(all) - mostLooked
		all = all[:mostLooked]
	}
	h.Leave(older)
	return all
}

func backward(names []string) []string {
	slices.Reverse(names)
	return names
}

// folderOf is the working directory by the first bytes of a rollout, "" where they do not say it.
func folderOf(head []byte) (dir string) {
	s := text.NewScan(head)
	for key := range s.Members() {
		if string(key) != "payload" {
			continue
		}
		for key := range s.Members() {
			if string(key) == "cwd" {
				return text.Decoded(s.Raw(), maxPath)
			}
		}
	}
	return ""
}

const (
	// maxPath is the longest path that is taken, in bytes.
	maxPath = 4 << 10
	// maxWord is the longest id, version or branch.
	maxWord = 200
	// timeLength is that of the time in the name of a rollout: 2026-11-22T22-25-10.
	timeLength = 19
)

// idOf is the id in the name of a rollout.
func idOf(name string) string {
	rest := strings.TrimSuffix(strings.TrimPrefix(path.Base(name), rollout), ending)
	if len(rest) > timeLength+1 && rest[timeLength] == '-' {
		return rest[timeLength+1:]
	}
	return rest
}

// stillOpen is how long after its last change the process of a session is looked for.
const stillOpen = 7 * 24 * time.Hour

// locks is the folder in which whoever writes a session holds a lock on a file with its id. The file of
// one that was killed stays.
const locks = "thread-writer-locks/"

// running looks for the processes that write into rollouts, and where none is seen, for the lock of a
// session that seems cut off or asks something. That there is neither says nothing of why.
func running(h *store.Home, found []model.Transcript) map[string]model.Process {
	var wanted []string
	for _, t := range found {
		if h.Began().Sub(t.Changed) < stillOpen {
			wanted = append(wanted, h.File(t.Path))
		}
	}
	writers, all, written := process.Writers(wanted), map[string]model.Process{}, map[string]bool{}
	for _, t := range found {
		written[t.ID] = written[t.ID] || writers[h.File(t.Path)] > 0
	}
	for _, t := range found {
		p := model.Process{PID: writers[h.File(t.Path)], Status: "busy", Alive: true}
		if p.PID == 0 {
			open := t.Ending.Dead() || t.Ending == model.EndingWaits && len(t.Questions) > 0
			if !open || written[t.ID] || h.Began().Sub(t.Changed) >= stillOpen || !filepath.IsLocal(t.ID) {
				continue
			}
			if held, known := h.Locked(locks + t.ID + ".lock"); known {
				all[t.Path] = model.Process{Status: p.Status, Alive: held}
			}
			continue
		}
		if t.Ending == model.EndingYourTurn || t.Ending == model.EndingStopped || t.Ending == model.EndingDone {
			if p.PID == daemon(h) {
				continue
			}
			p.Status = "idle"
		}
		all[t.Path] = p
	}
	return all
}

// daemon is the process that writes the sessions of terminals, 0 for none. It keeps a session that nobody has open for
// about a minute, and whoever resumes that one gets it from there (Codex 0.169).
func daemon(h *store.Home) int {
	told, _ := store.HeadOf(h, "daemon", "app-server-daemon/daemon.pid", maxPath, func(head []byte) (told struct{ PID int }) {
		_ = json.Unmarshal(head, &told)
		return told
	})
	return told.PID
}
