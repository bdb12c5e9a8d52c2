package state

import (
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

// A claim is the right to write in a vault, against operators with another state folder: a
// file in the vault that its process has locked. Who may only read the vault cannot make one,
// and each has a name of its own, so that locking what a killed process has left holds nobody
// up and anybody may remove it. Of several claims that are made at once the one with the first
// name stays: whoever finds another one there after making their own waits for it, and takes
// their own back unless it comes first.
type claim struct {
	disk disk.Disk
	name string
	file *os.File
}

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

// claimFolders gives the folders in which claims lie, that for new ones first: everybody who
// may decide can write there.
func (f *Folder) claimFolders() ([]string, error) {
	l, err := f.vault.Layout()
	if err != nil {
		return nil, disk.FileError("reading", f.vault.Dir, err)
	}
	if pending := l.Main(places.FolderPending); len(l.Dirs[places.FolderPending]) > 0 && f.vault.Disk.IsFolder(pending) {
		return []string{pending, "."}, nil
	}
	return []string{"."}, nil
}

// claim makes a claim, and waits as long as ctx lasts while another process has one. It gives
// nil where the file system has no locks.
func (f *Folder) claim(ctx context.Context) (*claim, error) {
	dirs, err := f.claimFolders()
	if err != nil {
		return nil, err
	}
	var mine *claim
	for {
		holders, err := f.holders(dirs, mine)
		switch {
		case err != nil:
			return nil, errors.Join(err, mine.release())
		case len(holders) == 0 && mine != nil:
			return mine, nil
		case len(holders) == 0:
			mine, err = newClaim(f.vault.Disk, dirs[0])
			if mine == nil || err != nil {
				return nil, err
			}
			continue
		case mine != nil && holders[0].name < mine.name:
			if err := mine.release(); err != nil {
				return nil, err
			}
			mine = nil
		}
		select {
		case <-time.After(lockPoll):
		case <-ctx.Done():
			first := holders[0]
			return nil, errors.Join(fmt.Errorf("%w: process %d has %s", context.Cause(ctx), first.pid, first.name), mine.release())
		}
	}
}

// newClaim makes a claim beside those that are there. It gives nil where the file system has
// no locks.
func newClaim(d disk.Disk, dir string) (*claim, error) {
	// Somebody who looks at it the moment it is made has it for that long.
	const attempts = 100
	for range attempts {
		c, err := signedClaim(d, dir)
		switch {
		case err == nil && c.stands():
			return c, nil
		case cannotLock(err):
			return nil, c.release()
		case err != nil:
			return nil, errors.Join(disk.FileError("claiming", "the vault", err), c.release())
		}
		if err := c.release(); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("claiming the vault: %w", model.ErrLocked)
}

// signedClaim makes a claim, and locks it before others than its owner can open it. Without
// the lock it is empty.
func signedClaim(d disk.Disk, dir string) (*claim, error) {
	var random [8]byte
	// crypto/rand never fails: it ends the program instead.
	_, _ = rand.Read(random[:])
	c := &claim{disk: d, name: path.Join(dir, disk.PrivatePrefix+hex.EncodeToString(random[:])+claimEnding)}
	d.Step("claim", c.name)
	file, err := d.Root.OpenFile(c.name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	c.file = file
	got, err := disk.TryLock(file, true)
	if err == nil && got {
		_, err = file.WriteString(processMark())
	}
	if err == nil && got {
		err = file.Chmod(disk.DefaultMode)
	}
	return c, err
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
func (f *Folder) holders(dirs []string, mine *claim) ([]holder, error) {
	var all []holder
	for _, dir := range dirs {
		entries, err := disk.ReadDir(f.vault.Disk.Root, dir)
		if err != nil {
			return nil, disk.FileError("reading", dir, err)
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			if !strings.HasPrefix(e.Name(), disk.PrivatePrefix) || path.Ext(name) != claimEnding || mine != nil && name == mine.name {
				continue
			}
			pid, err := f.holderOf(name)
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

// holderOf gives the number of the process that has a claim, 0 when none has. Who has locked
// it and is not the process that made it counts as nobody.
func (f *Folder) holderOf(name string) (pid int, err error) {
	file, _, err := f.vault.Disk.Open(name, os.O_RDONLY)
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
	if len(b) == 0 || pid > 0 {
		// Where it cannot be removed, it is in nobody's way.
		_ = f.vault.Disk.Remove(name)
	}
	return 0, nil
}

// ClearClaims removes what killed processes left of their claims.
func (f *Folder) ClearClaims() error {
	dirs, err := f.claimFolders()
	if err != nil {
		return err
	}
	_, err = f.holders(dirs, nil)
	return err
}
