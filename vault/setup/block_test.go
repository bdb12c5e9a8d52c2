package setup

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"coldstart/vault/text"
)

const (
	was   = beginMarker + "\nold\n" + endMarker
	guide = "## Plans\n\nTick them.\n"
	now   = beginMarker + "\n## Plans\n\nTick them.\n" + endMarker
)

func dos(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

func mac(s string) string { return strings.ReplaceAll(s, "\n", "\r") }

func withBlock(t testing.TB, b string) string {
	t.Helper()
	splice, err := ofGuide.put([]byte(b), guide)
	if err != nil {
		t.Fatalf("%q: %v", b, err)
	}
	return string(text.Apply([]byte(b), []text.Splice{splice}))
}

func withoutBlock(t testing.TB, b string) (rest string, found, all bool) {
	t.Helper()
	splice, found, all, err := ofGuide.takeOut([]byte(b))
	if err != nil {
		t.Fatalf("%q: %v", b, err)
	}
	return string(text.Apply([]byte(b), []text.Splice{splice})), found, all
}

func TestTheBlockIsAddedBehindEverythingAndTakenOutAgain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ before, after string }{
		{"# House\n", "# House\n\n" + now + "\n"},
		{"# House", "# House\n\n" + now},
		{"# House\n\n", "# House\n\n\n" + now + "\n"},
		{"# House\r\n\r\nRules\r\n", dos("# House\n\nRules\n\n" + now + "\n")},
		{"# House\r\nRules", dos("# House\nRules\n\n" + now)},
		{"a\nb\r\n", "a\nb\r\n\r\n" + dos(now+"\n")},
		{"a\rb\r", mac("a\nb\n\n" + now + "\n")},
		{"\ufeff# House\n", "\ufeff# House\n\n" + now + "\n"},
		{"\ufeff", "\ufeff\n\n" + now},
		{"", "\n\n" + now},
		{"\n", "\n\n" + now + "\n"},
		{"See <!-- coldstart:begin --> here\n", "See <!-- coldstart:begin --> here\n\n" + now + "\n"},
	} {
		got := withBlock(t, tt.before)
		if got != tt.after {
			t.Errorf("%q:\n got %q\nwant %q", tt.before, got, tt.after)
		}
		if again := withBlock(t, got); again != got {
			t.Errorf("%q: once more gives %q", tt.before, again)
		}
		if rest, found, all := withoutBlock(t, got); rest != tt.before || !found || all {
			t.Errorf("%q: without it %q, %v, %v", tt.before, rest, found, all)
		}
	}
}

func TestOnlyWhatIsBetweenTheMarkersIsReplaced(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ before, after, without string }{
		{was, now, ""},
		{was + "\n", now + "\n", ""},
		{"\ufeff" + was + "\n", "\ufeff" + now + "\n", "\ufeff"},
		{"a\n" + was + "\nb\n", "a\n" + now + "\nb\n", "a\nb\n"},
		{"a\n\n" + was + "\n\nb\n", "a\n\n" + now + "\n\nb\n", "a\n\nb\n"},
		{"a\n\n\n" + was + "\nb", "a\n\n\n" + now + "\nb", "a\n\nb"},
		{"a\r\n" + dos(was) + "\r\nb", "a\r\n" + dos(now) + "\r\nb", "a\r\nb"},
		{"a\n" + dos(was) + "\nb", "a\n" + dos(now) + "\nb", "a\nb"},
		{"a\n  " + was + " \t\nb", "a\n" + now + "\nb", "a\nb"},
		{beginMarker + "\n" + endMarker, now, ""},
	} {
		if got := withBlock(t, tt.before); got != tt.after {
			t.Errorf("%q:\n got %q\nwant %q", tt.before, got, tt.after)
		}
		got, found, all := withoutBlock(t, tt.before)
		if got != tt.without || !found || all != (tt.without == "") {
			t.Errorf("%q: without it %q, %v, %v", tt.before, got, found, all)
		}
	}
}

