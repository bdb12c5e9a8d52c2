package load_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/vaulttest"
)

func assertRows(t *testing.T, s model.Snapshot, want ...string) {
	t.Helper()
	if got := rows(s); !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func planText(id, status, created string) string {
	return fmt.Sprintf("---\ntask_id: %s\nstatus: %s\ncreated_date: '%s'\n---\n\n## Roadmap\n\n- [ ] a\n", id, status, created)
}

func requestText(planID string) string {
	return "---\nplan_id: " + planID + "\ncreated_date: '2026-03-09T08:00:00Z'\n---\n# Ask\n"
}

func TestLoadEmptyVault(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{})
	s := mustLoad(t, v)
	assertRows(t, s)
	if s.Name != "v" || !s.At.Equal(loadTime) || s.HasPlansFolder || s.ReadOnly != "" {
		t.Errorf("got %+v", s)
	}
}

func TestLoadOrder(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Plans/PLAN-b.md":         planText("b", "Active", "2026-03-01T00:00:00Z"),
		"Plans/PLAN-a.md":         planText("a", "Active", "2026-03-01T00:00:00Z"),
		"Plans/PLAN-c.markdown":   planText("c", "Draft", "2026-03-02T00:00:00Z"),
		"Plans/sub/PLAN-d.MD":     planText("d", "Draft", "soon"),
		"Pending_Approval/b.md":   requestText("b"),
		"Pending_Approval/a.md":   requestText("none"),
		"Pending_Approval/x/c.md": "---\ncreated: 2026-03-08\n---\n",
		"Needs_Action/n.md":       "# N\n",
		"Inbox/old.txt":           "received long ago\n",
		"Inbox/older.md":          "---\nreceived: 2026-03-01\nsubject: Offer\n---\n",
		"Inbox/picture.png":       "",
		"Plans/z.md":              "---\ntask_id: z\nnever closed\n",
		"Plans/y.md":              "---\ntask_id: y\na: b: c\n---\n",
		"notes.md":                "not watched",
		"Done/PLAN-e.md":          planText("e", "Active", "2026-03-05T00:00:00Z"),
	})
	s := mustLoad(t, v)
	assertRows(t, s,
		"plan:Done/PLAN-e.md e",
		"plan:Plans/PLAN-c.markdown c",
		"plan:Plans/PLAN-a.md a",
		"plan:Plans/PLAN-b.md b",
		"plan:Plans/sub/PLAN-d.MD d",
		"request:Pending_Approval/x/c.md",
		"request:Pending_Approval/a.md",
		"request:Pending_Approval/b.md Plans/PLAN-b.md",
		"intake:Inbox/older.md Offer",
		"intake:Inbox/old.txt received long ago",
		"intake:Inbox/picture.png picture.png (not opened, 0 bytes)",
		"intake:Needs_Action/n.md N",
		"problem:Plans/y.md#3: front matter is not valid YAML: a colon inside a value",
		"problem:Plans/z.md#1: front matter is never closed",
	)
	if !s.HasPlansFolder || s.Problems[0].Line != 3 {
		t.Errorf("got %v and problem %+v", s.HasPlansFolder, s.Problems[0])
	}
}

func TestLoadTakesEverySpellingOfAFolder(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"plans/a.md":                     planText("a", "Active", "2026-03-01"),
		"01 - Pending Approval/r.md":     requestText("a"),
		"02_approved/other.md":           "",
		"03.Needs-Action/n.md":           "# N\n",
		"IN_PROGRESS/PLAN-b.md":          "# B\n",
		"Plans of last year/PLAN-c.md":   planText("c", "Active", "2026-03-01"),
		"Pending_Approval_Old/gone.md":   requestText("a"),
		"Documents/Plans/deeper/PLAN.md": planText("d", "Active", "2026-03-01"),
	})
	assertRows(t, mustLoad(t, v),
		"plan:plans/a.md a",
		"plan:IN_PROGRESS/PLAN-b.md PLAN-b",
		"request:01 - Pending Approval/r.md plans/a.md",
		"intake:03.Needs-Action/n.md N",
	)
}

func TestLoadSkipsFurniture(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Plans/README.md":                       "# Plans\n- [ ] x\n",
		"Plans/readme-first.md":                 "",
		"Plans/PLAN-template.md":                planText("t", "Active", "2026-03-01"),
		"Plans/_index.md":                       "",
		"Plans/.PLAN-x.md.tmp":                  "",
		"Plans/.hidden.md":                      planText("h", "Active", "2026-03-01"),
		"Plans/.trash/PLAN-a.md":                planText("a", "Active", "2026-03-01"),
		"Plans/_archive/PLAN-b.md":              planText("b", "Active", "2026-03-01"),
		"Plans/Templates/PLAN-c.md":             planText("c", "Active", "2026-03-01"),
		"Pending_Approval/.gitkeep":             "",
		"Pending_Approval/a.md.note":            "a note of ours",
		"Pending_Approval/Approval_TEMPLATE.md": "",
		"Inbox/README.txt":                      "",
	})
	assertRows(t, mustLoad(t, v),
		"problem:Plans/PLAN-template.md#the agents would resume Plans/PLAN-template.md, because by its name this file is a plan for them, though not for coldstart")
}

func TestLoadGoesSomeFoldersDeepAndSaysWhereItStops(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Pending_Approval/1/2/3/a.md":   requestText("a"),
		"Pending_Approval/1/2/3/4/b.md": requestText("b"),
	})
	assertRows(t, mustLoad(t, v),
		"request:Pending_Approval/1/2/3/a.md",
		"problem:Pending_Approval/1/2/3/4#more than 3 folders deep; it is not searched",
	)
}

