// Package claude reads the sessions that Claude Code keeps in the home folder. Its format is
// internal to the program and changes between versions, so whatever is not known is counted and
// never an error. Nothing is written.
package claude

import (
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/source"
)

const (
	tool     = "Claude Code"
	projects = "projects"
)

// Store are the sessions of Claude Code.
var Store = source.Store{
	Name: "claude", Tool: tool, Variable: "CLAUDE_CONFIG_DIR", Folder: ".claude", Names: names, Read: readSession, Events: events,
}

// names are the transcripts, one folder for each folder that was worked in.
func names(h *source.Home, dirs []string) (all []string) {
	for _, folder := range h.Folders(projects) {
		if dirs == nil || mayBeOf(path.Base(folder), dirs) {
			all = append(all, h.Files(folder, ".jsonl")...)
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return h.Changed(b).Compare(h.Changed(a)) })
	return all
}

// mayBeOf reports whether the name of a folder of sessions may stand for one of some folders or
// one in it. Names lose what they say: the lines of a session decide.
func mayBeOf(name string, dirs []string) bool {
	for _, dir := range dirs {
		if slug := slugOf(dir); name == slug || strings.HasPrefix(name, slug+"-") {
			return true
		}
	}
	return false
}

// slugOf is the name of the folder of a working directory: letters and digits, and a hyphen for
// everything else.
func slugOf(dir string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, dir)
}

func readSession(string, disk.Ends, *time.Location) (model.Transcript, bool) {
	return model.Transcript{}, false
}

func events(disk.Ends, *time.Location) []model.Event { return nil }
