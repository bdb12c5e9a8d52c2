package vault

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
)

const (
	lockName = "lock"
	// lockWait is how long a decision waits for another one, lockPoll how often it
	// looks.
	lockWait = 5 * time.Second
	lockPoll = 20 * time.Millisecond
)

// held is the right to write in a vault. The system takes it back when the
// process dies, so nothing that is left behind ever blocks.
type held struct {
	locks []*flock.Flock
	// waited is true when somebody else held the right first.
	waited bool
}

// lock takes two locks: one on a file in the state folder, and where the system
// can, one on the vault's own folder, which shuts out operators whose state
// folder is another. It fails with model.ErrLocked after lockWait. Lock files are
// never deleted: deleting one while another process waits for it would let two in.
func (v *Vault) lock(ctx context.Context) (*held, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, lockWait, model.ErrLocked)
	defer cancel()
	h, err := v.lockState(ctx)
	if err != nil || runtime.GOOS == "windows" {
		return h, err
	}
	whole := flock.New(v.dir, flock.SetFlag(os.O_RDONLY))
	err = h.take(ctx, whole)
	if err == nil {
		err = v.stillHere(whole)
	}
	if err != nil && !cannotLockFolders(err) {
		return nil, errors.Join(fileError("locking", "the vault's folder", err), h.release())
	}
	return h, nil
}

// lockState takes the first of the two: the right to write in the state folder. It
// fails with model.ErrLocked after lockWait.
func (v *Vault) lockState(ctx context.Context) (*held, error) {
	v.disk.step("lock", lockName)
	if err := os.MkdirAll(v.stateDir(), 0o700); err != nil {
		return nil, fmt.Errorf("creating the state folder: %w", err)
	}
	wait := lockWait
	if v.opts.Brief {
		wait = briefLock
	}
	ctx, cancel := context.WithTimeoutCause(ctx, wait, model.ErrLocked)
	defer cancel()
	h := &held{}
	if err := h.take(ctx, flock.New(filepath.Join(v.stateDir(), lockName))); err != nil {
		return nil, errors.Join(fmt.Errorf("locking the state folder: %w", err), h.release())
	}
	return h, nil
}

func (h *held) take(ctx context.Context, l *flock.Flock) error {
	got, err := l.TryLock()
	if err == nil && !got {
		h.waited = true
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

// stillHere fails when the folder at the vault's path is not the one that was
// opened: a lock on another folder would keep nobody out.
func (v *Vault) stillHere(whole *flock.Flock) error {
	locked, err := whole.Stat()
	if err != nil {
		return err
	}
	opened, err := v.disk.root.Stat(".")
	if err != nil {
		return err
	}
	if !os.SameFile(locked, opened) {
		return fmt.Errorf("the vault was moved away: %w", fs.ErrNotExist)
	}
	return nil
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

// release gives the right back, the vault's folder first.
func (h *held) release() error {
	var err error
	for len(h.locks) > 0 {
		last := len(h.locks) - 1
		err = errors.Join(err, h.locks[last].Unlock())
		h.locks = h.locks[:last]
	}
	return err
}
