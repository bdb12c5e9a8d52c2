package load_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
)

func problemAt(s model.Snapshot, name string) string {
	var reasons []string
	for _, p := range s.Problems {
		if p.Path == name {
			reasons = append(reasons, p.Reason)
		}
	}
	return strings.Join(reasons, "\n")
}

func TestAFileInAFoldersPlaceIsNamed(t *testing.T) {
	t.Parallel()
	for name, decides := range map[string]bool{
		"Pending_Approval": true, "Plans": true, "Approved": false, "Rejected": false, "Logs": true,
		"Done": true, "In_Progress": true, "Needs_Action": true, "Inbox": true,
		".claude": true, ".claude/haios": true, ".math": true, ".math/problems": true, "docs": true, "docs/work": true, "docs/work/active": true,
	} {
		t.Run(name, func(t *testing.T) {
			v, _ := openContents(t, contents{name: "x\n", "Company_Handbook.md": "# Rules\n"})
			s := mustLoad(t, v)
			want := "a file where the folder " + name + " should be; nothing that belongs in it is shown"
			if got := problemAt(s, name); !strings.EqualFold(got, want) || len(s.Problems) != 1 {
				t.Errorf("got %q of %+v", got, s.Problems)
			}
			if decides != (s.ReadOnly == "") {
				t.Errorf("read-only: %q", s.ReadOnly)
			}
		})
	}
}

// Ordinary repositories have a file called log or plan.
func TestAFileOfALikeNameMattersInAVaultOnly(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"log", "plan", "done", "inbox"} {
		v, dir := openContents(t, contents{name: "x\n"})
		if s := mustLoad(t, v); len(s.Problems) != 0 {
			t.Errorf("%s in an ordinary folder: %+v", name, s.Problems)
		}
		must.Do(t, os.Mkdir(filepath.Join(dir, "Pending_Approval"), 0o755))
		if s := mustLoad(t, v); problemAt(s, name) == "" {
			t.Errorf("%s in a vault is not named", name)
		}
	}
}

// A link leads elsewhere, so nothing is even written down.
func TestNothingIsDecidedThroughALink(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"elsewhere", "../outside"} {
		v := decidingVault(t, blockedVault().With(files{"elsewhere/a.txt": "x", "../outside/a.txt": "x"}))
		if err := os.Symlink(to, filepath.Join(v.Dir(), "Approved")); err != nil {
			t.Skip(err)
		}
		s := mustLoad(t, v)
		want := "Approved is a link, but decisions need a folder; replace it with one"
		if s.ReadOnly != want {
			t.Errorf("%s: read-only %q", to, s.ReadOnly)
		}
		refusedWith(t, v, wish(t, v, payFile, model.ChoiceApprove, ""), model.ErrReadOnly, want)
		wantFates(t, v, to)
	}
}

func TestAFileThatOnlyResemblesAFolderIsOrdinary(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"plans.md": "x", "Done.txt": "x", "Logs~": "x", ".log": "x", "done.1": "x", "Docs.md": "x",
		// Beside the folder that is read, a file is a file.
		"log": "x", "Logs/2026-03-14.md": "x", "Plans/PLAN-1.md": "---\ntask_id: 1\ncreated_date: '2026-03-01'\n---\n",
	})
	if s := mustLoad(t, v); len(s.Problems) > 0 || s.ReadOnly != "" {
		t.Errorf("got %+v, %q", s.Problems, s.ReadOnly)
	}
	v, _ = openContents(t, contents{"Approved": "x", "approved_/a.md": "x"})
	if s := mustLoad(t, v); !hasProblem(s, "Approved") {
		t.Errorf("agents look into Approved: %+v", s.Problems)
	}
}

func TestAStateFolderThatIsAFile(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	contents{"vault/Plans/PLAN-1.md": "---\ntask_id: 1\ncreated_date: '2026-03-01'\n---\n", "file": "x"}.Write(t, base)
	s := mustLoad(t, openVault(t, base, "file/coldstart"))
	if !strings.HasSuffix(s.ReadOnly, filepath.Join(base, "file")+" is a file and not a folder; set XDG_STATE_HOME to a folder") {
		t.Errorf("got %q", s.ReadOnly)
	}
}

