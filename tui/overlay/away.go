package overlay

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/thread"
)

// Away is what happened since the operator looked last, or since an earlier start. It only looks.
type Away struct {
	list.Cursor
	// Since is the start.
	Since time.Time
	// Does runs an action of the screen on a row or on the page: resume, the files of a session, what was seen, and a copy
	// of words.
	Does func(id keys.ID, ref model.Ref, words string) tea.Cmd
	// Verb is what R does with a row, "" for nothing.
	Verb func(ref model.Ref) string
	// Seen is why nothing can be marked as seen, "" where it can.
	Seen func() string
	// told is what happened by a board and a start; git what git answered about it, asked for that start.
	told  rule.Away
	by    *board.Board
	git   *model.LeftInGit
	asked time.Time
	page  awayPage
}

// awayGitMsg brings what git knows since a start.
type awayGitMsg struct {
	of    *Away
	since time.Time
	left  model.LeftInGit
}

// tell works out what happened, where that changed, and asks git once for each start.
func (o *Away) tell(s *Screen) tea.Cmd {
	if o.by != s.Board || !o.told.Since.Equal(o.Since) {
		o.by, o.told = s.Board, rule.AwaySince(s.Board.Snapshot, o.Since, s.Board.Queue)
	}
	first := o.page.lines == nil
	o.told.Git = o.git
	if o.page = o.pageOf(s); first {
		o.toEmber()
	}
	o.Keep(o.room(s), len(o.page.lines))
	if o.asked.Equal(o.Since) {
		return nil
	}
	o.asked, o.git = o.Since, nil
	store, since := s.Store, o.Since
	return func() tea.Msg {
		left, err := store.LeftInGit(context.Background(), "", since)
		if err != nil {
			left.None = err.Error()
		}
		return awayGitMsg{o, since, left}
	}
}

// Hear keeps up with what was loaded, takes the answer of git, and scrolls.
func (o *Away) Hear(s *Screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case awayGitMsg:
		if msg.of == o && msg.since.Equal(o.Since) {
			o.git = &msg.left
		}
	case WheelMsg:
		o.move(int(msg))
	}
	return o.tell(s)
}

// toEmber puts the cursor on the session at which somebody goes on.
func (o *Away) toEmber() {
	ember := o.told.Ember()
	for _, r := range o.told.Sessions {
		for _, row := range o.page.rows {
			if row.ref == r.Ref && r.Last.Equal(ember) && (r.Broke() || r.Ending == model.EndingWaits) {
				o.At = row.line
				return
			}
		}
	}
	o.move(0)
}

// move goes n rows down. The cursor counts lines, of which some are rows.
func (o *Away) move(n int) {
	if len(o.page.rows) > 0 {
		o.At = o.page.rows[min(max(o.row()+n, 0), len(o.page.rows)-1)].line
	}
}

// row is the number of the row under the cursor.
func (o *Away) row() int {
	at := 0
	for i, r := range o.page.rows {
		if r.line <= o.At {
			at = i
		}
	}
	return at
}

// current is the row under the cursor, the zero value for none.
func (o *Away) current() awayRow {
	if len(o.page.rows) == 0 {
		return awayRow{}
	}
	return o.page.rows[o.row()]
}

// Key moves, opens a row, resumes its session, begins earlier, and marks all as seen.
func (o *Away) Key(s *Screen, msg tea.KeyMsg) tea.Cmd {
	k, ref := s.Keys, o.current().ref
	switch {
	case key.Matches(msg, k[keys.Back]), key.Matches(msg, k[keys.While]), key.Matches(msg, k[keys.Quit]):
		s.Close(o)
	case key.Matches(msg, k[keys.Open]) && ref != (model.Ref{}):
		return s.Visit(ref, o)
	case key.Matches(msg, k[keys.Inspect]) && ref.Kind.Session():
		return tea.Batch(s.Visit(ref, o), o.Does(keys.Inspect, ref, ""))
	case key.Matches(msg, k[keys.Resume]) && o.Verb(ref) != "":
		return o.Does(keys.Resume, ref, "")
	case key.Matches(msg, k[keys.Seen]) && o.Seen() == "":
		s.Close(o)
		return o.Does(keys.Seen, ref, "")
	case key.Matches(msg, k[keys.Copy]):
		return o.Does(keys.Copy, ref, o.text(s))
	case msg.String() == earlierKey:
		o.earlier(s)
		cmd := o.tell(s)
		o.toEmber()
		o.Keep(o.room(s), len(o.page.lines))
		return cmd
	default:
		var c list.Cursor
		c.At = o.row()
		if c.Key(k, msg, o.room(s), len(o.page.rows)) {
			o.move(c.At - o.row())
		}
	}
	return nil
}

