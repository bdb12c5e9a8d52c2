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
	"path/filepath"
	"strings"
	"testing"
	"time"

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
