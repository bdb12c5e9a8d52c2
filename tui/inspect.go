package tui

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/thread"
)

// inspected is what an open trace shows of the files that its step left.
type inspected struct {
	// at is the file under the cursor; filesAt is the line of the first one.
	at, filesAt int
	// read numbers the newest read of a file, preview is the answer for the file called name.
	read    int
	name    string
	preview *model.Preview
	err     error
	// under is the page that an opened file lies over.
	under *detail
	// side are the lines beside the thread.
	side []styles.Line
}

type previewMsg struct {
	read    int
	preview model.Preview
	err     error
}

func previewCmd(s Store, read int, ref model.Ref, step int, name string) tea.Cmd {
	return func() tea.Msg {
		p, err := s.PreviewLeft(context.Background(), ref, step, name)
		return previewMsg{read: read, preview: p, err: err}
	}
}

// isTracePage reports whether a trace is open as a thread.
func (d *detail) isTracePage() bool {
	return d != nil && d.ref.Kind == model.KindTrace && !d.raw && d.left.under == nil
}

// isLeftFile reports whether a file that a step left is open.
func (d *detail) isLeftFile() bool { return d != nil && d.left.under != nil }

// leftFile is the file under the cursor of an open trace, or the open one.
func (d *detail) leftFile() (model.Artifact, bool) {
	if d == nil || d.ref.Kind != model.KindTrace || d.raw || d.found == nil || d.left.at >= len(d.found.Left) {
		return model.Artifact{}, false
	}
	return d.found.Left[d.left.at], true
}

// reach keeps the cursor on its file.
func (msg inspectedMsg) reach(a *App) tea.Cmd {
	var cmds []tea.Cmd
	for _, d := range []*detail{a.beside, a.detail} {
		if d == nil || d.read != msg.read {
			continue
		}
		was, had := d.leftFile()
		d.found, d.foundErr = &msg.in, msg.err
		d.left.at = max(0, slices.IndexFunc(msg.in.Left, func(f model.Artifact) bool { return had && f.Path == was.Path }))
		if d == a.detail {
			a.layOutDetail()
			if !had {
				d.showFiles(a.bodyHeight())
			}
			cmds = append(cmds, a.askFile())
		}
	}
	a.layOutBeside()
	return tea.Batch(cmds...)
}

// showFiles scrolls an open trace to the files of its step.
func (d *detail) showFiles(h int) {
	if n := d.left.filesAt + len(d.found.Left) + titleRows - h; d.isTracePage() && n > 0 {
		d.Top = min(n, max(0, d.left.filesAt-1))
	}
}

// askFile reads the file under the cursor.
func (a *App) askFile() tea.Cmd {
	d := a.detail
	f, ok := d.leftFile()
	if !ok || !f.Exists || f.Refused != "" {
		return nil
	}
	if d.left.name != f.Path {
		d.left.name, d.left.preview, d.left.err = f.Path, nil, nil
		a.layOutDetail()
	}
	a.reads++
	d.left.read = a.reads
	return previewCmd(a.store, d.left.read, d.ref, d.found.Step.Number, f.Path)
}

func (msg previewMsg) reach(a *App) tea.Cmd {
	if d := a.detail; d != nil && d.left.read == msg.read {
		d.left.preview, d.left.err = &msg.preview, msg.err
		a.layOutDetail()
	}
	return nil
}

// moveLeft moves the cursor over the files of an open trace; ok is false at their ends, where
// the page scrolls.
func (a *App) moveLeft(n int) (cmd tea.Cmd, ok bool) {
	d := a.detail
	if !d.isTracePage() || d.found == nil || n != 1 && n != -1 || d.left.at+n < 0 || d.left.at+n >= len(d.found.Left) {
		return nil, false
	}
	line, rows := d.left.filesAt+d.left.at, a.detailHeight()
	if line < d.Top || line >= d.Top+rows {
		// The page scrolls until the cursor is on screen.
		return nil, false
	}
	d.left.at += n
	line += n
	d.Top = max(min(d.Top, line), line-rows+1)
	a.layOutDetail()
	return a.askFile(), true
}

// openLeft lays the file under the cursor over the open trace.
func (a *App) openLeft() tea.Cmd {
	under := a.detail
	over := *under
	over.left.under, over.Top = under, 0
	a.detail = &over
	a.layOutDetail()
	return a.askFile()
}

// detailHeight are the rows of what is open that scroll.
func (a *App) detailHeight() int {
	switch {
	case a.detail.isTracePage():
		return a.bodyHeight() - titleRows
	case a.detail.isStory():
		return max(1, a.bodyHeight()-len(a.detail.head))
	}
	return a.bodyHeight()
}

