package claude

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/store"
)

var update = flag.Bool("update", false, "write what is expected")

// written is when all fixtures were written last.
var written = time.Date(2026, 3, 13, 0, 0, 0, 0, time.UTC)

// endsOf are the ends of a transcript as they would be read of a file.
func endsOf(b []byte, head, tail int) disk.Ends {
	e := disk.Ends{Head: b, Size: int64(len(b)), Changed: written}
	if len(b) > head+tail {
		whole := strings.LastIndexByte(string(b[:head]), '\n') + 1
		from := len(b) - tail
		from += strings.IndexByte(string(b[from:]), '\n') + 1
		e.Head, e.Tail, e.Gap = b[:whole], b[from:], int64(from-whole)
	}
	if end := e.End(); len(end) > 0 {
		e.Torn = end[len(end)-1] != '\n'
	}
	return e
}

// told is what a fixture has to say.
type told struct {
	Ending, Sure, Title                string
	Dir, LastDir, Branch, Version      string `json:",omitempty"`
	Began, Last                        string
	Call                               string           `json:",omitempty"`
	Questions                          []model.Question `json:",omitempty"`
	Plan, PlanFile, Prompt, Said, From string           `json:",omitempty"`
	Trouble                            string           `json:",omitempty"`
	Touched                            []string         `json:",omitempty"`
	Prompts, Calls, Unknown            int
	Batch, Planning                    bool   `json:",omitempty"`
	Command                            string `json:",omitempty"`
}

func toldOf(t model.Transcript) told {
	w := told{
		Ending: t.Ending.String(), Sure: t.Sure.String(), Title: t.Title, Dir: t.Dir, Branch: t.Branch, Version: t.Version,
		Began: t.Began.Raw, Last: t.Last.Raw, Questions: t.Questions, Plan: t.Plan, PlanFile: t.PlanFile, Prompt: t.Prompt, Said: t.Said,
		From: t.From, Touched: t.Touched, Prompts: t.Prompts, Calls: t.Calls, Unknown: t.Unknown, Batch: t.Batch, Command: t.Command, Trouble: t.Trouble, Planning: t.Planning,
	}
	if t.LastDir != t.Dir {
		w.LastDir = t.LastDir
	}
	if t.Call.Act != model.ActNone {
		w.Call = course1(t.Call)
	}
	return w
}

// course1 is one event on a line.
func course1(ev model.Event) string {
	s := fmt.Sprintf("%s %s", ev.At.Time.Format("15:04:05"), ev.Act)
	if ev.Type != "" {
		s += " " + ev.Type
	}
	if ev.Gap > 0 {
		s += fmt.Sprintf(" gap %d", ev.Gap)
	}
	if ev.Says != "" {
		s += fmt.Sprintf(" %q", ev.Says)
	}
	if ev.Came != "" || ev.Result != "" {
		s += fmt.Sprintf(" -> %q %s", ev.Came, ev.Result)
	}
	if ev.Added+ev.Removed > 0 {
		s += fmt.Sprintf(" +%d -%d", ev.Added, ev.Removed)
	}
	if ev.Open {
		s += " open"
	}
	return s
}

