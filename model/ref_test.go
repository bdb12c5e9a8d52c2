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
