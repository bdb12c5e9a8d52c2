package tui

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
)

// deadEndCheck asks whether an approach was tried before. It shows and decides
// nothing.
type deadEndCheck struct {
	problem model.ResearchProblem
	// strategy is the place in strategies, zero for any.
	strategies []string
	strategy   int
	tags       textinput.Model
	matches    []model.DeadEnd
	top        int
}

func canCheck(a *App) string {
	if _, ok := a.problem(); !ok {
		return "there is no research problem to look into"
	}
	return ""
}

// openCheck begins with what the problem suggests next.
func openCheck(a *App) tea.Cmd {
	p, _ := a.problem()
	c := &deadEndCheck{problem: p, strategies: append([]string{"any"}, model.Strategies()...), tags: lineInput()}
	next := p.Suggest()
	if len(next.Strategies) > 0 {
		c.strategy = slices.Index(c.strategies, next.Strategies[0])
	}
	c.tags.SetValue(strings.Join(next.Tags, ", "))
	c.tags.CursorEnd()
	c.look()
	a.check = c
	return nil
}

// chosen is the strategy type, "" for any.
func (c *deadEndCheck) chosen() string {
	if c.strategy <= 0 {
		return ""
	}
	return c.strategies[c.strategy]
}

// wanted are the tags typed so far.
func (c *deadEndCheck) wanted() []string {
	return strings.FieldsFunc(c.tags.Value(), func(r rune) bool { return r == ',' || r == ' ' })
}

// look finds the matches for what is chosen and typed now.
func (c *deadEndCheck) look() {
	c.matches, c.top = c.problem.Journal.DeadEnds(c.chosen(), c.wanted()), 0
}

// known are the tags of earlier attempts that begin with the tag being typed.
func (c *deadEndCheck) known() []string {
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

// complete takes the first known tag in place of the one being typed.
func (c *deadEndCheck) complete() {
	known := c.known()
	if len(known) == 0 {
		return
	}
	text := c.tags.Value()
	c.tags.SetValue(text[:strings.LastIndexAny(text, ", ")+1] + known[0] + ", ")
	c.tags.CursorEnd()
}

func (a *App) checkKey(msg tea.KeyMsg) tea.Cmd {
	c := a.check
	n := len(c.strategies)
	var cmd tea.Cmd
	switch {
	case key.Matches(msg, a.keys.Back):
		a.check = nil
		return nil
	case msg.Type == tea.KeyEnter:
		return a.openMatch()
	case msg.Type == tea.KeyUp:
		c.strategy = (c.strategy + n - 1) % n
	case msg.Type == tea.KeyDown:
		c.strategy = (c.strategy + 1) % n
	case msg.Type == tea.KeyPgUp:
		c.top -= a.checkRoom() - 1
		return nil
	case msg.Type == tea.KeyPgDown:
		c.top += a.checkRoom() - 1
		return nil
	case msg.Type == tea.KeyTab:
		c.complete()
	default:
		c.tags, cmd = c.tags.Update(msg)
	}
	c.look()
	return cmd
}

// openMatch opens the entry of the first match.
func (a *App) openMatch() tea.Cmd {
	for _, d := range a.check.matches {
		if d.Entry != nil {
			a.check, a.detail = nil, newDetail(d.Entry.Ref())
			a.layOutDetail()
			return a.askDetail()
		}
	}
	a.say(styles.RoleMuted, "There is no entry to open.")
	return nil
}

// viewCheck draws what is asked and, below, each match with the words for it.
func (a *App) viewCheck(w, h int) []styles.Line {
	c := a.check
	name := "any"
	if s := c.chosen(); s != "" {
		name = fmt.Sprintf("%s (%d of %d)", s, c.strategy, len(c.strategies)-1)
	}
	value := []rune(c.tags.Value())
	at := min(c.tags.Position(), len(value))
	typed := string(value[:at]) + a.th.Symbol(styles.SymVertical).String() + string(value[at:])
	lead := func(label string) styles.Line {
		return styles.Line{{Text: styles.Plain(" " + label).Pad(board.LabelWidth), Role: styles.RoleMuted}}
	}
	head := []styles.Line{
		styles.Join(draw.Words(styles.RoleTitle, " Dead-end check  "), styles.Line{{Text: a.th.Label(c.problem.Name()), Role: styles.RoleMuted}}),
		styles.Join(lead("Strategy"), draw.Words(styles.RoleKey, "↑↓ "), draw.Words(styles.RoleTitle, name)),
		styles.Join(lead("Tags"), styles.Line{{Text: a.th.Show(typed), Role: styles.RoleTitle}}),
		styles.Join(lead("tab takes"), styles.Line{{Text: a.th.Label(strings.Join(c.known(), ", ")), Role: styles.RoleMuted}}).Fit(w),
	}
	head = append(head, draw.Section(a.th, fmt.Sprintf("Tried before: %d", len(c.matches)), w))
	return append(head, draw.Between(a.checkLines(w), c.top, h-len(head))...)
}

// checkHead is the rows above the matches.
const checkHead = 5

// checkRoom is the rows for the matches.
func (a *App) checkRoom() int { return max(1, a.bodyHeight()-checkHead) }

// checkBottom is the last place to which the matches scroll.
func (a *App) checkBottom() int { return max(0, len(a.checkLines(a.width))-a.checkRoom()) }

func (a *App) checkLines(w int) []styles.Line {
	if why := a.check.problem.Journal.Unread; why != "" {
		return draw.Prefixed(draw.Wrapped(a.th.Label("Nobody can tell: "+why), styles.RoleBad, max(1, w-1)), " ", styles.RoleBad)
	}
	if len(a.check.matches) == 0 {
		return []styles.Line{draw.Words(styles.RoleGood, " No prior similar attempts.")}
	}
	var lines []styles.Line
	for _, d := range a.check.matches {
		for _, text := range d.Nudge() {
			lines = append(lines, draw.Gutter(a.th, draw.Wrapped(a.th.Label(text), styles.RolePlain, max(1, w-draw.GutterWidth)))...)
		}
		for _, text := range d.AgainLines() {
			lines = append(lines, draw.Gutter(a.th, draw.Wrapped(a.th.Label(text), styles.RoleAccent, max(1, w-draw.GutterWidth)))...)
		}
		if why := d.Disagree(); why != "" {
			const lead = " Careful: "
			rows := draw.Wrapped(a.th.Label(why), styles.RoleWarn, max(1, w-len(lead)))
			lines = append(lines, draw.Prefixed(rows, lead, styles.RoleWarn)...)
		}
		lines = append(lines, nil)
	}
	return lines
}
