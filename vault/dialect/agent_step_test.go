package dialect

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/text"
)

// readOwn reads a plan in the agents' own schema.
func readOwn(b []byte) (*model.Plan, error) {
	fm, err := text.ReadFront(b)
	return ReadOwnPlan("Plans/PLAN-1.md", b, fm, err, nil)
}

// roadmap is a plan with these lines between the headings for steps and log.
func roadmap(lines ...string) string {
	return "---\ntask_id: '1'\nstatus: Blocked\n---\n# Objective\n\n## Roadmap\n\n" + strings.Join(lines, "\n") + "\n\n## Reasoning Logs\n"
}

// said writes a step as the agents' program would say it: hand or not, done or not, text.
func said(s model.Step) string {
	return fmt.Sprintf("%t %t %s", s.Human, s.Done(), strings.TrimLeftFunc(s.Text, isAgentBlank))
}

func saidAll(steps []model.Step) []string {
	out := []string{}
	for _, s := range steps {
		out = append(out, said(s))
	}
	return out
}

func TestStepsAreCountedAsTheAgentsCount(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"other signs in the box", []string{"- [x] a", "- [-] b", "- [~] b", "- [/] b", "- [>] b", "- [✓] b", "- [\u00a0] b", "- [ ] ✋ c"}, []string{"false true a", "true false c"}},
		{"in a code block", []string{"```", "- [ ] a", "```", "- [X] b"}, []string{"false false a", "false true b"}},
		{"odd blanks", []string{"-\u00a0[ ] a", "\u2003-\t [ ]b", "- [ ] ✋\u00a0c", "- [ ]✋\td"}, []string{"false false a", "false false b", "true false c", "true false d"}},
		{"other bullets", []string{"* [ ] a", "+ [ ] a", "1. [ ] a", "-[ ] a", "- [] a", "> - [ ] a", "- [ ]", "- [ ]  "}, []string{}},
		{"hands that are none", []string{"- [ ] ✋a", "- [ ] ✋\uFE0F b", "- [ ] ✋🏽 c", "- [ ] ✋", "- [ ] a ✋ b"},
			[]string{"false false ✋a", "false false ✋\uFE0F b", "false false ✋🏽 c", "false false ✋", "false false a ✋ b"}},
		{"another section on the way", []string{"- [ ] a", "", "## Criteria", "- [ ] b"}, []string{"false false a", "false false b"}},
	} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			a := countAsAgents(strings.ReplaceAll(roadmap(tt.lines...), "\n", end))
			if got := saidAll(a.steps); a.none != "" || !slices.Equal(got, tt.want) {
				t.Errorf("%s with ends %q: got %q, %s; want %q", tt.name, end, got, a.none, tt.want)
			}
		}
	}
}

func TestWhereTheAgentsFindNoSteps(t *testing.T) {
	t.Parallel()
	whole := roadmap("- [ ] a")
	for _, text := range []string{
		"\uFEFF" + whole, "\n" + whole, " " + whole, strings.Replace(whole, "---\n#", "--- \n#", 1), strings.Replace(whole, "---\n#", "...\n#", 1),
		strings.Replace(whole, "## Roadmap", "## roadmap", 1), strings.Replace(whole, "## Roadmap", "# Roadmap", 1),
		strings.Replace(whole, "## Reasoning Logs", "## Reasoning logs", 1), strings.Replace(whole, "## Reasoning Logs", "", 1),
	} {
		p, err := readOwn([]byte(text))
		if err != nil || len(p.Steps) != 1 || p.Reading.Unseen == "" {
			t.Errorf("%q: steps %v, unseen %q, %v", text, p.Steps, p.Reading.Unseen, err)
		}
	}
}

