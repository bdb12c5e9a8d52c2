package cli

import (
	"path/filepath"
	"runtime"

	"coldstart/model"
	"coldstart/vault"
)

// open opens the vault that the command line means: the one given, else the
// nearest at or above the working directory.
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
		ReadOnly: c.conf.on("read-only"), ReadOnlyBy: c.conf.askedFor("read-only"), WorkRule: c.workRule(), Places: c.conf.places,
		Zone: c.env.Zone, Seed: seed, HomeSeed: homeSeed(c.env.Getenv), Clock: c.env.Now,
	})
}

// seedFile is the memory's file that the command line names, "" when it names none.
func (c *call) seedFile() (string, error) {
	switch {
	case !c.has("seed"):
		return "", nil
	case c.seed == "":
		return "", usage("--seed needs a file", "it was given an empty name")
	}
	return inDir(c.env.Dir, c.seed), nil
}

// homeSeed is where agents keep the memory of an operator by default.
func homeSeed(getenv func(string) string) string {
	if home := getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".pai", "seed.json")
	}
	return ""
}

// inDir gives path as it is meant in the folder dir.
func inDir(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// stateDir is the folder for coldstart's own records, outside any vault
// (freedesktop.org base directories; the local application data on Windows). It
// is "" where the environment names none; then a vault can only be read.
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

// looking runs a command that only reads.
func (c *call) looking(do work) (int, error) { return c.with((*call).loadOnly, do) }

// deciding runs a command that writes. What a killed process left half done is
// finished first, or half of an approval would look like another one.
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
