package vault_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/vaulttest"
)

// An action that the gate held up is known by its id and by the names of its request, whatever
// became of it.
func TestAnActionsReplyHasAllItsNames(t *testing.T) {
	t.Parallel()
	v := gateVault(t)
	held, _ := ask(t, v, push(), eleven)
	names := []string{held.ID, held.ID + ".md", held.Request, "request:" + held.Request, "Done/" + path.Base(held.Request)}
	look := func(what string, at time.Time, want model.ReplyState) {
		t.Helper()
		for _, name := range names {
			got, err := v.Reply(t.Context(), name, at)
			if err != nil || got.State != want || got.Ref.Path != held.Request {
				t.Errorf("%s, by %s: got %+v and error %v, want %s", what, name, got, err, want)
			}
		}
	}
	look("asked", eleven, model.ReplyPending)
	answers(t, v, held, model.ChoiceApprove, "Once", eleven.Add(time.Minute), model.Scope{})
	look("approved", eleven.Add(time.Minute), model.ReplyApproved)
	look("a week later", eleven.AddDate(0, 0, 7), model.ReplyExpired)
	ask(t, v, push(), eleven.Add(2*time.Minute))
	look("let through", eleven.Add(2*time.Minute), model.ReplyUsed)
}

// A wait for a request of which only the name is given ends with the decision, and with its time.
func TestAWaitEndsWithTheDecisionOrItsTime(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{payFile: "Pay the dues.\n"})
	now := func() time.Time { return eleven }
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := v.Wait(ctx, "pay", now); err != nil || got.State != model.ReplyPending || got.To != payFile {
		t.Errorf("got %+v and error %v", got, err)
	}
	type answer struct {
		reply model.Reply
		err   error
	}
	said := make(chan answer, 1)
	go func() {
		reply, err := v.Wait(t.Context(), "pay", now)
		said <- answer{reply, err}
	}()
	d := wish(t, v, payFile, model.ChoiceReject, "Not now")
	mustDecide(t, v, d)
	if got := <-said; got.err != nil || got.reply.State != model.ReplyRejected || got.reply.Note != "Not now" || got.reply.By != "ines" {
		t.Errorf("got %+v and error %v", got.reply, got.err)
	}
}

// An agent may ask at any moment of a decision: it hears that the request waits until the decision
// holds, and then all of it.
func TestAReplyBetweenTheStepsOfADecision(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		choice model.Choice
		want   model.ReplyState
	}{
		{model.ChoiceApprove, model.ReplyApproved},
		{model.ChoiceReject, model.ReplyRejected},
		{model.ChoiceChanges, model.ReplyChanges},
	} {
		for _, gated := range []bool{false, true} {
			t.Run(fmt.Sprint(tt.choice, " of the gate ", gated), func(t *testing.T) {
				t.Parallel()
				v, at, name := decidingVault(t, blockedVault()), payFile, "pay"
				if gated {
					v = gateVault(t)
					held, _ := ask(t, v, push(), eleven)
					at, name = held.Request, held.ID
				}
				d := wish(t, v, at, tt.choice, "note")
				steps, answered := 0, false
				v.Where.Disk.Before = func(op, file string) {
					got, err := v.Reply(t.Context(), name, d.At)
					steps++
					switch {
					case err == nil && got.State == model.ReplyPending && !answered:
					case err == nil && got.State == tt.want && got.By == "ines" && got.Note == "note":
						answered = true
					default:
						t.Errorf("before %s of %s: got %+v and error %v", op, file, got, err)
					}
				}
				mustDecide(t, v, d)
				if !answered || steps < 5 {
					t.Errorf("answered is %v after %d steps", answered, steps)
				}
			})
		}
	}
}

// One who asks all the time, while decisions are made and undone, is never told anything else.
func TestARepeatedQuestionMissesNoDecision(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	at := eleven
	decide := func(file, name string) model.Receipt {
		at = at.Add(time.Minute)
		d := wish(t, v, file, model.ChoiceReject, "no")
		d.At = at
		said := make(chan error, 1)
		go func() { said <- askUntilRejected(t.Context(), v, name, at) }()
		receipt := mustDecide(t, v, d)
		if err := <-said; err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return receipt
	}
	for range whole.Rounds(10, 40) {
		d := undoOf(t, v, decide(payFile, "pay").ID)
		d.At = at
		mustDecide(t, v, d)
		a := push()
		a.Call = at.String()
		a.Input = at.String()
		held, _ := ask(t, v, a, at)
		decide(held.Request, held.ID)
	}
}

