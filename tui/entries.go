package tui

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model/phrase"
	"coldstart/tui/board"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

// everyday are the words by which people look for an action, by its name in the settings.
func everyday(name string) string {
	return map[string]string{
		"open":           "show details enter look",
		"source":         "raw bytes file",
		"reveal":         "secrets passwords keys unmask",
		"seen":           "read acknowledge news",
		"find":           "search filter grep",
		"views":          "saved filters",
		"snooze":         "later postpone hide remind",
		"snoozed":        "hidden later",
		"approve":        "approve yes accept allow ok",
		"reject":         "no deny decline refuse",
		"changes":        "revise edit reply comment",
		"rerun":          "again retry restart resume",
		"undo":           "revert take back oops",
		"history":        "past decisions log earlier record",
		"pin":            "resume another plan keep active",
		"message":        "tell note leave a next session prompt",
		"edit":           "editor vim change file",
		"copy":           "clipboard yank path",
		"reload":         "refresh update",
		"theme":          "dark light colours colors appearance",
		"help":           "keys shortcuts manual",
		"vaults":         "repositories projects switch",
		"dead-end-check": "before failed attempts dead end check rejected",
		"entry":          "journal write lesson",
		"note":           "journal write lesson",
		"mark":           "select several",
		"decide-marked":  "several sessions orphans clear",
		"make-vault":     "init begin set up new",
		"demo":           "example try tour",
		"copy-guide":     "instructions agent clipboard",
	}[name]
}

// pageWords are the words by which people look for a page.
func pageWords(title string) string {
	words := "page tab go"
	switch title {
	case "Home":
		words += " resume start inbox queue needs"
	case board.OrphansTitle:
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
			k := act.binding(a.bound())
			if act.group != group || k.Help() == a.keys.Palette.Help() {
				continue
			}
			out = append(out, overlay.Entry{
				Key: keys.Cap(k), Name: upper(a.entryName(act)), Words: everyday(a.named(act)), Note: a.entryNote(act),
				Only: quitWords(k, a.keys), Unable: act.refuse(a) != "", ID: i,
			})
		}
		if group == "Pages" {
			for i, p := range a.pages {
				out = append(out, overlay.Entry{Key: p.Key, Name: p.Title, Words: pageWords(p.Title), Note: "page", ID: -1 - i})
			}
		}
	}
	return out
}

// quitWords are the only words that find the keys that quit, "" for other keys.
func quitWords(k key.Binding, all keys.Map) string {
	if help := k.Help(); help == all.Quit.Help() || help == all.Kill.Help() {
		return "quit exit leave"
	}
	return ""
}

// named is the name of an action in the settings, "" for none.
func (a *App) named(act action) string {
	bound := act.binding(a.keys)
	named := a.keys.Named()
	if i := slices.IndexFunc(named, func(n keys.NamedKey) bool { return n.Help() == bound.Help() }); i >= 0 {
		return named[i].Name
	}
	return ""
}

// entryName says what an action would do now.
func (a *App) entryName(act action) string {
	if u := a.board.Snapshot.Undo; a.named(act) == "undo" && u.Past.ID != "" && act.refuse(a) == "" {
		return "undo: " + phrase.Past(u.Past)
	}
	name, _, _ := strings.Cut(a.called(act), " (also ")
	return name
}

// entryNote is what an action is about.
func (a *App) entryNote(act action) string {
	u := a.board.Snapshot.Undo
	switch name := a.named(act); {
	case name == "undo" && u.Past.ID != "":
		return phrase.AgeWords(a.now(), u.Past.At)
	case slices.Contains([]string{"approve", "reject", "changes", "rerun", "inspect", "skip", "abort", "worth-retrying", "mark", "snooze", "edit", "copy"}, name):
		return "this row"
	}
	return ""
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
