package hook

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

// maxTrust is the largest file in bytes in which an agent keeps whom it trusts.
const maxTrust = 8 << 20

// started is an agent that is started in a folder, with the file in which its gate is installed.
type started struct {
	*HookFile
	dir string
	in  *places.Gated
}

// fault says why the agent does not run the hooks of the file, and what to type.
func (s started) fault(what, act string) []Fault {
	return []Fault{{File: s.File, What: what, Short: what, Inactive: true, Type: act}}
}

// notKnown says that a file of the agent does not tell.
func (s started) notKnown(file string) []Fault {
	return []Fault{{File: s.File, What: "it is unknown whether it is trusted, since " + file + " could not be read", Note: true}}
}

// own reads a file of the agent, below the operator's folder for it; a missing one is empty.
func (s started) own(name string) (file, content string, ok bool) {
	file = filepath.Join(s.Agent.userDir(s.in.Home, s.in.Getenv), name)
	info, err := os.Stat(file)
	switch {
	case disk.IsMissing(err):
		return file, "", true
	case err != nil || !info.Mode().IsRegular():
		return file, "", false
	}
	b, err := disk.ReadBounded(file, maxTrust)
	return file, string(b), err == nil
}

// trustOfCodex: the folder has to be trusted, for hooks of the project, and each hook by itself. Of a hook
// that changed since it was trusted nothing is known here.
func trustOfCodex(s started) []Fault {
	file, content, ok := s.own("config.toml")
	entries, whole := tomlEntries(content)
	level, trusted := "", false
	state := s.hookKey()
	for _, e := range entries {
		switch p := e.path; {
		case len(p) < 3 && (p[0] == "projects" || p[0] == "hooks") && strings.HasPrefix(e.value, "{"):
			whole = false
		case len(p) == 2 && p[0] == "features" && strings.HasSuffix(p[1], "hooks") && e.value == "false":
			return s.fault("its hooks are switched off", "remove "+strings.Join(p, ".")+" from config.toml")
		case len(p) != 4 || p[0] != "hooks" || p[1] != "state" || !isHook(p[2], s.File, state):
		case p[3] == "enabled" && e.value == "false":
			return s.fault("its hook is switched off", "type /hooks in codex")
		case p[3] == "trusted_hash":
			trusted = true
		}
	}
	if !ok || !whole {
		return s.notKnown(file)
	}
	for _, dir := range s.folders() {
		i := slices.IndexFunc(entries, func(e tomlEntry) bool {
			return level == "" && len(e.path) == 3 && e.path[0] == "projects" && e.path[2] == "trust_level" && samePlace(e.path[1], dir)
		})
		if i >= 0 {
			level = entries[i].value
		}
	}
	switch {
	case s.Agent.Reads(s.File) && level != "trusted":
		return s.fault("the folder is not trusted", "start codex and trust it")
	case !trusted:
		return s.fault("its hooks are not trusted", "type /hooks in codex")
	}
	return nil
}

// folders are those whose trust counts for the one in which the agent is started, the nearest first.
func (s started) folders() []string {
	return []string{s.dir, places.RepositoryOf(s.dir)[0], places.Look(s.dir).Root}
}

// hookKey is how Codex names our hook before a tool, after the file's path.
func (s started) hookKey() string {
	root, err := s.parse()
	if err != nil {
		return ""
	}
	for _, p := range s.places(root) {
		if p.own && p.Event == s.Agent.before {
			return fmt.Sprintf(":pre_tool_use:%d:%d", p.inEvent, p.inList)
		}
	}
	return ""
}

// isHook reports whether a name of Codex is that of a hook in a file.
func isHook(name, file, key string) bool {
	at, ok := strings.CutSuffix(name, key)
	return ok && key != "" && samePlace(at, file)
}

// trustOfGemini: hooks of the project need a folder that is trusted, unless that is switched off.
func trustOfGemini(s started) []Fault {
	says := s.in.Getenv("GEMINI_CLI_TRUST_WORKSPACE")
	if !s.Agent.Reads(s.File) || says == "true" {
		return nil
	}
	untrusted := s.fault("the folder is not trusted", "start gemini and trust it")
	if says == "false" {
		return untrusted
	}
	file, content, ok := s.own("settings.json")
	root, err := text.ReadJSON([]byte(content))
	if !ok || content != "" && err != nil {
		return s.notKnown(file)
	}
	if content != "" && root.Member([]byte(content), "security").Member([]byte(content), "folderTrust").Member([]byte(content), "enabled").Is([]byte(content), 'f') {
		return nil
	}
	file, content, ok = s.own("trustedFolders.json")
	rules := map[string]string{}
	if !ok || content != "" && json.Unmarshal([]byte(content), &rules) != nil {
		return s.notKnown(file)
	}
	longest, level := "", ""
	for at, says := range rules {
		within := at
		if says == "TRUST_PARENT" {
			within = filepath.Dir(at)
		}
		if len(at) > len(longest) && disk.Holds(within, s.dir) {
			longest, level = at, says
		}
	}
	if level != "TRUST_FOLDER" && level != "TRUST_PARENT" {
		return untrusted
	}
	return nil
}

// trustOfClaude: its screen asks at the start, and runs no hook before; claude -p does.
func trustOfClaude(s started) []Fault {
	if !s.in.Closely || !s.Agent.Reads(s.File) {
		return nil
	}
	name := ".claude.json"
	if !filepath.IsAbs(s.in.Getenv(s.Agent.home)) {
		name = filepath.Join("..", name)
	}
	file, content, ok := s.own(name)
	var said struct {
		Projects map[string]struct {
			Accepted bool `json:"hasTrustDialogAccepted"`
		} `json:"projects"`
	}
	if !ok || content != "" && json.Unmarshal([]byte(content), &said) != nil {
		return s.notKnown(file)
	}
	for at, p := range said.Projects {
		if p.Accepted && disk.Holds(at, s.dir) {
			return nil
		}
	}
	return []Fault{{File: s.File, What: "Claude Code runs no hooks in this folder until you trust it, except with claude -p", Note: true, Type: "start claude here and confirm its question"}}
}

// samePlace reports whether two paths lead to the same place.
func samePlace(a, b string) bool { return a == b || disk.LeadsTo(a) == disk.LeadsTo(b) }
