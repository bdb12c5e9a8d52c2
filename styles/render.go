package styles

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

const reset = "\x1b[0m"

// Render draws the line as one terminal row of exactly w cells, cut or padded.
// A negative w draws all of it, however wide. Every style ends on the row.
// Notation tokens are drawn in [RoleEscape], whatever the span. Without colour
// the row has no escape sequences at all.
func (t *Theme) Render(l Line, w int) string {
	if t.ascii {
		l = asciiLine(l)
	}
	missing := 0
	if w >= 0 {
		l = l.Fit(w)
		missing = max(0, w-l.Width())
	}
	size := missing
	for _, span := range l {
		size += len(span.Text.s)
		if t.color {
			size += len(t.row[RoleEscape]) + len(reset)
		}
	}
	p := painter{theme: t, styles: &t.plain}
	p.out.Grow(size)
	if len(l) > 0 && l[0].Role == RoleSelected {
		p.styles = &t.row
	}
	for _, span := range l {
		switch {
		case span.On:
			p.styles = &t.row
		case span.Role == RoleFrame || span.Off:
			p.styles = &t.plain
		}
		p.paint(span)
	}
	p.glow = ""
	p.pad(missing)
	p.use("")
	return p.out.String()
}

// painter writes one row and changes the style only where needed.
type painter struct {
	theme  *Theme
	styles *[roleCount]string
	out    strings.Builder
	// now and lit are the style and the glow that are on, "" for none.
	now, lit string
	// glow is that of the span.
	glow string
}

func (p *painter) use(style string) {
	if style == p.now && p.glow == p.lit {
		return
	}
	if p.now != "" || p.lit != "" {
		p.out.WriteString(reset)
	}
	p.out.WriteString(style)
	p.out.WriteString(p.glow)
	p.now, p.lit = style, p.glow
}

func (p *painter) paint(span Span) {
	role := span.Role
	if role < 0 || role >= roleCount {
		role = RolePlain
	}
	p.glow = ""
	if span.Glow > 0 && p.styles == &p.theme.plain {
		p.glow = p.theme.glow[min(span.Glow, Brightest)]
	}
	s := span.Text.s
	for p.theme.color && s != "" {
		mark := nextMark(s, span.Text.ascii)
		if mark == len(s) {
			break
		}
		if mark > 0 {
			p.use(p.styles[role])
			p.out.WriteString(s[:mark])
		}
		size := len(string(tabMark))
		if !strings.HasPrefix(s[mark:], string(tabMark)) {
			size = tokenSize(s[mark:], span.Text.ascii)
		}
		if size == 0 {
			size = len(s) - mark
		}
		p.use(p.styles[RoleEscape])
		p.out.WriteString(s[mark : mark+size])
		s = s[mark+size:]
	}
	if s != "" {
		p.use(p.styles[role])
		p.out.WriteString(s)
	}
}

func (p *painter) pad(n int) {
	if n > 0 {
		p.use(p.styles[RolePlain])
	}
	for range n {
		p.out.WriteByte(' ')
	}
}

// titleWidth is the most cells of a name in a window's title.
const titleWidth = 60

// The window operations of a terminal that save its title and restore it (xterm, XTWINOPS).
// A terminal without them keeps our title.
const (
	keepTitle, bringBackTitle = 22, 23
	titleOfWindow             = 2
)

// KeptTitle returns the sequences by which a terminal saves its title, and restores it.
func KeptTitle() (save, restore string) {
	return ansi.WindowOp(keepTitle, titleOfWindow), ansi.WindowOp(bringBackTitle, titleOfWindow)
}

// WindowTitle returns the sequence by which a terminal shows our title with the name, as
// [Theme.Label] writes it, after the count of what needs the operator.
func (t *Theme) WindowTitle(name string, needs int) string {
	count := ""
	if needs > 0 {
		count = fmt.Sprintf("(%d) ", needs)
	}
	return ansi.SetWindowTitle(count + "coldstart: " + t.Label(name).Fit(titleWidth).String())
}

