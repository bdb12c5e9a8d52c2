package dialect

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

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
			`step 2 is, to the agents, "✋ Wire 9,000 EUR"; a person would count "Make a small PDF" as step 2`},
		{[]string{"- [x] Read the mail", "* [ ] Make a small PDF", "- [ ] ✋ Wire 9,000 EUR"}, 2,
			`step 2 is, to the agents, "✋ Wire 9,000 EUR"; a person would count "Make a small PDF" as step 2`},
		{[]string{"```", "- [ ] an example", "```", "- [ ] ✋ Wire 9,000 EUR"}, 1,
			`step 1 is, to the agents, "an example"; a person would count "✋ Wire 9,000 EUR" as step 1`},
		{[]string{"- [x] a", "```", "- [ ] ✋ b", "```"}, 2, `step 2 is, to the agents, "✋ b"; a person would count only 1 step`},
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
