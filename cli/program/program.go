// Package program runs the programs that the operator chose: the editor, actions, and the command of watch.
// No shell reads their arguments.
package program

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
)

// New prepares a program to run in dir. A name without a slash is looked up on the PATH.
func New(dir string, words []string) *Program {
	run := exec.Command(words[0], words[1:]...)
	run.Dir, run.WaitDelay = dir, time.Second
	return &Program{run: run}
}

// Program can be run once.
type Program struct{ run *exec.Cmd }

// SetStdin sets what it reads; nothing by default.
func (p *Program) SetStdin(r io.Reader) { p.run.Stdin = r }

// SetStdout sets where its output goes; by default it is dropped.
func (p *Program) SetStdout(w io.Writer) { p.run.Stdout = w }

// SetStderr sets where its errors go; by default the last line is part of the error of Run.
func (p *Program) SetStderr(w io.Writer) { p.run.Stderr = w }

// pause lets the screen stop drawing before a program gets the terminal. Bubble Tea v1 does
// not wait for its renderer: if the program ends at once, the old renderer stops the new one
// and nothing is drawn again.
const pause = 50 * time.Millisecond

// Run runs the program to its end. It fails when there is no such program, and when the
// program does.
func (p *Program) Run() error {
	if p.run.Stdin != nil {
		time.Sleep(pause)
		back := p.takeBack()
		err := p.run.Run()
		back(err)
		return err
	}
	errs := &tail{}
	if p.run.Stderr == nil {
		p.run.Stderr = errs
	}
	err := p.run.Run()
	if last := errs.lastLine(); err != nil && last != "" {
		return fmt.Errorf("%w: %s", err, last)
	}
	return err
}

// tidy undoes what a program that was killed leaves behind in a terminal: the keyboard modes of kitty and xterm, reports
// of the colour scheme, and the wheel as arrow keys. A terminal that does not know one ignores it.
const tidy = "\x1b[<u\x1b[>4m\x1b[?2031l\x1b[?1007l"

// takeBack returns what makes the terminal again what it is now, and lets the operator read what a program that failed
// wrote there. A program that dies in raw mode would leave that to the screen, and the screen to the shell.
func (p *Program) takeBack() func(failed error) {
	in, ok := p.run.Stdin.(interface {
		io.Reader
		Fd() uintptr
	})
	if !ok || !term.IsTerminal(in.Fd()) || p.run.Stdout == nil {
		return func(error) {}
	}
	state, err := term.GetState(in.Fd())
	if err != nil {
		return func(error) {}
	}
	// Keys that were typed ahead were meant for the screen: the program of an agent would take them for its own.
	flush(in.Fd())
	return func(failed error) {
		// The screen is drawn anew whether this succeeds or not.
		_ = term.Restore(in.Fd(), state)
		_, _ = io.WriteString(p.run.Stdout, tidy)
		if failed == nil {
			return
		}
		_, _ = fmt.Fprintf(p.run.Stdout, "\r\n%s ended: %v. Press enter to return to coldstart.\r\n", p.run.Args[0], failed)
		for b := []byte{0}; b[0] != '\n' && b[0] != '\r'; {
			if n, err := in.Read(b); n == 0 || err != nil {
				return
			}
		}
	}
}

const tailSize = 4 << 10

// tail keeps the last tailSize bytes that are written to it.
type tail struct{ kept []byte }

func (t *tail) Write(b []byte) (int, error) {
	t.kept = append(t.kept, b...)
	t.kept = t.kept[max(0, len(t.kept)-tailSize):]
	return len(b), nil
}

func (t *tail) lastLine() string {
	text := string(bytes.TrimSpace(t.kept))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}

// Find returns the path of a program. It fails when there is none of this name or path.
func Find(name string) (string, error) { return exec.LookPath(name) }

// noticeTime is how long a program may take for one notice.
const noticeTime = 10 * time.Second

// Notify runs a program with a line as its last argument and more variables ("NAME=value") in its
// environment. It fails when the program does, and after ten seconds.
func Notify(ctx context.Context, words []string, line string, variables []string) error {
	ctx, cancel := context.WithTimeout(ctx, noticeTime)
	defer cancel()
	run := exec.CommandContext(ctx, words[0], append(words[1:len(words):len(words)], line)...)
	run.WaitDelay, run.Env = time.Second, append(run.Environ(), variables...)
	return run.Run()
}

// Ended is how a line of a shell ended.
type Ended struct {
	// Exit is its exit code where it ended by itself: no signal ended it, and its time was not over.
	Exit             int
	Signal, TimedOut bool
	Stdout, Stderr   []byte
}

// mostSaid is how many bytes of each stream of a line are kept.
const mostSaid = 64 << 10

// Line runs a line of a shell in dir as an agent runs a hook: with an input, and until its time is
// over. It fails when there is no shell.
func Line(ctx context.Context, dir, line string, input []byte, limit time.Duration) (Ended, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var out, errs beginning
	run := exec.CommandContext(ctx, "/bin/sh", "-c", line)
	run.Dir, run.WaitDelay = dir, 100*time.Millisecond
	run.Stdin, run.Stdout, run.Stderr = bytes.NewReader(input), &out, &errs
	err := run.Run()
	end := Ended{Stdout: out.kept, Stderr: errs.kept, TimedOut: ctx.Err() != nil}
	if run.ProcessState == nil {
		return end, fmt.Errorf("running a shell: %w", err)
	}
	end.Exit = run.ProcessState.ExitCode()
	end.Signal = end.Exit < 0
	return end, nil
}

// beginning keeps the first mostSaid bytes that are written to it.
type beginning struct{ kept []byte }

func (b *beginning) Write(part []byte) (int, error) {
	b.kept = append(b.kept, part[:min(len(part), mostSaid-len(b.kept))]...)
	return len(part), nil
}
