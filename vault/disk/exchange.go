package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"

	"coldstart/model"
)

// largestKept is the largest text of another program that is compared or kept, in bytes.
const largestKept = 32 << 20

// An existing file gets its new text by an exchange of two names: the finished new file and
// the file of the agents change places in one step, so that whatever had the agents' name
// at that moment is kept under a private name. Only then is it compared with the text that
// was read. If it is the same, and nobody is writing into it, it is removed. If not, the
// two change places again; and since an agent may have read our text in between, and may
// replace the other with it, a copy of the other is kept.
//
// Where the system has no exchange, a rename does it, and a text that is written between the
// last look and the rename is lost.

// ErrBusy is returned when a program has a file open for writing for longer than busyWait:
// what it writes later would be lost with the old file.
var ErrBusy = errors.New("another program has it open for writing")

const (
	busyWait = 300 * time.Millisecond
	busyPoll = 5 * time.Millisecond
)

// ErrAddedTo means that a program wrote behind our text during the exchange: our text is in
// the file, and the displaced one differs from what was read.
var ErrAddedTo = errors.New("another program added to it in the same moment")

// KeptError means that texts of other programs were kept under private names.
type KeptError struct {
	Names []string
	err   error
}

// Error says what failed and what was kept.
func (e *KeptError) Error() string { return e.err.Error() + "; " + e.Notice() }

// Unwrap gives the failure.
func (e *KeptError) Unwrap() error { return e.err }

// Notice names what was kept.
func (e *KeptError) Notice() string {
	return "what another program wrote meanwhile is kept as " + strings.Join(e.Names, " and ")
}

// swap replaces the text was of name by next, which the file aside has, as long as name
// still has was. Aside is gone afterwards.
func (d Disk) swap(name, aside string, was, next []byte) error {
	err := d.quiet(name, was)
	if err == nil {
		d.Step("swap", name)
		err = d.InFolder(name, aside, ExchangeIn)
		if LacksRename(err) {
			return d.moveOver(name, aside)
		}
	}
	if err != nil {
		_, cleared := d.Discard(aside, sameAs(next), int64(len(next)))
		return errors.Join(err, cleared)
	}
	gone, err := d.Discard(aside, sameAs(was), int64(len(was)))
	if gone {
		return inPlace(err)
	}
	return d.swapBack(name, aside, was, next, err)
}

// moveOver is swap for systems without an exchange.
func (d Disk) moveOver(name, aside string) error {
	if err := d.Rename(aside, name); err != nil {
		return errors.Join(err, d.Remove(aside))
	}
	return nil
}

// swapBack undoes an exchange that displaced another text than was. When name has another
// text by now, or somebody writes into it, that newer text stays and the displaced one is
// kept. When the newer text begins with ours, ours is in place.
func (d Disk) swapBack(name, aside string, was, next []byte, cause error) error {
	b, _, err := d.ReadWhole(name, largestKept)
	switch {
	case err != nil || !bytes.HasPrefix(b, next):
		return d.Keep(aside, cause)
	case len(b) > len(next):
		return inPlace(d.Keep(aside, ErrAddedTo))
	}
	copied, text, err := d.copyAside(aside, was)
	cause = errors.Join(cause, err)
	d.Step("swap", name)
	if err := d.InFolder(name, aside, ExchangeIn); err != nil {
		return d.keepBoth(aside, copied, text, errors.Join(cause, err))
	}
	gone, err := d.Discard(aside, sameAs(next), int64(len(next)))
	switch {
	case gone && copied == "":
		return errors.Join(cause, err)
	case gone:
		return &KeptError{[]string{copied}, errors.Join(cause, err)}
	}
	// An agent may have read the displaced text in between, and may replace the newer one with it.
	newer, _, err := d.copyAside(aside, next)
	cause = errors.Join(cause, err)
	d.Step("swap", name)
	if err := d.InFolder(name, aside, ExchangeIn); err != nil {
		return alsoKept(d.keepBoth(aside, copied, text, errors.Join(cause, err)), newer)
	}
	if b, _, err := d.ReadWhole(name, largestKept); err == nil && bytes.HasPrefix(b, next) {
		return inPlace(alsoKept(d.keepBoth(aside, copied, text, ErrAddedTo), newer))
	}
	return alsoKept(d.keepBoth(aside, copied, text, cause), newer)
}

