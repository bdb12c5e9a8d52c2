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

// Palette leads to what can be opened and done now. Without a word it shows groups: what was used lately,
// actions on the row, and what can be opened; with one it shows a list. No change on disk moves an entry
// under the cursor; whether one can run is checked again before it runs.
type Palette struct {
	Title, Typed string
	Entries      []Entry
	// All is true while what does nothing now is listed, too.
	All bool
	// Fits are the entries that are listed; heads are the headings of groups, by the first entry below each.
	Fits  []Entry
	heads map[int]string
	list.Cursor
	// used are the entries used before, the newest first.
	used []keys.ID
	// rows are the lines of the list on a screen of one height.
	rows int
}

// Group is what an entry belongs to, in the order of the list.
type Group uint8

// The groups.
const (
	ToOpen Group = iota
	OnRow
	Others
)

// Entry is an action or page.
type Entry struct {
	Key, Name string
	// Of names what it is about, Note stands at the right. Words are others by which it is found.
	Of, Note, Words string
	// Only, if it is not empty, are the only words that find it: no loose match runs it.
	Only string
	// Unable is true if it did nothing when the palette opened.
	Unable bool
	Group  Group
	ID     keys.ID
}

// NewPalette lists entries in the order of their groups; used are those used before, the newest first.
func NewPalette(s *Screen, title string, all []Entry, used []keys.ID) *Palette {
	p := &Palette{Title: title, Entries: all, used: used}
	p.rows = p.listRows(s)
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
	if how > fitsOther && Fit(typed, e.Name+" "+e.Words+" "+e.Of) <= FitsWord {
		return fitsOther
	}
	return how
}

// narrow lists what fits a text, or the groups.
func (p *Palette) narrow(typed string) {
	p.Typed, p.Fits, p.heads, p.Cursor = typed, nil, map[int]string{}, list.Cursor{}
	if len(draw.SoughtWords(typed)) == 0 {
		p.group()
		return
	}
	for _, e := range p.Entries {
		if (p.All || !e.Unable) && e.how(typed) != FitsNot {
			p.Fits = append(p.Fits, e)
		}
	}
	slices.SortStableFunc(p.Fits, func(x, y Entry) int {
		// A name that begins so is no better than one with a word that does.
		m, n := x.how(typed), y.how(typed)
		same := func(how int) int {
			if how == FitsStart {
				return FitsWord
			}
			return how
		}
		return cmp.Or(cmp.Compare(same(m), same(n)), cmp.Compare(x.Group, y.Group), cmp.Compare(m, n))
	})
}

// The most entries of a group; what can be opened has the rest of the rows.
const mostLately, mostOnRow, leastToOpen = 4, 3, 4

// moreHead is above what has no other heading; alone it needs none.
const moreHead = "More"

// group lists the groups, or everything below their headings.
func (p *Palette) group() {
	var lately []Entry
	var rest [Others + 1][]Entry
	for _, id := range p.used {
		i := slices.IndexFunc(p.Entries, func(e Entry) bool { return e.ID == id && !e.Unable })
		if i >= 0 && len(lately) < mostLately && !p.All {
			lately = append(lately, p.Entries[i])
		}
	}
	for _, unable := range []bool{false, true} {
		for _, e := range p.Entries {
			if e.Unable == unable && (p.All || !unable) && !slices.ContainsFunc(lately, func(l Entry) bool { return l.ID == e.ID }) {
				rest[e.Group] = append(rest[e.Group], e)
			}
		}
	}
	row, open, others := rest[OnRow], rest[ToOpen], rest[Others]
	if !p.All && len(row)+len(open) > 0 {
		row, others = row[:min(len(row), mostOnRow)], nil
		room := p.rows - headRows
		for _, above := range [][]Entry{lately, row} {
			if len(above) > 0 {
				room -= len(above) + headRows + 1
			}
		}
		open = open[:min(len(open), max(leastToOpen, room))]
	}
	p.below("Used lately", lately)
	p.below("This row", row)
	p.below("Open", open)
	p.below(moreHead, others)
}

