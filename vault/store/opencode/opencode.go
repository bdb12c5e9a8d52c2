// Package opencode reads the sessions that opencode keeps in a database of SQLite
// (github.com/anomalyco/opencode, as of version 1.18). Its rows become lines, one for a session and one for
// each message, so that they are read as files are. Nothing is written, and no file is created beside it.
package opencode

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/process"
	"coldstart/vault/store"
)

const (
	tool = "opencode"
	// database is the file in the store's folder. What was written last is in the log beside it, whose index
	// the programs that have it open share.
	database = "opencode.db"
	log      = database + "-wal"
	index    = database + "-shm"
	// mostSessions is how many are read of one repository.
	mostSessions = 50
)

// Store are the sessions of opencode.
var Store = store.Store{
	Name: "opencode", Tool: tool, Variable: "XDG_DATA_HOME", Below: "opencode", Folder: ".local/share/opencode",
	Names: names, Where: []string{database + "/*"}, Rows: rows, Read: read, Running: running,
}

// nameOf is the name of a session, as if the database was a folder.
func nameOf(id string) string { return database + "/" + id }

// kept is what the load before read, and of which files.
type kept struct {
	db, log disk.Stamp
	names   []string
	left    int
	ends    map[string]disk.Ends
	fault   string
}

// names are the newest sessions that worked in some folders. The database is read once for all of them, and
// again where it or its log changed.
func names(h *store.Home, dirs []string) []string {
	h.Ask(database, log)
	if !h.Exists(database) {
		return nil
	}
	now := kept{ends: map[string]disk.Ends{}}
	now.db, _ = disk.StampOf(h.File(h.Path(database)))
	now.log, _ = disk.StampOf(h.File(h.Path(log)))
	as := "opencode " + strings.Join(dirs, "\n")
	before, ok := h.Recall(as, database).(kept)
	if ok && before.db == now.db && before.log == now.log {
		now = before
	} else if err := now.read(h, dirs); ok && errors.Is(err, errLocked) {
		// It is read at the next load.
		now = before
	} else if err != nil {
		now.fault = err.Error()
	}
	if now.fault != "" {
		h.Broken(h.Path(database), fault(now.fault), "some sessions of opencode are unknown")
	}
	h.Leave(now.left)
	if now.db.RestedBefore(h.Began()) && now.log.RestedBefore(h.Began()) {
		h.Keep(as, database, now)
	}
	h.Hold(now.ends)
	return now.names
}

type fault string

func (f fault) Error() string { return string(f) }

// read reads the newest sessions. It keeps those before an error.
func (k *kept) read(h *store.Home, dirs []string) error {
	return withDatabase(context.Background(), h, func(db *reader) error {
		all, err := db.sessions()
		for _, s := range all {
			if s.parent != "" || dirs != nil && !store.Lies(s.dir, dirs) || err != nil {
				continue
			}
			if len(k.names) == mostSessions {
				k.left++
				continue
			}
			var e disk.Ends
			if e, err = db.lines(s, listedTail); err == nil {
				k.names = append(k.names, nameOf(s.id))
				k.ends[nameOf(s.id)] = e
			}
		}
		return err
	})
}

// listedTail is how much is read of the end of a session for a list.
const listedTail = 32 << 10

// rows returns a session as lines: with as much of its end as is asked for, 0 for what the list read.
func rows(h *store.Home, name string, tail int64) (e disk.Ends, err error) {
	if e, ok := h.Held(name); ok && tail == 0 {
		return e, nil
	}
	err = withDatabase(context.Background(), h, func(db *reader) error {
		s, err := db.session(strings.TrimPrefix(name, database+"/"))
		if err == nil {
			e, err = db.lines(s, cmp.Or(tail, listedTail))
		}
		return err
	})
	return e, err
}

// running looks for processes of opencode: with the id of a session in the arguments, else in the folder of the session
// that wrote last there. That there is none says nothing: a session may run from elsewhere.
func running(_ *store.Home, found []model.Transcript) map[string]model.Process {
	all, busy := map[string]model.Process{}, map[string]int{}
	runs := func(t model.Transcript, pid int) {
		p := model.Process{PID: pid, Alive: true, Guessed: true}
		if t.Ending == model.EndingYourTurn || t.Ending == model.EndingStopped {
			p.Status = "idle"
		}
		all[t.Path] = p
	}
	for _, p := range process.Named(tool) {
		if i := slices.IndexFunc(found, func(t model.Transcript) bool { return slices.Contains(p.Args, t.ID) }); i >= 0 {
			runs(found[i], p.PID)
		} else if p.Dir != "" {
			busy[p.Dir] = p.PID
		}
	}
	for _, t := range found {
		if pid := busy[t.Dir]; pid > 0 && t.Ending != model.EndingDone && all[t.Path].PID == 0 {
			runs(t, pid)
			delete(busy, t.Dir)
		}
	}
	return all
}
