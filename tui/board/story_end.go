package board

import (
	"fmt"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// endWords say how a session that its program wrote down ended, and what it waits for.
func (s Story) endWords(th *styles.Theme, w int) []styles.Line {
	e, sure := s.written.State(s.board.Snapshot.At)
	switch e {
	case model.EndingRuns:
		return []styles.Line{draw.Words(styles.RoleMuted, "It is running.")}
	case model.EndingWaits:
		return append([]styles.Line{verdict("WAITS", s.waitsFor(), w)}, s.toAnswer(th)...)
	case model.EndingInTool:
		return []styles.Line{fitting(w,
			verdict("INTERRUPTED", "The last entry is a tool call without a result.", w),
			verdict("INTERRUPTED", "The tool was called and never answered.", w)), s.since(th, w)}
	case model.EndingInWriting:
		return []styles.Line{verdict("INTERRUPTED", "Its last line is incomplete.", w), s.since(th, w)}
	case model.EndingUnanswered:
		if s.written.Trouble != "" {
			return []styles.Line{verdict("INTERRUPTED", "The model’s server answered with an error.", w), s.since(th, w)}
		}
		return []styles.Line{verdict("INTERRUPTED", "Your last message has no reply.", w), s.since(th, w)}
	case model.EndingStopped:
		return []styles.Line{verdict("STOPPED", "You interrupted it, and said nothing since.", w)}
	case model.EndingYourTurn:
		if sure == model.BasisGuessed {
			return draw.Wrapped(th.Label("It said this last, and may have been interrupted in a call it had not recorded yet."), styles.RoleMuted, w)
		}
		return []styles.Line{verdict("YOUR TURN", "The agent finished its reply.", w)}
	}
	return []styles.Line{draw.Words(styles.RoleMuted, "Its file does not show how it ended.")}
}

// waitsFor says what a session waits for.
func (s Story) waitsFor() string {
	switch n := len(s.written.Questions); {
	case s.written.Deferred:
		return "It ended at the gate, and continues once you approve the call."
	case s.written.Plan != "":
		return "It proposed a plan and is waiting for your approval."
	case n == 1:
		return "It asked you a question and is waiting."
	case n > 1:
		return fmt.Sprintf("It asked you %d things, and waits for the answers.", n)
	}
	return "It is waiting for permission to continue."
}

// mostOfPlan is how many lines of a plan to accept are shown.
const mostOfPlan = 6

// toAnswer are the questions with their answers to choose from, or the beginning of the plan.
func (s Story) toAnswer(th *styles.Theme) []styles.Line {
	var lines []styles.Line
	for _, q := range s.written.Questions {
		lines = append(lines, styles.Line{{Text: th.BrieflySaid("“"+q.Text+"”", mostOfEvent), Role: styles.RoleWarn}})
		for i, o := range q.Options {
			row := styles.Line{draw.Span(styles.RoleMuted, fmt.Sprintf("  %d  ", i+1)), {Text: th.Brief(o.Label, mostOfEvent)}}
			if o.About != "" {
				row = append(row, draw.Span(styles.RoleMuted, "  "), styles.Span{Text: th.BrieflySaid("“"+o.About+"”", mostOfEvent), Role: styles.RoleMuted})
			}
			lines = append(lines, row)
		}
	}
	left := 0
	for text := range strings.SplitSeq(strings.TrimSpace(s.written.Plan), "\n") {
		switch {
		case strings.TrimSpace(text) == "":
		case left < mostOfPlan:
			lines, left = append(lines, styles.Line{draw.Span(styles.RolePlain, "  "), {Text: th.Brief(text, mostOfEvent)}}), left+1
		default:
			left++
		}
	}
	if left > mostOfPlan {
		lines = append(lines, draw.Words(styles.RoleMuted, fmt.Sprintf("  and %s", model.Counted(left-mostOfPlan, "more line"))))
	}
	return lines
}

// behindColumn is where the words after the headings below a story begin.
const behindColumn = 13

// mostBehind is how many files a story names that were left behind.
const mostBehind = 4

// under puts lines behind a heading.
func under(heading string, said []styles.Line) []styles.Line {
	var lines []styles.Line
	lead := draw.Words(styles.RoleHeading, heading).Pad(behindColumn)
	for _, l := range said {
		lines = append(lines, styles.Join(draw.Edge(), lead, l))
		lead = draw.Words(styles.RolePlain, "").Pad(behindColumn)
	}
	return lines
}

// Behind are the files that a session left, and the command that goes on; copies says which key
// copies it.
func (s Story) Behind(th *styles.Theme, copies styles.Line, w int) []styles.Line {
	var lines []styles.Line
	room := max(1, draw.Inside(w)-behindColumn)
	if files := s.leftFiles(th); len(files) > 0 {
		lines = under("Left behind", files.Wrap(room))
	}
	command := s.written.Resume(s.board.Snapshot.At)
	if command == "" || !s.open() {
		return lines
	}
	rows, whole := commandRows(th, command, room)
	if !whole {
		if below, _ := commandRows(th, command, draw.Inside(w)); len(below) < len(rows) {
			lines = append(lines, under("Resume with", []styles.Line{styles.Join(styles.Line{{Text: styles.Plain("").Pad(max(0, room-copies.Width()))}}, copies)})...)
			return append(lines, draw.Indented(below)...)
		}
	}
	if last := len(rows) - 1; rows[last].Width()+copies.Width()+2 <= room {
		rows[last] = styles.Join(rows[last].Pad(room-copies.Width()), copies)
	} else {
		rows = append(rows, copies)
	}
	return append(lines, under("Resume with", rows)...)
}

// commandRows are a command over w cells, broken behind && where it does not fit in one row; whole
// is false where a part had to be broken too.
func commandRows(th *styles.Theme, command string, w int) (rows []styles.Line, whole bool) {
	line := styles.Line{{Text: th.Label(command)}}
	if line.Width() <= w {
		return []styles.Line{line}, true
	}
	whole = true
	parts := strings.SplitAfter(command, " && ")
	for _, part := range parts {
		line := styles.Line{{Text: th.Label(strings.TrimSuffix(part, " "))}}
		cut := line.Wrap(w)
		if cells := line.Width(); cells == len(line.String()) && (cells+w-1)/w < len(cut) {
			// A word longer than a row is no reason to leave the one before it alone.
			cut = nil
			for at := 0; at < cells; at += w {
				cut = append(cut, line.Cells(at, min(cells, at+w)))
			}
		}
		whole = whole && len(cut) == 1
		rows = append(rows, cut...)
	}
	return rows, whole
}

// leftFiles are the files that a session edited, with the lines that it added and removed as far
// as they were read.
func (s Story) leftFiles(th *styles.Theme) styles.Line {
	added, removed := map[string]int{}, map[string]int{}
	for _, e := range s.events {
		if e.Act == model.ActEdit {
			added[e.Says], removed[e.Says] = added[e.Says]+e.Added, removed[e.Says]+e.Removed
		}
	}
	var line styles.Line
	for i, name := range s.written.Touched {
		if i > 0 {
			line = append(line, draw.Span(styles.RolePlain, "   "))
		}
		if i == mostBehind {
			return append(line, draw.Span(styles.RoleMuted, fmt.Sprintf("and %d more", len(s.written.Touched)-i)))
		}
		line = append(line, styles.Span{Text: th.Show(path.Base(name))})
		if added[name]+removed[name] > 0 {
			line = append(line, draw.Span(styles.RoleMuted, fmt.Sprintf(" +%d −%d", added[name], removed[name])))
		}
	}
	return line
}

// InGit says what the session left in git, nil for an answer that is still to come.
func (s Story) InGit(th *styles.Theme, left *model.LeftInGit, w int) []styles.Line {
	room := max(1, draw.Inside(w)-behindColumn)
	switch {
	case left == nil:
		return under("In git", []styles.Line{draw.Words(styles.RoleMuted, "Looking…")})
	case left.None != "":
		return under("In git", draw.Wrapped(th.Label(strings.ToUpper(left.None[:1])+left.None[1:]+"."), styles.RoleMuted, room))
	}
	on := styles.Line{draw.Span(styles.RoleMuted, "on no branch")}
	if left.Branch != "" {
		on = styles.Line{draw.Span(styles.RoleMuted, "branch "), {Text: th.Brief(left.Branch, mostOfEvent)}}
	}
	commits := "nothing committed since it began"
	if n := len(left.Commits); n > 0 {
		commits = model.Counted(n+left.MoreCommits, "commit") + " since it began"
	}
	files := "nothing uncommitted"
	if n := len(left.Files); n > 0 {
		files = model.Counted(n+left.MoreFiles, "file") + " uncommitted"
		if old := left.Untouched(); old > 0 {
			files += fmt.Sprintf(", %d not touched since it began", old)
		}
	}
	rows := styles.Join(on, draw.Words(styles.RoleMuted, " · "+commits+" · "+files)).Wrap(room)
	for _, c := range left.Commits {
		rows = append(rows, draw.Ends(styles.Line{{Text: th.Brief(c.ID, mostName), Role: styles.RoleAccent}, draw.Span(styles.RolePlain, "  "), {Text: th.Brief(c.Subject, room)}},
			draw.Words(styles.RoleMuted, phrase.Moment(s.board.Snapshot.At, c.At)), room+draw.RightEdge))
	}
	for _, f := range left.Files {
		lines := styles.Line(nil)
		if f.Added+f.Removed > 0 {
			lines = styles.Line{draw.Span(styles.RoleAdded, fmt.Sprintf("+%d", f.Added)), draw.Span(styles.RolePlain, " "), draw.Span(styles.RoleRemoved, fmt.Sprintf("−%d", f.Removed))}
		}
		name := styles.Line{{Text: styles.Plain(f.Change).Pad(changeColumn), Role: styles.RoleMuted}, {Text: th.Show(f.Path)}}
		if f.Untouched {
			name = append(name, draw.Span(styles.RoleMuted, "  not touched since it began"))
		}
		rows = append(rows, draw.Ends(name, lines, room+draw.RightEdge))
	}
	if left.MoreCommits+left.MoreFiles > 0 {
		rows = append(rows, draw.Words(styles.RoleMuted, "More than that is not listed."))
	}
	return under("In git", rows)
}

// changeColumn is where the names of files begin behind what became of them.
const changeColumn = 13
