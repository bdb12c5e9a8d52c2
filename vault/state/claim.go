package state

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// A claim is the right to write: a file that its process has locked before anybody else could
// open it. Who may only read the folder cannot make one, and each has a name of its own and
// the number of its process, so that locking what a killed process has left holds nobody up,
// and anybody may remove it. Of several claims that are made at once the one with the first
// name stays: whoever finds another one there after making their own waits for it, and takes
// their own back unless it comes first.
type claim struct {
	disk disk.Disk
	name string
	file *os.File
}

// claims are where claims of one kind lie.
type claims struct {
	disk disk.Disk
	// dirs are their folders, that for new ones first.
	dirs []string
}

// errNoLocks is returned where the file system has no locks.
var errNoLocks = errors.New("the file system has no locks")

const (
	claimEnding = ".claim"
	// maxMark is how many bytes of a claim are read.
	maxMark = 200
)

// holder is a process that has a claim.
type holder struct {
	name string
	pid  int
}

// vaultClaims are the claims on the vault, against operators with another state folder. They
// lie where everybody who may decide can write.
func (f *Folder) vaultClaims() (claims, error) {
	l, err := f.vault.Layout()
	if err != nil {
		return claims{}, disk.FileError("reading", f.vault.Dir, err)
	}
	c := claims{f.vault.Disk, []string{"."}}
	if pending := l.Main(places.FolderPending); len(l.Dirs[places.FolderPending]) > 0 && f.vault.Disk.IsFolder(pending) {
		c.dirs = []string{pending, "."}
	}
	return c, nil
}

// take makes a claim, and waits as long as ctx lasts while another process has one.
func (c claims) take(ctx context.Context) (mine *claim, waited bool, err error) {
	for {
		holders, err := c.holders(mine)
		switch {
		case err != nil:
			return nil, waited, errors.Join(err, mine.release())
		case len(holders) == 0 && mine != nil:
			return mine, waited, nil
		case len(holders) == 0:
			if mine, err = c.add(); err != nil {
				return nil, waited, err
			}
			continue
		case mine != nil && holders[0].name < mine.name:
			if err := mine.release(); err != nil {
				return nil, waited, err
			}
			mine = nil
		}
		waited = true
		select {
		case <-time.After(lockPoll):
		case <-ctx.Done():
			first := holders[0]
			err := fmt.Errorf("%w: process %d has %s", context.Cause(ctx), first.pid, first.name)
			return nil, waited, errors.Join(err, mine.release())
		}
	}
}

// add makes a claim beside those that are there.
func (c claims) add() (*claim, error) {
	// Somebody who looks at it the moment it is made has it for that long.
	const attempts = 100
	for range attempts {
		next, err := c.signed()
		switch {
		case err == nil && next.stands():
			return next, nil
		case cannotLock(err):
			return nil, errors.Join(errNoLocks, next.release())
		case err != nil:
			return nil, errors.Join(err, next.release())
		}
		if err := next.release(); err != nil {
			return nil, err
		}
	}
	return nil, model.ErrLocked
}

// signed makes a claim, and locks it before others than its owner can open it. Without the
// lock it is empty.
func (c claims) signed() (*claim, error) {
	var random [8]byte
	// crypto/rand never fails: it ends the program instead.
	_, _ = rand.Read(random[:])
	next := &claim{disk: c.disk, name: path.Join(c.dirs[0], disk.PrivatePrefix+hex.EncodeToString(random[:])+claimEnding)}
	c.disk.Step("claim", next.name)
	file, err := c.disk.Root.OpenFile(next.name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, disk.FileError("creating", next.name, err)
	}
	next.file = file
	got, err := disk.TryLock(file, true)
	if err == nil && got {
		_, err = file.WriteString(processMark())
	}
	if err == nil && got {
		err = file.Chmod(disk.DefaultMode)
	}
	if err != nil {
		err = disk.FileError("writing", next.name, err)
	}
	return next, err
}

