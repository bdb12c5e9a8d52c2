package load

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"coldstart/vault/source"
)

// TestFindingsKeepNothingOfTheFile reads each file of the example vaults as each kind,
// then writes over its bytes, as the next file of a load does.
func TestFindingsKeepNothingOfTheFile(t *testing.T) {
	t.Parallel()
	files := 0
	for _, dir := range []string{"../../testdata/demo", "../../../shared/dialects", "testdata/fuzz"} {
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			info, err := e.Info()
			if err != nil {
				return err
			}
			files++
			name, _ := filepath.Rel(dir, path)
			for _, r := range sources {
				if r.Read != nil {
					sameWithoutBytes(t, r, source.File{Name: filepath.ToSlash(name), B: b, Info: info, Zone: time.UTC})
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 100 {
		t.Fatalf("only %d files were read", files)
	}
}

func sameWithoutBytes(t *testing.T, r source.Source, f source.File) {
	t.Helper()
	want := r.Read(f)
	room := append([]byte(nil), f.B...)
	f.B = room
	got := r.Read(f)
	for i := range room {
		room[i] = '?'
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s, read as a %s, changes with the bytes that it was read from", f.Name, r.Name)
	}
}
