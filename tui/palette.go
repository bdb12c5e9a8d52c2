package tui

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// palette is the list of everything that can be done, narrowed by what is typed. Its
// entries and their order stay as they were when it opened, so that no change on
// the disk moves another one under the cursor; why one cannot run is asked anew
// for each frame and before it runs.
type palette struct {
	typed string
	// asks is what to type, as it stands there before anything is.
	asks    string
	entries []entry
	// fits are the entries that what is typed leaves, the best first.
	fits    []entry
	at, top int
}

// entry is one thing to do.
type entry struct {
	key, name string
	// act is the action that it runs; else it opens the page of that number.
	act  *action
	page int
}

func (e entry) refuse(a *App) string {
	if e.act == nil {
		return ""
	}
	return e.act.refuse(a)
}

// entries lists all actions and pages: those that can run now, then the others, and
// the movements, which have nothing to do here, last of each.
func (a *App) entries() []entry {
	var out []entry
	for _, group := range []string{decideGroup, ownGroup, viewGroup, "Find", "Pages", "Program", "Move"} {
		for _, act := range a.actionsOf(group) {
			if k := act.binding(a.bound()).Help().Key; k != a.keys.Palette.Help().Key {
				out = append(out, entry{key: k, name: act.does(a), act: &act})
			}
		}
		if group == "Pages" {
			for i, p := range a.pages {
				out = append(out, entry{key: p.Key, name: "page " + p.Title, page: i})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y entry) int { return cmp.Compare(unable(a, x), unable(a, y)) })
	return out
}

// unable is 1 for what cannot run now, else 0.
func unable(a *App, e entry) int {
	if e.refuse(a) != "" {
		return 1
	}
	return 0
}

func openPalette(a *App) tea.Cmd {
	all := a.entries()
	a.palette = &palette{entries: all, fits: all, asks: "type what you want to do, or the name of a page"}
	return nil
}

// The ways in which a word fits a name, the best first.
const (
	fitsKey = iota
	fitsStart
	fitsWord
	fitsPart
	fitsLetters
	fitsNot
)

// fit says how well what is typed fits a name: as badly as its worst word.
func fit(typed, name string) int {
	worst := fitsStart
	name = draw.Lowered(name)
	for _, w := range draw.SoughtWords(typed) {
		how := fitsNot
		switch i := strings.Index(name, w); {
		case i == 0:
			how = fitsStart
		case i > 0 && strings.Contains(name, " "+w):
			how = fitsWord
		case i > 0:
			how = fitsPart
		case len(draw.Spelled(w, name)) > 0:
			how = fitsLetters
		}
		worst = max(worst, how)
	}
	return worst
}

// narrow keeps the entries that fit what is typed, the best first.
func (p *palette) narrow(typed string) {
	p.typed, p.fits, p.at, p.top = typed, nil, 0, 0
	if len(draw.SoughtWords(typed)) == 0 {
		p.fits = p.entries
		return
	}
	how := func(e entry) int {
		if e.key == strings.TrimSpace(typed) {
			return fitsKey
		}
		return fit(typed, e.name)
	}
	for _, e := range p.entries {
		if how(e) != fitsNot {
			p.fits = append(p.fits, e)
		}
	}
	slices.SortStableFunc(p.fits, func(x, y entry) int { return cmp.Compare(how(x), how(y)) })
}

// chosen is the entry under the cursor.
func (p *palette) chosen() (entry, bool) {
	if p.at >= len(p.fits) {
		return entry{}, false
	}
	return p.fits[p.at], true
}

func (a *App) paletteKey(msg tea.KeyMsg) tea.Cmd {
	p := a.palette
	page := max(1, a.paletteRows()-1)
	switch msg.Type {
	case tea.KeyEsc:
		a.palette = nil
	case tea.KeyEnter:
		return a.runChosen()
	case tea.KeyUp, tea.KeyCtrlP:
		p.move(-1)
	case tea.KeyDown, tea.KeyCtrlN, tea.KeyTab:
		p.move(1)
	case tea.KeyPgUp:
		p.move(-page)
	case tea.KeyPgDown:
		p.move(page)
	default:
		if typed := edited(p.typed, msg); typed != p.typed {
			p.narrow(typed)
		}
	}
	return nil
}

func (p *palette) move(n int) { p.at = max(0, min(p.at+n, len(p.fits)-1)) }

// keepInView puts the window of h rows over the cursor.
func (p *palette) keepInView(h int) {
	p.top = max(0, min(p.top, p.at, len(p.fits)-h), p.at-h+1)
}

// runChosen does what the key of the chosen entry does. What cannot run stays in
// view and says why.
func (a *App) runChosen() tea.Cmd {
	e, ok := a.palette.chosen()
	switch {
	case !ok:
		a.say(styles.RoleMuted, "Nothing is called that.")
		return nil
	case e.act == nil:
		a.palette = nil
		return a.openPage(e.page)
	case e.act.refuse(a) != "":
		a.refused(*e.act)
		return nil
	}
	a.palette = nil
	return e.act.run(a)
}

// paletteRows is how many entries fit below what is typed.
func (a *App) paletteRows() int { return max(1, a.bodyHeight()-1) }

// paletteKeys is the width of the keys in the palette.
const paletteKeys = 10

// viewPalette shows what is typed and the entries that it leaves.
func (a *App) viewPalette(h int) []styles.Line {
	p := a.palette
	typed := styles.Line{
		draw.Span(styles.RoleKey, " :"), {Text: a.th.Show(p.typed), Role: styles.RoleTitle}, {Text: a.th.Symbol(styles.SymVertical), Role: styles.RoleKey},
	}
	if p.typed == "" {
		typed = append(typed, draw.Span(styles.RoleMuted, " "+p.asks))
	}
	lines := []styles.Line{typed.Fit(a.width)}
	if len(p.fits) == 0 {
		return append(lines, draw.Words(styles.RoleMuted, " Nothing is called that."))
	}
	sought := draw.SoughtWords(p.typed)
	for i := p.top; i < len(p.fits) && len(lines) < h; i++ {
		lines = append(lines, a.viewEntry(p.fits[i], sought, i == p.at))
	}
	return lines
}

func (a *App) viewEntry(e entry, sought []string, chosen bool) styles.Line {
	why := e.refuse(a)
	keyRole, role := styles.RoleKey, styles.RolePlain
	if why != "" {
		keyRole, role = styles.RoleMuted, styles.RoleMuted
		why = "  not now: " + why
	}
	cursor := draw.Span(styles.RoleAccent, " ")
	if chosen {
		cursor = styles.Span{Text: a.th.Symbol(styles.SymCursor), Role: styles.RoleSelected}
	}
	line := styles.Line{cursor, draw.Span(styles.RolePlain, " "), {Text: styles.Plain(e.key).Pad(paletteKeys), Role: keyRole}}
	line = styles.Join(line, draw.Marked(styles.Plain(e.name), sought, role), draw.Words(styles.RoleMuted, why))
	return line.Fit(a.width)
}

// paletteHints are the keys that work in the palette.
func (a *App) paletteHints() []draw.Hint {
	var hints []draw.Hint
	if e, ok := a.palette.chosen(); ok && e.refuse(a) == "" {
		hints = append(hints, draw.Hint{Key: "enter", Does: "do it"})
	}
	if len(a.palette.fits) > 1 {
		hints = append(hints, draw.Hint{Key: "↑↓", Does: "move"})
	}
	return append(hints, draw.Hint{Key: "esc", Does: "close"})
}

// paletteReason is why the chosen entry cannot run, in full, "" when it can.
func (a *App) paletteReason() string {
	if e, ok := a.palette.chosen(); ok && e.refuse(a) != "" {
		return "Not now: " + e.refuse(a) + "."
	}
	return ""
}
