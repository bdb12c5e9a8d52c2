package cli

import (
	"context"
	"io"
	"io/fs"
	"os"
	"time"

	"coldstart/cli/program"
	"coldstart/tui"
)

// Env is all that a run knows of the machine.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// StdinIsTerminal and StdoutIsTerminal say where a person may sit.
	StdinIsTerminal, StdoutIsTerminal bool
	// Getenv gives an environment variable, "" when it is not set.
	Getenv func(string) string
	// Dir is the working directory.
	Dir string
	Now func() time.Time
	// Zone is assumed for times of a vault that name none; nil means UTC.
	Zone *time.Location
	// Operator is the account name for the ledger and the logs.
	Operator string
	// Demo holds the built-in example vault in the folder testdata/demo.
	Demo fs.FS

	// onPath is program.OnPath, screen is tui.Run, apart from tests.
	onPath func(name string) bool
	screen func(context.Context, []tui.Vault, tui.Options, io.Reader, io.Writer) error
}

// FromOS gives the environment of this process; demo holds the example vault.
func FromOS(demo fs.FS) Env {
	dir, err := os.Getwd()
	if err != nil {
		// A folder that was deleted under us; opening it says so.
		dir = "."
	}
	return Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		StdinIsTerminal: isTerminal(os.Stdin), StdoutIsTerminal: isTerminal(os.Stdout),
		Getenv: os.Getenv, Dir: dir, Now: time.Now, Zone: time.Local, Operator: operator(os.Getenv), Demo: demo,
		onPath: program.OnPath, screen: tui.Run,
	}
}

// isTerminal takes every character device for a terminal except the one that
// swallows everything.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

func operator(getenv func(string) string) string {
	for _, name := range []string{"USER", "LOGNAME", "USERNAME"} {
		if account := getenv(name); account != "" {
			return account
		}
	}
	return ""
}
