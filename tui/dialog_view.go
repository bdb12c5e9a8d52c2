package tui

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/textinput"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// dialogFrame is the number of rows of a dialog around its text: two for the
// title, a rule, the rule with the count, status line, hints.
const dialogFrame = 6

// viewDialog draws the open dialog over the whole screen.
func (a *App) viewDialog() []styles.Line {
	d := a.dialog
	title := draw.Words(styles.RoleTitle, " "+d.decision.Choice.Order()+"  ")
	file := styles.Line{{Text: styles.Plain("").Pad(title.Width()), Role: styles.RolePlain}}
	lines := []styles.Line{
		styles.Join(title, styles.Line{{Text: a.th.Brief(d.subject, a.width), Role: styles.RoleTitle}}),
		styles.Join(file, styles.Line{{Text: a.th.Show(d.decision.Ref.Path), Role: styles.RoleMuted}}),
		{{Text: a.th.Rule(a.width), Role: styles.RoleFrame}},
	}
	h := a.height - dialogFrame
	var body []styles.Line
	switch d.stage {
	case stageNote:
		body = a.viewNote(h)
	case stageForm:
		body = a.viewForm(h)
	case stageType:
		body = a.viewType(h)
	case stageOpening:
		body = []styles.Line{draw.Words(styles.RoleMuted, " Reading…")}
	default:
		if d.helping {
			body = draw.Between(a.dialogHelp(), d.helpTop, h)
			break
		}
		body = draw.Between(d.body, d.top, h)
	}
	lines = append(lines, draw.Tall(body, h)...)
	keep := 1
	if d.stage == stageForm {
		keep = 2
	}
	return append(lines, a.dialogRule(), a.statusLines(1)[0], draw.HintLine(a.dialogHints(), keep, a.width))
}

// viewNote asks for the note in h rows; below stand the facts, to write it by.
func (a *App) viewNote(h int) []styles.Line {
	d := a.dialog
	lines := draw.Prefixed(draw.Wrapped(a.th.Label(d.question()), styles.RolePlain, max(1, a.width-1)), " ", styles.RolePlain)
	if utf8.RuneCountInString(d.input.Value()) >= model.MaxNote {
		lines = append(lines, draw.Words(styles.RoleWarn, " The note is full."))
	}
	lines = append(lines, a.inputField(d.input, max(1, h-len(lines)))...)
	return append(append(lines, nil), board.FactLines(a.th, d.facts, a.width)...)
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

// inputField is the text so far with a bar where the next letter goes, at most h
// rows of it, the one with the bar among them.
func (a *App) inputField(in textinput.Model, h int) []styles.Line {
	value, w := []rune(in.Value()), a.width-4
	at := min(in.Position(), len(value))
	head := string(value[:at]) + a.th.Symbol(styles.SymVertical).String()
	rows := draw.Wrapped(a.th.Show(head+string(value[at:])), styles.RolePlain, w)
	rows = draw.Prefixed(rows, " "+a.th.Symbol(styles.SymCursor).String()+" ", styles.RoleKey)
	return draw.Between(rows, len(a.th.Show(head).Wrap(w))-h, h)
}

// dialogRule says how much of the text has not been on screen.
func (a *App) dialogRule() styles.Line {
	d := a.dialog
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
	left := styles.Line{{Text: a.th.Rule(2), Role: styles.RoleFrame}, draw.Span(role, label)}
	return styles.Join(left, styles.Line{{Text: a.th.Rule(max(0, a.width-left.Width())), Role: styles.RoleFrame}})
}

func (a *App) dialogHints() []draw.Hint {
	d := a.dialog
	leave, help := draw.Hint{Key: "esc", Does: "leave"}, draw.Hint{Key: keys.Of(a.keys.Help), Does: "help"}
	if d.stage == stageConfirm && d.asked() {
		leave.Does = "back to it"
	}
	note := draw.Hint{Key: keys.Of(a.keys.Note), Does: d.noteName()}
	unseen, below := d.unseen()
	switch {
	case a.writing:
		return nil
	case d.helping:
		return []draw.Hint{{Key: a.keys.Moving(), Does: "move"}, {Key: "esc", Does: "back to the text"}}
	case d.stage == stageNote:
		return []draw.Hint{{Key: "enter", Does: "go on"}, leave}
	case d.stage == stageType:
		return []draw.Hint{{Key: "enter", Does: "approve"}, leave}
	case d.stage == stageForm:
		return []draw.Hint{{Key: "tab", Does: "next"}, {Key: "←→", Does: "choose"}, leave, {Key: "ctrl+d", Does: "review"}}
	case d.lost:
		return []draw.Hint{leave}
	case d.gone != "":
		return []draw.Hint{{Key: keys.Of(a.keys.Look), Does: "look again"}, help, leave}
	case d.stage == stageStale:
		return []draw.Hint{{Key: keys.Of(a.keys.Look), Does: "look at the new text"}, help, leave}
	case d.stage == stageConfirm && below > 0:
		return []draw.Hint{{Key: keys.Of(a.keys.PageDown), Does: "read the rest"}, note, help, leave}
	case d.stage == stageConfirm && unseen > 0:
		return []draw.Hint{{Key: keys.Of(a.keys.PageUp), Does: "read the rest"}, note, help, leave}
	case d.stage == stageConfirm && d.masked:
		return []draw.Hint{{Key: keys.Of(a.keys.Reveal), Does: "show masked"}, note, help, leave}
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