func TestWhatAPersonWouldCountOtherwiseIsKept(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lines []string
		n     int
		how   string
	}{
		{[]string{"- [x] Read the mail", "- [-] Make a small PDF", "- [ ] ✋ Wire 9,000 EUR"}, 2,
			`the agents read step 2 as "✋ Wire 9,000 EUR"; a person would count "Make a small PDF" as step 2`},
		{[]string{"- [x] Read the mail", "* [ ] Make a small PDF", "- [ ] ✋ Wire 9,000 EUR"}, 2,
			`the agents read step 2 as "✋ Wire 9,000 EUR"; a person would count "Make a small PDF" as step 2`},
		{[]string{"```", "- [ ] an example", "```", "- [ ] ✋ Wire 9,000 EUR"}, 1,
			`the agents read step 1 as "an example"; a person would count "✋ Wire 9,000 EUR" as step 1`},
		{[]string{"- [x] a", "```", "- [ ] ✋ b", "```"}, 2, `the agents read step 2 as "✋ b"; a person would count only 1 step`},
		{[]string{"- [x] a", "- [ ] ✋send"}, 2,
			`step 2, "✋send", is an ordinary step to the agents, which continue without asking: no space follows its hand sign`},
		{[]string{"- [x] a", "- [ ] ✋\uFE0F send"}, 2,
			`step 2, "✋ send", is an ordinary step to the agents, which continue without asking: a variation selector follows its hand sign`},
		{[]string{"- [x] a", "- [ ] ✋🏽 send"}, 2,
			`step 2, "✋🏽 send", is an ordinary step to the agents, which continue without asking: its hand sign has a skin tone`},
		{[]string{"* [ ] a"}, 1, `the agents count no steps; a person would count "a" as step 1`},
		{[]string{"- [x] a", "- [ ] ✋ b", "- [x] c"}, 0, ""},
	} {
		p := must.Get(readOwn([]byte(roadmap(tt.lines...))))(t)
		if n, how := rule.Miscounted(*p); n != tt.n || how != tt.how {
			t.Errorf("%q: got %d %s", tt.lines, n, how)
		}
	}
}

// The agents' patterns as they stand in their plan manager, with the blanks of Python.
const pythonBlank = `[\t-\r\x1c-\x20\x85\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]`

var (
	theirFront   = regexp.MustCompile(`(?s)\A---\n(.*?)\n---\n`)
	theirRoadmap = regexp.MustCompile(`(?ms)^## Roadmap` + pythonBlank + `*\n(.*?)\n## Reasoning Logs`)
	theirStep    = regexp.MustCompile(`(?i)\A` + pythonBlank + `*-` + pythonBlank + `+\[([ x])\]` + pythonBlank + `*(✋` + pythonBlank + `)?(.+)$`)
	theirStrip   = regexp.MustCompile(`\A` + pythonBlank + `+|` + pythonBlank + `+\z`)
)

// theirSteps is their code line by line.
func theirSteps(raw string) []string {
	text := strings.ReplaceAll(strings.ReplaceAll(raw, "\r\n", "\n"), "\r", "\n")
	out := []string{}
	front := theirFront.FindStringIndex(text)
	if front == nil {
		return out
	}
	found := theirRoadmap.FindStringSubmatch(text[front[1]:])
	if found == nil {
		return out
	}
	for _, line := range strings.Split(found[1], "\n") {
		if m := theirStep.FindStringSubmatch(theirStrip.ReplaceAllString(line, "")); m != nil {
			out = append(out, fmt.Sprintf("%t %t %s", m[2] != "", strings.EqualFold(m[1], "x"), strings.TrimLeftFunc(m[3], isAgentBlank)))
		}
	}
	return out
}

// oddPlans draws plans with all sorts of marks, blanks, code blocks, headings and line ends.
func oddPlans() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		pick := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(t, name) }
		blank := func(name string) string {
			return pick(name, " ", " ", " ", "", "  ", "\t", "\u00a0", "\u2003", "\u3000", "\x1f", "\v", "\u0085", "\u200b", "\uFEFF")
		}
		var b strings.Builder
		end := pick("end", "\n", "\n", "\r\n", "\r")
		b.WriteString(pick("first", "---", "---", "---", "---", "---", "\uFEFF---", "--- ", "\n---") + end + "task_id: '1'" + end)
		b.WriteString(pick("close", "---", "---", "---", "---", "...", "--- ", "---\n---") + end)
		for range rapid.IntRange(1, 14).Draw(t, "lines") {
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
				b.WriteString(pick("heading", "## Roadmap", "## Roadmap", "## Roadmap ", "## Roadmap\u00a0", "## Roadmaps", "## roadmap", "# Roadmap", " ## Roadmap"))
			case 1:
				b.WriteString(pick("log", "## Reasoning Logs", "## Reasoning Logs", "## Reasoning Logs and more", "## Reasoning logs", "# Reasoning Logs"))
			case 2:
				b.WriteString(pick("other", "", "", "```", "## Criteria", "text", "> - [ ] a"))
			default:
				b.WriteString(blank("indent") + pick("dash", "-", "-", "-", "-", "*", "+", "1.", "–") + blank("gap"))
				b.WriteString(pick("box", "[ ]", "[ ]", "[x]", "[X]", "[-]", "[~]", "[✓]", "[\u00a0]", "[]", "[xx]", "[ ", "[ſ]"))
				b.WriteString(blank("behind") + pick("hand", "", "", "✋", "✋", "✋\uFE0F", "✋🏽", "HITL: ") + blank("after"))
				b.WriteString(pick("text", "", "a", "b c", "✋ d", "(x)", "e\u2028f", "g\rh") + blank("last"))
			}
			b.WriteString(pick("lineEnd", end, end, end, end, end, "\n", "\r", "\n\n"))
		}
		b.WriteString(pick("tail", "", "## Reasoning Logs", end+"## Reasoning Logs"+end))
		return b.String()
	})
}

