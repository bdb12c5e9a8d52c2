package dialect

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/testdata/must"
	cases "coldstart/testdata/whole"
	"coldstart/vault/text"
)

// shared holds synthetic vaults with the values that a reader should find, written
// by hand. It is beside the checkout and may be absent; testdata holds a fixture
// for each of its rules.
const shared = "../../../shared/dialects"

// expectation is what expected.json says of one file.
type expectation struct {
	Kind, Also, ID, Title, Status          string
	Steps, Done                            int
	Next                                   *string
	NeedsApproval                          []int `json:"needs_approval"`
	Maybe                                  []int
	Flag                                   *bool
	Confidence                             string
	ClaimedBy                              string `json:"claimed_by"`
	LogEntries                             int    `json:"log_entries"`
	Summary, Action, Target, Plan, Expires string
	Amount, Decision                       string
	Step                                   int
	Entries                                int
	BadLines                               int `json:"bad_lines"`
	IDs                                    []string
}

func sharedExpectations(t testing.TB) map[string]expectation {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(shared, "expected.json"))
	if err != nil {
		t.Skipf("needs the synthetic vaults beside the checkout: %v", err)
	}
	var all struct{ Files map[string]expectation }
	must.Do(t, json.Unmarshal(b, &all))
	return all.Files
}

func openShared(t testing.TB, name string) *Page {
	t.Helper()
	b := must.Get(os.ReadFile(filepath.Join(shared, filepath.FromSlash(name))))(t)
	return Open(nil, name, b)
}

func TestSharedVaults(t *testing.T) {
	t.Parallel()
	all := sharedExpectations(t)
	kinds := map[string][]Kind{
		"plan": {KindPlan, KindBoth}, "request": {KindRequest, KindBoth}, "log": {KindLog}, "journal": {KindJournal},
		"document": {KindDocument}, "ignore": {KindIgnore},
	}
	for name, want := range all {
		t.Run(name, func(t *testing.T) {
			p := openShared(t, name)
			if got := Classify(p); !slices.Contains(kinds[want.Kind], got.Kind) || got.Why == "" || want.Also == "request" && got.Kind != KindBoth {
				t.Errorf("it is %v because %s, want %s", got.Kind, got.Why, want.Kind)
			}
			switch want.Kind {
			case "plan":
				compareSharedPlan(t, ReadPlan(p), want)
			case "request":
				compareSharedRequest(t, all, ReadRequest(p), want)
			case "log", "journal":
				compareSharedLog(t, ReadLog(p), want)
			}
		})
	}
}

func compareSharedPlan(t *testing.T, p Plan, want expectation) {
	t.Helper()
	var yes, maybe []int
	for _, s := range p.Steps {
		switch s.Need {
		case model.NeedYes:
			yes = append(yes, s.Number)
		case model.NeedMaybe:
			maybe = append(maybe, s.Number)
		}
	}
	next := ""
	if want.Next != nil {
		next = *want.Next
	}
	if p.ID.Text != want.ID || p.Title.Text != want.Title || p.Status.State.String() != want.Status {
		t.Errorf("got %q, %q, %v, want %+v", p.ID.Text, p.Title.Text, p.Status, want)
	}
	if len(p.Steps) != want.Steps || p.Ticked() != want.Done || p.Next.Text != next {
		t.Errorf("got steps %+v, next %q, want %+v", p.Steps, p.Next.Text, want)
	}
	if !slices.Equal(yes, want.NeedsApproval) || !slices.Equal(maybe, want.Maybe) {
		t.Errorf("a human is needed for %v and maybe for %v, want %+v", yes, maybe, want)
	}
	if want.Flag != nil && *want.Flag != (p.Needs == model.NeedYes) || (want.Confidence == "low") != (p.StepsBasis.String() == "guessed") {
		t.Errorf("the plan needs a human: %v; its steps are %v, want %+v", p.Needs, p.StepsBasis, want)
	}
	if p.ClaimedBy.Text != want.ClaimedBy || len(p.Log) != want.LogEntries && want.LogEntries > 0 {
		t.Errorf("claimed by %q, log %+v, want %+v", p.ClaimedBy.Text, p.Log, want)
	}
}

