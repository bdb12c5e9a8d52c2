package plans

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/vault/dialect"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// mustReadPlan reads a plan that has no problem.
func mustReadPlan(t *testing.T, text string) model.Plan {
	t.Helper()
	p, problems := ReadOwnPlan("Plans/PLAN-x.md", []byte(text), nil)
	if p == nil || len(problems) > 0 {
		t.Fatalf("got problems %v", problems)
	}
	return *p
}

// asText returns steps as "1 [x] text" with a hand for human steps.
func asText(steps []model.Step) []string {
	var out []string
	for _, s := range steps {
		out = append(out, fmt.Sprintf("%d [%c] %s", s.Number, s.Mark, s.Title()))
	}
	return out
}

func TestSeedExamplePlan(t *testing.T) {
	t.Parallel()
	p := mustReadPlan(t, examples.Plan)
	if p.ID != "PLAN-2026-001" || p.Objective != "Generate and send invoice to Client A" ||
		p.Status.State != model.StateActive || p.Priority != "high" || p.BlockedReason != "" {
		t.Errorf("got %+v", p)
	}
	c := rule.NextPlan(p)
	if got := model.FormatUTC(c.At.Time); got != "2026-02-21T10:40:00Z" {
		t.Errorf("checkpoint at %s", got)
	}
	if c.Step == nil || c.Step.Number != 4 || c.Step.Text != "Send email with invoice" || c.Waits != nil {
		t.Errorf("next is %+v, waiting %+v", c.Step, c.Waits)
	}
	if done, total := p.Progress(); done != 3 || total != 5 {
		t.Errorf("progress is %d of %d", done, total)
	}
	if p.Context != "Client A asked for the January invoice." || p.SourceLink != "/Needs_Action/EMAIL_client_a.md" || !p.HasLog {
		t.Errorf("got %+v", p)
	}
	if p.Seen != model.FingerprintOf([]byte(examples.Plan)) {
		t.Errorf("the fingerprint is not that of the file")
	}
}

func TestPlanAsTheReferenceProgramWritesIt(t *testing.T) {
	t.Parallel()
	p := mustReadPlan(t, "---\n"+
		"task_id: '2026'\n"+
		"source_link: 'null'\n"+
		"created_date: '2026-02-21T10:30:00Z'\n"+
		"priority: medium\n"+
		"status: Blocked\n"+
		"blocked_reason: \"Approval request '2026-02-21T10-41-00Z_email_desk.md' waiting since 2026-02-21T10:41:00Z\\\n"+
		"  \\ (0.3h) \\u2014 Step 2: Send caf\\xE9 \\\"menu\\\"\"\n"+
		"---\n\n# Objective\n\nSend the menu\n\n## Context\n\nText\n\n## Roadmap\n\n"+
		"- [x] Write it\n- [ ] ✋ Send it\n\n## Reasoning Logs\n\n"+
		"- [2026-02-21T10:41:00Z] Agent: Plan blocked at step 2 — awaiting email approval: x.md")
	want := "Approval request '2026-02-21T10-41-00Z_email_desk.md' waiting since 2026-02-21T10:41:00Z (0.3h) — Step 2: Send café \"menu\""
	if p.BlockedReason != want {
		t.Errorf("reason %q\nwant   %q", p.BlockedReason, want)
	}
	if p.ID != "2026" || model.FormatUTC(p.Created.Time) != "2026-02-21T10:30:00Z" || p.Created.Assumed || p.Status.State != model.StateBlocked {
		t.Errorf("got %+v", p)
	}
	if len(p.Log) != 1 || p.Log[0].Why != "awaiting email approval: x.md" {
		t.Errorf("the last line, which has no line end, is read as %+v", p.Log)
	}
}

