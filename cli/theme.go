package cli

import (
	"strings"

	"github.com/muesli/termenv"

	"coldstart/styles"
	"coldstart/styles/background"
)

// theme finds out what a stream can draw; only a terminal gets colours. Keys and
// passwords of a vault are masked unless they are asked for.
func theme(getenv func(string) string, set settings, conf config, terminal bool) *styles.Theme {
	t := styles.New(styles.Options{
		ASCII:   conf.on("ascii"),
		NoColor: !terminal,
		Profile: profile(getenv),
		Dark:    background.Dark(getenv("COLORFGBG")),
	})
	if set.reveal {
		return t
	}
	return t.Masking()
}

// profile gives the number of colours of the terminal (no-color.org for
// NO_COLOR; COLORTERM as terminals set it).
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

// noUnicode gives the variable of the locale that rules Unicode out, "" when none
// does. POSIX orders them. Without any, as on systems that have no locale variables,
// UTF-8 is taken for granted.
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
