package tui

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/list"
	"coldstart/tui/markdown"
	"coldstart/tui/overlay"
	"coldstart/tui/plans"
)

type detail struct {
	ref model.Ref
	// from is what it was opened from, nil for a list.
	from overlay.Overlay
	// read numbers the newest read of the text; older answers are dropped.
	read int
	doc  *model.Document
	err  error
	// other is the second record of a session that the event log and its program have.
	other *model.Document
	// excerpt are the lines around a problem, for its preview.
	excerpt *model.Excerpt
	// found is what the interrupted step of a trace left behind.
	found    *model.Inspection
	foundErr error
	// title heads an open trace; left is about the files that its step left.
	title styles.Line
	left  inspected
	// was is the text at the last visit, if it differs.
	was *lookedMsg
	// edited is the last edit in the editor, shown from line editedAt on.
	edited   *edit
	editedAt int
	// raw shows every byte instead of rendered Markdown.
	raw bool
	// head stands above the course of a session and does not scroll, rowsAt are the lines at which
	// the rows of the course begin. Told is true once it was scrolled to its end, which is from the
	// line end on. Folds is true where runs of calls can be told as one, unfolded tells each by itself.
	// First is the first prompt, which takes the last row of the head once it is scrolled off; tall
	// is how many rows there were below the head when the lines were laid out.
	head            []styles.Line
	first           styles.Line
	tall            int
	rowsAt          []int
	told            bool
	end             int
	folds, unfolded bool
	// links are what an open plan is linked to, of which the one in row linkAt is under the cursor; the first is on
	// line linksAt. Over is the page that this one was opened from.
	links           []model.Ref
	linkAt, linksAt int
	over            *detail
	// wantsGit is true once somebody asked what a session left in git, inGit the answer to
	// the newest read.
	wantsGit bool
	gitRead  int
	inGit    *model.LeftInGit
	// lines is everything, laid out for the current size.
	lines []styles.Line
	list.Scroller
	// textAt is the line at which the text begins.
	textAt int
	// goal is the word to scroll to once the text is there.
	goal string
}

func newDetail(ref model.Ref) *detail {
	return &detail{ref: ref}
}

// ask reads the text of d; the old one stays on screen until the answer.
func (a *App) ask(d *detail) tea.Cmd {
	if d.ref.Kind == model.KindOther || d.ref.Kind == model.KindTranscript && d == a.beside {
		// Its name is shown, and its beginning if that is known; of a session what is known without its lines.
		d.doc = &model.Document{Ref: d.ref, Bytes: []byte(strings.Join(a.board.Snapshot.Begin(d.ref), "\n"))}
		return nil
	}
	p, isProblem := a.board.Problem(d.ref)
	if isProblem && p.Gate {
		// Its file is an agent's, and may not be there.
		d.doc = &model.Document{Ref: d.ref}
		return nil
	}
	a.reads++
	d.read = a.reads
	if isProblem && d == a.beside {
		if p.Line == 0 {
			d.excerpt = &model.Excerpt{}
			return nil
		}
		return excerptCmd(a.store, d.read, p)
	}
	if halves := a.board.Snapshot.Halves(d.ref); len(halves) > 1 && d != a.beside {
		return halvesCmd(a.store, d.read, halves)
	}
	return readCmd(a.store, d.read, d.ref)
}

// askDetail reads the open thing, and what the step of a trace left behind.
func (a *App) askDetail() tea.Cmd {
	return tea.Batch(a.askInspected(a.detail), a.askWas())
}

// askInspected reads a thing, and what the step of a trace left behind.
func (a *App) askInspected(d *detail) tea.Cmd {
	cmd := a.ask(d)
	if d.ref.Kind != model.KindTrace {
		return cmd
	}
	return tea.Batch(cmd, inspectCmd(a.store, d.read, d.ref))
}

// preview shows the row under the cursor beside the list, where there is room.
func (a *App) preview() tea.Cmd {
	a.space()
	r, ok := a.list().Current()
	switch {
	case a.all != nil:
		// The vault of the row reads it.
		return nil
	case !ok || !a.previews():
		a.beside = nil
		return nil
	case a.beside != nil && a.beside.ref == r.Ref:
		return nil
	}
	a.beside = newDetail(r.Ref)
	cmd := a.askInspected(a.beside)
	a.layOutBeside()
	return cmd
}

// reach returns a text to what asked for it, if that is still shown.
func (msg documentMsg) reach(a *App) tea.Cmd {
	for _, d := range []*detail{a.beside, a.detail} {
		if d != nil && d.read == msg.read {
			d.doc, d.err, d.other = &msg.doc, msg.err, msg.other
		}
	}
	a.layOutBeside()
	a.layOutDetail()
	if d := a.detail; d != nil && d.doc != nil && d.goal != "" {
		if !d.reach() && !d.raw {
			// The word is in the fields that the text leaves out.
			d.raw = true
			a.layOutDetail()
			d.reach()
		}
		d.goal = ""
	}
	return nil
}

