package board

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/draw"
	"coldstart/tui/thread"
)

// researchHead is the room of the names of fields above a journal.
const researchHead = 9

// leastResearch is the least height of a body with an empty row below the thread.
// A warning is never left out.
const leastResearch = 16

// warned puts the mark of a warning before its first row.
func warned(th *styles.Theme, f view.Said, rows []styles.Line) []styles.Line {
	if f.Tone != view.Warn && f.Tone != view.Bad {
		return rows
	}
	mark := styles.MarkWarn
	rows[0][0] = styles.Span{Text: styles.Plain("  " + th.MarkSymbol(mark).String() + " "), Role: th.MarkRole(mark)}
	return rows
}

// spacedResearch is the least height of a body with all that comes next, roomyResearch that of one
// with all of the head, and mostHeadRows the most rows of one text in it.
const (
	spacedResearch = 25
	roomyResearch  = 26
	mostHeadRows   = 2
)

// ResearchHead is what a problem of research has above its entries, in a body of w times h
// cells: its state, the thread of what was tried, what comes next, and how far each part is.
// On low screens only the thread, what comes next and what warns of it are there.
func (b *Board) ResearchHead(th *styles.Theme, p model.ResearchProblem, w, h int) []styles.Line {
	mark := styles.MarkDraft
	if p.Current {
		mark = styles.MarkActive
	}
	head := []styles.Line{
		draw.Ends(styles.Join(styles.Line{draw.Span(styles.RolePlain, "  "), {Text: th.MarkSymbol(mark).Pad(2), Role: th.MarkRole(mark)}}, styles.Line{{Text: th.Label(p.Name()), Role: styles.RoleTitle}}), b.researchState(th, p, w), w),
	}
	if earlier, stops := stopsOf(th, p, w); len(stops) > 0 {
		head = append(head, thread.Named(th, earlier, stops, "next", w))
	}
	inside := draw.Inside(w)
	if h >= leastResearch {
		head = append(head, nil)
	}
	for i, f := range b.Next[p.Path] {
		rows := headRows(th, f, inside)
		if i == 0 && h < spacedResearch {
			rows = []styles.Line{styles.Join(rows...).Fit(inside)}
		}
		head = append(head, warned(th, f, draw.Indented(rows))...)
	}
	if h < spacedResearch {
		return append(head, nil)
	}
	head = append(head, nil)
	if h < roomyResearch {
		return head
	}
	var far []styles.Line
	for _, f := range view.ResearchParts(p) {
		far = append(far, styles.Line{{Text: styles.Plain(f.Label).Pad(researchHead), Role: styles.RoleHeading}, {Text: th.Brief(f.Text, inside-researchHead), Role: signs.Toned(f.Tone)}})
	}
	return append(append(head, draw.Indented(far)...), nil)
}

// headRows is a fact under a heading, cut after mostHeadRows rows.
func headRows(th *styles.Theme, f view.Said, w int) []styles.Line {
	rows := draw.Wrapped(Shown(th, f), signs.Toned(f.Tone), max(1, w-researchHead))
	if len(rows) > mostHeadRows {
		rows = append(rows[:mostHeadRows-1], styles.Join(rows[mostHeadRows-1], draw.Words(signs.Toned(f.Tone), "…")).Fit(max(1, w-researchHead)))
	}
	label := styles.Plain(f.Label)
	for i := range rows {
		rows[i] = styles.Join(styles.Line{{Text: label.Pad(researchHead), Role: styles.RoleHeading}}, rows[i])
		label = styles.Plain("")
	}
	return rows
}

// researchState is the state of a problem in a few words.
func (b *Board) researchState(th *styles.Theme, p model.ResearchProblem, w int) styles.Line {
	parts := []string{view.StateName(p.State.Name)}
	if p.State.Sessions > 0 {
		parts = append(parts, fmt.Sprintf("session %d", p.State.Sessions))
	}
	var last time.Time
	for _, e := range p.Journal.Entries {
		if e.At.Time.After(last) {
			last = e.At.Time
		}
	}
	if !last.IsZero() && w >= draw.RoomyWidth {
		parts = append(parts, "last entry "+phrase.Moment(b.Snapshot.At, last))
	}
	return styles.Line{{Text: th.Said(strings.Join(parts, " · ")), Role: styles.RoleMuted}}
}

// stopsOf are the newest entries of a journal but for its notes, as many as w cells can have, and
// how many are earlier.
func stopsOf(th *styles.Theme, p model.ResearchProblem, w int) (earlier int, stops []thread.Stop) {
	var entries []*model.Entry
	for i := range p.Journal.Entries {
		if e := &p.Journal.Entries[i]; e.Category != model.CategoryNote {
			entries = append(entries, e)
		}
	}
	byTime := func(x, y *model.Entry) int { return x.At.Time.Compare(y.At.Time) }
	if !slices.IsSortedFunc(entries, byTime) {
		slices.SortStableFunc(entries, byTime)
	}
	earlier = max(0, len(entries)-max(0, w))
	for _, e := range entries[earlier:] {
		stops = append(stops, thread.Stop{Knot: entryKnots[e.Result()], Name: th.Brief(e.ID, 16)})
	}
	return earlier, stops
}

// entryKnots are the knots of entries, an open one for the others.
var entryKnots = map[model.Outcome]thread.Knot{
	model.OutcomeSucceeded: thread.Done, model.OutcomeFailed: thread.Failed,
	model.OutcomePartial: thread.InPart, model.OutcomeAbandoned: thread.GivenUp,
}

// AgainLines are what the seed says to somebody about to try a dead end again, for its entry.
func (b *Board) AgainLines(th *styles.Theme, ref model.Ref, w int) []styles.Line {
	p, _ := b.Snapshot.Research.Holding(ref.Path)
	if ref.Kind != model.KindEntry {
		return nil
	}
	for _, e := range p.Journal.Entries {
		if e.Ref() != ref || !e.Result().Dead() {
			continue
		}
		for _, d := range research.DeadEnds(p.Journal, e.Strategy, e.Tags) {
			if d.ID == e.ID {
				lines := draw.Indented([]styles.Line{draw.Words(styles.RoleHeading, "Before you try it again")})
				for _, text := range slices.Concat(phrase.Nudge(d), phrase.Again(d)) {
					lines = append(lines, draw.Quoted(th, draw.Wrapped(th.Label(text), styles.RolePlain, w))...)
				}
				return append(lines, nil)
			}
		}
	}
	return nil
}
