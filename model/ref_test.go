package model

import (
	"strings"
	"testing"
)

// helloSum is the published SHA-256 of "hello".
const helloSum = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

func TestFingerprint(t *testing.T) {
	t.Parallel()
	f := FingerprintOf([]byte("hello"))
	if f.String() != helloSum || f.Short() != "2cf24dba" || f.IsZero() {
		t.Errorf("got %s, short %s, zero %v", f, f.Short(), f.IsZero())
	}
	if !(Fingerprint{}).IsZero() {
		t.Error("a fingerprint that was never set is not zero")
	}
	if FingerprintOf([]byte("hello\n")) == f {
		t.Error("other bytes have the same fingerprint")
	}
}

func TestParseFingerprint(t *testing.T) {
	t.Parallel()
	for _, text := range []string{helloSum, strings.ToUpper(helloSum), "  " + helloSum + "\n"} {
		if f, err := ParseFingerprint(text); err != nil || f.String() != helloSum {
			t.Errorf("%q: got %s and error %v", text, f, err)
		}
	}
	for _, text := range []string{"", helloSum[:63], helloSum[:62], helloSum + "00", "x" + helloSum[1:]} {
		if f, err := ParseFingerprint(text); err == nil || !f.IsZero() {
			t.Errorf("%q: got %s and error %v, want an error", text, f, err)
		}
	}
}

func TestFingerprintMatches(t *testing.T) {
	t.Parallel()
	f := FingerprintOf([]byte("hello"))
	for text, want := range map[string]bool{
		helloSum: true, strings.ToUpper(helloSum): true, helloSum[:8]: true, " " + helloSum[:20] + " ": true,
		"": false, helloSum[:7]: false, helloSum[1:9]: false, helloSum + "0": false, "00000000": false,
	} {
		if got := f.Matches(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

func TestWhatShowsHowADocumentChanged(t *testing.T) {
	t.Parallel()
	text := func(asks, about, b string) Document {
		d := Document{About: about, Bytes: []byte(b)}
		if asks != "" {
			d.Asks = []byte(asks)
		}
		return d
	}
	for _, tt := range []struct {
		name          string
		was, now      Document
		before, after string
	}{
		{"an ordinary file", text("", "", "a"), text("", "", "b"), "a", "b"},
		{"the document", text("{}", "x.md", "a"), text("{}", "x.md", "b"), "a", "b"},
		{"both", text("{}", "x.md", "a"), text("{1}", "x.md", "b"), "a", "b"},
		{"the file that names it", text("{}", "x.md", "a"), text("{1}", "x.md", "a"), "{}", "{1}"},
		{"it names another", text("{}", "x.md", "a"), text("{1}", "y.md", "b"), "{}", "{1}"},
		{"the document is gone", text("{}", "x.md", "a"), text("{}", "", "{}"), "a", ""},
		{"the document is there now", text("{}", "", "{}"), text("{}", "x.md", "a"), "", "a"},
	} {
		if before, after := tt.now.Against(tt.was); string(before) != tt.before || string(after) != tt.after {
			t.Errorf("%s: %q, %q", tt.name, before, after)
		}
	}
}

// TestATokenTellsWhichPartChanged changes the text, the plan, and the plan's path.
func TestATokenTellsWhichPartChanged(t *testing.T) {
	t.Parallel()
	seen := Decision{Ref: Ref{Kind: KindRequest, Path: "a.md"}, Seen: FingerprintOf([]byte("text"))}
	if seen.Token() != seen.Seen {
		t.Error("without a plan the token is the hash of the text")
	}
	seen.Foreseen = Foreseen{Known: true, Plan: "Plans/p.md", Seen: FingerprintOf([]byte("plan"))}
	token := seen.Token().String()
	other, plan, moved := seen, seen, seen
	other.Seen, plan.Foreseen.Seen, moved.Foreseen.Plan = FingerprintOf([]byte("other")), FingerprintOf([]byte("wire")), "Plans/q.md"
	for name, d := range map[string]Decision{"text": other, "plan": plan, "path": moved} {
		if d.Token().Matches(token[:8]) {
			t.Errorf("with another %s the first digits of the token are the same", name)
		}
		if got := d.Seen.InToken(token); got != (name != "text") {
			t.Errorf("with another %s the text is the same: %t", name, got)
		}
	}
	if seen.Seen.InToken(token[:TellingDigits-1]) {
		t.Error("too few digits tell nothing")
	}
}
