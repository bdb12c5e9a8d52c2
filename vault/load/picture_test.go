package load_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault"
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

func TestWhatIsLeftOutIsNamed(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{
		"Pending_Approval/README.txt": "x", "Pending_Approval/README.md": "x", "Pending_Approval/Approval_Template.md": "x", "Pending_Approval/.pay.md": "x",
		"Pending_Approval/.gitkeep": "", "Pending_Approval/_old/pay.md": "x", "Needs_Action/deep/_x.md": "x",
		"Plans/.obsidian/x.md": "x", "Plans/readme.txt": "x", "Done/README.md": "x", "Inbox/a.md": "# A\n",
	})
	tooLargeToOpen(t, dir, "Pending_Approval/README.txt")
	s := mustLoad(t, v)
	var got []string
	for _, o := range s.Others {
		got = append(got, o.Path+": "+o.Kind+", "+o.Why)
	}
	want := []string{
		"Needs_Action/deep/_x.md: ignored, its name begins with an underscore; it was not opened",
		"Pending_Approval/.pay.md: ignored, a hidden file; it is not a request",
		"Pending_Approval/Approval_Template.md: ignored, a template; it is not a request",
		"Pending_Approval/README.md: ignored, the folder's readme; it is not a request",
		"Pending_Approval/README.txt: ignored, the folder's readme; it was not opened",
		"Pending_Approval/_old: folder, its name begins with an underscore; it was not opened",
		"Plans/readme.txt: document, the folder's readme; it was not opened",
	}
	if !slices.Equal(got, want) || len(s.Problems) > 0 || len(s.Requests) > 0 {
		t.Errorf("got %q and %q", got, rows(s))
	}
}

func TestATextThatAsksForAnApprovalIsADoubt(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Plans/LINKEDIN_POST_1.md": "---\ntype: social_post\napproval_required: true\n---\nWe open at nine.\n",
		"Plans/LINKEDIN_POST_2.md": "---\ntype: social_post\napproval_required: false\n---\nWe open at nine.\n",
	})
	s := mustLoad(t, v)
	if n := model.Asking(s.Others); len(s.Others) != 2 || n != 1 || !s.Others[0].Asks {
		t.Errorf("got %+v", s.Others)
	}
	if why := phrase.OtherWhy(s.Others[0]); why != "a post without steps; but it asks for an approval" {
		t.Error(why)
	}
}

// TestEveryFileAmongTheRequestsIsAskedAbout holds that no name keeps away what agents wait for.
func TestEveryFileAmongTheRequestsIsAskedAbout(t *testing.T) {
	t.Parallel()
	own := requestText("PLAN-1")
	files := contents{
		"Pending_Approval/pay_template_invoice.md": "Pay the invoice", "Pending_Approval/readme-update-for-client.md": "Send it",
		"Pending_Approval/TEMPLATE_pay.md": "Pay", "Pending_Approval/_urgent.md": "Pay", "Pending_Approval/new_Vorlage.txt": "x",
		// Agents wait for these, whatever they are called: they name their plan.
		"Pending_Approval/README.md": own, "Pending_Approval/template.md": own, "Pending_Approval/.pay.md": own, "Pending_Approval/_pay.md": own,
		// A readme with a status is no readme.
		"Pending_Approval/LIESMICH.md": "---\nstatus: pending\n---\nPay\n",
	}
	v, dir := openContents(t, files)
	s := mustLoad(t, v)
	for name := range files {
		r, ok := s.Request(name)
		if !ok {
			t.Errorf("%s is no request", name)
			continue
		}
		d := model.Decision{Ref: r.Ref(), Choice: model.ChoiceReject, Note: "no", At: s.At, Seen: r.Seen}
		if _, err := v.Decide(t.Context(), d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "Rejected", filepath.Base(name))); err != nil {
			t.Error(err)
		}
	}
	if len(s.Requests) != len(files) {
		t.Errorf("got %q", rows(s))
	}
	if s = mustLoad(t, v); len(s.Requests) > 0 || len(s.Decided) != len(files) {
		t.Errorf("%d of %d are among the decided ones: %q", len(s.Decided), len(files), rows(s))
	}
}

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

