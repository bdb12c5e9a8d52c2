package tui

import (
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/overlay"
)

// enters types letters into the palette and chooses what is first.
func enters(d *driver, letters string) {
	d.press(":")
	typed(d, letters)
	d.press("enter")
}

// TestThePaletteListsWhatWorksNow goes over every entry: what works now is listed at once, and
// tab adds the rest with its reason.
func TestThePaletteListsWhatWorksNow(t *testing.T) {
	t.Parallel()
	for _, s := range []*fakeStore{workshop(), empty(), readOnly(), interrupted()} {
		d := newDriver(t, s, 140, 40)
		d.press("4", ":")
		p := d.app.palette()
		able := len(p.Fits)
		for i, e := range p.Fits {
			if why, _ := d.app.screen().Cannot(e.ID); why != "" {
				t.Errorf("%s is listed as entry %d, and does nothing: %s", e.Name, i, why)
			}
		}
		d.press("tab")
		if want := len(d.app.pages) + len(slices.DeleteFunc(d.app.actions(), unlisted)); len(p.Fits) != want || able >= want {
			t.Errorf("%d entries of %d work now, want %d in all", able, len(p.Fits), want)
		}
		for range p.Fits {
			e, _ := p.Chosen()
			d.shows("▌ " + strings.Join(strings.Fields(e.Key+" "+e.Name), " "))
			if why, _ := d.app.screen().Cannot(e.ID); why != "" {
				d.shows("Unavailable: " + why[:min(len(why), 60)])
			}
			d.press("down")
		}
		d.press("tab")
		if len(p.Fits) != able {
			t.Errorf("tab again leaves %d entries", len(p.Fits))
		}
	}
}

// Everyday words find what they are about, whatever it is called here.
func TestThePaletteFindsByEverydayWords(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"resume": "The ember:", "inbox": "Home", "history": "History of decisions", "theme": "Theme", "dark": "Theme", "quit": "Quit", "exit": "Quit",
		"approve": "Review", "accept": "Review", "yes": "Review", "review": "Review", "deny": "Reject", "undo": "Undo: approval of claim.md", "revert": "Undo: approval of claim.md",
		"help": "Help", "shortcuts": "Help", "snooze": "Snooze", "later": "Snooze", "search": "Find in rows and texts", "refresh": "Reload",
		"leave a message": "Message to the next session", "tell": "Message to the next session", "past": "History of decisions", "editor": "Edit the file in your editor",
	} {
		d := drive(t, historic(), Options{Theme: styles.New(styles.Options{Profile: termenv.TrueColor, Dark: true}), Now: clock, Program: (&fakePrograms{}).program, Editor: noEditor}, 80, 24)
		d.pick("2", postFile)
		d.press(":")
		typed(d, words)
		if got, _ := d.app.palette().Chosen(); got.Name != want {
			t.Errorf("%q finds %q, want %q", words, got.Name, want)
		}
	}
}

func noEditor(string, string, int) ([]string, error) { return []string{"vi"}, nil }

// What was chosen before is first as long as it works, also on the next visit.
func TestThePaletteRemembersWhatWasUsed(t *testing.T) {
	t.Parallel()
	d := lookingDriver(t, workshop(), 80, 24)
	d.press(":")
	d.hides("Used lately")
	d.press("esc")
	for _, words := range []string{"memory", "problems", "home", "help", "traces", "memory"} {
		enters(d, words)
		d.press("esc")
	}
	d.press("q")
	used := d.store.kept[len(d.store.kept)-1].Used
	if want := []string{"Memory", "Traces", "help", "Home", "Problems"}; !slices.Equal(used, want) {
		t.Fatalf("%q is kept, want %q", used, want)
	}
	s := workshop()
	s.last = model.Look{At: clock(), Used: append([]string{"undo", "gone"}, used...)}
	d = lookingDriver(t, s, 80, 24)
	d.press(":")
	d.shows("Used lately", "7 Memory", "? Help", "This row", "Open")
	p := d.app.palette()
	if got := ids(p.Fits[:4]); !slices.Equal(got, used[:4]) || slices.Contains(ids(p.Fits[4:]), "Memory") {
		t.Errorf("%q is listed, want %q once", got, used[:4])
	}
	d.press("down", "down", "enter")
	if !d.app.helping() {
		t.Errorf("what was used lately does not run:\n%s", d.app.View())
	}
}

