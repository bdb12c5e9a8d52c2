package cli

import (
	"flag"
	"regexp"
	"slices"
	"strings"

	"coldstart/model"
)

// offered is what a shell, a man page and help tell of a flag.
type offered struct {
	name string
	// value is what its value is called, "" for a flag that takes none.
	value string
	does  string
}

// offeredFlags looks flags up by their names, in that order.
func offeredFlags(names []string) []offered {
	fs := flagSet(&settings{})
	return each(names, func(name string) offered {
		f := fs.Lookup(name)
		value, does := flag.UnquoteUsage(f)
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
			value = ""
		}
		return offered{name, value, does}
	})
}

// choices are all values that the flag takes; none when it takes others.
func (o offered) choices() []string {
	switch o.name {
	case "category":
		return each(model.Categories(), func(c model.Category) string { return string(c) })
	case "outcome":
		return each(model.Outcomes(), model.Outcome.String)
	case "strategy":
		return model.Strategies()
	case "format":
		return []string{"text", "json", formatClaude}
	}
	for _, set := range options() {
		if set.name == o.name && o.value != "" {
			return set.values
		}
	}
	return nil
}

// isFolder and isFile say that the value is one, which shells can complete.
func (o offered) isFolder() bool { return o.value == "DIR" }
func (o offered) isFile() bool   { return o.value == "FILE" || o.value == "FILES" }

// fixedWords is the beginning of a usage that lists what the argument may be, such as
// "completion bash|zsh|fish".
var fixedWords = regexp.MustCompile(`^[a-z]+ ([a-z]+(?:\|[a-z]+)+)(?: |$)`)

// words are all arguments that the command takes first; none when it takes others.
func (c command) words() []string {
	if c.name == "help" {
		return commandNames()
	}
	if list := fixedWords.FindStringSubmatch(c.usage); list != nil {
		return strings.Split(list[1], "|")
	}
	return nil
}

// namedCommands are all commands but the dashboard, which has no name.
func namedCommands() []command {
	return slices.DeleteFunc(commands(), func(c command) bool { return c.name == "" })
}

// allFlags are the flags of all commands, each once.
func allFlags() []offered {
	names := slices.Clone(globalFlags)
	for _, cmd := range commands() {
		names = append(names, cmd.flags...)
	}
	slices.Sort(names)
	return offeredFlags(slices.Compact(names))
}

// dashedAll are flags as they are typed, with blanks between them.
func dashedAll(flags []offered) string {
	return strings.Join(each(flags, func(o offered) string { return dashed(o.name) }), " ")
}
