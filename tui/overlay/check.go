package overlay

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/phrase"
)

// Check looks up whether an approach was tried before.
type Check struct {
	problem model.ResearchProblem
	// strategy is an index into strategies, 0 for any.
	strategies []string
	strategy   int
	tags       textinput.Model
	matches    []model.DeadEnd
	top        int
}

// NewCheck starts with what the problem suggests next.
func NewCheck(p model.ResearchProblem) *Check {
	next := p.Suggest()
	c := &Check{problem: p, strategies: append([]string{"any"}, model.Strategies()...), tags: lineInput(strings.Join(next.Tags, ", "))}
	if len(next.Strategies) > 0 {
		c.strategy = slices.Index(c.strategies, next.Strategies[0])
	}
	c.look()
	return c
}

func (c *Check) chosen() string {
	if c.strategy <= 0 {
		return ""
	}
	return c.strategies[c.strategy]
}

func (c *Check) wanted() []string {
	return strings.FieldsFunc(c.tags.Value(), func(r rune) bool { return r == ',' || r == ' ' })
}

func (c *Check) look() {
	c.matches, c.top = c.problem.Journal.DeadEnds(c.chosen(), c.wanted()), 0
}

func (c *Check) known() []string {
	text := c.tags.Value()
	begun := text[strings.LastIndexAny(text, ", ")+1:]
	var known []string
	for _, a := range c.problem.Journal.Attempts() {
		for _, t := range a.Tags() {
			if strings.HasPrefix(t, begun) && !slices.Contains(c.wanted(), t) && !slices.Contains(known, t) {
				known = append(known, t)
			}
		}
	}
	return known
}

func (c *Check) complete() {
	known := c.known()
	if len(known) == 0 {
		return
	}
	text := c.tags.Value()
	c.tags.SetValue(text[:strings.LastIndexAny(text, ", ")+1] + known[0] + ", ")
	c.tags.CursorEnd()
}

// Key chooses a strategy, types tags, and opens the first match.
func (c *Check) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	n := len(c.strategies)
	var cmd tea.Cmd
	switch {
	case key.Matches(msg, s.Keys.Back):
		s.Close(c)
		return nil
	case msg.Type == tea.KeyEnter:
		return c.openMatch(s)
	case msg.Type == tea.KeyUp:
		c.strategy = (c.strategy + n - 1) % n
	case msg.Type == tea.KeyDown:
		c.strategy = (c.strategy + 1) % n
	case msg.Type == tea.KeyPgUp:
		c.top -= c.room(s) - 1
		return nil
	case msg.Type == tea.KeyPgDown:
		c.top += c.room(s) - 1
		return nil
	case msg.Type == tea.KeyTab:
		c.complete()
	default:
		c.tags, cmd = c.tags.Update(msg)
	}
	c.look()
	return cmd
}

func (c *Check) openMatch(s *Screen) tea.Cmd {
	for _, d := range c.matches {
		if d.Entry != nil {
			s.Close(c)
			return s.Visit(d.Entry.Ref())
		}
	}
	s.Say(styles.RoleMuted, "No entry to open.")
	return nil
}

// Hear scrolls.
func (c *Check) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	if by, ok := msg.(WheelMsg); ok {
		c.top += int(by)
	}
	c.top = max(0, min(c.top, len(c.lines(s))-c.room(s)))
	return nil
}

// Place is the scroll position.
func (c *Check) Place(s *Screen) styles.Line {
	return draw.OfLines(c.top, c.room(s), len(c.lines(s)))
}

// Hints are the keys that do something.
func (c *Check) Hints(*Screen) []draw.Hint {
	return []draw.Hint{{Key: "↑↓", Does: "strategy"}, {Key: "tab", Does: "take a tag"}, {Key: "enter", Does: "open the first"}, {Key: "esc", Does: "close"}}
}

// View shows the question and its matches.
func (c *Check) View(s *Screen, h int) []styles.Line {
	w, name := s.Width, "any"
	if s := c.chosen(); s != "" {
		name = fmt.Sprintf("%s (%d of %d)", s, c.strategy, len(c.strategies)-1)
	}
	before, behind := s.typed(c.tags)
	lead := func(label string) styles.Line {
		return styles.Line{{Text: styles.Plain(" " + label).Pad(board.LabelWidth), Role: styles.RoleMuted}}
	}
	head := []styles.Line{
		styles.Join(draw.Words(styles.RoleTitle, " Dead-end check  "), styles.Line{{Text: s.Th.Label(c.problem.Name()), Role: styles.RoleMuted}}),
		styles.Join(lead("Strategy"), draw.Words(styles.RoleKey, "↑↓ "), draw.Words(styles.RoleTitle, name)),
		styles.Join(lead("Tags"), styles.Line{{Text: s.Th.Show(before + behind), Role: styles.RoleTitle}}),
		styles.Join(lead("tab takes"), styles.Line{{Text: s.Th.Label(strings.Join(c.known(), ", ")), Role: styles.RoleMuted}}).Fit(w),
	}
	head = append(head, draw.Section(s.Th, fmt.Sprintf("Tried before: %d", len(c.matches)), w))
	return append(head, draw.Between(c.lines(s), c.top, h-len(head))...)
}

const checkHead = 5

func (c *Check) room(s *Screen) int { return max(1, s.Rows()-checkHead) }

func (c *Check) lines(s *Screen) []styles.Line {
	w := s.Width
	if why := c.problem.Journal.Unread; why != "" {
		return draw.Prefixed(draw.Wrapped(s.Th.Label("The journal cannot be read: "+why), styles.RoleBad, max(1, w-1)), " ", styles.RoleBad)
	}
	if len(c.matches) == 0 {
		return []styles.Line{draw.Words(styles.RoleGood, " No prior similar attempts.")}
	}
	var lines []styles.Line
	for _, d := range c.matches {
		for _, text := range phrase.Nudge(d) {
			lines = append(lines, draw.Gutter(s.Th, draw.Wrapped(s.Th.Label(text), styles.RolePlain, max(1, w-draw.GutterWidth)))...)
		}
		for _, text := range phrase.Again(d) {
			lines = append(lines, draw.Gutter(s.Th, draw.Wrapped(s.Th.Label(text), styles.RoleAccent, max(1, w-draw.GutterWidth)))...)
		}
		if why := d.Disagree(); why != "" {
			const lead = " Careful: "
			rows := draw.Wrapped(s.Th.Label(why), styles.RoleWarn, max(1, w-len(lead)))
			lines = append(lines, draw.Prefixed(rows, lead, styles.RoleWarn)...)
		}
		lines = append(lines, nil)
	}
	return lines
}
