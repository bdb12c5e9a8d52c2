package tui

import (
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// dialogFrame is the number of rows of a dialog around its text: two for the
// title, a rule, the rule with the count, status line, hints.
const dialogFrame = 6

// View draws the open dialog over the whole screen.
func (d *dialog) View(s *screen, _ int) []styles.Line {
	title := draw.Words(styles.RoleTitle, " "+d.decision.Choice.Order()+"  ")
	file := styles.Line{{Text: styles.Plain("").Pad(title.Width()), Role: styles.RolePlain}}
	lines := []styles.Line{
		styles.Join(title, styles.Line{{Text: s.th.Brief(d.subject, s.width), Role: styles.RoleTitle}}),
		styles.Join(file, styles.Line{{Text: s.th.Show(d.decision.Ref.Path), Role: styles.RoleMuted}}),
		{{Text: s.th.Rule(s.width), Role: styles.RoleFrame}},
	}
	h := s.height - dialogFrame
	var body []styles.Line
	switch d.stage {
	case stageNote:
		body = d.viewNote(s, h)
	case stageForm:
		body = d.viewForm(s, h)
	case stageType:
		body = d.viewType(s, h)
	case stageOpening:
		body = []styles.Line{draw.Words(styles.RoleMuted, " Reading…")}
	default:
		if d.helping {
			body = draw.Between(d.help(s), d.helpTop, h)
			break
		}
		body = draw.Between(d.body, d.top, h)
	}
	lines = append(lines, draw.Tall(body, h)...)
	keep := 1
	if d.stage == stageForm {
		keep = 2
	}
	return append(lines, d.rule(s), s.Status(1)[0], draw.HintLine(d.Hints(s), keep, s.width))
}

// viewNote asks for the note in h rows; below stand the facts, to write it by.
func (d *dialog) viewNote(s *screen, h int) []styles.Line {
	lines := draw.Prefixed(draw.Wrapped(s.th.Label(d.question()), styles.RolePlain, max(1, s.width-1)), " ", styles.RolePlain)
	if utf8.RuneCountInString(d.input.Value()) >= model.MaxNote {
		lines = append(lines, draw.Words(styles.RoleWarn, " The note is full."))
	}
	lines = append(lines, s.inputField(d.input, max(1, h-len(lines)))...)
	return append(append(lines, nil), board.FactLines(s.th, d.facts, s.width)...)
}

// question asks for the note.
func (d *dialog) question() string {
	switch {
	case d.ask != "":
		return d.ask
	case d.decision.Choice == model.ChoiceReject:
		return "Why not? The agent will read this line."
	case d.decision.Choice == model.ChoiceChanges:
		return "What should change? The request stays pending."
	}
	return "A note for the agent (may be empty)."
}

// rule says how much of the text has not been on screen.
func (d *dialog) rule(s *screen) styles.Line {
	label, role := "", styles.RoleFrame
	unseen, _ := d.unseen()
	switch {
	case d.lost:
		label, role = " gone from disk ", styles.RoleBad
	case d.gone != "":
		label, role = " cannot be read ", styles.RoleBad
	case d.stage == stageStale:
		label, role = " changed on disk ", styles.RoleBad
	case d.stage == stageConfirm && unseen > 0:
		label, role = " not seen yet: "+model.Counted(unseen, "line")+" ", styles.RoleWarn
	case d.stage == stageConfirm:
		label, role = " all was on screen · sha256 "+d.doc.Seen.Short()+" ", styles.RoleGood
	}
	left := styles.Line{{Text: s.th.Rule(2), Role: styles.RoleFrame}, draw.Span(role, label)}
	return styles.Join(left, styles.Line{{Text: s.th.Rule(max(0, s.width-left.Width())), Role: styles.RoleFrame}})
}

func (d *dialog) Hints(s *screen) []draw.Hint {
	leave, help := draw.Hint{Key: "esc", Does: "leave"}, draw.Hint{Key: keys.Of(s.keys.Help), Does: "help"}
	if d.stage == stageConfirm && d.asked() {
		leave.Does = "back to it"
	}
	note := draw.Hint{Key: keys.Of(s.keys.Note), Does: d.noteName()}
	unseen, below := d.unseen()
	switch {
	case s.writing:
		return nil
	case d.helping:
		return []draw.Hint{{Key: s.keys.Moving(), Does: "move"}, {Key: "esc", Does: "back to the text"}}
	case d.stage == stageNote:
		return []draw.Hint{{Key: "enter", Does: "go on"}, leave}
	case d.stage == stageType:
		return []draw.Hint{{Key: "enter", Does: "approve"}, leave}
	case d.stage == stageForm:
		return []draw.Hint{{Key: "tab", Does: "next"}, {Key: "←→", Does: "choose"}, leave, {Key: "ctrl+d", Does: "review"}}
	case d.lost:
		return []draw.Hint{leave}
	case d.gone != "":
		return []draw.Hint{{Key: keys.Of(s.keys.Look), Does: "look again"}, help, leave}
	case d.stage == stageStale:
		return []draw.Hint{{Key: keys.Of(s.keys.Look), Does: "look at the new text"}, help, leave}
	case d.stage == stageConfirm && below > 0:
		return []draw.Hint{{Key: keys.Of(s.keys.PageDown), Does: "read the rest"}, note, help, leave}
	case d.stage == stageConfirm && unseen > 0:
		return []draw.Hint{{Key: keys.Of(s.keys.PageUp), Does: "read the rest"}, note, help, leave}
	case d.stage == stageConfirm && d.masked:
		return []draw.Hint{{Key: keys.Of(s.keys.Reveal), Does: "show masked"}, note, help, leave}
	case d.stage == stageConfirm && !(d.armed && d.steady):
		return []draw.Hint{note, help, leave}
	case d.stage == stageConfirm:
		return []draw.Hint{{Key: "y", Does: strings.ToLower(d.decision.Choice.Order())}, note, help, leave}
	}
	return []draw.Hint{leave}
}

// noteName is what the key for the note does.
func (d *dialog) noteName() string {
	if d.asked() {
		return "edit"
	}
	return "note"
}

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

// viewType asks for the target in h rows.
func (d *dialog) viewType(s *screen, h int) []styles.Line {
	lines := draw.Prefixed(draw.Wrapped(s.th.Show(d.whyType), styles.RoleBad, max(1, s.width-10)), " Careful: ", styles.RoleBad)
	lines = append(lines, draw.Sentence(styles.RolePlain, " To approve it all the same, type:", s.width)...)
	lines = append(lines, draw.Prefixed(draw.Wrapped(s.th.Show(d.mustType), styles.RoleTitle, max(1, s.width-1)), " ", styles.RolePlain)...)
	lines = append(lines, nil)
	return append(lines, s.inputField(d.input, max(1, h-len(lines)))...)
}
