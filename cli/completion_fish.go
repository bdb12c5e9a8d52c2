package cli

import (
	"fmt"
	"strings"
)

func fishScript() string {
	var b strings.Builder
	b.WriteString("# Completes the commands and flags of coldstart in fish.\n\ncomplete -c coldstart -f\n")
	for _, o := range offeredFlags(globalFlags) {
		fmt.Fprintf(&b, "complete -c coldstart %s\n", o.fish())
	}
	for _, cmd := range namedCommands() {
		fmt.Fprintf(&b, "complete -c coldstart -n __fish_use_subcommand -a %s -d %s\n", cmd.name, fishQuoted(cmd.summary))
	}
	for _, cmd := range namedCommands() {
		when := fishQuoted("__fish_seen_subcommand_from " + cmd.name)
		for _, o := range offeredFlags(cmd.flags) {
			fmt.Fprintf(&b, "complete -c coldstart -n %s %s\n", when, o.fish())
		}
		if words := cmd.words(); len(words) > 0 {
			fmt.Fprintf(&b, "complete -c coldstart -n %s -a %s\n", when, fishQuoted(strings.Join(words, " ")))
		}
	}
	return b.String()
}

// fish is the flag as complete takes it.
func (o offered) fish() string {
	name := "-l " + o.name
	if len(o.name) == 1 {
		name = "-s " + o.name
	}
	switch {
	case o.isFolder():
		name += " -x -a '(__fish_complete_directories)'"
	case o.isFile():
		name += " -r -F"
	case len(o.choices()) > 0:
		name += " -x -a " + fishQuoted(strings.Join(o.choices(), " "))
	case o.value != "":
		name += " -x"
	}
	return name + " -d " + fishQuoted(o.does)
}

func fishQuoted(text string) string {
	return quotedFor(strings.ReplaceAll(text, `\`, `\\`), `\'`)
}
