package gate

import (
	"path"
	"strings"

	"coldstart/model"
)

// fitsPath reports whether a rule that restricts fits a path: as it stands, from the folder
// of the action or of the rule on, by its last name, or a folder above it.
func fitsPath(r model.GateRule, dir, p string) bool {
	pattern := pattern(slashed(r.Match))
	names := []string{relative(dir, p), path.Base(p)}
	if r.Dir != "" {
		names = append(names, relative(r.Dir, p))
	}
	for at := p; ; at = path.Dir(at) {
		names = append(names, at)
		if at == path.Dir(at) {
			break
		}
	}
	for _, name := range names {
		if pattern.fits(known(name)) {
			return true
		}
	}
	return false
}

// someName stands for a name that no rule has.
const someName = "\ue00e\ue00e"

// fitsBelow reports whether a rule that restricts fits something in a folder: whatever its name is,
// or what the rule names up to its first sign for any text.
func fitsBelow(r model.GateRule, dir, folder string) bool {
	if r.Dir != "" {
		dir = r.Dir
	}
	named := r.Match
	if i := strings.IndexAny(named, "*?"); i >= 0 {
		named = named[:i]
	}
	if fitsPath(r, dir, path.Join(folder, someName)) || r.Tool != "" && named != "" && within(folder, absolute(dir, named)) {
		return true
	}
	for i, letter := range r.Match { // .github, of */.github/workflows/*
		above := pattern(r.Match[:i])
		if letter == '/' && i > 0 && r.Tool != "" && strings.Trim(path.Base(r.Match[:i]), "*?") != "" && (above.fits(known(folder)) || above.fits(known(relative(dir, folder)))) {
			return true
		}
	}
	return false
}

// within reports whether a cleaned path is a folder or lies below it.
func within(folder, p string) bool {
	folder = slashed(folder)
	return p == folder || strings.HasPrefix(slashed(p), strings.TrimSuffix(folder, "/")+"/")
}

// absolute returns the cleaned whole path of a name in a folder.
func absolute(dir, name string) string {
	name = slashed(name)
	if path.IsAbs(name) || len(name) > 1 && name[1] == ':' {
		return path.Clean(name)
	}
	return path.Join(slashed(dir), name)
}

// relative returns the path from a folder on.
func relative(dir, p string) string {
	return strings.TrimPrefix(strings.TrimPrefix(p, slashed(dir)), "/")
}

// slashed writes a path of Windows with slashes.
func slashed(p string) string {
	if len(p) > 1 && (p[1] == ':' || strings.HasPrefix(p, `\\`)) {
		return strings.ReplaceAll(p, `\`, "/")
	}
	return p
}
