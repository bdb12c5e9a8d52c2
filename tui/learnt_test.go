package tui

import (
	"reflect"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/styles"
	"coldstart/tui/confirm"
)

func TestOneYesAndOneNoForWhatWasLearnt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, page, pick, key, want string }{
		{"a proposal is accepted", "7", "Vt3xQ9pLd2", "a", "accept Vt3xQ9pLd2"},
		{"a proposal is declined without a reason", "7", "Vt3xQ9pLd2", "x", "decline Vt3xQ9pLd2"},
		{"from the queue on Home", "1", "Vt3xQ9pLd2", "a", "accept Vt3xQ9pLd2"},
		{"another problem is made the current one", "6", patches, "a", "switch " + patches},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDriver(t, laboratory(), 120, 40)
			d.pick(tt.page, tt.pick)
			d.press(tt.key)
			d.readAll()
			d.press("y")
			if got := decidedOn(d.store); got != tt.want {
				t.Errorf("decided %q, want %q\n%s", got, tt.want, d.app.View())
			}
		})
	}
}

func TestWhatIsLearntOrDecidedTakesNoDecision(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ page, pick, key, want string }{
		{"7", "x5JoTa62Pk", "a", "Proposal 'x5JoTa62Pk' is already rejected"},
		{"7", "pat_1", "a", "it is already a learning; there is nothing to decide"},
		{"7", seedFile, "x", "choose a proposal to decide on"},
		{"6", lacings, "a", "it is already the current problem"},
		{"6", "PROOF-001", "w", "PROOF-001 did not fail"},
		{"6", "LIT-001", "w", "only an attempt can be worth retrying"},
		{"7", "pat_1", "f", "Journal only"},
	} {
		t.Run(tt.pick+" "+tt.key, func(t *testing.T) {
			d := newDriver(t, laboratory(), 120, 40)
			d.pick(tt.page, tt.pick)
			d.press(tt.key)
			d.shows(tt.want)
			if d.app.dialog() != nil {
				t.Error("a dialog is open")
			}
		})
	}
}

func TestACommitIsAskedForWithEachDecision(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 120, 40)
	d.app.commit = true
	d.pick("7", "Vt3xQ9pLd2")
	d.press("a")
	d.readAll()
	d.press("y")
	d.pick("2", claimFile)
	d.press("a")
	d.readAll()
	d.press("y")
	d.decides(2)
	if got := d.store.decided; !got[0].Commit || !got[1].Commit {
		t.Errorf("commits: %v, %v", got[0].Commit, got[1].Commit)
	}
}

func typed(d *driver, text string) {
	for _, r := range text {
		d.press(string(r))
	}
}

func TestANoteIsWrittenAfterItsDifferenceWasSeen(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 80, 24)
	d.pick("6", "NOTE-001")
	d.press("M", "enter")
	d.shows("An entry needs an insight")
	typed(d, "Count twice. Always")
	d.press("enter")
	d.shows("total_entries: 6")
	d.press("y")
	d.decides(0)
	d.readAll()
	d.press("M")
	d.shows("Count twice. Always")
	typed(d, "!")
	d.press("enter")
	d.readAll()
	d.press("y")
	d.decides(1)
	want := research.NoteDraft("Count twice. Always!", "user")
	want.Repair = true
	got := d.store.decided[0]
	if got.Ref != (model.Ref{Kind: model.KindJournal, Path: lacingsFile}) || got.Choice != model.ChoiceEntry || !reflect.DeepEqual(got.Entry, want) {
		t.Errorf("decided %+v, want the entry %+v", got, want)
	}
	if got.Seen != model.FingerprintOf([]byte(d.store.files[lacingsFile])) {
		t.Error("the decision is not bound to the journal that was read")
	}
}

func TestAWrittenTextIsNotLostWhenItCannotBeShown(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 80, 24)
	d.store.previewErr = model.ErrConflict
	d.press("6", "M")
	typed(d, "Keep me")
	d.press("enter")
	d.shows("Cannot decide", "Keep me")
	d.store.previewErr = nil
	d.press("enter")
	d.shows("total_entries: 6")
}

