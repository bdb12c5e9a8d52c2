package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/fsnotify/fsnotify"

	"coldstart/vault/disk"
)

// maxWatches is how many folders the system is asked to watch.
const maxWatches = 4096

// notifier has the system report changes in folders. A report is a hint to look at a
// path: how and how often it changed is never asked, since one save can be many events.
type notifier struct {
	// system is the operating system.
	system  string
	watcher *fsnotify.Watcher
	// hints holds one hint until somebody looks.
	hints chan struct{}
	told  told
	// watched are the folders with a watch, with the identity that they had.
	watched map[string]disk.Stamp
	// trouble says why not all folders have a watch, empty when they have. Full is true when
	// there are more of them than may have one.
	trouble string
	full    bool
}

func newNotifier(system string) *notifier {
	return &notifier{system: system, hints: make(chan struct{}, 1), watched: map[string]disk.Stamp{}}
}

// noticesFolders reports whether the system can watch a folder without a handle for
// each file in it. Those that cannot would run out of handles.
func noticesFolders(system string) bool { return system == "linux" || system == "windows" }

// watch sets watches on the folders of a scan, and takes away the others. It
// reports whether it set any: what happened in their folder before was not told.
func (t *notifier) watch(s scan) (added bool) {
	if !noticesFolders(t.system) {
		t.trouble = "this system can report changes of single files only"
		return false
	}
	if t.trouble = ""; t.watcher == nil {
		watcher, err := fsnotify.NewWatcher()
		if err != nil {
			t.trouble = fmt.Sprintf("the system does not report changes: %s", systemWords(err))
			return false
		}
		t.watcher = watcher
		go t.pass(watcher)
	}
	t.full = len(s.folders) > maxWatches
	return t.set(s.folders[:min(len(s.folders), maxWatches)], s.identities)
}

// set leaves watches on these folders and no others. The watcher is asked which it
// has: it drops some by itself, such as those of folders that were moved.
func (t *notifier) set(folders []string, identities map[string]disk.Stamp) (added bool) {
	told := make(map[string]disk.Stamp, len(folders))
	for _, dir := range folders {
		told[dir] = identities[dir]
	}
	kept := map[string]bool{}
	for _, dir := range t.watcher.WatchList() {
		if want, ok := told[dir]; ok && t.watched[dir] == want {
			kept[dir] = true
			continue
		}
		// It can be gone already, with its folder.
		_ = t.watcher.Remove(dir)
	}
	before := t.watched
	t.watched = told
	for _, dir := range folders {
		if kept[dir] {
			continue
		}
		err := t.watcher.Add(dir)
		if err != nil {
			delete(told, dir)
			if !errors.Is(err, fs.ErrNotExist) && t.trouble == "" {
				t.trouble = fmt.Sprintf("the system does not report changes in some folders: %s", systemWords(err))
			}
			continue
		}
		was, ok := before[dir]
		added = added || !ok || was != told[dir]
	}
	return added
}

// systemWords is the reason in an error of the system without the call that failed.
func systemWords(err error) string {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err.Error()
}

// told are the paths that the system named since somebody asked.
type told struct {
	mu    sync.Mutex
	paths map[string]bool
	// lost is true when some were not kept, or never came.
	lost bool
}

// mostTold is how many paths are kept: for more of them all of the vault is looked at.
const mostTold = 1000

func (t *told) add(path string, lost bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lost = t.lost || lost || len(t.paths) == mostTold; t.lost {
		t.paths = nil
		return
	}
	if t.paths == nil {
		t.paths = map[string]bool{}
	}
	t.paths[path] = true
}

// take returns the paths and forgets them. All is false when some are not known.
func (t *told) take() (paths map[string]bool, all bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	paths, all = t.paths, !t.lost
	t.paths, t.lost = nil, false
	return paths, all
}

// pass makes hints of events and errors, an overflow among them, until the watcher
// is closed.
func (t *notifier) pass(watcher *fsnotify.Watcher) {
	for {
		var event fsnotify.Event
		var lost, ok bool
		select {
		case event, ok = <-watcher.Events:
		case _, ok = <-watcher.Errors:
			lost = true
		}
		if !ok {
			return
		}
		t.told.add(event.Name, lost)
		select {
		case t.hints <- struct{}{}:
		default:
		}
	}
}

// close takes all watches away.
func (t *notifier) close() {
	if t.watcher != nil {
		// There is nothing left to do about a failure.
		_ = t.watcher.Close()
		t.watcher = nil
	}
}
