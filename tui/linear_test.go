package tui

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/testdata/must"
)

// script gives lines one by one, as a terminal does, and does something before some of
// them.
type script struct {
	lines  []string
	before map[int]func()
	at     int
}

func (s *script) Read(b []byte) (int, error) {
	if s.at == len(s.lines) {
		return 0, io.EOF
	}
	if do := s.before[s.at]; do != nil {
		do()
	}
	s.at++
	return copy(b, s.lines[s.at-1]+"\n"), nil
}

// talk returns what is written for some lines.
func talk(t *testing.T, s *fakeStore, o Options, in *script) string {
	t.Helper()
	if o.Theme == nil {
		o.Theme = styles.New(styles.Options{NoColor: true}).Masking()
	}
	if o.Now == nil {
		o.Now = clock
	}
	var out strings.Builder
	must.Do(t, Linear(t.Context(), []Vault{{Name: "saltmarsh", Store: s}}, o, in, &out))
	if strings.ContainsAny(out.String(), "\x1b\r") {
		t.Errorf("there are escapes or returns in the lines:\n%q", out.String())
	}
	return out.String()
}

// tells fails unless these stand in a text one behind the other.
func tells(t *testing.T, text string, words ...string) {
	t.Helper()
	rest := text
	for _, w := range words {
		_, behind, ok := strings.Cut(rest, w)
		if !ok {
			t.Fatalf("%q is not told, or not in this order:\n%s", w, text)
		}
		rest = behind
	}
}

// listedAs is the number under which the first list has something.
func listedAs(t *testing.T, text, what string) string {
	t.Helper()
	for l := range strings.Lines(text) {
		if n, rest, ok := strings.Cut(l, ". "); ok && strings.Contains(rest, what) {
			return n
		}
	}
	t.Fatalf("%q is not listed:\n%s", what, text)
	return ""
}

// numberIn is the number of a row of a page.
func numberIn(t *testing.T, s *fakeStore, page, what string) string {
	t.Helper()
	_, list, _ := strings.Cut(talk(t, s, Options{}, &script{lines: []string{"page " + page}}), "Page "+page+", ")
	return listedAs(t, list, what)
}

// Only a plan is a draft; what else has its sign is called what it is.
func TestRowsAreCalledWhatTheyAre(t *testing.T) {
	t.Parallel()
	tells(t, talk(t, community(), Options{}, &script{lines: []string{"page 2"}}), "request: Countdown post, rejected")
	tells(t, talk(t, workshop(), Options{}, &script{lines: []string{"page 3"}}), "not begun: ")
	_, journal, _ := strings.Cut(talk(t, laboratory(), Options{}, &script{lines: []string{"page 6"}}), "Page 6")
	tells(t, journal, "research problem: Even tyre wear")
	if strings.Contains(journal, "draft") {
		t.Errorf("a research problem is called a draft:\n%s", journal)
	}
}

func TestEveryDecisionCanBeMadeInLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		store      func() *fakeStore
		page, what string
		lines      []string
		want       string
		tells      []string
	}{
		{"approve", workshop, "2", "Claim for 14", []string{"a", "yes"}, "approve ", []string{"What will happen:", "The whole file, ", "amount: 1,840.00 EUR", "Type yes to approve", `Approved "Claim for 14 cracked hub shells"`}},
		{"approve with a note", workshop, "2", "Claim for 14", []string{"a", "M", "esc", "yes"}, "approve esc", []string{"Your note: esc"}},
		{"reject", workshop, "2", "Claim for 14", []string{"x", "too late", "yes"}, "reject too late", []string{"Reject: why?", "Your note: too late", "Type yes to reject"}},
		{"ask for changes", workshop, "2", "Claim for 14", []string{"c", strings.Repeat("x", model.MaxNote+1), "shorter", "yes"}, "changes shorter", []string{"of at most 2000"}},
		{"acknowledge", interrupted, "4", "Session 243", []string{"a", "yes"}, "ack ", []string{"Session log"}},
		{"acknowledge one that may live", interrupted, "4", "Session 244", []string{"a", "yes", "yes"}, "ack ", []string{"may be running", "Type yes"}},
		{"re-run", interrupted, "5", "newsletter", []string{"r", "yes"}, "rerun ", []string{"Type yes to re-run"}},
		{"accept", laboratory, "7", "Signs with her", []string{"a", "yes"}, "accept ", nil},
		{"decline", laboratory, "7", "Signs with her", []string{"x", "yes"}, "decline ", nil},
		{"a note in the journal", laboratory, "6", "PROOF-", []string{"M", "hubs differ", "yes"}, "entry ", []string{"What will happen"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := numberIn(t, tt.store(), tt.page, tt.what)
			s := tt.store()
			said := talk(t, s, Options{}, &script{lines: append([]string{"page " + tt.page, n}, append(tt.lines, "q")...)})
			if len(s.decided) != 1 {
				t.Fatalf("%d decisions:\n%s", len(s.decided), said)
			}
			if d := s.decided[0]; !strings.HasPrefix(d.Choice.String()+" "+d.Note, tt.want) || d.Seen == (model.Fingerprint{}) || d.How != model.HowScreen {
				t.Errorf("decided %s %q by the %s with the hash %s, want %s", d.Choice, d.Note, d.How, d.Seen.Short(), tt.want)
			}
			tells(t, said, tt.tells...)
		})
	}
}

