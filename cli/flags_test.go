package cli

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"coldstart/cli/say"
	"coldstart/model"
)

// read reads a line as far as its command, its flags and its arguments.
func read(line ...string) (*call, error) {
	c := newCall(context.Background(), Env{Stdout: io.Discard, Stderr: io.Discard, Getenv: variables{}.get})
	args := c.ahead(line)
	cmd, args, err := c.root.Find(args)
	if err != nil {
		return c, err
	}
	c.cmd, c.line = cmd, line
	if err := c.cmd.ParseFlags(args); err != nil {
		return c, c.flagError(c.cmd, err)
	}
	c.args = c.cmd.Flags().Args()
	return c, nil
}

func TestFlagsMayStandAnywhere(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, line, cmd, args, flags string }{
		{"nothing", "", "coldstart", "", ""},
		{"ahead of the command", "--vault v status", "status", "", "vault=[v]"},
		{"that of the command, ahead of it", "--json --step 3 -m x rerun a", "rerun", "a", "json=true note=x step=3"},
		{"behind the arguments", "show a --json", "show", "a", "json=true"},
		{"with an equals sign", "reject -m=x=y a", "reject", "a", "note=x=y"},
		{"a value that looks like a flag", "reject -m --json a", "reject", "a", "note=--json"},
		{"a value that looks like one dash", "reject -m -json a", "reject", "a", "note=-json"},
		{"a value that looks like the end", "reject -m -- --json", "reject", "", "json=true note=--"},
		{"a value that looks like a command", "--theme show status", "status", "", "theme=show"},
		{"the end of flags", "watch --notify -- --command -m", "watch", "--command|-m", "notify=true"},
		{"a lone dash", "show -", "show", "-", ""},
		{"the last one counts", "reject -m a -m b", "reject", "", "note=b"},
		{"switched off", "status --json=false", "status", "", "json=false"},
		{"twice", "--vault a status --vault b,c", "status", "", `vault=[a,"b,c"]`},
		{"a folder", "--linear ./x", "coldstart", "./x", "linear=true"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := read(strings.Fields(tt.line)...)
			var flags []string
			for _, name := range []string{"ascii", "json", "linear", "note", "notify", "step", "theme", "vault"} {
				if c.has(name) {
					flags = append(flags, name+"="+c.cmd.Flags().Lookup(name).Value.String())
				}
			}
			if got := strings.Join(flags, " "); err != nil || got != tt.flags || c.cmd.Name() != tt.cmd || strings.Join(c.args, "|") != tt.args {
				t.Errorf("got %s %q with %s and error %v", c.cmd.Name(), c.args, got, err)
			}
		})
	}
	if c, err := read("--now", "2026-03-14T08:00:00+01:00"); err != nil || !c.now().Equal(demoStart().Add(-2e9*60)) {
		t.Errorf("got %s and error %v", c.now(), err)
	}
}

func TestWrongFlagsAreRefused(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"--nothing", "---json", "--=x", "reject -m", "--now yesterday", "status --json=perhaps", "status --vault", "rerun a --step x", "--json"} {
		if c, err := read(strings.Fields(line)...); !errors.Is(err, say.ErrUsage) {
			t.Errorf("%s: got %q and error %v, want a usage error", line, c.args, err)
		}
	}
}

// An error about a wrong flag keeps to --ascii if that came first.
func TestAWrongFlagLeavesTheOthers(t *testing.T) {
	t.Parallel()
	c, err := read("--ascii", "status", "--nothing", "--json")
	if c.settle(); err == nil || !c.conf.On("ascii") || c.json {
		t.Errorf("got %+v and error %v", c.conf.Named("ascii"), err)
	}
}

func FuzzLine(f *testing.F) {
	f.Add("status\x00--json\x00--\x00-m")
	f.Add("-m\x00--\x00--vault=\x00-h")
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Split(line, "\x00")
		if words[0] == cobra.ShellCompRequestCmd || words[0] == cobra.ShellCompNoDescRequestCmd {
			t.Skip("a shell asks")
		}
		c, err := read(words...)
		if err != nil && !errors.Is(err, say.ErrUsage) {
			t.Fatalf("got error %v, want usage errors only", err)
		}
		for _, r := range c.args {
			if !slices.Contains(words, r) {
				t.Fatalf("got the argument %q, which is not on the line %q", r, words)
			}
		}
	})
}

// A note has the bound that its field on the screen has, in characters.
func TestNotesAreBoundedByCommandToo(t *testing.T) {
	t.Parallel()
	full := strings.Repeat("ß", model.MaxNote)
	env := machine(t, t.TempDir())
	for _, line := range [][]string{{"reject", "x", "-m"}, {"changes", "x", "-m"}, {"undo", "-m"}, {"ack", "x", "-m"}, {"note"}, {"message"}} {
		if got := run(env, append(line, full+"x")...); got.code != exitUsage || !strings.Contains(got.err, "has 2001 characters; the limit is 2000\nhint: ") {
			t.Errorf("%q: %+v", line, got)
		}
		if got := run(env, append(line, full)...); strings.Contains(got.err, "the limit is") {
			t.Errorf("%q with a full note: %+v", line, got)
		}
	}
}
