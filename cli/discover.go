package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"coldstart/model"
	"coldstart/vault"
)

// vaultDirs gives the vaults that the command line means: those it names, or the
// nearest one to the working directory. A folder that is no vault stands for the
// vaults below it, as repositories have them, else for the one around it.
func (c *call) vaultDirs() ([]string, error) {
	if len(c.vaults) == 0 {
		return c.nearest()
	}
	var dirs []string
	for _, name := range c.vaults {
		if name == "" {
			return nil, usage("--vault needs a folder", "it was given an empty name")
		}
		found, err := c.meant(inDir(c.env.Dir, name))
		if err != nil {
			return nil, err
		}
		dirs = append(dirs, found...)
	}
	return unique(dirs), nil
}

// nearest looks at and above the working directory, then below it.
func (c *call) nearest() ([]string, error) {
	dir, err := c.conf.places.Find(c.env.Dir)
	if err == nil {
		c.tellOfOthers(dir)
		return []string{dir}, nil
	}
	if !errors.Is(err, model.ErrNotFound) {
		return nil, err
	}
	below, belowErr := c.conf.places.FindBelow(c.ctx, c.env.Dir)
	if belowErr != nil || len(below) == 0 {
		return nil, hinted(err, "go to a vault, or name one with --vault DIR", "coldstart demo opens an example")
	}
	return below, nil
}

// mostBelow is how many of the vaults below are named.
const mostBelow = 5

// tellOfOthers says that the vault is the one around the working directory although
// there are others below: whoever stands between them may have meant those.
func (c *call) tellOfOthers(dir string) {
	if here, err := filepath.Abs(c.env.Dir); err != nil || here == dir {
		return
	}
	// A folder that cannot be searched has nothing to tell; the vault was found.
	below, _ := c.conf.places.FindBelow(c.ctx, c.env.Dir)
	if len(below) == 0 {
		return
	}
	names := vaultNames(below)
	if n := len(names); n > mostBelow {
		names = append(names[:mostBelow], fmt.Sprintf("and %d more", n-mostBelow))
	}
	c.others = "vaults below here: " + strings.Join(names, ", ") + " (--vault . opens them); this is the one around"
	c.hint(c.others)
}

// meant gives the vaults that a named folder stands for: itself, else those below
// it, else the one around it. Where there is none, the folder is opened as it is:
// that is what was asked for.
func (c *call) meant(dir string) ([]string, error) {
	if !vault.IsFolder(dir) || c.conf.places.IsVault(dir) {
		return []string{dir}, nil
	}
	below, err := c.conf.places.FindBelow(c.ctx, dir)
	if err != nil || len(below) > 0 {
		return below, err
	}
	around, err := c.conf.places.Find(dir)
	if errors.Is(err, model.ErrNotFound) {
		return []string{dir}, nil
	}
	return []string{around}, err
}

func unique(dirs []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, d := range dirs {
		if d = filepath.Clean(d); !seen[d] {
			seen[d] = true
			out = append(out, d)
		}
	}
	return out
}

// vaultDir gives the one vault of a command that works in one.
func (c *call) vaultDir() (string, error) {
	dirs, err := c.vaultDirs()
	if err != nil {
		return "", err
	}
	if len(dirs) > 1 {
		hints := []string{"name one of them with --vault; coldstart alone shows all on one screen:"}
		return "", usage("there are several vaults here", append(hints, vaultNames(dirs)...)...)
	}
	return dirs[0], nil
}

// vaultNames tells vaults apart by the last parts of their paths, as few as are
// needed.
func vaultNames(dirs []string) []string {
	for parts := 1; ; parts++ {
		names := make([]string, len(dirs))
		seen := map[string]bool{}
		for i, d := range dirs {
			names[i] = lastParts(d, parts)
			seen[names[i]] = true
		}
		if len(seen) == len(dirs) || parts > 32 {
			return names
		}
	}
}

func lastParts(path string, n int) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	if n >= len(parts) {
		return path
	}
	return strings.Join(parts[len(parts)-n:], "/")
}
