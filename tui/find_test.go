package tui

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coldstart/model"
)

// rowPaths are the paths of the rows on screen.
func rowPaths(d *driver) []string {
	var out []string
	for _, r := range d.app.list().Rows {
		out = append(out, r.Ref.Path)
	}
	return out
}

func TestAWordIsFoundInTheText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		typed string
		want  []string
		shows []string
	}{
		{"refund", []string{claimFile}, []string{"text: ", "refund", "1 found, 1 by their text"}},
		{"claim REFUND", []string{claimFile}, []string{"text: ", "1 by their text"}},
		{"refund nothing", nil, []string{"No match for the filter", "0 found"}},
		{"invoice", []string{twinFile}, []string{"Pay the tyre invoice", "1 found"}},
		{"approval/rest", []string{"Pending_Approval/rest.md"}, []string{"file: Pending_Approval/rest.md"}},
		{"northreach.example", []string{claimFile}, []string{"claims@northreach.example"}},
	} {
		for _, size := range [][2]int{{80, 24}, {140, 40}} {
			d := newDriver(t, workshop(), size[0], size[1])
			d.press("2", "/")
			typed(d, tt.typed)
			if got := rowPaths(d); !slices.Equal(got, tt.want) {
				t.Errorf("%q finds %v, want %v", tt.typed, got, tt.want)
			}
			if size[0] == 80 {
				d.shows(tt.shows...)
			}
			d.press("esc")
			if got := len(rowPaths(d)); got != 6 {
				t.Errorf("esc leaves %d rows", got)
			}
		}
	}
}

func TestPastedLinesStayWords(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("2", "/")
	d.paste("\nclaim\r\n\tREFUND\n")
	if got := d.app.filter(); got != "claim REFUND " {
		t.Errorf("the filter is %q", got)
	}
	if got := rowPaths(d); !slices.Equal(got, []string{claimFile}) {
		t.Errorf("it finds %v", got)
	}
}

func TestLettersFindOnlyWhatNoWordFinds(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string][]string{
		"clhub":   {claimFile},
		"c14":     {claimFile},
		"dpst":    {"Pending_Approval/deposit.md"},
		"pay dep": {"Pending_Approval/deposit.md"},
		"pst":     {"Pending_Approval/deposit.md"},
		"post":    {postFile},
		"pt":      nil,
		"clm rfd": nil,
	} {
		d := newDriver(t, workshop(), 80, 24)
		d.press("2", "/")
		for _, r := range typed {
			d.press(string(r))
		}
		if typed == "pst" {
			// The letters are in several names; the order is that of the page.
			if got := rowPaths(d); !slices.Contains(got, postFile) || !slices.IsSortedFunc(got, byPlace(d)) {
				t.Errorf("%q finds %v", typed, got)
			}
			continue
		}
		if got := rowPaths(d); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", typed, got, want)
		}
	}
}

// byPlace compares paths by their place on the open page without a filter.
func byPlace(d *driver) func(x, y string) int {
	var all []string
	for _, r := range d.app.wholeRows(d.app.tabs.at) {
		all = append(all, r.Ref.Path)
	}
	return func(x, y string) int { return slices.Index(all, x) - slices.Index(all, y) }
}

func TestWhatWasFoundIsInViewWhenItIsOpened(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 14)
	d.press("2", "/", "freight", "enter", "enter")
	d.shows("[ ] freight label", "[x] photographs")
	if d.app.detail.Top == 0 {
		t.Error("the text was not scrolled")
	}
	d.press("g", "ctrl+r")
	if d.app.detail.Top != 0 {
		t.Error("it is scrolled again when the vault is read again")
	}
	d.press("esc", "esc", "/", "cracked", "enter", "enter")
	if d.app.detail.Top != 0 {
		t.Error("what was found by its name is scrolled")
	}
}

func TestAnEntryIsFoundByWhatItSays(t *testing.T) {
	t.Parallel()
	s := laboratory()
	s.snapshot.Research.Problems[0].Journal.Entries[1].Reasoning = "The rim bends at the weld."
	d := newDriver(t, s, 80, 24)
	d.press("6", "/", "weld")
	d.shows("1 found", "PROOF-002", "…at the weld.")
}

func TestTextsAreReadByCommandsOnly(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("2")
	before := d.store.reads
	d.holding = true
	d.press("/", "r", "e", "f", "u")
	if d.store.reads != before {
		t.Errorf("typing read %d texts", d.store.reads-before)
	}
	if len(d.held) != 1 {
		t.Errorf("%d commands are under way for one search", len(d.held))
	}
	d.hides("text: ")
	d.release()
	d.shows("1 found, 1 by their text")
	if got := d.store.reads - before; got != 6 {
		t.Errorf("%d texts were read, want each of 6 once", got)
	}
	before = d.store.reads
	d.press("M", "d", "backspace", "enter")
	if d.store.reads != before {
		t.Error("a text that is at hand was read again")
	}
	d.press("down", "up", "?", "?")
	if d.store.reads != before {
		t.Error("moving reads texts")
	}
}