// below lists entries below a heading.
func (p *Palette) below(head string, all []Entry) {
	if len(all) > 0 {
		if head != moreHead || len(p.Fits) > 0 {
			p.heads[len(p.Fits)] = head
		}
		p.Fits = append(p.Fits, all...)
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
	page := max(1, p.rows-1)
	switch msg.Type {
	case tea.KeyEsc:
		s.Close(p)
	case tea.KeyEnter:
		return p.do(s)
	case tea.KeyTab:
		p.All = !p.All
		p.rows = p.listRows(s)
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
	p.rows = p.listRows(s)
	lines, at := p.lines(s, 0)
	if p.At == 0 {
		// Its heading is shown, too.
		at = 0
	}
	of := list.Cursor{At: at, Top: p.Top}
	of.Keep(p.rows, len(lines))
	p.Top = of.Top
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

// The sizes of the palette, in cells: its width, the blanks beside its words, the cells of a key, and the rows
// of its list, with those above and below it.
const (
	paletteWidth, paletteSide = 68, 2
	// PaletteKeys are the most cells of a key.
	PaletteKeys               = 3
	paletteTop, paletteRest   = 2, 8
	leastPalette, mostPalette = 5, 16
	// headRows are those of a heading.
	headRows = 1
)

// listRows are the rows of the list, more where all is listed.
func (p *Palette) listRows(s *Screen) int {
	switch {
	case s.Height < airyHeight:
		return max(leastPalette, s.Height-boxEdges-2)
	case p.All:
		return max(leastPalette, s.Height-paletteRest)
	}
	return max(leastPalette, min(s.Height-paletteRest, mostPalette))
}

// Box shows what is typed, and the entries.
func (p *Palette) Box(s *Screen) draw.Box {
	b := draw.Box{W: min(s.Width-2*promptSide, paletteWidth), Hints: p.Hints(s), Title: draw.Words(styles.RoleHeading, p.Title)}
	b.X = (s.Width - b.W) / 2
	all, _ := p.lines(s, b.Inside())
	b.Lines = []styles.Line{p.typed(s)}
	if s.Height >= airyHeight {
		b.Y, b.Lines = paletteTop, append(b.Lines, nil)
	}
	b.Lines = append(b.Lines, draw.Tall(draw.Between(all, p.Top, p.rows), p.rows)...)
	if len(all) > p.rows {
		b.Place = p.Place(len(p.Fits))
	}
	return b
}

// typed is the line with what is typed.
func (p *Palette) typed(s *Screen) styles.Line {
	l := styles.Line{draw.Span(styles.RolePlain, "  "), draw.Span(styles.RoleKey, ":"), draw.Span(styles.RolePlain, " "), {Text: s.Th.Show(p.Typed), Role: styles.RoleTitle}, {Text: s.Th.Symbol(styles.SymCursor), Role: styles.RoleAccent}}
	switch {
	case p.Typed != "":
	case len(p.heads) > 0:
		l = append(l, draw.Span(styles.RoleMuted, "type a word: plans, message, theme …"))
	default:
		l = append(l, draw.Span(styles.RoleMuted, "type a word"))
	}
	return l
}

// lines are all rows of the list in w cells, with the one that is chosen.
func (p *Palette) lines(s *Screen, w int) (lines []styles.Line, at int) {
	if len(p.Fits) == 0 {
		return draw.Prefixed(draw.Sentence(styles.RoleMuted, p.nothing(s), w-2*paletteSide), "  ", styles.RolePlain), 0
	}
	sought := draw.SoughtWords(p.Typed)
	for i, e := range p.Fits {
		if head := p.heads[i]; head != "" {
			if i > 0 {
				lines = append(lines, nil)
			}
			lines = append(lines, draw.Words(styles.RoleHeading, "  "+head))
		}
		if i == p.At {
			at = len(lines)
		}
		lines = append(lines, viewEntry(s, e, sought, i == p.At, w))
	}
	return lines, at
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

// viewEntry is an entry in w cells: its key, its name with what it is about, and a note, or why it cannot run.
func viewEntry(s *Screen, e Entry, sought []string, chosen bool, w int) styles.Line {
	why, _ := s.Cannot(e.ID)
	keyRole, role, of, note := styles.RoleKey, styles.RolePlain, e.Of, e.Note
	if why != "" {
		keyRole, role, of, note = styles.RoleMuted, styles.RoleMuted, "", why
	}
	cursor := draw.Span(styles.RolePlain, " ")
	if chosen {
		cursor = styles.Span{Text: s.Th.Symbol(styles.SymCursor), Role: styles.RoleSelected}
	}
	if chosen && why == "" {
		role = styles.RoleTitle
	}
	left := styles.Line{cursor, draw.Span(styles.RolePlain, " "), {Text: styles.Plain(e.Key).Pad(PaletteKeys + 1), Role: keyRole}}
	room := w - left.Width() - paletteSide
	name := draw.Marked(s.Th.Label(e.Name), sought, role).Fit(room)
	right := styles.Line{{Text: s.Th.Brief(note, max(0, room-name.Width()-draw.ColumnGap)), Role: styles.RoleMuted}}
	if of != "" {
		name = styles.Join(name, draw.Words(role, " "), draw.Marked(s.Th.BrieflySaid(of, max(0, room-name.Width()-1-right.Width()-draw.ColumnGap)), sought, role))
	}
	return styles.Join(left, name.Pad(room-right.Width()), right)
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
		hints = append(hints, draw.Hint{Key: "tab", Does: "only available"})
	case p.Typed == "" && len(p.Fits) < len(p.Entries):
		hints = append(hints, draw.Hint{Key: "tab", Does: "show all"})
	case p.Typed != "" && slices.ContainsFunc(p.Entries, func(e Entry) bool { return e.Unable }):
		hints = append(hints, draw.Hint{Key: "tab", Does: "show unavailable"})
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
