package overlay

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textarea"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// Prompt is a text that is written in a box, over what it is about. It is one line, wrapped.
type Prompt struct {
	// Title asks, says is what becomes of the text.
	Title, says string
	area        textarea.Model
	// earlier are texts to take over, the newest first; taken counts up from 1, 0 for the own
	// one, which is kept meanwhile.
	earlier []string
	taken   int
	own     string
	// Whose says what the earlier texts are.
	Whose string
	// Done takes the text at enter, and Left is what esc does; Enter and Esc are their hints.
	Done, Left func(s *Screen) tea.Cmd
	Enter, Esc draw.Hint
}

// NewPrompt begins with a text.
func NewPrompt(title, says, text string, earlier []string) *Prompt {
	p := &Prompt{Title: title, says: says, earlier: earlier, area: textarea.New()}
	// It counts cells, of which hidden characters have none.
	p.area.CharLimit = 0
	p.area.ShowLineNumbers, p.area.Prompt = false, ""
	p.area.KeyMap.Paste.SetEnabled(false)
	p.area.KeyMap.InsertNewline.SetEnabled(false)
	p.area.Cursor.SetMode(cursor.CursorStatic)
	p.area.SetWidth(widest)
	p.area.Focus()
	p.set(text)
	return p
}

// Value is the text as one line.
func (p *Prompt) Value() string { return model.OneLine(p.area.Value()) }

// Raw is the text as it was typed.
func (p *Prompt) Raw() string { return p.area.Value() }

func (p *Prompt) set(text string) {
	runes := []rune(oneLine(text))
	p.area.SetValue(string(runes[:min(len(runes), model.MaxNote)]))
}

// room is how many characters fit in.
func (p *Prompt) room() int { return max(0, model.MaxNote-utf8.RuneCountInString(p.area.Value())) }

// oneLine turns the ends of pasted lines into blanks.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
}

// Key edits the text. Up and down take over an earlier one.
func (p *Prompt) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys[keys.Back]):
		return p.Left(s)
	case msg.Type == tea.KeyEnter:
		return p.Done(s)
	case msg.Type == tea.KeyUp:
		p.take(1)
		return nil
	case msg.Type == tea.KeyDown:
		p.take(-1)
		return nil
	case msg.Type == tea.KeyRunes, msg.Type == tea.KeySpace:
		// A paste is as long as somebody made it.
		if len(msg.Runes) > p.room() {
			s.Say(styles.RoleWarn, "Cut to "+draw.Thousands(model.MaxNote)+" characters.")
		}
		msg.Runes = []rune(oneLine(string(msg.Runes[:min(len(msg.Runes), p.room())])))
	}
	var cmd tea.Cmd
	p.area, cmd = p.area.Update(msg)
	return cmd
}

// Hints are the keys that do something.
func (p *Prompt) Hints(*Screen) []draw.Hint { return []draw.Hint{p.Enter, p.Esc} }

func (p *Prompt) take(n int) {
	to := max(0, min(p.taken+n, len(p.earlier)))
	if to == p.taken {
		return
	}
	if p.taken == 0 {
		p.own = p.area.Value()
	}
	p.taken = to
	if to == 0 {
		p.set(p.own)
		return
	}
	p.set(p.earlier[to-1])
}

// The sizes of a prompt, in cells: the widest box, and the margins beside it and in it.
const widest, promptSide, textMargin = 100, 2, 2

// A prompt has so many rows of text, and empty ones around them on a screen of airyHeight.
const leastRows, mostRows, airyHeight = 2, 4, 18

// PromptBox is a box over the lower part of the screen, its last row excepted.
func PromptBox(s *Screen, title string, lines []styles.Line, hints []draw.Hint) draw.Box {
	w := promptWidth(s)
	b := draw.Box{W: w, X: promptSide, Hints: hints, Title: styles.Line{{Text: s.Th.Label(title), Role: styles.RoleTitle}}}
	b.Y = max(0, s.Height-len(lines)-boxEdges-1)
	b.Lines = draw.Prefixed(lines, strings.Repeat(" ", textMargin), styles.RolePlain)
	return b
}

// boxEdges are the rows of a box beside its lines.
const boxEdges = 2

func promptWidth(s *Screen) int { return min(s.Width-2*promptSide, widest) }

// TextWidth is the width of the text in a prompt.
func TextWidth(s *Screen) int { return promptWidth(s) - boxEdges - 2*textMargin }

// airy has an empty row above and below where there is room.
func airy(s *Screen, lines []styles.Line) []styles.Line {
	if s.Height < airyHeight {
		return lines
	}
	return append(append([]styles.Line{nil}, lines...), nil)
}

// Box draws the prompt with its keys, and more lines below its text.
func (p *Prompt) Box(s *Screen, more ...styles.Line) draw.Box {
	w := TextWidth(s)
	lines := append(airy(s, p.lines(s, w)), p.count(s, w))
	if offer := p.offer(s); offer != nil && s.Height >= airyHeight {
		lines = append(lines, offer.Fit(w))
	}
	return PromptBox(s, p.Title, append(lines, more...), p.Hints(s))
}

// lines are the rows of the text around the cursor.
func (p *Prompt) lines(s *Screen, w int) []styles.Line {
	at := p.area.LineInfo()
	value := []rune(p.area.Value())
	cut := min(at.StartColumn+at.ColumnOffset, len(value))
	head := s.Th.Show(string(value[:cut]))
	bar := styles.Span{Text: s.Th.Symbol(styles.SymCursor), Role: styles.RoleKey}
	rows := styles.Line{{Text: head}, bar, {Text: s.Th.Show(string(value[cut:]))}}.Wrap(w)
	most := mostRows
	if s.Height < airyHeight {
		most = leastRows
	}
	top := max(0, len(head.Wrap(w))-most)
	return draw.Tall(draw.Between(rows, top, most), min(most, max(leastRows, len(rows))))
}

// count says what becomes of the text, and how long it is.
func (p *Prompt) count(s *Screen, w int) styles.Line {
	n, role := utf8.RuneCountInString(p.area.Value()), styles.RoleMuted
	if n >= model.MaxNote {
		role = styles.RoleWarn
	}
	count := draw.Words(role, draw.Thousands(n)+" of "+draw.Thousands(model.MaxNote))
	says := draw.Words(styles.RoleMuted, p.says).Fit(max(0, w-count.Width()-2))
	return styles.Join(says.Pad(w-count.Width()), count)
}

// offer names the earlier texts.
func (p *Prompt) offer(s *Screen) styles.Line {
	if len(p.earlier) == 0 {
		return nil
	}
	l := styles.Line{draw.Span(styles.RoleKey, "↑"), draw.Words(styles.RoleMuted, "  "+p.Whose+": ")[0]}
	for i, text := range p.earlier {
		if i > 0 {
			l = append(l, draw.Span(styles.RoleMuted, " · "))
		}
		l = append(l, styles.Span{Text: s.Th.Brief(text, mostOffered), Role: styles.RoleMuted})
	}
	return l
}

// mostOffered are the cells of an earlier text in the offer.
const mostOffered = 24
