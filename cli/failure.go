package cli

import (
	"errors"
	"fmt"

	"coldstart/model"
	"coldstart/styles"
)

// The exit codes of the headless contract.
const (
	exitDone     = 0
	exitFailed   = 1
	exitUsage    = 2
	exitConflict = 3
	exitNotFound = 4
	exitProblems = 5
	// exitNeedsYou and exitBlocked belong to status --short.
	exitNeedsYou = 10
	exitBlocked  = 11
)

// errUsage marks command lines that cannot be carried out whatever the vault
// holds, and references that fit several things.
var errUsage = errors.New("usage")

// failure is an error with hints for the person in front of it.
type failure struct {
	what  string
	kind  error
	hints []string
}

func (f *failure) Error() string { return f.what }

func (f *failure) Unwrap() error { return f.kind }

func usage(what string, hints ...string) error { return failed(errUsage, what, hints...) }

// failed is an error of a kind in words of its own.
func failed(kind error, what string, hints ...string) error { return &failure{what, kind, hints} }

// hinted adds hints to an error of another package.
func hinted(err error, hints ...string) error { return &failure{err.Error(), err, hints} }

func unknown(kind, word string) string { return fmt.Sprintf("unknown %s %s", kind, quoted(word)) }

// quoted sets a word of others apart in our sentences. What is special in it is
// shown when the whole line is written.
func quoted(word string) string { return `"` + word + `"` }

func exitCode(err error) int {
	switch {
	case errors.Is(err, errUsage):
		return exitUsage
	case errors.Is(err, model.ErrConflict):
		return exitConflict
	case errors.Is(err, model.ErrNotFound):
		return exitNotFound
	}
	return exitFailed
}

// fail reports err on standard error and gives its exit code.
func (c *call) fail(err error) int {
	c.err.line(words(styles.RoleBad, "error: "), c.err.label(styles.RolePlain, err.Error()))
	var f *failure
	if errors.As(err, &f) {
		for _, h := range f.hints {
			c.hint(h)
		}
	}
	// Nothing is left to tell when even standard error is gone.
	_ = c.err.flush()
	if c.forHook() {
		return c.failHook(err)
	}
	return exitCode(err)
}

func (c *call) hint(text string) {
	c.err.line(words(styles.RoleMuted, "hint: "), c.err.label(styles.RolePlain, text))
}
