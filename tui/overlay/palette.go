package overlay

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
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

// Palette lists what can be done now, filtered by what is typed. Entries keep their order while it
// is open, so that no change on disk moves another one under the cursor; whether one can run is
// checked again before it runs.
type Palette struct {
	Typed   string
	Entries []Entry
	// All is true while what does nothing now is listed, too.
	All bool
	// Fits are the entries that match, the best first. From Lately on come those used before,
	// below a heading.
	Fits   []Entry
	Lately int
	list.Cursor
	// used are the numbers of the entries used before, the newest first.
	used []int
}

// Entry is an action or page.
type Entry struct {
	Key, Name string
	// Words are others by which it is found, Note stands at the right.
	Words, Note string
	// Only, if it is not empty, are the only words that find it: no loose match runs it.
	Only string
	// Unable is true if it did nothing when the palette opened.
	Unable bool
	// ID is the screen's number for it.
	ID int
}

// NewPalette lists entries; used are the numbers of those used before, the newest first.
func NewPalette(all []Entry, used []int) *Palette {
	p := &Palette{Entries: all, used: used}
	p.narrow("")
	return p
}

// How a word fits a name, the best first.
const (
	fitsKey = iota
	FitsStart
	FitsWord
	fitsOther
	FitsLetters
	FitsNot
)

// Fit is how well the typed words fit a name, judged by the worst word.
func Fit(typed, name string) int {
	worst := FitsStart
	name = draw.Lowered(name)
	for _, w := range draw.SoughtWords(typed) {
		how := FitsNot
		switch {
		case strings.HasPrefix(name, w):
			how = FitsStart
		case beginsWord(w, name):
			how = FitsWord
		case len(draw.Spelled(w, name)) > 0:
			how = FitsLetters
		}
		worst = max(worst, how)
	}
	return worst
}

// beginsWord reports whether a word of the name begins so.
func beginsWord(with, name string) bool {
	for i := range name {
		before, _ := utf8.DecodeLastRuneInString(name[:i])
		if (i == 0 || !draw.IsWordRune(before)) && strings.HasPrefix(name[i:], with) {
			return true
		}
	}
	return false
}

// how well an entry fits what is typed.
func (e Entry) how(typed string) int {
	if e.Key == strings.TrimSpace(typed) {
		return fitsKey
	}
	if e.Only != "" {
		if how := Fit(typed, e.Only); how <= FitsWord {
			return how
		}
		return FitsNot
	}
	how := Fit(typed, e.Name)
	if how > fitsOther && Fit(typed, e.Name+" "+e.Words) <= FitsWord {
		return fitsOther
	}
	return how
}

func (p *Palette) narrow(typed string) {
	p.Typed, p.Fits, p.At, p.Top = typed, nil, 0, 0
	any := len(draw.SoughtWords(typed)) == 0
	for _, e := range p.Entries {
		if (p.All || !e.Unable) && (any || e.how(typed) != FitsNot) {
			p.Fits = append(p.Fits, e)
		}
	}
	if p.Lately = len(p.Fits); any || p.Lately == 0 {
		return
	}
	slices.SortStableFunc(p.Fits, func(x, y Entry) int { return cmp.Compare(x.how(typed), y.how(typed)) })
	for _, id := range p.used {
		same := func(e Entry) bool { return e.ID == id }
		if i := slices.IndexFunc(p.Entries, same); i >= 0 && !p.Entries[i].Unable && !slices.ContainsFunc(p.Fits, same) {
			p.Fits = append(p.Fits, p.Entries[i])
		}
	}
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
	case tea.KeyTab:
		p.All = !p.All
		p.narrow(p.Typed)
	case tea.KeyUp, tea.KeyCtrlP:
		p.Move(-1, len(p.Fits))
	case tea.KeyDown, tea.KeyCtrlN:
		p.Move(1, len(p.Fits))
	case tea.KeyPgUp:
		p.Move(-page, len(p.Fits))
	case tea.KeyPgDown:
		p.Move(page, len(p.Fits))
	default:
		if typed := Edited(p.Typed, msg); typed != p.Typed {
			p.narrow(typed)
		}
	}
	return nil
}

// Hear keeps the cursor in the window.
func (p *Palette) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	by, _ := msg.(WheelMsg)
	p.Move(int(by), len(p.Fits))
	h := p.rows(s)
	if p.At >= p.Lately {
		h -= latelyHead
	}
	p.Keep(h, len(p.Fits))
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

// The sizes of the palette, in cells: its width, the cells of a key, and the rows of its list,
// with those above and below it.
const (
	paletteWidth, paletteKeys = 64, 4
	paletteTop, paletteRest   = 2, 14
	leastPalette, mostPalette = 5, 16
	// latelyHead are the rows of the heading of what was used before.
	latelyHead = 2
)