func compareSharedRequest(t *testing.T, all map[string]expectation, r Request, want expectation) {
	t.Helper()
	// A mail that came in goes to nobody; it has the sender instead.
	if incoming := !r.Target.Given() && r.Sender.Text == want.Target; r.Summary.Text != want.Summary || r.Action.Text != want.Action || r.Target.Text != want.Target && !incoming {
		t.Errorf("got %q, %q, %q, want %+v", r.Summary.Text, r.Action.Text, r.Target.Text, want)
	}
	if r.Amount.Text != want.Amount || r.Expires.Text != want.Expires || r.Step != want.Step {
		t.Errorf("got %q, %q, %d, want %+v", r.Amount.Text, r.Expires.Text, r.Step, want)
	}
	if decision, _, _ := strings.Cut(want.Decision, " "); decision != "" && r.Decision.String() != decision {
		t.Errorf("the decision is %v, want %s", r.Decision, want.Decision)
	}
	if ticked := strings.Contains(want.Decision, "ticked"); ticked && len(r.Contradictions) != 1 {
		t.Errorf("it contradicts its folder at %+v, want %s", r.Contradictions, want.Decision)
	}
	plan := r.Plan.Text
	for name, other := range all {
		if plan == "" && other.Kind == "plan" && path.Dir(path.Dir(name)) == path.Dir(path.Dir(r.Name)) && linkStem(path.Base(name)) == r.Stem {
			plan = planStem(path.Base(name)) + " (same stem)"
		}
	}
	if plan != want.Plan {
		t.Errorf("the plan is %q, want %q", plan, want.Plan)
	}
}

func compareSharedLog(t *testing.T, log Log, want expectation) {
	t.Helper()
	if len(log.Entries) != want.Entries || log.BadLines != want.BadLines {
		t.Errorf("got %+v, want %+v", log, want)
	}
	for i, id := range want.IDs {
		if i < len(log.Entries) && log.Entries[i].Action != id {
			t.Errorf("entry %d is %+v, want %s", i, log.Entries[i], id)
		}
	}
}

// describe returns everything that is read from a file as lines for people, the way
// the fixtures state it.
func describe(p *Page) string {
	var b strings.Builder
	c := Classify(p)
	fmt.Fprintf(&b, "%s\n  kind: %s, because %s (%s)\n", p.Name, c.Kind, c.Why, c.Basis)
	for _, word := range p.Notes.Words() {
		fmt.Fprintf(&b, "  bytes: %s\n", word)
	}
	for _, warning := range p.Warnings {
		fmt.Fprintf(&b, "  warning: line %d: %s\n", warning.Line, warning.Reason)
	}
	switch c.Kind {
	case KindPlan:
		describePlan(&b, ReadPlan(p))
	case KindBoth:
		describePlan(&b, ReadPlan(p))
		describeRequest(&b, ReadRequest(p))
	case KindRequest:
		describeRequest(&b, ReadRequest(p))
	case KindLog, KindSignal, KindJournal:
		describeLog(&b, ReadLog(p))
	}
	return b.String()
}

func describeFact(b *strings.Builder, name string, f Fact) {
	if !f.Given() {
		return
	}
	fmt.Fprintf(b, "  %s: %s (%s", name, f.Text, f.Basis)
	if f.Line > 0 {
		fmt.Fprintf(b, ", line %d", f.Line)
	}
	b.WriteString(")\n")
}

func describePlan(b *strings.Builder, p Plan) {
	describeFact(b, "id", p.ID)
	describeFact(b, "title", p.Title)
	fmt.Fprintf(b, "  state: %s (%s)", p.Status.State, p.Status.Basis)
	if p.Status.Word != "" {
		fmt.Fprintf(b, ", stated as %q on line %d", p.Status.Word, p.Status.Line)
	}
	b.WriteString("\n")
	for _, f := range []struct {
		name string
		fact Fact
	}{
		{"blocked", p.Blocked}, {"priority", p.Priority}, {"created", p.Created}, {"updated", p.Updated}, {"source", p.Source},
		{"name time", p.NameTime}, {"task", Fact{Text: strings.TrimSpace(p.Task), Basis: p.Source.Basis}}, {"claimed by", p.ClaimedBy}, {"parent", p.Parent},
	} {
		describeFact(b, f.name, f.fact)
	}
	if p.NeedsFrom.Given() {
		fmt.Fprintf(b, "  needs approval: %s (line %d)\n", p.Needs, p.NeedsFrom.Line)
	}
	if len(p.Steps) > 0 {
		progress := fmt.Sprintf("%d of %d done", p.Ticked(), len(p.Steps))
		if !p.KeepsState() {
			progress = fmt.Sprintf("%d without a state", len(p.Steps))
		}
		fmt.Fprintf(b, "  steps: %s, from %s (%s)\n", progress, p.StepsFrom, p.StepsBasis)
	}
	for _, s := range p.Steps {
		fmt.Fprintf(b, "    %d. [%s] %s (line %d)", s.Number, s.Mark, s.Text, s.Line)
		if s.Done && s.Mark != "x" && s.Mark != "X" {
			b.WriteString(" done")
		}
		if s.Need != model.NeedNo {
			fmt.Fprintf(b, " human: %s", s.Need)
		}
		b.WriteString("\n")
	}
	describeFact(b, "next", p.Next)
	for _, e := range p.Log {
		describeEntry(b, e)
	}
	for _, name := range p.LeftOut {
		fmt.Fprintf(b, "  left out: %s\n", name)
	}
	for _, doubt := range p.Doubts {
		fmt.Fprintf(b, "  doubt: line %d: %s\n", doubt.Line, doubt.Reason)
	}
}

