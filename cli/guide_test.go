package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault"
	"coldstart/vault/setup"
)

// guideNow is a while after the times in the guide.
const guideNow = "2026-03-14T12:00:00Z"

// guideFile is a file that the guide gives whole, behind its path.
var guideFile = regexp.MustCompile("(?s)This is `([^`]+)`[^\n]*\n```markdown\n(.*?)\n```\n")

// TestFollowingTheGuideWorks writes what the guide gives as an example, to the letter, into a vault
// that init made, and the example of init as well: doctor finds nothing, the agents' own
// programs find the plan and its next step, and an approval unlocks the step.
func TestFollowingTheGuideWorks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		before map[string]string
		args   []string
	}{
		{name: "by the guide"},
		{name: "in folders of another spelling", before: map[string]string{"Plans/.keep": "", "pending approval/.keep": "", "APPROVED/.keep": ""}},
		{name: "by the instructions", before: map[string]string{"CLAUDE.md": "# House\r\n"}, args: []string{"--agent", "claude"}},
		{name: "the example", args: []string{"--example"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			env := machine(t, t.TempDir())
			for name, text := range tt.before {
				write(t, env.Dir, name, text)
			}
			mustRun(t, env, append([]string{"init", "--yes", "--now", "2026-03-14T10:00:00Z"}, tt.args...)...)
			if !slices.Contains(tt.args, "--example") {
				text := mustRun(t, env, "guide").out
				if slices.Contains(tt.args, "claude") {
					text = strings.ReplaceAll(readFile(t, env.Dir, "CLAUDE.md"), "\r\n", "\n")
				}
				given := guideFile.FindAllStringSubmatch(text, -1)
				if len(given) != 2 {
					t.Fatalf("%d files in\n%s", len(given), text)
				}
				for _, m := range given {
					write(t, env.Dir, m[1], m[2]+"\n")
				}
			}
			followed(t, env)
		})
	}
}

// followed checks a vault with the example in it, and decides on its request.
func followed(t *testing.T, env Env) {
	t.Helper()
	mustRun(t, env, "doctor", "--now", guideNow)
	if said := checked(t, env); doubted.MatchString(said) || !strings.Contains(said, "\nUnlocks:    step 2: ✋ Send the example mail") {
		t.Errorf("of a right plan and request it says\n%s", said)
	}
	agents := readAsAgents(t, env.Dir)
	if agents.id != "example" || agents.next != "Note their answers in notes.md" || agents.approved(2) {
		t.Errorf("the agents read %+v", agents)
	}
	if s := look(t, env); rule.ResumeOf(s).Plan == nil || rule.ResumeOf(s).Plan.ID != agents.id || len(rule.NeedsYou(s)) != 1 {
		t.Errorf("to resume %+v, to decide %+v", rule.ResumeOf(s).Plan, rule.NeedsYou(s))
	}
	approveSeen(t, env, "example-step-2", guideNow)
	agents = readAsAgents(t, env.Dir)
	if !agents.approved(2) || agents.approved(3) || agents.status != "Active" {
		t.Errorf("after the approval the agents read %+v", agents)
	}
	s := look(t, env)
	theirs, known := rule.ManagerChoice(s)
	if next := rule.NextPlan(*rule.ResumeOf(s).Plan).Step; next == nil || next.Number != 2 || len(theirs) != 1 || !known || len(rule.NeedsYou(s)) > 0 {
		t.Errorf("next %+v, theirs %q, to decide %+v", next, theirs, rule.NeedsYou(s))
	}
	mustRun(t, env, "doctor", "--now", guideNow)
}

// doubted finds what show says of a file that something may be wrong with.
var doubted = regexp.MustCompile(`(?m)^(Careful|Problem|No approval):`)

// checked is what show says of each plan and request.
func checked(t *testing.T, env Env) (said string) {
	t.Helper()
	s := look(t, env)
	for _, p := range s.Plans {
		said += mustRun(t, env, "show", p.Path, "--now", guideNow).out
	}
	for _, r := range s.Requests {
		said += mustRun(t, env, "show", r.Path, "--now", guideNow).out
	}
	return said
}

