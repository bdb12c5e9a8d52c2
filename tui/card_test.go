package tui

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/confirm"
)

// exampleRequest is the one that README approves.
const exampleRequest = "2026-03-13T16-20-05Z_email_claims-northreach-hubs-example.md"

// numberedRow is a row of a text with the number of its line in the margin.
var numberedRow = regexp.MustCompile(`^ {0,2}(\d{1,3}) (.*)$`)

// readLines collects the lines of a file from the frames that showed them, without blanks. An
// empty line is a mark at the end of the line before.
type readLines struct {
	at    int
	lines map[int]string
	done  map[int]bool
}

func (r *readLines) frame(view string) {
	for _, row := range strings.Split(view, "\n")[1:] {
		m := numberedRow.FindStringSubmatch(row)
		switch {
		case strings.Contains(row, "lines read"), strings.Contains(row, "all read"):
			return
		case m != nil:
			r.at, _ = strconv.Atoi(m[1])
			if r.done[r.at] {
				r.at = 0
				continue
			}
			r.done[r.at], r.lines[r.at] = true, m[2]
		case r.at > 0 && strings.HasPrefix(row, "    "):
			r.lines[r.at] += row[4:]
		default:
			r.at = 0
		}
	}
}

func withoutBlanks(s string) string { return strings.Join(strings.Fields(s), "") }

// Approving the example takes at most six keys from its row at 80x24, and before y lights up every
// byte of the file was on screen.
func TestTheExampleTakesSixKeysAndShowsEveryByte(t *testing.T) {
	t.Parallel()
	d := onDemo(t, 80, 24)
	d.pick("2", "Pending_Approval/"+exampleRequest)
	keys := 1
	d.press("a")
	first := d.app.View()
	for _, want := range []string{
		"Claim for delivery note ND-5518", "to      claims@northreach-hubs.example", "amount  2,089.70 EUR", "until   Tue 17 March, 3 days left",
		"moves the file to Approved, unchanged", "Dear claims team,", "lines read",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the first screen does not show %q:\n%s", want, first)
		}
	}
	read := readLines{lines: map[int]string{}, done: map[int]bool{}}
	_, text, _ := strings.Cut(first, "exact changes")
	read.frame(text)
	d.ring(confirm.QuietTime)
	for d.app.dialog().Guard().Allows() != confirm.None {
		if strings.Contains(d.app.View(), "y approve") {
			t.Fatalf("y is lit before all was read:\n%s", d.app.View())
		}
		d.press("pgdown")
		read.frame(d.app.View())
		if keys++; keys > 10 {
			t.Fatal("the text has no end")
		}
	}
	d.shows("all read", "y approve")
	doc := d.app.dialog().Doc
	lines := strings.Split(strings.TrimSuffix(string(doc.Bytes), "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		want := lines[i]
		if i+1 < len(lines) && lines[i+1] == "" {
			want += " ¶"
		}
		if got := read.lines[i+1]; withoutBlanks(got) != withoutBlanks(want) {
			t.Errorf("line %d was shown as %q, it is %q", i+1, got, want)
		}
		if strings.HasSuffix(want, "¶") {
			i++
		}
	}
	d.press("y")
	keys++
	d.shows("Approved \"")
	if keys > 6 {
		t.Errorf("%d keys, want at most 6", keys)
	}
}

// A no works at once, whatever of the text was on screen.
func TestANoNeedsNoReading(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		keys []string
		want model.Choice
	}{
		{"reject", []string{"x", "too dear", "enter"}, model.ChoiceReject},
		{"changes", []string{"c", "shorter", "enter"}, model.ChoiceChanges},
		{"reject from the card", []string{"a", "x", "too dear", "enter"}, model.ChoiceReject},
		{"changes from the card", []string{"a", "c", "shorter", "enter"}, model.ChoiceChanges},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := newDriver(t, workshop(), 80, 24)
			d.pick("2", claimFile)
			d.press(tt.keys...)
			if unseen, _ := d.app.dialog().Unseen(); unseen == 0 {
				t.Fatal("the text fits on the screen")
			}
			d.press("y")
			d.decides(0)
			d.shows("typed too fast", "lines read")
			d.ring(confirm.QuietTime)
			d.shows("y "+tt.want.Key(), tt.want.Order()+" ")
			if title, _, _ := strings.Cut(strings.TrimSpace(d.app.View()), "  "); strings.Count(title, tt.want.Order()) != 1 {
				t.Errorf("the title is %q", title)
			}
			d.press("y")
			d.decides(1)
			if got := d.store.decided[0].Choice; got != tt.want {
				t.Errorf("decided to %s, want %s", got, tt.want)
			}
		})
	}
}

