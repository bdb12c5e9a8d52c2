package cli

import (
	"errors"
	"flag"
	"io"
	"slices"
	"strings"
	"time"
)

// settings are the flags of one command line.
type settings struct {
	// vaults are the folders of --vault, in their order.
	vaults     []string
	now        time.Time
	reveal     bool
	help       bool
	json       bool
	short      bool
	note       string
	expectHash string
	target     string
	dryRun     bool
	step       int
	limit      int
	all        bool
	sure       bool
	session    string
	agent      string
	format     string
	until      string
	span       string
	list       bool
	show       bool
	clear      bool
	settings   string
	yes        bool
	notify     bool
	command    bool
	learning
	// given are the names of the flags that were on the line.
	given []string
	// typed is what the flags that were on the line say.
	typed map[string]string
}

// globalFlags are taken by every command.
var globalFlags = []string{"vault", "seed", "now", "config", "read-only", "theme", "ascii", "reveal", "work-rule", "help", "h"}

// flagSet declares every flag of every command, so that flags may stand anywhere
// on the line, also ahead of the command; check refuses those of other commands.
func flagSet(s *settings) *flag.FlagSet {
	fs := flag.NewFlagSet("coldstart", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	fs.Func("vault", "the vault's `DIR`, instead of the nearest one; given again, several on one screen", func(dir string) error {
		s.vaults = append(s.vaults, dir)
		return nil
	})
	fs.Func("now", "a fixed clock, as `TIME` in RFC 3339", func(text string) (err error) {
		if s.now, err = time.Parse(time.RFC3339, text); err != nil {
			return errors.New("not a time like 2026-03-14T07:02:00Z")
		}
		return nil
	})
	fs.String("config", "", "the settings `FILE`, instead of coldstart.yaml in the configuration folder")
	fs.String("work-rule", "", "the `RULE` for stuck work: seed (any open node), phase (open node in a working phase) or auto")
	fs.Bool("read-only", false, "refuse every decision")
	fs.String("theme", "", "the colours, by `NAME`: auto, light, dark, high-contrast, high-contrast-light, high-contrast-dark")
	fs.Bool("ascii", false, "write ASCII characters only")
	fs.Bool("linear", false, "talk in plain lines instead of a screen, for screen readers")
	fs.BoolVar(&s.reveal, "reveal", false, "show keys and passwords instead of their length")
	fs.BoolVar(&s.help, "help", false, "print how the command is used")
	fs.BoolVar(&s.help, "h", false, "the same")
	fs.BoolVar(&s.json, "json", false, "write JSON")
	fs.BoolVar(&s.short, "short", false, "write one line")
	fs.StringVar(&s.note, "m", "", "the `NOTE` or reason for the agent")
	fs.StringVar(&s.expectHash, "expect-hash", "", "refuse when the file does not have this `HASH`")
	fs.IntVar(&s.step, "step", 0, "the step `N` of a trace, instead of the last one")
	fs.IntVar(&s.limit, "limit", 0, "the newest `N` only")
	fs.BoolVar(&s.all, "all", false, "acknowledge every session that is very likely dead")
	fs.BoolVar(&s.sure, "sure", false, "also a session that wrote in the last ten minutes")
	fs.StringVar(&s.session, "session", "", "the session's number `N`")
	fs.StringVar(&s.agent, "agent", "", "the agent's `NAME`")
	fs.StringVar(&s.format, "format", "", "`FORMAT` of the answer: text, json, or claude for a hook of Claude Code")
	fs.StringVar(&s.settings, "settings", "", "the settings `FILE` of Claude Code")
	fs.BoolVar(&s.notify, "notify", false, "print a line for each thing that begins to need you")
	fs.BoolVar(&s.command, "command", false, "run the program behind -- with that line as its last argument")
	fs.BoolVar(&s.yes, "yes", false, "write without asking")
	fs.StringVar(&s.target, "target", "", "the `TARGET` of an expired or doubtful request, which approving it asks for")
	fs.BoolVar(&s.dryRun, "dry-run", false, "print the changes and make none")
	fs.StringVar(&s.until, "until", "", "rest until `TIME`: tomorrow, a date, or RFC 3339")
	fs.StringVar(&s.span, "for", "", "rest for `SPAN`: 30m, 1h, 2d")
	fs.BoolVar(&s.show, "show", false, "print the message, and who got it")
	fs.BoolVar(&s.clear, "clear", false, "take it away")
	fs.BoolVar(&s.list, "list", false, "list what rests")
	s.declare(fs)
	return fs
}

// parseArgs separates flags from arguments. Flags may follow arguments; behind
// "--" everything is an argument.
//
// With an error the settings are those of the flags ahead of the wrong one.
func parseArgs(args []string) (s settings, rest []string, err error) {
	fs := flagSet(&s)
	defer func() {
		s.typed = map[string]string{}
		fs.Visit(func(f *flag.Flag) { s.given, s.typed[f.Name] = append(s.given, f.Name), f.Value.String() })
	}()
	for len(args) > 0 {
		word := args[0]
		if word == "--" {
			rest = append(rest, args[1:]...)
			break
		}
		if len(word) < 2 || word[0] != '-' {
			rest, args = append(rest, word), args[1:]
			continue
		}
		n, err := flagWords(fs, args)
		if err != nil {
			return s, nil, err
		}
		if err := fs.Parse(args[:n]); err != nil {
			return s, nil, usage(err.Error(), "coldstart help lists the flags")
		}
		args = args[n:]
	}
	return s, rest, nil
}

// flagWords counts the words that the flag in front of args takes, with its
// value.
func flagWords(fs *flag.FlagSet, args []string) (int, error) {
	name, _, valued := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(args[0], "-"), "-"), "=")
	f := fs.Lookup(name)
	if f == nil {
		return 0, usage(unknown("flag", args[0]), suggestFlag(fs, args[0]))
	}
	if b, ok := f.Value.(interface{ IsBoolFlag() bool }); valued || ok && b.IsBoolFlag() {
		return 1, nil
	}
	if len(args) < 2 {
		return 0, usage(dashed(name)+" needs a value", "coldstart help lists the flags")
	}
	return 2, nil
}

func suggestFlag(fs *flag.FlagSet, word string) string {
	if cmd, ok := commandNamed(strings.TrimLeft(word, "-")); ok && cmd.name != "" {
		return "it is a command: coldstart " + cmd.usage
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, dashed(f.Name)) })
	return suggest(word, names, "coldstart help lists the flags")
}

// dashed gives a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// has reports whether a flag was on the line.
func (s settings) has(name string) bool { return slices.Contains(s.given, name) }
