package cli

import (
	"strings"
)

// shells are the ones that completions are written for.
func shells() []string { return []string{"bash", "zsh", "fish"} }

// shellCommands are for setting coldstart up on a machine.
func shellCommands() []command {
	return []command{
		{
			name: "completion", usage: "completion bash|zsh|fish", example: "coldstart completion bash", run: runCompletion,
			summary: "Print a script that completes commands and flags in a shell",
			least:   1, most: 1, needs: "the shell: bash, zsh or fish",
			details: []string{
				`bash: eval "$(coldstart completion bash)" in ~/.bashrc`,
				"zsh:  coldstart completion zsh > _coldstart, in a folder of $fpath",
				"fish: coldstart completion fish > ~/.config/fish/completions/coldstart.fish",
			},
		},
		{
			name: "man", usage: "man", example: "coldstart man", run: runMan,
			summary: "Print the manual page",
			details: []string{"To read it: coldstart man > coldstart.1, then man -l coldstart.1."},
		},
	}
}

func runCompletion(c *call) (int, error) {
	var script string
	switch c.args[0] {
	case "bash":
		script = bashScript()
	case "zsh":
		script = zshScript()
	case "fish":
		script = fishScript()
	default:
		return 0, usage(unknown("shell", c.args[0]), choices("the shells are ", c.args[0], shells())...)
	}
	c.out.page(script)
	return exitDone, nil
}

// page writes a text of ours that another program reads.
func (p *paper) page(text string) { p.text.WriteString(text) }

// quotedFor puts a text into single quotes; instead is what stands for one in it.
func quotedFor(text, instead string) string {
	return "'" + strings.ReplaceAll(text, "'", instead) + "'"
}