func TestOurCountIsTheirs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := oddPlans().Draw(t, "plan")
		a := countAsAgents(text)
		if got, want := saidAll(a.steps), theirSteps(text); !slices.Equal(got, want) {
			t.Fatalf("%q\n got %q\nwant %q", text, got, want)
		}
		lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
		for i, s := range a.steps {
			if s.Number != i+1 || !strings.Contains(lines[a.lines[i]-1], s.Text) {
				t.Fatalf("%q: step %+v is not on line %d", text, s, a.lines[i])
			}
		}
	})
}

// inPython runs the agents' patterns in their own language. It reads a list of texts.
const inPython = `
import io, json, re, sys
out = []
for raw in json.load(sys.stdin):
    text = io.TextIOWrapper(io.BytesIO(raw.encode('utf-8')), encoding='utf-8').read()
    steps = []
    front = re.match(r'^---\n(.*?)\n---\n', text, re.DOTALL)
    found = front and re.search(r'^## Roadmap\s*\n(.*?)\n## Reasoning Logs', text[front.end():], re.MULTILINE | re.DOTALL)
    for line in (found.group(1).split('\n') if found else []):
        m = re.match(r'^\s*-\s+\[([ x])\]\s*(✋\s)?(.+)$', line.strip(), re.IGNORECASE)
        if m:
            steps.append('%s %s %s' % (str(m.group(2) is not None).lower(), str(m.group(1).lower() == 'x').lower(), m.group(3).lstrip()))
    out.append(steps)
json.dump(out, sys.stdout)
`

func TestOurCountIsThatOfTheirLanguage(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("python3")
	if err != nil {
		t.Skipf("needs python3: %v", err)
	}
	var texts []string
	for seed := range 2000 {
		texts = append(texts, oddPlans().Example(seed))
	}
	input := must.Get(json.Marshal(texts))(t)
	cmd := exec.CommandContext(t.Context(), program, "-I", "-X", "utf8", "-c", inPython)
	cmd.Stdin = strings.NewReader(string(input))
	output, err := cmd.Output()
	var want [][]string
	if err == nil {
		err = json.Unmarshal(output, &want)
	}
	if err != nil || len(want) != len(texts) {
		t.Fatalf("python3 answered %d of %d texts: %v", len(want), len(texts), err)
	}
	counted := 0
	for i, text := range texts {
		counted += len(want[i])
		if got := saidAll(countAsAgents(text).steps); !slices.Equal(got, want[i]) {
			t.Errorf("%q\n got %q\nwant %q", text, got, want[i])
		}
	}
	if counted < 100 {
		t.Errorf("only %d steps in %d plans: this compares nothing", counted, len(texts))
	}
}

