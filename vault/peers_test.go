package vault_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/vaulttest"
)

// peerProgram answers for the agents' own programs, one call a line, by the clock of the call. What
// their package does when it is loaded is passed over.
const peerProgram = `
import dataclasses, json, logging, pathlib, sys, types
from datetime import datetime
logging.disable()
sys.modules["agents"] = above = types.ModuleType("agents")
above.__path__ = [sys.argv[1] + "/agents"]
from agents.skills.managing_obsidian_vault import approval_manager, block_manager, plan_manager

class Clock(datetime):
    @classmethod
    def now(cls, tz=None):
        return at
for module in approval_manager, block_manager, plan_manager:
    module.datetime = Clock

def plain(value):
    if dataclasses.is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, pathlib.Path):
        return value.relative_to(root).as_posix()
    return value if value is None or isinstance(value, (str, int, float)) else str(value)

print(flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    at, root = datetime.fromisoformat(asked["at"]), pathlib.Path(asked["vault"])
    approvals = approval_manager.ApprovalManager(root)
    owners = plan_manager.PlanManager(root), approvals, block_manager.BlockManager(root), approval_manager.ApprovalRequest
    args = [approvals if a == "$approvals" else root / a[2:] if str(a).startswith("$/") else a for a in asked["args"]]
    call = next(getattr(o, asked["call"]) for o in owners if hasattr(o, asked["call"]))
    try:
        answer = {"value": plain(call(*args))}
    except Exception as e:
        answer = {"raises": type(e).__name__, "says": str(e)}
    print(json.dumps(answer), flush=True)
`

// peers are the agents' own programs, PlanManager, ApprovalManager and BlockManager, in one process.
type peers struct {
	in  io.Writer
	out *bufio.Reader
}

// startPeers starts the programs in the folder COLDSTART_PEERS, which has their package "agents".
func startPeers(t *testing.T) *peers {
	t.Helper()
	dir := os.Getenv("COLDSTART_PEERS")
	if dir == "" {
		t.Skip("needs the agents' own programs: COLDSTART_PEERS names the folder with their package agents")
	}
	program, err := exec.LookPath("python3")
	if err == nil {
		err = exec.CommandContext(t.Context(), program, "-I", "-c", "import yaml").Run()
	}
	if err != nil {
		t.Skipf("needs python3 with PyYAML: %v", err)
	}
	cmd := exec.Command(program, "-I", "-B", "-X", "utf8", "-c", peerProgram, dir)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	must.Do(t, err)
	out, err := cmd.StdoutPipe()
	must.Do(t, err)
	must.Do(t, cmd.Start())
	t.Cleanup(func() { must.Do(t, errors.Join(in.Close(), cmd.Wait())) })
	p := &peers{in, bufio.NewReader(out)}
	if _, err := p.out.ReadByte(); err != nil {
		t.Fatalf("the agents' programs do not start in %s", dir)
	}
	return p
}

// answered is what a call returned, or the error that it raised.
type answered struct {
	Value        json.RawMessage
	Raises, Says string
}

// ask calls a method in a vault at a time. "$approvals" stands for the ApprovalManager, and "$/" in
// front of a name for the vault's folder.
func (p *peers) ask(t *testing.T, dir string, at time.Time, call string, args ...any) (a answered) {
	t.Helper()
	must.Do(t, json.NewEncoder(p.in).Encode(map[string]any{"at": at, "vault": dir, "call": call, "args": append([]any{}, args...)}))
	text, err := p.out.ReadBytes('\n')
	must.Do(t, err)
	must.Do(t, json.Unmarshal(text, &a))
	return a
}

// into decodes what a call returned; one that raised is an error of the test.
func (a answered) into(t *testing.T, to any) {
	t.Helper()
	if a.Raises != "" {
		t.Fatalf("%s: %s", a.Raises, a.Says)
	}
	must.Do(t, json.Unmarshal(a.Value, to))
}