// stands reports whether the claim is locked and was not removed by somebody who found it
// before it was.
func (c *claim) stands() bool {
	got, err := disk.TryLock(c.file, true)
	if err != nil || !got {
		return false
	}
	mine, err := c.file.Stat()
	if err != nil {
		return false
	}
	there, err := c.disk.Root.Lstat(c.name)
	return err == nil && os.SameFile(mine, there)
}

// release takes the claim back.
func (c *claim) release() error {
	if c == nil {
		return nil
	}
	return errors.Join(c.disk.Remove(c.name), c.file.Close())
}

// holders lists the processes that have a claim beside ours, in the order of its names, and
// removes what others have left.
func (c claims) holders(mine *claim) ([]holder, error) {
	var all []holder
	for _, dir := range c.dirs {
		entries, err := disk.ReadDir(c.disk.Root, dir)
		if disk.IsMissing(err) {
			// It has just been removed, with every claim in it.
			continue
		}
		if err != nil {
			return nil, disk.FileError("reading", dir, err)
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			if !isClaim(e.Name()) || mine != nil && name == mine.name {
				continue
			}
			pid, err := c.holderOf(name)
			if err != nil {
				return nil, disk.FileError("reading", name, err)
			}
			if pid > 0 {
				all = append(all, holder{name, pid})
			}
		}
	}
	slices.SortFunc(all, func(a, b holder) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

func isClaim(name string) bool {
	return strings.HasPrefix(name, disk.PrivatePrefix) && path.Ext(name) == claimEnding
}

// holderOf returns the number of the process that has a claim, 0 when none has. Then the claim is
// removed.
func (c claims) holderOf(name string) (pid int, err error) {
	return c.look(name, func() {
		// Where it cannot be removed, it is in nobody's way.
		_ = c.disk.Remove(name)
	})
}

// look returns the number of the process that has a claim, 0 when none has. Who has locked it and is
// not the process that made it counts as nobody. Left is called for one that a process left, while
// the lock keeps a process that is only making it from having it.
func (c claims) look(name string, left func()) (pid int, err error) {
	file, _, err := c.disk.Open(name, os.O_RDONLY)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, disk.ErrNotRegular), errors.Is(err, model.ErrConflict):
		return 0, nil
	case errors.Is(err, fs.ErrPermission):
		// It is just being made: its process will find ours.
		return 0, nil
	case err != nil:
		return 0, err
	}
	defer file.Close()
	free, err := disk.TryLock(file, false)
	if cannotLock(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	b, err := io.ReadAll(io.LimitReader(file, maxMark))
	if err != nil {
		return 0, err
	}
	pid, gone := processOf(string(b))
	if !free && !gone {
		return pid, nil
	}
	if pid > 0 || isTorn(b) {
		left()
	}
	return 0, nil
}

// IsDeciding reports whether a process has the right to write in the state folder, and so may be in
// the middle of a decision. It writes nothing. Where that cannot be known it is false.
func (f *Folder) IsDeciding() bool {
	own, err := f.stateClaims()
	if err != nil {
		return false
	}
	defer own.disk.Root.Close()
	return slices.ContainsFunc(own.disk.ListSome(".", disk.MaxEntries), func(e fs.DirEntry) bool {
		if !isClaim(e.Name()) {
			return false
		}
		pid, err := own.look(e.Name(), func() {})
		return err == nil && pid > 0
	})
}

// isTorn reports what a claim can be after the power went: the beginning of a mark, and NUL
// bytes where the rest was not written.
func isTorn(b []byte) bool {
	written := string(bytes.TrimRight(b, "\x00"))
	return strings.HasPrefix(markBegin, written) || strings.HasPrefix(written, markBegin)
}

// markBegin is how the mark of a process begins.
const markBegin = "coldstart "

// ClearClaims removes what killed processes left of their claims.
func (f *Folder) ClearClaims() error {
	onVault, err := f.vaultClaims()
	if err != nil {
		return err
	}
	_, err = onVault.holders(nil)
	own, ownErr := f.stateClaims()
	switch {
	case disk.IsMissing(ownErr):
		return err
	case ownErr != nil:
		return errors.Join(err, ownErr)
	}
	_, ownErr = own.holders(nil)
	return errors.Join(err, ownErr, own.disk.Root.Close())
}
