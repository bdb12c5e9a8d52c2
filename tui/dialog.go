package tui

import (
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// stage is how far a decision dialog has come.
type stage int

const (
	// stageNote asks for the reason or a remark.
	stageNote stage = iota
	// stageOpening waits for the file and the preview.
	stageOpening
	// stageConfirm shows everything and takes a yes.
	stageConfirm
	// stageStale shows that the file changed under the dialog; no yes counts.
	stageStale
)

// dialog holds a copy of exactly what will be done and what was shown for it. It
// never changes what is decided on: a changed file makes it stale.
type dialog struct {
	id       int
	decision model.Decision
	stage    stage
	input    textinput.Model
	doc      model.Document
	changes  []model.Change
	// body is everything the operator has to see, laid out for the current size;
	// seen marks the lines that were on screen.
	body   []styles.Line
	seen   []bool
	top    int
	height int
	// armed is true once the quiet time is over; arming numbers the waits.
	armed  bool
	arming int
	// newer is what the file holds now when the dialog is stale; gone says that it
	// holds nothing any more.
	newer model.Document
	gone  string
	facts func(w int) []styles.Line
}

func newDialog(id int, d model.Decision) *dialog { return &dialog{id: id, decision: d} }

// askNote opens the text field.
func (d *dialog) askNote(width int) tea.Cmd {
	d.stage = stageNote
	d.input = textinput.New()
	d.input.Prompt = ""
	d.input.CharLimit = 500
	d.input.Width = max(10, width-4)
	d.input.SetValue(d.decision.Note)
	d.input.CursorEnd()
	return d.input.Focus()
}

// open takes what the operator will decide on.
func (d *dialog) open(msg openedMsg) {
	d.doc, d.changes = msg.doc, msg.changes
	d.decision.Seen = msg.doc.Seen
	d.stage = stageConfirm
	d.top = 0
}

// arm ends the quiet time that was asked for by this number.
func (d *dialog) arm(arming int) {
	if d.arming == arming {
		d.armed = true
	}
}

// disarm starts a new quiet time.
func (d *dialog) disarm() tea.Cmd {
	d.armed = false
	d.arming++
	return armCmd(d.id, d.arming)
}

// layOut makes the lines for a size. Lines that were seen in another layout do
// not count: what was beside them may not have been.
func (d *dialog) layOut(th *styles.Theme, w, h int) {
	if d.stage != stageConfirm && d.stage != stageStale {
		return
	}
	d.height = max(1, h-dialogFrame)
	d.body = d.content(th, w)
	d.seen = make([]bool, len(d.body))
	d.scroll(0)
}

// scroll moves the text and remembers what has been on screen.
func (d *dialog) scroll(n int) {
	d.top = max(0, min(d.top+n, len(d.body)-d.height))
	for i := d.top; i < min(len(d.body), d.top+d.height); i++ {
		d.seen[i] = true
	}
}

// unseen counts the lines that have not been on screen yet.
func (d *dialog) unseen() int {
	n := 0
	for _, s := range d.seen {
		if !s {
			n++
		}
	}
	return n
}

// refuse says why a yes does not count now, "" when it does.
func (d *dialog) refuse() string {
	switch {
	case d.stage == stageStale:
		return "the file changed after this dialog opened; l looks at it again"
	case d.stage != stageConfirm:
		return "the text is not on screen yet"
	case d.unseen() > 0:
		return "read to the end first"
	case !d.armed:
		return "too quick; press y once, on its own"
	}
	return ""
}
