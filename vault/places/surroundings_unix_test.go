//go:build unix

package places_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

func TestSurroundingsTellWhoElseMayWrite(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, dir string
		mode      os.FileMode
		want      string
	}{
		{"nobody", "Approved", 0o755, ""},
		{"everybody", "Approved", 0o757, "every account"},
		{"everybody in the vault", ".", 0o757, "every account"},
		{"everybody in the ledger's folder", "", 0o707, "every account"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := vaulttest.DecidingVault(t, vaulttest.Files{"Approved/x.md": "x", "Pending_Approval/y.md": "y"})
			for _, dir := range []string{v.Dir(), v.Where.Disk.Root.Name() + "/Approved", v.Where.StateDir()} {
				must.Do(t, os.MkdirAll(dir, 0o755))
				must.Do(t, os.Chmod(dir, 0o755))
			}
			full := filepath.Join(v.Dir(), tt.dir)
			if tt.dir == "" {
				full = v.Where.StateDir()
			}
			must.Do(t, os.Chmod(full, tt.mode))
			s, err := v.Surroundings()
			if err != nil || len(s.Guards) != 3 {
				t.Fatalf("%+v, %v", s, err)
			}
			for _, g := range s.Guards {
				want := ""
				if g.Path == tt.dir {
					want = tt.want
				}
				if !g.Known || strings.Join(g.Others, ", ") != want {
					t.Errorf("%q: %+v, want %q", g.Path, g, want)
				}
			}
		})
	}
}

func TestSurroundingsTellOfAnotherOwner(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give folders away")
	}
	v := vaulttest.DecidingVault(t, vaulttest.Files{"Approved/x.md": "x"})
	full := filepath.Join(v.Dir(), "Approved")
	must.Do(t, os.Chown(full, 12345, 12346))
	must.Do(t, os.Chmod(full, 0o775))
	s, err := v.Surroundings()
	want := []string{"account 12345, whose folder it is", "group 12346"}
	at := slices.IndexFunc(s.Guards, func(g places.Guard) bool { return g.Path == "Approved" })
	if err != nil || at < 0 || !slices.Equal(s.Guards[at].Others, want) {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestSurroundingsTellTheFileSystem(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.Files{"Plans/x.md": "x"})
	s := must.Get(v.Surroundings())(t)
	if _, err := os.Stat(filepath.Join(v.Dir(), "pLANS")); (err == nil) != s.FoldsCase {
		t.Errorf("folds case: %v", s.FoldsCase)
	}
	if exchanges := v.Where.Disk.InFolder("Plans", "Plans", disk.ExchangeIn) == nil; s.Whole && !exchanges {
		t.Errorf("%s is said to exchange names, which it does not", s.FileSystem)
	}
}

func TestAStateFolderInTheVaultIsNamed(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.Files{"Plans/x.md": "x"})
	said := func() string { return strings.Join(vaulttest.ReasonsOf(vaulttest.MustLoad(t, v).Problems), "\n") }
	if strings.Contains(said(), "is in the vault") {
		t.Errorf("one outside: %q", said())
	}
	link := filepath.Join(filepath.Dir(v.Dir()), "link")
	must.Do(t, os.Symlink(v.Dir(), link))
	for _, dir := range []string{filepath.Join(v.Dir(), "own"), v.Dir(), link} {
		v.Where.Opts.StateDir = dir
		if !strings.Contains(said(), "your ledger is in the vault") {
			t.Errorf("%s: %q", dir, said())
		}
	}
}
