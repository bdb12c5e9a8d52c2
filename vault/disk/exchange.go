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

// Unwrap returns the failure.
func (e *KeptError) Unwrap() error { return e.err }

// Notice names what was kept.
func (e *KeptError) Notice() string {
	return "another program's text is kept as " + strings.Join(e.Names, " and ")
}

// turns is how often two names change places at most: the new text goes in, what came out in
// its stead goes back, and what came out then goes in again.
const turns = 3

// swap replaces the text was of name by next, which the file aside has, as long as name
// still has was. Aside is gone afterwards. When name has yet another text by now, or somebody
// writes into it, that newer text stays and the displaced one is kept. When the newer text
// begins with ours, ours is in place.
func (d Disk) swap(name, aside string, was, next []byte) error {
	put, want := safeText{next, true}, safeText{was, true}
	cause := d.quiet(name, was)
	if cause != nil {
		return d.clear(aside, put, nil, cause)
	}
	var kept []string
	for turn := 1; ; turn++ {
		d.Step("swap", name)
		err := d.InFolder(name, aside, ExchangeIn)
		switch {
		case turn == 1 && LacksRename(err):
			return d.moveOver(name, aside)
		case err != nil:
			return d.clear(aside, put, kept, errors.Join(cause, err))
		}
		if turn < turns {
			gone, err := d.drop(aside, want)
			switch {
			case gone && turn == 1:
				return inPlace(err)
			case gone:
				return withKept(kept, errors.Join(cause, err))
			case turn == 1:
				cause = err
			}
		}
		// What the second turn put there is not ours, and the newer text has to go back anyway.
		if turn != 2 {
			b, _, err := d.ReadWhole(name, largestKept)
			switch begins := err == nil && bytes.HasPrefix(b, next); {
			case !begins:
				return d.clear(aside, want, kept, cause)
			case turn == turns || len(b) > len(next):
				return inPlace(d.clear(aside, want, kept, ErrAddedTo))
			}
		}
		// An agent may have read in between what goes back now, and may replace the other with it.
		copied, text, err := d.copyAside(aside, want.text)
		if cause = errors.Join(cause, err); copied != "" {
			kept = append(kept, copied)
		}
		put, want = safeText{text, copied != ""}, put
	}
}

// safeText is a text that is not lost with its file, unless safe is false: it is ours, was
// read, or has a copy.
type safeText struct {
	text []byte
	safe bool
}

// moveOver is swap for systems without an exchange.
func (d Disk) moveOver(name, aside string) error {
	if err := d.Rename(aside, name); err != nil {
		return errors.Join(err, d.Remove(aside))
	}
	return nil
}

// drop removes the file aside if it has this text, and is Discard otherwise.
func (d Disk) drop(aside string, t safeText) (gone bool, err error) {
	return d.Discard(aside, func(b []byte) bool { return t.safe && bytes.Equal(b, t.text) }, int64(len(t.text)))
}

// clear removes the file aside if it has this text, keeps it if not, and names in the error
// all that was kept.
func (d Disk) clear(aside string, t safeText, kept []string, cause error) error {
	gone, err := d.drop(aside, t)
	if gone || errors.Is(err, fs.ErrNotExist) {
		return withKept(kept, errors.Join(cause, err))
	}
	rest, _ := errors.AsType[*KeptError](d.Keep(aside, cause))
	return withKept(append(kept, rest.Names...), rest.err)
}

// withKept adds to an error what was kept, if anything was.
func withKept(kept []string, err error) error {
	if len(kept) == 0 {
		return err
	}
	return &KeptError{kept, err}
}

// copyAside copies a displaced text. It returns no name when there is nothing to lose: a text
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

// Keep returns a text of another program a private name that nothing removes, and adds that
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

// PutBack returns a newer text its name back, or the next free one beside it.
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
