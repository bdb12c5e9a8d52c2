package vault_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
)

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
