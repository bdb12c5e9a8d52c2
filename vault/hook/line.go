package hook

import (
	"cmp"
	"coldstart/model"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
	// Watchdog is what ends the program when it hangs: the absolute path of timeout or perl, Shell for the
	// shell itself, "" for nothing, as older lines have it. Limit is when, zero for the usual time.
	Watchdog string
	Limit    time.Duration
}

// Shell is the watchdog of a line whose shell watches by itself. It ends the program alone: one that
// the program started, and that keeps its output, holds the line up.
const Shell = "sh"

// watchTime is how long the program may take beside Wait: longer than its own deadline, and shorter
// than that of the agent.
const watchTime = 15 * time.Second

// perlWatch ends a program and all that it started, as timeout does.
const perlWatch = `$t=shift;$p=fork;if(!$p){setpgrp;exec @ARGV;exit 127}$SIG{ALRM}=sub{kill 9,-$p;exit 124};alarm $t;waitpid $p,0;exit($?>>8||($?&127?125:0))`

// shellWatch follows the call of the gate where the shell itself watches; %d is when, in seconds.
const shellWatch = ` <&3 & p=$!; (sleep %d; kill -9 $p) >/dev/null 2>&1 3<&- & w=$!; wait $p; r=$?; kill $w; exit $r`

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
func (l GateLine) Plain() string { return l.called("") }

// called is the call of the gate behind what watches it.
func (l GateLine) called(watch string) string {
	var b strings.Builder
	if l.State != "" {
		b.WriteString("XDG_STATE_HOME=" + model.ShellQuoted(l.State) + " ")
	}
	b.WriteString(watch)
	for i, word := range l.Args() {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(model.ShellQuoted(word))
	}
	return b.String()
}

// Closing is the line for the event before a tool runs. It refuses when the program is missing,
// cannot be run, is killed, hangs, says nothing or anything but one object.
func (l GateLine) Closing() string {
	seconds := int(cmp.Or(l.Limit, l.Wait+watchTime) / time.Second)
	var call string
	switch {
	case l.Watchdog == "":
		call = l.Plain()
	case l.Watchdog == Shell:
		call = "exec 3<&0; " + l.Plain() + fmt.Sprintf(shellWatch, seconds)
	case path.Base(l.Watchdog) == "perl":
		call = l.called(fmt.Sprintf("%s -e '%s' %d ", model.ShellQuoted(l.Watchdog), perlWatch, seconds))
	default:
		call = l.called(fmt.Sprintf("%s -k 1 %d ", model.ShellQuoted(l.Watchdog), seconds))
	}
	return "out=$(" + call + closing
}

// FindWatchdog finds what can end a program that hangs: timeout, else perl, by their whole paths, else
// the shell.
func FindWatchdog(find func(name string) (string, error)) string {
	for _, name := range []string{"timeout", "perl"} {
		if at, err := find(name); err == nil && filepath.IsAbs(at) {
			return at
		}
	}
	return Shell
}

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
		return regexp.MustCompile(`^(?:out=\$\()?(exec 3<&0; )?(?:XDG_STATE_HOME=` + shellWord + ` )?(?:` + shellWord + ` -[ke] (?:1|'\$t=[^']*') ([0-9]{1,7}) )?` +
			shellWord + ` gate --agent ([a-z]+) --vault ` + shellWord +
			`(?: --config ` + shellWord + `)?( --elsewhere)?(?: --wait ([0-9hms]+))?(?: <&3 & p=\$!; \(sleep ([0-9]{1,7}); .*)?(?:\) .*)?$`)
	})
)

// ParseGateLine reads a line as Closing or Plain write it; ok is false for any other.
func ParseGateLine(command string) (l GateLine, ok bool) {
	m := gates().FindStringSubmatch(command)
	if m == nil {
		return l, false
	}
	l = GateLine{State: unquoted(m[2]), Watchdog: unquoted(m[3]), Program: unquoted(m[5]), Agent: m[6], Vault: unquoted(m[7]), Config: unquoted(m[8])}
	l.Elsewhere = m[9] != ""
	if m[1] != "" {
		l.Watchdog = Shell
	}
	if m[10] != "" {
		wait, err := time.ParseDuration(m[10])
		if err != nil {
			return l, false
		}
		l.Wait = wait
	}
	if seconds, err := strconv.Atoi(cmp.Or(m[4], m[11])); err == nil && l.Watchdog != "" {
		l.Limit = time.Duration(seconds) * time.Second
		if l.Limit == l.Wait+watchTime {
			l.Limit = 0
		}
	}
	known := slices.Contains([]string{"", Shell, "timeout", "perl"}, strings.TrimPrefix(path.Base("/"+l.Watchdog), "/"))
	return l, IsProgram(l.Program) && known && (command == l.Closing() || command == l.Plain())
}

// unquoted takes the quotes of model.ShellQuoted off.
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
