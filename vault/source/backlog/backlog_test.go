package backlog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

func TestTasksBecomePlans(t *testing.T) {
	t.Parallel()
	root, err := os.OpenRoot("testdata/vault")
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	d := disk.Disk{Root: root}
	names, problems := find(d, places.Layout{})
	if len(problems) > 0 {
		t.Errorf("problems: %v", problems)
	}
	var got []string
	for _, name := range names {
		b, _, err := d.Read(name, source.MaxDocument)
		if err != nil {
			t.Fatal(err)
		}
		f := read(source.File{Name: name, B: b, Zone: time.UTC})
		for _, p := range f.Plans {
			done, total := p.Progress()
			got = append(got, fmt.Sprintf("%s|%s|%s %s|%d/%d|%s|%s", p.ID, p.Objective, p.Status.State, p.Reading.Status, done, total, p.Created.Raw, p.Reading.Command))
			if !p.Reading.Foreign || p.Reading.Tool != "Backlog.md" || p.Seen != model.FingerprintOf(b) {
				t.Errorf("%s: %+v", name, p.Reading)
			}
		}
		for _, p := range f.Problems {
			got = append(got, fmt.Sprintf("%s:%d", filepath.Base(p.Path), p.Line))
		}
	}
	want := []string{
		"notes.md:1",
		"TASK-12|Print berth invoices|Active declared|1/3|2026-03-02 09:15|backlog task edit 12",
		"TASK-12.1|Round the total|Blocked declared|0/0|2026-03-03|backlog task edit 12.1",
		"TASK-13|Colour of the buoys|Unknown declared|0/0||backlog task edit 13",
		"task-14 - No-id.md:1",
		"task-15 - Broken.md:3",
		"DRAFT-2|Sell the old crane|Draft declared|0/0||",
		"TASK-3|Count the berths|Done folder|1/1||backlog task edit 3",
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

func TestWithoutItsSettingsAFolderIsNoBacklog(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"backlog/tasks/a.md", ".backlog/drafts/a.md"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("---\nid: TASK-1\n---\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if names, _ := find(disk.Disk{Root: root}, places.Layout{}); len(names) > 0 {
		t.Errorf("found %v", names)
	}
	if err := os.WriteFile(filepath.Join(dir, ".backlog/config.yml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if names, _ := find(disk.Disk{Root: root}, places.Layout{}); len(names) != 1 {
		t.Errorf("found %v", names)
	}
}

func FuzzTask(f *testing.F) {
	for _, name := range []string{"task-12 - Print-berth-invoices.md", "task-15 - Broken.md", "notes.md"} {
		b, err := os.ReadFile(filepath.Join("testdata/vault/backlog/tasks", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		found := read(source.File{Name: "backlog/tasks/task-1 - a.md", B: b, Zone: time.UTC})
		if len(found.Plans)+len(found.Problems) != 1 {
			t.Fatalf("%d plans and %d problems", len(found.Plans), len(found.Problems))
		}
		for _, p := range found.Plans {
			for i, s := range p.Steps {
				if s.Number != i+1 || s.Text == "" {
					t.Errorf("step %d: %+v", i+1, s)
				}
			}
		}
	})
}