func TestAPlanNamesItsRequest(t *testing.T) {
	t.Parallel()
	plan := "---\nstatus: pending_approval\n---\n## Steps\n- [ ] Write\n- [ ] Send (REQUIRES APPROVAL)\n\nSee /Pending_Approval/pay.md\n"
	for _, tt := range []struct {
		name  string
		files contents
		plan  string
		needs int
	}{
		{"pending", contents{"Plans/a.md": plan, "Pending_Approval/pay.md": "# Pay\n"}, "Plans/a.md", 1},
		{"approved", contents{"Plans/a.md": plan, "Approved/pay.md": "# Pay\n"}, "Plans/a.md", 0},
		{"asked again", contents{"Plans/a.md": plan, "Approved/pay.md": "# Pay\n", "Pending_Approval/pay.md": "# Pay\n"}, "Plans/a.md", 1},
		{"by several plans", contents{"Plans/a.md": plan, "Plans/b.md": plan, "Pending_Approval/pay.md": "# Pay\n"}, "", 3},
		{"the request names another", contents{"Plans/a.md": plan, "Pending_Approval/pay.md": "---\nplan: other\n---\n# Pay\n"}, "", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, _ := openContents(t, tt.files)
			s := mustLoad(t, v)
			for _, r := range append(s.Requests, s.Decided...) {
				if r.Plan != tt.plan {
					t.Errorf("%s belongs to %q, want %q", r.Path, r.Plan, tt.plan)
				}
			}
			if needs := rule.NeedsYou(s); len(needs) != tt.needs {
				t.Errorf("got %+v, want %d rows", needs, tt.needs)
			}
		})
	}
}

func TestWhatNamesAPlan(t *testing.T) {
	t.Parallel()
	plans := contents{
		"Plans/wool.plan.md": "# Plan: Wool\n\n- [ ] Shear\n", "Plans/PLAN_hay.md": "# Plan: Hay\n\n- [ ] Mow\n",
		"Plans/PLAN_tax_20260301.md": "---\nsource_file: tax.pdf\n---\n# Plan: Tax\n\n- [ ] Add\n",
		"Plans/PLAN_tax_20260302.md": "---\nsource_file: tax.pdf\n---\n# Plan: Tax\n\n- [ ] Add\n",
	}
	for said, want := range map[string]string{
		"related_plan: \"[[PLAN_hay]]\"": "Plans/PLAN_hay.md", "plan_ref: \"[[Plans/PLAN_hay|hay]]\"": "Plans/PLAN_hay.md", "for_plan: PLAN_hay": "Plans/PLAN_hay.md",
		"plan_reference: wool.plan": "Plans/wool.plan.md", "related_action: Plans/wool.plan": "Plans/wool.plan.md", "related_request: wool": "Plans/wool.plan.md",
		"plan: PLAN_tax_20260301": "Plans/PLAN_tax_20260301.md", "plan: Plans/PLAN_tax_20260301.md": "Plans/PLAN_tax_20260301.md", "plan: PLAN_oats": "",
	} {
		files := contents{"Pending_Approval/pay.md": "---\naction: pay\n" + said + "\n---\n# Pay\n"}
		maps.Copy(files, plans)
		v, _ := openContents(t, files)
		if r := mustLoad(t, v).Requests[0]; r.Plan != want {
			t.Errorf("%s is %q, want %q", said, r.Plan, want)
		}
	}
}

func TestAnApprovedStepIsTheNextOne(t *testing.T) {
	t.Parallel()
	// The agents' own plan has ticked step 1; step 2 is a human's, step 3 is not.
	v := decidingVault(t, blockedVault())
	before, _ := mustLoad(t, v).Plan(planFile)
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	p, ok := mustLoad(t, v).Plan(planFile)
	g, granted := rule.Granted(p)
	waited := rule.NextPlan(before).Waits
	if !ok || waited == nil || rule.NextPlan(p).Step.Number != waited.Number || !granted || !g.At.Equal(eleven) {
		t.Fatalf("waited for %+v, then %+v, %+v", waited, rule.NextPlan(p), g)
	}
	for _, r := range mustLoad(t, v).Decided {
		if r.Plan != planFile {
			t.Errorf("%s belongs to %q", r.Path, r.Plan)
		}
	}
}

