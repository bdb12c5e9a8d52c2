package disk

import (
	"os"
	"path/filepath"
	"testing"

	"coldstart/testdata/must"
)

func TestHolds(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	dir, out := filepath.Join(base, "v"), filepath.Join(base, "out.yaml")
	for _, d := range []string{dir, filepath.Join(base, "vault")} {
		must.Do(t, os.Mkdir(d, 0o755))
	}
	in := filepath.Join(dir, "in.yaml")
	for _, name := range []string{in, out, filepath.Join(base, "vault", "in.yaml")} {
		must.Do(t, os.WriteFile(name, nil, 0o600))
	}
	for link, to := range map[string]string{"to-in.yaml": in, "to-v": dir} {
		if err := os.Symlink(to, filepath.Join(base, link)); err != nil {
			t.Skipf("needs links: %v", err)
		}
	}
	must.Do(t, os.Symlink(out, filepath.Join(dir, "to-out.yaml")))
	for name, want := range map[string]bool{
		in: true, out: false, filepath.Join(base, "vault", "in.yaml"): false, filepath.Join(dir, "not-there.yaml"): true,
		filepath.Join(base, "to-in.yaml"): true, filepath.Join(base, "to-v", "in.yaml"): true, filepath.Join(dir, "to-out.yaml"): true,
	} {
		if got := Holds(dir, name); got != want {
			t.Errorf("Holds %s: %v, want %v", name, got, want)
		}
	}
	if !Holds(filepath.Join(base, "to-v"), in) {
		t.Error("a vault that is named by a link does not hold its file")
	}
}
