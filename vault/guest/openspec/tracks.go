package openspec

import (
	"path"
	"path/filepath"
	"strings"

	"coldstart/vault/guest"
	"coldstart/vault/source"
)

// settingsFile is in a change from its beginning.
const settingsFile = ".openspec.yaml"

// usualSchema is the one of changes that name none, empty for the program's own.
func usualSchema(h *source.Repo) string {
	var config struct{ Schema string }
	h.YAML(path.Join(home, "config.yaml"), &config, unread)
	return config.Schema
}

// tracks are the files with the tasks of a change: tasks.md, unless its schema names others
// that are there.
func tracks(h *source.Repo, dir, usual string) []string {
	named := struct{ Schema string }{usual}
	h.YAML(path.Join(dir, settingsFile), &named, unread)
	var schema struct {
		Artifacts []struct{ ID, Generates string }
		Apply     struct{ Tracks string }
	}
	plain := named.Schema != "" && !strings.ContainsAny(named.Schema, `/\`) && filepath.IsLocal(named.Schema)
	if plain {
		h.YAML(path.Join(home, "schemas", named.Schema, "schema.yaml"), &schema, unread)
	}
	pattern := schema.Apply.Tracks
	for _, a := range schema.Artifacts {
		if pattern == "" && a.ID == "tasks" {
			pattern = a.Generates
		}
	}
	if names := matching(h, dir, pattern); len(names) > 0 {
		return names
	}
	return []string{path.Join(dir, "tasks.md")}
}

// matching are the files of a change that fit a pattern of its schema: "work/*.md", or
// "**/tasks.md", for which the change and the folders in it are looked through.
func matching(h *source.Repo, dir, pattern string) (names []string) {
	if pattern == "" || !filepath.IsLocal(pattern) {
		return nil
	}
	in := []string{dir}
	if rest, deep := strings.CutPrefix(pattern, "**/"); deep {
		pattern, in = rest, append(in, h.Folders(dir)...)
	}
	for _, dir := range in {
		for _, name := range h.Files(path.Join(dir, path.Dir(pattern))) {
			if fits, err := path.Match(path.Join(dir, pattern), name); err == nil && fits {
				names = append(names, name)
			}
		}
	}
	return names
}

// unread is what helps where a settings file cannot be read.
const unread = tool + guest.Neither + "; tasks.md was read"
