package styles

import (
	"strings"
	"unicode/utf8"

	"github.com/muesli/termenv"
)

// Options is what a terminal can draw, as the caller found out. Nothing is read
// from the environment here.
type Options struct {
	ASCII   bool            // pure ASCII, for terminals that cannot draw Unicode
	NoColor bool            // no escape sequences at all, whatever the profile
	Profile termenv.Profile // how many colours there are; Ascii is like NoColor
	Dark    bool            // the background is dark
	// Contrast asks for the palette of high contrast.
	Contrast bool
}

// Theme shows text and draws lines for one terminal. It never changes, so that
// it may be used from several goroutines.
type Theme struct {
	ascii bool
	color bool
	masks bool              // keys and passwords are not shown
	plain [roleCount]string // what starts a role on an ordinary row, "" for nothing
	row   [roleCount]string // the same on the selected row
}

// New makes a theme.
func New(o Options) *Theme {
	t := &Theme{ascii: o.ASCII, color: !o.NoColor && o.Profile != termenv.Ascii}
	if !t.color {
		return t
	}
	for role := range roleCount {
		t.plain[role] = sequence(o.look(role).codes(o))
		t.row[role] = sequence(selectedCodes(role, o))
	}
	return t
}

// Emphasizes reports whether words can be set apart by their look alone, so that marks
// around them may go. In ASCII they may not: what the marks kept apart could be read as
// a token.
func (t *Theme) Emphasizes() bool { return t.color && !t.ascii }

// Show shows raw exactly, for source views and names. [Theme.Decode] gives raw
// back, unless the theme masks a secret in it.
func (t *Theme) Show(raw string) Text {
	if t.masks {
		return showMasked(raw, notation{ascii: t.ascii, fold: true})
	}
	return show(raw, notation{ascii: t.ascii, fold: true})
}

// Label shows raw as one short line for lists: runs of blanks, tabs and line
// breaks become one blank, none at the ends, and emoji variation selectors and
// skin tones, on whose width terminals disagree, are left out. What it leaves
// out is visible with [Theme.Show].
func (t *Theme) Label(raw string) Text {
	if t.masks {
		if found := hiddenIn(raw); len(found) > 0 {
			return labelMasked(raw, found, notation{ascii: t.ascii, fold: true})
		}
	}
	return t.Show(foldLabel(raw))
}

// bytesPerCell is more than a cell of a label can stand for, apart from counted runs.
const bytesPerCell = 64

// Brief shows raw like [Theme.Label], cut to at most w cells like [Text.Fit]. It looks
// only at as much of raw as these can hold, so that a row costs the same however long
// a value is.
func (t *Theme) Brief(raw string, w int) Text {
	most := bytesPerCell * (max(w, 0) + 1)
	if len(raw) <= most {
		return t.Label(raw).Fit(w)
	}
	for most > 0 && !utf8.RuneStart(raw[most]) {
		most--
	}
	text, tail := t.Label(raw[:most]), ellipsis(t.ascii)
	if text.Width()+tail.Width() > w {
		// Whether the label or what was left out is too wide, it ends in the same way.
		text = text.head(max(0, w-tail.Width()))
	}
	if w < tail.Width() {
		return Text{ascii: t.ascii}
	}
	return Text{s: text.s + tail.s, cells: text.cells + tail.cells, ascii: t.ascii}
}

// codes returns the SGR parameters of a look.
func (l look) codes(o Options) []string {
	var codes []string
	if l.bold {
		codes = append(codes, "1")
	}
	if l.italic {
		codes = append(codes, "3")
	}
	if l.underline {
		codes = append(codes, "4")
	}
	return appendCode(codes, l.shade.code(o, false))
}

// selectedCodes returns the SGR parameters of a role on the selected row. With
// 16 colours and with high contrast the row is drawn in reverse, where the colours of the roles would
// become a patchwork of backgrounds; only escapes keep theirs.
func selectedCodes(role Role, o Options) []string {
	if (o.Profile == termenv.ANSI || o.Contrast) && role != RoleEscape {
		role = RoleSelected
	}
	codes := o.look(role).codes(o)
	if !o.look(role).bold {
		codes = append([]string{"1"}, codes...)
	}
	return appendCode(codes, o.cursorRow().code(o, true))
}

// code returns the SGR parameters of a colour, as text or as background.
func (s shade) code(o Options, background bool) string {
	h := s.pick(o.Dark)
	if o.Profile == termenv.ANSI || h.full == "" {
		return h.basic
	}
	if index := indexed[h.full]; index != "" && o.Profile == termenv.ANSI256 {
		if background {
			return "48;5;" + index
		}
		return "38;5;" + index
	}
	return o.Profile.Color(h.full).Sequence(background)
}

func (s shade) pick(dark bool) hue {
	if dark {
		return s.dark
	}
	return s.light
}

func appendCode(codes []string, code string) []string {
	if code == "" {
		return codes
	}
	return append(codes, code)
}

func sequence(codes []string) string {
	if len(codes) == 0 {
		return ""
	}
	return "\x1b[" + strings.Join(codes, ";") + "m"
}