func describeRequest(b *strings.Builder, r Request) {
	for _, f := range []struct {
		name string
		fact Fact
	}{
		{"id", r.ID}, {"summary", r.Summary}, {"action", r.Action}, {"target", r.Target}, {"sender", r.Sender}, {"amount", r.Amount}, {"expires", r.Expires},
		{"due", r.Due}, {"risk", r.Risk}, {"rationale", r.Rationale}, {"plan", r.Plan}, {"step", r.StepText}, {"status", r.Status},
		{"requested", r.Created}, {"made from", r.Source},
	} {
		describeFact(b, f.name, f.fact)
	}
	if r.Within > 0 {
		fmt.Fprintf(b, "  lapses: %s after its creation\n", r.Within)
	}
	fmt.Fprintf(b, "  stem: %s\n  decision: %s\n", r.Stem, r.Decision)
	for _, c := range r.Contests {
		fmt.Fprintf(b, "  contest: line %d: %s\n", c.Line, c.Reason)
	}
	for _, c := range r.Contradictions {
		fmt.Fprintf(b, "  contradiction: line %d: %s", c.Line, c.Reason)
		if c.Stale {
			b.WriteString(" (stale)")
		}
		b.WriteString("\n")
	}
}

func describeLog(b *strings.Builder, log Log) {
	fmt.Fprintf(b, "  shape: %s, %d bad lines\n", log.Shape, log.BadLines)
	for _, e := range log.Entries {
		describeEntry(b, e)
	}
}

func describeEntry(b *strings.Builder, e Entry) {
	fmt.Fprintf(b, "  entry: %s", e.Time)
	for _, part := range []struct{ name, text string }{
		{"who", e.Who}, {"action", e.Action}, {"target", e.Target}, {"result", e.Result}, {"why", e.Why},
	} {
		if part.text != "" {
			fmt.Fprintf(b, " | %s: %s", part.name, part.text)
		}
	}
	if e.Line > 0 {
		fmt.Fprintf(b, " (line %d)", e.Line)
	}
	b.WriteString("\n")
}

var update = flag.Bool("update", false, "write what is read from the fixtures into their want.txt, to be checked by eye, and the table of docs/dev/formats.md")

