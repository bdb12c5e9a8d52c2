package gate

import (
	"encoding/hex"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"coldstart/model"
)

// Own are the files on which the gate depends. An agent is kept from naming them in any tool that
// does more than look at them. That is a filter on text: a script that puts the name together is
// not seen.
type Own struct {
	// Program is the path of coldstart, "" where it is not known.
	Program string
	// Files are the settings and the folder of what was decided, Hooks the files from which the
	// clients take their hooks here, Home is the operator's home folder.
	Files, Hooks []string
	Home         string
	// Leads follows links, nil where nothing is looked up.
	Leads func(string) string
}

// hookFiles are the ends of the paths in which clients keep their hooks, or what switches them off.
var hookFiles = []string{
	".claude/settings.json", ".claude/settings.local.json", "managed-settings.json", ".codex/hooks.json", ".codex/config.toml",
	".gemini/settings.json", ".opencode/plugins/coldstart.js", ".config/opencode/plugins/coldstart.js",
	".opencode/plugin/coldstart.js", ".config/opencode/plugin/coldstart.js", "codex/requirements.toml", "codex/managed_config.toml",
	"gemini-cli/settings.json", "gemini-cli/system-defaults.json",
}

// Named returns the file that an action names, "" for none.
func (o Own) Named(a model.Action) string {
	if looksOnly(a) {
		return ""
	}
	for _, p := range a.Paths {
		if found := o.at(p, effectWrite); found != "" {
			return found
		}
	}
	if lines := Lines(a); len(lines) > 0 {
		if found := o.inLines(a.Dir, lines); found != "" {
			return found
		}
	}
	if a.Line != "" || len(a.Paths) > 0 {
		return ""
	}
	return o.inInput(a)
}

// inInput looks for the files in the texts that a tool of no client gets, but for those that it
// writes or says: there, only the files of a patch count.
func (o Own) inInput(a model.Action) string {
	how := effectOf(a.Tool)
	var found []place
	for _, f := range fieldsIn(a.Input) {
		switch text := known(strings.NewReplacer("*", string(unknown), "?", string(unknown)).Replace(plainPath(f.text, o.Home))); {
		case f.has(patchNames):
			for _, file := range slices.Concat(patched(f.text), differing(f.text)) {
				found = append(found, place{known(file), effectWrite})
			}
		case f.kind == list, f.isData(a.Tool), f.holdsLine(a.Tool):
		case f.has(codeNames) && o.inText(f.text) != "":
			return o.inText(f.text)
		case f.has(intoNames):
			found = append(found, place{text, effectFill})
		default:
			found = append(found, place{text, how})
		}
	}
	// A folder and a name may stand in two fields.
	const mostPairs = 12
	for _, folder := range found[:min(len(found), mostPairs)] {
		for _, name := range found[:min(len(found), mostPairs)] {
			if !path.IsAbs(string(name.name)) {
				found = append(found, place{slices.Concat(folder.name, known("/"), name.name), effectWrite})
			}
		}
	}
	for _, p := range found {
		if file := o.at(joinedTo(a.Dir, string(p.name)), p.how); file != "" {
			return file
		}
	}
	return ""
}

