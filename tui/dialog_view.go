package tui

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"coldstart/model"
	"coldstart/styles"
)

// dialogFrame is the number of rows of a dialog that hold no vault text: title,
// rule, the rule with the count, hints, status line.
const dialogFrame = 5

// verb gives the choice as an order: "Approve".
func verb(c model.Choice) string {
	switch c {
	case model.ChoiceApprove:
		return "Approve"
	case model.ChoiceReject:
		return "Reject"
	}
	return "Ask for changes"
}

// viewDialog draws the open dialog over the whole screen.
func (a *App) viewDialog() []styles.Line {
	d := a.dialog
	title := styles.Join(
		words(styles.RoleTitle, " "+verb(d.decision.Choice)+"  "),
		styles.Line{{Text: a.th.Show(d.decision.Ref.Path), Role: styles.RolePlain}},
	)
	rule := styles.Line{{Text: a.th.Rule(a.width), Role: styles.RoleFrame}}
	lines := []styles.Line{title, rule}
	h := max(1, a.height-dialogFrame)
	var body []styles.Line
	switch d.stage {
	case stageNote:
		body = a.viewNote()
	case stageOpening:
		body = []styles.Line{words(styles.RoleMuted, " Reading…")}
	default:
		body = between(d.body, d.top, h)
	}
	for i := range h {
		var l styles.Line
		if i < len(body) {
			l = body[i]
		}
		lines = append(lines, l)
	}
	return append(lines, a.dialogRule(), a.viewStatus(), a.viewDialogHints())
}

func (a *App) viewNote() []styles.Line {
	d := a.dialog
	ask := "Why not? The agent will read this line."
	switch d.decision.Choice {
	case model.ChoiceApprove:
		ask = "A note for the agent (may be empty)."
	case model.ChoiceChanges:
		ask = "What should change? The request stays pending."
	}
	value := []rune(d.input.Value())
	at := min(d.input.Position(), len(value))
	return []styles.Line{
		nil,
		words(styles.RolePlain, " "+ask),
		nil,
		{
			span(styles.RoleKey, " "+a.th.Symbol(styles.SymCursor).String()+" "),
			{Text: a.th.Show(string(value[:at])), Role: styles.RolePlain},
			span(styles.RoleAccent, "_"),
			{Text: a.th.Show(string(value[at:])), Role: styles.RolePlain},
		},
	}
}

// dialogRule says how much of the text has not been on screen.
func (a *App) dialogRule() styles.Line {
	d := a.dialog
	label := ""
	role := styles.RoleFrame
	switch {
	case d.stage == stageStale:
		label, role = " changed on disk ", styles.RoleBad
	case d.stage == stageConfirm && d.unseen() > 0:
		label, role = fmt.Sprintf(" %d lines not seen yet ", d.unseen()), styles.RoleWarn
	case d.stage == stageConfirm:
		label, role = " end of the text · sha256 "+d.doc.Seen.Short()+" ", styles.RoleGood
	}
	left := styles.Line{{Text: a.th.Rule(2), Role: styles.RoleFrame}, span(role, label)}
	return styles.Join(left, styles.Line{{Text: a.th.Rule(max(0, a.width-left.Width())), Role: styles.RoleFrame}})
}

func (a *App) viewDialogHints() styles.Line {
	d := a.dialog
	var hints []hint
	switch d.stage {
	case stageNote:
		hints = []hint{{"enter", "go on"}, {"esc", "leave it"}}
	case stageStale:
		hints = []hint{{"l", "look at the new text"}, {"esc", "leave it"}}
	case stageConfirm:
		if reason := d.refuse(); d.unseen() > 0 {
			hints = []hint{{"↓ pgdn", reason}}
		} else {
			hints = []hint{{"y", strings.ToLower(verb(d.decision.Choice))}}
		}
		hints = append(hints, hint{"n", "note"}, hint{"esc", "leave it"})
	}
	return hintLine(hints)
}

// content is everything there is to see before a yes: what the decision is about,
// what it changes, and every byte of the file.
func (d *dialog) content(th *styles.Theme, w int) []styles.Line {
	if d.stage == stageStale {
		return d.staleContent(th, w)
	}
	lines := append(d.facts(w), nil)
	lines = append(lines, section(th, "What will happen", w))
	lines = append(lines, changeLines(th, d.changes, w)...)
	lines = append(lines, nil, section(th, "The whole file", w))
	return append(lines, sourceLines(th, d.doc.Bytes, w)...)
}

func (d *dialog) staleContent(th *styles.Theme, w int) []styles.Line {
	if d.gone != "" {
		lines := sentence(styles.RoleBad, " The file cannot be read any more:", w)
		return append(lines, wrapped(th.Label(d.gone), styles.RolePlain, w)...)
	}
	lines := sentence(styles.RoleBad, " The file was changed while you were reading it. This is the difference:", w)
	lines = append(lines, nil)
	return append(lines, diffLines(th, d.doc.Bytes, d.newer.Bytes, w)...)
}

// diffLines shows how one text became another.
func diffLines(th *styles.Theme, old, new []byte, w int) []styles.Line {
	var lines []styles.Line
	for _, l := range strings.Split(udiff.Unified("shown", "on disk now", string(old), string(new)), "\n") {
		role := styles.RolePlain
		switch {
		case strings.HasPrefix(l, "+"):
			role = styles.RoleAdded
		case strings.HasPrefix(l, "-"):
			role = styles.RoleRemoved
		case strings.HasPrefix(l, "@@"):
			role = styles.RoleMuted
		}
		lines = append(lines, gutter(th, wrapped(th.Show(l), role, max(1, w-2)))...)
	}
	return lines
}

// changeLines shows what a decision does to files, line by line.
func changeLines(th *styles.Theme, changes []model.Change, w int) []styles.Line {
	var lines []styles.Line
	for _, c := range changes {
		head := styles.Join(words(styles.RoleTitle, " "+c.Kind.String()+" "), styles.Line{{Text: th.Show(c.Path), Role: styles.RolePlain}})
		if c.To != "" {
			head = styles.Join(head, words(styles.RoleMuted, " "+th.Symbol(styles.SymArrow).String()+" "), styles.Line{{Text: th.Show(c.To), Role: styles.RoleTitle}})
		}
		lines = append(lines, head)
		for _, l := range c.Before {
			lines = append(lines, prefixed(wrapped(th.Show(l), styles.RoleRemoved, max(1, w-5)), "   - ", styles.RoleRemoved)...)
		}
		for _, l := range c.After {
			lines = append(lines, prefixed(wrapped(th.Show(l), styles.RoleAdded, max(1, w-5)), "   + ", styles.RoleAdded)...)
		}
	}
	return lines
}

func prefixed(lines []styles.Line, prefix string, role styles.Role) []styles.Line {
	for i := range lines {
		lines[i] = styles.Join(words(role, prefix), lines[i])
	}
	return lines
}