// earlierKey begins earlier.
const earlierKey = "b"

// starts are how long before now the page can begin, one after another.
var starts = [...]time.Duration{24 * time.Hour, 3 * 24 * time.Hour, 7 * 24 * time.Hour, 30 * 24 * time.Hour}

// earlier begins at the next earlier start, after the last one at the last look.
func (o *Away) earlier(s *Screen) {
	now := s.Board.Snapshot.At
	for _, d := range starts {
		if from := now.Add(-d); from.Before(o.Since.Add(-time.Hour)) {
			o.Since = from
			return
		}
	}
	o.Since = s.Board.AwayFrom()
}

// Hints are the keys that do something.
func (o *Away) Hints(s *Screen) []draw.Hint {
	var hints []draw.Hint
	add := func(id keys.ID, does, tight string, rank int) {
		hints = append(hints, draw.Hint{For: string(id), Key: keys.Of(s.Keys[id]), Does: does, Tight: tight, Rank: rank})
	}
	ref := o.current().ref
	if verb := o.Verb(ref); verb != "" {
		add(keys.Resume, verb, "", 0)
	}
	if ref != (model.Ref{}) {
		add(keys.Open, "open", "", 1)
	}
	add(keys.Copy, "copy as text", "copy", 3)
	if ref.Kind.Session() {
		add(keys.Inspect, "changed files", "files", 4)
	}
	hints = append(hints, draw.Hint{Key: earlierKey, Does: "earlier start", Tight: "earlier", Rank: 5})
	if o.Seen() == "" {
		add(keys.Seen, "seen", "", 2)
	}
	return append(hints, draw.Hint{Key: "esc", Does: s.Page()})
}

// Place is the number of the row.
func (o *Away) Place(*Screen) styles.Line {
	if n := len(o.page.rows); n > 0 {
		return draw.Words(styles.RoleMuted, fmt.Sprintf("%d/%d", o.row()+1, n))
	}
	return nil
}

// text is the page as plain text.
func (o *Away) text(s *Screen) string {
	var out strings.Builder
	for _, l := range append(o.head(s), o.page.lines...) {
		out.WriteString(strings.TrimRight(l.String(), " ") + "\n")
	}
	return out.String()
}

// room is how many lines of the page stand below its head.
func (o *Away) room(s *Screen) int { return max(1, s.Rows()-len(o.head(s))) }

// View draws the head, and the part of the page in the window.
func (o *Away) View(s *Screen, h int) []styles.Line {
	head := o.head(s)
	rows := max(0, h-len(head))
	from, to := o.Window(rows, len(o.page.lines))
	var lines []styles.Line
	for i := from; i < to; i++ {
		l := o.page.lines[i]
		if r := o.current(); len(o.page.rows) > 0 && i == r.line {
			l = append(styles.Line{{Text: s.Th.Symbol(styles.SymCursor), Role: styles.RoleSelected}}, l[1:]...)
			l[3].Role = styles.RoleTitle
		}
		lines = append(lines, l)
	}
	if to-from < len(o.page.lines) {
		draw.Thumb(s.Th, lines, draw.Part{From: from, To: to, All: len(o.page.lines)}, s.Width)
	}
	return append(head, lines...)
}

// head says since when, counts the sessions, and draws the time.
func (o *Away) head(s *Screen) []styles.Line {
	a, w := o.told, s.Width
	lines := []styles.Line{draw.Ends(styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, phrase.AwayHead)),
		draw.Words(styles.RoleMuted, phrase.Long(a.Long())+" · since "+phrase.Moment(a.At, a.Since)), w)}
	if w >= draw.SplitWidth && a.Happened() {
		counts := styles.Join(draw.Edge(), board.AwayCounts(s.Th, a))
		if totals := board.Totals(a); o.totalsAbove(s) {
			counts = draw.Ends(counts, totals, w)
		}
		lines = append(lines, counts)
	}
	if s.Height < ribbonAway || !a.Happened() {
		return append(lines, nil)
	}
	if w >= draw.SplitWidth {
		lines = append(lines, nil)
	}
	span := thread.Span{From: a.Since, To: a.At, Ember: a.Ember()}
	for _, r := range a.Sessions {
		stay := thread.Stay{From: r.Began, To: r.Last, Broke: r.Broke()}
		if r.Ending == model.EndingRuns {
			stay.To = a.At
		}
		for _, b := range r.Beats {
			stay.Did = append(stay.Did, thread.Did{At: b.At, N: b.Calls})
		}
		span.Runs = append(span.Runs, stay)
	}
	return append(append(lines, span.Rows(s.Th, w)...), nil)
}

