package overlay

import (
	"fmt"
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

// Check answers whether something was tried before, while it is typed.
type Check struct {
	// problem may be none, lessons are what other programs wrote down.
	problem model.ResearchProblem
	lessons model.Journal
	words   textinput.Model
	answer  model.Answer
	// at is the hit under the cursor.
	at int
}

// LeastHeadHeight is the least height of a body with the state of the research above.
const LeastHeadHeight = 16

const (
	// questionHeight is the least height of a body with that and an answer below it.
	questionHeight = 26
	// hitRows are the rows of a hit, wholeHit those of all that is said about one.
	hitRows, wholeHit = 2, 5
	// endedColumn and dateColumn are the widths of how a hit ended and when.
	endedColumn, dateColumn = 11, 12
	// nameColumn is the width of names before a text about a hit.
	nameColumn = 11
	// mostIDs is the most cells for the number of an entry, or the program that noted it.
	mostIDs = 20
)

// NewCheck asks about a problem of research, if there is one, and about what other programs wrote
// down.
func NewCheck(p model.ResearchProblem, lessons model.Journal) *Check {
	return &Check{problem: p, lessons: lessons, words: lineInput("")}
}

// Key types words, moves over the hits and opens one.
func (c *Check) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys.Back):
		s.Close(c)
		return nil
	case msg.Type == tea.KeyEnter:
		return c.open(s)
	case msg.Type == tea.KeyUp:
		c.move(-1)
		return nil
	case msg.Type == tea.KeyDown:
		c.move(1)
		return nil
	case msg.Type == tea.KeyPgUp:
		c.move(-c.shown(s))
		return nil
	case msg.Type == tea.KeyPgDown:
		c.move(c.shown(s))
		return nil
	}
	var cmd tea.Cmd
	before := c.words.Value()
	c.words, cmd = c.words.Update(msg)
	if c.words.Value() != before {
		c.answer, c.at = model.Tried(c.words.Value(), c.problem.Journal, c.lessons), 0
	}
	return cmd
}

func (c *Check) move(n int) { c.at = max(0, min(c.at+n, len(c.answer.Hits)-1)) }

// open shows the entry of a hit.
func (c *Check) open(s *Screen) tea.Cmd {
	switch {
	case len(c.answer.Hits) == 0:
		s.Say(styles.RoleMuted, "Nothing to open.")
		return nil
	case c.answer.Hits[c.at].Entry == nil:
		s.Say(styles.RoleMuted, c.answer.Hits[c.at].ID+" has no entry; the journal only lists it.")
		return nil
	}
	return s.Visit(c.answer.Hits[c.at].Entry.Ref(), c)
}

// Hear moves with the wheel.
func (c *Check) Hear(_ *Screen, msg tea.Msg) tea.Cmd {
	if by, ok := msg.(WheelMsg); ok {
		c.move(int(by))
	}
	return nil
}

// Place is the hit under the cursor.
func (c *Check) Place(*Screen) styles.Line {
	if len(c.answer.Hits) == 0 {
		return nil
	}
	return draw.Words(styles.RoleMuted, fmt.Sprintf("%d/%d", c.at+1, len(c.answer.Hits)))
}

// Hints are the keys that do something.
func (c *Check) Hints(*Screen) []draw.Hint {
	if len(c.answer.Hits) == 0 {
		return []draw.Hint{{Key: "esc", Does: "back"}}
	}
	hints := []draw.Hint{{Key: "↑↓", Does: "move"}, {Key: "enter", Does: "open"}, {Key: "esc", Does: "back"}}
	if len(c.answer.Hits) == 1 {
		return hints[1:]
	}
	return hints
}

// View is the question, the verdict, why each hit matched, and the hit under the cursor.
func (c *Check) View(s *Screen, h int) []styles.Line {
	var lines []styles.Line
	if h >= questionHeight && c.problem.Path != "" {
		lines = s.Board.ResearchHead(s.Th, c.problem, s.Width, h)
	}
	lines = append(append(lines, c.question(s), nil), c.verdict(s)...)
	room := h - len(lines)
	from, to := c.window(room)
	for i := from; i < to; i++ {
		lines = append(lines, c.hit(s, i)...)
	}
	if len(c.answer.Hits) > 0 && h-len(lines) > wholeHit {
		lines = append(append(lines, nil), c.whole(s)...)
	}
	return draw.Between(lines, 0, h)
}