// detailPlace is the position in what is open, or among the files of an open trace.
func (a *App) detailPlace() styles.Line {
	d := a.detail
	if d.isStory() {
		return d.storyPlace(a.detailHeight())
	}
	if place := d.Place(a.detailHeight(), len(d.lines)); place != nil || !d.isTracePage() || d.found == nil || len(d.found.Left) == 0 {
		return place
	}
	return draw.Words(styles.RoleMuted, fmt.Sprintf("%d/%d", d.left.at+1, len(d.found.Left)))
}

// titleRows are the rows above the thread, which do not scroll.
const titleRows = 2

// viewTrace draws an open trace: the thread, and beside it the file under the cursor.
func (a *App) viewTrace(h int) []styles.Line {
	d := a.detail
	lines := []styles.Line{d.title, nil}
	h -= len(lines)
	left := d.Lines(d.lines, h)
	if a.width >= splitWidth {
		left = draw.Columns(a.th, left, d.left.side, a.threadWidth(), h, draw.Part{})
	}
	return append(lines, left...)
}

// threadShare is the percentage of the width that the thread has beside a file.
const threadShare = 55

func (a *App) threadWidth() int {
	if a.width < splitWidth {
		return a.width
	}
	return a.width * threadShare / 100
}

// layOutTrace makes the lines of an open trace.
func (a *App) layOutTrace(d *detail, t model.Trace) {
	w := a.threadWidth()
	d.title = a.board.TraceTitle(a.th, t, a.width)
	d.lines, d.left.filesAt = a.traceLines(d, t, w)
	d.editedAt = len(d.lines)
	d.lines = append(append(d.lines, a.editedLines(d, w)...), a.wasLines(d, w)...)
	if a.width >= splitWidth {
		d.left.side = a.fileLines(d, a.width-w-draw.ColumnGap, a.bodyHeight()-titleRows, false)
	}
}

// traceLines are the thread of a trace, what its step left, and what the rules say; files is
// the line of the first file.
func (a *App) traceLines(d *detail, t model.Trace, w int) (lines []styles.Line, files int) {
	stops, at := board.TraceStops(a.th, t)
	lines = append(thread.Upright(a.th, stops, at, w), nil)
	switch {
	case d.foundErr != nil:
		lines = append(lines, draw.Indented(draw.Wrapped(a.th.Label(d.foundErr.Error()), styles.RoleBad, max(1, w-draw.TextEdge-draw.RightEdge)))...)
	case d.found != nil && t.Tool != "" && len(d.found.Left) == 0:
		// Its files name what a step left in words of their own, if at all.
		lines = lines[:len(lines)-1]
	case d.found == nil:
		lines = append(lines, draw.Indented([]styles.Line{draw.Words(styles.RoleMuted, "Looking for files it left…")})...)
	default:
		in := *d.found
		heading := styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, fmt.Sprintf("Files from step %d", in.Step.Number)))
		count := "  none: it lists no file, and no file was written since it began"
		if n := len(in.Left); n > 0 {
			count = "  " + model.Counted(n, "file")
		}
		lines = append(lines, styles.Join(heading, draw.Words(styles.RoleMuted, count)).Fit(w))
		files = len(lines)
		cursor := d.left.at
		if d != a.detail {
			cursor = -1
		}
		lines = append(lines, board.LeftRows(a.th, a.board.Snapshot.At, in, path.Dir(t.Path), cursor, w)...)
		if in.More > 0 {
			lines = append(lines, draw.Indented([]styles.Line{draw.Words(styles.RoleMuted, model.Counted(in.More, "more file")+" not checked")})...)
		}
	}
	return append(append(lines, nil), board.TraceRule(a.th, a.board.Snapshot.At, t, w)...), files
}

// layOutLeft makes the lines of an open file.
func (a *App) layOutLeft(d *detail) {
	d.lines = a.fileLines(d, a.width, 0, true)
}