func TestADamagedProofIsNamed(t *testing.T) {
	t.Parallel()
	const dir = ".math/problems/gap/"
	whole := "---\nopen_gaps: 0\n---\n# Proof\n"
	for _, tt := range []struct{ file, text, reason, gaps string }{
		{"PROOF.md", "", "the file is empty", "Open gaps: unknown, the text cannot be read"},
		{"PROOF.md", "\ufeff \n\n", "the file is empty", "Open gaps: unknown, the text cannot be read"},
		{"PROOF.md", "\x80\xfe\x00\n\xff", "text is not UTF-8", "Open gaps: unknown, the text cannot be read"},
		{"PROOF.md", "# Caf\xe9\n## Open Gaps\n### GAP-1: x\n", "text is not UTF-8", "Open gaps: 1"},
		{"PROOF.md", whole, "", "Open gaps: none"},
		{"STATE.md", "", "the file is empty", "Open gaps: none"},
		{"STATE.md", "\x80\xfe\x00", "text is not UTF-8", "Open gaps: none"},
		{"LITERATURE.md", "", "", "Open gaps: none"},
		{"NOTATION.md", "\xff", "text is not UTF-8", "Open gaps: none"},
	} {
		t.Run(tt.file+" "+tt.reason, func(t *testing.T) {
			files := contents{
				".math/config.json": `{"current_problem": "gap", "problems": {"gap": {}}}`,
				dir + "PROBLEM.md":  "# Problem: Gap\n", dir + "PROOF.md": whole, dir + "STATE.md": "---\ncurrent_state: x\n---\n",
			}
			files[dir+tt.file] = tt.text
			v, _ := openContents(t, files)
			s := mustLoad(t, v)
			if got := problemAt(s, dir+tt.file); got != tt.reason {
				t.Errorf("got %q of %+v", got, s.Problems)
			}
			if got := research.ProofLines(s.Research.Problems[0]); !slices.Contains(got, tt.gaps) {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestAnEmptyPlanIsNamed(t *testing.T) {
	t.Parallel()
	const name = "Plans/PLAN-2026-014.md"
	const skipped = "the agents would resume no plan, because they skip this plan: it is empty\nthe file is empty"
	for text, want := range map[string]string{
		"": skipped, " \r\n\t\n": skipped, "---\ntask_id: 2026-014\ncreated_date: '2026-03-01'\n---\n": "",
	} {
		v, _ := openContents(t, contents{name: text})
		s := mustLoad(t, v)
		if got := problemAt(s, name); got != want {
			t.Errorf("%q: got %q", text, got)
		}
		if len(s.Plans) != 1 {
			t.Errorf("%q: it is listed no more", text)
		}
	}
}

// What an editor keeps beside an open file is no request, and asks for more than a y.
func TestARequestThatIsOpenInAnEditorSaysSo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		beside, text string
		open         bool
	}{
		{".#pay.md", "", true}, // a link to nothing, as Emacs makes it
		{".#pay.md", "ida@box.4711:1770000000", true},
		{"#pay.md#", payRequest, true},
		{".pay.md.swp", "b0VIM 9.0", true},
		{".~lock.pay.md#", ",ida,box;", true},
		{"~$pay.md", "\x03ida", true},
		{"pay.md___jb_tmp___", "x", true},
		{".#other.md", "x", false},
		{"4913", "", false},
		{".#pay", "x", false},
	} {
		t.Run(tt.beside, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, blockedVault())
			lock := "Pending_Approval/" + tt.beside
			if at := filepath.Join(v.Dir(), filepath.FromSlash(lock)); tt.text != "" || !tt.open {
				v.Overwrite(t, lock, tt.text)
			} else if err := os.Symlink("ida@box.4711:1770000000", at); err != nil {
				t.Skip(err)
			}
			s := mustLoad(t, v)
			if _, ok := s.Request(lock); ok || len(s.Requests) != 1 {
				t.Errorf("the lock is a request: %q", rows(s))
			}
			r, _ := s.Request(payFile)
			want := model.Doubt{What: "it is open in an editor (" + tt.beside + ")", Weight: model.WeightAsk}
			if slices.Contains(r.Doubts, want) != tt.open {
				t.Errorf("doubts %+v, open %v", r.Doubts, tt.open)
			}
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			d.Typed = ""
			if _, err := v.Decide(t.Context(), d); tt.open != errors.Is(err, model.ErrNotAllowed) {
				t.Errorf("a plain yes: %v", err)
			}
			if tt.open {
				d.Typed = payTarget
				mustDecide(t, v, d)
			}
		})
	}
}

// A request that has the name of a lock is one for the agents, who read every Markdown file.
func TestARequestCalledLikeALockIsShown(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Pending_Approval/.#b.md", "Pending_Approval/~$b.md"} {
		if s := mustLoad(t, decidingVault(t, blockedVault().With(files{name: payRequest}))); len(s.Requests) != 2 {
			t.Errorf("%s is not shown: %q", name, rows(s))
		}
	}
}

// The agents' programs open the link by which Emacs locks a file, and stop there.
func TestALockThatStopsTheAgentsIsAProblem(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{planFile: examples.BlockedPlan, payFile: payRequest, "Approved/a.md": payRequest})
	for name, to := range map[string]string{"Pending_Approval/.#pay.md": "ida@box.1", "Approved/.#a.md": "ida@box.1", "Pending_Approval/.#live.md": "pay.md"} {
		if err := os.Symlink(to, filepath.Join(v.Dir(), filepath.FromSlash(name))); err != nil {
			t.Skip(err)
		}
	}
	var got []string
	for _, p := range rule.AgentTrouble(mustLoad(t, v)) {
		got = append(got, p.Path+": "+p.Reason)
	}
	all := strings.Join(got, "\n")
	for _, want := range []string{
		"Pending_Approval/.#pay.md: the agents' search for blocked plans stops at this file: it is a link to nothing, by which an editor locks pay.md",
		"Approved/.#a.md: the agents' check of approvals stops at this file, so that no approved step can be ticked: it is a link to nothing",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not told: %q", want, got)
		}
	}
	if strings.Contains(all, "live") {
		t.Errorf("a link that leads somewhere stops nothing: %q", got)
	}
}
