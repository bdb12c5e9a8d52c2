package tui

import "coldstart/model"

// loadedMsg is the answer to loadCmd. Answers to older questions are dropped by
// their number.
type loadedMsg struct {
	gen   int
	board *board
	err   error
	// lookErr is why it is not known what the operator saw last.
	lookErr error
}

// documentMsg is the answer to readCmd.
type documentMsg struct {
	read int
	doc  model.Document
	err  error
}

// inspectedMsg is the answer to inspectCmd.
type inspectedMsg struct {
	read int
	in   model.Inspection
	err  error
}

// openedMsg brings what a decision dialog has to show: the decisions with the
// hashes of what was read for them, the text of the first, and what all of them
// change. The facts stand on about, which was made from the same bytes; fresh says
// that it is newer than the board of load gen, which was on screen then.
type openedMsg struct {
	dialog    int
	gen       int
	decisions []model.Decision
	doc       model.Document
	changes   []model.Change
	about     *board
	fresh     bool
	err       error
}

// armedMsg ends the quiet time in which a dialog takes no yes.
type armedMsg struct{ dialog, arming int }

// drawnMsg says that a view of a dialog has been on screen.
type drawnMsg struct{ dialog, view int }

// readOutMsg says that all of a dialog was written out in lines, where no view of it is
// drawn; view is the one that was laid out then.
type readOutMsg struct{ dialog, view int }

// rowMsg puts the cursor on a row, where it is named by what it is.
type rowMsg struct{ ref model.Ref }

// watchedMsg brings the bytes that the file under an open dialog has now.
type watchedMsg struct {
	dialog int
	doc    model.Document
	err    error
}

// decidedMsg says what came of a decision.
type decidedMsg struct {
	decision model.Decision
	receipt  model.Receipt
	err      error
}

// changedMsg says that the vault may be another than it was, and how that was
// noticed; or that nothing more will be noticed.
type changedMsg struct {
	how model.Watching
	err error
}

// minuteMsg says that a minute is over, and agedMsg brings the board of then as of
// now.
type minuteMsg struct{}

type agedMsg struct{ of, board *board }

// lookKeptMsg says that what the operator saw was written down, or why not.
type lookKeptMsg struct {
	look  model.Look
	err   error
	leave bool
}

// lookedMsg is the answer to lookedCmd.
type lookedMsg struct {
	read int
	text []byte
	err  error
}

// leaveMsg is an order to quit that came from outside, as a signal.
type leaveMsg struct{}