func TestLoadLinksRequestsToPlans(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Plans/PLAN-1.md":           planText("2026-001", "Blocked", "2026-03-03"),
		"Plans/PLAN-2.md":           planText("PLAN-2026-002", "Blocked", "2026-03-02"),
		"Plans/PLAN-3.md":           "# no id\n",
		"Plans/twice-a.md":          planText("2026-009", "Draft", "2026-03-01"),
		"Plans/twice-b.md":          planText("PLAN-2026-009", "Draft", "2026-02-28"),
		"Pending_Approval/a.md":     requestText("2026-001"),
		"Pending_Approval/b.md":     requestText("PLAN-2026-001"),
		"Pending_Approval/c.md":     requestText("2026-002"),
		"Pending_Approval/d.md":     requestText("3"),
		"Pending_Approval/e.md":     requestText("2026-00"),
		"Pending_Approval/f.md":     requestText("null"),
		"Pending_Approval/twice.md": requestText("2026-009"),
	})
	s := mustLoad(t, v)
	var got []string
	for _, r := range s.Requests {
		got = append(got, r.Name+" "+r.Plan)
	}
	want := []string{"a.md Plans/PLAN-1.md", "b.md Plans/PLAN-1.md", "c.md Plans/PLAN-2.md", "d.md Plans/PLAN-3.md", "e.md ", "f.md ", "twice.md "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(s.Plans) != 5 || len(s.Problems) != 1 || s.Problems[0].Path != "Pending_Approval/twice.md" ||
		s.Problems[0].Reason != "names plan 2026-009, which 2 files claim to be" {
		t.Errorf("got %d plans and problems %+v", len(s.Plans), s.Problems)
	}
}

func TestLoadMarksNamesThatWereDecidedBefore(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Pending_Approval/approved.md":   requestText("a"),
		"Pending_Approval/rejected.md":   requestText("a"),
		"Pending_Approval/both.md":       requestText("a"),
		"Pending_Approval/new.md":        requestText("a"),
		"Pending_Approval/sub/nested.md": requestText("a"),
		"Approved/approved.md":           "",
		"rejected/rejected.md":           "",
		"Approved/both.md":               "",
		"rejected/both.md":               "",
		"Approved/nested.md":             "",
		"Done/new.md":                    "",
	})
	got := map[string]string{}
	for _, r := range mustLoad(t, v).Requests {
		got[r.Name] = r.Twin
	}
	want := map[string]string{
		"approved.md": "Approved/approved.md", "rejected.md": "rejected/rejected.md",
		"both.md": "Approved/both.md", "new.md": "Done/new.md", "nested.md": "Approved/nested.md",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestLoadReportsFilesOverTheLimit(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Plans/large.md": planText("a", "Active", "2026-03-01") + strings.Repeat("x", source.MaxDocument),
		"Plans/full.md":  strings.Repeat("x", source.MaxDocument),
	})
	s := mustLoad(t, v)
	if len(s.Plans) != 1 || s.Plans[0].Path != "Plans/full.md" {
		t.Errorf("got plans %v", rows(s))
	}
	if len(s.Problems) != 1 || s.Problems[0].Path != "Plans/large.md" ||
		!strings.Contains(s.Problems[0].Reason, "too large") || !strings.Contains(s.Problems[0].Reason, "the limit is 1048576") {
		t.Errorf("got problems %+v", s.Problems)
	}
}

func TestLoadReportsWhatItMayNotRead(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("needs an account that permissions hold for")
	}
	v, dir := openContents(t, contents{
		"Plans/a.md": planText("a", "Active", "2026-03-01"), "Plans/shut/b.md": planText("b", "Active", "2026-03-01"),
	})
	shut := filepath.Join(dir, "Plans", "shut")
	for path, mode := range map[string]os.FileMode{filepath.Join(dir, "Plans", "a.md"): 0, shut: 0} {
		must.Do(t, os.Chmod(path, mode))
	}
	t.Cleanup(func() { os.Chmod(shut, 0o755) })
	assertRows(t, mustLoad(t, v),
		"problem:Plans/a.md#reading Plans/a.md: permission denied",
		"problem:Plans/shut#reading Plans/shut: permission denied",
	)
}

func TestLoadReadOnly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := must.Get(vaulttest.Open(dir, places.Options{StateDir: t.TempDir(), ReadOnly: true}))(t)
	defer v.Close()
	if s := mustLoad(t, v); s.ReadOnly != "asked for with --read-only" {
		t.Errorf("got %q", s.ReadOnly)
	}
}

func TestLoadSaysWhichFolderCannotBeWritten(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("needs an account that permissions hold for")
	}
	v, dir := openContents(t, contents{"Pending_Approval/": "", "Approved/": ""})
	must.Do(t, os.Chmod(filepath.Join(dir, "Approved"), 0o555))
	if s := mustLoad(t, v); s.ReadOnly != "no permission to write to Approved" {
		t.Errorf("got %q", s.ReadOnly)
	}
}

func TestLoadStopsWhenItIsCancelled(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{"Plans/a.md": planText("a", "Active", "2026-03-01")})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := v.Load(ctx, loadTime); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v", err)
	}
}

func TestSeedVaultResumes(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Plans/PLAN-2026-001.md": examples.Plan,
		"Plans/PLAN-2026-002.md": planText("PLAN-2026-002", "Blocked", "2026-03-01T00:00:00Z"),
	})
	r := rule.ResumeOf(mustLoad(t, v))
	if r.Plan == nil || r.Plan.ID != "PLAN-2026-001" || phrase.Reason(r.Because) != "it is the only Active plan of 2 open ones" {
		t.Errorf("got %+v", r)
	}
}
