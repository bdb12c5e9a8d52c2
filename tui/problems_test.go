package tui

import (
	"fmt"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
)

// torn is a vault whose event log has a line that session 243 did not finish.
func torn(lines int) *fakeStore {
	s := interrupted()
	var log []string
	for i := 1; i <= lines; i++ {
		log = append(log, fmt.Sprintf(`{"type": "Note", "number": %d, "text": "%s"}`, i, strings.Repeat("word ", 40)))
	}
	log[lines-4] = `{"type": "ValidationOutcome", "result": "wa`
	s.files[eventLog] = strings.Join(log, "\n") + "\n"
	s.snapshot.Problems = []model.Problem{{
		Path: eventLog, Line: lines - 3, Reason: "invalid JSON: the line stops in the middle", Hint: "this line is skipped; the other 9 are used",
		Fault: model.Fault{
			Column: len(log[lines-4]) + 1, Name: "the line stops in the middle", Short: "line cut short", Cause: "The line stops in the middle of a word. No quote and no brace close it.",
			Help: "Delete the line.",
		},
		Since: stamp("2026-03-10T14:16:00Z"), By: model.Ref{Kind: model.KindSession, Path: eventLog, Item: "243"},
	}}
	s.snapshot.Problems = append(s.snapshot.Problems, model.Problem{Path: brokenPlan, Line: 2, Reason: "the front matter has no end", Hint: "add a line --- behind it"})
	s.files[brokenPlan] = "---\nstatus: Active\nowner: \"Ida\n"
	return s
}

func TestProblemsOpensAtTheLine(t *testing.T) {
	t.Parallel()
	for _, size := range []struct{ w, h int }{{80, 24}, {100, 30}, {140, 45}, {200, 60}} {
		d := newDriver(t, torn(40), size.w, size.h)
		d.press("8")
		d.shows(
			"Problems in 2 files. Everything else is used.", "line 37 the line stops in the middle", `▌37 {"type": "ValidationOutcome", "result": "wa◉`,
			"The line stops in the middle of a word. No quote and no brace close it.", "Session 243 on the page Sessions", "stopped while writing it, on Tuesday 10 March after 14:16.",
			"This line is skipped; the other 9 are used.", "Fix Delete the line.", "o goes there",
			"40 lines", " 36 {", " 38 {", "n next problem", "? help", "1/2",
		)
		d.press("down")
		d.shows("▌ 2 status: Active", " 3 owner:", "The front matter has no end.", "Fix Add a line --- behind it.", "2/2")
		d.hides("o goes there")
	}
}

func TestTheEmberStandsAtTheByteThatMakesNoSense(t *testing.T) {
	t.Parallel()
	s := torn(10)
	long := strings.Repeat("long ", 60) + `"x` + strings.Repeat(" tail", 60)
	for _, tt := range []struct {
		line   string
		column int
		want   string
	}{
		{`owner: "Ida`, 8, `▌ 2 owner: ◉"Ida`},
		{`owner: "Ida`, 1, `▌ 2 ◉owner: "Ida`},
		{`owner: "Ida`, 12, `▌ 2 owner: "Ida◉`},
		{`owner: "Ida`, 99, `▌ 2 owner: "Ida◉`},
		{`owner: "Ida`, 0, `▌ 2 owner: "Ida`},
		{long, strings.IndexByte(long, '"') + 1, `long ◉"x tail`},
		{"own\x1b[2Jer: \u202e\"Ida", 13, "◉⟦U+202E RLO⟧"},
		{"password: hunter2horse", 16, "◉"},
	} {
		s.files[brokenPlan] = "---\n" + tt.line + "\nlast: 1\n"
		s.snapshot.Problems[1].Fault = model.Fault{Column: tt.column, Name: "odd", Cause: "It is odd."}
		s.snapshot.Problems[1].Line = 2
		d := drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}).Masking(), Now: clock}, 80, 24)
		d.pick("8", brokenPlan)
		d.shows(tt.want)
		d.hides("\x1b[2J", "hunter2", "horse")
	}
}

func TestAKeyOpensTheEditorAtTheLineAndTheSessionBehindIt(t *testing.T) {
	t.Parallel()
	d := newDriver(t, torn(40), 100, 30)
	calls := d.edits(func(map[string]string) error { return nil })
	d.press("8")
	d.shows("e edit at line 37")
	d.press("e")
	if got := strings.Join(*calls, "; "); got != "/vault/"+eventLog+" 37" {
		t.Errorf("the editor was called with %q", got)
	}
	d.press("8", "o")
	if ref, _ := d.app.selected(); ref.Kind != model.KindSession || ref.Item != "243" || d.app.pages[d.app.tabs.at].Title != board.SessionsTitle {
		t.Errorf("o goes to %s", ref)
	}
}

func TestTheWholeFileOfAProblemOpensAtItsLine(t *testing.T) {
	t.Parallel()
	for _, size := range []struct{ w, h int }{{80, 24}, {100, 30}} {
		d := newDriver(t, torn(200), size.w, size.h)
		d.press("8", "enter")
		d.shows(`197 {"type": "ValidationOutcome",`, "The line stops in the middle")
		if d.app.detail.Top == 0 {
			t.Errorf("%d×%d: it opens at the top", size.w, size.h)
		}
		d.press("v")
		d.shows("Every byte")
	}
}

// A hook that is missing is told with what to do, and no file is read for it.
func TestAnAgentWithoutTheGateIsTold(t *testing.T) {
	t.Parallel()
	s := interrupted()
	s.snapshot.Problems = []model.Problem{{
		Path: "/yard/.claude/settings.local.json", Gate: true, Reason: "no gate for Claude Code: its hook is not installed here",
		Title: "No gate for Claude Code", Type: "coldstart hook install --agent claude", Hint: "run coldstart hook install --agent claude in /yard",
	}}
	for _, rows := range [][2]string{
		{"Gemini CLI: the folder is not trusted", "start gemini and trust it"},
		{"Claude Code: its hooks are switched off", "take that out of the file"},
		{"opencode did not ask the gate", "coldstart gate test --agent opencode"},
		{"Gemini CLI: hook not in order", "coldstart hook install --agent gemini"},
		{"gate rules gone: 10 of 32", "coldstart ack alarm-rules"},
	} {
		s.snapshot.Problems = append(s.snapshot.Problems, model.Problem{Path: "/yard/x", Gate: true, Title: rows[0], Type: rows[1], Reason: rows[0]})
	}
	d := newDriver(t, s, 80, 24)
	for _, p := range s.snapshot.Problems {
		// Nothing of it is cut.
		d.shows(p.Title, p.Type)
	}
	needs := rule.NeedsYou(s.snapshot)
	for i := range s.snapshot.Problems {
		if !needs[i].Gate {
			t.Errorf("row %d is %+v", i, needs[i])
		}
	}
	s.snapshot.Problems = s.snapshot.Problems[:1]
	d = newDriver(t, s, 80, 24)
	d.press("8")
	d.shows("No gate for Claude Code: its hook is not installed here.", "Run coldstart hook install --agent claude in /yard.")
	d.hides("could not be read")
	d.press("enter")
	d.shows("run coldstart hook install --agent claude in /yard")
	d.hides("Reading", "error")
	d.press("v")
	d.hides("empty file")
}
