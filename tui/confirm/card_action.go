package confirm

import (
	"bytes"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
)

// ActionText is what there is to read of an action besides the head of its card. It is false where
// the file is read instead: a yes is bound to the action, and its file says the rest again.
func (d *Dialog) ActionText() ([]model.ActionPart, bool) {
	if d.bytes || len(d.Batch) > 0 {
		return nil, false
	}
	return board.ActionText(d.action, d.Decision.Ref.Path, d.Doc.Seen)
}

// headAlone reports an action with nothing to read besides the head.
func (d *Dialog) headAlone() bool {
	parts, ok := d.ActionText()
	return ok && len(parts) == 0
}

// actionRows lay out the parts of an action, each below its name. Every byte is there.
func actionRows(th *styles.Theme, parts []model.ActionPart, w int, fold bool) (rows []draw.SourceRow) {
	before := 0
	for _, p := range parts {
		if p.Name != "" {
			rows = append(rows, draw.SourceRow{Number: before, Text: p.Name, Line: draw.Indented(draw.Wrapped(th.Label(p.Name), styles.RoleMuted, max(1, w-draw.TextEdge)))[0]})
		}
		text := PartBytes(p)
		n := draw.Numbered{First: 1, Last: bytes.Count(text, []byte{'\n'}), Fold: fold}
		of := draw.Source(th, th.Source(text), n, w)
		for i := range of {
			of[i].Number += before
		}
		rows, before = append(rows, of...), before+n.Last+1
	}
	return rows
}

// PartBytes are a part as lines: the end of its last one is ours.
func PartBytes(p model.ActionPart) []byte { return append([]byte(p.Text), '\n') }
