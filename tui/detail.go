package tui

import (
	"bytes"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/markdown"
	"coldstart/tui/overlay"
)

type detail struct {
	ref model.Ref
	// read numbers the newest read of the text; older answers are dropped.
	read int
	doc  *model.Document
	err  error
	// found is what the interrupted step of a trace left behind.
	found    *model.Inspection
	foundErr error
	// was is the text at the last visit, if it differs.
	was *lookedMsg
	// edited is the last edit in the editor, shown from line editedAt on.
	edited   *edit
	editedAt int
	// raw shows every byte instead of rendered Markdown.
	raw bool
	// lines is everything, laid out for the current size.
	lines []styles.Line
	top   int
	// textAt is the line at which the text begins.
	textAt int
	// goal is the word to scroll to once the text is there.
	goal string
}

func newDetail(ref model.Ref) *detail {
	return &detail{ref: ref, raw: !ref.Kind.Markdown()}
}

// ask reads the text of d; the old one stays on screen until the answer.
func (a *App) ask(d *detail) tea.Cmd {
	if d.ref.Kind == model.KindOther {
		// Only its name is shown.
		d.doc = &model.Document{Ref: d.ref}
		return nil
	}
	a.reads++
	d.read = a.reads
	return readCmd(a.store, d.read, d.ref)
}

// askDetail reads the open thing, and what the step of a trace left behind.
func (a *App) askDetail() tea.Cmd {
	cmd := tea.Batch(a.ask(a.detail), a.askWas())
	if a.detail.ref.Kind != model.KindTrace {
		return cmd
	}
	return tea.Batch(cmd, inspectCmd(a.store, a.detail.read, a.detail.ref))
}

func (a *App) gotInspected(msg inspectedMsg) {
	if d := a.detail; d != nil && d.read == msg.read {
		d.found, d.foundErr = &msg.in, msg.err
		a.layOutDetail()
	}
}

// preview shows the row under the cursor beside the list, where there is room.
func (a *App) preview() tea.Cmd {
	r, ok := a.list().Current()
	switch {
	case !ok || a.width < splitWidth:
		a.beside = nil
		return nil
	case a.beside != nil && a.beside.ref == r.Ref:
		return nil
	}
	a.beside = newDetail(r.Ref)
	a.layOutBeside()
	return a.ask(a.beside)
}

// gotDocument gives a text to what asked for it, if that is still shown.
func (a *App) gotDocument(msg documentMsg) {
	for _, d := range []*detail{a.beside, a.detail} {
		if d != nil && d.read == msg.read {
			d.doc, d.err = &msg.doc, msg.err
		}
	}
	a.layOutBeside()
	a.layOutDetail()
	if a.detail != nil && a.detail.doc != nil {
		a.detail.reach()
	}
}

func (d *detail) scroll(n, h int) {
	d.top = max(0, min(d.top+n, len(d.lines)-h))
}

func (a *App) layOutDetail() {
	if d := a.detail; d != nil {
		heading := "Text · v shows every byte"
		if d.doc != nil && draw.WideOrder(d.doc.Bytes) != nil {
			heading = "UTF-16, decoded · v shows every byte"
		}
		if d.raw && d.doc != nil {
			heading = "Every byte · sha256 " + d.doc.Seen.Short()
		}
		before := d.textAt
		d.lines, d.textAt = append(a.board.FactLines(a.th, d.ref, a.width), nil), 0
		if d.ref.Kind == model.KindOther {
			return
		}
		d.lines = append(d.lines, a.board.LogSection(a.th, d.ref, a.width)...)
		switch {
		case d.foundErr != nil:
			d.lines = append(d.lines, board.FactLines(a.th, []board.Fact{{Label: "Inspect", Value: d.foundErr.Error(), Role: styles.RoleBad}}, a.width)...)
		case d.found != nil:
			d.lines = append(d.lines, board.InspectionLines(a.th, a.board.Snapshot.At, *d.found, a.width)...)
		}
		d.editedAt = len(d.lines)
		d.lines = append(d.lines, a.editedLines(d, a.width)...)
		d.lines = append(d.lines, a.wasLines(d, a.width)...)
		if d.was != nil && d.was.err == nil && errors.Is(d.err, model.ErrNotFound) {
			return
		}
		d.textAt = len(d.lines)
		if before > 0 && d.top >= before {
			// The part above the text grew; keep the text in view.
			d.top += d.textAt - before
		}
		d.lines = append(d.lines, draw.Section(a.th, heading, a.width))
		d.lines = append(d.lines, draw.Gutter(a.th, d.text(a.th, a.width-draw.GutterWidth))...)
	}
}

// layOutBeside makes the lines of the preview.
func (a *App) layOutBeside() {
	if d := a.beside; d != nil {
		w := a.width - a.listWidth() - draw.GutterWidth
		short := *d
		if d.doc != nil {
			short.doc = &model.Document{Bytes: firstLines(d.doc.Bytes, a.height)}
		}
		d.lines = append(a.board.FactLines(a.th, d.ref, w), nil)
		if d.ref.Kind == model.KindOther {
			return
		}
		d.lines = append(d.lines, short.text(a.th, w)...)
	}
}

func (d *detail) text(th *styles.Theme, w int) []styles.Line {
	switch {
	case d.err != nil:
		return draw.Wrapped(th.Label(d.err.Error()), styles.RoleBad, max(1, w))
	case d.doc == nil:
		return []styles.Line{draw.Words(styles.RoleMuted, "Reading…")}
	case d.raw:
		return draw.SourceLines(th, draw.WholeLine(d.ref.Kind, d.doc.Bytes), w)
	}
	return markdown.Lines(th, d.doc.Bytes, w)
}

func firstLines(b []byte, n int) []byte {
	end := 0
	for range n {
		next := bytes.IndexByte(b[end:], '\n')
		if next < 0 {
			return b
		}
		end += next + 1
	}
	return b[:end]
}

func (a *App) askWas() tea.Cmd {
	d := a.detail
	n := a.board.News[d.ref]
	if n.Kind != model.NewsChanged && n.Kind != model.NewsGone {
		d.was = nil
		return nil
	}
	return lookedCmd(a.store, d.read, n.Was.Seen)
}

func (a *App) gotLooked(msg lookedMsg) {
	if d := a.detail; d != nil && d.read == msg.read {
		d.was = &msg
		a.layOutDetail()
	}
}

func (a *App) wasLines(d *detail, w int) []styles.Line {
	if d.was == nil {
		return nil
	}
	since := board.Ago(a.board.Snapshot.At, a.board.Snapshot.LastLook.At)
	if d.was.err != nil {
		lines := []styles.Line{draw.Section(a.th, "What changed since you last looked, "+since, w)}
		words := "cannot be shown: " + d.was.err.Error()
		if errors.Is(d.was.err, model.ErrNotFound) {
			words = "cannot be shown: what it said then was not kept (see docs/limits.md)"
		}
		return append(append(lines, draw.Sentence(styles.RoleMuted, " It "+words+".", w)...), nil)
	}
	if a.board.News[d.ref].Kind == model.NewsGone {
		lines := []styles.Line{draw.Section(a.th, "What it said when you last looked, "+since, w)}
		return append(append(lines, draw.Gutter(a.th, draw.SourceLines(a.th, d.was.text, w-draw.GutterWidth))...), nil)
	}
	if d.doc == nil {
		return nil
	}
	lines := []styles.Line{draw.Section(a.th, "What changed since you last looked, "+since, w)}
	return append(append(lines, overlay.DiffLines(a.th, [2]string{"when you last looked", "now"}, d.was.text, d.doc.Bytes, w)...), nil)
}
