package cli

import (
	"strings"

	"coldstart/styles"
	"coldstart/tui"
	"coldstart/tui/calling"
)

// clipboard says how the screen may copy.
func (c *call) clipboard() tui.Clipboard {
	clip := tui.Clipboard{Between: between(c.env.Getenv)}
	switch {
	case !c.conf.On("clipboard"):
		clip.Off = "copying is switched off in the settings"
	case bare(c.env.Getenv):
		clip.Off = "this terminal has no clipboard"
	}
	return clip
}

// bare reports whether the terminal would print operating system commands (OSC) instead of
// taking them.
func bare(getenv func(string) string) bool {
	term := getenv("TERM")
	return term == "dumb" || term == "linux"
}

// between is the terminal multiplexer we run in, if any.
func between(getenv func(string) string) styles.Multiplexer {
	switch {
	case getenv("TMUX") != "":
		return styles.Tmux
	case getenv("STY") != "":
		return styles.Screen
	}
	return styles.NoMultiplexer
}

// caller says how the screen calls the operator.
func (c *call) caller() calling.Caller {
	by := map[string]calling.By{"bell": calling.Bell, "notice": calling.Notice}
	return calling.Caller{By: by[c.conf.Named("alert").Value], Terminal: noticesOf(c.env.Getenv), Between: between(c.env.Getenv)}
}

// terminal is a program that shows notices, known by a variable in the environment of what it runs.
type terminal struct {
	variable, begins string
	notices          styles.Notices
}

// terminals knows them also behind a multiplexer, which replaces TERM and TERM_PROGRAM.
func terminals() []terminal {
	return []terminal{
		{"KITTY_WINDOW_ID", "", styles.NoticeOSC99},
		{"TERM", "xterm-kitty", styles.NoticeOSC99},
		{"TERM", "foot", styles.NoticeOSC777},
		{"TERM", "rxvt-unicode", styles.NoticeOSC777},
		{"TERM", "xterm-ghostty", styles.NoticeOSC777},
		{"TERM_PROGRAM", "ghostty", styles.NoticeOSC777},
		{"GHOSTTY_RESOURCES_DIR", "", styles.NoticeOSC777},
		{"WEZTERM_PANE", "", styles.NoticeOSC777},
		{"TERM_PROGRAM", "iTerm.app", styles.NoticeOSC9},
		{"LC_TERMINAL", "iTerm2", styles.NoticeOSC9},
	}
}

// noticesOf is how the terminal shows notices of the desktop.
func noticesOf(getenv func(string) string) styles.Notices {
	for _, t := range terminals() {
		if value := getenv(t.variable); value != "" && strings.HasPrefix(value, t.begins) {
			return t.notices
		}
	}
	return styles.BellOnly
}