func TestWhichPlansAreOwn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		own        bool
	}{
		{"PLAN-1.md", "", true},
		{"deep/PLAN-1.md", "anything", false},
		{"PLAN-1.md", "# Plan\n\n**Status:** in_progress\n\n## Roadmap\n- [ ] a\n", false},
		{"PLAN-1.md", "---\nstatus: Active\n---\n- [ ] a\n", true},
		{"PLAN-1.md", "---\nplan_id: X-1\nstatus: Draft\n---\n## Roadmap\n- [ ] a\n", false},
		{"PLAN-1.md", "---\ntask_id: X-1\nstatus: complete\n---\n## Steps\n- [ ] a\n", false},
		{"PLAN-1.md", "---\ntask_id: X-1\nstatus: complete\nblocked_reason: null\n---\n", true},
		{"PLAN-1.md", "---\ntask_id: X-1\nstatus: complete\n---\n## Reasoning Logs\n", true},
		{"PLAN-1.md", "---\ntask_id: X-1\nstatus: Actve\n---\n", true},
		{"PLAN-1.md", "---\ntitle: a: b\n---\n\xff", true},
		{"plan-1.md", "---\nstatus: pending\n---\n", false},
		{"PLAN-1.markdown", "anything", false},
		{"PLAN_1.md", "anything", false},
		{"x.md", "---\ntask_id: 1\n---\n", true},
		{"x.md", "---\ntask_id: 1\nstatus: Active\n---\n", true},
		{"x.md", "---\nstatus: Active\n---\n## Roadmap\n- [ ] a\n", true},
		{"x.md", "---\nstatus: Active\n---\n## Steps\n- [ ] a\n", false},
		{"x.md", "---\nplan_id: X-1\nstatus: Active\n---\n## Roadmap\n- [ ] a\n", false},
		{"x.md", "---\ntask_id: 1\nstatus: pending\n---\n## Roadmap\n", false},
		{"x.md", "## Roadmap\n- [ ] a\n", false},
		{"x.md", "---\ntask_id: 1\nstatus: a\nstatus: b\n---\n", true},
		{"x.md", "---\ntitle: 1\nstatus: a\nstatus: b\n---\n", false},
		{"x.md", "---\ntask_id: 1\n---\n## Roadmap\n\xff", true},
		{"x.md", "---\ntask_id: 1\n---\n\xff", false},
	} {
		fm, err := text.ReadFront([]byte(tt.text))
		if got := IsOwnPlan("Plans/"+tt.name, []byte(tt.text), fm, err); got != tt.own {
			t.Errorf("%s %q: own is %t", tt.name, tt.text, got)
		}
	}
}

func TestHandDecidesWhetherAStepIsHuman(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"- [ ] ✋ a": true, "- [ ] ✋\uFE0F a": true, "- [ ] a ✋": false, "- [ ] a": false,
		// The reference program calls such a step "✋".
		"- [ ] ✋": false, "- [ ] ✋\uFE0F": false,
	} {
		s, ok := ownStep(line)
		if !ok || s.Human != want {
			t.Errorf("%q: got %+v, %v", line, s, ok)
		}
	}
}

func TestWhatTheAgentsReadForTheIDOfAPlan(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"task_id: 2026-001": "", "task_id: '2026'": "", "task_id: \"001\"": "", "task_id: !!str 7": "", "task_id: 'a' # c": "", "title: x": "",
		"task_id: 2026": "the number 2026", "task_id: 001": "the number 1", "task_id: 1.0": "the number 1.0", "task_id: 12:30": "the number 750", "task_id: 0x1F": "the number 31",
		"task_id: 1_000": "the number 1000", "task_id: 2026-01-01": "the date 2026-01-01", "task_id: 2026-01-01 9:00:00": "the date 2026-01-01 09:00:00", "task_id: yes": "True",
		"task_id: [a]": "several values", "task_id: !!int '7'": "the number 7", "<<: {task_id: b}": "", "x: &a b\ntask_id: *a": "",
	} {
		b := []byte("---\n" + written + "\nstatus: Active\n---\n## Roadmap\n\n- [ ] ✋ Send\n\n## Reasoning Logs\n")
		fm, err := text.ReadFront(b)
		p, err := ReadOwnPlan("Plans/PLAN-a.md", b, fm, err, nil)
		if alias := strings.ContainsAny(written, "<*"); alias != (p.ID == "b") {
			t.Errorf("%s: called %q", written, p.ID)
		}
		if err != nil || p.Reading.IDAs != want {
			t.Errorf("%s: %q, %v, want %q", written, p.Reading.IDAs, err, want)
		}
	}
}

// managedText is a plan with these lines between its fences.
func managedText(lines ...string) string {
	return "---\n" + strings.Join(lines, "\n") + "\n---\n\n# Objective\n\nx\n"
}

