package tui

import (
	"coldstart/model"
	"coldstart/styles"
)

// detail is the full-screen view of one thing.
type detail struct {
	ref model.Ref
	doc *model.Document
	err error
	// raw shows every byte; otherwise the Markdown is rendered.
	raw bool
	top int
}

func (d *detail) set(doc model.Document, err error) {
	d.doc, d.err = &doc, err
}

// scroll moves the text of lines lines in a window of h.
func (d *detail) scroll(n, lines, h int) {
	d.top = max(0, min(d.top+n, lines-h))
}

// detailLines is the whole text of the open thing.
func (a *App) detailLines(w int) []styles.Line {
	d := a.detail
	lines := factLines(a.th, refFacts(a.snapshot, d.ref), w)
	lines = append(lines, nil)
	switch {
	case d.err != nil:
		return append(lines, wrapped(a.th.Label(d.err.Error()), styles.RoleBad, w)...)
	case d.doc == nil:
		return append(lines, words(styles.RoleMuted, " Reading…"))
	case d.raw:
		lines = append(lines, section(a.th, "Every byte · sha256 "+d.doc.Seen.Short(), w))
		return append(lines, sourceLines(a.th, d.doc.Bytes, w)...)
	}
	lines = append(lines, section(a.th, "Text · v shows every byte", w))
	return append(lines, markdownLines(a.th, d.doc.Bytes, w)...)
}