// TestFixtures reads every file of every vault below testdata and compares what is
// found with the vault's want.txt. A folder is one notation, named after it.
func TestFixtures(t *testing.T) {
	t.Parallel()
	vaults := must.Get(os.ReadDir("testdata"))(t)
	for _, v := range vaults {
		if v.Name() == "fuzz" {
			continue
		}
		t.Run(v.Name(), func(t *testing.T) {
			root := filepath.Join("testdata", v.Name())
			got := describeVault(t, root)
			golden := filepath.Join(root, "want.txt")
			if *update {
				must.Do(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want := must.Get(os.ReadFile(golden))(t)
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func describeVault(t *testing.T, root string) string {
	t.Helper()
	var out strings.Builder
	must.Do(t, filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "want.txt" {
			return err
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(root, name)
		out.WriteString(describe(Open(nil, filepath.ToSlash(inside), b)))
		return err
	}))
	return out.String()
}

// seeds adds every fixture as an input.
func seeds(f *testing.F) {
	f.Helper()
	must.Do(f, filepath.WalkDir("testdata", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(name, filepath.Join("testdata", "fuzz")) {
			return err
		}
		b, err := os.ReadFile(name)
		f.Add(filepath.ToSlash(name), b)
		return err
	}))
	f.Add("Plans/x.md", []byte(usualPlan))
}

// checkFact demands that a value is bounded and is in the file.
func checkFact(t *testing.T, p *Page, f Fact) {
	t.Helper()
	if len(f.Text) > maxText+len("…") && f.Line > 0 || f.Line < 0 || f.Line > lineCount(p) {
		t.Errorf("line %d of %d holds %d bytes", f.Line, lineCount(p), len(f.Text))
	}
	if f.Given() == (f.Basis == 0) {
		t.Errorf("%q is known because %v", f.Text, f.Basis)
	}
}

func lineCount(p *Page) int { return strings.Count(p.text, "\n") + 1 }

func checkEntries(t *testing.T, p *Page, entries []Entry) {
	t.Helper()
	if len(entries) > len(p.text) {
		t.Errorf("%d entries in %d bytes", len(entries), len(p.text))
	}
	for _, e := range entries {
		if e.Line < 0 || e.Line > lineCount(p) {
			t.Errorf("entry %+v lies outside of the file", e)
		}
	}
}

func FuzzReadPlan(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		p := Open(nil, name, b)
		if c := Classify(p); c.Why == "" {
			t.Errorf("nothing says why it is %v", c.Kind)
		}
		plan := ReadPlan(p)
		last := 0
		for i, s := range plan.Steps {
			if s.Number != i+1 || s.Line < last || s.Line == last && len(p.listed) == 0 || s.Line > lineCount(p) || strings.TrimSpace(s.Text) == "" || strings.Contains(s.Text, "\n") {
				t.Errorf("step %+v behind line %d of %d", s, last, lineCount(p))
			}
			last = s.Line
		}
		if (len(plan.Steps) > 0) != (plan.StepsBasis != 0) || plan.NextStep > len(plan.Steps) {
			t.Errorf("%d steps are %v, the next is %d", len(plan.Steps), plan.StepsBasis, plan.NextStep)
		}
		for _, fact := range []Fact{plan.ID, plan.Title, plan.Next, plan.NeedsFrom, plan.Source, plan.NameTime, plan.ClaimedBy,
			plan.Parent, plan.Blocked, plan.Created, plan.Updated, plan.Priority} {
			checkFact(t, p, fact)
		}
		checkEntries(t, p, plan.Log)
	})
}

func FuzzReadRequest(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		p := Open(nil, name, b)
		r := ReadRequest(p)
		for _, fact := range []Fact{r.Summary, r.Action, r.Target, r.Amount, r.Expires, r.Due, r.Risk, r.Rationale, r.Plan, r.Source,
			r.StepText, r.Status, r.Created} {
			checkFact(t, p, fact)
		}
		if r.Step < 0 || r.Within < 0 || r.Amount.Given() && !isMoney(r.Amount.Text) {
			t.Errorf("got %+v", r)
		}
		for _, c := range r.Contradictions {
			if c.Line < 0 || c.Line > lineCount(p) || r.Decision == DecisionNone {
				t.Errorf("contradiction %+v", c)
			}
		}
		if pending := Open(nil, "Pending_Approval/"+strings.ReplaceAll(name, "/", "-"), b); ReadRequest(pending).Decision != DecisionPending {
			t.Errorf("what lies in the approvals folder is %v", ReadRequest(pending).Decision)
		}
	})
}

func FuzzReadLog(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		p := Open(nil, name, b)
		log := ReadLog(p)
		if log.BadLines < 0 || log.BadLines > lineCount(p) && log.Shape != ShapeArray && log.Shape != ShapeWrapped && log.Shape != ShapeValues {
			t.Errorf("%d bad lines of %d", log.BadLines, lineCount(p))
		}
		checkEntries(t, p, log.Entries)
	})
}

