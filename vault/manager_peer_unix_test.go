//go:build unix

package vault_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/vaulttest"
)

// linked are the contents of a vault, with the links in it: "/" at the front of a target stands for the
// vault's own absolute path.
type linked struct {
	contents
	links map[string]string
}

func (l linked) open(t *testing.T) (*vaulttest.Vault, string) {
	t.Helper()
	v, dir := openContents(t, l.contents)
	for name, to := range l.links {
		if strings.HasPrefix(to, "/") {
			to = dir + to
		}
		name = filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must.Do(t, os.Symlink(to, name))
	}
	return v, dir
}

// askPeer runs lines of Python with the agents' own programs for each vault, and returns what they
// print of it: a word.
func askPeer(t *testing.T, lines string, dirs ...string) []string {
	t.Helper()
	peers := os.Getenv("COLDSTART_PEERS")
	if peers == "" {
		t.Skip("COLDSTART_PEERS names no folder with the agents' own programs")
	}
	cmd := exec.CommandContext(t.Context(), "python3", "-c", `
import logging, pathlib, sys
from agents.skills.managing_obsidian_vault.approval_manager import ApprovalManager
from agents.skills.managing_obsidian_vault.plan_manager import PlanManager
logging.disable(logging.CRITICAL)
for line in sys.stdin:
    vault = pathlib.Path(line.rstrip("\n"))
    plans, approvals = PlanManager(vault), ApprovalManager(vault)
`+lines)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+peers, "PYTHONDONTWRITEBYTECODE=1")
	cmd.Stdin = strings.NewReader(strings.Join(dirs, "\n"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("the agents' own programs do not run: %v: %s", err, stderr.String())
	}
	return strings.Fields(string(out))
}

// askResumed prints the id of the plan that they resume, "none", or "stops".
const askResumed = `
    try:
        plan = plans.find_active_plan()
        print(plan.metadata.task_id if plan else "none")
    except Exception:
        print("stops")
`

// managedPlan is a plan whose id is its path, by which it is known again.
func managedPlan(path, status, created string) string {
	return strings.Replace(agentPlan(status, created), "'1'", "'"+path+"'", 1)
}

const (
	earlyPlan = "'2026-02-01T08:00:00Z'"
	latePlan  = "'2026-02-09T08:00:00Z'"
)

func TestALinkAmongThePlansSilencesNothing(t *testing.T) {
	t.Parallel()
	a := managedPlan("Plans/PLAN-a.md", "Draft", earlyPlan)
	x := managedPlan("notes/x.md", "Active", latePlan)
	other := managedPlan("Plans/a.md", "Active", latePlan)
	outside := managedPlan("../x.md", "Active", latePlan)
	const follows = "Plans/PLAN-a.md: the agents would resume Plans/PLAN-x.md, a link to notes/x.md, because they follow the link, and coldstart reads no plan through one"
	elsewhere := "Plans/a.md: the agents would resume Plans/PLAN-a.md, because they look only for plans called PLAN-….md"
	open := func(why string) string {
		return "Plans/PLAN-x.md: the agents may resume this file instead of Plans/PLAN-a.md, or stop at it: " + why
	}
	for _, tt := range []struct {
		name  string
		files contents
		to    string
		// peer is their answer.
		peer string
		want []string
	}{
		{"into the vault", contents{"Plans/PLAN-a.md": a, "notes/x.md": x}, "../notes/x.md", "notes/x.md", []string{follows}},
		{"by an absolute path", contents{"Plans/PLAN-a.md": a, "notes/x.md": x}, "/notes/x.md", "notes/x.md", []string{follows}},
		{"to an older plan", contents{"Plans/PLAN-a.md": a, "notes/x.md": strings.Replace(x, "Active", "Done", 1)}, "../notes/x.md", "Plans/PLAN-a.md", nil},
		{"to the plan itself", contents{"Plans/PLAN-a.md": a}, "PLAN-a.md", "Plans/PLAN-a.md", nil},
		{"to a plan under way", contents{"Plans/PLAN-a.md": a, "In_Progress/PLAN-b.md": managedPlan("In_Progress/PLAN-b.md", "Active", latePlan)}, "../In_Progress/PLAN-b.md", "In_Progress/PLAN-b.md", nil},
		{"nowhere", contents{"Plans/PLAN-a.md": a, "Plans/a.md": other}, "nowhere.md", "Plans/PLAN-a.md", []string{elsewhere}},
		{"through a file", contents{"Plans/PLAN-a.md": a, "Plans/a.md": other}, "a.md/x", "Plans/PLAN-a.md", []string{elsewhere}},
		{"to itself", contents{"Plans/PLAN-a.md": a, "Plans/a.md": other}, "PLAN-x.md", "Plans/PLAN-a.md", []string{elsewhere}},
		{"to a folder", contents{"Plans/PLAN-a.md": a, "Plans/a.md": other}, "..", "stops", []string{"Plans/PLAN-x.md: the agents' plan manager stops at this file: it is a link to a folder"}},
		{"to what is no plan", contents{"Plans/PLAN-a.md": a, "Plans/a.md": other, "notes/x.md": "Hello\n"}, "../notes/x.md", "Plans/PLAN-a.md", []string{elsewhere}},
		{
			"out of the vault", contents{"Plans/PLAN-a.md": a, "Plans/a.md": other, "../x.md": outside}, "../../x.md", "../x.md",
			[]string{open("it is a link to ../../x.md, which they follow and coldstart does not"), elsewhere},
		},
		{
			"on a way with another link", contents{"Plans/PLAN-a.md": a, "notes/x.md": x}, "../notes/../notes/x.md", "notes/x.md",
			[]string{open("it is a link to ../notes/../notes/x.md, which they follow and coldstart does not")},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, dir := linked{tt.files, map[string]string{"Plans/PLAN-x.md": tt.to}}.open(t)
			got := troubles(mustLoad(t, v))
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if peer := askPeer(t, askResumed, dir); !slices.Equal(peer, []string{tt.peer}) {
				t.Errorf("the agents' own program answers %q", peer)
			}
		})
	}
}