func TestADeadEndIsMarkedAsWorthRetrying(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 120, 40)
	d.pick("6", "PROOF-002")
	d.press("w")
	d.shows("Why is PROOF-002 worth another try?")
	typed(d, "blocks help")
	d.press("enter")
	d.readAll()
	d.press("y")
	d.decides(1)
	if got := d.store.decided[0].Entry; got.Earlier != "PROOF-002" || got.Insight != "blocks help" || got.Category != model.CategoryNote {
		t.Errorf("entry %+v", got)
	}
}

func TestAWholeEntryIsWritten(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 80, 24)
	d.press("6", "+", "right", "left", "tab")
	typed(d, "Two blocks")
	d.press("down", "c", "c", "c", "tab")
	typed(d, "queens, blocks")
	d.press("tab", "tab", "f", "tab", "tab")
	d.send(tea.KeyMsg{Type: tea.KeyCtrlD})
	d.shows("an entry needs an insight")
	typed(d, "It fits")
	d.send(tea.KeyMsg{Type: tea.KeyCtrlD})
	d.readAll()
	d.press("y")
	d.decides(1)
	got := d.store.decided[0].Entry
	want := model.Draft{
		Category: model.CategoryProof, Title: "Two blocks", Agent: "user", Strategy: "construction", Tags: []string{"queens", "blocks"},
		Outcome: model.OutcomeFailed, Insight: "It fits", Repair: true,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("entry %+v\nwant  %+v", got, want)
	}
}

// What is typed last is on screen, however long the question is.
func TestTheEndOfALongQuestionIsOnScreen(t *testing.T) {
	t.Parallel()
	for _, width := range []int{40, 80, 100, 120} {
		d := newDriver(t, laboratory(), width, 30)
		d.press("6", "d")
		typed(d, strings.Repeat("affine lacings of hubs ", 8)+"by mail")
		d.shows("mail│")
	}
}

func TestTheCheckAnswersWhileOneTypes(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 120, 40)
	d.press("6", "d")
	// Nothing is chosen at first, so nothing is found that nobody asked for.
	d.shows("Was this tried?", "Type a method, a name or a tag")
	d.hides("TRIED AND FAILED")
	typed(d, "pigeonhole")
	d.shows("NEVER TRIED")
	d.hides("matched:")
	d.press("ctrl+u")
	typed(d, "affine")
	d.shows("TRIED AND FAILED once", "1 result since then: worth another look", "PROOF-002 Affine lacings", "matched: affine in its title", "since LIT-001 Queens without edges")
	d.press("enter")
	if d.app.check() != nil || d.app.detail == nil || d.app.detail.ref.Item != "PROOF-002" {
		t.Fatalf("enter does not open the match:\n%s", d.app.View())
	}
	// The words of the seed are behind enter.
	d.shows("Before you try it again", "Previous attempt 'Affine lacings' (PROOF-002) used construction", "However, since then:")
	// From an answer one comes back to the answers, and to the page after that.
	d.press("esc")
	d.shows("Was this tried? affine", "TRIED AND FAILED once")
	d.press("enter", "esc", "esc")
	d.hides("Was this tried?")
	d.decides(0)
}

// The question can be asked on every page, also by its name, and where there is no journal.
func TestTheCheckIsEverywhere(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"1", "2", "3", "6", "8"} {
		d := newDriver(t, laboratory(), 100, 30)
		d.press(page, "d")
		typed(d, "affine")
		d.shows("TRIED AND FAILED once")
		d.press("esc")
		d.hides("Was this tried?")
	}
	s := laboratory()
	s.snapshot.Research, s.snapshot.Lessons = model.Research{}, model.Journal{}
	s.snapshot.Decided = append(s.snapshot.Decided, model.Request{Path: "Rejected/offer.md", Name: "offer.md", Summary: "Countdown offer", Reading: model.RequestReading{Decision: model.DecisionRejected}})
	s.snapshot.Notes = map[string]model.Said{"Rejected/offer.md": {Note: "No made-up numbers"}}
	s.files["Rejected/offer.md"] = "Only 48 hours left"
	d := newDriver(t, s, 120, 40)
	d.press(":")
	typed(d, "was this tr")
	d.press("enter")
	d.shows("Was this tried?", "one search over rejections")
	typed(d, "numbers")
	d.shows("ASKED AND REJECTED once", "No made-up numbers", "request Countdown offer rejected", "matched: numbers in why it was rejected", "in Rejected/offer.md")
	d.press("enter")
	d.shows("Only 48 hours left")
	d.press("esc")
	d.shows("Was this tried? numbers")
}