// A card that turns to another answer says what that answer does, as if it had been opened for it.
func TestACardThatTurnsSaysWhatTheOtherAnswerDoes(t *testing.T) {
	t.Parallel()
	for _, h := range []int{24, 40} {
		d := onDemo(t, 80, h)
		d.pick("2", "Pending_Approval/"+exampleRequest)
		d.press("a")
		d.shows("Approve this e-mail?", "to Approved, unchanged", "sets 2026-013 from Blocked to Active")
		d.press("x")
		d.shows("Reject this e-mail?", "Reject: why?")
		d.hides("to Approved, unchanged", "from Blocked to Active")
		d.press("too dear", "enter")
		d.shows("Reject this e-mail?", "to Rejected, unchanged")
		d.hides("to Approved, unchanged")
		d.press("esc", "a", "c")
		d.shows("Ask for changes to this e-mail?")
		d.hides("to Approved, unchanged", "from Blocked to Active")
		d.press("esc")
		d.shows("Approve this e-mail?", "to Approved, unchanged", "sets 2026-013 from Blocked to Active")
		d.press("x", "too dear", "enter")
		d.ring(confirm.QuietTime)
		d.press("y")
		d.shows("Rejected \"")
	}
}

// Why the agent asks has a row above the text where that pushes none of its first rows out.
func TestTheReasonOfTheAgentHasARowWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	d.hides("why The warranty")
	d.shows("for PLAN-2026-014, step 4: Send the claim email")
	d.send(tea.WindowSizeMsg{Width: 80, Height: 30})
	d.shows("why The warranty ends on 20 March.")
}

// A yes is for the text of a step, which stands in the dialog at every width, whatever the request calls it.
func TestTheDialogNamesTheStepsOwnTextAtEveryWidth(t *testing.T) {
	t.Parallel()
	for _, width := range []int{40, 60, 80, 100, 116, 120, 140, 160, 200} {
		for _, note := range []string{"", "Wire-90,000", "Send-letters"} {
			s := workshop()
			s.snapshot.Requests, s.snapshot.Plans = slices.Clone(s.snapshot.Requests), slices.Clone(s.snapshot.Plans)
			for i := range s.snapshot.Requests {
				if r := &s.snapshot.Requests[i]; r.Path == claimFile {
					r.StepNote, r.Summary = note, cmp.Or(note, "Dear-mill")
				}
			}
			for i := range s.snapshot.Plans {
				if p := &s.snapshot.Plans[i]; p.Path == claimPlan {
					p.Steps = slices.Clone(p.Steps)
					p.Steps[3].Text = "Wire-90,000"
					p.Reading.Counted, p.Reading.Otherwise = p.Steps[:1], true
				}
			}
			d := newDriver(t, s, 100, 60)
			d.pick("2", claimFile)
			d.press("a")
			d.send(tea.WindowSizeMsg{Width: width, Height: 60})
			view := d.app.View()
			if !strings.Contains(view, "Wire-90,000") || !strings.Contains(view, cmp.Or(note, "Dear-mill")) {
				t.Errorf("at %d with %q:\n%s", width, note, view)
			}
		}
	}
}

func TestAnUndoAndADeclineNeedNoReading(t *testing.T) {
	t.Parallel()
	d := newDriver(t, decidedBefore(), 80, 10)
	d.press("u")
	d.ring(confirm.QuietTime)
	if unseen, _ := d.app.dialog().Unseen(); unseen == 0 {
		t.Fatal("all of the undo fits on the screen")
	}
	d.press("y")
	d.decides(1)

	d = newDriver(t, laboratory(), 80, 10)
	d.press("7", "g", "x")
	d.ring(confirm.QuietTime)
	if unseen, _ := d.app.dialog().Unseen(); unseen == 0 {
		t.Fatal("all of the proposal fits on the screen")
	}
	d.press("y")
	d.decides(1)
}