func TestASearchFollowsTheDisk(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("2", "/", "refund", "enter")
	d.store.files[postFile] += "\nNo refund for guests.\n"
	before := d.store.reads
	d.press("ctrl+r")
	if got := rowPaths(d); !slices.Equal(got, []string{claimFile, postFile}) {
		t.Errorf("after the change it finds %v", got)
	}
	if got := d.store.reads - before; got != 1 {
		t.Errorf("%d texts were read again, want the one that changed", got)
	}
	d.store.files[claimFile] = "nothing here any more"
	d.press("ctrl+r")
	if got := rowPaths(d); !slices.Equal(got, []string{postFile}) {
		t.Errorf("after the second change it finds %v", got)
	}
}

// The cursor does not leave its row while the vault is read again, though the texts
// are only looked through behind that.
func TestTheCursorStaysOnWhatItsTextFound(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.store.files[postFile] += "\nNo refund for guests.\n"
	d.press("2", "/", "refund", "enter", "down")
	if d.cursor() != postFile {
		t.Fatalf("the cursor is on %s", d.cursor())
	}
	d.holding = true
	d.press("ctrl+r")
	d.release()
	if d.cursor() != postFile {
		t.Errorf("the cursor went to %s", d.cursor())
	}
}

func TestAllThatIsFoundIsInViewWhereItFits(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.store.files[claimFile] = "the bank says no"
	d.press("2", "G", "/", "bank")
	d.shows("2 found, 1 by their text", "Claim for 14", "Bank details")
}

func TestALargePageIsReadStepByStep(t *testing.T) {
	t.Parallel()
	d := newDriver(t, many(500), 80, 24)
	for path := range d.store.files {
		if strings.HasSuffix(path, "00499.md") {
			d.store.files[path] += "needle"
		}
	}
	d.press("2")
	d.holding = true
	d.press("/", "needle")
	left := []int{}
	for len(d.held) > 0 {
		_, cmd := d.app.Update(d.held[0]())
		d.held = d.held[1:]
		if d.app.tabs.finding.left > 0 {
			d.shows("0 found", "texts to read")
		}
		left = append(left, d.app.tabs.finding.left)
		if cmd != nil {
			d.held = append(d.held, cmd)
		}
	}
	if !slices.Equal(left, []int{306, 106, 0}) {
		t.Errorf("texts left after each step: %v", left)
	}
	d.shows("1 found, 1 by their text", "Request 000499")
}

func TestTooManyTextsAreSaid(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	b, rows := d.app.board, d.app.wholeRows(1)
	full := textCache{rows[0].Ref: {board: b, raw: strings.Repeat("x", mostOfTexts)}}
	now, left, beyond := full.filled(t.Context(), d.store, d.app.th, b, rows)
	if len(now) != 1 || left != 0 || beyond != len(rows)-1 {
		t.Errorf("%d texts, %d left, %d beyond", len(now), left, beyond)
	}
	d.press("2", "/", "refund")
	d.app.tabs.finding.beyond = beyond
	d.shows("5 texts are too many to read")
}

func TestOfALongTextTheBeginningIsLookedThrough(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	filler := strings.Repeat("many words of no use\n", mostOfText/21+1)
	d.store.files[claimFile] = "early\n" + filler + "late\n" + filler
	d.press("2", "/", "early")
	d.shows("1 found")
	d.press("ctrl+u", "late")
	d.shows("0 found")
	for _, held := range d.app.tabs.finding.cache {
		if len(held.raw) > mostOfText {
			t.Errorf("%d bytes of a text are kept", len(held.raw))
		}
	}
}

func TestAnAnswerToAnOlderQuestionIsNotShown(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("2", "/")
	d.holding = true
	d.press("refund", "ctrl+u", "invoice")
	d.release()
	if got := rowPaths(d); !slices.Equal(got, []string{twinFile}) {
		t.Errorf("it finds %v", got)
	}
	d.holding = true
	d.press("ctrl+u", "refund", "enter", "3")
	d.release()
	if got := rowPaths(d); len(got) != 7 {
		t.Errorf("the next page shows %v", got)
	}
	d.press("2")
	if got := rowPaths(d); !slices.Equal(got, []string{claimFile}) {
		t.Errorf("back on its page it finds %v", got)
	}
}

func TestATextThatCannotBeReadIsNotFound(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("2")
	d.store.readErr = errors.New("reading: denied")
	d.press("/", "refund")
	d.shows("No match for the filter", "0 found")
}

func TestNoSecretIsFoundOrShownByASearch(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.app.th = d.app.th.Masking()
	d.store.files[claimFile] = "the key is token: " + madeUpKey + " for refunds\n"
	d.press("ctrl+r", "2", "/", "refunds")
	d.shows("1 by their text")
	d.hides(madeUpKey[:12])
	d.press("ctrl+u")
	typed(d, madeUpKey[:12])
	d.shows("0 found")
}