// Only the word yes decides, and only behind the question.
func TestNothingElseDecidesInLines(t *testing.T) {
	t.Parallel()
	n := numberIn(t, workshop(), "2", "Claim for 14")
	for _, lines := range [][]string{
		{"a", "y"}, {"a", ""}, {"a", "Yes"}, {"a", "yes please"}, {"a"}, {"yes"}, {"y"}, {"a", "M", ".", "yes"}, {"x", "", ".", "yes"}, {"x", "."}, {"x"}, {"enter"}, {"esc", "yes"},
	} {
		s := workshop()
		said := talk(t, s, Options{}, &script{lines: append([]string{"page 2", n}, lines...)})
		if len(s.decided) > 0 {
			t.Errorf("%q decided %s", lines, said)
		}
	}
	// Without an open row no key is about the one under a cursor that nobody sees.
	for _, key := range []string{"a", "x", "c", "r", "s"} {
		s := workshop()
		said := talk(t, s, Options{}, &script{lines: []string{"page 2", key, "yes", "yes"}})
		tells(t, said, "Unavailable: nothing is open")
		if len(s.decided) > 0 {
			t.Errorf("%s decided", key)
		}
	}
}

// The whole text stands in front of the question, whatever its length, and no line of it
// can pass for one of ours.
func TestTheWholeTextIsWrittenBeforeTheQuestion(t *testing.T) {
	t.Parallel()
	s := workshop()
	text := strings.Repeat("line\n", 3000) + "Type yes to approve: yes\n\x1b[2J\u202elast words"
	s.files[claimFile] = text
	n := numberIn(t, s, "2", "Claim for 14")
	said := talk(t, s, Options{}, &script{lines: []string{"page 2", n, "text", "a", "yes"}})
	tells(t, said, "Its text, 3002 lines.", "more lines; text prints all", "3002: ", "The whole file, 3002 lines.", "2999: line\n",
		"3001: Type yes to approve: yes\n", "3002: ⟦ESC⟧[2J⟦U+202E RLO⟧last words", "Type yes to approve, M", "Approved")
	if len(s.decided) != 1 {
		t.Errorf("%d decisions", len(s.decided))
	}
}

func TestAChangedFileRefusesInLines(t *testing.T) {
	t.Parallel()
	n := numberIn(t, workshop(), "2", "Claim for 14")
	s := workshop()
	change := func() { s.files[claimFile] += "and 900 EUR more\n" }
	said := talk(t, s, Options{}, &script{lines: []string{"page 2", n, "a", "yes", "no", "a", "yes"}, before: map[int]func(){3: change}})
	tells(t, said, "Type yes", "The file changed while you were reading", "+and 900 EUR more", "Type l to look", "No decision made", "The whole file", "and 900 EUR more", "Approved")
	if len(s.decided) != 1 || s.decided[0].Seen != model.FingerprintOf([]byte(s.files[claimFile])) {
		t.Errorf("decided %v", s.decided)
	}
	s = workshop()
	gone := func() { s.remove(claimFile) }
	said = talk(t, s, Options{}, &script{lines: []string{"page 2", n, "a", "yes", "yes", "yes"}, before: map[int]func(){3: gone}})
	tells(t, said, "The file is gone")
	if len(s.decided) > 0 {
		t.Error("a file that is gone was decided on")
	}
	// The store has the last word.
	s = workshop()
	s.decideErr = errors.Join(model.ErrConflict)
	tells(t, talk(t, s, Options{}, &script{lines: []string{"page 2", n, "a", "yes"}}), "No decision made: ", "Look at it again")
}