// totalsAbove reports whether there is room for the totals behind the counts.
func (o *Away) totalsAbove(s *Screen) bool {
	return s.Width >= draw.SplitWidth && board.AwayCounts(s.Th, o.told).Width()+board.Totals(o.told).Width()+list.Gap <= draw.Inside(s.Width)
}

// ribbonAway is the least height with the time drawn.
const ribbonAway = 20

// awayPage are the lines below the head, and which of them are rows.
type awayPage struct {
	lines []styles.Line
	rows  []awayRow
}

// awayRow is a line with something that can be opened.
type awayRow struct {
	line int
	ref  model.Ref
}

func (p *awayPage) group(lines ...styles.Line) {
	if len(p.lines) > 0 {
		p.lines = append(p.lines, nil)
	}
	p.lines = append(p.lines, lines...)
}

func (p *awayPage) row(ref model.Ref, l styles.Line) {
	p.rows = append(p.rows, awayRow{len(p.lines), ref})
	p.lines = append(p.lines, l)
}

// The cells of the name of something done.
const leastID, mostID = 8, 14

// mostCommits is how many commits have a row.
const mostCommits = 3

// pageOf lays the page out.
func (o *Away) pageOf(s *Screen) (p awayPage) {
	a, w := o.told, s.Width
	if !a.Happened() {
		looked := "Looked at: " + strings.Join(phrase.NotEmpty(model.Counted(len(s.Board.Snapshot.Transcripts), "transcript"), model.Counted(len(s.Board.Snapshot.Events.Sessions), "session")+" of the event log",
			"plans, journals and requests", "git"), ", ") + "."
		p.group(append(draw.Indented(draw.Sentence(styles.RolePlain, phrase.NothingRan(a)+".", draw.Inside(w))), draw.Indented(draw.Sentence(styles.RoleMuted, looked, draw.Inside(w)))...)...)
		return p
	}
	o.sessions(s, &p)
	o.done(s, &p)
	// What is wrong with a session stands beside it.
	check := model.Where(a.ToCheck, func(n *model.Attention) bool { return w >= draw.SplitWidth || !n.Ref.Kind.Session() })
	if len(check) > 0 {
		p.group(heading("To check", fmt.Sprint(len(check))))
		for _, n := range check {
			p.row(n.Ref, o.need(s, n, phrase.What(n), phrase.Why(n)))
		}
	}
	if len(a.Asks) > 0 {
		p.group(heading("Asks you", fmt.Sprintf("%d new", len(a.Asks))))
		for _, n := range a.Asks {
			what, why := phrase.What(n), phrase.Why(n)
			if t, ok := s.Board.Written(n.Ref); ok && t.AsksFor() != "" {
				what, why = t.AsksFor(), t.Called()
			}
			p.row(n.Ref, o.need(s, n, what, why))
		}
	}
	if rest := o.rest(s); len(rest) > 0 {
		p.group(rest...)
	}
	return p
}

// heading is the name of a group, with its count and what stands behind it.
func heading(name, count string) styles.Line {
	return styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, name), draw.Words(styles.RoleMuted, " "+count))
}

// awayCell is a cell of a row: words from a column on, or up to it.
type awayCell struct {
	at    int
	right bool
	line  styles.Line
}

// awayLine is a row with a mark and a name in most cells, and cells behind it.
func awayLine(s *Screen, mark styles.Mark, name string, most int, cells ...awayCell) styles.Line {
	l := styles.Line{{Text: styles.Plain(" ")}, {Text: styles.Plain(" ")}, {Text: s.Th.MarkSymbol(mark).Pad(draw.TextEdge - 2), Role: s.Th.MarkRole(mark)}, {Text: s.Th.Brief(name, most)}}
	for _, c := range cells {
		at := c.at
		if c.right {
			at -= c.line.Width()
		}
		l = styles.Join(l.Pad(at), c.line)
	}
	return l
}

