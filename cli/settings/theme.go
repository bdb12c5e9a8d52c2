package settings

import (
	"strings"

	"github.com/muesli/termenv"

	"coldstart/styles"
	"coldstart/styles/background"
)

// Theme says what a stream can draw; only a terminal gets colours. Keys and passwords are
// masked unless reveal is set.
func (s Settings) Theme(getenv func(string) string, reveal, terminal bool) *styles.Theme {
	name := s.Is("theme")
	t := styles.New(styles.Options{
		ASCII:    s.On("ascii"),
		NoColor:  !terminal,
		Profile:  profile(getenv),
		Dark:     dark(name, getenv),
		Contrast: strings.HasPrefix(name, highContrast),
	})
	if reveal {
		return t
	}
	return t.Masking()
}

// highContrast begins the names of the themes of high contrast.
const highContrast = "high-contrast"

// themes are the names of all themes. Those without a background use the terminal's.
func themes() []string {
	return []string{"auto", "light", "dark", highContrast, highContrast + "-light", highContrast + "-dark"}
}

func dark(theme string, getenv func(string) string) bool {
	switch {
	case strings.HasSuffix(theme, "dark"):
		return true
	case strings.HasSuffix(theme, "light"):
		return false
	}
	return background.Dark(getenv("COLORFGBG"))
}

// profile says how many colours the terminal has (no-color.org; COLORTERM as terminals set
// it).
func profile(getenv func(string) string) termenv.Profile {
	term, colors := getenv("TERM"), strings.ToLower(getenv("COLORTERM"))
	switch {
	case getenv("NO_COLOR") != "", term == "dumb":
		return termenv.Ascii
	case colors == "truecolor", colors == "24bit":
		return termenv.TrueColor
	case strings.Contains(term, "256color"):
		return termenv.ANSI256
	}
	return termenv.ANSI
}

// still returns the variable that asks for a screen on which nothing moves: no colours, or a
// terminal at the other end of ssh.
func still(getenv func(string) string) (by string) {
	for _, name := range []string{"NO_COLOR", "SSH_CONNECTION", "SSH_TTY"} {
		if getenv(name) != "" {
			return name
		}
	}
	return ""
}

// noUnicode returns the locale variable that rules out UTF-8, "" when none does, in the order
// of POSIX. Without locale variables UTF-8 is assumed.
func noUnicode(getenv func(string) string) (by string) {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(getenv(name)); locale != "" {
			if strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8") {
				return ""
			}
			return name
		}
	}
	return ""
}