func TestEveryKindOfTextIsLookedThrough(t *testing.T) {
	t.Parallel()
	d := newDriver(t, needy(), 80, 24)
	for _, tt := range []struct {
		page string
		path string
		kind model.Kind
	}{{"3", tyresPlan, model.KindPlan}, {"4", stuckWork, model.KindWork}, {"5", failedTrace, model.KindTrace}, {"8", brokenPlan, model.KindProblem}} {
		d.store.files[tt.path] += "\nneedle in here\n"
		d.press("ctrl+r", tt.page, "/", "needle", "enter")
		r, _ := d.app.list().Current()
		if r.Ref.Path != tt.path || r.Ref.Kind != tt.kind {
			t.Errorf("page %s finds %v", tt.page, r.Ref)
		}
		d.shows("1 found, 1 by their text")
		d.press("esc")
	}
}

// The lines of a session's log find it, those of sessions that ended too, and the log is
// read once for all of them.
func TestSessionsAreFoundByTheirLines(t *testing.T) {
	t.Parallel()
	s := interrupted()
	ended := s.snapshot.Events.Sessions[0]
	ended.Key, ended.Label, ended.Line, ended.Ended = "12", "12", 1, &model.SessionEnd{Line: 2}
	s.snapshot.Events.Sessions = append([]model.Session{ended}, s.snapshot.Events.Sessions...)
	s.snapshot.Events.Current++
	s.files[fileKey(ended.Ref())] = `{"type":"WorkEntered","id":"E2-777"}` + "\n"
	key := fileKey(model.Session{Path: eventLog, Key: "243"}.Ref())
	s.files[key] += `{"type":"Trouble","says":"the sprocket jammed"}` + "\n"
	for _, page := range []string{"1", "4"} {
		d := newDriver(t, s, 80, 24)
		d.press(page, "/")
		typed(d, "sprocket")
		d.shows("Session 243", "text: ", "sprocket", "1 found, 1 by their text")
		if s.logReads > 2 || s.logReads == 0 {
			t.Errorf("the log was read %d times", s.logReads)
		}
		s.logReads = 0
		d.press("enter", "enter")
		d.shows("the sprocket jammed")
	}
	d := newDriver(t, s, 80, 24)
	d.press("4")
	d.press("/")
	typed(d, "e2-777")
	d.shows("Earlier 1", "Session 12", "1 by their text")
	d.press("enter", "a")
	d.decides(0)
	d.shows("Cannot acknowledge")
}

func TestManySessionsAreBounded(t *testing.T) {
	t.Parallel()
	s := empty()
	s.files = map[string]string{}
	text := "a line with needles " + strings.Repeat("x", 100<<10)
	for i := range 2 * mostSessions {
		o := model.Session{Path: eventLog, Key: model.SessionKey(strconv.Itoa(i)), Label: strconv.Itoa(i), Starts: 1, Line: i + 1, Seen: model.FingerprintOf([]byte{byte(i), byte(i >> 8)})}
		s.snapshot.Events.Sessions = append(s.snapshot.Events.Sessions, o)
		s.files[fileKey(o.Ref())] = text
	}
	s.snapshot.Events.Path, s.snapshot.Events.Current = eventLog, 2*mostSessions-1
	d := newDriver(t, s, 80, 24)
	d.press("4", "/")
	typed(d, "needles")
	d.shows(strconv.Itoa(mostSessions)+" found", strconv.Itoa(mostSessions)+" texts are too many to read")
	if s.logReads > 2 {
		t.Errorf("the log was read %d times", s.logReads)
	}
	kept := 0
	for _, held := range d.app.tabs.finding.cache {
		kept += len(held.raw)
	}
	if kept > mostOfTexts {
		t.Errorf("%d bytes are kept", kept)
	}
}

// Hits of the previous words do not count for the words typed now.
func TestHitsAreOfTheWordsThatAreTyped(t *testing.T) {
	t.Parallel()
	s := plansOnly(40)
	s.files["Plans/P-000007.md"] = "Only its text has the quagga.\n"
	d := newDriver(t, s, 80, 24)
	d.press("3", "/", "quagga")
	if got := len(d.app.list().Rows); got != 1 {
		t.Fatalf("%d rows have it in their text", got)
	}
	d.holding = true
	d.press("x")
	if got := len(d.app.list().Rows); got != 0 {
		t.Errorf("%d rows fit what nothing has", got)
	}
	d.shows("No match yet")
	d.release()
	d.shows("No match for the filter")

	// A key behind the filter finds the rows that the texts read so far leave.
	d.holding = true
	d.press("backspace", "enter")
	if r, ok := d.app.list().Current(); !ok || r.Found.Text == "" {
		t.Errorf("the next key is for %+v", r)
	}
}