// alsoKept adds the name of one more kept text, if there is one.
func alsoKept(err error, name string) error {
	if kept, ok := errors.AsType[*KeptError](err); ok && name != "" {
		kept.Names = append(kept.Names, name)
	}
	return err
}

// copyAside copies a displaced text. It gives no name when there is nothing to lose: a text
// that we have read, or no text at all.
func (d Disk) copyAside(aside string, was []byte) (copied string, text []byte, err error) {
	// Somebody who opened the file while it had its name may not have written all of it.
	_ = d.Settled(aside, func([]byte) bool { return true }, largestKept)
	text, info, err := d.ReadWhole(aside, largestKept)
	switch {
	case errors.Is(err, ErrNotRegular), errors.Is(err, ErrTooLarge), err == nil && bytes.Equal(text, was):
		return "", nil, nil
	case err != nil:
		return "", nil, FileError("reading", aside, err)
	}
	copied, err = d.asKept(aside, func(kept string) error {
		return d.Create(kept, strings.TrimSuffix(kept, KeptEnding)+tempEnding, text, info.Mode())
	})
	return copied, text, err
}

// keepBoth keeps the file aside too, unless it is what was copied.
func (d Disk) keepBoth(aside, copied string, text []byte, cause error) error {
	if copied == "" {
		return d.Keep(aside, cause)
	}
	names := []string{copied}
	if gone, _ := d.Discard(aside, sameAs(text), largestKept); !gone {
		kept, _ := errors.AsType[*KeptError](d.Keep(aside, cause))
		names, cause = append(names, kept.Names...), kept.err
	}
	return &KeptError{names, cause}
}

// Keep gives a text of another program a private name that nothing removes, and adds that
// name to cause.
func (d Disk) Keep(aside string, cause error) error {
	kept, err := d.asKept(aside, func(kept string) error { return d.Publish(aside, kept) })
	if kept == "" {
		return &KeptError{[]string{aside}, errors.Join(cause, err)}
	}
	return &KeptError{[]string{kept}, errors.Join(cause, err, d.SyncDir(path.Dir(kept)))}
}

// asKept gives a file the first free name for kept texts, "" when that fails.
func (d Disk) asKept(aside string, give func(kept string) error) (string, error) {
	const attempts = 100
	var err error
	for n := 1; n < attempts; n++ {
		kept := keptName(aside, n)
		switch err = give(kept); {
		case err == nil, errors.Is(err, ErrInPlace):
			return kept, err
		case !errors.Is(err, fs.ErrExist):
			return "", err
		}
	}
	return "", err
}

// Discard removes a private file if wanted takes its text and nobody is writing into it.
// When gone is false it is still there, and err says why, with model.ErrConflict for
// another text. When gone is true err is a failure of the removal.
func (d Disk) Discard(name string, wanted func([]byte) bool, limit int64) (gone bool, err error) {
	for waited := time.Duration(0); ; waited += busyPoll {
		f, err := d.hold(name, wanted, limit)
		if err == nil {
			// Closing ends the hold, so it comes after the removal.
			defer f.Close()
			return true, d.Remove(name)
		}
		if !errors.Is(err, ErrBusy) || waited >= busyWait {
			return false, err
		}
		time.Sleep(busyPoll)
	}
}

