package keys

import (
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// Press is the message of a key as hints write it, false for several keys at once.
func Press(name string) (tea.KeyMsg, bool) {
	if rest, ok := strings.CutPrefix(name, "^"); ok && rest != "" {
		name = "ctrl+" + rest
	}
	for _, known := range [...][2]string{{"↵", "enter"}, {"pgdn", "pgdown"}, {"space", " "}, {"↑", "up"}, {"↓", "down"}, {"←", "left"}, {"→", "right"}} {
		if name == known[0] {
			name = known[1]
		}
	}
	msg := tea.KeyMsg{Type: tea.KeyRunes}
	if rest, ok := strings.CutPrefix(name, "alt+"); ok && rest != "" {
		msg.Alt, name = true, rest
	}
	if r, size := utf8.DecodeRuneInString(name); size == len(name) && size > 0 && r != ' ' {
		msg.Runes = []rune{r}
		return msg, true
	}
	for t := tea.KeyF20; t <= tea.KeyBackspace; t++ {
		if t != tea.KeyRunes && t.String() == name && name != "" {
			msg.Type = t
			if t == tea.KeySpace {
				msg.Runes = []rune{' '}
			}
			return msg, true
		}
	}
	return tea.KeyMsg{}, false
}
