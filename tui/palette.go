package tui

import (
	"cmp"
	"fmt"
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

// entry is one thing to do, under the number by which the screen knows it.
type entry struct {
	key, name string
	id        int
}

func newPalette(asks string, all []entry) *palette {
	return &palette{entries: all, fits: all, asks: asks}
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

// Key types, moves and chooses.
func (p *palette) Key(s *screen, msg tea.KeyMsg) tea.Cmd {
	page := max(1, p.rows(s)-1)
	switch msg.Type {
	case tea.KeyEsc:
		s.Close(p)
	case tea.KeyEnter:
		return p.do(s)
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

// Hear keeps the window over the cursor.
func (p *palette) Hear(s *screen, msg tea.Msg) tea.Cmd {
	if by, ok := msg.(wheelMsg); ok {
		p.move(int(by))
	}
	h := p.rows(s)
	p.top = max(0, min(p.top, p.at, len(p.fits)-h), p.at-h+1)
	return nil
}

// do does what the key of the chosen entry does. What cannot run stays in view and says
// why.
func (p *palette) do(s *screen) tea.Cmd {
	e, ok := p.chosen()
	if !ok {
		s.Say(styles.RoleMuted, "Nothing is called that.")
		return nil
	}
	if _, why := s.Cannot(e.id); why != "" {
		s.Say(styles.RoleWarn, why)
		return nil
	}
	s.Close(p)
	return s.Do(e.id)
}

// rows is how many entries fit below what is typed.
func (p *palette) rows(s *screen) int { return max(1, s.Rows()-1) }

// paletteKeys is the width of the keys in the palette.
const paletteKeys = 10

// View shows what is typed and the entries that it leaves.
func (p *palette) View(s *screen, h int) []styles.Line {
	typed := styles.Line{
		draw.Span(styles.RoleKey, " :"), {Text: s.th.Show(p.typed), Role: styles.RoleTitle}, {Text: s.th.Symbol(styles.SymVertical), Role: styles.RoleKey},
	}
	if p.typed == "" {
		typed = append(typed, draw.Span(styles.RoleMuted, " "+p.asks))
	}
	lines := []styles.Line{typed.Fit(s.width)}
	if len(p.fits) == 0 {
		return append(lines, draw.Words(styles.RoleMuted, " Nothing is called that."))
	}
	sought := draw.SoughtWords(p.typed)
	for i := p.top; i < len(p.fits) && len(lines) < h; i++ {
		lines = append(lines, p.viewEntry(s, p.fits[i], sought, i == p.at))
	}
	return lines
}

func (p *palette) viewEntry(s *screen, e entry, sought []string, chosen bool) styles.Line {
	why, _ := s.Cannot(e.id)
	keyRole, role := styles.RoleKey, styles.RolePlain
	if why != "" {
		keyRole, role = styles.RoleMuted, styles.RoleMuted
		why = "  not now: " + why
	}
	cursor := draw.Span(styles.RoleAccent, " ")
	if chosen {
		cursor = styles.Span{Text: s.th.Symbol(styles.SymCursor), Role: styles.RoleSelected}
	}
	line := styles.Line{cursor, draw.Span(styles.RolePlain, " "), {Text: styles.Plain(e.key).Pad(paletteKeys), Role: keyRole}}
	line = styles.Join(line, draw.Marked(styles.Plain(e.name), sought, role), draw.Words(styles.RoleMuted, why))
	return line.Fit(s.width)
}

// Hints are the keys that work in the palette.
func (p *palette) Hints(s *screen) []draw.Hint {
	var hints []draw.Hint
	if e, ok := p.chosen(); ok {
		if why, _ := s.Cannot(e.id); why == "" {
			hints = append(hints, draw.Hint{Key: "enter", Does: "do it"})
		}
	}
	if len(p.fits) > 1 {
		hints = append(hints, draw.Hint{Key: "↑↓", Does: "move"})
	}
	return append(hints, draw.Hint{Key: "esc", Does: "close"})
}

// Place counts what fits.
func (p *palette) Place(*screen) styles.Line {
	return draw.Words(styles.RoleMuted, fmt.Sprintf(" %d of %d ", len(p.fits), len(p.entries)))
}

// Tell is why the chosen entry cannot run, in full.
func (p *palette) Tell(s *screen) string {
	if e, ok := p.chosen(); ok {
		if why, _ := s.Cannot(e.id); why != "" {
			return "Not now: " + why + "."
		}
	}
	return ""
}