// askUntilRejected asks for a request until it is rejected, and fails when it hears anything else
// than that or that it waits.
func askUntilRejected(ctx context.Context, v *vaulttest.Vault, name string, at time.Time) error {
	for {
		got, err := v.Reply(ctx, name, at)
		switch {
		case err != nil:
			return err
		case got.State == model.ReplyRejected && got.By == "ines" && got.Note == "no":
			return nil
		case got.State != model.ReplyPending:
			return fmt.Errorf("got %+v", got)
		}
	}
}

// The screen and a decision contradicted each other: `status` listed a request that was decided both ways, and
// its plan as blocked, while the decision said that the step was approved.
func TestADecisionSeesAContradictionAsTheScreenDoes(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{planFile: examples.BlockedPlan, "Approved/pay.md": payRequest, "Rejected/pay.md": payRequest, "Pending_Approval/": ""})
	if s := mustLoad(t, v); len(s.Contradictions) != 1 {
		t.Fatalf("contradictions: %+v", s.Contradictions)
	}
	yes := wish(t, v, planFile, model.ChoiceApprove, "")
	yes.Typed = "2026-001"
	mustDecide(t, v, yes)
}

// drawnVault draws a plan that waits, files about its steps in every folder, and a day's log.
func drawnVault(rt *rapid.T) files {
	plan := examples.BlockedPlan
	if rapid.Bool().Draw(rt, "another step") {
		plan = strings.Replace(plan, "Pay the harbour dues\n- [ ] Book", "Wire 90,000 EUR\n- [ ] Book", 1)
	}
	f := files{planFile: plan, "Pending_Approval/": ""}
	texts := []string{payRequest, strings.Replace(payRequest, "step_id: 2", "step_id: 3", 1), strings.Replace(payRequest, "2026-001", "2026-009", 1)}
	for _, name := range []string{"pay.md", "pay_2.md", "other.md"} {
		for _, dir := range []string{"Pending_Approval", "Approved", "Rejected", "Done/Actions"} {
			if rapid.IntRange(0, 2).Draw(rt, dir+"/"+name) == 0 {
				f[dir+"/"+name] = rapid.SampledFrom(texts).Draw(rt, "text")
			}
		}
	}
	return f
}

// disagreements lists for one vault, as it is now, the choices that are open on the screen or in a decision alone, and
// the decided requests of which an agent hears what the screen does not show.
func disagreements(t *testing.T, v *vaulttest.Vault) (found []string) {
	t.Helper()
	s := mustLoad(t, v)
	seen := map[model.Ref]model.Fingerprint{}
	for _, p := range s.Plans {
		seen[p.Ref()] = p.Seen
	}
	for _, r := range slices.Concat(s.Requests, s.Decided) {
		seen[r.Ref()] = r.Seen
	}
	for ref, bytes := range seen {
		for _, c := range []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges, model.ChoiceAck} {
			typed, _ := rule.MustType(s, ref, c)
			note := "so it is"
			if c == model.ChoiceAck {
				note = ""
			}
			_, err := v.Preview(t.Context(), model.Decision{Ref: ref, Choice: c, Seen: bytes, Note: note, Typed: typed, At: loadTime})
			if reason := rule.Refuse(s, ref, c); reason.Given() != (err != nil) {
				found = append(found, fmt.Sprintf("%s of %s: the screen says %q, the decision %v", c, ref, reason, err))
			}
		}
	}
	for _, r := range s.Decided {
		reply, err := v.Reply(t.Context(), r.Path, loadTime)
		if err != nil || reply.To != r.Path {
			continue // The name is that of another request, too.
		}
		if disputed := r.Against != nil; disputed != (reply.State == model.ReplyContradicting) {
			found = append(found, fmt.Sprintf("%s is disputed on the screen: %v, an agent hears %s", r.Path, disputed, reply.State))
		}
	}
	return found
}

func TestScreenDecisionAndReplyAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		f := drawnVault(rt)
		v := decidingVault(t, f)
		defer v.Close()
		check := func(after string) {
			if found := disagreements(t, v); len(found) > 0 {
				rt.Fatalf("%v, %s:\n%s", slices.Sorted(maps.Keys(f)), after, strings.Join(found, "\n"))
			}
		}
		check("as drawn")
		s := mustLoad(t, v)
		if len(s.Requests) > 0 {
			r := rapid.SampledFrom(s.Requests).Draw(rt, "request")
			c := rapid.SampledFrom([]model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges}).Draw(rt, "choice")
			typed, _ := rule.MustType(s, r.Ref(), c)
			if _, err := v.Decide(t.Context(), model.Decision{Ref: r.Ref(), Choice: c, Seen: r.Seen, Note: "so it is", Typed: typed, At: loadTime}); err == nil {
				check(fmt.Sprintf("after %s of %s", c, r.Path))
			}
		}
	})
}

