// Package program runs the programs of the operator's own actions, and their editor. No
// shell reads the arguments.
package program

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// New makes a program ready to run in the folder dir, from its name and arguments. One
// without a slash is looked for on the PATH of the operator.
func New(dir string, words []string) *Program {
	run := exec.Command(words[0], words[1:]...)
	run.Dir, run.WaitDelay = dir, time.Second
	return &Program{run: run}
}

// Program is a program that is ready to run, once.
type Program struct{ run *exec.Cmd }

// SetStdin sets what it reads; without that it reads nothing.
func (p *Program) SetStdin(r io.Reader) { p.run.Stdin = r }

// SetStdout sets where its output goes; without that nobody sees it.
func (p *Program) SetStdout(w io.Writer) { p.run.Stdout = w }

// SetStderr sets where its complaints go; without that the last of them is told with
// the error of Run.
func (p *Program) SetStderr(w io.Writer) { p.run.Stderr = w }

// pause is how long the screen has to come to rest before a program gets the terminal.
// Bubble Tea v1 stops drawing without waiting for the end of it: a program that ends at
// once, as one that is not there, would have it stop behind its new beginning, and
// nothing would ever be drawn again.
const pause = 50 * time.Millisecond

// Run runs it and waits for its end. It fails when there is no such program, and when
// the program does.
func (p *Program) Run() error {
	if p.run.Stdin != nil {
		time.Sleep(pause)
	}
	complaints := &tail{}
	if p.run.Stderr == nil {
		p.run.Stderr = complaints
	}
	err := p.run.Run()
	if last := complaints.lastLine(); err != nil && last != "" {
		return fmt.Errorf("%w: %s", err, last)
	}
	return err
}

// mostComplaints is how much of the end of the complaints is kept, in bytes.
const mostComplaints = 4 << 10

// tail keeps the end of what is written to it.
type tail struct{ kept []byte }

func (t *tail) Write(b []byte) (int, error) {
	t.kept = append(t.kept, b...)
	t.kept = t.kept[max(0, len(t.kept)-mostComplaints):]
	return len(b), nil
}

func (t *tail) lastLine() string {
	text := string(bytes.TrimSpace(t.kept))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}

// OnPath reports whether a program of this name is found by those who give no folder.
func OnPath(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}
