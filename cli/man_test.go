package cli

import (
	"strings"
	"testing"
)

// paragraphs is the page of man without its blanks and line breaks.
func paragraphs(text string) string { return strings.Join(strings.Fields(text), " ") }

func TestTheManualHasEveryCommandAndFlag(t *testing.T) {
	page := run(machine(t, t.TempDir()), "man")
	if page.code != exitDone || page.err != "" {
		t.Fatalf("got %+v", page)
	}
	for _, cmd := range commands() {
		_, section, found := strings.Cut(page.out, "\n.SS coldstart "+roff(cmd.usage)+"\n")
		if !found {
			t.Errorf("no section on %s", cmd.title())
			continue
		}
		section, _, _ = strings.Cut(section, "\n.S")
		wants := []string{cmd.summary, cmd.example}
		for _, o := range offeredFlags(cmd.flags) {
			wants = append(wants, o.typed(), o.does)
		}
		for _, want := range append(wants, cmd.details...) {
			if !strings.Contains(section, roff(want)) {
				t.Errorf("%s: does not say %q", cmd.title(), want)
			}
		}
	}
	_, everywhere, _ := strings.Cut(page.out, "\n.SH OPTIONS\n")
	for _, o := range offeredFlags(globalFlags) {
		if !strings.Contains(everywhere, roff(dashed(o.name))) {
			t.Errorf("no option %s", o.typed())
		}
	}
	for _, o := range options() {
		if !strings.Contains(everywhere, o.variable()) {
			t.Errorf("no variable %s", o.variable())
		}
	}
}

func TestTheManualIsReadAsItIsWritten(t *testing.T) {
	cmd := shellOr(t, "groff", "-man", "-Tascii", "-ww", "-P-cbou", "-rLL=200n")
	cmd.Stdin = strings.NewReader(run(machine(t, t.TempDir()), "man").out)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil || errs.Len() > 0 {
		t.Fatalf("%v: %s", err, errs.String())
	}
	read := paragraphs(string(out))
	for _, cmd := range commands() {
		for _, want := range append([]string{"coldstart " + cmd.usage, cmd.summary, cmd.example}, cmd.details...) {
			if !strings.Contains(read, paragraphs(want)) {
				t.Errorf("%s: %q is not to be read", cmd.title(), want)
			}
		}
	}
}

func TestTextIsSafeInRoff(t *testing.T) {
	for _, tt := range [][2]string{
		{`a\b`, `a\eb`}, {".TH x", `\&.TH x`}, {"'quoted'", `\&'quoted'`}, {"--json", `\-\-json`}, {"plain.", "plain."},
	} {
		if got := roff(tt[0]); got != tt[1] {
			t.Errorf("%q becomes %q, want %q", tt[0], got, tt[1])
		}
	}
}