// FuzzCountAsAgents holds the count of the agents' steps against a transcription of their code.
func FuzzCountAsAgents(f *testing.F) {
	seeds(f)
	f.Add("", []byte(roadmap("- [ ] ✋ a", "```", "-\u00a0[X]b")))
	f.Fuzz(func(t *testing.T, _ string, b []byte) {
		if !utf8.Valid(b) {
			// The agents skip a plan that is no text, and so do we.
			return
		}
		if got, want := saidAll(countAsAgents(string(b)).steps), theirSteps(string(b)); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// FuzzReadWays demands that a way names a line of the file and stays in the folders of decided and
// finished work, and that an answer in the file changes one word and reads as that answer.
func FuzzReadWays(f *testing.F) {
	seeds(f)
	for _, tt := range ways {
		f.Add("Pending_Approval/x.md", []byte("---\nstatus: pending\n---\n# Send\n\n"+tt.text+"\n"))
	}
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		r := ReadRequest(Open(nil, name, b))
		for choice, w := range map[model.Choice]model.Way{model.ChoiceApprove: r.Yes, model.ChoiceReject: r.No} {
			if w.Kind != model.WayPlain && (w.Line < 1 || w.Said == "") || w.Line > lineCount(Open(nil, name, b)) {
				t.Errorf("%v says %q in line %d", w.Kind, w.Said, w.Line)
			}
			first, below, deeper := strings.Cut(w.Path, "/")
			placed := w.Kind == model.WayFolder || w.Kind == model.WayFile
			if placed && (FolderOf(first) == FolderNone || strings.HasPrefix(first, ".") || !fs.ValidPath(w.Path) || deeper && strings.Contains("/"+below, "/.")) {
				t.Errorf("%v asks for %q", w.Kind, w.Path)
			}
			s, err := AnswerInFile(nil, name, b, choice)
			if err == nil && (w.Kind != model.WayStatus || !slices.Contains([]Decision{DecisionApproved, DecisionRejected}, ReadRequest(Open(nil, name, text.Apply(b, []text.Splice{s}))).Decision)) {
				t.Errorf("%v is answered by %+v", w.Kind, s)
			}
		}
	})
}

// hostile are lines that make a careless reader look at the rest of the file again
// and again.
var hostile = []string{
	"- [ ] **Step 1:** wait for approval\n", "# Steps\n", "### Step 1: x\n", "**A:** b **C:** d\n", "**A:** ", "**", "| a | b |\n",
	"| a | b |\n|-|-|\n", "```\n", "```\n<!--\n", "<!--\n", "> x\n", "---\n", "a:\n", "a: ---\n", "- a\n", "  b: c\n", "\n", "\r", "\x00",
	"(", "[ ", "- ", "1. ", "\u200B ", "2026-04-01 | ", "{\n", "{\"a\":", "[{}", "[", "Plans/", "will expire on: ", "### PROOF-1: x\n- **Tags:** y\n",
}

// TestReadingIsLinear compares the time for a file with that for one 64 times as
// large. Work that grows with the square would take 4096 times as long, which no
// noise of a machine makes.
func TestReadingIsLinear(t *testing.T) {
	t.Parallel()
	const small = 8 << 10
	times := cases.Rounds(16, 64)
	most := time.Duration(10 * times)
	for _, line := range hostile {
		for _, name := range []string{"Pending_Approval/PLAN_x.md", "Logs/x.json"} {
			text := strings.Repeat(line, small/len(line))
			one, many := fastest(name, text, 3), fastest(name, strings.Repeat(text, times), 1)
			if many > most*max(one, time.Millisecond) {
				// The machine may have been busy with something else.
				many = fastest(name, strings.Repeat(text, times), 5)
			}
			if many > most*max(one, time.Millisecond) {
				t.Errorf("%s of %q takes %v, %d times of it %v", name, line, one, times, many)
			}
		}
	}
}

func fastest(name, text string, tries int) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	best := time.Hour
	for range tries {
		start := used()
		p := Open(nil, name, []byte(text))
		Classify(p)
		ReadPlan(p)
		ReadRequest(p)
		ReadLog(p)
		best = min(best, used()-start)
	}
	return best
}

// usualPlan is a plan of 1 kB, the median of real vaults.
var usualPlan = `---
created: 2026-03-05T08:15:02.118233
type: plan
priority: medium
source_file: EMAIL_20260305_081200_hall_booking.md
status: pending
requires_approval: true
---

# Action Plan: Book the small hall for the spring market

**Plan ID:** hall-booking-17
**Owner:** local_agent

## Objective

Find a date for the market and book the hall before the association does.

## Context

- The hall is free on two Saturdays in April.
- Last year's price was 140 EUR; the deposit comes back after the cleaning.

## Steps

- [x] Ask the caretaker for the free dates
- [x] Compare the prices with last year
- [ ] Draft the booking request
- [ ] Get human approval for the deposit (REQUIRES APPROVAL)
- [ ] Send the request if approved
- [ ] Enter the date into the calendar

## Success Criteria

- [ ] The date is confirmed in writing
- [ ] The deposit is paid on time

## Execution Log

- [2026-03-05T08:20:00Z] Agent: Asked for dates — two are free.
- [2026-03-05T09:10:00Z] Agent: Compared prices — ten euros more than last year.
`
