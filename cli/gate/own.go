package gate

import (
	"path"
	"slices"
	"strings"

	"coldstart/model"
)

// Own are the files on which the gate depends. An agent is kept from naming them in a tool that
// writes, and in a line of a shell that does more than look at them. That is a filter on text: a
// script that puts the name together is not seen.
type Own struct {
	// Program is the path of coldstart, "" where it is not known.
	Program string
	// Files are the settings and the folder of what was decided, Home the operator's home folder.
	Files []string
	Home  string
}

// hookFiles are the ends of the paths in which clients keep their hooks.
var hookFiles = []string{
	".claude/settings.json", ".claude/settings.local.json", "managed-settings.json", ".codex/hooks.json", ".codex/config.toml",
	".gemini/settings.json", ".opencode/plugins/coldstart.js", ".config/opencode/plugins/coldstart.js",
}

// Named gives the file that an action names, "" for none.
func (o Own) Named(a model.Action) string {
	if a.Tool == Shell {
		return o.inLine(a)
	}
	if a.Tool == "Read" {
		return ""
	}
	for _, p := range a.Paths {
		if o.is(p) {
			return p
		}
	}
	return ""
}

// is reports whether a path is that of such a file.
func (o Own) is(p string) bool {
	if o.Program != "" && p == o.Program {
		return true
	}
	for _, file := range o.Files {
		if within(file, p) {
			return true
		}
	}
	return slices.ContainsFunc(hookFiles, func(end string) bool { return strings.HasSuffix("/"+p, "/"+end) })
}

// inLine looks for the files in a line of a shell: in what it writes, and in the words of each
// command that does more than look.
func (o Own) inLine(a model.Action) string {
	l := read(atHome(a.Line, o.Home))
	seen := false
	for _, file := range l.files {
		if found := o.inWord(l, a.Dir, file, true); found != "" {
			return found
		}
	}
	dark := len(l.unsure) > 0
	for _, c := range l.commands {
		if looks(c) {
			seen = seen || o.inText(joined(c.words[1:])+"\n"+string(c.input)) != ""
			continue
		}
		takes := takesAway(c)
		for i, w := range append(c.words[:len(c.words):len(c.words)], c.input) {
			if found := o.inWord(l, a.Dir, w, takes); found != "" && (i > 0 || found != o.Program) {
				return found
			}
			dark = dark || !w.isKnown()
		}
	}
	if seen && !dark && len(l.unsure) == 0 {
		return ""
	}
	// Where it is neither looked at nor weighed by its words, as in a list of a loop.
	found := o.inText(a.Line)
	if found != "" && found == o.Program && !argument(a.Line, o.Program) {
		return ""
	}
	return found
}