func fixtures(t testing.TB) map[string][]byte {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	all := map[string][]byte{}
	for _, f := range files {
		if all[strings.TrimSuffix(filepath.Base(f), ".jsonl")], err = os.ReadFile(f); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestFixturesAreToldRightly holds what is told of each transcript in testdata against
// expected.json, and what happened in each against expected.txt. A fixture that is no session has no entry.
func TestFixturesAreToldRightly(t *testing.T) {
	got, courses := map[string]told{}, ""
	names := fixtures(t)
	for _, name := range sorted(names) {
		e := endsOf(names[name], store.HeadBytes, store.TailBytes)
		if s, ok := Store.Tell("projects/-srv-kiosk/7c0e51aa-0000-4000-8000-000000000001.jsonl", e, time.UTC); ok {
			got[name] = toldOf(s)
		}
		courses += name + "\n"
		for _, ev := range Store.Events("x.jsonl", e, time.UTC) {
			courses += "  " + course1(ev) + "\n"
		}
	}
	b := must.Get(json.MarshalIndent(got, "", "  "))(t)
	for name, is := range map[string]string{"testdata/expected.json": string(b) + "\n", "testdata/expected.txt": courses} {
		if *update {
			must.Do(t, os.WriteFile(name, []byte(is), 0o644))
		}
		want := must.Get(os.ReadFile(name))(t)
		wants, gots := strings.Split(string(want), "\n"), strings.Split(is, "\n")
		for i := range max(len(wants), len(gots)) {
			if i >= len(wants) || i >= len(gots) || wants[i] != gots[i] {
				t.Errorf("%s, line %d:\nwant %s\ngot  %s", name, i+1, at(wants, i), at(gots, i))
				break
			}
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "nothing"
}

func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

func TestNamesOfFoldersAreThoseOfTheProgram(t *testing.T) {
	long := "/srv/" + strings.Repeat("a", 300)
	for dir, want := range map[string]string{
		"/srv/my_app":      "-srv-my-app",
		"/srv/a b.c":       "-srv-a-b-c",
		"/srv/é":           "-srv--",
		"/srv/😀x":          "-srv---x",
		`C:\Users\ana`:     "C--Users-ana",
		long:               "-srv-" + strings.Repeat("a", 195),
		"/srv/kiosk-roll/": "-srv-kiosk-roll-",
	} {
		if got := slugOf(dir); got != want {
			t.Errorf("%s: %s, not %s", dir, got, want)
		}
	}
	for _, c := range []struct {
		name string
		dir  string
		want bool
	}{
		{"-srv-kiosk", "/srv/kiosk", true},
		{"-srv-kiosk-roll", "/srv/kiosk", true},
		{"-srv-kiosk", "/srv/kiosk/roll", true},
		{"-srv", "/srv/kiosk/roll", true},
		{"-srv-till", "/srv/kiosk", false},
		{"-srv-kiosks", "/srv/kiosk", false},
		{"chosen", "/srv/kiosk", true},
		{"-srv-" + strings.Repeat("a", 195) + "-1x2y3z", long, true},
		{"-srv-" + strings.Repeat("a", 195) + "-1x2y3z", long + "/deeper", true},
		{"-srv-" + strings.Repeat("a", 194) + "b-1x2y3z", long, false},
	} {
		if got := mayBeOf(c.name, []string{"/tmp/other", c.dir}); got != c.want {
			t.Errorf("%s of %s: %v", c.name, c.dir, got)
		}
	}
}

// TestAPlanWaitsUntilItIsAccepted adds what came of a plan to a session that laid one out.
func TestAPlanWaitsUntilItIsAccepted(t *testing.T) {
	laidOut := must.Get(os.ReadFile("testdata/plan.jsonl"))(t)
	const (
		yes   = `{"type":"user","uuid":"v1","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"User has approved your plan."}]}}` + "\n"
		no    = `{"type":"user","uuid":"v1","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"The user doesn't want to proceed with this tool use."}]}}` + "\n"
		left  = `{"type":"attachment","uuid":"v2","attachment":{"type":"plan_mode_exit"}}` + "\n"
		again = `{"type":"attachment","uuid":"v3","attachment":{"type":"plan_mode_reentry"}}` + "\n"
	)
	for then, planning := range map[string]bool{"": true, yes: false, no: true, no + left: false, yes + left + again: true} {
		x, ok := Store.Tell("projects/-srv-kiosk/7c0e51aa-0000-4000-8000-000000000001.jsonl", endsOf(append(laidOut[:len(laidOut):len(laidOut)], then...), store.HeadBytes, store.TailBytes), time.UTC)
		if !ok || x.Planning != planning {
			t.Errorf("planning %v, want %v, after %s", x.Planning, planning, then)
		}
	}
}
