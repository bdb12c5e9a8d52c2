package state

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// FirstLookName is the file with what lay approved at the first look at the vault. Each line has the
// hash of a file, or noHash, and its quoted path; the first line says what it is.
const FirstLookName = "approved-before.sha256"

const (
	maxFirstLook = 32 << 20
	firstLine    = "# what lay approved when coldstart first looked at this vault"
	// maxApproved is the largest file that is read for it, as of a request.
	maxApproved = 1 << 20
	// mostHashing is how long the files are read whose hash no load knows, once in the life of a vault.
	mostHashing = 2 * time.Second
	// noHash stands for the hash of a file that could not be read then.
	noHash = "-"
)

var firstFile = ownFile{FirstLookName, "what lay approved at your first look", maxFirstLook}

// Approved are approved files by path, with their hashes, zero where that is not known.
type Approved map[string]model.Fingerprint

// ApprovedNow lists what lies approved, nil where that cannot be listed: then nothing is known to be new.
func ApprovedNow(d disk.Disk, l places.Layout) Approved {
	names, problems := places.Watched(d, l, places.FolderApproved)
	if slices.ContainsFunc(problems, func(p model.Problem) bool { return p.Unread }) {
		return nil
	}
	approved := Approved{}
	for _, name := range names {
		approved[name] = model.Fingerprint{}
	}
	return approved
}

// FirstLook is what lay approved at the first look at a vault. The zero value is for none yet.
type FirstLook struct {
	paths Approved
	// named has the hashes by the names of the files, which may have been moved to another folder since.
	named map[string][]model.Fingerprint
}

// Known reports whether there was a first look.
func (l FirstLook) Known() bool { return l.paths != nil }

// Had reports whether a file lay there with this hash. One that could not be read then had any.
func (l FirstLook) Had(name string, seen model.Fingerprint) bool {
	was, there := l.paths[name]
	return there && was.IsZero() || slices.Contains(l.named[path.Base(name)], seen)
}

// sight is what a load saw before there was a first look.
type sight struct {
	sync.Mutex
	approved Approved
}

// Saw notes what lies approved, for the first look. Of several the first counts: it is what the operator
// was shown.
func (f *Folder) Saw(approved Approved) {
	f.sight.Lock()
	defer f.sight.Unlock()
	if f.sight.approved == nil {
		f.sight.approved = approved
	}
}

// FirstLook returns what lay approved at the first look.
func (f *Folder) FirstLook() (l FirstLook, err error) {
	at := filepath.Join(f.vault.StateDir(), FirstLookName)
	if f.vault.Opts.StateDir == "" {
		return l, nil
	}
	b, err := disk.ReadBounded(at, maxFirstLook)
	if disk.IsMissing(err) {
		return l, nil
	}
	found := FirstLook{Approved{}, map[string][]model.Fingerprint{}}
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Buffer(nil, maxFirstLook)
	if err == nil && (!lines.Scan() || lines.Text() != firstLine || !bytes.HasSuffix(b, []byte("\n"))) {
		err = errors.New("it is not whole")
	}
	for err == nil && lines.Scan() {
		hash, quoted, _ := strings.Cut(lines.Text(), " ")
		var seen model.Fingerprint
		if hash != noHash {
			seen, err = model.ParseFingerprint(hash)
		}
		name, odd := strconv.Unquote(quoted)
		if err = errors.Join(err, odd); err == nil {
			found.paths[name] = seen
			found.named[path.Base(name)] = append(found.named[path.Base(name)], seen)
		}
	}
	if err != nil {
		return l, fmt.Errorf("reading %s: %s can be deleted; it is then made again from the approved files: %w", firstFile.what, at, err)
	}
	return found, nil
}

// Damaged reports a first look that cannot be read.
func (FirstLook) Damaged(err error) model.Problem {
	return firstFile.damaged(err, "until then an approval that is not yours is no row")
}

// KeepFirstLook writes down what lay approved at the first load, if nobody did yet. It fails with
// model.ErrReadOnly where there is no folder for that, and with model.ErrLocked.
func (f *Folder) KeepFirstLook(ctx context.Context) error {
	return f.holding(ctx, firstFile, func() error { return nil })
}

// beginsWith writes down what lay approved before whatever else the caller is going to write, under
// the lock: what comes later is not older than the first look.
func (f *Folder) beginsWith(ctx context.Context) error {
	if _, err := os.Lstat(filepath.Join(f.vault.StateDir(), FirstLookName)); !disk.IsMissing(err) {
		return nil
	}
	f.sight.Lock()
	defer f.sight.Unlock()
	approved := f.sight.approved
	if layout, err := f.vault.Layout(); approved == nil && err == nil {
		approved = ApprovedNow(f.vault.Disk, layout)
	}
	if approved == nil {
		return nil // it cannot be looked at, or not yet
	}
	// How long somebody waits for the lock says nothing of this.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), mostHashing)
	defer cancel()
	var b strings.Builder
	b.WriteString(firstLine + "\n")
	for _, name := range slices.Sorted(maps.Keys(approved)) {
		seen, hash := approved[name], noHash
		if seen.IsZero() && ctx.Err() == nil {
			if text, _, err := f.vault.Disk.ReadWholeText(name, maxApproved); err == nil {
				seen = model.FingerprintOf(text)
			}
		}
		if !seen.IsZero() {
			hash = seen.String()
		}
		b.WriteString(hash + " " + strconv.Quote(name) + "\n")
	}
	if err := f.writeState(FirstLookName, []byte(b.String())); err != nil {
		return fmt.Errorf("writing %s: %w", firstFile.what, err)
	}
	return nil
}
