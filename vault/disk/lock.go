package disk

import (
	"context"
	"errors"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockPoll = 20 * time.Millisecond
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

// CannotLockFolders reports errors of file systems that lock files only.
func CannotLockFolders(err error) bool {
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
