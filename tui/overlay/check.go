package overlay

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
)

// Check answers whether something was tried before, while it is typed.
type Check struct {
	// problem is that of the journal page, if it began there.
	problem model.ResearchProblem
	words   textinput.Model
	// of is what trials were made of.
	of     *board.Board
	trials research.Trials
	// commits are those that are searched, once they are read.
	commits model.History
	answer  research.Answer
	list.Cursor
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

// CommitsMsg brings the newest commits of the repository.
type CommitsMsg model.History

// NewCheck asks about all that a vault tells. The problem of research is shown above, if there is
// one.
func NewCheck(p model.ResearchProblem, b *board.Board, th *styles.Theme) *Check {
	return &Check{problem: p, words: LineInput(""), of: b, trials: research.NewTrials(b.Snapshot, th.Blanked)}
}

// Key types words, moves over the hits and opens one.
func (c *Check) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.Keys[keys.Back]):
		s.Close(c)
		return nil
	case msg.Type == tea.KeyEnter:
		return c.open(s)
	case msg.Type == tea.KeyUp:
		return c.move(-1)
	case msg.Type == tea.KeyDown:
		return c.move(1)
	case msg.Type == tea.KeyPgUp:
		return c.move(-c.shown(s))
	case msg.Type == tea.KeyPgDown:
		return c.move(c.shown(s))
	}
	var cmd tea.Cmd
	before := c.words.Value()
	c.words, cmd = c.words.Update(msg)
	if c.words.Value() != before {
		c.answer, c.At = c.trials.Tried(c.words.Value()), 0
	}
	return cmd
}

func (c *Check) move(n int) tea.Cmd {
	c.Move(n, len(c.answer.Hits))
	return nil
}

// open shows what a hit is in.
func (c *Check) open(s *Screen) tea.Cmd {
	if len(c.answer.Hits) == 0 {
		s.Say(styles.RoleMuted, "Nothing to open.")
		return nil
	}
	h := c.answer.Hits[c.At]
	if h.Of == research.OfGit {
		s.Say(styles.RoleMuted, "See it with: git show "+h.Path)
		return nil
	}
	if h.Ref.Kind == model.KindNone {
		s.Say(styles.RoleMuted, h.Called+" has no entry; the journal only lists it.")
		return nil
	}
	return s.Visit(h.Ref, c)
}

// Hear moves with the wheel, and searches again what was read again.
func (c *Check) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	if by, ok := msg.(WheelMsg); ok {
		c.move(int(by))
	}
	commits, read := msg.(CommitsMsg)
	if read {
		c.commits = model.History(commits)
	}
	if read || s.Board != c.of {
		c.of, c.trials = s.Board, research.NewTrials(s.Board.Snapshot, s.Th.Blanked).With(c.commits)
		c.answer = c.trials.Tried(c.words.Value())
		c.move(0)
	}
	return nil
}

// Place is the hit under the cursor.
func (c *Check) Place(*Screen) styles.Line {
	if len(c.answer.Hits) == 0 {
		return nil
	}
	return c.Cursor.Place(len(c.answer.Hits))
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
	ids := 0
	for _, h := range c.answer.Hits[from:to] {
		ids = max(ids, s.Th.Brief(h.Called, mostIDs).Width())
	}
	for i := from; i < to; i++ {
		lines = append(lines, c.hit(s, i, ids)...)
	}
	if len(c.answer.Hits) > 0 && h-len(lines) > wholeHit {
		lines = append(append(lines, nil), c.whole(s)...)
	}
	return draw.Between(lines, 0, h)
}

// window are the hits that fit into so many rows, the one under the cursor among them.
func (c *Check) window(room int) (from, to int) {
	n := max(1, room/hitRows)
	from = max(0, c.At-n+1)
	return from, min(len(c.answer.Hits), from+n)
}

// shown is how many hits are on screen.
func (c *Check) shown(s *Screen) int { return max(1, (s.Rows()-wholeHit)/hitRows) }

// question has the row of the words with the cursor; what is searched gives way to it.
func (c *Check) question(s *Screen) styles.Line {
	ask := styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, "Was this tried?   "))
	room := s.Width - draw.RightEdge - ask.Width()
	head, tail := s.Typed(c.words)
	rows := draw.Wrapped(s.Th.Show(head+tail), styles.RoleTitle, room)
	ask = styles.Join(ask, rows[min(len(s.Th.Show(head).Wrap(room)), len(rows))-1])
	if of := draw.Words(styles.RoleMuted, phrase.Searched(c.trials)); s.Width >= draw.RoomyWidth && ask.Width()+of.Width()+2 <= s.Width-draw.RightEdge {
		return draw.Ends(ask, of, s.Width)
	}
	return ask
}

