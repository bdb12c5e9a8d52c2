package overlay

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

// dialogFrame is the rows around the body: title, file, two rules, status line, hints.
const dialogFrame = 6

// View draws the open dialog over the whole screen.
func (d *Dialog) View(s *Screen, _ int) []styles.Line {
	title := draw.Words(styles.RoleTitle, " "+d.Decision.Choice.Order()+"  ")
	file := styles.Line{{Text: styles.Plain("").Pad(title.Width()), Role: styles.RolePlain}}
	lines := []styles.Line{
		styles.Join(title, styles.Line{{Text: s.Th.Brief(d.Subject, s.Width), Role: styles.RoleTitle}}),
		styles.Join(file, styles.Line{{Text: s.Th.Show(d.Decision.Ref.Path), Role: styles.RoleMuted}}),
		{{Text: s.Th.Rule(s.Width), Role: styles.RoleFrame}},
	}
	h := s.Height - dialogFrame
	var body []styles.Line
	switch d.Stage {
	case StageNote:
		body = d.viewNote(s, h)
	case StageForm:
		body = d.viewForm(s, h)
	case StageType:
		body = d.viewType(s, h)
	case StageOpening:
		body = []styles.Line{draw.Words(styles.RoleMuted, " Reading…")}
	default:
		if d.helping {
			body = draw.Between(d.help(s), d.helpTop, h)
			break
		}
		body = draw.Between(d.Body, d.Top, h)
	}
	lines = append(lines, draw.Tall(body, h)...)
	return append(lines, d.rule(s), s.Status(1)[0], draw.HintLine(d.Hints(s), s.Width))
}

// viewNote asks for the note in h rows, above the facts.
func (d *Dialog) viewNote(s *Screen, h int) []styles.Line {
	lines := draw.Prefixed(draw.Wrapped(s.Th.Label(d.Question()), styles.RolePlain, max(1, s.Width-1)), " ", styles.RolePlain)
	if utf8.RuneCountInString(d.Input.Value()) >= model.MaxNote {
		lines = append(lines, draw.Words(styles.RoleWarn, " The note is full."))
	}
	lines = append(lines, s.inputField(d.Input, max(1, h-len(lines)))...)
	return append(append(lines, nil), board.FactLines(s.Th, d.Facts, s.Width)...)
}

// Question asks for the note.
func (d *Dialog) Question() string {
	switch {
	case d.Ask != "":
		return d.Ask
	case d.Decision.Choice == model.ChoiceReject:
		return "Why not? The agent reads this."
	case d.Decision.Choice == model.ChoiceChanges:
		return "What should change? The request stays pending."
	}
	return "A note for the agent (optional)."
}

func (d *Dialog) rule(s *Screen) styles.Line {
	label, role := "", styles.RoleFrame
	unseen, _ := d.Unseen()
	switch {
	case d.Lost:
		label, role = " gone from disk ", styles.RoleBad
	case d.gone != "":
		label, role = " cannot be read ", styles.RoleBad
	case d.Stage == StageStale:
		label, role = " changed on disk ", styles.RoleBad
	case d.Stage == StageConfirm && unseen > 0:
		label, role = " not read yet: "+model.Counted(unseen, "line")+" ", styles.RoleWarn
	case d.Stage == StageConfirm:
		label, role = " all read · sha256 "+d.Doc.Seen.Short()+" ", styles.RoleGood
	}
	left := styles.Line{{Text: s.Th.Rule(2), Role: styles.RoleFrame}, draw.Span(role, label)}
	return styles.Join(left, styles.Line{{Text: s.Th.Rule(max(0, s.Width-left.Width())), Role: styles.RoleFrame}})
}

// Hints are the keys of this stage.
func (d *Dialog) Hints(s *Screen) []draw.Hint {
	cancel, help := draw.Hint{Key: "esc", Does: "cancel"}, draw.Hint{Key: keys.Of(s.Keys.Help), Does: "help"}
	if d.Stage == StageConfirm && d.Asked() {
		cancel.Does = "back"
	}
	note := draw.Hint{Key: keys.Of(s.Keys.Note), Does: d.noteName()}
	unseen, below := d.Unseen()
	switch {
	case s.Writing:
		return nil
	case d.helping:
		return []draw.Hint{{Key: s.Keys.Moving(), Does: "move"}, {Key: "esc", Does: "back"}}
	case d.Stage == StageNote:
		return []draw.Hint{{Key: "enter", Does: "review"}, cancel}
	case d.Stage == StageType:
		return []draw.Hint{{Key: "enter", Does: "approve"}, cancel}
	case d.Stage == StageForm:
		return []draw.Hint{{Key: "tab", Does: "next"}, {Key: "←→", Does: "choose"}, cancel, {Key: "ctrl+d", Does: "review"}}
	case d.Lost:
		return []draw.Hint{cancel}
	case d.gone != "":
		return []draw.Hint{{Key: keys.Of(s.Keys.Look), Does: "look again"}, help, cancel}
	case d.Stage == StageStale:
		return []draw.Hint{{Key: keys.Of(s.Keys.Look), Does: "look at the new text"}, help, cancel}
	case d.Stage == StageConfirm && below > 0:
		return []draw.Hint{{Key: keys.Of(s.Keys.PageDown), Does: "read the rest"}, note, help, cancel}
	case d.Stage == StageConfirm && unseen > 0:
		return []draw.Hint{{Key: keys.Of(s.Keys.PageUp), Does: "read the rest"}, note, help, cancel}
	case d.Stage == StageConfirm && d.Masked:
		return []draw.Hint{{Key: keys.Of(s.Keys.Reveal), Does: "show masked"}, note, help, cancel}
	case d.Stage == StageConfirm && !(d.Armed && d.steady):
		return []draw.Hint{note, help, cancel}
	case d.Stage == StageConfirm:
		return []draw.Hint{{Key: "y", Does: strings.ToLower(d.Decision.Choice.Order())}, note, help, cancel}
	}
	return []draw.Hint{cancel}
}

