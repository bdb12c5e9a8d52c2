package work

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// reasons returns problems as "line: reason".
func reasons(problems []model.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, fmt.Sprintf("%d: %s", p.Line, p.Reason))
	}
	return out
}

const workPath = "docs/work/active/E2-999/WORK.md"

func TestReadWork(t *testing.T) {
	t.Parallel()
	const open = "node_history:\n- node: DO\n  entered: 2026-01-26 10:00:00\n  exited: null\n"
	for _, tt := range []struct {
		name, text string
		want       model.WorkItem
	}{
		{
			"everything", "---\nid: E2-236\ntitle: 'Figures: all of them'\nstatus: active\ncycle_phase: DO\n" + open + "---\n# Figures\n",
			model.WorkItem{ID: "E2-236", Title: "Figures: all of them", Status: "active", Phase: "DO", Node: "DO"},
		},
		{"quoted values are unquoted", "---\nid: 'E2-1'\ncycle_phase: \"DO\"\n" + open + "---\n", model.WorkItem{ID: "E2-1", Phase: "DO", Node: "DO"}},
		{"other keys that end alike", "---\nbacklog_id: B-9\nqueue_status: deferred\ncurrent_node: CHECK\nlast_cycle_phase: PLAN\nid: E2-1\nstatus: active\n" + open + "---\n", model.WorkItem{ID: "E2-1", Status: "active", Node: "DO"}},
		{
			"prose that imitates keys", "---\nacceptance:\n- \"enters cycle_phase: PLAN, exited: null, status: deferred\"\nnote: |\n  id: B-9\n  cycle_phase: PLAN\n  exited: null\nid: E2-1\ncycle_phase: BLOCKED\nnode_history:\n- node: DO\n  entered: x\n  exited: '2026-01-26T11:00:00'\n---\nexited: null\n",
			model.WorkItem{ID: "E2-1", Phase: "BLOCKED"},
		},
		{"another history", "---\nid: E2-1\nqueue_history:\n- node: queue\n  exited: null\n---\n", model.WorkItem{ID: "E2-1"}},
		{"an empty value does not take the next line", "---\nid:\nstatus: active\n" + open + "---\n", model.WorkItem{ID: "E2-999", Status: "active", Node: "DO"}},
		{"a tilde", "---\nid: a\nnode_history:\n- {node: DO, entered: 2026-01-26 10:00:00, exited: ~}\n---\n", model.WorkItem{ID: "a", Node: "DO"}},
		{"nothing behind the colon", "---\nid: a\nnode_history:\n- node: DO\n  entered: 2026-01-26 10:00:00\n  exited:\n---\n", model.WorkItem{ID: "a", Node: "DO"}},
		{"Null, two blanks", "---\nid: a\nnode_history:\n- node: DO\n  entered: 2026-01-26 10:00:00\n  exited:  Null\n---\n", model.WorkItem{ID: "a", Node: "DO"}},
		{"exited is not there", "---\nid: a\nnode_history:\n- node: DO\n  entered: 2026-01-26 10:00:00\n---\n", model.WorkItem{ID: "a", Node: "DO"}},
		{"nullable is a word", "---\nid: a\nnode_history:\n- node: DO\n  entered: x\n  exited: nullable\n---\n", model.WorkItem{ID: "a"}},
		{"null in quotes is a word", "---\nid: a\nnode_history:\n- node: DO\n  entered: x\n  exited: \"null\"\n---\n", model.WorkItem{ID: "a"}},
		{
			"two that were not left", "---\nid: a\nnode_history:\n- node: PLAN\n  entered: 2026-01-25 10:00:00\n  exited: null\n- node: CHECK\n  entered: 2026-01-26 10:00:00\n  exited: null\n- node: DO\n  entered: x\n  exited: y\n---\n",
			model.WorkItem{ID: "a", Node: "CHECK"},
		},
		{"a node without a name", "---\nid: a\nnode_history:\n- entered: 2026-01-26 10:00:00\n  exited: null\n---\n", model.WorkItem{ID: "a", Node: "unknown"}},
		{"a node that is a number", "---\nid: a\nnode_history:\n- node: 7\n  entered: 2026-01-26 10:00:00\n  exited: null\n---\n", model.WorkItem{ID: "a", Node: "7"}},
		{"an entry by another name", "---\nid: a\nfirst: &first\n  node: DO\n  entered: 2026-01-26 10:00:00\n  exited: &never null\nnode_history:\n- *first\n- {node: x, exited: y}\n---\n", model.WorkItem{ID: "a", Node: "DO"}},
		{"null by another name", "---\nid: a\nnever: &never null\nnode_history:\n- node: DO\n  entered: 2026-01-26 10:00:00\n  exited: *never\n---\n", model.WorkItem{ID: "a", Node: "DO"}},
		{"no history", "---\nid: a\n---\n", model.WorkItem{ID: "a"}},
		{"an empty history", "---\nid: a\nnode_history: []\n---\n", model.WorkItem{ID: "a"}},
		{"carriage returns, a byte order mark", "\ufeff" + crlf("---\nid: a\n"+open+"---\n"), model.WorkItem{ID: "a", Node: "DO"}},
		{"damaged line ends", strings.ReplaceAll("---\nid: a\n"+open+"---\n", "\n", "\r\r\n"), model.WorkItem{ID: "a", Node: "DO"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, problems := read(workPath, []byte(tt.text), time.UTC)
			if len(problems) > 0 {
				t.Errorf("problems %q", reasons(problems))
			}
			tt.want.Path, tt.want.Seen = workPath, model.FingerprintOf([]byte(tt.text))
			if tt.want.Node != "" {
				tt.want.Since = model.ParseStamp("2026-01-26 10:00:00", nil)
			}
			if got != tt.want {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestReadWorkNamesWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"no front matter", "# Figures\nexited: null\n", "0: there is no front matter"},
		{"an empty file", "", "0: there is no front matter"},
		{"never closed", "---\nid: a\nnode_history:\n- exited: null\n", "1: front matter is never closed"},
		{"broken YAML", "---\nid: a\nnote: x: y: z\n---\n", "3: front matter is not valid YAML: a colon inside a value"},
		{"a tab as indent", "---\nid: a\nnode_history:\n\t- node: DO\n---\n", "4: front matter is not valid YAML: a tab as indent"},
		{"a history that is a word", "---\nid: a\nnode_history: none\n---\n", "3: node_history is not a list"},
		{"an entry that is a word", "---\nid: a\nnode_history:\n- DO\n---\n", "4: an entry of node_history has no keys"},
		{"an entry that is null", "---\nid: a\nnode_history:\n- node: DO\n  exited: null\n-\n---\n", "6: an entry of node_history has no keys"},
		{"a history of keys", "---\nid: a\nnode_history:\n  node: DO\n---\n", "4: node_history is not a list"},
		{"a key twice", "---\nid: a\nid: b\n---\n", `3: key "id" appears twice, first on line 2`},
		{"not UTF-8", "---\nid: a\ntitle: Caf\xe9\n---\n", "3: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, problems := read(workPath, []byte(tt.text), time.UTC)
			if len(problems) != 1 || !strings.HasPrefix(reasons(problems)[0], tt.want) || problems[0].Path != workPath || problems[0].Hint == "" {
				t.Errorf("problems %q, want %q", reasons(problems), tt.want)
			}
			if w.Node != "" || w.Path != workPath {
				t.Errorf("the item is %+v", w)
			}
		})
	}
}

// FuzzWork reads any bytes as a work item.
func FuzzWork(f *testing.F) {
	for _, text := range []string{
		"", "---\nid: a\nnode_history:\n- node: DO\n  entered: 2026-01-26 10:00:00\n  exited: null\n---\n",
		"---\nnode_history: &a\n- {node: x, exited: *a}\n---\n", "---\nnode_history: [&a {exited: ~}, *a]\n---", "---\n? x\n: y\n---\n", "\ufeff---\r\nid: \"\\u00e9\"\r\n...\r\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		w, problems := read(workPath, b, time.UTC)
		again, problemsAgain := read(workPath, b, time.UTC)
		if w != again || !reflect.DeepEqual(problems, problemsAgain) {
			t.Fatal("read twice it is not the same")
		}
		if w.ID == "" || w.Path != workPath || w.Seen != model.FingerprintOf(b) {
			t.Fatalf("got %+v", w)
		}
		if len(problems) > 0 && w.Stuck(model.WorkRuleSeed) {
			t.Fatal("an item that cannot be read is stuck")
		}
	})
}
