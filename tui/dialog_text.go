package tui

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
)

// content is everything there is to see before a yes: what the decision is about,
// what it changes, and every byte of the file. No line is wider than w, so that
// none is cut.
func (d *dialog) content(th *styles.Theme, w int) []styles.Line {
	if d.stage == stageStale {
		return d.staleContent(th, w)
	}
	facts := d.facts
	if d.decision.Note != "" {
		facts = append(facts[:len(facts):len(facts)], board.Fact{Label: "Your note", Value: d.decision.Note, Role: styles.RoleAccent})
	}
	lines := append(board.FactLines(th, facts, w), nil, draw.Section(th, "What will happen", w))
	lines = append(lines, changeLines(th, d.changes, w)...)
	if len(d.batch) > 0 || d.changesTellAll() {
		return lines
	}
	lines = append(lines, nil, draw.Section(th, d.decision.Ref.Kind.TextName(), w))
	if draw.WideOrder(d.doc.Bytes) != nil {
		lines = append(lines, draw.Sentence(styles.RoleWarn, " The file is UTF-16, and these are its bytes: esc, then enter shows its text.", w)...)
	}
	return append(lines, draw.Gutter(th, draw.SourceLines(th, draw.WholeLine(d.decision.Ref.Kind, d.doc.Bytes), w-draw.GutterWidth))...)
}

// changesTellAll reports whether the changes hold everything there is to read. What
// is written into a journal is not about the text before it, a proposal that is
// accepted goes with its last byte, and an undo is of what was read before the first
// yes: it is refused where one byte of that has changed.
func (d *dialog) changesTellAll() bool {
	return d.decision.Ref.Kind == model.KindJournal || d.decision.Choice == model.ChoiceAccept || d.decision.Choice == model.ChoiceUndo
}

func (d *dialog) staleContent(th *styles.Theme, w int) []styles.Line {
	if d.gone != "" {
		says := " The file cannot be read any more:"
		if d.lost {
			says = " The file is gone: it, or the vault, was moved or deleted. Nothing can be decided on it."
		}
		lines := draw.Sentence(styles.RoleBad, says, w)
		return append(lines, draw.Gutter(th, draw.Wrapped(th.Label(d.gone), styles.RolePlain, max(1, w-draw.GutterWidth)))...)
	}
	lines := draw.Sentence(styles.RoleBad, " The file was changed while you were reading it. This is the difference:", w)
	lines = append(lines, nil)
	return append(lines, diffLines(th, [2]string{"shown", "on disk now"}, d.doc.Bytes, d.newer.Bytes, w)...)
}

// diffLines shows how one text became another, each under its name.
func diffLines(th *styles.Theme, names [2]string, old, new []byte, w int) []styles.Line {
	// A line of a difference is masked as it is in its text: what makes it a secret may
	// be a line that did not change.
	masked := map[string]styles.Row{}
	for _, r := range append(th.Rows(string(old)), th.Rows(string(new))...) {
		if r.Masked() {
			masked[r.Raw()] = r
		}
	}
	var lines []styles.Line
	diff := strings.TrimSuffix(udiff.Unified(names[0], names[1], string(old), string(new)), "\n")
	for _, l := range strings.Split(diff, "\n") {
		role := styles.RolePlain
		switch {
		case strings.HasPrefix(l, "+"):
			role = styles.RoleAdded
		case strings.HasPrefix(l, "-"):
			role = styles.RoleRemoved
		case strings.HasPrefix(l, "@@"):
			role = styles.RoleMuted
		}
		shown := draw.Wrapped(th.Show(l), role, max(1, w-draw.GutterWidth))
		if row, ok := masked[strings.TrimRight(l[min(1, len(l)):], "\r")]; ok && l != "" {
			shown = draw.Prefixed(draw.Wrapped(row.Whole(), role, max(1, w-draw.GutterWidth-1)), l[:1], role)
		}
		lines = append(lines, draw.Gutter(th, shown)...)
	}
	return lines
}

// changeLines shows what a decision does to files, line by line.
func changeLines(th *styles.Theme, changes []model.Change, w int) []styles.Line {
	var lines []styles.Line
	for _, c := range changes {
		lines = append(lines, named(th, " "+c.Kind.String()+" ", c.Path, w)...)
		if c.To != "" {
			arrow := " " + th.Symbol(styles.SymArrow).String() + " "
			lines = append(lines, named(th, arrow, c.To, w)...)
		}
		for _, r := range th.RowsOf(c.Before) {
			lines = append(lines, draw.Prefixed(draw.Wrapped(r.Whole(), styles.RoleRemoved, max(1, w-5)), "   - ", styles.RoleRemoved)...)
		}
		for _, r := range th.RowsOf(c.After) {
			lines = append(lines, draw.Prefixed(draw.Wrapped(r.Whole(), styles.RoleAdded, max(1, w-5)), "   + ", styles.RoleAdded)...)
		}
	}
	return lines
}

// kindWidth is the cells for what happens to a file, " create " being longest.
const kindWidth = 8

// named sets a path behind a word of ours, over as many rows as it needs.
func named(th *styles.Theme, word, path string, w int) []styles.Line {
	lines := draw.Wrapped(th.Show(path), styles.RoleTitle, max(1, w-kindWidth))
	for i := range lines {
		lines[i] = styles.Join(styles.Line{{Text: styles.Plain(word).Pad(kindWidth), Role: styles.RoleMuted}}, lines[i])
		word = ""
	}
	return lines
}