// window are the hits that fit into so many rows, the one under the cursor among them.
func (c *Check) window(room int) (from, to int) {
	n := max(1, room/hitRows)
	from = max(0, c.at-n+1)
	return from, min(len(c.answer.Hits), from+n)
}

// shown is how many hits are on screen.
func (c *Check) shown(s *Screen) int { return max(1, (s.Rows()-wholeHit)/hitRows) }

func (c *Check) question(s *Screen) styles.Line {
	before, behind := s.typed(c.words)
	ask := styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, "Was this tried?   "), styles.Line{{Text: s.Th.Show(before), Role: styles.RoleTitle}},
		styles.Line{{Text: s.Th.Show(behind), Role: styles.RoleTitle}})
	if s.Width < draw.SplitWidth {
		return ask.Fit(s.Width - draw.RightEdge)
	}
	return draw.Ends(ask, styles.Line{{Text: s.Th.Label(c.where()), Role: styles.RoleMuted}}, s.Width)
}

// where says what is searched.
func (c *Check) where() string {
	places := c.lessons.Tools()
	if c.problem.Path != "" {
		places = append([]string{"this journal"}, places...)
	}
	return "titles, tags and texts of " + strings.Join(places, ", ")
}

// verdictMarks are the marks of verdicts, verdictRoles their colours.
var (
	verdictMarks = [...]styles.Mark{
		model.NeverTried: styles.MarkDraft, model.OnlySpokenOf: styles.MarkNote, model.TriedAndWorked: styles.MarkDone, model.BeingTried: styles.MarkActive,
		model.WorkedInPart: styles.MarkPartial, model.TriedAndGivenUp: styles.MarkGivenUp, model.TriedAndFailed: styles.MarkProblem,
	}
	verdictRoles = [...]styles.Role{
		model.NeverTried: styles.RoleGood, model.OnlySpokenOf: styles.RoleWarn, model.TriedAndWorked: styles.RoleGood, model.BeingTried: styles.RoleWarn,
		model.WorkedInPart: styles.RoleWarn, model.TriedAndGivenUp: styles.RoleWarn, model.TriedAndFailed: styles.RoleBad,
	}
)

// verdict answers first in a word, then in a sentence.
func (c *Check) verdict(s *Screen) []styles.Line {
	w := draw.Inside(s.Width)
	if why := c.problem.Journal.Unread; why != "" {
		said := styles.Join(draw.Words(styles.RoleBad, "NOT KNOWN  "), styles.Line{{Text: s.Th.Label("The journal cannot be read: " + why), Role: styles.RolePlain}})
		return append(beside(s, styles.RoleBad, styles.MarkProblem, said.Wrap(w)), nil)
	}
	if strings.TrimSpace(c.words.Value()) == "" {
		return draw.Indented(draw.Sentence(styles.RoleMuted, "Type what you want to try: a method, a name, a tag. The answer comes while you type.", w))
	}
	word, role, mark := c.answer.Verdict.String(), verdictRoles[c.answer.Verdict], verdictMarks[c.answer.Verdict]
	if c.answer.NotAsSuch() {
		word, role, mark = "NOT TRIED AS SUCH", styles.RoleWarn, styles.MarkWarn
	}
	best, _ := c.answer.Best()
	ago := ""
	if best.Entry != nil && best.Entry.At.Known() {
		ago = board.Ago(s.Board.Snapshot.At, best.Entry.At.Time)
	}
	often, then := phrase.Verdict(c.answer, ago)
	said := styles.Line{draw.Span(role, word), draw.Span(styles.RolePlain, "  ")}
	if often != "" {
		said = append(said, draw.Span(styles.RoleTitle, often), draw.Span(styles.RolePlain, "  "))
	}
	lines := styles.Join(said, draw.Words(styles.RolePlain, then)).Wrap(w)
	if best.Entry != nil && best.Entry.Insight != "" {
		lines = append(lines, styles.Line{{Text: s.Th.Brief(best.Entry.Insight, w), Role: styles.RolePlain}})
	}
	return append(beside(s, role, mark, lines), nil)
}

