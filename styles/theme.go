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

// Show shows raw exactly, for source views and names. [Theme.Decode] returns raw
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

// Role is what a piece of text means on the screen. Colours belong to roles,
// never to text, and no role is told apart by its colour alone.
type Role int

// The roles.
const (
	RolePlain     Role = iota
	RoleTitle          // the name of what is shown
	RoleMuted          // details of less weight
	RoleAccent         // what is going on now
	RoleSelected       // the row under the cursor
	RoleGood           // done, approved, safe
	RoleWarn           // needs attention
	RoleBad            // failed, refused, broken
	RoleKey            // a key cap in a hint
	RoleAdded          // a line that a change adds
	RoleRemoved        // a line that a change removes
	RoleHeading        // a heading inside a text
	RoleCode           // code inside a text
	RoleEmphasis       // words inside a text that are stressed
	RoleFrame          // rules and borders
	RoleTab            // a tab that is not open
	RoleTabActive      // the open tab
	RoleMatch          // letters that a search has found
	RoleEscape         // notation tokens, and nothing else

	roleCount
)

// hue is one colour: as #rrggbb, which is brought down to 256 colours where
// need be, and as the SGR parameters for a terminal of 16 colours. Those are
// chosen by hand, because the nearest match would often be unreadable (bright
// black is the background itself in one widespread scheme). Empty is the
// terminal's own colour.
type hue struct {
	full, basic string
}

type shade struct {
	dark, light hue
}

// The palette: one accent hue, amber, red and green for what they mean
// everywhere, two greys, and magenta for escapes alone. The greys are
// neutral: brought down to 256 colours, tinted ones turn to teal and violet.
var (
	accent = shade{dark: hue{"#7CB7E8", "36"}, light: hue{"#17588F", "34"}}
	good   = shade{dark: hue{"#8CC685", "32"}, light: hue{"#2B6A2B", "32"}}
	amber  = shade{dark: hue{"#E3B155", "33"}, light: hue{"#855300", "1"}}
	red    = shade{dark: hue{"#F28B82", "31"}, light: hue{"#AE1F1F", "31"}}
	muted  = shade{dark: hue{"#A8A8A8", "2"}, light: hue{"#585858", "2"}}
	frame  = shade{dark: hue{"#6C6C6C", "2"}, light: hue{"#A8A8A8", "2"}}
	escape = shade{dark: hue{"#E79AE7", "35"}, light: hue{"#8E1F8E", "35"}}
)

// selectedRow is the background of the row under the cursor. With 16 colours
// the row is drawn in reverse.
var selectedRow = shade{dark: hue{"#303030", "7"}, light: hue{"#E4E4E4", "7"}}

// indexed are the colours whose nearest of 256, as the library finds it, would leave
// the text on it illegible.
var indexed = map[string]string{"#E4E4E4": "254"}

type look struct {
	shade     shade
	bold      bool
	italic    bool
	underline bool
}

var looks = [roleCount]look{
	RolePlain:     {},
	RoleTitle:     {bold: true},
	RoleMuted:     {shade: muted},
	RoleAccent:    {shade: accent},
	RoleSelected:  {bold: true},
	RoleGood:      {shade: good},
	RoleWarn:      {shade: amber},
	RoleBad:       {shade: red},
	RoleKey:       {shade: accent, bold: true},
	RoleAdded:     {shade: good},
	RoleRemoved:   {shade: red},
	RoleHeading:   {shade: accent, bold: true},
	RoleCode:      {shade: accent},
	RoleEmphasis:  {italic: true},
	RoleFrame:     {shade: frame},
	RoleTab:       {shade: muted},
	RoleTabActive: {shade: accent, bold: true, underline: true},
	RoleMatch:     {shade: accent, bold: true, underline: true},
	RoleEscape:    {shade: escape, underline: true},
}

// The palette of high contrast: every text has a contrast of 7 at least (WCAG 2 level
// AAA) on the backgrounds that terminals have. Nothing is grey. The 16 colours of a
// terminal can be anything, so there is none of them: its own colour of text, bold,
// underlined and reversed, is all that is sure to be legible.
var (
	strongAccent = shade{dark: hue{"#A6D8FF", ""}, light: hue{"#003A70", ""}}
	strongGood   = shade{dark: hue{"#A8E6A0", ""}, light: hue{"#0B4A0B", ""}}
	strongAmber  = shade{dark: hue{"#FFD27A", ""}, light: hue{"#5C2E00", ""}}
	strongRed    = shade{dark: hue{"#FFB3AC", ""}, light: hue{"#8A0A0A", ""}}
	strongEscape = shade{dark: hue{"#FFB8FF", ""}, light: hue{"#6E006E", ""}}
)

// reversed draws the row under the cursor in reverse.
var reversed = shade{dark: hue{"", "7"}, light: hue{"", "7"}}

var strongLooks = [roleCount]look{
	RolePlain:     {},
	RoleTitle:     {bold: true},
	RoleMuted:     {},
	RoleAccent:    {shade: strongAccent},
	RoleSelected:  {bold: true},
	RoleGood:      {shade: strongGood},
	RoleWarn:      {shade: strongAmber},
	RoleBad:       {shade: strongRed, bold: true},
	RoleKey:       {shade: strongAccent, bold: true},
	RoleAdded:     {shade: strongGood},
	RoleRemoved:   {shade: strongRed},
	RoleHeading:   {shade: strongAccent, bold: true},
	RoleCode:      {shade: strongAccent},
	RoleEmphasis:  {italic: true},
	RoleFrame:     {},
	RoleTab:       {},
	RoleTabActive: {shade: strongAccent, bold: true, underline: true},
	RoleEscape:    {shade: strongEscape, underline: true},
}

func (o Options) look(r Role) look {
	if o.Contrast {
		return strongLooks[r]
	}
	return looks[r]
}

func (o Options) cursorRow() shade {
	if o.Contrast {
		return reversed
	}
	return selectedRow
}