// Leaving the reason of a no goes back to the card, which then asks for the yes as before.
func TestLeavingANoGoesBackToTheCard(t *testing.T) {
	t.Parallel()
	d := atConfirm(t)
	d.press("x", "esc")
	d.shows("Approve this e-mail?", "all read")
	d.press("x", "too", "esc")
	d.shows("Approve this e-mail?", "No decision made. Your text is kept")
	d.press("y")
	d.decides(0)
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(1)
	if got := d.store.decided[0]; got.Choice != model.ChoiceApprove || got.Note != "" {
		t.Errorf("decided to %s with %q", got.Choice, got.Note)
	}
}

// A note written after reading does not ask for it again.
func TestANoteKeepsWhatWasRead(t *testing.T) {
	t.Parallel()
	d := atConfirm(t)
	d.press("M", "by mail", "enter")
	d.shows("by mail")
	d.ring(confirm.QuietTime)
	d.ring(confirm.WatchEvery)
	d.press("y")
	d.decides(1)

	// Of another text nothing counts.
	d = atConfirm(t)
	d.store.files[claimFile] += "and one more line\n"
	d.press("M", "by mail", "enter")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(0)
	d.shows("Read to the end first")
}

// The exact changes lie over the text: nothing below counts as read, and no key decides there.
func TestExactChangesLieOverTheText(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 36)
	d.pick("2", claimFile)
	d.press("a")
	d.hides("status: Blocked")
	before, _ := d.app.dialog().Unseen()
	d.press("D")
	d.shows("All changes this makes", "1 move", "Approved/ under the same name", "bytes, SHA-256", "- status: Blocked", "+ status: Active", `+ {"action":"approve"}`, "4 keep", "can undo this", "Nothing runs.")
	d.press("G", "pgdown", "x", "c", "a")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(0)
	if after, _ := d.app.dialog().Unseen(); after != before {
		t.Errorf("%d rows were read below the changes", before-after)
	}
	d.press("D")
	d.hides("All changes this makes")
	d.readAll()
	d.press("y")
	d.decides(1)
}

// doubtful is a workshop whose claim has doubts in its fields and in its text.
func doubtful() *fakeStore {
	s := workshop()
	s.snapshot.Requests[0].Doubts = []model.Doubt{
		{Line: 4, What: "reads as another address", Weight: model.WeightAsk},
		{Line: 27, What: "adds up to another amount", Weight: model.WeightNote},
		{What: "nobody knows the sender", Weight: model.WeightNote},
	}
	return s
}

func TestDoubtsStandBelowTheirLines(t *testing.T) {
	t.Parallel()
	d := newDriver(t, doubtful(), 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	view := d.app.View()
	for _, want := range []string{
		"▲ 3 warnings",
		"\n  4 ▲ reads as another address", "\n 27 ▲ adds up to another amount", "\n    ▲ nobody knows the sender",
		"\n  1 ---",
		"\n            needs the target typed, because of the warnings",
	} {
		if !strings.Contains(view, want) {
			t.Errorf("the card does not show %q:\n%s", want, view)
		}
	}
	d.press("]")
	if view := d.app.View(); !strings.Contains(view, "  4 to: claims@northreach.example") || !strings.Contains(view, "\n  ▲ Reads as another address.") {
		t.Errorf("the doubt is not below its line:\n%s", view)
	}
	d.press("]")
	if view := d.app.View(); !strings.Contains(view, "\n  ▲ Adds up to another amount.") {
		t.Errorf("] does not go to the next doubt:\n%s", view)
	}
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(0)
}

// At the size of a usual window the facts stand beside the text and do not scroll.
func TestFactsStandBesideTheTextWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	d := onDemo(t, 120, 36)
	d.pick("2", "Pending_Approval/"+exampleRequest)
	d.press("a")
	rows := strings.Split(d.app.View(), "\n")
	for i, want := range map[int]string{
		2:  "    Claim for delivery note ND-5518,         21 Subject: Claim for delivery note ND-5518, 3 March 2026                 ┃",
		5:  "    to      claims@northreach-hubs.example   24                                                                        ┃",
		8:  "    for     2026-013, step 4: Email the      26 reached us with 26 damaged hubs, and 6 hubs on the note were not in    ┃",
		32: "                                             47 | 12 | 3 | NH4507-D | NR-32 front | axle thread crushed | 38.50 |      │",
	} {
		if rows[i] != want {
			t.Errorf("row %d is\n%s\nwant\n%s", i, rows[i], want)
		}
	}
	d.press("pgdown", "pgdown", "pgdown")
	d.ring(confirm.QuietTime)
	d.shows("amount 2,089.70 EUR", "fields of the file, lines 1 to 20", "all read", "y approve")
}

