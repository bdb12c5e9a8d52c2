package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/vault"
)

// confFor fails when the settings are wrong, or are in the vault, where agents write.
func (c *call) confFor(dir string) error {
	if c.conf.Found && vault.Holds(dir, c.conf.File) {
		return say.Usage("the settings file "+c.conf.File+" is in the vault "+dir,
			"agents write there, and nothing in a vault configures coldstart; keep it elsewhere and name it with --config")
	}
	if c.confErr != nil {
		return c.confErr
	}
	return c.conf.ProgramsOutside(dir)
}

// vaultDirs gives the vaults that the command line names, or the nearest one to the working
// directory. A folder that is no vault means the vaults below it, else the one around it.
func (c *call) vaultDirs() ([]string, error) {
	if len(c.vaults) == 0 {
		return c.nearest()
	}
	var dirs []string
	for _, name := range c.vaults {
		if name == "" {
			return nil, say.Usage("--vault needs a folder", "the name is empty")
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
	dir, err := c.conf.Places.Find(c.env.Dir)
	if err == nil {
		c.hintOthers(dir)
		return []string{dir}, nil
	}
	if !errors.Is(err, model.ErrNotFound) {
		return nil, err
	}
	below, belowErr := c.conf.Places.FindBelow(c.ctx, c.env.Dir)
	if belowErr != nil || len(below) == 0 {
		return nil, say.Hinted(err, "run coldstart in a vault, or name one with --vault DIR", "coldstart demo opens an example")
	}
	return below, nil
}

// mostBelow is how many vaults below are named.
const mostBelow = 5

// hintOthers says that there are vaults below the working directory too, which may be the
// ones that were meant.
func (c *call) hintOthers(dir string) {
	if here, err := filepath.Abs(c.env.Dir); err != nil || here == dir {
		return
	}
	// The vault was found, so a folder that cannot be searched does not matter.
	below, _ := c.conf.Places.FindBelow(c.ctx, c.env.Dir)
	if len(below) == 0 {
		return
	}
	names := vaultNames(below)
	if n := len(names); n > mostBelow {
		names = append(names[:mostBelow], fmt.Sprintf("and %d more", n-mostBelow))
	}
	c.others = "vaults below here: " + strings.Join(names, ", ") + " (--vault . opens them); this is the one above"
	c.hint(c.others)
}

// meant gives the vaults that a named folder means: itself, else those below it, else the
// one around it, else the folder as it is.
func (c *call) meant(dir string) ([]string, error) {
	if !vault.IsFolder(dir) || c.conf.Places.IsVault(dir) {
		return []string{dir}, nil
	}
	below, err := c.conf.Places.FindBelow(c.ctx, dir)
	if err != nil || len(below) > 0 {
		return below, err
	}
	around, err := c.conf.Places.Find(dir)
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

func (c *call) vaultDir() (string, error) {
	dirs, err := c.vaultDirs()
	if err != nil {
		return "", err
	}
	if len(dirs) > 1 {
		hints := []string{"name one of them with --vault; coldstart alone shows all on one screen:"}
		return "", say.Usage("there are several vaults here", append(hints, vaultNames(dirs)...)...)
	}
	return dirs[0], nil
}

// vaultNames tells vaults apart by as few of the last parts of their paths as needed.
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

// open opens the one vault that the command line means.
func (c *call) open() (*vault.Vault, error) {
	dir, err := c.vaultDir()
	if err != nil {
		return nil, err
	}
	return c.openAt(dir)
}

func (c *call) openAt(dir string) (*vault.Vault, error) {
	if err := c.confFor(dir); err != nil {
		return nil, err
	}
	seed, err := c.seedFile()
	if err != nil {
		return nil, err
	}
	return vault.Open(dir, vault.Options{
		StateDir: stateDir(c.env.Getenv, runtime.GOOS), Brief: c.forHook() || c.brief, Operator: c.env.Operator,
		ReadOnly: c.conf.On("read-only") || c.lookOnly != "", ReadOnlyWhy: c.readOnlyWhy(), WorkRule: c.conf.WorkRule(), Places: c.conf.Places,
		Zone: c.env.Zone, Seed: seed, HomeSeed: homeSeed(c.env.Getenv), Clock: c.env.Now, LoadTime: c.loadTime(),
	})
}

// loadTime is how long a load reads: the screen shows what is newest soon, and reads again
// for the rest.
func (c *call) loadTime() time.Duration {
	if c.cmd == c.root && c.env.StdinIsTerminal && c.env.StdoutIsTerminal && !c.conf.On("linear") {
		return time.Second
	}
	return vault.MostLoadTime
}

// seedFile is the file of --seed, "" without one.
func (c *call) seedFile() (string, error) {
	switch {
	case !c.has("seed"):
		return "", nil
	case c.seed == "":
		return "", say.Usage("--seed needs a file", "the name is empty")
	}
	return inDir(c.env.Dir, c.seed), nil
}

func homeSeed(getenv func(string) string) string {
	if home := getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".pai", "seed.json")
	}
	return ""
}

func inDir(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// stateDir is the folder for coldstart's own records, outside any vault (XDG base
// directories; local application data on Windows). It is "" when the environment names
// none; then vaults are read-only.
func stateDir(getenv func(string) string, system string) string {
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "coldstart")
	}
	if dir := getenv("LOCALAPPDATA"); system == "windows" && filepath.IsAbs(dir) {
		return filepath.Join(dir, "coldstart")
	}
	if home := getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "coldstart")
	}
	return ""
}

// work is what a command does with an opened and loaded vault.
type work func(v *vault.Vault, s model.Snapshot) (exit int, err error)

func (c *call) looking(do work) (int, error) { return c.with((*call).loadOnly, do) }

// deciding runs a command that writes. What a killed process left half done is finished
// first, since half an approval would look like another one.
func (c *call) deciding(do work) (int, error) { return c.with((*call).loadFinished, do) }

func (c *call) with(load func(*call, *vault.Vault) (model.Snapshot, error), do work) (int, error) {
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	s, err := load(c, v)
	if err != nil {
		return 0, err
	}
	return do(v, s)
}

func (c *call) loadOnly(v *vault.Vault) (model.Snapshot, error) { return v.Load(c.ctx, c.now()) }