func TestPlanReadsTheSameWhateverItsBytes(t *testing.T) {
	t.Parallel()
	want := mustReadPlan(t, examples.Plan)
	for name, text := range map[string]string{
		"Windows":                     strings.ReplaceAll(examples.Plan, "\n", "\r\n"),
		"written twice in text mode":  strings.ReplaceAll(examples.Plan, "\n", "\r\r\n"),
		"carriage returns alone":      strings.ReplaceAll(examples.Plan, "\n", "\r"),
		"byte order mark":             "\xEF\xBB\xBF" + examples.Plan,
		"byte order mark on Windows":  "\xEF\xBB\xBF" + strings.ReplaceAll(examples.Plan, "\n", "\r\n"),
		"blank lines at the start":    "\n\n" + examples.Plan,
		"no line end at the end":      strings.TrimSuffix(examples.Plan, "\n"),
		"blanks at the ends of lines": strings.ReplaceAll(examples.Plan, "\n", " \t\n"),
		"tabs":                        strings.NewReplacer("- [", "-\t[", ": ", ":\t").Replace(strings.SplitAfter(examples.Plan, "## Reasoning")[0]) + strings.SplitAfter(examples.Plan, "## Reasoning")[1],
		"closing marks of headings":   strings.NewReplacer("# Objective", "# Objective #", "## Roadmap", "## ROADMAP ##").Replace(examples.Plan),
	} {
		t.Run(name, func(t *testing.T) {
			got := mustReadPlan(t, text)
			if got.ID != want.ID || got.Objective != want.Objective || got.Context != want.Context ||
				got.Status != want.Status || got.Priority != want.Priority || got.Created != want.Created ||
				!slices.Equal(got.Steps, want.Steps) || !slices.Equal(got.Log, want.Log) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

func TestPlanSteps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, line, want string // "" when it is no step
	}{
		{"open", "- [ ] a", "[ ] a"},
		{"ticked", "- [x] a", "[x] a"},
		{"ticked in upper case", "- [X] a", "[X] a"},
		{"two blanks after the dash", "-  [ ] a", "[ ] a"},
		{"a tab after the dash", "-\t[ ] a", "[ ] a"},
		{"indented", "    - [ ] a", "[ ] a"},
		{"no blank after the box", "- [ ]a", "[ ] a"},
		{"another mark is shown and open", "- [-] a", "[-] a"},
		{"a mark beyond ASCII", "- [✓] a", "[✓] a"},
		{"no blank after the dash", "-[ ] a", "[ ] a"},
		{"an empty box", "- [] a", ""},
		{"two marks", "- [xx] a", ""},
		{"no text", "- [ ]", ""},
		{"only blanks as text", "- [ ]  \t", ""},
		{"a box that is not closed", "- [", ""},
		{"star", "* [ ] a", "[ ] a"},
		{"plus", "+ [ ] a", "[ ] a"},
		{"number", "1. [ ] a", "[ ] a"},
		{"quoted", "> - [ ] a", ""},
		{"a mark that is no text", "- [\uFFFD] a", ""},
		{"hand", "- [ ] ✋ a", "[ ] ✋ a"},
		{"hand without a box blank", "- [ ]✋ a", "[ ] ✋ a"},
		{"hand with text style", "- [ ] ✋\uFE0E a", "[ ] ✋ a"},
		{"hand with emoji style", "- [x] ✋\uFE0F a", "[x] ✋ a"},
		{"hand with a skin tone", "- [ ] ✋\U0001F3FD a", "[ ] ✋ a"},
		{"hand without a blank", "- [ ] ✋a", "[ ] ✋ a"},
		{"hand and a blank that does not break", "- [ ] ✋\u00A0a", "[ ] ✋ a"},
		{"hand in the middle is text", "- [ ] a ✋ b", "[ ] a ✋ b"},
		{"other words for it are text", "- [ ] [HITL] a", "[ ] [HITL] a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := mustReadPlan(t, "## Roadmap\n\n"+tt.line+"\n")
			want := []string{"1 " + tt.want}
			if tt.want == "" {
				want = nil
			}
			if got := asText(p.Steps); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestPlanSections(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, body string
		objective  string
		steps      []string
		log        int
		hasLog     bool
	}{
		{name: "empty body", body: "---\ntask_id: x\n---\n"},
		{
			name:      "a section between roadmap and log belongs to the roadmap",
			body:      "# Objective\n\nA\nb\n\n## Roadmap\n- [ ] a\n## Risks\n- [ ] b\n### Context\n- [ ] c\n## Reasoning Logs\n- [ ] d\n",
			objective: "A b", steps: []string{"1 [ ] a", "2 [ ] b", "3 [ ] c"}, log: 1, hasLog: true,
		},
		{
			name:  "boxes before the roadmap are no steps",
			body:  "## Context\n- [ ] a\n## Roadmap\n- [ ] b\n",
			steps: []string{"1 [ ] b"},
		},
		{
			name:  "without a roadmap all boxes before the log are steps",
			body:  "- [ ] a\n## Steps\n- [x] b\n## Reasoning Logs\n- [ ] c\n",
			steps: []string{"1 [ ] a", "2 [x] b"}, log: 1, hasLog: true,
		},
		{
			name:  "no log",
			body:  "## Roadmap\n- [ ] a\n",
			steps: []string{"1 [ ] a"},
		},
		{
			name:   "a log without lines",
			body:   "## Reasoning Logs\n",
			hasLog: true,
		},
		{
			name: "the log stands first",
			body: "## Reasoning Log\n- a\n### Later\n- b\n## Roadmap\n- [ ] c\n## Objective\nd\n", log: 2, hasLog: true,
			steps: []string{"1 [ ] c"},
		},
		{
			name:  "boxes in code are no steps",
			body:  "## Roadmap\n```\n- [ ] a\n# Reasoning Logs\n```\n- [ ] b\n~~~md\n- [ ] c\n~~~\n",
			steps: []string{"1 [ ] b"},
		},
		{
			name: "code that is never closed hides nothing",
			body: "# Objective\nA\n## Context\n```\nnpm test\n## Roadmap\n- [ ] a\n## Reasoning Logs\n- b\n", objective: "A",
			steps: []string{"1 [ ] a"}, log: 1, hasLog: true,
		},
		{
			name:  "one line of code hides nothing",
			body:  "## Roadmap\n```npm test```\n- [ ] a\n",
			steps: []string{"1 [ ] a"},
		},
		{
			name: "headings need a blank",
			body: "#Objective\nA\n##Roadmap\n- [ ] a\n", steps: []string{"1 [ ] a"},
		},
		{
			name: "seven marks are no heading",
			body: "# Objective\nA\n####### Roadmap\n", objective: "A ####### Roadmap",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := mustReadPlan(t, tt.body)
			if p.Objective != tt.objective || !slices.Equal(asText(p.Steps), tt.steps) || len(p.Log) != tt.log || p.HasLog != tt.hasLog {
				t.Errorf("got objective %q, steps %q, log %v (%v)", p.Objective, asText(p.Steps), p.Log, p.HasLog)
			}
		})
	}
}

func TestPlanLogLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, line              string
		at, actor, what, reason string
		none                    bool
	}{
		{name: "as the reference program writes it", line: "- [2026-02-21T10:40:00Z] Agent: Completed step 3 — invoice saved.",
			at: "2026-02-21T10:40:00Z", actor: "Agent", what: "Completed step 3", reason: "invoice saved."},
		{name: "bare time", line: "- 2026-02-21T10:40:00Z Agent: did — so",
			at: "2026-02-21T10:40:00Z", actor: "Agent", what: "did", reason: "so"},
		{name: "bare time and colon", line: "- 2026-02-21T10:40:00Z: did — so",
			at: "2026-02-21T10:40:00Z", what: "did", reason: "so"},
		{name: "bare time in two words", line: "- 2026-02-21 10:40 Agent: did",
			at: "2026-02-21T10:40:00Z", actor: "Agent", what: "did"},
		{name: "bare time in two words and colon", line: "- 2026-02-21 10:40:05: did",
			at: "2026-02-21T10:40:05Z", what: "did"},
		{name: "bare date", line: "- 2026-02-21 — did — so", at: "2026-02-21T00:00:00Z", what: "did", reason: "so"},
		{name: "bracket and dash", line: "- [2026-02-21 10:40] - did", at: "2026-02-21T10:40:00Z", what: "did"},
		{name: "an offset", line: "- [2026-02-21T10:40:00+01:00] Agent: did", at: "2026-02-21T09:40:00Z", actor: "Agent", what: "did"},
		{name: "no time", line: "- Agent: did — so", actor: "Agent", what: "did", reason: "so"},
		{name: "a bracket that is no time", line: "- [later] Agent: did", actor: "Agent", what: "did"},
		{name: "a bracket that is not closed", line: "- [2026-02-21T10:40:00Z Agent: did", actor: "[2026-02-21T10:40:00Z Agent", what: "did"},
		{name: "only a time", line: "- [2026-02-21T10:40:00Z]", at: "2026-02-21T10:40:00Z"},
		{name: "only a bare time", line: "- 2026-02-21T10:40:00Z", at: "2026-02-21T10:40:00Z"},
		{name: "a colon behind the dash is no actor", line: "- [2026-02-21T10:40:00Z] did — so: yes",
			at: "2026-02-21T10:40:00Z", what: "did", reason: "so: yes"},
		{name: "a sentence with a colon is no actor", line: "- " + strings.Repeat("word ", 10) + ": x", what: strings.Repeat("word ", 10) + ": x"},
		{name: "indented", line: "  - [2026-02-21T10:40:00Z] Agent: did", at: "2026-02-21T10:40:00Z", actor: "Agent", what: "did"},
		{name: "star", line: "* [2026-02-21T10:40:00Z] Agent: did", none: true},
		{name: "text", line: "and more words", none: true},
		{name: "a rule", line: "---", none: true},
		{name: "nothing behind the dash", line: "- ", none: true},
		{name: "an empty bracket", line: "- []", none: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := mustReadPlan(t, "## Reasoning Logs\n"+tt.line+"\n")
			if tt.none {
				if len(p.Log) > 0 {
					t.Errorf("got %+v, want no entry", p.Log)
				}
				return
			}
			if len(p.Log) != 1 {
				t.Fatalf("got %d entries", len(p.Log))
			}
			e, at := p.Log[0], ""
			if e.At.Known() {
				at = model.FormatUTC(e.At.Time)
			}
			if at != tt.at || e.Actor != tt.actor || e.What != tt.what || e.Why != tt.reason {
				t.Errorf("got %q %q %q %q", at, e.Actor, e.What, e.Why)
			}
		})
	}
}