// What a session was about is only spoken of: what was asked, and what its agent said.
func TestTheCheckHearsSessions(t *testing.T) {
	t.Parallel()
	s := laboratory()
	s.snapshot.Transcripts = []model.Transcript{{Tool: "Claude Code", ID: "3-c", Path: "~/3-c.jsonl", Prompt: "Try a zeppelin cache", Said: "It was slower", Changed: s.snapshot.At.Add(-time.Hour)}}
	d := newDriver(t, s, 120, 40)
	d.press("d")
	typed(d, "zeppelin slower")
	d.shows("ONLY SPOKEN OF once", "Nothing says that it was tried", "session Try a zeppelin cache spoken of", "asked Try a zeppelin cache", "said It was slower", "in ~/3-c.jsonl", "and sessions")
}

// What is read anew while the question is open is searched, too.
func TestTheCheckHearsOfNews(t *testing.T) {
	t.Parallel()
	s := laboratory()
	d := followingDriver(t, s, 100, 30)
	d.press("d")
	typed(d, "zeppelin")
	d.shows("NEVER TRIED")
	s.snapshot.Lessons.Entries = []model.Entry{noted("The zeppelin burst", "", "")}
	d.changes()
	d.shows("TRIED AND FAILED")
}

// A verdict has its mark and its word, so that it needs no colour.
func TestAVerdictNeedsNoColour(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 80, 24)
	d.press("6", "d")
	typed(d, "affine")
	d.shows("▌ ✗ TRIED AND FAILED")
	d.press("ctrl+u")
	typed(d, "zeppelin")
	d.shows("▌ ○ NEVER TRIED", "Nothing noted here has this word.")
	typed(d, " airship")
	d.shows("Nothing noted here has these words.")
}

func TestTheJournalIsDrawnInASCII(t *testing.T) {
	t.Parallel()
	d := themedDriver(t, laboratory(), styles.Options{NoColor: true, ASCII: true}, 120, 40)
	d.press("6")
	d.shows(" - session ")
	d.hides("<<U+00B7>>")
	d.press("d")
	typed(d, "affine")
	d.shows(" - construction")
	d.hides("<<U+00B7>>")
}

// What only comes close is no verdict on the words.
func TestWhatNoEntryHasWholeWasNotTriedAsSuch(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 120, 40)
	d.press("6", "d")
	typed(d, "affine zeppelin")
	d.shows("▌ ▲ NOT TRIED AS SUCH Nothing has all of the words; close: PROOF-002 failed", "worth another look", "not “zeppelin”")
	d.hides("TRIED AND FAILED", "once")
	d.press("backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace")
	d.shows("TRIED AND FAILED once")
}

// A strategy that failed says so, whatever else is sought.
func TestAStrategyThatFailedIsTheHeadline(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 120, 40)
	d.press("6", "d")
	typed(d, "construction mod-3")
	d.shows("▌ ✗ TRIED AND FAILED It was a dead end in PROOF-002, ", "not “mod-3”")
	d.hides("NOT TRIED")
}

func TestTheJournalShowsOneProblemAndTurnsToTheOther(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 120, 40)
	d.press("6")
	d.shows("Current problem", "PROOF-003 Count squares", "Other problems 1")
	d.press("f")
	d.shows("PROOF-002")
	d.hides("PROOF-003 Count squares", "LIT-001 Queens")
	d.press("f", "o")
	d.shows("Not current", "Even tyre wear")
	d.hides("PROOF-003 Count squares")
	d.press("o")
	d.shows("Current problem", "PROOF-003 Count squares")
}

