package cli

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"coldstart/cli/settings"
)

// paragraphs is the page of man without its blanks and line breaks.
func paragraphs(text string) string { return strings.Join(strings.Fields(text), " ") }

func TestTheManualHasEveryCommandAndFlag(t *testing.T) {
	t.Parallel()
	page := run(machine(t, t.TempDir()), "man")
	if page.code != exitDone || page.err != "" {
		t.Fatalf("got %+v", page)
	}
	for _, cmd := range visible(newCall(t.Context(), Env{}).root) {
		_, section, found := strings.Cut(page.out, "\n.SS "+roff(usageLine(cmd))+"\n")
		if !found {
			t.Errorf("no section on %s", title(cmd))
			continue
		}
		section, _, _ = strings.Cut(section, "\n.S")
		wants := append([]string{cmd.Short, cmd.Example}, strings.Split(cmd.Long, "\n")...)
		for _, f := range ownFlags(cmd) {
			wants = append(wants, typedFlag(f))
		}
		for _, want := range wants {
			if !strings.Contains(section, roff(want)) {
				t.Errorf("%s: does not say %q", title(cmd), want)
			}
		}
	}
	_, everywhere, _ := strings.Cut(page.out, "\n.SH OPTIONS\n")
	everyCommand()[0].PersistentFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && !strings.Contains(everywhere, roff(typedFlag(f))) {
			t.Errorf("no option %s", typedFlag(f))
		}
	})
	for _, o := range settings.Options() {
		if !strings.Contains(everywhere, o.Variable()) {
			t.Errorf("no variable %s", o.Variable())
		}
	}
}

func TestTheManualIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	cmd := shellOr(t, "groff", "-man", "-Tascii", "-ww", "-P-cbou", "-rLL=200n")
	cmd.Stdin = strings.NewReader(run(machine(t, t.TempDir()), "man").out)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil || errs.Len() > 0 {
		t.Fatalf("%v: %s", err, errs.String())
	}
	read := paragraphs(string(out))
	for _, cmd := range visible(newCall(t.Context(), Env{}).root) {
		for _, want := range []string{usageLine(cmd), cmd.Short, cmd.Example, cmd.Long} {
			if !strings.Contains(read, paragraphs(want)) {
				t.Errorf("%s: %q is not to be read", title(cmd), want)
			}
		}
	}
}

func TestTextIsSafeInRoff(t *testing.T) {
	t.Parallel()
	for _, tt := range [][2]string{
		{`a\b`, `a\eb`}, {".TH x", `\&.TH x`}, {"'quoted'", `\&'quoted'`}, {"--json", `\-\-json`}, {"plain.", "plain."},
	} {
		if got := roff(tt[0]); got != tt[1] {
			t.Errorf("%q becomes %q, want %q", tt[0], got, tt[1])
		}
	}
}