// beside puts a bar in the colour of a verdict and its mark before lines.
func beside(s *Screen, role styles.Role, mark styles.Mark, lines []styles.Line) []styles.Line {
	symbol := s.Th.MarkSymbol(mark)
	for i := range lines {
		bar := styles.Line{{Text: s.Th.Symbol(styles.SymCursor), Role: role}, draw.Span(styles.RolePlain, " "), {Text: symbol.Pad(draw.TextEdge - 2), Role: role}}
		lines[i], symbol = styles.Join(bar, lines[i]), styles.Plain("")
	}
	return lines
}

// ids is the width of the numbers of the hits.
func (c *Check) ids(s *Screen) int {
	w := 0
	for _, h := range c.answer.Hits {
		w = max(w, s.Th.Brief(h.Called(), mostIDs).Width())
	}
	return w + 2
}

// hit is a row with its title, how it ended and when, and below it why it matched.
func (c *Check) hit(s *Screen, i int) []styles.Line {
	h, ids, now := c.answer.Hits[i], c.ids(s), s.Board.Snapshot.At
	at, role := styles.Plain(" "), styles.RolePlain
	if i == c.at {
		at, role = s.Th.Symbol(styles.SymCursor), styles.RoleTitle
	}
	when := ""
	if h.Entry != nil && h.Entry.At.Known() {
		when = styles.Moment(now, h.Entry.At.Time)
	}
	mark := verdictMarks[h.Ended]
	rest := max(1, draw.Inside(s.Width)-ids-endedColumn-dateColumn-4)
	row := styles.Line{
		{Text: at, Role: styles.RoleAccent}, draw.Span(styles.RolePlain, " "), {Text: s.Th.MarkSymbol(mark).Pad(draw.TextEdge - 2), Role: s.Th.MarkRole(mark)},
		{Text: s.Th.Brief(h.Called(), mostIDs).Pad(ids), Role: role}, {Text: s.Th.Brief(h.Title(), rest).Pad(rest), Role: role}, draw.Span(styles.RolePlain, "  "),
		{Text: styles.Plain(h.Ended.InRow()).Pad(endedColumn), Role: verdictRoles[h.Ended]}, draw.Span(styles.RolePlain, "  "),
		{Text: draw.RightAligned(when, dateColumn), Role: styles.RoleMuted},
	}
	if i == c.at {
		row[0].Role = styles.RoleSelected
	}
	var sought []string
	for _, m := range h.Matches {
		sought = append(sought, m.Word)
	}
	below := draw.Marked(s.Th.Said(phrase.Matched(h)).Fit(draw.Inside(s.Width)-ids), sought, styles.RoleMuted)
	return []styles.Line{row, styles.Join(draw.Edge(), styles.Line{{Text: styles.Plain("").Pad(ids)}}, below)}
}

// whole is what the entry under the cursor says.
func (c *Check) whole(s *Screen) []styles.Line {
	h, w := c.answer.Hits[c.at], draw.Inside(s.Width)
	if h.Entry == nil {
		return nil
	}
	e := *h.Entry
	name := e.ID
	if e.Tool != "" {
		name = "noted by"
	}
	head := styles.Line{{Text: s.Th.Brief(name, nameColumn-1).Pad(nameColumn), Role: styles.RoleHeading}}
	when := board.NotEmpty(e.Tool, e.Agent, board.When(s.Board.Snapshot.At, e.At.Time), e.Strategy)
	lines := []styles.Line{styles.Join(head, styles.Line{{Text: s.Th.Said(strings.Join(when, " · ")), Role: styles.RoleMuted}}).Fit(w)}
	var since []string
	for _, later := range h.Since {
		since = append(since, later.ID+" "+later.Title)
	}
	for _, f := range []board.Fact{
		{Label: "tried", Value: e.Tried}, {Label: h.Ended.InRow(), Value: e.Reasoning},
		{Label: "since", Value: strings.Join(since, "; ")}, {Label: "careful", Value: h.Disagree(), Role: styles.RoleWarn},
	} {
		if f.Value == "" {
			continue
		}
		label := styles.Plain(f.Label)
		for _, l := range draw.Wrapped(s.Th.Label(f.Value), f.Role, max(1, w-nameColumn)) {
			lines = append(lines, styles.Join(styles.Line{{Text: label.Pad(nameColumn), Role: styles.RoleMuted}}, l))
			label = styles.Plain("")
		}
	}
	return draw.Quoted(s.Th, lines)
}