func (d *Dialog) noteName() string {
	if d.Asked() {
		return "edit"
	}
	return "note"
}

// content is what must be read before a yes, in lines of at most w cells.
func (d *Dialog) content(th *styles.Theme, w int) []styles.Line {
	if d.Stage == StageStale {
		return d.StaleContent(th, w)
	}
	facts := d.Facts
	if d.Decision.Note != "" {
		facts = append(facts[:len(facts):len(facts)], board.Fact{Label: "Your note", Value: d.Decision.Note, Role: styles.RoleAccent})
	}
	lines := append(board.FactLines(th, facts, w), nil, draw.Section(th, "What will happen", w))
	lines = append(lines, ChangeLines(th, d.Changes, w)...)
	if len(d.Batch) > 0 || d.ChangesTellAll() {
		return lines
	}
	lines = append(lines, nil, draw.Section(th, d.Decision.Ref.Kind.TextName(), w))
	if draw.WideOrder(d.Doc.Bytes) != nil {
		lines = append(lines, draw.Sentence(styles.RoleWarn, " The file is UTF-16, and these are its bytes: esc, then enter shows its text.", w)...)
	}
	return append(lines, draw.Gutter(th, draw.SourceLines(th, draw.WholeLine(d.Decision.Ref.Kind, d.Doc.Bytes), w-draw.GutterWidth))...)
}

// ChangesTellAll reports whether the changes are all there is to read: a journal entry does not
// depend on the rest of the journal, an accepted proposal is moved whole, and an undo is refused
// if a byte changed since.
func (d *Dialog) ChangesTellAll() bool {
	return d.Decision.Ref.Kind == model.KindJournal || d.Decision.Choice == model.ChoiceAccept || d.Decision.Choice == model.ChoiceUndo
}

// StaleContent shows what the file is now.
func (d *Dialog) StaleContent(th *styles.Theme, w int) []styles.Line {
	if d.gone != "" {
		return draw.Prefixed(draw.Wrapped(th.Label(d.gone), styles.RoleBad, max(1, w-1)), " ", styles.RoleBad)
	}
	lines := draw.Sentence(styles.RoleBad, " The file changed while you were reading it. The difference:", w)
	lines = append(lines, nil)
	return append(lines, DiffLines(th, [2]string{"shown", "on disk now"}, d.Doc.Bytes, d.newer.Bytes, w)...)
}

// DiffLines is the difference of two named texts.
func DiffLines(th *styles.Theme, names [2]string, old, new []byte, w int) []styles.Line {
	// Mask lines by their whole text: what makes one a secret may be an unchanged line.
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

// ChangeLines shows changes to files line by line.
func ChangeLines(th *styles.Theme, changes []model.Change, w int) []styles.Line {
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
		if c.Waits != "" {
			says := "the plan stays Blocked, since " + c.Waits + " still waits"
			lines = append(lines, draw.Prefixed(draw.Wrapped(th.Show(says), styles.RoleWarn, max(1, w-5)), "     ", styles.RolePlain)...)
		}
	}
	return lines
}

// kindWidth is the cells of " create ", the longest kind of change.
const kindWidth = 8

// named is a path after a word, wrapped.
func named(th *styles.Theme, word, path string, w int) []styles.Line {
	lines := draw.Wrapped(th.Show(path), styles.RoleTitle, max(1, w-kindWidth))
	for i := range lines {
		lines[i] = styles.Join(styles.Line{{Text: styles.Plain(word).Pad(kindWidth), Role: styles.RoleMuted}}, lines[i])
		word = ""
	}
	return lines
}

func (d *Dialog) viewType(s *Screen, h int) []styles.Line {
	var why []styles.Line
	for _, reason := range d.WhyType {
		why = append(why, draw.Prefixed(draw.Wrapped(s.Th.Show(reason), styles.RoleBad, max(1, s.Width-10)), " Careful: ", styles.RoleBad)...)
	}
	lines := draw.Sentence(styles.RolePlain, " To approve anyway, type:", s.Width)
	lines = append(lines, draw.Prefixed(draw.Wrapped(s.Th.Show(d.MustType), styles.RoleTitle, max(1, s.Width-1)), " ", styles.RolePlain)...)
	lines = append(lines, nil)
	// The field stays on screen. Whatever has no room here was read before the yes.
	if room := max(2, h-len(lines)-1); len(why) > room {
		why = append(why[:room-1], draw.Sentence(styles.RoleBad, " …", s.Width)...)
	}
	lines = append(why, lines...)
	return append(lines, s.inputField(d.Input, max(1, h-len(lines)))...)
}