func ids(all []overlay.Entry) (ids []string) {
	for _, e := range all {
		ids = append(ids, string(e.ID))
	}
	return ids
}

// Without a word there are groups; with one a list: the pages first, then the row, and loose matches last.
func TestTheOrderOfThePalette(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press(":")
	d.shows("This row", "a Review “Claim for 14", "Open", "E The ember: PLAN-2026-012, step 2 continue", "2 Approvals 5 pending")
	for typed, want := range map[string][]string{
		"":     {"approve", "reject", "changes", "continue", "away", "Home", "Plans"},
		"re":   {"approve", "reject", "reload", "continue", "Home"},
		"a":    {"approve", "Approvals", "away", "changes"},
		"clai": {"approve"},
	} {
		d.press("ctrl+u")
		d.paste(typed)
		got := ids(d.app.palette().Fits)
		if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
			t.Errorf("%q lists %q first, want %q", typed, got, want)
		}
	}
	for _, e := range d.app.palette().Entries {
		if styles.Plain(e.Key).Width() > overlay.PaletteKeys {
			t.Errorf("%s has the key %s", e.Name, e.Key)
		}
	}
}

func TestThePaletteDoesWhatTheKeyDoes(t *testing.T) {
	t.Parallel()
	for letters, shows := range map[string][]string{
		"memory":      {"No seed.json in this vault or at home."},
		"prob page":   {"[⁸Problems"},
		"approve":     {"Approve this e-mail?"},
		"rej":         {"Reject this e-mail?", "Reject: why?"},
		"ask changes": {"Ask for changes"},
		"?":           {"Keys on Approvals", "reject"},
		"snz":         {"Snooze: Claim", "1 hour (08:02)"},
		"find":        {" /│"},
	} {
		t.Run(letters, func(t *testing.T) {
			d := newDriver(t, workshop(), 80, 12)
			d.pick("2", claimFile)
			enters(d, letters)
			if d.app.palette() != nil {
				t.Fatalf("the palette is still open:\n%s", d.app.View())
			}
			d.shows(shows...)
		})
	}
}

func TestThePaletteQuits(t *testing.T) {
	t.Parallel()
	for _, letters := range []string{"q", "quit"} {
		d := newDriver(t, workshop(), 80, 24)
		if enters(d, letters); !d.quit {
			t.Errorf(":%s does not quit", letters)
		}
	}
}

// A word that no action has, or that stands in the middle of one, does nothing.
func TestNoLooseWordRunsAnAction(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"where", "anywhere", "from", "qit", "close", "2026-013", "payment due"} {
		d := newDriver(t, workshop(), 80, 24)
		enters(d, "memory")
		d.press("1")
		enters(d, words)
		if d.quit || d.app.palette() == nil {
			t.Fatalf(":%s does something:\n%s", words, d.app.View())
		}
		d.hides("Quit", "Used lately")
		d.shows("No action has")
	}
	for _, words := range []string{"qui", "exit", "leave"} {
		d := newDriver(t, workshop(), 80, 24)
		d.press(":")
		typed(d, words)
		d.shows("q Quit")
	}
}

func TestThePaletteSaysWhyAndStays(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 40, 12)
	d.press("2")
	d.press(":")
	typed(d, "re-run")
	d.shows("tab searches all")
	d.press("tab")
	d.shows("Unavailable:", ": re-run▌")
	d.press("enter")
	d.shows("Cannot re-run:", ": re-run▌")
	d.decides(0)
	d.press("x", "q", "enter")
	d.shows("No action has this word;")
	d.press("esc")
	d.shows("2 Approvals")
	if d.app.palette() != nil || d.app.dialog() != nil {
		t.Errorf("esc does not close the palette:\n%s", d.app.View())
	}
}

