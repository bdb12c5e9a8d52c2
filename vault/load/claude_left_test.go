package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// kiosk is a repository, and a home with one session of Claude Code in it, and some files beside that.
func kiosk(t *testing.T, files map[string]string) *Loader {
	t.Helper()
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	repo := filepath.Join(dir, "kiosk")
	slug := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, repo)
	line := `{"type":"KIND","uuid":"ID","timestamp":"2026-03-12T13:00:00Z","cwd":"REPO","sessionId":"s1","message":{"content":TEXT,"stop_reason":"end_turn"}}` + "\n"
	put := strings.NewReplacer
	session := put("KIND", "user", "ID", "u1", "REPO", repo, "TEXT", `"print the receipts"`).Replace(line) +
		`{"type":"attachment","uuid":"u2","attachment":{"type":"plan_mode","planFilePath":"` + dir + `/home/.claude/plans/calm-red-fox.md"}}` + "\n" +
		put("KIND", "assistant", "ID", "u3", "REPO", repo, "TEXT", `[{"type":"text","text":"Done."}]`).Replace(line)
	all := map[string]string{"kiosk/.git/HEAD": "ref: refs/heads/main\n", "home/.claude/projects/" + slug + "/s1.jsonl": session}
	for name, text := range files {
		all["home/.claude/"+strings.ReplaceAll(name, "SLUG", slug)] = text
	}
	for name, text := range all {
		file := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must.Do(t, os.WriteFile(file, []byte(text), 0o644))
	}
	root := must.Get(os.OpenRoot(repo))(t)
	none := func(string) string { return "" }
	v := places.New(root, repo, places.Options{Zone: time.UTC, Stores: StoreFolders(none, filepath.Join(dir, "home"))})
	t.Cleanup(func() { _ = v.Close() })
	return New(v, state.Of(v), ledger.Open(v), func(*model.Snapshot) {})
}

// TestThePlanFileOfTheNewestSessionIsAPlan reads plan files with boxes, with numbers, and with the
// tasks of their session.
func TestThePlanFileOfTheNewestSessionIsAPlan(t *testing.T) {
	t.Parallel()
	const plan = "plans/calm-red-fox.md"
	for _, c := range []struct {
		name  string
		files map[string]string
		steps string
	}{
		{"boxes", map[string]string{plan: "# Receipts\n\n- [x] Print them\n- [ ] Count them\n"}, "x Print them|  Count them"},
		{"numbers", map[string]string{plan: "# Receipts\n\n1. Print them\n2. Count them\n"}, "  Print them|  Count them"},
		{"words", map[string]string{plan: "# Receipts\n\nPrint them.\n"}, ""},
		{"tasks", map[string]string{
			plan:              "# Receipts\n\nPrint them.\n",
			"tasks/s1/1.json": `{"id":"1","subject":"Print them","status":"completed"}`, "tasks/s1/2.json": `{"id":"2","subject":"Count them","status":"in_progress"}`,
			"tasks/s1/3.json": `{"id":"3","subj`, "tasks/s1/10.json": `{"id":"10","subject":"Pack them","status":"pending"}`,
		}, "x Print them|- Count them|  Pack them"},
		{"done", map[string]string{plan: "# Receipts\n\n- [x] Print them\n"}, "no plan"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := kiosk(t, c.files)
			s := must.Get(l.Screen(t.Context(), time.Date(2026, 3, 14, 8, 5, 0, 0, time.UTC), Want{}, false))(t)
			if c.steps == "no plan" {
				if len(s.Plans) > 0 {
					t.Errorf("a plan: %+v", s.Plans[0])
				}
				return
			}
			if len(s.Plans) != 1 {
				t.Fatalf("%d plans, problems %v", len(s.Plans), s.Problems)
			}
			p := s.Plans[0]
			var steps []string
			for _, step := range p.Steps {
				steps = append(steps, string(step.Mark)+" "+step.Text)
			}
			if p.Status != (model.Status{State: model.StateDraft, Word: "waits for your yes"}) {
				t.Errorf("a plan that nobody accepted is %+v", p.Status)
			}
			if got := strings.Join(steps, "|"); got != c.steps || p.Objective != "Receipts" || p.Path != "~/.claude/"+plan || p.Reading.Tool != "Claude Code" || !strings.Contains(p.Reading.Command, "claude --resume s1") {
				t.Errorf("steps %q, want %q; %+v", got, c.steps, p)
			}
			doc, err := l.Read(t.Context(), p.Ref())
			if err != nil || string(doc.Bytes) != c.files[plan] || doc.Seen != p.Seen {
				t.Errorf("its text is %q, error %v", doc.Bytes, err)
			}
			other := model.Ref{Kind: model.KindPlan, Path: "~/.claude/plans/other.md"}
			if doc, err := l.Read(t.Context(), other); err == nil {
				t.Errorf("a plan of another repository is %q", doc.Bytes)
			}
		})
	}
}

// TestWhatClaudeCodeRemembersIsListed reads the files of its memory, but for the index, and no other
// repository's.
func TestWhatClaudeCodeRemembersIsListed(t *testing.T) {
	t.Parallel()
	const in = "projects/SLUG/memory/"
	l := kiosk(t, map[string]string{
		in + "MEMORY.md":                      "- [Paper](paper.md)\n",
		in + "paper.md":                       "---\nname: paper\ndescription: The rolls are 58 mm wide\ntype: reference\nmodified: 2026-03-11T10:00:00Z\n---\nMeasured.\n",
		in + "ask.md":                         "---\ndescription: Ask before printing\ntype: feedback\n---\n",
		in + "plain.md":                       "# Plain words\n",
		"projects/-srv-other/memory/other.md": "# Of another repository\n",
	})
	s := must.Get(l.Screen(t.Context(), time.Date(2026, 3, 14, 8, 5, 0, 0, time.UTC), Want{}, false))(t)
	var got []string
	for _, k := range s.Memory.Kept {
		got = append(got, k.Content+" "+strings.Join(k.Tags, ""))
		doc, err := l.Read(t.Context(), k.Ref())
		if err != nil || len(doc.Bytes) == 0 || k.Tool != "Claude Code" {
			t.Errorf("%+v: %q, error %v", k, doc.Bytes, err)
		}
	}
	if want := "Ask before printing feedback|The rolls are 58 mm wide reference|Plain words "; strings.Join(got, "|") != want {
		t.Errorf("kept %q, want %q", strings.Join(got, "|"), want)
	}
	other := model.Ref{Kind: model.KindLearning, Path: "~/.claude/projects/-srv-other/memory/other.md", Item: "other"}
	if doc, err := l.Read(t.Context(), other); err == nil {
		t.Errorf("of another repository: %q", doc.Bytes)
	}
}
