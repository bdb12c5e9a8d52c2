package cli

import (
	"fmt"
	"strings"
)

// bashHead finds out what is typed: the word, the flag in front of it, and the
// command. Bash takes --flag=value apart at the sign.
const bashHead = `# Completes the commands and flags of coldstart in bash (3.2 or newer).

_coldstart() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= words= i
	if [[ $cur == "=" ]]; then
		cur=
	elif [[ $prev == "=" ]]; then
		prev=${COMP_WORDS[COMP_CWORD-2]}
	fi
	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		%s)
			((i++))
			[[ ${COMP_WORDS[i]} == "=" ]] && ((i++)) ;;
		-*)
			[[ ${COMP_WORDS[i+1]} == "=" ]] && ((i += 2)) ;;
		*)
			command=${COMP_WORDS[i]}
			break ;;
		esac
	done
	case $prev in
`

// bashTail offers what was found. Names of folders and files keep their blanks.
const bashTail = `	esac
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}

_coldstart_names() {
	local IFS=$'\n'
	compopt -o filenames 2>/dev/null
	COMPREPLY=($(compgen "$1" -- "$2"))
}

complete -F _coldstart coldstart
`

func bashScript() string {
	var b strings.Builder
	var valued []string
	for _, o := range allFlags() {
		if o.value != "" {
			valued = append(valued, dashed(o.name))
		}
	}
	fmt.Fprintf(&b, bashHead, strings.Join(valued, "|"))
	bashValues(&b)
	everywhere := dashedAll(offeredFlags(globalFlags))
	b.WriteString("\tesac\n\tcase $command in\n")
	fmt.Fprintf(&b, "\t\"\")\n\t\twords=%s\n\t\t[[ $cur == -* ]] && words=%s\n",
		quotedFor(strings.Join(commandNames(), " "), ""), quotedFor(everywhere, ""))
	b.WriteString("\t\tif [[ $cur == */* || $cur == .* ]]; then\n\t\t\t_coldstart_names -d \"$cur\"\n\t\t\treturn\n\t\tfi ;;\n")
	for _, cmd := range namedCommands() {
		flags := strings.TrimSpace(dashedAll(offeredFlags(cmd.flags)) + " " + everywhere)
		fmt.Fprintf(&b, "\t%s)\n\t\twords=%s\n\t\t[[ $cur == -* ]] && words=%s ;;\n",
			cmd.name, quotedFor(strings.Join(cmd.words(), " "), ""), quotedFor(flags, ""))
	}
	b.WriteString(bashTail)
	return b.String()
}

// bashValues writes what completes the values of flags, each way once.
func bashValues(b *strings.Builder) {
	var ways []string
	names := map[string][]string{}
	for _, o := range allFlags() {
		if o.value == "" {
			continue
		}
		if names[o.bash()] == nil {
			ways = append(ways, o.bash())
		}
		names[o.bash()] = append(names[o.bash()], dashed(o.name))
	}
	for _, way := range ways {
		fmt.Fprintf(b, "\t%s)\n\t\t%s\n\t\treturn ;;\n", strings.Join(names[way], "|"), way)
	}
}

// bash is what completes the flag's value.
func (o offered) bash() string {
	switch {
	case o.isFolder():
		return `_coldstart_names -d "$cur"`
	case o.isFile():
		return `_coldstart_names -f "$cur"`
	case len(o.choices()) > 0:
		return fmt.Sprintf(`COMPREPLY=($(compgen -W "%s" -- "$cur"))`, strings.Join(o.choices(), " "))
	}
	return "COMPREPLY=()"
}
