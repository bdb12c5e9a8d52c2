package ledger

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
	"coldstart/vault/places"
)

// The forms of the ledger: lines without a number are of the first.
func TestWhichFormsAreRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, line string
		decisions  int
		err        string
	}{
		{"the first form", `{"id":"1","phase":"planned","at":"2026-02-21T11:00:00Z"}`, 1, ""},
		{"this form", `{"id":"1","phase":"planned","form":2,"at":"2026-02-21T11:00:00Z"}`, 1, ""},
		{"a later form", `{"id":"1","phase":"planned","form":3,"at":"2026-02-21T11:00:00Z"}`, 1, "a newer version"},
		{"no line of ours", `{"phase":"planned"}`, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := places.New(nil, t.TempDir(), places.Options{StateDir: t.TempDir()})
			l := Open(v)
			must.Do(t, os.MkdirAll(filepath.Dir(l.file()), 0o700))
			must.Do(t, os.WriteFile(l.file(), []byte(tt.line+"\n"), 0o600))
			all, _, err := l.Read()
			if len(all) != tt.decisions || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%d decisions, error %v", len(all), err)
			}
		})
	}
}

// What is written now says its form.
func TestADecisionIsWrittenWithItsForm(t *testing.T) {
	t.Parallel()
	l := Open(places.New(nil, t.TempDir(), places.Options{StateDir: t.TempDir()}))
	for _, r := range []Record{{ID: "1", Phase: PhasePlanned}, {ID: "1", Phase: PhaseDone}} {
		must.Do(t, l.Add(r))
	}
	b, err := os.ReadFile(l.file())
	if err != nil || strings.Count(string(b), `"form":2`) != 1 {
		t.Errorf("%v %s", err, b)
	}
}