// awayColumns are where the columns of sessions begin, or end: how, from, to; files, lines, tokens. A column without a
// place is left out.
type awayColumns struct{ how, from, to, files, lines, tokens int }

// columns are those for w cells. Longer names have what the ends leave.
func (o *Away) columns(w int) awayColumns {
	names, ends := 0, len("how it ended")
	for _, r := range o.told.Sessions {
		names, ends = max(names, draw.TextEdge+utf8.RuneCountInString(r.Name)+list.Gap), max(ends, len(phrase.AwayEnded(r)))
	}
	end, clock := w-draw.RightEdge, len(phrase.ClockWithin(o.told.Since, o.told.At, o.told.At))
	switch {
	case w >= draw.SplitWidth:
		from := end - 32 - list.Gap - 2*clock
		return awayColumns{how: max(min(42+(w-120)/2, from-32), min(names, from-list.Gap-ends)), from: from, to: from + clock + list.Gap, files: end - 24, lines: end - 12, tokens: end}
	case w >= draw.FullWidth:
		return awayColumns{how: max(32+(w-80)/2, min(names, end-24-ends)), files: end - 18, lines: end - 8, tokens: end}
	default:
		return awayColumns{how: w / 2}
	}
}

// sessions lists the sessions, the one that began first comes first.
func (o *Away) sessions(s *Screen, p *awayPage) {
	a, c := o.told, o.columns(s.Width)
	if len(a.Sessions) == 0 {
		return
	}
	head := heading("Sessions", fmt.Sprint(len(a.Sessions)))
	until := s.Width - draw.RightEdge
	name := func(at int, right bool, words string) {
		if at > 0 {
			if right {
				at -= len(words)
			}
			head = styles.Join(head.Pad(at), draw.Words(styles.RoleMuted, words))
		}
	}
	if c.from > 0 {
		name(16, false, "oldest first")
		name(c.how, false, "how it ended")
		name(c.from, false, "from")
		name(c.to, false, "to")
		until = c.from - list.Gap
	} else if c.files > 0 {
		until = c.files - len("files") - 1
	}
	name(c.files, true, "files")
	name(c.lines, true, "lines")
	name(c.tokens, true, "tokens")
	p.group(head)
	for _, r := range a.Sessions {
		to := o.clock(r.Last)
		if r.Ending == model.EndingRuns {
			to = dash()
		}
		role := styles.RoleMuted
		if r.Broke() || r.Ending == model.EndingWaits {
			role = s.Th.MarkRole(signs.AwaySession(r))
		}
		cells := []awayCell{{c.how, false, styles.Line{{Text: s.Th.Brief(phrase.AwayEnded(r), max(1, until-c.how)), Role: role}}}}
		if c.from > 0 {
			cells = append(cells, awayCell{c.from, false, o.clock(r.Began)}, awayCell{c.to, false, to})
		}
		if c.files > 0 {
			cells = append(cells, awayCell{c.files, true, number(r.Files)}, awayCell{c.lines, true, edits(r)}, awayCell{c.tokens, true, used(r)})
		}
		p.row(r.Ref, awayLine(s, signs.AwaySession(r), r.Name, c.how-draw.TextEdge-list.Gap, cells...))
	}
}

// clock is a time on the page.
func (o *Away) clock(t time.Time) styles.Line {
	return draw.Words(styles.RoleMuted, phrase.ClockWithin(o.told.Since, o.told.At, t))
}

func dash() styles.Line { return draw.Words(styles.RoleMuted, "–") }

func number(n int) styles.Line {
	if n == 0 {
		return dash()
	}
	return draw.Words(styles.RolePlain, fmt.Sprint(n))
}

// edits are the lines that a session changed.
func edits(r rule.AwaySession) styles.Line {
	if r.Added+r.Removed == 0 {
		return dash()
	}
	return styles.Join(draw.Words(styles.RoleAdded, fmt.Sprintf("+%d", r.Added)), draw.Words(styles.RoleRemoved, fmt.Sprintf(" −%d", r.Removed)))
}

// used are the tokens of a session.
func used(r rule.AwaySession) styles.Line {
	if !r.Counted {
		return dash()
	}
	return draw.Words(styles.RolePlain, phrase.Rounded(r.Tokens.Used()))
}

