package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/store"
	"coldstart/vault/store/claude"
	"coldstart/vault/store/codex"
	"coldstart/vault/store/gemini"
	"coldstart/vault/store/opencode"
)

// stores is the table of the programs of agents that keep their sessions in the home folder.
var stores = []store.Store{
	claude.Store, codex.Store, gemini.Store, opencode.Store,
}

// StoreFolders returns the folders of all stores in a home folder, or where the environment puts
// them. Whether they are there is not asked.
func StoreFolders(getenv func(string) string, home string) (all []places.StoreFolder) {
	for _, s := range stores {
		f := places.StoreFolder{Name: s.Name}
		if dir := getenv(s.Variable); filepath.IsAbs(dir) {
			f.Dir = filepath.Join(dir, filepath.FromSlash(s.Below))
		} else if home != "" {
			f.Dir = filepath.Join(home, filepath.FromSlash(s.Folder))
		} else {
			continue
		}
		f.Shown = filepath.ToSlash(f.Dir)
		if rest, ok := strings.CutPrefix(f.Dir, home+string(filepath.Separator)); ok && home != "" {
			f.Shown = "~/" + filepath.ToSlash(rest)
		}
		all = append(all, f)
	}
	return all
}

const (
	// mostSessions is how many sessions of one store are read for one repository, mostEverywhere
	// how many for all.
	mostSessions   = 500
	mostEverywhere = 20_000
)

// eachStore calls do for each store that is there.
func (l *Loader) eachStore(r *source.Reading, s *model.Snapshot, do func(st store.Store, h *store.Home)) {
	for _, folder := range l.vault.Opts.Stores {
		st, ok := storeNamed(folder.Name)
		if !ok {
			continue
		}
		root, err := disk.OpenFolder(folder.Dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			s.Problems = append(s.Problems, model.Problem{Path: folder.Shown, Reason: disk.FileError("opening", folder.Shown, err).Error(), Hint: "the sessions of " + st.Tool + " are unknown", Unread: true})
			continue
		}
		fast := disk.NewFastReader(root)
		do(st, store.Open(r, disk.Disk{Root: root, Fast: fast, Brief: l.vault.Opts.Brief}, folder.Dir, folder.Shown))
		fast.Close()
		root.Close()
	}
}

func storeNamed(name string) (store.Store, bool) {
	for _, s := range stores {
		if s.Name == name {
			return s, true
		}
	}
	return store.Store{}, false
}

// readStores reads the sessions that worked in the repository of this vault, and what else their
// programs left of them. It is a part of the load of other programs.
func (l *Loader) readStores(r *source.Reading, s *model.Snapshot) {
	if known := l.vault.Opts.Sessions; known != nil {
		s.Transcripts = slices.Clone(known)
		return
	}
	if len(l.vault.Opts.Stores) == 0 {
		return
	}
	dirs, asked := l.vault.Repository(), map[string]bool{}
	// A folder that is neither in a repository nor a vault may hold any number of repositories.
	alone := !places.InRepository(l.vault.Dir) && !l.vault.Opts.Places.IsVault(l.vault.Dir)
	l.eachStore(r, s, func(st store.Store, h *store.Home) {
		sessions, left := st.Sessions(h, dirs, mostSessions)
		sessions = withoutInner(sessions, dirs)
		if alone {
			sessions = slices.DeleteFunc(sessions, func(t model.Transcript) bool { return t.Dir != l.vault.Dir && t.Dir != l.vault.Typed })
		}
		markAway(st, h, dirs, sessions)
		s.Transcripts, s.TranscriptsLeft = append(s.Transcripts, sessions...), s.TranscriptsLeft+left
		if st.Left != nil {
			st.Left(h, dirs, sessions).AddTo(s)
		}
		s.Problems = append(s.Problems, h.Problems()...)
		h.AddAsked(asked)
		if len(sessions) > 0 {
			s.Guests = append(s.Guests, model.Guest{Tool: st.Tool, Path: h.Shown, Names: []string{st.Tool}})
		}
	})
	l.vault.AskedHome.Set(asked)
	model.SortTranscripts(s.Transcripts)
}

// markAway says how sessions go on whose folder is gone, as that of a worktree that was removed. Only folders in dirs are looked at.
func markAway(st store.Store, h *store.Home, dirs []string, sessions []model.Transcript) {
	gone := map[string]bool{}
	for i := range sessions {
		t := &sessions[i]
		if t.Dir == "" || t.Command == "" || !store.Lies(t.Dir, dirs) {
			continue
		}
		away, known := gone[t.Dir]
		if !known {
			_, err := os.Stat(t.Dir)
			away = disk.IsMissing(err)
			gone[t.Dir] = away
		}
		if name, ok := strings.CutPrefix(t.Path, h.Shown+"/"); away && ok {
			t.Away, t.Command = true, st.Elsewhere(dirs[0], t.ID, h.File(name))
		}
	}
}

// Sessions reads the sessions of all stores, wherever they worked, with the problems met. It
// touches none of the folders in which they worked.
func (l *Loader) Sessions() ([]model.Transcript, int, []model.Problem) {
	var s model.Snapshot
	r := l.reading(nil, 0)
	defer r.Disk.Budget.Stop()
	l.eachStore(r, &s, func(st store.Store, h *store.Home) {
		sessions, left := st.Sessions(h, nil, mostEverywhere)
		s.Transcripts, s.TranscriptsLeft = append(s.Transcripts, sessions...), s.TranscriptsLeft+left
		s.Problems = append(s.Problems, h.Problems()...)
	})
	model.Follow(s.Transcripts)
	model.SortTranscripts(s.Transcripts)
	return s.Transcripts, s.TranscriptsLeft, s.Problems
}