// specWorkflow asks the program itself, by the protocol by which agents do, and gives what it says
// to each call of one of its tools. The program has to be in the PATH; docs/files.md has the
// version that this was last run with.
func specWorkflow(t *testing.T, v *vaulttest.Vault, tool string, calls ...string) (said []string) {
	t.Helper()
	at, err := exec.LookPath("spec-workflow-mcp")
	if err != nil {
		t.Skipf("needs spec-workflow-mcp: %v", err)
	}
	c := exec.CommandContext(t.Context(), at, v.Dir())
	c.Env = append(os.Environ(), "HOME="+t.TempDir())
	in := must.Get(c.StdinPipe())(t)
	out := must.Get(c.StdoutPipe())(t)
	must.Do(t, c.Start())
	lines := bufio.NewScanner(out)
	ask := func(id int, method, params string) string {
		fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, method, params)
		for lines.Scan() {
			var answer struct {
				ID     int
				Result struct{ Content []struct{ Text string } }
			}
			if json.Unmarshal(lines.Bytes(), &answer) == nil && answer.ID == id {
				return fmt.Sprint(answer.Result.Content)
			}
		}
		t.Fatalf("it prints nothing to %s %s: %v", method, params, lines.Err())
		return ""
	}
	ask(1, "initialize", `{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"coldstart","version":"1"}}`)
	fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	for i, call := range calls {
		said = append(said, ask(i+2, "tools/call", `{"name":"`+tool+`","arguments":`+call+`}`))
	}
	_ = in.Close()
	_ = c.Process.Kill()
	_ = c.Wait()
	return said
}

func TestSpecWorkflowTakesTheAnswer(t *testing.T) {
	t.Parallel()
	const status, remove = `{"action":"status","approvalId":"approval_1763625600000_m1n"}`, `{"action":"delete","approvalId":"approval_1763625600000_m1n"}`
	for _, tt := range []struct {
		choice model.Choice
		want   []string
	}{
		{model.ChoiceNone, []string{"status: pending", "canProceed: false", "success: false"}},
		{model.ChoiceApprove, []string{"status: approved", `respondedAt: "2026-02-21T11:00:00.000Z"`, "canProceed: true", "Response: good “enough”", "success: true"}},
		{model.ChoiceReject, []string{"status: rejected", "canProceed: false", "Reason: good “enough”", "success: true"}},
		{model.ChoiceChanges, []string{"status: needs-revision", "canProceed: false", "Feedback: good “enough”", "success: true"}},
	} {
		t.Run(tt.choice.String(), func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, boatyard())
			if tt.choice != model.ChoiceNone {
				mustDecide(t, v, wish(t, v, mooringApproval, tt.choice, "good “enough”"))
			}
			said := specWorkflow(t, v, "approvals", status, remove)
			for i, want := range tt.want {
				// The last is about the removal.
				if where := said[i/(len(tt.want)-1)]; !strings.Contains(where, want) {
					t.Errorf("no %q in %s", want, where)
				}
			}
		})
	}
}

func TestSpecWorkflowCountsTheSameTasks(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, boatyard().With(files{
		".spec-workflow/specs/moorings/tasks.md": "# Tasks\n\n- [x] 1. Dig\n  - [ ] no number\n- [x] 1.1 Count\n* [-] 2\\. Book\n- [ ] 2.1. Send\n- [~] 3 Wait\n  - _Blocked: rain_\n```\n- [ ] 4. In code\n```\n",
	}))
	s := mustLoad(t, v)
	p, _ := s.Plan(".spec-workflow/specs/moorings/tasks.md")
	done, all := p.Progress()
	said := specWorkflow(t, v, "spec-status", `{"specName":"moorings"}`)[0]
	for _, want := range []string{fmt.Sprintf("total: %d", all), fmt.Sprintf("completed: %d", done)} {
		if all != 6 || !strings.Contains(said, want) {
			t.Errorf("%d of %d, and no %q in %s", done, all, want, said)
		}
	}
}
