package cli

import (
	"coldstart/styles"
	"coldstart/tui"
)

// clipboard says how the screen may copy.
func (c *call) clipboard() tui.Clipboard {
	clip := tui.Clipboard{Between: between(c.env.Getenv)}
	switch {
	case !c.conf.on("clipboard"):
		clip.Off = "copying is switched off in the settings"
	case bare(c.env.Getenv):
		clip.Off = "this terminal has no clipboard"
	}
	return clip
}

// bare reports whether the terminal takes no operating system commands, and might show
// them.
func bare(getenv func(string) string) bool {
	term := getenv("TERM")
	return term == "dumb" || term == "linux"
}

// between gives the program that runs the terminal we see; the innermost one that tells
// of itself counts.
func between(getenv func(string) string) styles.Between {
	switch {
	case getenv("TMUX") != "":
		return styles.Tmux
	case getenv("STY") != "":
		return styles.Screen
	}
	return styles.Nothing
}
