package setup

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/vault/disk"
)

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
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func mustOpen(t *testing.T, dir string) *site {
	t.Helper()
	s, err := open(Wish{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
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
	if err := os.WriteFile(filepath.Join(dir, lockLeft), nil, 0o644); err != nil {
		t.Fatal(err)
	}
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
		if err := os.WriteFile(filepath.Join(dir, name), []byte("mine\n"), 0o644); err != nil {
			t.Fatal(err)
		}
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