func TestAPipeAmongThePlansIsNotOpened(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{"Plans/PLAN-a.md": agentPlan("Active", earlyPlan)})
	if err := syscall.Mkfifo(filepath.Join(dir, "Plans", "PLAN-x.md"), 0o600); err != nil {
		t.Skip(err)
	}
	want := []string{"Plans/PLAN-x.md: the agents' plan manager stops at this file: it is a pipe, on which they wait without end"}
	if got := troubles(mustLoad(t, v)); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestTheAgentsResumeWhatIsSaid compares what is said in random vaults, with links, ties and odd names,
// with the answers of the agents' own program.
func TestTheAgentsResumeWhatIsSaid(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(30, 7))
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	var loaded []model.Snapshot
	var dirs []string
	for range 300 {
		l := linked{contents{"Plans/": ""}, map[string]string{}}
		for i := range 1 + r.IntN(7) {
			name := fmt.Sprintf(pick("Plans/PLAN-%d.md", "Plans/PLAN-%d.md", "Plans/PLAN-%d.md", "Plans/PLAN-%d.md", "Plans/PLAN-%d.md", "Plans/PLAN-%d.md", "Plans/plan-%d.md", "Plans/sub/PLAN-%d.md", "Plans/PLAN-%d.MD", "notes/%d.md", "In_Progress/PLAN-%d.md", "../%d.md"), i)
			status := pick("Active", "Active", "Active", "Active", "Active", "Blocked", "Draft", "Draft", "Done", "active", "'Active '", "null", "Active\nsource_link: \"\\ud83d\"")
			created := pick(earlyPlan, latePlan, latePlan, latePlan, latePlan, "2026-W08", "'2026-02-03T08:00:00+01:00'", "'20260203T080000Z'")
			if r.IntN(20) == 0 {
				created = pick("2026-02-04", "null", "soon")
			}
			l.contents[name] = pick("", "", "", "", "", "", "", "\n", "\ufeff", "x\n") + managedPlan(name, status, created)
			if r.IntN(4) == 0 {
				link := fmt.Sprintf("Plans/PLAN-l%d.md", i)
				l.links[link] = pick("../"+name, "../"+name, "../"+name, "/"+name, "nowhere.md", "PLAN-l0.md", "PLAN-l1.md", "PLAN-0.md/x", "../notes/../"+name)
				if r.IntN(30) == 0 {
					l.links[link] = "../notes"
				}
			}
		}
		v, dir := l.open(t)
		loaded, dirs = append(loaded, mustLoad(t, v)), append(dirs, dir)
	}
	answers := map[string]int{}
	for i, peer := range askPeer(t, askResumed, dirs...) {
		s := loaded[i]
		theirs, ok := rule.ManagerChoice(s)
		open := slices.ContainsFunc(s.Managed, func(p model.ManagedPlan) bool { return p.Unknown })
		said := troubles(s)
		mentions := func(words string) bool { return strings.Contains(strings.Join(said, "\n"), words) }
		ours := rule.ResumeOf(model.Snapshot{Plans: s.Plans}).Plan
		sort := "chosen"
		switch {
		case !ok:
			sort = "stops"
			if peer != "stops" || !mentions("the agents' plan manager stops at this file") {
				t.Errorf("they answer %q, said is %q", peer, said)
			}
		case open:
			sort = "left open"
			known := peer == "stops" || len(theirs) == 0 && peer == "none" || slices.Contains(theirs, peer)
			if !mentions("the agents may resume this file") || !known && !mentions(peer) {
				t.Errorf("they answer %q of %q, said is %q", peer, theirs, said)
			}
		case len(theirs) == 0:
			sort = "none"
			if peer != "none" || ours != nil && ours.Own() && !mentions("the agents would resume no plan") {
				t.Errorf("they answer %q, said is %q", peer, said)
			}
		default:
			if !slices.Contains(theirs, peer) || ours != nil && ours.Path != peer && !mentions("the agents would resume") && rule.ResumeOf(s).Because.Tied == "" {
				t.Errorf("they answer %q of %q, said is %q", peer, theirs, said)
			}
			if len(theirs) > 1 {
				sort = "tied"
			}
		}
		answers[sort]++
	}
	t.Log(answers)
}

