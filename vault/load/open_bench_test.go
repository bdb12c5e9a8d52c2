package load_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"coldstart/testdata/must"
	"coldstart/vault"
	"coldstart/vault/vaulttest"
)

// BenchmarkOpen looks for what there is to open, opens it and reads it: in an empty repository,
// and in one of 100,000 files in 1,000 folders. The second may take 10 ms more.
func BenchmarkOpen(b *testing.B) {
	for _, files := range []int{0, 100_000} {
		b.Run(fmt.Sprintf("%d files", files), func(b *testing.B) {
			dir, state := b.TempDir(), b.TempDir()
			must.Do(b, os.Mkdir(filepath.Join(dir, ".git"), 0o755))
			for i := range files {
				folder := filepath.Join(dir, fmt.Sprint("part", i/10_000), fmt.Sprint("package", i/1000), fmt.Sprint("unit", i/100))
				if i%100 == 0 {
					must.Do(b, os.MkdirAll(folder, 0o755))
				}
				must.Do(b, os.WriteFile(filepath.Join(folder, fmt.Sprint("file", i, ".go")), nil, 0o644))
			}
			for b.Loop() {
				found := must.Get(vault.Around{Left: vault.Left}.From(b.Context(), dir))(b)
				v := must.Get(vaulttest.Open(found.Dirs[0], vault.Options{UpTo: found.UpTo, StateDir: state}))(b)
				s, err := v.Load(b.Context(), loadTime)
				if err != nil || !s.Strange {
					b.Fatal(s.Strange, err)
				}
				v.Close()
			}
		})
	}
}
