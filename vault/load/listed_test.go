package load

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/store"
)

// The list of all repositories reads less of the end of a session than its repository does, but only
// where that tells the same.
func TestTheListOfAllRepositoriesSaysOfASessionWhatItsRepositorySays(t *testing.T) {
	t.Parallel()
	const (
		dir    = "/srv/kiosk"
		prompt = `{"type":"user","uuid":"u1","cwd":"` + dir + `","timestamp":"2026-03-12T08:00:00Z","message":{"role":"user","content":"Print the receipts."}}`
		over   = `{"type":"assistant","uuid":"u8","timestamp":"2026-03-12T09:00:00Z","cwd":"` + dir + `","message":{"role":"assistant","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn"}}`
		torn   = `{"type":"assistant","uuid":"u9","mess`
	)
	call := func(id string) string {
		return `{"type":"assistant","uuid":"c` + id + `","cwd":"` + dir + `","message":{"role":"assistant","content":[{"type":"tool_use","id":"` + id + `","name":"Bash","input":{"command":"make"}}],"stop_reason":"tool_use"}}`
	}
	came := func(id string, size int) string {
		return `{"type":"user","uuid":"r` + id + `","cwd":"` + dir + `","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + id + `","content":"` + strings.Repeat("roll 3 ", size/7) + `"}]}}`
	}
	lines := []string{prompt}
	for i := range 50 {
		id := fmt.Sprint("t", i)
		lines = append(lines, call(id), came(id, 8<<10))
	}
	for name, c := range map[string]struct {
		end    []string
		ending model.Ending
		// less is true if the list counts less.
		less bool
	}{
		"its turn is over":                         {[]string{over}, model.EndingYourTurn, true},
		"a call is open at the end":                {[]string{call("a")}, model.EndingInTool, true},
		"a line behind a long one is cut off":      {[]string{over, came("x", 40<<10), torn}, model.EndingInWriting, false},
		"a call is open in front of a long result": {[]string{call("a"), call("b"), came("b", 20<<10), call("c"), came("c", 20<<10)}, model.EndingInTool, false},
		"the agent has what it called for":         {[]string{call("a"), came("a", 20<<10), call("b"), came("b", 20<<10)}, model.EndingUnanswered, false},
		"a result is longer than what is read":     {[]string{call("a"), call("b"), came("b", 300<<10)}, model.EndingInTool, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			file := filepath.Join(home, ".claude", "projects", "-srv-kiosk", "s1.jsonl")
			must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
			text := strings.Join(append(lines[:len(lines):len(lines)], c.end...), "\n")
			if !strings.HasSuffix(text, torn) {
				text += "\n"
			}
			must.Do(t, os.WriteFile(file, []byte(text), 0o644))
			l := New(&places.Vault{Opts: places.Options{Zone: time.UTC, Stores: StoreFolders(func(string) string { return "" }, home)}}, nil, nil, nil)
			all, _, _ := l.Sessions()
			var own []model.Transcript
			var s model.Snapshot
			r := l.reading(nil, 0)
			defer r.Disk.Budget.Stop()
			l.eachStore(r, &s, func(st store.Store, h *store.Home) {
				found, _ := st.Sessions(h, []string{dir}, mostSessions)
				own = append(own, found...)
			})
			if len(all) != 1 || len(own) != 1 {
				t.Fatalf("%d in the list and %d in the repository, want 1", len(all), len(own))
			}
			listed, here := all[0], own[0]
			if listed.Ending != c.ending || here.Ending != c.ending {
				t.Errorf("it is %v in the list and %v in its repository, want %v", listed.Ending, here.Ending, c.ending)
			}
			if listed.Title != here.Title || listed.Prompt != here.Prompt || listed.Dir != here.Dir || listed.Last != here.Last || listed.Seen != here.Seen {
				t.Errorf("the list says %+v, the repository %+v", listed, here)
			}
			if listed.Calls < here.Calls != c.less || c.less && !listed.Partial {
				t.Errorf("the list has %d calls, partial %v; the repository %d; less: want %v", listed.Calls, listed.Partial, here.Calls, c.less)
			}
		})
	}
}
