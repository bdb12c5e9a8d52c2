package load_test

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
)

// oddNames are names of files as people and programs leave them in any folder.
var oddNames = []string{
	"note", "call the vole", "a.md", "A.MD", "a.markdown", "a.mdx", "a.txt", "a.text", "a.rst", "a.org", "a.json", "a.jsonl", "a.yaml", "a.toml", "a.xml",
	"a.csv", "a.xlsx", "a.eml", "a.msg", "a.ics", "a.pdf", "a.docx", "a.png", "a.jpg", "a.zip", "a.html", "a.log", "a.note", "a.tmp", "a.bak", "a.md.bak",
	"a.txt.md", "a.md~", "a .md", "v1.2", "Call Dr. Vole", "ends.", "#a#", "~$a.docx", "plan-a", "plan-b.txt", "x.plan", "📥.md", "README.md", "template.md",
	"_mine.md", ".pay.md",
}

// namedIn reports whether something of the snapshot names a file.
func namedIn(s model.Snapshot, name string) bool {
	return slices.ContainsFunc(s.Plans, func(p model.Plan) bool { return p.Path == name }) ||
		slices.ContainsFunc(s.Requests, func(r model.Request) bool { return r.Path == name }) ||
		slices.ContainsFunc(s.Decided, func(r model.Request) bool { return r.Path == name }) ||
		slices.ContainsFunc(s.Intake, func(i model.Intake) bool { return i.Path == name }) ||
		slices.ContainsFunc(s.Others, func(o model.Other) bool { return o.Path == name }) ||
		slices.ContainsFunc(s.Problems, func(p model.Problem) bool { return p.Path == name })
}

// TestNothingIsLeftOutInSilence puts a file of each name in each folder of the life cycle: it is
// listed or counted, or its name says that it is no file of anybody's.
func TestNothingIsLeftOutInSilence(t *testing.T) {
	t.Parallel()
	folders := []string{"Plans", "Pending_Approval", "Approved", "Rejected", "Needs_Action", "Inbox", "In_Progress", "In_Progress/vole", "Done", "Done/2026", "Logs", "Outbox", "Tasks"}
	files := contents{}
	for _, dir := range folders {
		for _, name := range oddNames {
			files[dir+"/"+name] = "Feed the voles\n"
		}
		files[dir+"/empty.md"], files[dir+"/binary"] = "", "\x00\x01\x02"
		files[dir+"/deep/er/a.csv"] = "x"
	}
	v, _ := openContents(t, files)
	s := mustLoad(t, v)
	missing := map[string]int{}
	for name := range files {
		switch dir := path.Dir(name); {
		case namedIn(s, name):
		case strings.HasSuffix(name, ".note") && (dir == "Pending_Approval" || dir == "Approved" || dir == "Rejected"):
			// It stands beside a request.
		default:
			missing[dir]++
		}
	}
	for _, u := range s.Unlisted {
		for dir := range missing {
			if dir == u.Folder || strings.HasPrefix(dir, u.Folder+"/") && u.Folder != "In_Progress" {
				u.Files, missing[dir] = u.Files-missing[dir], 0
			}
		}
		if u.Files != 0 && u.Folder != "Logs" {
			t.Errorf("%s counts %d too many: %s", u.Folder, u.Files, u.Why)
		}
	}
	for dir, n := range missing {
		if n > 0 {
			t.Errorf("%s hides %d files", dir, n)
		}
	}
	for _, name := range []string{"Inbox/a.pdf", "Inbox/binary", "Needs_Action/note", "Needs_Action/Call Dr. Vole", "Inbox/a.eml"} {
		if !slices.ContainsFunc(s.Intake, func(i model.Intake) bool { return i.Path == name }) {
			t.Errorf("%s does not wait for triage", name)
		}
	}
}

func TestWhatIsNoTextIsNeverOpenedInTriage(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{
		"Inbox/scan.pdf": strings.Repeat("x", 48), "Needs_Action/note": "\n# Feed the voles\n", "Needs_Action/b.json": `{"subject": "Oats", "received": "2026-02-21T08:00:00Z"}`,
	})
	must.Do(t, os.Chmod(filepath.Join(dir, "Inbox", "scan.pdf"), 0))
	got := map[string]string{}
	for _, i := range mustLoad(t, v).Intake {
		got[i.Path] = i.Title
	}
	for name, want := range map[string]string{"Inbox/scan.pdf": "scan.pdf (not opened, 48 bytes)", "Needs_Action/note": "Feed the voles", "Needs_Action/b.json": "Oats"} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
}

func TestFoldersAsPeopleNameThem(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"📥 Inbox/a.md": "# A\n", "Need_Action/b.md": "# B\n", "Approvals/Pending/c.md": "# C\n", "Approvals/Approved/d.md": "# D\n",
		"Silver_Plans/PLAN_e.md": "# E\n\n- [ ] Go\n", "01-Archives/plan_f.md": "# F\n\n- [ ] Go\n", "Tasks/plan_g.md": "# Plan: G\n\n## Steps\n- Go\n", "Tasks/h.md": "# H\n",
		"70-LOGS/ids.json": `["18", "19"]`, "Errors/i.md": "# I\n",
		"Approvals/about.md": "# J\n",
	})
	s := mustLoad(t, v)
	if len(s.Intake) != 2 || len(s.Requests) != 1 || len(s.Decided) != 1 || len(s.Plans) != 3 || len(s.Problems) > 0 {
		t.Errorf("got %q", rows(s))
	}
	if p, ok := s.Plan("01-Archives/plan_f.md"); !ok || p.Status.State != model.StateDone {
		t.Errorf("a plan in the archive: %+v", p.Status)
	}
	var counted []string
	for _, u := range s.Unlisted {
		counted = append(counted, u.Folder)
	}
	if want := []string{"Tasks", "Approvals", "Errors"}; !slices.Equal(counted, want) {
		t.Errorf("counts %q, want %q", counted, want)
	}
	d := model.Decision{Ref: s.Requests[0].Ref(), Choice: model.ChoiceApprove, At: s.At, Seen: s.Requests[0].Seen}
	must.Get(v.Decide(t.Context(), d))(t)
	if s = mustLoad(t, v); len(s.Requests) != 0 || len(s.Decided) != 2 || s.Decided[0].Path != "Approvals/Approved/c.md" && s.Decided[1].Path != "Approvals/Approved/c.md" {
		t.Errorf("after a yes: %q", rows(s))
	}
}