func TestAYesForAnIdThatTwoPlansShareIsRefused(t *testing.T) {
	t.Parallel()
	plan := func(step, status string) string {
		return strings.Replace(managedPlan("X", status, earlyPlan), "- [ ] Go on", "- [ ] ✋ "+step, 1)
	}
	const asks, name = "---\naction_type: email\ntarget_recipient: desk@harbour.example\nplan_id: X\nstep_id: 1\nstep_description: Send email\nrationale: r\ncreated_date: '2026-02-01T08:00:00Z'\nstatus: pending\n---\nText.\n", "Pending_Approval/r.md"
	for _, tt := range []struct{ second, why, peer string }{
		{"Plans/PLAN-b.md", `2 plans are called X: step 1 is "✋ Send email" in Plans/PLAN-a.md and "✋ Wire" in Plans/PLAN-b.md; approving would unlock each of them; each plan needs its own task_id, or ask for changes`, "both"},
		{"Done/Plans/PLAN-b.md", "", "one"},
	} {
		v := decidingVault(t, files{"Plans/PLAN-a.md": plan("Send email", "Active"), tt.second: plan("Wire", "Active"), name: asks, "Approved/": "", "Rejected/": "", "Logs/": ""})
		d := wish(t, v, name, model.ChoiceApprove, "")
		if tt.why != "" {
			refusedWith(t, v, d, model.ErrNotAllowed, tt.why)
			mustDecide(t, v, wish(t, v, name, model.ChoiceChanges, "Which plan?"))
		} else if p, err := v.Preview(t.Context(), d); err != nil || !slices.ContainsFunc(p, func(c model.Change) bool { return c.Path == "Plans/PLAN-a.md" }) {
			t.Errorf("%s: %+v, error %v", tt.second, p, err)
		}
		must.Do(t, os.Rename(filepath.Join(v.Dir(), name), filepath.Join(v.Dir(), "Approved", "r.md")))
		peer := askPeer(t, `
    def unlocked(name):
        try:
            return plans.validate_hitl_completion(name, 1, approvals)
        except (FileNotFoundError, PermissionError):
            return False
    print({2: "both", 1: "one", 0: "none"}[unlocked("a") + unlocked("b")])
`, v.Dir())
		if !slices.Equal(peer, []string{tt.peer}) {
			t.Errorf("their own check unlocks %q", peer)
		}
	}
}
