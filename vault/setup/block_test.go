package setup

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/must"
	"coldstart/vault/disk"
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

// lockLeft is the lock of a process that was killed.
const lockLeft = ".coldstart-0011223344556677.claim"

// leave makes what an init that is killed leaves: whole files and halves, under its names.
func leave(t *testing.T, dir string) {
	t.Helper()
	id := newID(noon)
	plan := ""
	for _, f := range example(mustOpen(t, dir).layout, noon) {
		if filepath.Base(f.name) == planName {
			plan = string(f.text)
		}
	}
	for name, text := range map[string]string{
		disk.TempName(".", id): "# Hou",
		disk.AsideName(disk.TempName(".", id), []byte("# House\n"), []byte("new")): "# House\n",
		disk.RetiredName(".", id):     was + "\n",
		disk.TempName("Plans", id):    "",
		disk.RetiredName("Plans", id): plan,
		lockLeft:                      "",
	} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
}

func mustOpen(t *testing.T, dir string) *site {
	t.Helper()
	s := must.Get(open(Wish{Dir: dir}))(t)
	t.Cleanup(s.close)
	return s
}

func TestWhatAKilledInitLeftGoesWithTheNext(t *testing.T) {
	t.Parallel()
	for _, remove := range []bool{false, true} {
		dir := makeFiles(t, nil)
		mustMake(t, Wish{Dir: dir})
		before := treeOf(t, dir)
		leave(t, dir)
		s := mustMake(t, Wish{Dir: dir, Remove: remove})
		if remove {
			before = files{}
		}
		if now := treeOf(t, dir); !maps.Equal(now, before) {
			t.Errorf("removal %v: left %q after %q", remove, now, shown(s))
		}
		if len(s.Notes) != 5 || !strings.HasSuffix(s.Notes[0], " goes: an interrupted init left it") {
			t.Errorf("removal %v: said %q", remove, s.Notes)
		}
	}
}

func TestALockThatWasLeftGoesWhereNothingIsToDo(t *testing.T) {
	t.Parallel()
	dir := makeFiles(t, nil)
	mustMake(t, Wish{Dir: dir})
	before := treeOf(t, dir)
	must.Do(t, os.WriteFile(filepath.Join(dir, lockLeft), nil, 0o644))
	if s := mustMake(t, Wish{Dir: dir}); len(s.steps) > 0 || !maps.Equal(treeOf(t, dir), before) {
		t.Errorf("%q: left %q", shown(s), treeOf(t, dir))
	}
}

// TestWhatAnInitDidNotWriteStays is about texts of other programs under its names, and about the
// private files of decisions.
func TestWhatAnInitDidNotWriteStays(t *testing.T) {
	t.Parallel()
	dir := makeFiles(t, nil)
	mustMake(t, Wish{Dir: dir})
	id := newID(noon)
	for _, name := range []string{
		disk.AsideName(disk.TempName(".", id), []byte("a"), []byte("b")), disk.RetiredName("Plans", id),
		disk.TempName(".", disk.NewID(noon)), disk.RetiredName(".", disk.NewID(noon)),
		disk.PrivatePrefix + disk.PrivateID(disk.TempName(".", id)) + "-1" + disk.KeptEnding,
	} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("mine\n"), 0o644))
	}
	before := treeOf(t, dir)
	s := mustMake(t, Wish{Dir: dir})
	if now := treeOf(t, dir); !maps.Equal(now, before) || len(s.steps) > 0 || len(s.Notes) != 2 || !strings.Contains(s.Notes[0], " stays: ") {
		t.Errorf("%q, %q: left %q", shown(s), s.Notes, now)
	}
}

// TestTwoInitsAtOnceMakeOneVault has both look before either makes anything.
func TestTwoInitsAtOnceMakeOneVault(t *testing.T) {
	t.Parallel()
	for _, before := range []files{nil, {"AGENTS.md": "# House\n"}} {
		dir := makeFiles(t, before)
		both(t, mustPlan(t, Wish{Dir: dir, Example: true}), mustPlan(t, Wish{Dir: dir, Example: true}))
		tree := treeOf(t, dir)
		if strings.Count(tree["AGENTS.md"], beginMarker) != 1 {
			t.Errorf("AGENTS.md is %q", tree["AGENTS.md"])
		}
		both(t, mustPlan(t, Wish{Dir: dir, Remove: true}), mustPlan(t, Wish{Dir: dir, Remove: true}))
		if after := treeOf(t, dir); len(after) != len(before) {
			t.Errorf("the removal left %q", slices.Collect(maps.Keys(after)))
		}
		for name := range tree {
			if strings.Contains(name, disk.PrivatePrefix) {
				t.Errorf("left %s", name)
			}
		}
	}
}

// both carries two plans out at once.
func both(t *testing.T, plans ...Setup) {
	t.Helper()
	done := make(chan error)
	for _, s := range plans {
		go func() {
			_, err := s.Make(t.Context(), noon)
			done <- err
		}()
	}
	for range plans {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
