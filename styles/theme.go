package styles

import (
	"strings"
	"unicode/utf8"

	"github.com/muesli/termenv"

	"coldstart/styles/secrets"
)

// Options is what a terminal can draw. Nothing is read from the environment here.
type Options struct {
	ASCII   bool            // pure ASCII, for terminals that cannot draw Unicode
	NoColor bool            // no escape sequences at all, whatever the profile
	Profile termenv.Profile // how many colours there are; Ascii is like NoColor
	Dark    bool            // the background is dark
	// Contrast asks for the palette of high contrast.
	Contrast bool
}

// Theme shows text and draws lines for one terminal. It never changes, so several goroutines
// may use it.
type Theme struct {
	options Options
	ascii   bool
	color   bool
	masks   bool              // keys and passwords are not shown
	secrets *secrets.Finder   // finds them
	plain   [roleCount]string // what starts a role on an ordinary row, "" for nothing
	row     [roleCount]string // the same on the selected row
	// glow is what lays each strength of the glow behind a span, "" for nothing.
	glow [Brightest + 1]string
}

// New makes a theme.
func New(o Options) *Theme {
	t := &Theme{options: o, secrets: &secrets.Finder{}, ascii: o.ASCII, color: !o.NoColor && o.Profile != termenv.Ascii}
	if !t.color {
		return t
	}
	for role := range roleCount {
		t.plain[role] = sequence(o.style(role).codes(o))
		t.row[role] = sequence(selectedCodes(role, o))
	}
	for strength := range t.glow {
		t.glow[strength] = sequence(o.glowCodes(strength))
	}
	return t
}

// Turned returns the theme for the other background, dark or light, false where there are no
// colours to turn.
func (t *Theme) Turned() (*Theme, bool) {
	if !t.color {
		return t, false
	}
	o := t.options
	o.Dark = !o.Dark
	turned := New(o)
	turned.masks, turned.secrets = t.masks, t.secrets
	return turned, true
}

// Dark reports a theme for a dark background.
func (t *Theme) Dark() bool { return t.options.Dark }

// Emphasizes reports whether the look alone can set words apart, so that the marks around them
// may go. In ASCII they stay: without them text could be read as a token.
func (t *Theme) Emphasizes() bool { return t.color && !t.ascii }

// Show shows raw exactly, for source views and names. Unless the theme masks a secret in it, raw
// can be read back.
func (t *Theme) Show(raw string) Text {
	if t.masks {
		return t.showMasked(raw, notation{ascii: t.ascii, fold: true})
	}
	return show(raw, notation{ascii: t.ascii, fold: true})
}

// Label shows raw as one short line for lists: runs of blanks, tabs and line
// breaks become one blank, none at the ends, and emoji variation selectors and
// skin tones, on whose width terminals disagree, are left out. What it leaves
// out is visible with [Theme.Show].
func (t *Theme) Label(raw string) Text {
	if t.masks {
		if found := t.secrets.In(raw); len(found) > 0 {
			return t.labelMasked(raw, found, notation{ascii: t.ascii, fold: true})
		}
	}
	return t.Show(foldLabel(raw))
}

// Said is [Theme.Label] for a sentence of ours that has words of a vault in it. In ASCII our
// punctuation is written as such, and so is theirs.
func (t *Theme) Said(words string) Text { return t.Label(t.punctuated(words)) }

// BrieflySaid is [Theme.Said] cut to at most w cells.
func (t *Theme) BrieflySaid(words string, w int) Text { return t.Brief(t.punctuated(words), w) }

// punctuated has the punctuation that the theme can show.
func (t *Theme) punctuated(words string) string {
	if !t.ascii {
		return words
	}
	return strings.Map(func(r rune) rune {
		if stand := asciiFor[r]; stand != "" {
			return rune(stand[0])
		}
		return r
	}, words)
}

// bytesPerCell is more than a cell of a label can take, apart from counted runs.
const bytesPerCell = 64

// Brief is [Theme.Label] cut to at most w cells like [Text.Fit]. It reads only as much of raw as
// can fit, so that a row costs the same however long a value is.
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
		// The cut label must end in the mark, too.
		text = text.head(max(0, w-tail.Width())).withoutBlankEnd()
	}
	if w < tail.Width() {
		return Text{ascii: t.ascii}
	}
	return Text{s: text.s + tail.s, cells: text.cells + tail.cells, ascii: t.ascii}
}

func (s style) codes(o Options) []string {
	var codes []string
	if s.bold {
		codes = append(codes, "1")
	}
	if s.underline {
		codes = append(codes, "4")
	}
	return appendCode(codes, s.color.code(o, false))
}

// selectedCodes returns the SGR parameters of a role on the selected row. With 16 colours and
// with high contrast the row is in reverse, where the roles would become a patchwork of
// backgrounds; only escapes keep their colour.
func selectedCodes(role Role, o Options) []string {
	reverse := o.Profile == termenv.ANSI || o.Contrast
	if reverse && role != RoleEscape {
		role = RoleTitle
	}
	codes := o.style(role).codes(o)
	if reverse && !o.style(role).bold {
		codes = append([]string{"1"}, codes...)
	}
	return appendCode(codes, o.cursorRow().code(o, true))
}