func TestADoubtfulTargetIsTypedInLines(t *testing.T) {
	t.Parallel()
	s := community()
	n := numberIn(t, s, "2", "Claim for 14")
	said := talk(t, s, Options{}, &script{lines: []string{"page 2", n, "a", "yes", "claims@north", claimTarget}})
	tells(t, said, "Careful: it has expired", "type: "+claimTarget, "That does not match.", "type: "+claimTarget, "Approved")
	if len(s.decided) != 1 || s.decided[0].Typed != claimTarget {
		t.Errorf("decided %v", s.decided)
	}
	s = community()
	s.snapshot.Requests[0].Doubts = []model.Doubt{{What: "exactly this text was approved before", Weight: model.WeightAsk, Again: true}}
	tells(t, talk(t, s, Options{}, &script{lines: []string{"page 2", n, "a", "yes", ""}}),
		"Careful: exactly this text was approved before", "Careful: it has expired", "type: "+claimTarget)
	s = community()
	talk(t, s, Options{}, &script{lines: []string{"page 2", n, "a", "yes", "", "yes"}})
	if len(s.decided) > 0 {
		t.Error("an empty line decided")
	}
}

// What is masked was not read out, so it takes a look before a yes.
func TestWhatIsMaskedIsNotApprovedInLines(t *testing.T) {
	t.Parallel()
	s := workshop()
	s.files[claimFile] += "password: hunter2-and-more\n"
	n := numberIn(t, s, "2", "Claim for 14")
	said := talk(t, s, Options{}, &script{lines: []string{"page 2", n, "a", "yes", "V", "yes"}})
	tells(t, said, "masked: ", "a possible secret is masked", "The whole file", "password: hunter2-and-more", "Approved")
	if strings.Contains(strings.SplitAfter(said, "a possible secret is masked")[0], "hunter2") || len(s.decided) != 1 {
		t.Errorf("%d decisions:\n%s", len(s.decided), said)
	}
}

// Lines that were pasted together are there before the questions between them.
func TestAnAnswerBeforeTheQuestionDoesNotCount(t *testing.T) {
	t.Parallel()
	n := numberIn(t, workshop(), "2", "Claim for 14")
	s, now := workshop(), clock()
	in := &script{lines: []string{"page 2", n, "a", "yes", "yes"}, before: map[int]func(){4: func() { now = now.Add(time.Second) }}}
	said := talk(t, s, Options{Watch: true, Now: func() time.Time { return now }}, in)
	tells(t, said, "Type yes", "Too quick", "Type yes", "Approved")
	if len(s.decided) != 1 {
		t.Errorf("%d decisions", len(s.decided))
	}
}

func TestAnEntryIsAskedPartByPart(t *testing.T) {
	t.Parallel()
	s := laboratory()
	lines := []string{"page 6", "+", "proof", "Spokes by hand", "nonsense", "construction", "lacing, hubs", "Drew it", "failed", "", "It does not close", "", "", "", "yes"}
	said := talk(t, s, Options{}, &script{lines: lines})
	tells(t, said, "Category (PROOF", "Strategy (none", "Not one of them.", "Outcome", "Type yes to write")
	if len(s.decided) != 1 {
		t.Fatalf("%d decisions:\n%s", len(s.decided), said)
	}
	d := s.decided[0].Entry
	if d.Category != model.CategoryProof || d.Title != "Spokes by hand" || d.Strategy != "construction" || len(d.Tags) != 2 || d.Insight != "It does not close" || d.Outcome != model.OutcomeFailed {
		t.Errorf("wrote %+v", d)
	}
	s = laboratory()
	talk(t, s, Options{}, &script{lines: []string{"page 6", "+", "proof", ".", "yes"}})
	if len(s.decided) > 0 {
		t.Error("a point wrote an entry")
	}
}

func TestLinesTellAndMoveAround(t *testing.T) {
	t.Parallel()
	s := workshop()
	said := talk(t, s, Options{Notice: "finished an interrupted decision"}, &script{lines: []string{
		"", "?", "page", "page 9", "99", "more", "text", "k", "page 2", "/refund", "1", "/", "o", "list", "s", "q", "never read",
	}})
	tells(t, said, "Resuming active plan.", "Plan: ", "Page 1, Home: ", "1. ",
		"a number: open the row", "u: undo your last decision (not now: ", "2 Approvals: ", "No such page", "No row 99", "Nothing is open",
		"Unknown command", "Page 2, Approvals", "Only rows with: refund", "found in its text: ", "Request: Claim for 14", "Page 2, Approvals: 6 rows", "Unavailable: ", "Page 2")
	if strings.Contains(said, "never") || s.loads < 2 {
		t.Errorf("it went on behind q, or was loaded %d times", s.loads)
	}
}

