// Package claude reads the sessions that Claude Code keeps in the home folder. Its format is
// internal to the program and changes between versions, so whatever is not known is counted and
// never an error. Nothing is written.
package claude

import (
	"path"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"coldstart/vault/store"
)

const (
	storeName = "claude"
	tool      = "Claude Code"
	projects  = "projects"
	// plans are the plan files of all projects.
	plans = "plans"
)

// Store are the sessions of Claude Code.
var Store = store.Store{
	Name: storeName, Tool: tool, Variable: "CLAUDE_CONFIG_DIR", Folder: ".claude", Names: names, Read: read, Running: running,
	Where: []string{projects + "/*/*.jsonl"}, Text: leftText, Left: left,
	Helpers:  func(name string) string { return strings.TrimSuffix(name, ".jsonl") + "/subagents" },
	Anywhere: []string{"claude", "--resume", "FILE"},
}

// names are the transcripts, one folder for each folder that was worked in.
func names(h *store.Home, dirs []string) (all []string) {
	for _, folder := range h.Folders(projects) {
		if dirs == nil || mayBeOf(path.Base(folder), dirs) {
			all = append(all, h.Files(folder, ".jsonl")...)
		}
	}
	return all
}

// mayBeOf reports whether the name of a folder of sessions may stand for one of some folders, for
// one in it or above it: a session may go down into a repository. Names lose what they say, and
// may be chosen: the lines of a session decide.
func mayBeOf(name string, dirs []string) bool {
	if !isSlug(name) {
		return true
	}
	for _, dir := range dirs {
		slug := slugOf(dir)
		if name == slug || strings.HasPrefix(name, slug+"-") {
			return true
		}
		for up := filepath.Dir(dir); ; up = filepath.Dir(up) {
			if slug := slugOf(up); name == slug || len(slug) == mostSlug && strings.HasPrefix(name, slug+"-") {
				return true
			}
			if up == filepath.Dir(up) {
				break
			}
		}
	}
	return false
}

// isSlug reports whether a name may be that of an absolute path: "-home-ana", "C--Users-ana".
func isSlug(name string) bool {
	return strings.HasPrefix(name, "-") || len(name) > 2 && name[1:3] == "--"
}

// mostSlug is where the program cuts the name of a folder, and adds a hash that depends on what
// runs it.
const mostSlug = 200

// slugOf is the name of the folder of a working directory: letters and digits, and a hyphen for
// everything else, two for what takes two units of UTF-16.
func slugOf(dir string) string {
	var slug strings.Builder
	for _, r := range dir {
		switch {
		case slug.Len() >= mostSlug:
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			slug.WriteRune(r)
		case utf16.RuneLen(r) == 2:
			slug.WriteString("--")
		default:
			slug.WriteByte('-')
		}
	}
	return slug.String()[:min(slug.Len(), mostSlug)]
}
