package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coldstart/cli/marks"
	"coldstart/cli/program"
	"coldstart/cli/remote"
	"coldstart/tui"
	"coldstart/vault"
)

// Env is everything that a run takes from the machine.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// These say whether a person may be there: one that types, and one that reads.
	StdinIsTerminal, StdoutIsTerminal, StderrIsTerminal bool
	// Getenv returns an environment variable, "" when it is not set.
	Getenv func(string) string
	// Dir is the working directory.
	Dir string
	Now func() time.Time
	// Zone is assumed for times of a vault that name none; nil means UTC.
	Zone *time.Location
	// Operator is user@host for the ledger and the logs, "" for no user.
	Operator string
	// Demo holds the built-in example vault in the folder testdata/demo, and the home folder of its
	// agents in testdata/demo-home.
	Demo fs.FS

	// account carries out what Operator decides at another machine, "" for the operator's own.
	account string
	// self is the path of this program, empty where it is not known.
	self string
	// above, find and screen are vault.ProgramsAbove, program.Find and tui.Run, except in tests.
	above func() [][]string
	// client names the process of the agent that runs this program, nil for none.
	client func() string
	find   func(program string) (string, error)
	screen func(context.Context, []tui.Vault, tui.Options, io.Reader, io.Writer) error
	// connect is nil for remote.New, except in tests.
	connect func(remote.Config) *remote.Conn
	// unheard says that standard output leads nowhere: what is written is lost without an error.
	unheard bool
	// asked is set for a command line that another machine asked for.
	asked askedLine
	// gateTime is shorter in tests of the gate's deadline, 0 for the usual one.
	gateTime time.Duration
}

// FromOS returns the environment of this process; demo holds the example vault.
func FromOS(demo fs.FS) Env {
	// On Windows, a double click opens the dashboard like any other start.
	cobra.MousetrapHelpText = ""
	dir, err := os.Getwd()
	if err != nil {
		// The folder was deleted; opening it says so.
		dir = "."
	}
	// Without it the demo cannot be opened from the screen, and nothing else is missing.
	self, _ := os.Executable()
	return Env{
		self:  self,
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		StdinIsTerminal: isTerminal(os.Stdin), StdoutIsTerminal: isTerminal(os.Stdout), StderrIsTerminal: isTerminal(os.Stderr), unheard: isNull(os.Stdout),
		Getenv: os.Getenv, Dir: dir, Now: time.Now, Zone: time.Local, Operator: operator(os.Getenv, account, host()), Demo: demo,
		above: vault.ProgramsAbove, client: func() string { return vault.NearestAbove(marks.IsAgent) }, find: program.Find, screen: tui.Run,
	}
}

// isTerminal takes every character device except the null device for a terminal.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	return !isNull(f)
}

// isNull recognizes the null device, which also stands for a stream that was closed.
func isNull(f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return true
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}

// operator names the user at a host. The system is asked where the environment names none, as in a container.
func operator(getenv func(string) string, account func() string, host string) string {
	name := cmp.Or(getenv("USER"), getenv("LOGNAME"), getenv("USERNAME"))
	if name == "" {
		name = account()
	}
	if name != "" && host != "" {
		return name + "@" + host
	}
	return name
}

// account is the name of the account that runs this, as the system knows it, "" where it has none.
func account() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	// On Windows the name of the machine stands before it.
	return u.Username[strings.LastIndexByte(u.Username, '\\')+1:]
}

// host is the name of this machine without its domain, "" where it has none.
func host() string {
	full, err := os.Hostname()
	if err != nil {
		return ""
	}
	name, _, _ := strings.Cut(full, ".")
	return name
}

// editor returns the command that opens a file of the vault at dir in the editor of VISUAL,
// else of EDITOR, else in the one that each system has. No shell reads it. Editors that are
// known to take a line get it, unless it is zero. The program must not be one that agents could
// have put there.
func (c *call) editor(dir, file string, line int) ([]string, error) {
	words, from := []string{usualEditor(runtime.GOOS)}, ""
	for _, name := range []string{"VISUAL", "EDITOR"} {
		text := c.env.Getenv(name)
		if strings.TrimSpace(text) == "" {
			continue
		}
		var err error
		if words, err = plainWords(text); err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		from = name
		break
	}
	switch {
	case words[0] == "":
		return nil, fmt.Errorf("reading %s: it does not name a program", from)
	case filepath.Base(words[0]) != words[0] && !filepath.IsAbs(words[0]):
		return nil, fmt.Errorf("reading %s: %s is a relative path; write its full path or only its name", from, words[0])
	case filepath.IsAbs(words[0]) && vault.Holds(dir, words[0]):
		return nil, fmt.Errorf("reading %s: %s is in the vault, where agents write", from, words[0])
	}
	if line > 0 && takesLine(words[0]) {
		words = append(words, "+"+strconv.Itoa(line))
	}
	// An absolute path cannot be taken for an option.
	return append(words, file), nil
}

// usualEditor is the editor that comes with a system.
func usualEditor(system string) string {
	if system == "windows" {
		return "notepad"
	}
	return "vi"
}

// takesLine reports whether a program is known to go to the line of an argument +N ahead
// of the file.
func takesLine(program string) bool {
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	return slices.Contains([]string{"vi", "vim", "nvim", "nano", "emacs", "emacsclient", "micro", "hx", "kak", "joe", "mg"}, name)
}

// plainWords splits a text at blanks like a shell, without expanding anything. Quotes keep
// words together; a backslash escapes a blank, a quote or a backslash and stays before other
// characters, for paths of Windows. It fails when a quote has no end.
func plainWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	inWord := false
	letters := []rune(text)
	for i := 0; i < len(letters); i++ {
		r := letters[i]
		switch blank := r == ' ' || r == '\t' || r == '\n'; {
		case r == '\\' && i+1 < len(letters) && escapable(letters[i+1], quote):
			i++
			inWord = true
			word.WriteRune(letters[i])
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, inWord = r, true
		case quote == 0 && blank && inWord:
			words, inWord = append(words, word.String()), false
			word.Reset()
		case quote == 0 && blank:
		default:
			inWord = true
			word.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is never closed", quote)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// escapable reports whether a backslash escapes r inside these quotes.
func escapable(r, quote rune) bool {
	switch quote {
	case '\'':
		return false
	case '"':
		return r == '"' || r == '\\'
	}
	return strings.ContainsRune(" \t\"'\\", r)
}
