//go:build unix

package load_test

import (
	"errors"
	"os"
	"path/filepath"
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
