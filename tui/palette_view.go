package tui

import "coldstart/styles"

// paletteRows is how many entries fit below what is typed.
func (a *App) paletteRows() int { return max(1, a.bodyHeight()-1) }

// paletteKeys is the width of the keys in the palette.
const paletteKeys = 10

// viewPalette shows what is typed and the entries that it leaves.
func (a *App) viewPalette(h int) []styles.Line {
	p := a.palette
	typed := styles.Line{
		span(styles.RoleKey, " :"), {Text: a.th.Show(p.typed), Role: styles.RoleTitle}, {Text: a.th.Symbol(styles.SymVertical), Role: styles.RoleKey},
	}
	if p.typed == "" {
		typed = append(typed, span(styles.RoleMuted, " "+p.asks))
	}
	lines := []styles.Line{typed.Fit(a.width)}
	if len(p.fits) == 0 {
		return append(lines, words(styles.RoleMuted, " Nothing is called that."))
	}
	sought := soughtWords(p.typed)
	for i := p.top; i < len(p.fits) && len(lines) < h; i++ {
		lines = append(lines, a.viewEntry(p.fits[i], sought, i == p.at))
	}
	return lines
}

func (a *App) viewEntry(e entry, sought []string, chosen bool) styles.Line {
	why := e.refuse(a)
	keyRole, role := styles.RoleKey, styles.RolePlain
	if why != "" {
		keyRole, role = styles.RoleMuted, styles.RoleMuted
		why = "  not now: " + why
	}
	cursor := span(styles.RoleAccent, " ")
	if chosen {
		cursor = styles.Span{Text: a.th.Symbol(styles.SymCursor), Role: styles.RoleSelected}
	}
	line := styles.Line{cursor, span(styles.RolePlain, " "), {Text: styles.Plain(e.key).Pad(paletteKeys), Role: keyRole}}
	line = styles.Join(line, marked(styles.Plain(e.name), sought, role), words(styles.RoleMuted, why))
	return line.Fit(a.width)
}

// paletteHints are the keys that work in the palette.
func (a *App) paletteHints() []hint {
	var hints []hint
	if e, ok := a.palette.chosen(); ok && e.refuse(a) == "" {
		hints = append(hints, hint{"enter", "do it"})
	}
	if len(a.palette.fits) > 1 {
		hints = append(hints, hint{"↑↓", "move"})
	}
	return append(hints, hint{"esc", "close"})
}

// paletteReason is why the chosen entry cannot run, in full, "" when it can.
func (a *App) paletteReason() string {
	if e, ok := a.palette.chosen(); ok && e.refuse(a) != "" {
		return "Not now: " + e.refuse(a) + "."
	}
	return ""
}