// verdict answers first in a word, then in a sentence.
func (c *Check) verdict(s *Screen) []styles.Line {
	w := draw.Inside(s.Width)
	unread := c.unread(s, w)
	if len(c.answer.Words) == 0 {
		return append(unread, draw.Indented(draw.Sentence(styles.RoleMuted, "Type a method, a name or a tag. Earlier attempts appear as you type.", w))...)
	}
	mark, role := signs.Answer(c.answer)
	best, _ := c.answer.Best()
	ago := ""
	if best.Trial != nil {
		ago = phrase.AgeWords(s.Board.Snapshot.At, best.At)
	}
	often, then := phrase.Often(c.answer, ago)
	said := styles.Line{draw.Span(role, phrase.Verdict(c.answer)), draw.Span(styles.RolePlain, "  ")}
	if often != "" {
		said = append(said, styles.Line{{Text: s.Th.Said(often), Role: styles.RoleTitle}}[0], draw.Span(styles.RolePlain, "  "))
	}
	lines := styles.Join(said, draw.Words(styles.RolePlain, then)).Wrap(w)
	if best.Trial != nil && phrase.Lesson(best.Trial) != "" {
		lines = append(lines, styles.Line{{Text: s.Th.Brief(phrase.Lesson(best.Trial), w), Role: styles.RolePlain}})
	}
	return append(append(unread, beside(s, role, mark, lines)...), nil)
}

// mostUnread is how much that could not be searched is named.
const mostUnread = 2

// unread says what could not be searched.
func (c *Check) unread(s *Screen, w int) []styles.Line {
	all := c.trials.Unread
	if len(all) == 0 {
		return nil
	}
	var lines []styles.Line
	for _, why := range all[:min(len(all), mostUnread)] {
		lines = append(lines, styles.Join(draw.Words(styles.RoleBad, "NOT SEARCHED  "), styles.Line{{Text: s.Th.Label(why), Role: styles.RolePlain}}).Wrap(w)...)
	}
	if more := len(all) - mostUnread; more > 0 {
		lines = append(lines, draw.Words(styles.RoleBad, fmt.Sprintf("NOT SEARCHED  %d more", more)))
	}
	return append(beside(s, styles.RoleBad, styles.MarkProblem, lines), nil)
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

// hit is a row with its number in so many cells, its title, how it ended and when, and below it why it
// matched.
func (c *Check) hit(s *Screen, i, ids int) []styles.Line {
	h, now := c.answer.Hits[i], s.Board.Snapshot.At
	at, role := styles.Plain(" "), styles.RolePlain
	if i == c.At {
		at, role = s.Th.Symbol(styles.SymCursor), styles.RoleTitle
	}
	when := ""
	if !h.At.IsZero() {
		when = phrase.Moment(now, h.At)
	}
	mark, ended := signs.Verdict(h.Ended)
	t := list.Fitted(s.Width, list.Column{Width: ids}, list.Column{}, list.Column{Width: endedColumn}, list.Column{Width: dateColumn, Right: true})
	row := styles.Line{{Text: at, Role: styles.RoleAccent}, draw.Span(styles.RolePlain, " "), {Text: s.Th.MarkSymbol(mark).Pad(draw.TextEdge - 2), Role: s.Th.MarkRole(mark)}}
	row = styles.Join(row, t.Row(styles.Line{{Text: s.Th.Brief(h.Called, mostIDs), Role: role}}, styles.Line{{Text: s.Th.Brief(h.Title, t[1].Width), Role: role}}, draw.Words(ended, h.Ended.InRow()), draw.Words(styles.RoleMuted, when)))
	if i == c.At {
		row[0].Role = styles.RoleSelected
	}
	var sought []string
	for _, m := range h.Matches {
		sought = append(sought, m.Word)
	}
	below := draw.Marked(s.Th.Said(phrase.Matched(h)).Fit(draw.Inside(s.Width)-ids-list.Gap), sought, styles.RoleMuted)
	return []styles.Line{row, styles.Join(draw.Edge(), styles.Line{{Text: styles.Plain("").Pad(ids + list.Gap)}}, below)}
}

// whole is what stands where the hit under the cursor is.
func (c *Check) whole(s *Screen) []styles.Line {
	h, w := c.answer.Hits[c.At], draw.Inside(s.Width)
	name := h.Called
	if h.By == h.Called {
		name = "noted by"
	}
	head := styles.Line{{Text: s.Th.Brief(name, nameColumn-1).Pad(nameColumn), Role: styles.RoleHeading}}
	when := phrase.NotEmpty(h.By, phrase.When(s.Board.Snapshot.At, h.At), h.Strategy)
	if h.Ref.Kind != model.KindEntry || len(s.Board.Snapshot.Research.Problems) > 1 {
		when = append(when, phrase.NotEmpty(h.Of)...)
	}
	lines := []styles.Line{styles.Join(head, styles.Line{{Text: s.Th.Said(strings.Join(when, " · ")), Role: styles.RoleMuted}}).Fit(w)}
	ended := h.Ended.InRow()
	if h.Ref.Kind == model.KindTranscript {
		ended = "said"
	}
	var since []string
	for _, later := range h.Since {
		since = append(since, later.ID+" "+later.Title)
	}
	for _, f := range []view.Said{
		{Label: "tried", Text: h.Tried}, {Label: "asked", Text: h.Asked}, {Label: ended, Text: h.Why}, {Label: "since", Text: strings.Join(since, "; ")},
		{Label: "in", Text: h.Where()}, {Label: "careful", Text: h.Careful, Tone: view.Warn},
	} {
		if f.Text == "" {
			continue
		}
		label := styles.Plain(f.Label)
		for _, l := range draw.Wrapped(s.Th.Label(f.Text), signs.Toned(f.Tone), max(1, w-nameColumn)) {
			lines = append(lines, styles.Join(styles.Line{{Text: label.Pad(nameColumn), Role: styles.RoleMuted}}, l))
			label = styles.Plain("")
		}
	}
	return draw.Quoted(s.Th, lines)
}
