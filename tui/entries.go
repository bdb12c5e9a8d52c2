package tui

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

// pageWords are the words by which people look for a page.
func pageWords(title string) string {
	words := "page tab go"
	switch title {
	case "Home":
		words += " resume start inbox queue needs"
	case board.SessionsTitle:
		words += " sessions interrupted cut off died"
	case board.JournalTitle:
		words += " research attempts dead ends"
	}
	return words
}

// The places of the pages among what the palette opens, and of those without a tab.
const pagesOpen, lessOpen = 4, 5

// unlisted are the actions that the palette leaves out: it has these keys itself.
func unlisted(act action) bool {
	return act.group == "" || act.group == "Move" || slices.Contains([]keys.ID{keys.Palette, keys.NextTab, keys.PrevTab, keys.Back}, act.id)
}

// entries lists the actions and pages in the order of their groups.
func (a *App) entries() []overlay.Entry {
	type placed struct {
		overlay.Entry
		at int
	}
	var all []placed
	if len(a.pages) > 1 {
		for i, p := range a.pages {
			e := placed{overlay.Entry{Key: p.Key, Name: p.Title, Words: pageWords(p.Title), Note: p.Says(a.board), ID: keys.ID(p.Title)}, pagesOpen}
			if i == a.tabs.at || !a.board.Here[i] {
				e.at = lessOpen
			}
			all = append(all, e)
		}
	}
	for _, act := range a.actions() {
		if unlisted(act) {
			continue
		}
		e := placed{a.paletteEntry(act), act.opens}
		switch {
		case act.opens > 0:
		case act.brief.group == thisRow:
			e.Group, e.at = overlay.OnRow, a.placeOf(act)
		default:
			e.Group = overlay.Others
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(x, y placed) int { return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(x.at, y.at)) })
	entries := make([]overlay.Entry, len(all))
	for i, e := range all {
		entries[i] = e.Entry
	}
	if i := slices.IndexFunc(entries, func(e overlay.Entry) bool { return e.Group == overlay.OnRow && !e.Unable }); i >= 0 {
		entries[i].Of, entries[i].Note = a.rowAbout()
	}
	return entries
}

// paletteEntry is an action in the palette.
func (a *App) paletteEntry(act action) overlay.Entry {
	e := overlay.Entry{Name: upper(a.called(act)), Words: act.finds, Only: act.findsOnly, Unable: a.refuse(act) != "", ID: act.id}
	if key := draw.Key(a.th, keys.Cap(a.keys[act.id])); key.Width() <= overlay.PaletteKeys {
		e.Key = key.String()
	}
	if act.about != nil && !e.Unable {
		now := act.about(a)
		e.Name, e.Of, e.Note = cmp.Or(now.name, e.Name), now.of, now.note
	}
	return e
}

// rowAbout is the title of the row under the cursor, with its deadline, else its reason.
func (a *App) rowAbout() (title, note string) {
	r, ok := a.list().Current()
	ref, _ := a.selected()
	if !ok || r.Ref != ref {
		return "", ""
	}
	note = r.Why
	if !r.Until.IsZero() {
		note = a.th.Symbol(styles.SymDeadline).String() + " " + phrase.Left(a.board.Snapshot.At, r.Until)
	}
	return "“" + r.What + "”", note
}

func aboutEmber(a *App) about {
	t, p := a.ember()
	of := t.Called()
	if p != nil {
		of = phrase.StepOf(*p)
	}
	return about{"The ember:", of, a.emberVerb()}
}

func aboutAway(a *App) about {
	if !a.board.Snapshot.LastLook.Known() {
		return about{}
	}
	return about{note: phrase.Age(a.board.Snapshot.At, a.board.AwayFrom())}
}

// aboutUndo says what would be undone.
func aboutUndo(a *App) about {
	u := a.board.Snapshot.Undo.Past
	if u.ID == "" {
		return about{}
	}
	return about{name: "Undo: " + phrase.Past(u), note: phrase.AgeWords(a.now(), u.At)}
}

func aboutMessage(a *App) about {
	if a.board.WaitingText() == "" {
		return about{}
	}
	return about{note: "1 waiting"}
}

func aboutTheme(a *App) about {
	if a.th.Dark() {
		return about{note: "dark"}
	}
	return about{note: "light"}
}

func upper(name string) string {
	r, size := utf8.DecodeRuneInString(name)
	if strings.HasPrefix(name[size:], " ") && size == 1 {
		return name
	}
	return string(unicode.ToUpper(r)) + name[size:]
}

func openPalette(a *App) tea.Cmd {
	a.open(overlay.NewPalette(a.screen(), "Go to or do", a.entries(), a.feed.visit.used))
	return nil
}

// mostUsed is how many entries of the palette are remembered.
const mostUsed = 12

// use notes that an entry was chosen in the palette.
func (a *App) use(id keys.ID) {
	used := slices.DeleteFunc(slices.Clone(a.feed.visit.used), func(u keys.ID) bool { return u == id })
	used = append([]keys.ID{id}, used...)
	a.feed.visit.used = used[:min(len(used), mostUsed)]
}