// done lists what was finished: steps, results, commits.
func (o *Away) done(s *Screen, p *awayPage) {
	a, w, end := o.told, s.Width, s.Width-draw.RightEdge
	counts := phrase.DoneCounts(a)
	if counts == "" {
		return
	}
	head := heading("Done", " "+counts)
	if !o.totalsAbove(s) {
		head = draw.Ends(head, board.Totals(a), w)
	}
	p.group(head)
	id := leastID
	for _, d := range a.Done {
		id = max(id, min(len(d.ID), mostID))
	}
	says, clock := draw.TextEdge+id+list.Gap, o.clock(a.At).Width()
	line := func(ref model.Ref, mark styles.Mark, name, words, before string, t time.Time) {
		branch := s.Th.Brief(before, 20)
		cells := []awayCell{{says, false, styles.Line{{Text: s.Th.Brief(words, max(1, end-says-list.Gap-clock-branch.Width()))}}}}
		if branch.Width() > 0 {
			cells = append(cells, awayCell{end - clock - 3, true, styles.Line{{Text: branch, Role: styles.RoleMuted}}})
		}
		row := awayLine(s, mark, name, id, append(cells, awayCell{end, true, o.clock(t)})...)
		row[3].Role = styles.RoleMuted
		p.row(ref, row)
	}
	for _, d := range a.Done {
		mark := styles.MarkDone
		if d.Outcome.Dead() {
			mark = styles.MarkProblem
		}
		line(d.Ref, mark, d.ID, phrase.AwayDone(d), "", d.At)
	}
	known, more := a.Commits()
	branch := ""
	if a.Git != nil && w >= draw.SplitWidth {
		branch = a.Git.Branch
	}
	for _, c := range known[:min(len(known), mostCommits)] {
		line(model.Ref{}, styles.MarkDone, c.ID, c.Subject, branch, c.At)
	}
	if left := len(known) + more - mostCommits; left > 0 {
		p.lines = append(p.lines, styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, fmt.Sprintf("and %d more", left))))
	}
}

// need is a row of the queue.
func (o *Away) need(s *Screen, n model.Attention, what, why string) styles.Line {
	end, clock := s.Width-draw.RightEdge, o.clock(o.told.At).Width()
	at := o.clock(n.Since)
	if n.Since.IsZero() && s.Width >= draw.SplitWidth {
		at = nil
	} else if n.Since.IsZero() {
		at = draw.Words(styles.RoleMuted, phrase.InRow(n))
	}
	mark := s.Board.MarkOf(n)
	if mark == styles.MarkCutOff {
		mark = styles.MarkProblem
	}
	if s.Width < draw.SplitWidth {
		return awayLine(s, mark, what, max(1, end-draw.TextEdge-list.Gap-max(clock, at.Width())), awayCell{end, true, at})
	}
	verb, until := styles.Line{}, end-14-clock
	if does := o.Verb(n.Ref); does != "" {
		verb = styles.Line{{Text: styles.Plain(keys.Of(s.Keys[keys.Resume])), Role: styles.RoleKey}, draw.Span(styles.RoleMuted, " "+does)}
	}
	// The reason stands in its column, behind a longer name as near as it can.
	reason := s.Th.Brief(why, (until)/3)
	name := s.Th.Brief(what, max(36, until-draw.TextEdge-list.Gap-reason.Width()))
	column := max(o.columns(s.Width).how, draw.TextEdge+name.Width()+list.Gap)
	return awayLine(s, mark, what, name.Width(), awayCell{column, false, styles.Line{{Text: s.Th.Brief(why, max(1, until-column)), Role: styles.RoleMuted}}},
		awayCell{end - clock - 3, true, verb}, awayCell{end, true, at})
}

// rest says what is not committed, and where the number of tokens comes from.
func (o *Away) rest(s *Screen) (lines []styles.Line) {
	if s.Width < draw.SplitWidth {
		return nil
	}
	a, says := o.told, s.Width-draw.RightEdge-20
	add := func(name string, text styles.Text) {
		lines = append(lines, styles.Join(styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, name)).Pad(20), styles.Line{{Text: text}}))
	}
	switch {
	case a.Git == nil:
	case a.Git.None != "":
		add("git", s.Th.Brief(a.Git.None, says))
	case len(a.Git.Files) > 0:
		add("not committed", s.Th.Brief(phrase.NotCommitted(*a.Git), says))
	}
	if from := phrase.TokensFrom(a); from != "" {
		add("tokens", styles.Plain(from))
	}
	return lines
}
