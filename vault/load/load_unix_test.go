//go:build unix

package load_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

// trap makes things that are no files in every watched folder of dir, each named
// like a file that would be read.
func trap(t *testing.T, dir string) {
	t.Helper()
	outside := filepath.Join(t.TempDir(), "secret.md")
	must.Do(t, os.WriteFile(outside, []byte(planText("secret", "Active", "2026-03-09")), 0o644))
	for _, folder := range []string{"Plans", "Pending_Approval", "Needs_Action", "Inbox"} {
		in := filepath.Join(dir, folder)
		for _, err := range []error{
			os.MkdirAll(filepath.Join(in, "folder.md", "deeper"), 0o755),
			os.WriteFile(filepath.Join(in, "folder.md", "hidden.md"), []byte("# hidden\n"), 0o644),
			os.WriteFile(filepath.Join(in, "real.md"), []byte("# real\n"), 0o644),
			os.Symlink("real.md", filepath.Join(in, "link-inside.md")),
			os.Symlink(outside, filepath.Join(in, "link-outside.md")),
			os.Symlink("nowhere.md", filepath.Join(in, "link-nowhere.md")),
			os.Symlink(filepath.Dir(outside), filepath.Join(in, "linked folder")),
			syscall.Mkfifo(filepath.Join(in, "pipe.md"), 0o644),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestLoadNamesWhatIsNoFileAndNeverOpensIt(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{})
	trap(t, dir)
	s := mustLoad(t, v)
	var want []string
	for _, folder := range []string{"Inbox", "Needs_Action", "Pending_Approval", "Plans"} {
		for _, x := range []struct{ name, kind string }{
			{"folder.md", "a folder"}, {"link-inside.md", "a link"}, {"link-nowhere.md", "a link"}, {"link-outside.md", "a link"},
		} {
			want = append(want, fmt.Sprintf("%s/%s: %s, not a file; it is not opened", folder, x.name, x.kind))
		}
		want = append(want,
			folder+"/linked folder: a link; it is not followed, so its target is not shown",
			folder+"/pipe.md: a pipe, not a file; it is not opened")
	}
	var got []string
	for _, p := range s.Problems {
		got = append(got, p.Path+": "+p.Reason)
		if p.Hint == "" {
			t.Errorf("%s has no hint", p.Path)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
	if len(s.Plans) != 1 || len(s.Requests) != 1 || len(s.Intake) != 2 {
		t.Errorf("got %q", rows(s))
	}
}

func TestLoadDoesNotFollowWatchedFoldersThatAreLinks(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{"elsewhere/PLAN-a.md": planText("a", "Active", "2026-03-01")})
	must.Do(t, os.Symlink("elsewhere", filepath.Join(dir, "Plans")))
	s := mustLoad(t, v)
	assertRows(t, s, "problem:Plans#a link; it is not followed, so its target is not shown")
	if s.HasPlansFolder {
		t.Error("the link counts as the plans folder")
	}
}

func TestReadRefusesWhatIsNoFile(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{})
	trap(t, dir)
	for name, want := range map[string]string{
		"Plans/pipe.md":                 "reading Plans/pipe.md: not a regular file: a pipe",
		"Plans/link-inside.md":          "reading Plans/link-inside.md: not a regular file: a link",
		"Plans/link-outside.md":         "reading Plans/link-outside.md: not a regular file: a link",
		"Plans/folder.md":               "reading Plans/folder.md: not a regular file: a folder",
		"Plans/linked folder/secret.md": "reading Plans/linked folder/secret.md: path escapes from parent",
		"../v/Plans/real.md":            "reading ../v/Plans/real.md: path escapes from parent",
		"Plans/none.md":                 "reading Plans/none.md: not found",
	} {
		d, err := v.Read(t.Context(), model.Ref{Kind: model.KindPlan, Path: name})
		if err == nil || err.Error() != want || len(d.Bytes) > 0 {
			t.Errorf("%s: got %q and error %v, want %s", name, d.Bytes, err, want)
		}
	}
}

// listing returns every entry below dir with its mode, size, times and content.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	must.Do(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		stat := info.Sys().(*syscall.Stat_t)
		line := fmt.Sprintf("%s %s %d %s inode %d links %d", path, info.Mode(), info.Size(), info.ModTime().UTC(), stat.Ino, stat.Nlink)
		if info.Mode().IsRegular() {
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			line += " " + model.FingerprintOf(b).String()
		}
		out = append(out, line)
		return nil
	}))
	return out
}

