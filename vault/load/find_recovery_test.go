package load_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/source/traces"
)

func TestTheFirstEventLogThatExistsCounts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		files files
		want  string
	}{
		{"none", files{"other.jsonl": orphanLog}, ""},
		{"in the vault itself", files{"events.jsonl": orphanLog}, "events.jsonl"},
		{"in the old place", files{".claude/governance-events.jsonl": orphanLog, "events.jsonl": "x"}, ".claude/governance-events.jsonl"},
		{"in the new place", files{eventFile: orphanLog, ".claude/governance-events.jsonl": "x", "events.jsonl": "x"}, eventFile},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustLoad(t, decidingVault(t, tt.files))
			if s.Events.Path != tt.want || len(s.Problems) > 0 {
				t.Errorf("read %q, problems %q", s.Events.Path, reasons(s.Problems))
			}
			if _, ok := s.Events.CurrentSession(); ok != (tt.want != "") {
				t.Errorf("the current session is %v", ok)
			}
		})
	}
}

func TestWorkItemsAreFoundOneFolderDeep(t *testing.T) {
	t.Parallel()
	const text = "---\nid: a\n---\n"
	s := mustLoad(t, decidingVault(t, files{
		"docs/work/active/b/WORK.md": text, "docs/work/active/a/WORK.md": text, "docs/work/blocked/c/WORK.md": text,
		"docs/work/active/empty/": "", "docs/work/active/WORK.md": text, "docs/work/active/a/deep/WORK.md": text,
		"docs/work/done/d/WORK.md": text, "docs/work/active/e/work.txt": text,
	}))
	var got []string
	for _, w := range s.Work {
		got = append(got, w.Path)
	}
	want := []string{"docs/work/active/a/WORK.md", "docs/work/active/b/WORK.md", "docs/work/blocked/c/WORK.md"}
	if !slices.Equal(got, want) || len(s.Problems) > 0 {
		t.Errorf("got %q, problems %q", got, reasons(s.Problems))
	}
}

func TestTracesAreFoundAnywhere(t *testing.T) {
	t.Parallel()
	text := seedTrace("in-progress", "in-progress")
	s := mustLoad(t, decidingVault(t, files{
		"trace.md": text, "runs/a/b/c/d/e/trace.md": text, "Plans/x/trace.md": text, "runs/traces.md": text, "runs/TRACE.md": text,
		".git/trace.md": text, "app/node_modules/x/trace.md": text, "runs/.old/trace.md": text,
	}))
	var got []string
	for _, trace := range s.Traces {
		got = append(got, trace.Path)
	}
	if want := []string{"Plans/x/trace.md", "runs/a/b/c/d/e/trace.md", "trace.md"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTracesThatNeedAHumanComeFirst(t *testing.T) {
	t.Parallel()
	at := func(day, text string) string {
		return strings.Replace(text, "**Status", "**Started:** "+day+"\n**Status", 1)
	}
	s := mustLoad(t, decidingVault(t, files{
		"a/trace.md": at("2026-03-01", seedTrace("completed", "completed")), "b/trace.md": at("2026-03-02", seedTrace("completed", "completed")),
		"c/trace.md": at("2026-02-01", seedTrace("failed", "failed")), "d/trace.md": at("2026-02-01", seedTrace("in-progress", "in-progress")),
	}))
	var got []string
	for _, trace := range s.Traces {
		got = append(got, trace.Path[:1])
	}
	if strings.Join(got, "") != "cdba" {
		t.Errorf("got %q", got)
	}
}

func TestRecoveryLinksAreNamedAndNotFollowed(t *testing.T) {
	t.Parallel()
	const notFollowed = "0: a link; it is not followed, so what lies behind it is not shown"
	for _, tt := range []struct {
		name string
		// link leads to target, relative to the link's folder.
		link, target string
		want         string
	}{
		{"the folder of the event log", ".claude", "elsewhere/claude", notFollowed},
		{"the event log", "events.jsonl", "elsewhere/claude/haios/governance-events.jsonl", "0: reading events.jsonl: not a regular file: a link"},
		{"the folder of all work", "docs", "elsewhere/docs", notFollowed},
		{"the folder of active work", "docs/work/active", "../../elsewhere/docs/work/active", notFollowed},
		{"a work item", "docs/work/active/a", "../../../elsewhere/docs/work/active/a", notFollowed},
		{"a work item outside", "docs/work/active/a", "../../../../outside", notFollowed},
		{"a WORK.md", "docs/work/active/a/WORK.md", "../../../../elsewhere/docs/work/active/a/WORK.md", "0: reading docs/work/active/a/WORK.md: not a regular file: a link"},
		{"a trace", "runs/trace.md", "../elsewhere/runs/real.md", "0: a link with a file's name; it is not opened"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{
				"elsewhere/claude/haios/governance-events.jsonl": orphanLog, "elsewhere/docs/work/active/a/WORK.md": "---\nid: a\n---\n",
				"elsewhere/runs/real.md": seedTrace("failed", "failed"), "../outside/WORK.md": "---\nid: a\n---\n",
			})
			link := filepath.Join(v.Dir(), filepath.FromSlash(tt.link))
			must.Do(t, os.MkdirAll(filepath.Dir(link), 0o755))
			if err := os.Symlink(filepath.FromSlash(tt.target), link); err != nil {
				t.Skipf("this system makes no links: %v", err)
			}
			s := mustLoad(t, v)
			if got := reasons(s.Problems); len(got) != 1 || got[0] != tt.want || s.Problems[0].Path != tt.link {
				t.Errorf("problems %q of %+v, want %q", got, s.Problems, tt.want)
			}
			if len(s.Events.Sessions)+len(s.Work)+len(s.Traces) > 0 {
				t.Errorf("got %+v", s)
			}
		})
	}
}

func TestRecoveryFoldersThatCannotBeReadAreNamedOnce(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("needs an account that permissions hold for")
	}
	v := decidingVault(t, files{"docs/work/active/a/WORK.md": "---\nid: a\n---\n", "runs/x/trace.md": seedTrace("failed", "failed")})
	for _, name := range []string{"docs/work/active/a", "runs/x"} {
		full := filepath.Join(v.Dir(), name)
		must.Do(t, os.Chmod(full, 0))
		t.Cleanup(func() { os.Chmod(full, 0o755) })
	}
	var got []string
	for _, p := range mustLoad(t, v).Problems {
		got = append(got, p.Path+": "+p.Reason)
	}
	want := []string{
		"docs/work/active/a: reading docs/work/active/a: permission denied", "runs/x: reading runs/x: permission denied",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTracesOverTheLimitAreNamed(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{tracePath: ""})
	must.Do(t, os.Truncate(filepath.Join(v.Dir(), tracePath), traces.MaxSize+1))
	s := mustLoad(t, v)
	if len(s.Problems) != 1 || !strings.Contains(s.Problems[0].Reason, "the limit is 33554432") {
		t.Errorf("problems %q", reasons(s.Problems))
	}
	d := model.Decision{Ref: model.Ref{Kind: model.KindTrace, Path: tracePath}, Choice: model.ChoiceRetry, Seen: model.FingerprintOf(nil), At: eleven}
	refusedWith(t, v, d, model.ErrNotAllowed, "too large")
}
