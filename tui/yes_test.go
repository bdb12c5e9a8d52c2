package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/confirm"
)

// pushing is what a pattern of these tests covers; the real matching is that of cli/gate.
func pushing(pattern string, _, a model.Action) bool {
	return strings.HasPrefix(a.Line, strings.TrimSuffix(pattern, "*"))
}

// agreed is a workshop of the gate with yeses that still hold.
func agreed() *fakeStore {
	s := gated()
	yes := func(path, line string, scope model.Scope, until string, used int) model.Request {
		r := heldUp(path, line, "2026-03-14T05:40:00Z")
		r.Reading.Decision, r.DecidedAt, r.DecidedHere = model.DecisionApproved, stamp("2026-03-14T06:30:00Z").Time, true
		r.Ask.Scope, r.Ask.Until, r.Ask.To, r.Ask.Decision = scope, stamp(until).Time, path, "d-"+r.Name
		for range used {
			r.Ask.Used = append(r.Ask.Used, stamp("2026-03-14T06:45:00Z").Time)
		}
		s.files[path] = pushText
		return r
	}
	pattern := yes("Approved/gate-00000001.md", "git push origin feature/cart", model.Scope{Pattern: "git push origin feature/*", For: time.Hour}, "2026-03-14T07:30:00Z", 2)
	pattern.Ask.Through = []string{"git push origin feature/cart", "git push origin feature/search"}
	times := yes("Approved/gate-00000002.md", "make deploy", model.Scope{Times: 3}, "2026-03-15T06:30:00Z", 1)
	once := yes("Approved/gate-00000003.md", "make clean", model.Scope{}, "2026-03-15T06:30:00Z", 0)
	over := yes("Approved/gate-00000004.md", "make test", model.Scope{For: time.Minute}, "2026-03-14T06:31:00Z", 0)
	for _, r := range []model.Request{pattern, times, once, over} {
		s.snapshot.Decided = append(s.snapshot.Decided, r)
		s.snapshot.Asks = append(s.snapshot.Asks, *r.Ask)
	}
	return s
}

func TestGoldenYeses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		file string
		act  []string
		size [2]int
	}{
		{"yes_home", []string{"G"}, [2]int{100, 40}},
		{"yes_pattern", []string{"/", "push", "enter", "a", "p", "clear", "git push*", "enter"}, [2]int{80, 24}},
		{"yes_pattern", []string{"/", "push", "enter", "a", "p", "clear", "git push*", "enter"}, [2]int{120, 36}},
		{"yes_prompt", []string{"/", "push", "enter", "a", "p"}, [2]int{80, 24}},
	} {
		name := tt.file + "_" + sizeName(tt.size)
		t.Run(name, func(t *testing.T) {
			d := drive(t, agreed(), Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Fits: pushing}, tt.size[0], tt.size[1])
			for _, key := range tt.act {
				if key == "clear" {
					d.clear()
					continue
				}
				d.press(key)
			}
			golden(t, name, d.app.View())
		})
	}
}

// clear empties the prompt of the open dialog.
func (d *driver) clear() {
	for range len(over[confirm.Note](d.app).Raw()) {
		d.press("backspace")
	}
}

// atPattern is the dialog of an action whose yes is for a pattern.
func atPattern(t *testing.T, s *fakeStore, pattern string) *driver {
	t.Helper()
	d := drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Fits: pushing}, 120, 40)
	d.pick("2", pushFile)
	d.press("a", "p")
	d.clear()
	d.press(pattern, "enter")
	return d
}

func TestAPatternIsReadBeforeAYesCounts(t *testing.T) {
	t.Parallel()
	d := atPattern(t, agreed(), "git push*")
	d.shows("Allow git push*, for 30 minutes?", "each line in /srv/shop and below", "git push origin feature/cart", "and stops asking for it", "t session")
	d.press("y")
	d.decides(0)
	d.readAll()
	d.press("y")
	if len(d.store.decided) != 1 || d.store.decided[0].Scope != (model.Scope{Pattern: "git push*", For: 30 * time.Minute}) {
		t.Fatalf("decided %+v", d.store.decided)
	}
	d.shows("git push*, for 30 minutes, until 07:32")
}