// Notices is the sequence by which a terminal shows a notice of the desktop.
type Notices int

// The sequences; BellOnly is for terminals that are not known to show notices. iTerm2 brought
// OSC 9, rxvt-unicode OSC 777, and kitty OSC 99.
const (
	BellOnly Notices = iota
	NoticeOSC9
	NoticeOSC777
	NoticeOSC99
)

// noticeWidth is the width of a notice in cells, all that desktops show of one.
const noticeWidth = 80

// bell makes a terminal ring, or mark its window.
const bell = "\a"

// Notice returns the sequence that shows a line as a notice, or rings. In a multiplexer it does both:
// that one marks its window, and may not pass on what is wrapped for it.
func (t *Theme) Notice(line string, to Notices, b Multiplexer) string {
	text, sequence := t.Brief(line, noticeWidth).String(), ""
	switch to {
	case NoticeOSC9:
		sequence = ansi.Notify(text)
	case NoticeOSC777:
		sequence = "\x1b]777;notify;coldstart;" + text + "\a"
	case NoticeOSC99:
		sequence = ansi.DesktopNotification(text)
	default:
		return bell
	}
	if b == NoMultiplexer {
		return sequence
	}
	return b.wrapped(sequence) + bell
}

// Multiplexer is a program between this one and the terminal, which passes on only what is
// wrapped for it.
type Multiplexer int

// The multiplexers.
const (
	NoMultiplexer Multiplexer = iota
	Tmux
	Screen
)

// maxCopied is the longest name in bytes that is copied.
const maxCopied = 1024

// screenLimit is the longest sequence in bytes that GNU Screen takes.
const screenLimit = 768

// shellActs are the characters by which a name pasted at a prompt could run something.
const shellActs = "$`\\;|&<>!"

// Clipboard returns the sequence by which a terminal puts a name on the clipboard (OSC 52), ""
// when the theme would not show the name letter by letter, a shell would act on it, or it is
// too long: names are written by agents, and nobody looks at a clipboard before pasting.
//
// Tmux takes the sequence itself when set-clipboard is on, and the wrapped one when
// allow-passthrough is; it ignores the other.
func (t *Theme) Clipboard(name string, b Multiplexer) string {
	if name == "" || len(name) > maxCopied || strings.ContainsAny(name, shellActs) || !t.ShowsAsIs(name) {
		return ""
	}
	return t.ClipboardText(name, b)
}

// ClipboardIn is Clipboard for a command in a folder: cd FOLDER && COMMAND. A shell acts on nothing
// between the quotes in which the folder may be.
func (t *Theme) ClipboardIn(command string, b Multiplexer) string {
	rest, ok := strings.CutPrefix(command, "cd ")
	dir, does, cut := strings.Cut(rest, " && ")
	if quoted, is := strings.CutPrefix(rest, "'"); is {
		dir, does, cut = strings.Cut(quoted, "' && ")
		ok, dir = ok && !strings.Contains(dir, "'"), ""
	}
	if !ok || !cut || len(command) > maxCopied || strings.ContainsAny(dir+does, shellActs) || !t.ShowsAsIs(command) {
		return ""
	}
	return t.ClipboardText(command, b)
}

// ClipboardText is Clipboard for a text of our own, whatever is in it.
func (t *Theme) ClipboardText(text string, b Multiplexer) string {
	sequence := ansi.SetSystemClipboard(text)
	if b == Tmux {
		return sequence + b.wrapped(sequence)
	}
	return b.wrapped(sequence)
}

// wrapped is a sequence as the multiplexer passes it on.
func (b Multiplexer) wrapped(sequence string) string {
	switch b {
	case Tmux:
		return ansi.TmuxPassthrough(sequence)
	case Screen:
		return ansi.ScreenPassthrough(sequence, screenLimit)
	}
	return sequence
}

// ShowsAsIs reports whether a theme with Unicode shows a name letter by letter: nothing is
// escaped, counted or masked.
func (t *Theme) ShowsAsIs(name string) bool {
	exact := *t
	exact.ascii = false
	return exact.Show(name).String() == name
}
