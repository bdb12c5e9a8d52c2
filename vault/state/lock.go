package state

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"coldstart/model"
)

// Held is the right to write in a vault. The system takes it back when the process dies, so
// that no lock is ever left behind.
type Held struct {
	lock  *flock.Flock
	claim *claim
	// Waited is true when another process with the same state folder held the right first.
	Waited bool
}

// cannotLock reports the errors of file systems without locks.
func cannotLock(err error) bool {
	for _, lacks := range []error{errors.ErrUnsupported, syscall.EBADF, syscall.EINVAL, syscall.ENOLCK} {
		if errors.Is(err, lacks) {
			return true
		}
	}
	return false
}

// Release gives the right back.
func (h *Held) Release() error {
	err := errors.Join(h.claim.release(), h.lock.Unlock())
	h.claim = nil
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

// Lock takes a lock on a file in the state folder, which only this account can open, and a
// claim on the vault, against operators with another state folder. It fails with
// model.ErrLocked after lockWait, or after briefWait where somebody waits for us. The lock's
// file is never deleted: that would let in two who wait for it.
func (f *Folder) Lock(ctx context.Context) (*Held, error) {
	wait := lockWait
	if f.vault.Opts.Brief {
		wait = briefWait
	}
	ctx, cancel := context.WithTimeoutCause(ctx, wait, model.ErrLocked)
	defer cancel()
	h, err := f.lockState(ctx)
	if err != nil || runtime.GOOS == "windows" {
		return h, err
	}
	// In a folder that was moved away the claim would keep nobody out.
	if err = f.vault.Here(); err == nil {
		h.claim, err = f.claim(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, h.Release())
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
	h := &Held{lock: flock.New(filepath.Join(f.vault.StateDir(), lockName))}
	got, err := h.lock.TryLock()
	if err == nil && !got {
		h.Waited = true
		_, err = h.lock.TryLockContext(ctx, lockPoll)
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("locking the state folder: %w", err), h.Release())
	}
	return h, nil
}