func TestAPatternGoesWithEachOtherScope(t *testing.T) {
	t.Parallel()
	d := atPattern(t, agreed(), "git push*")
	var got []model.Scope
	for range 6 {
		got = append(got, d.app.dialog().Decision.Scope)
		d.press("t")
	}
	want := []model.Scope{{For: 30 * time.Minute}, {Session: true}, {Times: 1}, {Times: 3}, {Times: 10}, {For: 30 * time.Minute}}
	for i := range want {
		want[i].Pattern = "git push*"
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	// An empty one is a yes to the line alone, and a no has none.
	d.press("p")
	d.clear()
	d.press("enter")
	if got := d.app.dialog().Decision.Scope; got != (model.Scope{}) {
		t.Errorf("without a pattern: %+v", got)
	}
}

func TestAPatternThatCannotBeIsSaid(t *testing.T) {
	t.Parallel()
	d := atPattern(t, agreed(), "npm *")
	d.shows("Not yet: it does not fit every command of this line, word for word.")
	d.clear()
	d.press("*", "enter")
	d.shows("Not yet: a pattern begins with the name of one program, without * and ?.")
	d.press("esc")
	d.shows("Run once?")
	d.readAll()
	d.press("y")
	if len(d.store.decided) != 1 || d.store.decided[0].Scope != (model.Scope{}) {
		t.Fatalf("decided %+v", d.store.decided)
	}
	// It is for lines of a shell that the gate held up.
	s := agreed()
	d = drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Fits: pushing}, 120, 40)
	for _, path := range []string{promptFile, claimFile} {
		d.pick("2", path)
		d.press("a")
		d.hides("p pattern")
		d.press("p")
		d.hides("is any text")
		d.press("esc")
	}
	// Time that the settings do not give is not offered.
	s.snapshot.Requests[len(s.snapshot.Requests)-2].Ask.Holds = 10 * time.Minute
	d = atPattern(t, s, "git push*")
	d.shows("Allow git push*, for 10 minutes?", "until 07:12", "t session")
}

// On Home u takes back the yes under the cursor, also when its file is gone.
func TestAStandingYesIsTakenBackFromHome(t *testing.T) {
	t.Parallel()
	s := agreed()
	pattern := s.snapshot.Decided[len(s.snapshot.Decided)-4]
	past := model.Past{ID: pattern.Ask.Decision, To: pattern.Path, Decision: model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: pattern.Ask.Request}, Choice: model.ChoiceApprove}}
	s.snapshot.History = []model.Past{past}
	s.older = map[string]model.Undoable{past.ID: {Past: past, On: model.Ref{Kind: model.KindRequest, Path: pattern.Path}, Withdraws: pattern.Ask}}
	for _, gone := range []bool{false, true} {
		if gone {
			s.snapshot.Decided = slices.DeleteFunc(s.snapshot.Decided, func(r model.Request) bool { return r.Path == pattern.Path })
		}
		d := newDriver(t, s, 120, 40)
		d.pick("1", pattern.Path)
		d.shows("Standing approvals 2", "git push origin feature/*", "u undo")
		d.press("u")
		d.shows("the approval for git push origin feature/*", "it ran 2 times", "feature/search")
	}
}

func TestPlainLinesTakeAPattern(t *testing.T) {
	t.Parallel()
	s := agreed()
	text := talk(t, s, Options{Fits: pushing}, &script{lines: []string{"8", "a", "p", "git push*", "yes", "q"}})
	tells(t, text, "p for a pattern", "A pattern: * is any text", "Effect: allows git push* in /srv/shop and below, until 07:32, and stops asking for it",
		"Effect: covers each line in /srv/shop and below", "Effect: in the last day would also have allowed git push origin feature/cart")
	if len(s.decided) != 1 || s.decided[0].Scope != (model.Scope{Pattern: "git push*", For: 30 * time.Minute}) {
		t.Errorf("decided %+v", s.decided)
	}
}