func TestRowsAreListedByAndBy(t *testing.T) {
	t.Parallel()
	s := many(2*listedAtOnce + 5)
	said := talk(t, s, Options{}, &script{lines: []string{"page 2", "50", "more", "more", "50"}})
	tells(t, said, "Page 2", "\n40. ", "more rows; more lists them.", "No row 50", "\n41. ", "\n80. ", "more rows", "\n81. ", "Request: ")
}

func TestSnoozingAndUndoInLines(t *testing.T) {
	t.Parallel()
	n := numberIn(t, workshop(), "2", "Claim for 14")
	s := workshop()
	said := talk(t, s, Options{}, &script{lines: []string{"page 2", n, "s", "some day", "2d", "page 1", "z"}})
	tells(t, said, "Until when", "Use 1h, 2d", "Until when", "Snoozed until Mon 07:02", "Snoozed 1")
	if len(s.snapshot.Snoozes) != 1 {
		t.Errorf("%d rest", len(s.snapshot.Snoozes))
	}
}

func TestPinsAndMessagesInLines(t *testing.T) {
	t.Parallel()
	s := workshop()
	n := numberIn(t, s, "3", "Claim the cracked hub")
	said := talk(t, s, Options{}, &script{lines: []string{
		"p", "page 3", n, "p", "m", strings.Repeat("x", model.MaxNote+1), "esc first", "m", ".", "m", "", "list", "m", "-",
	}})
	tells(t, said, "Unavailable: nothing is open", "of at most 2000", "Saved for the next session", "The next session gets: esc first", "unchanged", "unchanged", "cleared")
	if s.snapshot.Pin.Path == "" || s.snapshot.Message.Text != "" {
		t.Errorf("the pin is %+v, the message %q", s.snapshot.Pin, s.snapshot.Message.Text)
	}
}

func TestSeveralVaultsInLines(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	vaults := []Vault{{Name: "bronze", Store: workshop()}, {Name: "sil\x1bver", Store: interrupted()}}
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock}
	in := &script{lines: []string{"3", "2", "page 4", "q", "1", "q", "q"}}
	must.Do(t, Linear(t.Context(), vaults, o, in, &out))
	tells(t, out.String(), "There are 2 vaults:", "1. bronze", "2. sil⟦ESC⟧ver", "There are 2", "Session 244", "There are 2", "Page 1, Home", "There are 2")
}

// In lines a host is asked when its number is typed; its vaults follow the others, and a decision says
// where it is made.
func TestHostsInLines(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	far, down := workshop(), &fakeHost{name: "cellar", err: errors.New("cellar refused the login")}
	o := Options{
		Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Hosts: []Host{down.host(), attic(far).host()},
		Hints: func(error) []string { return []string{"ssh has to work without a password"} },
	}
	in := &script{lines: []string{"2", "3", "2", "page 2", "1", "e", "O", "a", "yes", "q", "q"}}
	must.Do(t, Linear(t.Context(), []Vault{{Name: "bronze", Store: workshop()}}, o, in, &out))
	tells(t, out.String(), "There is 1 vault, and 2 hosts to ask:", "1. bronze", "2. cellar, a host", "3. attic, a host", "Asking cellar…", "cellar refused the login.", "ssh has to work without a password",
		"Asking attic…", "There are 2 vaults, and 1 host to ask:", "2. attic: shop", "3. cellar, a host", "Page 2", "Decided on attic, as me@attic", "Approved", "There are 2 vaults")
	if len(far.decided) != 1 {
		t.Errorf("decided %v\n%s", far.decided, out.String())
	}
}

func TestLinesThatCannotBeReadOrWritten(t *testing.T) {
	t.Parallel()
	one := []Vault{{Store: workshop()}}
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock}
	if err := Linear(t.Context(), one, o, &script{}, gone{}); err == nil || !strings.Contains(err.Error(), "writing a line") {
		t.Errorf("a terminal that is gone: %v", err)
	}
	long := &script{lines: []string{"page 2"}}
	if err := Linear(t.Context(), one, o, io.MultiReader(long, strings.NewReader(strings.Repeat("x", 2*mostInput))), io.Discard); err == nil || !strings.Contains(err.Error(), "reading a line") {
		t.Errorf("a line without an end: %v", err)
	}
	broken := workshop()
	broken.loadErr = errors.New("the disk is gone")
	said := talk(t, broken, Options{}, &script{lines: []string{"list", "1", "a", "u"}})
	tells(t, said, "Could not read the vault: the disk is gone")
	if len(broken.decided) > 0 {
		t.Error("something was decided")
	}
}

// How many rows are listed at once, and how many bytes a line may have.
const listedAtOnce, mostInput = 40, 64 << 10
