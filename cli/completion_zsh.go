package cli

import (
	"fmt"
	"strings"
)

const zshHead = `#compdef coldstart
# Completes the commands and flags of coldstart in zsh.

_coldstart() {
	local curcontext="$curcontext" state line
	typeset -A opt_args
	local -a everywhere commands
`

const zshChoose = `	_arguments -C $everywhere '1: :->command' '*:: :->rest'
	case $state in
	command)
		_describe -t commands command commands
		_files -/ ;;
	rest)
		case $words[1] in
`

// zshTail works both where the file is autoloaded and where it is sourced.
const zshTail = `		*)
			_arguments $everywhere ;;
		esac ;;
	esac
}

if [[ $funcstack[1] == _coldstart ]]; then
	_coldstart "$@"
else
	compdef _coldstart coldstart
fi
`

func zshScript() string {
	var b strings.Builder
	b.WriteString(zshHead)
	b.WriteString("\teverywhere=(\n")
	for _, o := range offeredFlags(globalFlags) {
		fmt.Fprintf(&b, "\t\t%s\n", o.zsh())
	}
	b.WriteString("\t)\n\tcommands=(\n")
	for _, cmd := range namedCommands() {
		fmt.Fprintf(&b, "\t\t%s\n", zshQuoted(cmd.name+":"+cmd.summary))
	}
	b.WriteString("\t)\n")
	b.WriteString(zshChoose)
	for _, cmd := range namedCommands() {
		fmt.Fprintf(&b, "\t\t%s)\n\t\t\t_arguments $everywhere", cmd.name)
		for _, o := range offeredFlags(cmd.flags) {
			fmt.Fprintf(&b, " \\\n\t\t\t\t%s", o.zsh())
		}
		if words := cmd.words(); len(words) > 0 {
			fmt.Fprintf(&b, " \\\n\t\t\t\t'1: :(%s)'", strings.Join(words, " "))
		}
		b.WriteString(" ;;\n")
	}
	b.WriteString(zshTail)
	return b.String()
}

// zsh is the flag as _arguments takes it. A flag that may be given again keeps being
// offered.
func (o offered) zsh() string {
	var b strings.Builder
	if o.name == "vault" {
		b.WriteByte('*')
	}
	b.WriteString(dashed(o.name))
	if o.value != "" && len(o.name) > 1 {
		b.WriteByte('=')
	}
	fmt.Fprintf(&b, "[%s]", strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`).Replace(o.does))
	if o.value != "" {
		fmt.Fprintf(&b, ":%s:", o.value)
	}
	switch {
	case o.isFolder():
		b.WriteString("_files -/")
	case o.isFile():
		b.WriteString("_files")
	case len(o.choices()) > 0:
		fmt.Fprintf(&b, "(%s)", strings.Join(o.choices(), " "))
	}
	return zshQuoted(b.String())
}

func zshQuoted(text string) string { return quotedFor(text, `'\''`) }