// courseBytes is how much of the end of a transcript its course shows.
const courseBytes = 2 << 20

// readTranscript returns what happened in a session, and the lines of which that was read. It fails
// with model.ErrNotFound for one that worked elsewhere, and for any other file of a store.
func (l *Loader) readTranscript(ref model.Ref) (doc model.Document, err error) {
	dirs := l.vault.Repository()
	err = l.inStore(ref, func(st store.Store, h *store.Home, name string) error {
		found := sessionAt(st, h, name, dirs)
		if len(found) == 0 {
			return fmt.Errorf("reading %s: %w", ref.Path, model.ErrNotFound)
		}
		// What is written in between makes the hash too old, never too new.
		events, ends, err := st.Course(h, name, courseBytes)
		doc = model.Document{Ref: ref, Bytes: ends.End(), Events: events, Seen: found[0].Seen}
		return err
	})
	return doc, err
}

// sessionAt is the session of one file that worked in dirs, none for any other file.
func sessionAt(st store.Store, h *store.Home, name string, dirs []string) []model.Transcript {
	if !st.Holds(name) {
		return nil
	}
	return withoutInner(st.SessionsAt(h, []string{name}, dirs), dirs)
}

// withoutInner leaves out the sessions of repositories that lie in one of dirs. Only folders in dirs
// are looked at; one that is gone counts as a part of what it lay in.
func withoutInner(all []model.Transcript, dirs []string) []model.Transcript {
	known := map[string]bool{}
	belongs := func(dir string) bool {
		ok, seen := known[dir]
		if !seen {
			ok = store.Lies(dir, dirs) && !places.InInner(dir, dirs)
			known[dir] = ok
		}
		return ok
	}
	return slices.DeleteFunc(all, func(t model.Transcript) bool { return !belongs(t.Dir) && !belongs(t.LastDir) })
}

// kept reports whether a plan or a learning lies in a store of an agent's program.
func (l *Loader) kept(ref model.Ref) bool {
	return (ref.Kind == model.KindPlan || ref.Kind == model.KindLearning) && slices.ContainsFunc(l.vault.Opts.Stores, func(f places.StoreFolder) bool {
		return strings.HasPrefix(ref.Path, f.Shown+"/")
	})
}

// readKept returns the text of a plan that an agent's program keeps for this repository: a file of its
// own, or the steps in a session.
func (l *Loader) readKept(ref model.Ref) (doc model.Document, err error) {
	dirs := l.vault.Repository()
	err = l.inStore(ref, func(st store.Store, h *store.Home, name string) error {
		if st.Text != nil {
			if d, ok := st.Text(h, dirs, name); ok {
				doc = model.Document{Ref: ref, Bytes: []byte(d.Text), Seen: d.Seen}
				return nil
			}
		}
		found := sessionAt(st, h, name, dirs)
		if len(found) == 0 || len(found[0].Steps) == 0 {
			return fmt.Errorf("reading %s: %w", ref.Path, model.ErrNotFound)
		}
		doc = model.Document{Ref: ref, Bytes: store.StepsText(found[0]), Seen: found[0].Seen}
		return nil
	})
	return doc, err
}

// inStore calls do for the store in which a transcript lies, with its name there. It fails with
// model.ErrNotFound for one that is in none.
func (l *Loader) inStore(ref model.Ref, do func(st store.Store, h *store.Home, name string) error) error {
	err := fmt.Errorf("reading %s: %w", ref.Path, model.ErrNotFound)
	var none model.Snapshot
	r := l.reading(nil, 0)
	defer r.Disk.Budget.Stop()
	l.eachStore(r, &none, func(st store.Store, h *store.Home) {
		if name, ok := strings.CutPrefix(ref.Path, h.Shown+"/"); ok && fs.ValidPath(name) {
			if err = do(st, h, name); errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("reading %s: %w", ref.Path, model.ErrNotFound)
			}
		}
	})
	return err
}

// Transcript reads one session as it is now, with its process. It fails with model.ErrNotFound for
// one that worked elsewhere.
func (l *Loader) Transcript(ref model.Ref) (found model.Transcript, err error) {
	dirs := l.vault.Repository()
	err = l.inStore(ref, func(st store.Store, h *store.Home, name string) error {
		sessions := sessionAt(st, h, name, dirs)
		if len(sessions) == 0 {
			return fmt.Errorf("reading %s: %w", ref.Path, model.ErrNotFound)
		}
		found = sessions[0]
		return nil
	})
	return found, err
}

// RememberAcks notes which sessions the operator acknowledged as they are now.
func RememberAcks(records []ledger.Record, sessions []model.Transcript) {
	acked := map[string]ledger.Record{}
	for r := range ledger.Acknowledged(records, model.KindTranscript) {
		acked[r.Path] = r
	}
	for i, t := range sessions {
		if r, ok := acked[t.Path]; ok && r.About == t.ID && r.Seen == t.Seen.String() {
			sessions[i].Acked = r.At
		}
	}
}

// linkSessions finds the sessions of the event log among those that agents' programs wrote down.
func (l *Loader) linkSessions(s *model.Snapshot) {
	if len(s.Transcripts) == 0 {
		return
	}
	// Without the receipts, times still tell.
	reports, _ := l.state.HandOvers()
	s.Link(reports)
}
