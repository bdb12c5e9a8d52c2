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

// Held is the right to write in a vault. The system takes it back when the process dies, so
// that no lock is ever left behind.
type Held struct {
	locks []*flock.Flock
	// Waited is true when another process held the right first.
	Waited bool
}

// take takes one more lock, and waits for it as long as ctx lasts.
func (h *Held) take(ctx context.Context, l *flock.Flock) error {
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

// cannotLockFolders reports the errors of file systems that lock only files.
func cannotLockFolders(err error) bool {
	for _, lacks := range []error{errors.ErrUnsupported, syscall.EBADF, syscall.EINVAL, syscall.EISDIR, syscall.ENOLCK} {
		if errors.Is(err, lacks) {
			return true
		}
	}
	return false
}

// Release gives the right back.
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

// Lock takes a lock on a file in the state folder and, where the system can, one on the
// vault's own folder, against operators with another state folder. It fails with
// model.ErrLocked after lockWait. The file is never deleted: that would let in two who
// wait for it.
func (f *Folder) Lock(ctx context.Context) (*Held, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, lockWait, model.ErrLocked)
	defer cancel()
	h, err := f.lockState(ctx)
	if err != nil || runtime.GOOS == "windows" {
		return h, err
	}
	whole := flock.New(f.vault.Dir, flock.SetFlag(os.O_RDONLY))
	err = h.take(ctx, whole)
	if err == nil {
		err = f.stillHere(whole)
	}
	if err != nil && !cannotLockFolders(err) {
		return nil, errors.Join(disk.FileError("locking", "the vault's folder", err), h.Release())
	}
	return h, nil
}

// lockState takes the lock of the state folder alone. It fails with model.ErrLocked.
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
	if err := h.take(ctx, flock.New(filepath.Join(f.vault.StateDir(), lockName))); err != nil {
		return nil, errors.Join(fmt.Errorf("locking the state folder: %w", err), h.Release())
	}
	return h, nil
}

// stillHere fails when the locked folder is not the one that was opened: the lock would keep
// nobody out.
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