func TestTheOperatorsOwnLogLineIsReadBack(t *testing.T) {
	t.Parallel()
	d := model.Decision{Choice: model.ChoiceReject, Note: "wrong address", At: time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)}
	p := mustReadPlan(t, examples.Plan+d.LogLine(4, "")+"\n")
	e := p.Answered()
	if e == nil || e.What != "Rejected step 4" || e.Why != "wrong address" || !e.At.Time.Equal(d.At) {
		t.Errorf("got %+v", e)
	}
}

func TestPlanWithoutAnID(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"Plans/PLAN-7.md": "PLAN-7", "Plans/a/b.markdown": "b"} {
		p, problems := ReadOwnPlan(name, []byte("---\ntask_id: null\n---\n"), nil)
		if p == nil || p.ID != want || p.Path != name || len(problems) > 0 {
			t.Errorf("%s: got %+v and %v", name, p, problems)
		}
	}
}

func TestPlanTimesWithoutAZoneAreInTheOperatorsZone(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 2*3600)
	p, _ := ReadOwnPlan("Plans/a.md", []byte("---\ncreated_date: 2026-02-21T10:00:00\n---\n## Reasoning Logs\n- [2026-02-21T11:00:00] a\n"), zone)
	if got := model.FormatUTC(p.Created.Time); got != "2026-02-21T08:00:00Z" || !p.Created.Assumed {
		t.Errorf("created %s", got)
	}
	if got := model.FormatUTC(rule.NextPlan(*p).At.Time); got != "2026-02-21T09:00:00Z" {
		t.Errorf("checkpoint %s", got)
	}
}