// An agent whose hook is called in every repository must leave nothing in one that never chose
// coldstart, whatever its folders are called.
func TestNothingIsWrittenForAgentsWhereNobodyMadeAVault(t *testing.T) {
	t.Parallel()
	dir := examples.Folders(t, "logs/build.log", "src/main.c", "trace.txt")
	found := vault.Options{StateDir: t.TempDir(), UpTo: "~/shop"}
	v := must.Get(vaulttest.Open(dir, found))(t)
	t.Cleanup(func() { v.Close() })
	s := mustLoad(t, v)
	if !s.Strange || len(s.Problems) > 0 || s.Search.UpTo != "~/shop" {
		t.Errorf("strange %v, problems %v, up to %s", s.Strange, s.Problems, s.Search.UpTo)
	}
	_, startErr := v.StartSession(t.Context(), "", "Spindle", "", loadTime)
	_, endErr := v.EndSession(t.Context(), "1", "Spindle", model.Handoff{}, loadTime)
	_, draftErr := v.DraftRequest(t.Context(), model.RequestDraft{Step: 1, Action: "email", Target: "a@b.example", Rationale: "They wait.", Details: "Hello."}, loadTime)
	for what, err := range map[string]error{"start": startErr, "end": endErr, "draft": draftErr} {
		if !errors.Is(err, model.ErrNoVault) {
			t.Errorf("%s: %v", what, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("%d entries, %v", len(entries), err)
	}

	// A vault that is made while it is open is one.
	must.Do(t, os.Mkdir(filepath.Join(dir, "Plans"), 0o755))
	if _, err := v.StartSession(t.Context(), "", "Spindle", "", loadTime); err != nil {
		t.Error(err)
	}
	if s := mustLoad(t, v); s.Strange || len(s.Events.Sessions) != 1 {
		t.Errorf("strange %v, %d sessions", s.Strange, len(s.Events.Sessions))
	}
}

// In a folder that was found only what lies near its root is looked for; one that is named is
// read whole.
func TestTracesDeepInAFoundFolderAreNotLookedFor(t *testing.T) {
	t.Parallel()
	dir := examples.Folders(t, "a/b/trace.md", "a/b/c/trace.md", "vendor/trace.md")
	for _, name := range []string{"a/b/trace.md", "a/b/c/trace.md", "vendor/trace.md"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("# Trace\n\n## Step 1: sow\n\n**Status:** completed\n"), 0o644))
	}
	for upTo, want := range map[string]int{"": 3, "~/shop": 1} {
		v := must.Get(vaulttest.Open(dir, vault.Options{UpTo: upTo}))(t)
		t.Cleanup(func() { v.Close() })
		s := mustLoad(t, v)
		if n := len(s.Traces) + len(s.Problems); n != want {
			t.Errorf("up to %q: %d traces, want %d", upTo, n, want)
		}
	}
}

// Around a repository lie others, which are nobody's business there.
func TestNothingIsReadInTheOtherRepositoriesOfAVaultAround(t *testing.T) {
	t.Parallel()
	dir := examples.Folders(t, "Plans/", "Logs/", "mine/trace.md", "other/.git/", "other/trace.md", "other/deep/trace.md", "tree/.git", "tree/trace.md", "Inbox/.git/", "Inbox/x.md")
	for around, want := range map[bool]int{false: 5, true: 1} {
		v := must.Get(vaulttest.Open(dir, vault.Options{UpTo: "~/code/mine", Repository: true, Around: around}))(t)
		// An empty trace is a problem.
		if s := mustLoad(t, v); len(s.Problems)+len(s.Intake) != want {
			t.Errorf("around %v: problems %+v, intake %+v", around, s.Problems, s.Intake)
		}
		v.Close()
	}
}