// TestReadManaged holds what the agents' plan manager answered when it was asked about each
// of these files: that it stops, passes over the file, or takes the plan by rank and time.
func TestReadManaged(t *testing.T) {
	t.Parallel()
	const date = "created_date: '2026-02-21T10:30:00Z'"
	whole := managedText("status: Active", date)
	with := func(status string) string { return managedText("status: "+status, date) }
	dated := func(created string) string { return managedText("status: Draft", "created_date: "+created) }
	at := func(hour, minute int) time.Time { return time.Date(2026, 2, 21, hour, minute, 0, 0, time.UTC) }
	zone := time.FixedZone("", 2*3600)
	for _, tt := range []struct {
		text, stops, skips, status string
		rank                       int
		created                    time.Time
	}{
		{text: whole, status: "Active", created: at(10, 30)},
		{text: strings.ReplaceAll(whole, "\n", "\r\n"), status: "Active", created: at(10, 30)},
		{text: strings.ReplaceAll(whole, "\n", "\r"), status: "Active", created: at(10, 30)},
		{text: with("Blocked"), status: "Blocked", rank: 1, created: at(10, 30)},
		{text: managedText(date), status: "Draft", rank: 2, created: at(10, 30)},
		{text: with("Active # c"), status: "Active", created: at(10, 30)},
		{text: with("active"), status: "active", rank: 3, created: at(10, 30)},
		{text: with("'Active '"), status: "Active ", rank: 3, created: at(10, 30)},
		{text: with("null"), status: "null", rank: 3, created: at(10, 30)},
		{text: with(""), status: "null", rank: 3, created: at(10, 30)},
		{text: with("5"), status: "a number: 5", rank: 3, created: at(10, 30)},
		{text: with("yes"), status: "true or false: yes", rank: 3, created: at(10, 30)},
		{text: with("done"), status: "done", rank: 3, created: at(10, 30)},
		{text: with("Draft\nstatus: Active"), status: "Active", created: at(10, 30)},
		{text: managedText("status: Done", "created_date: 2026-02-21"), status: "Done", rank: 3},
		{text: with("[Active]"), stops: "its status is a list", rank: 3},
		{text: with("{a: 1}"), stops: "its status is a map", rank: 3},
		{text: managedText("status: Draft"), stops: "it has no created_date", status: "Draft", rank: 2},
		{text: dated("2026-02-21T10:30:00Z"), stops: "its created_date is not in quotes, so YAML reads it as a date", status: "Draft", rank: 2},
		{text: dated("2026-02-21"), stops: "its created_date is not in quotes, so YAML reads it as a date", status: "Draft", rank: 2},
		{text: dated(""), stops: "its created_date is null, not a text", status: "Draft", rank: 2},
		{text: dated("''"), stops: "its created_date is empty", status: "Draft", rank: 2},
		{text: dated("20260221"), stops: "its created_date is a number: 20260221, not a text", status: "Draft", rank: 2},
		{text: dated("soon"), stops: "its created_date is not a time: soon", status: "Draft", rank: 2},
		{text: dated("'2026-02-21t10:30:00z'"), stops: "its created_date is not a time: 2026-02-21t10:30:00z", status: "Draft", rank: 2},
		{text: dated("' 2026-02-21'"), stops: "its created_date is not a time:  2026-02-21", status: "Draft", rank: 2},
		{text: dated("2026-02-21T10:30Z"), status: "Draft", rank: 2, created: at(10, 30)},
		{text: dated("20260221T103000Z"), status: "Draft", rank: 2, created: at(10, 30)},
		{text: dated("'2026-02-21'"), status: "Draft", rank: 2, created: at(-2, 0)},
		{text: dated("'2026-02-21 10:30:00.5+02:00'"), status: "Draft", rank: 2, created: at(8, 30).Add(500 * time.Millisecond)},
		{text: dated("2026-W08"), status: "Draft", rank: 2, created: time.Date(2026, 2, 15, 22, 0, 0, 0, time.UTC)},
		{text: dated("2026-02-30"), skips: "its front matter is not valid YAML for them: it has a date that does not exist"},
		{text: "\ufeff" + whole, skips: "it begins with a byte order mark"},
		{text: "\n" + whole, skips: "its first line is blank"},
		{text: strings.Replace(whole, "---", "--- ", 1), skips: "its first line is not --- alone"},
		{text: strings.Replace(whole, "\n---", "\n--- ", 1), skips: "no line is --- alone after its keys"},
		{text: "---\n" + date + "\n---", skips: "no line is --- alone after its keys"},
		{text: "# no keys\n", skips: "its first line is not --- alone"},
		{text: "", skips: "it is empty"},
		{text: "---\n\n---\n\xff", skips: "it is not UTF-8"},
		{text: with("!!int 5"), status: "a number: 5", rank: 3, created: at(10, 30)},
		{text: with("!!str Active\n=: x"), status: "Active", created: at(10, 30)},
		{text: managedText("<<: {status: Blocked, created_date: '2026-02-21T10:30:00Z'}"), status: "Blocked", rank: 1, created: at(10, 30)},
		{text: with("!!int ''"), stops: "its front matter raises an error: it has a number that cannot be read"},
		{text: with("!!bool x"), stops: "its front matter raises an error: it has a boolean tag on another word"},
		{text: with("\tActive"), skips: "its front matter is not valid YAML for them: it has a tab where only spaces may be"},
		{text: with("!!python/name:x"), skips: "its front matter is not valid YAML for them: it has an unknown tag"},
		{text: with("a: b"), skips: "its front matter is not valid YAML for them: mapping values are not allowed in this context"},
		{text: "---\n\n---\n", stops: "its front matter is empty"},
		{text: managedText("# a comment"), stops: "its front matter is empty"},
		{text: managedText("- a"), stops: "its front matter is a list, not keys and values"},
		{text: managedText("42"), stops: "its front matter is a number: 42, not keys and values"},
		{text: managedText("words"), stops: "its front matter is a single text, not keys and values"},
	} {
		got := ReadManaged("Plans/PLAN-1.md", []byte(tt.text), zone)
		if got.Stops != tt.stops || got.Skips != tt.skips || got.Status != tt.status || got.Unknown || tt.skips == "" && tt.stops == "" && (got.Rank != tt.rank || !got.Created.Equal(tt.created)) {
			t.Errorf("%q:\n got %+v\nwant %+v", tt.text, got, tt)
		}
		if (got.Stops != "" || got.Skips != "") && got.Mend == "" {
			t.Errorf("%q: nobody is told what to do", tt.text)
		}
	}
	for _, text := range []string{with("!!binary aGk="), with(`! "Active"`), with(`"\ud800"`)} {
		if got := ReadManaged("Plans/PLAN-1.md", []byte(text), zone); !got.Unknown {
			t.Errorf("%q: what is not followed is not unknown: %+v", text, got)
		}
	}
}