func TestOpeningLoadingAndReadingDoNotWrite(t *testing.T) {
	t.Parallel()
	_, dir := openContents(t, contents{
		"Plans/PLAN-2026-001.md": examples.Plan, "Plans/broken.md": "---\na: b: c\n---\n",
		"Pending_Approval/a.md": examples.Request, "Pending_Approval/never.md": "---\na: b\n",
		"Approved/a.md": "", "Rejected/": "", "Logs/2026-03-10.json": "[]\n",
		"Inbox/x.txt": "", "Done/Plans/PLAN-2026-000.md": planText("2026-000", "Done", "2026-01-01"),
		"notes/other.md": "other\n", "seed.json": examples.Seed,
	})
	trap(t, dir)
	state := filepath.Join(t.TempDir(), "state")
	before := listing(t, dir)

	v := must.Get(vaulttest.Open(dir, places.Options{StateDir: state}))(t)
	s := mustLoad(t, v)
	if len(s.Plans) == 0 || len(s.Requests) == 0 || len(s.Problems) == 0 || len(s.Intake) == 0 || len(s.Memory.Proposals) == 0 {
		t.Fatalf("the load saw nothing: %q", rows(s))
	}
	for _, p := range s.Plans {
		if _, err := v.Read(t.Context(), p.Ref()); err != nil {
			t.Error(err)
		}
	}
	must.Do(t, v.Close())

	if after := listing(t, dir); !slices.Equal(before, after) {
		t.Errorf("before\n%s\nafter\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}
	if _, err := os.Lstat(state); !os.IsNotExist(err) {
		t.Errorf("the state folder was made: %v", err)
	}
}

func TestOnlyARegularSeedIsOpened(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	outside := seedAt(t, base, "outside", examples.Seed)
	for name, make := range map[string]func(name string) error{
		"a link": func(name string) error { return os.Symlink(outside, name) },
		"a pipe": func(name string) error { return syscall.Mkfifo(name, 0o644) },
	} {
		v := decidingVault(t, files{"Plans/": ""})
		must.Do(t, make(filepath.Join(v.Dir(), places.SeedName)))
		s := mustLoad(t, v)
		if want := "Failed to read seed file: not a regular file: " + name; s.Memory.Unread != want || len(s.Problems) != 1 {
			t.Errorf("%s: memory %+v, problems %+v", name, s.Memory, s.Problems)
		}
		if _, err := v.Read(t.Context(), model.Ref{Kind: model.KindMemory, Path: places.SeedName}); !errors.Is(err, disk.ErrNotRegular) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A folder on the way may be a link: people keep their own files so.
	must.Do(t, os.Symlink(filepath.Dir(outside), filepath.Join(base, ".pai")))
	v := decidingVault(t, files{"Plans/": ""})
	linked := must.Get(vaulttest.Open(v.Dir(), places.Options{HomeSeed: filepath.Join(base, ".pai", places.SeedName)}))(t)
	defer linked.Close()
	if s := mustLoad(t, linked); len(s.Memory.Proposals) != 2 {
		t.Errorf("memory %+v", s.Memory)
	}
}

func TestASeedWithoutPermissionIsNamed(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("needs an account that permissions hold for")
	}
	base := t.TempDir()
	file := seedAt(t, base, "named", examples.Seed)
	v := decidingVault(t, files{"Plans/": ""})
	for _, closed := range []string{file, filepath.Dir(file)} {
		must.Do(t, os.Chmod(closed, 0))
		named := must.Get(vaulttest.Open(v.Dir(), places.Options{Seed: file}))(t)
		s := mustLoad(t, named)
		if !s.Memory.Found || s.Memory.Unread != "Failed to read seed file: permission denied" || len(s.Problems) != 1 || !strings.Contains(s.Problems[0].Reason, s.Memory.Unread) {
			t.Errorf("memory %+v, problems %+v", s.Memory, s.Problems)
		}
		if err := named.Close(); err != nil {
			t.Error(err)
		}
		must.Do(t, os.Chmod(closed, 0o755))
	}
}

func TestResearchBehindLinksIsNamedAndNotRead(t *testing.T) {
	t.Parallel()
	const linked = "a link; it is not followed, so its target is not shown"
	for _, tt := range []struct {
		name string
		// link is what is moved away and linked to.
		link    string
		want    []string
		current bool
	}{
		{"the project", researchFolder, []string{"0: " + linked}, false},
		{"the folder of problems", problemsFolder, []string{"0: " + linked}, false},
		{"a problem", ".math/problems/wheels", []string{"0: " + linked}, false},
		{"a journal", journalName, []string{"0: reading " + journalName + ": not a regular file: a link"}, true},
		{"the configuration", configName, []string{"0: reading " + configName + ": not a regular file: a link"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, researching(headed(freshHead, sections)).With(files{configName: `{"current_problem": "wheels"}`}))
			d := entry(t, v, journalName, remarked())
			v.MoveFile(t, tt.link, "elsewhere")
			up := filepath.Join(v.Dir(), tt.link)
			must.Do(t, os.Symlink(filepath.Join(v.Dir(), "elsewhere"), up))
			s := mustLoad(t, v)
			if got := reasonsOf(s.Problems); !slices.Equal(got, tt.want) {
				t.Errorf("problems %q, want %q", got, tt.want)
			}
			if p, ok := s.Research.Active(); ok != tt.current || len(p.Journal.Entries) > 0 {
				t.Errorf("current %+v, %v", p, ok)
			}
			before := treeOf(t, v.Dir())
			if receipt, err := v.Decide(t.Context(), d); err == nil && tt.link != configName {
				t.Errorf("an entry was written: %+v", receipt)
			} else if err != nil {
				sameFiles(t, "afterwards", treeOf(t, v.Dir()), before)
			}
			if tt.link == configName {
				if _, err := v.Decide(t.Context(), switching(t, v, "cogs")); err == nil {
					t.Error("a linked configuration was changed")
				}
			}
		})
	}
}

func TestAPipeInAProblemIsNamedAndNotWaitedFor(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, researching(""))
	must.Do(t, syscall.Mkfifo(filepath.Join(v.Dir(), filepath.FromSlash(wheels+"PROOF.md")), 0o644))
	s := mustLoad(t, v)
	if got := reasonsOf(s.Problems); !slices.Equal(got, []string{"0: reading " + wheels + "PROOF.md: not a regular file: a pipe"}) {
		t.Errorf("problems %q", got)
	}
	if p, ok := s.Research.Active(); !ok || p.Proof.Found {
		t.Errorf("problem %+v", p)
	}
}
