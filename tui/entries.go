package tui

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model/phrase"
	"coldstart/tui/board"
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
		words += " sessions cut off died"
	case board.JournalTitle:
		words += " research attempts dead ends"
	}
	return words
}

// entries lists all actions and pages in the order of their groups. The id of an action is its
// index, that of page i is -1-i.
func (a *App) entries() []overlay.Entry {
	all := a.actions()
	var out []overlay.Entry
	for _, group := range []string{firstGroup, decideGroup, ownGroup, viewGroup, "Find", "Pages", "Program", "Move"} {
		for i, act := range all {
			if act.group != group || act.id == keys.Palette {
				continue
			}
			name, note := a.entryName(act)
			out = append(out, overlay.Entry{
				Key: keys.Cap(a.bound(act)), Name: upper(name), Words: act.finds, Note: note, Only: act.findsOnly, Unable: a.refuse(act) != "", ID: i,
			})
		}
		if group == "Pages" && len(a.pages) > 1 {
			for i, p := range a.pages {
				out = append(out, overlay.Entry{Key: p.Key, Name: p.Title, Words: pageWords(p.Title), Note: "page", ID: -1 - i})
			}
		}
	}
	return out
}

// entryName says what an action would do now, and what it is about.
func (a *App) entryName(act action) (name, note string) {
	name = a.called(act)
	if u := a.board.Snapshot.Undo.Past; act.id == keys.Undo && u.ID != "" {
		if a.refuse(act) == "" {
			name = "undo: " + phrase.Past(u)
		}
		return name, phrase.AgeWords(a.now(), u.At)
	}
	return name, act.note
}

func upper(name string) string {
	r, size := utf8.DecodeRuneInString(name)
	if strings.HasPrefix(name[size:], " ") && size == 1 {
		return name
	}
	return string(unicode.ToUpper(r)) + name[size:]
}

func openPalette(a *App) tea.Cmd {
	a.open(overlay.NewPalette(a.entries(), a.tabs.used))
	return nil
}

// mostUsed is how many actions the palette remembers.
const mostUsed = 5

// use notes that an action was chosen in the palette.
func (a *App) use(entry int) {
	used := slices.DeleteFunc(a.tabs.used, func(id int) bool { return id == entry })
	used = append([]int{entry}, used...)
	a.tabs.used = used[:min(len(used), mostUsed)]
}