// hold opens a file if wanted takes its text and nobody has it open for writing, as far as
// the system can tell. Until it is closed, programs that want to write into it have to
// wait.
func (d Disk) hold(name string, wanted func([]byte) bool, limit int64) (*os.File, error) {
	f, info, err := d.Open(name, os.O_RDONLY)
	switch {
	case errors.Is(err, ErrNotRegular):
		return nil, fmt.Errorf("%w: %w", model.ErrConflict, err)
	case err != nil:
		return nil, FileError("reading", name, err)
	}
	busy := leaseBusy(f)
	b, err := readOpened(f, info, limit, nil, false)
	switch {
	case errors.Is(err, ErrTooLarge), err == nil && !wanted(b):
		err = model.ErrConflict
	case err == nil && (busy || leaseBusy(f)):
		// Asked again, since somebody may have come while we read.
		err = ErrBusy
	case err != nil:
		err = FileError("reading", name, err)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// quiet fails with model.ErrConflict unless the file has the text was, and with ErrBusy
// when somebody is writing into it. It holds nobody up.
func (d Disk) quiet(name string, was []byte) error {
	for waited := time.Duration(0); ; waited += busyPoll {
		f, info, err := d.Open(name, os.O_RDONLY)
		if err != nil {
			return FileError("reading", name, err)
		}
		busy := leaseBusy(f)
		leaseEnd(f)
		b, err := readOpened(f, info, int64(len(was)), nil, false)
		f.Close()
		switch {
		case errors.Is(err, ErrTooLarge), err == nil && !bytes.Equal(b, was):
			return model.ErrConflict
		case err != nil:
			return FileError("reading", name, err)
		case !busy:
			return nil
		case waited >= busyWait:
			return ErrBusy
		}
		time.Sleep(busyPoll)
	}
}

func sameAs(text []byte) func([]byte) bool {
	return func(b []byte) bool { return bytes.Equal(b, text) }
}

// InFolder renames within one folder in a way that os.Root does not offer. The folder is
// opened once and must not be a link.
func (d Disk) InFolder(from, to string, rename func(dir *os.File, from, to string) error) error {
	err := d.inFolder(from, func(dir *os.File, from string) error { return rename(dir, from, path.Base(to)) })
	if err != nil {
		return FileError("renaming", from, err)
	}
	return nil
}

// inFolder does something with a name in its folder, which is opened once and must not be a
// link.
func (d Disk) inFolder(name string, do func(dir *os.File, base string) error) error {
	seen, err := d.Root.Lstat(path.Dir(name))
	if err != nil {
		return err
	}
	dir, err := d.Root.Open(path.Dir(name))
	if err != nil {
		return err
	}
	defer dir.Close()
	info, err := dir.Stat()
	if err == nil && !(info.IsDir() && os.SameFile(seen, info)) {
		err = model.ErrConflict
	}
	if err != nil {
		return err
	}
	return do(dir, path.Base(name))
}

// LacksRename reports the errors of systems without a kind of renaming. Some sandboxes say
// "not permitted" to every call that they do not know.
func LacksRename(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.EPERM)
}

// PutBack gives a newer text its name back, or the next free one beside it.
func (d Disk) PutBack(retired, name string) (string, error) {
	const attempts = 100
	if d.SameText(retired, name) {
		return name, d.Remove(retired)
	}
	err := d.Publish(retired, name)
	for n := 2; errors.Is(err, fs.ErrExist) && n < attempts; n++ {
		next := BesideName(name, "newer-"+strconv.Itoa(n-1))
		if err = d.Publish(retired, next); err == nil {
			return next, nil
		}
	}
	return name, err
}

// SameText reports whether two files are known to have the same bytes, as after a kill
// while a text was put back.
func (d Disk) SameText(a, b string) bool {
	left, _, err := d.ReadWhole(a, largestKept)
	if err != nil {
		return false
	}
	right, _, err := d.ReadWhole(b, largestKept)
	return err == nil && bytes.Equal(left, right)
}

// Settled waits until nobody is writing into a private file, and fails like hold.
func (d Disk) Settled(name string, wanted func([]byte) bool, limit int64) error {
	for waited := time.Duration(0); ; waited += busyPoll {
		f, err := d.hold(name, wanted, limit)
		if err == nil {
			return f.Close()
		}
		if !errors.Is(err, ErrBusy) || waited >= busyWait {
			return err
		}
		time.Sleep(busyPoll)
	}
}