// A step that a person does is marked as done, not approved.
func TestAStepOfAPersonIsMarkedDone(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("3", quietPlan)
	d.shows("a mark done")
	d.press("a")
	d.readAll()
	d.shows("Mark step 1 done?", "Phone the broker", "y mark done")
	d.press("y")
	d.decides(1)
}

// The yes that counts is the ember, and only that one.
func TestTheUnlockedYesIsTheEmber(t *testing.T) {
	t.Parallel()
	th := styles.New(colours)
	ember := strings.TrimSuffix(th.Render(styles.Line{{Text: styles.Plain("y"), Role: styles.RoleEmber}}, -1), "\x1b[0m")
	d := themedDriver(t, workshop(), colours, 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	last := func() string { rows := strings.Split(d.app.View(), "\n"); return rows[len(rows)-1] }
	begin := ember[:strings.Index(ember, "m")]
	if strings.Contains(last(), begin) {
		t.Errorf("an ember stands in the footer before all was read: %q", last())
	}
	d.readAll()
	if !strings.Contains(last(), begin) {
		t.Errorf("no ember stands in the footer: %q", last())
	}
}

// The bytes begin with the first line, nothing folded, and what was read of the other order counts
// no more.
func TestTheBytesOfTheFileInItsOrder(t *testing.T) {
	t.Parallel()
	d := atConfirm(t)
	d.press("v")
	if view := d.app.View(); !strings.Contains(view, "D exact changes  \n"+strings.Repeat(" ", 80)+"\n  1 ---") {
		t.Errorf("the text does not begin with line 1:\n%s", view)
	}
	d.hides("¶")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(0)
	d.readAll()
	d.press("y")
	d.decides(1)
}

// A no whose reason is written once more does not become a yes: the changes on screen are its own.
func TestANoStaysANo(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("a", "x", "too dear", "enter", "M", "esc", "esc")
	if d.app.dialog() != nil {
		d.readAll()
		d.press("y")
	}
	for _, decided := range d.store.decided {
		t.Errorf("decided to %s", decided.Choice)
	}
}

// Changes that are all there is to read are read anew when they are others, line for line as many.
func TestAnotherEntryIsReadAnew(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 80, 10)
	d.press("6", "M", "hubs differ", "enter")
	d.readAll()
	if unseen, _ := d.app.dialog().Unseen(); unseen > 0 {
		t.Fatalf("%d rows are unseen", unseen)
	}
	d.store.changes[0].After = []string{"total_entries: 7", "### NOTE-002: Another"}
	d.press("M", "enter")
	if unseen, _ := d.app.dialog().Unseen(); unseen == 0 {
		t.Error("what another entry writes counts as read")
	}
}

// A copy that another machine left is said wherever its original stands, and has to be answered.
func TestADifferingCopyIsSaidOfItsOriginal(t *testing.T) {
	t.Parallel()
	s := workshop()
	original := &s.snapshot.Requests[0]
	original.Amount = "120 EUR"
	twin := *original
	twin.Name = strings.TrimSuffix(original.Name, ".md") + ".sync-conflict-20260314-070200-ABCDEFG.md"
	twin.Path, twin.Amount = path.Dir(original.Path)+"/"+twin.Name, "990 EUR"
	original.Seen, twin.Seen = model.FingerprintOf([]byte("120")), model.FingerprintOf([]byte("990"))
	s.files[twin.Path] = s.files[original.Path] + "\n"
	s.snapshot.Requests = append(s.snapshot.Requests, twin)
	rule.WeighRequests(&s.snapshot)
	const said = "another copy differs: amount 990 EUR there, 120 EUR here"
	d := newDriver(t, s, 80, 30)
	d.pick("1", claimFile)
	d.shows("a copy differs")
	d.pick("2", claimFile)
	d.shows("a copy differs")
	d.press("enter")
	says := func() {
		t.Helper()
		if !strings.Contains(strings.Join(strings.Fields(d.app.View()), " "), said) {
			t.Errorf("it does not say %q:\n%s", said, d.app.View())
		}
	}
	says()
	d.press("esc", "a")
	says()
	d.readAll()
	d.shows("needs the target typed, because of the warnings", "y type the target")
	d.press("y")
	d.shows("To approve anyway, type:")
	d.decides(0)
}
