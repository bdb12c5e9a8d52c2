package board

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/draw"
)

// dayAway is how far back the page goes where no earlier look is known.
const dayAway = 24 * time.Hour

// AwayFrom is the end of the last look, a day ago where none is known.
func (b *Board) AwayFrom() time.Time {
	if since := b.Snapshot.LastLook.Ended(); !since.IsZero() {
		return since
	}
	return b.Snapshot.At.Add(-dayAway)
}

// MarkOf is the mark of a row of the queue.
func (b *Board) MarkOf(n model.Attention) styles.Mark { return b.markOf(n.Ref, attentionMark(n)) }

// awayMark is the mark of sessions that ended in a way, as they are counted.
func awayMark(k phrase.AwayKind) styles.Mark {
	return signs.AwaySession(rule.AwaySession{Ending: k.Ending})
}

// AwayCounts counts the sessions since the last look by how they ended.
func AwayCounts(th *styles.Theme, a rule.Away) (l styles.Line) {
	for _, k := range phrase.AwayKinds(a) {
		if l != nil {
			l = append(l, draw.Span(styles.RoleMuted, " · "))
		}
		mark := awayMark(k)
		l = append(l, styles.Span{Text: th.MarkSymbol(mark), Role: th.MarkRole(mark)}, draw.Span(th.MarkRole(mark), " "+k.Words()))
	}
	return l
}

// Totals are the sums over all sessions since the last look.
func Totals(a rule.Away) styles.Line {
	return draw.Words(styles.RolePlain, strings.Join(phrase.AwayTotals(a), " · "))
}

// awayWord is the width of a count with its word on Home, on a narrow screen and on a wide one.
const awayWord, awayWordWide = 10, 20

// AwayLines is what happened since the last look, on Home over w cells: git is what git knows, nil before it answered,
// keys are the ones that open the page and hide these rows. Nothing where nothing happened.
func (b *Board) AwayLines(th *styles.Theme, git *model.LeftInGit, keys styles.Line, w int) []styles.Line {
	a := b.away
	a.Git = git
	if !a.Happened() {
		return nil
	}
	head := styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, phrase.AwayHead), draw.Words(styles.RoleMuted, "  "+phrase.Long(a.Long())+", since "+phrase.Moment(a.At, a.Since)))
	lines := []styles.Line{draw.Ends(head, keys, w)}
	wide := w >= draw.SplitWidth
	rows, totals := awayRows(a, wide), phrase.AwayTotals(a)
	if len(totals) > 0 {
		totals[0] = "in all " + totals[0]
	}
	if len(totals) > 1 && strings.HasPrefix(totals[1], "+") {
		totals = append([]string{totals[0] + " " + totals[1]}, totals[2:]...)
	}
	for i, r := range rows {
		right := ""
		switch last := i == len(rows)-1; {
		case last && wide:
			right = strings.Join(totals, "   ")
		case last:
			right = strings.Join(totals[min(i, len(totals)):], "   ")
		case wide:
			right = r.at
		case i < len(totals):
			right = totals[i]
		}
		lines = append(lines, r.line(th, right, w))
	}
	return lines
}

// mostAway is how many rows there are below the head on a narrow screen.
const mostAway = 3

// awayRows are what ended, what asks, what failed and what runs, only those that are. Where there is little room what
// runs gives way first, then what ended.
func awayRows(a rule.Away, wide bool) (rows []awayRow) {
	var ended, failed, running []string
	var at [3]time.Time
	for _, o := range a.Sessions {
		says, sort, list := o.Name+": "+phrase.AwayEnded(o), 0, &ended
		switch {
		case o.Broke():
			says, sort, list = o.Name+": "+cmp.Or(o.Trouble, phrase.AwayEnded(o)), 1, &failed
		case o.Ending == model.EndingRuns:
			says, sort, list = o.Name, 2, &running
		case o.Ending == model.EndingWaits:
			continue
		}
		*list, at[sort] = append(*list, says), o.Last
	}
	add := func(mark styles.Mark, word string, n int, says []string, at time.Time) {
		if n > 0 {
			rows = append(rows, awayRow{mark, fmt.Sprintf("%d %s", n, word), strings.Join(says, "; "), phrase.Moment(a.At, at)})
		}
	}
	add(styles.MarkDone, "ended", len(ended), ended, at[0])
	if n := len(a.Asks); n > 0 {
		first := a.Asks[0]
		word := "asks"
		if n > 1 {
			word = "ask"
		}
		if wide {
			word += " you"
		}
		add(styles.MarkHuman, word, n, []string{asked(a, first)}, first.Since)
	}
	add(styles.MarkProblem, "failed", len(failed), failed, at[1])
	add(styles.MarkActive, "running", len(running), running, at[2])
	if wide || len(rows) <= mostAway {
		return rows
	}
	return rows[:mostAway]
}

// asked is what a row of the queue asks: the question of a session, else what it is about.
func asked(a rule.Away, n model.Attention) string {
	for _, o := range a.Sessions {
		if o.Ref == n.Ref && o.Asks != "" {
			return o.Asks
		}
	}
	return phrase.What(n)
}

// awayRow is a row on Home: how many, of what, what it was, and when.
type awayRow struct {
	mark           styles.Mark
	word, says, at string
}

// line draws a row with a total at its right.
func (r awayRow) line(th *styles.Theme, right string, w int) styles.Line {
	word := awayWord
	if w >= draw.SplitWidth {
		word = awayWordWide
	}
	end := draw.Words(styles.RoleMuted, right)
	l := styles.Line{{Text: styles.Plain("  ")}, {Text: th.MarkSymbol(r.mark).Pad(draw.TextEdge - 2), Role: th.MarkRole(r.mark)}, {Text: styles.Plain(r.word).Pad(max(word, len(r.word)+1)), Role: th.MarkRole(r.mark)}}
	l = append(l, styles.Span{Text: th.Brief(r.says, max(1, w-draw.RightEdge-l.Width()-end.Width()-2))})
	return draw.Ends(l, end, w)
}