// begins reports a text of which the snapshot has the first lines.
func (d *detail) begins() bool { return d.doc != nil && len(d.doc.Bytes) > 0 }

func (d *detail) scroll(n, h int) { d.By(n, h, len(d.lines)) }

// layOutDetail makes the lines of the open thing: what is known about it, then its text.
func (a *App) layOutDetail() {
	d := a.detail
	if d == nil || a.laidOut(d) {
		return
	}
	w, before := draw.Inside(a.width), d.textAt
	d.lines, d.textAt = append(a.board.FactLines(a.th, d.ref, a.width), nil), 0
	if p, ok := a.board.Problem(d.ref); d.ref.Kind == model.KindOther && !d.begins() || ok && p.Gate {
		return
	}
	d.lines = append(d.lines, draw.Indented(a.board.LogSection(a.th, d.ref, w))...)
	d.lines = append(d.lines, a.board.AgainLines(a.th, d.ref, w)...)
	switch {
	case d.foundErr != nil:
		d.lines = append(d.lines, board.FactLines(a.th, []view.Said{view.Say(view.Other, "Inspect", d.foundErr.Error(), view.Bad)}, a.width)...)
	case d.found != nil:
		d.lines = append(d.lines, board.FactLines(a.th, view.Left(a.board.Snapshot.At, *d.found), a.width)...)
	}
	d.editedAt = len(d.lines)
	d.lines = append(d.lines, draw.Indented(a.editedLines(d, w))...)
	if d.inWords() && d.doc != nil {
		return
	}
	d.lines = append(d.lines, draw.Indented(a.wasLines(d, w))...)
	if d.was != nil && d.was.err == nil && errors.Is(d.err, model.ErrNotFound) {
		return
	}
	if p, ok := a.board.Problem(d.ref); ok && d.doc != nil && d.err == nil && !d.raw {
		a.layOutProblem(d, p)
		return
	}
	d.textAt = len(d.lines)
	if before > 0 && d.Top >= before {
		// The part above the text grew; keep the text in view.
		d.Top += d.textAt - before
	}
	if d.raw && d.doc != nil && d.other != nil {
		a.layOutRecords(d, w)
		return
	}
	if d.ref.Kind != model.KindOther {
		d.lines = append(d.lines, draw.Indented([]styles.Line{a.textHeading(d), nil})...)
	}
	d.lines = append(d.lines, draw.Quoted(a.th, a.unrepeated(d, d.text(a.th, w)))...)
}

// laidOut lays out a thing that has a page of its own, and reports whether it has one.
func (a *App) laidOut(d *detail) bool {
	about := a.board.About(d.ref)
	if t, ok := about.Trace(d.ref.Path); ok && d.isTracePage() {
		a.layOutTrace(d, t)
		return true
	}
	if d.isLeftFile() {
		a.layOutLeft(d)
		return true
	}
	d.head, d.rowsAt, d.links = nil, nil, nil
	if p, ok := about.Plan(d.ref.Path); ok && d.ref.Kind == model.KindPlan && !d.raw && plans.Draws(a.th, p) {
		a.layOutPlan(d, p)
		return true
	}
	if s, ok := a.story(d); ok && d.inWords() && d.err == nil {
		a.layOutStory(d, s)
		return true
	}
	return false
}

// layOutPlan makes the lines of an open plan.
func (a *App) layOutPlan(d *detail, p model.Plan) {
	page := plans.Page{Th: a.th, Board: a.board, Plan: p, Width: a.width, At: d.linkAt, Whole: d.unfolded}
	if d.doc != nil && d.err == nil {
		page.Text = d.doc.Bytes
	}
	drawn := page.Lines()
	d.lines, d.links, d.linksAt, d.folds = drawn.Lines, drawn.Links, drawn.First, drawn.Folds
	if d.linkAt = min(d.linkAt, max(0, len(d.links)-1)); d.err != nil {
		d.lines = append(append(d.lines, nil), draw.Indented(d.text(a.th, draw.Inside(a.width)))...)
	}
	d.editedAt = len(d.lines)
	d.lines = append(d.lines, draw.Indented(a.editedLines(d, draw.Inside(a.width)))...)
	d.lines = append(d.lines, draw.Indented(a.wasLines(d, draw.Inside(a.width)))...)
	d.textAt = 0
}