// TestTheChecksOfTheGuideFindMistakes makes one mistake at a time in the example: doctor warns of
// it, or show says that something may be wrong.
func TestTheChecksOfTheGuideFindMistakes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ old, new string }{
		{"created_date: '2026-03-14T10:00:00Z'\npriority", "created_date: 2026-03-14T10:00:00Z\npriority"},
		{"task_id: example", "task_id: other"},
		{"priority: medium", "priority: as: usual"},
		{"## Roadmap", "## Steps"},
		{"## Reasoning Logs", "## Log"},
		{"- [ ] ✋ Send", "* [ ] ✋ Send"},
		{"- [ ] ✋ Send", "- [ ] ✋Send"},
		{"action_type: email\n", ""},
		{"plan_id: example", "plan_id: PLAN-example"},
		{"rationale: 'A mail", "rationale: 'A --- mail"},
		{"status: pending", "status: Pending"},
		{"step_id: 2", "step_id: 1"},
		{"step_id: 2", "step_id: 4"},
		{"target_recipient: 'first-customers@gannet.example'\n", ""},
	} {
		t.Run(tt.new+" for "+tt.old, func(t *testing.T) {
			t.Parallel()
			env := machine(t, t.TempDir())
			mustRun(t, env, "init", "--yes", "--example", "--now", "2026-03-14T10:00:00Z")
			changed := false
			for _, name := range []string{"Plans/PLAN-example.md", "Pending_Approval/example-step-2.md"} {
				was := readFile(t, env.Dir, name)
				now := strings.Replace(was, tt.old, tt.new, 1)
				write(t, env.Dir, name, now)
				changed = changed || now != was
			}
			if !changed {
				t.Fatal("the example has no such text")
			}
			if doctor := run(env, "doctor", "--now", guideNow); doctor.code == exitDone && !doubted.MatchString(checked(t, env)) {
				t.Errorf("nothing is found: %s", doctor.out)
			}
		})
	}
}

// TestTheGuideTellsHowASessionBegins follows the rules for a start: the names of agents, a task
// that waits for a plan, the plan that goes first, and its first open step.
func TestTheGuideTellsHowASessionBegins(t *testing.T) {
	t.Parallel()
	env := machine(t, t.TempDir())
	mustRun(t, env, "init", "--yes")
	guide := mustRun(t, env, "guide").out
	names := setup.AgentNames()
	last := len(names) - 1
	told := []string{
		"NAME is " + strings.Join(names[:last], ", ") + " or " + names[last] + ".", `("No active plans found")`,
		"For a task in `Needs_Action/mail.md` it is `/Done/mail.md`", "Active, else Blocked, else Draft", "even if the report shows a later one",
	}
	for _, words := range told {
		if !strings.Contains(guide, words) {
			t.Errorf("the guide does not say %q", words)
		}
	}

	write(t, env.Dir, "Needs_Action/mail.md", "# Thank the first customers\n")
	for _, name := range names {
		report := mustRun(t, env, "start", "--agent", name, "--now", guideNow).out
		if !strings.HasPrefix(report, "No active plans found\n") || !strings.Contains(report, "Needs_Action") {
			t.Errorf("%s gets %s", name, report)
		}
		mustRun(t, env, "end", "--now", guideNow)
	}
	plan := guideFile.FindStringSubmatch(guide)[2] + "\n"
	asStatus := func(id, status string) {
		reason := strings.NewReplacer("task_id: example", "task_id: "+id, "status: Blocked", "status: "+status,
			"blocked_reason: 'example-step-2.md waits for approval'", "blocked_reason: null", "'null'", "/Done/mail.md")
		write(t, env.Dir, "Plans/PLAN-"+id+".md", reason.Replace(plan))
	}
	for _, next := range []struct{ id, status string }{{"draft", "Draft"}, {"blocked", "Blocked"}, {"active", "Active"}} {
		asStatus(next.id, next.status)
		if p := rule.ResumeOf(look(t, env)).Plan; p == nil || p.ID != next.id || p.SourceLink != "/Done/mail.md" {
			t.Errorf("with %s the plan to resume is %+v", next.id, p)
		}
	}
	if n := len(look(t, env).Intake); n != 1 {
		t.Errorf("%d tasks wait for a plan", n)
	}
	must.Do(t, os.Rename(filepath.Join(env.Dir, "Needs_Action", "mail.md"), filepath.Join(env.Dir, "Done", "mail.md")))
	s := look(t, env)
	first := slices.IndexFunc(rule.ResumeOf(s).Plan.Steps, func(step model.Step) bool { return !step.Done() })
	report := mustRun(t, env, "status", "--now", guideNow).out
	if len(s.Intake) > 0 || first != 1 || !strings.Contains(report, "Next Step:  3 ") {
		t.Errorf("tasks %+v, first open step %d in\n%s", s.Intake, first+1, report)
	}
	mustRun(t, env, "doctor", "--now", guideNow)
}

