package tui

import (
	"strings"
	"testing"

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

func TestThePaletteListsEveryActionWithItsKeyAndWhyNot(t *testing.T) {
	t.Parallel()
	for _, s := range []*fakeStore{workshop(), empty(), readOnly(), interrupted()} {
		d := newDriver(t, s, 200, 100)
		d.press("4", ":")
		var rows []string
		for _, row := range strings.Split(d.app.View(), "\n") {
			rows = append(rows, strings.Join(strings.Fields(strings.TrimPrefix(row, "▌")), " "))
		}
		shown := "\n" + strings.Join(rows, "\n") + "\n"
		for _, act := range actions() {
			k := act.binding(d.app.bound()).Help().Key
			if k == ":" {
				continue
			}
			want := k + " " + act.does(d.app)
			if reason := act.refuse(d.app); reason != "" {
				want += " not now: " + reason
			}
			if !strings.Contains(shown, "\n"+strings.Join(strings.Fields(want), " ")+"\n") {
				t.Errorf("the palette has no row %q:\n%s", want, shown)
			}
		}
		for _, p := range d.app.pages {
			if !strings.Contains(shown, "\n"+p.Key+" page "+p.Title+"\n") {
				t.Errorf("the palette does not open the page %s", p.Title)
			}
		}
	}
}

func TestThePaletteDoesWhatTheKeyDoes(t *testing.T) {
	t.Parallel()
	for letters, shows := range map[string][]string{
		"memory":      {"[⁷Memory"},
		"page jou":    {"[⁶Journal"},
		"approve":     {"Approve this e-mail?"},
		"rej":         {"Reject this e-mail?", "Why not?"},
		"ask changes": {"Ask for changes"},
		"?":           {"↑ k up", "reject"},
		"snz":         {"Snooze", "1 hour (08:02)"},
		"last":        {"▌ ○ Bank details of Northreach"},
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

func TestThePaletteSaysWhyAndStays(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 40, 10)
	d.press("2")
	d.press(":")
	typed(d, "re-run")
	d.shows("Not now:", "with a request.", ":re-run")
	d.press("enter")
	d.shows("Cannot re-run:", ":re-run")
	d.decides(0)
	d.press("x", "q", "enter")
	d.shows("No match.")
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
			d.shows("▌ " + e.Key + " ")
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
	if got := len(d.app.palette().Fits); got != len(d.app.palette().Entries) {
		t.Errorf("without letters %d entries are left", got)
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
	if !s.choosing {
		t.Errorf("the list of vaults is not open:\n%s", s.View())
	}
	press("enter", ":", "0")
	if s.choosing {
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
		{"prove", "approve", overlay.FitsPart},
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
