package state

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"coldstart/model"
	"coldstart/vault/disk"
)

// Held is the right to write in a vault. The system takes it back when the
// process dies, so nothing that is left behind ever blocks.
type Held struct {
	locks []*flock.Flock
	// Waited is true when somebody else held the right first.
	Waited bool
}

// Take takes one more lock, and waits for it as long as ctx lasts.
func (h *Held) Take(ctx context.Context, l *flock.Flock) error {
	got, err := l.TryLock()
	if err == nil && !got {
		h.Waited = true
		got, err = l.TryLockContext(ctx, lockPoll)
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if got {
		h.locks = append(h.locks, l)
	}
	return err
}

// cannotLockFolders reports errors of file systems that lock files only.
func cannotLockFolders(err error) bool {
	for _, lacks := range []error{errors.ErrUnsupported, syscall.EBADF, syscall.EINVAL, syscall.EISDIR, syscall.ENOLCK} {
		if errors.Is(err, lacks) {
			return true
		}
	}
	return false
}

// Release gives the right back, the vault's folder first.
func (h *Held) Release() error {
	var err error
	for len(h.locks) > 0 {
		last := len(h.locks) - 1
		err = errors.Join(err, h.locks[last].Unlock())
		h.locks = h.locks[:last]
	}
	return err
}

const (
	lockName = "lock"
	// lockWait is how long a decision waits for another one, briefWait how long the start of
	// a session does, lockPoll how often they look.
	lockWait  = 5 * time.Second
	briefWait = 200 * time.Millisecond
	lockPoll  = 20 * time.Millisecond
)

// Lock takes two locks: one on a file in the state folder, and where the system
// can, one on the vault's own folder, which shuts out operators whose state
// folder is another. It fails with model.ErrLocked after lockWait. Lock files are
// never deleted: deleting one while another process waits for it would let two in.
func (f *Folder) Lock(ctx context.Context) (*Held, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, lockWait, model.ErrLocked)
	defer cancel()
	h, err := f.lockState(ctx)
	if err != nil || runtime.GOOS == "windows" {
		return h, err
	}
	whole := flock.New(f.vault.Dir, flock.SetFlag(os.O_RDONLY))
	err = h.Take(ctx, whole)
	if err == nil {
		err = f.stillHere(whole)
	}
	if err != nil && !cannotLockFolders(err) {
		return nil, errors.Join(disk.FileError("locking", "the vault's folder", err), h.Release())
	}
	return h, nil
}

// lockState takes the first of the two: the right to write in the state folder. It
// fails with model.ErrLocked after lockWait.
func (f *Folder) lockState(ctx context.Context) (*Held, error) {
	f.vault.Disk.Step("lock", lockName)
	if err := os.MkdirAll(f.vault.StateDir(), 0o700); err != nil {
		return nil, fmt.Errorf("creating the state folder: %w", err)
	}
	wait := lockWait
	if f.vault.Opts.Brief {
		wait = briefWait
	}
	ctx, cancel := context.WithTimeoutCause(ctx, wait, model.ErrLocked)
	defer cancel()
	h := &Held{}
	if err := h.Take(ctx, flock.New(filepath.Join(f.vault.StateDir(), lockName))); err != nil {
		return nil, errors.Join(fmt.Errorf("locking the state folder: %w", err), h.Release())
	}
	return h, nil
}

// stillHere fails when the folder at the vault's path is not the one that was
// opened: a lock on another folder would keep nobody out.
func (f *Folder) stillHere(whole *flock.Flock) error {
	locked, err := whole.Stat()
	if err != nil {
		return err
	}
	opened, err := f.vault.Disk.Root.Stat(".")
	if err != nil {
		return err
	}
	if !os.SameFile(locked, opened) {
		return fmt.Errorf("the vault was moved away: %w", fs.ErrNotExist)
	}
	return nil
}