func TestIsManaged(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Plans/PLAN-1.md": true, "Plans/PLAN-.md": true, "a/Plans/PLAN-1.md": true, "plans/PLAN-1.md": false, "Plans/plan-1.md": false,
		"Plans/PLAN-1.MD": false, "Plans/PLAN-1.markdown": false, "Plans/a/PLAN-1.md": false, "PLAN-1.md": false, "Plans/x-PLAN-1.md": false,
	} {
		if got := IsManaged(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// FuzzReadManaged reads any bytes as the agents' plan manager does.
func FuzzReadManaged(f *testing.F) {
	for _, text := range []string{"", "---\n---\n", managedText("status: [a", "b: \"\t"), managedText("a: |\n  \tb\n c: &x [*x]"), managedText("created_date: '2026-W08-1T10:30:00.5+01'")} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p := ReadManaged("Plans/PLAN-1.md", b, time.UTC)
		if p.Stops != "" && p.Skips != "" || p.Path == "" || (p.Stops+p.Skips != "") != (p.Stops+p.Skips != "" && p.Mend != "") {
			t.Fatalf("got %+v", p)
		}
	})
}

func TestCarriedOut(t *testing.T) {
	t.Parallel()
	for _, word := range carriedWords {
		for _, name := range []string{word + "_PLAN_press.md", strings.ToUpper(word) + "-press.md", "press_" + word + ".md"} {
			if got := CarriedOut("Done/" + name); got != "press" {
				t.Errorf("%s is about %q", name, got)
			}
		}
		for _, name := range []string{word + ".md", word + "press.md", "press" + word + ".md"} {
			if got := CarriedOut(name); got != "" {
				t.Errorf("%s is about %q", name, got)
			}
		}
	}
}

func TestTells(t *testing.T) {
	t.Parallel()
	tells := func(name, text string) bool { return Tells(Open(nil, "Done/"+name, []byte(text))) }
	for _, word := range failedWords {
		if tells(word+"_sent_press.md", "x") || tells("sent_press.md", "---\nstatus: "+word+"\n---\n") {
			t.Errorf("what %s tells of work that was carried out", word)
		}
		for _, key := range outcomeKeys {
			if tells("sent_press.md", "---\n"+key+": "+word+"\n---\n") {
				t.Errorf("%s: %s tells of work that was carried out", key, word)
			}
		}
	}
	for name, text := range map[string]string{
		"sent_press.md": "x", "APPROVAL_press.md": "x", "approve-press.md": "x", "press.md": "---\ntype: approval_request\nstatus: pending\n---\n",
	} {
		if !tells(name, text) {
			t.Errorf("%s tells nothing", name)
		}
	}
	for name, text := range map[string]string{"press.md": "x", "PLAN_press.md": "x", "sent.md": "---\ntype: plan\n---\n"} {
		if tells(name, text) {
			t.Errorf("%s tells of work that was carried out", name)
		}
	}
}