// moveLink moves the cursor over what an open plan is linked to; ok is false at the ends, and where it is not on
// screen: there the page scrolls.
func (a *App) moveLink(n int) (ok bool) {
	d := a.detail
	if d == nil || n != 1 && n != -1 || d.linkAt+n < 0 || d.linkAt+n >= len(d.links) {
		return false
	}
	if line := d.linksAt + d.linkAt; line < d.Top || line >= d.Top+a.detailHeight() {
		return false
	}
	d.linkAt += n
	line := d.linksAt + d.linkAt
	d.Top = max(min(d.Top, line), line-a.detailHeight()+1)
	a.layOutDetail()
	return true
}

// textHeading says what of the thing is below.
func (a *App) textHeading(d *detail) styles.Line {
	if t, ok := a.board.About(d.ref).Transcript(d.ref); ok && d.doc != nil {
		return linesHeading(t, *d.doc)
	}
	return d.heading(a.th)
}

// layOutRecords shows both records of a session: its lines of the event log, and below them those of
// its transcript.
func (a *App) layOutRecords(d *detail, w int) {
	log, written := *d.doc, *d.other
	if d.ref.Kind == model.KindTranscript {
		log, written = written, log
	}
	t, _ := a.board.About(written.Ref).Transcript(written.Ref)
	for _, part := range []struct {
		name    string
		heading styles.Line
		doc     model.Document
	}{
		{"The event log:", draw.Words(styles.RoleMuted, " its lines · sha256 "+log.Seen.Short()), log},
		{"Its transcript:", styles.Join(draw.Words(styles.RoleMuted, " "), linesHeading(t, written)), written},
	} {
		if len(d.lines) > d.textAt {
			d.lines = append(d.lines, nil)
		}
		d.lines = append(d.lines, styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, part.name), part.heading), nil)
		d.lines = append(d.lines, draw.Quoted(a.th, draw.SourceLines(a.th, draw.WholeLine(part.doc.Ref.Kind, part.doc.Bytes), w))...)
	}
}

// linesHeading says how much of a transcript is below.
func linesHeading(t model.Transcript, doc model.Document) styles.Line {
	if read := int64(len(doc.Bytes)); read < t.Size {
		return draw.Words(styles.RoleMuted, fmt.Sprintf("its last lines, unformatted, %s of %s", phrase.Size(read), phrase.Size(t.Size)))
	}
	return draw.Words(styles.RoleMuted, "every byte · sha256 "+doc.Seen.Short())
}

// heading says what of the file is below.
func (d *detail) heading(th *styles.Theme) styles.Line {
	switch {
	case d.doc == nil:
		return nil
	case d.raw:
		return draw.Words(styles.RoleMuted, "every byte · sha256 "+d.doc.Seen.Short())
	case draw.WideOrder(d.doc.Bytes) != nil:
		return draw.Words(styles.RoleMuted, "UTF-16, decoded · v shows every byte")
	}
	if fields := markdown.Fields(th, d.doc.Bytes); fields > 0 {
		return draw.Words(styles.RoleMuted, model.Counted(fields, "line")+" of front matter hidden · v raw file")
	}
	return draw.Words(styles.RoleMuted, "v shows every byte")
}

// layOutProblem shows a whole file at its problem.
func (a *App) layOutProblem(d *detail, p model.Problem) {
	lines, at := a.problemText(p, d.doc.Bytes, a.width)
	first := d.textAt == 0 && d.Top == 0
	d.lines = append([]styles.Line{a.problemFile(p, nil, a.width), nil}, lines...)
	d.textAt = 2
	if first {
		d.Top = max(0, at+d.textAt-a.bodyHeight()/3)
	}
}

// layOutBeside makes the lines of the preview.
func (a *App) layOutBeside() {
	d := a.beside
	if d == nil {
		return
	}
	w := a.width - a.listWidth() - draw.ColumnGap - draw.RightEdge
	if p, ok := a.board.Problem(d.ref); ok {
		h := a.bodyHeight()
		if a.onProblems() {
			h -= len(a.head(h))
			h, w = h-a.problemListHeight(h)-1, a.width
		} else if strip := a.stripRows(); strip > 0 {
			h, w = strip-1, a.width
		}
		d.lines = a.problemLines(p, d.excerpt, w, h)
		return
	}
	if a.stripRows() == 2 {
		d.lines = []styles.Line{a.board.LastSaid(a.th, d.ref, a.width)}
		return
	}
	if a.stripRows() > 0 {
		if d.lines = a.board.Strip(a.th, d.ref, a.width, stripLines); len(d.lines) < stripLines && !d.inWords() {
			text := closeUp(a.unrepeated(d, a.shortly(d).text(a.th, draw.Inside(a.width))))
			d.lines = append(d.lines, draw.Indented(draw.Between(text, 0, stripLines-len(d.lines)))...)
		}
		return
	}
	if t, ok := a.board.About(d.ref).Trace(d.ref.Path); ok {
		w += draw.RightEdge
		d.lines, _ = a.traceLines(d, t, w)
		d.lines = append([]styles.Line{a.board.TraceTitle(a.th, t, w), nil}, d.lines...)
		return
	}
	if s, ok := a.story(d); ok && d.ref.Kind == model.KindSession {
		if _, told := a.board.Written(d.ref); !told {
			w += draw.RightEdge
			lines, _ := a.storyLines(d, s, w)
			d.lines = append(append(s.Head(a.th, w), nil), lines...)
			return
		}
	}
	if a.onProblems() {
		// Here it is below the list: its words begin where all words of a page do.
		d.lines = draw.Indented(a.glance(d, draw.Inside(a.width)))
		return
	}
	d.lines = a.glance(d, w)
}

