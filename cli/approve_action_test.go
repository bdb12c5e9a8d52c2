package cli

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault"
)

// pushes asks the gate of a vault for a push, as an agent's hook does.
func pushes(t *testing.T, env Env, dir string) (model.HeldAction, model.Reply) {
	t.Helper()
	g := must.Get(vault.OpenGate(dir, vault.Options{StateDir: stateDir(env.Getenv, runtime.GOOS), Operator: env.Operator}))(t)
	defer g.Close()
	push := model.Action{
		Client: "claude", Session: "5be2c0d4-0000-4000-8000-000000000001", Tool: "Bash", Own: "Bash",
		Input: `{"command":"git push origin main"}`, Line: "git push origin main", Dir: "/srv/shop",
		Resume: "claude -p --resume 5be2c0d4-0000-4000-8000-000000000001",
	}
	fit := model.Fit{Then: model.ThenAsk, Rule: model.GateRule{Tool: "Bash", Match: "git push*", Then: model.ThenAsk, Line: 12}, What: push.Line}
	k, reply, err := g.Ask(t.Context(), push, fit, env.Now())
	if err != nil {
		t.Fatal(err)
	}
	return k, reply
}

// TestAnApprovalSaysHowFarItGoes holds what approve and history say of an action, and that no
// other request takes more than a yes.
func TestAnApprovalSaysHowFarItGoes(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	env := machine(t, dir)
	env.StdinIsTerminal = true
	env.Now = func() time.Time { return time.Date(2026, time.March, 14, 7, 5, 0, 0, time.UTC) }
	k, _ := pushes(t, env, dir)
	says := func(line, out, err string) {
		t.Helper()
		got := run(env, strings.Fields(line)...)
		if !strings.Contains(got.out, out) || !strings.Contains(got.err, err) || (err != "") != (got.code != 0) {
			t.Errorf("%s: exit %d\n%s%s\nwant %q%q", line, got.code, got.out, got.err, out, err)
		}
	}
	const other = "PAYMENT_2026-03-13_velmora_tyres.md"
	says("approve "+other+" --times 3", "", "only an action that the gate blocked can be approved for more than once")
	says("approve "+other+" --session", "", "hint: without --times, --session, --for and --pattern an approval allows it once")
	says("approve "+k.ID+" --times 0", "", "--times needs a number from 1 to 1000")
	says("approve "+k.ID+" --times 3 --session", "", "for several times or for a session, not both")
	says("show "+k.ID, "Action:     git push origin main", "")
	says("approve "+k.ID+" --dry-run", "allows it once in /srv/shop, until 2026-03-15T07:05:00Z", "")
	says("approve "+k.ID+" --times 2", "allows it up to 2 times in /srv/shop, until 2026-03-15T07:05:00Z\nclaude has ended; continue it with claude -p --resume", "")
	says("approve "+k.ID+" --times 5", "", "is approved already")
	says("history", " approve 2 times ", "")
	if _, reply := pushes(t, env, dir); reply.State != model.ReplyApproved {
		t.Fatalf("the first push: %s", reply.State)
	}
	says("history", "done, ran once", "")
	says("approvals", "may run 1 more time until 2026-03-15T07:05:00Z, ran once", "")

	var past struct {
		Decisions []struct {
			Allows *struct {
				Times      int
				ForSession bool `json:"for_session"`
				Until      string
				Used       []string
			}
		}
	}
	if err := json.Unmarshal([]byte(run(env, "history", "--json").out), &past); err != nil || len(past.Decisions) != 1 || past.Decisions[0].Allows == nil {
		t.Fatalf("history --json: %+v, %v", past, err)
	}
	if a := past.Decisions[0].Allows; a.Times != 2 || a.ForSession || a.Until != "2026-03-15T07:05:00Z" || len(a.Used) != 1 {
		t.Errorf("history --json: %+v", *a)
	}
}

// TestWhatIsLeftOfAnApprovalIsWithdrawn holds what wait, undo, history and start say of an action
// that was approved, used, taken back and used up.
func TestWhatIsLeftOfAnApprovalIsWithdrawn(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	env := machine(t, dir)
	env.StdinIsTerminal = true
	env.Now = func() time.Time { return time.Date(2026, time.March, 14, 7, 5, 0, 0, time.UTC) }
	says := func(line string, out ...string) {
		t.Helper()
		got := run(env, strings.Fields(line)...)
		for _, want := range out {
			if !strings.Contains(got.out, want) || got.code != 0 {
				t.Errorf("%s: exit %d\n%s%s\nwant %q", line, got.code, got.out, got.err, want)
			}
		}
	}
	uses := func(times int) model.HeldAction {
		k, _ := pushes(t, env, dir)
		for range times - 1 {
			pushes(t, env, dir)
		}
		return k
	}
	k := uses(1)
	says("approve " + k.ID + " --session")
	says("wait "+k.ID, "holds until 2026-03-15T07:05:00Z, only in session 5be2c0d4-0000-4000-8000-000000000001")
	says("wait "+k.ID+" --json", `"session": "5be2c0d4-0000-4000-8000-000000000001"`)
	uses(2)
	says("undo --dry-run", "would withdraw the approval for the session; it ran 2 times")
	says("undo", "withdrawn: the approval for the session; it ran 2 times")
	says("wait "+k.ID, "withdrawn", "now Done/"+k.ID+".md")
	says("history", "ran 2 times, the rest withdrawn by", "git push origin main ("+k.ID+")")

	next := uses(1)
	if next.ID == k.ID {
		t.Fatal("the old request waits again")
	}
	says("approve " + next.ID)
	env.Now = func() time.Time { return time.Date(2026, time.March, 14, 7, 6, 0, 0, time.UTC) }
	uses(1)
	says("wait "+next.ID, "approved by ", " at 2026-03-14T07:05:00Z, and used up at 2026-03-14T07:06:00Z, now Done/"+next.ID+".md")
	says("wait "+next.ID+" --json", `"decided_at": "2026-03-14T07:05:00Z"`, `"used_at": "2026-03-14T07:06:00Z"`, `"path": "Done/`+next.ID+`.md"`)
	says("history", "done, ran once, used up", "git push origin main ("+next.ID+")")
	says("history --json", `"title": "git push origin main"`)
	says("start --session 8", "git push origin main ("+next.ID+"), ran once, used up")
	last := uses(1)
	env.Now = func() time.Time { return time.Date(2026, time.March, 14, 7, 8, 0, 0, time.UTC) }
	says("approve " + last.ID + " --times 3")
	uses(1)
	says("start --session 9 --format claude", "git push origin main ("+last.ID+"), may run 2 more times until 2026-03-15T07:08:00Z, ran once")
}