// approveSeen approves a request without a terminal.
func approveSeen(t *testing.T, env Env, ref, now string) {
	t.Helper()
	seen := mustRun(t, env, "show", ref, "--json", "--now", now).out
	hash := regexp.MustCompile(`"token_hash": "(\w+)"`).FindStringSubmatch(seen)
	if hash == nil {
		t.Fatal(seen)
	}
	mustRun(t, env, "approve", ref, "-m", "Fine", "--expect-hash", hash[1], "--now", now)
}

// TestTheGuideTellsWhatBecomesOfARequest follows what the guide says: changes are
// wanted, the request is written anew and rejected, another one is approved, and the plan ends.
func TestTheGuideTellsWhatBecomesOfARequest(t *testing.T) {
	t.Parallel()
	env := machine(t, t.TempDir())
	mustRun(t, env, "init", "--yes", "--example", "--now", "2026-03-14T10:00:00Z")
	const plan, asked = "Plans/PLAN-example.md", "Pending_Approval/example-step-2.md"
	guide := mustRun(t, env, "guide").out
	blocked := readFile(t, env.Dir, plan)
	if lines := strings.Split(strings.TrimSpace(blocked), "\n"); !strings.Contains(lines[len(lines)-2], "] Agent: Plan blocked at step 2 — ") || !strings.Contains(lines[len(lines)-1], "] Agent: Handing over — next: ") {
		t.Errorf("the log ends with %q", lines[len(lines)-2:])
	}
	again := "- [2026-03-14T12:30:00Z] Agent: Plan blocked at step 2 — awaiting email approval: example-step-2.md\n"
	told := func(log string) {
		t.Helper()
		said := strings.SplitAfterN(readFile(t, env.Dir, plan), "Operator: ", 2)
		if len(said) != 2 || !strings.HasPrefix(said[1], log) {
			t.Errorf("the log does not say %q: %q", log, said)
		}
	}

	mustRun(t, env, "changes", "example-step-2", "-m", "Shorter", "--now", guideNow)
	told("Changes wanted on step 2 — Shorter")
	if note := readFile(t, env.Dir, asked+".note"); !strings.Contains(note, "Shorter") {
		t.Errorf("the note says %q", note)
	}
	text := readFile(t, env.Dir, asked)
	write(t, env.Dir, asked, strings.Replace(text, "What should we change?", "What is missing?", 1))
	write(t, env.Dir, plan, blocked+again)
	mustRun(t, env, "doctor", "--now", "2026-03-14T13:00:00Z")

	mustRun(t, env, "reject", "example-step-2", "-m", "No mail", "--now", "2026-03-14T13:00:00Z")
	told("Rejected step 2 — No mail")
	if note := readFile(t, env.Dir, "Rejected/example-step-2.md.note"); !strings.Contains(note, "No mail") {
		t.Errorf("the note says %q", note)
	}
	if kept := readFile(t, env.Dir, "Rejected/example-step-2.md"); !strings.Contains(kept, "\nstatus: pending\n") {
		t.Errorf("the rejected file is\n%s", kept)
	}
	write(t, env.Dir, "Pending_Approval/example-step-2-2.md", text)
	write(t, env.Dir, plan, blocked+strings.ReplaceAll(again, "step-2.md", "step-2-2.md"))
	mustRun(t, env, "doctor", "--now", "2026-03-14T14:00:00Z")
	approveSeen(t, env, "example-step-2-2", "2026-03-14T14:00:00Z")
	told("Approved step 2 — Fine")
	if readFile(t, env.Dir, "Approved/example-step-2-2.md") != text {
		t.Error("the approved file is another one")
	}
	if !strings.Contains(guide, "`Operator: Approved step 2 — note`") || !readAsAgents(t, env.Dir).approved(2) {
		t.Error("the guide names another line, or the step is not unlocked")
	}

	done := strings.NewReplacer("- [ ]", "- [x]", "status: Active", "status: Done").Replace(readFile(t, env.Dir, plan))
	write(t, env.Dir, "Done/PLAN-example.md", done)
	must.Do(t, os.Remove(filepath.Join(env.Dir, plan)))
	mustRun(t, env, "doctor", "--now", "2026-03-14T15:00:00Z")
	if s := look(t, env); rule.ResumeOf(s).Plan != nil || len(rule.NeedsYou(s)) > 0 {
		t.Errorf("left to do: %+v, %+v", rule.ResumeOf(s).Plan, rule.NeedsYou(s))
	}
}