// fileLines shows a file that a step left over w cells: whole, or as many of its lines as h rows
// take.
func (a *App) fileLines(d *detail, w, h int, whole bool) []styles.Line {
	f, ok := d.leftFile()
	if !ok {
		return nil
	}
	var edge styles.Line
	if whole {
		edge = draw.Edge()
	}
	name := styles.Join(edge, styles.Line{{Text: a.th.Show(path.Base(f.Path)), Role: styles.RoleTitle}, draw.Span(styles.RoleMuted, "  "+fileNews(f, d.found.Step))})
	lines := []styles.Line{name.Fit(w), nil}
	room := max(1, w-edge.Width()-draw.RightEdge)
	add := func(more []styles.Line) {
		for _, l := range more {
			lines = append(lines, styles.Join(edge, l))
		}
	}
	p := d.left.preview
	switch {
	case d.left.err != nil:
		add(draw.Wrapped(a.th.Label(d.left.err.Error()), styles.RoleBad, room))
	case !f.Exists || f.Refused != "":
		add(draw.Sentence(styles.RoleMuted, "It cannot be shown: "+f.News()+".", room))
	case p == nil || p.Path != f.Path:
		add([]styles.Line{draw.Words(styles.RoleMuted, "Reading…")})
	case p.Format != "":
		add(draw.Sentence(styles.RolePlain, fmt.Sprintf("A picture, %s, %d × %d pixels.", strings.ToUpper(p.Format), p.Width, p.Height), room))
	case p.Text == nil && p.Size > 0:
		add(draw.Sentence(styles.RoleMuted, "This is neither text nor a known kind of picture.", room))
	case whole:
		return append(lines, a.wholeFile(*p, d.found.Step, w)...)
	default:
		add(a.partOfFile(*p, f, d.found.Step, room, h-len(lines)))
	}
	return lines
}

// fileNews says what became of a file in a step.
func fileNews(f model.Artifact, s model.TraceStep) string {
	word, rest, _ := strings.Cut(f.News(), ",")
	switch word {
	case "new", "changed":
		word += fmt.Sprintf(" in step %d", s.Number)
	}
	if rest != "" {
		word += "," + rest
	}
	return word
}

// difference reports whether there is an earlier text to compare with.
func difference(p model.Preview) bool { return p.Before != nil && !bytes.Equal(p.Before, p.Text) }

// partOfFile is the beginning of a file in at most h rows of w cells, and where the file ends.
func (a *App) partOfFile(p model.Preview, f model.Artifact, s model.TraceStep, w, h int) []styles.Line {
	var lines []styles.Line
	switch table, ok := csvTable(a.th, p, w-2); {
	case difference(p):
		lines = confirm.DiffLines(a.th, [2]string{"before the step", "now"}, p.Before, p.Text, w)
	case ok:
		lines = table
	default:
		for _, t := range a.th.Source(firstLines(p.Text, h+1)) {
			lines = append(lines, styles.Line{{Text: t}}.Fit(w-2))
		}
	}
	if !difference(p) {
		for i, l := range lines {
			mark := draw.Words(styles.RoleAdded, "+ ")
			if !f.Changed || f.Earlier || l.Width() == 0 || i == 0 && strings.HasSuffix(f.Path, ".csv") {
				mark = draw.Words(styles.RolePlain, "  ")
			}
			lines[i] = styles.Join(mark, l)
		}
	}
	if len(lines) >= h {
		more := max(1, bytes.Count(p.Text, []byte("\n"))-h+1)
		return append(lines[:max(0, h-1)], draw.Words(styles.RoleMuted, fmt.Sprintf("  %s more, %s opens the file", model.Counted(more, "line"), a.th.Symbol(styles.SymEnter))))
	}
	return append(lines, a.fileEnd(p, s, w, 0))
}

// wholeFile is a file with its line numbers, or the difference that the step made.
func (a *App) wholeFile(p model.Preview, s model.TraceStep, w int) []styles.Line {
	if difference(p) {
		return append(draw.Indented(confirm.DiffLines(a.th, [2]string{"before the step", "now"}, p.Before, p.Text, w-draw.TextEdge-draw.RightEdge)), a.fileEnd(p, s, w, draw.TextEdge-2))
	}
	texts := a.th.Source(p.Text)
	var lines []styles.Line
	for _, row := range draw.Source(a.th, texts, draw.Numbered{First: 1, Last: len(texts)}, w-draw.RightEdge) {
		lines = append(lines, row.Line)
	}
	return append(lines, a.fileEnd(p, s, w, draw.TextEdge-2))
}

// fileEnd says where a file ends: with the ember where the step was cut off.
func (a *App) fileEnd(p model.Preview, s model.TraceStep, w, at int) styles.Line {
	lead := styles.Line{{Text: styles.Plain("").Pad(at)}}
	if p.Cut {
		return styles.Join(lead, draw.Words(styles.RoleMuted, fmt.Sprintf("%s of %s are shown", phrase.Size(int64(len(p.Text))), phrase.Size(p.Size))))
	}
	role := styles.RoleMuted
	if s.State == model.StepInProgress {
		role = styles.RoleEmber
	}
	line := styles.Join(lead, styles.Line{{Text: a.th.Symbol(styles.SymRest), Role: role}, draw.Span(role, " the file ends here")})
	if role == styles.RoleMuted {
		return line
	}
	return line.Lit(styles.Light{At: at, Left: min(1, at), Right: max(0, w-at-1), Strength: 1}, w)
}