func (s adaptiveColor) code(o Options, background bool) string {
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

func (s adaptiveColor) pick(dark bool) hue {
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
	RoleFailed         // what became of a thing whose page is open and that failed
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
	RoleEmber          // the point to go on from, and an unlocked yes
	RoleEscape         // notation tokens, and nothing else

	roleCount
)

// hue is one colour: as #rrggbb, reduced to 256 colours where needed, and as SGR parameters for
// a terminal of 16 colours, chosen by hand because the nearest match is often unreadable
// (bright black can be the background itself). Empty is the terminal's own colour.
type hue struct {
	full, basic string
}

type adaptiveColor struct {
	dark, light hue
}

// The palette has eleven colours; text and background are the terminal's own. Ice is the
// thread, headings and keys; ember is the one warm thing on a page. With 16 colours dim is
// faint, since bright black can be the background itself.
var (
	dim    = adaptiveColor{dark: hue{"#95A6B7", "2"}, light: hue{"#56626E", "2"}}
	rule   = adaptiveColor{dark: hue{"#6C7E90", "2"}, light: hue{"#72808E", "2"}}
	ice    = adaptiveColor{dark: hue{"#86C5EC", "36"}, light: hue{"#12598C", "34"}}
	ember  = adaptiveColor{dark: hue{"#FF9A4D", "33"}, light: hue{"#A84300", "1"}}
	good   = adaptiveColor{dark: hue{"#8CCBA0", "32"}, light: hue{"#24693C", "32"}}
	warn   = adaptiveColor{dark: hue{"#E8C566", "33"}, light: hue{"#7A5600", "1"}}
	bad    = adaptiveColor{dark: hue{"#FF8A8A", "31"}, light: hue{"#B3202A", "31"}}
	escape = adaptiveColor{dark: hue{"#E79AE7", "35"}, light: hue{"#8E1F8E", "35"}}
)

// selectedRow is the background of the row under the cursor. With 16 colours
// the row is drawn in reverse.
var selectedRow = adaptiveColor{dark: hue{"#1D2B38", "7"}, light: hue{"#DFE9F2", "7"}}

// indexed are the colours whose nearest of 256, as the library finds it, is illegible or of
// another hue.
var indexed = map[string]string{"#1D2B38": "236", "#DFE9F2": "254", "#6C7E90": "244", "#72808E": "244", "#A84300": "94"}

type style struct {
	color     adaptiveColor
	bold      bool
	underline bool
}

var roleStyles = [roleCount]style{
	RolePlain:     {},
	RoleTitle:     {bold: true},
	RoleMuted:     {color: dim},
	RoleAccent:    {color: ice},
	RoleSelected:  {color: ice, bold: true},
	RoleGood:      {color: good},
	RoleWarn:      {color: warn},
	RoleBad:       {color: bad},
	RoleFailed:    {color: bad, bold: true},
	RoleKey:       {color: ice, bold: true},
	RoleAdded:     {color: good},
	RoleRemoved:   {color: bad},
	RoleHeading:   {color: ice, bold: true},
	RoleCode:      {color: ice},
	RoleEmphasis:  {bold: true},
	RoleFrame:     {color: rule},
	RoleTab:       {color: dim},
	RoleTabActive: {color: ice, bold: true, underline: true},
	RoleMatch:     {color: ice, bold: true, underline: true},
	RoleEmber:     {color: ember, bold: true},
	RoleEscape:    {color: escape, underline: true},
}

// The palette of high contrast: at least 7 (WCAG 2 level AAA) on the usual backgrounds, and no
// grey. The 16 colours of a terminal can be anything, so they are not used: only its own text
// colour, bold, underlined and reversed, is sure to be legible.
var (
	strongAccent = adaptiveColor{dark: hue{"#A6D8FF", ""}, light: hue{"#003A70", ""}}
	strongGood   = adaptiveColor{dark: hue{"#A8E6A0", ""}, light: hue{"#0B4A0B", ""}}
	strongAmber  = adaptiveColor{dark: hue{"#FFD27A", ""}, light: hue{"#5C2E00", ""}}
	strongRed    = adaptiveColor{dark: hue{"#FFB3AC", ""}, light: hue{"#8A0A0A", ""}}
	strongEscape = adaptiveColor{dark: hue{"#FFB8FF", ""}, light: hue{"#6E006E", ""}}
)

// reversed draws the row under the cursor in reverse.
var reversed = adaptiveColor{dark: hue{"", "7"}, light: hue{"", "7"}}

var strongStyles = [roleCount]style{
	RolePlain:     {},
	RoleTitle:     {bold: true},
	RoleMuted:     {},
	RoleAccent:    {color: strongAccent},
	RoleSelected:  {bold: true},
	RoleGood:      {color: strongGood},
	RoleWarn:      {color: strongAmber},
	RoleBad:       {color: strongRed, bold: true},
	RoleFailed:    {color: strongRed, bold: true},
	RoleKey:       {color: strongAccent, bold: true},
	RoleAdded:     {color: strongGood},
	RoleRemoved:   {color: strongRed},
	RoleHeading:   {color: strongAccent, bold: true},
	RoleCode:      {color: strongAccent},
	RoleEmphasis:  {bold: true},
	RoleFrame:     {},
	RoleTab:       {},
	RoleTabActive: {color: strongAccent, bold: true, underline: true},
	RoleEmber:     {color: strongAmber, bold: true},
	RoleEscape:    {color: strongEscape, underline: true},
}

func (o Options) style(r Role) style {
	if o.Contrast {
		return strongStyles[r]
	}
	return roleStyles[r]
}

func (o Options) cursorRow() adaptiveColor {
	if o.Contrast {
		return reversed
	}
	return selectedRow
}