func TestBrokenPlansAreProblemsWithALine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, reason string
		line               int
	}{
		{"not valid YAML", "---\ntask_id: a\nobjective: b: c\n---\n", "not valid YAML", 3},
		{"never closed", "---\ntask_id: a\n", "never closed", 1},
		{"too long", "---\na: " + strings.Repeat("b", text.MaxFront) + "\n---\n", "longer than", 1},
		{"not UTF-8 in the front matter", "---\ntask_id: a\npriority: h\xf6ch\n---\n", "not UTF-8", 3},
		{"not UTF-8 in the body", "---\ntask_id: a\n---\n\n# Objective\n\xe4\n", "not UTF-8", 6},
		{"UTF-16", "\xff\xfe-\x00-\x00-\x00\n\x00", "not UTF-8", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, problems := ReadOwnPlan("Plans/PLAN-x.md", []byte(tt.text), nil)
			if p != nil || len(problems) != 1 {
				t.Fatalf("got plan %+v and problems %v", p, problems)
			}
			got := problems[0]
			if got.Path != "Plans/PLAN-x.md" || got.Line != tt.line || !strings.Contains(got.Reason, tt.reason) || got.Hint == "" {
				t.Errorf("got %+v, want line %d: %s", got, tt.line, tt.reason)
			}
			if strings.Contains(got.Reason, "line ") {
				t.Errorf("the reason %q repeats a line number", got.Reason)
			}
		})
	}
}