// rows are those of the list.
func (p *Palette) rows(s *Screen) int {
	if s.Height < airyHeight {
		return max(leastPalette, s.Height-boxEdges-1)
	}
	return max(leastPalette, min(s.Height-paletteRest, mostPalette))
}

// Box shows what is typed, and the entries that match.
func (p *Palette) Box(s *Screen) draw.Box {
	b := draw.Box{W: min(s.Width-2*promptSide, paletteWidth), Hints: p.Hints(s)}
	b.X = (s.Width - b.W) / 2
	h := p.rows(s)
	lines := p.lines(s, b.Inside(), h)
	if s.Height >= airyHeight {
		b.Y, lines = paletteTop, airy(s, draw.Tall(lines, h))
	}
	b.Title = styles.Line{draw.Span(styles.RoleTitle, ": "), {Text: s.Th.Show(p.Typed), Role: styles.RoleTitle}, {Text: s.Th.Symbol(styles.SymCursor), Role: styles.RoleKey}}
	b.Lines = lines
	if len(p.Fits) > h {
		b.Place = p.Place(len(p.Fits))
	}
	return b
}

func (p *Palette) lines(s *Screen, w, h int) []styles.Line {
	if len(p.Fits) == 0 {
		return draw.Prefixed(draw.Sentence(styles.RoleMuted, p.nothing(s), w-paletteKeys), "   ", styles.RolePlain)
	}
	var lines []styles.Line
	sought := draw.SoughtWords(p.Typed)
	for i := p.Top; i < len(p.Fits) && len(lines) < h; i++ {
		if i == p.Lately {
			lines = append(lines, nil, draw.Words(styles.RoleMuted, "   Used lately"))
		}
		lines = append(lines, p.viewEntry(s, p.Fits[i], sought, i == p.At, w))
	}
	return draw.Between(lines, 0, h)
}

// nothing says what to do where nothing matches.
func (p *Palette) nothing(s *Screen) string {
	if !p.All && slices.ContainsFunc(p.Entries, func(e Entry) bool { return e.how(p.Typed) != FitsNot }) {
		return "No available action matches; tab searches all."
	}
	what := "this word"
	if len(draw.SoughtWords(p.Typed)) > 1 {
		what = "these words"
	}
	return "No action has " + what + "; " + keys.Of(s.Keys[keys.Find]) + " finds rows and texts."
}

func (p *Palette) viewEntry(s *Screen, e Entry, sought []string, chosen bool, w int) styles.Line {
	why, _ := s.Cannot(e.ID)
	keyRole, role, note := styles.RoleKey, styles.RolePlain, e.Note
	if why != "" {
		keyRole, role, note = styles.RoleMuted, styles.RoleMuted, why
	}
	cursor := draw.Span(styles.RolePlain, " ")
	if chosen {
		cursor = styles.Span{Text: s.Th.Symbol(styles.SymCursor), Role: styles.RoleSelected}
	}
	if chosen && why == "" {
		role = styles.RoleTitle
	}
	keys := styles.Plain(e.Key)
	left := styles.Line{cursor, draw.Span(styles.RolePlain, "  "), {Text: keys.Pad(max(paletteKeys, keys.Width()+1)), Role: keyRole}}
	left = styles.Join(left, draw.Marked(s.Th.Label(e.Name), sought, role))
	right := styles.Line{{Text: s.Th.Label(note), Role: styles.RoleMuted}}.Fit(max(0, w-left.Width()-3))
	gap := max(2, w-1-left.Width()-right.Width())
	return styles.Join(left, styles.Line{{Text: styles.Plain("").Pad(gap)}}, right)
}

// Hints are the keys that do something.
func (p *Palette) Hints(s *Screen) []draw.Hint {
	var hints []draw.Hint
	if e, ok := p.Chosen(); ok {
		if why, _ := s.Cannot(e.ID); why == "" {
			hints = append(hints, draw.Hint{Key: "enter", Does: "do it"})
		}
	}
	switch {
	case p.All:
		hints = append(hints, draw.Hint{Key: "tab", Does: "only what works now"})
	case slices.ContainsFunc(p.Entries, func(e Entry) bool { return e.Unable }):
		hints = append(hints, draw.Hint{Key: "tab", Does: "show unavailable actions"})
	}
	return append(hints, draw.Hint{Key: "esc", Does: "close"})
}

// Tell is why the chosen entry cannot run.
func (p *Palette) Tell(s *Screen) string {
	if e, ok := p.Chosen(); ok {
		if why, _ := s.Cannot(e.ID); why != "" {
			return "Unavailable: " + why + "."
		}
	}
	return ""
}
