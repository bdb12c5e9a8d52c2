package cli

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

func TestParseArgs(t *testing.T) {
	for _, tt := range []struct {
		name string
		line []string
		rest []string
		want func(settings) bool
	}{
		{"nothing", nil, nil, func(s settings) bool { return len(s.given) == 0 }},
		{"ahead of the command", []string{"--vault", "v", "status"}, []string{"status"}, func(s settings) bool { return strings.Join(s.vaults, ",") == "v" }},
		{"behind the arguments", []string{"show", "a", "--json"}, []string{"show", "a"}, func(s settings) bool { return s.json }},
		{"between the arguments", []string{"help", "-ascii", "show"}, []string{"help", "show"}, func(s settings) bool { return s.typed["ascii"] == "true" }},
		{"with an equals sign", []string{"-m=x=y", "a"}, []string{"a"}, func(s settings) bool { return s.note == "x=y" }},
		{"a value that looks like a flag", []string{"-m", "--json", "a"}, []string{"a"}, func(s settings) bool { return s.note == "--json" && !s.json }},
		{"a value that looks like the end", []string{"-m", "--", "--json"}, nil, func(s settings) bool { return s.note == "--" && s.json }},
		{"the end of flags", []string{"--json", "--", "--short", "-m"}, []string{"--short", "-m"}, func(s settings) bool { return s.json && !s.short }},
		{"a lone dash", []string{"show", "-"}, []string{"show", "-"}, func(s settings) bool { return len(s.given) == 0 }},
		{"the last one counts", []string{"-m", "a", "-m", "b"}, nil, func(s settings) bool { return s.note == "b" }},
		{"switched off", []string{"--json=false"}, nil, func(s settings) bool { return !s.json && s.has("json") }},
		{"a time", []string{"--now", "2026-03-14T08:00:00+01:00"}, nil, func(s settings) bool {
			return s.now.Equal(time.Date(2026, 3, 14, 7, 0, 0, 0, time.UTC))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, rest, err := parseArgs(tt.line)
			if err != nil || !slices.Equal(rest, tt.rest) || !tt.want(s) {
				t.Errorf("got %+v, %q and error %v, want the arguments %q", s, rest, err, tt.rest)
			}
		})
	}
}

func TestParseArgsRefuses(t *testing.T) {
	for _, line := range []string{"--nothing", "---json", "--=x", "-m", "--now yesterday", "--json=perhaps", "status --vault"} {
		if s, rest, err := parseArgs(strings.Fields(line)); !errors.Is(err, errUsage) {
			t.Errorf("%s: got %+v, %q and error %v, want a usage error", line, s, rest, err)
		}
	}
}

func TestEveryFlagBelongsToACommand(t *testing.T) {
	taken := slices.Clone(globalFlags)
	for _, cmd := range commands() {
		taken = append(taken, cmd.flags...)
	}
	fs := flagSet(&settings{})
	for _, name := range taken {
		if fs.Lookup(name) == nil {
			t.Errorf("%s is taken and not declared", dashed(name))
		}
	}
	for _, name := range strings.Fields("vault seed now config read-only theme ascii help h json short m expect-hash dry-run problem category outcome strategy tags dead title insight tried reasoning artifacts related re-attempt-of repair context commit") {
		if !slices.Contains(taken, name) {
			t.Errorf("%s is declared and not taken", dashed(name))
		}
	}
}

func FuzzParseArgs(f *testing.F) {
	f.Add("status\x00--json\x00--\x00-m")
	f.Add("-m\x00--\x00--vault=\x00-h")
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Split(line, "\x00")
		_, rest, err := parseArgs(words)
		if err != nil && !errors.Is(err, errUsage) {
			t.Fatalf("got error %v, want usage errors only", err)
		}
		for _, r := range rest {
			if !slices.Contains(words, r) {
				t.Fatalf("got the argument %q, which is not on the line %q", r, words)
			}
		}
	})
}

// A note has the bound that its field on the screen has, in characters.
func TestNotesAreBoundedByCommandToo(t *testing.T) {
	full := strings.Repeat("ß", model.MaxNote)
	env := machine(t, t.TempDir())
	for _, line := range [][]string{{"reject", "x", "-m"}, {"changes", "x", "-m"}, {"undo", "-m"}, {"ack", "x", "-m"}, {"note"}, {"message"}} {
		if got := run(env, append(line, full+"x")...); got.code != exitUsage || !strings.Contains(got.err, "has 501 characters and may have 500\nhint: ") {
			t.Errorf("%q: %+v", line, got)
		}
		if got := run(env, append(line, full)...); strings.Contains(got.err, "may have") {
			t.Errorf("%q with a full note: %+v", line, got)
		}
	}
}