func TestOfAKeyGivenTwiceTheLastCounts(t *testing.T) {
	t.Parallel()
	const text = "---\ntask_id: a\nstatus: Done\npriority: low\nstatus: Blocked\n---\n## Reasoning Logs\n"
	p, problems := ReadOwnPlan("Plans/PLAN-x.md", []byte(text), nil)
	want := model.Problem{
		Path: "Plans/PLAN-x.md", Line: 5, Reason: `key "status" appears twice, first on line 3`,
		Hint:  "agents and coldstart use the last one",
		Fault: model.Fault{Column: 1, Name: "duplicate key", Cause: "This key is already on line 3.", Help: "Delete one of the two lines."},
	}
	if p == nil || p.Status.State != model.StateBlocked || !reflect.DeepEqual(problems, []model.Problem{want}) {
		t.Fatalf("got %+v and %+v", p, problems)
	}
	next, _, notices, err := EditPlan([]byte(text), "- x", true)
	if err != nil || string(next) != text+"\n- x\n" || len(notices) != 1 || !strings.Contains(notices[0], "its status was not changed") {
		t.Errorf("got %q, %q, %v", next, notices, err)
	}
}

func TestLongTextIsJoinedInOneGo(t *testing.T) {
	t.Parallel()
	lines := source.MaxDocument / 4
	p := mustReadPlan(t, "# Objective\n"+strings.Repeat("ab\n", lines))
	if len(p.Objective) != 3*lines-1 {
		t.Errorf("got %d bytes", len(p.Objective))
	}
}

func FuzzReadPlan(f *testing.F) {
	examples.Fronts(f)
	f.Add([]byte(examples.Plan))
	f.Add([]byte(" \n"))
	f.Add([]byte("## Roadmap\n- [ ] ✋\uFE0F a\n```\n- [x] b\n"))
	f.Add([]byte("- [\xff] a\n- [ ] \n-\t[~]b\n## Reasoning Logs\n- [] : — \n- 2026-02-21 10:40: — : x\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, problems := ReadOwnPlan("Plans/x.md", b, nil)
		if text.IsBlank(b) {
			if p == nil || len(problems) != 1 {
				t.Fatalf("got plan %v and problems %v of an empty file", p, problems)
			}
			return
		}
		twice := len(problems) == 1 && strings.Contains(problems[0].Reason, "appears twice")
		if (p == nil) == (len(problems) == 0) && !twice || twice && p == nil {
			t.Fatalf("got plan %v and problems %v", p, problems)
		}
		for _, problem := range problems {
			if problem.Line < 1 || problem.Reason == "" {
				t.Fatalf("problem without a place: %+v", problem)
			}
		}
		if p == nil {
			return
		}
		for i, s := range p.Steps {
			if s.Number != i+1 || s.Text == "" || !utf8.ValidRune(s.Mark) || strings.ContainsAny(s.Text, "\r\n") {
				t.Fatalf("step %d is %+v", i+1, s)
			}
		}
		if len(p.Log) > 0 && !p.HasLog {
			t.Fatal("log entries without a log")
		}
		c := rule.NextPlan(*p)
		if c.Step != nil && c.Waits != nil && c.Waits.Number > c.Step.Number {
			t.Fatalf("waits for step %d behind the next step %d", c.Waits.Number, c.Step.Number)
		}
	})
}