func TestMarkersThatAreNotOnePairAreRefused(t *testing.T) {
	t.Parallel()
	for _, b := range []string{
		beginMarker, endMarker, "a\n" + beginMarker + "\nb", endMarker + "\n" + beginMarker + "\n",
		was + "\n" + was, was + "\n" + endMarker, beginMarker + "\n" + was,
	} {
		if _, err := ofGuide.put([]byte(b), guide); !errors.Is(err, errMarkers) {
			t.Errorf("%q: %v", b, err)
		}
		if _, _, _, err := ofGuide.takeOut([]byte(b)); !errors.Is(err, errMarkers) {
			t.Errorf("%q: %v", b, err)
		}
	}
}

// TestMarkersInACodeBlockAreText is about a file that shows them, as documentation does.
func TestMarkersInACodeBlockAreText(t *testing.T) {
	t.Parallel()
	for _, b := range []string{
		"a\n```\n" + was + "\n```\nb\n", "~~~~ html\n" + was + "\n~~~~\n", dos("```\n" + was + "\n```\n"),
		"a\n\n    " + strings.ReplaceAll(was, "\n", "\n    ") + "\n", "a\n\n\t" + strings.ReplaceAll(was, "\n", "\n\t") + "\n",
		"```\n" + beginMarker + "\n```\n", "\ufeff```\n" + endMarker + "\n```\n",
	} {
		if _, found, err := ofGuide.find([]byte(b)); found || err != nil {
			t.Errorf("%q: %v, %v", b, found, err)
		}
		got := withBlock(t, b)
		if !strings.HasPrefix(got, b) || withBlock(t, got) != got {
			t.Errorf("%q became %q", b, got)
		}
		if rest, _, _ := withoutBlock(t, got); rest != b {
			t.Errorf("%q came back as %q", b, rest)
		}
	}
	for _, b := range []string{"a\n```\nb\n", "\ufeff~~~\n", "```\n" + was + "\nb"} {
		if _, err := ofGuide.put([]byte(b), guide); !errors.Is(err, errOpenFence) {
			t.Errorf("%q: %v", b, err)
		}
	}
}

// FuzzBlock edits any file: what is outside of the markers stays byte for byte, and what was
// added goes again.
func FuzzBlock(f *testing.F) {
	for _, seed := range []string{"", "a", "a\n", "a\r\nb", "\ufeffa\r", was, "a\n\n" + was + "\n\nb", dos(was), "\r\r\n\n", beginMarker, "\xff\xfe\n", "```\n" + was + "\n```\n", "```\na"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		at, found, err := ofGuide.find(b)
		splice, putErr := ofGuide.put(b, guide)
		out, outFound, _, outErr := ofGuide.takeOut(b)
		if err != nil {
			if putErr == nil || outErr == nil {
				t.Fatalf("%q: %v, but %v and %v", b, err, putErr, outErr)
			}
			return
		}
		if errors.Is(putErr, errOpenFence) && outErr == nil {
			return
		}
		if putErr != nil || outErr != nil || found != outFound {
			t.Fatalf("%q: %v, %v", b, putErr, outErr)
		}
		next := withBlock(t, string(b))
		if again := withBlock(t, next); again != next {
			t.Fatalf("%q: once %q, twice %q", b, next, again)
		}
		if !found {
			if !strings.HasPrefix(next, string(b)) {
				t.Fatalf("%q became %q", b, next)
			}
			if rest, _, _ := withoutBlock(t, next); rest != string(b) {
				t.Fatalf("%q came back as %q", b, rest)
			}
			return
		}
		if splice.From != at.From || splice.To != at.To {
			t.Fatalf("%q: %+v is changed, the block is %+v", b, splice, at)
		}
		before, behind := b[:at.From], b[at.To:]
		rest, _, _ := withoutBlock(t, string(b))
		// Nothing but line endings goes with a block.
		gone := len(before) + len(behind) - len(rest)
		if out.Text != "" || !bytes.HasPrefix(before, []byte(rest[:out.From])) || !bytes.HasSuffix(behind, []byte(rest[out.From:])) || gone > 4 {
			t.Fatalf("%q: without it %q", b, rest)
		}
		if strings.Trim(string(b[out.From:at.From])+string(b[at.To:out.To]), "\r\n") != "" {
			t.Fatalf("%q: %+v takes more than line endings", b, out)
		}
	})
}
