package settings

import (
	"path"
	"regexp"
	"strings"
	"sync"
	"time"
)

// GateLine is the command by which an agent asks the gate.
type GateLine struct {
	// Program is the absolute path of coldstart, so that nothing on a PATH takes its place.
	Program string
	// Agent is the name of the agent, Vault the vault's folder, Config the settings file with the
	// rules, "" for none.
	Agent, Vault, Config string
	// State is the value of XDG_STATE_HOME that the gate gets, so that what an agent's settings
	// say of it does not count; "" leaves it as it is.
	State string
	// Elsewhere says that the line lies in no file in which an agent's hooks are looked for.
	Elsewhere bool
	// Wait is how long it waits for a decision, zero for not at all.
	Wait time.Duration
}

// closing follows the call of the gate: a refusal and whatever is no JSON object end with 2, which
// refuses the tool in every agent even where a profile of the shell printed a word before.
const closing = `) && case $out in '{'*'ecision":"deny"'*'}') printf '%s\n' "$out"; exit 2;; '{'*'}') printf '%s\n' "$out";; *) false;; esac` +
	` || { echo 'coldstart: the gate did not answer, so this is refused' >&2; exit 2; }`

// Args are the words of the call.
func (l GateLine) Args() []string {
	words := []string{l.Program, "gate", "--agent", l.Agent, "--vault", l.Vault}
	if l.Config != "" {
		words = append(words, "--config", l.Config)
	}
	if l.Elsewhere {
		words = append(words, "--elsewhere")
	}
	if l.Wait > 0 {
		words = append(words, "--wait", shortTime(l.Wait))
	}
	return words
}

// Plain is the line for events where nothing is refused.
func (l GateLine) Plain() string {
	var b strings.Builder
	if l.State != "" {
		b.WriteString("XDG_STATE_HOME=" + ShellQuoted(l.State) + " ")
	}
	for i, word := range l.Args() {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(ShellQuoted(word))
	}
	return b.String()
}

// Closing is the line for the event before a tool runs. It refuses when the program is missing,
// cannot be run, is killed, says nothing or anything but one object.
func (l GateLine) Closing() string { return "out=$(" + l.Plain() + closing }

// Deadline is how long the agent has to wait for the line at least.
func (l GateLine) Deadline() time.Duration {
	if l.Wait > 0 {
		return l.Wait + time.Minute
	}
	return 30 * time.Second
}

// shortTime writes a duration as people do: 10m, not 10m0s.
func shortTime(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// ShellQuoted quotes a word for the shell that runs hooks.
func ShellQuoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// shellWord is one word of a shell that does nothing but quoting.
const shellWord = "((?:[^\\s'\"\\\\`$;&|<>(){}*?!#~]|'[^']*'|\\\\'|\"[^\"`$\\\\]*\")+)"

var (
	// calls finds the commands of hooks that run this program.
	calls = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\bcoldstart(\.exe)?['"]?\s+(?:(?:start|end)\s+--format[ =]claude|gate\s+--agent)\b`)
	})
	// alone are reports that do nothing else.
	alone = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[ \t]*` + shellWord + `[ \t]+(?:start|end)[ \t]+--format[ =]claude(?:[ \t]+--agent[ =][a-z-]+)?(?:[ \t]+--vault[ =]` + shellWord + `)?[ \t]*$`)
	})
	// gates are calls of the gate, whatever follows.
	gates = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:out=\$\()?(?:XDG_STATE_HOME=` + shellWord + ` )?` + shellWord + ` gate --agent ([a-z]+) --vault ` + shellWord +
			`(?: --config ` + shellWord + `)?( --elsewhere)?(?: --wait ([0-9hms]+))?(?:\) .*)?$`)
	})
)

// ParseGateLine reads a line as Closing or Plain write it; ok is false for any other.
func ParseGateLine(command string) (l GateLine, ok bool) {
	m := gates().FindStringSubmatch(command)
	if m == nil {
		return l, false
	}
	l = GateLine{State: unquoted(m[1]), Program: unquoted(m[2]), Agent: m[3], Vault: unquoted(m[4]), Config: unquoted(m[5])}
	l.Elsewhere = m[6] != ""
	if m[7] != "" {
		wait, err := time.ParseDuration(m[7])
		if err != nil {
			return l, false
		}
		l.Wait = wait
	}
	return l, IsProgram(l.Program) && (command == l.Closing() || command == l.Plain())
}

// unquoted takes the quotes of ShellQuoted off.
func unquoted(word string) string {
	if !strings.HasPrefix(word, "'") {
		return word
	}
	return strings.ReplaceAll(strings.TrimSuffix(word[1:], "'"), `'\''`, "'")
}

// IsProgram reports whether a path is one of this program, by its name.
func IsProgram(file string) bool {
	return strings.TrimSuffix(path.Base(strings.ReplaceAll(file, `\`, "/")), ".exe") == "coldstart"
}

// isOurs reports whether a command is one that Install could have written. In any other one, such
// as "./prepare.sh && coldstart start ...", somebody wrote more.
func isOurs(command string) bool {
	if _, ok := ParseGateLine(command); ok {
		return true
	}
	words := alone().FindStringSubmatch(command)
	return words != nil && IsProgram(strings.Trim(words[1], `'"`))
}