func TestAFilterFindsEntriesByAllThatTheyAre(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 120, 40)
	d.press("6", "/")
	typed(d, "queens fai")
	d.shows("/queens fai")
	rows := func() (found []string) {
		for _, r := range d.app.list().Rows {
			found = append(found, r.Ref.Item)
		}
		return found
	}
	if got := rows(); !reflect.DeepEqual(got, []string{"PROOF-002"}) {
		t.Errorf("rows %v", got)
	}
	d.press("backspace", "backspace", "backspace", "enter")
	if got := rows(); len(got) != 3 {
		t.Errorf("rows %v, want the three with the tag", got)
	}
	d.press("ctrl+r")
	if got := rows(); len(got) != 3 {
		t.Errorf("after a reload: rows %v", got)
	}
	d.press("esc")
	if d.app.filter() != "" || len(rows()) < 6 {
		t.Errorf("esc keeps the filter: %v", rows())
	}
	d.press("/")
	typed(d, "\x1b[2Jzzz")
	d.shows("No match for the filter")
}

func TestAnOpenEntryLeadsToItsOtherTry(t *testing.T) {
	t.Parallel()
	s := laboratory()
	entries := s.snapshot.Research.Problems[0].Journal.Entries
	entries[2].Earlier = []string{"PROOF-002"}
	d := newDriver(t, s, 120, 40)
	d.pick("6", "PROOF-002")
	d.press("enter")
	d.shows("Again in PROOF-003")
	d.press("o")
	d.shows("Tries again PROOF-002")
	d.press("o")
	if d.app.detail.ref.Item != "PROOF-002" {
		t.Errorf("open is %v", d.app.detail.ref)
	}
}

func TestTroubleIsSaidInTheWordsOfTheSeed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		research model.Research
		want     string
	}{
		{model.Research{}, "No research journal here."},
		{model.Research{Found: true, Trouble: model.NoActiveProblem}, "No active problem. Run `/math:init` to create one, or `/math:switch` to select an existing one."},
	} {
		s := laboratory()
		s.snapshot.Research = tt.research
		d := newDriver(t, s, 80, 24)
		d.press("6")
		d.shows(tt.want)
		d.press("M", "+", "w")
		if d.app.dialog() != nil {
			t.Error("something can be written without a problem")
		}
	}
}

func TestGoldenOfWhatWasLearnt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		keys []string
	}{
		{"journal", []string{"6"}},
		{"journal_entry", []string{"6", "down", "down", "enter"}},
		{"journal_research", []string{"6", "enter"}},
		{"journal_form", []string{"6", "+"}},
		{"check", []string{"6", "d"}},
		{"memory", []string{"7"}},
		{"memory_proposal", []string{"7", "a"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := themedDriver(t, laboratory(), styles.Options{NoColor: true}, 80, 24)
			d.press(tt.keys...)
			golden(t, tt.name+"_80x24", d.app.View())
		})
	}
}

func TestWhatWasTypedIsNotThrownAwayByOneKey(t *testing.T) {
	t.Parallel()
	d := newDriver(t, laboratory(), 80, 24)
	d.press("6", "+", "tab")
	typed(d, "Two blocks")
	d.press("esc")
	d.shows("Unsaved text. Press esc again to discard it.", "Two blocks")
	typed(d, "!")
	d.press("esc", "esc")
	d.hides("Two blocks")
	// From the review the key leads back to what was typed.
	d.press("M")
	typed(d, "A note")
	d.press("enter", "esc")
	d.shows("A note")
	d.decides(0)
}

func TestTheFieldThatIsTypedIsAlwaysOnScreen(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 10}, {80, 24}} {
		d := newDriver(t, laboratory(), size[0], size[1])
		d.press("6", "+", "tab", "tab", "tab", "tab")
		d.paste(strings.Repeat("long ", 70))
		for range 4 {
			d.press("tab")
			d.shows("▌ " + over[confirm.Form](d.app).Fields[over[confirm.Form](d.app).At].Label)
		}
	}
}

func TestAJournalThatCannotBeReadIsNoEmptyOne(t *testing.T) {
	t.Parallel()
	s := laboratory()
	p := &s.snapshot.Research.Problems[0]
	p.Journal = model.Journal{Path: lacingsFile, Found: true, Unread: "reading it: permission denied"}
	d := newDriver(t, s, 90, 40)
	d.press("6")
	d.shows("earlier attempts are unknown")
	d.press("d")
	d.shows("NOT SEARCHED The journal of Spoke lacings cannot be read: reading it: permission")
	typed(d, "affine")
	d.shows("▌ ▲ NOT FOUND Some files here could not be searched.")
}