// drawOwnPlan makes a plan as the agents write theirs, with what they may have got
// wrong in its values.
func drawOwnPlan(t *rapid.T) string {
	pick := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(t, name) }
	text := rapid.StringMatching(`[A-Za-z0-9ßé ,✋*|#:-]{0,30}`)
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntask_id: %s\n", pick("id", "2026-001", "'PLAN-2026-001'", `"x y"`, "a_b"))
	if status := pick("status", "", "Draft", "active", "Blocked", "'Done'"); status != "" {
		fmt.Fprintf(&b, "status: %s\n", status)
	}
	for _, key := range []string{"blocked_reason", "priority", "created_date", "source_link", "requires_approval", "completed_steps"} {
		if rapid.Bool().Draw(t, key) {
			fmt.Fprintf(&b, "%s: %s\n", key, pick("value", "null", "high", "'2026-03-01T08:00:00Z'", "2026-03-01", "true", "3", "Inbox/mail.md"))
		}
	}
	b.WriteString("---\n")
	for range rapid.IntRange(0, 5).Draw(t, "sections") {
		fmt.Fprintf(&b, "\n## %s\n\n", pick("heading", "Objective", "Context", "Roadmap", "Reasoning Logs", "Success Criteria", "Notes", "Phase 1: x", "Step 2"))
		for range rapid.IntRange(0, 4).Draw(t, "lines") {
			b.WriteString(pick("mark", "", "- [ ] ", "- [x] ", "- [ ] ✋ ", "* [ ] ", "1. ", "- [2026-03-01T08:00:00Z] Agent: ", "- ", "```") +
				text.Draw(t, "text") + pick("end", "\n", "\r\n"))
		}
	}
	return b.String()
}

func TestOwnPlansAreReadByTheirOwnRules(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := drawOwnPlan(t)
		name := rapid.SampledFrom([]string{"Plans/PLAN-2026-001.md", "Plans/mail/claim.md", "Plans/plan_x.markdown"}).Draw(t, "name")
		sameAsOwn(t, name, text)
	})
}

func TestWhatIsCalledAsOwnPlansIsReadAsOne(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "\n", "no front matter\n\n1. a\n2. b\n", "**Status:** Pending\n\n### Step 1: go\n", "---\nstatus: pending\n---\n- [ ] a\n",
		"---\nstatus: a\nstatus: b\n---\n", "---\nnever closed\n", "\xff\xfe-\x00", "---\ntask_id: 1\n---\n\xff", "| Status | Draft |\n", "{'a': 1}",
	} {
		sameAsOwn(t, "Plans/PLAN-2026-001.md", text)
	}
}

func TestANameDoesNotMakeAPlanTheirs(t *testing.T) {
	t.Parallel()
	f := planOf(source.File{Name: "Plans/PLAN-X-001.md", B: []byte("---\nid: X-001\nstatus: complete\n---\n# Mow the meadow\n\n## Steps\n- [x] Mow\n\n## Verification\n- [ ] It is dry\n")})
	if len(f.Plans) != 1 || f.Plans[0].Own() || f.Plans[0].Objective != "Mow the meadow" || f.Plans[0].Status.State != model.StateDone || len(f.Plans[0].Steps) != 1 {
		t.Errorf("got %+v", f.Plans)
	}
	if len(f.Managed) != 1 {
		t.Errorf("nothing is said of what the plan manager makes of it: %+v", f)
	}
}

// sameAsOwn expects of a file among the plans just what the reader of the agents' own
// schema says of it.
func sameAsOwn(t interface {
	Helper()
	Errorf(string, ...any)
}, name, text string) {
	t.Helper()
	var want source.Finding
	got := planOf(source.File{Name: name, B: []byte(text), Zone: time.UTC})
	p, problems := ReadOwnPlan(name, []byte(text), time.UTC)
	if want.Problems = problems; p != nil {
		want.Plans = append(want.Plans, p)
		want.Problems = append(want.Problems, miscounted(p)...)
	}
	if dialect.IsManaged(name) {
		managed := dialect.ReadManaged(name, []byte(text), time.UTC)
		want.Managed = []model.ManagedPlan{managed}
		if p == nil {
			want.Problems = unreadPlan(want.Problems, managed)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %q\n got %+v\nwant %+v", name, text, got, want)
	}
}
