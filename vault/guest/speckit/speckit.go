// Package speckit reads the features and the workflow runs of GitHub's spec-kit
// (github.com/github/spec-kit, as of commit 27f50f7e). They are read and never changed.
package speckit

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"

	"coldstart/vault/guest"
	"coldstart/vault/source"
)

const (
	tool  = "spec-kit"
	home  = ".specify"
	specs = "specs"
	runs  = home + "/workflows/runs"
)

// Guest are the features and workflow runs of spec-kit.
var Guest = guest.Guest{Name: "speckit", Tool: tool, Signs: []string{home}, Read: read}

// marks are what the program puts into its folder, a few of them in each version.
var marks = []string{"memory", "templates", "scripts", specs, "workflows", "extensions", "init-options.json", "integration.json", "feature.json"}

func read(h *source.Repo) guest.Left {
	if !slices.ContainsFunc(marks, func(name string) bool { return h.Exists(path.Join(home, name)) }) {
		return guest.Left{}
	}
	k := kit{h: h, left: guest.Left{Path: home, Used: true, Ended: guest.EndedLast}}
	k.readSettings()
	k.addFeatures(k.features())
	k.addRuns()
	return k.left
}

// kit is what is read of one repository.
type kit struct {
	h    *source.Repo
	left guest.Left
	// current is the folder of the feature that the program's commands are about, empty for
	// none; Before is how they begin, as "/speckit.".
	current string
	guest.Spelling
}

// readSettings reads which version wrote the folder, how its commands are called, and which
// feature they are about.
func (k *kit) readSettings() {
	var options struct {
		Version string `json:"speckit_version"`
	}
	k.h.JSON(path.Join(home, "init-options.json"), &options)
	var used struct {
		Version  string
		Default  string `json:"default_integration"`
		Settings map[string]struct {
			Separator string `json:"invoke_separator"`
		} `json:"integration_settings"`
	}
	k.h.JSON(path.Join(home, "integration.json"), &used)
	k.left.Version = cmp.Or(used.Version, options.Version)
	k.Before = "/speckit."
	if used.Settings[used.Default].Separator == "-" {
		k.Before = "/speckit-"
		switch used.Default {
		case "codex", "zcode", "command-code":
			k.Before = "$speckit-"
		case "kimi":
			k.Before = "/skill:speckit-"
		}
	}
	var feature struct {
		Folder string `json:"feature_directory"`
	}
	name := path.Join(home, "feature.json")
	k.h.JSON(name, &feature)
	switch dir := path.Clean(feature.Folder); {
	case feature.Folder == "", path.IsAbs(dir), filepath.IsAbs(dir), dir == ".":
		// A whole path is that of one machine.
	case !filepath.IsLocal(dir):
		k.h.Problem(name, 0, "its feature is outside the repository", "the features in "+specs+"/ were read")
	default:
		k.current = dir
	}
}

// typed is what to type in the agent about a feature. Without a folder the program takes the
// current one.
func (k *kit) typed(verb, dir string) string {
	if dir == k.current {
		return k.Type(verb)
	}
	return k.Type(verb, dir)
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
