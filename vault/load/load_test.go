package load

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/source"
)

var loadTime = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// TestFindingsKeepNothingOfTheFile reads each file of the example vaults as each kind,
// then writes over its bytes, as the next file of a load does.
func TestFindingsKeepNothingOfTheFile(t *testing.T) {
	t.Parallel()
	files := 0
	for _, dir := range []string{"../../testdata/demo", "../../../shared/dialects", "testdata/fuzz"} {
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		must.Do(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
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
			for _, r := range slices.Concat(decisive, onlyShown) {
				if r.Read != nil {
					sameWithoutBytes(t, r, source.File{Name: filepath.ToSlash(name), B: b, Info: info, Zone: time.UTC})
				}
			}
			return nil
		}))
	}
	if files < 50 {
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

func TestOnlyWhatIsUnreadIsKept(t *testing.T) {
	t.Parallel()
	was := model.Snapshot{
		At:       loadTime,
		Plans:    []model.Plan{{Path: "Plans/a.md"}, {Path: "Plans/deep/b.md"}, {Path: "Plans2/c.md"}},
		Requests: []model.Request{{Path: "Pending/d.md"}},
		Events:   model.EventLog{Path: "events.jsonl", Sessions: make([]model.Session, 2)},
	}
	for _, tt := range []struct {
		unread string
		want   string
	}{
		{"Plans", "Plans/a.md Plans/deep/b.md"},
		{"Plans/deep", "Plans/deep/b.md"},
		{"Plans/a.md", "Plans/a.md"},
		{"Pending", "Pending/d.md"},
		{"events.jsonl", "events.jsonl"},
		{"elsewhere", ""},
	} {
		l := lastLoad{found: was}
		s := model.Snapshot{At: loadTime.Add(time.Hour), Problems: []model.Problem{
			{Path: tt.unread, Unread: true}, {Path: "Plans2/c.md", Line: 3},
		}}
		l.keep(&s)
		var got []string
		for _, p := range s.Plans {
			got = append(got, p.Path)
		}
		for _, r := range s.Requests {
			got = append(got, r.Path)
		}
		if len(s.Events.Sessions) > 0 {
			got = append(got, s.Events.Path)
		}
		if strings.Join(got, " ") != tt.want || len(s.Stale) != len(got) {
			t.Errorf("%s unread: kept %v, stale %v", tt.unread, got, s.Stale)
		}
	}
}

func TestAListIsArrangedInPlace(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfNDistinct(rapid.IntRange(0, 30), 0, 20, rapid.ID).Draw(t, "list")
		want := slices.Sorted(slices.Values(list))
		if arrange(list, func(a, b *int) int { return *a - *b }); !slices.Equal(list, want) {
			t.Fatalf("got %v, want %v", list, want)
		}
	})
}