// inText looks for the names in a text, its quotes and backslashes left out.
func (o Own) inText(text string) string {
	plain := strings.NewReplacer(`"`, "", "'", "", `\`, "", "//", "/", "/./", "/").Replace(text)
	for _, file := range o.Files {
		for _, spelled := range o.spellings(file) {
			if strings.Contains(plain, spelled) {
				return file
			}
		}
	}
	for _, end := range hookFiles {
		if strings.Contains(plain, end) {
			return end
		}
	}
	if o.Program != "" && names(plain, o.Program) {
		return o.Program
	}
	return ""
}

// inWord looks for the files in a word, wherever the line may be by then. Where the command takes
// things away, the folders above count, too.
func (o Own) inWord(l *line, dir string, w word, takes bool) string {
	if found := o.inText(string(w)); found != "" {
		return found
	}
	for _, p := range l.places(dir, w) {
		switch before, _, dark := strings.Cut(p, string(unknown)); {
		case !dark && o.is(path.Clean(p)):
			return path.Clean(p)
		case !dark && takes && o.above(path.Clean(p)):
			return path.Clean(p)
		case dark && path.IsAbs(before):
			if found := o.fitting(before, p, takes); found != "" {
				return found
			}
		}
	}
	return ""
}

// above reports whether a folder holds such files.
func (o Own) above(folder string) bool {
	for _, file := range append(o.Files[:len(o.Files):len(o.Files)], o.Program) {
		if file != "" && within(folder, file) {
			return true
		}
	}
	return slices.ContainsFunc(hookFolders(), func(end string) bool { return strings.HasSuffix(folder, "/"+end) })
}

// fitting gives the file that a pattern of names, such as cold*, fits in a folder that holds one.
func (o Own) fitting(before, p string, takes bool) string {
	folder, begin := path.Split(before)
	folder = path.Clean(folder)
	whole := []string{o.Program}
	for _, file := range o.Files {
		whole = append(whole, file)
		if within(file, folder) {
			return file
		}
		for up := path.Dir(file); takes && up != path.Dir(up); up = path.Dir(up) {
			whole = append(whole, up)
		}
	}
	for _, end := range hookFiles {
		whole = append(whole, path.Join(folder, path.Base(end)))
		if !strings.HasSuffix(folder, "/"+path.Dir(end)) {
			whole = whole[:len(whole)-1]
		}
	}
	for _, file := range whole {
		rest, below := strings.CutPrefix(file, strings.TrimSuffix(folder, "/")+"/")
		hidden := begin == "" && strings.HasPrefix(rest, ".")
		if below && !hidden && fitsDark(p, file) {
			return file
		}
	}
	return ""
}

// fitsDark reports whether a path with unknown parts can be a file.
func fitsDark(p, file string) bool {
	return wide{runes: []rune(strings.ReplaceAll(p, string(unknown), "*"))}.fits(known(file))
}

// hookFolders are the folders of the hook files.
func hookFolders() []string {
	var found []string
	for _, file := range hookFiles {
		for dir := path.Dir(file); dir != "." && dir != ".config"; dir = path.Dir(dir) {
			found = append(found, dir)
		}
	}
	return found
}

// takesAway reports whether a command removes, moves or hides what its words name.
func takesAway(c command) bool {
	words := strings.Fields("rm rmdir unlink shred mv ln chmod chown chgrp chattr setfacl mount umount find fd rsync trash")
	return slices.Contains(words, c.program()) || c.program() == "git" && slices.ContainsFunc(c.words[1:], func(w word) bool {
		return slices.Contains([]string{"mv", "rm", "clean"}, string(w))
	})
}

// looks reports whether a command only looks at the files that its words name.
func looks(c command) bool {
	without := func(options ...string) bool {
		return !slices.ContainsFunc(c.words[1:], func(w word) bool {
			return slices.ContainsFunc(options, func(o string) bool { return strings.HasPrefix(string(w), o) })
		})
	}
	switch c.program() {
	case "cat", "ls", "grep", "egrep", "fgrep", "head", "tail", "wc", "stat", "file", "diff", "cmp", "comm", "echo", "printf", "test", "[",
		"md5sum", "sha1sum", "sha256sum", "cksum", "readlink", "realpath", "basename", "dirname", "od", "nl", "cut", "jq", "du", "cd", "pushd",
		"pwd", "true", "false", "which", "type", "strings", "hexdump", "column", "tr", "bat", "exit":
		return true
	case "rg":
		return without("--pre", "--hostname-bin")
	case "sort", "tree", "less":
		return without("-o", "-O", "--o", "--O", "--log", "--LOG", "+")
	case "find":
		return without("-exec", "-ok", "-delete", "-fprint", "-fls")
	case "sed":
		return len(c.words) > 2 && string(c.words[1]) == "-n" && strings.Trim(string(c.words[2]), "0123456789,$p") == "" && !slices.ContainsFunc(c.words[1:], inPlace)
	case "cp", "install":
		return without("-t", "--t") // what it writes is looked at by itself
	case "git":
		return looksInGit(c) && without("-c", "--config-env", "--exec-path", "--output", "--open", "-O", "--ext-diff", "--textconv")
	}
	return false
}

// looksInGit reports whether git only shows, or records what is there.
func looksInGit(c command) bool {
	for i := 1; i < len(c.words); i++ {
		switch w := string(c.words[i]); {
		case w == "-C" || w == "--git-dir" || w == "--work-tree":
			i++
		case c.words[i].isOption():
		default:
			return slices.Contains(strings.Fields("diff log show status blame grep ls-files ls-tree check-ignore cat-file shortlog add commit"), w)
		}
	}
	return true
}

// atHome writes out the home folder in a line where the shell would.
func atHome(line, home string) string {
	if !path.IsAbs(home) || strings.Trim(strings.ToLower(home), "abcdefghijklmnopqrstuvwxyz0123456789_-./") != "" {
		return line
	}
	line = strings.ReplaceAll(line, "${HOME}", home)
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		rest := line[i:]
		after := func(n int) byte {
			if n < len(rest) {
				return rest[n]
			}
			return ' '
		}
		switch {
		case strings.HasPrefix(rest, "$HOME") && !isName(string(after(5))):
			b.WriteString(home)
			i += 4
		case rest[0] == '~' && (i == 0 || strings.IndexByte(" \t\n=:;&|<>(\"'`", line[i-1]) >= 0) && strings.IndexByte("/ \t\n;&|)\"'`", after(1)) >= 0:
			b.WriteString(home)
		default:
			b.WriteByte(line[i])
		}
	}
	return b.String()
}

// spellings are a path, its forms from the home folder, and the name of a file alone.
func (o Own) spellings(file string) []string {
	all := []string{file}
	if name := path.Base(file); path.Ext(name) != "" {
		all = append(all, name)
	}
	if rest, ok := strings.CutPrefix(file, o.Home+"/"); ok && o.Home != "" {
		all = append(all, "~/"+rest, "$HOME/"+rest, "${HOME}/"+rest)
	}
	return all
}

// names reports whether a text names a program and no other one.
func names(text, program string) bool {
	for rest := text; program != ""; {
		_, after, found := strings.Cut(rest, program)
		if !found {
			return false
		}
		if rest = after; after == "" || strings.ContainsAny(after[:1], " \t\r\n;|&)<>") {
			return true
		}
	}
	return false
}

// argument reports whether a line names a program otherwise than to run it.
func argument(line, program string) bool {
	for rest := line; program != ""; {
		before, after, found := strings.Cut(rest, program)
		if !found {
			return false
		}
		rest = after
		start := strings.TrimRight(before, " \t")
		if names(program+after, program) && start != "" && !strings.ContainsAny(start[len(start)-1:], "\n;|&({`") {
			return true
		}
	}
	return false
}
