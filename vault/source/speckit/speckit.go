// Package speckit reads the features and the workflow runs of GitHub's spec-kit
// (github.com/github/spec-kit, as of commit 27f50f7e). They are read and never changed.
package speckit

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	tool  = "spec-kit"
	home  = ".specify"
	specs = "specs"
	runs  = home + "/workflows/runs"
)

// Guest are the features and workflow runs of spec-kit.
var Guest = source.Guest{Name: "speckit", Tool: tool, Signs: []string{home}, Read: read}

// marks are what the program puts into its folder, a few of them in each version.
var marks = []string{"memory", "templates", "scripts", specs, "workflows", "extensions", "init-options.json", "integration.json", "feature.json"}

func read(h *source.Here) source.Finding {
	if !slices.ContainsFunc(marks, func(name string) bool { return h.Exists(path.Join(home, name)) }) {
		return source.Finding{}
	}
	k := kit{h: h, left: model.Guest{Tool: tool, Path: home}}
	k.readSettings()
	k.addFeatures(k.features())
	k.addRuns()
	k.found.Guests = []model.Guest{k.left}
	return k.found
}

// kit is what is read of one repository.
type kit struct {
	h     *source.Here
	left  model.Guest
	found source.Finding
	// current is the folder of the feature that the program's commands are about, empty for
	// none; prefix is how they begin, as "/speckit.".
	current, prefix string
}

// readSettings reads which version wrote the folder, how its commands are called, and which
// feature they are about.
func (k *kit) readSettings() {
	var options struct {
		Version string `json:"speckit_version"`
	}
	k.json(path.Join(home, "init-options.json"), &options)
	var used struct {
		Version  string
		Default  string `json:"default_integration"`
		Settings map[string]struct {
			Separator string `json:"invoke_separator"`
		} `json:"integration_settings"`
	}
	k.json(path.Join(home, "integration.json"), &used)
	k.left.Version = cmp.Or(used.Version, options.Version)
	k.prefix = "/speckit."
	if used.Settings[used.Default].Separator == "-" {
		k.prefix = "/speckit-"
		switch used.Default {
		case "codex", "zcode", "command-code":
			k.prefix = "$speckit-"
		case "kimi":
			k.prefix = "/skill:speckit-"
		}
	}
	var feature struct {
		Folder string `json:"feature_directory"`
	}
	name := path.Join(home, "feature.json")
	k.json(name, &feature)
	switch dir := path.Clean(feature.Folder); {
	case feature.Folder == "", path.IsAbs(dir), filepath.IsAbs(dir), dir == ".":
		// A whole path is that of one machine.
	case !filepath.IsLocal(dir):
		k.h.Problem(name, 0, "it names a feature outside of the repository", "the features in "+specs+"/ were read")
	default:
		k.current = dir
	}
}

// json reads a data file and counts one that cannot be read.
func (k *kit) json(name string, into any) (source.Document, bool) {
	d, ok := k.h.JSON(name, into)
	if d.Name != "" && !ok {
		k.left.Unclear++
	}
	return d, ok
}

// command is what to type in the agent about a feature. Without a folder the program takes the
// current one.
func (k *kit) command(verb, dir string) string {
	if dir == k.current {
		return k.prefix + verb
	}
	if word := text.CommandWord(dir); word != "" {
		return k.prefix + verb + " " + word
	}
	return ""
}

// folders are those that may be features: in specs/, where the current feature lies, and where
// early versions had them. Somebody's folder deeper down is not looked for.
func (k *kit) folders() []string {
	dirs := k.h.Folders(specs)
	dirs = append(dirs, k.h.Folders(path.Join(home, specs))...)
	if k.current != "" {
		dirs = append(dirs, k.current)
		if in := path.Dir(k.current); path.Base(in) == specs {
			dirs = append(dirs, k.h.Folders(in)...)
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}
