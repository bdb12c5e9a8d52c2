package gate

import (
	"path"
	"slices"
	"strings"

	"coldstart/model"
)

// Own are the files on which the gate depends. An agent is kept from naming them in a tool that
// writes, and in a line of a shell. That is a filter on text: a script that puts the name
// together is not seen.
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
		return o.inLine(a.Line)
	}
	if a.Tool == "Read" {
		return ""
	}
	for _, p := range a.Paths {
		if o.Program != "" && p == o.Program {
			return p
		}
		for _, file := range o.Files {
			if p == file || strings.HasPrefix(p, file+"/") {
				return p
			}
		}
		if slices.ContainsFunc(hookFiles, func(end string) bool { return strings.HasSuffix(p, "/"+end) }) {
			return p
		}
	}
	return ""
}

// inLine looks for the names in a line of a shell, its quotes and backslashes left out.
func (o Own) inLine(line string) string {
	plain := strings.NewReplacer(`"`, "", "'", "", `\`, "", "//", "/", "/./", "/").Replace(line)
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
	if o.Program != "" && argument(plain, o.Program) {
		return o.Program
	}
	return ""
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

// argument reports whether a line names a program otherwise than to run it.
func argument(line, program string) bool {
	for rest := line; ; {
		before, after, found := strings.Cut(rest, program)
		if !found {
			return false
		}
		rest = after
		ends := after == "" || strings.ContainsAny(after[:1], " \t\n;|&)<>")
		start := strings.TrimRight(before, " \t")
		if ends && start != "" && !strings.ContainsAny(start[len(start)-1:], "\n;|&({`") {
			return true
		}
	}
}

// Reserved gives the command of this program in a line of a shell that only the operator runs, "" for
// none: one by which an agent could give its own yes, or take its hooks away.
func Reserved(a model.Action) string {
	if a.Tool != Shell {
		return ""
	}
	var rules []model.GateRule
	for _, words := range []string{"approve", "undo", "hook install", "hook remove"} {
		rules = append(rules, model.GateRule{Tool: Shell, Match: "coldstart " + words + "*", Then: model.ThenDeny})
	}
	for _, fit := range Explain(rules, a) {
		if fit.Then == model.ThenDeny && fit.Unsure == "" {
			return strings.TrimSuffix(fit.Rule.Match, "*")
		}
	}
	return ""
}
