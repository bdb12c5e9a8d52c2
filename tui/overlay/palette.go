package overlay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// mostTyped is the longest filter in bytes.
const mostTyped = 200

// Edited is a text after a key.
func Edited(text string, msg tea.KeyMsg) string {
	switch msg.Type {
	case tea.KeyBackspace:
		_, size := utf8.DecodeLastRuneInString(text)
		return text[:len(text)-size]
	case tea.KeyCtrlU:
		return ""
	case tea.KeyRunes, tea.KeySpace:
		for _, r := range msg.Runes {
			// Pasted line ends separate words.
			if unicode.IsControl(r) && unicode.IsSpace(r) && text != "" && !strings.HasSuffix(text, " ") {
				r = ' '
			}
			if unicode.IsPrint(r) && len(text) < mostTyped {
				text += string(r)
			}
		}
	}
	return text
}

// Palette lists all actions, filtered by what is typed. Entries keep their order while it is
// open, so that no change on disk moves another one under the cursor; whether one can run is
// checked for each frame and before it runs.
type Palette struct {
	Typed string
	// asks is the placeholder.
	asks    string
	Entries []Entry
	// Fits are the entries that match, the best first.
	Fits    []Entry
	At, Top int
}

// Entry is an action or page; ID is the screen's number for it.
type Entry struct {
	Key, Name string
	ID        int
}

// NewPalette lists entries; asks is the placeholder.
func NewPalette(asks string, all []Entry) *Palette {
	return &Palette{Entries: all, Fits: all, asks: asks}
}

// How a word fits a name, the best first.
const (
	fitsKey = iota
	FitsStart
	FitsWord
	FitsPart
	FitsLetters
	FitsNot
)

// Fit is how well the typed words fit a name, judged by the worst word.
func Fit(typed, name string) int {
	worst := FitsStart
	name = draw.Lowered(name)
	for _, w := range draw.SoughtWords(typed) {
		how := FitsNot
		switch i := strings.Index(name, w); {
		case i == 0:
			how = FitsStart
		case i > 0 && strings.Contains(name, " "+w):
			how = FitsWord
		case i > 0:
			how = FitsPart
		case len(draw.Spelled(w, name)) > 0:
			how = FitsLetters
		}
		worst = max(worst, how)
	}
	return worst
}

func (p *Palette) narrow(typed string) {
	p.Typed, p.Fits, p.At, p.Top = typed, nil, 0, 0
	if len(draw.SoughtWords(typed)) == 0 {
		p.Fits = p.Entries
		return
	}
	how := func(e Entry) int {
		if e.Key == strings.TrimSpace(typed) {
			return fitsKey
		}
		return Fit(typed, e.Name)
	}
	for _, e := range p.Entries {
		if how(e) != FitsNot {
			p.Fits = append(p.Fits, e)
		}
	}
	slices.SortStableFunc(p.Fits, func(x, y Entry) int { return cmp.Compare(how(x), how(y)) })
}

// Chosen is the entry under the cursor.
func (p *Palette) Chosen() (Entry, bool) {
	if p.At >= len(p.Fits) {
		return Entry{}, false
	}
	return p.Fits[p.At], true
}

// Key types, moves and chooses.
func (p *Palette) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
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
		if typed := Edited(p.Typed, msg); typed != p.Typed {
			p.narrow(typed)
		}
	}
	return nil
}

func (p *Palette) move(n int) { p.At = max(0, min(p.At+n, len(p.Fits)-1)) }

// Hear keeps the cursor in the window.
func (p *Palette) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	if by, ok := msg.(WheelMsg); ok {
		p.move(int(by))
	}
	h := p.rows(s)
	p.Top = max(0, min(p.Top, p.At, len(p.Fits)-h), p.At-h+1)
	return nil
}

// do runs the chosen entry, or says why it cannot.
func (p *Palette) do(s *Screen) tea.Cmd {
	e, ok := p.Chosen()
	if !ok {
		s.Say(styles.RoleMuted, "No match.")
		return nil
	}
	if _, why := s.Cannot(e.ID); why != "" {
		s.Say(styles.RoleWarn, why)
		return nil
	}
	s.Close(p)
	return s.Do(e.ID)
}

func (p *Palette) rows(s *Screen) int { return max(1, s.Rows()-1) }

const paletteKeys = 10

// View shows what is typed and the entries that match.
func (p *Palette) View(s *Screen, h int) []styles.Line {
	typed := styles.Line{
		draw.Span(styles.RoleKey, " :"), {Text: s.Th.Show(p.Typed), Role: styles.RoleTitle}, {Text: s.Th.Symbol(styles.SymVertical), Role: styles.RoleKey},
	}
	if p.Typed == "" {
		typed = append(typed, draw.Span(styles.RoleMuted, " "+p.asks))
	}
	lines := []styles.Line{typed.Fit(s.Width)}
	if len(p.Fits) == 0 {
		return append(lines, draw.Words(styles.RoleMuted, " No match."))
	}
	sought := draw.SoughtWords(p.Typed)
	for i := p.Top; i < len(p.Fits) && len(lines) < h; i++ {
		lines = append(lines, p.viewEntry(s, p.Fits[i], sought, i == p.At))
	}
	return lines
}

func (p *Palette) viewEntry(s *Screen, e Entry, sought []string, chosen bool) styles.Line {
	why, _ := s.Cannot(e.ID)
	keyRole, role := styles.RoleKey, styles.RolePlain
	if why != "" {
		keyRole, role = styles.RoleMuted, styles.RoleMuted
		why = "  not now: " + why
	}
	cursor := draw.Span(styles.RoleAccent, " ")
	if chosen {
		cursor = styles.Span{Text: s.Th.Symbol(styles.SymCursor), Role: styles.RoleSelected}
	}
	line := styles.Line{cursor, draw.Span(styles.RolePlain, " "), {Text: styles.Plain(e.Key).Pad(paletteKeys), Role: keyRole}}
	line = styles.Join(line, draw.Marked(styles.Plain(e.Name), sought, role), draw.Words(styles.RoleMuted, why))
	return line.Fit(s.Width)
}

// Hints are the keys that do something.
func (p *Palette) Hints(s *Screen) []draw.Hint {
	var hints []draw.Hint
	if e, ok := p.Chosen(); ok {
		if why, _ := s.Cannot(e.ID); why == "" {
			hints = append(hints, draw.Hint{Key: "enter", Does: "do it"})
		}
	}
	if len(p.Fits) > 1 {
		hints = append(hints, draw.Hint{Key: "↑↓", Does: "move"})
	}
	return append(hints, draw.Hint{Key: "esc", Does: "close"})
}

// Place counts the matches.
func (p *Palette) Place(*Screen) styles.Line {
	return draw.Words(styles.RoleMuted, fmt.Sprintf(" %d of %d ", len(p.Fits), len(p.Entries)))
}

// Tell is why the chosen entry cannot run.
func (p *Palette) Tell(s *Screen) string {
	if e, ok := p.Chosen(); ok {
		if why, _ := s.Cannot(e.ID); why != "" {
			return "Not now: " + why + "."
		}
	}
	return ""
}