func TestThePaletteKeepsItsCursorInView(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 12)
	d.press(":")
	for range 3 {
		for _, k := range []string{"down", "pgdown", "down", "down", "up"} {
			d.press(k)
			e, _ := d.app.palette().Chosen()
			d.shows("▌ " + e.Key + " " + e.Name)
		}
	}
	for range 9 {
		d.press("pgdown")
	}
	if p := d.app.palette(); p.At != len(p.Fits)-1 {
		t.Errorf("the end is entry %d, want %d", p.At, len(p.Fits)-1)
	}
	d.press("b")
	if d.app.palette().At != 0 || d.app.palette().Top != 0 {
		t.Error("typing does not begin at the best one")
	}
	d.press("ctrl+u")
	if p := d.app.palette(); len(p.Fits) == 0 || slices.ContainsFunc(p.Fits, func(e overlay.Entry) bool { return e.Unable }) {
		t.Errorf("without letters there are %d entries", len(p.Fits))
	}
}

// What was typed before the palette was on screen is not typed into it, and pasted
// text runs nothing.
func TestNoBurstRunsAnAction(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press(":quit")
	if d.app.palette() == nil || d.app.palette().Typed != "" {
		t.Errorf("a burst was typed into the palette:\n%s", d.app.View())
	}
	d.paste("quit\r\n\x1b[31mnow")
	if d.quit || d.app.palette() == nil {
		t.Error("pasted text does something")
	}
	if got := d.app.palette().Typed; got != "quit [31mnow" {
		t.Errorf("pasted text became %q", got)
	}
}

func TestThePaletteStaysAsItIsWhenTheVaultChanges(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press(":", "down")
	was, _ := d.app.palette().Chosen()
	d.store.snapshot.ReadOnly = "asked for with --read-only"
	d.run(d.app.load())
	if now, _ := d.app.palette().Chosen(); now.Name != was.Name {
		t.Errorf("%q stands where %q stood", now.Name, was.Name)
	}
	d.press("enter")
	d.shows("read-only")
	if d.app.dialog() != nil {
		t.Error("what cannot run any more ran")
	}
}

func TestThePaletteLeadsToTheOtherVaults(t *testing.T) {
	t.Parallel()
	s, press := severalDriver(t, workshop(), workshop(), 80, 24)
	press("enter", ":", "a", "l", "l", " ", "v", "a", "u", "enter")
	if !s.choosing() {
		t.Errorf("the list of vaults is not open:\n%s", s.View())
	}
	press("enter", ":", "0")
	if s.choosing() {
		t.Error("0 is not typed into the palette")
	}
}

func TestHowWellANameFits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		typed, name string
		want        int
	}{
		{"app", "approve", overlay.FitsStart},
		{"chan", "ask for changes", overlay.FitsWord},
		{"prove", "approve", overlay.FitsNot},
		{"where", "quit from anywhere", overlay.FitsNot},
		{"run", "re-run", overlay.FitsWord},
		{"afc", "ask for changes", overlay.FitsLetters},
		{"chngs", "ask for changes", overlay.FitsLetters},
		{"ask chan", "ask for changes", overlay.FitsWord},
		{"ask yes", "ask for changes", overlay.FitsNot},
		{"zzz", "snooze", overlay.FitsNot},
		{"ÄPF", "äpfel", overlay.FitsStart},
	} {
		if got := overlay.Fit(tt.typed, tt.name); got != tt.want {
			t.Errorf("%q fits %q as %d, want %d", tt.typed, tt.name, got, tt.want)
		}
	}
}

func TestWhatFitsStandsOut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ raw, typed, want string }{
		{"ask for changes", "chan", "ask for [chan]ges"},
		{"ask for changes", "AFC", "[a]sk [f]or [c]hanges"},
		{"banana", "an", "b[anan]a"},
		{"a\x1bb", "esc", "a[⟦ESC⟧]b"},
		{"e\u0301clair", "ecl", "[e\u0301cl]air"},
		{"漢字", "字", "漢[字]"},
	} {
		text := styles.New(styles.Options{NoColor: true}).Show(tt.raw)
		line := draw.Marked(text, draw.SoughtWords(tt.typed), styles.RolePlain)
		var got strings.Builder
		for _, s := range line {
			if s.Role == styles.RoleMatch {
				got.WriteString("[" + s.Text.String() + "]")
			} else {
				got.WriteString(s.Text.String())
			}
		}
		if got.String() != tt.want || line.Width() != text.Width() {
			t.Errorf("%q in %q: %q, %d cells, want %q, %d cells", tt.typed, tt.raw, got.String(), line.Width(), tt.want, text.Width())
		}
	}
}