// glance is what a preview has of most things: facts, and the beginning of the text.
func (a *App) glance(d *detail, w int) []styles.Line {
	short := a.shortly(d)
	lines := append(a.board.Preview(a.th, d.ref, w), nil)
	if d.ref.Kind == model.KindOther && !d.begins() || d.inWords() && d.err == nil {
		return lines
	}
	return append(lines, closeUp(a.unrepeated(d, short.text(a.th, w)))...)
}

// shortly is a thing with the beginning of its text.
func (a *App) shortly(d *detail) *detail {
	short := *d
	if d.doc != nil {
		short.doc = &model.Document{Bytes: firstLines(d.doc.Bytes, a.height+mostFields)}
	}
	return &short
}

// closeUp leaves out the empty lines below headings.
func closeUp(lines []styles.Line) []styles.Line {
	var out []styles.Line
	for i, l := range lines {
		if i == 0 || l.Width() > 0 || !heads(lines[i-1]) {
			out = append(out, l)
		}
	}
	return out
}

// heads reports whether a line of a text is a heading.
func heads(l styles.Line) bool { return len(l) > 0 && l[len(l)-1].Role == styles.RoleHeading }

// unrepeated leaves out the heading of a text that repeats the title above it, also in fewer words.
func (a *App) unrepeated(d *detail, lines []styles.Line) []styles.Line {
	if d.raw || len(lines) == 0 {
		return lines
	}
	title, heading, rows := a.th.Label(a.board.Title(d.ref)).String(), strings.TrimSpace(strings.TrimLeft(lines[0].String(), "# ")), 1
	for heads(lines[0]) && rows < len(lines) && heads(lines[rows]) {
		heading += " " + strings.TrimSpace(lines[rows].String())
		rows++
	}
	if d.ref.Kind == model.KindRequest && heads(lines[0]) {
		heading, title = strings.TrimPrefix(draw.Lowered(heading), "approval request: "), draw.Lowered(title)
	}
	if d.ref.Kind != model.KindRequest && heading != title || heading == "" || !strings.HasPrefix(title+" ", heading+" ") {
		return lines
	}
	for lines = lines[rows:]; len(lines) > 0 && lines[0].Width() == 0; {
		lines = lines[1:]
	}
	return lines
}

// mostFields are the lines of front matter that a preview reads to get to the text.
const mostFields = 60

// text is the text of the thing in w cells.
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

func (msg lookedMsg) reach(a *App) tea.Cmd {
	if d := a.detail; d != nil && d.read == msg.read {
		d.was = &msg
		a.layOutDetail()
	}
	return nil
}

func (a *App) wasLines(d *detail, w int) []styles.Line {
	if d.was == nil {
		return nil
	}
	since := phrase.AgeWords(a.board.Snapshot.At, a.board.Snapshot.LastLook.At)
	if d.was.err != nil {
		lines := []styles.Line{draw.Words(styles.RoleHeading, "Changes since your last visit, "+since)}
		words := "cannot be shown: " + d.was.err.Error()
		if errors.Is(d.was.err, model.ErrNotFound) {
			words = "cannot be shown: the earlier text was not kept"
		}
		return append(append(lines, draw.Sentence(styles.RoleMuted, "It "+words+".", w)...), nil)
	}
	if a.board.News[d.ref].Kind == model.NewsGone {
		lines := []styles.Line{draw.Words(styles.RoleHeading, "Its text at your last visit, "+since)}
		return append(append(lines, draw.Gutter(a.th, draw.SourceLines(a.th, d.was.text, w-draw.GutterWidth))...), nil)
	}
	if d.doc == nil {
		return nil
	}
	lines := []styles.Line{draw.Words(styles.RoleHeading, "Changes since your last visit, "+since)}
	return append(append(lines, confirm.DiffLines(a.th, [2]string{"when you last looked", "now"}, d.was.text, d.doc.Bytes, w)...), nil)
}