// holds tells whether a check held; it fails by a PermissionError, or where there is no such step.
func (a answered) holds(t *testing.T) bool {
	t.Helper()
	if a.Raises != "" && a.Raises != "PermissionError" && a.Raises != "ValueError" {
		t.Fatalf("%s: %s", a.Raises, a.Says)
	}
	return string(a.Value) == "true"
}

// theirPlan and theirRequest are files as the agents' programs read them.
type theirPlan struct {
	Metadata struct {
		TaskID string `json:"task_id"`
		Source string `json:"source_link"`
	}
	Steps []struct {
		Description string
		Completed   bool
		Hand        bool `json:"hitl_required"`
	}
}

type theirRequest struct {
	PlanID string `json:"plan_id"`
	StepID int    `json:"step_id"`
}

// The agents write before the operator decides, and act afterwards.
var theirMorning, theirNoon = eleven.Add(-30 * time.Minute), eleven.Add(5 * time.Minute)

// besideThem runs cases with one seed each: few of them in an ordinary run. What is not right ends as
// a failed subtest, so that a case can be run alone.
func besideThem(t *testing.T, what string, few, all int, try func(t *testing.T, p *peers, r *rand.Rand)) {
	t.Helper()
	p, n, right := startPeers(t), whole.Rounds(few, all), 0
	for seed := range n {
		if t.Run(fmt.Sprint(seed), func(t *testing.T) { try(t, p, rand.New(rand.NewPCG(uint64(seed), 30))) }) {
			right++
		}
	}
	t.Logf("%d of %d %s", right, n, what)
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// drafted is a vault that the agents' own programs filled: plans that wait for requests.
type drafted struct {
	*vaulttest.Vault
	*peers
	plans, requests []string
}

func (d drafted) asks(t *testing.T, at time.Time, call string, args ...any) answered {
	t.Helper()
	return d.ask(t, d.Dir(), at, call, args...)
}

// draft lets the agents make up to three plans, and requests for hand steps. Where odd is true, some
// requests have what makes the programs read them otherwise than they look.
func (p *peers) draft(t *testing.T, r *rand.Rand, odd bool) drafted {
	t.Helper()
	base := t.TempDir()
	dir := filepath.Join(base, "vault")
	must.Do(t, os.Mkdir(dir, 0o755))
	d := drafted{peers: p}
	for i := range 1 + r.IntN(3) {
		id := fmt.Sprintf(pick(r, "2026-%03d", "%d", "%03d", "2026-02-%02d", "inv_%d", "Müller-%d", "0x%d", "1.%d", "12:3%d"), i+1)
		var steps []string
		for n := range 2 + r.IntN(5) {
			text := pick(r, "Read the mail", `Post "summer" on the fediverse`, "Überweise den Betrag — sofort", "Pay: the 'dues' # of May", "送る", "[x] Send",
				"Compare the three offers of the boatyards for the repair of the northern jetty and the new crane, line by line")
			steps = append(steps, fmt.Sprintf("%s%s %d", pick(r, "", "✋ "), text, n+1))
		}
		steps = append(steps, "✋ Send it")
		var file string
		p.ask(t, dir, theirMorning, "create_plan", id, pick(r, "Pay the dues", "Ask: what? — now", "# x"), pick(r, "Due in May.", "- [ ] ✋ Old box\n\nline", "é"), steps).into(t, &file)
		d.plans = append(d.plans, file)
		for n, text := range steps {
			if hand, ok := strings.CutPrefix(text, "✋ "); ok && r.IntN(2) == 0 || n+1 == len(steps) {
				d.requests = append(d.requests, p.request(t, dir, r, odd && r.IntN(3) == 0, id, n+1, hand))
			}
		}
	}
	p.ask(t, dir, theirMorning, "detect_blocks")
	d.Vault = openVault(t, base, "state")
	return d
}

// request lets the agents draft a request for a step, and returns its path.
func (p *peers) request(t *testing.T, dir string, r *rand.Rand, odd bool, id string, step int, text string) (file string) {
	t.Helper()
	kind := pick(r, "email", "payment", "social_post", "api_call", "other")
	target := fmt.Sprintf(pick(r, "desk%d-%s@lumen.example", "+49 000 %d %s", "Ines Ødegård %d %s", "@harbour_%d_%s", "https://api.quay.example/v%d?x=%s", "a: %d %s"), step, id)
	body := pick(r, "Dear Mia,\n\nsee you in May.", "Line\n---\n- [ ] ✋ a box\n## Reasoning Logs\n", "Grüße — 送る", "status: approved")
	why := pick(r, "The harbour wants its dues.", "It is due: today, # not tomorrow", "\"quoted\" and 'so'", "The operator asked for this twice, in the mail of Monday and in that of Tuesday; nothing else is open.")
	if odd {
		id, step = pick(r, id, id, id, "PLAN-"+id, id+"x"), pick(r, step, step, step, step+10)
		why, text = why+pick(r, "", "", " --- see above"), text+pick(r, "", "", " --- now")
	}
	p.ask(t, dir, theirMorning, "draft_external_action", kind, target, id, step, body, why, text).into(t, &file)
	return file
}

// theirs is a plan as the agents read it.
func (d drafted) theirs(t *testing.T, plan string) (p theirPlan) {
	t.Helper()
	d.asks(t, theirNoon, "load_plan", strings.TrimSuffix(path.Base(plan), ".md")).into(t, &p)
	return p
}

// tickable lists the steps for which their check finds an approval, as "ID n", and holds that of the
// hand steps these alone may be ticked.
func (d drafted) tickable(t *testing.T) (found []string) {
	t.Helper()
	for _, plan := range d.plans {
		p := d.theirs(t, plan)
		for i, s := range p.Steps {
			n := i + 1
			step := fmt.Sprint(p.Metadata.TaskID, " ", n)
			if d.asks(t, theirNoon, "validate_hitl_step_has_approval", p.Metadata.TaskID, n).holds(t) {
				found = append(found, step)
			}
			want := !s.Hand || slices.Contains(found, step)
			if got := d.asks(t, theirNoon, "validate_hitl_completion", p.Metadata.TaskID, n, "$approvals").holds(t); got != want {
				t.Errorf("they let the agents tick %s: %v, want %v", step, got, want)
			}
		}
	}
	return found
}

// named returns the plan and the step that a request names to them, nothing where they cannot read it, and
// whether that is as it looks: an open hand step.
func (d drafted) named(t *testing.T, file string) (r theirRequest, sound bool) {
	t.Helper()
	read := d.asks(t, theirMorning, "from_file", "$/"+file)
	if read.Raises != "" {
		return r, false
	}
	read.into(t, &r)
	if d.asks(t, theirMorning, "load_plan", r.PlanID).Raises != "" {
		return r, false
	}
	p := d.theirs(t, r.PlanID)
	return r, r.PlanID == p.Metadata.TaskID && r.StepID > 0 && r.StepID <= len(p.Steps) && p.Steps[r.StepID-1].Hand && !p.Steps[r.StepID-1].Completed
}

// unlocked is the step that we say the approval of a request unlocks, as "ID n".
func (d drafted) unlocked(t *testing.T, file string) []string {
	t.Helper()
	s, err := d.Load(t.Context(), eleven)
	must.Do(t, err)
	r, _ := s.Request(file)
	step, ok := rule.Unlocks(s, r)
	if !ok {
		return nil
	}
	p, _ := s.Plan(r.Plan)
	return []string{fmt.Sprint(p.ID, " ", step.Number)}
}

func TestTheAgentsFindWhatWasDecided(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	besideThem(t, "decisions on drafts of the agents", 20, 340, func(t *testing.T, p *peers, r *rand.Rand) {
		d := p.draft(t, r, true)
		file, choice := pick(r, d.requests...), pick(r, model.ChoiceApprove, model.ChoiceApprove, model.ChoiceReject)
		unlocks := d.unlocked(t, file)
		_, sound := d.named(t, file)
		w := wish(t, d.Vault, file, choice, "")
		if choice == model.ChoiceReject {
			w.Note = "because"
		}
		_, err := d.Decide(t.Context(), w)
		doubted := w.Typed != "" || err != nil
		count[fmt.Sprintf("sound: %v, doubted: %v", sound, doubted)]++
		switch {
		case choice == model.ChoiceApprove && sound == doubted, sound && doubted:
			t.Fatalf("they read it as it looks: %v; asked to type %q, %v", sound, w.Typed, err)
		case errors.Is(err, model.ErrNotAllowed):
			choice, unlocks = model.ChoiceReject, nil
			mustDecide(t, d.Vault, wish(t, d.Vault, file, choice, "because"))
		case choice == model.ChoiceReject:
			unlocks = nil
		}
		d.carryOut(t, choice, file, unlocks)
	})
	t.Logf("of these %v", count)
}

// carryOut expects of their programs what was decided on a request, and lets them carry it out.
func (d drafted) carryOut(t *testing.T, choice model.Choice, file string, unlocks []string) {
	t.Helper()
	name, before := path.Base(file), treeOf(t, d.Dir())
	status := func() (s string) {
		d.asks(t, theirNoon, "detect_approval_status", name).into(t, &s)
		return s
	}
	if got := status(); got != map[model.Choice]string{model.ChoiceApprove: "approved", model.ChoiceReject: "rejected"}[choice] {
		t.Errorf("after %s they say: %s", choice, got)
	}
	if got := d.tickable(t); !slices.Equal(got, unlocks) {
		t.Errorf("they let the agents tick %q, want %q", got, unlocks)
	}
	if choice == model.ChoiceReject {
		if done := d.asks(t, theirNoon, "execute_approved_action", name); done.Raises != "FileNotFoundError" {
			t.Errorf("they carried out what was rejected: %+v", done)
		}
		return
	}
	if len(unlocks) == 0 {
		return
	}
	id, _, _ := strings.Cut(unlocks[0], " ")
	s, err := d.Load(t.Context(), eleven)
	must.Do(t, err)
	if !slices.ContainsFunc(s.Requests, func(other model.Request) bool {
		return other.Reading.Decision == model.DecisionPending && strings.TrimPrefix(other.PlanID, "PLAN-") == id
	}) {
		next, want := "", "All steps complete"
		d.asks(t, theirNoon, "resolve_block", name).into(t, &next)
		sameFiles(t, "after resolve_block", treeOf(t, d.Dir()), before)
		for _, step := range slices.Backward(d.theirs(t, id).Steps) {
			if !step.Hand && !step.Completed {
				want = step.Description
			}
		}
		if next != want {
			t.Errorf("they continue with %q, want %q", next, want)
		}
	}
	d.asks(t, theirNoon, "execute_approved_action", name).into(t, &[]any{})
	if got := status(); got != "executed" {
		t.Errorf("after it was carried out they say: %s", got)
	}
	if got := d.tickable(t); !slices.Equal(got, unlocks) {
		t.Errorf("when it is carried out they let the agents tick %q, want %q", got, unlocks)
	}
}

func TestAnUndoIsOneForTheAgents(t *testing.T) {
	t.Parallel()
	besideThem(t, "undos before and after the agent acted", 10, 69, func(t *testing.T, p *peers, r *rand.Rand) {
		d := p.draft(t, r, false)
		file := pick(r, d.requests...)
		named, _ := d.named(t, file)
		start := treeOf(t, d.Dir())
		made := mustDecide(t, d.Vault, wish(t, d.Vault, file, model.ChoiceApprove, ""))
		mustDecide(t, d.Vault, undoOf(t, d.Vault, made.ID))
		sameFiles(t, "after the undo", unlogged(treeOf(t, d.Dir())), unlogged(start))
		if got := d.tickable(t); got != nil {
			t.Errorf("after the undo they let the agents tick %q", got)
		}

		made = mustDecide(t, d.Vault, wish(t, d.Vault, file, model.ChoiceApprove, ""))
		undo := undoOf(t, d.Vault, made.ID)
		acts := [][]any{{"execute_approved_action", path.Base(file)}, {"update_step", named.PlanID, named.StepID, true}, {"append_reasoning_log", named.PlanID, "Sent", "as approved"}}
		for _, act := range pick(r, acts, acts[:1], acts[1:2], acts[2:]) {
			d.asks(t, theirNoon, act[0].(string), act[1:]...).into(t, new(any))
		}
		acted := treeOf(t, d.Dir())
		if _, err := d.Decide(t.Context(), undo); !errors.Is(err, model.ErrConflict) {
			t.Errorf("the undo after the agent acted: %v", err)
		}
		sameFiles(t, "after the refusal", treeOf(t, d.Dir()), acted)
	})
}

func TestTheAgentsRewriteNothingOfOurs(t *testing.T) {
	t.Parallel()
	besideThem(t, "rewrites that lose no byte", 20, 240, func(t *testing.T, p *peers, r *rand.Rand) {
		d := p.draft(t, r, false)
		file, choice := pick(r, d.requests...), pick(r, model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges)
		named, _ := d.named(t, file)
		plan, name := "Plans/PLAN-"+named.PlanID+".md", path.Base(file)
		mustDecide(t, d.Vault, wish(t, d.Vault, file, choice, "as \"agreed\" — see above: #3"))
		before := treeOf(t, d.Dir())
		asks := func(call string, args ...any) { d.asks(t, theirNoon, call, args...).into(t, new(any)) }
		want := before.With(files{plan: before[plan] + "\n- [2026-02-21T11:05:00Z] Agent: Sent — it went out"})
		switch act := r.IntN(4); {
		case act == 0:
			asks("append_reasoning_log", named.PlanID, "Sent", "it went out")
		case act == 1:
			box := d.theirs(t, plan).Steps[named.StepID-1].Description + "\n"
			want[plan] = strings.Replace(want[plan], "- [ ] ✋ "+box, "- [x] ✋ "+box, 1)
			asks("update_step", named.PlanID, named.StepID, true, "Sent — it went out")
		case act == 2 && choice == model.ChoiceApprove:
			asks("execute_approved_action", name)
			done := treeOf(t, d.Dir())["Done/Actions/"+name]
			want = before.With(files{"-Approved/" + name: "", "Approved/": "", "Done/Actions/" + name: done})
			if _, body, _ := strings.Cut(done, "\n---\n"); !strings.HasSuffix(before["Approved/"+name], body+"\n") {
				t.Errorf("what was carried out is %q, and was %q", done, before["Approved/"+name])
			}
		default:
			asks("detect_blocks")
			for _, plan := range d.plans {
				now := treeOf(t, d.Dir())[plan]
				_, was, _ := strings.Cut(before[plan], "\n---\n")
				_, is, _ := strings.Cut(now, "\n---\n")
				if added, ok := strings.CutPrefix(is, was); !ok || strings.Contains(added, "Operator") {
					t.Errorf("%s is now %q, and was %q", plan, now, before[plan])
				}
				want[plan] = now
			}
		}
		sameFiles(t, "afterwards", treeOf(t, d.Dir()), want)
	})
}

// oddRoadmap is a plan with steps as people write them, of which their program counts some. Where whole
// is false, what stands around them can be odd too.
func oddRoadmap(r *rand.Rand, whole bool) string {
	seldom := func(usual string, odd ...string) string {
		if whole {
			return usual
		}
		return pick(r, append(odd, usual)...)
	}
	var b strings.Builder
	b.WriteString(seldom("", "\ufeff", "\n") + "---\ntask_id: '7'\nstatus: Blocked\ncreated_date: '2026-02-20T08:00:00Z'\n---\n\n")
	b.WriteString(pick(r, "# Objective\n\nPay\n\n", "", "# Objective\nPay\n\n") + pick(r, "## Context\n\n- [ ] ✋ Not this\n\n", "", "## Context\n\nIn May\n\n"))
	b.WriteString(seldom("## Roadmap\n\n", "## Roadmap  \n", "## roadmap\n\n", "### Roadmap\n\n", ""))
	for n := range 4 + r.IntN(6) {
		box := pick(r, "- [ ] ", "- [ ] ", "- [ ] ", "-  [ ] ", "- [ ]", "* [ ] ", "+ [ ] ", "1. [ ] ", "- [x] ", "- [X] ", "- [-] ", "- [] ", "-[ ] ", "  - [ ] ", "-\t[ ]\t", "> - [ ] ", "- [\u00a0] ")
		hand := pick(r, "", "✋ ", "✋ ", "✋ ", "✋\u00a0", "✋\t", "✋", "✋\ufe0f ", "✋🏽 ", "HITL: ", "**✋** ")
		around := pick(r, "%s", "%s", "%s", "%s", "%s", "```\n%s```\n", "~~~\n%s~~~\n", "<!--\n%s-->\n", "## Criteria\n%s", "\n%s\n")
		fmt.Fprintf(&b, around, fmt.Sprintf("%s%sStep of line %d%s\n", box, hand, n, pick(r, "", "", " ✋ ", "  ")))
	}
	b.WriteString(seldom("\n## Reasoning Logs\n\n", "\n## Reasoning Logs and more\n\n", "\n## Reasoning logs\n\n", ""))
	b.WriteString(pick(r, "", "- [2026-02-20T08:00:00Z] Agent: Created plan — 7"))
	return strings.ReplaceAll(b.String(), "\n", pick(r, "\n", "\n", "\n", "\r\n"))
}

// read lists the steps of a plan as they are read, and the number of each that is done.
func (p theirPlan) read() (list []string) {
	for _, s := range p.Steps {
		list = append(list, fmt.Sprintf("%t %t %s", s.Hand, s.Completed, strings.TrimSpace(s.Description)))
	}
	return list
}

func TestTheStepThatIsUnlockedIsTheirs(t *testing.T) {
	t.Parallel()
	counted, unlocked := 0, 0
	besideThem(t, "approvals beside odd boxes and fences", 20, 248, func(t *testing.T, p *peers, r *rand.Rand) {
		const plan = "Plans/PLAN-7.md"
		n := 1 + r.IntN(4)
		d := drafted{decidingVault(t, files{plan: oddRoadmap(r, r.IntN(5) > 0)}), p, []string{plan}, nil}
		file := p.request(t, d.Dir(), r, false, "7", n, "the step")
		var before theirPlan
		if loaded := d.asks(t, theirMorning, "load_plan", "7"); loaded.Raises == "" {
			loaded.into(t, &before)
		}
		var want []string
		if n <= len(before.Steps) {
			want = []string{fmt.Sprint("7 ", n)}
			counted++
		}
		s, err := d.Load(t.Context(), eleven)
		must.Do(t, err)
		q, _ := s.Request(file)
		step, ok := rule.Unlocks(s, q)
		if ok != (want != nil) {
			t.Fatalf("step %d of %q: we say that it is unlocked: %v", n, before.read(), ok)
		}
		if ok && before.read()[n-1] != fmt.Sprintf("%t %t %s", step.Human, step.Done(), strings.TrimSpace(step.Text)) {
			t.Errorf("we say that %+v is unlocked, they read %q", step, before.read()[n-1])
		}
		mustDecide(t, d.Vault, wish(t, d.Vault, file, model.ChoiceApprove, ""))
		if before.Steps == nil {
			return
		}
		if got := d.tickable(t); !slices.Equal(got, want) {
			t.Errorf("of %q they let the agents tick %q, want %q", before.read(), got, want)
		}
		if !ok {
			return
		}
		unlocked++
		d.asks(t, theirNoon, "update_step", "7", n, true).into(t, new(string))
		before.Steps[n-1].Completed = true
		if after := d.theirs(t, plan); !slices.Equal(after.read(), before.read()) {
			t.Errorf("ticking step %d gave %q, want %q", n, after.read(), before.read())
		}
	})
	t.Logf("of these, %d of a step that they count, %d unlocked", counted, unlocked)
}

// someManaged is a folder of plans of which their manager reads some, passes over some, and stops at some.
// The source_link of each is the path of its file.
func someManaged(r *rand.Rand) files {
	f := files{"Plans/": ""}
	for i := range r.IntN(6) {
		status := pick(r, "Active", "Active", "Blocked", "Draft", "Draft", "Done", "active", "'Active '", "done", "null", "5", "true", "Active # now", `"Blocked"`, "[Active]")
		created := fmt.Sprintf(pick(r, "'2026-02-%02d'", `"2026-02-%02dT08:00:00+01:00"`, "2026-W%02d", "'202602%02dT080000Z'", "2026-02-%02d", "2026-02-%02dT08:00:00Z", "2026-02-%02dT08:00Z"), 1+r.IntN(3))
		if r.IntN(3) > 0 {
			created = fmt.Sprintf("'2026-02-%02dT08:00:00Z'", 1+r.IntN(3))
		}
		name := fmt.Sprintf(pick(r, "Plans/PLAN-%d.md", "Plans/PLAN-%d.md", "Plans/PLAN-%d.md", "Plans/PLAN-%d.md", "Plans/plan-%d.md", "Plans/PLAN-%d.markdown",
			"Plans/PLAN-.%d.md", "Plans/PLAN-PLAN-%d.md", "Plans/sub/PLAN-%d.md", "In_Progress/PLAN-%d.md"), i)
		text := fmt.Sprintf("---\ntask_id: '%d'\nsource_link: %s\nstatus: %s\ncreated_date: %s\n---\n\n# Objective\n\nGo\n\n## Roadmap\n\n- [ ] Go on\n\n## Reasoning Logs\n", i, name, status, created)
		switch r.IntN(24) {
		case 0:
			text = pick(r, "\ufeff", "\n", "x\n", " ") + text
		case 1:
			text = strings.Replace(text, pick(r, "status:", "created_date:", "---\n", "task_id:"), pick(r, "", "x: ", "\t", "{", "--- # note\n"), 1)
		case 2:
			text = pick(r, "", "---\n---\n", "---\n\n---\n", "---\n- a\n---\n", "---\n5\n---\n", "---\n# a\n---\n", "---\n\xff\n---\n")
		case 3:
			text = strings.ReplaceAll(text, "\n", pick(r, "\r\n", "\r"))
		}
		f[name] = text
	}
	return f
}

func TestThePlanThatTheAgentsResumeIsTheirs(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	besideThem(t, "answers to which plan the agents resume", 40, 320, func(t *testing.T, p *peers, r *rand.Rand) {
		f := someManaged(r)
		const linked = "Plans/PLAN-9.md"
		f["Kept/9.md"] = strings.ReplaceAll(agentPlan("Active", "'2026-02-02T08:00:00Z'"), "task_id", "source_link: Kept/9.md\ntask_id")
		d := drafted{decidingVault(t, f), p, nil, nil}
		if r.IntN(12) == 0 {
			must.Do(t, os.Symlink(pick(r, "../Kept/9.md", "../Kept/none.md"), filepath.Join(d.Dir(), linked)))
		}
		s, err := d.Load(t.Context(), eleven)
		must.Do(t, err)
		ours, known := rule.ManagerChoice(s)
		answer := d.asks(t, theirNoon, "find_active_plan")
		var theirs *theirPlan
		if answer.Raises == "" {
			answer.into(t, &theirs)
		}
		switch {
		case !known && slices.ContainsFunc(s.Managed, func(p model.ManagedPlan) bool { return p.Unknown }):
			count["not known"]++
		case known != (answer.Raises == ""):
			t.Errorf("we say that they stop: %v; %s: %s; %q", !known, answer.Raises, answer.Says, f)
		case !known:
			count["stops"]++
		case theirs == nil && len(ours) == 0:
			count["none"]++
		case theirs == nil || !slices.Contains(ours, theirs.Metadata.Source):
			t.Errorf("we say %q, they resume %+v of %q", ours, theirs, f)
		default:
			count["one"]++
		}
	})
	t.Logf("of these %v", count)
}