func mustRun(t *testing.T, env Env, args ...string) result {
	t.Helper()
	got := run(env, args...)
	if got.code != exitDone {
		t.Fatalf("%q: %+v", args, got)
	}
	return got
}

func readFile(t *testing.T, dir, name string) string {
	t.Helper()
	b := must.Get(os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))))(t)
	return string(b)
}

func look(t *testing.T, env Env) model.Snapshot {
	t.Helper()
	v := must.Get(vault.Open(env.Dir, vault.Options{StateDir: t.TempDir()}))(t)
	defer v.Close()
	s := must.Get(v.Load(t.Context(), env.Now()))(t)
	return s
}

// asAgents is a vault with one plan as the agents' own programs read it: the plan manager, and
// the check before a human step is ticked.
type asAgents struct {
	id, status, next string
	// allowed are the steps with an approval of this plan.
	allowed []int
}

func (a asAgents) approved(step int) bool { return slices.Contains(a.allowed, step) }

var (
	agentsFront = regexp.MustCompile(`^(?s)---\n(.*?)\n---\n(.*)$`)
	agentsSteps = regexp.MustCompile(`(?s)\n## Roadmap\n\n(.*?)\n## Reasoning Logs\n`)
	agentsStep  = regexp.MustCompile(`(?m)^\s*-\s*\[([ xX])\]\s*(✋\s)?(.+)$`)
	agentsLog   = regexp.MustCompile(`(?m)^- \[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\] .+ — .+$`)
)

func readAsAgents(t *testing.T, dir string) (a asAgents) {
	t.Helper()
	plans, err := filepath.Glob(filepath.Join(dir, "Plans", "PLAN-*.md"))
	if err != nil || len(plans) != 1 {
		t.Fatalf("%q, %v", plans, err)
	}
	whole := agentsFront.FindStringSubmatch(readFile(t, "", plans[0]))
	if whole == nil {
		t.Fatal("no front matter")
	}
	fields := agentsFields(t, whole[1])
	a.id, a.status = fields["task_id"].(string), fields["status"].(string)
	for _, key := range []string{"source_link", "created_date", "priority"} {
		if _, text := fields[key].(string); !text {
			t.Errorf("%s is %#v", key, fields[key])
		}
	}
	if filepath.Base(plans[0]) != "PLAN-"+a.id+".md" {
		t.Errorf("%s has the id %s", plans[0], a.id)
	}
	roadmap := agentsSteps.FindStringSubmatch(whole[2])
	if roadmap == nil || len(agentsLog.FindAllString(whole[2], -1)) < 2 || !strings.Contains(whole[2], "\n# Objective\n\n") || !strings.Contains(whole[2], "\n## Context\n\n") {
		t.Fatalf("sections that they do not know:\n%s", whole[2])
	}
	for _, step := range agentsStep.FindAllStringSubmatch(roadmap[1], -1) {
		if step[1] == " " && step[2] == "" {
			a.next = step[3]
			break
		}
	}
	approvals := must.Get(filepath.Glob(filepath.Join(dir, "[aA]*", "*.md")))(t)
	for _, name := range approvals {
		parts := strings.SplitN(readFile(t, "", name), "---", 3)
		if fields := agentsFields(t, parts[1]); fields["plan_id"] == a.id {
			a.allowed = append(a.allowed, fields["step_id"].(int))
		}
	}
	return a
}

func agentsFields(t *testing.T, front string) map[string]any {
	t.Helper()
	var fields map[string]any
	must.Do(t, yaml.Unmarshal([]byte(front), &fields))
	return fields
}
