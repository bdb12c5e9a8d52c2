package vault_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
)

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
