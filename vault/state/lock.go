package state

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"coldstart/model"
	"coldstart/vault/disk"
)

// Held is the right to write in a vault. The system takes it back when the process dies, so
// that nothing that is left behind holds anybody up.
type Held struct {
	// own is the right to write in the state folder, onVault that in the vault.
	own, onVault *claim
	// file takes the place of both on Windows.
	file *flock.Flock
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

// Release returns the right back.
func (h *Held) Release() error {
	err := errors.Join(h.onVault.release(), h.own.release())
	if h.own != nil {
		err = errors.Join(err, h.own.disk.Root.Close())
	}
	if h.file != nil {
		err = errors.Join(err, h.file.Unlock())
	}
	h.own, h.onVault, h.file = nil, nil, nil
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

// waiting returns the time for waiting for others.
func (f *Folder) waiting(ctx context.Context) (context.Context, context.CancelFunc) {
	wait := lockWait
	if f.vault.Opts.Brief {
		wait = briefWait
	}
	return context.WithTimeoutCause(ctx, wait, model.ErrLocked)
}

// Lock takes the right to write in the state folder, and that to write in the vault, against
// operators with another state folder. Only another coldstart holds it up, which the error
// names: model.ErrLocked after lockWait, or after briefWait where somebody waits for us.
func (f *Folder) Lock(ctx context.Context) (*Held, error) {
	ctx, cancel := f.waiting(ctx)
	defer cancel()
	h, err := f.lockState(ctx)
	if err != nil || runtime.GOOS == "windows" {
		return h, err
	}
	// In a folder that was moved away the claim would keep nobody out.
	if err = f.vault.Here(); err == nil {
		err = h.claimVault(ctx, f)
	}
	if err != nil {
		return nil, errors.Join(err, h.Release())
	}
	return h, nil
}

// ClaimVault takes the right to write in a folder that is becoming a vault, or will be none: the
// state folder has nothing of it yet, and its folders come and go. Where there are no locks
// nobody is held up. It fails with model.ErrLocked.
func (f *Folder) ClaimVault(ctx context.Context) (*Held, error) {
	h := &Held{}
	if runtime.GOOS == "windows" {
		return h, nil
	}
	ctx, cancel := f.waiting(ctx)
	defer cancel()
	onVault, err := f.vaultClaims()
	if err != nil {
		return nil, err
	}
	// A claim in a folder would keep it from being removed.
	slices.Reverse(onVault.dirs)
	return h, h.take(ctx, onVault)
}

// claimVault adds the right to write in the vault. Where its file system has no locks, two
// operators are told apart by what they write alone.
func (h *Held) claimVault(ctx context.Context, f *Folder) error {
	onVault, err := f.vaultClaims()
	if err != nil {
		return err
	}
	return h.take(ctx, onVault)
}

// take adds a claim on the vault.
func (h *Held) take(ctx context.Context, onVault claims) (err error) {
	h.onVault, _, err = onVault.take(ctx)
	if err != nil && !errors.Is(err, errNoLocks) {
		return fmt.Errorf("locking the vault: %w", err)
	}
	return nil
}

// lockState takes the right to write in the state folder alone. Whoever is the first to get it keeps
// what lay approved before. It fails with model.ErrLocked.
func (f *Folder) lockState(ctx context.Context) (*Held, error) {
	ctx, cancel := f.waiting(ctx)
	defer cancel()
	h, err := f.takeState(ctx)
	if err != nil {
		return h, err
	}
	if err := f.beginsWith(ctx); err != nil {
		return nil, errors.Join(err, h.Release())
	}
	return h, nil
}

func (f *Folder) takeState(ctx context.Context) (*Held, error) {
	f.vault.Disk.Step("lock", f.vault.StateDir())
	if err := os.MkdirAll(f.vault.StateDir(), 0o700); err != nil {
		return nil, fmt.Errorf("creating the state folder: %w", err)
	}
	h := &Held{}
	if runtime.GOOS == "windows" {
		return h, h.lockFile(ctx, filepath.Join(f.vault.StateDir(), lockName))
	}
	own, err := f.stateClaims()
	if err != nil {
		return nil, err
	}
	if h.own, h.Waited, err = own.take(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("locking the state folder: %w", err), own.disk.Root.Close())
	}
	return h, nil
}

// stateClaims are the claims on the state folder, which is open until one of them is released.
func (f *Folder) stateClaims() (claims, error) {
	root, err := os.OpenRoot(f.vault.StateDir())
	if err != nil {
		return claims{}, disk.FileError("opening", f.vault.StateDir(), err)
	}
	return claims{disk.Disk{Root: root, Before: f.vault.Disk.Before}, []string{"."}}, nil
}

// lockFile locks a file that is never deleted: that would let in two who wait for it.
func (h *Held) lockFile(ctx context.Context, name string) error {
	h.file = flock.New(name)
	got, err := h.file.TryLock()
	if err == nil && !got {
		h.Waited = true
		_, err = h.file.TryLockContext(ctx, lockPoll)
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("locking the state folder: %w", err), h.file.Unlock())
	}
	return nil
}
