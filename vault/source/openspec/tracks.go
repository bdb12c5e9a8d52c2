package openspec

import (
	"path"
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"

	"coldstart/vault/source"
	"coldstart/vault/text"
)

// settingsFile is in a change from its beginning.
const settingsFile = ".openspec.yaml"

// usualSchema is the one of changes that name none, empty for the program's own.
func usualSchema(h *source.Here) string {
	var config struct{ Schema string }
	decode(h, path.Join(home, "config.yaml"), &config)
	return config.Schema
}

// tracks are the files with the tasks of a change: tasks.md, unless its schema names others
// that are there.
func tracks(h *source.Here, dir, usual string) []string {
	named := struct{ Schema string }{usual}
	decode(h, path.Join(dir, settingsFile), &named)
	var schema struct {
		Artifacts []struct{ ID, Generates string }
		Apply     struct{ Tracks string }
	}
	plain := named.Schema != "" && !strings.ContainsAny(named.Schema, `/\`) && filepath.IsLocal(named.Schema)
	if !plain || !decode(h, path.Join(home, "schemas", named.Schema, "schema.yaml"), &schema) {
		return []string{path.Join(dir, "tasks.md")}
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
func matching(h *source.Here, dir, pattern string) (names []string) {
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

// decode reads a YAML file, and reports whether it is there and can be read.
func decode(h *source.Here, name string, into any) bool {
	d, ok := h.Document(name)
	if !ok {
		return false
	}
	if err := yaml.Unmarshal([]byte(d.Text), into); err != nil {
		line, reason := text.YAMLReason(err)
		h.Problem(name, line, reason, tool+" cannot read this file either; tasks.md was read")
		return false
	}
	return true
}
