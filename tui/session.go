package tui

import (
	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
)

// inWords reports whether a thing is shown by its fields, not by the text of a file: a session,
// and what an agent has learned or wants to remember.
func (d *detail) inWords() bool {
	return !d.raw && !d.ref.Kind.Markdown() && d.ref.Kind != model.KindProblem
}

// ribbonHeight is the least height with a ribbon above what a session wrote.
const ribbonHeight = 16

// sessionLines show a session over w cells: what became of it, its course where that is asked
// for, and what it wrote.
func (a *App) sessionLines(d *detail, o model.Session, w int, ribbon bool) []styles.Line {
	var events []model.Event
	if d.doc != nil {
		events = d.doc.Events
	}
	lines := append(a.board.SessionHead(a.th, o, events, w), nil)
	if facts := a.board.Notices(d.ref); len(facts) > 0 {
		lines = append(append(lines, draw.Indented(board.FactRows(a.th, facts, draw.Inside(w)))...), nil)
	}
	if d.doc == nil {
		return append(lines, draw.Indented(d.text(a.th, draw.Inside(w)))...)
	}
	if ribbon && a.height >= ribbonHeight {
		if rows := a.board.SessionRibbon(a.th, o, events, w); rows != nil {
			lines = append(append(lines, rows...), nil)
		}
	}
	return append(lines, a.board.SessionLog(a.th, o, events, w)...)
}