// plainPath is a text as the path that a tool may make of it.
func plainPath(text, home string) string {
	text = strings.ReplaceAll(strings.Trim(text, " \t\r\n\"'`"), `\`, "/")
	if scheme := "file://"; len(text) > len(scheme) && strings.EqualFold(text[:len(scheme)], scheme) {
		_, below, _ := strings.Cut(text[len(scheme):], "/")
		text = percented().ReplaceAllStringFunc("/"+below, func(code string) string {
			letter, _ := hex.DecodeString(code[1:]) // two digits
			return string(letter)
		})
	}
	for _, name := range []string{"~", "$HOME", "${HOME}", "%USERPROFILE%", "$env:USERPROFILE", "$env:HOME"} {
		if rest, ok := strings.CutPrefix(text, name); ok && (rest == "" || rest[0] == '/') {
			return home + rest
		}
	}
	return text
}

// percented finds a letter of a URL that is written as its number.
var percented = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("%[0-9A-Fa-f]{2}") })

// at returns a path that is, or for what is filled or removed holds, such a file: as it is named, and
// where links lead. What nobody knows in it stands for any text.
func (o Own) at(p string, how effect) string {
	before, _, dark := strings.Cut(p, string(unknown))
	if folder, _ := path.Split(before); dark && path.IsAbs(folder) {
		for _, known := range []string{folder, strings.TrimSuffix(o.led(folder), "/") + "/"} {
			if found := o.fitting(known+p[len(folder):], how.takes()); found != "" {
				return found
			}
		}
	}
	for _, p := range []string{path.Clean(p), o.led(p)} {
		if !dark && (o.is(p) || how.takes() && o.above(p, how)) {
			return p
		}
	}
	return ""
}

// led follows the links in a path.
func (o Own) led(p string) string {
	if o.Leads == nil || !path.IsAbs(p) {
		return path.Clean(p)
	}
	return o.Leads(p)
}

// is reports whether a path is that of such a file, or of the folder of ours that has it. Capitals do not count, as on some file systems.
func (o Own) is(p string) bool {
	p = strings.ToLower(p)
	for _, file := range slices.Concat(o.Files, o.Hooks) {
		folder := path.Dir(strings.ToLower(file))
		if within(strings.ToLower(file), p) || folder == p && path.Base(folder) == "coldstart" {
			return true
		}
	}
	return o.Program != "" && p == strings.ToLower(o.Program) ||
		slices.ContainsFunc(hookFiles, func(end string) bool { return strings.HasSuffix("/"+p, "/"+end) })
}

// above reports whether a folder holds such files. The folder in which an agent works holds hooks:
// it may be filled, not removed.
func (o Own) above(folder string, how effect) bool {
	files := append(o.Files[:len(o.Files):len(o.Files)], o.Program)
	if how == effectRemove {
		files = append(files, o.Hooks...)
	}
	folder = strings.ToLower(folder)
	for _, file := range files {
		if file != "" && within(folder, strings.ToLower(file)) {
			return true
		}
	}
	return slices.ContainsFunc(hookFolders(), func(end string) bool { return strings.HasSuffix(folder, "/"+end) })
}

// inLines looks for the files in lines of a shell: in what they write, fill or remove, and in the
// words of each command that does more than look.
func (o Own) inLines(dir string, lines []string) string {
	for i, text := range lines {
		lines[i] = atHome(text, o.Home)
	}
	l, text := read(lines...), strings.Join(lines, "\n")
	var looked []word
	dark := len(l.unsure) > 0
	for _, file := range l.files {
		if found := o.inWord(l, dir, file.name, file.how); found != "" {
			return found
		}
	}
	for _, c := range l.commands {
		if file := switchedOff(c); file != "" {
			return file
		}
		if onlyLooks(c) {
			looked = append(append(looked, c.words[1:]...), c.input)
			continue
		}
		for _, file := range append(touched(c), placed(gitFolders(c), effectFill)...) {
			if found := o.inWord(l, dir, file.name, file.how); found != "" {
				return found
			}
		}
		for i, w := range append(c.words[:len(c.words):len(c.words)], c.input) {
			if found := o.inWord(l, dir, w, effectWrite); found != "" && (i > 0 || found != o.Program) {
				return found
			}
			dark = dark || !w.isKnown()
		}
	}
	// Where it is neither looked at nor weighed by its words, as in a list of a loop.
	found := o.inText(text)
	if found == o.Program && !argument(text, o.Program) {
		found = ""
	}
	for _, w := range looked {
		switch {
		case !dark && found != "" && o.inText(string(w)) != "":
			return ""
		case dark && found == "":
			found = o.inWord(l, dir, w, effectWrite)
		}
	}
	return found
}

// switchesOff finds the words by which a client goes without its hooks.
var switchesOff = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`disableallhooks|hooksconfig|config (\S+ )*(set|add|remove|unset) (\S+ )*hooks|--disable[ =]\S*hooks|features (\S+ )*disable|` +
		`--setting-sources|features\.\S*hooks|(-c|--config)[ =]?hooks|(^| )--(bare|pure)( |$)`)
})

// switchedOff returns the file whose hooks a command of a client switches off, "" for none.
func switchedOff(c command) string {
	for _, client := range []struct{ names, file string }{
		{"claude claude-code", ".claude/settings.json"}, {"codex", ".codex/config.toml"}, {"gemini gemini-cli", ".gemini/settings.json"},
		{"opencode opencode-ai", ".opencode/plugins/coldstart.js"},
	} {
		// A prompt is one word with blanks, settings begin with a brace.
		told := slices.DeleteFunc(slices.Clone(c.words[1:]), func(w word) bool {
			return strings.Contains(string(w), " ") && !strings.Contains(string(w), "{")
		})
		if slices.Contains(strings.Fields(client.names), c.program()) && switchesOff().MatchString(strings.ToLower(joined(told))) {
			return client.file
		}
	}
	return ""
}

// inText looks for the names in a text, its quotes and backslashes left out.
func (o Own) inText(text string) string {
	plain := strings.ToLower(strings.NewReplacer(`"`, "", "'", "", `\`, "", "//", "/", "/./", "/").Replace(text))
	for i, file := range slices.Concat(o.Files, o.Hooks) {
		for _, spelled := range o.spellings(file, i < len(o.Files)) {
			if strings.Contains(plain, strings.ToLower(spelled)) {
				return file
			}
		}
	}
	for _, end := range hookFiles {
		if strings.Contains(plain, end) {
			return end
		}
	}
	if o.Program != "" && names(plain, strings.ToLower(o.Program)) {
		return o.Program
	}
	return ""
}

// inWord looks for the files in a word, wherever the line may be by then.
func (o Own) inWord(l *line, dir string, w word, how effect) string {
	if found := o.inText(string(w)); found != "" {
		return found
	}
	for _, p := range l.places(dir, w) {
		if found := o.at(p, how); found != "" {
			return found
		}
	}
	return ""
}

// fitting returns the file that a pattern of names, such as cold*, fits in a folder that holds one.
func (o Own) fitting(p string, takes bool) string {
	before, _, _ := strings.Cut(p, string(unknown))
	folder, begin := path.Split(before)
	folder = path.Clean(folder)
	whole := []string{o.Program}
	for _, file := range slices.Concat(o.Files, o.Hooks) {
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
		for dir := path.Dir(file); strings.HasPrefix(dir, ".") && dir != "." && dir != ".config"; dir = path.Dir(dir) {
			found = append(found, dir)
		}
	}
	return found
}

// onlyLooks reports whether a command only looks at the files that its words name.
func onlyLooks(c command) bool {
	switch c.program() {
	case "sed":
		return len(c.words) > 2 && string(c.words[1]) == "-n" && strings.Trim(string(c.words[2]), "0123456789,$p") == "" && !slices.ContainsFunc(c.words[1:], inPlace)
	case "git":
		return looksInGit(c) && c.without("-c --config-env --exec-path --output --open -O --ext-diff --textconv")
	}
	return c.is(looks) && c.without(c.way().unless)
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

// spellings are a path, its forms from the home folder, and the name of a file alone where it says enough.
func (o Own) spellings(file string, alone bool) []string {
	all := []string{file}
	if name := path.Base(file); alone && path.Ext(name) != "" {
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
